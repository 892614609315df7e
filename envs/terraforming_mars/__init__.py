"""Terraforming Mars: the base game and its boxes."""
