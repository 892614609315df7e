"""All families of the base game: importing this module declares their operations. Boxes declare theirs in their own folders."""

from __future__ import annotations

from regolith.envs.terraforming_mars.language import (
    attacks,
    choices,
    conditions,
    drawing,
    held,
    mars,
    paying,
    research,
    stock,
)

FAMILIES = (stock, mars, held, attacks, conditions, drawing, choices, research, paying)
