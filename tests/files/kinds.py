"""Every kind of file that the suite reads: how to make one, how to break one so that its checksum still fits, how to use one.

A new kind is one more class, named in `KINDS`.
"""

from __future__ import annotations

import io
import json
import random
import tomllib
import zlib
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import numpy as np
import polars as pl
import safetensors.numpy
from rich.console import Console

from regolith import envs
from regolith.agents import Decisions, make_agent
from regolith.agents.kernel_players import GreedyAgent
from regolith.agents.model import Model, fingerprint
from regolith.agents.plan.ladder import Ladder
from regolith.agents.tensor_files import KEY, write_tensors
from regolith.benchmarks import arena, optimum, parallel, parquet, results, solo, tune, tuning_files
from regolith.benchmarks.optimum_report import write_optimum_report
from regolith.benchmarks.tables import ARENA_SCHEMA, OPTIMUM_SCHEMA, SOLO_SCHEMA
from regolith.benchmarks.tuning_files import STATE_FILE
from regolith.cli.terminal import print_arena, print_solo
from regolith.envs.core.game import Game
from regolith.envs.core.replay import MAGIC, Replay
from regolith.envs.core.weights import Place, grouped
from regolith.envs.terror_below.deck import FOLDER, SHIPPED

from .mutation import ODD, broken_bytes, broken_tree, json_text, toml_text

GAME = "tinyforming_mars"
AGENTS = ("random", "greedy")
DEALS = 2
FEW_DECISIONS = 5


class Kind:
    """A kind of file."""

    name: ClassVar[str]
    refused: ClassVar[tuple[float, float]]
    """Which share of its mutants is refused: less, and a check is gone; more, and nothing can be loaded at all."""

    def make(self, path: Path) -> None:
        """Write a good one."""
        raise NotImplementedError

    def use(self, path: Path) -> None:
        """What a command does with it."""
        raise NotImplementedError

    def command(self, path: Path) -> list[str]:
        """A command that uses it."""
        raise NotImplementedError

    def altered(self, data: bytes, chooser: random.Random) -> bytes:
        """A whole file of this kind that says something else."""
        raise NotImplementedError


class ReplayKind(Kind):
    name = "game.rgl"
    refused = (0.93, 0.999)

    def make(self, path: Path) -> None:
        game, actions = envs.game(GAME), []
        state = game.new(3)
        while not state.is_terminal:
            actions.append(state.legal_actions()[-1])
            state.apply(actions[-1])
        Replay.record(game, 3, actions, list(AGENTS)).save(path)

    def use(self, path: Path) -> None:
        Replay.load(path)

    def command(self, path: Path) -> list[str]:
        return ["replay", str(path)]

    def altered(self, data: bytes, chooser: random.Random) -> bytes:
        head, actions = unpacked(data)
        if chooser.random() < 0.8:
            head = broken_tree(head, chooser)
        else:
            actions = broken_bytes(actions, chooser)
        return packed(json_text(head).encode(), actions)


