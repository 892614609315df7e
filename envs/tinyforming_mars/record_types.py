"""What an editor and mypy know of the record and the table of TINYforming Mars.

Made from their dtypes: `python -m regolith.envs.core.record_types tinyforming_mars`.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Record(Protocol):
    """The state of a game, `s` in the rules."""

    rng: NDArray[np.uint32]  # 4
    decisions: int
    players: int
    player: int
    over: int
    kind: int
    map: int
    intense: int
    token_discounts: int
    max_generations: int
    generation: int
    leader: int
    passed: NDArray[np.int32]  # 2
    deck_size: int
    unseen: int
    deck_card: NDArray[np.int32]  # 7
    deck_up: NDArray[np.int32]  # 7
    drawn: int
    oriented: int
    row_card: NDArray[np.int32]  # 3
    row_face: NDArray[np.int32]  # 3
    facing: NDArray[np.int32]  # 2 x 3
    used: NDArray[np.int32]  # 2 x 3
    standard_used: NDArray[np.int32]  # 2
    credits: NDArray[np.int32]  # 2
    credit_supply: int
    markers: int
    supply: NDArray[np.int32]  # 3
    heat: NDArray[np.int32]  # 2
    attached_heat: int
    attached_water: int
    tokens: NDArray[np.int32]  # 2 x 3
    token_supply: NDArray[np.int32]  # 3
    greenery: int
    water: int
    heat_on_map: int
    cities: NDArray[np.int32]  # 2
    beside: NDArray[np.int32]  # 2
    tags: NDArray[np.int32]  # 2 x 5
    active: int
    price: int
    last_hex: int
    moving: int
    todo: int
    todo_op: NDArray[np.int32]  # 8
    todo_arg: NDArray[np.int32]  # 8
    choices: int
    may_decline: int


class Table(Protocol):
    """What the rules look things up in, `t` in the rules."""

    neighbours: NDArray[np.int32]  # 19
    water_hexes: NDArray[np.int32]  # 2
    bonus_hexes: NDArray[np.int32]  # 2
    hex_tag: NDArray[np.int32]  # 2 x 19
    hex_kind: NDArray[np.int32]  # 2 x 19
    printed: NDArray[np.float32]  # 2 x 114
    center_row: int
    south_row: int
    colour: NDArray[np.int32]  # 33
    cost: NDArray[np.int32]  # 33
    needs: NDArray[np.int32]  # 33 x 5
    gives: NDArray[np.int32]  # 33 x 5
    heat: NDArray[np.int32]  # 33
    water: NDArray[np.int32]  # 33
    less: NDArray[np.int32]  # 33 x 3
    program: NDArray[np.int32]  # 33 x 2 x 2
    weight: NDArray[np.float64]  # 6
    haste: NDArray[np.float64]  # 14
