"""`reset(options=...)`: a given deal, a given position, a given seat, and nothing that is ignored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from conftest import finished, midgame, random_game

from regolith.envs.core.aec import RegolithAEC, wrapped
from regolith.envs.core.errors import InvalidOptions, InvalidSeat, InvalidSeed, InvalidState
from regolith.envs.core.game import Game
from regolith.envs.core.seat import SeatEnv
from regolith.envs.core.state import State
from regolith.envs.core.vector import VectorEnv

DEAL = 123


def lowest(state: State) -> int:
    return state.legal_actions()[0]


def title(game: Game) -> str:
    return "".join(word.capitalize() for word in game.spec.name.split("_"))


def moves_of(game: Game, seat: int, deal: int = DEAL) -> State:
    """The first position of a deal in which this seat decides, if all play their lowest action."""
    state = game.new(deal)
    while state.current_player != seat:
        state.apply(lowest(state))
    return state


def makers(game: Game) -> dict[str, Callable[[], Any]]:
    """Every kind of env of a game, by name."""
    pool = ["random"] if game.players > 1 else None
    version, options = game.spec.version, game.options.model_dump()
    return {
        "aec": lambda: RegolithAEC(game),
        "wrapped": lambda: wrapped(game.spec, **options),
        "pettingzoo": lambda: pettingzoo.make("aec", f"regolith/{game.spec.name}-v{version}", **options),
        "seat": lambda: SeatEnv(game),
        "gymnasium": lambda: gymnasium.make(f"regolith/{title(game)}-v{version}", **options),
        "vector": lambda: VectorEnv(game, 3, pool),
        "self-play": lambda: VectorEnv(game, 3),
    }


@pytest.fixture(params=["aec", "wrapped", "pettingzoo", "seat", "gymnasium", "vector", "self-play"])
def make(request: pytest.FixtureRequest, duel: Game) -> Callable[[], Any]:
    return makers(duel)[request.param]


# --- all envs


@pytest.mark.parametrize("options", [None, {}])
def test_nothing_asked_is_fine(make: Callable[[], Any], options: Any) -> None:
    make().reset(seed=1, options=options)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"deals": 3}, r"unknown reset option 'deals' \(reset options: deal, seat, state\)"),
        ({"deal": 3, "map": "elysium"}, "unknown reset option 'map'"),
        ({3: 4}, "unknown reset option 3"),
        ({"deal": 3, "state": b""}, "not from both"),
        ([("deal", 3)], "a dictionary"),
        ("deal", "a dictionary"),
    ],
    ids=str,
)
def test_what_cannot_be_asked(make: Callable[[], Any], options: Any, words: str) -> None:
    with pytest.raises(InvalidOptions, match=words) as caught:
        make().reset(options=options)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("deal", [-1, 2**63, 1.5, "1", True, None, {}], ids=repr)
def test_what_is_no_deal(make: Callable[[], Any], deal: Any, duel: Game) -> None:
    env = make()
    if deal is None and isinstance(env, VectorEnv):
        return  # there it means the next deal of the stream
    with pytest.raises(InvalidSeed):
        env.reset(options={"deal": deal})


@pytest.mark.parametrize("state", [b"", b"RGLS" * 9, "text", 3, bytearray(b"RGLS")], ids=repr)
def test_what_is_no_state(make: Callable[[], Any], state: Any) -> None:
    with pytest.raises(InvalidState):
        make().reset(options={"state": state})


def test_a_refused_reset_changes_nothing(duel: Game) -> None:
    aec, seat = RegolithAEC(duel), SeatEnv(duel)
    for env in (aec, seat):
        env.reset(seed=4)
        for options in ({"deal": -1}, {"state": b""}, {"seat": 99}, {"colour": "red"}):
            with pytest.raises((InvalidOptions, InvalidState)):
                env.reset(seed=5, options=options)
    assert aec._state.serialize() == duel.new(4).serialize()
    same = SeatEnv(duel)
    same.reset(seed=4)
    for _ in range(2):
        assert seat.state is not None
        assert same.state is not None
        assert seat.state.serialize() == same.state.serialize()
        seat.reset()
        same.reset()


# --- AEC


@pytest.mark.parametrize("kind", ["aec", "wrapped", "pettingzoo"])
def test_aec_starts_where_it_is_told(duel: Game, kind: str) -> None:
    env, position = makers(duel)[kind](), midgame(duel)
    env.reset(seed=1, options={"deal": DEAL})
    assert env.unwrapped._state.serialize() == duel.new(DEAL).serialize()
    env.reset(options={"state": position.serialize()})
    assert env.unwrapped._state.serialize() == position.serialize()
    assert env.agent_selection == f"player_{position.current_player}"
    observation = env.last()[0]
    assert (observation["observation"] == position.observation()).all()
    assert (observation["action_mask"] == position.legal_mask()).all()
    while not position.is_terminal:
        action = lowest(position)
        position.apply(action)
        env.step(action)
    assert env.unwrapped._state.serialize() == position.serialize()


@pytest.mark.parametrize("kind", ["aec", "wrapped", "pettingzoo"])
def test_aec_of_a_game_that_is_over_is_at_its_end(game: Game, kind: str) -> None:
    env, end = makers(game)[kind](), finished(game, 2)
    env.reset(options={"state": end.serialize()})
    earned = {}
    for agent in env.agent_iter(max_iter=20):
        observation, reward, terminated, truncated, info = env.last()
        assert (terminated, truncated) == (not end.is_truncated, end.is_truncated)
        assert not observation["action_mask"].any()
        assert info["score"] == end.scores()[int(agent.removeprefix("player_"))]
        earned[agent] = reward
        env.step(None)
    assert list(earned.values()) == end.returns()
    assert not env.agents


def test_aec_has_no_seat_to_give(duel: Game) -> None:
    with pytest.raises(InvalidOptions, match="no seat to choose"):
        RegolithAEC(duel).reset(options={"seat": 0})


# --- one seat


@pytest.mark.parametrize("kind", ["seat", "gymnasium"])
def test_seat_env_starts_where_it_is_told(duel: Game, kind: str) -> None:
    for seat in range(duel.players):
        wanted = moves_of(duel, seat)
        env = SeatEnv(duel, [lowest]) if kind == "seat" else makers(duel)[kind]()
        if kind == "gymnasium":
            env.reset(options={"state": wanted.serialize(), "seat": seat})
        else:
            env.reset(options={"deal": DEAL, "seat": seat})
        assert env.unwrapped.seat == seat
        assert env.unwrapped.state.serialize() == wanted.serialize()
        env.step(lowest(wanted))


def test_a_given_seat_is_for_one_game(duel: Game) -> None:
    env = SeatEnv(duel, seat=0)
    env.reset(seed=1, options={"seat": 1})
    assert env.seat == 1
    env.reset()
    assert env.seat == 0


def test_options_do_not_change_the_opponents_of_a_seed(duel: Game) -> None:
    envs_ = [SeatEnv(duel, ["random", "greedy", lowest]) for _ in range(2)]
    envs_[0].reset(seed=3)
    envs_[1].reset(seed=3, options={"deal": DEAL, "seat": 0})
    lineups = [[getattr(o, "_player", o) for o in env._lineup] for env in envs_]
    assert lineups[0] == lineups[1]


@pytest.mark.parametrize("seat", [-1, 99, "random", 0.0, True, None], ids=repr)
def test_what_is_no_seat(duel: Game, seat: Any) -> None:
    with pytest.raises(InvalidSeat):
        SeatEnv(duel).reset(options={"seat": seat})
    if seat is not None:
        with pytest.raises(InvalidSeat):
            VectorEnv(duel, 2, ["random"]).reset(options={"seat": seat})


def test_nobody_can_decide_in_a_game_that_is_over(game: Game) -> None:
    end = finished(game, 2).serialize()
    for env in (SeatEnv(game), VectorEnv(game, 2)):
        with pytest.raises(InvalidOptions, match="the game is over in this state"):
            env.reset(options={"state": end})


def test_a_position_in_which_the_learner_never_decides_again(duel: Game) -> None:
    """The last decision of the game is another's."""
    *_, last, end = (state.clone() for state in random_game(duel, 2))
    learner = (last.current_player + 1) % duel.players
    assert end.is_terminal
    data, closing = last.serialize(), next(a for a in last.legal_actions() if ends(last, a))
    with pytest.raises(InvalidOptions, match=f"before seat {learner} has anything to decide"):
        SeatEnv(duel, [lambda state: closing]).reset(options={"state": data, "seat": learner})
    env = VectorEnv(duel, 2, [lambda observations, masks: closer(closing, masks)])
    env.reset(options={"state": data, "seat": learner})
    assert (env._lanes[0].episodes == 1).all(), "the next game of the stream has begun"


