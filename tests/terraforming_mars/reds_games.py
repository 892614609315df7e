"""Games under the Reds: how many steps of rating an effect brings, counted apart from the rules, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from regolith.envs.terraforming_mars.actions import step
from regolith.envs.terraforming_mars.boxes import CARRIERS
from regolith.envs.terraforming_mars.colonies.words import ColonyTile
from regolith.envs.terraforming_mars.language.box import Carrier
from regolith.envs.terraforming_mars.language.card import Card, automated
from regolith.envs.terraforming_mars.language.conditions import if_tags
from regolith.envs.terraforming_mars.language.counts import Count
from regolith.envs.terraforming_mars.language.lasting import Trigger, on
from regolith.envs.terraforming_mars.language.mars import tr
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.language.stock import gain, spend
from regolith.envs.terraforming_mars.language.tables import build
from regolith.envs.terraforming_mars.rooms import CARRIERS as CARRIER_ROOM
from regolith.envs.terraforming_mars.rooms import FIRST_CARRIER
from regolith.envs.terraforming_mars.rules.playing import put_on_table
from regolith.envs.terraforming_mars.state import Kind, Lies
from regolith.envs.terraforming_mars.words import HEAT, MC, CardSet, Resource, Tag, Tile, Track

from . import colony_games, games
from .operations import Op
from .turmoil_games import RED, REDS, turn

FEE = 3
LAST = {Track.TEMPERATURE: 19, Track.OXYGEN: 14, Track.OCEANS: 9, Track.VENUS_SCALE: 15}

GIFT_FOR_OCEANS, GIFTS_FOR_CITIES, GIFT_AND_MC = (FIRST_CARRIER + CARRIER_ROOM - i for i in (1, 2, 3))
"""Things that give rating for what players do: on any ocean; two steps on an own city; on any ocean, and MC after it."""
GIFTS = {
    GIFT_FOR_OCEANS: Carrier("gift for oceans", passives=(on(Trigger.ANY_OCEAN, tr(1)),)),
    GIFTS_FOR_CITIES: Carrier("gifts for cities", passives=(on(Trigger.OWN_CITY, tr(2)),)),
    GIFT_AND_MC: Carrier("gift and MC", passives=(on(Trigger.ANY_OCEAN, (tr(1), gain(HEAT, 2))),)),
}
OWN = {
    "Fleet": automated("T98", "Dear Rating", 5, on_play=(spend(MC, 4), tr(1))),
    "Two Fleets": automated("T99", "Learned Rating", 5, on_play=if_tags(Tag.SCIENCE, 1, tr(2), tr(1))),
}
"""Cards with what no card of the catalogue has: a price, MC spent and a fee; rating by a condition. They replace cards of other tests."""
CARDS = {number: replace(card, requires=()) for number, card in colony_games.ALL_CARDS.items()}
CARDS |= {colony_games.NUMBER[name]: replace(card, card_set=CardSet.COLONIES) for name, card in OWN.items()}
"""All cards, without their requirements: these have nothing to do with fees."""
TABLE = games.opened(build(CARDS, {**CARRIERS, **GIFTS}))
T = TABLE[0]
actions = partial(games.actions, t=T)
NUMBER = {card.name: number for number, card in CARDS.items()}

NEEDS_MORE = frozenset(
    {
        *("Subterranean Sea", "Private Investigator", "Hyperspace Drive Prototype", "Artesian Aquifer"),
        *("Guerilla Ecologists", "Exploitation Of Venus", "Voltagon"),
    }
)
"""Cards whose play or action hangs on more than money: on markers, plants, energy, corruption, cards. See `test_underworld_reds`."""

OPEN_TILES = (ColonyTile.CERES, ColonyTile.EUROPA, ColonyTile.IO, ColonyTile.LUNA, ColonyTile.TRITON)


def position(**options: Any) -> Any:
    """Red's turn under the Reds: all productions are 5, and nobody has anything else."""
    chosen = {"venus": True, "colonies": True, "promos": True, "colony_tiles": colony_games.names(*OPEN_TILES)}
    s = turn(REDS, **{**chosen, **options})
    s.production[: s.players] = 5
    return s


def set_tracks(s: Any, tracks: dict[Track, int]) -> None:
    for track, at in tracks.items():
        s.track[track] = at


def take(s: Any, action: int) -> None:
    """An action that must be legal."""
    assert action in actions(s)
    step(T, s, action)


