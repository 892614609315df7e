"""Positions of the shared format in our record, and what changed between two records as a delta of that format."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from regolith.envs.terraforming_mars.boards import BOARDS, VENUS_AWARD, VENUS_MILESTONE, Map
from regolith.envs.terraforming_mars.card import Card
from regolith.envs.terraforming_mars.drawing import discard, first_of, take_in_hand
from regolith.envs.terraforming_mars.playing import put_on_table
from regolith.envs.terraforming_mars.state import (
    DTYPE,
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    MARS_SPACES,
    NOBODY,
    NONE,
    Deck,
    Lies,
    Phase,
)
from regolith.envs.terraforming_mars.supply import pays_with_heat
from regolith.envs.terraforming_mars.tables import build, numbered
from regolith.envs.terraforming_mars.words import CardKind, Tile, Track

RESOURCES = {"mc": 0, "steel": 1, "titanium": 2, "plants": 3, "energy": 4, "heat": 5}
TRACKS = {"temperature": Track.TEMPERATURE, "oxygen": Track.OXYGEN, "oceans": Track.OCEANS, "venus": Track.VENUS_SCALE}
OFF_MARS = ("01", "02", "70", "71", "72", "73")
SPACE_NAMES = [f"{n + 3:02}" for n in range(MARS_SPACES)] + list(OFF_MARS)
SPACE = {name: number for number, name in enumerate(SPACE_NAMES)}
TILE_NAMES = {Tile.OCEAN_TILE: "ocean", Tile.GREENERY_TILE: "greenery", Tile.CITY_TILE: "city"}
TILE_NAMES |= {tile: tile.name.replace("_", " ").title() for tile in Tile if tile not in TILE_NAMES}
TILE = {name: tile for tile, name in TILE_NAMES.items()}
DECKS = {"project": Deck.PROJECTS, "corporation": Deck.CORPORATIONS, "prelude": Deck.PRELUDES}
PLAYER_FIELDS = {"tr": "rating", "hand": "hand", "corruption": "corruption", "greenery_plants": "greenery_cost"}
EXPANSIONS = {"corpera": "corporate_era", "prelude": "prelude", "venus": "venus"}
EXPANSIONS |= {name: name for name in ("colonies", "turmoil", "underworld")}


class Cards:
    """A table with its cards by name. Cards that the game does not have yet are stood in for by blank ones."""

    def __init__(self, extra: Iterable[Card] = ()) -> None:
        self.cards = numbered()
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
        self.table = build(self.cards)

    def names(self, numbers: Iterable[int]) -> list[str]:
        return sorted(self.cards[int(n)].name for n in numbers)


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


def build_fixture(fixture: dict[str, Any], cards: Cards) -> Any:
    """A fixture as a record."""
    record = np.zeros(1, DTYPE)
    s = record[0]
    s.rng[:] = (1, 2, 3, 4)
    s.players, s.map = fixture["players"], Map.THARSIS
    for expansion in fixture["expansions"]:
        s[EXPANSIONS[expansion]] = 1
    s.generation, s.first_player, s.player = fixture["generation"], fixture["first_player"], fixture["active_player"]
    for field in ("tile", "tile_owner", "claim", "owner", "milestone", "award", "excavated"):
        s[field][:] = NONE
    s.last_space = NONE
    s.phase = Phase.ACTION
    s.greenery_cost[:] = 8
    set_tracks(record, fixture)
    for space in fixture["oceans"]:
        put_tile(record, space, "ocean", NOBODY)
    for tile in fixture["tiles"]:
        put_tile(record, tile["space"], tile["tile"], tile["owner"])
    for p, player in enumerate(fixture["player"]):
        s.rating[p] = player["tr"]
        for name, r in RESOURCES.items():
            s.stock[p, r], s.production[p, r] = player["stock"][name], player["production"][name]
        s.corruption[p] = player.get("corruption", 0)
        for card in player["tableau"]:
            put_in_play(record, cards, card["card"], p, card["resources"])
        for name in player["hand"]:
            take_in_hand(s, cards.number[name], p)
    for token in fixture.get("underworld", {}).get("identified", []):
        s.identified[SPACE[token["space"]]] = 1
    for marker in fixture.get("underworld", {}).get("excavation_markers", []):
        s.excavated[SPACE[marker["space"]]] = marker["owner"]
    for word, deck in DECKS.items():
        pile = [cards.number[name] for name in fixture[f"{word}_deck_top_first"]]
        s.deck[first_of(deck) : first_of(deck) + len(pile)] = pile[::-1]
        s.deck_size[deck] = len(pile)
        s.lies[pile] = Lies.IN_THE_DECK
    return record


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
        elif not player.isdigit():
            raise Unsupported(key)
        elif what in RESOURCES:
            s.stock[int(player), RESOURCES[what]] = value
        elif what.removeprefix("prod.") in RESOURCES:
            s.production[int(player), RESOURCES[what.removeprefix("prod.")]] = value
        elif what == "corruption":
            s.corruption[int(player)] = value
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


class View:
    """The fields of a record that a delta looks at, as plain lists where they are walked through: NumPy records are slow to read."""

    LISTS = (
        "tile",
        "tile_owner",
        "claim",
        "excavated",
        "identified",
        "stock",
        "production",
        "rating",
        "hand",
        "corruption",
    )
    LISTS += ("metal_value", "greenery_cost", "track", "milestone", "award")
    ARRAYS = ("lies", "owner", "resources")

    def __init__(self, record: Any) -> None:
        self.record = record
        self.list = {name: record[name][0].tolist() for name in self.LISTS}
        self.array = {name: record[name][0] for name in self.ARRAYS}
        self.map, self.players, self.generation = (int(record[name][0]) for name in ("map", "players", "generation"))

    def tiles(self) -> set[str]:
        tiles, owners = self.list["tile"], self.list["tile_owner"]
        return {
            f"{name}:{TILE_NAMES[Tile(tiles[n])]}:{'-' if owners[n] == NOBODY else owners[n]}"
            for n, name in enumerate(SPACE_NAMES)
            if tiles[n] != NONE
        }

    def markers(self, field: str) -> set[str]:
        return {
            f"{name}:{owner}" for name, owner in zip(SPACE_NAMES, self.list[field], strict=False) if owner != NOBODY
        }

    def goals(self, field: str) -> set[str]:
        board = BOARDS[Map(self.map)]
        goals = (*board.awards, VENUS_AWARD) if field == "award" else (*board.milestones, VENUS_MILESTONE)
        return {f"{goal.name}:{p}" for goal, p in zip(goals, self.list[field], strict=False) if p != NOBODY}

    def tableau(self, player: int) -> set[int]:
        mine = (self.array["lies"] >= Lies.IN_PLAY) & (self.array["owner"] == player)
        return set(np.nonzero(mine)[0].tolist())

    def cards_in_hand(self, player: int, preludes: bool = False) -> set[int]:
        held = np.nonzero((self.array["lies"] == Lies.IN_HAND) & (self.array["owner"] == player))[0].tolist()
        return {card for card in held if (card >= FIRST_PRELUDE) == preludes}


def delta(cards: Cards, before: View, after: Any, stimulus_card: str | None = None) -> dict[str, Any]:
    """What changed, as a flat object of the shared format."""
    b, a, t = before, View(after), cards.table[0]
    found: dict[str, Any] = {}

    def number(key: str, new: int, old: int) -> None:
        if new != old:
            found[key] = int(new) - int(old)

    def names(key: str, values: Iterable[str]) -> None:
        if listed := sorted(values):
            found[key] = listed

    own = NONE if stimulus_card is None else cards.number[stimulus_card]
    for p in range(a.players):
        for name, r in RESOURCES.items():
            number(f"{p}.{name}", a.list["stock"][p][r], b.list["stock"][p][r])
            number(f"{p}.prod.{name}", a.list["production"][p][r], b.list["production"][p][r])
        for name, field in PLAYER_FIELDS.items():
            number(f"{p}.{name}", a.list[field][p], b.list[field][p])
        for i, name in enumerate(("steel_value", "titanium_value")):
            number(f"{p}.{name}", a.list["metal_value"][p][i], b.list["metal_value"][p][i])
        names(f"-{p}.handcards", cards.names(b.cards_in_hand(p) - a.cards_in_hand(p)))
        number(f"{p}.preludes", len(a.cards_in_hand(p, True)), len(b.cards_in_hand(p, True)))
        old, new = b.tableau(p), a.tableau(p)
        names(f"+{p}.tableau", cards.names(new - old - {own}))
        names(f"-{p}.tableau", cards.names(old - new))
        if old != new:
            number(f"{p}.heat_as_mc", int(pays_with_heat(t, after[0], p)), int(pays_with_heat(t, b.record[0], p)))
        for card in np.nonzero(a.array["resources"] != b.array["resources"])[0].tolist():
            if card in new:
                number(f"{p}.on.{cards.cards[card].name}", a.array["resources"][card], b.array["resources"][card])
    if own != NONE and own not in a.tableau(0):
        found["self_not_in_tableau"] = 1
    for name, track in TRACKS.items():
        number(name, a.list["track"][track], b.list["track"][track])
    if a.list["tile"] != b.list["tile"] or a.list["tile_owner"] != b.list["tile_owner"]:
        names("+tiles", a.tiles() - b.tiles())
        names("-tiles", b.tiles() - a.tiles())
    number("identified", sum(a.list["identified"]), sum(b.list["identified"]))
    if a.list["excavated"] != b.list["excavated"]:
        names("-excavated", b.markers("excavated") - a.markers("excavated"))
        names("+excavated", a.markers("excavated") - b.markers("excavated"))
    if a.list["claim"] != b.list["claim"]:
        names("+claims", a.markers("claim") - b.markers("claim"))
    names("+awards", a.goals("award") - b.goals("award"))
    names("+milestones", a.goals("milestone") - b.goals("milestone"))
    number("generation", a.generation, b.generation)
    return found
