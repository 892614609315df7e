"""Stored games: for every game and each of its option sets one whole game that must still play back, state by state and word by word.

Beside each game lies what `regolith replay` prints of it: people can read it, and see in a diff what a change of the rules did.
A change of the rules shows here, wanted or not. After one that is wanted, store the games anew:
`pytest tests/playthroughs --write-playthroughs`.
"""

from __future__ import annotations

import json
import random
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import MOST_DECISIONS

from regolith import envs
from regolith.agents import Decisions, make_agent
from regolith.envs.core import rng
from regolith.envs.core.errors import ReplayError
from regolith.envs.core.game import Game
from regolith.envs.core.replay import DIGEST_EVERY, Replay

FOLDER = Path(__file__).parent
HOW = "make it with: pytest tests/playthroughs --write-playthroughs"
GREEDY_SHARE = 0.6
"""How often the better player decides; the rest is at random, so that odd positions come up too."""
CONTEXT = 3
"""Lines shown before and after the first difference."""
NO_LINE = "(no more lines)"


def stored() -> list[Any]:
    """Every (game, number of the option set)."""
    return [
        pytest.param(name, number, id=f"{name}-{number}")
        for name in envs.games()
        for number in range(len(envs.spec(name).option_sets))
    ]


def bound(name: str, number: int) -> Game:
    return envs.game(name, **envs.spec(name).option_sets[number])


def file_of(name: str, number: int) -> Path:
    return FOLDER / name / f"{number}.rgl"


def words_of(name: str, number: int) -> Path:
    return FOLDER / name / f"{number}.txt"


def play(game: Game, seed: int) -> Replay:
    """A game of random and greedy decisions."""
    chooser, greedy = random.Random(seed), make_agent("greedy")
    generators = np.zeros((1, 4), np.uint32)
    rng.seed(generators[0], seed)
    state, actions = game.new(seed), []
    while not state.is_terminal:
        if chooser.random() < GREEDY_SHARE:
            actions.append(int(greedy.act(Decisions(game, state.array, np.zeros(1, np.int64), generators))[0]))
        else:
            actions.append(chooser.choice(state.legal_actions()))
        state.apply(actions[-1])
        assert len(actions) < MOST_DECISIONS
    return Replay.record(game, seed, actions, ["greedy and random"] * game.players)


def result(replay: Replay) -> dict[str, Any]:
    """How a stored game ended, in words and numbers that a person can read in a diff."""
    *_, (decisions, end) = replay.states()
    scores, places = end.outcome()
    return {
        "options": replay.game.options.model_dump(),
        "seed": replay.seed,
        "decisions": decisions,
        "end": end.decision_text(),
        "scores": scores.tolist(),
        "places": places.tolist(),
        "returns": end.returns(),
    }


def transcript(replay: Replay) -> list[str]:
    """The lines that `regolith replay` prints."""
    return "\n".join(replay.transcript()).split("\n")


def first_difference(stored: list[str], told: list[str]) -> str:
    """Where two transcripts part, with the lines before that and some after it; nothing if they are equal."""
    for number, (line, other) in enumerate(zip_longest(stored, told, fillvalue=NO_LINE)):
        if line != other:
            shown = [f"  {same}" for same in stored[max(0, number - CONTEXT) : number]]
            shown += [f"- {text}" for text in stored[number : number + CONTEXT] or [NO_LINE]]
            shown += [f"+ {text}" for text in told[number : number + CONTEXT] or [NO_LINE]]
            return "\n".join([f"line {number + 1} differs (- stored, + now):", *shown])
    return ""


def write(name: str) -> None:
    """Store the games of all option sets."""
    results = []
    for number in range(len(envs.spec(name).option_sets)):
        replay = play(bound(name, number), seed=1000 + number)
        replay.save(file_of(name, number))
        words_of(name, number).write_text("\n".join(transcript(replay)) + "\n", encoding="utf-8")
        results.append(result(replay))
    (FOLDER / name / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


@pytest.fixture(scope="module", autouse=True)
def _write_on_demand(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--write-playthroughs", default=False):
        for name in envs.games():
            write(name)


def load(name: str, number: int) -> Replay:
    path = file_of(name, number)
    if not path.exists():
        options = dict(envs.spec(name).option_sets[number])
        pytest.fail(f"there is no stored game of {name} with {options} ({path.relative_to(FOLDER)}); {HOW}")
    return Replay.load(path)


@pytest.mark.parametrize(("name", "number"), stored())
def test_a_stored_game_plays_back_to_the_same_end(name: str, number: int) -> None:
    replay = load(name, number)
    assert replay.game == bound(name, number), f"the option sets have changed; {HOW}"
    assert len(replay.digests) == 1 + -(-len(replay.actions) // DIGEST_EVERY)
    path = FOLDER / name / "results.json"
    assert path.exists(), f"the results of {name} are missing; {HOW}"
    results = json.loads(path.read_text(encoding="utf-8"))
    assert len(results) == len(envs.spec(name).option_sets), f"the option sets have changed; {HOW}"
    assert result(replay) == results[number]


@pytest.mark.parametrize(("name", "number"), stored())
def test_a_stored_game_is_told_in_the_same_words(name: str, number: int) -> None:
    path = words_of(name, number)
    assert path.exists(), f"the words of {path.relative_to(FOLDER)} are missing; {HOW}"
    kept = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    if difference := first_difference(kept, transcript(load(name, number))):
        pytest.fail(f"{path.relative_to(FOLDER)}: {difference}\nIf this is meant, {HOW}", pytrace=False)


def test_the_first_lines_that_differ_are_shown() -> None:
    lines = [f"line {number}" for number in range(9)]
    assert first_difference(lines, lines) == ""
    shown = first_difference(lines, [*lines[:5], "another", *lines[6:]])
    assert shown.splitlines() == [
        "line 6 differs (- stored, + now):",
        *("  line 2", "  line 3", "  line 4"),
        *("- line 5", "- line 6", "- line 7"),
        *("+ another", "+ line 6", "+ line 7"),
    ]
    assert first_difference(lines, lines[:-1]).endswith(f"- line 8\n+ {NO_LINE}")
    assert first_difference(lines[:-1], lines).endswith(f"- {NO_LINE}\n+ line 8")


@pytest.mark.parametrize(("name", "number"), stored())
def test_a_stored_game_is_whole(name: str, number: int) -> None:
    replay = load(name, number)
    states = list(replay.states())
    assert states[-1][1].is_terminal
    assert len(replay.actions) >= 20


@pytest.mark.parametrize("name", envs.games())
def test_nothing_is_stored_without_use(name: str) -> None:
    numbers = range(len(envs.spec(name).option_sets))
    wanted = {f"{number}.{ending}" for number in numbers for ending in ("rgl", "txt")} | {"results.json"}
    assert {path.name for path in (FOLDER / name).iterdir()} == wanted


def test_every_folder_is_of_a_game() -> None:
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == set(envs.games())


@pytest.mark.parametrize("name", envs.games())
def test_another_decision_would_be_noticed(name: str) -> None:
    replay = load(name, 0)
    states = [state.clone() for _, state in replay.states()]
    for number in range(len(replay.actions) - 1, -1, -1):
        others = [action for action in states[number].legal_actions() if action != replay.actions[number]]
        if others:
            replay.actions[number] = others[0]
            break
    with pytest.raises(ReplayError, match="does not play back"):
        replay.verify()
