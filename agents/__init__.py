"""Agents of Regolith."""
