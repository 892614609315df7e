"""The parties: their ruling bonuses, and what their policies do while they rule."""

from __future__ import annotations

from dataclasses import dataclass

from regolith.envs.terraforming_mars.language.counts import Count, Counted
from regolith.envs.terraforming_mars.language.drawing import draw
from regolith.envs.terraforming_mars.language.lasting import (
    Modifier,
    Passive,
    Trigger,
    metal_value_while_in_force,
    on,
)
from regolith.envs.terraforming_mars.language.steps import Steps
from regolith.envs.terraforming_mars.language.stock import gain, production, spend
from regolith.envs.terraforming_mars.turmoil.language import everybody, rate_lowest
from regolith.envs.terraforming_mars.turmoil.words import POLICY_COST, SOLO_REDS, Party
from regolith.envs.terraforming_mars.words import (
    ANIMAL,
    BUILDING,
    EARTH,
    ENERGY,
    HEAT,
    JOVIAN,
    MC,
    MICROBE,
    PLANT,
    SCIENCE,
    STEEL,
    TITANIUM,
    VENUS,
    Tag,
)


@dataclass(frozen=True)
class PartyTile:
    """`bonus` when it comes to rule; `action`, `passives` and `modifiers` are its policy. The policy of the Reds is a fee."""

    bonus: Steps
    action: Steps = ()
    passives: tuple[Passive, ...] = ()
    modifiers: tuple[Modifier, ...] = ()


def paid_for(*tags: Tag) -> Steps:
    return (everybody(gain(MC, Count(Counted.PRINTED_TAGS, tags))),)


TILES = {
    Party.MARS_FIRST: PartyTile(paid_for(BUILDING), passives=(on(Trigger.OWN_TILE_ON_MARS, gain(STEEL, 1)),)),
    Party.KELVINISTS: PartyTile(
        (everybody(gain(MC, Count(Counted.PRODUCTION, resource=HEAT))),),
        action=(spend(MC, POLICY_COST), production(ENERGY, 1), production(HEAT, 1)),
    ),
    Party.REDS: PartyTile((rate_lowest(1, alone_most=SOLO_REDS),)),
    Party.GREENS: PartyTile(paid_for(PLANT, MICROBE, ANIMAL), passives=(on(Trigger.OWN_GREENERY, gain(MC, 4)),)),
    Party.UNITY: PartyTile(paid_for(VENUS, EARTH, JOVIAN), modifiers=(metal_value_while_in_force(1, TITANIUM),)),
    Party.SCIENTISTS: PartyTile(paid_for(SCIENCE), action=(spend(MC, POLICY_COST), draw(3))),
}