def ends(state: State, action: int) -> bool:
    after = state.clone()
    after.apply(action)
    return after.is_terminal


def closer(closing: int, masks: np.ndarray) -> np.ndarray:
    return np.where(masks[:, closing] == 1, closing, masks.argmax(axis=1))


# --- many games


def test_vector_env_starts_where_it_is_told(duel: Game) -> None:
    env, position = VectorEnv(duel, 3), midgame(duel)
    env.reset(seed=1, options={"deal": DEAL})
    assert [row.tobytes() for row in env._states] == [duel.new(DEAL).array.tobytes()] * 3
    env.reset(options={"deal": [5, None, np.int64(6)]})
    deals = env._lanes[0].deals.tolist()
    assert deals[::2] == [5, 6]
    assert env._states[1].tobytes() == duel.new(deals[1]).array.tobytes()
    observations, info = env.reset(options={"state": position.serialize()})
    assert (observations == position.observation()).all()
    assert (info["action_mask"] == position.legal_mask()).all()
    other = duel.new(9)
    env.reset(options={"state": [other.serialize(), None, position.serialize()]})
    assert env._states[0].tobytes() == other.array.tobytes()
    assert env._states[2].tobytes() == position.array.tobytes()


def test_what_follows_a_given_game_is_of_the_stream(duel: Game) -> None:
    seen: list[dict[tuple[int, int], int]] = []
    for options in ({"deal": DEAL}, None):
        env, deals = VectorEnv(duel, 2, seed=3), {}
        env.reset(options=options)
        while env._lanes[0].episodes.min() < 2:
            for i, episode in enumerate(env._lanes[0].episodes.tolist()):
                deals[i, episode] = int(env._lanes[0].deals[i])
            env.step(env.action_masks().argmax(axis=1))
        seen.append(deals)
    given, plain = seen
    for i in range(2):
        assert given[i, 0] == DEAL != plain[i, 0]
        assert given[i, 1] == plain[i, 1]


