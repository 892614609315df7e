"""Every ruling (R) and every clarification (C) has a test: the docstring of a test begins with the numbers that it is about."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from regolith.envs.terror_below.deck import FOLDER

RULINGS = [f"R{number}" for number in range(1, 38)]
CLARIFICATIONS = [f"C{number}" for number in range(1, 68)]
MARK = re.compile(r"((?:[CR]\d+, )*[CR]\d+): ")
ROW = re.compile(r"^\| ([CR]\d+) \|", re.MULTILINE)


def named() -> set[str]:
    """What the tests of this folder say they are about."""
    found: set[str] = set()
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                mark = MARK.match(ast.get_docstring(node) or "")
                found |= set(mark.group(1).split(", ")) if mark else set()
    return found


def test_every_ruling_and_every_clarification_has_a_test() -> None:
    found = named()
    assert [point for point in RULINGS + CLARIFICATIONS if point not in found] == []


def test_no_test_is_about_a_point_that_does_not_exist() -> None:
    assert named() <= set(RULINGS + CLARIFICATIONS)


def test_the_readme_lists_the_rulings_and_no_unknown_clarification() -> None:
    rows = ROW.findall((FOLDER / "README.md").read_text(encoding="utf-8"))
    assert [row for row in rows if row.startswith("R")] == RULINGS
    told = [row for row in rows if row.startswith("C")]
    assert told
    assert [row for row in CLARIFICATIONS if row in told] == told, "in order, each once"
