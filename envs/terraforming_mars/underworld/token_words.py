"""What the underground tokens are called, in a line of text and in the few letters that a space of the map has room for."""

from __future__ import annotations

from regolith.envs.terraforming_mars.underworld.words import OCEAN_COST, PLACEMENT_BONUS, Token

SIGN_WIDTH = 7
WORDS: dict[Token, tuple[str, str]] = {  # name, sign
    Token.MC_PRODUCTION_PER_TEMPERATURE: ("MC production +1 per step of temperature", "+MC/stp"),
    Token.STEEL_2_PER_TEMPERATURE: ("2 steel per step of temperature", "2st/stp"),
    Token.TITANIUM_1_PER_TEMPERATURE: ("1 titanium per step of temperature", "1ti/stp"),
    Token.PLANTS_2_PER_TEMPERATURE: ("2 plants per step of temperature", "2pl/stp"),
    Token.MICROBES_2_PER_TEMPERATURE: ("2 microbes per step of temperature", "2mi/stp"),
    Token.OCEAN_REQUIREMENT_3: ("ocean requirements +/-3", "+-3 ocn"),
    Token.OXYGEN_REQUIREMENT_3: ("oxygen requirements +/-3 %", "+-3 oxy"),
    Token.TEMPERATURE_REQUIREMENT_6C: ("temperature requirements +/-6 C", "+-6 deg"),
    Token.BLANK: ("blank", "blank"),
    Token.CORRUPTION_1: ("1 corruption", "1 corr"),
    Token.CORRUPTION_2: ("2 corruption", "2 corr"),
    Token.CARD_1: ("1 card", "1 card"),
    Token.CARD_2: ("2 cards", "2 cards"),
    Token.STEEL_2_PLANT_1: ("2 steel and 1 plant", "2st 1pl"),
    Token.STEEL_PRODUCTION: ("steel production +1", "+1 st"),
    Token.TITANIUM_1_PLANT_1: ("1 titanium and 1 plant", "1ti 1pl"),
    Token.TITANIUM_2: ("2 titanium", "2 ti"),
    Token.TITANIUM_PRODUCTION: ("titanium production +1", "+1 ti"),
    Token.PLANTS_2: ("2 plants", "2 pl"),
    Token.PLANTS_3: ("3 plants", "3 pl"),
    Token.PLANT_PRODUCTION: ("plant production +1", "+1 pl"),
    Token.ENERGY_2: ("2 energy", "2 en"),
    Token.ENERGY_PRODUCTION: ("energy production +1", "+1 en"),
    Token.HEAT_PRODUCTION_2: ("heat production +2", "+2 heat"),
    Token.MICROBES_2: ("2 microbes", "2 mi"),
    Token.TR: ("1 TR", "1 TR"),
    Token.OCEAN_FOR_4: (f"ocean for {OCEAN_COST} MC", f"ocn:{OCEAN_COST}MC"),
    Token.SCIENCE_TAG: ("science tag", "sci.tag"),
    Token.PLANT_TAG: ("plant tag", "pl.tag"),
    Token.VOLCANIC_OCEAN_SPACE: ("volcanic or ocean space", "volc/oc"),
    Token.PLACEMENT_BONUS_6: (f"{PLACEMENT_BONUS} MC for a tile", f"tile+{PLACEMENT_BONUS}"),
    Token.ANY_RESOURCE_1: ("1 resource of any kind", "1 any"),
}
if missing := {*Token} - {*WORDS}:
    raise ValueError(f"without words: {missing}")


def token_name(kind: int) -> str:
    return WORDS[Token(kind)][0]


def token_sign(kind: int) -> str:
    """At most seven letters."""
    return WORDS[Token(kind)][1]
