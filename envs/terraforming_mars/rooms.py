"""Rooms: how much place there is for each kind of thing in the record, the tables, the actions and the observation.

The layouts are final and have place for boxes to come. What finds no room is an error as soon as the game is imported, and the error
names the room.
"""

from __future__ import annotations


def room(name: str, needed: int, size: int) -> int:
    """The size of a room, if all that is needed fits in."""
    if needed > size:
        raise OverflowError(f"no room for {needed} {name}: there is room for {size}")
    return size
