"""A card comes into play, a standard project is paid: what happens then and what waits for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.hooks import card_entered
from regolith.envs.terraforming_mars.language.card import Scoring
from regolith.envs.terraforming_mars.language.lasting import Rule, Trigger
from regolith.envs.terraforming_mars.machine.stack import begin, swap_with_next
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION, NONE, TAGS
from regolith.envs.terraforming_mars.rules.knowledge import moved_unseen
from regolith.envs.terraforming_mars.rules.supply import rule_of
from regolith.envs.terraforming_mars.rules.triggers import fire
from regolith.envs.terraforming_mars.state import Deck, Frame, Lies, Mode, Place
from regolith.envs.terraforming_mars.words import CardKind, Condition, StandardProject, Tag

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

EXPENSIVE = 20
CHEAP, BIG, GREAT = 14, 15, 25
"""Printed costs: of cheap events at most, of big and great shows at least."""


@kernel
def put_on_table(t: Table, s: Record, player: int, card: int) -> None:
    """The card lies in front of the player, events face down unless a card of his keeps them face up."""
    if s.lies[card] == Lies.IN_HAND and card < FIRST_CORPORATION:
        s.hand[player] -= 1
        if s.hand[player] == 0:
            moved_unseen(s, Deck.PROJECTS, player, Place.HAND, Place.HAND, True)
    s.owner[card] = player
    s.used[card] = 0
    s.lies[card] = Lies.IN_PLAY
    if t.kind[card] == CardKind.EVENT:
        s.events[player] += 1
        if rule_of(t, s, player, Rule.EVENTS_FACE_UP, NONE) == 0:
            s.lies[card] = Lies.PLAYED_EVENT
            s.event_crime[player] += t.tags[card, Tag.CRIME]
            return
        s.lies[card] = Lies.FACE_UP_EVENT
    for tag in range(TAGS):
        s.tags[player, tag] += t.tags[card, tag]


@kernel
def once_only(t: Table, card: int, rule: int) -> int:
    """By how much a card changes a rule for the next card only."""
    for i in range(t.rule_first[rule], t.rule_first[rule + 1]):
        if t.modifier_carrier[i] == card:
            return t.modifier_n[i]
    return 0


@kernel
def fire_shows(t: Table, s: Record, player: int, card: int) -> None:
    """What waits for events and city cards of a high printed cost: it comes after everything that the card does."""
    for _ in range(int(t.kind[card] == CardKind.EVENT) + int(t.tags[card, Tag.CITY] > 0)):
        if t.cost[card] >= GREAT:
            fire(t, s, Trigger.OWN_GREAT_SHOW, player, card, card, 0)
        fire(t, s, Trigger.ANY_BIG_SHOW, player, card, card, 0)


@kernel
def leave_play(t: Table, s: Record, card: int) -> None:
    """A card is taken from the table, with its tags and what lies on it; where it goes is told by who calls."""
    player = s.owner[card]
    if s.lies[card] == Lies.PLAYED_EVENT:
        s.event_crime[player] -= t.tags[card, Tag.CRIME]
    else:
        for tag in range(TAGS):
            s.tags[player, tag] -= t.tags[card, tag]
    s.events[player] -= int(t.kind[card] == CardKind.EVENT)
    s.resources[card] = 0
    s.used[card] = 0
    if card == t.copier:
        s.copied = 0


@kernel
def enter_play(t: Table, s: Record, player: int, card: int) -> None:
    """A card has been paid for. Resources that its kind, points or price bring come first, then its effects, then what its tags bring.

    A player may order effects; this order is never worse, as such resources may pay for a space.
    """
    put_on_table(t, s, player, card)
    s.last_space = NONE
    if t.cost[card] >= BIG:
        fire_shows(t, s, player, card)
    pending = s.depth
    fire(t, s, Trigger.ANY_TAG, player, card, card, 0)
    fire(t, s, Trigger.OWN_TAG, player, card, card, 0)
    begin(s, t.on_play[card], card, player)
    if t.condition[card] == Condition.ANOTHER_CARD_IN_HAND:
        # Cards that its tags bring are drawn before one is discarded, but no offer is made before.
        f = s.depth - 1
        while f > pending and s.stack[f - 1, Frame.MODE] != Mode.OPTIONAL:
            swap_with_next(s, f)
            f -= 1
    card_entered(t, s, player, card)
    kind = t.kind[card]
    if kind == CardKind.EVENT:
        fire(t, s, Trigger.OWN_EVENT, player, card, card, 0)
        if t.cost[card] <= CHEAP:
            fire(t, s, Trigger.OWN_CHEAP_EVENT, player, card, card, 0)
        if t.tags[card, Tag.SPACE] > 0:
            fire(t, s, Trigger.OWN_SPACE_EVENT, player, card, card, 0)
    if t.vp_scoring[card] > Scoring.FIXED or (t.vp_scoring[card] == Scoring.FIXED and t.vp[card] > 0):
        fire(t, s, Trigger.OWN_VP_CARD, player, card, card, 0)
    if card < FIRST_CORPORATION:
        if t.cost[card] >= EXPENSIVE:
            fire(t, s, Trigger.OWN_COST_20, player, card, card, 0)
            fire(t, s, Trigger.OWN_PROJECT_OF_20, player, card, card, 0)
        s.next_discount[player] = once_only(t, card, Rule.NEXT_CARD_DISCOUNT)
        s.next_leeway[player] = once_only(t, card, Rule.NEXT_CARD_LEEWAY)
    elif kind == CardKind.CORPORATION:
        s.first_action[player] = int(t.first_action[card] != 0)


@kernel
def standard_project_paid(t: Table, s: Record, player: int, project: int) -> None:
    """What waits for paying a standard project; selling patents is none for this purpose."""
    if project == StandardProject.SELL_PATENTS:
        return
    fire(t, s, Trigger.OWN_STANDARD_PROJECT, player, NONE, 0, 0)
    if t.standard_cost[project] >= EXPENSIVE:
        fire(t, s, Trigger.OWN_COST_20, player, NONE, 0, 0)
