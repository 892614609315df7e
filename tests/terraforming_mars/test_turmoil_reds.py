"""Under the Reds every step of rating costs 3 MC in the action phase, and what cannot be paid may not be done: every card and action."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.terraforming_mars.actions import (
    BRANCH,
    CARD,
    CONVERT_HEAT,
    CONVERT_PLANTS,
    STANDARD,
)
from regolith.envs.terraforming_mars.language.card import Card
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED, begin
from regolith.envs.terraforming_mars.rooms import NEUTRAL, NONE
from regolith.envs.terraforming_mars.state import Kind, Lies
from regolith.envs.terraforming_mars.words import (
    ENERGY,
    HEAT,
    MC,
    OXYGEN,
    PLANTS,
    TEMPERATURE,
    VENUS_SCALE,
    CardKind,
    StandardProject,
    Tag,
    Track,
)
from regolith.envs.terraforming_mars.words import OCEANS as OCEAN_TRACK

from .operations import Op
from .reds_games import (
    FEE,
    NUMBER,
    T,
    actions,
    answer,
    brings,
    climb,
    hold,
    position,
    put,
    set_tracks,
    spends,
    take,
    take_with_twin,
    tracks_of,
    with_rating,
)
from .turmoil_games import CLOCKWISE, RED, REDS, govern

TRACKS: dict[str, dict[Track, int]] = {
    "start": {},
    "0 degrees next": {TEMPERATURE: 14},
    "0 degrees soon": {TEMPERATURE: 13},
    "8 percent next": {OXYGEN: 7},
    "8 percent and 0 degrees next": {OXYGEN: 7, TEMPERATURE: 14},
    "the last ocean is the bonus": {OXYGEN: 7, TEMPERATURE: 14, OCEAN_TRACK: 8},
    "no ocean left": {OXYGEN: 7, TEMPERATURE: 14, OCEAN_TRACK: 9},
    "no temperature left": {OXYGEN: 7, TEMPERATURE: 19},
    "Venus 16 percent next": {VENUS_SCALE: 7, OXYGEN: 6},
    "Venus 16 percent soon": {VENUS_SCALE: 6},
    "one step left": {TEMPERATURE: 18, OXYGEN: 13, OCEAN_TRACK: 8, VENUS_SCALE: 14},
    "complete": {TEMPERATURE: 19, OXYGEN: 14, OCEAN_TRACK: 9, VENUS_SCALE: 15},
}
PLAYED = with_rating("on_play")
PROJECTS = [card for card in PLAYED if card.kind in (CardKind.EVENT, CardKind.AUTOMATED, CardKind.ACTIVE)]
PRELUDES = [card for card in PLAYED if card.kind == CardKind.PRELUDE]
ACTING = with_rating("action")


def name_of(given: Any) -> str:
    return given.name if isinstance(given, Card) else str(given)


def test_there_are_cards_of_every_sort() -> None:
    assert (len(PROJECTS), len(PRELUDES), len(ACTING)) == (56, 12, 19)
    assert not with_rating("first_action")


@pytest.mark.parametrize("at", TRACKS)
@pytest.mark.parametrize("card", PROJECTS, ids=name_of)
def test_a_card_is_played_for_its_price_and_the_fee(card: Card, at: str) -> None:
    s = position()
    set_tracks(s, TRACKS[at])
    hold(s, card.name)
    tags = s.tags[RED] + T.tags[NUMBER[card.name]]
    steps = brings(tracks_of(s), card.on_play, tags)
    s.stock[RED, MC] = card.cost + FEE * steps - 1
    assert CARD + NUMBER[card.name] not in actions(s)
    s.stock[RED, MC] += 1
    if card.name == "Atmoscoop":
        # It has a branch to choose only if the other can be paid, so the twin may be asked more.
        assert CARD + NUMBER[card.name] in actions(s)
    else:
        assert take_with_twin(s, CARD + NUMBER[card.name]) == steps


@pytest.mark.parametrize("ruling", [party for party in CLOCKWISE if party != REDS])
@pytest.mark.parametrize("card", PROJECTS, ids=name_of)
def test_under_other_parties_there_is_no_fee(card: Card, ruling: Any) -> None:
    s = position()
    govern(s, ruling)
    hold(s, card.name)
    s.stock[RED, MC] = card.cost
    steps = brings(tracks_of(s), card.on_play, s.tags[RED] + T.tags[NUMBER[card.name]])
    take(s, CARD + NUMBER[card.name])
    answer(s)
    assert s.rating[RED] == 20 + steps


@pytest.mark.parametrize("at", ["start", "8 percent and 0 degrees next", "one step left", "complete"])
@pytest.mark.parametrize("card", PRELUDES, ids=name_of)
@pytest.mark.parametrize("short", [0, 1])
def test_a_prelude_in_the_action_phase_needs_the_fee_too(card: Card, at: str, short: int) -> None:
    """As a corporation may let one be played; what cannot be carried out is discarded for 15 MC."""
    s = position()
    set_tracks(s, TRACKS[at])
    number = NUMBER[card.name]
    s.lies[number], s.owner[number] = Lies.IN_HAND, RED
    steps = brings(tracks_of(s), card.on_play)
    price = spends(card.on_play, MC) + FEE * steps
    if price == 0 and short:
        return
    s.stock[RED, MC] = price - short
    begin(s, T.preludes_row, NONE, RED)
    run(T, s, NOT_ASKED)
    answer(s)
    assert (s.lies[number] == Lies.IN_PLAY) == (not short)
    assert s.rating[RED] == 20 + (0 if short else steps)
    if short:
        assert s.stock[RED, MC] == price - 1 + 15


# Actions of cards.


def acting(card: Card, at: str) -> tuple[Any, int, int, int]:
    """The card lies ready, with all that its action needs but MC: the game, the steps of rating, the MC it spends, the branch."""
    s = position()
    set_tracks(s, TRACKS[at])
    put(s, card.name, held=3)
    s.stock[RED, ENERGY], s.rating_rose[RED] = 4, 1
    program, branch = card.action, NONE
    if program[0].op == Op.CHOOSE:
        program, branch = program[0].branches[0], 0
    s.stock[RED, HEAT] = spends(program, HEAT)
    return s, brings(tracks_of(s), program), spends(program, MC), branch


@pytest.mark.parametrize("at", TRACKS)
@pytest.mark.parametrize("card", ACTING, ids=name_of)
def test_an_action_is_taken_for_its_cost_and_the_fee(card: Card, at: str) -> None:
    s, steps, cost, branch = acting(card, at)
    action = CARD + NUMBER[card.name]
    if branch != NONE:
        return
    if cost + steps:
        s.stock[RED, MC] = cost + FEE * steps - 1
        assert action not in actions(s)
    s.stock[RED, MC] = cost + FEE * steps
    assert take_with_twin(s, action) == steps


@pytest.mark.parametrize("at", [at for at in TRACKS if at != "complete"])
@pytest.mark.parametrize("card", [card for card in ACTING if card.action[0].op == Op.CHOOSE], ids=name_of)
def test_a_branch_with_rating_is_offered_for_the_fee(card: Card, at: str) -> None:
    for short in (0, 1):
        s, steps, _, _ = acting(card, at)
        if steps == 0 and short:
            continue
        s.stock[RED, MC] = FEE * steps - short
        other = other_branch_possible(card, FEE * steps - short)
        assert (CARD + NUMBER[card.name] in actions(s)) == (other or not short)
        if short and not other:
            continue
        take(s, CARD + NUMBER[card.name])
        if not short and other:
            take(s, BRANCH)
        assert s.kind in (Kind.ACTION, Kind.SPACE, Kind.CARD), "of one branch there is no choice"
        answer(s)
        assert s.rating[RED] == 20 + (0 if short else steps)


def other_branch_possible(card: Card, money: int) -> bool:
    """It adds something, for MC or a titanium, of which there is none."""
    cost = [part for part in card.action[0].branches[1] if part.op == Op.SPEND]
    return not cost or (cost[0]["resource"] == MC and cost[0].n <= money)


def test_an_action_is_used_again_for_the_fee_too() -> None:
    for money in (2, 3):
        s = position(corporations=("Viron", "ThorGate"))
        card = put(s, "Equatorial Magnetizer")
        s.used[card], s.stock[RED, MC] = 1, money
        viron = CARD + NUMBER["Viron"]
        assert (viron in actions(s)) == (money == 3)
    take(s, viron)
    assert (s.rating[RED], s.stock[RED, MC]) == (21, 0)


# Standard projects and conversions.

STANDARDS = {
    StandardProject.POWER_PLANT: (11, None),
    StandardProject.ASTEROID: (14, TEMPERATURE),
    StandardProject.AQUIFER: (18, OCEAN_TRACK),
    StandardProject.GREENERY: (23, OXYGEN),
    StandardProject.CITY: (25, None),
    StandardProject.AIR_SCRAPPING: (15, VENUS_SCALE),
}


@pytest.mark.parametrize("at", TRACKS)
@pytest.mark.parametrize("project", STANDARDS)
def test_a_standard_project_needs_its_price_and_the_fee(project: StandardProject, at: str) -> None:
    s = position()
    set_tracks(s, TRACKS[at])
    price, track = STANDARDS[project]
    steps = climb(tracks_of(s), track, 1) if track is not None else 0
    s.stock[RED, MC] = price + FEE * steps - 1
    assert STANDARD + project not in actions(s)
    s.stock[RED, MC] += 1
    assert take_with_twin(s, STANDARD + project) == steps


def test_buffer_gas_needs_its_price_and_the_fee() -> None:
    s = position(players=1, solo_objective="tr63", colony_tiles="", colonies=False)
    for money in (18, 19):
        s.stock[RED, MC] = money
        assert (STANDARD + StandardProject.BUFFER_GAS in actions(s)) == (money == 19)
    assert take_with_twin(s, STANDARD + StandardProject.BUFFER_GAS) == 1


@pytest.mark.parametrize("at", TRACKS)
@pytest.mark.parametrize(
    ("convert", "resource", "track"), [(CONVERT_PLANTS, PLANTS, OXYGEN), (CONVERT_HEAT, HEAT, TEMPERATURE)]
)
def test_a_conversion_needs_the_fee(convert: int, resource: int, track: Track, at: str) -> None:
    s = position()
    set_tracks(s, TRACKS[at])
    s.stock[RED, resource] = 8
    steps = climb(tracks_of(s), track, 1)
    if steps:
        s.stock[RED, MC] = FEE * steps - 1
        assert convert not in actions(s)
    s.stock[RED, MC] = FEE * steps
    assert take_with_twin(s, convert) == steps
    assert s.stock[RED, resource] == 0


# Single cards.


@pytest.mark.parametrize("jovian", [0, 1, 4])
def test_terraforming_ganymede_counts_itself(jovian: int) -> None:
    s = position()
    s.tags[RED, Tag.JOVIAN] = jovian
    hold(s, "Terraforming Ganymede")
    s.stock[RED, MC] = 33 + FEE * (jovian + 1)
    assert take_with_twin(s, CARD + NUMBER["Terraforming Ganymede"]) == jovian + 1
    assert s.stock[RED, MC] == 0


@pytest.mark.parametrize(("money", "branches"), [(22 + 5, None), (22 + 6, [1]), (22 + 8, [1]), (22 + 9, [0, 1])])
def test_atmoscoop_may_take_the_branch_that_can_be_paid(money: int, branches: list[int] | None) -> None:
    """Two steps of temperature over 0 degrees bring three of rating, two of Venus bring two."""
    s = position()
    set_tracks(s, {TEMPERATURE: 14})
    hold(s, "Atmoscoop")
    s.stock[RED, MC] = money
    assert (CARD + NUMBER["Atmoscoop"] in actions(s)) == (branches is not None)
    if branches is None:
        return
    take(s, CARD + NUMBER["Atmoscoop"])
    if branches == [0, 1]:
        assert actions(s) == [BRANCH, BRANCH + 1]
        take(s, BRANCH)
        answer(s)
        assert (s.rating[RED], s.stock[RED, MC]) == (23, 0)
    else:
        assert (s.rating[RED], s.stock[RED, MC], s.track[VENUS_SCALE]) == (22, money - 28, 2)


def test_a_card_played_by_a_prelude_needs_the_fee() -> None:
    """Eccentric Sponsor makes Release of Inert Gases free, but not its two steps of rating."""
    for money in (5, 6):
        s = position()
        s.stock[RED, MC] = money
        hold(s, "Release of Inert Gases")
        sponsor = NUMBER["Eccentric Sponsor"]
        s.lies[sponsor], s.owner[sponsor] = Lies.IN_HAND, RED
        begin(s, T.preludes_row, NONE, RED)
        run(T, s, NOT_ASKED)
        answer(s)
        assert (s.rating[RED], s.stock[RED, MC]) == ((22, 0) if money == 6 else (20, 5 + 15))


def test_the_chair_by_a_card_brings_one_step_only() -> None:
    s = position()
    hold(s, "Vote Of No Confidence")
    s.stock[RED, MC] = 8
    assert take_with_twin(s, CARD + NUMBER["Vote Of No Confidence"]) == 1
    assert s.chairman == RED
    assert s.reserve[NEUTRAL] + s.delegates[:, NEUTRAL].sum() == 14
