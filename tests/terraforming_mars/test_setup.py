"""The setup and the research phase: hidden and simultaneous choices, paid when everybody has chosen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.terraforming_mars.actions import AMOUNT, CARD, DECLINE, PASS, step
from regolith.envs.terraforming_mars.rooms import CARDS, FIRST_CORPORATION, FIRST_PRELUDE, PROJECTS
from regolith.envs.terraforming_mars.state import Kind, Lies, Phase
from regolith.envs.terraforming_mars.words import HEAT, MC

from .games import NUMBER, T, actions, choose, deal

PUBLIC = ("stock", "production", "rating", "hand", "tags", "events", "deck_size", "tile", "track", "metal_value")


def public(s: Any) -> list[Any]:
    """What everybody sees of the players, and what lies in the open."""
    return [s[field].tolist() for field in PUBLIC] + [np.nonzero(s.lies >= Lies.IN_PLAY)[0].tolist()]


def lying(s: Any, where: Lies, player: int, first: int = 0, end: int = CARDS) -> list[int]:
    return (first + np.nonzero((s.lies[first:end] == where) & (s.owner[first:end] == player))[0]).tolist()


def swap_in(s: Any, name: str, card: int) -> None:
    """A card by name instead of another one, wherever both are."""
    wanted = NUMBER[name]
    for field in ("lies", "owner"):
        s[field][[wanted, card]] = s[field][[card, wanted]]
    at, instead = s.deck == wanted, s.deck == card
    s.deck[at], s.deck[instead] = card, wanted


@pytest.mark.parametrize("prelude", [True, False])
def test_nothing_public_changes_before_all_have_chosen(prelude: bool) -> None:
    players = 3
    s = deal(1, players=players, prelude=prelude)[0]
    before = public(s)
    assert s.hand.tolist() == [0] * 5
    for player in range(players):
        for first, end, dealt, kept in (
            (FIRST_CORPORATION, FIRST_PRELUDE, 2, 1),
            (FIRST_PRELUDE, CARDS, 4 * prelude, 2 * prelude),
        ):
            cards = lying(s, Lies.DEALT, player, first, end)
            assert len(cards) == dealt
            for _ in range(kept):
                assert s.player == player
                assert actions(s) == [CARD + card for card in cards]
                step(T, s, CARD + cards.pop())
                assert public(s) == before
        for bought in range(player + 1):
            assert s.phase == Phase.SETUP
            assert actions(s) == [*(CARD + card for card in lying(s, Lies.DEALT, player, 0, PROJECTS)), DECLINE]
            assert len(actions(s)) == 11 - bought
            assert public(s) == before
            step(T, s, actions(s)[0])
        assert public(s) == before
        step(T, s, DECLINE)
    assert s.phase == (Phase.PRELUDES if prelude else Phase.ACTION)
    assert public(s) != before
    assert not ((s.lies == Lies.DEALT) | (s.lies == Lies.BOUGHT)).any()
    for player in range(players):
        assert len(lying(s, Lies.IN_HAND, player, FIRST_PRELUDE)) == 2 * prelude
        (corporation,) = lying(s, Lies.IN_PLAY, player, FIRST_CORPORATION, FIRST_PRELUDE)
        drawn = corporation == NUMBER["Point Luna"]
        assert s.hand[player] == player + 1 + drawn
        extra = 3 if corporation == NUMBER["Vitor"] else 0
        assert s.stock[player, MC] == T.start_mc[corporation] - 3 * (player + 1) + extra


def test_choices_do_not_depend_on_those_of_others() -> None:
    """Whatever the first player chooses, the second one is asked the same."""
    asked = []
    for picked in range(2):
        s = deal(2, players=2)[0]
        step(T, s, actions(s)[picked])
        for _ in range(2):
            step(T, s, actions(s)[-1 - picked])
        for _ in range(4 * picked):
            step(T, s, actions(s)[picked])
        step(T, s, DECLINE)
        assert s.player == 1
        asked.append(actions(s))
        step(T, s, actions(s)[0])
        asked[-1] += actions(s)
    assert asked[0] == asked[1]


def test_cards_are_bought_with_the_money_of_the_corporation_only() -> None:
    """PhoboLog brings 23 MC: seven cards, whatever the preludes will bring."""
    s = deal(4, players=2)[0]
    swap_in(s, "PhoboLog", lying(s, Lies.DEALT, 0, FIRST_CORPORATION, FIRST_PRELUDE)[0])
    s.choice[: s.choices] = sorted(lying(s, Lies.DEALT, 0, FIRST_CORPORATION, FIRST_PRELUDE))
    step(T, s, CARD + NUMBER["PhoboLog"])
    for _ in range(2):
        step(T, s, actions(s)[0])
    for _ in range(7):
        assert s.player == 0
        step(T, s, actions(s)[0])
    assert s.player == 1, "no money for an eighth card"
    choose(s)
    while s.phase == Phase.SETUP:
        choose(s, DECLINE)
    assert s.stock[0, MC] == 2
    assert s.hand[0] == 7


def to_research(s: Any) -> None:
    while s.phase != Phase.RESEARCH:
        choose(s, DECLINE, PASS)


def test_research_is_paid_when_everybody_has_chosen() -> None:
    s = deal(6, players=3, draft=False)[0]
    to_research(s)
    s.stock[:] = 0
    s.stock[:3, MC] = (20, 7, 2)
    before = public(s)
    hands, discards = s.hand[:3].tolist(), int((s.lies == Lies.DISCARDED).sum())
    assert s.player == 1
    assert len(actions(s)) == 5
    step(T, s, actions(s)[0])
    assert public(s) == before
    step(T, s, actions(s)[0])
    # 7 MC pay for two cards; the third player cannot buy anything and is not asked.
    assert s.player == 0
    assert public(s) == before
    for _ in range(3):
        step(T, s, actions(s)[0])
        assert public(s) == before
    step(T, s, DECLINE)
    assert s.phase == Phase.ACTION
    assert s.stock[:3, MC].tolist() == [11, 1, 2]
    assert s.hand[:3].tolist() == [hands[0] + 3, hands[1] + 2, hands[2]]
    assert (s.lies == Lies.DISCARDED).sum() == discards + 1 + 2 + 4
    assert s.player == 1


def test_helion_may_pay_for_research_with_heat_after_everybody_has_chosen() -> None:
    s = deal(4, players=2, draft=False)[0]
    swap_in(s, "Helion", lying(s, Lies.DEALT, 0, FIRST_CORPORATION, FIRST_PRELUDE)[0])
    s.choice[: s.choices] = sorted(lying(s, Lies.DEALT, 0, FIRST_CORPORATION, FIRST_PRELUDE))
    step(T, s, CARD + NUMBER["Helion"])
    to_research(s)
    s.stock[0, [MC, HEAT]] = (4, 3)
    assert s.player == 1
    step(T, s, DECLINE)
    assert s.player == 0
    for _ in range(2):
        step(T, s, actions(s)[0])
    # 7 in all: no third card, and 6 to pay of which at most 4 are MC.
    assert s.phase == Phase.PURCHASE
    assert s.kind == Kind.PAYMENT
    assert actions(s) == [AMOUNT + 2, AMOUNT + 3]
    step(T, s, AMOUNT + 3)
    assert s.stock[0, [MC, HEAT]].tolist() == [1, 0]
    assert s.phase == Phase.ACTION


@pytest.mark.parametrize("corporate_era", [True, False])
def test_beginners_have_their_money_and_ten_free_cards(corporate_era: bool) -> None:
    s = deal(3, players=3, corporate_era=corporate_era, prelude=False, venus=False, beginner_corporation=True)[0]
    assert s.phase == Phase.ACTION
    assert s.generation == 1
    assert s.stock[:3, MC].tolist() == [42] * 3
    assert s.hand[:3].tolist() == [10] * 3
    assert not (s.lies[FIRST_CORPORATION:FIRST_PRELUDE] >= Lies.IN_A_PACK).any()
    assert set(s.production[:3].ravel().tolist()) == {0 if corporate_era else 1}
