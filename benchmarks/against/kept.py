"""Results so far, in a file: what was interrupted goes on, and what is done is not done again."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from regolith.benchmarks.against.environments import ComparisonError

T = TypeVar("T", bound=BaseModel)


def place(root: Path, kind: str, commit: str, **what: Any) -> Path:
    """The file for results of this kind against a commit; another one for everything that makes them other results."""
    key = hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()
    return root / "build" / kind / f"{commit[:12]}-{key[:16]}.json"


def load(path: Path, model: type[T]) -> T:
    """What is kept there; nothing yet is an empty one."""
    if not path.exists():
        return model()
    try:
        return model.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        raise ComparisonError(f"{path} is damaged: delete it, and what it held is done again") from None


def save(path: Path, results: BaseModel) -> None:
    """Replace the file as a whole, so that an interrupt never leaves half of it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        side = path.with_name(path.name + ".part")
        side.write_text(results.model_dump_json(indent=1), encoding="utf-8")
        side.replace(path)
    except OSError as problem:
        raise ComparisonError(f"results cannot be kept in {path}: {problem.strerror}") from None
