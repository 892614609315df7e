"""Files of weights: TOML with names and numbers, and nothing that could run."""

from __future__ import annotations

import tomllib
from typing import Any

from regolith.envs.core.errors import AgentSpecError, one_line
from regolith.envs.core.files import read_whole

MOST_BYTES = 8 << 10
"""More than all weights need; a name of many parts takes time and memory by the square of its length."""


def read_weights(path: str) -> dict[str, Any]:
    """What stands in a file; whether a game has such weights is seen when the game is known."""
    try:
        return tomllib.loads(read_whole(path, MOST_BYTES).decode())
    except OSError as problem:
        raise AgentSpecError(f"cannot read the weights {path}: {problem.strerror}") from None
    except ValueError as problem:
        raise AgentSpecError(f"the weights {path} are no TOML file: {one_line(problem)}") from None
    except RecursionError:
        raise AgentSpecError(f"the weights {path} are no weights: they have lists within lists without end") from None
