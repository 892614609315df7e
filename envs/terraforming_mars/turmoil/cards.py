"""The cards of Turmoil."""

from __future__ import annotations

from regolith.envs.terraforming_mars.language.card import box
from regolith.envs.terraforming_mars.words import CardSet

PROJECTS = box(CardSet.TURMOIL)
CORPORATIONS = box(CardSet.TURMOIL)
