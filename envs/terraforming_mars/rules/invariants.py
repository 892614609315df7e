"""What holds of every record after every decision: used by `regolith soak` and to judge records from outside, never by the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.hooks import (
    broken_boxes,
    broken_tile_of_effect,
    has_large_box,
    tags_beside_cards,
)
from regolith.envs.terraforming_mars.language.operation import Family, Holds
from regolith.envs.terraforming_mars.machine.ahead import nothing_ahead
from regolith.envs.terraforming_mars.machine.blocking import can_block, is_blockable, victim_of
from regolith.envs.terraforming_mars.machine.box_families import needs_large_box
from regolith.envs.terraforming_mars.machine.run import find_choices
from regolith.envs.terraforming_mars.machine.stack import enters
from regolith.envs.terraforming_mars.rooms import (
    CARDS,
    CARRIERS,
    END,
    FIRST_CARRIER,
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    GOALS,
    NEUTRAL,
    NOBODY,
    NONE,
    PLAYERS,
    PROJECTS,
    RESOURCES,
    ROWS,
    SPACES,
    TAGS,
    TRACKS,
)
from regolith.envs.terraforming_mars.rules.broken import Broken
from regolith.envs.terraforming_mars.rules.course import in_game
from regolith.envs.terraforming_mars.rules.goals import MOST_GOALS
from regolith.envs.terraforming_mars.rules.holding import held_kind
from regolith.envs.terraforming_mars.rules.knowledge import first_of
from regolith.envs.terraforming_mars.rules.price import METAL_ALLOWED, heat_at_hand, means, worth_from
from regolith.envs.terraforming_mars.rules.redeal import allowed, hidden_place, never_seen
from regolith.envs.terraforming_mars.rules.supply import lowest_production
from regolith.envs.terraforming_mars.state import Deck, Frame, Kind, Lies, Mode, Phase
from regolith.envs.terraforming_mars.words import Resource, StandardProject, Tag, Tile, Track

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

DECKS = len(Deck)
STANDARD_PROJECTS = len(StandardProject)
BLOCK = int(Kind.BLOCK)
MOST_CAUSED = 1000
"""Of steps of a production at once."""


@kernel
def broken_cards(t: Table, s: Record) -> int:
    """Every card of the game is in exactly one place, and belongs to a player where it should."""
    for card in range(CARDS):
        lies, owner = s.lies[card], s.owner[card]
        if (lies == Lies.OUT_OF_THE_GAME) == in_game(t, s, card):
            return Broken.CARD_LOST if lies == Lies.OUT_OF_THE_GAME else Broken.CARD_OF_ANOTHER_BOX
        if (lies >= Lies.IN_A_PACK) != (owner != NOBODY) or owner < NOBODY or owner >= s.players:
            return Broken.OWNER_OF_A_CARD
        if s.resources[card] < 0 or (s.resources[card] > 0 and (lies != Lies.IN_PLAY or held_kind(t, s, card) == NONE)):
            return Broken.RESOURCES_ON_A_CARD
        if s.used[card] and lies != Lies.IN_PLAY:
            return Broken.USED_ACTION
    if s.copied != 0 and (t.copier == NONE or s.lies[t.copier] != Lies.IN_PLAY or s.copied < FIRST_PRELUDE):
        return Broken.COPIED_CARD
    return Broken.NOTHING


@kernel
def broken_decks(s: Record) -> int:
    """The piles hold each card once that lies in them: equal numbers, sums and sums of squares."""
    for deck in range(DECKS):
        first = first_of(deck)
        end = CARDS if deck == Deck.PRELUDES else first_of(deck + 1)
        size, total, squares = s.deck_size[deck], 0, 0
        if size < 0 or size > end - first:
            return Broken.DECK
        for i in range(first, first + size):
            card = int(s.deck[i])
            if card < first or card >= end or s.lies[card] != Lies.IN_THE_DECK:
                return Broken.DECK
            total -= card
            squares -= card * card
        for card in range(first, end):
            if s.lies[card] == Lies.IN_THE_DECK:
                size -= 1
                total += card
                squares += card * card
        if size != 0 or total != 0 or squares != 0:
            return Broken.DECK
    return Broken.NOTHING


@kernel
def choosing_corporations(s: Record) -> bool:
    """Whether this is before the corporations come into play."""
    return s.phase == Phase.SETUP or (s.phase == Phase.DRAFT and s.generation == 1)


@kernel
def broken_picks(t: Table, s: Record) -> int:
    """Before corporations come into play everybody has picked one of those dealt to him, or is about to."""
    if s.beginner or not choosing_corporations(s):
        return Broken.NOTHING
    for player in range(s.players):
        picked, dealt = 0, 0
        for card in range(FIRST_CORPORATION, FIRST_PRELUDE):
            if s.owner[card] == player:
                picked += int(s.lies[card] == Lies.BOUGHT)
                dealt += int(s.lies[card] == Lies.DEALT)
        waits = s.phase == Phase.DRAFT
        for f in range(s.depth):
            waits = waits or (
                s.stack[f, Frame.PLAYER] == player and t.op_picks[t.op[s.stack[f, Frame.ROW]]] == Deck.CORPORATIONS
            )
        if picked != int(not waits) or dealt == 0:
            return Broken.CORPORATION
    return Broken.NOTHING


@kernel
def broken_counts(t: Table, s: Record) -> int:
    """What is kept for each player because many rules ask is what a recount gives."""
    hands, events = np.zeros(PLAYERS, np.int64), np.zeros(PLAYERS, np.int64)
    corporations = np.zeros(PLAYERS, np.int64)
    tags, crimes = np.zeros((PLAYERS, TAGS), np.int64), np.zeros(PLAYERS, np.int64)
    for card in range(CARDS):
        owner = s.owner[card]
        if s.lies[card] == Lies.IN_PLAY or s.lies[card] == Lies.FACE_UP_EVENT:
            for tag in range(TAGS):
                tags[owner, tag] += t.tags[card, tag]
            corporations[owner] += int(FIRST_CORPORATION <= card < FIRST_PRELUDE)
            events[owner] += int(s.lies[card] == Lies.FACE_UP_EVENT)
        elif s.lies[card] == Lies.PLAYED_EVENT:
            events[owner] += 1
            crimes[owner] += t.tags[card, Tag.CRIME]
        elif s.lies[card] == Lies.IN_HAND and card < PROJECTS:
            hands[owner] += 1
    chosen = not choosing_corporations(s) and not s.beginner
    for player in range(PLAYERS):
        if hands[player] != s.hand[player]:
            return Broken.HAND_COUNT
        if events[player] != s.events[player]:
            return Broken.EVENT_COUNT
        if crimes[player] != s.event_crime[player]:
            return Broken.CRIME_COUNT
        if corporations[player] != int(chosen and player < s.players):
            return Broken.CORPORATION
        for tag in range(TAGS):
            if tags[player, tag] + tags_beside_cards(t, s, player, tag) != s.tags[player, tag]:
                return Broken.TAG_COUNT
    return Broken.NOTHING


@kernel
def broken_supplies(s: Record) -> int:
    """Nobody owes anything, and no production is below its lowest value."""
    for player in range(PLAYERS):
        for resource in range(RESOURCES):
            if s.stock[player, resource] < 0:
                return Broken.STOCK
            if s.production[player, resource] < lowest_production(resource):
                return Broken.PRODUCTION
    return Broken.NOTHING


@kernel
def broken_map(t: Table, s: Record) -> int:
    """Tracks within their ends; every tile but an ocean has an owner; markers lie on empty spaces."""
    for track in range(TRACKS):
        if s.track[track] < 0 or s.track[track] > (t.track_end[track] if track < s.tracks else 0):
            return Broken.TRACK
    oceans = 0
    for space in range(SPACES):
        tile, owner = s.tile[space], s.tile_owner[space]
        oceans += int(tile == Tile.OCEAN_TILE)
        nobodys = tile == NONE or tile == Tile.OCEAN_TILE
        stranger = owner >= s.players and not (s.players == 1 and owner == NEUTRAL)
        if nobodys != (owner == NOBODY) or stranger:
            return Broken.OWNER_OF_A_TILE
        if s.claim[space] != NOBODY and (tile != NONE or s.claim[space] >= s.players):
            return Broken.CLAIM
    if oceans != s.track[Track.OCEANS]:
        return Broken.OCEAN_COUNT
    claimed, funded = 0, 0
    for i in range(GOALS):
        if s.milestone[i] >= s.players or s.award[i] >= s.players:
            return Broken.MILESTONES_OR_AWARDS
        milestone, award = s.milestone_tile[i], s.award_tile[i]
        if milestone != NONE and t.milestone_goal[milestone, 0] == NONE:
            return Broken.MILESTONES_OR_AWARDS
        if award != NONE and t.award_goal[award, 0] == NONE:
            return Broken.MILESTONES_OR_AWARDS
        claims, funds = s.milestone[i] != NOBODY, s.award[i] != NOBODY
        if (claims and s.milestone_tile[i] == NONE) or (funds and s.award_tile[i] == NONE):
            return Broken.MILESTONES_OR_AWARDS
        claimed += int(claims)
        funded += int(funds)
    most = MOST_GOALS if s.players > 1 else 0
    return Broken.MILESTONES_OR_AWARDS if claimed > most or funded > most else Broken.NOTHING


@kernel
def broken_course(s: Record) -> int:
    """Somebody has something to decide, and between two actions nothing is left over from the last."""
    for resource in range(RESOURCES):
        if s.ahead_stock[resource] or s.ahead_production[resource]:
            return Broken.SCRATCH
    if s.ahead_rating or s.ahead_spent or s.ahead_spent_on or s.ahead_heat or s.ahead_kept:
        return Broken.SCRATCH
    if s.players > 1 and s.generation > s.max_generations:
        return Broken.GENERATION
    if (s.solar_step != 0) != (s.phase == Phase.SOLAR):
        return Broken.SOLAR_STEP
    if s.phase == Phase.DRAFT and s.draft_direction == 0:
        return Broken.DRAFT_DIRECTION
    if s.over != Over.RUNNING:
        return Broken.NOTHING if s.kind == Kind.NOTHING and s.depth == 0 else Broken.EFFECTS_UNDER_WAY
    if s.player < 0 or s.player >= s.players or (s.phase == Phase.ACTION and s.passed[s.turn]):
        return Broken.PLAYER_TO_MOVE
    if s.kind != Kind.ACTION:
        if s.kind == Kind.NOTHING or s.depth == 0:
            return Broken.EFFECTS_UNDER_WAY
        return Broken.NOTHING if s.choices > 0 else Broken.NOTHING_TO_CHOOSE
    if s.depth != 0 or s.phase != Phase.ACTION or s.player != s.turn or s.looked_at != 0:
        return Broken.EFFECTS_UNDER_WAY
    return Broken.NOTHING


@kernel
def broken_choosing(s: Record) -> int:
    """Cards wait to be chosen only while everybody chooses, or while cards have a fee: later nobody would take or discard them."""
    chosen = s.phase != Phase.SETUP and s.phase != Phase.DRAFT and s.phase != Phase.RESEARCH
    for card in range(CARDS):
        dealt = s.lies[card] == Lies.DEALT or s.lies[card] == Lies.BOUGHT
        unpaid = s.lies[card] == Lies.DEALT and s.card_fee > 0 and s.kind != Kind.ACTION and card < PROJECTS
        if (dealt and chosen and not unpaid) or (s.lies[card] == Lies.IN_A_PACK and s.phase != Phase.DRAFT):
            return Broken.CARDS_STILL_BEING_CHOSEN
    return Broken.NOTHING


@kernel
def in_play(s: Record, card: int) -> bool:
    return s.lies[card] >= Lies.IN_PLAY


@kernel
def broken_cause(t: Table, s: Record, row: int, x: int) -> bool:
    """Whether what caused an effect is none of the things that its next steps do something with."""
    while t.op[row] != END:
        holds = t.op_x[t.op[row]]
        if holds == Holds.RESOURCE and x >= RESOURCES:
            return True
        if holds == Holds.CARD_PLAYED and not in_play(s, x):
            return True
        row += 1
    return False


@kernel
def broken_frame(t: Table, s: Record, f: int) -> bool:
    """Whether an effect on the stack cannot be under way."""
    row, card, player = int(s.stack[f, Frame.ROW]), int(s.stack[f, Frame.CARD]), s.stack[f, Frame.PLAYER]
    x, y, turn, mode = (
        int(s.stack[f, Frame.X]),
        int(s.stack[f, Frame.Y]),
        s.stack[f, Frame.TURN],
        s.stack[f, Frame.MODE],
    )
    if row < 0 or row >= ROWS or card < NONE or card >= FIRST_CARRIER + CARRIERS or player < 0 or player >= s.players:
        return True
    if turn < 0 or turn > CARDS or mode < Mode.WHOLE or mode > Mode.BLOCKABLE_PRODUCTION:
        return True
    op = t.op[row]
    if is_blockable(mode):
        # Of several victims each has an effect of his own; otherwise he is asked at once.
        if (t.op_asks[op] != Kind.BLOCK and f != s.depth - 1) or broken_attack(t, s, row, y):
            return True
    elif t.op_asks[op] == Kind.BLOCK:
        return True
    if op == END:
        return False
    if not has_large_box(s) and needs_large_box(t, row):
        return True
    if enters(t, row) and broken_entrance(s, player, y):
        return True
    if t.op_x[op] == Holds.PRICE:
        if turn > means(t) or x < 0 or y < METAL_ALLOWED - RESOURCES or y >= CARDS or card != NONE:
            return True
        # What is owed can be paid, and in a turn it is paid at once.
        return x > worth_from(t, s, player, y, turn) or (s.phase == Phase.ACTION and f != s.depth - 1)
    if t.op_x[op] == Holds.HEAT_OWED:
        # It is paid as soon as it is owed, so nothing lies on top.
        return f != s.depth - 1 or x < 1 or x > heat_at_hand(t, s, player) or card != NONE
    if t.op_y[op] == Holds.CARD_IN_HAND:
        return False
    if t.op_x[op] == Holds.STANDARD_PROJECT:
        return x < 0 or x >= STANDARD_PROJECTS
    if t.op_x[op] == Holds.PLAYER and (x < 0 or x >= s.players):
        return True
    if t.op_x[op] == Holds.CARDS_PUT_BACK and (s.phase != Phase.RESEARCH or x < 0 or x > 1):
        return True
    if Holds.COLONY_TILE <= t.op_x[op] <= Holds.TRADED_TILE:
        if broken_tile_of_effect(s, t.op_x[op], player, x):
            return True
    copied = s.copied != 0 and card == t.copier and t.row_carrier[row] == s.copied
    if card != t.row_carrier[row] and not copied:
        return True
    if card >= FIRST_CARRIER and not s.box[t.carrier_box[card - FIRST_CARRIER]]:
        return True
    if NONE < card < FIRST_CARRIER and not in_play(s, card):
        return True
    if NONE < card < FIRST_CARRIER and s.owner[card] != player and not t.row_by_others[row]:
        return True
    causes = t.row_carrier[row] != NONE
    return causes and (x < 0 or x >= CARDS or y < 0 or y > MOST_CAUSED or broken_cause(t, s, row, x))


@kernel
def broken_attack(t: Table, s: Record, row: int, target: int) -> bool:
    """Whether an attack on a target cannot be, or its victim cannot block it."""
    op = t.op[row]
    if not s.blocking or not t.op_blockable[op]:
        return True
    if t.op_asks[op] == Kind.CARD:
        if target < 0 or target >= CARDS or s.lies[target] != Lies.IN_PLAY or s.resources[target] == 0:
            return True
    elif target < 0 or target >= s.players or (op >= Family.OF_BOXES and s.corruption[target] == 0):
        return True
    return not can_block(t, s, victim_of(t, s, row, target))


@kernel
def broken_entrance(s: Record, player: int, card: int) -> bool:
    """Whether a card that is about to come into play is not in the hand of the player."""
    return card < 0 or card >= CARDS or s.lies[card] != Lies.IN_HAND or s.owner[card] != player


@kernel
def broken_carriers(t: Table, s: Record) -> int:
    """What is in force and no card has something that lasts, belongs to a box of this game, and is in force for its players."""
    for i in range(CARRIERS):
        if s.in_force_for[i]:
            box = t.carrier_box[i]
            if not t.carrier_lasts[i] or box == NONE or not s.box[box] or s.in_force_for[i] >> s.players:
                return Broken.CARRIER_IN_FORCE
    return Broken.NOTHING


@kernel
def broken_stack(t: Table, s: Record) -> int:
    """Every effect under way can be, and at most one waits for what the others yield."""
    waiting = 0
    for f in range(s.depth):
        if broken_frame(t, s, f):
            return Broken.EFFECT
        row = s.stack[f, Frame.ROW]
        waiting += int(t.op_may_wait[t.op[row]] and t.a[row] != Resource.MC)
    return Broken.EFFECT if waiting > 1 else Broken.NOTHING


@kernel
def broken_choices(t: Table, s: Record) -> int:
    """What may be chosen is what the effect on top offers, asked of the right player: it is offered once more."""
    if s.kind <= Kind.ACTION:
        return Broken.NOTHING
    f = s.depth - 1
    row, mode = s.stack[f, Frame.ROW], s.stack[f, Frame.MODE]
    op = t.op[row]
    asks, asked = t.op_asks[op], int(s.stack[f, Frame.PLAYER])
    if is_blockable(mode):
        asks, asked = BLOCK, int(victim_of(t, s, row, s.stack[f, Frame.Y]))
    if s.kind != asks or s.player != asked:
        return Broken.CHOICES
    if t.op_looks_at_cards[op] and s.looked_at == 0:
        return Broken.CARDS_LOOKED_AT
    offered, declined, turn = int(s.choices), int(s.may_decline), int(s.stack[f, Frame.TURN])
    choice = s.choice[:offered].copy()
    find_choices(t, s, f)
    nothing_ahead(s)
    if s.choices != offered or s.may_decline != declined or s.stack[f, Frame.TURN] != turn:
        return Broken.CHOICES
    for i in range(offered):
        if s.choice[i] != choice[i]:
            return Broken.CHOICES
    return Broken.NOTHING


@kernel
def takes_looked_at(t: Table, s: Record, player: int) -> int:
    """How many cards an effect that lets a player look at some may have let him take so far; NONE if there is no such effect."""
    most = NONE
    for f in range(s.depth):
        if t.op_looks_at_cards[t.op[s.stack[f, Frame.ROW]]] and s.stack[f, Frame.PLAYER] == player:
            most = max(most, int(s.stack[f, Frame.TURN]))
    return most


@kernel
def broken_look(t: Table, s: Record) -> int:
    """Cards are looked at by one player through an effect of his, while nobody chooses from cards dealt to him."""
    found, dealt, taken = 0, 0, 0
    for card in range(CARDS):
        found += int(s.lies[card] == Lies.LOOKED_AT)
        unpaid = s.card_fee > 0 and s.lies[card] == Lies.DEALT
        dealt += int(s.lies[card] == Lies.IN_A_PACK or s.lies[card] == Lies.DEALT or s.lies[card] == Lies.BOUGHT)
        dealt -= int(unpaid)
    for i in range(s.looked_at):
        card = s.look[i]
        lies = s.lies[card]
        if s.owner[card] != s.owner[s.look[0]] or (
            lies != Lies.LOOKED_AT and lies != Lies.IN_HAND and not (lies == Lies.DEALT and s.card_fee > 0)
        ):
            return Broken.CARDS_LOOKED_AT
        for j in range(i):
            if s.look[j] == card:
                return Broken.CARDS_LOOKED_AT
        found -= int(lies == Lies.LOOKED_AT)
        taken += int(lies != Lies.LOOKED_AT)
    if s.looked_at and taken > takes_looked_at(t, s, s.owner[s.look[0]]):
        return Broken.CARDS_LOOKED_AT
    return Broken.CARDS_LOOKED_AT if found != 0 or (s.looked_at and dealt) else Broken.NOTHING


@kernel
def broken_knowledge(t: Table, s: Record) -> int:
    """What a player remembers is true: every card that he does not see lies where he thinks it could be."""
    for observer in range(s.players):
        unseen = never_seen(s, observer)
        for card in range(CARDS):
            place = hidden_place(t, s, observer, card)
            if place != NONE and not (allowed(s, observer, card, unseen) >> place) & 1:
                return Broken.KNOWLEDGE
    return Broken.NOTHING


@kernel
def broken(t: Table, s: Record) -> int:
    """The number of what is wrong with a record, 0 if all is well. What comes later relies on what came before."""
    found = broken_cards(t, s)
    if found == Broken.NOTHING:
        found = broken_decks(s)
    if found == Broken.NOTHING:
        found = broken_counts(t, s)
    if found == Broken.NOTHING:
        found = broken_supplies(s)
    if found == Broken.NOTHING:
        found = broken_map(t, s)
    if found == Broken.NOTHING:
        found = broken_course(s)
    if found == Broken.NOTHING:
        found = broken_carriers(t, s)
    if found == Broken.NOTHING:
        found = broken_choosing(s)
    if found == Broken.NOTHING:
        found = broken_stack(t, s)
    if found == Broken.NOTHING:
        found = broken_boxes(t, s)
    if found == Broken.NOTHING:
        found = broken_picks(t, s)
    if found == Broken.NOTHING:
        found = broken_look(t, s)
    if found == Broken.NOTHING:
        found = broken_knowledge(t, s)
    if found == Broken.NOTHING:
        found = broken_choices(t, s)
    return found
