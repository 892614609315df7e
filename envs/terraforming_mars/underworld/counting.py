"""Claimed tokens, counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.card import Scoring
from regolith.envs.terraforming_mars.rooms import CARDS, NOBODY, TOKENS
from regolith.envs.terraforming_mars.state import Lies

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def claimed_tokens(s: Record, player: int) -> int:
    """Face up or down."""
    found = 0
    for kind in range(TOKENS):
        found += int(s.claimed[player, kind])
    return found


@kernel
def marked_tokens(s: Record) -> int:
    """Under a cube: all of one player, as one card puts them there."""
    found = 0
    for kind in range(TOKENS):
        found += int(s.marked[kind])
    return found


@kernel
def owner_of_cubes(t: Table, s: Record) -> int:
    """Who has the card that puts cubes on tokens; NOBODY if it is not in play."""
    for card in range(CARDS):
        if t.vp_scoring[card] == Scoring.PER_MARKED_TOKEN and s.lies[card] == Lies.IN_PLAY:
            return s.owner[card]
    return NOBODY


@kernel
def tags_of_tokens(t: Table, s: Record, player: int, tag: int) -> int:
    found = 0
    for kind in range(TOKENS):
        if t.token_tag[kind] == tag:
            found += int(s.claimed[player, kind])
    return found
