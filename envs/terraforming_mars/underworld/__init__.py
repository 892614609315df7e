"""Underworld 2: tokens under the ground of Mars, corruption, and its cards."""
