"""Where the views call the boxes: a line for each box that has something to show there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np

from regolith.envs.core.card_words import CardWords
from regolith.envs.core.picture import Picture
from regolith.envs.terraforming_mars.colonies import show as colonies
from regolith.envs.terraforming_mars.language.steps import Steps
from regolith.envs.terraforming_mars.rooms import TOKENS
from regolith.envs.terraforming_mars.show.seats import seat_name
from regolith.envs.terraforming_mars.turmoil import show as turmoil
from regolith.envs.terraforming_mars.turmoil.words import OWNERS
from regolith.envs.terraforming_mars.underworld import show as underworld
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


class Lying(Protocol):
    """What a box lays on a space of Mars, seen while there is no tile."""

    @property
    def sign(self) -> str:
        """A few letters for the text board."""

    def draw(self, picture: Picture, x: float, y: float) -> None:
        """Around the middle of the space."""


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


def other_cards() -> Iterator[CardWords]:
    """What boxes have that people look up like a card."""
    yield from colonies.card_words()
    yield from turmoil.card_words()


def boards(s: np.record) -> tuple[Board, ...]:
    found: list[Board] = []
    if s.box[CardSet.COLONIES]:
        found.append(colonies.board(s))
    if s.box[CardSet.TURMOIL]:
        found.append(turmoil.board(s))
    if s.box[CardSet.UNDERWORLD]:
        found.append(underworld.board(s))
    return tuple(found)


def belongings(s: np.record, seat: int) -> tuple[Belonging, ...]:
    found: list[Belonging] = []
    if s.box[CardSet.COLONIES]:
        found.append(colonies.fleets(s, seat))
    if s.box[CardSet.TURMOIL]:
        found.append(turmoil.standing(s, seat))
    if s.box[CardSet.UNDERWORLD]:
        found.append(underworld.digger(s, seat))
    return tuple(found)


def lying_at(s: np.record, space: int) -> Lying | None:
    return underworld.lying_at(s, space) if s.box[CardSet.UNDERWORLD] else None


def choosable_spaces(s: np.record) -> list[int]:
    """Spaces of Mars that a decision of a box is about."""
    return underworld.choosable_spaces(s) if s.box[CardSet.UNDERWORLD] else []


def place_text(s: np.record, space: int, label: str) -> str:
    """A space to look or to dig under, by its label and with what lies open there."""
    return underworld.place_text(s, space, label) if s.box[CardSet.UNDERWORLD] else label


def token_text(s: np.record, chosen: int, label: str) -> str:
    """A token to choose, by the label of the space that it lies on, if it lies on one."""
    return underworld.token_text(s, chosen, label) if s.box[CardSet.UNDERWORLD] else label


def token_name(s: np.record, chosen: int) -> str:
    """A kind of token; the same kinds again for those under a cube."""
    if s.box[CardSet.UNDERWORLD]:
        return underworld.name_of(chosen)
    return f"underground token {chosen % TOKENS + 1}" + (" under a cube" if chosen >= TOKENS else "")


def colony_tile(s: np.record, tile: int) -> ColonyTileView:
    return colonies.tile_view(s, tile)


def colony_tile_name(s: np.record, tile: int) -> str:
    return colonies.name_of(tile) if s.box[CardSet.COLONIES] else f"colony tile {tile + 1}"


def trade_text(s: np.record, tile: int) -> str:
    """Trading as an action of the player to move."""
    return colonies.trade_text(s, tile) if s.box[CardSet.COLONIES] else colony_tile_name(s, tile)


def only_choices(s: np.record, player: int, steps: Steps) -> str:
    """What steps of boxes will do without asking, as there is only one choice."""
    found = colonies.only_colony(s, player, steps) if s.box[CardSet.COLONIES] else ""
    found += turmoil.only_party(s, player, steps) if s.box[CardSet.TURMOIL] else ""
    return found + (underworld.only_pile(s, player, steps) if s.box[CardSet.UNDERWORLD] else "")


def spent_text(s: np.record, steps: Steps) -> str:
    """What a standard project costs in place of MC; empty if it costs MC."""
    return underworld.spent_text(steps) if s.box[CardSet.UNDERWORLD] else ""


def covered_text(s: np.record, space: int, for_nobody: bool) -> str:
    """What of a box a tile on a space covers, and what that gives; a tile that nobody places gives nothing."""
    return underworld.covered_text(s, space, for_nobody) if s.box[CardSet.UNDERWORLD] else ""


def trade_fee(s: np.record, player: int, means: int) -> str:
    return colonies.fee_text(s, player, means)


def party_name(s: np.record, party: int) -> str:
    return turmoil.party_name(party) if s.box[CardSet.TURMOIL] else f"party {party + 1}"


def party_with_delegates(s: np.record, party: int) -> str:
    return turmoil.party_view(s, party).with_delegates


def lobbying_text(s: np.record, party: int) -> str:
    """The delegate of the lobby as an action of the player to move."""
    return turmoil.lobbying_text(party) if s.box[CardSet.TURMOIL] else party_name(s, party)


def reserve_text(s: np.record, party: int) -> str:
    if s.box[CardSet.TURMOIL]:
        return turmoil.reserve_text(party)
    return f"delegate from the reserve to {party_name(s, party)}"


def policy_text(s: np.record, party: int) -> str:
    return turmoil.policy_action_text(party) if s.box[CardSet.TURMOIL] else f"action of {party_name(s, party)}"


def delegate_name(s: np.record, chosen: int) -> str:
    """A delegate by the number of its party and owner."""
    if s.box[CardSet.TURMOIL]:
        return turmoil.delegate_text(chosen)
    return f"{seat_name(chosen % OWNERS)} delegate in {party_name(s, chosen // OWNERS)}"


def heading(s: np.record) -> str:
    """What holds for a while and no line of a decision tells; empty if there is nothing of that kind."""
    return turmoil.heading(s) if s.box[CardSet.TURMOIL] else ""


def news(before: np.record | None, s: np.record, labels: list[str]) -> str:
    """What a decision has brought to light, with the labels of the spaces; without a record before it, what the setup has."""
    return underworld.news(before, s, labels) if s.box[CardSet.UNDERWORLD] else ""


def facts(s: np.record) -> dict[str, int | float | str]:
    """What results say of a game besides."""
    found = colonies.facts(s) if s.box[CardSet.COLONIES] else {}
    found |= turmoil.facts(s) if s.box[CardSet.TURMOIL] else {}
    return found | (underworld.facts(s) if s.box[CardSet.UNDERWORLD] else {})


def seat_facts(s: np.record, seat: int) -> dict[str, int | float | str]:
    found = colonies.seat_facts(s, seat) if s.box[CardSet.COLONIES] else {}
    found |= turmoil.seat_facts(s, seat) if s.box[CardSet.TURMOIL] else {}
    return found | (underworld.seat_facts(s, seat) if s.box[CardSet.UNDERWORLD] else {})
