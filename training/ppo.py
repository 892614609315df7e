"""MaskablePPO against a pool, with evaluation, checkpoints and resuming."""

from __future__ import annotations

import json
import subprocess
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

from regolith.agents.model import Model
from regolith.benchmarks.statistics import wilson
from regolith.envs.core.errors import MissingExtra, RegolithError
from regolith.envs.core.game import Game
from regolith.envs.core.streams import derived_seed
from regolith.envs.core.vector import VectorEnv
from regolith.training.config import TrainingConfig
from regolith.training.evaluation import Evaluation, evaluate
from regolith.training.export import PolicyOpponent, export
from regolith.training.pool import Pool

try:
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.utils import set_random_seed
except ImportError as problem:
    raise MissingExtra("train", "stable-baselines3, sb3-contrib and torch") from problem

RUN_FILE, CHECKPOINT, MODEL_FILE, BEST_FILE = "run.json", "checkpoint.zip", "model.safetensors", "best.safetensors"
Report = Callable[[dict[str, Any]], None]


def stored_settings(folder: Path) -> dict[str, Any]:
    """The settings of the run in a folder, so that resuming continues it as it was."""
    try:
        return dict(json.loads((folder / RUN_FILE).read_text())["config"])
    except OSError:
        raise RegolithError(f"there is no training run to resume in {folder}") from None
    except (ValueError, KeyError, TypeError):
        raise RegolithError(f"{folder / RUN_FILE} is damaged: start a new run in another folder") from None


class Run:
    """One training run in one folder."""

    def __init__(self, game: Game, folder: Path, config: TrainingConfig, resume: bool = False) -> None:
        self.game = game
        self.learning_game = game.spec.bind(**{**game.options.model_dump(), "rewards": config.rewards})
        self.folder = folder
        self.config = config
        self.pool = Pool(folder / "pool")
        self.history: list[dict[str, Any]] = []
        self.best = -1.0
        self.sittings = 0
        self.resumed = resume
        if resume:
            self._restore()
        elif (folder / RUN_FILE).exists():
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
        self.learner = self._learner()

    def _restore(self) -> None:
        path = self.folder / RUN_FILE
        if not path.exists() or not (self.folder / CHECKPOINT).exists():
            raise RegolithError(f"there is no training run to resume in {self.folder}")
        try:
            stored = json.loads(path.read_text())
            env, options, history = stored["env"], stored["options"], stored["history"]
            self.sittings = stored["sittings"]
        except (ValueError, KeyError, TypeError):
            raise RegolithError(f"{path} is damaged: start a new run in another folder") from None
        if env != self.game.spec.env_id or options != self.game.options.model_dump():
            raise RegolithError(f"the run in {self.folder} is for {env} with {options}, not for {self.game!r}")
        self.history = history
        self.best = max((entry["score"] for entry in history), default=-1.0)
        self.pool.restore()

    def _learner(self) -> Any:
        config = self.config
        set_random_seed(config.seed % 2**32)  # all that NumPy's global generator takes
        torch.set_num_threads(config.torch_threads)
        torch.distributions.Distribution.set_default_validate_args(False)
        if self.resumed:
            try:
                learner = MaskablePPO.load(self.folder / CHECKPOINT, env=self.vec_env, device="cpu")
            except (ValueError, KeyError, EOFError, RuntimeError, zipfile.BadZipFile) as problem:
                raise RegolithError(f"{self.folder / CHECKPOINT} is damaged and cannot be resumed: {problem}") from None
            learner.tensorboard_log = str(self.folder / "tensorboard")
            learner.learning_rate = config.learning_rate
            learner._setup_lr_schedule()
            return learner
        return MaskablePPO(
            "MlpPolicy",
            self.vec_env,
            learning_rate=config.learning_rate,
            n_steps=config.rollout,
            batch_size=min(config.batch, config.rollout * config.envs),
            n_epochs=config.epochs,
            gamma=config.gamma,
            gae_lambda=config.gae_lambda,
            ent_coef=config.entropy,
            policy_kwargs={"net_arch": list(config.hidden), "activation_fn": torch.nn.ReLU},
            tensorboard_log=str(self.folder / "tensorboard"),
            device="cpu",
        )

    def train(self, report: Report = lambda entry: None) -> Model:
        """Learn until the steps or the minutes are up or the user interrupts; everything so far is kept either way."""
        self.folder.mkdir(parents=True, exist_ok=True)
        callback = _Course(self, report)
        left = max(0, self.config.steps - self.learner.num_timesteps)
        with threadpool_limits(self.config.torch_threads):
            try:
                if left:
                    self.learner.learn(left, callback=callback, reset_num_timesteps=not self.resumed, tb_log_name="ppo")
            except KeyboardInterrupt:
                pass
            callback.check_in()
        self.env.close()
        return Model.load(self.folder / BEST_FILE)

    def snapshot(self, **meta: Any) -> Model:
        """The learner as it is now."""
        return export(
            self.learner.policy,
            self.game,
            steps=self.learner.num_timesteps,
            config=self.config.model_dump(),
            git=_git(),
            **meta,
        )

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
        if wilson(int(result.wins), games).low <= fair:
            return False
        self.pool.add(model)
        self.pool.seat(self.env, self.config.seed)
        return True

    def save(self) -> None:
        """The checkpoint for resuming, and the story so far."""
        self.learner.save(self.folder / CHECKPOINT)
        story = {
            "env": self.game.spec.env_id,
            "options": self.game.options.model_dump(),
            "config": self.config.model_dump(),
            "sittings": self.sittings,
            "history": self.history,
        }
        temporary = self.folder / (RUN_FILE + ".part")
        temporary.write_text(json.dumps(story, indent=1))
        temporary.replace(self.folder / RUN_FILE)


