"""What can be wrong with a record."""

from __future__ import annotations

from enum import IntEnum


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
    EFFECT = 24
    CHOICES = 25
    CARDS_LOOKED_AT = 26
    KNOWLEDGE = 27
    SOLAR_STEP = 28
    CARRIER_IN_FORCE = 29
    DRAFT_DIRECTION = 30
    COLONY_TILE = 31
    COLONY = 32
    TRADE_FLEET = 33
    KINDS_OF_TAGS = 34
    BOX_NOT_IN_THE_GAME = 35
    DELEGATE_COUNT = 36
    PARTY_LEADER = 37
    DOMINANT_PARTY = 38
    GLOBAL_EVENT = 39
    POLICY = 40
    CORRUPTION = 41
    CRIME_COUNT = 42
