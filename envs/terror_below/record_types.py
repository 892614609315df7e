"""What an editor and mypy know of the record and the table of Terror Below.

Made from their dtypes: `python -m regolith.envs.core.record_types terror_below`.
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
    board: int
    deck_number: int
    rubble_spaces: int
    location_setup: int
    random_worms: int
    scenario: int
    queens: int
    left_behind: int
    max_rounds: int
    swapped: NDArray[np.int16]  # 2
    own_orders: int
    shuffles: NDArray[np.int32]  # 5
    rolls: NDArray[np.int32]  # 22
    rounds: int
    start: int
    turn: int
    ending: int
    final_turns: int
    winner: int
    result: int
    at: NDArray[np.int16]  # 196
    known: NDArray[np.int16]  # 196
    deck: NDArray[np.int16]  # 5 x 54
    deck_count: NDArray[np.int32]  # 5
    line: NDArray[np.int16]  # 4
    rubble: NDArray[np.int16]  # 48
    eggs: NDArray[np.int16]  # 48 x 4
    location_at: NDArray[np.int16]  # 48
    location_space: NDArray[np.int32]  # 5
    egg_supply: NDArray[np.int32]  # 4
    rubble_supply: int
    slot_worm: NDArray[np.int32]  # 3
    slot_target: NDArray[np.int32]  # 3
    slot_count: NDArray[np.int32]  # 3
    under: NDArray[np.int16]  # 3 x 10
    under_owner: NDArray[np.int16]  # 3 x 10
    pawn: NDArray[np.int32]  # 5
    carried: NDArray[np.int32]  # 5 x 4
    carried_rubble: NDArray[np.int32]  # 5
    points: NDArray[np.int32]  # 5
    bounties_done: NDArray[np.int32]  # 5
    leader: NDArray[np.int32]  # 5
    worn: NDArray[np.int32]  # 5
    living: NDArray[np.int32]  # 5
    out: NDArray[np.int32]  # 5
    pool: int
    acting: int
    played: int
    distracted: int
    skipped_arrows: int
    picked_up: int
    go_on_after_pickup: int
    may_enter_rubble: int
    wild_egg: int
    bonus_taken: int
    leader_used: int
    hat_used: int
    passing_through: int
    attack_slot: int
    damage: int
    caught: int
    acted: int
    fired: int
    damaged: int
    ability_used: int
    hunter: int
    weapon: int
    rolled: int
    sticks: int
    stick_owner: NDArray[np.int16]  # 48
    stick_points: NDArray[np.int16]  # 48
    destroyed: int
    served: int
    trophies: int
    attacks: int
    kills: int
    deaths: int
    tasks: int
    task: NDArray[np.int32]  # 40
    task_a: NDArray[np.int32]  # 40
    task_b: NDArray[np.int32]  # 40
    choices: int
    room: NDArray[np.int16]  # 54
    room_places: NDArray[np.int16]  # 16
    option: NDArray[np.int8]  # 412


class Table(Protocol):
    """What the rules look things up in, `t` in the rules."""

    near: NDArray[np.int32]  # 2 x 48 x 4
    target_step: NDArray[np.int32]  # 2 x 48 x 4
    canyon_width: NDArray[np.int32]  # 2 x 48 x 4
    start_space: NDArray[np.int32]  # 2 x 5
    dice_space: NDArray[np.int32]  # 2 x 6 x 6
    ground: NDArray[np.int64]  # 2
    distance: NDArray[np.int32]  # 2 x 48 x 48
    shaded: NDArray[np.int16]  # 2 x 37 x 48 x 12
    area: NDArray[np.int64]  # 2 x 37 x 48
    queen_egg: NDArray[np.int16]  # 2 x 37 x 48 x 4
    queen_colour: NDArray[np.int32]  # 37 x 4
    worm_type: NDArray[np.int32]  # 37
    worm_egg: NDArray[np.int32]  # 37
    worm_start: NDArray[np.int32]  # 37 x 2
    health: NDArray[np.int32]  # 37
    limit: NDArray[np.int32]  # 37
    queen: NDArray[np.int32]  # 37
    when: NDArray[np.int32]  # 196
    value_min: NDArray[np.int32]  # 196
    value_max: NDArray[np.int32]  # 196
    needs_weapon: NDArray[np.int32]  # 196
    cost_ap: NDArray[np.int32]  # 196
    cost_discard: NDArray[np.int32]  # 196
    second: NDArray[np.int32]  # 196
    second_not_for_solo: NDArray[np.int32]  # 196
    not_for_solo: NDArray[np.int32]  # 196
    hat: NDArray[np.int32]  # 196
    effect: NDArray[np.int32]  # 201 x 4 x 4
    same: NDArray[np.int32]  # 196
    value: NDArray[np.int32]  # 54
    arrow: NDArray[np.int32]  # 54 x 4
    bounty_egg: NDArray[np.int32]  # 42
    bounty_location: NDArray[np.int32]  # 42
    bounty_worm: NDArray[np.int32]  # 42
    bounty_points: NDArray[np.int32]  # 42
    weight: NDArray[np.float64]  # 33
