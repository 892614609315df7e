"""Tests of the comparisons with earlier commits."""
