"""Rules that others jump to (`envs/core/ports.py`), by number: they are compiled once, and those of boxes only where a box is played."""

from __future__ import annotations

from enum import IntEnum

PORTS = 32
"""Room for the addresses of rules in the table."""


class DoorTo(IntEnum):
    GOING_ON = 0
    """Running on to the next decision."""
    OFFERS = 1
    """What may be chosen in a step."""
    LOOKING_AHEAD = 2
    """Whether an effect can be carried out."""
    FEES = 3
    """Whether the steps of rating that an effect brings can be paid for."""
    KEPT_FOR_FEES = 4
    STEPS_OF_BOXES = 5
    """What the operations of boxes do."""
    BROKEN_BOXES = 6
    """What is wrong with the things of boxes."""
    VIEW_OF_BOXES = 7
    """What a seat sees of boxes."""
    SETUP_OF_BOXES = 8
    WORTH_OF_BOXES = 9
    """What the things of boxes are worth to the greedy player."""
