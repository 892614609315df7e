"""Runs so small that tests can afford them, and files that are altered on purpose."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from regolith.agents.tensor_files import open_tensors, write_tensors
from regolith.envs.core.game import Game
from regolith.training.config import TrainingConfig
from regolith.training.ppo import Run

GAME = "tinyforming_mars"
TINY: dict[str, Any] = {
    "envs": 8,
    "rollout": 32,
    "batch": 64,
    "epochs": 1,
    "hidden": (16,),
    "evaluate_every": 512,
    "evaluation_games": 6,
}
Tensors = dict[str, np.ndarray[Any, Any]]


def config(**changes: Any) -> TrainingConfig:
    return TrainingConfig.parse({**TINY, "steps": 1024, **changes})


def trained(game: Game, folder: Path, **changes: Any) -> Run:
    """A tiny run, finished."""
    run = Run(game, folder, config(**changes))
    run.train()
    return run


def alter(path: Path, change: Callable[[dict[str, Any], Tensors], Any]) -> None:
    """Change the text or the tensors of a file; a string takes the place of the text. Its checksum is right again."""
    with open_tensors(path) as file:
        head, tensors = json.loads(file.text), file.read()
    text = change(head, tensors)
    write_tensors(path, text if isinstance(text, str) else json.dumps(head), tensors)
