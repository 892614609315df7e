"""Training runs: the files they leave, resuming, promotion, evaluation on held-out deals, and that they learn."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import polars as pl
import pytest
import torch

from regolith import envs
from regolith.agents import make_agent
from regolith.agents.model import Model
from regolith.agents.statistics import wilson
from regolith.benchmarks import arena, solo
from regolith.envs.core.checks import MAX_SEED
from regolith.envs.core.errors import InvalidOptions, ModelError, RegolithError
from regolith.envs.core.game import Game
from regolith.envs.core.rng import numbered
from regolith.envs.core.vector import VectorEnv, random_actions
from regolith.training import evaluation, ppo
from regolith.training.checkpoint import BEST_FILE, MODEL_FILE, RUN_FILE, Evaluated, load
from regolith.training.config import TrainingConfig
from regolith.training.evaluation import Evaluation, evaluate
from regolith.training.export import PolicyOpponent, best_actions
from regolith.training.pool import BASELINES, SLOTS, Pool
from regolith.training.ppo import Run

from .tiny import GAME, TINY, config, trained


@pytest.fixture(scope="module")
def duel_game() -> Game:
    return envs.game(GAME)


@pytest.fixture(scope="module")
def solo_game() -> Game:
    return envs.game(GAME, players=1)


@pytest.fixture(scope="module", params=["duel", "solo"])
def run(
    request: pytest.FixtureRequest, duel_game: Game, solo_game: Game, tmp_path_factory: pytest.TempPathFactory
) -> Run:
    """A finished tiny run, for two players and for one."""
    game, rewards = (duel_game, "win") if request.param == "duel" else (solo_game, "margin")
    return trained(game, tmp_path_factory.mktemp(request.param) / "run", rewards=rewards)


@pytest.fixture(scope="module")
def finished(duel_game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished tiny run for two; copy it before writing there."""
    folder = tmp_path_factory.mktemp("finished") / "run"
    trained(duel_game, folder)
    return folder


@pytest.fixture
def folder(finished: Path, tmp_path: Path) -> Path:
    """A copy of a finished run."""
    return Path(shutil.copytree(finished, tmp_path / "run"))


@pytest.fixture
def no_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every evaluation is a lost one, at no cost."""
    monkeypatch.setattr(ppo, "evaluate", lambda model, game, opponent, games, seed=0: Evaluation(0.0, games))


def some_views(game: Game, count: int = 64) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Observations and masks of positions that differ."""
    env = VectorEnv(game, count, opponents=None if game.solo else ("random",), seed=3)
    observations, info = env.reset()
    generator, actions = np.array([1, 2, 3, 4], np.uint32), np.zeros(count, np.int64)
    for _ in range(15):
        random_actions(info["action_mask"], generator, actions)
        observations, _, _, _, info = env.step(actions)
    env.close()
    return observations.copy(), info["action_mask"].copy()


