"""The options of Turmoil."""

from __future__ import annotations

from pydantic import Field

from regolith.envs.core.options import Options


class TurmoilOptions(Options):
    turmoil: bool = Field(
        False, description="Turmoil: parties with their policies, delegates, global events, its cards"
    )
