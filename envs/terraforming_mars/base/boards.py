"""The three maps with their milestones and awards. Data only: editing this file recompiles nothing.

Spaces are numbered from 0 at the upper left, row by row to 60; then come the city spaces beside the map, as in `OffMars`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

from regolith.envs.terraforming_mars.language.box import Award, Goal, Milestone, tags
from regolith.envs.terraforming_mars.words import (
    ANIMAL,
    BUILDING,
    ENERGY,
    HEAT,
    JOVIAN,
    MC,
    MICROBE,
    PLANT,
    SCIENCE,
    SPACE,
    STEEL,
    TITANIUM,
    Map,
    Measure,
    Resource,
    SpaceKind,
)

ROWS = (5, 6, 7, 8, 9, 8, 7, 6, 5)
SPACES = sum(ROWS)


class Bonus(IntEnum):
    """An icon printed on a space."""

    PLANT = 0
    STEEL = 1
    TITANIUM = 2
    HEAT = 3
    CARD = 4
    OCEAN_FOR_6_MC = 5
    """Hellas' south pole: placing there costs 6 MC more and gives an ocean to place."""


@dataclass(frozen=True)
class Space:
    row: int
    column: int
    kind: SpaceKind
    bonuses: tuple[Bonus, ...] = ()
    name: str = ""

    @property
    def label(self) -> str:
        """Row letter and column, both from 1; there is no row I."""
        return f"{'ABCDEFGHJ'[self.row]}{self.column + 1}"


KIND_SIGNS = {".": SpaceKind.LAND, "~": SpaceKind.OCEAN, "^": SpaceKind.VOLCANIC, "!": SpaceKind.NOCTIS_CITY}
BONUS_SIGNS = {
    "p": Bonus.PLANT,
    "s": Bonus.STEEL,
    "t": Bonus.TITANIUM,
    "h": Bonus.HEAT,
    "c": Bonus.CARD,
    "o": Bonus.OCEAN_FOR_6_MC,
}


def spaces(drawing: str, names: dict[str, str]) -> tuple[Space, ...]:
    """A map from its drawing, line by line: a sign for the kind of each space, then one letter for each icon."""
    lines = [line.split() for line in drawing.strip().splitlines()]
    if tuple(len(line) for line in lines) != ROWS:
        raise ValueError("a map has 9 rows of 5 to 9 spaces")
    found = []
    for row, line in enumerate(lines):
        for column, signs in enumerate(line):
            found.append(Space(row, column, KIND_SIGNS[signs[0]], tuple(BONUS_SIGNS[sign] for sign in signs[1:])))
    if unknown := names.keys() - {space.label for space in found}:
        raise ValueError(f"no such spaces: {unknown}")
    return tuple(replace(space, name=names.get(space.label, "")) for space in found)


def axial() -> list[tuple[int, int]]:
    """Slanted column and row of each space, counted from the middle of the map."""
    middle = len(ROWS) // 2
    return [(column - min(row, middle), row - middle) for row, length in enumerate(ROWS) for column in range(length)]


