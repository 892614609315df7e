"""What changed between two records, as a delta of the shared format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from regolith.envs.terraforming_mars.language.lasting import Rule
from regolith.envs.terraforming_mars.rooms import FIRST_PRELUDE, MARS_SPACES, NEUTRAL, NOBODY, NONE
from regolith.envs.terraforming_mars.rules.placement import OCEAN_MC
from regolith.envs.terraforming_mars.rules.price import MEANS_STEEL, MEANS_TITANIUM, card_price, unit_value
from regolith.envs.terraforming_mars.rules.supply import pays_with_heat, rule_of
from regolith.envs.terraforming_mars.state import Deck, Lies
from regolith.envs.terraforming_mars.turmoil.words import Party
from regolith.envs.terraforming_mars.words import CardSet, Tile

from . import committee, underground
from .colony_tiles import TILE_NAMES as COLONY_TILES
from .colony_tiles import changes, shown, trades
from .difference import Difference, compare
from .position import PLAYER_FIELDS, RESOURCES, SPACE_NAMES, TILE_NAMES, TRACKS, Cards, goal_names

OWNER = {NOBODY: "-", NEUTRAL: "n"}
COLONY_FIELDS = ("colony_lies", "colony_track", "colony_owner", "colony_visitor")


def lasting(t: Any, s: Any, p: int) -> dict[str, int]:
    """What the reference keeps for a player and we find by looking at his cards."""
    return {
        "heat_as_mc": int(pays_with_heat(t, s, p)),
        "card_price": int(card_price(t, s, p)),
        "trade_discount": int(rule_of(t, s, p, Rule.TRADE_DISCOUNT, NONE)),
        "trade_offset": int(rule_of(t, s, p, Rule.TRADE_STEPS, NONE)),
        "ocean_bonus": int(OCEAN_MC + rule_of(t, s, p, Rule.OCEAN_BONUS, NONE)),
        "influence_bonus": int(rule_of(t, s, p, Rule.INFLUENCE, NONE)),
    }


def worth_of_metals(t: Any, s: Any, p: int) -> dict[str, int]:
    """In MC, while policies are in force."""
    means = {"steel_value": MEANS_STEEL, "titanium_value": MEANS_TITANIUM}
    return {name: int(unit_value(t, s, p, mean)) for name, mean in means.items()}


class View:
    """The fields of a record that a delta looks at, as plain lists where they are walked through: NumPy records are slow to read."""

    LISTS = (
        *("tile", "tile_owner", "claim", "excavated", "token", "stock", "production", "rating", "hand"),
        *("corruption", "metal_value", "greenery_cost", "track", "milestone", "award", "fleets"),
        *COLONY_FIELDS,
        *committee.LISTS,
        *underground.LISTS,
    )
    ARRAYS = ("lies", "owner", "resources")

    def __init__(self, record: Any) -> None:
        self.record = record
        self.list = {name: record[name][0].tolist() for name in self.LISTS}
        self.array = {name: record[name][0] for name in self.ARRAYS}
        self.number = {name: int(record[name][0]) for name in committee.NUMBERS}
        self.players, self.generation = (int(record[name][0]) for name in ("players", "generation"))
        for values, swing in zip(self.list["metal_value"], record["metal_swing"][0].tolist(), strict=True):
            values[:] = [value + swing for value in values]
        if record["box"][0, CardSet.TURMOIL] and self.number["ruling"] == Party.UNITY:
            for values in self.list["metal_value"][: self.players]:
                values[1] += committee.TITANIUM_UNDER_UNITY

    def tile(self, space: int) -> str | None:
        tile, owner = self.list["tile"][space], self.list["tile_owner"][space]
        return None if tile == NONE else f"{SPACE_NAMES[space]}:{TILE_NAMES[Tile(tile)]}:{OWNER.get(owner, owner)}"

    def marker(self, field: str, space: int) -> str | None:
        owner = self.list[field][space]
        return None if owner == NOBODY else f"{SPACE_NAMES[space]}:{owner}"

    def goals(self, field: str) -> set[str]:
        names = goal_names(self.record[0], field)
        return {f"{name}:{p}" for name, p in zip(names, self.list[field], strict=False) if p != NOBODY}

    def place_of(self, card: int) -> tuple[str, int] | None:
        """Hand or tableau of a player, where a card is there."""
        lies, owner = int(self.array["lies"][card]), int(self.array["owner"][card])
        if lies == Lies.IN_HAND:
            return ("preludes" if card >= FIRST_PRELUDE else "handcards", owner)
        return ("tableau", owner) if lies >= Lies.IN_PLAY else None


def delta(cards: Cards, before: View, after: Any, stimulus_card: str | None = None) -> dict[str, Any]:
    """What changed, as a flat object of the shared format."""
    b, a, t = before, View(after), cards.table[0]
    found: dict[str, Any] = {}

    def number(key: str, new: int, old: int) -> None:
        if new != old:
            found[key] = int(new) - int(old)

    def change(key: str, new: str | None, old: str | None) -> None:
        if new != old:
            if new is not None:
                found.setdefault(f"+{key}", []).append(new)
            if old is not None:
                found.setdefault(f"-{key}", []).append(old)

    for p in range(a.players):
        for name, r in RESOURCES.items():
            number(f"{p}.{name}", a.list["stock"][p][r], b.list["stock"][p][r])
            number(f"{p}.prod.{name}", a.list["production"][p][r], b.list["production"][p][r])
        for name, field in PLAYER_FIELDS.items():
            number(f"{p}.{name}", a.list[field][p], b.list[field][p])
        for i, name in enumerate(("steel_value", "titanium_value")):
            number(f"{p}.{name}", a.list["metal_value"][p][i], b.list["metal_value"][p][i])
    moved = (a.array["lies"] != b.array["lies"]) | (a.array["owner"] != b.array["owner"])
    for card in np.nonzero(moved)[0].tolist():
        name, new, old = cards.cards[card].name, a.place_of(card), b.place_of(card)
        for place, sign, times in ((new, "+", 1), (old, "-", -1)):
            if new == old or place is None:
                continue
            where, p = place
            if where == "preludes":
                found[f"{p}.preludes"] = found.get(f"{p}.preludes", 0) + times
            elif where == "tableau":
                before_it = lasting(t, b.record[0], p)
                for key, value in lasting(t, after[0], p).items():
                    number(f"{p}.{key}", value, before_it[key])
            # Which cards were drawn does not matter, nor that the card in question came into play.
            if (where == "handcards" and sign == "-") or (
                where == "tableau" and (sign == "-" or name != stimulus_card or p != 0)
            ):
                found.setdefault(f"{sign}{p}.{where}", []).append(name)
    for card in np.nonzero(a.array["resources"] != b.array["resources"])[0].tolist():
        if a.array["lies"][card] >= Lies.IN_PLAY:
            on = f"{a.array['owner'][card]}.on.{cards.cards[card].name}"
            number(on, a.array["resources"][card], b.array["resources"][card])
    if stimulus_card is not None and a.place_of(cards.number[stimulus_card]) != ("tableau", 0):
        found["self_not_in_tableau"] = 1
    for name, track in TRACKS.items():
        number(name, a.list["track"][track], b.list["track"][track])
    if a.list["tile"] != b.list["tile"] or a.list["tile_owner"] != b.list["tile_owner"]:
        for space in range(len(SPACE_NAMES)):
            change("tiles", a.tile(space), b.tile(space))
    for key, field in (("claims", "claim"), ("excavated", "excavated")):
        if a.list[field] != b.list[field]:
            for space in range(MARS_SPACES):
                change(key, a.marker(field, space), b.marker(field, space))
    number("identified", *(sum(token != NONE for token in view.list["token"]) for view in (a, b)))
    if any(a.list[field] != b.list[field] for field in COLONY_FIELDS):
        found |= dict(changes(a.list, b.list, a.players))
        for p in range(a.players):
            number(f"{p}.trades", trades(a.list, p), trades(b.list, p))
        for tile in COLONY_TILES:
            change("colony_tiles", shown(a.list, tile), shown(b.list, tile))
    if a.number != b.number or any(a.list[field] != b.list[field] for field in committee.LISTS):
        found |= dict(committee.changes(a.list, b.list, a.number, b.number, a.players))
    if any(a.list[field] != b.list[field] for field in underground.LISTS):
        found |= dict(underground.changes(a.list, b.list, a.players))
    for field in ("award", "milestone"):
        if a.list[field] != b.list[field]:
            found[f"+{field}s"] = list(a.goals(field) - b.goals(field))
    number("generation", a.generation, b.generation)
    return {key: sorted(value) if isinstance(value, list) else value for key, value in found.items() if value}


class Ends:
    """The deltas of all ends of something that happened, and whether a project card was drawn or revealed on the way to one of them."""

    def __init__(self, cards: Cards, before: Any, ends: Iterator[Any], stimulus_card: str | None = None) -> None:
        self.cards, self.before, self.ends, self.stimulus_card = cards, View(before), ends, stimulus_card
        self.drew = self.drew_preludes = False

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for after in self.ends:
            changed = (after["deck_size"] != self.before.record["deck_size"])[0]
            self.drew = self.drew or bool(changed[Deck.PROJECTS])
            self.drew_preludes = self.drew_preludes or bool(changed[Deck.PRELUDES])
            yield delta(self.cards, self.before, after, self.stimulus_card)

    def compare_draws(self, record: str, stored: dict[str, Any]) -> list[Difference]:
        """Whether cards were drawn, as the record says; it does not say whether preludes are meant too."""
        if self.drew_preludes:
            return []
        before = self.before.record
        return compare(record, [{"draws": stored.get("draws", False)}], [{"draws": self.drew}], before=before)
