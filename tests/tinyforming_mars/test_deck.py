"""The looping deck of two-faced cards: order, faces, who decides, and what is hidden."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.tinyforming_mars.observation import OBSERVATION
from regolith.envs.tinyforming_mars.words import Kind

from .table import NUMBER, Side, Table, new, partner, table

SEEDS = range(20)
Card = tuple[int, int]
"""A card and one of its faces."""


def on_table(t: Table) -> list[Card]:
    """The cards laid out, in the order drawn, with the face in play."""
    return [(int(t.record.row_card[i]), int(t.record.row_face[i])) for i in range(t.record.drawn)]


def coming(t: Table) -> list[Card]:
    """The deck, top first, with the face that will be played: the one that lies down now."""
    return [(int(t.record.deck_card[i]), 1 - int(t.record.deck_up[i])) for i in range(t.record.deck_size)]


def projects_of(card: Card) -> set[str]:
    first = 4 * card[0] + 2 * card[1]
    return {name for name, number in NUMBER.items() if number in (first, first + 1)}


def loop(t: Table, seat: int = 0) -> np.ndarray[Any, Any]:
    """The observation's picture of the deck: one row per place, one column per face."""
    piece = OBSERVATION["loop"]
    return t.state.observation(seat)[piece.start : piece.stop].reshape(7, 14)


def loop_of(known: dict[int, Card]) -> np.ndarray[Any, Any]:
    out = np.zeros((7, 14))
    for place, (card, face) in known.items():
        out[place, 2 * card + face] = 1
    return out


def pass_generation(t: Table) -> list[Card]:
    """Orient, place cities if due, pass; the cards that were played."""
    t.skip_research()
    while t.kind == Kind.FIRST_CITY:
        t.state.apply(t.state.legal_actions()[0])
    row = on_table(t)
    if t.state.game.players == 2:
        t.do("pass")
    t.do("pass")
    return row


def played(t: Table, generations: int) -> list[Card]:
    return [card for _ in range(generations) for card in pass_generation(t)]


@pytest.mark.parametrize("seed", SEEDS)
def test_cards_come_round_in_order_with_the_other_face_each_time(seed: int) -> None:
    cards = played(new(seed), 14)
    first, second = cards[:7], cards[7:14]
    assert sorted(card for card, _ in first) == list(range(7))
    assert second == [(card, 1 - face) for card, face in first]
    assert cards == (first + second) * 3


@pytest.mark.parametrize("seed", SEEDS)
def test_solitaire_plays_the_same_loop_after_the_card_for_the_dummy(seed: int) -> None:
    t = new(seed, players=1)
    revealed = (int(t.record.deck_card[3]), int(t.record.deck_up[3]))
    cards = played(t, 7)
    assert cards[6] == (revealed[0], 1 - revealed[1])
    assert sorted(card for card, _ in cards[:7]) == list(range(7))
    assert cards[7:14] == [(card, 1 - face) for card, face in cards[:7]]


def test_drawing_flips_the_top_card() -> None:
    t = new(3)
    top = coming(t)[0]
    t.state.apply(t.state.legal_actions()[0])
    assert on_table(t)[1] == top
    assert {name.removeprefix("take ") for name in t.offered()} == projects_of(top)


def test_cards_go_to_the_bottom_in_drawn_order_after_both_have_passed() -> None:
    t = table(Side(projects=["Comet", "Moss", "Trees"]), deck=["Insects", "Bushes", "Asteroid", "Lichen"])
    drawn = on_table(t)
    rest = coming(t)[:]
    t.do("pass")
    assert coming(t) == rest
    t.do("pass")
    assert {name.removeprefix("take ") for name in t.offered()} == {"Insects", "Subterranean Reservoir"}
    assert coming(t) == rest[1:] + [(card, 1 - face) for card, face in drawn]


@pytest.mark.parametrize("generation", range(1, 5))
def test_lead_player_decides_the_first_and_third_card(generation: int) -> None:
    t = new(5)
    played(t, generation - 1)
    deciders = []
    while t.kind == Kind.ORIENT:
        deciders.append(t.turn)
        t.state.apply(t.state.legal_actions()[0])
    lead, other = ("white", "black") if generation % 2 else ("black", "white")
    assert deciders == [lead, other, lead]


@pytest.mark.parametrize("choice", [0, 1])
@pytest.mark.parametrize("seed", range(5))
def test_the_decider_takes_one_project_and_the_opponent_gets_the_other(seed: int, choice: int) -> None:
    t = new(seed)
    for i in range(3):
        me = t.state.current_player
        assert len(t.offered()) == 2
        name = t.offered()[choice].removeprefix("take ")
        t.do(f"take {name}")
        assert t.record.facing[me, i] == NUMBER[name]
        assert t.record.facing[1 - me, i] == NUMBER[partner(name)]


def test_each_decision_is_made_before_the_next_card_is_drawn() -> None:
    t = new(1)
    for i in range(3):
        assert len(on_table(t)) == i + 1
        t.state.apply(t.state.legal_actions()[0])


def test_order_of_the_setup() -> None:
    """Three cards, then Black's city, then White's, then White's first action."""
    t, course = new(7), []
    while t.kind != Kind.ACTION:
        course.append((t.kind, t.turn))
        t.state.apply(t.state.legal_actions()[0])
    cards = [(Kind.ORIENT, "white"), (Kind.ORIENT, "black"), (Kind.ORIENT, "white")]
    assert course == [*cards, (Kind.FIRST_CITY, "black"), (Kind.FIRST_CITY, "white")]
    assert t.turn == "white"
    assert (t.white.credits, t.black.credits, t.supply.credits) == (5, 5, 0)


