"""Corporate Era: more cards, and productions that start at 0."""
