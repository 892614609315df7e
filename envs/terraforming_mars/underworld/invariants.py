"""What holds of the underground in every record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.operation import Lasts
from regolith.envs.terraforming_mars.rooms import (
    COVERING_GOALS,
    END,
    FIRST_CARRIER,
    FIRST_CORPORATION,
    FOUND,
    GOALS,
    MARS_SPACES,
    NOBODY,
    NONE,
    PLAYERS,
    TOKENS,
)
from regolith.envs.terraforming_mars.rules.broken import Broken
from regolith.envs.terraforming_mars.state import MOST_CARD_FEE, MOST_SURCHARGE, MOST_SWING, Frame, Lies, Phase
from regolith.envs.terraforming_mars.underworld.counting import owner_of_cubes
from regolith.envs.terraforming_mars.underworld.language.underground import FIRST
from regolith.envs.terraforming_mars.underworld.words import FIRST_TOKEN, FROM_PILE, NEW_SEARCH, TEMPORARY

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

STEPS_OF_SEARCH = 3
MOST_TO_FIND = 16
END_OF_FAMILIES = 244
"""Of all three families of the box."""


@kernel
def tokens_outside_pile(s: Record, kind: int) -> int:
    """Tokens of a kind that lie open on Mars, were found in the pile by an effect, or are claimed."""
    found = 0
    for player in range(PLAYERS):
        found += int(s.claimed[player, kind])
    for space in range(MARS_SPACES):
        found += int(s.token[space] == kind)
    for i in range(s.tokens_found):
        found += int(s.found_space[i] == NONE and s.found_token[i] == kind)
    return found


@kernel
def broken_tokens(t: Table, s: Record) -> int:
    """Every token is somewhere, and there are no more of a printed kind than are printed."""
    in_pile, everywhere, printed = 0, 0, 0
    for kind in range(TOKENS):
        of_kind = int(s.pile[kind]) + tokens_outside_pile(s, kind)
        in_pile += int(s.pile[kind])
        everywhere += of_kind
        printed += t.token_count[kind]
        if t.token_count[kind] > 0 and of_kind > t.token_count[kind]:
            return Broken.TOKEN_COUNT
        for player in range(s.players, PLAYERS):
            if s.claimed[player, kind]:
                return Broken.TOKEN_COUNT
    return Broken.NOTHING if in_pile == s.pile_size and everywhere == printed else Broken.TOKEN_COUNT


@kernel
def played_for(t: Table, s: Record, lasts: int) -> int:
    """A played project card that changes something until research; NONE if there is none."""
    for card in range(FIRST_CORPORATION):
        if s.lies[card] >= Lies.IN_PLAY:
            row = t.on_play[card]
            while t.op[row] != END:
                if t.op_lasts[t.op[row]] == lasts:
                    return card
                row += 1
    return NONE


@kernel
def broken_swing(t: Table, s: Record) -> bool:
    """Metals are worth more to who has played the card for it and less to the others, or as ever to everybody."""
    some = False
    for player in range(PLAYERS):
        some = some or s.metal_swing[player] != 0
    if not some:
        return False
    card = played_for(t, s, Lasts.METALS)
    for player in range(PLAYERS):
        swing = 0
        if player < s.players:
            swing = MOST_SWING if card != NONE and s.owner[card] == player else -MOST_SWING
        if s.metal_swing[player] != swing:
            return True
    return card == NONE


@kernel
def set_by_no_card(t: Table, s: Record, value: int, set_to: int, lasts: int) -> bool:
    return value != 0 and (value != set_to or played_for(t, s, lasts) == NONE)


@kernel
def broken_until_research(t: Table, s: Record) -> int:
    """What lasts until research was set by a card played, names a player of the game, and is over when research begins."""
    if s.next_first > s.players or broken_swing(t, s):
        return Broken.NOT_OF_THIS_GENERATION
    if set_by_no_card(t, s, s.goal_surcharge, MOST_SURCHARGE, Lasts.GOALS):
        return Broken.NOT_OF_THIS_GENERATION
    if set_by_no_card(t, s, s.card_fee, MOST_CARD_FEE, Lasts.CARDS):
        return Broken.NOT_OF_THIS_GENERATION
    acting = s.phase != Phase.SETUP and s.phase != Phase.DRAFT and s.phase != Phase.RESEARCH
    return Broken.NOTHING if acting or nothing_until_research(s) else Broken.NOT_OF_THIS_GENERATION


@kernel
def nothing_until_research(s: Record) -> bool:
    for player in range(PLAYERS):
        if s.metal_swing[player]:
            return False
    return s.next_first == 0 and s.card_fee == 0 and s.goal_surcharge == 0


@kernel
def broken_ground(s: Record) -> int:
    """A space has a tile, a token, a marker or nothing."""
    for space in range(MARS_SPACES):
        things = int(s.tile[space] != NONE) + int(s.token[space] != NONE) + int(s.excavated[space] != NOBODY)
        if things > 1 or s.excavated[space] >= s.players:
            return Broken.UNDERGROUND
    return Broken.NOTHING


@kernel
def broken_lasting(t: Table, s: Record) -> int:
    """A temporary token in force is claimed, and nothing else is in force; cubes lie on claimed tokens of who has their card."""
    for player in range(PLAYERS):
        active = s.active_token[player]
        if player >= s.players:
            if active or s.free_excavation[player]:
                return Broken.TOKEN_IN_FORCE
        elif active != NONE and s.claimed[player, active] == 0:
            return Broken.TOKEN_IN_FORCE
    for kind in range(TOKENS):
        players = 0
        for player in range(s.players):
            if kind < TEMPORARY and s.active_token[player] == kind:
                players += 1 << player
        if s.in_force_for[FIRST_TOKEN + kind - FIRST_CARRIER] != players:
            return Broken.TOKEN_IN_FORCE
    owner = owner_of_cubes(t, s)
    for kind in range(TOKENS):
        if s.marked[kind] > (s.claimed[owner, kind] if owner != NOBODY else 0):
            return Broken.CUBES_ON_TOKENS
    if s.active_marked:
        if owner == NOBODY or s.active_token[owner] == NONE or s.marked[s.active_token[owner]] == 0:
            return Broken.CUBES_ON_TOKENS
    elif owner != NOBODY and s.active_token[owner] != NONE:
        if s.marked[s.active_token[owner]] == s.claimed[owner, s.active_token[owner]]:
            return Broken.CUBES_ON_TOKENS
    return Broken.NOTHING


@kernel
def broken_search(t: Table, s: Record) -> int:
    """Each effect that identifies has its own tokens, one after the other; an excavation has its space."""
    searches = 0
    for f in range(s.depth):
        row, x, y = s.stack[f, Frame.ROW], s.stack[f, Frame.X], s.stack[f, Frame.Y]
        if t.search_row <= row < t.search_row + STEPS_OF_SEARCH:
            searches += 1
            if x < 0 or x > MOST_TO_FIND or y < 0 or y > MOST_TO_FIND or (row == t.search_row and x == 0):
                return Broken.EFFECT
        elif row == t.marker_row:
            if x < 0 or x > FROM_PILE or y < 0 or y > 1 or (x < MARS_SPACES and s.excavated[x] != NOBODY):
                return Broken.EFFECT
    for i in range(FOUND):
        space, kind = s.found_space[i], s.found_token[i]
        if i >= s.tokens_found:
            if space or kind:
                return Broken.TOKENS_FOUND
        elif space == NEW_SEARCH:
            searches -= 1
            if kind != NONE:
                return Broken.TOKENS_FOUND
        elif kind == NONE or i == 0:
            return Broken.TOKENS_FOUND
    return Broken.NOTHING if searches == 0 else Broken.TOKENS_FOUND


@kernel
def covers(goal: int, covering: int) -> bool:
    return goal != NONE and goal == covering


@kernel
def broken_goals(t: Table, s: Record) -> int:
    """Each goal that lies over others lies there once."""
    for i in range(COVERING_GOALS):
        milestones, awards = 0, 0
        for at in range(GOALS):
            milestones += int(covers(s.milestone_tile[at], t.covering_milestone[i]))
            awards += int(covers(s.award_tile[at], t.covering_award[i]))
        if milestones > 1 or awards > 1:
            return Broken.MILESTONES_OR_AWARDS
    return Broken.NOTHING


@kernel
def broken(t: Table, s: Record) -> int:
    found = broken_tokens(t, s)
    if found == Broken.NOTHING:
        found = broken_ground(s)
    if found == Broken.NOTHING:
        found = broken_lasting(t, s)
    if found == Broken.NOTHING:
        found = broken_search(t, s)
    if found == Broken.NOTHING:
        found = broken_goals(t, s)
    if found == Broken.NOTHING:
        found = broken_until_research(t, s)
    return found


@kernel
def unused(t: Table, s: Record) -> bool:
    """Without the box nothing of it is used, and no effect under way is one of its."""
    for f in range(s.depth):
        if FIRST <= t.op[s.stack[f, Frame.ROW]] < END_OF_FAMILIES:
            return False
    if s.pile_size or s.tokens_found or s.last_token or s.active_marked or not nothing_until_research(s):
        return False
    for space in range(MARS_SPACES):
        if s.token[space] != NONE or s.excavated[space] != NOBODY:
            return False
    for kind in range(TOKENS):
        if s.pile[kind] or s.marked[kind]:
            return False
        for player in range(PLAYERS):
            if s.claimed[player, kind]:
                return False
    for i in range(FOUND):
        if s.found_space[i] or s.found_token[i]:
            return False
    for player in range(PLAYERS):
        if s.active_token[player] or s.free_excavation[player] or s.corruption[player] or s.event_crime[player]:
            return False
    return True
