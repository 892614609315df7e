"""Ways to break a file: as bytes, and as the tree of values that it holds."""

from __future__ import annotations

import copy
import json
import math
import random
from typing import Any

DEEP = 10_000
NESTED = "nested without end"
"""Stands for lists within lists, which `json_text` and `toml_text` write out."""
ODD: list[Any] = [
    None, True, False, 0, 1, -1, 2, 255, -(2**31), 2**31, 2**63 - 1, 2**63, 10**30, 10**400, 0.5, -0.0, 1e308, math.nan, math.inf,
    -math.inf, "", "0", "random", "\x1b[31m\n\0", "\ud800", "x" * 5000, "../../../../dev/zero", [], [[]], [None], ["a", 1], {}, {"": {}},
    {"self": 1}, NESTED,
]  # fmt: skip


def broken_bytes(data: bytes, chooser: random.Random) -> bytes:
    """Other bytes: some flipped, cut off, inserted, doubled or zeroed."""
    broken = bytearray(data)
    while bytes(broken) == data:
        start = chooser.randrange(len(data))
        size = chooser.choice([1, 2, 8, 64, 1024])
        how = chooser.choice(["flip", "flip", "cut", "insert", "double", "zero", "drop"])
        if how == "flip":
            for _ in range(chooser.choice([1, 1, 2, 16])):
                broken[chooser.randrange(len(broken))] ^= 1 << chooser.randrange(8)
        elif how == "cut":
            del broken[start:]
        elif how == "insert":
            broken[start:start] = chooser.randbytes(size)
        elif how == "double":
            broken[start:start] = broken[start : start + size]
        elif how == "zero":
            broken[start : start + size] = bytes(len(broken[start : start + size]))
        else:
            del broken[start : start + size]
    return bytes(broken)


def broken_tree(tree: Any, chooser: random.Random) -> Any:
    """A copy in which one value, anywhere, is another one, missing, doubled or renamed."""
    tree = copy.deepcopy(tree)
    holder, key = chooser.choice(list(_places(tree)))
    how = chooser.choice(["other", "other", "other", "missing", "double", "rename"])
    if how == "other":
        holder[key] = copy.deepcopy(chooser.choice(ODD))
    elif how == "missing":
        del holder[key]
    elif how == "double" and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    elif isinstance(holder, dict):
        holder[f"{key}x"] = holder.pop(key)
    else:
        holder[key] = [holder[key]]
    return tree


def _places(tree: Any) -> Any:
    """Every place of the tree, as the list or dict that it is in and its number or name there."""
    for key in range(len(tree)) if isinstance(tree, list) else list(tree):
        yield tree, key
        if isinstance(tree[key], (list, dict)):
            yield from _places(tree[key])


def json_text(tree: Any) -> str:
    return json.dumps(tree).replace(json.dumps(NESTED), "[" * DEEP + "]" * DEEP)


def toml_text(tree: dict[str, Any]) -> str:
    return "".join(f"{json.dumps(key)} = {_inline(value)}\n" for key, value in tree.items())


def _inline(value: Any) -> str:
    """TOML knows no null: an empty text is as wrong."""
    if value == NESTED:
        return "[" * DEEP + "]" * DEEP
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_inline(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return '""' if value is None else json.dumps(value)
