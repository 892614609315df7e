"""The committee and the global events in words: names of actions, text board, mats, results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from textwrap import wrap

import numpy as np

from regolith.envs.core.card_words import CardWords
from regolith.envs.core.picture import Picture
from regolith.envs.terraforming_mars.card_file import table_of
from regolith.envs.terraforming_mars.language.operation import Branching, Tells
from regolith.envs.terraforming_mars.language.phrases import phrases, some, step_text
from regolith.envs.terraforming_mars.language.steps import Steps
from regolith.envs.terraforming_mars.language.text import RULES, passive
from regolith.envs.terraforming_mars.rooms import NEUTRAL, NOBODY, NONE
from regolith.envs.terraforming_mars.show.box_titles import box_text
from regolith.envs.terraforming_mars.show.seats import seat_name
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.turmoil import picture as drawing
from regolith.envs.terraforming_mars.turmoil.counting import influence
from regolith.envs.terraforming_mars.turmoil.events import EVENTS
from regolith.envs.terraforming_mars.turmoil.language import party_name
from regolith.envs.terraforming_mars.turmoil.parties import TILES
from regolith.envs.terraforming_mars.turmoil.rules import unplaced
from regolith.envs.terraforming_mars.turmoil.words import (
    LOBBYING_COST,
    OWNERS,
    RATING_FEE,
    Event,
    EventLies,
    Party,
    Shown,
)
from regolith.envs.terraforming_mars.words import CardSet

WIDTH, NAME_WIDTH = 116, 12
"""Of a line of the text board, and of the names in front of it."""
ACTIONS = {Party.KELVINISTS: "action", Party.SCIENTISTS: "action, once a generation"}
FEES = {Party.REDS: f"each step that your TR rises costs {RATING_FEE} MC"}
"""Policies that are neither effects nor actions."""
TIMES = {Shown.CURRENT: "current", Shown.COMING: "coming", Shown.DISTANT: "distant"}
"""In the order in which the events happen."""
EVERYBODY = "everybody: "


def called(party: int) -> str:
    """The party in a sentence."""
    name = party_name(party)
    return f"the {name}" if name.endswith("s") else name


def lobbying_text(party: int) -> str:
    return f"send the delegate of the lobby to {party_name(party)}"


def reserve_text(party: int) -> str:
    return f"send a delegate of the reserve to {party_name(party)} ({LOBBYING_COST} MC)"


def policy_action_text(party: int) -> str:
    action = TILES[Party(party)].action
    return f"policy of {called(party)}" + (f": {phrases(action)}" if action else "")


def delegate_text(chosen: int) -> str:
    """A delegate by the number of its party and owner."""
    party, owner = divmod(chosen, OWNERS)
    whose = "a neutral delegate" if owner == NEUTRAL else f"a delegate of {seat_name(owner)}"
    return f"{whose} in {party_name(party)}"


def policy_text(party: Party) -> str:
    """What holds while the party rules."""
    tile = TILES[party]
    parts = [
        *(passive(effect) for effect in tile.passives),
        *(RULES[modifier.rule](modifier) for modifier in tile.modifiers),
        f"{ACTIONS[party]}: {phrases(tile.action)}" if tile.action else "",
        FEES.get(party, ""),
    ]
    return "; ".join(part for part in parts if part)


def occurrence(steps: Steps) -> str:
    """What happens, one thing after the other; the first player decides for nobody. That everybody is meant is said once."""
    texts = [f"{'first player: ' if step.row.asks else ''}{step_text(step)}" for step in steps]
    pairs = zip(["", *texts], texts, strict=False)
    return "; ".join(text.removeprefix(EVERYBODY) if before.startswith(EVERYBODY) else text for before, text in pairs)


def card_words() -> Iterator[CardWords]:
    """The global events, for who looks one up."""
    for event in EVENTS.values():
        parties = (
            f"delegates: {party_name(event.revealed)} when it is revealed, {party_name(event.current)} when it occurs"
        )
        box = box_text(CardSet.TURMOIL, event.needs)
        yield CardWords(event.name, "global event", box, does=occurrence(event.does), remark=parties)


@dataclass(frozen=True)
class PartyView:
    """A party of the committee."""

    party: Party
    delegates: tuple[int, ...]
    """By owner; the leader is one of them."""
    leader: int | None
    rules: bool
    dominant: bool
    choosable: bool

    @property
    def name(self) -> str:
        return party_name(self.party)

    @property
    def bonus(self) -> str:
        return occurrence(TILES[self.party].bonus)

    @property
    def policy(self) -> str:
        return policy_text(self.party)

    @property
    def area(self) -> tuple[tuple[int, int], ...]:
        """Owners and numbers of the delegates beside the leader."""
        beside = ((owner, n - int(owner == self.leader)) for owner, n in enumerate(self.delegates))
        return tuple((owner, n) for owner, n in beside if n > 0)

    @property
    def members(self) -> str:
        """The leader first."""
        if self.leader is None:
            return "no delegates"
        others = [f"{seat_name(owner)} {n}" for owner, n in enumerate(self.delegates) if n > 0 and owner != self.leader]
        return ", ".join([f"{seat_name(self.leader)} leads with {self.delegates[self.leader]}", *others])

    @property
    def with_delegates(self) -> str:
        return f"{self.name} ({self.members})"


def party_view(s: np.record, party: int) -> PartyView:
    offered = s.choice[: s.choices]
    return PartyView(
        party=Party(party),
        delegates=tuple(int(n) for n in s.delegates[party]),
        leader=int(s.leader[party]) if s.leader[party] != NOBODY else None,
        rules=bool(s.ruling == party),
        dominant=bool(s.dominant == party),
        choosable=bool(
            (s.kind == Kind.PARTY and party in offered) or (s.kind == Kind.DELEGATE and party in offered // OWNERS)
        ),
    )


def conversions(s: np.record, player: int, steps: Steps) -> list[tuple[int, int]]:
    """The ways to turn neutral delegates among which steps let a player choose: how many, and of which party."""
    found: list[tuple[int, int]] = []
    for step in steps:
        if step.row.tells == Tells.WHOSE_DELEGATES and isinstance(step.n, int) and unplaced(s, player) >= step.n:
            found += [(step.n, int(party)) for party in Party if s.delegates[party, NEUTRAL] >= step.n]
        elif step.row.branching == Branching.CHOSEN:
            found += [way for branch in step.branches for way in conversions(s, player, branch)]
    return found


def only_party(s: np.record, player: int, steps: Steps) -> str:
    """Whose neutral delegates steps turn if there is only one way: it is not asked then, and a reader learns it nowhere else."""
    ways = conversions(s, player, steps)
    if len(ways) != 1:
        return ""
    ((n, party),) = ways
    return f", {some(n, 'neutral delegates')} of {party_view(s, party).with_delegates}"


@dataclass(frozen=True)
class EventView:
    """One of the three places for global events; before the first one is current, that place is empty."""

    shown: Shown
    event: Event | None

    @property
    def time(self) -> str:
        return TIMES[self.shown]

    @property
    def name(self) -> str:
        return "none" if self.event is None else EVENTS[self.event].name

    @property
    def does(self) -> str:
        return "" if self.event is None else occurrence(EVENTS[self.event].does)

    @property
    def parties(self) -> tuple[Party, ...]:
        """That neutral delegates go to: when it is revealed, and when it becomes current."""
        return () if self.event is None else (EVENTS[self.event].revealed, EVENTS[self.event].current)

    @property
    def sends(self) -> str:
        return ", then ".join(map(party_name, self.parties))


def event_view(s: np.record, shown: Shown) -> EventView:
    number = int(s.event[shown])
    return EventView(shown, None if number == NONE else Event(number))


@dataclass(frozen=True)
class Standing:
    """What an owner of delegates has beside the parties. Neutral delegates have no lobby and no influence."""

    owner: int
    lobby: int
    reserve: int
    influence: int

    @property
    def text(self) -> str:
        return f"delegates: {self.lobby} in the lobby, {self.reserve} in the reserve   influence: {self.influence}"

    def draw(self, picture: Picture, end: float, y: float) -> float:
        return drawing.draw_standing(picture, end, y, self)


def standing(s: np.record, owner: int) -> Standing:
    if owner == NEUTRAL:
        return Standing(owner, 0, int(s.reserve[owner]), 0)
    return Standing(owner, int(s.lobby[owner]), int(s.reserve[owner]), int(influence(table_of(s), s, owner)))


@dataclass(frozen=True)
class Committee:
    """The committee with its parties in clockwise order, and the global events."""

    parties: tuple[PartyView, ...]
    chairman: int
    standings: tuple[Standing, ...]
    """Of the players, then of the neutral delegates."""
    events: tuple[EventView, ...]
    deck: int

    @property
    def height(self) -> int:
        return drawing.HEIGHT

    def lines(self) -> list[str]:
        return [
            f"committee, clockwise   chairman: {seat_name(self.chairman)}",
            *(line for view in self.parties for line in _party_lines(view)),
            *wrap(_homes(self.standings), WIDTH, subsequent_indent="  "),
            f"global events (neutral delegates go to the parties named)   deck: {some(self.deck, 'events')}",
            *(line for view in self.events for line in _event_lines(view)),
        ]

    def draw(self, picture: Picture, x: float, y: float, width: float) -> None:
        drawing.draw_committee(picture, x, y, width, self)


def board(s: np.record) -> Committee:
    return Committee(
        parties=tuple(party_view(s, party) for party in Party),
        chairman=int(s.chairman),
        standings=tuple(standing(s, owner) for owner in (*range(s.players), NEUTRAL)),
        events=tuple(event_view(s, shown) for shown in TIMES),
        deck=int((s.event_lies == EventLies.IN_THE_DECK).sum()),
    )


def _party_lines(view: PartyView) -> list[str]:
    marks = {"rules": view.rules, "dominant": view.dominant}
    head = f"{'>' if view.choosable else ' '}{view.name}"
    notes = [view.members, *(mark.upper() for mark, holds in marks.items() if holds)]
    return [
        f" {head:<{NAME_WIDTH}}{'   '.join(notes)}",
        *_indented(f"policy: {view.policy}"),
        *_indented(f"ruling bonus: {view.bonus}"),
    ]


def _event_lines(view: EventView) -> list[str]:
    head = f" {view.time:<{NAME_WIDTH}}{view.name}"
    return [f"{head} ({view.sends})", *_indented(view.does)] if view.event is not None else [head]


def _indented(text: str) -> list[str]:
    indent = " " * (NAME_WIDTH + 1)
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent)


def _homes(standings: Iterable[Standing]) -> str:
    """Delegates that are in no party, and influence."""
    homes = [
        f"{seat_name(has.owner)} {has.reserve}"
        + (f" + {has.lobby} in the lobby (influence {has.influence})" if has.owner != NEUTRAL else "")
        for has in standings
    ]
    return f"reserve: {', '.join(homes)}"


def heading(s: np.record) -> str:
    """Who governs and what is to come: it changes between the generations, and the lines of decisions do not tell it."""
    events = ", ".join(f"{view.time} {view.name}" for view in (event_view(s, shown) for shown in TIMES))
    government = f"{party_name(int(s.ruling))} {'rule' if called(int(s.ruling)).startswith('the ') else 'rules'}"
    return f"generation {s.generation}: {government}, chairman {seat_name(int(s.chairman))}; global events: {events}"


def facts(s: np.record) -> dict[str, int | float | str]:
    return {
        "ruling party at the end": party_name(int(s.ruling)),
        "dominant party at the end": party_name(int(s.dominant)),
        "chairman at the end": "neutral" if s.chairman == NEUTRAL else f"seat {s.chairman}",
        "global events": int((s.event_lies == EventLies.DISCARDED).sum()),
    }


def seat_facts(s: np.record, seat: int) -> dict[str, int | float | str]:
    return {
        "chair": int(s.chairman == seat),
        "party leaders": int((s.leader == seat).sum()),
        "delegates in parties": int(s.delegates[:, seat].sum()),
        "influence": int(influence(table_of(s), s, seat)),
    }
