"""Venus Next: its track, goals, cards, and World Government Terraforming."""
