"""Which projects may be activated, worked out a second time from the facts and compared with the game in random play."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from regolith.envs.tinyforming_mars.words import Kind

from .table import ADJACENT, FACTS, LAND, PROJECTS, TOKENS, WATER_HEXES, Holding, Table, new

STANDARD = {project["name"]: project for project in FACTS["standard_projects"]}
LETTER = {"nature": "N", "production": "P", "science": "S", "energy": "E", "space": "X"}
ALL = set(range(1, 20))
CUBE_OF = {"Import Water": "water", "Greenhouses": "greenery", "Energy Farms": "heat"}
CUBE_OF_COLOUR = {"red": "heat", "green": "greenery", "blue": "water"}
DISCOUNT = {
    "GHG Factories": ("P", 2),
    "Subterranean Reservoir": ("N", 1),
    "Water From Europa": ("X", 1),
    "Nuclear Power": ("E", 0),
}
"""Projects cheaper by a tag, beyond so many of it."""
TOKEN_LETTERS = {"N", "P", "S"}


class Referee:
    """One player's possibilities, from the table alone."""

    def __init__(self, t: Table, options: dict[str, Any]) -> None:
        self.t, self.seat = t, t.state.current_player
        self.me: Holding = (t.white, t.black)[self.seat]
        self.map = options.get("map", "tharsis")
        self.token_discounts = options.get("token_discounts", True)
        self.cities = t.white.cities | t.black.cities
        self.vacant = ALL - t.greenery - t.water - t.heat_on_map - self.cities
        self.land, self.wet = self.vacant & LAND[self.map], self.vacant & WATER_HEXES[self.map]
        self.facing = [list(PROJECTS)[n] for n in t.record.facing[self.seat]]
        self.tags = Counter("".join(PROJECTS[name]["provides"] for name in self.facing))
        for hex_ in FACTS["maps"][self.map]:
            if hex_["kind"] == "bonus" and hex_["hex"] in self.me.cities:
                self.tags[LETTER[hex_["tag"]]] += 1
        self.tokens = Counter({LETTER[name]: self.me.tokens[name] for name in TOKENS})
        self.heat = t.white.heat + t.black.heat + len(t.heat_on_map)
        self.beside_any = self.around(self.cities)
        self.beside_me = self.around(self.me.cities)

    @staticmethod
    def around(hexes: frozenset[int] | set[int]) -> set[int]:
        return set().union(*(ADJACENT[h] for h in hexes)) if hexes else set()

    def city_possible(self) -> bool:
        """A new city, or a move to another hex, has a site."""
        if len(self.me.cities) < 2 and self.land - self.beside_any:
            return True
        return any(self.land - self.around(self.cities - {city}) for city in self.me.cities)

    def sites(self, name: str) -> bool:
        """Is there room for what must be placed?"""
        if name in ("Research Outpost", "Found City"):
            return self.city_possible()
        places: dict[str, set[int]] = {
            "Grass": self.land & self.beside_any,
            "Lichen": self.land - self.beside_any,
            "Trees": {h for h in self.land if len(ADJACENT[h] & self.t.greenery) >= 2},
            "Algae": {h for h in self.land if ADJACENT[h] & self.t.water},
            "Protected Valley": self.wet,
            "Artificial Lake": self.wet & self.beside_any,
            "Ice Cap Melting": self.vacant & {17, 18, 19},
            "Lava Flows": self.land,
            "Greenhouses": self.land,
            "Import Water": self.wet,
        }
        if name in places:
            return bool(places[name])
        colour = PROJECTS[name]["colour"] if name in PROJECTS else None
        return {"green": bool(self.land), "blue": bool(self.wet)}.get(str(colour), True)

    def cost(self, name: str, missing: Counter[str]) -> int:
        """The cost without discount tokens."""
        printed = PROJECTS[name]["cost"]
        off = 0
        if name in DISCOUNT:
            tag, beyond = DISCOUNT[name]
            off = max(0, self.tags[tag] + missing[tag] - beyond)
        elif name == "Windmills":
            off = len(self.vacant & self.beside_me)
        elif name == "Geothermal Power":
            off = self.me.heat // 2
        elif name == "Bushes":
            off = len(self.t.greenery & self.beside_me)
        elif name == "Great Dam":
            off = max(0, len(self.t.water) - 2)
        elif name == "Solar Power":
            off = len(self.cities & {8, 9, 10, 11, 12})
        return max(1, printed - off)

    def may(self, name: str) -> bool:
        fact = PROJECTS.get(name) or STANDARD[name]
        missing = Counter(fact["requires"]) - self.tags
        if any(self.tokens[tag] < number for tag, number in missing.items()):
            return False
        spare = self.tokens - missing if self.token_discounts else Counter()
        parameters = fact.get("parameters", {})
        heat_needed = parameters.get("heat", 0)
        if name == "Insects":
            heat_needed -= 2 * (self.tags["S"] + missing["S"] - 1 + spare["S"])
        if self.heat < heat_needed or len(self.t.water) < parameters.get("water", 0):
            return False
        if name in STANDARD:
            cost, cube = fact["cost"], CUBE_OF.get(name)
        else:
            cost, cube = self.cost(name, missing), CUBE_OF_COLOUR.get(fact["colour"])
            if name in DISCOUNT and DISCOUNT[name][0] in TOKEN_LETTERS:
                cost = max(1, cost - spare[DISCOUNT[name][0]])
        if cost > self.me.credits or (cube and getattr(self.t.supply, cube) == 0):
            return False
        if name == "Sell Patent" and self.t.supply.credits == 0:
            return False
        return self.sites(name)

    def actions(self) -> set[str]:
        allowed = {
            name for i, name in enumerate(self.facing) if not self.t.record.used[self.seat, i] and self.may(name)
        }
        if not self.t.record.standard_used[self.seat]:
            allowed |= {name for name in STANDARD if self.may(name)}
        return allowed | {"pass"}


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"map": "elysium"},
        {"token_discounts": False},
        {"intense": True},
        {"map": "elysium", "intense": True},
        {"players": 1},
        {"players": 1, "map": "elysium"},
    ],
    ids=str,
)
def test_legal_actions_agree_with_a_second_reading_of_the_rules(options: dict[str, Any]) -> None:
    chooser = random.Random(str(options))
    offered: Counter[str] = Counter()
    for seed in range(30):
        t = new(seed, **options)
        while not t.state.is_terminal:
            if t.kind == Kind.ACTION:
                names = set(t.offered())
                assert names == Referee(t, options).actions(), t.state.describe()
                offered.update(names)
            actions = t.state.legal_actions()
            passing = [a for a in actions if t.state.action_name(a) == "pass"]
            # pass less often than a uniform choice would, so that the games are rich
            rest = [a for a in actions if a not in passing] if chooser.random() < 0.7 else actions
            t.state.apply(chooser.choice(rest or actions))
    assert len(offered) >= (25 if options.get("players") == 1 else 30)
