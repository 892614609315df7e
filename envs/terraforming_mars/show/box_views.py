"""Where the views call the boxes: a line for each box that has something to show there."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from regolith.envs.core.picture import Picture
from regolith.envs.terraforming_mars.colonies import show as colonies
from regolith.envs.terraforming_mars.language.steps import Steps
from regolith.envs.terraforming_mars.words import CardSet


class Board(Protocol):
    """What a box lays beside the map."""

    @property
    def height(self) -> int:
        """In the picture."""

    def lines(self) -> list[str]:
        """Of the text board."""

    def draw(self, picture: Picture, x: float, y: float, width: float) -> None: ...


class Belonging(Protocol):
    """What a player has of a box besides resources and cards."""

    @property
    def text(self) -> str: ...

    def draw(self, picture: Picture, end: float, y: float) -> float:
        """Left of an end in the title of a mat; what is returned is the end of the room that is left."""


class ColonyTileView(Protocol):
    """What the names of choices tell of a colony tile."""

    @property
    def name(self) -> str: ...

    @property
    def building(self) -> str: ...

    @property
    def bonus(self) -> str: ...

    @property
    def trading(self) -> str: ...

    def income(self, steps: int = 0) -> str: ...


def boards(s: np.record) -> tuple[Board, ...]:
    return (colonies.board(s),) if s.box[CardSet.COLONIES] else ()


def belongings(s: np.record, seat: int) -> tuple[Belonging, ...]:
    return (colonies.fleets(s, seat),) if s.box[CardSet.COLONIES] else ()


def colony_tile(s: np.record, tile: int) -> ColonyTileView:
    return colonies.tile_view(s, tile)


def colony_tile_name(s: np.record, tile: int) -> str:
    return colonies.name_of(tile) if s.box[CardSet.COLONIES] else f"colony tile {tile + 1}"


def trade_text(s: np.record, tile: int) -> str:
    """Trading as an action of the player to move."""
    return colonies.trade_text(s, tile) if s.box[CardSet.COLONIES] else colony_tile_name(s, tile)


def only_choices(s: np.record, player: int, steps: Steps) -> str:
    """What steps of a box will do without asking, as there is only one choice."""
    return colonies.only_colony(s, player, steps) if s.box[CardSet.COLONIES] else ""


def trade_fee(s: np.record, player: int, means: int) -> str:
    return colonies.fee_text(s, player, means)


def facts(s: np.record) -> dict[str, int | float | str]:
    """What results say of a game besides."""
    return colonies.facts(s) if s.box[CardSet.COLONIES] else {}


def seat_facts(s: np.record, seat: int) -> dict[str, int | float | str]:
    return colonies.seat_facts(s, seat) if s.box[CardSet.COLONIES] else {}
