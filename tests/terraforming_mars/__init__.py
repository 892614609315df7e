"""Tests of the rules of Terraforming Mars."""
