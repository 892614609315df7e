"""What the greedy player thinks of corruption, tokens and draws from the pile."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs import game
from regolith.envs.core.weights import with_numbers
from regolith.envs.terraforming_mars.boxes import BOXES
from regolith.envs.terraforming_mars.player.evaluation import evaluate, generations_to_come
from regolith.envs.terraforming_mars.player.hand_value import worth_of_playing
from regolith.envs.terraforming_mars.player.prices import payments, prices, usual_length
from regolith.envs.terraforming_mars.player.tuning import WEIGHTS_TO_TUNE
from regolith.envs.terraforming_mars.player.weights import LENGTH, WEIGHTS, Weight
from regolith.envs.terraforming_mars.rooms import FIRST_CARRIER
from regolith.envs.terraforming_mars.state import Lies
from regolith.envs.terraforming_mars.underworld.words import FIRST_TOKEN, Token
from regolith.envs.terraforming_mars.words import CardSet, Track

from .digging import ME, ground
from .games import NUMBER, T

OF_BOX = BOXES[CardSet.UNDERWORLD].weights


def worth(s: Any) -> float:
    return float(evaluate(T, s, ME))


def test_the_weights_of_the_box_are_its_own_and_none_is_zero() -> None:
    assert (
        *(Weight.CORRUPTION, Weight.BRIBE, Weight.TOKEN_IN_FORCE, Weight.EXCAVATION, Weight.FOUND, Weight.DRAWS),
        Weight.UNDERWORLD_LENGTH,
    ) == OF_BOX
    assert all(WEIGHTS[weight] > 0 for weight in OF_BOX)
    assert WEIGHTS_TO_TUNE.of_box["underworld"] == OF_BOX


def test_a_game_with_the_box_is_worth_building_for_longer() -> None:
    s = ground()
    longer = LENGTH[2] * (1 + WEIGHTS[Weight.UNDERWORLD_LENGTH])
    assert usual_length(T, s) == pytest.approx(longer)
    with_box, income = generations_to_come(T, s), float(payments(T, s, 8.0))
    s.box[CardSet.UNDERWORLD] = 0
    assert usual_length(T, s) == pytest.approx(LENGTH[2])
    assert with_box == pytest.approx(1 + (generations_to_come(T, s) - 1) * longer / LENGTH[2], rel=0.02)
    assert payments(T, s, 8.0) != income


def test_corruption_is_worth_something_and_more_where_it_takes_a_penalty_off() -> None:
    s = ground()
    before = worth(s)
    s.corruption[ME] = 1
    plain = worth(s) - before
    assert plain > 0
    card = NUMBER["Narrative Spin"]
    s.lies[card], s.owner[card] = Lies.PLAYED_EVENT, ME
    bribed = worth(s)
    s.corruption[ME] = 0
    assert bribed - worth(s) == pytest.approx(WEIGHTS[Weight.BRIBE])
    assert bribed - worth(s) > plain


def test_a_token_that_waits_for_the_temperature_is_worth_something_until_it_is_complete() -> None:
    s = ground()
    before = worth(s)
    kind = Token.PLANTS_2_PER_TEMPERATURE
    s.active_token[ME], s.in_force_for[FIRST_TOKEN + kind - FIRST_CARRIER] = kind, 1 << ME
    assert worth(s) > before
    s.track[Track.TEMPERATURE] = T.track_end[Track.TEMPERATURE]
    with_token = worth(s)
    s.active_token[ME], s.in_force_for[FIRST_TOKEN + kind - FIRST_CARRIER] = -1, 0
    assert worth(s) == with_token


@pytest.mark.parametrize("name", ["Behemoth Excavator", "Neutrinograph", "Scapegoat"])
def test_a_card_is_worth_what_it_digs_claims_or_corrupts(name: str) -> None:
    card = NUMBER[name]
    assert (
        T.worth_underground[card].sum()
        == {
            "Behemoth Excavator": 3,
            "Neutrinograph": 3,
            "Scapegoat": 1,
        }[name]
    )


def of_pile(s: Any, kind: Token) -> float:
    """What an excavation is worth if all that lies in the pile is of one kind."""
    s.pile[:] = 0
    s.pile[kind] = s.pile_size
    return float(prices(T, s, ME, 8.0, True).underground.excavation)


def test_an_excavation_is_worth_what_is_left_in_the_pile() -> None:
    s = ground()
    price = prices(T, s, ME, 8.0, True)
    assert of_pile(s, Token.BLANK) == 0
    assert of_pile(s, Token.TITANIUM_2) == pytest.approx(WEIGHTS[Weight.EXCAVATION] * 2 * price.stock.titanium)
    assert of_pile(s, Token.STEEL_PRODUCTION) == pytest.approx(WEIGHTS[Weight.EXCAVATION] * price.production.steel)
    assert of_pile(s, Token.TR) == pytest.approx(WEIGHTS[Weight.EXCAVATION] * price.rating)
    assert of_pile(s, Token.CORRUPTION_2) == pytest.approx(
        WEIGHTS[Weight.EXCAVATION] * 2 * WEIGHTS[Weight.CORRUPTION] * price.mc
    )
    assert of_pile(s, Token.OCEAN_FOR_4) < of_pile(s, Token.TR)


def test_an_action_that_excavates_is_worth_nothing_to_who_does_not_know_the_box() -> None:
    s = ground()
    card = NUMBER["Chemical Factory"]
    without = with_numbers(game("terraforming_mars"), WEIGHTS_TO_TUNE.zeros("underworld"))
    gains = []
    for table in (T, without[0]):
        before = float(evaluate(table, s, ME))
        s.lies[card], s.owner[card] = Lies.IN_PLAY, ME
        gains.append(float(evaluate(table, s, ME)) - before)
        s.lies[card], s.owner[card] = Lies.OUT_OF_THE_GAME, -1
    assert gains[0] > 0.5
    assert gains[1] == 0


def test_a_penalty_in_hand_is_lighter_for_who_can_bribe() -> None:
    s = ground()
    card = NUMBER["Landfill"]

    def played() -> float:
        return float(worth_of_playing(T, s, ME, card, prices(T, s, ME, 8.0, True)))

    honest = played()
    s.corruption[ME] = 1
    price = prices(T, s, ME, 8.0, True)
    assert played() - honest == pytest.approx(WEIGHTS[Weight.BRIBE] - WEIGHTS[Weight.CORRUPTION] * price.mc)
    s.corruption[ME] = 3
    assert played() - honest == pytest.approx(2 * (WEIGHTS[Weight.BRIBE] - WEIGHTS[Weight.CORRUPTION] * price.mc))
    spin = NUMBER["Narrative Spin"]
    s.lies[spin], s.owner[spin], s.corruption[ME] = Lies.PLAYED_EVENT, ME, 1
    assert played() == pytest.approx(honest)
