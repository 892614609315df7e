"""Underworld 2: underground tokens, excavating, corruption and crime."""
