"""The underground tokens: how many there are of each kind, what claiming one brings, and what lasts. Data only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

# fmt: off
# isort: off
from regolith.envs.terraforming_mars.language.box import Carrier
from regolith.envs.terraforming_mars.language.choices import choose
from regolith.envs.terraforming_mars.language.drawing import draw
from regolith.envs.terraforming_mars.language.held import add_resource
from regolith.envs.terraforming_mars.language.lasting import Modifier, Passive, Trigger, leeway, on
from regolith.envs.terraforming_mars.language.mars import tr
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.language.stock import gain, gain_any, production
from regolith.envs.terraforming_mars.player.card_prices import LEEWAY_ONCE, RATE
from regolith.envs.terraforming_mars.player.card_worth import Held, brought
from regolith.envs.terraforming_mars.rooms import NONE, RESOURCES, TOKENS as TOKEN_ROOM
from regolith.envs.terraforming_mars.underworld.language.corruption import gain_corruption
from regolith.envs.terraforming_mars.underworld.language.underground import ocean_for
from regolith.envs.terraforming_mars.underworld.token_words import token_name
from regolith.envs.terraforming_mars.underworld.words import FIRST_TOKEN, OCEAN_COST, Shows, Token
from regolith.envs.terraforming_mars.words import (
    ENERGY, HEAT, MC, MICROBES, OCEANS, OXYGEN, PLANT, PLANTS, SCIENCE, STEEL, TEMPERATURE, TITANIUM, Tag, Track,
)
# isort: on
# fmt: on


@dataclass(frozen=True)
class UndergroundToken:
    """`count` lie in the pile at the start of the game."""

    count: int
    does: tuple[Step, ...] = ()
    passives: tuple[Passive, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    tag: Tag | None = None
    shows: Shows = Shows.NOTHING


def token(count: int, *does: Step, shows: Shows = Shows.NOTHING) -> UndergroundToken:
    return UndergroundToken(count, does, shows=shows)


def per_temperature(count: int, does: Step, shows: Shows = Shows.NOTHING) -> UndergroundToken:
    """While it is in force, for each step that anybody raises the temperature."""
    return UndergroundToken(count, passives=(on(Trigger.ANY_TEMPERATURE_STEP, does),), shows=shows)


TOKENS: dict[Token, UndergroundToken] = {
    Token.MC_PRODUCTION_PER_TEMPERATURE: per_temperature(2, production(MC, 1)),
    Token.STEEL_2_PER_TEMPERATURE: per_temperature(3, gain(STEEL, 2), Shows.STEEL),
    Token.TITANIUM_1_PER_TEMPERATURE: per_temperature(3, gain(TITANIUM, 1), Shows.TITANIUM),
    Token.PLANTS_2_PER_TEMPERATURE: per_temperature(3, gain(PLANTS, 2)),
    Token.MICROBES_2_PER_TEMPERATURE: per_temperature(1, add_resource(MICROBES, 2), Shows.MICROBE),
    Token.OCEAN_REQUIREMENT_3: UndergroundToken(2, modifiers=(leeway(3, OCEANS),)),
    Token.OXYGEN_REQUIREMENT_3: UndergroundToken(2, modifiers=(leeway(3, OXYGEN),)),
    Token.TEMPERATURE_REQUIREMENT_6C: UndergroundToken(2, modifiers=(leeway(3, TEMPERATURE),)),
    Token.BLANK: token(5),
    Token.CORRUPTION_1: token(13, gain_corruption(1)),
    Token.CORRUPTION_2: token(2, gain_corruption(2)),
    Token.CARD_1: token(4, draw(1)),
    Token.CARD_2: token(1, draw(2)),
    Token.STEEL_2_PLANT_1: token(2, gain(STEEL, 2), gain(PLANTS, 1), shows=Shows.STEEL),
    Token.STEEL_PRODUCTION: token(4, production(STEEL, 1), shows=Shows.STEEL),
    Token.TITANIUM_1_PLANT_1: token(3, gain(TITANIUM, 1), gain(PLANTS, 1), shows=Shows.TITANIUM),
    Token.TITANIUM_2: token(3, gain(TITANIUM, 2), shows=Shows.TITANIUM),
    Token.TITANIUM_PRODUCTION: token(1, production(TITANIUM, 1), shows=Shows.TITANIUM),
    Token.PLANTS_2: token(4, gain(PLANTS, 2)),
    Token.PLANTS_3: token(1, gain(PLANTS, 3)),
    Token.PLANT_PRODUCTION: token(4, production(PLANTS, 1)),
    Token.ENERGY_2: token(2, gain(ENERGY, 2)),
    Token.ENERGY_PRODUCTION: token(5, production(ENERGY, 1)),
    Token.HEAT_PRODUCTION_2: token(3, production(HEAT, 2)),
    Token.MICROBES_2: token(4, add_resource(MICROBES, 2), shows=Shows.MICROBE),
    Token.TR: token(2, tr(1)),
    Token.OCEAN_FOR_4: token(2, ocean_for(OCEAN_COST), shows=Shows.OCEAN),
    Token.SCIENCE_TAG: UndergroundToken(2, tag=SCIENCE),
    Token.PLANT_TAG: UndergroundToken(2, tag=PLANT),
    Token.VOLCANIC_OCEAN_SPACE: token(2),
    Token.PLACEMENT_BONUS_6: token(2),
    Token.ANY_RESOURCE_1: token(0, choose(gain_any(1), gain_corruption(1), add_resource(None, 1))),
}
if missing := {*Token} - {*TOKENS}:
    raise ValueError(f"not printed: {missing}")

CARRIERS: dict[int, Carrier] = {
    FIRST_TOKEN + kind: Carrier(f"token of {token_name(kind)}", printed.does, printed.passives, printed.modifiers)
    for kind, printed in TOKENS.items()
}


def columns() -> Mapping[str, Any]:
    """How many there are of each kind, the tag on it or NONE, what else it shows, as bits, and what it is worth to the greedy player."""
    count, shows = np.zeros(TOKEN_ROOM, np.int32), np.zeros(TOKEN_ROOM, np.int32)
    tag = np.full(TOKEN_ROOM, NONE, np.int32)
    worth = {name: np.zeros(TOKEN_ROOM) for name in ("in_force_mc", "rating", "cards", "corruption", "ocean")}
    worth |= {name: np.zeros((TOKEN_ROOM, RESOURCES)) for name in ("stock", "production")}
    for kind, printed in TOKENS.items():
        count[kind], shows[kind] = printed.count, printed.shows
        if printed.tag is not None:
            tag[kind] = printed.tag
        now = brought(printed.does, Held(), None)
        worth["stock"][kind], worth["production"][kind] = now.stock, now.production
        worth["rating"][kind], worth["cards"][kind], worth["corruption"][kind] = now.rating, now.cards, now.corrupted
        worth["ocean"][kind] = now.steps[Track.OCEANS]
        worth["in_force_mc"][kind] = LEEWAY_ONCE * len(printed.modifiers)
        for passive in printed.passives:
            worth["in_force_mc"][kind] += RATE[passive.trigger] * brought(passive.steps, Held(), None).in_mc()
    named = {f"token_{name}": column for name, column in worth.items()}
    return {"token_count": count, "token_tag": tag, "token_shows": shows, **named}
