"""What a game gives to the suite, and a game with its options chosen."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.core.bounds import Bounds
from regolith.envs.core.card_words import CardWords
from regolith.envs.core.checks import check_kind, check_seed
from regolith.envs.core.drive import Drivers
from regolith.envs.core.errors import InvalidState, another_layout
from regolith.envs.core.experiment import Experiment
from regolith.envs.core.guidance import UNTUNED, Guidance
from regolith.envs.core.layout import Layout
from regolith.envs.core.memory import as_bytes
from regolith.envs.core.options import Options
from regolith.envs.core.players import always_anew, as_it_comes, once
from regolith.envs.core.ports import Door, ported
from regolith.envs.core.realism import Realism
from regolith.envs.core.record import PORTS_FIELD, Record
from regolith.envs.core.tally import Tally
from regolith.envs.core.validation import check_record
from regolith.envs.core.weights import Place, Weights

if TYPE_CHECKING:
    from regolith.envs.core.picture import Picture
    from regolith.envs.core.state import State

Kernel = Callable[..., Any]


@dataclass(frozen=True)
class Kernels:
    """The compiled rules of a game. `t` is the game's table record, `s` a state record.

    A game's rules need not know about rewards, environments or agents: these eleven functions are all there is.
    """

    setup: Kernel
    """`setup(t, s)`: deal a new game. The record holds the options and a seeded generator, everything else is zero."""
    step: Kernel
    """`step(t, s, action)`: resolve one legal decision and run on to the next one or to the end."""
    legal: Kernel
    """`legal(t, s, mask)`: add 1 for each legal action of the player to move to a mask of zeros."""
    observe: Kernel
    """`observe(t, s, seat, out)`: write what this seat may know into an array of zeros, values in [0, 1]."""
    outcome: Kernel
    """`outcome(t, s, scores, places)`: points and place (1 is best, ties share) of each seat, at any time.

    In a solo game place 1 means won, place 2 not won.
    """
    determinize: Kernel
    """`determinize(t, s, seat)`: re-deal all that the seat cannot see, consistently with all it has seen.

    The result must depend on the visible part of the record and on its (freshly seeded) generator only.
    """
    evaluate: Kernel
    """`evaluate(t, s, seat) -> float`: how good the position looks for the seat, from what it may know."""
    follow_up: Kernel
    """`follow_up(t, s) -> bool`: is the pending decision part of an action already begun (a placement, a payment)?"""
    chances: Kernel = once
    """`chances(t, s, after) -> int`: how often the greedy player tries an action, to go by the mean, after it led from `s` to `after`.

    Once if chance had no part in it.
    """
    redraw: Kernel = as_it_comes
    """`redraw(t, s, seat)`: other chances, from the fresh generator, for the next try of an action in a position dealt anew already."""
    question: Kernel = always_anew
    """`question(t, s) -> int`: what the pending follow-up asks, if the best answer depends little on the action that led to it; else 0."""


@dataclass(frozen=True)
class Solo:
    """How a solo mode reports its results."""

    options: Mapping[str, Any]
    """Options that make the game solo."""
    length_unit: str
    length: Callable[[np.record], int]
    missing: Callable[[np.record], dict[str, int]]
    """What kept a lost game from being won, by name."""


@dataclass(frozen=True)
class Planner:
    """How a solo game is planned, and the measured settings of the planner (`regolith.agents.plan`)."""

    round_of: Kernel
    """`round_of(t, s) -> int`: the round (a turn, a generation); positions are compared when it is over."""
    guide: Kernel | None = None
    """`guide(t, s, seat) -> float`: how near the position is to a won solo game, from what the seat may know. None: the evaluation."""
    weights: Mapping[str, Any] = field(default_factory=dict)
    """Numbers of the evaluation that planning has of its own, as they would stand in a file of weights."""
    beam: int = 10
    """How many positions go on at the end of a round."""
    deals: int = 1
    """In how many re-dealt worlds it is planned."""
    rounds: int = 2
    """How many rounds ahead."""
    fan: int = 3
    """How many ways to begin the follow-ups of an action are looked at; 0: each follow-up counts as an action."""


@dataclass(frozen=True)
class Rung:
    """A beam of a ladder, with numbers for the guide's places in the table."""

    beam: int
    weights: Mapping[Place, float] = field(default_factory=dict)
    last_resort: bool = False
    """Only for deals that no rung before it has won; the others look for faster wins than those found too."""


