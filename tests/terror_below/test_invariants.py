"""The invariants notice what they are for, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from regolith import envs
from regolith.envs.core.record import Over
from regolith.envs.core.state import State
from regolith.envs.terror_below.actions import PLAY, STOP
from regolith.envs.terror_below.invariants import Broken, broken
from regolith.envs.terror_below.words import (
    CARDS,
    CHARACTER,
    GEAR,
    ITEM,
    NONE,
    VEHICLES,
    WEAPON,
    WORM,
    Deck,
    Kind,
    Place,
    Result,
    Task,
)

Position = tuple[dict[str, Any], Callable[[Any], bool]]
Change = Callable[[Any], Any]


def asks(kind: Kind, **options: Any) -> Position:
    """A question of this kind, late enough for things to lie about."""
    return options, lambda s: s.kind == kind and s.over == Over.RUNNING and s.rounds > 2


PLAYING, ACTING = asks(Kind.PLAY, players=3), asks(Kind.ACTION, players=3)
HUNTING, DYING = asks(Kind.HUNT, players=3), asks(Kind.NEW_LEADER, players=4)
SOLO = asks(Kind.PLAY, players=1)
STARTING: Position = ({"players": 3}, lambda s: s.kind == Kind.LEADER)
PLACING: Position = ({"players": 3}, lambda s: s.kind == Kind.PLACE_PAWN and s.rounds == 1)
LAST: Position = ({"players": 3}, lambda s: s.ending == 1 and s.kind == Kind.PLAY)
OVER: Position = ({"players": 3}, lambda s: s.over == Over.FINISHED)


@cache
def position(number: int) -> State:
    """A state that was reached at random."""
    options, wanted = POSITIONS[number]
    for seed in range(200):
        chooser = random.Random(seed)
        state = envs.game("terror_below", **options).new(seed)
        while not wanted(state.record) and not state.is_terminal:
            state.apply(chooser.choice(state.legal_actions()))
        if wanted(state.record):
            return state
    raise AssertionError("no such position")


def found(where: Position) -> tuple[Any, Any]:
    """The table and a record of the position, to be spoilt."""
    state = position(POSITIONS.index(where)).clone()
    return state.game.table[0], state.record


def names(where: Position, change: Change) -> Broken:
    """What is said to be broken after a change."""
    t, s = found(where)
    assert broken(t, s) == Broken.NOTHING
    change(s)
    return Broken(broken(t, s))


def put(name: str, at: Any, value: Any) -> Change:
    """A change of one number of a field; the value may depend on the record."""
    return lambda s: s[name].__setitem__(at(s) if callable(at) else at, value(s) if callable(value) else value)


def let(**values: Any) -> Change:
    """A change of whole fields."""

    def change(s: Any) -> None:
        for name, value in values.items():
            s[name] = value(s) if callable(value) else value

    return change


def first(place: int, start: int = 0, end: int = CARDS) -> Callable[[Any], int]:
    """The first card in a place."""
    return lambda s: next(card for card in range(start, end) if s.at[card] == place)


def top(name: str, value: Any) -> Change:
    """A change of the task on top."""
    return put(name, lambda s: int(s.tasks) - 1, value)


def other_seat(s: Any) -> int:
    return int(s.turn + 1) % int(s.players)


POSITIONS = [PLAYING, ACTING, HUNTING, DYING, SOLO, STARTING, PLACING, LAST, OVER]
SPOILT: dict[Broken, list[tuple[Position, Change]]] = {
    Broken.CARDS: [
        (PLAYING, put("at", 0, Place.LINE)),
        (PLAYING, put("at", 0, Place.HAND + 3)),
        (PLAYING, put("at", CHARACTER, Place.DECK)),
        (PLAYING, put("at", WORM, Place.DECK)),
        (PLAYING, put("at", first(Place.DISCARD, WORM), Place.BOX)),
        (PLAYING, put("at", first(Place.DECK, ITEM), Place.BOX)),
        (PLAYING, put("at", ITEM, lambda s: Place.FRESH + other_seat(s))),
        (OVER, put("at", WEAPON, Place.LOOKED)),
    ],
    Broken.KNOWLEDGE: [(PLAYING, put("known", 0, 1)), (PLAYING, put("known", first(Place.LINE), 1))],
    Broken.DECKS: [
        (PLAYING, put("deck", (Deck.ITEM, 0), lambda s: s.deck[Deck.ITEM, 1])),
        (PLAYING, put("deck", (Deck.ITEM, 0), 0)),
        (PLAYING, put("deck", (Deck.ITEM, VEHICLES - 1), ITEM)),
        (PLAYING, put("deck_count", Deck.WORM, lambda s: s.deck_count[Deck.WORM] - 1)),
        (PLAYING, put("at", first(Place.DECK, 0, VEHICLES), Place.DISCARD)),
    ],
    Broken.BOUNTY_LINE: [
        (PLAYING, put("line", 0, NONE)),
        (PLAYING, put("line", 0, lambda s: s.line[1])),
        (PLAYING, put("line", 0, 0)),
        (PLAYING, lambda s: move_card(s, Deck.BOUNTY, Place.LINE)),
    ],
    Broken.TERROR_ZONE: [
        (PLAYING, put("slot_worm", 0, lambda s: s.slot_worm[1])),
        (PLAYING, put("slot_worm", 0, NONE)),
        (PLAYING, put("slot_worm", 0, 0)),
        (PLAYING, put("slot_target", 0, NONE)),
        (PLAYING, put("slot_count", 0, lambda s: s.slot_count[0] + 1)),
        (PLAYING, put("under", (0, 9), 5)),
        (PLAYING, put("at", first(Place.DISCARD, 0, VEHICLES), Place.SLOT)),
        (STARTING, put("slot_target", 0, 3)),
        (OVER, put("slot_worm", slice(None), NONE)),
    ],
    Broken.LOCATIONS: [
        (PLAYING, put("location_space", 0, NONE)),
        (PLAYING, put("location_space", 0, lambda s: s.location_space[1])),
        (PLAYING, put("location_at", lambda s: int(s.location_space[2]), NONE)),
        (SOLO, let(destroyed=lambda s: s.destroyed + 1)),
    ],
    Broken.RUBBLE: [
        (PLAYING, let(rubble_supply=lambda s: s.rubble_supply - 1)),
        (PLAYING, let(rubble_spaces=lambda s: s.rubble_spaces ^ 1)),
        (PLAYING, put("carried_rubble", 0, lambda s: (s.carried_rubble[0] + 1) % 3)),
    ],
    Broken.EGGS: [
        (PLAYING, put("egg_supply", 0, lambda s: s.egg_supply[0] - 1)),
        (PLAYING, put("carried", (1, 2), lambda s: s.carried[1, 2] + 1)),
        (PLAYING, lambda s: (put("eggs", (47, 0), 1)(s), put("egg_supply", 0, s.egg_supply[0] - 1)(s))),
    ],
    Broken.SEATS: [
        (PLAYING, put("pawn", 3, 0)),
        (PLAYING, put("points", 4, 1)),
        (PLAYING, let(acted=1 << 3)),
    ],
    Broken.SQUADS: [
        (PLAYING, put("leader", 0, lambda s: s.leader[1])),
        (PLAYING, put("leader", 0, NONE)),
        (PLAYING, put("living", 1, lambda s: (s.living[1] + 1) % 4)),
        (PLAYING, put("out", 0, lambda s: 1 - s.out[0])),
        (PLAYING, put("at", first(Place.BOX, CHARACTER), Place.SQUAD)),
    ],
    Broken.HATS: [
        (PLAYING, put("worn", 0, ITEM)),
        (PLAYING, put("at", first(Place.DISCARD, ITEM, WEAPON), Place.WORN)),
    ],
    Broken.BOUNTIES: [(PLAYING, put("bounties_done", 0, lambda s: s.bounties_done[0] + 1))],
    Broken.PAWNS: [
        (PLAYING, put("pawn", 0, 47)),
        (PLAYING, put("pawn", slice(0, 3), 0)),
        (DYING, put("pawn", lambda s: int(s.player), 0)),
    ],
    Broken.ROUND: [
        (PLAYING, let(rounds=101)),
        (SOLO, let(attacks=15)),
        (SOLO, let(rounds=lambda s: s.attacks + 2)),
    ],
    Broken.RESULT: [
        (PLAYING, let(winner=0)),
        (PLAYING, let(result=Result.POINTS)),
        (PLAYING, put("points", 0, 20)),
        (OVER, let(result=Result.CUT_OFF)),
        (OVER, let(result=Result.NONE)),
        (OVER, let(over=Over.TRUNCATED)),
    ],
    Broken.TURN: [
        (ACTING, let(played=NONE)),
        (PLAYING, let(ending=1)),
        (PLAYING, let(final_turns=lambda s: 1 << other_seat(s))),
        (LAST, let(final_turns=lambda s: 1 << other_seat(s))),
    ],
    Broken.ATTACK: [
        (PLAYING, let(caught=1)),
        (DYING, let(caught=lambda s: 1 << int(s.player))),
        (HUNTING, let(sticks=40)),
    ],
    Broken.TASKS: [
        (PLAYING, let(tasks=0)),
        (PLAYING, put("task_a", 39, 1)),
        (PLAYING, put("task", 0, Task.CHECK)),
        (PLAYING, top("task", Task.HUNT)),
        (PLAYING, top("task_b", 1)),
        (PLAYING, let(passing_through=1)),
        (PLAYING, let(acting=1)),
        (PLAYING, let(attack_slot=0)),
        (HUNTING, let(attack_slot=NONE, caught=0)),
        (HUNTING, top("task_a", 5)),
        (HUNTING, put("task_a", lambda s: int(s.tasks) - 2, 1)),
        (SOLO, put("task_a", 1, 1)),
        (STARTING, put("task", 0, Task.NEXT)),
        (STARTING, top("task_a", lambda s: (s.task_a[s.tasks - 1] + 1) % 3)),
        (STARTING, let(rounds=2)),
        (PLACING, top("task", Task.ASK_LEADER)),
        (DYING, top("task_a", 4)),
        (OVER, let(tasks=1)),
        (PLAYING, lambda s: move_card(s, Deck.ITEM, Place.LOOKED)),
        (PLAYING, lambda s: move_card(s, Deck.BOUNTY, Place.LOOKED)),
    ],
    Broken.CHOICES: [
        (PLAYING, put("option", STOP, 1)),
        (PLAYING, let(choices=lambda s: s.choices + 1)),
        (PLAYING, put("option", lambda s: int(np.flatnonzero(s.option)[0]), 0)),
        (PLAYING, let(player=other_seat)),
        (PLAYING, let(kind=Kind.FACE_DOWN)),
        (ACTING, let(pool=0)),
        (HUNTING, top("task_a", 3)),
        (OVER, put("option", PLAY, 1)),
        (OVER, let(choices=1)),
    ],
}


def move_card(s: Any, deck: Deck, place: int) -> None:
    """Take the top card of a deck to another place."""
    s.deck_count[deck] -= 1
    s.at[s.deck[deck, s.deck_count[deck]]] = place
    s.deck[deck, s.deck_count[deck]] = 0


@pytest.mark.parametrize("wrong", [wrong for wrong in Broken if wrong != Broken.NOTHING])
def test_what_is_broken_is_noticed(wrong: Broken) -> None:
    for number, (where, change) in enumerate(SPOILT[wrong]):
        assert names(where, change) == wrong, f"change {number}"


BEGUN = [
    (Task.EFFECT, 0, 3),
    (Task.STEP, 3, 1),
    (Task.STEP, 0, 7),
    (Task.DRAW, Deck.BOUNTY, 1),
    (Task.DRAW, Deck.ITEM, 4),
    (Task.CLEAR, 6, 0),
    (Task.EXCHANGE, 4, 0),
    (Task.BONUS, 4, 0),
    (Task.KEEP_ITEM, 4, 0),
    (Task.KEEP_BOUNTY, 4, 0),
    (Task.PAY, 1, 0),
    (Task.BOUNTY, 4, 0),
    (Task.RAMP, 0, 0),
    (Task.RAMP, 4, 0),
    (Task.NEW_LEADER, 4, 0),
    (Task.REDRAW, 1, 0),
    (Task.EXTRA_CARD, 2, 0),
    (Task.DAMAGE, 0, 0),
    (Task.TURN, 0, 0),
    (Task.END_ATTACK, 0, 0),
]


@pytest.mark.parametrize(("task", "a", "b"), BEGUN)
def test_nothing_can_be_begun_with_wrong_numbers(task: Task, a: int, b: int) -> None:
    def push(s: Any) -> None:
        s.task[s.tasks], s.task_a[s.tasks], s.task_b[s.tasks] = task, a, b
        s.tasks += 1

    assert names(ACTING, push) == Broken.TASKS


def test_what_would_ask_nothing_lies_on_top() -> None:
    """Below others it could find nobody to ask, and wait for ever."""

    def push(s: Any) -> None:
        for task in (Task.PAY, Task.CLEAR):
            s.task[s.tasks] = task
            s.tasks += 1

    assert names(ACTING, push) == Broken.TASKS


def test_more_points_than_the_record_has_room_for_cannot_wait() -> None:
    """A hunt that is not over can still add one for each card in a hand, so what waits already is bounded by what was used."""
    t, s = found(HUNTING)
    for card in range(ITEM, ITEM + GEAR):
        if s.at[card] == Place.DISCARD:
            s.at[card] = Place.HAND
    s.ability_used, s.sticks = 0, 1
    assert Broken(broken(t, s)) == Broken.ATTACK


@pytest.mark.parametrize("options", envs.spec("terror_below").option_sets, ids=str)
def test_nothing_is_broken_in_legal_games(options: dict[str, Any]) -> None:
    """After every decision, also of a game dealt anew for somebody; looking changes nothing."""
    game = envs.game("terror_below", **options)
    t = game.table[0]
    for seed in range(2):
        chooser, state = random.Random(seed), game.new(seed)
        while not state.is_terminal:
            before = state.array.tobytes()
            assert Broken(broken(t, state.record)) == Broken.NOTHING
            assert state.array.tobytes() == before
            if chooser.random() < 0.1:
                other = state.resample(chooser.randrange(game.players), seed)
                assert Broken(broken(t, other.record)) == Broken.NOTHING
            state.apply(chooser.choice(state.legal_actions()))
        assert Broken(broken(t, state.record)) == Broken.NOTHING
