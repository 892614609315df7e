"""The options of Venus Next."""

from __future__ import annotations

from typing import Any

import numpy as np
from pydantic import Field, model_validator

from regolith.envs.core.options import Options


class VenusOptions(Options):
    venus: bool = Field(True, description="Venus Next: its track, cards, milestone and award")
    world_government: bool = Field(
        True, description="World Government Terraforming after each generation (only with Venus Next)"
    )

    @model_validator(mode="before")
    @classmethod
    def _no_venus_no_government(cls, given: Any) -> Any:
        """Not given, it fits."""
        return {"world_government": False, **given} if given.get("venus") is False else given

    @model_validator(mode="after")
    def _government_needs_venus(self) -> VenusOptions:
        if self.world_government and not self.venus:
            raise ValueError("World Government Terraforming belongs to Venus Next: world_government needs venus=True")
        return self

    def write(self, record: np.record) -> None:
        super().write(record)
        record.world_government = self.world_government
