"""One seat of a game, or a solo game, as a Gymnasium environment."""

from __future__ import annotations

import pickle
import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordEpisodeStatistics

from regolith import envs
from regolith.envs.core.errors import GameOver, IllegalAction, InvalidAction, InvalidOptions, UnknownGame
from regolith.envs.core.game import Game
from regolith.envs.core.seat import SeatEnv
from regolith.envs.core.state import State


def title(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def lowest(state: State) -> int:
    return state.legal_actions()[0]


def highest(state: State) -> int:
    return state.legal_actions()[-1]


def play(env: Any, seed: int | None, chooser_seed: int = 0) -> list[Any]:
    """One random game: what the learner met."""
    chooser = random.Random(chooser_seed)
    observation, info = env.reset(seed=seed)
    met: list[Any] = [(observation.tobytes(), info["action_mask"].tobytes())]
    ended = False
    while not ended:
        masks = env.unwrapped.action_masks()
        observation, reward, terminated, truncated, info = env.step(chooser.choice(np.flatnonzero(masks).tolist()))
        met.append((observation.tobytes(), reward, terminated, truncated, info["action_mask"].tobytes()))
        ended = terminated or truncated
    return met


def test_gymnasium_checker(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    version = envs.spec(name).version
    made = gymnasium.make(f"regolith/{title(name)}-v{version}", illegal_action="end", disable_env_checker=True)
    check_env(made.unwrapped)
    if envs.spec(name).solo:
        made = gymnasium.make(f"regolith/{title(name)}Solo-v{version}", illegal_action="end", disable_env_checker=True)
        check_env(made.unwrapped)


def test_stable_baselines_checker(game: Game) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(SeatEnv(game, illegal_action="end"))


@pytest.mark.parametrize(
    "opponents", [("random",), ("greedy",), ("random", "greedy", lowest)], ids=["random", "greedy", "mixed"]
)
def test_seeds_are_reproducible(game: Game, opponents: Any) -> None:
    env, other = SeatEnv(game, opponents), SeatEnv(game, opponents)
    first = play(env, 3)
    assert play(other, 3) == first
    assert play(env, 3) == first
    assert play(env, 4) != first


def test_reset_without_a_seed_continues_the_stream(game: Game) -> None:
    env = SeatEnv(game)
    first = [play(env, 1), *(play(env, None) for _ in range(3))]
    assert [play(env, 1), *(play(env, None) for _ in range(3))] == first
    assert len({tuple(map(tuple, met)) for met in first}) == 4


@pytest.mark.parametrize("opponent", [lowest, highest])
def test_opponents_act_inside_step(table: Game, opponent: Any) -> None:
    """Mirror the game on a state of our own."""
    for seat in range(table.players):
        env = SeatEnv(table, [opponent], seat=seat)
        env.reset(seed=8)
        assert env.state is not None
        chooser = random.Random(1)
        mirror = env.state.clone()
        while not mirror.is_terminal:
            assert mirror.current_player == seat
            assert (env.action_masks() == mirror.legal_mask().astype(bool)).all()
            action = chooser.choice(mirror.legal_actions())
            observation, reward, terminated, truncated, info = env.step(action)
            mirror.apply(action)
            while not mirror.is_terminal and mirror.current_player != seat:
                mirror.apply(opponent(mirror))
            assert (observation == mirror.observation(seat)).all()
            assert reward == mirror.returns()[seat]
            assert (terminated, truncated) == (mirror.is_terminal and not mirror.is_truncated, mirror.is_truncated)
            assert (info["action_mask"] == mirror.legal_mask()).all()
        assert info["is_success"] == (mirror.outcome()[1][seat] == 1 and not mirror.is_truncated)
        assert info["score"] == mirror.scores()[seat]
        assert not env.action_masks().any()


def test_reward_only_at_the_end(game: Game) -> None:
    met = play(SeatEnv(game), 2)
    assert all(step[1] == 0.0 for step in met[1:-1])
    assert all(not step[2] and not step[3] for step in met[1:-1])
    assert met[-1][2] != met[-1][3]


def test_every_seat_is_drawn(table: Game) -> None:
    env = SeatEnv(table)
    env.reset(seed=0)
    seats = []
    for _ in range(40):
        env.reset()
        seats.append(env.seat)
        assert env.state is not None
        assert env.state.current_player == env.seat
    assert np.bincount(seats, minlength=table.players).min() >= 3


def test_every_opponent_is_drawn(table: Game) -> None:
    met = set()

    def one(state: State) -> int:
        met.add(1)
        return lowest(state)

    def two(state: State) -> int:
        met.add(2)
        return lowest(state)

    env = SeatEnv(table, [one, two])
    for seed in range(10):
        play(env, seed)
    assert met == {1, 2}


def test_spaces_and_masks(game: Game) -> None:
    env = SeatEnv(game)
    observation, info = env.reset(seed=0)
    assert env.observation_space.contains(observation)
    assert env.action_space.n == game.num_actions
    assert info["action_mask"].dtype == np.int8
    assert env.action_masks().dtype == np.bool_
    assert env.action_masks().any()
    assert (env.action_masks() == info["action_mask"].astype(bool)).all()


def test_an_illegal_action_raises_and_changes_nothing(game: Game) -> None:
    env = SeatEnv(game)
    env.reset(seed=0)
    assert env.state is not None
    before = env.state.serialize()
    with pytest.raises(IllegalAction):
        env.step(int(np.flatnonzero(~env.action_masks())[0]))
    assert env.state.serialize() == before
    env.step(int(np.flatnonzero(env.action_masks())[0]))


def test_an_illegal_action_can_end_the_game_as_lost(game: Game) -> None:
    env = SeatEnv(game, illegal_action="end")
    env.reset(seed=0)
    observation, reward, terminated, truncated, info = env.step(int(np.flatnonzero(~env.action_masks())[0]))
    assert env.observation_space.contains(observation)
    assert (reward, terminated, truncated, info["is_success"]) == (-1.0, True, False, False)
    with pytest.raises(GameOver):
        env.step(0)
    env.reset()
    assert env.action_masks().any()


@pytest.mark.parametrize("illegal_action", ["raise", "end"])
@pytest.mark.parametrize("action", [-1, 10**6, 1.0, None, "0", True], ids=repr)
def test_what_is_no_action_always_raises(duel: Game, illegal_action: Any, action: Any) -> None:
    env = SeatEnv(duel, illegal_action=illegal_action)
    env.reset(seed=0)
    with pytest.raises(InvalidAction):
        env.step(action)


def test_no_step_before_reset_or_after_the_end(game: Game) -> None:
    env = SeatEnv(game)
    with pytest.raises(GameOver, match="reset"):
        env.step(0)
    with pytest.raises(GameOver, match="reset"):
        env.action_masks()
    play(env, 0)
    with pytest.raises(GameOver, match="reset"):
        env.step(0)


def test_copy_mid_game_continues_identically(game: Game) -> None:
    env = SeatEnv(game, ("random", "greedy"))
    env.reset(seed=6)
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    other = pickle.loads(pickle.dumps(env))
    for _ in range(8):
        if env.state is None or env.state.is_terminal:
            break
        action = int(np.flatnonzero(env.action_masks())[-1])
        one, two = env.step(action), other.step(action)
        assert (one[0] == two[0]).all()
        assert one[1:4] == two[1:4]


def test_solo_by_name(name: str) -> None:
    spec = envs.spec(name)
    if spec.solo is None:
        with pytest.raises(UnknownGame, match="has no solo mode"):
            gymnasium.make(f"regolith/{title(name)}Solo-v{spec.version}")
        return
    env = RecordEpisodeStatistics(gymnasium.make(f"regolith/{title(name)}Solo-v{spec.version}"))
    assert env.unwrapped.game.players == 1
    for seed in range(5):
        met = play(env, seed)
        state = env.unwrapped.state
        assert met[-1][1] == state.returns()[0]
        assert spec.solo.length(state.record) > 0
        assert bool(spec.solo.missing(state.record)) == (state.returns()[0] < 0)


def test_solo_by_name_takes_options(name: str) -> None:
    spec = envs.spec(name)
    for options in spec.option_sets:
        if spec.solo and spec.bind(**options).players == 1:
            env = gymnasium.make(f"regolith/{title(name)}Solo-v{spec.version}", render_mode="ansi", **options)
            assert env.unwrapped.game == spec.bind(**options)
            env.reset(seed=0)
            assert isinstance(env.render(), str)


def test_seat_by_name(table: Game) -> None:
    spec = table.spec
    given = table.options.model_dump()
    env = gymnasium.make(f"regolith/{title(spec.name)}-v{spec.version}", opponents=("greedy",), seat=1, **given)
    assert env.unwrapped.game == table
    env.reset(seed=0)
    assert env.unwrapped.seat == 1


def test_rendering_shows_the_learners_view(table: Game, capsys: pytest.CaptureFixture[str]) -> None:
    for mode in ("ansi", "human", "rgb_array", None):
        env = SeatEnv(table, seat=1, render_mode=mode)
        env.reset(seed=0)
        assert env.state is not None
        shown = env.render()
        if mode == "ansi":
            assert shown == env.state.describe(1)
        elif mode == "human":
            assert capsys.readouterr().out == env.state.describe(1) + "\n"
        elif mode == "rgb_array":
            assert (shown == env.state.picture(1).rgb()).all()
        else:
            assert shown is None


def test_rendering_shows_everything_only_when_asked(duel: Game) -> None:
    spec, given = duel.spec, duel.options.model_dump()
    made = [
        gymnasium.make(f"regolith/{title(spec.name)}-v{spec.version}", render_mode="ansi", render_view=view, **given)
        for view in ("seat", "all")
    ]
    for env in made:
        env.reset(seed=0)
    state = made[0].unwrapped.state
    assert made[0].render() == state.describe(made[0].unwrapped.seat) != state.describe()
    assert made[1].render() == state.describe()


@pytest.mark.parametrize(
    "arguments",
    [
        {"render_view": "mover"},
        {"seat": True},
        {"seat": -1},
        {"seat": 99},
        {"seat": "first"},
        {"seat": 0.5},
        {"opponents": ()},
        {"opponents": ["mcts"]},
        {"opponents": [3]},
        {"opponents": "greedy"},
        {"illegal_action": "ignore"},
        {"render_mode": "svg"},
    ],
    ids=str,
)
def test_wrong_arguments(duel: Game, arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptions) as caught:
        SeatEnv(duel, **arguments)
    assert "\n" not in str(caught.value)
