"""The course of a run: when it stops, when it is evaluated, when it is saved."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from regolith.envs.core.errors import MissingExtra
from regolith.envs.core.rescue import reason
from regolith.training.checkpoint import Evaluated

if TYPE_CHECKING:
    from regolith.training.ppo import Run

try:
    from stable_baselines3.common.callbacks import BaseCallback
except ImportError as problem:
    raise MissingExtra("train", "stable-baselines3") from problem

SAVE_EVERY = 60.0
"""Seconds between two saves; the next rollout boundary is waited for."""
Report = Callable[[int, float, Evaluated | None], None]
"""Is told of decisions learned, of seconds in this sitting, and of an evaluation if there was one just now."""


class Course(BaseCallback):
    """Stops in time, evaluates every so often, saves every minute, and tells what share of the time the games took."""

    def __init__(self, run: Run, report: Report) -> None:
        super().__init__()
        self.run = run
        self.report = report
        self.unsaved: OSError | None = None
        """Why the last save failed, if it did."""
        self.next_check = (run.history[-1].steps if run.history else 0) + run.config.evaluate_every
        self.next_save = time.perf_counter() + SAVE_EVERY
        self._mark, self._env_mark = time.perf_counter(), run.vec_env.seconds

    def _on_step(self) -> bool:
        limit = self.run.config.minutes
        return limit is None or self.run.sitting_seconds < limit * 60

    def _on_rollout_start(self) -> None:
        self.run.check_numbers()
        self.report(self.num_timesteps, self.run.sitting_seconds, None)
        if self.num_timesteps >= self.next_check:
            while self.next_check <= self.num_timesteps:
                self.next_check += self.run.config.evaluate_every
            self.check_in()
        elif time.perf_counter() >= self.next_save:
            self.save()

    def save(self) -> None:
        """Save the run; what fails now is tried again in a minute."""
        self.next_save = time.perf_counter() + SAVE_EVERY
        try:
            self.run.save(self.run.folder)
        except OSError as problem:
            self.unsaved = problem
            print(f"warning: the run could not be saved in {self.run.folder}: {reason(problem)}", file=sys.stderr)
        else:
            self.unsaved = None

    def check_in(self) -> None:
        """Evaluate, promote, save; and save before that, since it takes its time."""
        run = self.run
        now = time.perf_counter()
        wall, games = now - self._mark, run.vec_env.seconds - self._env_mark
        seconds = run.seconds
        self.save()
        model = run.snapshot()
        results = run.measure(model)
        promoted = run.promote(model)
        rates = {name: result.rate for name, result in results.items()}
        evaluated = Evaluated(
            steps=run.learner.num_timesteps,
            seconds=seconds,
            env_share=games / wall if wall > 0 else 0.0,
            score=min(rates.values()),
            promoted=promoted,
            win_rate=rates,
            games=run.config.evaluation_games,
        )
        leader = max((entry.score for entry in run.history), default=-1.0)
        run.history.append(evaluated)
        if evaluated.score >= leader:
            run.best = run.snapshot()
        self._log(evaluated)
        self.save()
        self.report(evaluated.steps, run.sitting_seconds, evaluated)
        self._mark, self._env_mark = time.perf_counter(), run.vec_env.seconds

    def _log(self, evaluated: Evaluated) -> None:
        logger = self.run.learner.logger
        for name, rate in evaluated.win_rate.items():
            logger.record(f"eval/win_rate_{name}", rate)
        logger.record("time/env_share", evaluated.env_share)
        logger.record("pool/snapshots", self.run.pool.count)
        logger.dump(evaluated.steps)
