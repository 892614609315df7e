"""The numbers of the evaluation. They are data: changing one recompiles nothing, and two players can be compared by theirs."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from regolith.envs.terraforming_mars.rooms import PLAYERS


class Underground(NamedTuple):
    """What comes from under ground: corruption, an excavation, and a token claimed out of several."""

    corruption: float
    excavation: float
    found: float


class Weight(IntEnum):
    """Worth in points, unless told otherwise."""

    LAST_MC = 0
    """A megacredit in the last generation."""
    GROWTH = 1
    """By which a megacredit grows in the generation before the last one: the logarithm."""
    STEEL = 2
    """Of its nominal value; it pays for some cards only."""
    TITANIUM = 3
    PLANTS = 4
    """Of an eighth of a greenery."""
    HEAT = 5
    """Of an eighth of a step of temperature."""
    ENERGY = 6
    """A unit in MC, if it is worth more than as heat."""
    GREENERY_PLACE = 7
    """The bonus of its space and the points for a city beside it."""
    CITY = 8
    """A city to be placed, and for each generation to come (up to four) `CITY_TIME` more."""
    CITY_TIME = 9
    ROOM = 10
    """A free space beside an own city, for each generation to come (up to four)."""
    CARD_DRAWN = 11
    """In MC."""
    HARM = 12
    """A loss of 1 MC that a card brings an opponent, in MC."""
    KEEP = 13
    """A card in hand, of what playing it would bring beyond its price."""
    JUNK = 14
    """Any card in hand that is worth playing, in MC: above 1, or it would be sold."""
    BUDGET = 15
    """Generations of income that are at hand for the cards held."""
    MILESTONE_NEAR = 16
    """A milestone that could be claimed, of its points; less of it if it is not reached yet."""
    AWARD_DOUBT = 17
    """How much less an award counts for each generation to come."""
    STRETCH = 18
    """Length of a game against steps of the tracks missing: 1 is even, more means that the last steps come faster."""
    USE_DOUBT = 19
    """Of what actions and lasting effects should bring."""
    SOLO_POINT = 20
    """A victory point in a solo game, where only the goal matters."""
    SOLO_LAST_MC = 21
    SOLO_GROWTH = 22
    OTHERS = 23
    """How much the others' position counts."""
    FINAL_MC = 24
    """A megacredit when the tracks are complete and the generation is the last for sure."""
    COLONY_TRADES = 25
    """Trades with a tile where the player has a colony, of those there would be if all fleets traded anywhere."""
    FLEET = 26
    """What a trade fleet gains in a generation, in MC."""
    TRADE_ENERGY = 27
    """How much more energy production is worth that pays for trades, in MC a unit."""
    COLONY = 28
    """A colony that a card lets one build, in MC."""
    TRADE = 29
    """What a trade brings, of its worth. At 0 the player sees no gain in trading and leaves it."""
    SEAT = 30
    """A leader or the chair at the end of the game, of its point."""
    SEAT_DOUBT = 31
    """How much less that counts for each generation to come."""
    LEADER = 32
    """A party that the player leads before the end, or the chair, in MC."""
    DELEGATE = 33
    """Any other delegate in a party before the end, in MC."""
    EVENT_NOW = 34
    """What the current event will bring, of its worth."""
    EVENT_SOON = 35
    """The same of the coming one."""
    RULING_BONUS = 36
    """What the bonus of the dominant party will bring, of its worth."""
    NEXT_CHAIR = 37
    """Leading the dominant party, of the rating that the chair will bring."""
    FEE = 38
    """What a step of rating will cost, of the fee, if the party that asks for one is dominant."""
    REVISION = 39
    """The rating that everybody loses in a generation, as long as that generation counts as not over. It keeps passing from looking
    like a loss, so it is no weight of a box that one could do without."""
    CHAIR_NEAR = 40
    """What is left of the chair for each delegate that is missing to lead the dominant party."""
    CORRUPTION = 41
    """In MC, for what it may still be used for."""
    BRIBE = 42
    """Corruption that takes a penalty off, of the point."""
    TOKEN_IN_FORCE = 43
    """What the temporary token of a player will bring, of its worth."""
    EXCAVATION = 44
    """Of what a token of the pile brings on average; tokens that lie open can be chosen from."""
    FOUND = 45
    """The same of a token that is claimed out of several."""
    DRAWS = 46
    """How often a draw from the pile is tried, to go by the mean of it."""
    EARLY_GROWTH = 47
    """By which a megacredit grows in the first generation, where there is most to build: the logarithm."""
    CLOCK = 48
    """How much the generations of a usual game tell about its length, beside the steps that are missing."""
    AWARD_SPREAD = 49
    """How far a lead in an award may still change in a generation, of the root of what both have."""
    FLEETING = 50
    """How many generations of production lie there when an award counts resources."""
    IDLE = 51
    """How many generations later money is spent that is not spent now."""
    POINTS_DOUBT = 52
    """Of the points that actions and lasting effects should bring."""
    INCOME = 53
    """Money of the generations to come, of what as much money would be worth to somebody who had nothing to buy with it but rating."""
    HELD = 54
    """Resources on cards, of what is made of them: each needs an action, and there may be no time for all."""
    DEAD = 55
    """A card in hand that is not worth playing as things stand, in MC: above 1, or it would be sold when there is nothing to buy."""
    HASTE = 56
    """A step of the tracks that end the game, beside what it brings: who lets others build longer than he can meets better engines.
    Divided by the root of the number of players."""
    CARD_DRAWS = 57
    """How often a draw of cards is tried, to go by the mean of it."""
    UNDERWORLD_LENGTH = 58
    """How much longer a game with Underworld 2 is worth building for, of the usual length."""


