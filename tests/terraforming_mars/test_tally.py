"""The tally against a slow recount: every counter again, from the records before and after each decision."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from regolith import envs
from regolith.agents import make_agent
from regolith.benchmarks.matches import Played, play
from regolith.envs.core.game import Game
from regolith.envs.core.replay import Replay
from regolith.envs.core.tally import CHANCES
from regolith.envs.terraforming_mars.actions import ACTIONS
from regolith.envs.terraforming_mars.rooms import CARDS, FIRST_CORPORATION, FIRST_PRELUDE, GOALS
from regolith.envs.terraforming_mars.rules.scoring import card_points, outcome
from regolith.envs.terraforming_mars.state import Kind, Lies
from regolith.envs.terraforming_mars.tally.counters import COUNTERS, GENERATIONS, Source
from regolith.envs.terraforming_mars.tally.game import TALLY
from regolith.envs.terraforming_mars.words import Tile

from .games import T

ALL_BOXES: dict[str, Any] = {"venus": True, "colonies": True, "turmoil": True, "underworld": True}
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "greedy, base": ("greedy", {"players": 2}),
    "greedy, all boxes": ("greedy", {"players": 3, **ALL_BOXES}),
    "random, no draft": ("random", {"players": 2, "draft": False, "max_generations": 12}),
    "random, first hands drafted": ("random", {"players": 4, "initial_draft": True, "max_generations": 6, **ALL_BOXES}),
    "beginners": ("greedy", {"players": 2, "beginner_corporation": True, "prelude": False, "venus": False}),
    "random, corporations of two kinds": ("random", {"players": 2, "colonies": True, "colony_corporations": True}),
}
DECKS = {
    "projects": (0, FIRST_CORPORATION),
    "corporations": (FIRST_CORPORATION, FIRST_PRELUDE),
    "preludes": (FIRST_PRELUDE, CARDS),
}
BEFORE_SOMEBODY = (Lies.IN_A_PACK, Lies.DEALT, Lies.BOUGHT, Lies.LOOKED_AT)


def tallied(agent: str, options: dict[str, Any], deals: list[int]) -> tuple[Game, list[Played]]:
    game, player = envs.game("terraforming_mars", **options), make_agent(agent)
    return game, play(game, deals, [[player] * game.players] * len(deals), tallied=True)


def turned_over(after: Any, card: int) -> bool:
    """Whether all others know exactly one place of the card."""
    others = [seat for seat in range(after.players) if seat != after.owner[card]]
    return all(int(after.could_be[seat, card]).bit_count() == 1 for seat in others)


class Recount:
    """The same counters, kept by name and counted with sets of cards."""

    def __init__(self, game: Game, first: Any) -> None:
        self.found = [{piece.name: Counter[int]() for piece in COUNTERS} for _ in range(game.players)]
        nothing = first.copy()
        dealt = nothing.lies >= Lies.IN_A_PACK
        nothing.owner[dealt], nothing.lies[dealt] = -1, Lies.IN_THE_DECK
        for number, (low, high) in enumerate(DECKS.values()):
            nothing.deck_size[number] = (nothing.lies[low:high] == Lies.IN_THE_DECK).sum()
        self.cards(nothing, first, stacked=bool(first.colony_corporations))

    def decided(self, before: Any, action: int, after: Any) -> None:
        piece, offset = ACTIONS.at(action)
        if before.kind == Kind.ACTION and piece.name == "card" and before.lies[offset] == Lies.IN_PLAY:
            self.found[before.player]["used"][offset] += 1
        self.cards(before, after)
        for i in range(GOALS):
            for goals, tiles, name in (
                ("milestone", "milestone_tile", "milestones"),
                ("award", "award_tile", "awards"),
            ):
                if before[goals][i] < 0 <= after[goals][i]:
                    self.found[after[goals][i]][name][int(after[tiles][i])] = int(before.generation)
        for space in np.flatnonzero((before.tile != after.tile) & (after.tile >= 0)):
            tile = int(after.tile[space])
            owner = before.player if tile == Tile.OCEAN_TILE else after.tile_owner[space]
            self.found[owner]["tiles"][tile] += 1
        if after.generation != before.generation or after.over:
            self.generation(after, int(before.generation) - 1)
        self.boxes(before, after)

    def cards(self, before: Any, after: Any, stacked: bool = False) -> None:
        moved = [int(card) for card in np.flatnonzero((before.lies != after.lies) | (before.owner != after.owner))]
        for card in moved:
            was, lies, seat = Lies(before.lies[card]), Lies(after.lies[card]), int(after.owner[card])
            if seat < 0:
                continue
            own, kept = self.found[seat], before.owner[card] == seat
            if lies in BEFORE_SOMEBODY and not (kept and was in BEFORE_SOMEBODY):
                own["offered"][card] += 1
            if was == Lies.IN_A_PACK and lies == Lies.DEALT:
                own["drafted"][card] += 1
            taken = lies not in (*BEFORE_SOMEBODY, Lies.IN_THE_DECK)
            if (lies == Lies.BOUGHT and was != Lies.BOUGHT) or (kept and was == Lies.DEALT and taken):
                own["bought"][card] += 1
            elif lies == Lies.IN_HAND and was != Lies.BOUGHT:
                own["drawn"][card] += 1
            if lies >= Lies.IN_PLAY > was:
                own["played"][card] = int(before.generation)
        for number, (low, high) in enumerate(DECKS.values()):
            if not (stacked and number == 1):
                self.chance(before, after, number, [card for card in moved if low <= card < high])

    def chance(self, before: Any, after: Any, deck: int, moved: list[int]) -> None:
        """The drawn cards are on top of the deck, as it was; deals that others saw, or with a new deck, do not count."""
        drawn = [card for card in moved if before.lies[card] == Lies.IN_THE_DECK]
        if any(before.lies[card] == Lies.DISCARDED or after.lies[card] == Lies.IN_THE_DECK for card in moved):
            return
        if any(
            after.lies[card] == Lies.DISCARDED or (before.decisions < after.decisions and turned_over(after, card))
            for card in drawn
        ):
            return
        low, high = list(DECKS.values())[deck]
        size = int(before.deck_size[deck])
        if before.decisions < after.decisions:
            top = before.deck[low : low + size][size - len(drawn) :]
            assert sorted(top.tolist()) == drawn
        could = low + np.flatnonzero(before.lies[low:high] == Lies.IN_THE_DECK)
        assert len(could) == size
        for seat in range(int(after.players)):
            own = [card for card in drawn if after.owner[card] == seat]
            for card in own:
                self.found[seat]["dealt"][card] += 1
            for card in could if own else ():
                self.found[seat]["expected"][int(card)] += int(CHANCES * len(own) / size + 0.5)

    def generation(self, s: Any, at: int) -> None:
        scores, places = np.zeros(s.players), np.zeros(s.players, np.int64)
        outcome(T, s, scores, places)
        for seat, own in enumerate(self.found):
            own["score by generation"][at] = int(scores[seat])
            own["rating by generation"][at] = int(s.rating[seat])
            for resource in range(6):
                own["production by generation"][resource * GENERATIONS + at] = int(s.production[seat, resource])
                own["stock by generation"][resource * GENERATIONS + at] = int(s.stock[seat, resource])

    def boxes(self, before: Any, after: Any) -> None:
        for seat, own in enumerate(self.found):
            built = (after.colony_owner == seat).sum(1) - (before.colony_owner == seat).sum(1)
            own["colonies"].update({tile: int(n) for tile, n in enumerate(built) if n > 0})
            own["trades"].update(
                np.flatnonzero((after.colony_visitor == seat) & (before.colony_visitor != seat)).tolist()
            )
            sent = after.delegates[:, seat].astype(int) - before.delegates[:, seat]
            own["delegates"].update({party: int(n) for party, n in enumerate(sent) if n > 0})
            claimed = after.claimed[seat].astype(int) - before.claimed[seat]
            own["tokens"].update({kind: int(n) for kind, n in enumerate(claimed) if n > 0})
            own["underground"][0] += int(((after.excavated == seat) & (before.excavated != seat)).sum())
            own["underground"][1] += max(0, int(after.corruption[seat]) - int(before.corruption[seat]))

    def ended(self, s: Any, scores: list[float]) -> None:
        for seat, own in enumerate(self.found):
            lie = [int(card) for card in np.flatnonzero((s.owner == seat) & (s.lies >= Lies.IN_PLAY))]
            own["points"].update({card: int(card_points(T, s, seat, card)) for card in lie})
            own["score"][Source.RATING] = int(s.rating[seat])
            own["score"][Source.MILESTONES] = 5 * int((s.milestone == seat).sum())
            own["score"][Source.AWARDS] = self.awards(s, seat)
            own["score"][Source.GREENERIES] = int(((s.tile == Tile.GREENERY_TILE) & (s.tile_owner == seat)).sum())
            own["score"][Source.CARDS] = sum(own["points"].values())
            own["underground"][2] = int(s.corruption[seat])
            own["underground"][3] = min(int(s.corruption[seat]), penalties(own)) if s.corruption[seat] > 0 else 0
            own["committee points"][0] = int((s.leader == seat).sum()) if s.box[5] else 0
            own["committee points"][1] = int(s.chairman == seat) if s.box[5] else 0
            own["score"][Source.BOXES] = sum(own["committee points"].values()) + own["underground"][3]
            own["score"][Source.CITIES] = int(scores[seat]) - sum(own["score"].values())

    def awards(self, s: Any, seat: int) -> int:
        """An award is worth what the score loses when nobody has funded it."""
        total = 0
        for i in np.flatnonzero(s.award >= 0):
            without = s.copy()
            without.award[i] = -1
            (with_it, _), (less, _) = (self.outcome(record) for record in (s, without))
            worth = int(with_it[seat] - less[seat])
            self.found[seat]["award points"][int(s.award_tile[i])] = worth
            total += worth
        return total

    def outcome(self, s: Any) -> Any:
        scores, places = np.zeros(s.players), np.zeros(s.players, np.int64)
        outcome(T, s, scores, places)
        return scores, places


def penalties(own: dict[str, Counter[int]]) -> int:
    return -sum(points for points in own["points"].values() if points < 0)


@pytest.mark.parametrize("name", GAMES)
def test_every_counter_is_what_a_slow_recount_finds(name: str) -> None:
    game, (played,) = tallied(*GAMES[name], [5])
    states = Replay(game, 5, played.actions).states()
    _, start = next(states)
    before = start.record.copy()
    recount = Recount(game, before)
    for count, state in states:
        after = state.record.copy()
        recount.decided(before, played.actions[count - 1], after)
        before = after
    recount.ended(before, played.scores)
    assert played.counters is not None
    for seat, own in enumerate(recount.found):
        for piece in COUNTERS:
            told = {i: int(n) for i, n in enumerate(played.counters[seat, piece.start : piece.stop]) if n}
            wanted = {i: n for i, n in own[piece.name].items() if n}
            assert told == wanted, (seat, piece.name)


def test_the_sources_add_up_to_the_score_and_the_curve_ends_there() -> None:
    _, games = tallied("greedy", {"players": 3, **ALL_BOXES}, [1, 2])
    for played in games:
        assert played.counters is not None
        for seat, own in enumerate(played.counters):
            parts, curve = (
                own[piece.start : piece.stop] for piece in map(COUNTERS.__getitem__, ("score", "score by generation"))
            )
            assert parts.sum() == played.scores[seat] == curve[played.record.generation - 1]


def test_what_was_dealt_adds_up_to_what_was_expected() -> None:
    """Over all cards, a deal of k cards is expected to bring k."""
    _, games = tallied("random", {"players": 3, "max_generations": 8}, [1, 2, 3])
    for played in games:
        assert played.counters is not None
        for own in played.counters:
            dealt, expected = (
                own[piece.start : piece.stop] for piece in map(COUNTERS.__getitem__, ("dealt", "expected"))
            )
            assert dealt.sum() > 40
            assert expected.sum() == pytest.approx(CHANCES * dealt.sum(), rel=0.01)


def test_the_deal_is_a_fair_lottery() -> None:
    """Over many seats the difference between what was dealt and what was expected is noise of the right size, for every card."""
    _, games = tallied("random", {"players": 3, "max_generations": 6}, list(range(250)))
    luck, hoped = [], np.zeros(CARDS)
    for played in games:
        assert played.counters is not None
        dealt, expected = (
            played.counters[:, piece.start : piece.stop] for piece in map(COUNTERS.__getitem__, ("dealt", "expected"))
        )
        luck += list(dealt - expected / CHANCES)
        hoped += expected.sum(0) / CHANCES
    often = hoped > 20
    sizes = np.array(luck).sum(0)[often] / np.sqrt(hoped[often])
    assert len(sizes) > 300
    assert np.abs(sizes).max() < 4.5
    assert 0.75 < sizes.std() < 1.15


def test_every_card_has_one_name() -> None:
    names = [TALLY.names["dealt"](card) for card in range(CARDS)]
    assert len(set(filter(None, names))) == len(list(filter(None, names))) > 400
