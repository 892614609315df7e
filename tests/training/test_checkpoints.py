"""Checkpoints: the learner goes on as it was, no code is read, broken ones are refused, and the folder agrees with the one that is used."""

from __future__ import annotations

import ast
import json
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import regolith.agents
import regolith.training
from regolith import envs
from regolith.agents.model import Model
from regolith.envs.core.checks import MAX_SEED
from regolith.envs.core.errors import InvalidOptions, RegolithError
from regolith.envs.core.game import Game
from regolith.training import course, ppo
from regolith.training.checkpoint import BEST_FILE, MODEL_FILE, PICKLED, RUN_FILE, load
from regolith.training.evaluation import Evaluation
from regolith.training.export import PolicyOpponent
from regolith.training.pool import SLOTS, Pool
from regolith.training.ppo import Run

from .tiny import GAME, TINY, Tensors, alter, config, trained

Fault = Callable[[dict[str, Any], Tensors], Any]


@pytest.fixture(scope="module")
def game() -> Game:
    return envs.game(GAME)


@pytest.fixture(scope="module")
def finished(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that has frozen an opponent at every evaluation: after 512 and 1,024 decisions."""
    folder = tmp_path_factory.mktemp("finished") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ppo, "evaluate", always_won)
        trained(game, folder)
    return folder


@pytest.fixture
def folder(finished: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(finished, tmp_path / "run"))


def always_won(model: Model, game: Game, opponent: Any, games: int, seed: int = 0) -> Evaluation:
    return Evaluation(float(games), games)


def checkpoints(folder: Path) -> list[Path]:
    """The oldest first."""
    return sorted(folder.glob("checkpoint-*.safetensors"))


def optimiser(run: Run) -> dict[str, Any]:
    found: dict[str, Any] = run.learner.policy.optimizer.state_dict()
    return found


def test_a_resumed_learner_is_the_one_that_was_saved(game: Game, tmp_path: Path) -> None:
    before = trained(game, tmp_path, learning_rate=0.003, epochs=2)
    after = Run(game, tmp_path, before.config, load(tmp_path))
    old, new = before.learner, after.learner
    weights = old.policy.state_dict()
    assert weights.keys() == new.policy.state_dict().keys()
    assert all(torch.equal(weights[name], value) for name, value in new.policy.state_dict().items())
    assert optimiser(before)["param_groups"] == optimiser(after)["param_groups"]
    moments = optimiser(before)["state"]
    assert moments.keys() == optimiser(after)["state"].keys() == set(range(len(list(old.policy.parameters()))))
    for number, kept in optimiser(after)["state"].items():
        assert kept.keys() == moments[number].keys() == {"step", "exp_avg", "exp_avg_sq"}
        assert all(torch.equal(value, moments[number][key]) for key, value in kept.items())
        assert kept["exp_avg"].abs().max() > 0
    assert new.num_timesteps == old.num_timesteps == 1024
    assert new._n_updates == old._n_updates == 8
    for name in ("n_steps", "batch_size", "n_epochs", "gamma", "gae_lambda", "ent_coef", "vf_coef", "max_grad_norm"):
        assert getattr(new, name) == getattr(old, name)
    for left in (1.0, 0.5, 0.0):
        assert new.lr_schedule(left) == old.lr_schedule(left) == 0.003
        assert new.clip_range(left) == old.clip_range(left) == 0.2


def test_one_more_update_is_the_same_before_and_after(game: Game, tmp_path: Path) -> None:
    """The same rollout moves both learners to the same weights: nothing that an update uses was lost."""
    one = trained(game, tmp_path)
    other = Run(game, tmp_path, one.config, load(tmp_path))
    for run in (one, other):
        run.learner.rollout_buffer = one.learner.rollout_buffer
        run.learner.set_logger(one.learner.logger)
        np.random.seed(5)
        run.learner.train()
    before = Model.load(tmp_path / MODEL_FILE).weights[0][0]
    assert not np.array_equal(one.snapshot().weights[0][0], before)
    for name, value in one.learner.policy.state_dict().items():
        assert torch.equal(value, other.learner.policy.state_dict()[name])


def test_a_learner_that_was_never_updated_is_resumed(game: Game, tmp_path: Path) -> None:
    run = Run(game, tmp_path, config())
    run.save(tmp_path)
    assert optimiser(Run(game, tmp_path, config(), load(tmp_path)))["state"] == {}


def test_each_sitting_draws_other_numbers_and_the_same_ones_again(folder: Path, game: Game) -> None:
    def draw() -> tuple[float, float]:
        Run(game, folder, config(), load(folder))
        return float(torch.rand(1)), float(np.random.random())

    first = draw()
    assert draw() == first
    run = Run(game, folder, config(), load(folder))
    run.save(folder)
    assert draw() != first


@pytest.mark.parametrize("seed", [0, 2**32, MAX_SEED])
def test_every_seed_can_be_learned_with(seed: int, game: Game, tmp_path: Path) -> None:
    Run(game, tmp_path, config(seed=seed))


class Trap:
    """Unpickling this would be noticed."""

    def __reduce__(self) -> Any:
        return pytest.fail, ("code was run",)


def test_no_pickle_is_read(folder: Path, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / PICKLED).write_bytes(pickle.dumps(Trap()))
    for name in ("pickle.load", "pickle.loads", "pickle.Unpickler", "torch.load", "sb3_contrib.MaskablePPO.load"):
        monkeypatch.setattr(name, lambda *given, **more: pytest.fail("something was unpickled"))
    Run(game, folder, config(steps=1280), load(folder)).train()
    for path in checkpoints(folder):
        path.write_bytes(pickle.dumps(Trap()))
    with pytest.raises(RegolithError, match="damaged"):
        load(folder)


def test_no_code_that_unpickles_is_there() -> None:
    folders = [Path(next(iter(package.__path__))) for package in (regolith.agents, regolith.training)]
    for path in (path for folder in folders for path in folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, (ast.Import, ast.ImportFrom)) else []
            assert not {"pickle", "cloudpickle", "dill", "joblib"} & set(names), path
            if isinstance(node, ast.Attribute) and node.attr in ("load", "save", "set_parameters"):
                assert ast.unparse(node.value) not in ("torch", "MaskablePPO", "learner", "self.learner"), path


def test_a_run_of_an_earlier_version_is_not_resumed(game: Game, tmp_path: Path) -> None:
    (tmp_path / PICKLED).write_bytes(pickle.dumps(Trap()))
    (tmp_path / RUN_FILE).write_text("{}")
    with pytest.raises(RegolithError, match="earlier version") as caught:
        load(tmp_path)
    assert "new run in another folder" in str(caught.value)
    with pytest.raises(RegolithError, match="holds a training run already"):
        Run(game, tmp_path, config())


@pytest.mark.parametrize("left", [[], ["checkpoint-000001.safetensors.part"], ["tensorboard", "notes.txt"]])
def test_before_the_first_save_there_is_nothing_to_resume(left: list[str], game: Game, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with pytest.raises(RegolithError, match="nothing was saved there yet"):
        load(folder)
    folder.mkdir()
    for name in left:
        (folder / name).write_text("half of something")
    with pytest.raises(RegolithError, match="start it without --resume"):
        load(folder)
    if "tensorboard" not in left:
        trained(game, folder, steps=256)
        assert load(folder).head.steps == 256


def test_a_run_is_saved_before_it_learns(game: Game, tmp_path: Path) -> None:
    seen: list[int] = []

    def report(*given: Any) -> None:
        seen.append(load(tmp_path).head.steps)
        raise KeyboardInterrupt

    Run(game, tmp_path, config()).train(report)
    assert seen[0] == 0


def test_a_run_saves_itself_every_minute(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def saved_steps(folder: Path, **changes: Any) -> list[int]:
        seen: list[int] = []

        def report(steps: int, seconds: float, evaluated: Any) -> None:
            if evaluated is None:
                seen.append(load(folder).head.steps)

        Run(game, folder, config(steps=1280, evaluate_every=10**6, **changes)).train(report)
        return seen

    assert course.SAVE_EVERY == 60.0
    assert saved_steps(tmp_path / "one") == [0, 0, 0, 0, 0]
    monkeypatch.setattr(course, "SAVE_EVERY", 0.0)
    assert saved_steps(tmp_path / "other") == [0, 0, 256, 512, 768]


def test_the_last_two_checkpoints_are_kept(folder: Path, game: Game) -> None:
    run = Run(game, folder, config(), load(folder))
    for _ in range(3):
        run.save(folder)
        numbers = [int(path.stem[11:]) for path in checkpoints(folder)]
        assert numbers == [run.saves - 1, run.saves]


FAULTS: dict[str, Fault] = {
    "text is empty": lambda head, tensors: "",
    "text is a list": lambda head, tensors: "[]",
    "text is deep": lambda head, tensors: '{"config":' * 10**5,
    "another format": lambda head, tensors: head.update(format="regolith-checkpoint-9"),
    "a strange entry": lambda head, tensors: head.update(extra=1),
    "settings are a list": lambda head, tensors: head.update(config=[]),
    "settings out of range": lambda head, tensors: head["config"].update(envs=10**9),
    "settings of a wrong type": lambda head, tensors: head["config"].update(hidden="wide"),
    "settings nested": lambda head, tensors: head["config"].update(steps={"a": {"b": []}}),
    "settings that do not exist": lambda head, tensors: head["config"].update(colour="red"),
    "an absurd network": lambda head, tensors: head["config"].update(hidden=[10**9]),
    "too many layers": lambda head, tensors: head["config"].update(hidden=[2] * 1000),
    "negative steps": lambda head, tensors: head.update(steps=-1),
    "steps beyond all numbers": lambda head, tensors: head.update(steps=10**400),
    "steps are a text": lambda head, tensors: head.update(steps="many"),
    "seconds are NaN": lambda head, tensors: json.dumps(head).replace('"seconds": 0', '"seconds": NaN', 1),
    "seconds are infinite": lambda head, tensors: head.update(seconds=float("inf")),
    "history is a text": lambda head, tensors: head.update(history="long"),
    "history with junk": lambda head, tensors: head["history"].append({"steps": [[]]}),
    "history of other types": lambda head, tensors: head["history"][0].update(promoted="yes"),
    "scores out of range": lambda head, tensors: head["history"][0].update(score=1.5),
    "more frozen than there are": lambda head, tensors: head.update(frozen=5),
    "too many snapshots": lambda head, tensors: head.update(frozen=99, snapshots=head["snapshots"] * 9),
    "a snapshot of absurd depth": lambda head, tensors: head["snapshots"][0].update(layers=10**9),
    "a snapshot without options": lambda head, tensors: head["snapshots"][0].pop("options"),
    "best is a number": lambda head, tensors: head.update(best=1),
    "best is forgotten": lambda head, tensors: head.update(best=None),
    **{
        f"no {name}": lambda head, tensors, name=name: head.pop(name)  # type: ignore[misc]
        for name in (
            "format",
            "env",
            "options",
            "config",
            "sittings",
            "steps",
            "updates",
            "history",
            "snapshots",
            "best",
        )
    },
    "NaN weights": lambda head, tensors: tensors["learner.policy.action_net.bias"].fill(np.nan),
    "infinite moments": lambda head, tensors: tensors["learner.adam.action_net.bias.exp_avg"].fill(np.inf),
    "infinite snapshot": lambda head, tensors: tensors["pool.0.0.weight"].fill(np.inf),
    "overflowing best": lambda head, tensors: tensors["best.0.weight"].fill(3e38),
    "a snapshot of wrong rank": lambda head, tensors: tensors.update({"pool.0.0.weight": np.zeros(3, np.float32)}),
    "a snapshot missing": lambda head, tensors: tensors.pop("pool.0.1.bias"),
    "a strange tensor": lambda head, tensors: tensors.update(strange=np.zeros(3, np.float32)),
}
MISFITS: dict[str, Fault] = {
    "a weight missing": lambda head, tensors: tensors.pop("learner.policy.value_net.bias"),
    "a weight too many": lambda head, tensors: tensors.update({"learner.policy.x": np.zeros(1, np.float32)}),
    "a weight of wrong rank": lambda head, tensors: tensors.update(
        {"learner.policy.action_net.bias": np.zeros((1, 182), np.float32)}
    ),
    "a weight of wrong size": lambda head, tensors: tensors.update(
        {"learner.policy.action_net.bias": np.zeros(181, np.float32)}
    ),
    "a moment missing": lambda head, tensors: tensors.pop("learner.adam.action_net.bias.exp_avg"),
    "a moment of wrong size": lambda head, tensors: tensors.update(
        {"learner.adam.action_net.bias.exp_avg": np.zeros(3, np.float32)}
    ),
    "a moment without a step": lambda head, tensors: tensors.pop("learner.adam.action_net.bias.step"),
    "a negative step": lambda head, tensors: tensors["learner.adam.action_net.bias.step"].fill(-1.0),
    "a negative square": lambda head, tensors: tensors["learner.adam.action_net.bias.exp_avg_sq"].fill(-1.0),
    "no learner": lambda head, tensors: [tensors.pop(name) for name in list(tensors) if name.startswith("learner.")],
    "another width in the settings": lambda head, tensors: head["config"].update(hidden=[17]),
    "another layout": lambda head, tensors: head.update(observation="0" * 16),
    "another game": lambda head, tensors: head.update(env="chess_v0"),
    "other options": lambda head, tensors: head["options"].update(map="elysium"),
    "options of another kind": lambda head, tensors: head.update(options={"a": [{"b": "\n" * 1000}]}),
    "a snapshot of another game": lambda head, tensors: head["snapshots"][0].update(env="chess_v0"),
    "a best model of other sizes": lambda head, tensors: tensors.update(
        {"best.0.weight": np.zeros((16, 3), np.float32)}
    ),
    "a memory that no machine has": lambda head, tensors: head["config"].update(envs=65536, rollout=10**6),
}
BYTES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "text": lambda data: b"a shopping list",
    "zeros": lambda data: bytes(len(data)),
    "cut": lambda data: data[:-1],
    "half": lambda data: data[: len(data) // 2],
    "longer": lambda data: data + b"more",
    "one bit": lambda data: data[:-9] + bytes([data[-9] ^ 4]) + data[-8:],
    "no checksum": lambda data: data.replace(b'"crc32"', b'"crc31"'),
    "a huge header": lambda data: (2**40).to_bytes(8, "little") + data[8:],
}


def one_line(problem: RegolithError) -> None:
    assert "new run in another folder" in str(problem)
    assert "\n" not in str(problem)
    assert len(str(problem)) < 1500


def plant(path: Path, fault: str) -> None:
    """Spoil a file in a way that is listed here."""
    if fault in BYTES:
        path.write_bytes(BYTES[fault](path.read_bytes()))
    else:
        alter(path, (FAULTS | MISFITS)[fault])


@pytest.mark.parametrize("fault", [*FAULTS, *BYTES])
def test_a_damaged_checkpoint_gives_way_to_the_one_before(fault: str, folder: Path) -> None:
    before, newest = checkpoints(folder)
    plant(newest, fault)
    found = load(folder)
    assert (found.number, newest.name in found.warning, before.name in found.warning) == (
        int(before.stem[11:]),
        True,
        True,
    )
    assert "\n" not in found.warning
    plant(before, fault)
    with pytest.raises(RegolithError) as caught:
        load(folder)
    one_line(caught.value)


@pytest.mark.parametrize("fault", MISFITS)
def test_a_checkpoint_that_does_not_fit_is_refused(fault: str, folder: Path, game: Game) -> None:
    alter(checkpoints(folder)[-1], MISFITS[fault])

    def resumed() -> None:
        saved = load(folder)
        assert not saved.warning
        Run(game, folder, saved.head.config, saved)

    with pytest.raises(RegolithError) as caught:
        resumed()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 1500


def test_a_sound_checkpoint_is_read(folder: Path) -> None:
    alter(checkpoints(folder)[-1], lambda head, tensors: None)
    assert load(folder).warning == ""


def test_a_damaged_checkpoint_is_replaced_and_the_good_one_kept(folder: Path, game: Game) -> None:
    before, newest = checkpoints(folder)
    newest.write_bytes(b"")
    run = Run(game, folder, config(), load(folder))
    run.save(folder)
    assert checkpoints(folder) == [before, newest]
    assert load(folder).number == int(newest.stem[11:])


def test_the_folder_agrees_with_the_checkpoint_that_is_used(
    folder: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last evaluation is lost with its checkpoint: so are the opponent that it froze, its model and its story."""
    assert sorted(path.name for path in (folder / "pool").iterdir()) == ["001.safetensors", "002.safetensors"]
    checkpoints(folder)[-1].write_bytes(b"damaged")
    saved = load(folder)
    assert (saved.head.steps, len(saved.head.history), saved.head.frozen) == (1024, 1, 1)
    monkeypatch.setattr(ppo, "evaluate", lambda model, game, opponent, games, seed=0: Evaluation(0.0, games))
    run = Run(game, folder, config(), saved)
    assert sum(isinstance(policy, PolicyOpponent) for policy in run.env._policies) == 1
    run.save(folder)
    assert [path.name for path in (folder / "pool").iterdir()] == ["001.safetensors"]
    assert Model.load(folder / BEST_FILE).meta["steps"] == 512
    assert "evaluation" not in Model.load(folder / MODEL_FILE).meta
    assert len(json.loads((folder / RUN_FILE).read_text())["history"]) == 1


def published(folder: Path) -> dict[str, Any]:
    """The models in a run's folder, by file."""
    files = [path for path in folder.rglob("*.safetensors") if "checkpoint" not in path.name]
    models = {str(path.relative_to(folder)): Model.load(path) for path in files}
    return {name: (model.head(), [a.tolist() for a in model.tensors().values()]) for name, model in models.items()}


@pytest.mark.parametrize("lost", ["pool", BEST_FILE, MODEL_FILE, RUN_FILE])
@pytest.mark.parametrize("how", ["gone", "damaged"])
def test_what_is_written_for_people_is_not_read(lost: str, how: str, folder: Path, game: Game) -> None:
    wanted = published(folder)
    for path in sorted((folder / lost).iterdir()) if lost == "pool" else [folder / lost]:
        path.unlink()
        if how == "damaged":
            path.write_text("[" * 10**5)
    run = Run(game, folder, config(), load(folder))
    run.save(folder)
    assert published(folder) == wanted
    assert len(json.loads((folder / RUN_FILE).read_text())["history"]) == 2


def test_resuming_keeps_the_pool(folder: Path, game: Game) -> None:
    run = Run(game, folder, config(steps=1280), load(folder))
    assert (run.pool.count, len(run.pool.snapshots)) == (2, 2)
    assert [model.meta["steps"] for model in run.pool.snapshots] == [512, 1024]
    assert sum(isinstance(policy, PolicyOpponent) for policy in run.env._policies) == 2


def test_a_long_pool_keeps_all_files_but_plays_the_last(folder: Path, game: Game) -> None:
    run = Run(game, folder, config(), load(folder))
    for number in range(10):
        run.pool.add(run.snapshot(number=number))
    run.save(folder)
    assert len(list((folder / "pool").iterdir())) == 2 + SLOTS
    again = Run(game, folder, config(), load(folder))
    assert again.pool.count == 12
    assert [model.meta["number"] for model in again.pool.snapshots] == list(range(10 - SLOTS, 10))
    again.pool.add(again.snapshot(number=10))
    again.save(folder)
    assert Model.load(folder / "pool" / "013.safetensors").meta["number"] == 10


def test_only_numbered_snapshots_are_removed(folder: Path) -> None:
    model = Model.load(folder / MODEL_FILE)
    for name in ("007.safetensors", "mine.safetensors", "7.txt"):
        (folder / "pool" / name).write_bytes(b"")
    Pool(1, [model]).write(folder / "pool")
    assert sorted(path.name for path in (folder / "pool").iterdir()) == ["001.safetensors", "7.txt", "mine.safetensors"]


def test_the_network_of_a_run_cannot_change(folder: Path, game: Game) -> None:
    with pytest.raises(InvalidOptions, match=r"hidden is \[16\]"):
        Run(game, folder, config(hidden=(16, 16)), load(folder))


@pytest.mark.parametrize(
    "changes", [{"envs": 4}, {"rollout": 16}, {"batch": 32}, {"learning_rate": 0.1}, {"gamma": 0.9}]
)
def test_other_settings_of_a_run_can(changes: dict[str, Any], folder: Path, game: Game) -> None:
    run = Run(game, folder, config(steps=1152, **changes), load(folder))
    run.train()
    assert load(folder).head.config == run.config
    assert run.learner.num_timesteps >= 1152


def test_evaluations_go_on_in_step(folder: Path, game: Game) -> None:
    """A run that is resumed often is evaluated as often as one that is not."""
    for steps in (1280, 1536, 1792, 2048):
        saved = load(folder)
        run = Run(game, folder, config(steps=steps), saved)
        run.history = [entry for entry in run.history if entry.steps % 512 == 0]
        run.train()
    assert {512, 1024, 1536, 2048} <= {entry.steps for entry in load(folder).head.history}


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 3e38])
def test_learning_that_diverges_ends_in_one_line(number: float, game: Game, tmp_path: Path) -> None:
    run = Run(game, tmp_path, config(steps=2048))
    update = run.learner.train

    def explode() -> None:
        update()
        with torch.no_grad():
            run.learner.policy.action_net.weight.fill_(number)

    run.learner.train = explode
    with pytest.raises(RegolithError, match=r"diverged.*learning_rate"):
        run.train()
    saved = load(tmp_path)
    assert all(np.isfinite(array).all() for array in saved.learner.values())


def test_the_settings_of_tests_are_settings(folder: Path) -> None:
    assert load(folder).head.config.model_dump(include=set(TINY)) == TINY
