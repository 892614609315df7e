"""The same source, compiled and as plain Python, must give the same bytes, observations, masks and choices."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from regolith import envs

SCRIPT = Path(__file__).with_name("trace_play.py")
AMOUNT = {"first": {"decisions": 400, "greedy_choices": 6}, "others": {"decisions": 80, "greedy_choices": 3}}
"""Plain Python is hundreds of times slower: the first option set is played longer, the others only begun."""


def traced(uncompiled: bool) -> list[str]:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1" if uncompiled else "0"}
    done = subprocess.run(
        [sys.executable, str(SCRIPT), json.dumps(AMOUNT)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def compiled() -> list[str]:
    return traced(uncompiled=False)


def test_compiled_equals_uncompiled(compiled: list[str]) -> None:
    assert traced(uncompiled=True) == compiled


def test_the_trace_shows_enough(compiled: list[str]) -> None:
    option_sets = sum(len(envs.spec(name).option_sets) for name in envs.games())
    assert sum(" seed " in line for line in compiled) == option_sets
    assert sum(" greedy " in line for line in compiled) >= option_sets
    digests = [line.split()[1] for line in compiled if " observations " in line]
    assert len(set(digests)) > 4 * option_sets
