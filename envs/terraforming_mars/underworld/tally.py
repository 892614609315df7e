"""What Underworld 2 counts while games run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, TOKENS
from regolith.envs.terraforming_mars.underworld.corruption import bribed_points
from regolith.envs.terraforming_mars.underworld.token_words import token_name
from regolith.envs.terraforming_mars.underworld.words import Token

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


def token(kind: int) -> str:
    return token_name(kind) if kind < len(Token) else ""


def underground(number: int) -> str:
    return ("spaces excavated", "corruption gained", "corruption left at the end", "points that it made up for")[number]


COUNTERS = (
    ("tokens", TOKENS, "claimed, by kind"),
    ("underground", 4, "excavations and corruption"),
)
EXCAVATED, CORRUPTION, LEFT, BRIBED = TOKENS, TOKENS + 1, TOKENS + 2, TOKENS + 3
SIZE = TOKENS + 4
NAMES = {"tokens": token, "underground": underground}


@kernel
def count(t: Table, before: Record, s: Record, player: int, own: Any) -> None:
    for kind in range(TOKENS):
        own[kind] += max(0, int(s.claimed[player, kind]) - int(before.claimed[player, kind]))
    for space in range(MARS_SPACES):
        own[EXCAVATED] += int(s.excavated[space] == player and before.excavated[space] != player)
    own[CORRUPTION] += max(0, int(s.corruption[player]) - int(before.corruption[player]))
    if s.over != Over.RUNNING:
        own[LEFT] = s.corruption[player]
        own[BRIBED] = bribed_points(t, s, player)
