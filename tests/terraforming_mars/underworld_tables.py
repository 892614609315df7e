"""Positions with Underworld 2, made by hand: tokens, markers and corruption."""

from __future__ import annotations

from typing import Any

from regolith.envs.terraforming_mars.rooms import MARS_SPACES, NOBODY, NONE
from regolith.envs.terraforming_mars.underworld.words import Token
from regolith.envs.terraforming_mars.words import Tile

from .committee import put
from .tables import table

MANY = 90
"""Tokens in a pile that never runs out."""
HOME, BESIDE, FURTHER = 44, 45, 46
"""Land of Tharsis in a row, which gives nothing."""


def below(*in_play: str, pile: Token = Token.BLANK, **options: Any) -> Any:
    """The first player's turn with these cards in play; no token lies open, and all in the pile are of one kind."""
    s = table(*in_play, underworld=True, **options)
    s.token[:], s.excavated[:] = NONE, NOBODY
    s.claimed[:], s.corruption[:] = 0, 0
    stack(s, pile)
    return s


def stack(s: Any, kind: Token, n: int = MANY) -> None:
    """The pile holds so many tokens of one kind and no others."""
    s.pile[:] = 0
    s.pile[kind], s.pile_size = n, n


def rich(*in_play: str, **options: Any) -> Any:
    """The same with much of everything: 20 of each resource, 6 of each production, 3 corruption, 5 tokens. The opponent has half of it."""
    s = below(*in_play, **options)
    for player, share in enumerate((2, 1)[: s.players]):
        s.stock[player], s.production[player] = 10 * share, 3 * share
    s.corruption[0] = 3
    s.claimed[0, Token.BLANK] = 5
    return s


def open_token(s: Any, space: int, kind: Token) -> None:
    s.token[space] = kind


def marker(s: Any, space: int, player: int = 0) -> None:
    s.excavated[space] = player


def city(s: Any, space: int, player: int = 0) -> None:
    put(s, space, Tile.CITY_TILE, player)


def identified(s: Any) -> int:
    """Tokens that lie open."""
    return sum(int(s.token[space] != NONE) for space in range(MARS_SPACES))
