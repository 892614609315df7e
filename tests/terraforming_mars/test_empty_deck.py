"""With fewer cards in deck and discards than an effect draws it draws as many as there are, and is never refused for it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.terraforming_mars.actions import CARD, answer_of, take_action
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED
from regolith.envs.terraforming_mars.rooms import NONE
from regolith.envs.terraforming_mars.rules.drawing import deal, take_in_hand
from regolith.envs.terraforming_mars.rules.playing import put_on_table
from regolith.envs.terraforming_mars.rules.redeal import allowed, hidden_place, never_seen
from regolith.envs.terraforming_mars.state import DTYPE, Deck, Kind, Lies, Phase, Place
from regolith.envs.terraforming_mars.words import ENERGY, MC

from .games import NUMBER, T, actions

RICH = 20


def game(left: int) -> Any:
    """Two players on an empty map, one of them about to act; so many cards in the deck, no discards."""
    s = np.zeros(1, DTYPE)[0]
    s.players, s.phase, s.kind = 2, Phase.ACTION, Kind.ACTION
    for field in ("tile", "tile_owner", "claim", "owner", "milestone", "award"):
        s[field][:] = NONE
    s.last_space = NONE
    s.stock[0] = RICH
    deck = [NUMBER[name] for name in ("Mine", "Trees", "Comet")[:left]]
    s.deck[:left], s.deck_size[Deck.PROJECTS], s.lies[deck] = deck, left, Lies.IN_THE_DECK
    return s


def take(s: Any, name: str) -> int:
    """Take an action that must be legal, with the first answer to every question; how many questions there were."""
    assert CARD + NUMBER[name] in actions(s)
    take_action(T, s, 0, CARD + NUMBER[name])
    run(T, s, NOT_ASKED)
    asked = 0
    while s.kind != Kind.NOTHING:
        run(T, s, answer_of(s, actions(s)[0]))
        asked += 1
    return asked


@pytest.mark.parametrize(
    ("name", "left", "drawn", "spent"),
    [
        ("AI Central", 0, 0, {}),
        ("AI Central", 1, 1, {}),
        ("Development Center", 0, 0, {ENERGY: 1}),
        ("Restricted Area", 0, 0, {MC: 2}),
        ("Inventors' Guild", 0, 0, {}),
        ("Business Network", 0, 0, {}),
    ],
)
def test_actions_draw_what_there_is(name: str, left: int, drawn: int, spent: dict[int, int]) -> None:
    s = game(left)
    put_on_table(T, s, 0, NUMBER[name])
    assert take(s, name) == 0
    assert s.used[NUMBER[name]]
    assert s.hand[0] == drawn
    assert s.stock[0].tolist() == [RICH - spent.get(resource, 0) for resource in range(6)]


def test_a_search_reveals_nothing() -> None:
    s = game(0)
    put_on_table(T, s, 0, NUMBER["Search For Life"])
    take(s, "Search For Life")
    assert s.stock[0, MC] == RICH - 1
    assert s.resources[NUMBER["Search For Life"]] == 0


def test_a_choice_that_draws_may_be_made() -> None:
    s, mappers = game(0), NUMBER["Aerial Mappers"]
    put_on_table(T, s, 0, mappers)
    s.resources[mappers] = 1
    take(s, "Aerial Mappers")
    assert s.resources[mappers] == s.hand[0] == 0


@pytest.mark.parametrize(
    ("name", "left", "kept", "asked"),
    [
        ("Research", 0, 0, 0),
        ("Research", 1, 1, 0),
        ("Business Contacts", 0, 0, 0),
        ("Business Contacts", 1, 1, 0),
        ("Business Contacts", 3, 2, 2),
        ("Invention Contest", 2, 1, 1),
    ],
)
def test_cards_are_played_for_what_there_is(name: str, left: int, kept: int, asked: int) -> None:
    s = game(left)
    take_in_hand(s, NUMBER[name], 0)
    assert take(s, name) == asked
    assert s.lies[NUMBER[name]] in (Lies.IN_PLAY, Lies.PLAYED_EVENT)
    assert s.hand[0] == kept
    assert s.deck_size[Deck.PROJECTS] == 0


def test_what_players_know_stays_true_when_the_last_cards_of_all_are_dealt() -> None:
    """The deck is used up, the discards become the deck and are used up too, and still more is asked for: all in one deal."""
    s, thrown = game(1), NUMBER["Asteroid"]
    s.lies[thrown] = Lies.DISCARDED
    # Blue knows that it was discarded by Red, or is still in his hand.
    s.could_be[1, thrown] = (1 << Place.HAND) | (1 << Place.DISCARDS)
    deal(s, Deck.PROJECTS, 0, 4, Lies.DEALT)
    assert (s.deck_size[Deck.PROJECTS], s.lies[thrown], s.owner[thrown]) == (0, Lies.DEALT, 0)
    place = hidden_place(T, s, 1, thrown)
    assert place == Place.DEALT
    assert (allowed(s, 1, thrown, never_seen(s, 1)) >> place) & 1
