"""What every game shares: the game protocol, compilation, environments, replays. Knows no game."""
