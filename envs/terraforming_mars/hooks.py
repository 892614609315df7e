"""Where the rules call the boxes: a line for each box that has something to do there.

Rules may import this module, and this module only the kernels of the boxes, never their cards: so editing a card recompiles nothing.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.colonies import counting as colony_counting
from regolith.envs.terraforming_mars.rooms import SOLAR_STEPS, room
from regolith.envs.terraforming_mars.venus import rules as venus
from regolith.envs.terraforming_mars.words import CardSet

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


class SolarStep(IntEnum):
    """The steps of the solar phase, in the order of the rulebooks."""

    NOT_BEGUN = 0
    WORLD_GOVERNMENT = 1
    DONE = 2


room("steps of the solar phase", len(SolarStep), SOLAR_STEPS)


@kernel
def track_raised(t: Table, s: Record, player: int, track: int) -> None:
    """A track went up by a step through a player, or through NOBODY."""
    if s.box[CardSet.VENUS]:
        venus.track_raised(t, s, player, track)


@kernel
def solar(t: Table, s: Record) -> bool:
    """Begin the next step of the solar phase; False when all are done."""
    s.solar_step += 1
    if s.solar_step == SolarStep.WORLD_GOVERNMENT:
        if s.box[CardSet.VENUS]:
            venus.govern(t, s)
        return True
    return False


@kernel
def colonies_of(s: Record, player: int) -> int:
    """Colonies of a player, or with NOBODY of everybody."""
    return colony_counting.colonies_of(s, player)


@kernel
def write_options(s: Record, out: Any) -> None:
    """The options of boxes, as the players see them."""
    venus.write_options(s, out)
