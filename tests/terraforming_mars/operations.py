"""All operations by name, for tests: in the game itself an operation is named by its family only."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from regolith.envs.terraforming_mars.language import tables  # noqa: F401  (declares the operations of all boxes)
from regolith.envs.terraforming_mars.language.operation import DECLARED
from regolith.envs.terraforming_mars.machine.allowed import can_be_done, prelude_can_be_done
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION

Op: Any = SimpleNamespace(
    **{DECLARED[number].number.name: DECLARED[number].number for number in sorted(DECLARED, reverse=True)}
)
"""Of two with one name the base game's."""


def playable(t: Any, s: Any, player: int, card: int) -> bool:
    """Whether what a card does can be carried out, whatever its price and requirements."""
    return prelude_can_be_done(t, s, player, card) if card >= FIRST_CORPORATION else can_be_done(t, s, player, card, 0)
