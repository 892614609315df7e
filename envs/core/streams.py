"""Which deal comes when. A stream is named by a purpose and a seed; its deals are numbered by game and episode.

`rng.numbered` makes the numbers of a stream from its key, and the key is a hash: so two streams share a deal as seldom as two
random numbers of 63 bits are equal, and none meets the small numbers that people and tournaments deal from.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from regolith.envs.core.checks import check_purpose, check_seed


def _digest(purpose: str, seed: int, size: int) -> bytes:
    text = f"{check_seed(seed)} {check_purpose(purpose)}"
    return hashlib.blake2b(text.encode(), digest_size=size, person=b"regolith").digest()


def stream_keys(purpose: str, seed: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Two keys of four words: one for the deals of a stream, one for the players inside."""
    return np.frombuffer(_digest(purpose, seed, 32), "<u4").astype(np.int64).reshape(2, 4)


def derived_seed(purpose: str, seed: int) -> int:
    """A seed for something that must not share its randomness with anything else that has this seed."""
    return int.from_bytes(_digest(purpose, seed, 8), "little") >> 1
