"""The opponents a learner meets: baselines and frozen snapshots of itself."""

from __future__ import annotations

from pathlib import Path

from regolith.agents.model import Model
from regolith.envs.core.streams import derived_seed
from regolith.envs.core.vector import Policy, VectorEnv
from regolith.training.export import PolicyOpponent

BASELINES = ("random", "greedy")
SLOTS = 6
"""Snapshots in play at a time; the newest replaces the oldest."""


class Pool:
    """Baselines in fixed slots, then snapshots. A slot without a snapshot plays greedy until there is one."""

    def __init__(self, folder: Path, weights: tuple[float, float, float] = (0.1, 0.4, 0.5)) -> None:
        self.folder = folder
        self._weights = weights
        self.snapshots: list[Model] = []
        self.count = 0

    def restore(self) -> None:
        """Take up the snapshots of an earlier run."""
        files = sorted(self.folder.glob("*.safetensors"))
        self.count = len(files)
        self.snapshots = [Model.load(path) for path in files[-SLOTS:]]

    def add(self, model: Model) -> Path:
        """Freeze a snapshot."""
        self.count += 1
        self.snapshots = [*self.snapshots, model][-SLOTS:]
        return model.save(self.folder / f"{self.count:03d}.safetensors")

    def seat(self, env: VectorEnv, seed: int) -> None:
        """Give the env this pool. Unused snapshot slots carry no weight, so their share goes to the baselines."""
        opponents: list[str | Policy] = list(BASELINES)
        random_, greedy, snapshots = self._weights
        weights = [random_, greedy]
        for number in range(SLOTS):
            used = number < len(self.snapshots)
            dice = derived_seed(f"snapshot {number} of {self.count}", seed)
            opponents.append(PolicyOpponent(self.snapshots[number], dice) if used else "greedy")
            weights.append(snapshots / len(self.snapshots) if used else 0.0)
        env.set_opponents(opponents, weights)
