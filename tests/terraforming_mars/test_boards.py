"""The three maps, their milestones and awards against the table of facts."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.terraforming_mars.base import boards
from regolith.envs.terraforming_mars.base.boards import BOARDS, SPACES, Bonus, Goal, Map, Measure, SpaceKind
from regolith.envs.terraforming_mars.boxes import AWARDS, BOXES, MILESTONES
from regolith.envs.terraforming_mars.language.box import Milestone
from regolith.envs.terraforming_mars.rules.goals import MILESTONE_COST, MOST_GOALS
from regolith.envs.terraforming_mars.rules.scoring import FIRST_PLACE, MILESTONE_POINTS, SECOND_PLACE
from regolith.envs.terraforming_mars.turmoil.box import BOX as TURMOIL
from regolith.envs.terraforming_mars.venus.box import BOX as VENUS
from regolith.envs.terraforming_mars.words import CardResource, OffMars, Resource, Tag

from .reading import FACTS, Fact

FIRST_ID = 3
"""Spaces of the facts are numbered from 03 at the upper left."""
NAMES = {"tharsis": Map.THARSIS, "hellas": Map.HELLAS, "elysium": Map.ELYSIUM}
BY_MAP = pytest.mark.parametrize("name", NAMES)
BONUS = {
    Bonus.PLANT: "plant",
    Bonus.STEEL: "steel",
    Bonus.TITANIUM: "titanium",
    Bonus.HEAT: "heat",
    Bonus.CARD: "card",
    Bonus.OCEAN_FOR_6_MC: "pay_6_mc_place_ocean",
}

# What each criterion of the facts means, in the words of the catalogue.
CRITERIA: dict[str, Goal] = {
    "own TR": Goal(Measure.TERRAFORM_RATING),
    "own city tiles (off-Mars included)": Goal(Measure.CITIES),
    "own greenery tiles": Goal(Measure.GREENERIES),
    "own building tags (wild tags count, events do not)": Goal(Measure.TAGS, tags=(Tag.BUILDING,)),
    "cards in hand": Goal(Measure.CARDS_IN_HAND),
    "different tags in play (each wild tag may be one more kind; events excluded; capped at the number of kinds in the "
    "game)": Goal(Measure.KINDS_OF_TAGS),
    "own face-up cards with a requirement (events and preludes excluded)": Goal(Measure.CARDS_WITH_REQUIREMENT),
    "own tiles on the two bottom rows (rows 8-9)": Goal(Measure.TILES_IN_BOTTOM_ROWS, rows=2),
    "own energy production": Goal(Measure.PRODUCTION, resources=(Resource.ENERGY,)),
    "own Jovian tags (wild tags count)": Goal(Measure.TAGS, tags=(Tag.JOVIAN,)),
    "kinds of production raised at least one step above the starting value (0 with Corporate Era, 1 in the basic "
    "game)": Goal(Measure.PRODUCTIONS_RAISED),
    "highest single production": Goal(Measure.HIGHEST_PRODUCTION),
    "own plant + microbe + animal tags (wild tags count once)": Goal(
        Measure.TAGS, tags=(Tag.PLANT, Tag.MICROBE, Tag.ANIMAL)
    ),
    "own project cards in play, events, preludes and corporation excluded": Goal(Measure.CARDS_IN_PLAY),
    "own event cards played": Goal(Measure.EVENTS_PLAYED),
    "floaters on own cards": Goal(Measure.CARD_RESOURCES, kind=CardResource.FLOATERS),
    "own tiles in play: on the map and off-Mars cities; oceans and Land Claim markers do not count": Goal(
        Measure.TILES
    ),
    "own mc production": Goal(Measure.PRODUCTION, resources=(Resource.MC,)),
    "own science tags (no events, no wild tags)": Goal(Measure.TAGS, tags=(Tag.SCIENCE,)),
    "own heat resources after the final production": Goal(Measure.STOCK, resources=(Resource.HEAT,)),
    "own steel + titanium resources after the final production": Goal(
        Measure.STOCK, resources=(Resource.STEEL, Resource.TITANIUM)
    ),
    "own automated (green) cards": Goal(Measure.AUTOMATED_CARDS),
    "own space tags (no events, no wild tags)": Goal(Measure.TAGS, tags=(Tag.SPACE,)),
    "resources on own cards (all kinds)": Goal(Measure.CARD_RESOURCES),
    "own building tags (no events, no wild tags)": Goal(Measure.TAGS, tags=(Tag.BUILDING,)),
    "own active/automated project cards with printed cost of 20 or more": Goal(Measure.CARDS_IN_PLAY, cost=20),
    "own steel + energy resources after the final production": Goal(
        Measure.STOCK, resources=(Resource.STEEL, Resource.ENERGY)
    ),
    "own tiles on the four bottom rows (rows 6-9)": Goal(Measure.TILES_IN_BOTTOM_ROWS, rows=4),
    "own tiles adjacent to at least one ocean tile": Goal(Measure.TILES_NEXT_TO_OCEAN),
    "own Venus tags (no events, no wild tags)": Goal(Measure.TAGS, tags=(Tag.VENUS,)),
}


def facts_of(name: str) -> Fact:
    found: Fact = FACTS["boards"]["boards"][name]
    return found


def slug(name: str) -> str:
    return name.lower().replace(" ", "_")


def space_fact(name: str, number: int) -> Fact:
    """A space as the facts write it."""
    space = BOARDS[NAMES[name]].spaces[number]
    q, r = boards.axial()[number]
    found: Fact = {
        "id": f"{number + FIRST_ID:02}",
        "label": space.label,
        "row": space.row + 1,
        "col": space.column + 1,
        "q": q,
        "r": r,
        "type": {SpaceKind.OCEAN: "ocean", SpaceKind.NOCTIS_CITY: "reserved"}.get(space.kind, "land"),
        "bonuses": [BONUS[bonus] for bonus in space.bonuses],
        "neighbours": [f"{other + FIRST_ID:02}" for other in boards.neighbours()[number]],
    }
    if space.kind == SpaceKind.VOLCANIC:
        found["volcanic"] = True
    if space.kind == SpaceKind.NOCTIS_CITY:
        found["reserved_for"] = "noctis_city"
    if space.name:
        found["name"] = space.name
    return found


def test_three_maps() -> None:
    assert set(FACTS["boards"]["boards"]) == set(NAMES)
    assert set(BOARDS) == set(Map)
    assert [board.name.lower() for board in BOARDS.values()] == list(NAMES)
    assert SPACES == 61


@BY_MAP
@pytest.mark.parametrize("number", range(61))
def test_space(name: str, number: int) -> None:
    assert len(facts_of(name)["spaces"]) == len(BOARDS[NAMES[name]].spaces) == 61
    assert space_fact(name, number) == facts_of(name)["spaces"][number]


@BY_MAP
def test_oceans_and_volcanoes(name: str) -> None:
    board, facts = BOARDS[NAMES[name]], facts_of(name)
    assert len(board.spaces_of(SpaceKind.OCEAN)) == facts["ocean_spaces"] == 12
    assert [f"{n + FIRST_ID:02}" for n in board.spaces_of(SpaceKind.VOLCANIC)] == facts["volcanic"]


def test_no_space_shows_both_metals() -> None:
    """So Mining Rights and Mining Area never have to ask for the metal."""
    for board in BOARDS.values():
        assert not [space for space in board.spaces if {Bonus.STEEL, Bonus.TITANIUM} <= set(space.bonuses)]


def test_neighbours_are_mutual() -> None:
    around = boards.neighbours()
    assert all(number in around[other] for number in range(SPACES) for other in around[number])
    assert sum(len(ring) for ring in around) == 2 * 156
    assert sorted({len(ring) for ring in around}) == [3, 4, 6]


def test_off_mars_spaces() -> None:
    facts = FACTS["boards"]["off_mars_spaces"]
    assert [(fact["name"], fact["set"], fact["neighbours"]) for fact in facts] == [
        (space.name.lower(), box.card_set.name.lower(), []) for box in BOXES for space in box.off_mars
    ]
    assert [space for box in BOXES for space in box.off_mars] == list(OffMars)


def milestone_fact(milestone: Milestone) -> Fact:
    found: Fact = {"id": slug(milestone.name), "goal": milestone.goal, "threshold": milestone.threshold}
    easier = [other.threshold for other in TURMOIL.milestones if other.over == milestone.name]
    return found | ({"with_turmoil": easier[0]} if easier else {})


def meant(fact: Fact) -> dict[str, Any]:
    """A fact with its criterion read."""
    return {key: value for key, value in fact.items() if key != "criterion"} | {"goal": CRITERIA[fact["criterion"]]}


@BY_MAP
def test_milestones(name: str) -> None:
    assert [milestone_fact(m) for m in BOARDS[NAMES[name]].milestones] == [
        meant(f) for f in facts_of(name)["milestones"]
    ]


@BY_MAP
def test_awards(name: str) -> None:
    found = [{"id": slug(award.name), "goal": award.goal} for award in BOARDS[NAMES[name]].awards]
    assert found == [meant(fact) for fact in facts_of(name)["awards"]]


def test_venus_adds_one_of_each() -> None:
    venus = FACTS["sets"]["venus"]
    (milestone,), (award,) = VENUS.milestones, VENUS.awards
    assert milestone_fact(milestone) == meant(venus["milestone"])
    assert {"id": slug(award.name), "goal": award.goal} == meant(venus["award"])


def test_every_criterion_is_used() -> None:
    assert {goal.goal.measure for goal in (*MILESTONES, *AWARDS)} == set(Measure)


def test_prices_and_points() -> None:
    facts = FACTS["boards"]
    assert facts["milestone_rules"] == {
        "cost": MILESTONE_COST,
        "max_claimed": MOST_GOALS,
        "vp": MILESTONE_POINTS,
    }
    assert facts["award_rules"] == {
        "costs_by_order": list(boards.AWARD_COSTS),
        "max_funded": MOST_GOALS,
        "vp_first": FIRST_PLACE,
        "vp_second": SECOND_PLACE,
    }


@pytest.mark.parametrize("drawing", ["", "~ ~\n" * 9, ". . . . x\n" * 9])
def test_a_slip_in_a_drawing_is_an_error(drawing: str) -> None:
    with pytest.raises(ValueError, match="9 rows"):
        boards.spaces(drawing, {})


def test_a_name_belongs_to_a_space() -> None:
    drawing = "\n".join(". " * length for length in boards.ROWS)
    with pytest.raises(ValueError, match="no such spaces"):
        boards.spaces(drawing, {"I1": "Nowhere"})
