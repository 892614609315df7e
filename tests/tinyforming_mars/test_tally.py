"""The tally against a slow recount from the transcript of each game, and the lottery of the first choice."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from regolith import envs
from regolith.agents import make_agent
from regolith.benchmarks.matches import play
from regolith.envs.core.replay import Replay
from regolith.envs.core.tally import CHANCES
from regolith.envs.tinyforming_mars.actions import ACTIONS
from regolith.envs.tinyforming_mars.maps import neighbours
from regolith.envs.tinyforming_mars.projects import PROJECTS, STANDARD_PROJECTS
from regolith.envs.tinyforming_mars.tally import COUNTERS, GENERATIONS, TALLY
from regolith.envs.tinyforming_mars.words import HEXES, Kind

AROUND = [set(around) for around in neighbours()]
NAMES = [project.name for project in PROJECTS]


def bits(number: int) -> int:
    return int(number).bit_count()


def hexes(bits_of: Any) -> set[int]:
    return {number for number in range(HEXES) if int(bits_of) >> number & 1}


def points_of(s: Any, seat: int) -> dict[str, int]:
    """By the rulebook, with sets of hexes."""
    beside = [set().union(*(AROUND[city] for city in hexes(s.cities[player]))) for player in range(2)]
    alone = beside[seat] - beside[1 - seat]
    cities = sum(
        len(AROUND[city] & hexes(s.greenery)) - len(AROUND[city] & hexes(s.heat_on_map))
        for city in hexes(s.cities[seat])
    )
    return {
        "cities": cities,
        "greenery": len(alone & hexes(s.greenery)),
        "water": len(alone & hexes(s.water)),
        "heat": int(s.heat[seat]),
    }


class Recount:
    """By the names of projects and pieces."""

    def __init__(self, first: Any) -> None:
        self.players = int(first.players)
        self.found = [{piece.name: Counter[str]() for piece in COUNTERS} for _ in range(self.players)]
        self.seen: set[int] = set()
        if self.players == 1:
            # The card that placed the dummy cities is the last of the deck.
            self.seen.add(int(first.deck_card[first.deck_size - 1]))
        self.first_choices(first)

    def first_choices(self, s: Any) -> None:
        """Cards in the row that were never seen before: the one who turns them had one face of so many before him by chance."""
        new = [i for i in range(s.drawn) if int(s.row_card[i]) not in self.seen]
        unseen = 7 - len(self.seen)
        own = self.found[s.player]
        for i in new:
            face = 4 * int(s.row_card[i]) + 2 * int(s.row_face[i])
            own["dealt"].update(NAMES[face : face + 2])
        if new:
            for card in set(range(7)) - self.seen:
                own["expected"].update(
                    dict.fromkeys(NAMES[4 * card : 4 * card + 4], int(CHANCES * len(new) / 2 / unseen))
                )
        self.seen |= {int(s.row_card[i]) for i in new}

    def decided(self, before: Any, action: int, after: Any) -> None:
        piece, offset = ACTIONS.at(action)
        player, other = int(before.player), 1 - int(before.player)
        own = self.found[player]
        if piece.name == "take":
            pair = NAMES[offset // 2 * 2 : offset // 2 * 2 + 2]
            own["offered"].update(pair)
            own["taken"][NAMES[offset]] += 1
            if self.players == 2:
                (left,) = set(pair) - {NAMES[offset]}
                self.found[other]["left"][left] += 1
        if before.kind == Kind.ACTION and piece.name == "activate":
            own["played"][NAMES[offset]] = int(before.generation)
            own["times"][NAMES[offset]] += 1
        if before.kind == Kind.ACTION and piece.name == "standard project":
            own["standard projects"][STANDARD_PROJECTS[offset].name] += 1
        for name, was, now in (
            ("cities", before.cities[player], after.cities[player]),
            ("heat", before.heat_on_map, after.heat_on_map),
            ("greenery", before.greenery, after.greenery),
            ("water", before.water, after.water),
        ):
            own["placed"][name] += bits(int(now) & ~int(was))
        for token, (was, now) in enumerate(zip(before.tokens[player], after.tokens[player], strict=True)):
            name = ("nature", "production", "science")[token]
            own["tokens"][name] += max(0, int(now) - int(was))
            own["tokens spent"][name] += max(0, int(was) - int(now))
        if not after.over:
            self.first_choices(after)
        if after.over or after.generation > before.generation:
            self.generation(after, int(before.generation) - 1)

    def generation(self, s: Any, at: int) -> None:
        for seat, own in enumerate(self.found):
            points = points_of(s, seat)
            for number, value in enumerate((sum(points.values()), s.credits[seat], s.heat[seat])):
                own["by generation"][str(number * GENERATIONS + at)] = int(value)
            if s.over:
                own["score"].update(points)


@pytest.mark.parametrize(
    ("agent", "options"),
    [
        ("greedy", {"players": 2}),
        ("random", {"players": 2, "intense": True, "map": "elysium"}),
        ("greedy", {"players": 2, "max_generations": 3}),
        ("random", {"players": 1, "intense": True}),
    ],
)
def test_every_counter_is_what_a_slow_recount_finds(agent: str, options: dict[str, Any]) -> None:
    game, player = envs.game("tinyforming_mars", **options), make_agent(agent)
    deals = list(range(6))
    for deal, played in zip(
        deals, play(game, deals, [[player] * game.players] * len(deals), tallied=True), strict=True
    ):
        states = Replay(game, deal, played.actions).states()
        before = next(states)[1].record.copy()
        recount = Recount(before)
        for count, state in states:
            after = state.record.copy()
            recount.decided(before, played.actions[count - 1], after)
            before = after
        assert played.counters is not None
        for seat, own in enumerate(recount.found):
            for piece in COUNTERS:
                name = TALLY.names.get(piece.name, str)
                told = {name(i): int(n) for i, n in enumerate(played.counters[seat, piece.start : piece.stop]) if n}
                assert told == {key: n for key, n in own[piece.name].items() if n}, (deal, seat, piece.name)


def test_the_first_choice_is_a_fair_lottery() -> None:
    game, player = envs.game("tinyforming_mars"), make_agent("random")
    deals = list(range(600))
    luck = []
    for played in play(game, deals, [[player] * 2] * len(deals), tallied=True):
        assert played.counters is not None
        dealt, expected = (
            played.counters[:, COUNTERS[name].start : COUNTERS[name].stop] for name in ("dealt", "expected")
        )
        luck += list(dealt - expected / CHANCES)
    off = np.array(luck)
    sizes = off.sum(0) / np.sqrt((off**2).sum(0))
    assert np.abs(sizes).max() < 3.5
    assert 0.6 < sizes.std() < 1.3
