"""Records as bytes: copying them, clearing buffers, and handing a record to compiled code cheaply."""

from __future__ import annotations

import hashlib
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, config, types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from regolith.envs.core.jit import kernel


@kernel
def clear(array: Any) -> None:
    """Fill a one-dimensional array with zeros."""
    for i in range(array.size):
        array[i] = 0


@intrinsic
def _copy_bytes(typing_context: Any, target: Any, source: Any) -> Any:
    """Copy one record over another of the same type."""

    def generate(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        cgutils.raw_memcpy(builder, values[0], values[1], context.get_constant(types.intp, target.size), 1)
        return context.get_dummy_value()

    return types.none(target, source), generate


if config.DISABLE_JIT:

    def copy(target: Any, i: int, source: Any, j: int) -> None:
        """`target[i] = source[j]` for arrays of records."""
        target[i] = source[j]

else:

    @kernel
    def copy(target: Any, i: int, source: Any, j: int) -> None:
        """`target[i] = source[j]` for arrays of records, as one copy of memory."""
        _copy_bytes(target[i], source[j])


LEAST_BYTE, MOST_BYTE = -128, 127


@intrinsic
def _memchr(typing_context: Any, array: Any, value: Any, first: Any, end: Any) -> Any:
    """`_first_place` by the C library, which compares dozens of bytes at once."""
    if array.dtype != types.int8 or array.ndim != 1 or array.layout != "C":
        raise TypingError(f"bytes are looked for in a row of signed bytes, not in {array}")

    def generate(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        address, number, size = ir.IntType(8).as_pointer(), ir.IntType(32), ir.IntType(64)
        signature = ir.FunctionType(address, [address, number, size])
        memchr = cgutils.get_or_insert_function(builder.module, signature, "memchr")
        start = builder.bitcast(context.make_array(array)(context, builder, values[0]).data, address)
        value, first, end = values[1:]
        found = builder.call(
            memchr, [builder.gep(start, [first]), builder.trunc(value, number), builder.sub(end, first)]
        )
        place = builder.sub(builder.ptrtoint(found, size), builder.ptrtoint(start, size))
        return builder.select(cgutils.is_null(builder, found), end, place)

    return types.int64(array, types.int64, types.int64, types.int64), generate


def _first_place(array: Any, value: int, first: int, end: int) -> int:
    """Where a row of signed bytes holds a value; `end` if nowhere."""
    places = np.flatnonzero(array[first:end] == value)
    return first + int(places[0]) if places.size else end


_search = _first_place if config.DISABLE_JIT else _memchr


@kernel
def find_byte(array: Any, value: int, first: int, end: int) -> int:
    """The first place of an array of bytes, from `first` on and before `end`, that holds a value; `end` if there is none."""
    if first < 0 or end > array.size or value < LEAST_BYTE or value > MOST_BYTE:
        raise IndexError("no byte, or no places of this array")
    return _search(array, value, first, end) if first < end else end


def as_bytes(records: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The same memory as plain bytes. Python hands an array of bytes to compiled code in half the time of one of records."""
    return records.view(np.uint8)


def record_in(dtype: np.dtype[Any]) -> Any:
    """A function that finds the record of this type in an array of bytes made by `as_bytes`."""
    if config.DISABLE_JIT:
        return lambda data: data.view(dtype)[0]
    record = numba.from_dtype(dtype)

    def first_record(typing_context: Any, data: Any) -> Any:
        def generate(context: Any, builder: Any, sig: Any, values: Any) -> Any:
            array = context.make_array(data)(context, builder, values[0])
            return builder.bitcast(array.data, context.get_value_type(record))

        return record(data), generate

    first_record.__name__ = named_for("first_record", record)
    return intrinsic(first_record)


def named_for(name: str, *types: Any) -> str:
    """A name that differs for each mixture of types: compiled code that closes over an intrinsic is stored under the intrinsic's name."""
    return f"{name}_{hashlib.sha256(repr(types).encode()).hexdigest()[:16]}"
