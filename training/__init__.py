"""Training of Regolith."""
