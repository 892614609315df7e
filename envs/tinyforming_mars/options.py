"""Options of TINYforming Mars."""

from __future__ import annotations

from typing import Literal

import numpy as np
from pydantic import Field, model_validator

from regolith.envs.core.options import Options
from regolith.envs.tinyforming_mars.words import SOLO_GENERATIONS, Map

DEFAULT_CAP = 60


class TinyOptions(Options):
    """1 player is the solitaire game."""

    players: int = Field(2, ge=1, le=2, description="1 (solitaire) or 2")
    map: Literal["tharsis", "elysium"] = Field("tharsis", description="side of the map cards")
    intense: bool = Field(False, description="the optional rule with cubes attached to other cubes")
    token_discounts: bool = Field(True, description="tokens may be spent as extra tags that lower a cost (ruling R7)")
    max_generations: int = Field(
        DEFAULT_CAP, ge=1, le=1000, description="cut a two-player game off after so many generations (truncation)"
    )

    @model_validator(mode="after")
    def _solo_has_its_own_end(self) -> TinyOptions:
        if self.players == 1 and self.max_generations != DEFAULT_CAP:
            raise ValueError(
                f"max_generations is for two players: solitaire ends after generation {SOLO_GENERATIONS} by its rules"
            )
        return self

    def write(self, record: np.record) -> None:
        super().write(record)
        record.map = Map[self.map.upper()]
        record.intense = self.intense
        record.token_discounts = self.token_discounts
        record.max_generations = self.max_generations