def unpacked(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Header and decisions of a replay."""
    body = zlib.decompress(data[len(MAGIC) + 4 :])
    size = int.from_bytes(body[:4], "little")
    return json.loads(body[4 : 4 + size]), body[4 + size :]


def packed(head: bytes, actions: bytes) -> bytes:
    """A replay with a checksum that fits."""
    return checksummed(zlib.compress(len(head).to_bytes(4, "little") + head + actions))


def checksummed(compressed: bytes) -> bytes:
    return MAGIC + zlib.crc32(compressed).to_bytes(4, "little") + compressed


class ModelKind(Kind):
    name = "model.safetensors"
    refused = (0.7, 0.99)

    def make(self, path: Path) -> None:
        game, numbers = envs.game(GAME), np.random.default_rng(0)
        sizes = [game.observation_size, 8, game.num_actions]
        weights = [
            (numbers.normal(size=(after, before)).astype(np.float32), np.zeros(after, np.float32))
            for before, after in pairwise(sizes)
        ]
        Model(weights, "relu", {**fingerprint(game.spec), "options": game.options.model_dump()}).save(path)

    def use(self, path: Path) -> None:
        game, agent = envs.game(GAME), make_agent(f"ppo:{path}")
        agent.check(game)
        play_a_little(game, agent)

    def command(self, path: Path) -> list[str]:
        return ["play", GAME, "--agents", f"ppo:{path}", "random", "--seed", "1"]

    def altered(self, data: bytes, chooser: random.Random) -> bytes:
        return broken_tensors(data, chooser)


def broken_tensors(data: bytes, chooser: random.Random) -> bytes:
    """The text or a tensor is another one, and the checksum fits; or the header of the file is wrong."""
    text, tensors = opened(data)
    how = chooser.choice(["text", "text", "tensor", "header"])
    if how == "header":
        size = int.from_bytes(data[:8], "little")
        header = json_text(broken_tree(json.loads(data[8 : 8 + size]), chooser)).encode()
        return len(header).to_bytes(8, "little") + header + data[8 + size :]
    if how == "text":
        return closed(json_text(broken_tree(json.loads(text), chooser)), tensors)
    name = chooser.choice(sorted(tensors))
    numbers = np.atleast_1d(tensors.pop(name)).copy()
    if chooser.random() < 0.5:
        numbers.flat[chooser.randrange(numbers.size)] = chooser.choice([np.nan, np.inf, 3e38, -1.0, 0.0])
    else:
        numbers = chooser.choice([numbers[:-1], numbers[None], numbers.reshape(-1), numbers[:0]])
    return closed(text, {**tensors, chooser.choice([name, name, name, f"{name}x"]): numbers})


def opened(data: bytes) -> tuple[str, dict[str, Any]]:
    """Text and tensors of a model or a checkpoint."""
    size = int.from_bytes(data[:8], "little")
    return json.loads(data[8 : 8 + size])["__metadata__"][KEY], safetensors.numpy.load(data)


def closed(text: str, tensors: dict[str, Any]) -> bytes:
    """Such a file, with a checksum that fits."""
    with TemporaryDirectory() as folder:
        return write_tensors(Path(folder) / "file", text, tensors).read_bytes()


def play_a_little(game: Game, agent: Any) -> None:
    state = game.new(1)
    while not state.is_terminal and state.decisions < FEW_DECISIONS:
        batch = Decisions(game, state.array, np.zeros(1, np.int64), np.ones((1, 4), np.uint32))
        state.apply(int(agent.act(batch)[0]))


class DeckKind(Kind):
    name = "deck.toml"
    refused = (0.8, 0.99)

    def make(self, path: Path) -> None:
        path.write_bytes((FOLDER / f"{SHIPPED[0]}.toml").read_bytes())

    def use(self, path: Path) -> None:
        game = envs.game("terror_below", deck=str(path))
        play_a_little(game, make_agent("random"))

    def command(self, path: Path) -> list[str]:
        return ["play", "terror_below", "--deck", str(path), "--agents", "random", "random", "--seed", "1"]

    def altered(self, data: bytes, chooser: random.Random) -> bytes:
        tree = tomllib.loads(data.decode())
        return toml_text(broken_tree(tree, chooser)).encode("utf-8", "surrogatepass")


class WeightsKind(Kind):
    """All weights that can be changed, as they are."""

    name = "weights.toml"
    refused = (0.7, 0.95)
    game = "terraforming_mars"

    def make(self, path: Path) -> None:
        spec = envs.spec(self.game)
        assert spec.weights is not None

        def number(place: Place) -> float:
            return float(spec.table[place.column][0, place.entry])

        path.write_text(
            toml_text(
                {
                    name: number(place)
                    if isinstance(place, Place)
                    else {part: number(inner) for part, inner in place.items()}
                    for name, place in spec.weights.places.items()
                }
            )
        )

    def use(self, path: Path) -> None:
        game, agent = envs.game(self.game), make_agent(f"greedy:weights={path}")
        agent.check(game)
        play_a_little(game, agent)

    def command(self, path: Path) -> list[str]:
        return ["play", self.game, "--agents", f"greedy:weights={path}", "random", "--seed", "1"]

    def altered(self, data: bytes, chooser: random.Random) -> bytes:
        tree = tomllib.loads(data.decode())
        return toml_text(broken_tree(tree, chooser)).encode("utf-8", "surrogatepass")


class ResultsKind(Kind):
    """What both kinds of results file have in common."""

    schema: ClassVar[dict[str, Any]]

    def altered(self, data: bytes, chooser: random.Random) -> bytes:
        if chooser.random() < 0.2:
            return parquet.sealed(broken_bytes(data, chooser))
        return rewritten(broken_frame(pl.read_parquet(io.BytesIO(data)), chooser))


def rewritten(frame: pl.DataFrame) -> bytes:
    """A results file with a checksum that fits."""
    buffer = io.BytesIO()
    frame.write_parquet(buffer, metadata={parquet.KEY: (parquet.MARK + b"0" * parquet.DIGITS).decode()})
    return parquet.sealed(buffer.getvalue())


def broken_frame(frame: pl.DataFrame, chooser: random.Random) -> pl.DataFrame:
    """A value is another one, rows or columns are missing, doubled, renamed or of another type."""
    column = chooser.choice(frame.columns)
    how = chooser.choice(["value"] * 6 + ["rows", "double", "column", "type", "rename"])
    if how == "rows":
        return frame.filter(pl.Series([chooser.random() < 0.7 for _ in range(frame.height)]))
    if how == "double":
        return pl.concat([frame, frame.sample(1, seed=chooser.randrange(1000))])
    if how == "column":
        return frame.drop(column)
    if how == "type":
        return frame.with_columns(pl.lit(1).cast(chooser.choice([pl.Int8, pl.String, pl.Float32])).alias(column))
    if how == "rename":
        return frame.rename({column: f"{column}x"})
    values = frame[column].to_list()
    row = chooser.randrange(frame.height)
    if isinstance(values[row], str) and values[row].startswith("{") and chooser.random() < 0.7:
        tree = json.loads(values[row]) or {"fact": 1}
        values[row] = json_text(broken_tree(tree, chooser))
    else:
        values[row] = chooser.choice([value for value in ODD if fits(frame.schema[column], value)])
    return frame.with_columns(pl.Series(column, values, frame.schema[column]))


def fits(dtype: Any, value: Any) -> bool:
    """Whether a column can hold the value."""
    try:
        pl.Series([value], dtype=dtype, strict=True)
        return True
    except (TypeError, OverflowError, UnicodeError, pl.exceptions.PolarsError):
        return False


def silent() -> Console:
    return Console(file=io.StringIO())


class ArenaKind(ResultsKind):
    name = "games.parquet"
    refused = (0.85, 0.99)
    schema = ARENA_SCHEMA

    def tournament(self) -> arena.Tournament:
        return arena.Tournament(envs.game(GAME), AGENTS, DEALS)

    def make(self, path: Path) -> None:
        parquet.write(path, arena.hold(self.tournament(), workers=1))

    def use(self, path: Path) -> None:
        known = arena.known_rows(path, self.tournament())
        print_arena(silent(), arena.hold(self.tournament(), workers=1, known=known))

    def command(self, path: Path) -> list[str]:
        return ["arena", GAME, "--agents", *AGENTS, "--deals", str(DEALS), "--workers", "1", "--out", str(path.parent)]


class SoloKind(ResultsKind):
    name = "games.parquet"
    refused = (0.75, 0.95)
    schema = SOLO_SCHEMA

    def game(self) -> Game:
        return solo.solo_game(GAME, {})

    def make(self, path: Path) -> None:
        parquet.write(path, solo.measure(self.game(), AGENTS, DEALS, workers=1))

    def use(self, path: Path) -> None:
        known = solo.known_rows(path, self.game(), AGENTS)
        print_solo(silent(), solo.measure(self.game(), AGENTS, DEALS, workers=1, known=known))

    def command(self, path: Path) -> list[str]:
        return ["solo", GAME, "--agents", *AGENTS, "--deals", str(DEALS), "--workers", "1", "--out", str(path.parent)]


class OptimumKind(ResultsKind):
    """A search for the best play. Every win in it is played again when it is read; what takes long is not found out anew."""

    name = "games.parquet"
    refused = (0.8, 0.95)
    schema = OPTIMUM_SCHEMA
    fair = "plan:beam=10"

    def ladder(self) -> Ladder:
        return Ladder(solo.solo_game(GAME, {}))

    def make(self, path: Path) -> None:
        ladder = self.ladder()
        parquet.write(path, optimum.measure(ladder, optimum.sampled(ladder, DEALS), self.fair, workers=1))

    def use(self, path: Path) -> None:
        ladder = self.ladder()
        known = results.read_optimum(path, ladder, self.fair)
        assert known is not None
        write_optimum_report(path.parent, known, "command", ladder.deals)

    def command(self, path: Path) -> list[str]:
        few = ["--deals", str(DEALS), "--fair", self.fair, "--workers", "1"]
        return ["optimum", GAME, *few, "--out", str(path.parent)]


class RunKind(Kind):
    """The folder of a training run: all that is read of it is its checkpoint. (Torch takes seconds to import: only here.)"""

    name = "checkpoint-000003.safetensors"
    refused = (0.7, 0.98)

    def make(self, path: Path) -> None:
        from regolith.training.config import TrainingConfig
        from regolith.training.ppo import Run

        config = TrainingConfig(steps=32, envs=2, rollout=8, batch=16, hidden=(8,), evaluation_games=2, threads=1)
        folder = path.parent / "run"
        Run(envs.game(GAME), folder, config).train()
        path.write_bytes(max(folder.glob("checkpoint-*")).read_bytes())

    def use(self, path: Path) -> None:
        from regolith.training import checkpoint
        from regolith.training.ppo import Run

        saved = checkpoint.load(path.parent)
        Run(envs.game(GAME), path.parent, saved.head.config, saved).env.close()

    def command(self, path: Path) -> list[str]:
        # Whatever the file says, little is learned.
        few = [f"--set={name}=2" for name in ("envs", "rollout", "batch", "epochs", "evaluation_games")]
        return ["train", GAME, "--resume", "--out", str(path.parent), "--steps", "1", *few]

    def altered(self, data: bytes, chooser: random.Random) -> bytes:
        return broken_tensors(data, chooser)


class TuningKind(Kind):
    """The folder of a tuning: all that is read of it is what was tried and how it did."""

    name = STATE_FILE
    refused = (0.7, 0.98)

    def make(self, path: Path) -> None:
        game, head = envs.game(GAME), self.head()
        tuner = tune.Tuner(game, head)
        with parallel.team(1) as work:
            tune.tune(tuner, 2, None, work, lambda games: None, lambda: None)
        tuning_files.save(path.parent, head, tuner.history)

    def head(self) -> tuning_files.Head:
        settings = tuning_files.Settings(weights=["token", "room"], opponents=["random"], deals=1, candidates=4)
        return tune.begin(envs.game(GAME), settings)

    def use(self, path: Path) -> None:
        game = envs.game(GAME)
        head, history = tuning_files.load(path.parent)
        tune.check_resumed(game, head, history)
        GreedyAgent.trial(grouped(tune.Tuner(game, head, history).best)).check(game)

    def command(self, path: Path) -> list[str]:
        # Whatever the file says, two generations are there and no more are wanted.
        few = ["--generations", "1", "--confirm", "1", "--workers", "1"]
        return ["tune", GAME, "--resume", "--out", str(path.parent), *few]

    def altered(self, data: bytes, chooser: random.Random) -> bytes:
        return broken_tensors(data, chooser)


class TallyKind(ArenaKind):
    """A results file with what was counted."""

    def tournament(self) -> arena.Tournament:
        return arena.Tournament(envs.game(GAME), AGENTS, DEALS, tallied=True)

    def command(self, path: Path) -> list[str]:
        return [*super().command(path), "--tally"]


KINDS: dict[str, Kind] = {
    "replay": ReplayKind(),
    "model": ModelKind(),
    "deck": DeckKind(),
    "weights": WeightsKind(),
    "arena": ArenaKind(),
    "tally": TallyKind(),
    "solo": SoloKind(),
    "optimum": OptimumKind(),
    "run": RunKind(),
    "tuning": TuningKind(),
}
