"""What is counted while games of TINYforming Mars run: projects on their way, cubes, cities, tokens, points by source, curves.

The deck is shuffled once and then goes round, so chance decides only which faces come up until every card has been in play, and with
that which player has the first choice between the two projects of a face.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.core.layout import Layout
from regolith.envs.core.record import Over
from regolith.envs.core.tally import CHANCES, DEALT, CardCounters, Tally
from regolith.envs.tinyforming_mars.actions import ACTIVATE, STANDARD, TAKE
from regolith.envs.tinyforming_mars.hexes import count as size_of
from regolith.envs.tinyforming_mars.projects import PROJECTS as CATALOGUE
from regolith.envs.tinyforming_mars.projects import STANDARD_PROJECTS
from regolith.envs.tinyforming_mars.scoring import city_points, own_cubes, score
from regolith.envs.tinyforming_mars.words import PROJECTS, STANDARDS, TOKENS, WHITE, Kind, Tag

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Record, Table


class Put(IntEnum):
    """What is put on the map."""

    CITIES = 0
    HEAT = 1
    GREENERY = 2
    WATER = 3


class Source(IntEnum):
    """Where points come from."""

    CITIES = 0
    GREENERY = 1
    WATER = 2
    HEAT = 3


GENERATIONS = 32
"""Room for generations in the curves; what comes later is not told."""
PROJECTS_OF_CARD, PROJECTS_OF_FACE, FACES = 4, 2, 2

COUNTERS = Layout()
FIRST_CHOICE = COUNTERS.add(
    "dealt", PROJECTS, "chance gave the seat the first choice between this project and the other"
)
EXPECTED = COUNTERS.add("expected", PROJECTS, "the chances of that, each before the card came up, in ten-thousandths")
OFFERED = COUNTERS.add("offered", PROJECTS, "the seat chose between this project and the other one of the face")
TAKEN = COUNTERS.add("taken", PROJECTS, "turned to face the seat, by choice")
LEFT = COUNTERS.add("left", PROJECTS, "faced the seat because the other player took the other one")
ACTIVATED = COUNTERS.add("played", PROJECTS, "the generation in which it was activated last; 0: never")
TIMES = COUNTERS.add("times", PROJECTS, "how often it was activated")
STANDARD_USED = COUNTERS.add("standard projects", STANDARDS, "activated")
PLACED = COUNTERS.add("placed", len(Put), "put on the map, wherever it came from; a city that is moved counts again")
TOKENS_TAKEN = COUNTERS.add("tokens", TOKENS, "taken")
TOKENS_SPENT = COUNTERS.add("tokens spent", TOKENS, "for requirements and discounts")
SOURCES = COUNTERS.add("score", len(Source), "points on the map and for heat at the end, by source")
CURVES = COUNTERS.add(
    "by generation", 3 * GENERATIONS, "when the generation was over: points, credits after income, heat in hand"
)


@kernel
def count_first_choice(s: Record, drawn: int, counters: Any) -> None:
    """The last so many cards laid out were unseen: each of those was as likely, with either face."""
    player = s.player if s.players == 2 else WHITE
    unseen = s.unseen + drawn
    chance = CHANCES * drawn // (FACES * unseen)
    for i in range(s.drawn - drawn, s.drawn):
        face = PROJECTS_OF_CARD * s.row_card[i] + PROJECTS_OF_FACE * s.row_face[i]
        for slot in range(PROJECTS_OF_FACE):
            counters[player, FIRST_CHOICE + face + slot] += 1
        for project in range(PROJECTS_OF_CARD):
            counters[player, EXPECTED + PROJECTS_OF_CARD * s.row_card[i] + project] += chance
    for i in range(s.unseen):
        for project in range(PROJECTS_OF_CARD):
            counters[player, EXPECTED + PROJECTS_OF_CARD * s.deck_card[i] + project] += chance


@kernel
def count_choice(before: Record, action: int, counters: Any) -> None:
    """Which of its two projects a card turns to whom, or what is activated."""
    player = before.player
    if before.kind == Kind.ORIENT:
        project = action - TAKE
        counters[player, OFFERED + project] += 1
        counters[player, OFFERED + (project ^ 1)] += 1
        counters[player, TAKEN + project] += 1
        if before.players == 2:
            counters[1 - player, LEFT + (project ^ 1)] += 1
    elif before.kind == Kind.ACTION and ACTIVATE <= action < ACTIVATE + PROJECTS:
        counters[player, ACTIVATED + action - ACTIVATE] = before.generation
        counters[player, TIMES + action - ACTIVATE] += 1
    elif before.kind == Kind.ACTION and STANDARD <= action < STANDARD + STANDARDS:
        counters[player, STANDARD_USED + action - STANDARD] += 1


@kernel
def count_things(before: Record, s: Record, own: Any, player: int) -> None:
    """What the player who decided has put on the map, and his tokens."""
    own[PLACED + Put.CITIES] += size_of(s.cities[player] & ~before.cities[player])
    own[PLACED + Put.HEAT] += size_of(s.heat_on_map & ~before.heat_on_map)
    own[PLACED + Put.GREENERY] += size_of(s.greenery & ~before.greenery)
    own[PLACED + Put.WATER] += size_of(s.water & ~before.water)
    for token in range(TOKENS):
        more = s.tokens[player, token] - before.tokens[player, token]
        own[TOKENS_TAKEN + token] += max(0, more)
        own[TOKENS_SPENT + token] += max(0, -more)


@kernel
def count(t: Table, before: Record, s: Record, action: int, counters: Any) -> None:
    """What a decision has changed; see `regolith.envs.core.tally`."""
    if action == DEALT:
        count_first_choice(s, s.drawn, counters)
        return
    count_choice(before, action, counters)
    count_things(before, s, counters[before.player], before.player)
    if s.unseen < before.unseen:
        count_first_choice(s, before.unseen - s.unseen, counters)
    over = s.over != Over.RUNNING
    at = before.generation - 1
    for player in range(s.players):
        own = counters[player]
        if (over or s.generation > before.generation) and at < GENERATIONS:
            own[CURVES + at] = score(t, s, player)
            own[CURVES + GENERATIONS + at] = s.credits[player]
            own[CURVES + 2 * GENERATIONS + at] = s.heat[player]
        if over:
            own[SOURCES + Source.CITIES] = city_points(t, s, player)
            own[SOURCES + Source.GREENERY] = own_cubes(s, player, s.greenery)
            own[SOURCES + Source.WATER] = own_cubes(s, player, s.water)
            own[SOURCES + Source.HEAT] = s.heat[player]


def project(number: int) -> str:
    return CATALOGUE[number].name


def standard_project(number: int) -> str:
    return STANDARD_PROJECTS[number].name


def token(number: int) -> str:
    return Tag(number).name.lower()


OF_PROJECTS = CardCounters("dealt", "expected", "played", others=("offered", "taken", "left", "times"))
TALLY = Tally(
    counters=COUNTERS,
    count=count,
    names={
        **dict.fromkeys(OF_PROJECTS.pieces, project),
        "standard projects": standard_project,
        "placed": lambda number: Put(number).name.lower(),
        "tokens": token,
        "tokens spent": token,
        "score": lambda number: Source(number).name.lower(),
    },
    curves={"by generation": ("points", "credits", "heat")},
    cards=OF_PROJECTS,
    below_zero=frozenset({"score", "by generation"}),
    marks=frozenset({"played"}),
)
