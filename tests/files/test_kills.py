"""Killing a run at any moment, also in the middle of a save: it is resumed, and what was saved is there."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from regolith.benchmarks import parquet
from regolith.benchmarks.tables import ARENA_SCHEMA, COMPARE_SCHEMA, EFFECT_SCHEMA, SOLO_SCHEMA

from .kinds import GAME

KILLS, KILLS_LONG = 3, 20
SAVE_EVERY = 0.02
"""Seconds: so often that many a kill hits a save."""
PROGRAM = f"""
from regolith.cli import progress
progress.SAVE_EVERY = {SAVE_EVERY}
from regolith.cli.app import main
main()
"""
EFFECT = ["effect", GAME, "Lava Flows", "Elysium", "--agent", "random"]
COMPARE = ["compare", GAME, "VARIANTS", "random"]
RUNS = {
    "arena": (["arena", GAME, "--agents", "random", "greedy"], ["lineup", "deal", "rotation", "seat"], ARENA_SCHEMA),
    "solo": (["solo", GAME, "--agents", "random", "greedy"], ["agent", "deal"], SOLO_SCHEMA),
    "effect": (EFFECT, ["world", "deal"], EFFECT_SCHEMA),
    "compare": (COMPARE, ["variant", "deal", "seat"], COMPARE_SCHEMA),
}
MANY, SLOW = 100_000, 20
LOST = 2.0
"""Seconds: far more than the time between two saves, on a busy machine."""


def start(words: list[str], deals: int, out: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words, "--deals", str(deals), "--workers", "1", "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def next_save(path: Path, last: int | None, process: subprocess.Popen[str]) -> int:
    """Wait until another file is in place; when it was written."""
    while True:
        assert process.poll() is None, process.communicate()
        if path.exists() and (saved := path.stat().st_mtime_ns) != last:
            return saved
        time.sleep(0.005)


@pytest.fixture
def variants(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Two files to compare."""
    folder = tmp_path_factory.mktemp("variants")
    files = [folder / "usual.toml", folder / "rich.toml"]
    for file, text in zip(files, ("", "[seats]\ncredits = [0, 1]\n"), strict=True):
        file.write_text(text)
    return list(map(str, files))


@pytest.mark.parametrize("name", RUNS)
def test_a_killed_run_goes_on(name: str, variants: list[str], tmp_path: Path, long: bool) -> None:
    given, key, schema = RUNS[name]
    words = [word for place in given for word in (variants if place == "VARIANTS" else [place])]
    path = tmp_path / "games.parquet"
    chooser = random.Random(name)
    rows = 0
    saved: int | None = None
    for _ in range(KILLS_LONG if long else KILLS):
        process = start(words, MANY, tmp_path)
        try:
            # The first save of a run may hold no more than the one before it.
            for _ in range(2):
                saved = next_save(path, saved, process)
            time.sleep(chooser.uniform(0, 10 * SAVE_EVERY))
        finally:
            process.kill()
            process.communicate()
        killed = time.time_ns()
        found = parquet.read(path)
        assert dict(found.schema) == schema
        assert not found.select(key).is_duplicated().any()
        assert found.height > rows, "the games before the kill were not lost, and more were played"
        rows, saved = found.height, path.stat().st_mtime_ns
        assert killed - saved < LOST * 1e9
    process = start(words, SLOW, tmp_path)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert parquet.read(path).height >= rows
    assert {file.name for file in tmp_path.iterdir()} <= {
        "games.parquet",
        "report.html",
        "report.md",
        "tables",
        "pictures",
    }
