"""Drafting: packs lie before the players, everybody takes a card from his, then all packs are passed at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.machine.stack import begin_for_all, offer_choice
from regolith.envs.terraforming_mars.rooms import PROJECTS
from regolith.envs.terraforming_mars.rules.knowledge import moved_unseen, packs_passed
from regolith.envs.terraforming_mars.rules.own_cards import next_lying
from regolith.envs.terraforming_mars.rules.research import CARDS_A_GENERATION, PROJECTS_DEALT, deal_to_all
from regolith.envs.terraforming_mars.state import Deck, Lies, Phase, Place

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

TO_THE_NEXT, TO_THE_PREVIOUS = 1, -1
FIRST_HAND_ROUNDS = 2
"""The cards to choose the first hand from are drafted in two halves."""


@kernel
def begin_draft(t: Table, s: Record, cards: int, direction: int) -> None:
    """A pack for everybody. Its number is that of the player before whom it lies now."""
    s.phase = Phase.DRAFT
    s.draft_direction = direction
    s.passes = 0
    deal_to_all(s, Deck.PROJECTS, cards, Lies.IN_A_PACK)
    begin_for_all(s, t.draft_row)


@kernel
def draft_first_hand(t: Table, s: Record, direction: int) -> None:
    """Half of the cards that a first hand is chosen from: the first half goes round to the next player, the second back."""
    begin_draft(t, s, PROJECTS_DEALT // FIRST_HAND_ROUNDS, direction)


@kernel
def draft_for_research(t: Table, s: Record) -> None:
    """In even generations packs are passed to the next player, in odd ones to the previous player."""
    begin_draft(t, s, CARDS_A_GENERATION, TO_THE_NEXT if s.generation % 2 == 0 else TO_THE_PREVIOUS)


@kernel
def offer_pack(s: Record, player: int) -> None:
    """The cards in the pack before the player."""
    card = next_lying(s, Lies.IN_A_PACK, player, 0, PROJECTS)
    while card < PROJECTS:
        offer_choice(s, card)
        card = next_lying(s, Lies.IN_A_PACK, player, card + 1, PROJECTS)


@kernel
def take_from_pack(s: Record, card: int) -> None:
    """The player before whom the pack lies keeps a card."""
    player = s.owner[card]
    s.lies[card] = Lies.DEALT
    last = next_lying(s, Lies.IN_A_PACK, player, 0, PROJECTS) == PROJECTS
    moved_unseen(s, Deck.PROJECTS, player, Place.PACK, Place.DEALT, last)


@kernel
def pass_packs(t: Table, s: Record) -> bool:
    """Everybody has taken a card: all packs are passed; False if they are used up. The last card is then taken unasked."""
    left = False
    for card in range(PROJECTS):
        if s.lies[card] == Lies.IN_A_PACK:
            s.owner[card] = (s.owner[card] + s.draft_direction) % s.players
            left = True
    if left:
        s.passes += 1
        packs_passed(s, s.draft_direction)
        begin_for_all(s, t.draft_row)
    return left
