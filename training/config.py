"""Settings of a training run."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PositiveInt, ValidationError

from regolith.envs.core.checks import MAX_SEED
from regolith.envs.core.errors import InvalidOptions


class TrainingConfig(BaseModel):
    """Everything but the game: how long, how wide, how fast to learn. Stored with the run, so that resuming continues it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    steps: int = Field(10_000_000, ge=1, description="learner decisions in all")
    minutes: float | None = Field(None, gt=0, description="stop after so much wall time, if that is sooner")
    envs: int = Field(256, ge=1, le=65536, description="games side by side")
    rollout: int = Field(64, ge=1, description="decisions per game between updates")
    batch: int = Field(2048, ge=2)
    epochs: int = Field(4, ge=1)
    learning_rate: float = Field(5e-4, gt=0)
    entropy: float = Field(0.01, ge=0)
    gamma: float = Field(0.998, gt=0, le=1)
    gae_lambda: float = Field(0.95, gt=0, le=1)
    hidden: tuple[PositiveInt, ...] = Field((256, 256), min_length=1)
    evaluate_every: int = Field(500_000, ge=1, description="learner decisions between evaluations")
    evaluation_games: int = Field(400, ge=1, le=65536)
    rewards: Literal["win", "rank", "margin"] = Field(
        "win", description="what the learner is paid; evaluation always counts wins"
    )
    seed: int = Field(0, ge=0, le=MAX_SEED, strict=True)
    threads: int = Field(1, ge=1, le=256, description="threads of the vector env")
    torch_threads: int = Field(1, ge=1, description="threads of the network; more help only on an idle machine")

    @classmethod
    def parse(cls, given: dict[str, Any]) -> TrainingConfig:
        try:
            return cls(**given)
        except ValidationError as problem:
            text = "; ".join(f"{'.'.join(map(str, e['loc']))}={e['input']!r}: {e['msg']}" for e in problem.errors())
            raise InvalidOptions(f"training: {text}") from None
