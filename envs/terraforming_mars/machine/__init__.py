"""Carrying out effects: the stack, and the operations by families."""
