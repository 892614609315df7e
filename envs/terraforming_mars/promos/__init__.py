"""Promo cards. Those that are not project cards lie with the box that they belong to."""
