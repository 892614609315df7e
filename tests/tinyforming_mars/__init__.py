"""Tests of the rules of TINYforming Mars."""
