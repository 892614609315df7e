"""The operations under ground: tokens are identified, excavated, claimed and given back, in the words that cards write."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from regolith.envs.terraforming_mars.language.counts import Count
from regolith.envs.terraforming_mars.language.operation import (
    Branching,
    Declines,
    Family,
    Holds,
    Tells,
    Turns,
    check_family,
    operation,
)
from regolith.envs.terraforming_mars.language.phrases import amount, branch_text, some
from regolith.envs.terraforming_mars.language.steps import Step, Steps, steps
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.words import MC, OCEAN_TILE, STEEL, Where

FIRST, END_OF_FAMILY = int(Family.OF_BOXES) + 56, int(Family.OF_BOXES) + 76


class Underground(IntEnum):
    IDENTIFY = FIRST
    """So many spaces, one after the other; from the pile when no space is left. Then some of those found are claimed."""
    IDENTIFY_AREA = 185
    """Any space of Mars and its neighbours."""
    IDENTIFY_BESIDE = 186
    """The neighbours of the tile just placed."""
    IDENTIFY_FROM_PILE = 187
    FIND = 188
    """The spaces of an effect, one by one."""
    CLAIM_FOUND = 189
    """Of the tokens that the effect has found."""
    PUT_BACK = 190
    """What was found in the pile and not claimed."""
    EXCAVATE = 191
    EXCAVATE_METAL = 192
    """A token lying open that shows steel or titanium, anywhere; the production of that metal rises."""
    EXCAVATE_OCEAN_SPACE = 193
    """A free space reserved for ocean, anywhere."""
    CHOOSE_CITY_SPACE = 194
    """A space where a city may go; what follows is about it."""
    EXCAVATE_LAST_SPACE = 195
    """If it has no marker yet."""
    PLACE_MARKER = 196
    """The end of an excavation: the own marker, and the neighbours are identified."""
    IF_FOUND_MICROBE = 197
    """If the token identified last shows a microbe."""
    DISCARD_TOKENS = 198
    """Own claimed tokens, back to the pile."""
    RETURN_TOKEN = 199
    """One that lies open on Mars, back to the pile."""
    RETURN_ALL_TOKENS = 200
    MARK_TOKEN = 201
    """A cube on an own claimed token without one."""
    EXCAVATE_ANYWHERE = 202
    """In this generation."""
    OCEAN_FOR = 203
    """An ocean for so many MC; without the money, or without an ocean left, nothing happens."""


def claimed(step: Step) -> str:
    return f", then claim {step['claim']} of them" if step["claim"] else ""


def excavations(step: Step) -> str:
    if step.n == 1:
        return "excavate"
    return f"excavate {amount(step, 'times')}"


def given_back(step: Step) -> str:
    least, most = step["least"], step["most"]
    return f"give {some(most, 'tokens') if least == most else f'{least} to {most} tokens'} of yours back to the pile"


for _identify, _text in (
    (Underground.IDENTIFY, lambda step: f"identify {amount(step, 'spaces')}{claimed(step)}"),
    (Underground.IDENTIFY_FROM_PILE, lambda step: f"identify {amount(step, 'tokens')} of the pile{claimed(step)}"),
):
    operation(
        _identify,
        _text,
        {"claim": int},
        worth=lambda total, step, n: total.claim_found(step["claim"]),
    )
operation(
    Underground.IDENTIFY_AREA,
    lambda step: f"identify a space and all next to it{claimed(step)}",
    {"claim": int},
    counted=False,
    asks=Kind.UNDERGROUND,
    question="choose the middle of the area to identify",
    choice="identify {choice.place} and all spaces next to it",
    worth=lambda total, step, n: total.claim_found(step["claim"]),
    tells=Tells.CLAIMS_FROM_PILE,
)
operation(
    Underground.IDENTIFY_BESIDE,
    lambda step: f"identify all spaces next to it{claimed(step)}",
    {"claim": int},
    counted=False,
    worth=lambda total, step, n: total.claim_found(step["claim"]),
)
operation(
    Underground.FIND,
    counted=False,
    tells=Tells.CLAIMS_FROM_PILE,
    asks=Kind.UNDERGROUND,
    turns=Turns.OWN,
    x=Holds.TOKENS_TO_FIND,
    y=Holds.TOKENS_TO_CLAIM,
    question=lambda ask: f"choose a space to identify{f', one of {ask.x}' if ask.x > 1 else ''}",
    choice="identify {choice.place}",
)
operation(
    Underground.CLAIM_FOUND,
    counted=False,
    asks=Kind.UNDERGROUND,
    turns=Turns.OWN,
    y=Holds.TOKENS_TO_CLAIM,
    question=lambda ask: f"choose a token to claim{f', one of {ask.y}' if ask.y > 1 else ''}",
    choice="claim {choice.token}",
)
operation(Underground.PUT_BACK, counted=False)
operation(
    Underground.EXCAVATE,
    lambda step: excavations(step) + (" anywhere" if step["anywhere"] else ""),
    {"anywhere": bool},
    asks=Kind.UNDERGROUND,
    turns=Turns.COUNTED,
    question=lambda ask: f"choose a space to excavate{f', {ask.turn + 1} of {ask.n}' if ask.n > 1 else ''}",
    choice="excavate {choice.place}",
    worth=lambda total, step, n: total.excavate(n),
    tells=Tells.FROM_PILE,
)
operation(
    Underground.EXCAVATE_METAL,
    "excavate a token that shows steel or titanium, anywhere; production of that metal +1",
    counted=False,
    asks=Kind.UNDERGROUND,
    question="choose a token of steel or titanium to excavate",
    choice="excavate {choice.place}",
    worth=lambda total, step, n: (total.excavate(1.0), total.produce(STEEL, 1.0)),
)
operation(
    Underground.EXCAVATE_OCEAN_SPACE,
    "excavate a space reserved for ocean",
    counted=False,
    asks=Kind.UNDERGROUND,
    question="choose a space reserved for ocean to excavate",
    choice="excavate {choice.place}",
    worth=lambda total, step, n: total.excavate(1.0),
)
operation(
    Underground.CHOOSE_CITY_SPACE,
    "choose a space for a city",
    counted=False,
    asks=Kind.SPACE,
    question="choose the space for the city",
)
operation(
    Underground.EXCAVATE_LAST_SPACE,
    "excavate it",
    counted=False,
    worth=lambda total, step, n: total.excavate(1.0),
)
operation(Underground.PLACE_MARKER, counted=False, x=Holds.EXCAVATED_SPACE, y=Holds.HAS_IDENTIFIED)
operation(
    Underground.IF_FOUND_MICROBE,
    lambda step: f"if the token shows a microbe: {branch_text(step.branches[0])}",
    counted=False,
    branches=(1, 1),
    branching=Branching.CHANCE,
    worth=lambda total, step, n: total.chance(step.branches[0]),
)
operation(
    Underground.DISCARD_TOKENS,
    given_back,
    {"least": int, "most": int},
    counted=False,
    asks=Kind.TOKEN,
    turns=Turns.OWN,
    declines=Declines.AFTER_ONE,
    question="choose a token to give back",
    choice="give back {choice.token}",
    decline="no more tokens",
    worth=lambda total, step, n: total.gain(MC, -1.0),
)
operation(
    Underground.RETURN_TOKEN,
    "you may put a token that lies open back to the pile",
    counted=False,
    asks=Kind.UNDERGROUND,
    turns=Turns.OWN,
    declines=Declines.ALWAYS,
    question="choose a token on Mars to put back",
    choice="put back {choice.token}",
    decline="leave all tokens",
)
operation(Underground.RETURN_ALL_TOKENS, "put all tokens that lie open back to the pile", counted=False)
operation(
    Underground.MARK_TOKEN,
    "put a cube on a token of yours",
    counted=False,
    asks=Kind.TOKEN,
    question="choose a token for a cube",
    choice="put a cube on {choice.token}",
    worth=lambda total, step, n: total.score(1.0),
)
operation(
    Underground.EXCAVATE_ANYWHERE,
    "you may excavate anywhere in this generation",
    counted=False,
    worth=lambda total, step, n: total.gain(MC, 2.0),
)
operation(
    Underground.OCEAN_FOR,
    "pay {n} MC for an ocean",
    worth=lambda total, step, n: (total.gain(MC, -n), total.place(OCEAN_TILE, Where.OCEAN_SPACE, 1.0)),
)
check_family(Underground, FIRST, END_OF_FAMILY)


def identify(n: int, claim: int = 0) -> Steps:
    """So many spaces, one by one; then claim some of those found."""
    return (Step(Underground.IDENTIFY, n, (claim,)),)


def identify_area(claim: int = 0) -> Steps:
    """A space of the player's choice and its neighbours."""
    return (Step(Underground.IDENTIFY_AREA, 1, (claim,)),)


