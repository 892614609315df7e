"""Prices of what cards bring, in MC in the middle of a game: what does not depend on a position. They are data, as `weights.py` is."""

from __future__ import annotations

from regolith.envs.terraforming_mars.language.counts import Counted
from regolith.envs.terraforming_mars.language.lasting import Rule, Trigger
from regolith.envs.terraforming_mars.player.weights import Underground
from regolith.envs.terraforming_mars.words import (
    ANIMAL,
    ANIMALS,
    BUILDING,
    CITY,
    CRIME,
    EARTH,
    FLOATERS,
    JOVIAN,
    MARS,
    MICROBE,
    MICROBES,
    PLANT,
    POWER,
    SCIENCE,
    SPACE,
    VENUS,
    Tag,
)

UNIT = (1.0, 1.8, 2.7, 1.9, 1.0, 0.9)
"""A unit of each resource."""
PRODUCED = 4.5
"""So many units is a production worth."""
POINT, RATING, GREENERY, CITY_ON_MARS, CARD_DRAWN = 7.0, 11.0, 19.0, 9.0, 3.5
DELEGATE = 4.0
"""That a card sends."""
OF_UNDERGROUND = Underground(corruption=2.0, excavation=5.0, found=6.0)
"""Where the branches of a choice are compared; otherwise the pile tells."""
SPECIAL_TILE = 2.0
"""For the bonus of its space."""
OF_KIND = {ANIMALS: 3.0, MICROBES: 1.2, FLOATERS: 1.5}
"""A resource for a card that may or may not be there; `ANY_RESOURCE` where the kind is open."""
ANY_RESOURCE = 1.5
HARM = 0.5
"""What an opponent loses is worth so much of what he loses."""
TAGS_GUESSED, CITIES_GUESSED, COLONIES_GUESSED, OTHERS_GUESSED = 2.5, 3.0, 4.0, 4.0
"""What is counted, where no position tells: own tags, cities, colonies of everybody, tags of opponents and events."""
OWN_GUESSED = {
    Counted.TAGS: TAGS_GUESSED,
    Counted.CITIES: 1.0,
    Counted.EVENTS_PLAYED: 2.0,
    Counted.COLONIES: 1.5,
    Counted.CARD_RESOURCES: 5.0,
    Counted.RESOURCES_HERE: 2.0,
    Counted.CARDS_WITHOUT_TAGS: 3.0,
    Counted.FIXED: 1.0,
    Counted.PRINTED_TAGS: TAGS_GUESSED,
    Counted.KINDS_OF_TAGS: 6.0,
    Counted.RATING_SETS: 2.0,
    Counted.PRODUCTION: 2.0,
    Counted.CARDS_IN_HAND: 5.0,
    Counted.ACTIVE_CARDS: 5.0,
    Counted.TILES_BESIDE_OCEAN: 2.0,
    Counted.EMPTY_SPACES_BESIDE_OWN_TILES: 6.0,
    Counted.PARTIES_WITH_DELEGATE: 2.0,
    Counted.BUILDING_TAGS_AND_CITIES: 5.0,
    Counted.CORRUPTION: 3.0,
    Counted.CLAIMED_TOKENS: 4.0,
    Counted.CRIME_TAGS: 3.0,
    Counted.PRODUCTIONS: 4.0,
    Counted.LAST_AMOUNT: 1.0,
}
"""Of the player himself."""