class _Course(BaseCallback):
    """Stops in time, evaluates every so often, and tells what share of the time the games took."""

    def __init__(self, run: Run, report: Report) -> None:
        super().__init__()
        self.run = run
        self.report = report
        self.started = time.perf_counter()
        self.spent_before = run.history[-1]["seconds"] if run.history else 0.0
        self.next_check = 0
        self._mark = 0.0
        self._env_mark = 0.0

    def _on_training_start(self) -> None:
        self.next_check = self.num_timesteps + self.run.config.evaluate_every
        self._mark, self._env_mark = time.perf_counter(), self.run.vec_env.seconds

    def _on_step(self) -> bool:
        limit = self.run.config.minutes
        return limit is None or time.perf_counter() - self.started < limit * 60

    def _on_rollout_start(self) -> None:
        entry = {"steps": self.num_timesteps, "seconds": time.perf_counter() - self.started}
        self.report(entry)
        if self.num_timesteps >= self.next_check:
            self.next_check += self.run.config.evaluate_every
            self.check_in()

    def _log(self, entry: dict[str, Any]) -> None:
        """Into TensorBoard, unless nothing was learned at all."""
        if getattr(self, "model", None) is None:
            return
        for name, rate in entry["win_rate"].items():
            self.logger.record(f"eval/win_rate_{name}", rate)
        self.logger.record("time/env_share", entry["env_share"])
        self.logger.record("pool/snapshots", self.run.pool.count)
        self.logger.dump(entry["steps"])

    def check_in(self) -> None:
        """Evaluate, promote, save."""
        run = self.run
        now = time.perf_counter()
        wall, games = now - self._mark, run.vec_env.seconds - self._env_mark
        model = run.snapshot()
        results = run.measure(model)
        promoted = run.promote(model)
        score = min(result.rate for result in results.values())
        entry = {
            "steps": run.learner.num_timesteps,
            "seconds": self.spent_before + now - self.started,
            "env_share": games / wall if wall > 0 else 0.0,
            "score": score,
            "promoted": promoted,
            "win_rate": {name: result.rate for name, result in results.items()},
            "games": run.config.evaluation_games,
        }
        run.history.append(entry)
        model.meta["evaluation"] = entry
        model.save(run.folder / MODEL_FILE)
        if score >= run.best:
            run.best = score
            model.save(run.folder / BEST_FILE)
        self._log(entry)
        run.save()
        self.report(entry)
        self._mark, self._env_mark = time.perf_counter(), run.vec_env.seconds


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
