"""A place for what cannot be saved where it should be: a disk is full, or a folder may not be written to."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from regolith.envs.core.errors import RegolithError

PROBE = bytes(4096)
"""What a folder is tried with: a full disk may still take a name, but not a block."""


def probe(folder: Path) -> None:
    """Raise unless files can be written to this folder; it is made if need be. Nothing is left in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".probe-", buffering=0) as file:
            file.write(PROBE)
            os.fsync(file.fileno())
    except OSError as problem:
        raise RegolithError(f"nothing can be written to {folder}: {reason(problem)}; choose another folder") from None


def rescue_folder(problem: OSError) -> Path:
    """Another folder, after a save has failed: one that the person at the terminal names, else a temporary one."""
    print(f"saving failed: {reason(problem)}", file=sys.stderr)
    while (answer := _asked()) is not None:
        try:
            probe(answer)
        except RegolithError as refused:
            print(refused, file=sys.stderr)
        else:
            return answer
    try:
        return Path(tempfile.mkdtemp(prefix="regolith-"))
    except OSError as another:
        raise RegolithError(f"nothing can be saved, not even to a temporary folder: {reason(another)}") from None


def reason(problem: OSError) -> str:
    """What the operating system says, without its number."""
    return problem.strerror or str(problem)


def _asked() -> Path | None:
    """What the person answers, if there is one; no answer or an interrupt means: anywhere."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    print("another folder to save to (empty: a temporary one): ", end="", file=sys.stderr, flush=True)
    try:
        answer = input().strip()
    except (EOFError, KeyboardInterrupt):
        return None
    return Path(answer).expanduser() if answer else None