def test_vector_learners_sit_where_they_are_told(table: Game) -> None:
    env = VectorEnv(table, table.players, ["random"])
    env.reset(options={"seat": list(range(table.players))})
    assert env.players_to_move().tolist() == list(range(table.players))
    env.reset(options={"seat": 0})
    assert (env.players_to_move() == 0).all()


def test_games_of_a_given_position_are_played_on(duel: Game) -> None:
    """The same actions lead to the same states as in a single game."""
    state = midgame(duel)
    env = VectorEnv(duel, 2)
    env.reset(options={"state": state.serialize()})
    while not ends(state, lowest(state)):
        env.step([lowest(state)] * 2)
        state.apply(lowest(state))
        assert env._states[1].tobytes() == state.array.tobytes()
    info = env.step([lowest(state)] * 2)[4]
    state.apply(lowest(state))
    assert (info["returns"] == state.returns()).all()


@pytest.mark.parametrize(
    "options", [{"deal": [1, 2]}, {"deal": (1, 2, 3, 4)}, {"seat": [0]}, {"deal": np.zeros(2, int)}]
)
def test_a_list_has_one_for_each_game(duel: Game, options: Any) -> None:
    with pytest.raises(InvalidOptions, match="a list of 3"):
        VectorEnv(duel, 3, ["random"]).reset(options=options)


def test_self_play_has_no_seat_to_give(game: Game) -> None:
    with pytest.raises(InvalidOptions, match="no seat to choose"):
        VectorEnv(game, 2).reset(options={"seat": 0})


def test_sb3_passes_options_on(duel: Game) -> None:
    pytest.importorskip("stable_baselines3")
    env = VectorEnv(duel, 2, ["random"], seat=0)
    wrapper = env.as_sb3()
    wrapper.set_options([{"deal": 4}, {}])
    wrapper.reset()
    assert env._lanes[0].deals[0] == 4 != env._lanes[0].deals[1]
    wrapper.reset()
    assert 4 not in env._lanes[0].deals
    wrapper.set_options({"colour": "red"})
    with pytest.raises(InvalidOptions, match="unknown reset option 'colour'"):
        wrapper.reset()
