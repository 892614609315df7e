"""In which order things are dealt, laid and rolled, so that two engines agree."""

from __future__ import annotations

from typing import Any

import pytest

from regolith import envs
from regolith.envs.core import rng
from regolith.envs.terror_below import setup, worms
from regolith.envs.terror_below.board import rolled_space
from regolith.envs.terror_below.words import DIE, HAND, NONE, WORMS, Deck, Kind, Place, Roll

from .table import COLOUR, Space, Table, attack, cell, strike, table

LOCATIONS = {(3, 1), (6, 2), (6, 5), (3, 6), (1, 4)}


def rolled(generator: Any, times: int) -> list[Space]:
    """What the coordinate dice will show: red first, then blue, both again on a Location."""
    found: list[Space] = []
    while len(found) < times:
        space = (1 + int(rng.below(generator, DIE)), 1 + int(rng.below(generator, DIE)))
        if space not in LOCATIONS:
            found.append(space)
    return found


def eggs(*laid: tuple[Space, str]) -> dict[Space, str]:
    """As `Table.all_eggs` shows them."""
    spaces: dict[Space, str] = {}
    for space, letter in laid:
        spaces[space] = "".join(sorted(spaces.get(space, "") + letter, key=list(COLOUR).index))
    return spaces


def test_the_line_first_then_seat_by_seat_from_the_start_player() -> None:
    """C48: an item, a weapon, three vehicles, three characters each."""
    game = envs.game("terror_below", players=3)
    s, before = game.template.copy()[0], game.template.copy()[0]
    for record in (s, before):
        rng.seed(record.rng, 11)
    t = game.table[0]
    setup.setup(t, s)
    start = int(rng.below(before.rng, 3))
    setup.place_locations(t, before)
    setup.make_decks(t, before)
    tops = {deck: before.deck[deck, : before.deck_count[deck]].tolist()[::-1] for deck in range(Deck.CHARACTER)}
    assert s.start == start
    assert s.line.tolist() == tops[Deck.BOUNTY][:4]
    for i in range(3):
        hand = Place.HAND + (start + i) % 3
        assert s.at[tops[Deck.ITEM][i]] == hand
        assert s.at[tops[Deck.WEAPON][i]] == hand
        assert all(s.at[c] == hand for c in tops[Deck.VEHICLE][HAND * i : HAND * (i + 1)])
    assert s.slot_worm.tolist() == [NONE] * 3, "the worms come after the Leaders"
    assert s.kind == Kind.LEADER


@pytest.mark.parametrize(
    ("supply", "laid"),
    [
        (2, {(1, 2), (2, 1)}),
        (3, {(1, 2), (2, 1), (3, 2)}),
        (6, {(1, 2), (2, 1), (3, 2), (4, 2), (4, 4), (6, 4)}),
    ],
)
def test_starting_worms_attack_by_number_before_the_drawn_ones(supply: int, laid: set[Space]) -> None:
    """C49: a short supply of rubble is used up by the first of them."""
    state = envs.game("terror_below", players=5, deck="untuned").new(3)
    state.record.rubble_supply = supply
    while state.kind != Kind.PLACE_PAWN:
        state.apply(state.legal_actions()[0])
    assert Table(state).all_rubble() == dict.fromkeys(laid, 1)


def test_red_is_rolled_first_then_blue_and_both_again_on_a_location() -> None:
    """C50: red is the column."""
    made = table()
    again = 0
    for seed in range(60):
        rng.seed(made.s.rng, seed)
        generator = made.s.rng.copy()
        first = (1 + int(rng.below(generator.copy(), DIE)), 0)
        (wanted,) = rolled(generator, 1)
        assert rolled_space(made.t, made.s, Roll.SPACE) == cell(wanted)
        assert made.s.rng.tolist() == generator.tolist(), "no more dice than needed"
        again += int(first[0] != wanted[0])
    assert again, "some were rolled again"


def test_eggs_of_a_queen_that_need_dice_are_rolled_in_the_printed_order() -> None:
    """C51: north and east are off the board, south is the State Police."""
    for seed in range(10):
        made = attack(worm=("queen", 1), at=(6, 1), pawns={0: (1, 1), 1: (1, 6), 2: (6, 6)})
        rng.seed(made.s.rng, seed)
        green, orange, purple = rolled(made.s.rng.copy(), 3)
        assert strike(made).all_eggs() == eggs(((5, 1), "y"), (green, "g"), (orange, "o"), (purple, "p"))


def test_an_empty_colour_is_skipped_without_a_roll() -> None:
    """C51: the next colour gets the first dice."""
    for seed in range(10):
        made = attack(worm=("queen", 1), at=(6, 1), pawns={0: (1, 1), 1: (1, 6), 2: (6, 6)})
        made.s.egg_supply[0] = 0
        rng.seed(made.s.rng, seed)
        orange, purple = rolled(made.s.rng.copy(), 2)
        assert strike(made).all_eggs() == eggs(((5, 1), "y"), (orange, "o"), (purple, "p"))


def test_eggs_of_a_dead_leader_scatter_in_the_order_of_colours() -> None:
    """C51: after the egg of the worm itself."""
    for seed in range(10):
        made = attack(at=(3, 1), pawns={0: (3, 1), 1: (1, 6), 2: (6, 6)}, carried={0: "yo"}, leaders={0: "Pam"})
        rng.seed(made.s.rng, seed)
        worm, orange, yellow = rolled(made.s.rng.copy(), 3)
        assert strike(made).all_eggs() == eggs((worm, "g"), (orange, "o"), (yellow, "y"))


def test_rolled_eggs_come_after_the_rubble() -> None:
    """C51: solo, a Queen beside the edge destroys the State Police, and her northern egg may then fall on the ruin."""
    made = table(players=1, queens=True, pawns={0: (1, 1)}, rubble={(6, 2): 1})
    queen = next(i for i in range(WORMS) if made.t.queen[i])
    found = set()
    for seed in range(100):
        trial = made.clone()
        rng.seed(trial.s.rng, seed)
        worms.erupt(trial.t, trial.s, queen, cell((5, 1)), False)
        assert trial.s.destroyed == 1
        found.add(trial.eggs((6, 2)))
    assert found == {"", "g"}


def test_a_queens_centre_gets_the_last_rubble() -> None:
    """C52: then her pattern in the order of the file."""
    for supply, laid in ((1, {(3, 3)}), (3, {(3, 3), (2, 2), (2, 4)})):
        made = attack(worm=("queen", 1), pawns={0: (1, 1), 1: (1, 6), 2: (6, 6)})
        made.s.rubble_supply = supply
        assert set(strike(made).all_rubble()) == laid
