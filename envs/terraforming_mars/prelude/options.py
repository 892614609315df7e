"""The option of Prelude."""

from __future__ import annotations

from pydantic import Field

from regolith.envs.core.options import Options


class PreludeOptions(Options):
    prelude: bool = Field(True, description="Prelude: four preludes each, two of which are played")
