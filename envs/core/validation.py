"""Records from outside, checked before any rule sees them.

A rule trusts its record: a number that is used as an index is not looked at again. So bytes from a file, a socket or a pickle are
believed only when every field lies in the range that is declared beside it, the header makes sense, and the game's own invariants hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.core.bounds import ALL_WELL, WIDTHS
from regolith.envs.core.errors import InvalidState
from regolith.envs.core.memory import as_bytes

if TYPE_CHECKING:
    from regolith.envs.core.game import Game


def check_record(game: Game, array: np.ndarray[Any, Any]) -> None:
    """Raise unless a record can be a state of this game."""
    data = as_bytes(array)
    views = [data[: data.size // width * width].view(f"<i{width}") for width in WIDTHS]
    found = game.spec.drivers.broken(as_bytes(game.table), data, *views, game.bounds.rows)
    if found == ALL_WELL:
        return
    rows = len(game.bounds.names)
    if found < rows:
        problem = game.bounds.complaint(found)
    elif found == rows:
        problem = "nobody or the wrong player is to move, or the random generator is dead"
    else:
        names = game.spec.invariants.names
        problem = f"its {names(found - rows).name.lower().replace('_', ' ')} cannot be"
    raise InvalidState(f"these bytes are no state of {game.spec.env_id}: {problem}")
