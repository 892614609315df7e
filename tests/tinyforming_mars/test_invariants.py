"""The invariants notice what they are for, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from regolith import envs
from regolith.envs.core.state import State
from regolith.envs.tinyforming_mars.effects import FROM_HAND, options_of
from regolith.envs.tinyforming_mars.invariants import Broken, broken
from regolith.envs.tinyforming_mars.tables import TABLE
from regolith.envs.tinyforming_mars.words import BLACK, CITIES, NONE, WHITE, Cube, Kind, Op

T = TABLE[0]


def found(wanted: Callable[[Any], bool], **options: Any) -> State:
    """A position of some random game that is wanted."""
    for seed in range(200):
        chooser = random.Random(seed)
        state = envs.game("tinyforming_mars", **options).new(seed)
        while not state.is_terminal:
            if wanted(state.record):
                return state
            state.apply(chooser.choice(state.legal_actions()))
    raise AssertionError("no such position")


def spoil(s: Any, field: str, at: Any, value: Any) -> None:
    s[field][at] = value


def in_generation_3(s: Any) -> bool:
    return bool(s.generation == 3 and s.kind == Kind.ACTION)


SPOILT: dict[Broken, list[Callable[[Any], None]]] = {
    Broken.CARDS: [
        lambda s: spoil(s, "deck_card", 0, s.deck_card[1]),
        lambda s: setattr(s, "deck_size", s.deck_size - 1),
        lambda s: setattr(s, "unseen", s.deck_size + 1),
        lambda s: setattr(s, "drawn", 2),
    ],
    Broken.PROJECTS: [
        lambda s: spoil(s, "facing", (BLACK, 0), s.facing[WHITE, 0]),
        lambda s: spoil(s, "facing", (WHITE, 1), NONE),
        lambda s: spoil(s, "row_face", 2, 1 - s.row_face[2]),
    ],
    Broken.CREDITS: [lambda s: spoil(s, "credits", BLACK, s.credits[BLACK] + 1)],
    Broken.CUBES: [
        lambda s: spoil(s, "supply", Cube.WATER, s.supply[Cube.WATER] + 1),
        lambda s: setattr(s, "attached_heat", 1),
    ],
    Broken.TOKENS: [lambda s: spoil(s, "token_supply", 0, s.token_supply[0] + 1)],
    Broken.MAP: [
        lambda s: spoil(s, "cities", WHITE, s.cities[WHITE] | s.cities[BLACK]),
        lambda s: spoil(s, "beside", WHITE, s.beside[WHITE] ^ 1),
        lambda s: (setattr(s, "generation", 1), setattr(s, "kind", Kind.FIRST_CITY)),
    ],
    Broken.TAGS: [lambda s: spoil(s, "tags", (BLACK, 2), s.tags[BLACK, 2] + 1)],
    Broken.GENERATION: [lambda s: setattr(s, "generation", 61)],
    Broken.PLAYER_TO_MOVE: [
        lambda s: spoil(s, "passed", int(s.player), 1),
        lambda s: setattr(s, "kind", Kind.ORIENT),
    ],
    Broken.STEPS_UNDER_WAY: [
        lambda s: setattr(s, "todo", 1),
        lambda s: setattr(s, "kind", Kind.WATER_HEX),
    ],
    Broken.CHOICES: [lambda s: setattr(s, "kind", Kind.FIRST_CITY)],
}


@pytest.mark.parametrize("wrong", [wrong for wrong in Broken if wrong != Broken.NOTHING])
def test_what_is_broken_is_noticed(wrong: Broken) -> None:
    for change in SPOILT[wrong]:
        s = found(in_generation_3).record
        assert broken(T, s) == Broken.NOTHING
        change(s)
        assert Broken(broken(T, s)) == wrong


@pytest.mark.parametrize(
    ("op", "arg"), [(Op.GAIN_CREDITS, 31), (Op.MAY_DISCOUNT, 5), (Op.TAKE_TOKEN, 1), (Op.PLACE_ATTACHED_WATER, 5)]
)
def test_a_step_that_is_none_of_the_project_is_noticed(op: Op, arg: int) -> None:
    s = found(lambda s: s.kind == Kind.CITY_HEX).record
    s.todo_op[s.todo - 1], s.todo_arg[s.todo - 1] = op, arg
    assert Broken(broken(T, s)) == Broken.STEPS_UNDER_WAY


def test_a_price_that_cannot_be_paid_is_noticed() -> None:
    s = found(lambda s: s.kind == Kind.DISCOUNT).record
    assert broken(T, s) == Broken.NOTHING
    s.price = s.credits[s.player] + 1
    assert Broken(broken(T, s)) == Broken.STEPS_UNDER_WAY


def test_other_choices_than_those_offered_are_noticed() -> None:
    for change in (
        lambda s: setattr(s, "choices", s.choices & (s.choices - 1)),
        lambda s: setattr(s, "may_decline", 1 - s.may_decline),
        lambda s: setattr(s, "kind", Kind.TOKEN),
    ):
        s = found(lambda s: s.kind == Kind.CITY_HEX).record
        assert broken(T, s) == Broken.NOTHING
        change(s)
        assert Broken(broken(T, s)) == Broken.CHOICES


def test_a_city_on_its_way_that_the_player_does_not_have_is_noticed() -> None:
    two = found(lambda s: s.kind == Kind.CITY_HEX and int(s.cities[s.player]).bit_count() == CITIES)
    for moving in (FROM_HAND, int(two.record.cities[1 - two.record.player]).bit_length() - 1):
        s = two.clone().record
        assert broken(T, s) == Broken.NOTHING
        s.moving = moving
        s.choices = options_of(T, s, int(s.player), Op.MOVE_CITY_TO, 0)
        assert s.choices
        assert Broken(broken(T, s)) == Broken.CHOICES


def test_a_solitaire_game_has_no_second_player() -> None:
    for change in (lambda s: setattr(s, "leader", BLACK), lambda s: spoil(s, "passed", BLACK, 0)):
        s = found(in_generation_3, players=1).record
        assert broken(T, s) == Broken.NOTHING
        change(s)
        assert Broken(broken(T, s)) == Broken.PLAYER_TO_MOVE
    s = found(in_generation_3, players=1).record
    s.generation = 13
    assert Broken(broken(T, s)) == Broken.GENERATION
