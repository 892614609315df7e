"""Small files that would fill the memory: each is refused by a process that has little to spare."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .kinds import KINDS

TESTS = Path(__file__).parents[1]
MEGABYTES = 512
"""What each bomb unpacks to, at least."""
SPARE = 128
"""Megabytes that the process may take, beyond what it has taken for good files."""
MOST_BYTES = 2 << 20

MAKE = """
import io, sys, zlib
from pathlib import Path
import polars as pl
from files.kinds import checksummed, rewritten

replay, arena, solo, deck = map(Path, sys.argv[2:])
size = int(sys.argv[1]) << 20
packer, zeros = zlib.compressobj(9), bytes(1 << 20)
replay.write_bytes(checksummed(b"".join(packer.compress(zeros) for _ in range(size >> 20)) + packer.flush()))
rows = pl.read_parquet(arena)
arena.write_bytes(rewritten(rows[:1].select(pl.all().repeat_by(size >> 8).explode())))
rows = pl.read_parquet(solo)
solo.write_bytes(rewritten(rows[:1].with_columns(facts=pl.lit("x" * size))))
deck.unlink()
deck.symlink_to("/dev/zero")
"""
READ = """
import re, resource, sys
from pathlib import Path
from files.kinds import KINDS
from regolith.envs.core.errors import RegolithError

good, bad = map(Path, sys.argv[2:4])
kinds = {name: KINDS[name] for name in sys.argv[4:]}
for name, kind in kinds.items():
    kind.use(good / name / kind.name)
taken = int(re.search(r"VmSize:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) << 10
resource.setrlimit(resource.RLIMIT_AS, (taken + (int(sys.argv[1]) << 20),) * 2)
for name, kind in kinds.items():
    try:
        kind.use(bad / name / kind.name)
    except RegolithError as problem:
        print(problem)
"""


def run(program: str, *given: object) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, given)],
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="the size of a process is read from /proc")
def test_bombs_are_refused_in_little_memory(tmp_path: Path) -> None:
    names = ["replay", "arena", "solo", "deck"]
    for name in names:
        for folder in ("good", "bad"):
            (tmp_path / folder / name).mkdir(parents=True)
            KINDS[name].make(tmp_path / folder / name / KINDS[name].name)
    bombs = [tmp_path / "bad" / name / KINDS[name].name for name in names]
    run(MAKE, MEGABYTES, *bombs)
    assert all(bomb.is_symlink() or bomb.stat().st_size < MOST_BYTES for bomb in bombs)
    said = run(READ, SPARE, tmp_path / "good", tmp_path / "bad", *names).splitlines()
    for line, bomb, why in zip(said, bombs, ["not within", "claims", "would unpack", "regular file"], strict=True):
        assert str(bomb) in line
        assert why in line
