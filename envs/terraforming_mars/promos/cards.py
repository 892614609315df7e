"""The promo cards of the project deck. Data only: editing this file recompiles nothing."""

from __future__ import annotations

from regolith.envs.terraforming_mars.language.card import box, event, party_leaders
from regolith.envs.terraforming_mars.language.mars import tr
from regolith.envs.terraforming_mars.words import CardSet

PROJECTS = box(
    CardSet.PROMOS,
    event("X09", "Political Alliance", 4, requires=party_leaders(2), on_play=tr(1), needs=(CardSet.TURMOIL,)),
)
