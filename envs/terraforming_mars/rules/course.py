"""The course of the game: setup, research, turns, production, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.ports import NUMBER, Door
from regolith.envs.core.record import NOBODY as GAME_OVER
from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.doors import DoorTo
from regolith.envs.terraforming_mars.hooks import (
    actions_begin,
    actions_end,
    research_begins,
    research_program,
    set_up,
    solar,
    stack_corporations,
)
from regolith.envs.terraforming_mars.language.lasting import Trigger
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED, begin, begin_for_all, push, seat
from regolith.envs.terraforming_mars.rooms import (
    CARDS,
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    GOALS,
    NOBODY,
    NONE,
    PLAYERS,
    RESOURCES,
    SPACES,
)
from regolith.envs.terraforming_mars.rules.draft import (
    TO_THE_NEXT,
    TO_THE_PREVIOUS,
    draft_first_hand,
    draft_for_research,
    pass_packs,
)
from regolith.envs.terraforming_mars.rules.drawing import leave_out_banned, shuffle_discards
from regolith.envs.terraforming_mars.rules.experiment import swap_in_deck
from regolith.envs.terraforming_mars.rules.generation import produce
from regolith.envs.terraforming_mars.rules.needed_boxes import boxes_there
from regolith.envs.terraforming_mars.rules.research import (
    CORPORATIONS_DEALT,
    PROJECTS_DEALT,
    begin_research,
    deal_to_all,
    purchase,
    push_payment,
    take_bought,
)
from regolith.envs.terraforming_mars.rules.solo import SOLO_RATING, neutral_city, solo_goal_met
from regolith.envs.terraforming_mars.rules.supply import gain
from regolith.envs.terraforming_mars.rules.tracks import MARS_TRACKS, all_complete
from regolith.envs.terraforming_mars.rules.triggers import fire, waited_for
from regolith.envs.terraforming_mars.state import DECKS, Deck, Kind, Lies, Mode, Phase
from regolith.envs.terraforming_mars.words import Resource

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

START_RATING, GREENERY_COST = 20, 8
ACTIONS_IN_A_TURN = 2
FULL_HAND = 7


@kernel
def in_the_boxes(t: Table, s: Record, card: int) -> bool:
    """Whether a card belongs to the boxes of this game and none of them replaces it. The beginners' corporation is never dealt."""
    if t.kind[card] == NONE or card == FIRST_CORPORATION:
        return False
    if t.replaced_with[card] != NONE and s.box[t.replaced_with[card]]:
        return False
    return s.box[t.card_set[card]] != 0 and (t.needs_boxes[card] == 0 or boxes_there(s, t.needs_boxes[card]))


@kernel
def in_game(t: Table, s: Record, card: int) -> bool:
    """Whether a card is in the game: it lies in the boxes, and no file bans it."""
    return t.banned[card] == 0 and in_the_boxes(t, s, card)


@kernel
def clear_map(s: Record) -> None:
    for space in range(SPACES):
        s.tile[space] = NONE
        s.tile_owner[space] = NOBODY
        s.claim[space] = NOBODY
    for i in range(GOALS):
        s.milestone[i] = NOBODY
        s.award[i] = NOBODY
    s.last_space = NONE


@kernel
def setup(t: Table, s: Record) -> None:
    """Deal a new game. The record holds the options and a seeded generator, everything else is zero."""
    clear_map(s)
    for card in range(CARDS):
        s.owner[card] = NOBODY
        if in_the_boxes(t, s, card):
            s.lies[card] = Lies.DISCARDED
    for deck in range(DECKS):
        shuffle_discards(s, deck)
        leave_out_banned(t, s, deck)
        swap_in_deck(s, deck)
    s.generation = 1
    s.phase = Phase.SETUP
    for player in range(PLAYERS):
        s.greenery_cost[player] = GREENERY_COST
        s.rating[player] = START_RATING
        for resource in range(RESOURCES):
            s.production[player, resource] = s.start_production
    if s.players == 1:
        s.rating[0] = SOLO_RATING
        neutral_city(t, s, False)
        neutral_city(t, s, True)
    set_up(t, s)
    deal_first_cards(t, s)
    go_on(t, s, NOT_ASKED)


@kernel
def deal_first_cards(t: Table, s: Record) -> None:
    """What everybody chooses from before the first generation; beginners choose nothing."""
    if s.beginner:
        return
    stack_corporations(t, s)
    deal_to_all(s, Deck.CORPORATIONS, CORPORATIONS_DEALT, Lies.DEALT)
    deal_to_all(s, Deck.PRELUDES, s.preludes_dealt, Lies.DEALT)
    if s.initial_draft:
        draft_first_hand(t, s, TO_THE_NEXT)
    else:
        deal_to_all(s, Deck.PROJECTS, PROJECTS_DEALT, Lies.DEALT)
        begin_for_all(s, t.setup_with_preludes_row if s.preludes_dealt else t.setup_row)


@kernel
def drafted(t: Table, s: Record) -> None:
    """The packs are used up: the second half of the first hands is drafted, or everybody chooses from what he has drafted."""
    if s.generation > 1:
        s.phase = Phase.RESEARCH
        begin_for_all(s, research_program(t, s))
    elif s.draft_direction == TO_THE_NEXT:
        draft_first_hand(t, s, TO_THE_PREVIOUS)
    else:
        s.phase = Phase.SETUP
        begin_for_all(s, t.setup_with_preludes_row if s.preludes_dealt else t.setup_row)


