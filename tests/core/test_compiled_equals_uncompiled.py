"""The same source, compiled and as plain Python, must give the same bytes, observations, masks and choices."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import sampled_sets

from regolith import envs

SCRIPT = Path(__file__).with_name("trace_play.py")
AMOUNT = {"first": {"decisions": 400, "greedy_choices": 6}, "others": {"decisions": 80, "greedy_choices": 3}}
"""Plain Python is hundreds of times slower: the first option set is played longer, the others only begun."""
SAMPLED = 6
"""Of a game with more option sets about so many are played, all of them with `--long`."""


def played(name: str, long: bool) -> list[int]:
    """The numbers of the option sets."""
    return sampled_sets(name, long, SAMPLED)


def traced(uncompiled: bool, long: bool) -> list[str]:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1" if uncompiled else "0"}
    done = subprocess.run(
        [
            sys.executable,
            str(SCRIPT),
            json.dumps({**AMOUNT, "sets": {name: played(name, long) for name in envs.games()}}),
        ],
        env=environment,
        capture_output=True,
        text=True,
        timeout=1200 if long else 600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def compiled(long: bool) -> list[str]:
    return traced(uncompiled=False, long=long)


def test_compiled_equals_uncompiled(compiled: list[str], long: bool) -> None:
    assert traced(uncompiled=True, long=long) == compiled


def test_the_trace_shows_enough(compiled: list[str], long: bool) -> None:
    option_sets = sum(len(played(name, long)) for name in envs.games())
    assert sum(" seed " in line for line in compiled) == option_sets
    assert sum(" greedy " in line for line in compiled) >= option_sets
    digests = [line.split()[1] for line in compiled if " observations " in line]
    assert len(set(digests)) > 4 * option_sets
