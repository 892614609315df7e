"""Positions with the committee of Turmoil, made by hand: who has delegates where, how much influence, and which event happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, NEUTRAL, NOBODY, NONE
from regolith.envs.terraforming_mars.rules.drawing import take_in_hand
from regolith.envs.terraforming_mars.state import Kind, Lies
from regolith.envs.terraforming_mars.turmoil.rules import resolve_event
from regolith.envs.terraforming_mars.turmoil.words import (
    DELEGATES,
    NEUTRAL_DELEGATES,
    Event,
    EventLies,
    Party,
    Shown,
)
from regolith.envs.terraforming_mars.words import MARKS, SpaceKind, Tile, Track

from .games import T
from .tables import choices, table

DOMINANT = Party.SCIENTISTS
"""Unless a test says otherwise; nobody is there."""


def sitting(*in_play: str, players: int = 2, **options: Any) -> Any:
    """The first player's turn with these cards in play. All delegates are in reserve or lobby, no event is shown, the Greens rule."""
    s = table(*in_play, players=players, turmoil=True, promos=True, **options)
    s.delegates[:], s.leader[:] = 0, NOBODY
    s.lobby[:players], s.reserve[:players] = 1, DELEGATES - 1
    s.chairman, s.reserve[NEUTRAL] = NEUTRAL, NEUTRAL_DELEGATES - 1
    s.ruling, s.dominant = Party.GREENS, DOMINANT
    for place in Shown:
        if s.event[place] != NONE:
            s.event_lies[s.event[place]] = EventLies.IN_THE_DECK
            s.event[place] = NONE
    return s


def delegates(s: Any, party: Party, *owners: int) -> None:
    """Delegates of the reserves sit in a party; the first of them leads it."""
    for owner in owners:
        s.delegates[party, owner] += 1
        s.reserve[owner] -= 1
    s.leader[party] = owners[0]


def chair(s: Any, player: int) -> None:
    s.reserve[s.chairman] += 1
    s.chairman = player
    s.reserve[player] -= 1


def give_influence(s: Any, player: int, n: int) -> None:
    """Up to 3: the chair, then a leader of the dominant party, then a delegate beside him."""
    if n > 0:
        chair(s, player)
    if n > 1:
        delegates(s, s.dominant, *[player] * (n - 1))


def hand(s: Any, player: int, n: int) -> None:
    """So many more cards in hand."""
    free = [card for card in range(len(s.lies)) if s.lies[card] in (Lies.IN_THE_DECK, Lies.DISCARDED)]
    for card in free[:n]:
        take_in_hand(s, card, player)


def spaces(s: Any, kind: SpaceKind) -> list[int]:
    """Those without a tile."""
    return [at for at in range(MARS_SPACES) if T.space_kind[s.map, at] == kind and s.tile[at] == NONE]


def beside(space: int) -> list[int]:
    return [int(other) for other in T.neighbours[space] if other != NONE]


def put(s: Any, space: int, tile: Tile, owner: int = NOBODY) -> None:
    """A tile lies there, without anything that it brings."""
    s.tile[space], s.tile_owner[space] = tile, owner
    s.track[Track.OCEANS] += int(tile == Tile.OCEAN_TILE)


def oceans(s: Any, n: int) -> list[int]:
    found = spaces(s, SpaceKind.OCEAN)[:n]
    for space in found:
        put(s, space, Tile.OCEAN_TILE)
    return found


def mark(track: Track, at: int) -> int:
    """Steps of a track, from what is printed beside it."""
    return MARKS[track].index(at)


def happens(s: Any, event: Event, pick: Callable[[Any], int] = lambda s: choices(s)[0]) -> list[tuple[int, Kind]]:
    """An event is resolved; who was asked what. `pick` answers."""
    s.event[Shown.CURRENT], s.event_lies[event] = event, EventLies.SHOWN
    resolve_event(T, s)
    run(T, s, NOT_ASKED)
    asked = []
    while s.kind != Kind.NOTHING:
        asked.append((int(s.player), Kind(s.kind)))
        run(T, s, pick(s))
    assert s.depth == 0
    return asked