@kernel
def corporations_enter(t: Table, s: Record) -> None:
    """Everybody has chosen. In turn order: the money of the corporation, the price of the cards, then what it does."""
    s.phase = Phase.CORPORATIONS
    for i in range(s.players - 1, -1, -1):
        player = seat(s, i)
        if s.beginner:
            gain(s, player, Resource.MC, t.start_mc[FIRST_CORPORATION])
            begin(s, t.on_play[FIRST_CORPORATION], NONE, player)
            continue
        for card in range(FIRST_CORPORATION, FIRST_PRELUDE):
            if s.lies[card] == Lies.BOUGHT and s.owner[card] == player:
                gain(s, player, Resource.MC, t.start_mc[card])
                push(s, t.enter_play_row, NONE, player, 0, card, Mode.WHOLE)
        push_payment(t, s, player)
    take_bought(s)


@kernel
def next_turn(s: Record) -> bool:
    """The turn goes to the next player who has not passed; False if all have."""
    s.actions_taken = 0
    for i in range(1, s.players + 1):
        player = (s.turn + i) % s.players
        if not s.passed[player]:
            s.turn = player
            return True
    return False


@kernel
def start_actions(t: Table, s: Record) -> None:
    """The action phase begins with the first player."""
    s.phase = Phase.ACTION
    s.actions_taken = 0
    s.turn = s.first_player
    for player in range(s.players):
        s.passed[player] = 0
    actions_begin(t, s)


@kernel
def watch_hands(t: Table, s: Record) -> None:
    """What waits for opponents with many cards in hand when production begins."""
    trigger = Trigger.PRODUCTION_BESIDE_FULL_HAND
    if waited_for(t, s, trigger):
        for player in range(s.players):
            for other in range(s.players):
                if other != player and s.hand[other] >= FULL_HAND:
                    fire(t, s, trigger, player, NONE, 0, 0)


@kernel
def end_generation(t: Table, s: Record) -> None:
    """Production, then the end of the game or what comes before the next generation."""
    actions_end(s)
    watch_hands(t, s)
    produce(s)
    for i in range(s.players - 1, -1, -1):
        if not s.rating_rose[seat(s, i)]:
            fire(t, s, Trigger.PRODUCTION_WITHOUT_RATING, seat(s, i), NONE, 0, 0)
    run(t, s, NOT_ASKED)
    done = all_complete(t, s, MARS_TRACKS)
    if s.players == 1:
        # A solo game has a fixed length, and the last greeneries are for the winner only.
        done = s.generation >= s.last_generation
        s.solo_won = int(done and solo_goal_met(t, s))
    if done:
        s.phase = Phase.FINAL_GREENERIES
        if s.players > 1 or s.solo_won:
            begin_for_all(s, t.final_greenery_row)
    elif s.players > 1 and s.generation >= s.max_generations:
        s.over = Over.TRUNCATED
    else:
        s.phase = Phase.SOLAR


@kernel
def new_generation(t: Table, s: Record) -> None:
    """The first player changes, then everybody buys cards."""
    s.solar_step = 0
    s.generation += 1
    s.first_player = s.next_first - 1 if s.next_first > 0 else (s.first_player + 1) % s.players
    for player in range(s.players):
        s.rating_rose[player] = 0
        s.next_discount[player] = 0
        s.next_leeway[player] = 0
        s.standard_used[player] = 0
        s.metal_swing[player] = 0
    s.card_fee, s.goal_surcharge, s.next_first = 0, 0, 0
    research_begins(s)
    if s.draft:
        draft_for_research(t, s)
    else:
        begin_research(s)
        begin_for_all(s, research_program(t, s))


@kernel
def action_taken(t: Table, s: Record) -> None:
    """An action of the player whose turn it is has been carried out, or he has passed."""
    s.actions_taken += 1
    left = 0
    for player in range(s.players):
        left += int(s.passed[player] == 0)
    # The last one left acts without limit: he is always at the start of a turn.
    if left <= 1 or s.actions_taken >= ACTIONS_IN_A_TURN or s.passed[s.turn]:
        if not next_turn(s):
            end_generation(t, s)


@kernel
def proceed(t: Table, s: Record, chosen: int) -> None:
    """Run on to the next decision or to the end of the game. `chosen` answers the pending question, if there was one."""
    acting = s.phase == Phase.ACTION
    while s.over == Over.RUNNING:
        run(t, s, chosen)
        chosen = NOT_ASKED
        if s.kind != Kind.NOTHING:
            return
        if s.phase == Phase.ACTION and acting:
            acting = False
            action_taken(t, s)
        elif s.phase == Phase.ACTION:
            s.kind = Kind.ACTION
            s.player = s.turn
            return
        elif s.phase == Phase.DRAFT:
            if not pass_packs(t, s):
                drafted(t, s)
        elif s.phase == Phase.SETUP:
            corporations_enter(t, s)
        elif s.phase == Phase.CORPORATIONS:
            s.phase = Phase.PRELUDES
            begin_for_all(s, t.preludes_row)
        elif s.phase == Phase.RESEARCH:
            purchase(t, s)
        elif s.phase == Phase.PRELUDES or s.phase == Phase.PURCHASE:
            start_actions(t, s)
        elif s.phase == Phase.SOLAR:
            if not solar(t, s):
                new_generation(t, s)
        else:
            s.over = Over.FINISHED
    s.player = GAME_OVER


GOING_ON = Door(DoorTo.GOING_ON, proceed, (NUMBER,))
go_on = GOING_ON.through()
