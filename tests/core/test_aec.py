"""Every game as a PettingZoo environment, raw and with its wrappers."""

from __future__ import annotations

import copy
import importlib
import pickle
import random
import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pettingzoo
import pytest
from conftest import every_game, every_option_set
from pettingzoo import AECEnv

from regolith import envs
from regolith.envs.core.aec import RENDER_MODES, RENDER_VIEWS, RegolithAEC, raw, wrapped
from regolith.envs.core.errors import GameOver, IllegalAction, InvalidAction, InvalidOptions
from regolith.envs.core.game import Game
from regolith.envs.core.record import NOBODY

with warnings.catch_warnings():
    # PettingZoo's own tests import one of its games in the way that it has deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

Maker = Callable[..., AECEnv]


def module_of(name: str) -> ModuleType:
    return importlib.import_module(f"regolith.envs.{envs.spec(name).env_id}")


@pytest.fixture(params=["env", "raw_env"])
def make(request: pytest.FixtureRequest, name: str) -> Maker:
    """Both constructors of a game's versioned module."""
    found: Maker = getattr(module_of(name), request.param)
    return found


@pytest.fixture(params=[raw, wrapped], ids=["raw", "wrapped"])
def env(request: pytest.FixtureRequest, game: Game) -> AECEnv:
    """An env of each option set, dealt, raw and wrapped."""
    made: AECEnv = request.param(game.spec, **game.options.model_dump())
    made.reset(seed=5)
    return made


def play(env: AECEnv, seed: int, most: int | None = None) -> list[Any]:
    """Random play through `last()`, to the end or for some decisions: what each agent met."""
    chooser = random.Random(seed)
    met = []
    while env.agents and (most is None or len(met) < most):
        observation, reward, termination, truncation, _ = env.last()
        done = termination or truncation
        met.append(
            (
                env.agent_selection,
                observation["observation"].tobytes(),
                observation["action_mask"].tobytes(),
                reward,
                termination,
                truncation,
            )
        )
        env.step(None if done else chooser.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return met


def start(env: AECEnv) -> bytes:
    """What all agents see at the moment."""
    return b"".join(env.observe(agent)["observation"].tobytes() for agent in env.possible_agents)


# PettingZoo expects a Box unless it knows the env by name; every env with a mask in its observation gets these two.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array$:UserWarning")
@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete$:UserWarning"
)
@pytest.mark.parametrize("constructor", ["env", "raw_env"])
def test_pettingzoo_api(game: Game, constructor: str, capsys: pytest.CaptureFixture[str]) -> None:
    make = getattr(module_of(game.spec.name), constructor)
    api_test(make(**game.options.model_dump()), num_cycles=300)
    assert "Passed" in capsys.readouterr().out


def test_pettingzoo_seeds(make: Maker) -> None:
    seed_test(make, num_cycles=400)


def test_pettingzoo_rendering(make: Maker, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(make)
    assert capsys.readouterr().out.strip()


def test_spaces_and_metadata(env: AECEnv, game: Game) -> None:
    assert env.possible_agents == [f"player_{i}" for i in range(game.players)]
    assert env.metadata["name"] == game.spec.env_id == str(env.unwrapped)
    assert env.metadata["is_parallelizable"] is False
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) == env.observation_space("player_0")
        assert env.observation_space(agent).contains(env.observe(agent))
        assert env.action_space(agent).n == game.num_actions


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
def test_copy_mid_game_continues_identically(env: AECEnv, copied: Callable[[AECEnv], AECEnv]) -> None:
    begun = play(env, 1, most=15)
    assert len(begun) == 15
    other = copied(env)
    rest = play(other, 2)
    assert len(rest) > 1
    assert env.agents, "playing the copy ended the original"
    assert play(env, 2) == rest
    env.reset()
    other.reset()
    assert start(env) == start(other)


