"""What cards are written in, and how that becomes numbers. No rules."""