TAG_RATE: dict[Tag, float] = {
    BUILDING: 0.9,
    SPACE: 0.7,
    SCIENCE: 0.5,
    POWER: 0.35,
    EARTH: 0.5,
    JOVIAN: 0.25,
    PLANT: 0.4,
    MICROBE: 0.3,
    ANIMAL: 0.2,
    CITY: 0.3,
    VENUS: 0.4,
    CRIME: 0.4,
    MARS: 0.05,
}
"""Cards with that tag that one player plays in a generation."""
CARDS_A_GENERATION = 2.5
EVERYBODY = 2.0
"""Events of everybody, for each own one."""
RATE: dict[Trigger, float] = {
    Trigger.OWN_EVENT: 0.6,
    Trigger.OWN_SPACE_EVENT: 0.4,
    Trigger.OWN_VP_CARD: 0.8,
    Trigger.OWN_COST_20: 0.8,
    Trigger.OWN_STANDARD_PROJECT: 0.6,
    Trigger.OWN_CITY: 0.25,
    Trigger.ANY_CITY: 0.7,
    Trigger.ANY_CITY_ON_MARS: 0.6,
    Trigger.OWN_GREENERY: 0.6,
    Trigger.ANY_OCEAN: 0.8,
    Trigger.OWN_TILE_ON_METAL: 0.4,
    Trigger.ANY_VENUS_STEP: 1.0,
    Trigger.OWN_PRODUCTION_STEP: 1.5,
    Trigger.ANY_COLONY: 0.8,
    Trigger.OWN_NEW_KIND_OF_TAG: 0.8,
    Trigger.OWN_PROJECT_OF_20: 0.6,
    Trigger.OWN_TILE_ON_MARS: 1.0,
    Trigger.PRODUCTION_WITHOUT_RATING: 0.4,
    Trigger.ANY_IDENTIFYING: 1.2,
    Trigger.ANY_OCEAN_TOKEN: 0.1,
    Trigger.OWN_CLAIM: 1.0,
    Trigger.ANY_EXCAVATION: 1.5,
    Trigger.OWN_EXCAVATION_BESIDE_OCEAN: 0.3,
    Trigger.ANY_TEMPERATURE_STEP: 1.7,
    Trigger.OWN_HEAT_PRODUCTION_STEP: 0.4,
    Trigger.OWN_LONELY_TILE: 0.2,
    Trigger.OWN_CHEAP_EVENT: 0.5,
    Trigger.ANY_BIG_SHOW: 0.3,
    Trigger.OWN_GREAT_SHOW: 0.05,
    Trigger.FIGHTER_HERE: 0.5,
    Trigger.ANY_RATING_STEP_AT_LEAST_CORRUPTION: 0.8,
    Trigger.OWN_OCEAN_TOO_MANY: 0.1,
    Trigger.PRODUCTION_BESIDE_FULL_HAND: 0.4,
    Trigger.ANY_VENUS_STEP_OF_A_PLAYER: 0.6,
}
"""How often the event happens in a generation."""
REVEALED_TAG = 0.1
"""How often a revealed card has a given tag."""
PAYS = 0.8
"""Of its worth in MC, what pays for some cards only: a resource that pays, a discount for one card."""
MADE_OF_IT = 0.85
"""Of what an action makes of a resource on its card."""
COUNTED_HERE = 2.0
"""A resource on a card whose action counts it and leaves it there."""
LEEWAY_ONCE = 2.0
"""A changed rule that one card uses up."""
CARDS_BOUGHT = 2.5
"""Cards a generation whose price changes."""
RULE_BY_STEP: dict[Rule, float] = {
    Rule.STANDARD_PROJECT_DISCOUNT: 0.1,
    Rule.FIRST_STANDARD_DISCOUNT: 0.5,
    Rule.LEEWAY: 0.4,
    Rule.TRADE_DISCOUNT: 1.2,
    Rule.TRADE_STEPS: 1.8,
    Rule.METAL_VALUE: 1.0,
    Rule.OCEAN_BONUS: 0.8,
    Rule.INFLUENCE: 1.5,
    Rule.EXCAVATION_DISCOUNT_FOR_ALL: 0.1,
}
"""Changed rules, each generation: for each step, unit or MC by which they are changed."""
RULE_AS_SUCH: dict[Rule, float] = {
    Rule.HEAT_AS_MC: 1.0,
    Rule.SHIELD: 0.3,
    Rule.SHIELD_CARDS: 0.3,
    Rule.BLOCK_WITH_FIGHTERS: 0.3,
    Rule.CITIES_BESIDE_OWN: 0.3,
    Rule.EVENTS_FACE_UP: 0.5,
    Rule.HOLDS_ANYTHING: 0.3,
    Rule.LEEWAY_FROM_RESOURCE: 0.3,
    Rule.TRADE_WITH_RESOURCE: 0.5,
}
"""The same, however much they are changed."""
CITIES_TO_COME, COLONIES_TO_COME, BESIDE_A_TILE = 2.0, 3.0, 1.5
"""Cities and colonies built later, and cities or oceans that will touch a tile."""
