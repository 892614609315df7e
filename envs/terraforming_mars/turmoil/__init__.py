"""Turmoil: the committee with its parties and delegates, global events, and its cards."""
