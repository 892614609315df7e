"""An operation of the card language: everything about it that is not code, declared once and lowered to columns of the table.

Operations come in families with a range of numbers each. A family is two files of one name: `language/<family>.py` holds the numbers, the
rows and the words that cards write; `machine/<family>.py` holds what the operations do. Nothing else names an operation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from types import UnionType
from typing import Any, Protocol

import numpy as np

from regolith.envs.terraforming_mars.rooms import END, NONE, OPERATIONS
from regolith.envs.terraforming_mars.state import Deck, Kind
from regolith.envs.terraforming_mars.words import CardResource, Resource, Tile, Track, Where

Operand = IntEnum | int | None
Signature = Mapping[str, type | UnionType]


class Family(IntEnum):
    """The first number of each family; a family ends where the next one begins. Number 0 is the end of a program."""

    STOCK = 1
    MARS = 16
    HELD = 32
    ATTACKS = 48
    CONDITIONS = 64
    DRAWING = 72
    CHOICES = 96
    RESEARCH = 112
    PAYING = 120
    OF_BOXES = 128
    """Boxes take their ranges from here on, each declared in its folder."""


class Turns(IntEnum):
    """How often a step that asks is done."""

    ONCE = 0
    COUNTED = 1
    """As often as its amount says."""
    ENDLESS = 2
    """Until it is declined or nothing is left to choose."""
    OWN = 3
    """The operation itself decides when it is done."""


class Declines(IntEnum):
    """Whether a step that asks may be declined."""

    NEVER = 0
    ALWAYS = 1
    AFTER_ONE = 2
    """Once something was chosen."""


class IfNone(IntEnum):
    """What becomes of a step that finds nothing to choose from."""

    SKIPPED = 0
    REST_IS_LOST = 1
    """What would follow does not happen; in a solo game it does."""
    NO_SPACE = 2
    """There is no last space then that later steps could look at."""
    FROM_NEUTRAL_IN_SOLO = 3
    """In a solo game the neutral opponent gives it."""


class Gives(IntEnum):
    """What a step without a choice brings its player for certain."""

    NOTHING = 0
    STOCK = 1
    PRODUCTION = 2
    RATING = 3
    WHAT_ROSE = 4
    """Of the resource whose production rose."""
    FLEETS = 5
    """To trade with."""
    TRACK = 6
    """Steps of the track that it names."""


class Branching(IntEnum):
    """How one of several branches is taken."""

    NONE = 0
    CHOSEN = 1
    CONDITION = 2
    CHANCE = 3
    EVERYBODY = 4
    """Each player takes it."""
    RANK = 5
    """Each player takes the one of his place."""


class Beyond(IntEnum):
    """What a step must find among other cards to be possible. It is asked only where the answer cannot go round in circles."""

    NOTHING = 0
    CARD_TO_PLAY = 1
    ACTION_TO_REUSE = 2
    PRELUDE_TO_COPY = 3
    PROJECT_TO_REPEAT = 4


class Here(IntEnum):
    """What a step does with the resources on its own card."""

    NOTHING = 0
    ADDS = 1
    SPENDS = 2
    EXCHANGES = 3
    LOOKED_AT = 4
    """Nothing, but so many must be there."""


class Lasts(IntEnum):
    """What a step changes until the next research phase."""

    NOTHING = 0
    METALS = 1
    """What they are worth."""
    GOALS = 2
    """What milestones and awards cost."""
    CARDS = 3
    """What it costs to keep cards."""


class Tells(IntEnum):
    """What people learn nowhere else if a step is carried out unasked, or which price is not in MC."""

    NOTHING = 0
    FROM_PILE = 1
    """It excavates, and who is hemmed in takes a token of the pile."""
    WHOSE_DELEGATES = 2
    CORRUPTION = 3
    """It costs so much corruption."""
    CLAIMS_FROM_PILE = 4
    """What is claimed may come from the pile without being excavated."""


class Holds(IntEnum):
    """What a number of an effect under way (X or Y of its frame) means while a step is next."""

    WHAT_CAUSED_IT = 0
    """Whatever the event was that brought the effect; the step does not look at it."""
    PRICE = 1
    WHAT_IS_PAID = 2
    """A card, NONE, or a payment that takes a metal."""
    CARD_IN_HAND = 3
    STANDARD_PROJECT = 4
    RESOURCE = 5
    STEPS = 6
    CARD_PLAYED = 7
    COLONY_TILE = 8
    TILE_TO_VISIT = 9
    """A colony tile that a fleet of the player is about to be sent to."""
    TRADED_TILE = 10
    """One on which his fleet has arrived."""
    HEAT_OWED = 11
    TOKENS_TO_FIND = 12
    TOKENS_TO_CLAIM = 13
    EXCAVATED_SPACE = 14
    HAS_IDENTIFIED = 15
    """Whether the effect has identified a token already: what waits for that happens once."""
    LOSS = 20
    """What a victim who may still block would lose."""
    PLAYER = 21
    CARDS_PUT_BACK = 22
    """Of those dealt, to be replaced."""


class Worth(Protocol):
    """Where a row adds what its step is worth to the greedy player (`player/card_worth.py`)."""

    def gain(self, resource: Resource, n: float) -> None: ...
    def produce(self, resource: Resource, n: float) -> None: ...
    def raise_track(self, track: Track, n: float) -> None: ...
    def rate(self, n: float) -> None: ...
    def draw(self, n: float) -> None: ...
    def score(self, n: float) -> None: ...
    def harm(self, resource: Resource, n: float) -> None: ...
    def harm_production(self, resource: Resource, n: float) -> None: ...
    def help_others(self, cards: float) -> None: ...
    def put_here(self, n: float) -> None: ...
    def put_on_a_card(self, kind: CardResource | None, n: float) -> None: ...
    def take_from_a_card(self, kind: CardResource, n: float) -> None: ...
    def place(self, tile: Tile, where: Where, n: float) -> None: ...
    def build_colony(self, n: float) -> None: ...
    def gain_fleets(self, n: float) -> None: ...
    def send_delegates(self, n: float) -> None: ...
    def corrupt(self, n: float) -> None: ...
    def excavate(self, n: float) -> None: ...
    def claim_found(self, n: float) -> None: ...
    def keep_at_most(self, resource: Resource) -> None: ...
    def best(self, branches: Sequence[Any]) -> None: ...
    def average(self, branches: Sequence[Any]) -> None: ...
    def chance(self, branch: Any) -> None: ...


def no_worth(total: Worth, step: Any, n: float) -> None:
    """A step that is worth nothing by itself."""


@dataclass(frozen=True)
class Operation:
    """A row. Texts that are strings are formats: of the operands by name and the amount `n`, or of the `choice` at hand."""

    number: IntEnum
    operands: Signature
    # what a card may say
    text: Callable[[Any], str] | str
    """The step as players would say it; an operation that no card shows has none."""
    counted: bool = True
    """The amount means something; otherwise it stays 1."""
    signed: bool = False
    """A negative amount makes sense."""
    branches: tuple[int, int] = (0, 0)
    """Fewest and most."""
    branching: Branching = Branching.NONE
    here: Here = Here.NOTHING
    costs: str = ""
    """The operand that says what it spends `n` of."""
    comes_last: bool = False
    """What a card takes from somebody comes after what it gives: a player may order effects, and this order is never worse."""
    # how it is carried out
    asks: Kind = Kind.NOTHING
    turns: Turns = Turns.ONCE
    declines: Declines = Declines.NEVER
    if_none: IfNone = IfNone.SKIPPED
    gives: Gives = Gives.NOTHING
    in_production_box: bool = False
    blockable: bool = False
    """It takes something from a player, who may be able to stop it."""
    puts_tile: bool = False
    lasts: Lasts = Lasts.NOTHING
    takes_back: bool = False
    """A card in play goes back to the hand of its player, who may play it again."""
    looks_at_cards: bool = False
    """New cards are turned over, and those that are not chosen are discarded."""
    by_others: bool = False
    """It is carried out by another player than the owner of the card."""
    picks: Deck | None = None
    """The deck of the cards dealt in secret that it chooses from."""
    may_wait: bool = False
    """If its resource is missing, the rest of the card's play may still yield it and comes first."""
    may_be_wasted: bool = False
    """A step that was paid for may be taken although it brings nothing any more."""
    beyond: Beyond = Beyond.NOTHING
    secret: bool = False
    """The others do not see what is chosen, before or after."""
    x: Holds = Holds.WHAT_CAUSED_IT
    y: Holds = Holds.WHAT_CAUSED_IT
    # what people are told
    question: Callable[[Any], str] | str = "choose"
    choice: Callable[[Any], str] | str = "{choice.name}"
    """What choosing one thing means."""
    decline: Callable[[Any], str] | str = "decline"
    tells: Tells = Tells.NOTHING
    # what the greedy player thinks of it
    worth: Callable[[Worth, Any, float], None] = no_worth


