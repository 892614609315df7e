"""What an editor and mypy know of the record and the table of Terraforming Mars.

Made from their dtypes: `python -m regolith.envs.core.record_types terraforming_mars`.
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
    box: NDArray[np.int32]  # 8
    draft: int
    initial_draft: int
    beginner: int
    auto_payment: int
    max_generations: int
    solo_for_rating: int
    cards_number: int
    swapped: NDArray[np.int16]  # 2
    own_orders: int
    tracks: int
    start_production: int
    preludes_dealt: int
    last_generation: int
    blocking: int
    milestone_tile: NDArray[np.int16]  # 8
    award_tile: NDArray[np.int16]  # 8
    world_government: int
    solo_won: int
    generation: int
    first_player: int
    phase: int
    solar_step: int
    turn: int
    actions_taken: int
    passed: NDArray[np.int32]  # 5
    draft_direction: int
    passes: int
    track: NDArray[np.int32]  # 4
    tile: NDArray[np.int16]  # 76
    tile_owner: NDArray[np.int16]  # 76
    claim: NDArray[np.int16]  # 76
    rating: NDArray[np.int32]  # 5
    rating_rose: NDArray[np.int32]  # 5
    stock: NDArray[np.int32]  # 5 x 6
    production: NDArray[np.int32]  # 5 x 6
    metal_value: NDArray[np.int32]  # 5 x 2
    greenery_cost: NDArray[np.int32]  # 5
    next_discount: NDArray[np.int32]  # 5
    next_leeway: NDArray[np.int32]  # 5
    first_action: NDArray[np.int32]  # 5
    tags: NDArray[np.int16]  # 5 x 16
    events: NDArray[np.int16]  # 5
    hand: NDArray[np.int16]  # 5
    lies: NDArray[np.int8]  # 640
    owner: NDArray[np.int8]  # 640
    resources: NDArray[np.int16]  # 640
    used: NDArray[np.int8]  # 640
    deck: NDArray[np.int16]  # 640
    deck_size: NDArray[np.int32]  # 3
    looked_at: int
    look: NDArray[np.int16]  # 16
    in_force_for: NDArray[np.uint8]  # 128
    could_be: NDArray[np.uint16]  # 5 x 640
    redeal: NDArray[np.int16]  # 6 x 14
    milestone: NDArray[np.int16]  # 8
    award: NDArray[np.int16]  # 8
    depth: int
    stack: NDArray[np.int16]  # 128 x 7
    last_space: int
    may_decline: int
    choices: int
    choice: NDArray[np.int16]  # 480
    ahead_stock: NDArray[np.int32]  # 6
    ahead_production: NDArray[np.int32]  # 6
    rating_fee: int
    ahead_track: NDArray[np.int32]  # 4
    ahead_rating: int
    ahead_spent: int
    ahead_spent_on: int
    ahead_heat: int
    ahead_kept: int
    card_fee: int
    goal_surcharge: int
    next_first: int
    last_amount: int
    copied: int
    standard_used: NDArray[np.uint16]  # 5
    metal_swing: NDArray[np.int8]  # 5
    corruption: NDArray[np.int16]  # 5
    event_crime: NDArray[np.int16]  # 5
    colony_corporations: int
    colony_tiles: int
    colony_lies: NDArray[np.int8]  # 14
    colony_track: NDArray[np.int8]  # 14
    colony_owner: NDArray[np.int8]  # 14 x 3
    colony_visitor: NDArray[np.int8]  # 14
    colony_picked: NDArray[np.int8]  # 14
    fleets: NDArray[np.int8]  # 5
    tag_kinds_had: int
    delegates: NDArray[np.int8]  # 6 x 6
    reserve: NDArray[np.int8]  # 6
    lobby: NDArray[np.int8]  # 5
    leader: NDArray[np.int8]  # 6
    chairman: int
    ruling: int
    dominant: int
    event: NDArray[np.int8]  # 3
    event_lies: NDArray[np.int8]  # 48
    policy_used: NDArray[np.int8]  # 5
    covering_goals: int
    pile: NDArray[np.int8]  # 32
    pile_size: int
    token: NDArray[np.int8]  # 61
    excavated: NDArray[np.int8]  # 61
    claimed: NDArray[np.int8]  # 5 x 32
    active_token: NDArray[np.int8]  # 5
    marked: NDArray[np.int8]  # 32
    active_marked: int
    tokens_found: int
    found_space: NDArray[np.int8]  # 16
    found_token: NDArray[np.int8]  # 16
    last_token: int
    free_excavation: NDArray[np.int8]  # 5


class Table(Protocol):
    """What the rules look things up in, `t` in the rules."""

    kind: NDArray[np.int32]  # 640
    card_set: NDArray[np.int32]  # 640
    cost: NDArray[np.int32]  # 640
    start_mc: NDArray[np.int32]  # 640
    condition: NDArray[np.int32]  # 640
    holds: NDArray[np.int32]  # 640
    protected: NDArray[np.int32]  # 640
    vp_scoring: NDArray[np.int32]  # 640
    vp: NDArray[np.int32]  # 640
    vp_every: NDArray[np.int32]  # 640
    vp_tag: NDArray[np.int32]  # 640
    on_play: NDArray[np.int32]  # 640
    action: NDArray[np.int32]  # 640
    first_action: NDArray[np.int32]  # 640
    own_tile: NDArray[np.int32]  # 640
    own_heat: NDArray[np.int32]  # 640
    own_held: NDArray[np.int32]  # 640 x 16
    needs_boxes: NDArray[np.int32]  # 640
    replaced_with: NDArray[np.int32]  # 640
    holds_anything: NDArray[np.int32]  # 640
    copier: int
    banned: NDArray[np.int32]  # 640
    tags: NDArray[np.int32]  # 640 x 16
    shows: NDArray[np.int32]  # 640 x 16
    needs: NDArray[np.int32]  # 640 x 4 x 5
    trigger_first: NDArray[np.int32]  # 49
    passive_carrier: NDArray[np.int32]  # 320
    passive_row: NDArray[np.int32]  # 320
    passive_tags: NDArray[np.int32]  # 320 x 16
    passive_this_too: NDArray[np.int32]  # 320
    passive_optional: NDArray[np.int32]  # 320
    carrier_row: NDArray[np.int32]  # 128
    carrier_lasts: NDArray[np.int32]  # 128
    rule_first: NDArray[np.int32]  # 33
    modifier_carrier: NDArray[np.int32]  # 320
    modifier_n: NDArray[np.int32]  # 320
    modifier_a: NDArray[np.int32]  # 320
    modifier_b: NDArray[np.int32]  # 320
    worth_rating: NDArray[np.float64]  # 640
    worth_greeneries: NDArray[np.float64]  # 640
    worth_cities: NDArray[np.float64]  # 640
    worth_cards: NDArray[np.float64]  # 640
    worth_points: NDArray[np.float64]  # 640
    worth_harmed: NDArray[np.float64]  # 640
    worth_built: NDArray[np.float64]  # 640
    worth_sent: NDArray[np.float64]  # 640
    worth_production: NDArray[np.float64]  # 640 x 6
    worth_stock: NDArray[np.float64]  # 640 x 6
    worth_steps: NDArray[np.float64]  # 640 x 4
    worth_underground: NDArray[np.float64]  # 640 x 3
    use_underground: NDArray[np.float64]  # 640 x 3
    lasting_underground: NDArray[np.float64]  # 640 x 3
    use_mc: NDArray[np.float64]  # 640
    use_points: NDArray[np.float64]  # 640
    use_rating: NDArray[np.float64]  # 640
    use_energy: NDArray[np.float64]  # 640
    lasting_mc: NDArray[np.float64]  # 640
    lasting_points: NDArray[np.float64]  # 640
    held_mc: NDArray[np.float64]  # 640
    held_points: NDArray[np.float64]  # 640
    use_track: NDArray[np.int32]  # 640
    counted: NDArray[np.int32]  # 640
    counted_as: NDArray[np.int32]  # 640
    counted_resource: NDArray[np.int32]  # 640
    counted_own: NDArray[np.float64]  # 640
    weight: NDArray[np.float64]  # 59
    length: NDArray[np.float64]  # 6
    pace: NDArray[np.float64]  # 4
    solo_step: NDArray[np.float64]  # 4
    neighbours: NDArray[np.int32]  # 76 x 6
    space_kind: NDArray[np.int32]  # 3 x 76
    space_gain: NDArray[np.int32]  # 3 x 76 x 6
    space_cards: NDArray[np.int32]  # 3 x 76
    space_ocean: NDArray[np.int32]  # 3 x 76
    printed: NDArray[np.float32]  # 3 x 366
    row_from_bottom: NDArray[np.int32]  # 76
    track_end: NDArray[np.int32]  # 4
    colony_bonus: NDArray[np.int32]  # 14
    colony_income: NDArray[np.int32]  # 14 x 7
    colony_sleeps_until: NDArray[np.int32]  # 14
    colony_needs: NDArray[np.int32]  # 14
    colony_bonus_stock: NDArray[np.float64]  # 14 x 6
    colony_bonus_cards: NDArray[np.float64]  # 14
    trade_row: int
    trade_paid_row: int
    leave_colony_tile_row: int
    policy_row: NDArray[np.int32]  # 6
    event_revealed: NDArray[np.int32]  # 48
    event_current: NDArray[np.int32]  # 48
    event_needs: NDArray[np.int32]  # 48
    turmoil_row: int
    term_row: NDArray[np.int32]  # 54 x 4
    term_for: NDArray[np.int32]  # 54 x 4
    term_least: NDArray[np.int32]  # 54 x 4
    term_kept: NDArray[np.int32]  # 54 x 4
    term_rating: NDArray[np.float64]  # 54 x 4
    term_cards: NDArray[np.float64]  # 54 x 4
    term_stock: NDArray[np.float64]  # 54 x 4 x 6
    term_production: NDArray[np.float64]  # 54 x 4 x 6
    token_count: NDArray[np.int32]  # 32
    token_tag: NDArray[np.int32]  # 32
    token_shows: NDArray[np.int32]  # 32
    token_in_force_mc: NDArray[np.float64]  # 32
    token_rating: NDArray[np.float64]  # 32
    token_cards: NDArray[np.float64]  # 32
    token_corruption: NDArray[np.float64]  # 32
    token_ocean: NDArray[np.float64]  # 32
    token_stock: NDArray[np.float64]  # 32 x 6
    token_production: NDArray[np.float64]  # 32 x 6
    search_row: int
    marker_row: int
    mulligan_row: int
    milestone_goal: NDArray[np.int32]  # 64 x 26
    milestone_least: NDArray[np.int32]  # 64
    award_goal: NDArray[np.int32]  # 64 x 26
    covering_milestone: NDArray[np.int32]  # 2
    covering_award: NDArray[np.int32]  # 2
    award_cost: NDArray[np.int32]  # 3
    standard_cost: NDArray[np.int32]  # 16
    standard_box: NDArray[np.int32]  # 16
    standard_tr_solo: NDArray[np.int32]  # 16
    standard_needs: NDArray[np.int32]  # 16
    standard_metal: NDArray[np.int32]  # 16
    standard_row: NDArray[np.int32]  # 16
    tag_box: NDArray[np.int32]  # 16
    carrier_box: NDArray[np.int32]  # 128
    off_mars_box: NDArray[np.int32]  # 15
    ocean_row: int
    temperature_row: int
    south_pole_row: int
    pay_row: int
    pay_heat_row: int
    play_row: int
    enter_play_row: int
    standard_paid_row: int
    convert_plants_row: int
    convert_heat_row: int
    sell_row: int
    card_fee_row: int
    setup_row: int
    setup_with_preludes_row: int
    preludes_row: int
    draft_row: int
    research_row: int
    rating_step_row: int
    final_greenery_row: int
    op_asks: NDArray[np.int32]  # 256
    op_turns: NDArray[np.int32]  # 256
    op_declines: NDArray[np.int32]  # 256
    op_if_none: NDArray[np.int32]  # 256
    op_gives: NDArray[np.int32]  # 256
    op_in_production_box: NDArray[np.int32]  # 256
    op_looks_at_cards: NDArray[np.int32]  # 256
    op_may_wait: NDArray[np.int32]  # 256
    op_may_be_wasted: NDArray[np.int32]  # 256
    op_beyond: NDArray[np.int32]  # 256
    op_branching: NDArray[np.int32]  # 256
    op_x: NDArray[np.int32]  # 256
    op_y: NDArray[np.int32]  # 256
    op_puts_tile: NDArray[np.int32]  # 256
    op_takes_back: NDArray[np.int32]  # 256
    op_blockable: NDArray[np.int32]  # 256
    op_lasts: NDArray[np.int32]  # 256
    op_spends: NDArray[np.int32]  # 256
    op_picks: NDArray[np.int32]  # 256
    row_carrier: NDArray[np.int32]  # 4096
    op: NDArray[np.int32]  # 4096
    n: NDArray[np.int32]  # 4096
    count: NDArray[np.int32]  # 4096
    a: NDArray[np.int32]  # 4096
    b: NDArray[np.int32]  # 4096
    c: NDArray[np.int32]  # 4096
    d: NDArray[np.int32]  # 4096
    branch: NDArray[np.int32]  # 4096
    branches: NDArray[np.int32]  # 4096
    row_waits: NDArray[np.int32]  # 4096
    row_by_others: NDArray[np.int32]  # 4096
    branch_start: NDArray[np.int32]  # 512
    count_what: NDArray[np.int32]  # 192
    count_whose: NDArray[np.int32]  # 192
    count_each: NDArray[np.int32]  # 192
    count_every: NDArray[np.int32]  # 192
    count_kind: NDArray[np.int32]  # 192
    count_most: NDArray[np.int32]  # 192
    count_resource: NDArray[np.int32]  # 192
    count_base: NDArray[np.int32]  # 192
    count_influence: NDArray[np.int32]  # 192
    count_limit: NDArray[np.int32]  # 192
    count_less_tokens: NDArray[np.int32]  # 192
    count_tags: NDArray[np.int32]  # 192 x 16
