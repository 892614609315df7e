"""Fast wins with all decks known: each is one by the rules, and what is none is not taken for one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from regolith import envs
from regolith.agents.plan.ladder import Ladder, Win
from regolith.envs.core.errors import RegolithError

NAMES = [name for name in envs.games() if envs.spec(name).deals is not None]


def solo(name: str) -> envs.Game:
    spec = envs.spec(name)
    assert spec.solo is not None
    return spec.bind(**spec.solo.options)


@pytest.fixture(scope="module", params=NAMES)
def ladder(request: pytest.FixtureRequest) -> Ladder:
    return Ladder(solo(request.param))


@pytest.fixture(scope="module")
def win(ladder: Ladder) -> Win:
    found = ladder.fastest(ladder.start(1))
    assert found is not None
    return found


def test_a_win_is_one_by_the_rules(ladder: Ladder, win: Win) -> None:
    state = ladder.game.deserialize(ladder.game.serialize(ladder.start(1)))
    for action in win.actions:
        last = ladder.game.spec.solo.length(state.record)  # type: ignore[union-attr]
        state.apply(action)
    assert state.is_terminal
    assert state.outcome()[1].tolist() == [1]
    assert last == win.round
    assert ladder.replay(ladder.start(1), np.array(win.actions)) == win.round


@pytest.mark.parametrize("fault", ["short", "long", "illegal", "unknown", "negative", "another deal"])
def test_what_is_no_win_is_none(ladder: Ladder, win: Win, fault: str) -> None:
    actions, deal = list(win.actions), 1
    if fault == "short":
        actions.pop()
    elif fault == "long":
        actions.append(actions[-1])
    elif fault == "another deal":
        deal = ladder.deals.number - 1
    else:
        actions[5] = {"illegal": actions[0], "unknown": ladder.game.num_actions, "negative": -1}[fault]
    assert ladder.replay(ladder.start(deal), np.array(actions)) == 0


def test_looking_for_a_win_changes_nothing(ladder: Ladder) -> None:
    start = ladder.start(2)
    before = start.tobytes()
    ladder.replay(start, np.array(ladder.fastest(start).actions))  # type: ignore[union-attr]
    assert start.tobytes() == before


def test_each_rung_looks_for_something_faster(ladder: Ladder) -> None:
    """More rungs never find a slower win; none is climbed where nothing faster is possible."""
    first = Ladder(ladder.game)
    first.deals = replace(first.deals, ladder=first.deals.ladder[:1])
    for number in range(4):
        start = ladder.start(number)
        alone, all_ = first.fastest(start), ladder.fastest(start)
        assert all_ is not None
        assert alone is None or all_.round <= alone.round
        if alone is not None:
            at_bound = ladder.fastest(start, bound=alone.round)
            assert at_bound is not None
            assert at_bound.rung == 0
    assert ladder.fastest(ladder.start(0), bound=ladder.deals.rounds + 1) is None


def test_a_last_resort_is_for_what_is_not_won(ladder: Ladder) -> None:
    narrow = replace(ladder.deals.ladder[0], beam=5)
    wide = replace(narrow, beam=30, last_resort=True)
    first, both = Ladder(ladder.game), Ladder(ladder.game)
    first.deals, both.deals = replace(first.deals, ladder=(narrow,)), replace(both.deals, ladder=(narrow, wide))
    rungs = set()
    for number in range(0, ladder.deals.number, ladder.deals.number // 40):
        start = ladder.start(number)
        alone, found = first.fastest(start), both.fastest(start)
        if alone is not None:
            assert found == alone
        if found is not None:
            rungs.add(found.rung)
    assert rungs == {0, 1}


def test_only_solo_games_with_numbered_deals() -> None:
    for name in envs.games():
        if name not in NAMES:
            with pytest.raises(RegolithError, match="not numbered"):
                Ladder(solo(name))
    with pytest.raises(RegolithError, match="for one player; this game has 2"):
        Ladder(envs.game(NAMES[0], players=2))
