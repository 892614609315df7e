"""Work on several processes: all of it is done, in small enough parts, and interrupts and errors come through."""

from __future__ import annotations

import math
import multiprocessing
import operator
import os
import signal
import time

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
