"""Agents of all kinds on all games: legal, blind to what is hidden, reproducible, and as strong as they claim."""

from __future__ import annotations

import itertools
import json
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import positions, random_game
from safetensors.numpy import save_file

from regolith.agents import Agent, Decisions, agent_names, make_agent, opponent
from regolith.agents.model import FORMAT, Model, fingerprint
from regolith.agents.tensor_files import KEY
from regolith.envs.core.errors import AgentSpecError, ModelError, RegolithError
from regolith.envs.core.game import Game
from regolith.envs.core.seat import SeatEnv
from regolith.envs.core.state import State

from .match import ask, generators_from, mean_return, play

KINDS = ["random", "greedy", "mcts", "playouts", "ppo", "ppo,sample=1"]
HIDDEN_DEALS = 3


LONG = 150
"""Decisions of a random game beyond which playing every simulation to the end would take the tests too long."""


@cache
def is_long(game: Game) -> bool:
    return len(list(random_game(game, 1))) > LONG


def searcher(game: Game, simulations: int) -> Agent:
    """A tree search; in a long game it searches less."""
    return make_agent(f"mcts:simulations={max(2, simulations // 3) if is_long(game) else simulations}")


def plain_searcher(game: Game, simulations: int) -> Agent:
    """One with playouts; in a long game it searches less, and asks the evaluation instead of playing on."""
    playout = 0 if is_long(game) else "random"
    return make_agent(
        f"mcts:simulations={max(2, simulations // 3) if is_long(game) else simulations},playout={playout}"
    )


def tiny_model(game: Game, hidden: int = 16, seed: int = 0) -> Model:
    """A policy with random weights."""
    generator = np.random.default_rng(seed)
    sizes = [game.observation_size, hidden, game.num_actions]
    weights = [
        (generator.normal(size=(m, n)).astype(np.float32), generator.normal(size=m).astype(np.float32))
        for n, m in itertools.pairwise(sizes)
    ]
    return Model(weights, "tanh", {**fingerprint(game.spec), "options": game.options.model_dump()})


@pytest.fixture(scope="session")
def model_file(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_model(game).save(tmp_path_factory.mktemp("models") / "tiny.model")


@pytest.fixture(params=KINDS)
def agent(request: pytest.FixtureRequest, game: Game, model_file: Path) -> Agent:
    """An agent of each kind, for each option set."""
    kind, _, option = request.param.partition(",")
    spec = f"ppo:{model_file}" + (f",{option}" if option else "") if kind == "ppo" else request.param
    searchers = {"mcts": searcher, "playouts": plain_searcher}
    made = searchers[kind](game, 30) if kind in searchers else make_agent(spec)
    made.check(game)
    return made


def duel_model(duel: Game, tmp_path: Path, **meta: Any) -> Path:
    model = tiny_model(duel)
    model.meta |= meta
    return model.save(tmp_path / "some.model")


# --- spec strings


def test_names_make_agents() -> None:
    assert set(agent_names()) == {"random", "greedy", "human", "mcts", "plan", "ppo"}
    for spec in ("random", "greedy", "human", "mcts", "mcts:simulations=7", "mcts:exploration=2,simulations=7"):
        made = make_agent(spec)
        assert make_agent(made.name).name == made.name
    assert make_agent(" greedy ").name == "greedy"
    assert make_agent("mcts:simulations=7").name == "mcts:simulations=7"
    assert make_agent("mcts:simulations=7,exploration=1.5").name == "mcts:simulations=7,exploration=1.5"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", "there is no agent"),
        ("gredy", "did you mean greedy"),
        ("mtcs:simulations=3", "did you mean mcts"),
        ("Random", "there is no agent 'Random'"),
        ("random:simulations=3", "no parameters"),
        ("mcts:simulation=3", "simulations=..."),
        ("mcts:3", "does not understand '3'"),
        ("mcts:simulations", "does not understand"),
        ("mcts:simulations=many", "not a number"),
        ("mcts:simulations=2.5", "not a number"),
        ("mcts:simulations=", "not a number"),
        ("mcts:simulations=0", "from 1 to"),
        ("mcts:simulations=-5", "from 1 to"),
        ("mcts:simulations=4000000000", "from 1 to 10000000"),
        ("mcts:exploration=-1", "between 0 and 100"),
        ("mcts:playout=-2", "random or an integer from 0 to"),
        ("mcts:playout=1e3", "random or an integer"),
        ("mcts:playout=99999999999999999999", "random or an integer"),
        ("mcts:playout=2000000", "from 0 to 1000000"),
        ("mcts:exploration=nan", "between 0 and 100"),
        ("mcts:exploration=inf", "between 0 and 100"),
        ("ppo", "needs a model file"),
        ("ppo:", "needs a model file"),
    ],
)
def test_specs_that_cannot_be_understood(spec: str, words: str) -> None:
    with pytest.raises(AgentSpecError) as caught:
        make_agent(spec)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_wrong_option_of_a_model_is_refused(duel: Game, tmp_path: Path) -> None:
    path = duel_model(duel, tmp_path)
    assert make_agent(f"ppo:{path},sample=1").name == f"ppo:{path},sample=1"
    for option in ("sample=yes", "sample=", "smaple=1"):
        with pytest.raises(RegolithError):
            make_agent(f"ppo:{path},{option}")


