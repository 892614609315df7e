"""The cards against the table of facts, and the texts made from them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from regolith.envs.terraforming_mars.base.standard_projects import CONVERT_HEAT, CONVERT_PLANTS
from regolith.envs.terraforming_mars.boxes import (
    CARDS,
    CARRIERS,
    CORPORATIONS,
    NUMBER,
    PRELUDES,
    PROJECTS,
    STANDARD_PROJECTS,
)
from regolith.envs.terraforming_mars.colonies.tiles import TILES as COLONY_TILES
from regolith.envs.terraforming_mars.language.card import (
    Need,
    active,
    automated,
    box,
    colonies,
    oxygen,
    tags,
    temperature,
)
from regolith.envs.terraforming_mars.language.choices import choose
from regolith.envs.terraforming_mars.language.counts import (
    Count,
    Counted,
    each_printed_tag,
    each_resource_here,
    each_tag,
)
from regolith.envs.terraforming_mars.language.drawing import draw
from regolith.envs.terraforming_mars.language.held import add_here, only_if_here
from regolith.envs.terraforming_mars.language.lasting import RULE_OPERANDS, Rule, Trigger, on
from regolith.envs.terraforming_mars.language.lower import Lowering
from regolith.envs.terraforming_mars.language.mars import place
from regolith.envs.terraforming_mars.language.operation import DECLARED
from regolith.envs.terraforming_mars.language.steps import Step, everything_in
from regolith.envs.terraforming_mars.language.stock import gain, production, spend
from regolith.envs.terraforming_mars.language.text import RULES, effect_text, requirement_text
from regolith.envs.terraforming_mars.words import (
    FLOATERS,
    MC,
    OCEAN_TILE,
    PLANT,
    STEEL,
    CardSet,
    StandardProject,
    Tag,
    Tile,
)
from tests.terraforming_mars.operations import Op

from .reading import CARD_FACTS, FACTS, Fact, all_steps, as_fact

DECKS = {"projects": PROJECTS, "corporations": CORPORATIONS, "preludes": PRELUDES}
BY_NAME = pytest.mark.parametrize("name", CARDS)
KNOWN_FIELDS = {
    *("id", "name", "set", "number", "kind", "cost", "start_mc", "tags", "requires", "play_condition", "limits", "vp"),
    *("holds", "protected", "on_play", "action", "initial_action", "passive", "needs", "replaces"),
}
FLOATER_ICON_ONLY = {
    *("Aerosport Tournament", "Air-Scrapping Expedition", "Atmoscoop", "Hydrogen to Venus", "Stratospheric Birds"),
    *("Airliners", "Air Raid", "Floater Leasing", "Floater Prototypes", "Floater Technology", "Nitrogen from Titan"),
    "Soil Export",
}
"""Cards that show a floater without holding any, as the facts list them for Celestic."""


def test_counts() -> None:
    assert (len(PROJECTS), len(CORPORATIONS), len(PRELUDES)) == (433, 45, 50)
    for set_name, facts in FACTS["sets"].items():
        for deck, cards in DECKS.items():
            printed = [card for card in cards if card.card_set.name.lower() == set_name]
            assert len(printed) == len(facts[deck]) == facts["counts"][deck]


def test_numbers_are_places_in_the_decks() -> None:
    assert len(CARDS) == len(NUMBER) == 433 + 45 + 50
    for deck in DECKS.values():
        assert [NUMBER[card.name] for card in deck] == list(range(len(deck)))
        assert [CARDS[card.name] for card in deck] == list(deck)
        assert len({(card.card_set, card.number) for card in deck}) == len(deck)
        assert [card.card_set for card in deck] == sorted(card.card_set for card in deck)


def test_the_facts_are_all_there() -> None:
    assert Counter(fact["name"] for fact in CARD_FACTS) == Counter(CARDS.keys())
    assert {key for fact in CARD_FACTS for key in fact} == KNOWN_FIELDS


@pytest.mark.parametrize("fact", CARD_FACTS, ids=lambda fact: fact["name"])
def test_card(fact: Fact) -> None:
    assert as_fact(CARDS[fact["name"]]) == fact


def test_standard_projects() -> None:
    facts = [project for card_set in FACTS["sets"].values() for project in card_set.get("standard_projects", [])]
    assert len(facts) == len(STANDARD_PROJECTS) + 1, "Air Scrapping has a variant"
    for fact in facts:
        if fact["id"] in ("sell_patents", "air_scrapping_variant"):
            continue
        _, project = STANDARD_PROJECTS[StandardProject[fact["id"].upper()]]
        assert project.cost == fact["cost"]
        assert all_steps(project.does, None) == fact["effect"]
        assert project.tr_solo == ("only" in fact)
        assert ([project.metal.name.lower()] if project.metal is not None else []) == fact.get("pay_with", [])
        assert [needed.name.lower() for needed in project.needs] == fact.get("needs", [])
    _, sold = STANDARD_PROJECTS[StandardProject.SELL_PATENTS]
    assert (sold.cost, sold.does, sold.per_card) == (0, (gain(MC, 1),), True)
    assert [p.name for p, (box_of, _) in STANDARD_PROJECTS.items() if box_of.card_set == CardSet.VENUS] == [
        "AIR_SCRAPPING"
    ]


def test_conversions() -> None:
    facts = {fact["id"]: fact["effect"] for fact in FACTS["sets"]["base"]["standard_actions"]}
    assert facts == {"convert_plants": all_steps(CONVERT_PLANTS, None), "convert_heat": all_steps(CONVERT_HEAT, None)}


def test_cards_that_show_a_floater() -> None:
    shown = {card.name for card in (*PROJECTS, *PRELUDES) if card.shows(FLOATERS)}
    held = {card.name for card in (*PROJECTS, *PRELUDES) if card.holds is FLOATERS}
    assert shown == held | FLOATER_ICON_ONLY
    assert held.isdisjoint(FLOATER_ICON_ONLY)


def test_every_word_is_used() -> None:
    """The vocabulary has nothing that no card and no other carrier says."""
    steps = [step for card in CARDS.values() for step in card.every_step()]
    steps += [step for carrier in CARRIERS.values() for step in everything_in(tuple(carrier.does))]
    steps += [step for _, project in STANDARD_PROJECTS.values() for step in everything_in(project.does)]
    steps += [step for tile in COLONY_TILES.values() for income in tile.income for step in everything_in(income)]
    printed = (*CARDS.values(), *CARRIERS.values())
    assert {step.op for step in steps if step.row.text} == {row.number for row in DECLARED.values() if row.text}
    rules = {modifier.rule for thing in printed for modifier in thing.modifiers}
    assert rules == set(Rule) == set(RULE_OPERANDS) == set(RULES)
    assert {passive.trigger for thing in printed for passive in thing.passives} == set(Trigger)
    assert {step.n.what for step in steps if isinstance(step.n, Count)} == set(Counted)
    assert {needed.need for card in CARDS.values() for needed in card.requires} == set(Need)
    assert {tag for card in CARDS.values() for tag in card.tags} == set(Tag)
    assert {step["tile"] for step in steps if step.op == Op.PLACE} == set(Tile)


def test_steps_are_plain_data() -> None:
    for card in CARDS.values():
        hash(card)
        for step in card.every_step():
            assert all(operand is None or isinstance(operand, int) for operand in step.operands)
    with pytest.raises(FrozenInstanceError):
        PROJECTS[0].cost = 0  # type: ignore[misc]


@BY_NAME
def test_text(name: str) -> None:
    card = CARDS[name]
    for text in (effect_text(card), requirement_text(card)):
        assert len(text) < 300
        assert re.fullmatch(r"[A-Za-z0-9 ,;:.()%+/-]*", text), "no reprs, no underscores"
        shouted = {word for word in re.findall(r"[A-Za-z]+", text) if word.isupper() and len(word) > 1}
        assert shouted <= {"MC", "TR", "VP"}
        assert not re.search(r"\bNone\b|  | [.,;]", text)
    assert effect_text(card)
    assert bool(requirement_text(card)) == bool(card.requires)


def test_texts_tell_cards_apart() -> None:
    """Two cards with the same text do the same."""

    def does(name: str) -> tuple[Any, ...]:
        card = CARDS[name]
        return card.on_play, card.action, card.first_action, card.passives, card.modifiers, card.vp, card.protected

    texts: dict[str, str] = {}
    for name, card in CARDS.items():
        assert does(texts.setdefault(effect_text(card), name)) == does(name)


def test_some_texts() -> None:
    assert effect_text(CARDS["Predators"]) == (
        "Action: remove 1 animal from a card of any player, add 1 here. 1 VP per animal here."
    )
    assert requirement_text(CARDS["Predators"]) == "oxygen at least 11%"
    assert effect_text(CARDS["Regolith Eaters"]) == (
        "Action: spend 2 from here and raise oxygen 1 step, or add 1 here."
    )
    assert requirement_text(CARDS["Rad-Suits"]) == "2 cities of anyone"
    assert requirement_text(CARDS["Pioneer Settlement"]) == "at most 1 colony"
    assert effect_text(CARDS["Jupiter Floating Station"]) == (
        "Action: add 1 floater to any Jovian card, or gain 1 MC per resource here, 4 at most. 1 VP."
    )
    assert effect_text(CARDS["Galilean Waystation"]) == "MC production +1 per Jovian tag of anyone. 1 VP."
    assert requirement_text(CARDS["Cultural Metropolis"]) == "Unity in power, or 2 of your delegates there"
    assert requirement_text(CARDS["Banned Delegate"]) == "the chair"
    assert requirement_text(CARDS["Political Alliance"]) == "2 parties led by you"
    assert effect_text(CARDS["Pristar"]) == (
        "Lose 2 TR. When production begins and your TR did not rise this generation: add 1 here, gain 6 MC. "
        "1 VP per preservation here."
    )
    assert effect_text(CARDS["Red Tourism Wave"]) == "Gain 1 MC per empty space next to a tile of yours."
    assert effect_text(CARDS["Floater Leasing"]) == "MC production +1 per 3 floaters on your cards."


@pytest.mark.parametrize(
    "slip",
    [
        lambda: gain(PLANT, 1),  # a tag is no resource
        lambda: gain(MC, 0),
        lambda: gain(MC, -1),
        lambda: spend(STEEL, 1, or_pay=MC),
        lambda: draw(2, keep=2),
        lambda: draw(2, keep=1, buy=True),
        lambda: choose(gain(MC, 1)),
        lambda: place(Tile.MOHOLE_AREA),  # special tiles say where
        lambda: Step(Op.GAIN, 1, ()),
        lambda: Step(Op.FUND_AWARD, 2),
        lambda: Step(Op.DRAW_AND_KEEP, 2, (True,)),
        lambda: each_tag(),
        lambda: each_resource_here(most=0),
        lambda: Count(Counted.CARD_RESOURCES),
        lambda: Count(Counted.COLONIES, kind=FLOATERS),
        lambda: Count(Counted.PRODUCTION),
        lambda: Count(Counted.COLONIES, resource=STEEL),
        lambda: Count(Counted.COLONIES, base=5),
        lambda: each_printed_tag(),
        lambda: active("001", "Nothing here", 1, action=gain(MC, each_resource_here())),
        lambda: active("001", "Nothing here either", 1, action=[only_if_here(1), gain(MC, 1)]),
        lambda: Lowering().program([gain(MC, each_resource_here())]),
        lambda: colonies(),
        lambda: colonies(1, most=1),
        lambda: draw(each_tag(PLANT), keep=1),
        lambda: temperature(-11),
        lambda: oxygen(),
        lambda: oxygen(3, most=5),
        lambda: tags(PLANT, 0),
        lambda: on(Trigger.OWN_TAG, gain(MC, 1)),
        lambda: automated("001", "Nothing", 1),
        lambda: active("001", "No place", 1, action=add_here(1)),
        lambda: automated("001", "Typo", 1, onplay=production(MC, 1)),
        lambda: box(CardSet.BASE, *(automated(n, n, 1, on_play=place(OCEAN_TILE)) for n in ("002", "001"))),
    ],
)
def test_a_slip_in_a_card_is_an_error(slip: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        slip()