@dataclass(frozen=True)
class Deals:
    """The deals of a solo game by number, where chance has its say before the first decision only, and what is known of the best play."""

    number: int
    """How many there are: 0 to this number less 1."""
    set_up: Kernel
    """`set_up(t, s, deal)`: what `setup` does, with this deal."""
    deal_of: Kernel
    """`deal_of(t, s) -> int`: the number of the deal of a game that has just been set up."""
    bound: Kernel
    """`bound(t, s) -> int`: the first round in which it may be possible to win from here with everything known; `rounds` + 1: in none."""
    rounds: int
    """The last round of the game."""
    unit: str
    """Rounds, in the words of the game."""
    guide: Kernel
    """`guide(t, s, seat) -> float`: how near the position is to the end of a fast win."""
    ladder: tuple[Rung, ...]
    """Beams that look for a win, and then for faster ones, one after the other."""


@dataclass(frozen=True)
class Invariants:
    """What must hold of a game's record after every decision, whatever is decided."""

    broken: Kernel
    """`broken(t, s) -> int`: the number of what is wrong, 0 if all is well."""
    names: type[IntEnum]
    """The numbers that it gives, 0 included."""


@dataclass(frozen=True)
class GameSpec:
    """One game of the suite, whatever its options."""

    name: str
    title: str
    version: int
    options: type[Options]
    record: Record
    table: np.ndarray[Any, Any]
    kernels: Kernels
    invariants: Invariants
    """Checked by `regolith soak`, and of every state from outside before a rule sees it."""
    kinds: type[IntEnum]
    actions: Layout
    observation: Layout
    margin_scale: float
    """The score difference that counts as 1 in `rewards="margin"`."""
    action_name: Callable[[np.record, int], str]
    decision_text: Callable[[np.record], str]
    """Who must decide what, in one line."""
    describe: Callable[[np.record, int | None], str]
    """The text board as a seat sees it (None: everything)."""
    picture: Callable[[np.record, int | None], Picture]
    facts: Callable[[np.record], dict[str, int | float | str]]
    """Numbers about a game worth a place in a results file (length in the game's own unit, and so on)."""
    seat_names: tuple[str, ...]
    option_sets: tuple[Mapping[str, Any], ...]
    """Every meaningful family of options: the generic tests run over all of them."""
    solo: Solo | None = None
    planner: Planner | None = None
    """None: the solo game cannot be planned."""
    deals: Deals | None = None
    """None: the deals of the solo game are not numbered."""
    seat_facts: Callable[[np.record, int], dict[str, int | float | str]] = lambda record, seat: {}
    """The same about one seat. Reports show win rates for each value of a fact that is a word (which corporation, which role)."""
    secret: Callable[[np.record], bool] = lambda record: False
    """Whether the others may not see what is chosen in the decision at hand."""
    heading: Callable[[np.record], str] = lambda record: ""
    """What holds for a while and no decision tells, in one line: transcripts tell it whenever it changes."""
    news: Callable[[np.record | None, np.record], str] = lambda before, record: ""
    """What a decision has brought to light for everybody and no decision tells, from the records before and after it, in one line.

    Without a record before it: what a new game shows.
    """
    other_table: Callable[[Any], np.ndarray[Any, Any] | None] = lambda options: None
    """Another table of the same layout that these options ask for (a deck of one's own); None: the game's table."""
    cards: Callable[[Any], Sequence[CardWords]] = lambda options: ()
    """Every card as it is with these options, in words, whatever boxes are in the game."""
    weights: Weights | None = None
    """Numbers of the evaluation that a player may have of its own; None: they are not in the table."""
    guidance: Guidance = UNTUNED
    """How a tree search goes about this game."""
    realism: Realism | None = None
    """How its games are compared with those of people; None: nothing is known of people's."""
    experiment: Callable[[Any], Experiment] | None = None
    """How its deals with these options are changed for experiments; None: they are not."""
    tally: Tally | None = None
    """What can be counted while its games run; None: nothing."""
    doors: tuple[Door, ...] = ()
    """Large rules that others jump to, and those that only some options need."""

    @cached_property
    def ported(self) -> Kernels:
        """The rules as loops should call them: compiled once, and jumped to."""
        return ported(self.kernels, self.table, self.dtype)

    def open_doors(self, options: np.record | None = None) -> None:
        """Compile what games with these options need besides, or with none given what any game needs."""
        if options is not None:
            check_kind("options", options, np.record)
        for door in self.doors:
            if options is None or door.wanted(options):
                door.open(self.table, self.dtype)

    @cached_property
    def drivers(self) -> Drivers:
        """The generic compiled loops, bound to this game's rules."""
        count = None if self.tally is None else self.tally.count
        return Drivers(self.ported, self.invariants.broken, self.actions.size, self.table.dtype, self.dtype, count)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The record's layout."""
        return self.record.dtype

    @property
    def env_id(self) -> str:
        return f"{self.name}_v{self.version}"

    def bind(self, **options: Any) -> Game:
        """This game with these options."""
        return Game(self, self.options.parse(self.name, options))