def test_rewards_reach_everybody_through_last(env: AECEnv, game: Game) -> None:
    earned = dict.fromkeys(env.possible_agents, 0.0)
    told = []
    for agent, _, _, reward, termination, truncation in play(env, 3):
        earned[agent] += reward
        if termination or truncation:
            told.append(agent)
        else:
            assert reward == 0.0
    state = env.unwrapped.state_of_game
    assert state.is_terminal
    assert sorted(told) == env.possible_agents
    assert list(earned.values()) == state.returns()


def test_info_of_the_end_has_the_score(game: Game) -> None:
    env = RegolithAEC(game)
    env.reset(seed=0)
    while not (env.terminations["player_0"] or env.truncations["player_0"]):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
    assert [env.infos[agent]["score"] for agent in env.possible_agents] == env._state.scores()


def test_mask_of_a_waiting_agent_is_all_zeros(game: Game) -> None:
    env = RegolithAEC(game)
    env.reset(seed=1)
    chooser = random.Random(0)
    while env._state.current_player != NOBODY:
        for agent in env.possible_agents:
            mask = env.observe(agent)["action_mask"]
            assert mask.dtype == np.int8
            assert mask.any() == (agent == env.agent_selection)
        env.step(chooser.choice(env._state.legal_actions()))
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)


def test_step_after_the_end(game: Game) -> None:
    env = RegolithAEC(game)
    env.reset(seed=2)
    play(env, 2)
    assert env.agents == []
    for action in (0, None):
        with pytest.raises(GameOver):
            env.step(action)
    env.reset()
    assert env.agents == env.possible_agents


def test_an_ended_agent_takes_only_none(game: Game) -> None:
    env = RegolithAEC(game)
    env.reset(seed=2)
    while env._state.current_player != NOBODY:
        env.step(env._state.legal_actions()[0])
    with pytest.raises(ValueError, match="None"):
        env.step(0)


def test_nothing_works_before_reset(name: str) -> None:
    env = raw(envs.spec(name))
    with pytest.raises(GameOver, match="reset"):
        env.observe("player_0")
    with pytest.raises(GameOver, match="reset"):
        env.step(0)
    with pytest.raises(GameOver, match="reset"):
        env.last()


def test_wrong_actions_raise_and_change_nothing(game: Game) -> None:
    env = RegolithAEC(game)
    env.reset(seed=4)
    before, agent = env._state.serialize(), env.agent_selection
    illegal = next(a for a in range(game.num_actions) if not env.observe(agent)["action_mask"][a])
    for action, error in (
        (illegal, IllegalAction),
        (None, InvalidAction),
        (True, InvalidAction),
        (game.num_actions, InvalidAction),
    ):
        with pytest.raises(error):
            env.step(action)
    assert env._state.serialize() == before
    assert env.agent_selection == agent
    assert not any(env.terminations.values())


