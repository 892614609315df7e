"""What changed between two records, as a delta of the shared format."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from regolith.envs.terraforming_mars.state import FIRST_PRELUDE, NEUTRAL, NOBODY, NONE, Lies
from regolith.envs.terraforming_mars.supply import pays_with_heat
from regolith.envs.terraforming_mars.words import Tile

from .position import PLAYER_FIELDS, RESOURCES, SPACE_NAMES, TILE_NAMES, TRACKS, Cards, goal_names

OWNER = {NOBODY: "-", NEUTRAL: "n"}


class View:
    """The fields of a record that a delta looks at, as plain lists where they are walked through: NumPy records are slow to read."""

    LISTS = (
        *("tile", "tile_owner", "claim", "excavated", "identified", "stock", "production", "rating", "hand"),
        *("corruption", "metal_value", "greenery_cost", "track", "milestone", "award"),
    )
    ARRAYS = ("lies", "owner", "resources")

    def __init__(self, record: Any) -> None:
        self.record = record
        self.list = {name: record[name][0].tolist() for name in self.LISTS}
        self.array = {name: record[name][0] for name in self.ARRAYS}
        self.players, self.generation = (int(record[name][0]) for name in ("players", "generation"))

    def tiles(self) -> set[str]:
        tiles, owners = self.list["tile"], self.list["tile_owner"]
        return {
            f"{name}:{TILE_NAMES[Tile(tiles[n])]}:{OWNER.get(owners[n], owners[n])}"
            for n, name in enumerate(SPACE_NAMES)
            if tiles[n] != NONE
        }

    def markers(self, field: str) -> set[str]:
        return {
            f"{name}:{owner}" for name, owner in zip(SPACE_NAMES, self.list[field], strict=False) if owner != NOBODY
        }

    def goals(self, field: str) -> set[str]:
        names = goal_names(self.record[0], field)
        return {f"{name}:{p}" for name, p in zip(names, self.list[field], strict=False) if p != NOBODY}

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
        names("-claims", b.markers("claim") - a.markers("claim"))
    for field in ("award", "milestone"):
        if a.list[field] != b.list[field]:
            names(f"+{field}s", a.goals(field) - b.goals(field))
    number("generation", a.generation, b.generation)
    return found