DECLARED: dict[int, Operation] = {}
"""Every operation by its number; filled as the families are imported, which what is written in their words does."""


def operation(
    number: IntEnum, text: Callable[[Any], str] | str = "", operands: Signature | None = None, **row: Any
) -> Operation:
    """Declare an operation."""
    declared = Operation(number, operands or {}, text, **row)
    if not END < number < OPERATIONS:
        raise OverflowError(f"no room for operation {number!r}: {OPERATIONS} are declared")
    if number in DECLARED:
        raise ValueError(f"{number!r} has the number of {DECLARED[number].number!r}")
    DECLARED[int(number)] = declared
    return declared


def check_family(numbers: type[IntEnum], first: int, end: int) -> None:
    """Raise unless the numbers of a family lie in its range and each has a row."""
    if outside := [number for number in numbers if not first <= number < end]:
        raise OverflowError(f"no room in the family of {numbers.__name__} ({first} to {end - 1}) for {outside}")
    if missing := [number for number in numbers if number not in DECLARED]:
        raise ValueError(f"declared without a row: {missing}")


def columns() -> dict[str, np.ndarray[Any, Any]]:
    """The rows as columns of the table, by number."""
    names = (
        *("asks", "turns", "declines", "if_none", "gives", "in_production_box", "looks_at_cards", "may_wait"),
        *("may_be_wasted", "beyond", "branching", "x", "y", "puts_tile", "takes_back", "blockable", "lasts"),
    )
    found = {f"op_{name}": np.zeros(OPERATIONS, np.int32) for name in names}
    found["op_spends"] = np.zeros(OPERATIONS, np.int32)
    """Whether it spends a standard resource."""
    found["op_picks"] = np.full(OPERATIONS, NONE, np.int32)
    for number, row in DECLARED.items():
        for name in names:
            found[f"op_{name}"][number] = int(getattr(row, name))
        found["op_spends"][number] = row.operands.get(row.costs) is Resource
        if row.picks is not None:
            found["op_picks"][number] = row.picks
    return found


def check_operands(owner: object, signature: Signature, operands: tuple[Operand, ...]) -> None:
    """Raise unless the operands are those of the signature; a flag is no number and a number no flag."""
    if len(operands) != len(signature):
        raise TypeError(f"{owner!r} takes {', '.join(signature) or 'no operands'}, not {operands}")
    for (name, wanted), value in zip(signature.items(), operands, strict=True):
        if not isinstance(value, wanted) or (wanted is int and type(value) is not int):
            raise TypeError(f"{owner!r}: {name} cannot be {value!r}")
