"""Options of Terraforming Mars."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from pydantic import Field, model_validator

from regolith.envs.core.options import Options
from regolith.envs.terraforming_mars.state import PLAYERS
from regolith.envs.terraforming_mars.words import Map

DEFAULT_CAP = 60


class MarsOptions(Options):
    """1 player is the solo game. Options that are not given fit the others: solo has no draft, a game without Venus no World Government."""

    players: int = Field(2, ge=1, le=PLAYERS, description="1 (solo) to 5")
    map: Literal["tharsis", "hellas", "elysium"] = Field(
        "tharsis", description="the map, with its milestones and awards"
    )
    corporate_era: bool = Field(True, description="the cards of Corporate Era; without them all productions start at 1")
    prelude: bool = Field(True, description="Prelude: four preludes each, two of which are played")
    venus: bool = Field(True, description="Venus Next: its track, cards, milestone and award")
    draft: bool = Field(True, description="draft the cards of the research phase (never in solo)")
    initial_draft: bool = Field(False, description="draft the ten cards of the setup too (never in solo)")
    beginner_corporation: bool = Field(
        False,
        description="everybody begins with 42 MC and ten free cards (without Prelude, Venus Next and initial draft)",
    )
    world_government: bool = Field(
        True, description="World Government Terraforming after each generation (only with Venus Next)"
    )
    payment: Literal["choose", "auto"] = Field(
        "choose",
        description="choose: each payment is a decision; auto: metals and card resources first, then MC, then heat",
    )
    solo_objective: Literal["terraform", "tr63"] = Field(
        "terraform", description="what wins a solo game: Mars (and Venus) terraformed in time, or a rating of 63"
    )
    max_generations: int = Field(
        DEFAULT_CAP, ge=1, le=1000, description="cut a game of two or more off after so many generations (truncation)"
    )

    @model_validator(mode="before")
    @classmethod
    def _fit(cls, given: Any) -> Any:
        """Defaults that depend on other options."""
        fitting = dict(given)
        if given.get("players") == 1:
            fitting.setdefault("draft", False)
        if given.get("venus") is False:
            fitting.setdefault("world_government", False)
        return fitting

    @model_validator(mode="after")
    def _contradictions(self) -> MarsOptions:
        if self.players == 1:
            if self.draft or self.initial_draft:
                raise ValueError("nobody drafts alone: draft and initial_draft need two or more players")
            if self.max_generations != DEFAULT_CAP:
                raise ValueError("max_generations is for two or more players: a solo game has a fixed length")
        elif self.solo_objective != "terraform":
            raise ValueError("solo_objective is for one player")
        if self.beginner_corporation and (self.prelude or self.venus or self.initial_draft):
            raise ValueError(
                "the Beginner Corporation is for games without Prelude, Venus Next and initial draft: "
                "beginner_corporation needs prelude=False and venus=False"
            )
        if self.world_government and not self.venus:
            raise ValueError("World Government Terraforming belongs to Venus Next: world_government needs venus=True")
        return self

    def write(self, record: np.record) -> None:
        super().write(record)
        record.map = Map[self.map.upper()]
        record.corporate_era = self.corporate_era
        record.prelude = self.prelude
        record.venus = self.venus
        record.draft = self.draft
        record.initial_draft = self.initial_draft
        record.beginner = self.beginner_corporation
        record.world_government = self.world_government
        record.auto_payment = self.payment == "auto"
        record.solo_for_rating = self.solo_objective == "tr63"
        record.max_generations = self.max_generations
