"""Calling a compiled rule through its address.

Numba compiles the code of a callee into every function that calls it. With a dozen loops over rules of thousands of
lines, almost all of the compilation time would go into doing the same work again. So each rule that loops call is
compiled once, its address is put into the game's table, and loops jump to it: a few nanoseconds a call, and a loop
compiles in well under a second.
A game may have such doors inside (`Door`): to a large rule that several others call, or to one that only some options need, which is
then compiled only for them.
Uncompiled, a port is the rule itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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

NAMES = (
    *("setup", "step", "legal", "observe", "outcome", "determinize"),
    *("evaluate", "follow_up", "chances", "redraw", "question"),
)

NUMBER, TRUTH, FRACTION, NOTHING = types.int64, types.boolean, types.float64, types.none
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
        "chances": (table, state, state),
        "redraw": (table, state, types.int64),
        "question": (table, state),
    }
    whole = {"chances": types.int64, "question": types.int64}
    returned = {"evaluate": types.float64, "follow_up": types.boolean, **whole}.get(name, types.none)
    return returned, arguments[name]


def address_of(rule: Any, arguments: tuple[Any, ...], returned: Any) -> int:
    """Compile a rule for these argument types and tell where its code lies."""
    rule.compile(arguments)
    compiled = rule.overloads[arguments]
    if types.unliteral(compiled.signature.return_type) != returned:
        raise TypeError(f"{rule.__name__} returns {compiled.signature.return_type}, not {returned}")
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def _caller(returned: Any, others: tuple[Any, ...]) -> Any:
    """An intrinsic that calls the function at an address with table, state and more of these types, and passes its exceptions on."""

    def call(typing_context: Any, address: Any, given: Any) -> Any:
        arguments = tuple(given)
        if arguments[2:] != others:
            raise TypingError(f"a port for {others} was called with {arguments[2:]}")

        def generate(context: Any, builder: Any, sig: Any, values: Any) -> Any:
            convention = context.call_conv
            pointer = builder.inttoptr(values[0], convention.get_function_type(returned, arguments).as_pointer())
            inner = [builder.extract_value(values[1], i) for i in range(len(arguments))]
            status, result = convention.call_function(builder, pointer, returned, arguments, inner)
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return result

        return returned(types.int64, given), generate

    call.__name__ = named_for("call", returned, *others)
    return intrinsic(call)


def _port(slot: int, returned: Any, others: tuple[Any, ...]) -> Any:
    """A kernel that stands for the rule in this slot of the table."""
    call = _caller(returned, others)

    @kernel
    def address(t: Any) -> int:
        if t.ports[slot] == 0:
            raise RuntimeError("this rule is not compiled for this table")
        return t.ports[slot]

    @kernel
    def jump(t: Any, s: Any) -> Any:
        return call(address(t), (t, s))

    @kernel
    def jump_with_one(t: Any, s: Any, a: Any) -> Any:
        return call(address(t), (t, s, a))

    @kernel
    def jump_with_two(t: Any, s: Any, a: Any, b: Any) -> Any:
        return call(address(t), (t, s, a, b))

    @kernel
    def jump_with_four(t: Any, s: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
        return call(address(t), (t, s, a, b, c, d))

    @kernel
    def jump_with_five(t: Any, s: Any, a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
        return call(address(t), (t, s, a, b, c, d, e))

    jumps = {0: jump, 1: jump_with_one, 2: jump_with_two, 4: jump_with_four, 5: jump_with_five}
    return jumps[len(others)]


@dataclass(frozen=True)
class Door:
    """A rule that other rules of its game jump to, in place of being compiled into each of them."""

    number: int
    """Its place among the doors of the game."""
    rule: Any
    others: tuple[Any, ...]
    """The types of its arguments after table and state."""
    returned: Any = types.none
    wanted: Callable[[np.record], bool] = lambda options: True
    """Whether games with these options need it, told by the record that the options are written into."""

    @property
    def slot(self) -> int:
        return len(NAMES) + self.number

    def through(self) -> Any:
        """What other rules call in its place."""
        return self.rule if config.DISABLE_JIT else _port(self.slot, self.returned, self.others)

    def open(self, table: np.ndarray[Any, Any], state: np.dtype[Any]) -> None:
        """Compile the rule, unless that is done, and write its address into the table."""
        if not config.DISABLE_JIT and table[PORTS_FIELD][0, self.slot] == 0:
            arguments = (numba.from_dtype(table.dtype), numba.from_dtype(state), *self.others)
            table[PORTS_FIELD][0, self.slot] = address_of(self.rule, arguments, self.returned)


def ported(rules: Any, table: np.ndarray[Any, Any], state: np.dtype[Any]) -> Any:
    """The rules as functions that jump to them; their addresses are written into the table."""
    if config.DISABLE_JIT:
        return rules
    made: dict[str, Any] = {}
    records = numba.from_dtype(table.dtype), numba.from_dtype(state)
    for slot, name in enumerate(NAMES):
        returned, arguments = signature(name, *records)
        table[PORTS_FIELD][0, slot] = address_of(getattr(rules, name), arguments, returned)
        made[name] = _port(slot, returned, arguments[2:])
        made[name].stands_for = getattr(rules, name)
    return type(rules)(**made)
