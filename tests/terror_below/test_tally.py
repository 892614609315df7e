"""The tally against a slow recount from the records of each game, and the lottery of the deal."""

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
from regolith.envs.terror_below.actions import ACTIONS
from regolith.envs.terror_below.counting import COUNTERS, ROUNDS
from regolith.envs.terror_below.tables import TABLE, load
from regolith.envs.terror_below.tally import TALLY
from regolith.envs.terror_below.words import CARDS, FIRST, ITEM, SEATS, SIZE, SLOTS, Deck, Kind, Place, WormType

OWN_PLACES = ("hand", "fresh", "worn", "squad", "dead", "done")


def where(s: Any, card: int) -> tuple[str, int | None]:
    """A place by name, and whose it is."""
    at = int(s.at[card])
    if at >= Place.HAND:
        group, seat = divmod(at - Place.HAND, SEATS)
        return OWN_PLACES[group], seat
    return Place(at).name.lower(), int(s.player) if at == Place.LOOKED else None


def cards_in(deck: int) -> range:
    return range(FIRST[deck], FIRST[deck] + SIZE[deck])


class Recount:
    def __init__(self, first: Any) -> None:
        self.players = int(first.players)
        self.found = [{piece.name: Counter[int]() for piece in COUNTERS} for _ in range(self.players)]
        for deck in (Deck.VEHICLE, Deck.ITEM, Deck.WEAPON, Deck.CHARACTER):
            pool = [card for card in cards_in(deck) if where(first, card)[0] != "box"]
            if deck == Deck.CHARACTER:
                pool = [card for card in cards_in(deck) if self.players > 1 or not TABLE["not_for_solo"][0, card]]
            self.lottery({card: where(first, card)[1] for card in pool})
            for card in pool:
                place, seat = where(first, card)
                if seat is not None and place in ("hand", "squad"):
                    self.found[seat]["taken"][card] += 1

    def lottery(self, came_to: dict[int, int | None]) -> None:
        """Each card of a pool, and the seat that got it."""
        for seat, own in enumerate(self.found):
            got = [card for card, winner in came_to.items() if winner == seat]
            own["dealt"].update(got)
            if got:
                own["expected"].update(dict.fromkeys(came_to, int(CHANCES * len(got) / len(came_to) + 0.5)))

    def decided(self, before: Any, action: int, after: Any) -> None:
        for card in range(CARDS):
            (was, owner), (place, seat) = where(before, card), where(after, card)
            if place in ("hand", "fresh") and not (owner == seat and was in ("hand", "fresh", "squad")):
                assert seat is not None
                self.found[seat]["taken"][card] += 1
        for deck in (Deck.VEHICLE, Deck.ITEM, Deck.WEAPON, Deck.BOUNTY):
            shuffled = any(where(before, card)[0] == "discard" != where(after, card)[0] for card in cards_in(deck))
            lay = [card for card in cards_in(deck) if where(before, card)[0] == "deck"]
            left = [card for card in lay if where(after, card)[0] != "deck"]
            known = [card for card in lay if before.known[card]]
            if not shuffled and not set(known) & set(left):
                size = int(before.deck_count[deck])
                bottom, order = len(known), before.deck[deck, :size].tolist()
                assert sorted(order[:bottom]) == known
                assert sorted(order[size - len(left) :]) == left
                self.lottery({card: where(after, card)[1] for card in order[bottom:]})
        self.deeds(before, action, after, self.found[before.player])
        name = ACTIONS.at(action)[0].name
        source = 0 if name == "deliver" or Kind(before.kind) == Kind.BOUNTY else 2
        if Kind(before.kind) == Kind.TROPHY or int(after.kills) > int(before.kills):
            source = 1
        for seat, own in enumerate(self.found):
            own["dangers"][0] += int(bool(after.caught >> seat & 1) and not before.caught >> seat & 1)
            own["dangers"][1] += max(0, int(before.living[seat]) - int(after.living[seat]))
            own["score"][source] += int(after.points[seat]) - int(before.points[seat])
            for card in cards_in(Deck.BOUNTY):
                if where(after, card) == ("done", seat) != where(before, card):
                    own["used"][card] += 1
                    own["played"][card] = int(before.rounds)
            if after.over or after.rounds > before.rounds:
                curves = (after.points, after.bounties_done, after.living)
                for number, curve in enumerate(curves):
                    own["by round"][number * ROUNDS + int(before.rounds) - 1] = int(curve[seat])

    def deeds(self, before: Any, action: int, after: Any, own: dict[str, Counter[int]]) -> None:
        piece, offset = ACTIONS.at(action)
        kind, player = Kind(before.kind), int(before.player)
        used: int | None = None
        if piece.name == "play":
            used = offset // SLOTS
        elif piece.name == "vehicle card" and kind == Kind.EXTRA_CARD:
            used = offset
        elif piece.name == "character" and kind in (Kind.LEADER, Kind.NEW_LEADER):
            used = FIRST[Deck.CHARACTER] + offset
        elif piece.name == "use" and kind not in (Kind.PAY, Kind.KEEP_ITEM):
            used = ITEM + offset
        if used is not None:
            own["used"][used] += 1
            own["played"][used] = int(before.rounds)
        if piece.name == "deliver":
            own["deliveries"][int(before.location_at[before.pawn[player]])] += 1
            assert after.carried[player].sum() < before.carried[player].sum()
        if piece.name == "pick up":
            own["eggs"].update({c: int(n) for c, n in enumerate(after.carried[player] - before.carried[player])})
        if after.kills > before.kills:
            own["worms"][int(TABLE["worm_type"][0, before.slot_worm[before.attack_slot]])] += 1


