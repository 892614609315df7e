"""The options of Underworld 2."""

from __future__ import annotations

import numpy as np
from pydantic import Field, field_validator, model_validator

from regolith.envs.core.checks import shown
from regolith.envs.core.options import Options

NO_TILES, DICE = "none", "dice"
MILESTONES, AWARDS = ("risktaker", "tunneler"), ("kingpin", "excavator")
"""The goals of this box."""


class UnderworldOptions(Options):
    underworld: bool = Field(False, description="Underworld 2: underground tokens to dig for, corruption, its cards")
    goal_tiles: str = Field(
        NO_TILES,
        description=(
            "milestones and awards of Underworld 2 that lie over others (only with Underworld 2, never in solo): none, dice, "
            "or pairs such as tunneler=gardener,kingpin=banker"
        ),
    )

    @field_validator("goal_tiles")
    @classmethod
    def _known_goals(cls, given: str) -> str:
        text = given.strip().lower()
        if text in (NO_TILES, DICE):
            return text
        pairs: dict[str, str] = {}
        for pair in text.split(","):
            new, is_pair, old = (part.strip().replace(" ", "_") for part in pair.partition("="))
            if new not in (*MILESTONES, *AWARDS) or not is_pair or not old or "=" in old:
                raise ValueError(
                    f"goal_tiles is none, dice, or pairs such as tunneler=gardener, not {shown(pair)}; "
                    f"new goals: {', '.join((*MILESTONES, *AWARDS))}"
                )
            if new in pairs or old in pairs.values():
                raise ValueError(f"goal_tiles: each goal is there once, not so in {shown(pair)}")
            pairs[new] = old
        return ",".join(f"{new}={pairs[new]}" for new in sorted(pairs))

    @model_validator(mode="after")
    def _belong_to_underworld(self) -> UnderworldOptions:
        if self.goal_tiles != NO_TILES and not self.underworld:
            raise ValueError("goal_tiles belongs to Underworld 2: it needs underworld=True")
        if self.goal_tiles != NO_TILES and self.players == 1:
            raise ValueError("goal_tiles is for two or more players: a solo game has no milestones and awards")
        return self

    def laid_over(self) -> dict[str, str]:
        """New goals and the ones that they cover, by their names in small letters."""
        if self.goal_tiles in (NO_TILES, DICE):
            return {}
        return dict(pair.split("=") for pair in self.goal_tiles.split(","))

    def write(self, record: np.record) -> None:
        super().write(record)
        record.covering_goals = self.goal_tiles == DICE
