"""What holds of every record after every decision: used by `regolith soak` and by the property tests, never by the rules."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.course import in_game
from regolith.envs.terraforming_mars.drawing import first_of
from regolith.envs.terraforming_mars.goals import MOST_GOALS
from regolith.envs.terraforming_mars.state import (
    CARDS,
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    GOALS,
    NEUTRAL,
    NOBODY,
    NONE,
    PLAYERS,
    PROJECTS,
    RESOURCES,
    SPACES,
    TAGS,
    TRACKS,
    Deck,
    Kind,
    Lies,
    Phase,
)
from regolith.envs.terraforming_mars.supply import lowest_production
from regolith.envs.terraforming_mars.words import Tile, Track

DECKS = len(Deck)


class Broken(IntEnum):
    """What is wrong with a record."""

    NOTHING = 0
    CARD_OF_ANOTHER_BOX = 1
    CARD_LOST = 2
    OWNER_OF_A_CARD = 3
    DECK = 4
    HAND_COUNT = 5
    TAG_COUNT = 6
    EVENT_COUNT = 7
    CORPORATION = 8
    RESOURCES_ON_A_CARD = 9
    USED_ACTION = 10
    STOCK = 11
    PRODUCTION = 12
    TRACK = 13
    OCEAN_COUNT = 14
    OWNER_OF_A_TILE = 15
    CLAIM = 16
    MILESTONES_OR_AWARDS = 17
    PLAYER_TO_MOVE = 18
    CARDS_STILL_BEING_CHOSEN = 19
    EFFECTS_UNDER_WAY = 20
    NOTHING_TO_CHOOSE = 21
    SCRATCH = 22
    GENERATION = 23


@kernel
def broken_cards(t: Any, s: Any) -> int:
    """Every card of the game is in exactly one place, and belongs to a player where it should."""
    for card in range(CARDS):
        lies, owner = s.lies[card], s.owner[card]
        if (lies == Lies.OUT_OF_THE_GAME) == in_game(t, s, card):
            return Broken.CARD_LOST if lies == Lies.OUT_OF_THE_GAME else Broken.CARD_OF_ANOTHER_BOX
        if (lies >= Lies.IN_A_PACK) != (owner != NOBODY) or owner < NOBODY or owner >= s.players:
            return Broken.OWNER_OF_A_CARD
        if s.resources[card] < 0 or (s.resources[card] > 0 and (lies != Lies.IN_PLAY or t.holds[card] == NONE)):
            return Broken.RESOURCES_ON_A_CARD
        if s.used[card] and lies != Lies.IN_PLAY:
            return Broken.USED_ACTION
    return Broken.NOTHING


@kernel
def broken_decks(s: Any) -> int:
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
def broken_counts(t: Any, s: Any) -> int:
    """What is kept for each player because many rules ask is what a recount gives."""
    hands, events = np.zeros(PLAYERS, np.int64), np.zeros(PLAYERS, np.int64)
    corporations = np.zeros(PLAYERS, np.int64)
    tags = np.zeros((PLAYERS, TAGS), np.int64)
    for card in range(CARDS):
        owner = s.owner[card]
        if s.lies[card] == Lies.IN_PLAY:
            for tag in range(TAGS):
                tags[owner, tag] += t.tags[card, tag]
            corporations[owner] += int(FIRST_CORPORATION <= card < FIRST_PRELUDE)
        elif s.lies[card] == Lies.PLAYED_EVENT:
            events[owner] += 1
        elif s.lies[card] == Lies.IN_HAND and card < PROJECTS:
            hands[owner] += 1
    chosen = s.phase != Phase.SETUP and not (s.phase == Phase.DRAFT and s.generation == 1) and not s.beginner
    for player in range(PLAYERS):
        if hands[player] != s.hand[player]:
            return Broken.HAND_COUNT
        if events[player] != s.events[player]:
            return Broken.EVENT_COUNT
        if corporations[player] != int(chosen and player < s.players):
            return Broken.CORPORATION
        for tag in range(TAGS):
            if tags[player, tag] != s.tags[player, tag]:
                return Broken.TAG_COUNT
    return Broken.NOTHING


@kernel
def broken_supplies(s: Any) -> int:
    """Nobody owes anything, and no production is below its lowest value."""
    for player in range(PLAYERS):
        for resource in range(RESOURCES):
            if s.stock[player, resource] < 0:
                return Broken.STOCK
            if s.production[player, resource] < lowest_production(resource):
                return Broken.PRODUCTION
    return Broken.NOTHING


@kernel
def broken_map(t: Any, s: Any) -> int:
    """Tracks within their ends; every tile but an ocean has an owner; markers lie on empty spaces."""
    for track in range(TRACKS):
        if s.track[track] < 0 or s.track[track] > t.track_end[track]:
            return Broken.TRACK
    if s.track[Track.VENUS_SCALE] and not s.venus:
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
        claimed += int(s.milestone[i] != NOBODY)
        funded += int(s.award[i] != NOBODY)
    most = MOST_GOALS if s.players > 1 else 0
    return Broken.MILESTONES_OR_AWARDS if claimed > most or funded > most else Broken.NOTHING


@kernel
def broken_course(s: Any) -> int:
    """Somebody has something to decide, and between two actions nothing is left over from the last."""
    for resource in range(RESOURCES):
        if s.ahead_stock[resource] or s.ahead_production[resource]:
            return Broken.SCRATCH
    if s.players > 1 and s.generation > s.max_generations:
        return Broken.GENERATION
    if s.over != Over.RUNNING:
        return Broken.NOTHING if s.kind == Kind.NOTHING and s.depth == 0 else Broken.EFFECTS_UNDER_WAY
    if s.player < 0 or s.player >= s.players or (s.phase == Phase.ACTION and s.passed[s.turn]):
        return Broken.PLAYER_TO_MOVE
    if s.kind != Kind.ACTION:
        if s.depth == 0:
            return Broken.EFFECTS_UNDER_WAY
        return Broken.NOTHING if s.choices > 0 else Broken.NOTHING_TO_CHOOSE
    if s.depth != 0 or s.phase != Phase.ACTION or s.player != s.turn or s.looked_at != 0:
        return Broken.EFFECTS_UNDER_WAY
    for card in range(CARDS):
        if s.lies[card] in (Lies.IN_A_PACK, Lies.DEALT, Lies.BOUGHT, Lies.LOOKED_AT):
            return Broken.CARDS_STILL_BEING_CHOSEN
    return Broken.NOTHING


@kernel
def broken(t: Any, s: Any) -> int:
    """The number of what is wrong with a record, 0 if all is well."""
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
    return found
