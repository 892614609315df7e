"""The base game: its cards, maps and standard projects."""
