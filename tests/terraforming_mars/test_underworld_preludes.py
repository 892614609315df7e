"""Preludes that are copied by Intellectual Property Theft or taken back by Patent Manipulation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.terraforming_mars.actions import CARD, step
from regolith.envs.terraforming_mars.colonies.words import ColonyLies, ColonyTile
from regolith.envs.terraforming_mars.hooks import influence
from regolith.envs.terraforming_mars.language.lasting import Trigger
from regolith.envs.terraforming_mars.machine.allowed import may_play, prelude_can_be_done
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED
from regolith.envs.terraforming_mars.observation import OBSERVATION, observe
from regolith.envs.terraforming_mars.rooms import FIRST_PRELUDE
from regolith.envs.terraforming_mars.rules.invariants import broken_stack
from regolith.envs.terraforming_mars.rules.scoring import card_points
from regolith.envs.terraforming_mars.rules.triggers import fire
from regolith.envs.terraforming_mars.show.naming import action_name
from regolith.envs.terraforming_mars.state import Kind, Lies
from regolith.envs.terraforming_mars.words import CRIME, ENERGY, MC, PLANT, POWER, CardKind, Tag

from .games import NUMBER, T, actions
from .tables import NAMES, answer, choices, lay, play
from .underworld_tables import below

THEFT, PATENTS = NUMBER["Intellectual Property Theft"], NUMBER["Patent Manipulation"]


def steal(s: Any, name: str, *chosen: int) -> None:
    play(s, "Intellectual Property Theft")
    if s.kind == Kind.CARD and NUMBER[name] in choices(s):
        answer(s, NUMBER[name])
    answer(s, *chosen)
    assert s.copied == NUMBER[name]


def test_a_prelude_of_an_opponent_is_copied() -> None:
    s = below()
    lay(s, "Power Generation", player=1)
    lay(s, "Donation")
    play(s, "Intellectual Property Theft")
    assert choices(s) == sorted([NUMBER["Power Generation"], NUMBER["Donation"]])
    assert "copy Power Generation" in action_name(s, CARD + NUMBER["Power Generation"])
    answer(s, NUMBER["Power Generation"])
    assert s.production[0, ENERGY] == 3
    assert s.lies[THEFT] == Lies.IN_PLAY


def test_only_the_crime_tag_and_the_point_of_the_thief_count() -> None:
    s = below()
    lay(s, "Biosphere Support", player=1)
    s.production[0, MC] = 0
    steal(s, "Biosphere Support")
    assert (s.tags[0, CRIME], s.tags[0, PLANT]) == (1, 0)
    assert card_points(T, s, 0, THEFT) == -1


def test_without_a_prelude_to_copy_it_cannot_be_done() -> None:
    s = below()
    assert not prelude_can_be_done(T, s, 0, THEFT)
    lay(s, "Donation", player=1)
    assert prelude_can_be_done(T, s, 0, THEFT)


def test_costs_of_the_text_apply() -> None:
    s = below()
    lay(s, "Galilean Mining", player=1)
    assert not prelude_can_be_done(T, s, 0, THEFT)
    s.stock[0, MC] = 5
    assert prelude_can_be_done(T, s, 0, THEFT)


def test_a_prelude_that_plays_a_card_needs_one() -> None:
    s = below()
    lay(s, "Eccentric Sponsor", player=1)
    assert not prelude_can_be_done(T, s, 0, THEFT)


def test_the_action_and_the_resources_are_its_own() -> None:
    s = below("Dirigibles")
    lay(s, "Cloud Vortex Outpost", player=1, held=2)
    steal(s, "Cloud Vortex Outpost")
    assert (s.resources[THEFT], s.resources[NUMBER["Cloud Vortex Outpost"]]) == (3, 2)
    s.kind = Kind.ACTION
    assert CARD + THEFT in actions(s)
    step(T, s, CARD + THEFT)
    assert (s.resources[THEFT], s.resources[NUMBER["Dirigibles"]], s.used[THEFT]) == (2, 1, 1)
    assert not s.used[NUMBER["Cloud Vortex Outpost"]]


def test_what_it_holds_gets_resources_and_wakes_colony_tiles() -> None:
    s = below()
    lay(s, "Cloud Vortex Outpost", player=1)
    s.colony_lies[ColonyTile.TITAN] = ColonyLies.DORMANT
    steal(s, "Cloud Vortex Outpost")
    assert s.colony_lies[ColonyTile.TITAN] == ColonyLies.AWAKE
    play(s, "Airliners")
    assert s.resources[THEFT] == 5


def test_an_effect_that_waits_waits_for_the_thief_too() -> None:
    s = below()
    lay(s, "Deepwater Dome")
    steal(s, "Deepwater Dome", 4)
    s.stock[0, MC] = 0
    fire(T, s, Trigger.OWN_EXCAVATION_BESIDE_OCEAN, 0, -1, 0, 0)
    assert broken_stack(T, s) == 0
    run(T, s, NOT_ASKED)
    assert s.stock[0, MC] == 4
    fire(T, s, Trigger.OWN_EXCAVATION_BESIDE_OCEAN, 1, -1, 0, 0)
    run(T, s, NOT_ASKED)
    assert s.stock[0, MC] == 4
    assert s.stock[1, MC] == 0


def test_a_changed_rule_is_changed_for_the_thief() -> None:
    s = below(turmoil=True)
    lay(s, "Election Sponsorship", player=1)
    before = influence(T, s, 0)
    steal(s, "Election Sponsorship", 0)
    assert influence(T, s, 0) >= before + 1
    without = influence(T, s, 0)
    s.copied = 0
    assert influence(T, s, 0) == without - 1


def test_patents_take_back_a_prelude_with_its_tags_resources_and_points() -> None:
    s = below("Power Generation", "Cloud Vortex Outpost")
    s.resources[NUMBER["Cloud Vortex Outpost"]], s.production[0, ENERGY] = 3, 3
    s.used[NUMBER["Cloud Vortex Outpost"]] = 1
    play(s, "Patent Manipulation")
    assert choices(s) == sorted([NUMBER["Power Generation"], NUMBER["Cloud Vortex Outpost"]])
    answer(s, NUMBER["Cloud Vortex Outpost"])
    card = NUMBER["Cloud Vortex Outpost"]
    assert (s.lies[card], s.resources[card], s.used[card], s.tags[0, Tag.VENUS]) == (Lies.IN_HAND, 0, 0, 0)
    assert (s.production[0, ENERGY], s.tags[0, POWER]) == (3, 1)


def test_in_hand_it_is_no_card_to_count_or_sell_and_is_played_for_nothing() -> None:
    s = below("Power Generation")
    play(s, "Patent Manipulation")
    card = NUMBER["Power Generation"]
    assert (s.lies[card], s.hand[0]) == (Lies.IN_HAND, 0)
    s.kind = Kind.ACTION
    assert CARD + card in actions(s)
    step(T, s, CARD + card)
    assert (s.lies[card], s.production[0, ENERGY], s.tags[0, POWER]) == (Lies.IN_PLAY, 3, 1)
    assert s.actions_taken == 1


def test_in_hand_it_must_be_possible() -> None:
    s = below("Galilean Mining")
    play(s, "Patent Manipulation")
    s.kind = Kind.ACTION
    assert CARD + NUMBER["Galilean Mining"] not in actions(s)


def test_everybody_knows_where_the_prelude_is() -> None:
    s = below("Power Generation")
    play(s, "Patent Manipulation")
    assert s.could_be[1, NUMBER["Power Generation"]] == 1


def hand_seen(s: Any, seat: int) -> dict[str, float]:
    """The preludes in the plane of the hand."""
    view = np.zeros(OBSERVATION.size, np.float32)
    observe(T, s, seat, view)
    shown = view[OBSERVATION["hand"].start : OBSERVATION["hand"].stop]
    return {NAMES[card]: float(shown[card]) for card in np.nonzero(shown)[0].tolist() if card >= FIRST_PRELUDE}


@pytest.mark.parametrize("owner", range(5))
def test_everybody_sees_in_whose_hand_the_prelude_is(owner: int) -> None:
    s = below(players=5)
    lay(s, "Power Generation", player=owner)
    lay(s, "Donation", player=(owner + 1) % 5)
    play(s, "Patent Manipulation", player=owner)
    for seat in range(5):
        away = (owner - seat) % 5
        assert hand_seen(s, seat) == {"Power Generation": (1.0, 0.5, 0.375, 0.25, 0.125)[away]}
    s.kind, s.player, s.turn = Kind.ACTION, owner, owner
    step(T, s, CARD + NUMBER["Power Generation"])
    assert [hand_seen(s, seat) for seat in range(5)] == [{}] * 5


def test_preludes_of_others_that_nobody_saw_are_not_seen() -> None:
    s = below()
    card = NUMBER["Power Generation"]
    s.lies[card], s.owner[card] = Lies.IN_HAND, 0
    assert hand_seen(s, 0) == {"Power Generation": 1.0}
    assert hand_seen(s, 1) == {}


def test_patents_need_an_own_prelude() -> None:
    s = below()
    lay(s, "Power Generation", player=1)
    s.stock[0, MC], s.corruption[0] = 20, 1
    s.lies[PATENTS], s.owner[PATENTS] = Lies.IN_HAND, 0
    assert not may_play(T, s, 0, PATENTS, 0, False)
    lay(s, "Donation")
    assert may_play(T, s, 0, PATENTS, 0, False)


def test_the_thief_taken_back_forgets_its_text() -> None:
    s = below()
    lay(s, "Donation", player=1)
    steal(s, "Donation")
    play(s, "Patent Manipulation")
    assert (s.copied, s.lies[THEFT]) == (0, Lies.IN_HAND)


@pytest.mark.parametrize("card", [number for number, kind in enumerate(T.kind) if kind == CardKind.PRELUDE])
def test_no_prelude_places_a_special_tile(card: int) -> None:
    """So all may be taken back; one that did could not."""
    assert T.own_tile[card] <= 2