# --- whole games


def test_agents_play_whole_games(game: Game, agent: Agent) -> None:
    ends = play(game, [[agent] * game.players] * 3, [1, 2, 3])
    assert all(end.is_terminal for end in ends)
    assert [end.digest() for end in play(game, [[agent] * game.players] * 3, [1, 2, 3])] == [
        end.digest() for end in ends
    ]


def test_agents_sit_together(duel: Game, tmp_path: Path) -> None:
    crowd = [
        make_agent(spec) for spec in ("random", "greedy", "mcts:simulations=5", f"ppo:{duel_model(duel, tmp_path)}")
    ]
    lineups = [[crowd[(i + seat) % len(crowd)] for seat in range(duel.players)] for i in range(len(crowd))]
    assert all(end.is_terminal for end in play(duel, lineups, range(len(crowd))))


def test_asking_changes_no_game(game: Game, agent: Agent) -> None:
    state = positions(game, 3)[-1]
    before = state.serialize()
    ask(agent, state, 1)
    assert state.serialize() == before


def test_choices_do_not_depend_on_the_batch(game: Game, agent: Agent) -> None:
    states = positions(game, 12)
    alone = [ask(agent, state, seed) for seed, state in enumerate(states)]
    records, seeds = np.concatenate([state.array for state in states]), list(range(len(states)))
    together = agent.act(Decisions(game, records, np.arange(len(states)), generators_from(seeds)))
    assert together.tolist() == alone
    some = np.array([7, 2, 9])
    assert agent.act(Decisions(game, records, some, generators_from([7, 2, 9]))).tolist() == [alone[i] for i in some]
    assert all(state.legal_mask()[action] for state, action in zip(states, alone, strict=True))


def test_opponents_for_the_seat_env(duel: Game) -> None:
    env = SeatEnv(duel, [opponent("greedy", seed=3), opponent("mcts:simulations=4", seed=4)])
    for seed in range(4):
        env.reset(seed=seed)
        ended = False
        while not ended:
            _, _, terminated, truncated, _ = env.step(int(env.action_masks().argmax()))
            ended = terminated or truncated


# --- an agent sees only what its seat may see


def check_blindness(choose: Callable[[State, int], Any], game: Game, count: int) -> None:
    """The choice must not change when everything hidden from the player to move is dealt anew."""
    for number, state in enumerate(positions(game, count, games=6)):
        chosen = choose(state, number)
        for seed in range(HIDDEN_DEALS):
            other = state.resample(state.current_player, seed)
            assert choose(other, number) == chosen, (
                f"decision {state.decisions} of game {number} depends on what is hidden"
            )


