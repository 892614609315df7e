"""Settings of a training run."""

from __future__ import annotations

import difflib
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from regolith.envs.core.checks import MAX_SEED
from regolith.envs.core.errors import InvalidOptions


class TrainingConfig(BaseModel):
    """Everything but the game: how long, how wide, how fast to learn. Stored with the run, so that resuming continues it."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    steps: int = Field(10_000_000, ge=1, le=10**15, description="learner decisions in all")
    minutes: float | None = Field(None, gt=0, description="stop after so much wall time, if that is sooner")
    envs: int = Field(256, ge=1, le=65536, description="games side by side")
    rollout: int = Field(64, ge=1, le=10**6, description="decisions per game between updates")
    batch: int = Field(2048, ge=2, le=10**9)
    epochs: int = Field(4, ge=1, le=1000)
    learning_rate: float = Field(5e-4, gt=0, le=1)
    entropy: float = Field(0.01, ge=0)
    gamma: float = Field(0.998, gt=0, le=1)
    gae_lambda: float = Field(0.95, gt=0, le=1)
    hidden: tuple[Annotated[int, Field(ge=1, le=2048)], ...] = Field((256, 256), min_length=1, max_length=8)
    evaluate_every: int = Field(500_000, ge=1, le=10**15, description="learner decisions between evaluations")
    evaluation_games: int = Field(400, ge=1, le=65536)
    rewards: Literal["win", "rank", "margin"] = Field(
        "win", description="what the learner is paid; evaluation always counts wins"
    )
    seed: int = Field(0, ge=0, le=MAX_SEED, strict=True)
    threads: int = Field(1, ge=1, le=256, description="threads of the vector env")
    torch_threads: int = Field(1, ge=1, le=256, description="threads of the network; more help only on an idle machine")

    @field_validator("*", mode="before")
    @classmethod
    def _no_truth_value(cls, given: Any) -> Any:
        if isinstance(given, bool):
            raise ValueError("true and false are no numbers")
        return given

    @classmethod
    def parse(cls, given: dict[str, Any]) -> TrainingConfig:
        try:
            return cls(**given)
        except ValidationError as problem:
            raise InvalidOptions("training: " + "; ".join(map(_sentence, problem.errors()))) from None


def _sentence(fault: Any) -> str:
    name = ".".join(map(str, fault["loc"]))
    if fault["type"] == "extra_forbidden":
        known = list(TrainingConfig.model_fields)
        near = difflib.get_close_matches(name, known, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        return f"there is no setting {name[:50]!r}{hint}; settings: {', '.join(known)}"
    return f"{name}={fault['input']!r:.50}: {fault['msg'].removeprefix('Value error, ')}"
