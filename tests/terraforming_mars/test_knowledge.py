"""What players remember is true, and hidden cards are dealt anew from what a seat knows and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from regolith.envs.core.record import Over
from regolith.envs.core.rng import seed
from regolith.envs.terraforming_mars.actions import CARD, DECLINE, STANDARD, step
from regolith.envs.terraforming_mars.observation import OBSERVATION, observe
from regolith.envs.terraforming_mars.rooms import (
    CARDS,
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    NOBODY,
    NONE,
    PROJECTS,
)
from regolith.envs.terraforming_mars.rules.drawing import (
    deal as deal_cards,
)
from regolith.envs.terraforming_mars.rules.drawing import (
    discard,
    discard_openly,
    draw,
    draw_matching,
    look_at,
    shuffle_discards,
    stop_looking,
    take_looked_at,
)
from regolith.envs.terraforming_mars.rules.redeal import determinize
from regolith.envs.terraforming_mars.state import DTYPE, Deck, Frame, Kind, Lies, Phase, Place
from regolith.envs.terraforming_mars.words import StandardProject, Tag
from tests.terraforming_mars.operations import Op

from .games import NUMBER, T, actions, deal, played

SETTINGS: list[dict[str, Any]] = [
    {"players": 1},
    {"players": 2},
    {"players": 2, "draft": False, "prelude": False},
    {"players": 3, "initial_draft": True, "map": "hellas"},
    {"players": 4, "initial_draft": True, "payment": "auto"},
    {"players": 5, "map": "elysium"},
    {"players": 5, "draft": False, "venus": False},
]
SECRET = {
    *(Op.BUY_CARDS, Op.PICK_CORPORATION, Op.KEEP_PRELUDES, Op.DRAFT, Op.SELL_CARDS),
    *(Op.DISCARD, Op.DRAW_AND_KEEP, Op.LOOK_AND_BUY),
}
"""Steps that choose among cards which nobody else sees."""
ALL = [pytest.param(options, id="-".join(f"{k}={v}" for k, v in options.items())) for options in SETTINGS]


def copy_of(array: Any) -> Any:
    """A copy with every byte, padding included."""
    return array.view(np.uint8).copy().view(DTYPE)


def redealt(array: Any, seat: int, number: int) -> Any:
    other = copy_of(array)
    seed(other[0].rng, number)
    determinize(T, other[0], seat)
    return other


def seen(s: Any, seat: int) -> Any:
    view = np.zeros(OBSERVATION.size, np.float32)
    observe(T, s, seat, view)
    return view


def announced(s: Any) -> set[int]:
    """Cards in hand that are being played."""
    rows = {int(T.play_row), int(T.play_row) + 1, int(T.enter_play_row)}
    return {int(s.stack[f, Frame.Y]) for f in range(s.depth) if int(s.stack[f, Frame.ROW]) in rows}


def hidden_places(s: Any, seat: int) -> Any:
    """For each card the place where the seat does not see it, or NONE."""
    lies, owner = s.lies.astype(int), s.owner.astype(int)
    opponent = (owner - seat - 1) % s.players
    theirs = (owner != seat) & (owner != NOBODY)
    place = np.full(CARDS, NONE)
    place[lies == Lies.IN_THE_DECK] = Place.DECK
    place[lies == Lies.DISCARDED] = Place.DISCARDS
    for where, first in (
        (Lies.IN_A_PACK, Place.PACK),
        (Lies.DEALT, Place.DEALT),
        (Lies.BOUGHT, Place.DEALT),
        (Lies.LOOKED_AT, Place.DEALT),
        (Lies.IN_HAND, Place.HAND),
    ):
        there = theirs & (lies == where)
        place[there] = first + opponent[there]
    place[list(announced(s))] = NONE
    return place


def memory_holds(s: Any) -> None:
    """Every hidden card is where somebody who remembers it thinks it may be."""
    for seat in range(s.players):
        place, remembered = hidden_places(s, seat), s.could_be[seat].astype(int)
        there = (place != NONE) & (remembered != 0)
        wrong = np.flatnonzero(there & ((remembered >> np.maximum(place, 0)) & 1 == 0))
        assert not wrong.size, f"seat {seat} is wrong about cards {wrong}"


def some_positions(options: dict[str, Any], games: range, every: int) -> Iterator[Any]:
    """Every so many positions of random games, and every one while choices are secret."""
    for number in games:
        array = deal(number, **options)
        yield array
        for count, s in enumerate(played(array, number)):
            if count % every == 0 or s.phase in (Phase.SETUP, Phase.DRAFT, Phase.RESEARCH):
                yield array


# --- memory


@pytest.mark.parametrize("options", ALL)
def test_memory_is_true(options: dict[str, Any]) -> None:
    for number in range(4):
        array = deal(number, **options)
        memory_holds(array[0])
        for s in played(array, number):
            memory_holds(s)


def test_memory_is_true_when_the_deck_runs_out_again_and_again() -> None:
    array = deal(3, players=4, initial_draft=True)
    s = array[0]
    chooser = random.Random(3)
    shuffled = 0
    for turn in range(900):
        if s.over != Over.RUNNING:
            break
        if turn % 10 == 0 and s.deck_size[Deck.PROJECTS] > 30:
            while s.deck_size[Deck.PROJECTS] > 5:
                s.deck_size[Deck.PROJECTS] -= 1
                discard_openly(s, int(s.deck[s.deck_size[Deck.PROJECTS]]))
        before = int(s.deck_size[Deck.PROJECTS])
        step(T, s, chooser.choice(actions(s)))
        shuffled += s.deck_size[Deck.PROJECTS] > before
        memory_holds(s)
        if turn % 30 == 0:
            for seat in range(4):
                assert redealt(array, seat, 1).tobytes() == redealt(redealt(array, seat, 2), seat, 1).tobytes()
    assert shuffled > 3


def bare(players: int) -> Any:
    """A record with all project cards in the deck and nothing dealt."""
    array = np.zeros(1, DTYPE)
    s = array[0]
    s.players, s.phase, s.first_player = players, Phase.ACTION, 0
    s.owner[:] = NOBODY
    s.lies[: len([n for n in NUMBER.values() if n < PROJECTS])] = Lies.DISCARDED
    seed(s.rng, 1)
    shuffle_discards(s, Deck.PROJECTS)
    return array


def in_hand(s: Any, player: int) -> list[int]:
    return np.flatnonzero((s.lies == Lies.IN_HAND) & (s.owner == player)).tolist()


def bits(*places: int) -> int:
    return sum(1 << place for place in places)


def test_nobody_remembers_what_others_draw() -> None:
    s = bare(3)[0]
    draw(s, 1, 4)
    assert not s.could_be.any()


def test_a_card_found_by_its_tag_is_known_to_all_and_so_are_the_misses() -> None:
    s = bare(3)[0]
    draw_matching(T, s, 1, 2, Tag.JOVIAN, NONE)
    found, _ = in_hand(s, 1)
    missed = np.flatnonzero(s.lies == Lies.DISCARDED)
    assert s.could_be[0, found] == bits(Place.HAND + 0)
    assert s.could_be[2, found] == bits(Place.HAND + 1)
    assert missed.size
    assert (s.could_be[:3, missed] == bits(Place.DISCARDS)).all()


def test_who_discards_knows_what_and_the_others_that_it_may_be_a_card_they_know() -> None:
    s = bare(3)[0]
    draw_matching(T, s, 1, 1, Tag.JOVIAN, NONE)
    [shown] = in_hand(s, 1)
    draw(s, 1, 1)
    [secret] = set(in_hand(s, 1)) - {shown}
    discard(s, secret)
    assert s.could_be[1, secret] == bits(Place.DISCARDS)
    assert s.could_be[0, secret] == 0
    assert s.could_be[0, shown] == bits(Place.HAND, Place.DISCARDS)
    discard(s, shown)
    assert s.could_be[0, shown] == bits(Place.DISCARDS), "the hand is empty"


def test_a_known_card_comes_back_into_the_deck_and_may_be_drawn() -> None:
    s = bare(2)[0]
    card = int(s.deck[s.deck_size[Deck.PROJECTS] - 1])
    s.deck_size[Deck.PROJECTS] -= 1
    discard_openly(s, card)
    while s.deck_size[Deck.PROJECTS] > 1:
        deal_cards(s, Deck.PROJECTS, 1, 1, Lies.IN_HAND)
    assert s.could_be[0, card] == bits(Place.DISCARDS)
    deal_cards(s, Deck.PROJECTS, 0, 1, Lies.IN_HAND)
    shuffle_discards(s, Deck.PROJECTS)
    assert s.could_be[0, card] == bits(Place.DECK)
    deal_cards(s, Deck.PROJECTS, 1, 1, Lies.IN_HAND)
    assert s.could_be[0, card] == bits(Place.DECK, Place.HAND)
    assert s.could_be[1, card] == bits(Place.DECK), "it is in his own hand, where he needs no memory"


def test_the_deck_runs_out_in_the_middle_of_a_draw() -> None:
    s = bare(2)[0]
    while s.deck_size[Deck.PROJECTS] > 1:
        s.deck_size[Deck.PROJECTS] -= 1
        discard_openly(s, int(s.deck[s.deck_size[Deck.PROJECTS]]))
    last = int(s.deck[0])
    draw(s, 1, 3)
    assert s.could_be[0, last] == 0
    others = [card for card in np.flatnonzero(s.lies != Lies.OUT_OF_THE_GAME) if card != last]
    assert (s.could_be[0, others] == bits(Place.DECK, Place.HAND)).all()
    memory_holds(s)


def test_looking_at_cards() -> None:
    s = bare(2)[0]
    s.could_be[0, :PROJECTS] = bits(Place.DECK)
    look_at(s, 1, Deck.PROJECTS, 3)
    looked = s.look[:3].tolist()
    assert (s.could_be[0, looked] == bits(Place.DECK, Place.DEALT)).all()
    take_looked_at(s, looked[0], 1)
    assert (s.could_be[0, looked] == bits(Place.DECK, Place.DEALT, Place.HAND)).all()
    stop_looking(s, 1)
    assert (s.could_be[0, looked] == bits(Place.DECK, Place.HAND, Place.DISCARDS)).all()
    assert (s.could_be[1, looked[1:]] == bits(Place.DISCARDS)).all()


def test_a_pack_that_was_passed_on_is_remembered_until_it_comes_back() -> None:
    array = deal(5, players=2, initial_draft=True)
    s = array[0]
    chooser = random.Random(1)

    def pack(player: int) -> set[int]:
        return set(np.flatnonzero((s.lies == Lies.IN_A_PACK) & (s.owner == player)).tolist())

    assert s.phase == Phase.DRAFT
    while s.passes == 0:
        step(T, s, chooser.choice(actions(s)))
    mine = pack(1)
    assert len(mine) == 4
    assert {int(card) for card in np.flatnonzero(s.could_be[0])} == mine
    assert all(s.could_be[0, card] == bits(Place.PACK) for card in mine)
    step(T, s, chooser.choice(actions(s)))
    if s.passes == 1 and len(pack(1)) == 4:
        step(T, s, chooser.choice(actions(s)))
    while s.passes == 1:
        assert all(s.could_be[0, card] == bits(Place.PACK, Place.DEALT) for card in mine)
        step(T, s, chooser.choice(actions(s)))
    [taken] = mine - pack(0)
    assert s.could_be[0, taken] == bits(Place.DEALT), "what is missing was taken"


def test_what_was_not_bought_may_have_been() -> None:
    array = deal(2, players=2)
    s = array[0]
    chooser = random.Random(2)
    while not (s.phase == Phase.RESEARCH and s.player != s.first_player):
        step(T, s, chooser.choice(actions(s)))
    buyer, dealt = int(s.player), np.flatnonzero((s.lies == Lies.DEALT) & (s.owner == s.player))
    known = [card for card in dealt if s.could_be[1 - buyer, card] == bits(Place.DEALT)]
    assert len(known) == 3, "with two players all but the first card of a draft are known to both"
    other = copy_of(array)
    step(T, other[0], DECLINE)
    assert (other[0].could_be[1 - buyer, known] == bits(Place.DISCARDS)).all(), "nothing was bought"
    step(T, s, CARD + int(dealt[0]))
    step(T, s, DECLINE)
    assert (s.could_be[1 - buyer, known] == bits(Place.HAND, Place.DISCARDS)).all()
    assert s.could_be[buyer, dealt[1]] == bits(Place.DISCARDS)


# --- dealing anew


@pytest.mark.parametrize("options", ALL)
def test_the_redeal_uses_only_what_the_seat_knows(options: dict[str, Any]) -> None:
    for array in some_positions(options, range(2), every=20):
        for seat in range(options["players"]):
            wanted = redealt(array, seat, 7)
            first = redealt(array, seat, 8)
            assert redealt(first, seat, 7).tobytes() == wanted.tobytes()
            assert (seen(wanted[0], seat) == seen(array[0], seat)).all()


@pytest.mark.parametrize("options", ALL)
def test_the_redeal_agrees_with_what_the_seat_has_seen(options: dict[str, Any]) -> None:
    for array in some_positions(options, range(1), every=20):
        s = array[0]
        for seat in range(options["players"]):
            o = redealt(array, seat, 3)[0]
            before, after = hidden_places(s, seat), hidden_places(o, seat)
            assert (np.bincount(before + 1, minlength=20) == np.bincount(after + 1, minlength=20)).all()
            for first, end in ((0, FIRST_CORPORATION), (FIRST_CORPORATION, FIRST_PRELUDE), (FIRST_PRELUDE, CARDS)):
                counts = [np.bincount(place[first:end] + 1, minlength=20) for place in (before, after)]
                assert (counts[0] == counts[1]).all()
            visible = before == NONE
            assert (after[visible] == NONE).all()
            for field in ("lies", "owner", "resources", "used"):
                assert (s[field][visible] == o[field][visible]).all()
            assert (s.could_be[seat] == o.could_be[seat]).all()
            memory_holds(o)
            for deck, first in enumerate((0, FIRST_CORPORATION, FIRST_PRELUDE)):
                end = (FIRST_CORPORATION, FIRST_PRELUDE, CARDS)[deck]
                pile = o.deck[first : first + o.deck_size[deck]].tolist()
                assert sorted(pile) == (first + np.flatnonzero(o.lies[first:end] == Lies.IN_THE_DECK)).tolist()
            for field in ("stock", "hand", "rating", "tile", "phase", "kind", "player", "decisions", "depth", "tags"):
                assert (np.asarray(s[field]) == np.asarray(o[field])).all()
            assert actions(o) or s.over
            if s.player == seat:
                assert actions(o) == actions(s)


@pytest.mark.parametrize("options", ALL[1:])
def test_secret_choices_leave_no_trace(options: dict[str, Any]) -> None:
    """Two games that differ in what one player has chosen in secret look the same to the others, now and dealt anew."""
    compared = set()
    for number in range(2):
        array = deal(number, **options)
        chooser = random.Random(number)
        while array[0].over == Over.RUNNING:
            s = array[0]
            op = int(T.op[s.stack[s.depth - 1, Frame.ROW]]) if s.depth else NONE
            choices = [action for action in actions(s) if action != DECLINE]
            if s.kind == Kind.CARD and op in SECRET and len(choices) > 1:
                one, other = copy_of(array), copy_of(array)
                for changed, action in zip((one, other), chooser.sample(choices, 2), strict=True):
                    step(T, changed[0], action)
                same = ("player", "kind", "phase", "depth", "passes")
                if all(one[0][field] == other[0][field] for field in same) and one[0].passes == s.passes:
                    for seat in set(range(s.players)) - {int(s.player)}:
                        assert (seen(one[0], seat) == seen(other[0], seat)).all()
                        left, right = redealt(one, seat, 4), redealt(other, seat, 4)
                        assert left.tobytes() == right.tobytes(), f"seat {seat} learns from step {op}"
                    compared.add(op)
            found = actions(s)
            eager = [action for action in found if action < STANDARD] or found
            selling = STANDARD + StandardProject.SELL_PATENTS
            step(T, s, selling if selling in found and chooser.random() < 0.1 else chooser.choice(eager))
    wanted = {Op.BUY_CARDS, Op.PICK_CORPORATION, Op.SELL_CARDS}
    wanted |= {Op.DRAFT} if options.get("draft", True) else set()
    assert compared >= wanted


@pytest.mark.parametrize("options", ALL[1:])
def test_how_many_were_bought_leaves_no_trace(options: dict[str, Any]) -> None:
    array = deal(1, **options)
    chooser = random.Random(1)
    compared = 0
    while array[0].over == Over.RUNNING and compared < 8:
        s = array[0]
        buyer = int(s.player)
        buying = s.depth > 1 and T.op[s.stack[s.depth - 1, Frame.ROW]] == Op.BUY_CARDS
        if buying and s.stack[s.depth - 1, Frame.TURN] == 0:
            none, one = copy_of(array), copy_of(array)
            step(T, none[0], DECLINE)
            step(T, one[0], actions(s)[0])
            if one[0].player == buyer and one[0].depth == s.depth:
                step(T, one[0], DECLINE)
            one[0].decisions = none[0].decisions
            for seat in set(range(s.players)) - {buyer}:
                assert redealt(none, seat, 4).tobytes() == redealt(one, seat, 4).tobytes()
            compared += 1
        step(T, s, chooser.choice(actions(s)))
    assert compared


def test_a_remembered_card_goes_to_each_of_its_places() -> None:
    """Evenly, as far as the slots there go."""
    array = bare(2)
    s = array[0]
    draw_matching(T, s, 1, 1, Tag.JOVIAN, NONE)
    [shown] = in_hand(s, 1)
    draw(s, 1, 9)
    for card in [card for card in in_hand(s, 1) if card != shown][:5]:
        discard(s, card)
    slots = {Lies.IN_HAND: 5, Lies.DISCARDED: int((s.lies == Lies.DISCARDED).sum())}
    unknown = slots[Lies.DISCARDED] - int((s.could_be[0] == bits(Place.DISCARDS)).sum())
    assert unknown == 5
    places = [int(redealt(array, 0, number)[0].lies[shown]) for number in range(600)]
    assert set(places) == {Lies.IN_HAND, Lies.DISCARDED}
    assert places.count(Lies.IN_HAND) == pytest.approx(300, abs=60)


def test_unknown_cards_are_dealt_evenly() -> None:
    array = bare(2)
    draw(array[0], 1, 20)
    cards = int((array[0].lies != Lies.OUT_OF_THE_GAME).sum())
    held = np.zeros(CARDS)
    first = set()
    for number in range(400):
        o = redealt(array, 0, number)[0]
        held += o.lies == Lies.IN_HAND
        first.add(int(o.deck[0]))
    assert held[:cards].min() > 400 * 20 / cards * 0.3
    assert held[:cards].max() < 400 * 20 / cards * 2.2
    assert len(first) > 150


def test_secret_choices_are_drawn_anew() -> None:
    array = deal(4, players=2)
    s = array[0]
    chooser = random.Random(4)
    while s.player == s.first_player:
        step(T, s, chooser.choice(actions(s)))
    assert s.phase == Phase.SETUP
    seat, other = int(s.player), 1 - int(s.player)
    numbers, corporations = set(), set()
    for number in range(60):
        o = redealt(array, seat, number)[0]
        chosen = np.flatnonzero((o.lies == Lies.BOUGHT) & (o.owner == other))
        [corporation] = [card for card in chosen if FIRST_CORPORATION <= card < FIRST_PRELUDE]
        assert sum(card >= FIRST_PRELUDE for card in chosen) == 2
        bought = sum(card < PROJECTS for card in chosen)
        assert 3 * bought <= T.start_mc[corporation]
        numbers.add(int(bought))
        corporations.add(int(corporation))
    assert len(numbers) > 7
    assert len(corporations) > 10


def test_a_corporation_that_could_not_pay_is_not_the_one_picked() -> None:
    poor = NUMBER["PhoboLog"]
    for number in range(40):
        array = deal(number, players=2)
        s = array[0]
        buyer = int(s.player)
        corporations = np.flatnonzero((s.lies == Lies.DEALT) & (s.owner == buyer))
        rich = [card for card in corporations if FIRST_CORPORATION <= card < FIRST_PRELUDE and card != poor]
        step(T, s, CARD + int(rich[0]))
        while len(actions(s)) < 11:
            step(T, s, actions(s)[0])
        for _ in range(8):
            step(T, s, next(action for action in actions(s) if action != DECLINE))
        for deal_number in range(10):
            o = redealt(array, 1 - buyer, deal_number)[0]
            [picked] = np.flatnonzero((o.lies == Lies.BOUGHT) & (o.owner == buyer))[-3:][:1]
            assert picked != poor
            assert len(actions(o)) == 3


def test_who_is_asked_which_card_to_play_can_play_some() -> None:
    array = deal(6, players=2, draft=False)
    s = array[0]
    chooser = random.Random(6)
    sponsor = NUMBER["Eccentric Sponsor"]
    while s.phase != Phase.PRELUDES:
        step(T, s, chooser.choice(actions(s)))
    player = int(s.player)
    if s.lies[sponsor] == Lies.IN_THE_DECK:
        at = FIRST_PRELUDE + s.deck[FIRST_PRELUDE : FIRST_PRELUDE + s.deck_size[Deck.PRELUDES]].tolist().index(sponsor)
        mine = int(
            np.flatnonzero((s.lies == Lies.IN_HAND) & (s.owner == player) & (np.arange(CARDS) >= FIRST_PRELUDE))[0]
        )
        s.deck[at] = mine
        s.lies[mine], s.owner[mine] = Lies.IN_THE_DECK, NOBODY
    else:
        s.lies[sponsor] = Lies.IN_HAND
    s.lies[sponsor], s.owner[sponsor] = Lies.IN_HAND, player
    s.stock[player, 0] = 60
    draw(s, player, 10)
    s.choices = 0
    for card in np.flatnonzero((s.lies == Lies.IN_HAND) & (s.owner == player)):
        if card >= FIRST_PRELUDE:
            s.choice[s.choices] = card
            s.choices += 1
    step(T, s, CARD + sponsor)
    assert T.op[s.stack[s.depth - 1, Frame.ROW]] == Op.PLAY_CARD
    for number in range(30):
        assert len(actions(redealt(array, 1 - player, number)[0])) >= 2


def test_redealt_games_are_played_to_their_end() -> None:
    for options in SETTINGS[:6:2]:
        for count, array in enumerate(some_positions(options, range(1), every=60)):
            if count % 20 == 0 and array[0].over == Over.RUNNING:
                other = redealt(array, count % options["players"], 1)
                for s in played(other, 1):
                    memory_holds(s)
                assert other[0].over == Over.FINISHED
