"""Games side by side: the same as single games, whoever sits in the other seats and however many threads there are."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from conftest import finished
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from regolith import envs
from regolith.envs.core import rng as random
from regolith.envs.core.errors import IllegalAction, InvalidAction, InvalidOptions
from regolith.envs.core.game import Game
from regolith.envs.core.seat import InsidePlayer
from regolith.envs.core.state import State
from regolith.envs.core.vector import VectorEnv, random_actions

Array = np.ndarray[Any, Any]
MOST_STEPS = 20_000


def choice(salt: int, observation: Array, mask: Array) -> int:
    """A legal action that depends on everything in the view, and on nothing else."""
    legal = np.flatnonzero(mask)
    seen = hashlib.blake2b(bytes([salt]) + observation.tobytes() + mask.tobytes(), digest_size=8).digest()
    return int(legal[int.from_bytes(seen) % legal.size])


def policy(salt: int) -> Callable[[Array, Array], Array]:
    """The same as a player of the vector env."""
    return lambda observations, masks: np.array([choice(salt, o, m) for o, m in zip(observations, masks, strict=True)])


def choose(state: State, salt: int) -> int:
    """The same on a single state."""
    return choice(salt, state.observation(), state.legal_mask())


def forbidden(observations: Array, masks: Array) -> Array:
    raise AssertionError("this opponent has weight zero")


class Dice:
    """Random legal actions from a generator of its own."""

    def __init__(self, seed: int = 0) -> None:
        self._generator = np.zeros(4, np.uint32)
        random.seed(self._generator, seed)

    def __call__(self, env: VectorEnv) -> Array:
        out = np.zeros(env.num_envs, np.int64)
        random_actions(env.action_masks().view(np.int8), self._generator, out)
        return out


def deal_seeds(env: VectorEnv) -> list[int]:
    """The seed that each game under way was dealt from."""
    return [int(seed) for seed in env._lanes[0].deals]


def lineups(env: VectorEnv) -> Array:
    """Who sits where in each game: 0 for the learner, else 1 + the number of an opponent."""
    return env._lanes[0].seats.copy()


def snapshot(env: VectorEnv) -> tuple[bytes, ...]:
    """Everything that a step could change."""
    lanes = env._lanes
    parts = (
        env._states,
        lanes[0].masks,
        lanes[1].masks,
        lanes[0].observations,
        lanes[1].observations,
        lanes[0].generators,
    )
    return (*(part.tobytes() for part in parts), lanes[0].deals.tobytes(), bytes([env._turn]))


# --- the same as single games


def won_alone(state: State, seat: int) -> bool:
    """Success is a win that nobody shares; with three or more players a shared one pays something too."""
    _, places = state.outcome()
    return not state.is_truncated and bool(places[seat] == 1) and int((places == 1).sum()) == 1


def test_every_seat_mode_equals_single_games(game: Game) -> None:
    env = VectorEnv(game, 5, seed=3)
    dice, ended, steps = Dice(), 0, 0
    observations, info = env.reset()
    states = [game.new(seed) for seed in deal_seeds(env)]
    for _ in range(MOST_STEPS):
        assert (env.players_to_move() == [state.current_player for state in states]).all()
        for i, state in enumerate(states):
            assert (observations[i] == state.observation()).all()
            assert (info["action_mask"][i] == state.legal_mask()).all()
        assert (env.action_masks() == info["action_mask"].astype(bool)).all()
        actions = dice(env)
        observations, rewards, terminated, truncated, info = env.step(actions)
        steps += 1
        for i, state in enumerate(states):
            mover = state.current_player
            state.apply(actions[i])
            assert rewards[i] == state.returns()[mover]
            assert terminated[i] == (state.is_terminal and not state.is_truncated)
            assert truncated[i] == state.is_truncated
            if state.is_terminal:
                ended += 1
                assert info["_final_obs"][i]
                assert (info["final_obs"][i] == state.observation(mover)).all()
                assert (info["returns"][i] == state.returns()).all()
                assert info["length"][i] == state.decisions
                assert info["is_success"][i] == won_alone(state, mover)
                states[i] = game.new(deal_seeds(env)[i])
            elif "_final_obs" in info:
                assert not info["_final_obs"][i]
        if ended >= 8:
            break
    assert ended >= 8
    assert env.decisions == steps * env.num_envs


def test_learner_against_policies_equals_single_games(table: Game) -> None:
    """Policies must get the observation and mask of their own seat, or their choices and so the games would differ."""
    env = VectorEnv(table, 4, opponents=[policy(1), policy(2)], seed=1)
    observations, info = env.reset()
    states, seats, ended = [table.new(seed) for seed in deal_seeds(env)], lineups(env), 0
    for i, state in enumerate(states):
        opponents_move(state, seats[i])
    for _ in range(MOST_STEPS):
        for i, state in enumerate(states):
            assert seats[i, state.current_player] == 0
            assert (observations[i] == state.observation()).all()
            assert (info["action_mask"][i] == state.legal_mask()).all()
        observations, rewards, terminated, truncated, info = env.step([choose(state, 9) for state in states])
        for i, state in enumerate(states):
            learner = state.current_player
            state.apply(choose(state, 9))
            opponents_move(state, seats[i])
            assert rewards[i] == state.returns()[learner]
            assert (terminated[i], truncated[i]) == (state.is_terminal and not state.is_truncated, state.is_truncated)
            if state.is_terminal:
                ended += 1
                assert (info["final_obs"][i] == state.observation(learner)).all()
                assert (info["returns"][i] == state.returns()).all()
                states[i], seats[i] = table.new(deal_seeds(env)[i]), lineups(env)[i]
                opponents_move(states[i], seats[i])
        if ended >= 12:
            break
    assert ended >= 12


def opponents_move(state: State, seats: Array) -> None:
    while not state.is_terminal and seats[state.current_player] > 0:
        state.apply(choose(state, int(seats[state.current_player])))


@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_learner_against_players_inside_equals_single_games(table: Game, opponent: str) -> None:
    env = VectorEnv(table, 3, opponents=[opponent], seed=2)
    env.reset()
    dice, inside, ended = Dice(1), InsidePlayer(table, opponent), 0
    for _ in range(MOST_STEPS):
        states = [State(table, env._states[i : i + 1].copy()) for i in range(env.num_envs)]
        seats, generators, actions = env.players_to_move(), env._lanes[0].generators.copy(), dice(env)
        observations, rewards, terminated, truncated, _ = env.step(actions)
        for i, state in enumerate(states):
            state.apply(actions[i])
            inside._generators[0] = generators[i]
            while not state.is_terminal and state.current_player != seats[i]:
                state.apply(inside(state))
            assert rewards[i] == state.returns()[seats[i]]
            assert terminated[i] == (state.is_terminal and not state.is_truncated)
            assert truncated[i] == state.is_truncated
            ended += state.is_terminal
            if not state.is_terminal:
                assert env._states[i : i + 1].tobytes() == state.array.tobytes()
                assert (observations[i] == state.observation(int(seats[i]))).all()
        if ended >= 4:
            break
    assert ended >= 4


# --- the learner's seat


def test_learner_sits_in_every_seat_and_keeps_it_for_a_game(table: Game) -> None:
    env = VectorEnv(table, 20 * table.players, opponents=["random"], seed=5)
    env.reset()
    dice = Dice(2)
    seats = env.players_to_move()
    counts = np.bincount(seats, minlength=table.players)
    assert counts.min() >= 0.4 * env.num_envs / table.players
    ended = np.zeros(env.num_envs, np.bool_)
    for _ in range(MOST_STEPS):
        _, rewards, terminated, truncated, info = env.step(dice(env))
        done = terminated | truncated
        ended |= done
        assert (env.players_to_move() == seats)[~done].all()
        assert (rewards[~done] == 0.0).all()
        if done.any():
            assert (rewards[done] == info["returns"][done, seats[done]]).all()
        seats = env.players_to_move()
        if ended.sum() > 30:
            break
    assert ended.sum() > 30


def test_fixed_seat(table: Game) -> None:
    for seat in range(table.players):
        env = VectorEnv(table, 8, opponents=["random"], seat=seat)
        env.reset()
        dice = Dice(3)
        for _ in range(60):
            assert (env.players_to_move() == seat).all()
            env.step(dice(env))


def test_weights_are_respected(duel: Game) -> None:
    calls = np.zeros(2)

    def counting(number: int) -> Callable[[Array, Array], Array]:
        def act(observations: Array, masks: Array) -> Array:
            calls[number] += len(observations)
            return policy(7)(observations, masks)

        return act

    env = VectorEnv(duel, 400, opponents=[counting(0), counting(1)], weights=[1, 3], seat=duel.players - 1)
    for _ in range(8):
        env.reset()
    assert calls.sum() > 1000
    assert 0.2 < calls[0] / calls.sum() < 0.3


def test_weight_zero_is_never_drawn(duel: Game) -> None:
    env = VectorEnv(duel, 50, opponents=[forbidden, "random", forbidden], weights=[0, 1, 0])
    env.reset()
    dice = Dice(4)
    for _ in range(50):
        env.step(dice(env))
    assert (lineups(env) != 1).all()
    assert (lineups(env) != 3).all()


# --- seeds


def test_seeds_are_reproducible_and_distinct(game: Game) -> None:
    def deals(seed: int | None, resets: int = 3) -> list[bytes]:
        env.reset(seed=seed)
        found = [row.tobytes() for row in env._states]
        for _ in range(resets):
            env.reset()
            found += [row.tobytes() for row in env._states]
        return found

    env = VectorEnv(game, 6)
    first, other = deals(1), deals(2)
    assert deals(1) == first
    assert len({*first, *other}) == 48
    fresh = VectorEnv(game, 6, seed=1)
    fresh.reset()
    assert [row.tobytes() for row in fresh._states] == first[:6]


def test_opponents_do_not_change_the_deals(duel: Game) -> None:
    games = [VectorEnv(duel, 4, opponents=pool, seed=9) for pool in (None, ["random"], ["greedy"], [policy(3)])]
    for env in games:
        env.reset()
    assert len({tuple(deal_seeds(env)) for env in games}) == 1


# --- threads


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_change_nothing(duel: Game, threads: int) -> None:
    pool: list[Any] = ["random", "greedy", policy(1), policy(2)]
    one = VectorEnv(duel, 7, opponents=pool, seed=4)
    more = VectorEnv(duel, 7, opponents=pool, seed=4, threads=threads)
    try:
        one.reset()
        more.reset()
        dice, same_dice, ended = Dice(5), Dice(5), 0
        for _ in range(150):
            results = one.step(dice(one)), more.step(same_dice(more))
            for a, b in zip(results[0][:4], results[1][:4], strict=True):
                assert (a == b).all()
            assert (one.action_masks() == more.action_masks()).all()
            assert results[0][4].keys() == results[1][4].keys()
            if "final_obs" in results[0][4]:
                done = results[0][4]["_final_obs"]
                ended += done.sum()
                assert (results[0][4]["final_obs"][done] == results[1][4]["final_obs"][done]).all()
        assert one._states.tobytes() == more._states.tobytes()
        assert one.decisions == more.decisions > 1000
    finally:
        more.close()


# --- buffers, where nothing is copied


def test_what_a_step_returns_stays_until_the_step_after_next(game: Game) -> None:
    env = VectorEnv(game, 4, copy=False)
    dice = Dice(6)
    observations, info = env.reset()
    for _ in range(30):
        kept = [(array, array.copy()) for array in (observations, info["action_mask"])]
        observations, _, _, _, info = env.step(dice(env))
        assert all((array == copy).all() for array, copy in kept)


def test_buffers_alternate(game: Game) -> None:
    env = VectorEnv(game, 4, copy=False)
    dice = Dice(6)
    env.reset()
    first = env.step(dice(env))[0]
    second = env.step(dice(env))[0]
    third = env.step(dice(env))[0]
    assert not np.shares_memory(first, second)
    assert np.shares_memory(first, third)


def test_last_observations_stay_until_the_step_after_next(duel: Game) -> None:
    env = VectorEnv(duel, 16, copy=False)
    dice = Dice(7)
    env.reset()
    held: list[tuple[Array, Array]] = []
    checked = 0
    for _ in range(MOST_STEPS):
        info = env.step(dice(env))[4]
        for array, copy in held:
            assert (array == copy).all()
            checked += 1
        held = [(info["final_obs"], info["final_obs"].copy())] if "final_obs" in info else []
        if checked >= 20:
            break
    assert checked >= 20


def test_rewards_of_a_step_are_its_own(game: Game) -> None:
    env = VectorEnv(game, 2)
    dice = Dice()
    env.reset()
    first = env.step(dice(env))
    second = env.step(dice(env))
    for a, b in zip(first[1:4], second[1:4], strict=True):
        assert not np.shares_memory(a, b)


# --- wrong actions and arguments


def test_wrong_actions_raise_and_step_nothing(game: Game) -> None:
    env = VectorEnv(game, 3)
    env.reset()
    dice = Dice(8)
    for _ in range(5):
        env.step(dice(env))
    good, before, decisions = dice(env), snapshot(env), env.decisions
    illegal = good.copy()
    illegal[1] = np.flatnonzero(~env.action_masks()[1])[0]
    with pytest.raises(IllegalAction, match="not legal in game 1; no game was stepped"):
        env.step(illegal)
    wrong: list[Any] = [
        good[:2],
        np.append(good, 0),
        good.reshape(3, 1),
        good.astype(float),
        good.astype(bool),
        good.astype(str),
        [None] * 3,
        int(good[0]),
        None,
        np.array([good[0], -1, good[2]]),
        np.array([good[0], good[1], game.num_actions]),
        np.array([good[0], good[1], 2**63], np.uint64),
    ]
    for actions in wrong:
        with pytest.raises(InvalidAction) as caught:
            env.step(actions)
        assert "\n" not in str(caught.value)
    assert snapshot(env) == before
    assert env.decisions == decisions
    env.step(good.tolist())
    assert snapshot(env) != before


@pytest.mark.parametrize(
    "arguments",
    [
        {"num_envs": 0},
        {"threads": 0},
        {"seat": -1, "opponents": ["random"]},
        {"seat": 99, "opponents": ["random"]},
        {"seat": "first", "opponents": ["random"]},
        {"opponents": ["mcts"]},
        {"opponents": [3]},
        {"opponents": ["random"], "weights": [1, 1]},
        {"opponents": ["random", "greedy"], "weights": [1, -1]},
        {"opponents": ["random", "greedy"], "weights": [0, 0]},
        {"opponents": ["random", "greedy"], "weights": [1, float("nan")]},
    ],
    ids=str,
)
def test_wrong_arguments(duel: Game, arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptions) as caught:
        VectorEnv(duel, **{"num_envs": 2, **arguments})
    assert "\n" not in str(caught.value)


def test_solo_has_no_opponents(solo: Game) -> None:
    with pytest.raises(InvalidOptions, match="a solo game has no opponents"):
        VectorEnv(solo, 2, opponents=["random"])


def test_solo_games_run(solo: Game) -> None:
    env = VectorEnv(solo, 4)
    env.reset()
    dice, ended = Dice(9), 0
    while ended < 6:
        _, rewards, terminated, truncated, info = env.step(dice(env))
        done = terminated | truncated
        ended += done.sum()
        assert (rewards[~done] == 0).all()
        assert not done.any() or (rewards[done] == info["returns"][done, 0]).all()


# --- the pool of opponents


def test_set_opponents_takes_over(duel: Game) -> None:
    env = VectorEnv(duel, 6, opponents=["random"])
    env.reset()
    called = []

    def noted(observations: Array, masks: Array) -> Array:
        called.append(len(observations))
        return policy(1)(observations, masks)

    env.set_opponents([noted])
    dice = Dice(10)
    for _ in range(30):
        env.step(dice(env))
    assert called


def test_set_opponents_from_self_play_and_back(duel: Game) -> None:
    env = VectorEnv(duel, 6, seat=0)
    env.reset()
    env.set_opponents(["greedy"])
    env.reset()
    dice = Dice(11)
    for _ in range(40):
        assert (env.players_to_move() == 0).all()
        env.step(dice(env))
    env.set_opponents(None)
    env.reset()
    movers = set()
    for _ in range(40):
        movers |= set(env.players_to_move().tolist())
        env.step(dice(env))
    assert len(movers) > 1


def test_a_shorter_pool_is_refused_or_harmless(duel: Game) -> None:
    """Games under way may still name an opponent that is gone."""
    env = VectorEnv(duel, 12, opponents=["random", "greedy", policy(1)])
    env.reset()
    try:
        env.set_opponents(["random"])
    except InvalidOptions:
        return
    dice = Dice(12)
    for _ in range(30):
        env.step(dice(env))


# --- Gymnasium and Stable-Baselines3


def test_gymnasium_contract(game: Game) -> None:
    env = VectorEnv(game, 3)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observations, info = env.reset(seed=1)
    assert env.observation_space.contains(observations)
    assert env.single_observation_space.shape == (game.observation_size,)
    assert env.single_action_space.n == game.num_actions
    assert info["action_mask"].shape == (3, game.num_actions)
    actions = Dice()(env)
    assert env.action_space.contains(actions)
    observations, rewards, terminated, truncated, _ = env.step(actions)
    assert env.observation_space.contains(observations)
    assert (rewards.dtype, terminated.dtype, truncated.dtype) == (np.float64, np.bool_, np.bool_)
    env.close()


def test_gymnasium_episode_statistics(duel: Game) -> None:
    inner = VectorEnv(duel, 8, opponents=["random"])
    env = RecordEpisodeStatistics(inner)
    env.reset(seed=0)
    dice, told = Dice(13), 0
    for _ in range(MOST_STEPS):
        _, rewards, terminated, truncated, info = env.step(dice(inner))
        for i in np.flatnonzero(terminated | truncated):
            told += 1
            assert info["episode"]["r"][i] == pytest.approx(rewards[i])
        if told >= 10:
            break
    assert told >= 10


@pytest.fixture(scope="module")
def sb3() -> Any:
    return pytest.importorskip("stable_baselines3")


def test_sb3_contract(sb3: Any, game: Game) -> None:
    opponents = ["random"] if game.players > 1 else None
    env, same = VectorEnv(game, 5, opponents, seed=6), VectorEnv(game, 5, opponents, seed=6)
    wrapped = env.as_sb3()
    assert isinstance(wrapped, sb3.common.vec_env.VecEnv)
    assert wrapped.num_envs == 5
    assert wrapped.observation_space == env.single_observation_space
    assert wrapped.action_space == env.single_action_space
    assert (wrapped.reset() == same.reset()[0]).all()
    dice, ended, cut = Dice(14), 0, 0
    for _ in range(MOST_STEPS):
        masks = wrapped.env_method("action_masks")
        assert np.stack(masks).shape == (5, game.num_actions)
        assert np.stack(masks).dtype == np.bool_
        assert (np.stack(masks) == wrapped.action_masks()).all()
        actions = dice(same)
        observations, rewards, done, infos = wrapped.step(actions)
        wanted, _, terminated, truncated, info = same.step(actions)
        assert (observations == wanted).all()
        assert (done == (terminated | truncated)).all()
        assert len(infos) == 5
        for i in range(5):
            assert ("terminal_observation" in infos[i]) == done[i]
            if done[i]:
                assert (infos[i]["terminal_observation"] == info["final_obs"][i]).all()
                assert not np.shares_memory(infos[i]["terminal_observation"], info["final_obs"])
                assert infos[i]["TimeLimit.truncated"] is bool(truncated[i])
                assert infos[i]["is_success"] is bool(info["is_success"][i])
                assert infos[i]["episode"]["r"] == pytest.approx(rewards[i])
                assert infos[i]["episode"]["l"] == info["length"][i]
                ended += 1
                cut += truncated[i]
        if ended >= 6:
            break
    assert ended >= 6
    assert bool(cut) == finished(game, 0).is_truncated
    wrapped.close()


def test_sb3_attributes(sb3: Any, duel: Game) -> None:
    wrapped = VectorEnv(duel, 3, ["random"]).as_sb3()
    assert wrapped.has_attr("action_masks")
    assert not wrapped.has_attr("no_such_thing")
    assert wrapped.get_attr("render_mode") == [None] * 3
    assert wrapped.env_is_wrapped(gymnasium.Wrapper) == [False] * 3
    assert wrapped.env_is_wrapped(gymnasium.Wrapper, indices=[0, 2]) == [False] * 2
    with pytest.raises(AttributeError, match="no_such_method"):
        wrapped.env_method("no_such_method")
    wrapped.seed(3)
    first = wrapped.reset().copy()
    wrapped.seed(3)
    assert (wrapped.reset() == first).all()


def test_maskable_ppo_learns_a_little(duel: Game) -> None:
    contrib = pytest.importorskip("sb3_contrib")
    env = VectorEnv(duel, 4, ["random"]).as_sb3()
    learner = contrib.MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=32, n_epochs=1, seed=0, device="cpu")
    learner.learn(128)
    assert learner.num_timesteps == 128
    actions, _ = learner.predict(env.reset(), action_masks=env.action_masks())
    assert env.action_masks()[np.arange(4), actions].all()


def test_names_of_games_are_enough(name: str) -> None:
    """A vector env of each option set can be made and run from the registry's names alone."""
    for options in envs.spec(name).option_sets:
        env = VectorEnv(envs.game(name, **options), 2)
        env.reset()
        env.step(Dice()(env))