CLOCKWISE = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Steps to the neighbours from the upper left on: the order in which solo setup counts them."""


def neighbours() -> tuple[tuple[int, ...], ...]:
    """The spaces that touch each space, clockwise from the upper left."""
    at = axial()
    number = {place: space for space, place in enumerate(at)}
    around = [[number.get((q + dq, r + dr)) for dq, dr in CLOCKWISE] for q, r in at]
    return tuple(tuple(space for space in ring if space is not None) for ring in around)


AWARD_COSTS = (8, 14, 20)
"""Of the first, second and third funded award."""


def stock(*resources: Resource) -> Goal:
    return Goal(Measure.STOCK, resources=resources)


def production(resource: Resource) -> Goal:
    return Goal(Measure.PRODUCTION, resources=(resource,))


def bottom_rows(rows: int) -> Goal:
    return Goal(Measure.TILES_IN_BOTTOM_ROWS, rows=rows)


@dataclass(frozen=True)
class Board:
    name: str
    spaces: tuple[Space, ...]
    milestones: tuple[Milestone, ...]
    awards: tuple[Award, ...]

    def spaces_of(self, *kinds: SpaceKind) -> list[int]:
        """Numbers of the spaces of some kinds."""
        return [number for number, space in enumerate(self.spaces) if space.kind in kinds]


# fmt: off
BOARDS: dict[Map, Board] = {
    Map.THARSIS: Board(
        "Tharsis",
        spaces("""
                        .ss   ~ss   .     ~c    ~
                     .     ^s    .     .     .     ~cc
                  ^c    .     .     .     .     .     .s
               ^pt   .p    .p    .p    .pp   .p    .p    ~pp
            ^pp   .pp   !pp   ~pp   ~pp   ~pp   .pp   .pp   .pp
               .p    .pp   .p    .p    .p    ~p    ~p    ~p
                  .     .     .     .     .     .p    .
                     .ss   .     .c    .c    .     .t
                        .s    .ss   .     .     ~tt
        """, {"B2": "Tharsis Tholus", "C1": "Ascraeus Mons", "D1": "Pavonis Mons", "E1": "Arsia Mons", "E3": "Noctis City"}),
        (
            Milestone("Terraformer", Goal(Measure.TERRAFORM_RATING), 35),
            Milestone("Mayor", Goal(Measure.CITIES), 3),
            Milestone("Gardener", Goal(Measure.GREENERIES), 3),
            Milestone("Builder", tags(BUILDING), 8),
            Milestone("Planner", Goal(Measure.CARDS_IN_HAND), 16),
        ),
        (
            Award("Landlord", Goal(Measure.TILES)),
            Award("Banker", production(MC)),
            Award("Scientist", tags(SCIENCE)),
            Award("Thermalist", stock(HEAT)),
            Award("Miner", stock(STEEL, TITANIUM)),
        ),
    ),
    Map.HELLAS: Board(
        "Hellas",
        spaces("""
                        ~pp   .pp   .pp   .ps   .p
                     ~pp   .pp   .p    .ps   .p    .p
                  ~p    .p    .s    .s    .     .pp   .pc
               ~p    .p    .s    .ss   .s    ~p    ~p    .p
            .c    .     .     .ss   .     ~c    ~hhh  ~     .p
               .t    .     .s    .     .     ~     ~s    .
                  ~tt   .     .     .c    .     .     .t
                     .s    .c    .hh   .hh   .t    .t
                        .     .hh   .o    .hh   .
        """, {"J3": "South Pole"}),
        (
            Milestone("Diversifier", Goal(Measure.KINDS_OF_TAGS), 8),
            Milestone("Tactician", Goal(Measure.CARDS_WITH_REQUIREMENT), 5),
            Milestone("Polar Explorer", bottom_rows(2), 3),
            Milestone("Energizer", production(ENERGY), 6),
            Milestone("Rim Settler", tags(JOVIAN), 3),
        ),
        (
            Award("Cultivator", Goal(Measure.GREENERIES)),
            Award("Magnate", Goal(Measure.AUTOMATED_CARDS)),
            Award("Space Baron", tags(SPACE)),
            Award("Excentric", Goal(Measure.CARD_RESOURCES)),
            Award("Contractor", tags(BUILDING)),
        ),
    ),
    Map.ELYSIUM: Board(
        "Elysium",
        spaces("""
                        ~     ~t    ~c    ~s    .c
                     ^t    .     .     ~     ~     .ss
                  ^tt   .     .c    .     ~p    ~     ^ccc
               .p    .p    .p    ~pp   .p    ~p    ~p    .ps
            .pp   .pp   .pp   ~pp   .pp   .ppp  .pp   .pp   ^pt
               .s    .p    .p    .p    .p    .p    .p    .
                  .t    .s    .     .     .s    .     .
                     .ss   .     .     .     .ss   .
                        .s    .     .c    .c    .ss
        """, {"B1": "Hecates Tholus", "C1": "Elysium Mons", "C7": "Olympus Mons", "E9": "Arsia Mons"}),
        (
            Milestone("Generalist", Goal(Measure.PRODUCTIONS_RAISED), 6),
            Milestone("Specialist", Goal(Measure.HIGHEST_PRODUCTION), 10),
            Milestone("Ecologist", tags(PLANT, MICROBE, ANIMAL), 4),
            Milestone("Tycoon", Goal(Measure.CARDS_IN_PLAY), 15),
            Milestone("Legend", Goal(Measure.EVENTS_PLAYED), 5),
        ),
        (
            Award("Celebrity", Goal(Measure.CARDS_IN_PLAY, cost=20)),
            Award("Industrialist", stock(STEEL, ENERGY)),
            Award("Desert Settler", bottom_rows(4)),
            Award("Estate Dealer", Goal(Measure.TILES_NEXT_TO_OCEAN)),
            Award("Benefactor", Goal(Measure.TERRAFORM_RATING)),
        ),
    ),
}
# fmt: on
