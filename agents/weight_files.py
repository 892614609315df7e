"""Files of weights: TOML with names and numbers, and nothing that could run."""

from __future__ import annotations

from typing import Any

from regolith.envs.core.errors import AgentSpecError
from regolith.envs.core.files import read_toml

MOST_BYTES = 8 << 10
"""More than all weights need; a name of many parts takes time and memory by the square of its length."""


def read_weights(path: str) -> dict[str, Any]:
    """What stands in a file; whether a game has such weights is seen when the game is known."""
    return read_toml(path, MOST_BYTES, "the file of weights", AgentSpecError)
