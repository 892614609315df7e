"""Running independent pieces of work on several processes, or on a Ray cluster, keeping what is done when interrupted."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process
from types import FrameType
from typing import Any, TypeVar

from threadpoolctl import threadpool_limits

from regolith.envs.core.errors import MissingExtra

T = TypeVar("T")
BATCHES_PER_WORKER = 8
"""Work is cut at least so fine: a bar that jumps from nothing to everything tells nothing."""


def _prepare_worker() -> None:
    """Interrupts are the parent's to handle, and workers must not fight over cores with threads of their own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    threadpool_limits(1)


def _end_with_the_parent() -> None:
    """A parent that is killed cannot tell its workers, and they would wait for work for ever."""
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


@contextmanager
def _remembered_interrupt() -> Iterator[threading.Event]:
    """Ctrl-C as usual, and noted: where Python must swallow the exception (in a finaliser, in a callback) it is not lost.

    Nor is it then told as a fault, with a traceback that means nothing to the user.
    """
    noted = threading.Event()

    def note(number: int, frame: FrameType | None) -> None:
        noted.set()
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield noted
        return

    def keep_quiet(swallowed: sys.UnraisableHookArgs) -> None:
        if not issubclass(swallowed.exc_type, KeyboardInterrupt):
            tell(swallowed)

    before, tell = signal.signal(signal.SIGINT, note), sys.unraisablehook
    sys.unraisablehook = keep_quiet
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = tell


def batches(work: Sequence[T], workers: int, most: int) -> Iterator[list[T]]:
    """The work in parts of at most `most`, smaller ones where there is little of it."""
    size = max(1, min(most, len(work) // (workers * BATCHES_PER_WORKER)))
    for start in range(0, len(work), size):
        yield list(work[start : start + size])


def run(
    work: Callable[..., T], tasks: Sequence[tuple[Any, ...]], workers: int, ray_address: str | None = None
) -> Iterator[T]:
    """Results of `work(*task)` in the order they are finished.

    `ray_address` None: processes on this machine; otherwise the address of a Ray cluster ("local" starts one here).
    """
    if ray_address is not None:
        results = _on_ray(work, tasks, ray_address)
    elif workers == 1 or len(tasks) == 1:
        results = _in_this_process(work, tasks)
    else:
        results = _on_processes(work, tasks, workers)
    yield from _heeding_interrupts(results)


@contextmanager
def team(workers: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """A function that does as `run` does, on processes that stay from one call to the next: to start them takes seconds."""
    if workers == 1:
        yield lambda work, tasks: _heeding_interrupts(_in_this_process(work, tasks))
        return
    with _pool(workers) as pool:
        yield lambda work, tasks: _heeding_interrupts(_finished(pool, work, tasks))


def _heeding_interrupts(results: Iterator[T]) -> Iterator[T]:
    with _remembered_interrupt() as interrupted:
        for result in results:
            yield result
            if interrupted.is_set():
                raise KeyboardInterrupt


def _in_this_process(work: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Iterator[T]:
    # Here, too, threads for small matrices cost more than they give.
    with threadpool_limits(1):
        for task in tasks:
            yield work(*task)


def _on_processes(work: Callable[..., T], tasks: Sequence[tuple[Any, ...]], workers: int) -> Iterator[T]:
    with _pool(min(workers, len(tasks))) as pool:
        yield from _finished(pool, work, tasks)


def _finished(pool: ProcessPoolExecutor, work: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Iterator[T]:
    for future in as_completed([pool.submit(work, *task) for task in tasks]):
        yield future.result()


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that end with their work, and at once if it is given up."""
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_prepare_worker)
    finished = False
    try:
        yield pool
        finished = True
    finally:
        processes = [] if finished else list((pool._processes or {}).values())
        pool.shutdown(wait=finished, cancel_futures=True)
        for process in processes:
            process.terminate()


def _on_ray(work: Callable[..., T], tasks: Sequence[tuple[Any, ...]], address: str) -> Iterator[T]:
    try:
        import ray
    except ImportError as problem:
        raise MissingExtra("ray", "ray") from problem
    if not ray.is_initialized():
        ray.init(address=address, ignore_reinit_error=True, log_to_driver=False)
    remote = ray.remote(work)
    waiting = [remote.remote(*task) for task in tasks]
    try:
        while waiting:
            done, waiting = ray.wait(waiting)
            yield ray.get(done[0])
    finally:
        for reference in waiting:
            ray.cancel(reference, force=True)
