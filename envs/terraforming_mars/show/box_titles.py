"""Boxes as people know them: what lies in a box tells how it comes into the game."""

from __future__ import annotations

from collections.abc import Iterable

from regolith.envs.terraforming_mars.boxes import BOXES
from regolith.envs.terraforming_mars.words import CardSet


def box_text(card_set: CardSet, needs: Iterable[CardSet] = ()) -> str:
    """The box of a card or tile, those that it needs besides, and the options for all of them."""
    boxes = [BOXES[card_set], *(BOXES[other] for other in needs)]
    titles = [boxes[0].title, *(f"needs {box.title}" for box in boxes[1:])]
    options = [f"--{box.option.replace('_', '-')}" for box in boxes if box.option]
    return ", ".join(titles) + (f" (options {' '.join(options)})" if options else "")
