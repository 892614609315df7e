"""Tests of the `regolith` command."""
