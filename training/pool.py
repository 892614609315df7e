"""The opponents a learner meets: baselines and frozen snapshots of itself."""

from __future__ import annotations

from collections.abc import Sequence
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

    def __init__(
        self,
        count: int = 0,
        snapshots: Sequence[Model] = (),
        weights: tuple[float, float, float] = (0.1, 0.4, 0.5),
    ) -> None:
        self.count = count
        self.snapshots = list(snapshots)
        self._weights = weights
        self._written: set[Path] = set()

    def add(self, model: Model) -> None:
        """Freeze a snapshot."""
        self.count += 1
        self.snapshots = [*self.snapshots, model][-SLOTS:]

    def write(self, folder: Path) -> None:
        """A file for each snapshot, to play against. What a lost part of the run had frozen after these is removed."""
        for number, model in enumerate(self.snapshots, self.count - len(self.snapshots) + 1):
            path = folder / f"{number:03d}.safetensors"
            if path not in self._written:
                model.save(path)
                self._written.add(path)
        for path in folder.glob("*.safetensors"):
            if path.stem.isdecimal() and int(path.stem) > self.count:
                path.unlink(missing_ok=True)

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
