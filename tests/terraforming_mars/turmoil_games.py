"""Games with Turmoil: who rules, where delegates are, which events are shown, and how a generation ends."""

from __future__ import annotations

from typing import Any

from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.actions import CARD, END_TURN, PASS, SPACE, step
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED
from regolith.envs.terraforming_mars.rooms import NEUTRAL, NOBODY, NONE
from regolith.envs.terraforming_mars.rules.playing import enter_play
from regolith.envs.terraforming_mars.state import Kind, Phase
from regolith.envs.terraforming_mars.turmoil.rules import actions_begin, actions_end
from regolith.envs.terraforming_mars.turmoil.words import Event, EventLies, Party, Shown

from . import colony_games
from .colony_games import NUMBER, T, actions, hold, take

CLOCKWISE = (Party.MARS_FIRST, Party.KELVINISTS, Party.REDS, Party.GREENS, Party.UNITY, Party.SCIENTISTS)
"""As the facts have the ring of the committee."""
MARS_FIRST, KELVINISTS, REDS, GREENS, UNITY, SCIENTISTS = CLOCKWISE
QUIET = ("Saturn Systems", "ThorGate", "Teractor", "Interplanetary Cinematics", "PhoboLog")
"""Corporations that have no part in the committee; the first one pays what is printed."""
RED, BLUE, GREEN = 0, 1, 2
DRY_LAND, DRY_OCEAN, RICH_OCEAN = 2, 4, 1
"""Spaces of Tharsis: two that give nothing, and one that gives two steel."""
QUIET_EVENT = Event.SCIENTIFIC_COMMUNITY
"""It does nothing for players without cards and influence."""


def deal(number: int = 0, **options: Any) -> Any:
    return colony_games.deal(number, **{"colonies": False, "turmoil": True, **options})[0]


def turn(ruling: Party = GREENS, *, corporations: tuple[str, ...] = QUIET, **options: Any) -> Any:
    """The first turn of Red, who has nothing; the parties are empty but for neutral leaders."""
    chosen = {"colonies": False, "turmoil": True, "players": 2, **options}
    s = colony_games.turn(corporations=corporations, **chosen)
    govern(s, ruling)
    return s


def govern(s: Any, ruling: Party) -> None:
    """A party rules in this action phase."""
    actions_end(s)
    s.ruling = ruling
    actions_begin(T, s)


def clear_committee(s: Any) -> None:
    """All delegates in reserve and lobby, a neutral chairman; Mars First is dominant."""
    s.delegates[:], s.leader[:], s.reserve[:], s.lobby[:] = 0, NOBODY, 0, 0
    s.reserve[NEUTRAL], s.chairman, s.dominant = 13, NEUTRAL, MARS_FIRST
    s.reserve[: s.players], s.lobby[: s.players] = 6, 1


def send(s: Any, party: Party, leader: int, **others: int) -> None:
    """Delegates from the reserves: of the leader as many as named under `leads`, else 1; of others by name."""
    counts = {leader: others.pop("leads", 1)}
    names = {"red": RED, "blue": BLUE, "green": GREEN, "neutral": NEUTRAL}
    counts |= {names[name]: n for name, n in others.items()}
    for owner, n in counts.items():
        s.delegates[party, owner] += n
        s.reserve[owner] -= n
    s.leader[party] = leader


def committee(s: Any, dominant: Party, chairman: int = NEUTRAL) -> None:
    """The committee is empty but for a chairman."""
    clear_committee(s)
    s.dominant = dominant
    if chairman != NEUTRAL:
        s.reserve[NEUTRAL] += 1
        s.reserve[chairman] -= 1
        s.chairman = chairman


def show(
    s: Any,
    current: Event | None,
    coming: Event | None = QUIET_EVENT,
    distant: Event | None = Event.PANDEMIC,
    deck: tuple[Event, ...] = (Event.ELECTION,),
) -> None:
    """These events are shown; the deck holds nothing but some others. Only from the second generation on there is a current one."""
    s.generation = 1 if current is None else 2
    s.event_lies[s.event_lies != EventLies.OUT_OF_THE_GAME] = EventLies.DISCARDED
    s.event_lies[list(deck)] = EventLies.IN_THE_DECK
    for place, event in ((Shown.CURRENT, current), (Shown.COMING, coming), (Shown.DISTANT, distant)):
        s.event[place] = NONE if event is None else event
        if event is not None:
            s.event_lies[event] = EventLies.SHOWN


def counts(s: Any) -> dict[Party, int]:
    return {party: int(s.delegates[party].sum()) for party in CLOCKWISE}


def end_actions(s: Any) -> None:
    """Everybody passes; what follows is decided by whoever must."""
    generation = int(s.generation)
    while s.phase == Phase.ACTION and s.generation == generation and s.over == Over.RUNNING:
        assert s.kind == Kind.ACTION
        step(T, s, PASS if PASS in actions(s) else END_TURN)


def end_generation(s: Any, *spaces: int) -> None:
    """Everybody passes; tiles go to these spaces if one is asked for, everything else is decided by the first choice."""
    generation, left = int(s.generation), list(spaces)
    end_actions(s)
    while s.over == Over.RUNNING and s.generation == generation and s.phase == Phase.SOLAR:
        if s.kind == Kind.SPACE and left:
            take(s, SPACE + left.pop(0))
        else:
            step(T, s, actions(s)[0])
    assert not left


def next_actions(s: Any) -> None:
    """To the first turn of the next generation, and nobody buys cards."""
    end_generation(s)
    while s.phase != Phase.ACTION:
        step(T, s, actions(s)[-1])


def enter(s: Any, name: str, player: int = RED) -> None:
    """A card comes into play, whatever it needs or costs."""
    enter_play(T, s, player, NUMBER[name])
    run(T, s, NOT_ASKED)


def may_play(s: Any, name: str) -> bool:
    """Whether the player whose turn it is may play a card, which he holds then."""
    hold(s, int(s.player), name)
    return CARD + NUMBER[name] in actions(s)


def before_phase(event: Event | None = QUIET_EVENT, dominant: Party = KELVINISTS, **options: Any) -> Any:
    """A neutral delegate leads the dominant party, which gives nobody anything; the other parties are empty."""
    s = turn(**options)
    show(s, event, coming=Event.SUCCESSFUL_ORGANISMS)
    committee(s, dominant)
    send(s, dominant, NEUTRAL)
    return s
