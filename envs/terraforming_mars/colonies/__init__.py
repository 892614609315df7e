"""Colonies: moons to build on and to trade with, trade fleets, and its cards."""