def events(folder: Path) -> dict[str, list[tuple[int, float]]]:
    """What TensorBoard would show: (step, value) pairs by tag."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    found: dict[str, list[tuple[int, float]]] = {}
    for file in (folder / "tensorboard").rglob("events.out.tfevents*"):
        accumulator = EventAccumulator(str(file))
        accumulator.Reload()
        for tag in accumulator.Tags()["scalars"]:
            found.setdefault(tag, []).extend((event.step, event.value) for event in accumulator.Scalars(tag))
    return {tag: sorted(pairs) for tag, pairs in found.items()}


def story(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / RUN_FILE).read_text())
    return found


def test_a_run_leaves_its_files(run: Run) -> None:
    names = {path.name for path in run.folder.iterdir()}
    assert names >= {RUN_FILE, MODEL_FILE, BEST_FILE, "tensorboard"}
    assert len([name for name in names if name.startswith("checkpoint-")]) == 2
    assert not list(run.folder.rglob("*.part"))
    assert list((run.folder / "tensorboard").rglob("events.out.tfevents*"))


def test_a_run_tells_its_story(run: Run) -> None:
    stored = story(run.folder)
    assert stored["env"] == run.game.spec.env_id
    assert stored["options"] == run.game.options.model_dump()
    assert TrainingConfig.parse(stored["config"]) == run.config
    history = stored["history"]
    assert [entry["steps"] for entry in history] == [512, 1024]
    wanted = {"solo"} if run.game.solo else {"random", "greedy"}
    for entry in history:
        assert set(entry["win_rate"]) == wanted
        assert all(0.0 <= rate <= 1.0 for rate in entry["win_rate"].values())
        assert entry["score"] == min(entry["win_rate"].values())
        assert entry["games"] == TINY["evaluation_games"]
    assert history[0]["seconds"] < history[1]["seconds"]


def test_the_share_of_the_games_in_the_time_is_recorded(run: Run) -> None:
    assert all(0.0 < entry.env_share < 1.0 for entry in run.history)


def test_the_log_has_the_evaluations(run: Run) -> None:
    scalars = events(run.folder)
    name = "solo" if run.game.solo else "random"
    assert scalars[f"eval/win_rate_{name}"][0][1] == pytest.approx(run.history[0].win_rate[name])
    assert {"time/env_share", "pool/snapshots", "train/loss", "rollout/ep_rew_mean"} <= set(scalars)


def test_every_evaluation_is_in_the_log(run: Run) -> None:
    name = "solo" if run.game.solo else "greedy"
    assert [value for _, value in events(run.folder)[f"eval/win_rate_{name}"]] == [
        pytest.approx(entry.win_rate[name]) for entry in run.history
    ]


def test_the_exported_model_is_the_policy(run: Run) -> None:
    observations, masks = some_views(run.game)
    model = Model.load(run.folder / MODEL_FILE)
    policy = run.learner.policy
    with torch.no_grad():
        tensor = torch.as_tensor(observations)
        latent = policy.mlp_extractor.forward_actor(policy.extract_features(tensor, policy.pi_features_extractor))
        logits = policy.action_net(latent).numpy()
    assert np.allclose(model.logits(observations), logits, atol=1e-4)
    assert np.ptp(logits) > 0
    actions, _ = policy.predict(observations, deterministic=True, action_masks=masks.astype(bool))
    assert (best_actions(model, observations, masks) == actions).all()
    assert masks[np.arange(len(masks)), actions].all()


def test_the_exported_model_knows_where_it_comes_from(run: Run) -> None:
    meta = Model.load(run.folder / MODEL_FILE).meta
    assert meta["env"] == run.game.spec.env_id
    assert meta["options"] == run.game.options.model_dump()
    assert meta["steps"] == 1024
    assert TrainingConfig.parse(meta["config"]) == run.config
    assert meta["evaluation"] == run.history[-1].model_dump()


def test_the_best_model_is_one_of_those_that_scored_best(run: Run) -> None:
    best = Model.load(run.folder / BEST_FILE).meta
    scores = {entry.steps: entry.score for entry in run.history}
    assert scores[best["steps"]] == max(scores.values())


@pytest.mark.parametrize(("scores", "kept"), [([3, 1], 512), ([1, 3], 1024), ([2, 2], 1024)])
def test_a_worse_model_does_not_replace_the_best(
    scores: list[int], kept: int, duel_game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = iter(scores)

    def measure(self: Run, model: Model) -> dict[str, Evaluation]:
        return {"random": Evaluation(float(next(left)), 6), "greedy": Evaluation(6.0, 6)}

    monkeypatch.setattr(Run, "measure", measure)
    monkeypatch.setattr(Run, "promote", lambda self, model: False)
    best = Run(duel_game, tmp_path, config()).train()
    assert best.meta["steps"] == kept
    assert Model.load(tmp_path / MODEL_FILE).meta["steps"] == 1024


def test_a_trained_player_plays_in_the_arena(finished: Path, duel_game: Game) -> None:
    spec = f"ppo:{finished / BEST_FILE}"
    rows = arena.hold(arena.Tournament(duel_game, (spec, "random", f"{spec},sample=1"), deals=2), workers=1)
    assert set(rows["agent"]) == {spec, "random", f"{spec},sample=1"}
    assert rows.height == 3 * 2 * 2 * 2
    again = arena.hold(arena.Tournament(duel_game, (spec, "random", f"{spec},sample=1"), deals=2), workers=1)
    assert rows.drop("run", "seconds").equals(again.drop("run", "seconds"))


def test_a_trained_player_plays_other_options_of_the_same_game(finished: Path) -> None:
    game = envs.game(GAME, map="elysium", intense=True)
    rows = arena.hold(arena.Tournament(game, (f"ppo:{finished / BEST_FILE}", "random"), deals=1), workers=1)
    assert rows.height == 4


def test_a_trained_solo_player_plays_solo(solo_game: Game, tmp_path: Path) -> None:
    trained(solo_game, tmp_path, steps=256, rewards="margin")
    spec = f"ppo:{tmp_path / BEST_FILE}"
    rows = solo.measure(solo_game, [spec], 3, workers=1)
    assert set(rows["agent"]) == {spec}
    with pytest.raises(ModelError, match=r"1 player\(s\)"):
        arena.Tournament(envs.game(GAME), (spec, "random"), 1)


def test_the_same_seed_learns_the_same(finished: Path, duel_game: Game, tmp_path: Path) -> None:
    trained(duel_game, tmp_path)
    one, other = Model.load(finished / MODEL_FILE), Model.load(tmp_path / MODEL_FILE)
    for (matrix, bias), (other_matrix, other_bias) in zip(one.weights, other.weights, strict=True):
        assert np.array_equal(matrix, other_matrix)
        assert np.array_equal(bias, other_bias)
    different = trained(duel_game, tmp_path / "other", seed=1)
    assert not np.array_equal(different.snapshot().weights[0][0], one.weights[0][0])


def test_a_run_is_not_overwritten(folder: Path, duel_game: Game) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(RegolithError, match="--resume"):
        Run(duel_game, folder, config())
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("options", [{"map": "elysium"}, {"players": 1}, {"intense": True}])
def test_a_run_is_not_resumed_with_other_options(options: dict[str, Any], folder: Path) -> None:
    with pytest.raises(RegolithError, match="is for tinyforming_mars_v0"):
        Run(envs.game(GAME, **options), folder, config(), load(folder))


@pytest.mark.parametrize(("key", "words"), [("observation", "observation layout"), ("actions", "action numbers")])
def test_a_run_of_another_layout_is_not_resumed(key: str, words: str, folder: Path, duel_game: Game) -> None:
    saved = load(folder)
    saved = replace(saved, head=saved.head.model_copy(update={key: "0123456789ab"}))
    made = rf"made by another version of the layout of tinyforming_mars_v0 \(its {words} .*\): start a new run"
    with pytest.raises(RegolithError, match=made):
        Run(duel_game, folder, config(), saved)


def test_resuming_goes_on_where_the_run_stopped(folder: Path, duel_game: Game) -> None:
    first, weights = story(folder)["history"], Model.load(folder / MODEL_FILE).weights
    run = Run(duel_game, folder, config(steps=2048), load(folder))
    assert run.learner.num_timesteps == 1024
    assert all(
        np.array_equal(matrix, before) for (matrix, _), (before, _) in zip(run.snapshot().weights, weights, strict=True)
    )
    assert run.best is not None
    assert run.best.meta["evaluation"]["score"] == max(entry["score"] for entry in first)
    run.train()
    history = story(folder)["history"]
    assert history[: len(first)] == first
    assert [entry["steps"] for entry in history] == [512, 1024, 1536, 2048]
    seconds = [entry["seconds"] for entry in history]
    assert seconds == sorted(seconds)
    assert Model.load(folder / MODEL_FILE).meta["steps"] == 2048


@pytest.mark.usefixtures("no_evaluation")
@pytest.mark.parametrize("moved", [False, True], ids=["where it was", "moved"])
def test_a_resumed_run_goes_on_with_its_log(moved: bool, duel_game: Game, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    trained(duel_game, folder)
    if moved:
        folder = folder.rename(tmp_path / "elsewhere")
    Run(duel_game, folder, config(steps=2048), load(folder)).train()
    assert [path.name for path in (folder / "tensorboard").iterdir()] == ["ppo_1"]
    assert [step for step, _ in events(folder)["time/fps"]] == list(range(256, 2049, 256))
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]


def test_resuming_a_finished_run_learns_nothing_more(folder: Path, duel_game: Game) -> None:
    before = Model.load(folder / MODEL_FILE)
    Run(duel_game, folder, config(), load(folder)).train()
    after = Model.load(folder / MODEL_FILE)
    assert after.meta["steps"] == 1024
    assert np.array_equal(before.weights[0][0], after.weights[0][0])


@pytest.mark.usefixtures("no_evaluation")
def test_resuming_from_the_command_line_keeps_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from regolith.cli.app import app

    folder = tmp_path / "run"
    settings = [f"--set={key}={json.dumps(value)}" for key, value in {**TINY, "learning_rate": 0.002}.items()]
    monkeypatch.setattr("sys.argv", ["regolith", "train", GAME, "--out", str(folder), "--steps", "512", *settings])
    app(standalone_mode=False)
    first = story(folder)
    monkeypatch.setattr("sys.argv", ["regolith", "train", GAME, "--out", str(folder), "--steps", "1024", "--resume"])
    app(standalone_mode=False)
    second = story(folder)
    assert second["history"][-1]["steps"] == 1024
    assert second["config"] == {**first["config"], "steps": 1024}
    assert BEST_FILE in capsys.readouterr().out


@pytest.mark.usefixtures("no_evaluation")
def test_resuming_does_not_deal_the_same_games_again(tmp_path: Path, duel_game: Game) -> None:
    run = trained(duel_game, tmp_path / "run")
    used = deals_so_far(run.env)
    assert len(used) > TINY["envs"]
    resumed = Run(duel_game, tmp_path / "run", config(steps=2048), load(tmp_path / "run"))
    assert resumed.env.purpose != run.env.purpose
    resumed.train()
    assert used.isdisjoint(deals_so_far(resumed.env))


@pytest.mark.usefixtures("no_evaluation")
@pytest.mark.parametrize("after", [1, 3])
def test_an_interrupt_keeps_the_model(after: int, duel_game: Game, tmp_path: Path) -> None:
    reports: list[int] = []

    def report(steps: int, seconds: float, evaluated: Evaluated | None) -> None:
        reports.append(steps)
        if len(reports) == after:
            raise KeyboardInterrupt

    model = Run(duel_game, tmp_path, config(steps=100_000, evaluate_every=100_000)).train(report)
    steps = 256 * (after - 1)
    assert model.meta["steps"] == steps
    assert [entry["steps"] for entry in story(tmp_path)["history"]] == [steps]
    assert Model.load(tmp_path / MODEL_FILE).meta["steps"] == steps
    resumed = Run(duel_game, tmp_path, config(steps=steps + 256), load(tmp_path))
    resumed.train()
    assert resumed.learner.num_timesteps == steps + 256


@pytest.mark.usefixtures("no_evaluation")
def test_a_run_ends_when_its_minutes_are_up(duel_game: Game, tmp_path: Path) -> None:
    model = Run(duel_game, tmp_path, config(steps=10**9, minutes=1e-9)).train()
    assert model.meta["steps"] <= TINY["envs"] * TINY["rollout"]


class Played:
    """In place of a vector env: games whose ends and results are written down beforehand."""

    script: tuple[dict[int, float], ...] = ()
    made: ClassVar[list[dict[str, Any]]] = []

    def __init__(self, game: Game, num_envs: int, opponents: Any, seed: int, purpose: str, copy: bool) -> None:
        self.num_envs, self.turn = num_envs, 0
        Played.made.append({"games": num_envs, "opponents": opponents, "seed": seed, "purpose": purpose})

    def reset(self) -> Any:
        return np.zeros((self.num_envs, 3), np.float32), {"action_mask": np.ones((self.num_envs, 2), np.int8)}

    def step(self, actions: Any) -> Any:
        ends = Played.script[self.turn]
        self.turn += 1
        ended = np.array([i in ends for i in range(self.num_envs)])
        info = {"action_mask": np.ones((self.num_envs, 2), np.int8)}
        if ended.any():
            info["win_share"] = np.array([ends.get(i, 0.0) for i in range(self.num_envs)])
        late = np.zeros(self.num_envs, bool) if self.turn % 2 else ended
        return np.zeros((self.num_envs, 3), np.float32), None, ended & ~late, late, info

    def close(self) -> None:
        pass


NO_MODEL = Model([(np.zeros((2, 3), np.float32), np.zeros(2, np.float32))], "relu", {})


def test_an_evaluation_counts_each_game_once_and_a_draw_as_half(
    duel_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluation, "VectorEnv", Played)
    monkeypatch.setattr(Played, "made", [])
    monkeypatch.setattr(Played, "script", ({0: 1.0}, {}, {0: 0.0, 1: 0.5}, {0: 1.0, 1: 1.0}, {2: 0.0, 3: 1.0, 0: 1.0}))
    result = evaluate(NO_MODEL, duel_game, "greedy", 4, seed=5)
    assert result == Evaluation(2.5, 4)
    assert result.rate == 0.625
    assert result.interval == wilson(2.5, 4)
    assert result.interval.low > wilson(2, 4).low
    assert Played.made == [{"games": 4, "opponents": ("greedy",), "seed": 5, "purpose": "evaluation"}]


def test_a_solo_evaluation_has_no_opponents(solo_game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "VectorEnv", Played)
    monkeypatch.setattr(Played, "made", [])
    monkeypatch.setattr(Played, "script", ({0: 1.0, 1: 0.0},))
    assert evaluate(NO_MODEL, solo_game, None, 2) == Evaluation(1.0, 2)
    assert Played.made[0]["opponents"] is None


def test_an_evaluation_is_repeatable(run: Run) -> None:
    model = Model.load(run.folder / MODEL_FILE)
    opponent = None if run.game.solo else "random"
    assert evaluate(model, run.game, opponent, 20, 4) == evaluate(model, run.game, opponent, 20, 4)


def deals_so_far(env: VectorEnv) -> set[int]:
    """Every deal that an env has used since its stream began."""
    lanes = env._lanes[0]
    return {
        int(numbered(lanes.keys[0], i, episode))
        for i, last in enumerate(lanes.episodes)
        for episode in range(int(last) + 1)
    }


@pytest.mark.parametrize("seed", [0, 12345, 1 << 40, MAX_SEED])
def test_evaluation_deals_are_never_training_deals(
    seed: int, duel_game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held_out: set[int] = set()

    class Watched(VectorEnv):
        def close(self, **kwargs: Any) -> None:
            held_out.update(deals_so_far(self))
            super().close(**kwargs)

    monkeypatch.setattr(evaluation, "VectorEnv", Watched)
    run = Run(duel_game, tmp_path, config(steps=256, evaluation_games=2, seed=seed))
    run.train()
    assert len(held_out) > 4
    assert held_out.isdisjoint(deals_so_far(run.env))


def promotions(
    results: list[float], duel_game: Game, folder: Path, monkeypatch: pytest.MonkeyPatch, games: int = 100
) -> tuple[Run, list[bool], list[Any]]:
    """What `promote` says to a series of results, and whom the model met."""
    left, met = iter(results), []

    def play(model: Model, game: Game, opponent: Any, count: int, seed: int = 0) -> Evaluation:
        met.append(opponent)
        return Evaluation(next(left), count)

    monkeypatch.setattr(ppo, "evaluate", play)
    run = Run(duel_game, folder, config(evaluation_games=games))
    return run, [run.promote(run.snapshot(number=number)) for number in range(len(results))], met


def test_a_model_is_frozen_once_it_surely_beats_the_last_frozen_one(
    duel_game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    least = next(wins / 2 for wins in range(201) if wilson(wins / 2, 100).low > 0.5)
    assert least == 60.0
    results = [50.0, least - 0.5, least, least - 1.0, 100.0]
    run, said, met = promotions(results, duel_game, tmp_path, monkeypatch)
    assert said == [False, False, True, False, True]
    assert met[:3] == ["random"] * 3
    assert all(isinstance(opponent, PolicyOpponent) for opponent in met[3:])
    assert [model.meta["number"] for model in run.pool.snapshots] == [2, 4]
    assert met[3]._model.meta["number"] == met[4]._model.meta["number"] == 2
    assert run.pool.count == 2
    assert sum(isinstance(policy, PolicyOpponent) for policy in run.env._policies) == 2


def test_half_wins_count_in_a_promotion(duel_game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert wilson(54, 90).low < 0.5 < wilson(54.5, 90).low
    _, said, _ = promotions([54.0, 54.5], duel_game, tmp_path, monkeypatch, games=90)
    assert said == [False, True]


def test_few_games_prove_nothing(duel_game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, said, _ = promotions([3.0], duel_game, tmp_path, monkeypatch, games=3)
    assert said == [False]


def test_a_solo_run_freezes_nothing(solo_game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ppo, "evaluate", lambda *given, **more: Evaluation(6.0, 6))
    run = Run(solo_game, tmp_path, config())
    assert run.promote(run.snapshot()) is False
    assert run.pool.count == 0


class Seats:
    """In place of a vector env: notes the opponents it is given."""

    def set_opponents(self, opponents: list[Any], weights: list[float]) -> None:
        self.opponents, self.weights = opponents, weights


@pytest.mark.parametrize("count", [0, 1, 3, SLOTS, SLOTS + 2])
def test_the_pool_always_has_the_same_slots(count: int) -> None:
    pool, seats = Pool(), Seats()
    for number in range(count):
        pool.add(Model(NO_MODEL.weights, "relu", {"number": number}))
    pool.seat(seats, seed=1)  # type: ignore[arg-type]
    assert len(seats.opponents) == len(seats.weights) == len(BASELINES) + SLOTS
    assert seats.opponents[:2] == ["random", "greedy"]
    used = min(count, SLOTS)
    frozen = seats.opponents[2 : 2 + used]
    assert [opponent._model.meta["number"] for opponent in frozen] == list(range(count))[-SLOTS:]
    assert seats.opponents[2 + used :] == ["greedy"] * (SLOTS - used)
    assert seats.weights[:2] == [0.1, 0.4]
    assert seats.weights[2:] == pytest.approx([0.5 / used] * used + [0.0] * (SLOTS - used) if used else [0.0] * SLOTS)


def test_a_frozen_opponent_draws_legal_actions_and_not_always_the_same() -> None:
    opponent = PolicyOpponent(NO_MODEL, seed=1)
    observations = np.zeros((200, 3), np.float32)
    masks = np.ones((200, 2), np.int8)
    masks[:50, 0] = 0
    actions = opponent(observations, masks)
    assert (actions[:50] == 1).all()
    assert set(actions[50:]) == {0, 1}
    assert (PolicyOpponent(NO_MODEL, seed=1)(observations, masks) == actions).all()


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"steps": 0}, "steps"),
        ({"steps": -5}, "steps"),
        ({"steps": "many"}, "steps"),
        ({"minutes": 0}, "minutes"),
        ({"envs": 0}, "envs"),
        ({"envs": 10**6}, "envs"),
        ({"rollout": 0}, "rollout"),
        ({"batch": 1}, "batch"),
        ({"epochs": 0}, "epochs"),
        ({"learning_rate": -1e-3}, "learning_rate"),
        ({"entropy": -0.1}, "entropy"),
        ({"gamma": 1.5}, "gamma"),
        ({"gae_lambda": 0}, "gae_lambda"),
        ({"hidden": "wide"}, "hidden"),
        ({"hidden": [0]}, "hidden"),
        ({"hidden": [-4]}, "hidden"),
        ({"evaluate_every": 0}, "evaluate_every"),
        ({"evaluation_games": 0}, "evaluation_games"),
        ({"rewards": "praise"}, "rewards"),
        ({"evaluation_games": 10**6}, "evaluation_games"),
        ({"seed": -1}, "seed"),
        ({"seed": 10**20}, "seed"),
        ({"seed": True}, "seed"),
        ({"seed": 1.0}, "seed"),
        ({"threads": 0}, "threads"),
        ({"threads": 10**6}, "threads"),
        ({"torch_threads": 0}, "torch_threads"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_wrong_settings_are_refused_in_one_line(given: dict[str, Any], word: str) -> None:
    with pytest.raises(InvalidOptions, match=word) as caught:
        TrainingConfig.parse(given)
    assert "\n" not in str(caught.value)


def test_settings_can_be_stored_and_read_again() -> None:
    chosen = config(minutes=1.5, hidden=(8, 4))
    assert TrainingConfig.parse(json.loads(json.dumps(chosen.model_dump()))) == chosen


def altered(path: Path, change: Callable[[Model], None]) -> str:
    """A spec for a model that differs in one thing."""
    model = Model.load(path)
    change(model)
    return f"ppo:{model.save(path.with_name('altered.safetensors'))}"


def test_an_unaltered_model_is_accepted(folder: Path, duel_game: Game) -> None:
    make_agent(altered(folder / MODEL_FILE, lambda model: None)).check(duel_game)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda model: model.meta.update(env="tinyforming_mars_v9"), "tinyforming_mars_v9"),
        (lambda model: model.meta.update(observation="0" * 16), "observation layout"),
        (lambda model: model.meta.update(actions="0" * 16), "action numbers"),
        (lambda model: model.meta["options"].update(players=1), r"1 player\(s\)"),
        (lambda model: model.meta.pop("env"), "env"),
        (lambda model: model.meta.pop("observation"), "observation: Field required"),
        (lambda model: model.meta.pop("options"), "options"),
        (lambda model: model.meta.update(options=None), "options"),
        (lambda model: model.weights.__setitem__(0, (np.zeros((16, 5), np.float32), model.weights[0][1])), "altered"),
        (
            lambda model: model.weights.__setitem__(-1, (np.zeros((7, 16), np.float32), np.zeros(7, np.float32))),
            "altered",
        ),
    ],
    ids=[
        "version",
        "observation",
        "actions",
        "players",
        "no env",
        "no observation",
        "no options",
        "null",
        "input",
        "output",
    ],
)
def test_a_model_for_something_else_is_refused(
    change: Callable[[Model], None], words: str, folder: Path, duel_game: Game
) -> None:
    spec = altered(folder / MODEL_FILE, change)
    with pytest.raises(ModelError, match=words) as caught:
        arena.Tournament(duel_game, (spec, "random"), 1)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "head", ["[]", "7", "{}", "null", '{"format": "regolith-model-1", "layers": 2}', '{"format": "regolith-model-9"}']
)
def test_a_model_file_with_another_head_is_refused(head: str, folder: Path) -> None:
    from safetensors.numpy import load_file, save_file

    save_file(load_file(folder / MODEL_FILE), folder / "head.safetensors", metadata={"regolith": head})
    with pytest.raises(ModelError, match=r"head\.safetensors"):
        make_agent(f"ppo:{folder / 'head.safetensors'}")


def test_a_truncated_model_file_is_refused(folder: Path) -> None:
    path = folder / MODEL_FILE
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(ModelError, match="not a Regolith model"):
        make_agent(f"ppo:{path}")


def test_training_beats_random_where_an_untrained_net_does_not(duel_game: Game, tmp_path: Path) -> None:
    quick = TrainingConfig.parse(
        {
            "steps": 40_000,
            "envs": 64,
            "rollout": 32,
            "batch": 512,
            "hidden": (64,),
            "learning_rate": 2e-3,
            "rewards": "margin",
            "evaluate_every": 10**6,
            "evaluation_games": 50,
        }
    )
    run = Run(duel_game, tmp_path, quick)
    before = evaluate(run.snapshot(), duel_game, "random", 200, seed=9)
    run.train()
    after = evaluate(run.snapshot(), duel_game, "random", 200, seed=9)
    assert after.interval.low > before.interval.high
    assert after.rate > 0.75
    spec = f"ppo:{tmp_path / BEST_FILE}"
    rows = arena.hold(arena.Tournament(duel_game, (spec, "random"), deals=20), workers=1)
    assert rows.filter(pl.col("agent") == spec)["win"].mean() > 0.7