@pytest.mark.parametrize(
    ("agent", "options"),
    [
        ("greedy", {"players": 2}),
        ("greedy", {"players": 4, "board": "canyon"}),
        ("random", {"players": 3, "max_rounds": 40}),
        ("greedy", {"players": 1}),
    ],
)
def test_every_counter_is_what_a_slow_recount_finds(agent: str, options: dict[str, Any]) -> None:
    game, player = envs.game("terror_below", **options), make_agent(agent)
    deals = [3, 4, 5]
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
                told = {i: int(n) for i, n in enumerate(played.counters[seat, piece.start : piece.stop]) if n}
                assert told == {i: n for i, n in own[piece.name].items() if n}, (deal, seat, piece.name)
            assert sum(own["score"].values()) == before.points[seat]
            # An egg brings a point at least, and so does a killing blow, whether something was asked about it or not.
            assert own["score"][0] >= sum(own["deliveries"].values())
            assert own["score"][1] >= sum(own["worms"].values()) - own["worms"][WormType.QUEEN]
            assert sum(own["used"][card] for card in cards_in(Deck.BOUNTY)) == before.bounties_done[seat]


def test_the_deal_is_a_fair_lottery() -> None:
    game, player = envs.game("terror_below", players=2, max_rounds=12), make_agent("random")
    deals = list(range(400))
    luck, hoped = [], np.zeros(CARDS)
    for played in play(game, deals, [[player] * 2] * len(deals), tallied=True):
        assert played.counters is not None
        dealt, expected = (
            played.counters[:, COUNTERS[name].start : COUNTERS[name].stop] for name in ("dealt", "expected")
        )
        luck += list(dealt - expected / CHANCES)
        hoped += expected.sum(0) / CHANCES
    often = hoped > 20
    sizes = np.array(luck).sum(0)[often] / np.sqrt(hoped[often])
    assert len(sizes) > 100
    assert np.abs(sizes).max() < 4.5
    assert 0.75 < sizes.std() < 1.15


def test_a_deck_of_ones_own_has_its_own_names() -> None:
    other = TALLY.named(envs.game("terror_below", deck="untuned").options)
    names = load("untuned").names
    assert [other.names["used"](card) for card in range(CARDS)] == list(names)
    assert [TALLY.names["used"](card) for card in range(CARDS)] == list(load("deck").names)
    assert other.names["worms"] is TALLY.names["worms"]
