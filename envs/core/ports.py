"""Calling a compiled rule through its address.

Numba compiles the code of a callee into every function that calls it. With a dozen loops over rules of thousands of
lines, almost all of the compilation time would go into doing the same work again. So each rule that loops call is
compiled once, its address is put into the game's table, and loops jump to it: a few nanoseconds a call, and a loop
compiles in well under a second.
Uncompiled, a port is the rule itself.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils, config
from numba.core.errors import TypingError
from numba.extending import intrinsic

from regolith.envs.core.jit import kernel
from regolith.envs.core.memory import named_for
from regolith.envs.core.record import PORTS_FIELD

NAMES = ("setup", "step", "legal", "observe", "outcome", "determinize", "evaluate", "follow_up", "chances")

NUMBER = types.int64
BYTES = types.Array(types.uint8, 1, "C")
INT8, INT64 = types.Array(types.int8, 1, "C"), types.Array(types.int64, 1, "C")
SIGNED = tuple(types.Array(kind, 1, "C") for kind in (types.int8, types.int16, types.int32, types.int64))
BOUNDS = types.Array(types.int64, 2, "C")
FLOAT32, FLOAT64 = types.Array(types.float32, 1, "C"), types.Array(types.float64, 1, "C")


def signature(name: str, table: Any, state: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return and argument types of a rule, given the types of the table and state records."""
    arguments: dict[str, tuple[Any, ...]] = {
        "setup": (table, state),
        "step": (table, state, types.int64),
        "legal": (table, state, INT8),
        "observe": (table, state, types.int64, FLOAT32),
        "outcome": (table, state, FLOAT64, INT64),
        "determinize": (table, state, types.int64),
        "evaluate": (table, state, types.int64),
        "follow_up": (table, state),
        "chances": (table, state),
    }
    returned = {"evaluate": types.float64, "follow_up": types.boolean, "chances": types.int64}.get(name, types.none)
    return returned, arguments[name]


def address_of(rule: Any, arguments: tuple[Any, ...], returned: Any) -> int:
    """Compile a rule for these argument types and tell where its code lies."""
    rule.compile(arguments)
    compiled = rule.overloads[arguments]
    if types.unliteral(compiled.signature.return_type) != returned:
        raise TypeError(f"{rule.__name__} returns {compiled.signature.return_type}, not {returned}")
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def _caller(returned: Any, arguments: tuple[Any, ...]) -> Any:
    """An intrinsic that calls the function at an address with a tuple of arguments, and passes its exceptions on."""

    def call(typing_context: Any, address: Any, given: Any) -> Any:
        if tuple(given) != arguments:
            raise TypingError(f"a port for {arguments} was called with {tuple(given)}")

        def generate(context: Any, builder: Any, sig: Any, values: Any) -> Any:
            convention = context.call_conv
            pointer = builder.inttoptr(values[0], convention.get_function_type(returned, arguments).as_pointer())
            inner = [builder.extract_value(values[1], i) for i in range(len(arguments))]
            status, result = convention.call_function(builder, pointer, returned, arguments, inner)
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return result

        return returned(types.int64, given), generate

    call.__name__ = named_for("call", returned, *arguments)
    return intrinsic(call)


def _port(slot: int, returned: Any, arguments: tuple[Any, ...]) -> Any:
    """A kernel that stands for the rule in this slot of the table."""
    call = _caller(returned, arguments)

    @kernel
    def jump(t: Any, s: Any) -> Any:
        return call(t.ports[slot], (t, s))

    @kernel
    def jump_with_one(t: Any, s: Any, a: Any) -> Any:
        return call(t.ports[slot], (t, s, a))

    @kernel
    def jump_with_two(t: Any, s: Any, a: Any, b: Any) -> Any:
        return call(t.ports[slot], (t, s, a, b))

    return (jump, jump_with_one, jump_with_two)[len(arguments) - 2]


def ported(rules: Any, table: np.ndarray[Any, Any], state: np.dtype[Any]) -> Any:
    """The rules as functions that jump to them; their addresses are written into the table."""
    if config.DISABLE_JIT:
        return rules
    made: dict[str, Any] = {}
    records = numba.from_dtype(table.dtype), numba.from_dtype(state)
    for slot, name in enumerate(NAMES):
        returned, arguments = signature(name, *records)
        table[PORTS_FIELD][0, slot] = address_of(getattr(rules, name), arguments, returned)
        made[name] = _port(slot, returned, arguments)
        made[name].stands_for = getattr(rules, name)
    return type(rules)(**made)