class Game:
    """A game with its options: makes states. Cheap to create; two games with equal options are equal."""

    def __init__(self, spec: GameSpec, options: Options) -> None:
        self.spec = check_kind("spec", spec, GameSpec)
        self.options = check_kind("options", options, spec.options)
        self.players: int = options.players
        self.num_actions = spec.actions.size
        self.observation_size = spec.observation.size
        self.template = np.zeros(1, spec.dtype)
        options.write(self.template[0])

    def __repr__(self) -> str:
        given = ", ".join(f"{k}={v!r}" for k, v in self.options.model_dump().items())
        return f"<{self.spec.env_id} {given}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.spec.env_id, self.options) == (other.spec.env_id, other.options)

    def __hash__(self) -> int:
        return hash((self.spec.env_id, self.options))

    def __reduce__(self) -> Any:
        return _rebuild, (self.spec.name, self.options.model_dump())

    @property
    def solo(self) -> bool:
        return self.players == 1

    @cached_property
    def table(self) -> np.ndarray[Any, Any]:
        """The data that the rules look things up in, for these options, with the addresses of rules that only they need."""
        self.spec.open_doors(self.template[0])
        other = self.spec.other_table(self.options)
        if other is None:
            return self.spec.table
        other = other.copy()
        self.spec.drivers  # noqa: B018  (compiles the rules, and so puts their addresses into the game's table)
        other[PORTS_FIELD] = self.spec.table[PORTS_FIELD]
        return other

    def new(self, seed: int) -> State:
        """Deal a game. The deal depends on the seed and the options alone."""
        from regolith.envs.core.state import State

        array = np.zeros(1, self.spec.dtype)
        self.spec.drivers.deal(self.table, array, self.template, np.array([check_seed(seed)], np.int64))
        return State(self, array)

    def deserialize(self, data: bytes) -> State:
        """The state that `State.serialize` wrote. Bytes that are anything else raise `InvalidState` before a rule sees them."""
        from regolith.envs.core.state import State

        size, tag = self.spec.dtype.itemsize, b"".join(self._tags)
        of_game, of_layout, _ = self._tags
        if not isinstance(data, bytes) or not data.startswith(STATE_MARK) or len(data) < len(tag):
            raise InvalidState(f"these bytes are not a state of {self!r}")
        if not data.startswith(of_game):
            raise InvalidState(f"these bytes are a state of another game or of another version, not of {self!r}")
        if not data.startswith(of_game + of_layout):
            how, remedy = "its record has other fields", "read it with the version that wrote it"
            raise InvalidState(another_layout("this state", self.spec.env_id, how, remedy))
        if not data.startswith(tag):
            raise InvalidState(f"these bytes are a state of {self.spec.env_id} with other options, not of {self!r}")
        if len(data) != len(tag) + CHECKSUM + size:
            raise InvalidState(f"these bytes are not a state of {self!r}: they are too few or too many")
        array = np.frombuffer(data, self.spec.dtype, offset=len(data) - size).copy()
        if data[len(tag) :][:CHECKSUM] != checksum(array):
            raise InvalidState("these bytes are a damaged state: their checksum does not match")
        check_record(self, array)
        return State(self, array)

    def serialize(self, array: np.ndarray[Any, Any]) -> bytes:
        """A record as bytes, for `deserialize`."""
        return b"".join(self._tags) + checksum(array) + array.tobytes()

    @cached_property
    def bounds(self) -> Bounds:
        """What the fields of a record may hold in this game."""
        return Bounds(self.spec.record, self.template, self.players, len(self.spec.kinds))

    @cached_property
    def _tags(self) -> tuple[bytes, bytes, bytes]:
        """What serialized states begin with: game and version, layout of the record, options."""
        options = json.dumps(self.options.model_dump(), sort_keys=True).encode() + self.template.tobytes()
        return (
            STATE_MARK + hashlib.sha256(self.spec.env_id.encode()).digest()[:6],
            bytes.fromhex(self.spec.record.fingerprint()),
            hashlib.sha256(options).digest()[:8],
        )


STATE_MARK = b"RGLS"
CHECKSUM = 4


def checksum(array: np.ndarray[Any, Any]) -> bytes:
    """Against accidents: a flipped bit, a file cut short."""
    return zlib.crc32(as_bytes(array).data).to_bytes(CHECKSUM, "little")


def _rebuild(name: str, options: dict[str, Any]) -> Game:
    from regolith import envs

    return envs.game(name, **options)