def test_wrapped_env_ends_the_game_of_an_illegal_action(game: Game) -> None:
    env = wrapped(game.spec, **game.options.model_dump())
    env.reset(seed=4)
    agent = env.agent_selection
    mask = env.observe(agent)["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.terminations[agent]
    assert env._cumulative_rewards[agent] == -1


def test_registry_makes_the_same_env(name: str) -> None:
    spec = envs.spec(name)
    for made in (
        pettingzoo.make("aec", f"regolith/{name}-v{spec.version}"),
        pettingzoo.make("aec", f"regolith/{name}"),
    ):
        made.reset(seed=11)
        other = module_of(name).env()
        other.reset(seed=11)
        assert play(made, 1) == play(other, 1)


def test_registry_passes_options(name: str) -> None:
    spec = envs.spec(name)
    for options in spec.option_sets:
        made = pettingzoo.make("aec", f"regolith/{name}-v{spec.version}", render_mode="ansi", **options)
        assert made.unwrapped.game == spec.bind(**options)
        assert made.unwrapped.render_mode == "ansi"


def test_reset_without_a_seed_continues_the_stream(env: AECEnv) -> None:
    def deals(seed: int) -> list[bytes]:
        env.reset(seed=seed)
        found = [start(env) + env.unwrapped._state.serialize()]
        for _ in range(4):
            play(env, 0, most=3)
            env.reset()
            found.append(start(env) + env.unwrapped._state.serialize())
        return found

    first, again, other = deals(1), deals(1), deals(2)
    assert first == again
    assert len(set(first)) == 5
    assert not set(first) & set(other)


def test_two_envs_without_a_seed_differ(game: Game) -> None:
    deals = set()
    for _ in range(8):
        env = RegolithAEC(game)
        env.reset()
        deals.add(env._state.serialize())
    assert len(deals) == 8


def test_a_game_cut_off_is_truncated_not_terminated() -> None:
    """Some option set of some game has a cap that random play reaches."""
    seen = set()
    for found, options in (p.values[0] for p in every_option_set()):
        env = raw(envs.spec(found), **options)
        env.reset(seed=0)
        chooser = random.Random(0)
        while env._state.current_player != NOBODY:
            env.step(chooser.choice(env._state.legal_actions()))
        cut = env._state.is_truncated
        seen.add(cut)
        assert env.truncations == dict.fromkeys(env.possible_agents, cut)
        assert env.terminations == dict.fromkeys(env.possible_agents, not cut)
        assert not cut or set(env.rewards.values()) == {0.0}
        assert all(type(value) is bool for value in [*env.truncations.values(), *env.terminations.values()])
    assert seen == {True, False}


@pytest.mark.parametrize("found", every_game())
def test_wrong_render_mode(found: str) -> None:
    with pytest.raises(InvalidOptions, match="render_mode 'svg' does not exist"):
        module_of(found).env(render_mode="svg")


@pytest.mark.parametrize("mode", RENDER_MODES)
def test_rendering_each_mode(game: Game, mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = RegolithAEC(game, mode)
    env.reset(seed=0)
    shown = env.render()
    printed = capsys.readouterr().out
    if mode == "ansi":
        assert isinstance(shown, str)
        assert shown
        assert not printed
    elif mode == "human":
        assert shown is None
        assert printed
        env.step(env._state.legal_actions()[0])
        assert capsys.readouterr().out
    else:
        assert shown.dtype == np.uint8
        assert shown.shape[2] == 3
        assert shown.std() > 0
    env.close()


def test_rendering_shows_the_view_of_the_agent_to_move(table: Game, long: bool) -> None:
    """And everything only where it is asked for, or when the game is over."""
    every = 1 if long else 23
    env, open_env = RegolithAEC(table, "ansi"), RegolithAEC(table, "ansi", render_view="all")
    chooser, hidden = random.Random(0), 0
    for each in (env, open_env):
        each.reset(seed=3)
    while env._state.current_player != NOBODY:
        if env._state.decisions % every == 0:
            mine, all_of_it = env.render(), open_env.render()
            assert mine == env._state.describe(env._state.current_player)
            assert all_of_it == env._state.describe()
            hidden += mine != all_of_it
        action = chooser.choice(env._state.legal_actions())
        for each in (env, open_env):
            each.step(action)
    assert hidden
    assert env.render() == open_env.render() == env._state.describe()


def test_pictures_show_the_view_of_the_agent_to_move(duel: Game) -> None:
    for view in RENDER_VIEWS:
        env = module_of(duel.spec.name).env(render_mode="rgb_array", render_view=view, **duel.options.model_dump())
        env.reset(seed=3)
        state = env.unwrapped._state
        viewer = None if view == "all" else state.current_player
        assert (env.render() == state.picture(viewer).rgb()).all()


@pytest.mark.parametrize("found", every_game())
def test_wrong_render_view(found: str) -> None:
    with pytest.raises(InvalidOptions, match="render_view 'seat' does not exist; it is one of 'mover', 'all'"):
        module_of(found).env(render_view="seat")


def test_rendering_without_a_mode_warns(name: str) -> None:
    env = raw(envs.spec(name))
    env.reset(seed=0)
    with pytest.warns(UserWarning, match="render"):
        assert env.render() is None


def test_state_is_the_views_of_all_seats(game: Game) -> None:
    env = RegolithAEC(game)
    env.reset(seed=0)
    assert env.state().tobytes() == start(env)
