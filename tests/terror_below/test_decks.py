"""Decks that run out, equal cards, and the order of a new deck (rulings R10 and R25)."""

from __future__ import annotations

from typing import Any

from regolith.envs.core import rng
from regolith.envs.terror_below.cards import draw
from regolith.envs.terror_below.words import FIRST, FOR_ALL, NONE, SIZE, Deck, Kind, Place

from .table import HUNTS, Table, find, table


def leave(made: Table, deck: Deck, *names: str, rest: int = Place.BOX) -> Table:
    """Only these cards are left in a deck, the first one on top; the others lie elsewhere."""
    kept: list[int] = []
    for name in names:
        kept.append(find(made.s, name, deck))
        made.s.at[kept[-1]] = Place.LOOKED
    for number in range(FIRST[deck], FIRST[deck] + SIZE[deck]):
        if made.s.at[number] == Place.DECK:
            made.s.at[number] = rest
    made.s.deck[deck], made.s.deck_count[deck] = 0, len(kept)
    for i, number in enumerate(reversed(kept)):
        made.s.at[number], made.s.deck[deck, i] = Place.DECK, number
    return made


def test_the_discards_become_the_new_deck_when_a_card_is_needed() -> None:
    """R10, C44: not before."""
    made = leave(table(), Deck.VEHICLE, "Boots 2 N", rest=Place.DISCARD)
    thrown = len(made.at(Place.DISCARD, 0, SIZE[0]))
    made.do("Car 5 NN under worm 1", "stop").settle()
    assert "Boots 2 N" in made.hand(0)
    assert (made.s.deck_count[Deck.VEHICLE], len(made.at(Place.DISCARD, 0, SIZE[0]))) == (0, thrown)
    assert draw(made.t, made.s, Deck.VEHICLE, FOR_ALL, False) != NONE
    assert made.s.deck_count[Deck.VEHICLE] == thrown - 1


def test_a_draw_is_skipped_if_deck_and_discards_are_empty() -> None:
    """R10: nothing else happens."""
    made = leave(table(pawns={0: (1, 4)}, carried={0: "g"}), Deck.ITEM)
    made.do("Car 5 NN under worm 1", "deliver green egg")
    assert (made.fresh(0), made.kind, made.points(0)) == ([], Kind.ACTION, 1)
    short = leave(table(), Deck.VEHICLE).do("Car 5 NN under worm 1", "stop").settle()
    assert (len(short.hand(0)), short.seat) == (2, 1)


def test_three_rubble_buy_what_there_is() -> None:
    """R10: with one of the two decks gone the other one is drawn from."""
    made = leave(table(pawns={0: (2, 2)}, rubble={(3, 2): 1}, carried_rubble={0: 2}), Deck.ITEM)
    made.top(Deck.WEAPON, "Shotgun").do("Car 5 NN under worm 1", "clear east")
    assert (made.fresh(0), made.s.carried_rubble[0]) == (["Shotgun"], 0)


def test_points_do_not_run_out() -> None:
    """R10: the box has tokens for 24 points."""
    made = table(pawns={0: (1, 4)}, carried={0: "g"}, points={0: 15, 1: 19, 2: 19})
    assert made.do("Car 5 NN under worm 1", "deliver green egg").points(0) == 16


def test_a_new_deck_is_shuffled_from_the_sorted_cards() -> None:
    """C54: the order in which cards were discarded plays no role."""
    made = leave(table(), Deck.WEAPON, rest=Place.DISCARD)
    rng.seed(made.s.rng, 5)
    generator = made.s.rng.copy()
    order = [c for c in range(FIRST[Deck.WEAPON], FIRST[Deck.BOUNTY]) if made.s.at[c] == Place.DISCARD]
    for i in range(len(order) - 1, 0, -1):
        j = int(rng.below(generator, i + 1))
        order[i], order[j] = order[j], order[i]
    drawn = draw(made.t, made.s, Deck.WEAPON, FOR_ALL, False)
    assert [*made.s.deck[Deck.WEAPON, : len(order) - 1].tolist(), drawn] == order


def test_a_replaced_card_may_come_back_at_once() -> None:
    """C20: it is discarded before the new one is drawn."""
    made = table(hats={0: "Sun Hat"}, hands={0: ["Bicycle 3 without arrows", "Car 5 NN"]})
    made.do("Car 5 NN under worm 1", "stop").settle()
    assert made.kind == Kind.REDRAW
    leave(made, Deck.VEHICLE).do("replace Bicycle 3 without arrows")
    assert ("Bicycle 3 without arrows" in made.hand(0), made.seat) == (True, 1)


def test_looking_at_fewer_cards_than_wanted() -> None:
    """C28: what there is; the discards are shuffled in if they are needed, and one card alone is no choice."""
    position: dict[str, Any] = {"leaders": {0: "Will"}, "pawns": {0: (1, 4)}, "carried": {0: "g"}}
    made = leave(table(**position), Deck.ITEM, "Sun Hat").do("Car 5 NN under worm 1", "deliver green egg")
    assert (made.fresh(0), made.kind) == (["Sun Hat"], Kind.ACTION)
    made = leave(table(**position, discards=[(Deck.ITEM, "Hard Hat")]), Deck.ITEM, "Sun Hat")
    made.do("Car 5 NN under worm 1", "deliver green egg")
    assert (made.kind, made.legal) == (Kind.KEEP_ITEM, ["keep Hard Hat", "keep Sun Hat"])
    none = leave(table(gear={0: ["Police Scanner"]}), Deck.BOUNTY).do("use Police Scanner")
    assert (none.hidden(0), none.points(0), none.at(Place.LOOKED)) == ([], 1, [])


def test_the_government_bonus_takes_what_there_is() -> None:
    """R25: without a deck one of the line, which then stays short; without a line the top card."""
    position: dict[str, Any] = {"pawns": {0: (3, 1)}, "carried": {0: "g"}}
    made = leave(table(**position), Deck.BOUNTY).do("Car 5 NN under worm 1", "deliver green egg")
    assert (made.kind, sorted(made.legal)) == (Kind.HIDDEN_BOUNTY, sorted(HUNTS))
    assert made.do(HUNTS[1]).line() == [HUNTS[0], "", *HUNTS[2:]]
    made = table(**position, line=()).top(Deck.BOUNTY, "hunt Spitter (3)")
    made.do("Car 5 NN under worm 1", "deliver green egg")
    assert made.hidden(0) == ["hunt Spitter (3)"]


def test_equal_cards_are_one_choice_and_characters_are_chosen_by_name() -> None:
    """C53: copies cannot be told apart, so they are not asked about."""
    boots = ["Boots 2 without arrows"] * 2
    made = table(hands={0: [*boots, "Car 5 NN"]}, gear={0: ["Pistol", "Pistol"]}, hats={1: "Sun Hat"})
    assert sum(name.startswith("Boots") for name in made.legal) == 3, "one for each worm"
    assert made.legal.count("use Pistol") == 1
    assert made.do("use Pistol").gear(0) == ["Pistol"]
    made = table(dead={0: ["Hank", "Shep"]}, squads={0: []}, gear={0: ["First Aid Kit"]}).do("use First Aid Kit")
    assert (made.kind, made.legal) == (Kind.REVIVE, ["Shep", "Hank"])
