"""The course of the game: setup, research, turns, production, the end."""

from __future__ import annotations

from typing import Any

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import NOBODY as GAME_OVER
from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.drawing import shuffle_discards, take_in_hand, top_card
from regolith.envs.terraforming_mars.generation import produce
from regolith.envs.terraforming_mars.machine import run
from regolith.envs.terraforming_mars.solo import SOLO_RATING, last_generation, neutral_city, solo_goal_met
from regolith.envs.terraforming_mars.stack import begin, push
from regolith.envs.terraforming_mars.state import (
    CARDS,
    COLONY_TILES,
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    GOALS,
    NOBODY,
    NONE,
    PLAYERS,
    RESOURCES,
    SPACES,
    Deck,
    Kind,
    Lies,
    Mode,
    Phase,
)
from regolith.envs.terraforming_mars.tracks import complete
from regolith.envs.terraforming_mars.words import CardSet, Track

START_RATING, GREENERY_COST = 20, 8
CORPORATIONS_DEALT, PRELUDES_DEALT = 2, 4
ACTIONS_IN_A_TURN = 2


@kernel
def in_game(t: Any, s: Any, card: int) -> bool:
    """Whether a card belongs to the boxes of this game. The beginners' corporation is never dealt."""
    if t.kind[card] == NONE or card == FIRST_CORPORATION:
        return False
    box = t.card_set[card]
    if box == CardSet.CORPORATE_ERA:
        return s.corporate_era != 0
    if box == CardSet.PRELUDE:
        return s.prelude != 0
    return box != CardSet.VENUS or s.venus != 0


@kernel
def clear_map(s: Any) -> None:
    for space in range(SPACES):
        s.tile[space] = NONE
        s.tile_owner[space] = NOBODY
        s.claim[space] = NOBODY
        s.excavated[space] = NOBODY
    for i in range(GOALS):
        s.milestone[i] = NOBODY
        s.award[i] = NOBODY
    for i in range(COLONY_TILES):
        s.colony_visitor[i] = NOBODY
    s.last_space = NONE


@kernel
def setup(t: Any, s: Any) -> None:
    """Deal a new game. The record holds the options and a seeded generator, everything else is zero."""
    clear_map(s)
    for card in range(CARDS):
        s.owner[card] = NOBODY
        if in_game(t, s, card):
            s.lies[card] = Lies.DISCARDED
    for deck in range(3):
        shuffle_discards(s, deck)
    s.generation = 1
    s.phase = Phase.SETUP
    for player in range(PLAYERS):
        s.greenery_cost[player] = GREENERY_COST
        s.rating[player] = START_RATING
        if not s.corporate_era:
            for resource in range(RESOURCES):
                s.production[player, resource] = 1
    if s.players == 1:
        s.rating[0] = SOLO_RATING
        neutral_city(t, s, False)
        neutral_city(t, s, True)
    for player in range(s.players - 1, -1, -1):
        for _ in range(CORPORATIONS_DEALT):
            take_in_hand(s, top_card(s, Deck.CORPORATIONS), player)
        if s.prelude:
            for _ in range(PRELUDES_DEALT):
                take_in_hand(s, top_card(s, Deck.PRELUDES), player)
        begin(s, t.setup_with_preludes_row if s.prelude else t.setup_row, NONE, player)
    proceed(t, s)


@kernel
def seat(s: Any, i: int) -> int:
    """The i-th player of this generation."""
    return (s.first_player + i) % s.players


@kernel
def begin_for_all(s: Any, row: int) -> None:
    """The same for every player, in turn order."""
    for i in range(s.players - 1, -1, -1):
        begin(s, row, NONE, seat(s, i))


@kernel
def corporations_enter(t: Any, s: Any) -> None:
    """In turn order; their money has been given out already."""
    for i in range(s.players - 1, -1, -1):
        player = seat(s, i)
        for card in range(FIRST_CORPORATION, FIRST_PRELUDE):
            if s.lies[card] == Lies.IN_HAND and s.owner[card] == player:
                push(s, t.enter_play_row, NONE, player, 0, card, Mode.WHOLE)


@kernel
def next_turn(s: Any) -> bool:
    """The turn goes to the next player who has not passed; False if all have."""
    s.actions_taken = 0
    for i in range(1, s.players + 1):
        player = (s.turn + i) % s.players
        if not s.passed[player]:
            s.turn = player
            return True
    return False


@kernel
def start_actions(s: Any) -> None:
    """The action phase begins with the first player."""
    s.phase = Phase.ACTION
    s.actions_taken = 0
    s.turn = s.first_player
    for player in range(s.players):
        s.passed[player] = 0


@kernel
def end_generation(t: Any, s: Any) -> None:
    """Production, then the end of the game or what comes before the next generation."""
    produce(s)
    done = complete(t, s, Track.TEMPERATURE) and complete(t, s, Track.OXYGEN) and complete(t, s, Track.OCEANS)
    if s.players == 1:
        # A solo game has a fixed length, and the last greeneries are for the winner only.
        done = last_generation(s)
        s.solo_won = int(done and solo_goal_met(t, s))
    if done:
        s.phase = Phase.FINAL_GREENERIES
        if s.players > 1 or s.solo_won:
            begin_for_all(s, t.final_greenery_row)
    elif s.venus:
        s.phase = Phase.SOLAR
        begin(s, t.government_row, NONE, s.first_player)
    else:
        new_generation(t, s)


@kernel
def new_generation(t: Any, s: Any) -> None:
    """The first player changes, then everybody buys cards."""
    s.generation += 1
    s.first_player = (s.first_player + 1) % s.players
    for player in range(s.players):
        s.rating_rose[player] = 0
        s.next_discount[player] = 0
        s.next_leeway[player] = 0
    s.phase = Phase.RESEARCH
    begin_for_all(s, t.research_row)


@kernel
def action_taken(t: Any, s: Any) -> None:
    """An action of the player whose turn it is has been carried out, or he has passed."""
    s.actions_taken += 1
    if s.actions_taken >= ACTIONS_IN_A_TURN or s.passed[s.turn]:
        if not next_turn(s):
            end_generation(t, s)


@kernel
def proceed(t: Any, s: Any) -> None:
    """Run on to the next decision or to the end of the game."""
    while True:
        run(t, s)
        if s.kind != Kind.NOTHING:
            return
        if s.phase == Phase.ACTION:
            s.kind = Kind.ACTION
            s.player = s.turn
            return
        if s.phase == Phase.SETUP:
            s.phase = Phase.CORPORATIONS
            corporations_enter(t, s)
        elif s.phase == Phase.CORPORATIONS:
            s.phase = Phase.PRELUDES
            begin_for_all(s, t.preludes_row)
        elif s.phase == Phase.PRELUDES or s.phase == Phase.RESEARCH:
            start_actions(s)
        elif s.phase == Phase.SOLAR:
            new_generation(t, s)
        else:
            s.over = Over.FINISHED
            s.player = GAME_OVER
            return
