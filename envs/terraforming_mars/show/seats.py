"""What the players are called."""

from __future__ import annotations

from regolith.envs.terraforming_mars.rooms import NEUTRAL

SEAT_NAMES = ("Red", "Blue", "Green", "Yellow", "Black")
NEUTRAL_NAME = "neutral"
OWNER_SIGNS = ("R", "B", "G", "Y", "K", "N")
"""Seats in one letter: Black is K as in print, B is Blue; N is neutral."""


def seat_name(seat: int) -> str:
    return NEUTRAL_NAME if seat == NEUTRAL else SEAT_NAMES[seat]
