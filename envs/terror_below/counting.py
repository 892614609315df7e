"""What is counted while games of Terror Below run: cards on their way, worms, deliveries, deaths, points by source, curves."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.core.layout import Layout
from regolith.envs.core.record import Over
from regolith.envs.core.tally import CHANCES, DEALT
from regolith.envs.terror_below.actions import CARD, DELIVER, PICK_UP, PLAY, USE
from regolith.envs.terror_below.actions import CHARACTER as CHOOSE_CHARACTER
from regolith.envs.terror_below.words import (
    CARDS,
    CHARACTER,
    CHARACTERS,
    COLOURS,
    FIRST,
    GEAR,
    ITEM,
    LOCATIONS,
    NONE,
    SEATS,
    SIZE,
    SLOTS,
    VEHICLES,
    Deck,
    Kind,
    Place,
    WormType,
)

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table


class Source(IntEnum):
    """Where points come from."""

    DELIVERIES = 0
    """With or without a bounty."""
    WORMS = 1
    """The killing blow, its bounty, and what weapons pay for it."""
    CARDS = 2
    """Everything else."""


ROUNDS = 64
"""Room for rounds in the curves; what comes later is not told."""
CURVES = ("points", "bounties", "squad")

COUNTERS = Layout()
CARDS_DEALT = COUNTERS.add(
    "dealt", CARDS, "dealt by chance, at the start or later: every card of the deck was as likely"
)
CARDS_EXPECTED = COUNTERS.add("expected", CARDS, "the chances of that, each before its deal, in ten-thousandths")
CARDS_TAKEN = COUNTERS.add("taken", CARDS, "came into the hand or into the squad")
CARDS_PLAYED = COUNTERS.add("played", CARDS, "the round in which it was used last, led or was completed; 0: never")
CARDS_USED = COUNTERS.add("used", CARDS, "how often it was played, fired, put on or chosen to lead, or was completed")
KILLED = COUNTERS.add("worms", len(WormType), "killed by the seat, by type")
DELIVERED = COUNTERS.add("deliveries", LOCATIONS, "eggs delivered to each Location")
EGGS = COUNTERS.add("eggs", COLOURS, "picked up, by colour")
FATE = COUNTERS.add("dangers", 2, "attacks that caught the seat's Leader, and Leaders lost")
SOURCES = COUNTERS.add("score", len(Source), "points by source")
CURVE = COUNTERS.add("by round", len(CURVES) * ROUNDS, "points, bounties done and living squad when the round was over")
CAUGHT, LOST = FATE, FATE + 1
FIRST_DECKS = (int(Deck.VEHICLE), int(Deck.ITEM), int(Deck.WEAPON), int(Deck.CHARACTER))
LATER_DECKS = (int(Deck.VEHICLE), int(Deck.ITEM), int(Deck.WEAPON), int(Deck.BOUNTY))
"""From which seats are dealt cards at the start, and later."""


@kernel
def seat_of(place: int) -> int:
    """Whose place it is, NONE for places of nobody."""
    return (place - Place.HAND) % SEATS if place >= Place.HAND else NONE


@kernel
def to_hand_or_squad(place: int) -> bool:
    return Place.HAND <= place < Place.WORN or Place.SQUAD <= place < Place.DEAD


@kernel
def holder(s: Record, card: int) -> int:
    """The seat that a card has come to: one looked at lies before the player who decides."""
    if s.at[card] == Place.LOOKED:
        return s.player
    return seat_of(s.at[card])


@kernel
def chance(dealt: int, size: int) -> int:
    """The chance of a card to be among those dealt, rounded."""
    return (CHANCES * dealt + size // 2) // size


@kernel
def count_first_deal(t: Table, s: Record, counters: Any) -> None:
    """Items, weapons and vehicles of the first hands, and the squads."""
    for deck in FIRST_DECKS:
        size = 0
        for card in range(FIRST[deck], FIRST[deck] + SIZE[deck]):
            size += int(in_the_first_deck(t, s, deck, card))
        for player in range(s.players):
            dealt = 0
            for card in range(FIRST[deck], FIRST[deck] + SIZE[deck]):
                if to_hand_or_squad(s.at[card]) and seat_of(s.at[card]) == player:
                    counters[player, CARDS_DEALT + card] += 1
                    counters[player, CARDS_TAKEN + card] += 1
                    dealt += 1
            for card in range(FIRST[deck], FIRST[deck] + SIZE[deck]):
                if in_the_first_deck(t, s, deck, card):
                    counters[player, CARDS_EXPECTED + card] += chance(dealt, size)


@kernel
def in_the_first_deck(t: Table, s: Record, deck: int, card: int) -> bool:
    """Whether a card could have been dealt at the start. Characters that were not dealt lie in the box."""
    if deck == Deck.CHARACTER:
        return s.players > 1 or not t.not_for_solo[card]
    return s.at[card] != Place.BOX


@kernel
def count_chance(before: Record, s: Record, deck: int, counters: Any) -> None:
    """Cards that came from a deck to the seats in one step. Somebody knows those that were put under the deck: they wait for their turn."""
    first, end = FIRST[deck], FIRST[deck] + SIZE[deck]
    size, drawn = 0, 0
    for card in range(first, end):
        was, at = before.at[card], s.at[card]
        if was == Place.DISCARD and at != Place.DISCARD:
            return
        if was == Place.DECK:
            if before.known[card] == 0:
                size += 1
            elif at != Place.DECK:
                return
            drawn += int(holder(s, card) != NONE)
    if drawn == 0:
        return
    for player in range(s.players):
        dealt = 0
        for card in range(first, end):
            if before.at[card] == Place.DECK and holder(s, card) == player:
                counters[player, CARDS_DEALT + card] += 1
                dealt += 1
        if dealt > 0:
            for card in range(first, end):
                if before.at[card] == Place.DECK and before.known[card] == 0:
                    counters[player, CARDS_EXPECTED + card] += chance(dealt, size)


@kernel
def card_used(before: Record, action: int) -> int:
    """The card that a decision plays, fires, puts on or makes a Leader; NONE if none."""
    kind = before.kind
    if PLAY <= action < PLAY + VEHICLES * SLOTS:
        return (action - PLAY) // SLOTS
    if CARD <= action < CARD + VEHICLES and kind == Kind.EXTRA_CARD:
        return action - CARD
    if CHOOSE_CHARACTER <= action < CHOOSE_CHARACTER + CHARACTERS and (kind == Kind.LEADER or kind == Kind.NEW_LEADER):
        return CHARACTER + action - CHOOSE_CHARACTER
    if USE <= action < USE + GEAR and kind != Kind.KEEP_ITEM and kind != Kind.PAY:
        return ITEM + action - USE
    return NONE


@kernel
def count_deeds(t: Table, before: Record, s: Record, action: int, own: Any) -> None:
    """What the player who decided has done."""
    card, player = card_used(before, action), before.player
    if card != NONE:
        own[CARDS_USED + card] += 1
        own[CARDS_PLAYED + card] = before.rounds
    if DELIVER <= action < DELIVER + COLOURS:
        own[DELIVERED + before.location_at[before.pawn[player]]] += 1
    if action == PICK_UP:
        for colour in range(COLOURS):
            own[EGGS + colour] += before.eggs[before.pawn[player], colour]
    if s.kills > before.kills:
        own[KILLED + t.worm_type[before.slot_worm[before.attack_slot]]] += 1


@kernel
def source_of(before: Record, s: Record, action: int) -> int:
    """The counter of the points of a step. A bounty that is the only one possible is completed without a question."""
    if before.kind == Kind.BOUNTY or DELIVER <= action < DELIVER + COLOURS:
        return SOURCES + Source.DELIVERIES
    if before.kind == Kind.TROPHY or s.kills > before.kills:
        return SOURCES + Source.WORMS
    return SOURCES + Source.CARDS


@kernel
def count_fate(before: Record, s: Record, source: int, player: int, own: Any) -> None:
    """What has happened to a seat, whoever decided, and where its points came from."""
    own[CAUGHT] += int((s.caught & ~before.caught) >> player & 1)
    own[LOST] += max(0, before.living[player] - s.living[player])
    own[source] += s.points[player] - before.points[player]


@kernel
def count(t: Table, before: Record, s: Record, action: int, counters: Any) -> None:
    """What a decision has changed; see `regolith.envs.core.tally`."""
    if action == DEALT:
        count_first_deal(t, s, counters)
        return
    for card in range(CARDS):
        at = s.at[card]
        if at != before.at[card] and Place.HAND <= at < Place.WORN:
            player = seat_of(at)
            if not (to_hand_or_squad(before.at[card]) and seat_of(before.at[card]) == player):
                counters[player, CARDS_TAKEN + card] += 1
        if at != before.at[card] and Place.DONE <= at < Place.DONE + SEATS:
            player = seat_of(at)
            counters[player, CARDS_USED + card] += 1
            counters[player, CARDS_PLAYED + card] = before.rounds
    for deck in LATER_DECKS:
        count_chance(before, s, deck, counters)
    count_deeds(t, before, s, action, counters[before.player])
    over, at, source = s.over != Over.RUNNING, before.rounds - 1, source_of(before, s, action)
    for player in range(s.players):
        own = counters[player]
        count_fate(before, s, source, player, own)
        if (over or s.rounds > before.rounds) and at < ROUNDS:
            own[CURVE + at] = s.points[player]
            own[CURVE + ROUNDS + at] = s.bounties_done[player]
            own[CURVE + 2 * ROUNDS + at] = s.living[player]
