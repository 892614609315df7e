"""The random generator that each game record carries: xoshiro128++, four 32-bit words.

Written in 64-bit signed arithmetic that never overflows, so that compiled and uncompiled runs give the same bytes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from regolith.envs.core.jit import kernel

WORD = 0xFFFFFFFF
WORD_LESS_ONE_BIT = 0x7FFFFFFF


@kernel
def scramble(x: int) -> int:
    """A well-mixed 32-bit function of a 32-bit word (two rounds of xorshift and multiply)."""
    x = (x ^ (x >> 16)) & WORD
    x = (x * 0x7FEB352D) & WORD
    x = (x ^ (x >> 15)) & WORD
    x = (x * 0x46685257) & WORD
    return (x ^ (x >> 16)) & WORD


@kernel
def seed(rng: Any, number: int) -> None:
    """Start a generator (four uint32 words) from a seed of up to 63 bits."""
    low = scramble((number & WORD) ^ 0x3C6EF372)
    high = scramble(((number >> 32) & WORD) ^ 0x1B873593)
    for i in range(4):
        low = scramble((low + 0x1E3779B9 + i) & WORD)
        high = scramble((high ^ low) & WORD)
        rng[i] = np.uint32(high)
    rng[0] = np.uint32(np.int64(rng[0]) | 1)


@kernel
def word(rng: Any) -> int:
    """The next 32 random bits."""
    a, b, c, d = np.int64(rng[0]), np.int64(rng[1]), np.int64(rng[2]), np.int64(rng[3])
    total = (a + d) & WORD
    result = ((((total << 7) & WORD) | (total >> 25)) + a) & WORD
    shifted = (b << 9) & WORD
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = ((d << 11) & WORD) | (d >> 21)
    rng[0], rng[1], rng[2], rng[3] = np.uint32(a), np.uint32(b), np.uint32(c), np.uint32(d)
    return result  # type: ignore[return-value]


@kernel
def below(rng: Any, n: int) -> int:
    """A fair integer in [0, n)."""
    limit = (WORD + 1) - (WORD + 1) % n
    while True:
        bits = word(rng)
        if bits < limit:
            return bits % n


@kernel
def unit(rng: Any) -> float:
    """A float in [0, 1)."""
    return word(rng) / 4294967296.0


@kernel
def seed63(rng: Any) -> int:
    """A seed for another generator."""
    return (word(rng) & WORD_LESS_ONE_BIT) << 32 | word(rng)


@kernel
def numbered(key: Any, game: int, episode: int) -> int:
    """A seed of 63 bits for an episode of a game, from a key of four words. No two of the same key are equal.

    Each round changes one half by what the other one is, which can be undone: so pairs that differ stay different.
    """
    high, low = game & WORD_LESS_ONE_BIT, episode & WORD
    for i in range(0, 4, 2):
        high ^= scramble(low ^ key[i]) & WORD_LESS_ONE_BIT
        low ^= scramble(high ^ key[i + 1])
    return high << 32 | low