WEIGHTS: dict[Weight, float] = {
    Weight.LAST_MC: 0.0501,
    Weight.GROWTH: 0.105,
    Weight.STEEL: 0.457,
    Weight.TITANIUM: 0.645,
    Weight.PLANTS: 0.758,
    Weight.HEAT: 0.329,
    Weight.ENERGY: 1.07,
    Weight.GREENERY_PLACE: 0.31,
    Weight.CITY: 0.751,
    Weight.CITY_TIME: 0.452,
    Weight.ROOM: 0.128,
    Weight.CARD_DRAWN: 4.6,
    Weight.HARM: 0.271,
    Weight.KEEP: 0.45,
    Weight.JUNK: 2.41,
    Weight.BUDGET: 5.88,
    Weight.MILESTONE_NEAR: 0.169,
    Weight.AWARD_DOUBT: 0.113,
    Weight.STRETCH: 0.5,
    Weight.USE_DOUBT: 0.846,
    Weight.SOLO_POINT: 0.03,
    Weight.SOLO_LAST_MC: 0.065,
    Weight.SOLO_GROWTH: 0.06,
    Weight.OTHERS: 0.853,
    Weight.FINAL_MC: 0.019,
    Weight.COLONY_TRADES: 1.0,
    Weight.FLEET: 4.0,
    Weight.TRADE_ENERGY: 0.9,
    Weight.COLONY: 12.0,
    Weight.TRADE: 1.0,
    Weight.SEAT: 0.9,
    Weight.SEAT_DOUBT: 1.0,
    Weight.LEADER: 3.0,
    Weight.DELEGATE: 2.0,
    Weight.EVENT_NOW: 1.0,
    Weight.EVENT_SOON: 0.2,
    Weight.RULING_BONUS: 1.0,
    Weight.NEXT_CHAIR: 1.0,
    Weight.FEE: 1.0,
    Weight.REVISION: 1.0,
    Weight.CHAIR_NEAR: 0.2,
    Weight.CORRUPTION: 4.0,
    Weight.BRIBE: 2.07,
    Weight.TOKEN_IN_FORCE: 0.6,
    Weight.EXCAVATION: 1.6,
    Weight.FOUND: 1.2,
    Weight.DRAWS: 6.0,
    Weight.EARLY_GROWTH: 0.167,
    Weight.CLOCK: 0.347,
    Weight.AWARD_SPREAD: 0.347,
    Weight.FLEETING: 1.12,
    Weight.IDLE: 0.983,
    Weight.POINTS_DOUBT: 0.519,
    Weight.INCOME: 1.62,
    Weight.HELD: 0.631,
    Weight.DEAD: 1.47,
    Weight.HASTE: 0.82,
    Weight.CARD_DRAWS: 4.0,
    Weight.UNDERWORLD_LENGTH: 0.05,
}
LENGTH = {1: 0.0, 2: 12.9, 3: 12, 4: 12, 5: 10.7}
"""Generations from the first to the last, by players; a solo game has its own."""
PACE = (1.7, 1.3, 0.8, 1.0)
"""Steps that each track rises in a generation: what a requirement has to wait for."""
SOLO_STEP = (1.2, 1.4, 1.1, 1.2)
"""A step of each track that a solo game still needs."""


def weight_columns() -> dict[str, np.ndarray[Any, Any]]:
    return {
        "weight": np.array([WEIGHTS[weight] for weight in Weight]),
        "length": np.array([LENGTH.get(players, 0.0) for players in range(PLAYERS + 1)]),
        "pace": np.array(PACE),
        "solo_step": np.array(SOLO_STEP),
    }
