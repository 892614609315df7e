"""Terror Below for PettingZoo: `terror_below_v0.env(players=2, board="desert", ...)`."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from regolith.envs.core.aec import RegolithAEC, raw, wrapped
from regolith.envs.terror_below.env import SPEC

__all__ = ["env", "raw_env"]


def env(**options: Any) -> AECEnv:
    """The env with PettingZoo's usual wrappers."""
    return wrapped(SPEC, **options)


def raw_env(**options: Any) -> RegolithAEC:
    """The env without wrappers."""
    return raw(SPEC, **options)
