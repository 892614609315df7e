"""What holds for all 28 projects: requirements, payment, once per generation, the cube that the colour promises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

import pytest

from .table import FACTS, NUMBER, PROJECTS, READY, Side, Table, cheapest, row, table

NAMES = list(PROJECTS)
STARRED = [name for name in NAMES if PROJECTS[name]["starred"]]
GAINS_CREDITS = ["Aquifer Pumping", "Moss", "Asteroid Mining", "Power Grid"]


PLENTY: dict[str, Any] = {
    "black": Side(cities=[18], credits=2, heat=4),
    "water": [3, 16],
    "greenery": [7, 12],
}


def plenty(projects: list[str], credits: int = 6, used: Sequence[str] = (), **changes: Any) -> Table:
    """Tharsis with a cube, a hex and the parameters for every project, and no city on a bonus hex."""
    return table(Side(projects=projects, credits=credits, heat=3, cities=[5], used=used), **PLENTY | changes)


def finish(t: Table) -> Table:
    """Take the first choice of every sub-decision, declining offers."""
    while t.turn == "white":
        t.do("decline" if t.can("decline") else t.offered()[0])
    return t


@pytest.mark.parametrize("name", NAMES)
def test_project_is_offered_when_everything_is_there(name: str) -> None:
    assert plenty(row(name)).can(name)


@pytest.mark.parametrize("name", NAMES)
def test_project_needs_exactly_its_tags(name: str) -> None:
    """All rows of three that hold the project: it is offered in those, and only those, that give the tags it requires."""
    others = {card: [n for n in NAMES if PROJECTS[n]["card"] == card] for card in range(1, 8)}
    del others[PROJECTS[name]["card"]]
    required = Counter(PROJECTS[name]["requires"])
    offered_in = 0
    for cards in combinations(others, 2):
        for two in product(*(others[card] for card in cards)):
            given = Counter("".join(PROJECTS[n]["provides"] for n in (name, *two)))
            # six heat and two water are there, so Insects asks for no further science tag
            expected = all(given[tag] >= number for tag, number in required.items())
            assert plenty([name, *two]).can(name) == expected, two
            offered_in += expected
    assert 0 < offered_in < 240


@pytest.mark.parametrize("name", NAMES)
def test_only_the_projects_facing_you_are_yours(name: str) -> None:
    """Facing White means not offered to Black, and the other half of the card is never White's."""
    white_sees = plenty(row(name)).offered()
    assert not set(white_sees) & set(plenty(row(name), turn="black").offered()) - {
        "pass",
        *(standard["name"] for standard in FACTS["standard_projects"]),
    }
    assert set(white_sees) & set(NAMES) <= set(row(name))


@pytest.mark.parametrize("name", [name for name in NAMES if name not in STARRED])
def test_cost_without_reduction(name: str) -> None:
    cost = PROJECTS[name]["cost"]
    assert plenty(row(name), credits=cost).can(name)
    assert not plenty(row(name), credits=cost - 1).can(name)


@pytest.mark.parametrize("name", STARRED)
def test_printed_cost_when_nothing_reduces_it(name: str) -> None:
    """No own heat, greenery away from White's city, whose neighbours are all occupied; two water; center row empty."""
    white = Side(projects=row(name), cities=[1])
    filled = {"greenery": [12, 19], "heat": [2, 4, 5], "water": [3, 16], "black": Side(cities=[7], heat=4)}
    if name == "GHG Factories":
        white = Side(projects=row(name), cities=[18])  # hex 1 would give a production tag
        filled = {"water": [3, 16]}
    assert cheapest(name, white, **filled) == PROJECTS[name]["cost"]


@pytest.mark.parametrize("name", NAMES)
def test_one_credit_stays_on_the_project_and_the_rest_goes_to_the_supply(name: str) -> None:
    before = plenty(row(name))
    cost = cheapest(name, Side(projects=row(name), heat=3, cities=[5]), **PLENTY)
    after = finish(before.copy().do(name))
    assert after.markers == before.markers + 1
    spent = before.white.credits - after.white.credits
    if name not in GAINS_CREDITS:
        assert spent == cost
    assert after.supply.credits == before.supply.credits + spent - 1
    assert after.black.credits == before.black.credits


