"""What the vector env says to callers and opponents that break the rules."""

from typing import Any

import numpy as np
import pytest
from conftest import midgame

from regolith.envs.core.errors import GameOver, IllegalAction, InvalidAction
from regolith.envs.core.game import Game
from regolith.envs.core.seat import SeatEnv
from regolith.envs.core.state import State
from regolith.envs.core.vector import VectorEnv

WRONG_ANSWERS: dict[str, Any] = {
    "negative": lambda first: first * 0 - 1,
    "smallest": lambda first: np.full(first.size, np.iinfo(np.int64).min),
    "too large": lambda first: first + 10**6,
    "unsigned": lambda first: np.full(first.size, 2**64 - 1, np.uint64),
    "floats": lambda first: first.astype(float),
    "nan": lambda first: np.full(first.size, np.nan),
    "bools": lambda first: first.astype(bool),
    "texts": lambda first: first.astype(str),
    "too few": lambda first: first[:-1],
    "too many": lambda first: np.append(first, 0),
    "one": lambda first: int(first[0]),
    "a column": lambda first: first[:, None],
    "nothing": lambda first: None,
    "a ragged list": lambda first: [[0], [0, 1]],
}


def test_step_before_reset(game: Game) -> None:
    with pytest.raises(GameOver, match="reset"):
        VectorEnv(game, 2).step(np.zeros(2, np.int64))


def test_an_opponent_that_breaks_the_rules_is_named(table: Game) -> None:
    def first_illegal(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return (masks == 0).argmax(axis=1)

    with pytest.raises(IllegalAction, match="first_illegal"):
        VectorEnv(table, 8, opponents=[first_illegal]).reset()


@pytest.mark.parametrize("answer", WRONG_ANSWERS.values(), ids=WRONG_ANSWERS.keys())
def test_an_opponent_that_answers_nonsense_is_named(duel: Game, answer: Any) -> None:
    def muddled(observations: np.ndarray, masks: np.ndarray) -> Any:
        return answer(masks.argmax(axis=1))

    with pytest.raises(InvalidAction, match=r"opponent 0 \(muddled\)") as caught:
        VectorEnv(duel, 8, opponents=[muddled], seat=duel.players - 1).reset()
    assert "\n" not in str(caught.value)


def test_an_opponent_may_not_change_what_is_legal(duel: Game) -> None:
    def forger(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        illegal = (masks == 0).argmax(axis=1)
        masks[:] = 1
        return illegal

    with pytest.raises(IllegalAction, match="forger"):
        VectorEnv(duel, 8, opponents=[forger], seat=duel.players - 1).reset()


def test_after_a_failure_games_go_on_from_a_reset(duel: Game) -> None:
    calls = []

    def moody(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        calls.append(len(masks))
        return masks.argmax(axis=1) * 0 - 1 if len(calls) == 3 else masks.argmax(axis=1)

    def play() -> None:
        for _ in range(100):
            env.step(env.action_masks().argmax(axis=1))

    env = VectorEnv(duel, 4, opponents=[moody], seat=0)
    env.reset(seed=1)
    with pytest.raises(InvalidAction, match="moody"):
        play()
    with pytest.raises(GameOver, match="broke off"):
        env.step(env.action_masks().argmax(axis=1))
    env.reset(seed=1)
    play()
    assert len(calls) > 50


@pytest.mark.parametrize("answer", [-1, 10**6, 1.0, float("nan"), True, None, "0", [0], np.array([0])], ids=repr)
def test_a_callable_that_answers_nonsense_leaves_the_game_as_it_was(duel: Game, answer: Any) -> None:
    wrong = False

    def muddled(state: State) -> Any:
        return answer if wrong else state.legal_actions()[0]

    env = SeatEnv(duel, [muddled])
    env.reset(seed=1)
    for _ in range(200):
        assert env.state is not None
        before, observation = env.state.serialize(), env.state.observation(env.seat)
        wrong = True
        try:
            env.step(env.state.legal_actions()[0])
        except InvalidAction as problem:
            said = str(problem)
            break
        wrong = False
    assert said.startswith("opponent muddled: an action is an integer")
    assert env.state is not None
    assert env.state.serialize() == before
    wrong = False
    assert (env.state.observation(env.seat) == observation).all()
    env.step(env.state.legal_actions()[0])


def test_a_callable_that_plays_what_is_illegal_is_named(duel: Game) -> None:
    def cheat(state: State) -> int:
        return int((state.legal_mask() == 0).argmax())

    env = SeatEnv(duel, [cheat], illegal_action="end")
    position = midgame(duel)
    with pytest.raises(IllegalAction, match="opponent cheat: action"):
        env.reset(options={"state": position.serialize(), "seat": (position.current_player + 1) % duel.players})
