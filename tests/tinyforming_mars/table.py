"""Sets up positions by what lies on the table, and reads them back in the words of the rulebook.

Hexes are numbered 1 to 19 as on the board. What is not on the map or with a player lies in the supply, so that every
position keeps the counts of the box: 10 credits (5 in solitaire), 11 heat, 7 greenery, 4 water, 4 tokens.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from regolith import envs
from regolith.envs.core.record import Over
from regolith.envs.core.state import State
from regolith.envs.tinyforming_mars.standing import recount
from regolith.envs.tinyforming_mars.tables import TABLE
from regolith.envs.tinyforming_mars.words import Kind

FACTS: dict[str, Any] = json.loads((Path(__file__).parent / "facts.json").read_text(encoding="utf-8"))
PROJECTS: dict[str, dict[str, Any]] = {project["name"]: project for project in FACTS["projects"]}
NUMBER = {name: number for number, name in enumerate(PROJECTS)}
"""Number of a project: 4 * card + 2 * face + slot, all from 0; the facts are listed in that order."""
ADJACENT = {hex_["hex"]: set(hex_["adjacent"]) for hex_ in FACTS["maps"]["tharsis"]}
WATER_HEXES = {name: {h["hex"] for h in hexes if h["kind"] == "water"} for name, hexes in FACTS["maps"].items()}
LAND = {name: set(range(1, 20)) - WATER_HEXES[name] for name in WATER_HEXES}
SEATS = ("white", "black")
TOKENS = ("nature", "production", "science")
TAGS = "NPSEX"
NO_TOKENS = {"nature": 0, "production": 0, "science": 0}
ANY_ROW = ("Comet", "Moss", "Lichen")


@dataclass(frozen=True)
class Side:
    """What one player has. `projects` are the three facing him; the opponent faces the other halves of the same faces."""

    projects: Sequence[str] = ()
    credits: int = 3
    heat: int = 0
    cities: Sequence[int] = ()
    tokens: dict[str, int] = field(default_factory=dict)
    used: Sequence[str] = ()
    """Projects activated this generation; a credit lies on each."""
    standard_used: bool = False
    passed: bool = False


@dataclass(frozen=True)
class Holding:
    """What a player or the supply has, read back."""

    credits: int
    heat: int
    tokens: dict[str, int]
    greenery: int = 0
    water: int = 0
    cities: frozenset[int] = frozenset()
    tags: str = ""


def partner(name: str) -> str:
    """The other project of the same face."""
    return list(PROJECTS)[NUMBER[name] ^ 1]


def bits(hexes: Iterable[int]) -> int:
    """A set of board hexes as the record keeps it."""
    return sum(1 << (h - 1) for h in hexes)


def hexes_of(bits_: Any) -> set[int]:
    return {h for h in range(1, 20) if int(bits_) >> (h - 1) & 1}


class Table:
    """A game in progress, driven by the names of actions."""

    def __init__(self, state: State) -> None:
        self.state = state

    # deciding

    def offered(self) -> list[str]:
        """Everything the player to move may do, by name."""
        return [self.state.action_name(a) for a in self.state.legal_actions()]

    def can(self, action: str) -> bool:
        return action in self.offered()

    def do(self, *actions: str) -> Table:
        """Take these decisions one after the other."""
        for action in actions:
            numbers = [a for a in self.state.legal_actions() if self.state.action_name(a) == action]
            assert len(numbers) == 1, f"{action!r} is not offered: {self.offered()}"
            self.state.apply(numbers[0])
        return self

    def hexes(self) -> set[int]:
        """The hexes offered for a placement, removal or move."""
        return {int(name.split()[-1]) for name in self.offered() if name.split()[-1].isdigit()}

    def skip_research(self) -> Table:
        """Orient the cards of a new generation in the first way offered."""
        while self.kind == Kind.ORIENT:
            self.state.apply(self.state.legal_actions()[0])
        return self

    def copy(self) -> Table:
        return Table(self.state.clone())

    # looking

    @property
    def record(self) -> Any:
        return self.state.record

    @property
    def kind(self) -> Kind:
        return self.state.kind

    @property
    def turn(self) -> str | None:
        return None if self.state.is_terminal else SEATS[self.state.current_player]

    @property
    def white(self) -> Holding:
        return self._side(0)

    @property
    def black(self) -> Holding:
        return self._side(1)

    def _side(self, seat: int) -> Holding:
        r = self.record
        tags = "".join(letter * int(r.tags[seat, i]) for i, letter in enumerate(TAGS))
        tokens = {name: int(r.tokens[seat, i]) for i, name in enumerate(TOKENS)}
        return Holding(
            int(r.credits[seat]), int(r.heat[seat]), tokens, cities=frozenset(hexes_of(r.cities[seat])), tags=tags
        )

    @property
    def supply(self) -> Holding:
        r = self.record
        tokens = {name: int(r.token_supply[i]) for i, name in enumerate(TOKENS)}
        heat, greenery, water = (int(n) for n in r.supply)
        return Holding(int(r.credit_supply), heat, tokens, greenery, water)

    @property
    def markers(self) -> int:
        """Credits lying on projects."""
        return int(self.record.markers)

    @property
    def greenery(self) -> set[int]:
        return hexes_of(self.record.greenery)

    @property
    def water(self) -> set[int]:
        return hexes_of(self.record.water)

    @property
    def heat_on_map(self) -> set[int]:
        return hexes_of(self.record.heat_on_map)

    @property
    def generation(self) -> int:
        return int(self.record.generation)


@cache
def game_of(options: tuple[tuple[str, Any], ...]) -> Any:
    return envs.game("tinyforming_mars", **dict(options))


def new(seed: int = 1, **options: Any) -> Table:
    """A freshly dealt game."""
    return Table(game_of(tuple(sorted(options.items()))).new(seed))


def _row(white: Side, black: Side, solo: bool) -> tuple[list[str], list[str]]:
    """The projects of both sides, from whichever side names them."""
    mine = list(white.projects) or [partner(name) for name in black.projects] or list(ANY_ROW)
    theirs = [partner(name) for name in mine]
    if black.projects and list(black.projects) != theirs:
        raise ValueError(f"Black must face {theirs}")
    if len({PROJECTS[name]["card"] for name in mine}) != 3:
        raise ValueError("three projects of three different cards face a player")
    return mine, [] if solo else theirs


def _deal_deck(record: Any, row: list[str], deck: Sequence[str] | None) -> None:
    """The row and under it the other four cards; `deck` names a project of each face that will be played, top first."""
    record.drawn = record.oriented = 3
    for i, name in enumerate(row):
        record.row_card[i], record.row_face[i] = NUMBER[name] // 4, NUMBER[name] // 2 % 2
    in_play = {NUMBER[name] // 4 for name in row}
    coming = [4 * card for card in range(7) if card not in in_play] if deck is None else [NUMBER[name] for name in deck]
    if {n // 4 for n in coming} | in_play != set(range(7)) or len(coming) != 4:
        raise ValueError("row and deck must hold the seven cards")
    record.deck_size, record.unseen = 4, 0
    record.deck_card[:], record.deck_up[:] = 0, 0
    for i, number in enumerate(coming):
        record.deck_card[i], record.deck_up[i] = number // 4, 1 - number // 2 % 2


def _check(record: Any, land_and_water: list[int]) -> None:
    if len(set(land_and_water)) != len(land_and_water):
        raise ValueError("two pieces on one hex")
    counts = [int(record.credit_supply), *map(int, record.supply), *map(int, record.token_supply)]
    if min(counts) < 0:
        raise ValueError(f"more pieces than the box holds: {counts}")
    for seat in range(2):
        if len(hexes_of(record.cities[seat])) > 2:
            raise ValueError("a player has two cities at most")


def table(
    white: Side | None = None,
    black: Side | None = None,
    *,
    greenery: Sequence[int] = (),
    water: Sequence[int] = (),
    heat: Sequence[int] = (),
    turn: str = "white",
    generation: int = 3,
    leader: str | None = None,
    deck: Sequence[str] | None = None,
    attached: Sequence[str] = (),
    **options: Any,
) -> Table:
    """A position in the action phase. White leads odd generations unless told otherwise; attachments are for `intense`."""
    state = new(**options).state
    r, solo = state.record, options.get("players") == 1
    white, black = white or Side(), black or Side(credits=0 if solo else 3)
    facing = _row(white, black, solo)
    _deal_deck(r, facing[0], deck)
    r.generation, r.player, r.kind = generation, SEATS.index(turn), Kind.ACTION
    r.leader = SEATS.index(leader) if leader else 0 if solo or generation % 2 else 1
    r.greenery, r.water, r.heat_on_map = bits(greenery), bits(water), bits(heat)
    r.choices, r.may_decline, r.todo, r.active, r.over = 0, 0, 0, -1, Over.RUNNING
    for seat, side in enumerate((white, black)):
        r.facing[seat] = [NUMBER[name] for name in facing[seat]] or -1
        r.used[seat] = [name in side.used for name in facing[seat]] or 0
        r.standard_used[seat], r.passed[seat] = side.standard_used, side.passed or (solo and seat == 1)
        r.credits[seat], r.heat[seat], r.cities[seat] = side.credits, side.heat, bits(side.cities)
        r.tokens[seat] = [side.tokens.get(name, 0) for name in TOKENS]
        recount(TABLE[0], r, seat)
    r.markers = len(white.used) + len(black.used)
    totals = FACTS["totals"]
    r.credit_supply = totals["solo_credits" if solo else "credits"] - r.credits.sum() - r.markers
    r.supply[0] = totals["cubes"]["heat"] - r.heat.sum() - len(heat)
    r.supply[1] = totals["cubes"]["greenery"] - len(greenery)
    r.supply[2] = totals["cubes"]["water"] - len(water)
    r.token_supply[:] = [totals["tokens"][name] for name in TOKENS] - r.tokens.sum(axis=0)
    r.attached_heat, r.attached_water = "heat" in attached, "water" in attached
    _check(r, [*greenery, *water, *heat, *white.cities, *black.cities])
    state.refresh()
    return Table(state)


READY = {
    "Research Outpost": ("Lava Flows", "Asteroid"),
    "Windmills": ("Bushes", "Moss"),
    "Subterranean Reservoir": ("Power Grid", "GHG Factories"),
    "Insects": ("Power Grid", "Moss"),
    "Grass": ("Windmills", "Solar Power"),
    "Geothermal Power": ("Asteroid", "Solar Power"),
    "Aquifer Pumping": ("Solar Power", "Bushes"),
    "Moss": ("Windmills", "Asteroid"),
    "Asteroid Mining": ("Trees", "Aquifer Pumping"),
    "GHG Factories": ("Moss", "Trees"),
    "Methane From Titan": ("Insects", "Protected Valley"),
    "Bushes": ("Solar Power", "Moss"),
    "Ice Asteroid": ("Trees", "Moss"),
    "Fusion Power": ("Algae", "Moss"),
    "Asteroid": ("Research Outpost", "Moss"),
    "Protected Valley": ("Windmills", "Moss"),
    "Water From Europa": ("Research Outpost", "Moss"),
    "Lava Flows": ("Bushes", "Comet"),
    "Great Dam": ("Fusion Power", "Trees"),
    "Lichen": ("Windmills", "Asteroid"),
    "Artificial Lake": ("Moss", "Bushes"),
    "Solar Power": ("Lava Flows", "Moss"),
    "Nuclear Power": ("Lava Flows", "Comet"),
    "Trees": ("Power Grid", "Moss"),
    "Ice Cap Melting": ("Bushes", "Moss"),
    "Power Grid": ("Grass", "Windmills"),
    "Comet": ("Research Outpost", "Moss"),
    "Algae": ("Solar Power", "Moss"),
}
"""For each project two others that give just the tags it needs, and none that would lower its cost."""


def row(name: str) -> list[str]:
    """A project and two that give it its tags."""
    return [name, *READY[name]]


def cheapest(name: str, white: Side, **position: Any) -> int:
    """The least number of credits with which White may activate a project here: its cost."""
    for credits in range(7):
        if table(replace(white, credits=credits), **position).can(name):
            return credits
    raise AssertionError(f"{name} cannot be activated with any number of credits")