def test_agents_are_blind_to_what_is_hidden(game: Game, agent: Agent) -> None:
    check_blindness(lambda state, seed: ask(agent, state, seed), game, count=60)


class Peeker(Agent):
    """Looks at the whole record but a part of it, and chooses by that."""

    def __init__(self, hide: str) -> None:
        self.name, self._hide = "peeker", hide

    def act(self, decisions: Decisions) -> np.ndarray[Any, Any]:
        chosen = []
        for row, i in enumerate(decisions.which):
            record = decisions.states[i : i + 1].copy()
            record[self._hide] = 0
            legal = np.flatnonzero(decisions.masks[row])
            chosen.append(int(legal[zlib.crc32(record.tobytes()) % legal.size]))
        return np.array(chosen, np.int64)


@pytest.mark.parametrize("hide", ["rng", "players"], ids=["peeks at cards", "peeks at the generator too"])
def test_an_agent_that_peeks_is_caught(game: Game, hide: str) -> None:
    peeker = Peeker(hide)
    play(game, [[peeker] * game.players], [1])
    with pytest.raises(AssertionError, match="depends on what is hidden"):
        check_blindness(lambda state, seed: ask(peeker, state, seed), game, count=60)


def test_decisions_give_the_view_of_the_player_to_move(game: Game) -> None:
    states = positions(game, 9)
    records = np.concatenate([state.array for state in states])
    which = np.array([4, 0, 8])
    decisions = Decisions(game, records, which, generators_from([1, 2, 3]))
    assert len(decisions) == 3
    for row, i in enumerate(which):
        assert decisions.seats[row] == states[i].current_player
        assert (decisions.observations[row] == states[i].observation()).all()
        assert (decisions.masks[row] == states[i].legal_mask()).all()
        other = decisions.resampled(row)
        assert (other.observation() == states[i].observation()).all()
        assert other.serialize() != states[i].serialize()


