"""Prelude: preludes, and shorter solo games."""
