"""What is noticed of tokens, markers and cubes that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.colonies.language import FIRST
from regolith.envs.terraforming_mars.machine.box_families import needs_large_box
from regolith.envs.terraforming_mars.rooms import FIRST_CARRIER, FIRST_PRELUDE, MARS_SPACES, NOBODY, NONE
from regolith.envs.terraforming_mars.rules.broken import Broken
from regolith.envs.terraforming_mars.rules.invariants import broken
from regolith.envs.terraforming_mars.state import Frame, Kind, Lies, Phase
from regolith.envs.terraforming_mars.underworld.invariants import broken_until_research
from regolith.envs.terraforming_mars.underworld.words import FIRST_TOKEN, NEW_SEARCH, Token

from .games import NUMBER, T, deal, played
from .tables import play
from .underworld_tables import below


def between_actions(seed: int = 3) -> Any:
    """A position of a game with the box in which somebody chooses an action, and much has been dug."""
    array = deal(seed, underworld=True)
    for s in played(array, seed):
        dug = (s.excavated != NOBODY).any() and (s.token != NONE).any() and s.claimed.any()
        if s.over == Over.RUNNING and s.kind == Kind.ACTION and s.generation > 3 and dug:
            assert broken(T, s) == Broken.NOTHING
            return array
    raise AssertionError("no such position")


def open_token(s: Any) -> int:
    return next(space for space in range(MARS_SPACES) if s.token[space] != NONE)


def one_too_many(s: Any) -> None:
    s.pile[Token.BLANK] += 1
    s.pile_size += 1


def miscounted(s: Any) -> None:
    s.pile_size += 1


def of_nobody_who_plays(s: Any) -> None:
    kind = next(kind for kind in range(len(Token)) if s.pile[kind])
    s.pile[kind] -= 1
    s.pile_size -= 1
    s.claimed[4, kind] += 1


def more_of_a_kind_than_are_printed(s: Any) -> None:
    other = next(kind for kind in range(len(Token)) if s.pile[kind] and kind != Token.BLANK)
    s.pile[Token.BLANK] += s.pile[other]
    s.pile[other] = 0


def first_player_who_does_not_play(s: Any) -> None:
    s.next_first = s.players + 1


def marker_under_token(s: Any) -> None:
    s.excavated[open_token(s)] = 0


def marker_of_nobody_who_plays(s: Any) -> None:
    space = next(space for space in range(MARS_SPACES) if s.excavated[space] != NOBODY)
    s.excavated[space] = 3


def in_force_and_not_claimed(s: Any) -> None:
    kind = next(kind for kind in range(8) if s.claimed[0, kind] == 0 and s.active_token[0] != kind)
    s.active_token[0] = kind
    s.in_force_for[FIRST_TOKEN + kind - FIRST_CARRIER] |= 1


def in_force_for_who_has_it_not(s: Any) -> None:
    kind = next(kind for kind in range(8) if kind not in s.active_token)
    s.in_force_for[FIRST_TOKEN + kind - FIRST_CARRIER] = 1


def cube_on_nothing(s: Any) -> None:
    s.marked[Token.BLANK] += 1


def cube_on_a_token_in_force_of_nobody(s: Any) -> None:
    s.active_marked = 1


def found_by_no_effect(s: Any) -> None:
    s.found_space[0], s.found_token[0], s.tokens_found = NEW_SEARCH, NONE, 1


def left_over(s: Any) -> None:
    s.found_token[3] = 1


def text_of_a_card_that_is_no_prelude(s: Any) -> None:
    s.copied = FIRST_PRELUDE - 1


@pytest.mark.parametrize(
    ("wrong", "spoil"),
    [
        (Broken.TOKEN_COUNT, one_too_many),
        (Broken.TOKEN_COUNT, miscounted),
        (Broken.TOKEN_COUNT, of_nobody_who_plays),
        (Broken.TOKEN_COUNT, more_of_a_kind_than_are_printed),
        (Broken.NOT_OF_THIS_GENERATION, first_player_who_does_not_play),
        (Broken.UNDERGROUND, marker_under_token),
        (Broken.UNDERGROUND, marker_of_nobody_who_plays),
        (Broken.TOKEN_IN_FORCE, in_force_and_not_claimed),
        (Broken.TOKEN_IN_FORCE, in_force_for_who_has_it_not),
        (Broken.CUBES_ON_TOKENS, cube_on_nothing),
        (Broken.CUBES_ON_TOKENS, cube_on_a_token_in_force_of_nobody),
        (Broken.TOKENS_FOUND, found_by_no_effect),
        (Broken.TOKENS_FOUND, left_over),
        (Broken.COPIED_CARD, text_of_a_card_that_is_no_prelude),
    ],
)
def test_what_is_broken_under_ground_is_noticed(wrong: Broken, spoil: Callable[[Any], None]) -> None:
    s = between_actions()[0]
    spoil(s)
    assert broken(T, s) == wrong


@pytest.mark.parametrize(
    ("field", "value"), [("card_fee", 2), ("goal_surcharge", 5), ("next_first", 1), ("metal_swing", [1, -1, 0, 0, 0])]
)
def test_what_lasts_until_research_is_over_when_it_begins_and_needs_the_box(field: str, value: Any) -> None:
    array = deal(3, underworld=True)
    research = next(s for s in played(array, 3) if s.phase == Phase.RESEARCH)
    assert broken(T, research) == Broken.NOTHING
    research[field] = value
    assert broken(T, research) == Broken.NOT_OF_THIS_GENERATION
    without = deal(3)[0]
    assert broken(T, without) == Broken.NOTHING
    without[field] = value
    assert broken(T, without) == Broken.BOX_NOT_IN_THE_GAME


def after_playing(name: str, player: int = 1) -> Any:
    """A position of a game of three in the action phase, after a player has played a card."""
    s = below(players=3)
    s.kind = Kind.NOTHING
    play(s, name, player=player)
    return s


def found_until_research(s: Any) -> int:
    return int(broken_until_research(T, s))


@pytest.mark.parametrize(
    ("name", "field", "wrong"),
    [
        ("Price Wars", "metal_swing", [(1, -1, -1, 0, 0), (-1, 1, 0, 0, 0), (-1, 1, -1, -1, 0), (1, 1, 1, 0, 0)]),
        ("Staged Protests", "goal_surcharge", [1, 7]),
        ("Social Engineering", "card_fee", [1]),
    ],
)
def test_what_lasts_until_research_is_what_a_card_has_set(name: str, field: str, wrong: list[Any]) -> None:
    s = after_playing(name)
    assert s[field].any()
    assert found_until_research(s) == Broken.NOTHING
    for value in wrong:
        other = s.copy()
        other[field] = value
        assert found_until_research(other) == Broken.NOT_OF_THIS_GENERATION
    unplayed = s.copy()
    unplayed.lies[NUMBER[name]] = Lies.DISCARDED
    assert found_until_research(unplayed) == Broken.NOT_OF_THIS_GENERATION
    unplayed[field] = 0
    assert found_until_research(unplayed) == Broken.NOTHING


def test_without_a_large_box_no_effect_of_one_is_under_way() -> None:
    """Not even later in its program or in a branch: the rules of such boxes are not compiled then."""
    array = deal(3)
    s = next(s for s in played(array, 3) if s.kind > Kind.ACTION and s.depth > 0)
    assert broken(T, s) == Broken.NOTHING
    before = next(row for row in range(1, len(T.op) - 1) if T.op[row + 1] >= FIRST > T.op[row] > 0)
    assert needs_large_box(T, before)
    s.stack[0, Frame.ROW] = before
    assert broken(T, s) != Broken.NOTHING
