"""The `regolith` command, and those of `make duel` and `make speed-check`."""
