"""The options of Colonies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from pydantic import Field, field_validator, model_validator

from regolith.envs.core.checks import shown
from regolith.envs.core.options import Options
from regolith.envs.terraforming_mars.colonies.tiles import TILES
from regolith.envs.terraforming_mars.colonies.words import ColonyTile
from regolith.envs.terraforming_mars.words import CardSet

NAMES = [tile.name.lower() for tile in ColonyTile]


class ColoniesOptions(Options):
    colonies: bool = Field(False, description="Colonies: moons to build on and to trade with, and its cards")
    colony_corporations: bool = Field(
        False, description="everybody is dealt a corporation of Colonies and another one (only with Colonies)"
    )
    colony_tiles: str = Field(
        "",
        description="the colony tiles in play, their names joined by + (only with Colonies); not given, they are drawn",
    )

    @field_validator("colony_tiles")
    @classmethod
    def _known_tiles(cls, given: str) -> str:
        names = [name.strip().lower() for name in given.split("+")] if given.strip() else []
        if unknown := [name for name in names if name not in NAMES]:
            raise ValueError(f"there is no colony tile {shown(unknown[0])}; tiles: {', '.join(NAMES)}")
        if len(set(names)) < len(names):
            raise ValueError("each colony tile is there once")
        return "+".join(sorted(names))

    @model_validator(mode="after")
    def _belong_to_colonies(self) -> ColoniesOptions:
        for option in ("colony_corporations", "colony_tiles"):
            if getattr(self, option) and not self.colonies:
                raise ValueError(f"{option} belongs to Colonies: it needs colonies=True")
        for name in self.colony_tiles.split("+") if self.colony_tiles else ():
            for box in TILES[ColonyTile(NAMES.index(name))].needs:
                if not getattr(self, box.name.lower()):
                    raise ValueError(f"the colony tile {name} needs {box.name.lower()}=True")
        return self

    def dealt_one_each(self, corporations: Sequence[CardSet]) -> dict[str, int]:
        """How many corporations there are of each kind of which everybody is dealt one, from the boxes of all that there are."""
        if not self.colony_corporations:
            return {}
        own = sum(box == CardSet.COLONIES for box in corporations)
        return {"corporations of Colonies": own, "other corporations": len(corporations) - own}

    def write(self, record: np.record) -> None:
        super().write(record)
        record.colony_corporations = self.colony_corporations
        asked_for: list[Any] = self.colony_tiles.split("+") if self.colony_tiles else []
        record.colony_tiles = sum(1 << NAMES.index(name) for name in asked_for)
