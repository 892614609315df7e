"""Games of this game beside those of people."""