def identify_beside(claim: int = 0) -> Steps:
    """The neighbours of the tile just placed."""
    return (Step(Underground.IDENTIFY_BESIDE, 1, (claim,)),)


def identify_from_pile(n: int, claim: int = 0) -> Steps:
    return (Step(Underground.IDENTIFY_FROM_PILE, n, (claim,)),)


def search() -> Steps:
    """What an effect that identifies does from its first space to its last claim."""
    return tuple(Step(op) for op in (Underground.FIND, Underground.CLAIM_FOUND, Underground.PUT_BACK))


def excavate(n: int | Count = 1, *, anywhere: bool = False) -> Step:
    return Step(Underground.EXCAVATE, n, (anywhere,))


def excavate_metal() -> Step:
    """A token lying open that shows steel or titanium; the production of that metal rises."""
    return Step(Underground.EXCAVATE_METAL)


def excavate_ocean_space() -> Step:
    return Step(Underground.EXCAVATE_OCEAN_SPACE)


def choose_city_space() -> Step:
    """What follows names it `Where.LAST_SPACE`."""
    return Step(Underground.CHOOSE_CITY_SPACE)


def excavate_last_space() -> Step:
    """If it can be excavated."""
    return Step(Underground.EXCAVATE_LAST_SPACE)


def place_marker() -> Step:
    return Step(Underground.PLACE_MARKER)


def if_found_microbe(then: Step | Iterable[Step]) -> Step:
    return Step(Underground.IF_FOUND_MICROBE, branches=(steps(then),))


def discard_tokens(least: int, most: int) -> Step:
    """How many is counted afterwards by `each_taken`."""
    return Step(Underground.DISCARD_TOKENS, 1, (least, most))


def return_token() -> Step:
    return Step(Underground.RETURN_TOKEN)


def return_all_tokens() -> Step:
    return Step(Underground.RETURN_ALL_TOKENS)


def mark_token() -> Step:
    return Step(Underground.MARK_TOKEN)


def excavate_anywhere_this_generation() -> Step:
    return Step(Underground.EXCAVATE_ANYWHERE)


def ocean_for(n: int) -> Step:
    return Step(Underground.OCEAN_FOR, n)
