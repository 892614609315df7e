"""What Venus Next keeps in the record."""

from __future__ import annotations

from typing import Any

from regolith.envs.core.record import OPTION

FIELDS: list[tuple[Any, ...]] = [("world_government", "<i4", OPTION)]
