"""The cards of Underworld 2 as a whole: how many there are, which base cards they replace, and with which boxes they go.

What is printed on each of them is compared with the facts in `test_catalogue.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.terraforming_mars.boxes import BOXES, CARDS
from regolith.envs.terraforming_mars.language.card import Card
from regolith.envs.terraforming_mars.rules.course import in_game
from regolith.envs.terraforming_mars.state import Lies
from regolith.envs.terraforming_mars.words import CRIME, CardKind, CardSet

from .games import NUMBER, T, deal

OWN = [card for card in CARDS.values() if card.card_set == CardSet.UNDERWORLD]
REPLACED = ("Standard Technology", "Hackers", "Hired Raiders")
MARKED = {
    CardSet.VENUS: {"Soil Export", "Acidizing", "Exploitation Of Venus", "Cloud Vortex Outpost"},
    CardSet.COLONIES: {"Hecate Speditions", "Free Trade Port", "Ganymede Trading Company", "Prospecting"},
    CardSet.TURMOIL: {"Election Sponsorship"},
    CardSet.PRELUDE: {"Patent Manipulation"},
}
"""Cards that show the mark of another box besides that of their own."""


def in_the_game(s: Any) -> set[str]:
    return {name for name in CARDS if s.lies[NUMBER[name]] != Lies.OUT_OF_THE_GAME}


def test_how_many_there_are() -> None:
    box = BOXES[CardSet.UNDERWORLD]
    assert (len(box.projects), len(box.corporations), len(box.preludes)) == (100 + len(REPLACED), 12, 15)
    kinds = [sum(card.kind == kind for card in box.projects) for kind in list(CardKind)[:3]]
    assert sum(kinds) == 103
    assert sum(CRIME in card.tags for card in OWN) > 30


@pytest.mark.parametrize("corporate_era", [True, False])
def test_substitutes_replace_base_cards(corporate_era: bool) -> None:
    assert {card.replaces for card in OWN if card.replaces} == {*REPLACED}
    with_box = in_the_game(deal(1, underworld=True, corporate_era=corporate_era)[0])
    without = in_the_game(deal(1, corporate_era=corporate_era)[0])
    for name in REPLACED:
        assert name not in with_box
        assert f"{name} (Underworld 2)" in with_box
        assert f"{name} (Underworld 2)" not in without
        assert (name in without) == (corporate_era or CARDS[name].card_set == CardSet.BASE)


def test_cards_go_with_the_boxes_that_they_are_marked_for() -> None:
    for card in OWN:
        assert {*card.needs} == {box for box, names in MARKED.items() if card.name in names}, card.name
    alone = in_the_game(deal(1, underworld=True, corporate_era=False, prelude=False, venus=False)[0])
    marked = {name for names in MARKED.values() for name in names}
    assert alone.isdisjoint(marked)
    preludes = {card.name for card in OWN if card.kind == CardKind.PRELUDE}
    assert {card.name for card in OWN} - marked <= alone | preludes
    assert {"Public Spaceline", "Voltagon"} <= alone, "they show no mark of Venus Next"
    s = deal(1, underworld=True, colonies=True, turmoil=True)[0]
    assert marked <= in_the_game(s)
    assert all(in_game(T, s, NUMBER[card.name]) for card in OWN)


@pytest.mark.parametrize("card", OWN, ids=lambda card: card.name)
def test_the_greedy_player_has_a_price_for_it(card: Card) -> None:
    columns = [name for name in T.dtype.names if name.startswith(("worth_", "use_", "lasting_", "held_"))]
    assert any(np.any(T[name][NUMBER[card.name]]) for name in columns)
