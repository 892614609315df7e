"""Training players: MaskablePPO on the vector env against a growing pool."""
