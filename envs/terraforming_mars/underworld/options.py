"""The options of Underworld 2."""

from __future__ import annotations

from pydantic import Field

from regolith.envs.core.options import Options


class UnderworldOptions(Options):
    underworld: bool = Field(False, description="Underworld 2: underground tokens to dig for, corruption, its cards")
