"""The types that editors and mypy know are those of the record and the table, and the rules use them."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

from regolith import envs
from regolith.envs.core.record import PORTS_FIELD, record_of, table_of, up_to
from regolith.envs.core.record_types import fields, types_file, types_of

WANTED = {"t": "Table", "s": "Record"}


def kernels(path: Path) -> list[ast.FunctionDef]:
    """The functions of a module that are compiled."""
    return [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(mark, ast.Name) and mark.id == "kernel" for mark in node.decorator_list)
    ]


@pytest.mark.parametrize("name", envs.games())
def test_the_types_are_up_to_date(name: str) -> None:
    spec = envs.spec(name)
    written = types_file(spec).read_text(encoding="utf-8")
    assert written == types_of(spec), f"run: python -m regolith.envs.core.record_types {name}"


@pytest.mark.parametrize("name", envs.games())
def test_the_rules_use_them(name: str) -> None:
    found = [
        (path.name, function.name, argument.arg, ast.unparse(argument.annotation) if argument.annotation else "")
        for path in sorted(types_file(envs.spec(name)).parent.rglob("*.py"))
        for function in kernels(path)
        for argument in function.args.args
        if argument.arg in WANTED
    ]
    assert found
    assert [use for use in found if use[3] != WANTED[use[2]]] == []


def test_every_field_that_rules_may_use_has_its_type() -> None:
    made = record_of([("small", "i1", up_to(1)), ("stock", "<i4", (2, 3), up_to(9)), ("worth", "<f8", up_to(1))]).dtype
    lines = fields(made).splitlines()
    assert lines[0] == "    rng: NDArray[np.uint32]  # 4"
    assert lines[-3:] == ["    small: int", "    stock: NDArray[np.int32]  # 2 x 3", "    worth: float"]
    assert len(lines) < len(made.names or ()), "padding is no field of a rule"
    table = table_of({"cost": np.zeros(5, np.int16), "row": np.int32(3)})
    assert fields(table.dtype) == "    cost: NDArray[np.int16]  # 5\n    row: int"
    assert PORTS_FIELD in table.dtype.names
