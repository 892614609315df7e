"""Terraforming Mars: base game, Corporate Era, Prelude and Venus Next as data."""
