"""What is drawn by chance counts by the mean of several draws."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from regolith import envs
from regolith.agents.base import Decisions
from regolith.agents.kernel_players import GreedyAgent
from regolith.envs.core.state import State
from regolith.envs.core.weights import with_numbers
from regolith.envs.terraforming_mars.actions import PASS, STANDARD
from regolith.envs.terraforming_mars.player.chances import TOP, chances, question, redraw
from regolith.envs.terraforming_mars.player.tuning import WEIGHTS_TO_TUNE
from regolith.envs.terraforming_mars.player.weights import WEIGHTS, Weight
from regolith.envs.terraforming_mars.rules.knowledge import first_of
from regolith.envs.terraforming_mars.state import Deck, Phase
from regolith.envs.terraforming_mars.words import Resource, StandardProject
from tests.agents.match import generators_from
from tests.terraforming_mars.games import T

SEEDS = 12


def first_actions(deals: int) -> list[State]:
    """Each deal at its first action, with money for any standard project."""
    found = []
    for deal in range(deals):
        state = envs.game("terraforming_mars", players=2, prelude=False).new(deal)
        while state.record.phase != Phase.ACTION:
            state.apply(state.legal_actions()[0])
        state.record.stock[state.current_player, Resource.MC] = 30
        state.refresh()
        found.append(state)
    return found


def test_what_was_drawn_is_tried_often() -> None:
    state = first_actions(1)[0]
    before, after = state.clone().record, state.clone().record
    assert chances(T, before, after) == 1
    for deck in Deck:
        after.deck_size[deck] -= 1
        assert chances(T, before, after) == WEIGHTS[Weight.CARD_DRAWS]
        after.deck_size[deck] += 1
    after.pile_size = before.pile_size - 1
    assert chances(T, before, after) == 1, "there is no pile in this game"


def test_tokens_drawn_are_tried_often_by_who_knows_the_box() -> None:
    state = envs.game("terraforming_mars", players=2, underworld=True).new(1)
    before, after = state.clone().record, state.clone().record
    assert chances(T, before, after) == 1
    after.pile_size -= 1
    assert chances(T, before, after) == WEIGHTS[Weight.DRAWS]
    without = with_numbers(state.game, WEIGHTS_TO_TUNE.zeros("underworld"))
    assert chances(without[0], before, after) == 1


@pytest.mark.parametrize("project", [StandardProject.POWER_PLANT, StandardProject.ASTEROID])
def test_what_is_certain_is_tried_once(project: StandardProject) -> None:
    state = first_actions(1)[0]
    after = state.clone()
    after.apply(STANDARD + project)
    assert chances(T, state.record, after.record) == 1
    after = state.clone()
    after.apply(PASS)
    assert chances(T, state.record, after.record) == 1


def test_one_lucky_draw_does_not_decide() -> None:
    """Asked again and again, who goes by the mean gives the same answer more often than who looks at one deal."""

    def agreement(draws: float) -> int:
        agent, most = GreedyAgent.trial({"card_draws": draws}), 0
        for state in first_actions(40):
            asked = [
                int(agent.act(Decisions(state.game, state.array, np.zeros(1, np.int64), generators_from([seed])))[0])
                for seed in range(SEEDS)
            ]
            most += Counter(asked).most_common(1)[0][1]
        return most

    assert agreement(8.0) > agreement(1.0)


def test_the_next_try_draws_other_cards_of_the_same_deck() -> None:
    state = first_actions(1)[0]
    drawn: set[int] = set()
    for seed in range(20):
        trial = state.clone()
        trial.record.rng[0] = seed + 1
        redraw(T, trial.record, state.current_player)
        for deck in Deck:
            first, size = first_of(deck), int(state.record.deck_size[deck])
            before, after = state.record.deck[first : first + size], trial.record.deck[first : first + size]
            assert sorted(before) == sorted(after)
            assert np.count_nonzero(before != after) <= 2 * TOP, "cards come to the top for those that lay there"
            if deck == Deck.PROJECTS:
                drawn.add(int(after[-1]))
        changed = {
            name for name in state.record.dtype.names if not np.array_equal(state.record[name], trial.record[name])
        }
        assert changed <= {"deck", "rng"}
    assert len(drawn) > 10, "any card may come to the top"


def after_beginning(action: int) -> State:
    """The first deal, where an action has been begun that asks for a space."""
    state = first_actions(1)[0]
    state.apply(action)
    return state


def test_what_brings_a_tile_asks_where_it_goes_and_the_tile_makes_the_question() -> None:
    asked = {
        project: after_beginning(STANDARD + project) for project in (StandardProject.CITY, StandardProject.AQUIFER)
    }
    numbers = {question(T, state.record) for state in asked.values()}
    assert len(numbers) == 2
    assert 0 not in numbers
    assert question(T, first_actions(1)[0].record) == 0, "which action to take depends on everything"
    richer = asked[StandardProject.CITY].clone()
    richer.record.stock[:, Resource.MC] += 5
    assert question(T, richer.record) == question(T, asked[StandardProject.CITY].record)