# --- a person


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the person will type."""
    answers: list[str] = []
    monkeypatch.setattr("builtins.input", lambda prompt="": answers.pop(0))
    return answers


def test_a_person_chooses_by_number(game: Game, typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for state in positions(game, 6):
        legal = state.legal_actions()
        for number, action in enumerate(legal, start=1):
            typed.append(f" {number} ")
            assert ask(make_agent("human"), state, 0) == action
        shown = capsys.readouterr().out
        assert state.describe(state.current_player) in shown
        assert all(state.action_name(action) in shown for action in legal)


@pytest.mark.parametrize("answer", ["", "0", "-1", "99999", "x", "1.0", "1 2", "²", "None"])
def test_a_wrong_answer_is_asked_again(
    duel: Game, typed: list[str], answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    state = duel.new(0)
    typed += [answer, answer, "1"]
    assert ask(make_agent("human"), state, 0) == state.legal_actions()[0]
    assert typed == []
    assert capsys.readouterr().out.count("please type a number from 1 to") == 2


@pytest.mark.parametrize("answer", ["q", "Q", "quit", " q "])
def test_a_person_can_stop(duel: Game, typed: list[str], answer: str) -> None:
    typed.append(answer)
    with pytest.raises(KeyboardInterrupt):
        ask(make_agent("human"), duel.new(0), 0)


def test_a_person_is_shown_nothing_that_is_hidden(
    game: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt="": "1")

    def shown(state: State, seed: int) -> str:
        ask(make_agent("human"), state, seed)
        return capsys.readouterr().out

    check_blindness(shown, game, count=12)


# --- models


def test_a_model_is_saved_and_loaded(game: Game, model_file: Path) -> None:
    wanted, found = tiny_model(game), Model.load(model_file)
    observation = game.new(0).observation()[None]
    assert (found.logits(observation) == wanted.logits(observation)).all()
    assert wanted.meta.items() <= found.meta.items()
    assert found.activation == "tanh"
    found.check(game, "it")
    assert [path.name for path in model_file.parent.iterdir()] == [model_file.name]


def test_logits_by_hand() -> None:
    first = np.array([[1, 2], [-3, 0]], np.float32), np.array([0.5, 1], np.float32)
    second = np.array([[1, 1], [2, -1], [0, 0]], np.float32), np.array([0, 0, 7], np.float32)
    x = np.array([[1, 1]], np.float32)
    assert Model([first, second], "relu", {}).logits(x).tolist() == [[3.5, 7.0, 7.0]]
    a, b = np.tanh(3.5), np.tanh(-2.0)
    assert Model([first, second], "tanh", {}).logits(x)[0] == pytest.approx([a + b, 2 * a - b, 7.0])


def test_a_model_plays_its_likeliest_legal_action(game: Game, model_file: Path) -> None:
    model = tiny_model(game)
    made = make_agent(f"ppo:{model_file}")
    for seed, state in enumerate(positions(game, 12)):
        logits = model.logits(state.observation()[None])[0]
        assert ask(made, state, seed) == max(state.legal_actions(), key=lambda action, logits=logits: logits[action])


def test_a_sampling_model_draws_by_its_chances(duel: Game, tmp_path: Path) -> None:
    model = tiny_model(duel)
    model.weights = [(matrix * 0.05, bias * 0.3) for matrix, bias in model.weights]
    made = make_agent(f"ppo:{model.save(tmp_path / 'soft.model')},sample=1")
    state = max(positions(duel, 30), key=lambda found: len(found.legal_actions()))
    legal = state.legal_actions()
    drawn = np.array([ask(made, state, seed) for seed in range(600)])
    chances = np.exp(model.logits(state.observation()[None])[0][legal])
    chances /= chances.sum()
    counts = np.array([(drawn == action).sum() for action in legal])
    assert counts.sum() == 600
    assert (np.abs(counts / 600 - chances) < 0.08).all()
    assert (counts > 0).sum() > 1


@pytest.mark.parametrize(
    ("meta", "words"),
    [
        ({"env": "another_game_v0"}, "another_game_v0"),
        ({"env": "VERSION"}, "is for env"),
        ({"observation": "0123456789ab"}, "of ENV (its observation layout is another one): train a new model"),
        ({"actions": "0123456789ab"}, "of ENV (its action numbers mean something else): train a new model"),
        ({"options": {"players": 7}}, "7 player"),
        ({"options": {}}, "player"),
    ],
)
def test_a_model_for_something_else_is_refused(duel: Game, tmp_path: Path, meta: dict[str, Any], words: str) -> None:
    if meta.get("env") == "VERSION":
        meta = {"env": f"{duel.spec.name}_v{duel.spec.version + 1}"}
    made = make_agent(f"ppo:{duel_model(duel, tmp_path, **meta)}")
    with pytest.raises(ModelError) as caught:
        made.check(duel)
    assert words.replace("of ENV", f"made by another version of the layout of {duel.spec.env_id}") in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_model_of_the_wrong_shape_is_refused(duel: Game, tmp_path: Path) -> None:
    """Its labels are right but its numbers are not."""
    for cut in (slice(1, None), slice(None, 5)):
        model = tiny_model(duel)
        (matrix, bias), last = model.weights
        model.weights = [(matrix[:, cut], bias), last]
        with pytest.raises(ModelError) as caught:
            make_agent(f"ppo:{model.save(tmp_path / 'some.model')}").check(duel)
        assert "\n" not in str(caught.value)


def refused(path: Path, words: str = "") -> None:
    with pytest.raises(ModelError) as caught:
        make_agent(f"ppo:{path}")
    assert words in str(caught.value)
    assert path.name in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_model(tmp_path: Path) -> None:
    refused(tmp_path / "missing.model", "there is no model file")
    refused(tmp_path, "there is no model file")


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 a zip", b"\x80\x04N.", b"\0" * 100, b"\xff" * 100], ids=repr)
def test_other_files_are_no_models(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "other.model"
    path.write_bytes(data)
    refused(path, "is not a Regolith model")


def test_a_truncated_model(duel: Game, tmp_path: Path) -> None:
    path = duel_model(duel, tmp_path)
    data = path.read_bytes()
    for size in (4, 100, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:size])
        refused(path, "is not a Regolith model")


GOOD = {"format": FORMAT, "activation": "tanh", "layers": 1, "env": "", "observation": "", "actions": "", "options": {}}


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(None, id="no metadata"),
        pytest.param({}, id="no entry of ours"),
        pytest.param({KEY: "{"}, id="no JSON"),
        pytest.param({KEY: "[]"}, id="a list"),
        pytest.param({KEY: "7"}, id="a number"),
        pytest.param({KEY: json.dumps({**GOOD, "format": "regolith-model-99"})}, id="another format"),
        pytest.param({KEY: json.dumps({**GOOD, "layers": 2})}, id="a layer is missing"),
        pytest.param({KEY: json.dumps({**GOOD, "layers": "x"})}, id="layers are no number"),
        pytest.param({KEY: json.dumps({key: GOOD[key] for key in GOOD if key != "layers"})}, id="no layers"),
        pytest.param({KEY: json.dumps({key: GOOD[key] for key in GOOD if key != "activation"})}, id="no activation"),
        pytest.param({KEY: json.dumps({**GOOD, "activation": "sine"})}, id="unknown activation"),
    ],
)
def test_safetensors_that_are_no_models(tmp_path: Path, head: dict[str, str] | None) -> None:
    path = tmp_path / "other.model"
    save_file({"0.weight": np.zeros((2, 2), np.float32), "0.bias": np.zeros(2, np.float32)}, path, metadata=head)
    refused(path)


# --- strength


def test_greedy_beats_random(duel: Game) -> None:
    assert mean_return(duel, make_agent("greedy"), make_agent("random"), games=20 if is_long(duel) else 100) > 0.6


@pytest.mark.parametrize("make", [searcher, plain_searcher])
def test_mcts_beats_random(duel: Game, make: Callable[[Game, int], Agent]) -> None:
    assert mean_return(duel, make(duel, 60), make_agent("random"), games=8 if is_long(duel) else 20) > 0.6


def test_mcts_that_asks_the_evaluation_beats_random(duel: Game) -> None:
    agent = make_agent("mcts:simulations=20,playout=0")
    assert agent.name == "mcts:simulations=20,playout=0"
    assert mean_return(duel, agent, make_agent("random"), games=8 if is_long(duel) else 20) > 0.6


def test_more_simulations_are_stronger(duel: Game) -> None:
    many, few = plain_searcher(duel, 150), plain_searcher(duel, 4)
    assert mean_return(duel, many, few, games=12 if is_long(duel) else 20) > 0.3


def test_random_is_fair(duel: Game) -> None:
    """Every legal action of a position is taken, about equally often."""
    state = max(positions(duel, 30), key=lambda found: len(found.legal_actions()))
    legal = state.legal_actions()
    drawn = [ask(make_agent("random"), state, seed) for seed in range(150 * len(legal))]
    counts = np.array([drawn.count(action) for action in legal])
    assert counts.sum() == len(drawn)
    assert counts.min() > 90
    assert counts.max() < 210


def test_greedy_and_mcts_win_more_solo_games_or_come_nearer(solo: Game) -> None:
    scores = {}
    search = "mcts:simulations=40"
    for spec in ("random", "greedy", search):
        ends = play(solo, [[make_agent(spec)]] * 12, range(12))
        scores[spec] = np.mean([end.scores()[0] for end in ends])
    assert scores["greedy"] > scores["random"]
    assert scores[search] > scores["random"]