@pytest.mark.parametrize("name", NAMES)
def test_project_is_used_once_per_generation(name: str) -> None:
    t = finish(plenty(row(name)).do(name)).do("pass")
    assert t.turn == "white"
    assert not t.can(name)
    assert not plenty(row(name), used=[name]).can(name)
    assert plenty(row(name), used=READY[name][:1]).can(name)


@pytest.mark.parametrize("name", NAMES)
def test_tags_count_whether_or_not_the_project_was_activated(name: str) -> None:
    given = "".join(PROJECTS[n]["provides"] for n in row(name))
    for used in ((), [name], row(name)):
        t = table(Side(projects=row(name), credits=3, used=used))
        assert Counter(t.white.tags) == Counter(given)


COLOUR_GONE = {
    "red": {"black": Side(cities=[18], credits=2, heat=8)},
    "green": {"greenery": [1, 2, 4, 6, 7, 12, 19]},
    "blue": {"water": [3, 9, 10, 16]},
}


@pytest.mark.parametrize("colour", COLOUR_GONE)
@pytest.mark.parametrize("name", NAMES)
def test_the_cube_of_its_colour_must_be_in_the_supply(name: str, colour: str) -> None:
    """With one kind of cube used up exactly the projects of that colour are out; hexes are left for all."""
    t = plenty(row(name), **COLOUR_GONE[colour])
    assert t.can(name) == (PROJECTS[name]["colour"] != colour)


PARAMETERS = [
    ("Insects", "heat", 6),
    ("Grass", "heat", 3),
    ("Bushes", "heat", 4),
    ("Protected Valley", "heat", 2),
    ("Lichen", "heat", 2),
    ("Artificial Lake", "heat", 4),
    ("Trees", "heat", 5),
    ("Ice Cap Melting", "heat", 5),
    ("Moss", "water", 1),
    ("Great Dam", "water", 2),
    ("Algae", "water", 2),
]


@pytest.mark.parametrize(("name", "number"), [(name, n) for name, what, n in PARAMETERS if what == "heat"])
def test_heat_requirement_counts_both_players_and_the_map(name: str, number: int) -> None:
    def with_heat(white: int, black: int, on_map: int) -> Table:
        mine = Side(projects=row(name), credits=6, heat=white, cities=[5])
        return table(mine, Side(cities=[18], heat=black), greenery=[7, 12], heat=[8, 13, 17, 1, 2, 4][:on_map])

    for share in [(number, 0, 0), (0, number, 0), (0, 0, number), (1, number - 2, 1)]:
        assert with_heat(*share).can(name)
    for share in [(number - 1, 0, 0), (0, number - 1, 0), (0, 0, number - 1)]:
        assert not with_heat(*share).can(name)


@pytest.mark.parametrize(("name", "number"), [(name, n) for name, what, n in PARAMETERS if what == "water"])
def test_water_requirement_counts_cubes_on_the_map(name: str, number: int) -> None:
    hexes = [3, 16, 9]
    assert plenty(row(name), water=hexes[:number]).can(name)
    assert not plenty(row(name), water=hexes[: number - 1]).can(name)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in {p[0] for p in PARAMETERS}])
def test_other_projects_need_no_parameter(name: str) -> None:
    t = table(Side(projects=row(name), credits=6, cities=[5]), Side(cities=[18]))
    assert t.can(name)


def test_parameter_list_is_complete() -> None:
    printed = {(p["name"], what, n) for p in FACTS["projects"] for what, n in p["parameters"].items()}
    assert printed == set(PARAMETERS)


def test_every_project_has_a_row_that_suffices() -> None:
    assert list(READY) == sorted(READY, key=NUMBER.__getitem__)
    assert set(READY) == set(NAMES)


def test_a_bonus_hex_under_a_city_gives_its_tag() -> None:
    """Moss needs two nature tags: one comes from Solar Power, the other from the city on hex 8."""
    projects = ["Moss", "Solar Power", "Asteroid"]
    assert not table(Side(projects=projects, credits=4, cities=[13]), water=[16]).can("Moss")
    assert table(Side(projects=projects, credits=4, cities=[8]), water=[16]).can("Moss")
    assert not table(Side(projects=projects, credits=4), Side(cities=[8]), water=[16]).can("Moss")
