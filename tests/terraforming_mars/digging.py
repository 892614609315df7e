"""Ground made by hand: what lies open, what is in the pile, who has dug where; and digging there."""

from __future__ import annotations

from typing import Any

from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED, begin
from regolith.envs.terraforming_mars.rooms import FIRST_CARRIER, MARS_SPACES, NOBODY, NONE
from regolith.envs.terraforming_mars.rules.broken import Broken
from regolith.envs.terraforming_mars.rules.invariants import broken
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.underworld.rules import return_token
from regolith.envs.terraforming_mars.underworld.words import CENTRE, FIRST_TOKEN, Token
from regolith.envs.terraforming_mars.words import CITY_TILE, GREENERY_TILE, OCEAN_TILE, StandardProject, Tile, Track

from .games import T
from .tables import answer, table

ME, OTHER = 0, 1
TOKENS_IN_ALL = 91


def ground(*in_play: str, players: int = 2, **options: Any) -> Any:
    """The first player's turn with these cards in play; nothing lies open on Mars."""
    s = table(*in_play, players=players, underworld=True, **options)
    return_token(s, CENTRE)
    return s


def take_from_pile(s: Any, kind: Token) -> None:
    s.pile[kind] -= 1
    s.pile_size -= 1


def lay_open(s: Any, space: int, kind: Token) -> None:
    """A token of the pile lies on a space."""
    take_from_pile(s, kind)
    s.token[space] = kind


def give(s: Any, *kinds: Token, player: int = ME) -> None:
    """Tokens of the pile that a player has claimed, without what they brought."""
    for kind in kinds:
        take_from_pile(s, kind)
        s.claimed[player, kind] += 1
        if T.token_tag[kind] != NONE:
            s.tags[player, T.token_tag[kind]] += 1


def only_in_pile(s: Any, kind: Token, n: int) -> None:
    """So many tokens of one kind are left; an opponent has claimed the others."""
    for other in Token:
        n_claimed = int(s.pile[other]) - (n if other == kind else 0)
        assert n_claimed >= 0
        s.claimed[OTHER, other] += n_claimed
        s.pile[other] -= n_claimed
        s.pile_size -= n_claimed
        if T.token_tag[other] != NONE:
            s.tags[OTHER, T.token_tag[other]] += n_claimed


def marker(s: Any, space: int, player: int = ME) -> None:
    s.excavated[space] = player


def tile(s: Any, space: int, kind: Tile = CITY_TILE, player: int = ME) -> None:
    """A tile that lies there from the start."""
    s.tile[space], s.tile_owner[space] = kind, NOBODY if kind == OCEAN_TILE else player
    s.track[Track.OCEANS] += kind == OCEAN_TILE


def fill(s: Any, *but: int, player: int = OTHER) -> None:
    """Everywhere else lies a greenery."""
    for space in range(MARS_SPACES):
        if space not in but and s.tile[space] == NONE:
            tile(s, space, GREENERY_TILE, player)


def beside(space: int) -> list[int]:
    return [int(other) for other in T.neighbours[space] if other != NONE]


def dig(s: Any, *chosen: int, player: int = ME) -> None:
    """Excavate once, by the standard project after it is paid."""
    begin(s, T.standard_row[StandardProject.EXCAVATE], NONE, player)
    run(T, s, NOT_ASKED)
    answer(s, *chosen)


def claimed(s: Any, player: int = ME) -> list[Token]:
    return [kind for kind in Token for _ in range(s.claimed[player, kind])]


def lying_open(s: Any) -> list[int]:
    return [space for space in range(MARS_SPACES) if s.token[space] != NONE]


def markers(s: Any, player: int = ME) -> list[int]:
    return [space for space in range(MARS_SPACES) if s.excavated[space] == player]


def in_force(s: Any, kind: Token) -> list[int]:
    """The players for whom a kind of token is in force."""
    bits = int(s.in_force_for[FIRST_TOKEN + kind - FIRST_CARRIER])
    return [player for player in range(s.players) if bits >> player & 1]


def all_there(s: Any) -> bool:
    """Every token is somewhere."""
    in_pile_found = sum(int(space) == NONE for space in s.found_space[: s.tokens_found])
    return int(s.pile.sum() + s.claimed.sum()) + len(lying_open(s)) + in_pile_found == TOKENS_IN_ALL


def sound(s: Any) -> bool:
    """Nothing is wrong with the record between two actions."""
    s.kind = Kind.ACTION if s.kind == Kind.NOTHING else s.kind
    found = Broken(broken(T, s))
    assert found in (Broken.NOTHING, Broken.CORPORATION), found
    return True
