"""Positions of the shared formats in our record: fixtures, and positions of whole games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from regolith.envs.terraforming_mars.base.boards import Map
from regolith.envs.terraforming_mars.boxes import AWARDS, MILESTONES
from regolith.envs.terraforming_mars.boxes import BOXES as ALL_BOXES
from regolith.envs.terraforming_mars.language.card import Card
from regolith.envs.terraforming_mars.language.lasting import Rule
from regolith.envs.terraforming_mars.language.steps import Steps
from regolith.envs.terraforming_mars.language.tables import build, numbered
from regolith.envs.terraforming_mars.options import write_boxes
from regolith.envs.terraforming_mars.rooms import (
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    MARS_SPACES,
    NEUTRAL,
    NOBODY,
    NONE,
)
from regolith.envs.terraforming_mars.rules.course import GREENERY_COST
from regolith.envs.terraforming_mars.rules.drawing import discard, first_of, take_in_hand
from regolith.envs.terraforming_mars.rules.playing import once_only, put_on_table
from regolith.envs.terraforming_mars.rules.price import STEEL_VALUE, TITANIUM_VALUE
from regolith.envs.terraforming_mars.state import DTYPE, Deck, Kind, Lies, Phase
from regolith.envs.terraforming_mars.words import CardKind, CardSet, Tag, Tile, Track
from tests.terraforming_mars.games import opened
from tests.terraforming_mars.operations import Op

from .colony_tiles import put_colony_tiles, set_owners
from .committee import TITANIUM_UNDER_UNITY, put_committee, set_delegates
from .reference import as_in_the_reference
from .underground import give_tokens, put_generation, put_tokens, put_underground

RESOURCES = {"mc": 0, "steel": 1, "titanium": 2, "plants": 3, "energy": 4, "heat": 5}
TRACKS = {"temperature": Track.TEMPERATURE, "oxygen": Track.OXYGEN, "oceans": Track.OCEANS, "venus": Track.VENUS_SCALE}
OFF_MARS = ("01", "02", "70", "71", "72", "73")
SPACE_NAMES = [f"{n + 3:02}" for n in range(MARS_SPACES)] + list(OFF_MARS)
SPACE = {name: number for number, name in enumerate(SPACE_NAMES)}
TILE_NAMES = {Tile.OCEAN_TILE: "ocean", Tile.GREENERY_TILE: "greenery", Tile.CITY_TILE: "city"}
TILE_NAMES |= {Tile.MAN_MADE_VOLCANO: "Man-made Volcano"}
TILE_NAMES |= {tile: tile.name.replace("_", " ").title() for tile in Tile if tile not in TILE_NAMES}
TILE = {name: tile for tile, name in TILE_NAMES.items()}
DECKS = {"project": Deck.PROJECTS, "corporation": Deck.CORPORATIONS, "prelude": Deck.PRELUDES}
PLAYER_FIELDS = {"tr": "rating", "hand": "hand", "corruption": "corruption", "greenery_plants": "greenery_cost"}
PLAYER_FIELDS |= {"fleets": "fleets"}
BOXES = ("corpera", "prelude", "venus", "colonies", "turmoil", "underworld")
"""Expansions that the game has; records of others are left out."""
NEVER_SEEN = ("colony_vp", "card_discount_this_generation", "policy_action_uses")
"""Of boxes to come: for those that the game has they are nothing."""
BOX_OF = {
    "corpera": [ALL_BOXES[CardSet.CORPORATE_ERA]],
    "prelude": [ALL_BOXES[CardSet.PRELUDE]],
    "venus": [ALL_BOXES[CardSet.VENUS]],
    "colonies": [ALL_BOXES[CardSet.COLONIES]],
    "turmoil": [ALL_BOXES[CardSet.TURMOIL], ALL_BOXES[CardSet.PROMOS]],
    "underworld": [ALL_BOXES[CardSet.UNDERWORLD]],
}
"""The reference has promo cards with their box."""


class Cards:
    """A table with its cards by name, with the values that the reference has unless told otherwise."""

    def __init__(self, extra: Iterable[Card] = (), values: Callable[[Card], Card] = as_in_the_reference) -> None:
        self.cards = {at: values(card) for at, card in numbered().items()}
        self.number = {card.name: at for at, card in self.cards.items()}
        for card in extra:
            self.add(card)
        self.rebuild()

    def add(self, card: Card) -> None:
        """A card that is not in the catalogue."""
        decks = {CardKind.CORPORATION: (FIRST_CORPORATION, FIRST_PRELUDE), CardKind.PRELUDE: (FIRST_PRELUDE, 640)}
        first, end = decks.get(card.kind, (0, FIRST_CORPORATION))
        at = next(n for n in range(first, end) if n not in self.cards)
        self.cards[at] = card
        self.number[card.name] = at

    def rebuild(self) -> None:
        self.table = opened(build(self.cards))
        self.mc_table = opened(build({at: paid_in_mc(card) for at, card in self.cards.items()}))
        """The same cards where nothing but MC pays for effects, as in the conventions of the stored sets."""
        self.mc_table["standard_metal"] = NONE

    def names(self, numbers: Iterable[int]) -> list[str]:
        return sorted(self.cards[int(n)].name for n in numbers)


def paid_in_mc(card: Card) -> Card:
    """A card without other means of payment."""

    def plain(given: Steps) -> Steps:
        return tuple(
            replace(
                step,
                operands=(step["resource"], None) if step.op == Op.SPEND else step.operands,
                branches=tuple(plain(branch) for branch in step.branches),
            )
            for step in given
        )

    return replace(
        card,
        on_play=plain(card.on_play),
        action=plain(card.action),
        first_action=plain(card.first_action),
        passives=tuple(replace(passive, steps=plain(passive.steps)) for passive in card.passives),
        modifiers=tuple(m for m in card.modifiers if m.rule not in (Rule.HEAT_AS_MC, Rule.PAY_WITH_RESOURCE)),
    )


def take_out(record: Any, cards: Cards, name: str) -> None:
    """Remove a card from wherever it is."""
    s, t, card = record[0], cards.table[0], cards.number[name]
    if s.lies[card] == Lies.IN_PLAY:
        s.tags[s.owner[card]] -= t.tags[card].astype(np.int16)
    elif s.lies[card] == Lies.PLAYED_EVENT:
        s.events[s.owner[card]] -= 1
    elif s.lies[card] == Lies.IN_THE_DECK:
        deck = Deck.PROJECTS if card < FIRST_CORPORATION else Deck.PRELUDES
        deck = Deck.CORPORATIONS if FIRST_CORPORATION <= card < FIRST_PRELUDE else deck
        first, size = first_of(deck), int(s.deck_size[deck])
        left = [c for c in s.deck[first : first + size] if c != card]
        s.deck[first : first + len(left)] = left
        s.deck_size[deck] = len(left)
    discard(s, card)
    s.lies[card] = Lies.OUT_OF_THE_GAME


def put_in_play(record: Any, cards: Cards, name: str, player: int, resources: int = 0) -> None:
    """A card in front of a player, without any effect."""
    take_out(record, cards, name)
    put_on_table(cards.table[0], record[0], player, cards.number[name])
    record[0].resources[cards.number[name]] = resources


def put_tile(record: Any, space: str, tile: str, owner: int) -> None:
    s = record[0]
    s.tile[SPACE[space]] = TILE[tile]
    s.tile_owner[SPACE[space]] = owner if tile != "ocean" else NOBODY
    s.track[Track.OCEANS] += tile == "ocean"


def build_position(given: dict[str, Any], cards: Cards) -> Any:
    """A fixture or position as a record: the player to move chooses an action. Nothing is derived, no effect happens."""
    record = np.zeros(1, DTYPE)
    s = record[0]
    s.rng[:] = (1, 2, 3, 4)
    s.players, s.map = given["players"], Map[given.get("board", "tharsis").upper()]
    write_boxes(s, [ALL_BOXES[CardSet.BASE], *(box for expansion in given["expansions"] for box in BOX_OF[expansion])])
    s.generation, s.first_player = given["generation"], given["first_player"]
    s.turn = s.player = given["active_player"]
    s.phase, s.kind = Phase.ACTION, Kind.ACTION
    s.passed[given.get("passed", [])] = 1
    for field in ("tile", "tile_owner", "claim", "owner", "milestone", "award", "token", "excavated", "active_token"):
        s[field][:] = NONE
    s.last_space = NONE
    s.greenery_cost[:] = GREENERY_COST
    set_tracks(record, given)
    for space in given["oceans"]:
        put_tile(record, space, "ocean", NOBODY)
    for tile in given["tiles"]:
        put_tile(record, tile["space"], tile["tile"], NEUTRAL if tile["owner"] == "neutral" else tile["owner"])
    for marker in given.get("claims", []):
        s.claim[SPACE[marker["space"]]] = marker["owner"]
    for p, player in enumerate(given["player"]):
        build_player(record, cards, p, player)
        if given.get("turmoil", {}).get("ruling_party") == "Unity" and "modifiers" in player:
            s.metal_value[p, 1] -= TITANIUM_UNDER_UNITY
    if "colonies" in given["expansions"]:
        put_colony_tiles(record, given)
    if "turmoil" in given["expansions"]:
        put_committee(cards.table[0], record, given["turmoil"])
    if "actions_taken_this_turn" in given["player"][s.player]:
        s.actions_taken = given["player"][s.player]["actions_taken_this_turn"]
    for what, field in (("milestones_claimed", "milestone"), ("awards_funded", "award")):
        for taken in given.get(what, []):
            s[field][goal_names(s, field).index(taken["name"])] = taken["player"]
    if "underworld" in given["expansions"]:
        put_underground(record, given["underworld"], SPACE)
    for word, deck in DECKS.items():
        pile = [cards.number[name] for name in given.get(f"{word}_deck_top_first", [])]
        s.deck[first_of(deck) : first_of(deck) + len(pile)] = pile[::-1]
        s.deck_size[deck] = len(pile)
        s.lies[pile] = Lies.IN_THE_DECK
        s.lies[[cards.number[name] for name in given.get(f"{word}_discard", [])]] = Lies.DISCARDED
    return record


def build_player(record: Any, cards: Cards, p: int, player: dict[str, Any]) -> None:
    """What one player has."""
    s, t = record[0], cards.table[0]
    s.rating[p] = player["tr"]
    for name, r in RESOURCES.items():
        s.stock[p, r], s.production[p, r] = player["stock"][name], player["production"][name]
    s.corruption[p] = player.get("corruption", 0)
    put_tokens(record, p, player)
    put_generation(record, p, player)
    for card in player["tableau"]:
        put_on_table(t, s, p, cards.number[card["card"]])
        s.resources[cards.number[card["card"]]] = card.get("resources", 0)
    for card in player["tableau"]:
        if "tags_seen" in card:
            s.tag_kinds_had = sum(1 << Tag[tag.upper()] for tag in card["tags_seen"])
    for name in (*player["hand"], *player.get("preludes_in_hand", [])):
        take_in_hand(s, cards.number[name], p)
    s.used[[cards.number[name] for name in player.get("actions_used", [])]] = 1
    s.rating_rose[p] = player.get("tr_raised_this_generation", 0)
    s.first_action[p] = bool(player.get("pending_first_actions"))
    s.fleets[p] = player.get("trade_fleets", 0)
    s.policy_used[p] = player.get("policy_action_used", False)
    if unknown := [name for name in NEVER_SEEN if player.get(name)]:
        raise Unsupported(f"a player with {unknown[0]}")
    if last := player.get("last_card_played"):
        s.next_discount[p] = once_only(t, cards.number[last], Rule.NEXT_CARD_DISCOUNT)
        s.next_leeway[p] = once_only(t, cards.number[last], Rule.NEXT_CARD_LEEWAY)
    if lasting := player.get("modifiers"):
        s.metal_value[p] = lasting["steel_value"] - STEEL_VALUE, lasting["titanium_value"] - TITANIUM_VALUE
        s.metal_value[p] -= s.metal_swing[p]
        s.greenery_cost[p] = lasting["greenery_plants"]


def goal_names(s: Any, field: str) -> list[str]:
    """The milestones or awards of a game, in the order of the record."""
    goals = AWARDS if field == "award" else MILESTONES
    return [goals[tile].name for tile in s[f"{field}_tile"] if tile != NONE]


def set_tracks(record: Any, values: dict[str, Any]) -> None:
    s = record[0]
    if "temperature" in values:
        s.track[Track.TEMPERATURE] = (values["temperature"] + 30) // 2
    if "oxygen" in values:
        s.track[Track.OXYGEN] = values["oxygen"]
    if "venus" in values:
        s.track[Track.VENUS_SCALE] = values["venus"] // 2


class Unsupported(Exception):
    """The position or stimulus needs a part of the game that is not there yet."""


NOT_READABLE = (KeyError, IndexError, TypeError, ValueError, OverflowError, Unsupported)
"""What a record with unknown content may raise: it is told, and the others go on."""


def adjust(record: Any, cards: Cards, changes: dict[str, Any]) -> None:
    """Write the `adjust` of a record over a fixture."""
    s = record[0]
    set_tracks(record, changes)
    for key, value in changes.items():
        player, _, what = key.partition(".")
        if key in TRACKS and key != "oceans":
            continue
        if key == "oceans":
            for space in value:
                put_tile(record, space, "ocean", NOBODY)
        elif key == "tile":
            for space, tile, owner in value:
                put_tile(record, space, tile, owner)
        elif key == "excavated":
            for space, owner in value:
                s.excavated[SPACE[space]] = owner
        elif player == "colony":
            set_owners(record, what, value)
        elif player == "party":
            set_delegates(record, what, value)
        elif not player.isdigit():
            raise Unsupported(key)
        elif what in RESOURCES:
            s.stock[int(player), RESOURCES[what]] = value
        elif what.removeprefix("prod.") in RESOURCES:
            s.production[int(player), RESOURCES[what.removeprefix("prod.")]] = value
        elif what == "corruption":
            s.corruption[int(player)] = value
        elif what == "tokens":
            give_tokens(record, int(player), value)
        elif what == "standard_projects_used":
            put_generation(record, int(player), {"standard_projects_used": value, "tableau": []})
        elif what == "add_to_tableau":
            for name, resources in value:
                put_in_play(record, cards, name, int(player), resources)
        elif what == "actions_used":
            for name in value:
                s.used[cards.number[name]] = 1
        elif what == "raised_tr_this_generation":
            s.rating_rose[int(player)] = value
        else:
            raise Unsupported(key)
