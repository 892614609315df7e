"""What a tuning needs to go on, in one safetensors file with a checksum; and the file of weights that it is all about.

The optimiser is not stored: it is told again what every generation tried and how well that did, and so comes to where it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from regolith.agents.tensor_files import Array, open_tensors, write_tensors
from regolith.envs.core.checks import MAX_SEED
from regolith.envs.core.errors import RegolithError, one_line
from regolith.envs.core.files import write_whole

STATE_FILE, BEST_FILE = "tuning.safetensors", "best.toml"
FORMAT: Final = "regolith-tuning-1"
SOLUTIONS, VALUES = "solutions", "values"
MOST_WEIGHTS, MOST_CANDIDATES, MOST_GENERATIONS, MOST_DEALS = 1000, 1000, 100_000, 100_000
Word = Annotated[str, Field(min_length=1, max_length=1000, pattern=r"^\P{C}*$")]


class Settings(BaseModel):
    """What is tuned, and how; none of it changes on resuming."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    weights: list[Word] = Field(min_length=1, max_length=MOST_WEIGHTS)
    opponents: list[Word] = Field(min_length=1, max_length=100)
    by: Literal["margin", "win"] = "margin"
    deals: int = Field(20, ge=1, le=MOST_DEALS)
    """Of each generation; every candidate plays each of them in all seats against every opponent."""
    candidates: int = Field(ge=4, le=MOST_CANDIDATES)
    """CMA-ES learns from the better half, and from one alone it learns nothing."""
    spread: float = Field(0.3, ge=0.001, le=10)
    seed: int = Field(0, ge=0, le=MAX_SEED)


class Head(BaseModel):
    """Everything but what was tried."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    format: Literal["regolith-tuning-1"]
    env: Word
    options: dict[str, Any]
    settings: Settings
    start: dict[Word, float]
    """The game's own numbers, by name."""


@dataclass
class History:
    """What every generation tried, in units of the weights from the start, and how well it did."""

    solutions: list[Array] = field(default_factory=list)
    """(candidates, weights) each."""
    values: list[Array] = field(default_factory=list)
    """(candidates) each; more is better."""

    def __len__(self) -> int:
        return len(self.values)


def save(folder: Path, head: Head, history: History) -> None:
    """Replace the state of a tuning as a whole."""
    shape = (len(history), head.settings.candidates, len(head.settings.weights))
    tensors = {
        SOLUTIONS: np.array(history.solutions, np.float32).reshape(shape),
        VALUES: np.array(history.values, np.float32).reshape(shape[:2]),
    }
    write_tensors(folder / STATE_FILE, head.model_dump_json(), tensors)


def load(folder: Path) -> tuple[Head, History]:
    """What `save` has saved."""
    path = folder / STATE_FILE
    if not path.exists():
        raise RegolithError(f"there is no tuning in {folder} to go on with: leave --resume out to begin one")
    try:
        with open_tensors(path) as file:
            head = file.head(Head)
            _check_shapes(head, file.shapes)
            tensors = file.read()
        if file.unsigned:
            raise ValueError("it has no checksum")
        solutions, values = tensors[SOLUTIONS], tensors[VALUES]
        if (np.abs(values) > 1).any():
            raise ValueError("it has values that no game has")
    except ValueError as problem:
        raise RegolithError(f"{path} is not the state of a tuning: {problem}; choose another --out folder") from None
    return head, History(list(solutions.astype(np.float64)), list(values.astype(np.float64)))


def _check_shapes(head: Head, shapes: Mapping[str, tuple[int, ...]]) -> None:
    """ValueError unless these are the tensors of a tuning with this head."""
    settings = head.settings
    if set(shapes) != {SOLUTIONS, VALUES}:
        raise ValueError("it has other tensors than those of a tuning")
    generations = shapes[VALUES][0] if shapes[VALUES] else 0
    wanted = (generations, settings.candidates)
    if generations > MOST_GENERATIONS or shapes[VALUES] != wanted:
        raise ValueError(f"its values have the shape {shapes[VALUES]}")
    if shapes[SOLUTIONS] != (*wanted, len(settings.weights)):
        raise ValueError(f"what was tried has the shape {shapes[SOLUTIONS]}")
    if len(set(settings.weights)) < len(settings.weights) or set(head.start) != set(settings.weights):
        raise ValueError("its weights are not those that it began with")


def write_best(folder: Path, numbers: Mapping[str, float], remarks: list[str]) -> None:
    """A file for `greedy:weights=FILE`; weights that were not tuned are not in it."""
    lines = [
        *(f"# {one_line(remark)}" for remark in remarks),
        *(f"{name} = {number!r}" for name, number in numbers.items()),
    ]
    write_whole(folder / BEST_FILE, ("\n".join(lines) + "\n").encode())
