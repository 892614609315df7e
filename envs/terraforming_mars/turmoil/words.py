"""The words of Turmoil that no card is written in."""

from __future__ import annotations

from enum import IntEnum

from regolith.envs.terraforming_mars.rooms import (
    CARRIERS,
    COLONY_TILES,
    FIRST_CARRIER,
    GLOBAL_EVENTS,
    NEUTRAL,
    PARTIES,
    room,
)


class Party(IntEnum):
    """Clockwise around the committee, as ties are broken: the next one clockwise is the next number."""

    MARS_FIRST = 0
    KELVINISTS = 1
    REDS = 2
    GREENS = 3
    UNITY = 4
    SCIENTISTS = 5


room("parties", len(Party), PARTIES)


class Event(IntEnum):
    """Global events. Their numbers: the record and the observation go by them."""

    AQUIFER_RELEASED_BY_PUBLIC_COUNCIL = 0
    ASTEROID_MINING = 1
    CELEBRITY_LEADERS = 2
    DIVERSITY = 3
    DRY_DESERTS = 4
    ECO_SABOTAGE = 5
    ELECTION = 6
    GENEROUS_FUNDING = 7
    GLOBAL_DUST_STORM = 8
    HOMEWORLD_SUPPORT = 9
    IMPROVED_ENERGY_TEMPLATES = 10
    INTERPLANETARY_TRADE = 11
    MINERS_ON_STRIKE = 12
    MUD_SLIDES = 13
    PANDEMIC = 14
    PARADIGM_BREAKDOWN = 15
    PRODUCTIVITY = 16
    RED_INFLUENCE = 17
    REVOLUTION = 18
    RIOTS = 19
    SABOTAGE = 20
    SCIENTIFIC_COMMUNITY = 21
    SNOW_COVER = 22
    SOLAR_FLARE = 23
    SOLARNET_SHUTDOWN = 24
    SPIN_OFF_PRODUCTS = 25
    SPONSORED_PROJECTS = 26
    STRONG_SOCIETY = 27
    SUCCESSFUL_ORGANISMS = 28
    VOLCANIC_ERUPTIONS = 29
    WAR_ON_EARTH = 30
    CLOUD_SOCIETIES = 31
    CORROSIVE_RAIN = 32
    JOVIAN_TAX_RIGHTS = 33
    MICROGRAVITY_HEALTH_PROBLEMS = 34
    VENUS_INFRASTRUCTURE = 35
    FAIR_TRADE_COMPLAINT = 36
    LAGGING_REGULATION = 37
    MEDIA_STIR = 38
    MIGRATION_UNDERGROUND = 39
    SEISMIC_PREDICTIONS = 40


room("global events", len(Event), GLOBAL_EVENTS)


class EventLies(IntEnum):
    """Where a global event is."""

    OUT_OF_THE_GAME = 0
    IN_THE_DECK = 1
    SHOWN = 2
    DISCARDED = 3


class Shown(IntEnum):
    """The row of events that everybody sees."""

    DISTANT = 0
    COMING = 1
    CURRENT = 2


FIRST_PARTY = FIRST_CARRIER + 1 + COLONY_TILES
"""Parties are carriers: their bonuses and policies are printed on them."""
FIRST_EVENT = FIRST_PARTY + PARTIES
"""So are global events."""
room("carriers of Turmoil", FIRST_EVENT + GLOBAL_EVENTS - FIRST_CARRIER, CARRIERS)
OWNERS = NEUTRAL + 1
"""Of delegates: the players by seat, then neutral."""
DELEGATES, NEUTRAL_DELEGATES = 7, 14
LOBBYING_COST = 5
"""For a delegate of the reserve; one of the lobby goes for free."""
POLICY_COST = 10
RATING_FEE = 3
SOLO_REDS = 20
"""Alone one gains by the bonus of the Reds only up to this rating."""
STEPS_OF_PHASE = 5
"""Of the Turmoil phase."""
MOST_TERMS = 4
"""Room for what an event or a bonus brings, one thing after the other (`terms.py`)."""


class TermFor(IntEnum):
    """Who gains what an event brings."""

    EVERYBODY = 0
    FIRST = 1
    SECOND = 2


DELEGATES_FOR_REQUIREMENT = 2
EVENT_LIMIT = 5
"""Of what an event counts, unless it says otherwise."""
