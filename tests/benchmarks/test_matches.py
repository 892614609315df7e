"""Single matches of a tournament: the replays they leave, the seeds of their agents, and agents that break the rules."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from regolith.agents import Agent, Decisions, make_agent
from regolith.benchmarks import arena, matches
from regolith.benchmarks.arena import Tournament, hold
from regolith.envs.core.errors import IllegalAction, InvalidAction, InvalidSeed
from regolith.envs.core.game import Game
from regolith.envs.core.replay import Replay

from .test_arena import AGENTS, GAME_KEY


class Cheat(Agent):
    """Takes an action that the rules forbid, once it has taken a few that they allow."""

    name = "cheat"

    def __init__(self, choose: Callable[[Any], int]) -> None:
        self.choose, self.left = choose, 5

    def act(self, decisions: Decisions) -> Any:
        self.left -= 1
        pick = self.choose if self.left < 0 else lambda mask: int(np.flatnonzero(mask)[0])
        return np.array([pick(mask) for mask in decisions.masks], np.int64)


def test_copies_of_an_agent_do_not_mirror_each_other(duel: Game) -> None:
    rows = hold(Tournament(duel, ("random",), deals=4), workers=1)
    assert rows["fingerprint"].n_unique() >= 4
    seeds = {
        matches.agent_seed(deal, seat, name) for deal in range(20) for seat in range(2) for name in ("random", "greedy")
    }
    assert len(seeds) == 80


def test_replays_tell_the_same_story_as_the_rows(duel: Game, tmp_path: Path) -> None:
    agents = AGENTS[: duel.players]
    rows = hold(Tournament(duel, agents, deals=2, first_deal=5), workers=1, replays=tmp_path)
    assert len(list(tmp_path.iterdir())) == 2 * duel.players
    for (lineup, deal, rotation), part in rows.group_by(GAME_KEY):
        part = part.sort("seat")
        replay = Replay.load(tmp_path / f"deal{deal}-lineup{lineup}-rotation{rotation}.rgl")
        assert replay.game == duel
        assert replay.seed == deal
        assert replay.players == part["agent"].to_list()
        assert {len(replay.actions)} == set(part["length"])
        digest = hashlib.blake2b(np.array(replay.actions, "<u2").tobytes(), digest_size=8).hexdigest()
        assert {digest} == set(part["fingerprint"])
        *_, (_, end) = replay.states()
        assert end.is_terminal
        scores, places = end.outcome()
        assert scores.tolist() == part["score"].to_list()
        assert places.tolist() == part["place"].to_list()


def test_replays_from_worker_processes_are_the_same(duel: Game, tmp_path: Path) -> None:
    tournament = Tournament(duel, ("random",), deals=10)
    for workers in (1, 2):
        hold(tournament, workers, replays=tmp_path / str(workers))
    names = {path.name for path in (tmp_path / "1").iterdir()}
    assert len(names) == 10
    for name in names:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


@pytest.mark.parametrize(
    "choose",
    [
        lambda mask: int(np.flatnonzero(mask == 0)[0]),
        lambda mask: int(np.flatnonzero(mask == 0)[-1]),
        lambda mask: -1,
        lambda mask: int(mask.size),
    ],
    ids=["lowest illegal", "highest illegal", "negative", "too large"],
)
def test_an_illegal_action_is_blamed_on_the_agent(duel: Game, choose: Callable[[Any], int]) -> None:
    lineup = [Cheat(choose), *[make_agent("random")] * (duel.players - 1)]
    with pytest.raises(IllegalAction, match="agent cheat chose an illegal action"):
        matches.play(duel, [0, 1], [lineup, lineup])


@pytest.mark.parametrize(
    "answer",
    [
        lambda first: first.astype(float),
        lambda first: first.astype(bool),
        lambda first: np.full(first.size, np.nan),
        lambda first: first[:, None],
        lambda first: np.append(first, 0),
        lambda first: first[:0],
        lambda first: int(first[0]),
        lambda first: None,
    ],
    ids=["floats", "bools", "nan", "column", "too many", "none at all", "one", "nothing"],
)
def test_an_answer_that_is_no_batch_of_actions_is_blamed_on_the_agent(duel: Game, answer: Callable[[Any], Any]) -> None:
    class Muddled(Agent):
        name = "muddled"

        def act(self, decisions: Decisions) -> Any:
            return answer(decisions.masks.argmax(axis=1))

    lineup = [Muddled(), *[make_agent("random")] * (duel.players - 1)]
    with pytest.raises(InvalidAction, match="agent muddled must give"):
        matches.play(duel, [0, 1], [lineup, lineup])


def test_deals_are_seeds(duel: Game) -> None:
    lineup = [make_agent("random")] * duel.players
    for deal in (-1, 2**63, 1.5, True, None):
        with pytest.raises(InvalidSeed):
            matches.play(duel, [deal], [lineup])  # type: ignore[list-item]


def test_an_illegal_action_ends_a_tournament(duel: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def make(spec: str) -> Agent:
        return Cheat(lambda mask: int(np.flatnonzero(mask == 0)[0])) if spec == "cheat" else make_agent(spec)

    monkeypatch.setattr(arena, "make_agent", make)
    with pytest.raises(IllegalAction, match="cheat"):
        hold(Tournament(duel, ("cheat", "random"), deals=1), workers=1)
