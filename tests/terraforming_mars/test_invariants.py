"""The invariants notice what they are for, and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.language.tables import TABLE
from regolith.envs.terraforming_mars.rooms import (
    CARRIERS,
    FIRST_CARRIER,
    FIRST_CORPORATION,
    NOBODY,
    NONE,
    PROJECTS,
)
from regolith.envs.terraforming_mars.rules.invariants import Broken, broken
from regolith.envs.terraforming_mars.state import Frame, Kind, Lies, Mode, Phase, Place
from regolith.envs.terraforming_mars.words import MC, STEEL, Track
from tests.terraforming_mars.operations import Op

from .games import T, deal, played


def sound(s: Any) -> None:
    assert Broken(broken(T, s)) == Broken.NOTHING


def midgame() -> Any:
    """A position between two actions, with something of everything."""
    array = deal(3, players=2)
    for s in played(array, 3):
        if s.kind == Kind.ACTION and s.generation >= 6 and s.hand.min(initial=9, where=[1, 1, 0, 0, 0]) > 0:
            return array
    raise AssertionError("no such position")


def card_lying(s: Any, where: Lies) -> int:
    return int(np.nonzero(s.lies[:PROJECTS] == where)[0][0])


def empty_space(s: Any) -> int:
    return int(np.nonzero(s.tile == NONE)[0][0])


def spoil(s: Any, field: str, at: Any, value: Any) -> None:
    s[field][at] = value


SPOILT = {
    Broken.CARD_OF_ANOTHER_BOX: lambda s: spoil(s, "lies", FIRST_CORPORATION, Lies.DISCARDED),
    Broken.CARD_LOST: lambda s: spoil(s, "lies", card_lying(s, Lies.DISCARDED), Lies.OUT_OF_THE_GAME),
    Broken.OWNER_OF_A_CARD: lambda s: spoil(s, "owner", card_lying(s, Lies.IN_HAND), NOBODY),
    Broken.DECK: lambda s: spoil(s, "deck", 0, s.deck[1]),
    Broken.HAND_COUNT: lambda s: spoil(s, "hand", 0, s.hand[0] + 1),
    Broken.TAG_COUNT: lambda s: spoil(s, "tags", (0, 3), s.tags[0, 3] + 1),
    Broken.EVENT_COUNT: lambda s: spoil(s, "events", 1, s.events[1] + 1),
    Broken.CORPORATION: lambda s: spoil(s, "owner", slice(FIRST_CORPORATION, 544), np.minimum(s.owner[480:544], 0)),
    Broken.RESOURCES_ON_A_CARD: lambda s: spoil(s, "resources", card_lying(s, Lies.IN_HAND), 1),
    Broken.USED_ACTION: lambda s: spoil(s, "used", card_lying(s, Lies.IN_HAND), 1),
    Broken.STOCK: lambda s: spoil(s, "stock", (1, MC), -1),
    Broken.PRODUCTION: lambda s: spoil(s, "production", (1, STEEL), -1),
    Broken.TRACK: lambda s: spoil(s, "track", Track.OXYGEN, 15),
    Broken.OCEAN_COUNT: lambda s: spoil(s, "track", Track.OCEANS, 9 if s.track[Track.OCEANS] < 9 else 8),
    Broken.OWNER_OF_A_TILE: lambda s: spoil(s, "tile_owner", empty_space(s), 1),
    Broken.CLAIM: lambda s: spoil(s, "claim", int(np.nonzero(s.tile != NONE)[0][0]), 0),
    Broken.MILESTONES_OR_AWARDS: lambda s: spoil(s, "milestone", slice(None), 0),
    Broken.PLAYER_TO_MOVE: lambda s: spoil(s, "passed", int(s.turn), 1),
    Broken.CARDS_STILL_BEING_CHOSEN: lambda s: (
        spoil(s, "owner", (card := card_lying(s, Lies.DISCARDED)), 0),
        spoil(s, "lies", card, Lies.DEALT),
    ),
    Broken.EFFECTS_UNDER_WAY: lambda s: setattr(s, "depth", 1),
    Broken.SCRATCH: lambda s: spoil(s, "ahead_stock", 0, 1),
    Broken.GENERATION: lambda s: setattr(s, "generation", 61),
    Broken.KNOWLEDGE: lambda s: spoil(s, "could_be", (0, card_lying(s, Lies.IN_THE_DECK)), 1 << Place.DISCARDS),
    Broken.SOLAR_STEP: lambda s: setattr(s, "solar_step", 1),
    Broken.CARRIER_IN_FORCE: lambda s: spoil(s, "in_force_for", 0, 1),
    Broken.BOX_NOT_IN_THE_GAME: lambda s: spoil(s, "fleets", 0, 1),
    Broken.CORRUPTION: lambda s: spoil(s, "corruption", 0, 1),
    Broken.CRIME_COUNT: lambda s: spoil(s, "event_crime", 0, 1),
}
IN_A_DECISION = (
    Broken.NOTHING_TO_CHOOSE,
    Broken.EFFECT,
    Broken.CHOICES,
    Broken.CARDS_LOOKED_AT,
    Broken.DRAFT_DIRECTION,
)
"""What can be wrong only while somebody chooses."""
OF_COLONIES = (Broken.COLONY_TILE, Broken.COLONY, Broken.TRADE_FLEET, Broken.KINDS_OF_TAGS)
"""What can be wrong only with that box: `test_colonies.py` and its neighbours look at it."""
OF_TURMOIL = (
    Broken.DELEGATE_COUNT,
    Broken.PARTY_LEADER,
    Broken.DOMINANT_PARTY,
    Broken.GLOBAL_EVENT,
    Broken.POLICY,
)
"""The same: `test_turmoil_invariants.py`."""
OF_UNDERWORLD = (
    Broken.TOKEN_COUNT,
    Broken.UNDERGROUND,
    Broken.TOKEN_IN_FORCE,
    Broken.CUBES_ON_TOKENS,
    Broken.TOKENS_FOUND,
    Broken.COPIED_CARD,
    Broken.NOT_OF_THIS_GENERATION,
)
"""The same: `test_underworld_invariants.py`."""
ONLY_SOMETIMES = IN_A_DECISION + OF_COLONIES + OF_TURMOIL + OF_UNDERWORLD


@pytest.mark.parametrize(
    "wrong", [wrong for wrong in Broken if wrong != Broken.NOTHING and wrong not in ONLY_SOMETIMES]
)
def test_what_is_broken_is_noticed(wrong: Broken) -> None:
    s = midgame()[0]
    sound(s)
    SPOILT[wrong](s)
    assert Broken(broken(T, s)) == wrong


def test_what_is_not_in_the_game_stays_untouched() -> None:
    s = deal(1, venus=False)[0]
    sound(s)
    s.track[Track.VENUS_SCALE] = 1
    assert Broken(broken(T, s)) == Broken.TRACK
    for field in ("milestone", "award"):
        s = deal(1, venus=False)[0]
        s[field][5] = 0
        assert Broken(broken(T, s)) == Broken.MILESTONES_OR_AWARDS


def test_the_solar_phase_is_at_one_of_its_steps() -> None:
    s = decision(lambda s: s.phase == Phase.SOLAR)[0]
    sound(s)
    s.solar_step = 0
    assert Broken(broken(T, s)) == Broken.SOLAR_STEP


@pytest.mark.parametrize("phase", [Phase.CORPORATIONS, Phase.PRELUDES, Phase.FINAL_GREENERIES, Phase.PURCHASE])
def test_cards_wait_to_be_chosen_only_while_everybody_chooses(phase: Phase) -> None:
    s = decision(lambda s: s.phase == Phase.RESEARCH)[0]
    sound(s)
    s.phase = phase
    assert Broken(broken(T, s)) == Broken.CARDS_STILL_BEING_CHOSEN


def test_packs_are_passed_to_somebody() -> None:
    s = decision(lambda s: s.phase == Phase.DRAFT)[0]
    sound(s)
    s.draft_direction = 0
    assert Broken(broken(T, s)) == Broken.DRAFT_DIRECTION


def test_packs_are_there_only_in_a_draft() -> None:
    s = decision(lambda s: s.phase == Phase.DRAFT and s.generation > 1)[0]
    sound(s)
    s.phase = Phase.RESEARCH
    assert Broken(broken(T, s)) == Broken.CARDS_STILL_BEING_CHOSEN


def test_a_decision_without_choices_is_noticed() -> None:
    s = deal(1)[0]
    sound(s)
    s.choices = 0
    assert Broken(broken(T, s)) == Broken.NOTHING_TO_CHOOSE


def decision(wanted: Any) -> Any:
    """A position of some random game in which somebody chooses, of a kind that is wanted."""
    for seed in range(20):
        array = deal(seed, players=2)
        for s in played(array, seed):
            if s.over == Over.RUNNING and s.kind > Kind.ACTION and wanted(s):
                return array
    raise AssertionError("no such position")


def top(s: Any) -> Any:
    return s.stack[s.depth - 1]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (Frame.ROW, -1),
        (Frame.ROW, 4096),
        (Frame.CARD, 639),
        (Frame.CARD, FIRST_CARRIER),
        (Frame.CARD, FIRST_CARRIER + CARRIERS),
        (Frame.PLAYER, 2),
        (Frame.TURN, -1),
        (Frame.MODE, Mode.BLOCKABLE),
        (Frame.MODE, 9),
    ],
)
def test_an_effect_that_cannot_be_under_way_is_noticed(field: Frame, value: int) -> None:
    s = decision(lambda s: s.kind == Kind.SPACE and top(s)[Frame.CARD] != NONE)[0]
    sound(s)
    top(s)[field] = value
    assert Broken(broken(T, s)) == Broken.EFFECT


@pytest.mark.parametrize("card", [-1, 640, FIRST_CORPORATION])
def test_a_card_comes_into_play_from_the_hand_of_its_player(card: int) -> None:
    s = decision(lambda s: s.kind == Kind.PAYMENT and T.op[top(s)[Frame.ROW] + 1] == Op.ENTER_PLAY)[0]
    sound(s)
    top(s)[Frame.Y] = card
    assert Broken(broken(T, s)) == Broken.EFFECT


def test_other_choices_than_those_offered_are_noticed() -> None:
    for kind in (Kind.SPACE, Kind.CARD, Kind.PAYMENT):
        array = decision(lambda s, kind=kind: s.kind == kind and s.choices > 1)
        for change in (
            lambda s: spoil(s, "choice", 0, s.choice[0] + 1),
            lambda s: setattr(s, "choices", s.choices - 1),
            lambda s: setattr(s, "may_decline", 1 - s.may_decline),
            lambda s: setattr(s, "kind", Kind.AWARD),
            lambda s: setattr(s, "player", 1 - s.player),
        ):
            s = array.copy()[0]
            sound(s)
            change(s)
            assert Broken(broken(T, s)) == Broken.CHOICES


def test_looking_for_nothing_and_looking_at_cards_of_two_players_is_noticed() -> None:
    array = decision(lambda s: s.looked_at > 1 and s.lies[s.look[1]] == Lies.LOOKED_AT)
    for change in (
        lambda s: setattr(s, "looked_at", 0),
        lambda s: spoil(s, "look", 0, s.look[1]),
        lambda s: spoil(s, "owner", int(s.look[0]), 1 - s.owner[s.look[0]]),
    ):
        s = array.copy()[0]
        sound(s)
        change(s)
        assert Broken(broken(T, s)) == Broken.CARDS_LOOKED_AT


def test_what_is_looked_at_without_an_effect_for_it_is_noticed() -> None:
    """A card in hand may have been among those looked at, but only while some are."""
    s = decision(lambda s: s.looked_at == 0 and s.phase == Phase.ACTION and s.hand[s.player] > 0)[0]
    sound(s)
    s.look[0] = int(np.nonzero((s.lies == Lies.IN_HAND) & (s.owner == s.player))[0][0])
    s.looked_at = 1
    assert Broken(broken(T, s)) == Broken.CARDS_LOOKED_AT


def test_more_is_not_taken_than_was_chosen() -> None:
    s = decision(lambda s: s.looked_at > 1 and top(s)[Frame.TURN] == 0 and s.hand[s.player] > 0)[0]
    sound(s)
    s.look[s.looked_at] = int(np.nonzero((s.lies == Lies.IN_HAND) & (s.owner == s.player))[0][0])
    s.looked_at += 1
    assert Broken(broken(T, s)) == Broken.CARDS_LOOKED_AT


def test_who_has_not_picked_a_corporation_is_asked() -> None:
    s = deal(1)[0]
    sound(s)
    s.lies[int(np.nonzero((s.owner == 0) & (np.arange(s.owner.size) >= FIRST_CORPORATION))[0][0])] = Lies.BOUGHT
    assert Broken(broken(T, s)) == Broken.CORPORATION


def test_offering_once_more_changes_nothing() -> None:
    """The check of what may be chosen writes into the record: the same as what was there."""
    for seed in range(3):
        for s in played(deal(seed, players=3), seed):
            before = s.tobytes()
            assert broken(T, s) == Broken.NOTHING
            assert s.tobytes() == before


def test_a_carrier_is_in_force_only_with_its_box_and_for_players() -> None:
    table = TABLE.copy()
    table["carrier_lasts"][0, 0] = 1
    s = deal(3)[0]
    s.in_force_for[0] = 0b11
    assert broken(table[0], s) == Broken.NOTHING
    assert broken(T, s) == Broken.CARRIER_IN_FORCE, "nothing of it lasts"
    s.in_force_for[0] = 0b100
    assert broken(table[0], s) == Broken.CARRIER_IN_FORCE, "two play"
    s = deal(3, venus=False)[0]
    s.in_force_for[0] = 0b1
    assert broken(table[0], s) == Broken.CARRIER_IN_FORCE, "its box is not in the game"
    s.in_force_for[0], s.in_force_for[-1] = 0, 1
    assert broken(table[0], s) == Broken.CARRIER_IN_FORCE, "there is none of that number"