def test_later_generations_have_research_and_no_first_city() -> None:
    t = new(7)
    pass_generation(t)
    assert t.kind == Kind.ORIENT
    assert t.skip_research().kind == Kind.ACTION


def test_solitaire_shows_all_three_cards_before_the_first_is_decided() -> None:
    t = new(4, players=1)
    cards = on_table(t)
    assert len(cards) == 3
    piece = OBSERVATION["on table"]
    shown = set(np.flatnonzero(t.state.observation(0)[piece.start : piece.stop]))
    assert shown == {NUMBER[name] for card in cards for name in projects_of(card)}
    for card in cards:
        assert {name.removeprefix("take ") for name in t.offered()} == projects_of(card)
        t.state.apply(t.state.legal_actions()[1])
    assert t.kind == Kind.FIRST_CITY


def test_two_players_see_one_card_at_a_time() -> None:
    t = new(4)
    piece = OBSERVATION["on table"]
    shown = set(np.flatnonzero(t.state.observation(0)[piece.start : piece.stop]))
    assert shown == {NUMBER[name] for name in projects_of(on_table(t)[0])}


# what is hidden


def in_generation_one(seed: int = 2) -> Table:
    """Four cards are unseen but for the top one's upper face."""
    t = new(seed).skip_research()
    return t.do(t.offered()[0])


@pytest.mark.parametrize("seat", [0, 1])
def test_resampling_keeps_the_top_card_and_reaches_every_arrangement_of_the_rest(seat: int) -> None:
    t = in_generation_one()
    top, *rest = coming(t)
    found = set()
    for seed in range(1500):
        other = Table(t.state.resample(seat, seed))
        assert coming(other)[0] == top
        found.add(tuple(coming(other)[1:]))
    assert {tuple(sorted(card for card, _ in deal)) for deal in found} == {tuple(sorted(card for card, _ in rest))}
    assert len(found) == 6 * 8  # orders and faces of three cards


def test_resampling_changes_nothing_else() -> None:
    t = in_generation_one()
    for seed in range(20):
        other = t.state.resample(0, seed)
        for name in t.state.array.dtype.names:
            if name not in ("rng", "deck_card", "deck_up"):
                assert np.array_equal(other.array[name], t.state.array[name]), name
        assert np.array_equal(other.observation(0), t.state.observation(0))
        assert np.array_equal(other.observation(1), t.state.observation(1))
        assert other.legal_actions() == t.state.legal_actions()


def test_resampling_does_not_look_at_the_hidden_cards() -> None:
    """Two deals that differ in unseen cards only give the same resamples."""
    t = in_generation_one()
    twin = t.copy()
    card, up = twin.record.deck_card, twin.record.deck_up
    card[1], card[3], up[1], up[2] = int(card[3]), int(card[1]), 1 - up[1], 1 - up[2]
    for seed in range(20):
        assert coming(Table(t.state.resample(0, seed))) == coming(Table(twin.state.resample(0, seed)))


def test_nothing_is_hidden_once_every_card_has_been_seen() -> None:
    """In generation 2 the seventh card is the top one; from then on the deck is known."""
    t = new(6)
    played(t, 1)
    t.skip_research()
    for seed in range(10):
        assert coming(Table(t.state.resample(1, seed))) == coming(t)


def test_cards_already_played_are_not_resampled() -> None:
    """At the start of generation 2 three unseen cards lie on top of the three played ones."""
    t = new(6)
    played(t, 1)
    deck = coming(t)
    assert len(deck) == 6
    for seed in range(30):
        other = coming(Table(t.state.resample(0, seed)))
        assert (other[0], other[3:]) == (deck[0], deck[3:])


# the observation of the loop


def test_loop_shows_only_the_top_card_at_first() -> None:
    t = new(2)
    assert np.array_equal(loop(t), loop_of({0: coming(t)[0]}))
    assert np.array_equal(loop(t, 1), loop(t, 0))


def test_loop_shows_played_cards_with_the_face_that_comes_next() -> None:
    t = new(2)
    first_row = played(t, 1)
    deck = coming(t)
    known = {0: deck[0]} | {3 + i: (card, 1 - face) for i, (card, face) in enumerate(first_row)}
    assert np.array_equal(loop(t), loop_of(known))


def test_loop_shows_the_whole_deck_from_generation_three_on() -> None:
    t = new(2)
    played(t, 2)
    assert np.array_equal(loop(t), loop_of(dict(enumerate(coming(t)))))
    assert len(coming(t)) == 6


def test_loop_shows_the_dummys_card_in_solitaire() -> None:
    t = new(2, players=1)
    deck = coming(t)
    assert np.array_equal(loop(t), loop_of({0: deck[0], 3: deck[3]}))


def test_deals_differ_in_order_and_faces() -> None:
    """Each card comes first about equally often, with either face (2,000 deals, 14 faces, 5 standard deviations)."""
    counts: dict[Card, int] = {}
    for seed in range(2000):
        card = on_table(new(seed))[0]
        counts[card] = counts.get(card, 0) + 1
    assert len(counts) == 14
    assert all(abs(n - 2000 / 14) < 5 * (2000 * 13) ** 0.5 / 14 for n in counts.values())
