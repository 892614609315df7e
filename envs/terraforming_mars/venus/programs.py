"""What Venus Next does by itself."""

from __future__ import annotations

from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.venus.language import world_government

PROGRAMS: dict[str, tuple[Step, ...]] = {"government_row": (world_government(),)}
