"""Tokens in front of the players: claiming, giving back, cubes; and the tokens that effects under way have found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.lasting import Trigger
from regolith.envs.terraforming_mars.machine.stack import begin, push
from regolith.envs.terraforming_mars.rooms import FIRST_CARRIER, FOUND, NONE
from regolith.envs.terraforming_mars.rules.tags import tag_arrives, tag_leaves
from regolith.envs.terraforming_mars.rules.triggers import fire
from regolith.envs.terraforming_mars.state import Mode
from regolith.envs.terraforming_mars.underworld.counting import owner_of_cubes
from regolith.envs.terraforming_mars.underworld.rules import (
    draw_and_see,
    identify,
    to_pile,
    turn_face_down,
    turn_face_up,
)
from regolith.envs.terraforming_mars.underworld.words import FIRST_TOKEN, FROM_PILE, NEW_SEARCH, TEMPORARY

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def claim(t: Table, s: Record, player: int, kind: int) -> None:
    """A token that has left its place goes to a player: what it brings comes first, then what waits for a claim."""
    s.claimed[player, kind] += 1
    fire(t, s, Trigger.OWN_CLAIM, player, NONE, 0, 0)
    if kind < TEMPORARY:
        turn_face_up(s, player, kind)
        if owner_of_cubes(t, s) == player:
            s.active_marked = 0
    elif t.token_tag[kind] != NONE:
        tag_arrives(t, s, player, t.token_tag[kind])
    if t.carrier_row[FIRST_TOKEN + kind - FIRST_CARRIER] != 0:
        begin(s, t.carrier_row[FIRST_TOKEN + kind - FIRST_CARRIER], FIRST_TOKEN + kind, player)


@kernel
def unmarked(s: Record, player: int, kind: int, has_cubes: bool) -> int:
    """Tokens of a player without a cube; `has_cubes`: he is the one who has those."""
    return int(s.claimed[player, kind]) - (int(s.marked[kind]) if has_cubes else 0)


@kernel
def give_back(t: Table, s: Record, player: int, kind: int, under_cube: bool) -> None:
    """A claimed token goes back to the pile, with its tag, effect and cube; of equal ones the one in force goes last."""
    cubes = owner_of_cubes(t, s) == player
    alike = int(s.marked[kind]) if under_cube else unmarked(s, player, kind, cubes)
    in_force_alike = s.active_token[player] == kind and (not cubes or (s.active_marked != 0) == under_cube)
    if in_force_alike and alike == 1:
        turn_face_down(s, player)
        if cubes:
            s.active_marked = 0
    if under_cube:
        s.marked[kind] -= 1
    if t.token_tag[kind] != NONE:
        tag_leaves(s, player, t.token_tag[kind])
    s.claimed[player, kind] -= 1
    to_pile(s, kind)


@kernel
def mark(s: Record, player: int, kind: int) -> None:
    """A cube on a token without one; of equal ones the one in force gets it last."""
    if s.active_token[player] == kind and unmarked(s, player, kind, True) == 1 and not s.active_marked:
        s.active_marked = 1
    s.marked[kind] += 1


@kernel
def begin_search(s: Record) -> bool:
    """A new effect looks for tokens; False if there is no room for what it might find."""
    s.last_token = NONE
    if s.tokens_found > FOUND - 2:
        return False
    note_found(s, NEW_SEARCH, NONE)
    return True


@kernel
def note_found(s: Record, space: int, kind: int) -> None:
    s.found_space[s.tokens_found] = space
    s.found_token[s.tokens_found] = kind
    s.tokens_found += 1


@kernel
def find(t: Table, s: Record, player: int, space: int) -> None:
    """The effect on its way identifies a space or a token of the pile."""
    if space == FROM_PILE:
        note_found(s, NONE, draw_and_see(t, s, player))
    else:
        identify(t, s, player, space)
        note_found(s, space, s.token[space])


@kernel
def found_something(s: Record) -> bool:
    return s.found_space[s.tokens_found - 1] != NEW_SEARCH


@kernel
def begin_claims(t: Table, s: Record, player: int, n: int) -> None:
    """What was found by an effect that asks nothing is claimed, or put back."""
    if found_something(s):
        fire(t, s, Trigger.ANY_IDENTIFYING, player, NONE, 0, 0)
    push(s, t.search_row + 1, NONE, player, 0, n, Mode.WHOLE)


@kernel
def first_found(s: Record) -> int:
    """Where the tokens found by the effect on its way begin."""
    i = int(s.tokens_found)
    while s.found_space[i - 1] != NEW_SEARCH:
        i -= 1
    return i


@kernel
def still_there(s: Record, i: int) -> bool:
    """Whether a token found can be claimed: it is in hand, or lies where it was found."""
    return s.found_space[i] == NONE or s.token[s.found_space[i]] == s.found_token[i]


@kernel
def forget(s: Record, i: int) -> None:
    """A token found is none any more."""
    for j in range(i, s.tokens_found - 1):
        s.found_space[j] = s.found_space[j + 1]
        s.found_token[j] = s.found_token[j + 1]
    s.tokens_found -= 1
    s.found_space[s.tokens_found] = 0
    s.found_token[s.tokens_found] = 0


@kernel
def claim_found(t: Table, s: Record, player: int, chosen: int) -> None:
    """The token of a space, or one of the pile by its kind."""
    for i in range(first_found(s), s.tokens_found):
        space, kind = int(s.found_space[i]), int(s.found_token[i])
        if space == chosen or (space == NONE and FROM_PILE + kind == chosen):
            forget(s, i)
            if space != NONE:
                s.token[space] = NONE
            claim(t, s, player, kind)
            return


@kernel
def end_search(s: Record) -> None:
    """Tokens of the pile that were not claimed go back."""
    for i in range(s.tokens_found - 1, first_found(s) - 2, -1):
        if s.found_space[i] == NONE:
            to_pile(s, s.found_token[i])
        forget(s, i)
