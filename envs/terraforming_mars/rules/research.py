"""Cards that everybody is dealt at once: chosen in secret, paid and taken in hand when all have chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.machine.stack import offer_choice, push, seat
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION, FIRST_PRELUDE, NONE, PROJECTS
from regolith.envs.terraforming_mars.rules.drawing import deal, discard, take_in_hand
from regolith.envs.terraforming_mars.rules.knowledge import end_of, first_of, moved_unseen
from regolith.envs.terraforming_mars.rules.own_cards import cards_lying, next_lying, next_own_card
from regolith.envs.terraforming_mars.rules.price import card_price
from regolith.envs.terraforming_mars.rules.supply import money
from regolith.envs.terraforming_mars.state import DECKS, Deck, Lies, Mode, Phase, Place

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

CORPORATIONS_DEALT, PROJECTS_DEALT = 2, 10
PRELUDES_KEPT = 2
CARDS_A_GENERATION = 4


@kernel
def deal_to_all(s: Record, deck: int, n: int, lies: int) -> None:
    for i in range(s.players):
        deal(s, deck, seat(s, i), n, lies)


@kernel
def to_spend(t: Table, s: Record, player: int) -> int:
    """What a player may spend on cards: in the setup what the corporation brings that he has picked."""
    if s.phase == Phase.SETUP:
        card = next_lying(s, Lies.BOUGHT, player, FIRST_CORPORATION, FIRST_PRELUDE)
        if card < FIRST_PRELUDE:
            return t.start_mc[card]
    return money(t, s, player)


@kernel
def offer_dealt(t: Table, s: Record, deck: int, player: int, chosen: int) -> None:
    """Cards of a deck dealt to the player that he may choose now, so many having been chosen already. Projects are paid for."""
    if deck == Deck.PROJECTS and card_price(t, s, player) * (chosen + 1) > to_spend(t, s, player):
        return
    card, end = next_lying(s, Lies.DEALT, player, first_of(deck), end_of(deck)), end_of(deck)
    while card < end:
        offer_choice(s, card)
        card = next_lying(s, Lies.DEALT, player, card + 1, end)


@kernel
def push_payment(t: Table, s: Record, player: int) -> None:
    """The player is to pay for the cards that he has chosen."""
    bought = cards_lying(s, Lies.BOUGHT, player, PROJECTS)
    if bought > 0:
        push(s, t.pay_row, NONE, player, card_price(t, s, player) * bought, NONE, Mode.WHOLE)


@kernel
def take_bought(s: Record) -> None:
    """Everybody has chosen: what he has chosen he takes in hand, the rest is discarded. The others see only how many."""
    for player in range(s.players):
        for deck in range(DECKS):
            bought, left = 0, 0
            card = next_own_card(s, player, first_of(deck) - 1)
            while card < end_of(deck):
                if s.lies[card] == Lies.BOUGHT:
                    take_in_hand(s, card, player)
                    bought += 1
                elif s.lies[card] == Lies.DEALT:
                    discard(s, card)
                    left += 1
                card = next_own_card(s, player, card)
            if left > 0:
                moved_unseen(s, deck, player, Place.DEALT, Place.DISCARDS, bought == 0)
            if bought > 0:
                moved_unseen(s, deck, player, Place.DEALT, Place.HAND, True)


@kernel
def begin_research(s: Record) -> None:
    """Without a draft: cards for everybody to choose from."""
    s.phase = Phase.RESEARCH
    deal_to_all(s, Deck.PROJECTS, CARDS_A_GENERATION, Lies.DEALT)


@kernel
def purchase(t: Table, s: Record) -> None:
    """Everybody pays in turn order and has his cards."""
    s.phase = Phase.PURCHASE
    for i in range(s.players - 1, -1, -1):
        push_payment(t, s, seat(s, i))
    take_bought(s)