def put(s: Any, name: str, held: int = 0, player: int = RED) -> int:
    """A card of any kind lies in play."""
    card = NUMBER[name]
    s.lies[card] = Lies.DISCARDED
    put_on_table(T, s, player, card)
    s.resources[card] = held
    return card


def hold(s: Any, *names: str) -> None:
    for name in names:
        card = NUMBER[name]
        s.lies[card], s.owner[card] = Lies.IN_HAND, RED
        s.hand[RED] += 1


# What an effect brings, by the rulebook.


def climb(at: dict[Track, int], track: Track, n: int) -> int:
    """Steps of rating for so many steps of a track, with the bonuses beside it."""
    steps = 0
    for _ in range(n):
        if at[track] == LAST[track]:
            break
        at[track] += 1
        steps += 1
        if (track, at[track]) == (Track.TEMPERATURE, 15):
            steps += climb(at, Track.OCEANS, 1)
        elif (track, at[track]) == (Track.OXYGEN, 8):
            steps += climb(at, Track.TEMPERATURE, 1)
        elif (track, at[track]) == (Track.VENUS_SCALE, 8):
            steps += 1
    return steps


def brings(at: dict[Track, int], program: tuple[Step, ...], tags: Any = None) -> int:
    """Steps of rating that a program certainly brings: of branches to choose from, the fewest."""
    steps = 0
    for part in program:
        if part.op == Op.RAISE_TRACK:
            steps += climb(at, part["track"], part.n)
        elif part.op == Op.PLACE and part["tile"] in (Tile.OCEAN_TILE, Tile.GREENERY_TILE):
            steps += climb(at, Track.OCEANS if part["tile"] == Tile.OCEAN_TILE else Track.OXYGEN, part.n)
        elif part.op == Op.TERRAFORM_RATING:
            steps += sum(int(tags[tag]) for tag in part.n.tags) if isinstance(part.n, Count) else part.n
        elif part.op == Op.CHOOSE:
            worth_it = [branch for branch in part.branches if not wasted(at, branch)]
            steps += min((brings(dict(at), branch, tags) for branch in worth_it), default=0)
    return steps


def wasted(at: dict[Track, int], branch: tuple[Step, ...]) -> bool:
    first = branch[0]
    return first.op == Op.RAISE_TRACK and at[first["track"]] == LAST[first["track"]]


def tracks_of(s: Any) -> dict[Track, int]:
    return {track: int(s.track[track]) for track in Track}


def gives_rating(program: tuple[Step, ...]) -> bool:
    """Whether a program might bring rating."""
    return brings(dict.fromkeys(Track, 0), program, tags=[1] * 99) > 0 or any(
        gives_rating(branch) for part in program for branch in part.branches
    )


def spends(program: tuple[Step, ...], resource: Resource) -> int:
    return sum(part.n for part in program if part.op == Op.SPEND and part["resource"] == resource)


def with_rating(part: str) -> list[Card]:
    """The cards of the catalogue whose play, or action, might bring rating, but for those that need more than money."""
    own = {card.name for card in (*OWN.values(), *colony_games.OWN_PROJECTS, *colony_games.OWN_CORPORATIONS)}
    left_out = own | NEEDS_MORE
    return [card for card in CARDS.values() if gives_rating(getattr(card, part)) and card.name not in left_out]


# Playing on.


def answer(s: Any, twin: Any = None, prefer: Iterator[int] | None = None) -> None:
    """Decide everything up to the next action by the first choice, a twin with it."""
    while s.kind not in (Kind.ACTION, Kind.NOTHING):
        wanted = next(prefer) if prefer else actions(s)[0]
        if twin is not None:
            assert twin.kind == s.kind
            assert wanted in actions(twin)
            step(T, twin, wanted)
        take(s, wanted)


def twin_without_fee(s: Any) -> Any:
    twin = s.copy()
    twin.rating_fee = 0
    return twin


def take_with_twin(s: Any, action: int) -> int:
    """Take an action here, and where rating has no fee: that makes a difference of 3 MC for each step, which are returned."""
    twin, before = twin_without_fee(s), s.copy()
    assert action in actions(twin)
    step(T, twin, action)
    take(s, action)
    answer(s, twin)
    steps = int(s.rating[RED] - before.rating[RED])
    assert s.rating.tolist() == twin.rating.tolist(), "no step is lost"
    assert s.track.tolist() == twin.track.tolist()
    difference = np.zeros_like(s.stock)
    difference[RED, MC] = FEE * steps
    assert (twin.stock - s.stock).tolist() == difference.tolist()
    assert s.production.tolist() == twin.production.tolist()
    assert s.stock.min() >= 0
    return steps
