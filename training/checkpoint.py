"""What a training run needs to go on, in one file that is replaced as a whole: there is no in-between.

The learner's weights and its optimiser, the frozen opponents in play, the best model, counters, settings and history are
one safetensors file; reading it runs no code. A folder keeps the last two, numbered by save. All else in a run's folder
(models, pool, `run.json`, log) is written from the run after the checkpoint is in place and never read again, so whatever moment a run
is killed at, going on from the newest checkpoint puts those files right.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from regolith.agents.model import Model, ModelHead, check_shapes
from regolith.agents.tensor_files import Array, TensorFile, open_tensors, write_tensors
from regolith.envs.core.errors import RegolithError
from regolith.training.config import TrainingConfig
from regolith.training.pool import SLOTS

RUN_FILE, MODEL_FILE, BEST_FILE = "run.json", "model.safetensors", "best.safetensors"
PICKLED = "checkpoint.zip"
"""What earlier versions resumed from. Reading it could run anybody's code."""
NAME = re.compile(r"checkpoint-(\d{6,12})\.safetensors")
FORMAT: Final = "regolith-checkpoint-1"
LEARNER, BEST = "learner.", "best."
Share = Field(ge=0, le=1)
Count = Field(ge=0, le=10**18)
Seconds = Field(ge=0, le=1e12)


class Evaluated(BaseModel):
    """One line of a run's history."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    steps: int = Count
    seconds: float = Seconds
    env_share: float = Field(ge=0)
    score: float = Share
    promoted: bool
    win_rate: dict[str, float]
    games: int = Count


class Head(BaseModel):
    """Everything but the numbers of the networks."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    format: Literal["regolith-checkpoint-1"]
    env: str = Field(max_length=100)
    observation: str = Field(max_length=100)
    actions: str = Field(max_length=100)
    options: dict[str, Any]
    config: TrainingConfig
    sittings: int = Field(ge=1, le=10**9)
    steps: int = Count
    updates: int = Count
    seconds: float = Seconds
    history: list[Evaluated]
    frozen: int = Field(ge=0, le=10**6, description="opponents frozen so far; the last of them are in play")
    snapshots: list[ModelHead] = Field(max_length=SLOTS)
    best: ModelHead | None


@dataclass
class Checkpoint:
    """One moment of a run."""

    head: Head
    learner: dict[str, Array]
    snapshots: list[Model]
    best: Model | None
    number: int = 0
    """How often the run has been saved."""
    warning: str = ""
    """Why this is not the newest, if it is not."""

    def save(self, folder: Path) -> None:
        """Add this to a folder; the one before is kept, older ones go. A failure (OSError) leaves what is there."""
        tensors = {LEARNER + name: array for name, array in self.learner.items()}
        for place, model in enumerate(self.snapshots):
            tensors |= model.tensors(_slot(place))
        if self.best is not None:
            tensors |= self.best.tensors(BEST)
        write_tensors(folder / f"checkpoint-{self.number:06d}.safetensors", self.head.model_dump_json(), tensors)
        for number, path in _numbered(folder):
            if number not in (self.number, self.number - 1):
                path.unlink(missing_ok=True)


def load(folder: Path) -> Checkpoint:
    """The newest checkpoint of a run's folder that is whole."""
    damaged: list[str] = []
    for number, path in _numbered(folder):
        try:
            found = _read(path, number)
        except ValueError as problem:
            damaged.append(f"{path.name} is damaged ({problem})")
        else:
            if damaged:
                found.warning = f"{'; '.join(damaged)}: going on from {path.name}, which was saved before"
            return found
    if damaged:
        raise RegolithError(
            f"the run in {folder} cannot go on: {'; '.join(damaged)}; start a new run in another folder"
        )
    if (folder / PICKLED).exists():
        raise RegolithError(
            f"the run in {folder} was saved by an earlier version, in a file that could run code and is not read any more: "
            "start a new run in another folder (its models can still be played)"
        )
    raise RegolithError(
        f"there is no training run to resume in {folder}: nothing was saved there yet; start it without --resume"
    )


def holds_run(folder: Path) -> bool:
    """Whether something was saved here that a new run must not disturb."""
    return bool(_numbered(folder)) or (folder / PICKLED).exists() or (folder / RUN_FILE).exists()


def _numbered(folder: Path) -> list[tuple[int, Path]]:
    """The checkpoints of a folder, the newest first."""
    if not folder.is_dir():
        return []
    named = ((NAME.fullmatch(path.name), path) for path in folder.iterdir())
    return sorted(((int(match[1]), path) for match, path in named if match), reverse=True)


def _slot(place: int) -> str:
    """Before the names of a frozen opponent's tensors."""
    return f"pool.{place}."


def _read(path: Path, number: int) -> Checkpoint:
    with open_tensors(path) as file:
        head = file.head(Head)
        models = {_slot(place): model for place, model in enumerate(head.snapshots)}
        if head.best is not None:
            models[BEST] = head.best
        for prefix, model in models.items():
            check_shapes(file.shapes, model.layers, prefix)
        _check_names(file, models)
        if len(head.snapshots) != min(head.frozen, SLOTS):
            raise ValueError(f"{len(head.snapshots)} of {head.frozen} frozen opponents are there")
        tensors = file.read()
    if file.unsigned:
        raise ValueError("it has no checksum")
    made = {prefix: Model.of(model, tensors, prefix) for prefix, model in models.items()}
    learner = {name.removeprefix(LEARNER): array for name, array in tensors.items() if name.startswith(LEARNER)}
    return Checkpoint(head, learner, [made[_slot(i)] for i in range(len(head.snapshots))], made.get(BEST), number)


def _check_names(file: TensorFile, models: dict[str, ModelHead]) -> None:
    """ValueError if there is anything that belongs to nobody: it could be of any size."""
    known = {
        f"{prefix}{layer}.{kind}"
        for prefix, model in models.items()
        for layer in range(model.layers)
        for kind in ("weight", "bias")
    }
    strange = [name for name in file.shapes if name not in known and not name.startswith(LEARNER)]
    if strange:
        raise ValueError(f"{strange[0][:50]!r} is not a part of a checkpoint")
