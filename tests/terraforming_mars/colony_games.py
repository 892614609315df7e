"""Games with Colonies on a table of its own: for each thing that the box lets cards do, a card that does that and nothing else."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from regolith.envs.core.rng import seed
from regolith.envs.terraforming_mars.actions import BRANCH, CARD, COLONY, DECLINE, step
from regolith.envs.terraforming_mars.boxes import CORPORATIONS, PROJECTS
from regolith.envs.terraforming_mars.colonies.language import (
    add_colony_tile,
    build_colony,
    gain_fleet,
    lower_marker,
    own_colony_bonuses,
    raise_marker,
    trade,
)
from regolith.envs.terraforming_mars.colonies.tiles import TILES
from regolith.envs.terraforming_mars.colonies.words import ColonyTile, TradeFee
from regolith.envs.terraforming_mars.hooks import card_entered
from regolith.envs.terraforming_mars.language.card import active, automated, box, corporation, event
from regolith.envs.terraforming_mars.language.lasting import Trigger, on, trade_discount, trade_steps
from regolith.envs.terraforming_mars.language.stock import gain, production
from regolith.envs.terraforming_mars.language.tables import build, numbered
from regolith.envs.terraforming_mars.options import MarsOptions
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION, FIRST_PRELUDE, NONE
from regolith.envs.terraforming_mars.rules.course import setup
from regolith.envs.terraforming_mars.rules.invariants import Broken, broken
from regolith.envs.terraforming_mars.rules.playing import put_on_table
from regolith.envs.terraforming_mars.state import DTYPE, Deck, Kind, Lies, Phase
from regolith.envs.terraforming_mars.words import (
    ANIMALS,
    FLOATERS,
    MC,
    MICROBES,
    WILD,
    CardResource,
    CardSet,
    Resource,
    StandardProject,
    Track,
)

from . import games

STORES = {"animals": "Animal Store", "microbes": "Microbe Store", "floaters": "Floater Store"}
"""Cards that hold something and do nothing, by what they hold; there are two more of each."""
MORE = ("", "Second ", "Third ")
_STORES = [(f"{more}{STORES[kind.name.lower()]}", kind) for kind in (ANIMALS, MICROBES, FLOATERS) for more in MORE]

OWN_PROJECTS = box(
    CardSet.COLONIES,
    *(active(f"S{number}", name, 0, holds=kind, vp=1) for number, (name, kind) in enumerate(_STORES)),
    active("T01", "Trade for 1 Less", 0, modifiers=trade_discount(1)),
    active("T02", "Trade for 2 Less", 0, modifiers=trade_discount(2)),
    active("T03", "Step before Trade", 0, modifiers=trade_steps(1)),
    active("T04", "Two Steps before Trade", 0, modifiers=trade_steps(2)),
    automated("T05", "Fleet", 0, on_play=gain_fleet()),
    automated("T06", "Two Fleets", 0, on_play=gain_fleet(2)),
    active("T07", "Free Trade", 0, action=trade()),
    event("T08", "Colony", 0, on_play=build_colony()),
    event("T09", "Another Colony", 0, on_play=build_colony(again=True)),
    automated("T10", "Colony for 2 Production", 0, on_play=(build_colony(), production(MC, -2))),
    event("T11", "Own Bonuses", 0, on_play=own_colony_bonuses()),
    event("T12", "Marker Up, Marker Down", 0, on_play=(raise_marker(), lower_marker())),
    event("T13", "New Tile", 0, on_play=add_colony_tile()),
    active("T14", "Watcher", 0, passives=on(Trigger.ANY_COLONY, production(MC, 1))),
    active("T15", "Animals on a Colony", 0, holds=ANIMALS, on_play=build_colony()),
    active("T16", "Wild Card", 0, WILD, vp=1),
)
OWN_CORPORATIONS = box(
    CardSet.COLONIES,
    corporation("T1", "Animal Corporation", 40, holds=ANIMALS, vp=1),
    corporation("T2", "Collecting Corporation", 40, passives=on(Trigger.OWN_NEW_KIND_OF_TAG, production(MC, 1))),
    *(corporation(f"T{i}", f"Corporation {i}", 40, on_play=gain(MC, 1)) for i in (3, 4, 5)),
)
ALL_CARDS = numbered((*PROJECTS, *OWN_PROJECTS), (*CORPORATIONS, *OWN_CORPORATIONS))
TABLE = games.opened(build(ALL_CARDS))
T = TABLE[0]
NUMBER = {card.name: number for number, card in ALL_CARDS.items()}
actions = partial(games.actions, t=T)
played = partial(games.played, t=T)
QUIET = ("Teractor", "Ecoline", "PhoboLog", "Saturn Systems", "United Nations Mars Initiative")
"""Corporations that have no part in building and trading, for up to five players."""

BOX_TILES = tuple(tile for tile in ColonyTile if not TILES[tile].needs)
"""The tiles that need no other box."""
FACTS: dict[str, Any] = json.loads((Path(__file__).parent / "colony_tiles.json").read_text(encoding="utf-8"))
"""What is printed on the tiles."""
SLEEPERS = {tile: kind for tile in BOX_TILES if (kind := FACTS[tile.name.lower()]["sleeps until"])}
"""What a card must be able to hold before anything happens there."""
BUILD = StandardProject.BUILD_COLONY
DRY_OCEAN_SPACE = 4
"""Of Tharsis: it gives nothing."""


def deal(number: int = 0, **options: Any) -> Any:
    """A new game: an array of one record."""
    array = np.zeros(1, DTYPE)
    MarsOptions.parse("terraforming_mars", {"colonies": True, **options}).write(array[0])
    seed(array[0].rng, number)
    setup(T, array[0])
    return array


def take(s: Any, action: int) -> None:
    """An action that must be legal."""
    assert action in actions(s)
    step(T, s, action)


def offered(s: Any, block: int) -> list[int]:
    """What is asked for, in a block of the action space."""
    return [action - block for action in actions(s)]


def trades(s: Any) -> set[ColonyTile]:
    """The tiles that the player may trade with in his turn."""
    assert s.kind == Kind.ACTION
    return {tile for tile in ColonyTile if COLONY + tile in actions(s)}


def sound(s: Any) -> None:
    assert Broken(broken(T, s)) == Broken.NOTHING


def names(*tiles: ColonyTile) -> str:
    """As the option wants them."""
    return "+".join(tile.name.lower() for tile in tiles)


def dealt(s: Any, player: int) -> list[int]:
    """The corporations that a player chooses from."""
    mine = (s.owner == player) & (s.lies == Lies.DEALT)
    return [FIRST_CORPORATION + int(i) for i in np.nonzero(mine[FIRST_CORPORATION:FIRST_PRELUDE])[0]]


def deal_corporation(s: Any, player: int, name: str) -> None:
    """A corporation in place of the first one that was dealt to a player."""
    card, wanted = dealt(s, player)[0], NUMBER[name]
    for field in ("lies", "owner"):
        s[field][[wanted, card]] = s[field][[card, wanted]]
    pile = s.deck[FIRST_CORPORATION : FIRST_CORPORATION + s.deck_size[Deck.CORPORATIONS]]
    pile[pile == wanted] = card
    s.choice[: s.choices] = dealt(s, int(s.player))


def choose_cards(s: Any, corporations: tuple[str, ...] = QUIET) -> None:
    """Everybody picks the corporation that is meant for him and buys no card."""
    for player, name in enumerate(corporations[: s.players]):
        deal_corporation(s, player, name)
    while s.phase == Phase.SETUP and s.kind == Kind.CARD:
        found = actions(s)
        wanted = [CARD + NUMBER[corporations[s.player]], DECLINE]
        step(T, s, next((action for action in wanted if action in found), found[0]))


@cache
def _first_turn(corporations: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> Any:
    array = deal(1, **dict(options))
    s = array[0]
    choose_cards(s, corporations)
    while s.phase != Phase.ACTION:
        step(T, s, actions(s)[0])
    s.stock[:] = 0
    s.production[:] = 0
    return array


def turn(*tiles: ColonyTile, corporations: tuple[str, ...] = QUIET, **options: Any) -> Any:
    """The first turn of Red in a game with these tiles, in which everybody has a quiet corporation and nothing else."""
    chosen = {"players": 3, "prelude": False, "venus": False, "draft": False, **options}
    if tiles:
        chosen["colony_tiles"] = names(*tiles)
    return _first_turn(corporations, tuple(chosen.items())).copy()[0]


def take_out(s: Any, card: int) -> None:
    """A project card leaves the deck or the discards."""
    assert s.lies[card] in (Lies.IN_THE_DECK, Lies.DISCARDED)
    s.could_be[:, card] = 0
    size = int(s.deck_size[Deck.PROJECTS])
    (at,) = np.nonzero(s.deck[:size] == card)
    if at.size:
        s.deck[at[0]] = s.deck[size - 1]
        s.deck[size - 1] = 0
        s.deck_size[Deck.PROJECTS] -= 1


def hold(s: Any, player: int, *cards: str) -> None:
    """Put cards into a hand."""
    for name in cards:
        take_out(s, NUMBER[name])
        s.lies[NUMBER[name]], s.owner[NUMBER[name]] = Lies.IN_HAND, player
        s.hand[player] += 1


def lay(s: Any, player: int, *cards: str) -> None:
    """Cards lie in play; what they would do when played has not happened."""
    for name in cards:
        take_out(s, NUMBER[name])
        put_on_table(T, s, player, NUMBER[name])
        card_entered(T, s, player, NUMBER[name])


def play(s: Any, name: str) -> None:
    """The player whose turn it is plays a card, which costs nothing."""
    hold(s, int(s.player), name)
    take(s, CARD + NUMBER[name])


def colonise(s: Any, tile: ColonyTile, *owners: int) -> None:
    """There are colonies, in the order of building."""
    s.colony_owner[tile, : len(owners)] = owners
    s.colony_track[tile] = max(int(s.colony_track[tile]), len(owners))


def colonies(s: Any, tile: ColonyTile) -> list[int]:
    """The owners of the colonies on a tile."""
    return [int(owner) for owner in s.colony_owner[tile] if owner != NONE]


def pay(s: Any, means: TradeFee = TradeFee.MC) -> None:
    take(s, BRANCH + means)


def holdings(s: Any) -> Counter[Any]:
    """Everything that building and trading can change, by player and name."""
    found: Counter[Any] = Counter({"oceans": int(s.track[Track.OCEANS])})
    for player in range(s.players):
        found[player, "rating"] = int(s.rating[player])
        found[player, "cards"] = int(s.hand[player])
        for resource in Resource:
            found[player, f"stock.{resource.name.lower()}"] = int(s.stock[player, resource])
            found[player, f"production.{resource.name.lower()}"] = int(s.production[player, resource])
    for card in np.nonzero(s.resources)[0]:
        found[int(s.owner[card]), CardResource(T.holds[card]).name.lower()] += int(s.resources[card])
    return found


def difference(before: Counter[Any], after: Counter[Any]) -> dict[Any, int]:
    return {key: after[key] - before[key] for key in before | after if after[key] != before[key]}


def given(player: int, effect: dict[str, int]) -> Counter[Any]:
    """What a player gets by an effect as the facts write it."""
    found: Counter[Any] = Counter()
    for what, n in effect.items():
        if what == "oceans":
            found["oceans"] += n
            found[player, "rating"] += n
        elif what != "cards drawn and discarded":
            found[player, what] += n
    return found
