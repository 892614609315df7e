"""What is counted while games run: cards, goals, tiles, points by source, curves by generation, and what boxes count."""
