"""A training run: MaskablePPO against a pool, with evaluation, checkpoints and resuming."""

from __future__ import annotations

import functools
import json
import subprocess
import time
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

from regolith.agents.model import OTHER_LAYOUT, Model, ModelHead, fingerprint
from regolith.agents.statistics import wilson
from regolith.envs.core.errors import InvalidOptions, RegolithError, another_layout
from regolith.envs.core.files import claimed, write_whole
from regolith.envs.core.game import Game
from regolith.envs.core.rescue import probe, reason, rescue_folder
from regolith.envs.core.streams import derived_seed
from regolith.envs.core.vector import VectorEnv
from regolith.training.checkpoint import (
    BEST_FILE,
    FORMAT,
    MODEL_FILE,
    RUN_FILE,
    Checkpoint,
    Evaluated,
    Head,
    holds_run,
)
from regolith.training.config import TrainingConfig
from regolith.training.course import Course, Report
from regolith.training.evaluation import Evaluation, evaluate
from regolith.training.export import PolicyOpponent, export
from regolith.training.learner import check_finite, check_memory, make_learner, memory, remember
from regolith.training.log import run_log
from regolith.training.pool import Pool

ATTEMPTS = 3
"""Folders that are tried when what was learned cannot be saved in the run's own."""


class Run:
    """One training run in one folder, a new one or one that goes on from a checkpoint."""

    def __init__(self, game: Game, folder: Path, config: TrainingConfig, saved: Checkpoint | None = None) -> None:
        self.game = game
        self.learning_game = game.spec.bind(**{**game.options.model_dump(), "rewards": config.rewards})
        self.folder = folder
        self.config = config
        self.pool = Pool()
        self.history: list[Evaluated] = []
        self.best: Model | None = None
        self.sittings = 0
        self.saves = 0
        self.interrupted = False
        self._spent = 0.0
        self._started = time.perf_counter()
        check_memory(game, config)
        if saved is not None:
            self._restore(saved)
        elif holds_run(folder):
            raise RegolithError(
                f"{folder} holds a training run already: add --resume to go on with it, or choose another --out"
            )
        self.sittings += 1
        self.env = VectorEnv(
            self.learning_game,
            config.envs,
            opponents=None if game.solo else ("random",),
            threads=config.threads,
            seed=config.seed,
            purpose=f"training, sitting {self.sittings}",
            copy=False,
        )
        if not game.solo:
            self.pool.seat(self.env, config.seed)
        self.vec_env = self.env.as_sb3()
        self.learner = make_learner(self.vec_env, config, self.sittings)
        if saved is not None:
            try:
                remember(self.learner, saved.learner, saved.head.steps, saved.head.updates)
            except ValueError as problem:
                raise RegolithError(
                    f"the run in {folder} does not fit its own settings: {problem}; start a new run in another folder"
                ) from None

    def _restore(self, saved: Checkpoint) -> None:
        head = saved.head
        wanted = fingerprint(self.game.spec)
        for key, how in OTHER_LAYOUT.items():
            if head.env == wanted["env"] and getattr(head, key) != wanted[key]:
                remedy = "start a new run in another folder, or go on with the version that began this one"
                raise RegolithError(another_layout(f"the run in {self.folder}", head.env, how, remedy))
        if head.env != wanted["env"] or head.options != self.game.options.model_dump(mode="json"):
            raise RegolithError(
                f"the run in {self.folder} is for {head.env} with {head.options!r:.500}, not for {self.game!r}"
            )
        if head.config.hidden != self.config.hidden:
            raise InvalidOptions(f"training: the network of a run cannot change: hidden is {list(head.config.hidden)}")
        for model in (*saved.snapshots, *([saved.best] if saved.best else [])):
            model.check(self.game, f"a model in the checkpoint of {self.folder}")
        self.history = list(head.history)
        self.pool = Pool(head.frozen, saved.snapshots)
        self.best, self.sittings, self.saves, self._spent = saved.best, head.sittings, saved.number, head.seconds

    @property
    def seconds(self) -> float:
        """Time spent on this run, in all sittings."""
        return self._spent + self.sitting_seconds

    @property
    def sitting_seconds(self) -> float:
        return time.perf_counter() - self._started

    def train(self, report: Report = lambda steps, seconds, evaluated: None) -> Model:
        """Learn until the steps or the minutes are up or the user interrupts; everything so far is kept either way.

        The best model is returned. `interrupted` tells whether there was more to learn.
        """
        probe(self.folder)
        self._started = time.perf_counter()
        self.learner.set_logger(run_log(self.folder, self.learner.num_timesteps))
        course = Course(self, report)
        try:
            with claimed(self.folder), threadpool_limits(self.config.torch_threads):
                self._first_save()
                self._learn(course)
        finally:
            self.learner.logger.close()
            self.env.close()
        if course.unsaved is not None:
            self._rescue(course.unsaved)
        return self.best or self.snapshot()

    def _learn(self, course: Course) -> None:
        left = max(0, self.config.steps - self.learner.num_timesteps)
        try:
            if left:
                self.learner.learn(left, callback=course, reset_num_timesteps=False)
        except KeyboardInterrupt:
            self.interrupted = True
        try:
            course.check_in()
        except KeyboardInterrupt:  # who cannot wait for the evaluation loses that, but nothing else
            self.interrupted = True
            course.save()

    def _first_save(self) -> None:
        """Before anything is learned: better than finding out after hours that there is no room."""
        try:
            self.save(self.folder)
        except OSError as problem:
            raise RegolithError(
                f"a checkpoint cannot be written to {self.folder}: {reason(problem)}; choose another folder"
            ) from None

    def _rescue(self, problem: OSError) -> None:
        """Save elsewhere, and say where."""
        for _ in range(ATTEMPTS):
            place = rescue_folder(problem) / (self.folder.resolve().name or "run")
            while holds_run(place):
                place = place.with_name(place.name + "-again")
            try:
                self.save(place)
            except OSError as another:
                problem = another
            else:
                raise RegolithError(
                    f"the run could not be saved in {self.folder}: it is in {place}; go on with --out {place} --resume"
                )
        raise RegolithError(f"what was learned since the last checkpoint in {self.folder} is lost: {reason(problem)}")

    def snapshot(self, **meta: Any) -> Model:
        """The learner as it is now."""
        steps = self.learner.num_timesteps
        if self.history and self.history[-1].steps == steps:
            meta["evaluation"] = self.history[-1].model_dump()
        config = self.config.model_dump(mode="json")
        return export(self.learner.policy, self.game, steps=steps, config=config, git=_git(), **meta)

    def measure(self, model: Model) -> dict[str, Evaluation]:
        """The model on held-out deals, against each baseline (or alone)."""
        opponents: tuple[str | None, ...] = (None,) if self.game.solo else ("random", "greedy")
        games = self.config.evaluation_games
        return {
            opponent or "solo": evaluate(model, self.game, opponent, games, self.config.seed) for opponent in opponents
        }

    def promote(self, model: Model) -> bool:
        """Freeze the learner as an opponent once it beats the last frozen one: the lower Wilson bound must exceed one half."""
        if self.game.solo:
            return False
        champion = PolicyOpponent(self.pool.snapshots[-1], self.config.seed) if self.pool.snapshots else "random"
        games = self.config.evaluation_games
        result = evaluate(model, self.game, champion, games, derived_seed("promotion", self.config.seed))
        fair = 1.0 / self.game.players
        if wilson(result.wins, games).low <= fair:
            return False
        self.pool.add(model)
        self.pool.seat(self.env, self.config.seed)
        return True

    def save(self, folder: Path) -> None:
        """The checkpoint for resuming; then, from the same moment, the models and the story so far."""
        self.check_numbers()
        model = self.snapshot()
        head = Head(
            format=FORMAT,
            **fingerprint(self.game.spec),
            options=self.game.options.model_dump(mode="json"),
            config=self.config,
            sittings=self.sittings,
            steps=self.learner.num_timesteps,
            updates=self.learner._n_updates,
            seconds=self.seconds,
            history=self.history,
            frozen=self.pool.count,
            snapshots=[ModelHead.model_validate(snapshot.head()) for snapshot in self.pool.snapshots],
            best=None if self.best is None else ModelHead.model_validate(self.best.head()),
        )
        Checkpoint(head, memory(self.learner), self.pool.snapshots, self.best, self.saves + 1).save(folder)
        self.saves += 1
        model.save(folder / MODEL_FILE)
        if self.best is not None:
            self.best.save(folder / BEST_FILE)
        self.pool.write(folder / "pool")
        story = head.model_dump(mode="json", exclude={"snapshots", "best"})
        write_whole(folder / RUN_FILE, json.dumps(story, indent=1).encode())

    def check_numbers(self) -> None:
        """Raise if learning has run away; what was saved before stays."""
        try:
            check_finite(self.learner)
            self.snapshot().check_numbers()
        except ValueError:
            raise RegolithError(
                "learning diverged, its numbers are no longer finite: go on from the last checkpoint with --resume and a "
                "lower --set learning_rate"
            ) from None


@functools.cache
def _git() -> str:
    """The commit of the checkout this runs from, if any."""
    try:
        done = subprocess.run(
            ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"],
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
