"""Bytes are found where they are, whatever lies around them."""

from typing import Any

import numpy as np
import pytest
from numba.core import config
from numba.core.errors import TypingError

from regolith.envs.core.memory import find_byte


@pytest.mark.parametrize("value", [-1, 0, 3, 127])
def test_a_byte_is_found_where_a_plain_search_finds_it(value: int) -> None:
    """Every range of an array, with the value before, inside and behind it, once, several times or not at all."""
    generator = np.random.default_rng(value + 1)
    for density in (0.0, 0.03, 0.3):
        array = np.where(generator.random(90) < density, value, 5).astype(np.int8)
        for first in range(array.size + 1):
            for end in range(array.size + 1):
                places = [i for i in range(first, end) if array[i] == value]
                assert find_byte(array, value, first, end) == (places[0] if places else end)


@pytest.mark.skipif(config.DISABLE_JIT, reason="uncompiled, NumPy looks at numbers of any kind")
@pytest.mark.parametrize(
    "array", [np.zeros(8, np.int16), np.zeros(8, np.uint8), np.zeros(8, np.int8)[::2], np.zeros((2, 4), np.int8)]
)
def test_only_rows_of_signed_bytes_are_searched(array: Any) -> None:
    with pytest.raises(TypingError, match="a row of signed bytes"):
        find_byte(array, 0, 0, 1)


def test_what_is_no_byte_and_places_outside_are_refused() -> None:
    for value in (-129, 128, 256):
        with pytest.raises(IndexError):
            find_byte(np.zeros(8, np.int8), value, 0, 8)
    with pytest.raises(IndexError):
        find_byte(np.zeros(8, np.int8), 0, -1, 8)
    with pytest.raises(IndexError):
        find_byte(np.zeros(8, np.int8), 0, 0, 9)
