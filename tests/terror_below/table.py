"""Sets up positions by what lies on the table, and drives them by the names of actions.

Spaces are (column, row) from 1; on the desert side that is (red, blue). The untuned deck is played unless a test asks for
another one, so that balancing changes no test. What a test does not mention is empty or far away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from regolith import envs
from regolith.envs.core import rng
from regolith.envs.core.state import State
from regolith.envs.terror_below import board, tasks
from regolith.envs.terror_below.tables import Loaded, deck_of, load
from regolith.envs.terror_below.words import (
    BOUNTY,
    CARDS,
    CELLS,
    CHARACTER,
    COLUMNS,
    EGGS_PER_COLOUR,
    FIRST,
    GEAR,
    ITEM,
    NONE,
    RUBBLE,
    SIZE,
    VEHICLES,
    WORM,
    Deck,
    Egg,
    Kind,
    Place,
    Result,
    Task,
    WormType,
)

DECK: Loaded = load("untuned")
CORNERS = ((1, 1), (6, 1), (1, 6), (6, 6), (1, 3))
LEADERS = ("Patricia", "Alan", "Old George", "Pam", "Merl")
"""Leaders who rarely interfere."""
OTHERS = ("Veronica", "Natasha", "Selia", "Anise", "Megan", "Will", "Shep", "Sebastian", "Rebecca", "Sergeant Ruiz")
CARS = ("Car 5 NN", "Car 5 EE", "Car 5 SS")
HUNTERS = (WormType.BOOMER, WormType.SCREAMER)
HUNTS = ("hunt Boomer (5)", "hunt Boomer (6)", "hunt Screamer (4)", "hunt Screamer (5)")
"""The line if a test says nothing else: all bounties for Boomers and Screamers."""
FAR = (("boomer", 1, (4, 4)), ("boomer", 2, (4, 4)), ("boomer", 4, (4, 4)))
"""Three worms with limit 5 in the middle, away from the corners."""
COLOUR = {egg.name[0].lower(): int(egg) for egg in Egg}

Space = tuple[int, int]
Worms = Sequence[tuple[str, int, Space]]


def cell(space: Space) -> int:
    return (space[1] - 1) * COLUMNS + space[0] - 1


def space_of(number: Any) -> Space | None:
    return None if number == NONE else (int(number) % COLUMNS + 1, int(number) // COLUMNS + 1)


def worm_number(kind: str, which: int) -> int:
    found = [i for i, worm in enumerate(DECK.deck.worms) if worm.type == WormType[kind.upper()]]
    return found[which - 1]


class Table:
    """A game in progress."""

    def __init__(self, state: State) -> None:
        self.state = state

    @property
    def s(self) -> Any:
        return self.state.record

    @property
    def t(self) -> Any:
        return self.state.game.table[0]

    @property
    def names(self) -> list[str]:
        """The names of all cards of this table's deck."""
        return deck_of(int(self.s.deck_number)).names

    @property
    def legal(self) -> list[str]:
        return [self.state.action_name(action) for action in self.state.legal_actions()]

    @property
    def kind(self) -> Kind:
        return self.state.kind

    @property
    def seat(self) -> int:
        return self.state.current_player

    @property
    def over(self) -> Result:
        return Result(int(self.s.result))

    def clone(self) -> Table:
        return Table(self.state.clone())

    def do(self, *names: str) -> Table:
        for name in names:
            legal = self.legal
            assert name in legal, f"{name!r} is not among {legal}"
            self.state.apply(self.state.legal_actions()[legal.index(name)])
        return self

    def settle(self) -> Table:
        """Answer what the vehicle's ability still asks."""
        while not self.state.is_terminal and self.kind in (Kind.STEP, Kind.FACE_DOWN):
            self.do(self.legal[0])
        return self

    def rolled(self, wanted: Callable[[Table], bool], *names: str) -> Table:
        """The same decisions with other dice and draws, until this is so."""
        for seed in range(3000):
            trial = self.clone()
            rng.seed(trial.s.rng, seed)
            trial.do(*names).settle()
            if wanted(trial):
                return trial
        raise AssertionError("no dice do this")

    def pawn(self, seat: int) -> Space | None:
        return space_of(self.s.pawn[seat])

    def target(self, slot: int) -> Space | None:
        return space_of(self.s.slot_target[slot])

    def eggs(self, space: Space) -> str:
        return "".join(letter * int(self.s.eggs[cell(space), colour]) for letter, colour in COLOUR.items())

    def all_eggs(self) -> dict[Space, str]:
        found = {(c % COLUMNS + 1, c // COLUMNS + 1) for c in range(CELLS) if self.s.eggs[c].any()}
        return {space: self.eggs(space) for space in found}

    def rubble(self, space: Space) -> int:
        return int(self.s.rubble[cell(space)])

    def all_rubble(self) -> dict[Space, int]:
        return {(c % COLUMNS + 1, c // COLUMNS + 1): int(n) for c, n in enumerate(self.s.rubble) if n}

    def carried(self, seat: int) -> str:
        return "".join(letter * int(self.s.carried[seat, colour]) for letter, colour in COLOUR.items())

    def points(self, seat: int) -> int:
        return int(self.s.points[seat])

    def at(self, place: int, first: int = 0, after: int = CARDS) -> list[str]:
        return [self.names[c] for c in range(first, after) if self.s.at[c] == place]

    def hand(self, seat: int) -> list[str]:
        return self.at(Place.HAND + seat, 0, VEHICLES)

    def gear(self, seat: int) -> list[str]:
        """Items and weapons that may be used."""
        return self.at(Place.HAND + seat, ITEM, ITEM + GEAR)

    def fresh(self, seat: int) -> list[str]:
        return self.at(Place.FRESH + seat, ITEM, ITEM + GEAR)

    def hidden(self, seat: int) -> list[str]:
        return self.at(Place.HAND + seat, BOUNTY, WORM)

    def discard(self) -> list[str]:
        return self.at(Place.DISCARD)

    def line(self) -> list[str]:
        return [self.names[c] if c != NONE else "" for c in self.s.line]

    def leader(self, seat: int) -> str:
        return "" if self.s.leader[seat] == NONE else self.names[self.s.leader[seat]]

    def squad(self, seat: int) -> list[str]:
        return self.at(Place.SQUAD + seat)

    def dead(self, seat: int) -> list[str]:
        return self.at(Place.DEAD + seat)

    def under(self, slot: int) -> list[str]:
        return [self.names[self.s.under[slot, i]] for i in range(self.s.slot_count[slot])]

    def worm(self, slot: int) -> str:
        return DECK.deck.worms[self.s.slot_worm[slot]].name

    def top(self, deck: Deck, *names: str) -> Table:
        """These cards are drawn next, the first one first."""
        for name in reversed(names):
            number = find(self.s, name, deck)
            order = [int(c) for c in self.s.deck[deck, : self.s.deck_count[deck]]]
            order.remove(number)
            self.s.deck[deck, : self.s.deck_count[deck]] = [*order, number]
        return self

    def renew(self) -> Table:
        """Ask anew after the record was changed by hand."""
        self.s.option[:] = 0
        self.s.choices = 0
        tasks.step(self.t, self.s, NONE)
        self.s.decisions -= 1
        self.state.refresh()
        return self


def find(s: Any, name: str, deck: Deck) -> int:
    """A card of this name that is still in its deck."""
    names = deck_of(int(s.deck_number)).names
    for number in range(FIRST[deck], FIRST[deck] + SIZE[deck]):
        if names[number] == name and s.at[number] == Place.DECK:
            return number
    raise AssertionError(f"no {name!r} is left")


def _gather(s: Any) -> None:
    """Everything back into its deck; the board and the players are empty."""
    for number in range(CHARACTER):
        if s.at[number] != Place.BOX or number < WORM:
            s.at[number] = Place.DECK
    s.known[:] = 0
    s.at[WORM : WORM + 4] = Place.BOX
    for number in range(CHARACTER, CARDS):
        s.at[number] = Place.BOX
    s.rubble[:], s.rubble_spaces, s.rubble_supply = 0, 0, RUBBLE
    s.eggs[:], s.egg_supply[:] = 0, EGGS_PER_COLOUR
    s.slot_count[:], s.under[:], s.under_owner[:] = 0, 0, 0
    s.carried[:], s.carried_rubble[:], s.points[:], s.bounties_done[:] = 0, 0, 0, 0
    s.worn[:], s.out[:], s.line[:] = NONE, 0, NONE
    s.tasks, s.choices, s.option[:] = 0, 0, 0


def _order_decks(s: Any) -> None:
    for deck in range(Deck.CHARACTER):
        numbers = [c for c in range(FIRST[deck], FIRST[deck] + SIZE[deck]) if s.at[c] == Place.DECK]
        s.deck[deck], s.deck_count[deck] = 0, len(numbers)
        s.deck[deck, : len(numbers)] = numbers


def table(
    *,
    players: int = 3,
    turn: int = 0,
    pawns: Mapping[int, Space | None] | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    gear: Mapping[int, Sequence[str]] | None = None,
    hats: Mapping[int, str] | None = None,
    leaders: Mapping[int, str] | None = None,
    squads: Mapping[int, Sequence[str]] | None = None,
    dead: Mapping[int, Sequence[str]] | None = None,
    eggs: Mapping[Space, str] | None = None,
    rubble: Mapping[Space, int] | None = None,
    carried: Mapping[int, str] | None = None,
    carried_rubble: Mapping[int, int] | None = None,
    worms: Worms = FAR,
    under: Mapping[int, Sequence[str]] | None = None,
    line: Sequence[str] | None = None,
    hidden: Mapping[int, Sequence[str]] | None = None,
    points: Mapping[int, int] | None = None,
    discards: Sequence[tuple[Deck, str]] = (),
    ready: bool = True,
    deck: str = "untuned",
    **options: Any,
) -> Table:
    """A position at the start of a turn."""
    state = envs.game("terror_below", players=players, deck=deck, **options).new(1)
    while state.kind != Kind.PLAY:
        state.apply(state.legal_actions()[0])
    s = state.record
    _gather(s)

    def put(name: str, deck: Deck, place: int) -> int:
        number = find(s, name, deck)
        s.at[number] = place
        return number

    taken = set(dict(leaders or {}).values()) | {n for group in dict(squads or {}).values() for n in group}
    taken |= {n for group in dict(dead or {}).values() for n in group}
    s.at[CHARACTER:CARDS] = Place.DECK
    spare = iter([name for name in (*LEADERS, *OTHERS, "Hank") if name not in taken])
    for seat in range(players):
        name = (leaders or {}).get(seat) or next(spare)
        s.leader[seat] = put(name, Deck.CHARACTER, Place.WORN + seat)
    bare: list[int] = []
    for seat in range(players):
        lost = (dead or {}).get(seat, ())
        fallen = [put(name, Deck.CHARACTER, Place.DEAD + seat) for name in lost]
        mates = (squads or {}).get(seat)
        for name in [next(spare) for _ in range(2 - len(fallen))] if mates is None else mates:
            put(name, Deck.CHARACTER, Place.SQUAD + seat)
        s.living[seat] = 1 + sum(int(s.at[c]) == Place.SQUAD + seat for c in range(CHARACTER, CARDS))
        place = (pawns or {}).get(seat, CORNERS[seat])
        s.pawn[seat] = NONE if place is None else cell(place)
        if seat in (hands or {}):
            for name in (hands or {})[seat]:
                put(name, Deck.VEHICLE, Place.HAND + seat)
        else:
            bare.append(seat)
        for name in (gear or {}).get(seat, ()):
            put(name, Deck.WEAPON if name in WEAPON_NAMES else Deck.ITEM, Place.HAND + seat)
        if seat in (hats or {}):
            s.worn[seat] = put((hats or {})[seat], Deck.ITEM, Place.WORN + seat)
        for name in (hidden or {}).get(seat, ()):
            put(name, Deck.BOUNTY, Place.HAND + seat)
        for letter in (carried or {}).get(seat, ""):
            s.carried[seat, COLOUR[letter]] += 1
            s.egg_supply[COLOUR[letter]] -= 1
        s.carried_rubble[seat] = (carried_rubble or {}).get(seat, 0)
        s.rubble_supply -= s.carried_rubble[seat]
        s.points[seat] = (points or {}).get(seat, 0)
    s.at[CHARACTER:CARDS][s.at[CHARACTER:CARDS] == Place.DECK] = Place.BOX
    for slot, (kind, which, target) in enumerate(worms):
        number = worm_number(kind, which)
        s.at[WORM + number] = Place.SLOT
        s.slot_worm[slot], s.slot_target[slot] = number, cell(target)
    for slot, names in (under or {}).items():
        for name in names:
            number = put(name, Deck.VEHICLE, Place.SLOT)
            s.under[slot, s.slot_count[slot]], s.under_owner[slot, s.slot_count[slot]] = number, NONE
            s.slot_count[slot] += 1
    for seat in bare:
        spare_cards = [c for c in reversed(range(VEHICLES)) if s.at[c] == Place.DECK]
        for number in [find(s, n, Deck.VEHICLE) for n in CARS] if seat == turn else spare_cards[:3]:
            s.at[number] = Place.HAND + seat
    hunts = [
        load(deck).names[BOUNTY + i]
        for kind in HUNTERS
        for i, b in enumerate(load(deck).deck.bounties)
        if b.worm == kind
    ]
    for i, name in enumerate(hunts if line is None else line):
        s.line[i] = put(name, Deck.BOUNTY, Place.LINE)
    for pile, name in discards:
        put(name, pile, Place.DISCARD)
    for space, letters in (eggs or {}).items():
        for letter in letters:
            s.eggs[cell(space), COLOUR[letter]] += 1
            s.egg_supply[COLOUR[letter]] -= 1
    for space, pieces in (rubble or {}).items():
        board.set_rubble(s, cell(space), pieces)
    _order_decks(s)
    s.turn = s.start = turn
    s.task[0], s.tasks = Task.TURN, 1
    made = Table(state)
    return made.renew() if ready else made


WEAPON_NAMES = set(DECK.names[FIRST[Deck.WEAPON] : FIRST[Deck.WEAPON] + SIZE[Deck.WEAPON]])


def attack(
    caught_turn: int = 0, *, worm: tuple[str, int] = ("spitter", 5), at: Space = (3, 3), **position: Any
) -> Table:
    """A position in which the worm of slot 1 attacks as soon as the player to move plays a card on it and stops."""
    worms = ((*worm, at), FAR[1], FAR[2])
    loaded = load(str(position.get("deck", "untuned")))
    boots = [name for name in loaded.names if name.startswith("Boots")]
    filled = boots[: loaded.deck.worms[worm_number(*worm)].limit - 1]
    made = table(
        turn=caught_turn,
        worms=worms,
        under={0: filled},
        **{"hands": {caught_turn: ["Bicycle 3 without arrows"]}} | position,
    )
    return made


def strike(made: Table) -> Table:
    """Play the only card on worm 1 and stop: the attack follows."""
    return made.do("Bicycle 3 without arrows under worm 1", "stop")
