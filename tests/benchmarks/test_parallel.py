"""Work on several processes: all of it is done, in small enough parts, and interrupts and errors come through."""

from __future__ import annotations

import math
import multiprocessing
import operator
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from regolith.benchmarks import parallel


@pytest.mark.parametrize(
    ("work", "workers", "most", "sizes"),
    [
        (0, 2, 8, []),
        (5, 2, 8, [1] * 5),
        (50, 2, 16, [3] * 16 + [2]),
        (200, 2, 16, [12] * 16 + [8]),
        (1000, 2, 16, [16] * 62 + [8]),
        (40, 1, 4, [4] * 10),
    ],
)
def test_work_is_cut_so_that_progress_can_be_seen(work: int, workers: int, most: int, sizes: list[int]) -> None:
    """At least eight parts for each worker, if there is so much to do, and none larger than wanted."""
    parts = list(parallel.batches(range(work), workers, most))
    assert [len(part) for part in parts] == sizes
    assert [item for part in parts for item in part] == list(range(work))


def test_all_work_is_done_on_processes() -> None:
    tasks = [(number, 3) for number in range(6)]
    assert sorted(parallel.run(operator.mul, tasks, workers=2)) == [0, 3, 6, 9, 12, 15]


def test_several_workers_are_other_processes_and_one_worker_is_this_one() -> None:
    assert os.getpid() not in set(parallel.run(os.getpid, [(), (), ()], workers=2))
    assert set(parallel.run(os.getpid, [(), (), ()], workers=1)) == {os.getpid()}
    assert set(parallel.run(os.getpid, [()], workers=2)) == {os.getpid()}


def test_a_team_stays_from_one_piece_of_work_to_the_next() -> None:
    with parallel.team(2) as work:
        first, second = (set(work(os.getpid, [()] * 8)) for _ in range(2))
        assert sorted(work(operator.mul, [(number, 3) for number in range(3)])) == [0, 3, 6]
    assert os.getpid() not in first
    assert len(first | second) <= 2
    with parallel.team(1) as work:
        assert set(work(os.getpid, [(), ()])) == {os.getpid()}


def test_a_team_that_is_interrupted_ends() -> None:
    before = set(multiprocessing.active_children())
    with suppress(KeyboardInterrupt), parallel.team(2) as work:
        for _ in work(time.sleep, [(0.01,), (600,), (600,)]):
            raise KeyboardInterrupt
    # The pool waits for its processes too: who comes second learns a moment late that one has ended.
    until = time.monotonic() + 60
    while set(multiprocessing.active_children()) - before and time.monotonic() < until:
        time.sleep(0.05)
    assert set(multiprocessing.active_children()) <= before


def test_workers_leave_interrupts_to_the_parent() -> None:
    assert set(parallel.run(signal.getsignal, [(signal.SIGINT,)] * 2, workers=2)) == {signal.SIG_IGN}


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_worker_comes_through(workers: int) -> None:
    with pytest.raises(ValueError, match=r"math domain|nonnegative"):
        list(parallel.run(math.sqrt, [(4.0,), (-1.0,)], workers))


def test_stopping_early_stops_the_workers() -> None:
    before = set(multiprocessing.active_children())
    running = parallel.run(time.sleep, [(0.0,), (600.0,), (600.0,)], workers=2)
    next(running)
    children = set(multiprocessing.active_children()) - before
    assert children
    running.close()  # type: ignore[attr-defined]
    for _ in range(600):
        if not any(child.is_alive() for child in children):
            return
        time.sleep(0.1)
    raise AssertionError("the workers go on")


def children_of(pid: int) -> list[int]:
    """Processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def lives(pid: int) -> bool:
    """A process that has ended, but whose end nobody has asked for, does not live."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found in /proc")
@pytest.mark.parametrize(
    ("line", "busy"),
    [
        ("arena tinyforming_mars random greedy --deals 1000000 --workers 2", 1.5),
        ("arena tinyforming_mars random greedy --deals 1000000 --workers 2", 0.0),
        ("solo tinyforming_mars --agent mcts:simulations=20000 --deals 50 --workers 2", 1.5),
        ("warmup", 1.5),
    ],
)
def test_workers_end_when_their_parent_is_killed(line: str, busy: float, tmp_path: Path) -> None:
    """Whatever they are doing: playing, thinking long, compiling into an empty cache, or still starting."""
    cache = {"REGOLITH_CACHE": str(tmp_path)} if line == "warmup" else {}
    parent = subprocess.Popen(
        [sys.executable, "-m", "regolith.cli.app", *line.split()],
        env={**os.environ, **cache},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    workers: list[int] = []
    try:
        for _ in range(1200):
            workers = children_of(parent.pid)
            if len(workers) >= 3:  # two workers and Python's own tracker of what they share
                break
            assert parent.poll() is None
            time.sleep(0.05)
        time.sleep(busy)
        workers = children_of(parent.pid)
        assert sum(map(lives, workers)) >= 2
    finally:
        parent.kill()
        parent.wait()
    for _ in range(100):
        if not any(map(lives, workers)):
            return
        time.sleep(0.1)
    for worker in filter(lives, workers):
        os.kill(worker, signal.SIGKILL)
    raise AssertionError("the workers live on")


class _Interrupts:
    """Its end interrupts the program, where Python swallows what a finaliser raises."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def _end_one() -> None:
    _Interrupts()


def test_an_interrupt_that_python_swallows_still_comes_through_and_tells_no_fault(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(KeyboardInterrupt):
        list(parallel.run(_end_one, [(), ()], workers=1))
    assert "Traceback" not in capsys.readouterr().err
