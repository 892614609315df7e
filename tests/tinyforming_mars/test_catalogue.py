"""The cards, standard projects and maps of the game against the table of facts."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from regolith.envs.tinyforming_mars import maps, words
from regolith.envs.tinyforming_mars.projects import CARDS, PROJECTS, STANDARD_PROJECTS, TAG_LETTERS, Project
from regolith.envs.tinyforming_mars.words import Colour, Hex, Map, Op, Reduction, Tag

from .table import FACTS, TAGS

BY_FACTS = pytest.mark.parametrize("fact", FACTS["projects"], ids=lambda fact: fact["name"])
TOTALS = FACTS["totals"]


def letters(tags: tuple[Tag, ...]) -> str:
    return "".join(sorted((TAG_LETTERS[tag] for tag in tags), key=TAGS.index))


def project_of(fact: dict[str, Any]) -> Project:
    return CARDS[fact["card"] - 1]["AB".index(fact["face"])][fact["slot"] - 1]


def test_seven_cards_with_two_faces_of_two_projects() -> None:
    assert len(CARDS) == words.CARDS == 7
    assert all(len(card) == 2 for card in CARDS)
    assert all(len(face) == 2 for card in CARDS for face in card)
    assert sum(len(card) for card in CARDS) == TOTALS["faces"] == 14


def test_twenty_eight_projects_and_five_standard_projects() -> None:
    assert len(PROJECTS) == words.PROJECTS == len(FACTS["projects"]) == 28
    assert len({project.name for project in PROJECTS}) == 28
    assert len(STANDARD_PROJECTS) == words.STANDARDS == len(FACTS["standard_projects"]) == 5


@BY_FACTS
def test_project_lies_on_its_card(fact: dict[str, Any]) -> None:
    assert project_of(fact).name == fact["name"]


@BY_FACTS
def test_project_number_follows_card_face_and_slot(fact: dict[str, Any]) -> None:
    number = 4 * (fact["card"] - 1) + 2 * "AB".index(fact["face"]) + fact["slot"] - 1
    assert PROJECTS[number].name == fact["name"]


@BY_FACTS
def test_project_colour_and_cost(fact: dict[str, Any]) -> None:
    project = project_of(fact)
    assert Colour(project.colour).name.lower() == fact["colour"]
    assert project.cost == fact["cost"]
    assert project.cost_text().endswith("*") == fact["starred"]


@BY_FACTS
def test_project_requirements_and_tags(fact: dict[str, Any]) -> None:
    project = project_of(fact)
    assert letters(project.tags) == fact["requires"]
    assert letters(project.gives) == fact["provides"]
    assert project.heat == fact["parameters"].get("heat", 0)
    assert project.water == fact["parameters"].get("water", 0)


@BY_FACTS
def test_project_gives_no_tag_that_it_needs_or_that_lowers_its_cost(fact: dict[str, Any]) -> None:
    """So that counting all three projects is the same as counting the other two."""
    project = project_of(fact)
    assert not set(project.gives) & set(project.tags)
    if project.less.kind in (Reduction.TAGS_BEYOND, Reduction.HEAT_NEED_BY_TAG):
        assert project.less.tag not in project.gives


@pytest.mark.parametrize("project", PROJECTS + STANDARD_PROJECTS, ids=lambda project: project.name)
def test_every_project_has_an_effect(project: Project) -> None:
    assert 1 <= len(project.does) <= words.PROGRAM
    assert all(op != Op.NOTHING for op, _ in project.does)
    assert project.effect


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.name)
def test_the_first_step_handles_the_cube_of_the_colour(project: Project) -> None:
    promised = {
        Colour.RED: {Op.GAIN_HEAT, Op.PLACE_HEAT},
        Colour.GREEN: {Op.PLACE_GREENERY},
        Colour.BLUE: {Op.PLACE_WATER},
        Colour.GREY: {Op.PLACE_CITY, Op.CREDITS_PER_TAG},
    }
    assert project.does[0][0] in promised[Colour(project.colour)]


def test_colour_totals() -> None:
    assert Counter(Colour(project.colour).name.lower() for project in PROJECTS) == TOTALS["colours"]


def test_tag_totals() -> None:
    assert Counter("".join(letters(project.gives) for project in PROJECTS)) == TOTALS["provided"]
    assert Counter("".join(letters(project.tags) for project in PROJECTS)) == TOTALS["required"]


@pytest.mark.parametrize("number", range(5), ids=lambda number: FACTS["standard_projects"][number]["name"])
def test_standard_project(number: int) -> None:
    fact, project = FACTS["standard_projects"][number], STANDARD_PROJECTS[number]
    assert (project.name, project.cost, letters(project.tags)) == (fact["name"], fact["cost"], fact["requires"])
    assert project.gives == ()
    assert (project.heat, project.water, project.less.kind) == (0, 0, Reduction.NONE)


@pytest.mark.parametrize("name", FACTS["maps"])
def test_map_hexes(name: str) -> None:
    facts, hexes = FACTS["maps"][name], maps.MAPS[Map[name.upper()]]
    assert len(hexes) == len(facts) == words.HEXES == 19
    for fact, hex_ in zip(facts, hexes, strict=True):
        tag = None if hex_.tag is None else Tag(hex_.tag).name.lower()
        assert (hex_.kind.name.lower(), tag) == (fact["kind"], fact["tag"])
    assert Counter(hex_.kind for hex_ in hexes) == {Hex.LAND: 9, Hex.BONUS: 5, Hex.WATER: 5}


@pytest.mark.parametrize("name", FACTS["maps"])
def test_map_neighbourhood(name: str) -> None:
    facts, neighbours = FACTS["maps"][name], maps.neighbours()
    for fact in facts:
        assert sorted(h + 1 for h in neighbours[fact["hex"] - 1]) == sorted(fact["adjacent"])


def test_neighbourhood_is_mutual() -> None:
    neighbours = maps.neighbours()
    assert all(a in neighbours[b] for a in range(19) for b in neighbours[a])
    assert sum(map(len, neighbours)) == 2 * 42  # the number of edges between the hexes of a hexagon of side 3


def test_named_rows() -> None:
    """Ruling R10."""
    assert [h + 1 for h in maps.row_of(2)] == [8, 9, 10, 11, 12]
    assert [h + 1 for h in maps.row_of(4)] == [17, 18, 19]


def test_piece_counts() -> None:
    assert dict(zip(("heat", "greenery", "water"), words.CUBE_COUNTS, strict=True)) == TOTALS["cubes"]
    assert dict(zip(("nature", "production", "science"), words.TOKEN_COUNTS, strict=True)) == TOTALS["tokens"]
    assert words.CREDITS == TOTALS["credits"] == 10
    assert words.SOLO_CREDITS == TOTALS["solo_credits"] == 5
    assert (words.CITIES, words.MOST_CREDITS, words.SOLO_GENERATIONS) == (2, 5, 12)
