"""Options of a game: a validated pydantic model per game."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from regolith.envs.core.errors import InvalidOptions

RewardMode = Literal["win", "rank", "margin"]
AnyOptions = TypeVar("AnyOptions", bound="Options")


class Options(BaseModel):
    """Base of each game's options. `players` and `rewards` mean the same everywhere."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    players: int
    rewards: RewardMode = Field("win", description="what the end of a game pays: win, rank or margin")

    @property
    def caveat(self) -> str:
        """What whoever reads results of a game with these options must know; most games have nothing to say."""
        return ""

    def write(self, record: np.record) -> None:
        """Store what the rules need in a fresh record; games extend this."""
        record.players = self.players

    @classmethod
    def parse(cls: type[AnyOptions], game: str, given: dict[str, Any]) -> AnyOptions:
        """Validate, turning pydantic's report into one line."""
        try:
            return cls(**given)
        except ValidationError as problem:
            raise InvalidOptions(f"{game}: " + "; ".join(_sentence(cls, e) for e in problem.errors())) from None


def _sentence(model: type[Options], error: Any) -> str:
    name = ".".join(str(part) for part in error["loc"])
    if error["type"] == "extra_forbidden":
        return f"unknown option {name!r} (options: {', '.join(model.model_fields)})"
    message = error["msg"].removeprefix("Value error, ")
    return f"{name}={error['input']!r}: {message}" if name else str(message)
