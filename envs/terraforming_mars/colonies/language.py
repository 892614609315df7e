"""The operations that Colonies brings, in the words that cards write."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from regolith.envs.terraforming_mars.colonies.words import ColonyTile
from regolith.envs.terraforming_mars.language.operation import (
    Declines,
    Family,
    Gives,
    Holds,
    Turns,
    check_family,
    operation,
)
from regolith.envs.terraforming_mars.language.phrases import some, title
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.words import MC

FIRST, END_OF_FAMILY = int(Family.OF_BOXES) + 4, int(Family.OF_BOXES) + 28


class Colonies(IntEnum):
    BUILD_COLONY = FIRST
    """On a tile that is awake, has a free place and, unless `again`, no colony of the player."""
    TRADE = 133
    """Free of charge, with a fleet that is at home."""
    GAIN_FLEET = 134
    RAISE_MARKER = 135
    """One step up, of a tile that is awake; another one can go down."""
    LOWER_MARKER = 136
    """One step down, of another tile than the one just raised."""
    ADD_COLONY_TILE = 137
    """Any one that is not in play; to `build` on it, one that does not sleep."""
    OWN_COLONY_BONUSES = 138
    """Of all own colonies, one after the other."""
    TRADE_FEE = 139
    """The fee of a trade, by one means that the player chooses; then the fleet is on its way."""
    TRADE_STEPS = 140
    """Steps that the marker may be moved up before the income."""
    TRADE_INCOME = 141
    COLONY_BONUSES = 142
    """For each colony on the tile, to its owner."""
    MARKER_BACK = 143
    """Down to the colonies."""
    LEAVE_COLONY_TILE = 144
    """Of those that a solo player has drawn."""
    ANY_COLONY_BONUSES = 145
    """Of up to so many different colonies, anybody's, one after the other; their owners get nothing for it."""


def moved(choice: Any, steps: int, where: str) -> str:
    tile = choice.colony_tile
    return f"move the marker of {tile.name} {where} 1 step (income: {tile.income(steps)})"


def steps_before_trade(choice: Any) -> str:
    tile = choice.traded_tile
    done = (
        f"move the marker of {tile.name} up {some(choice.i, 'steps')}"
        if choice.i
        else f"leave the marker of {tile.name}"
    )
    return f"{done} (income: {tile.income(choice.i)})"


operation(
    Colonies.BUILD_COLONY,
    lambda step: "build a colony" + (", also where you have one" if step["again"] else ""),
    {"again": bool},
    counted=False,
    asks=Kind.COLONY,
    question="choose where to build a colony",
    choice="build a colony on {choice.colony_tile.name} ({choice.colony_tile.building})",
    worth=lambda total, step, n: total.build_colony(n),
)
operation(
    Colonies.TRADE,
    "trade for free",
    counted=False,
    asks=Kind.COLONY,
    question="choose a colony tile to trade with",
    choice="trade with {choice.colony_tile.name} ({choice.colony_tile.trading})",
    worth=lambda total, step, n: total.gain(MC, 6.0),
)
operation(
    Colonies.GAIN_FLEET,
    lambda step: "gain a trade fleet" if step.n == 1 else f"gain {step.n} trade fleets",
    gives=Gives.FLEETS,
    worth=lambda total, step, n: total.gain_fleets(n),
)
operation(
    Colonies.RAISE_MARKER,
    "raise the marker of a colony tile 1 step",
    counted=False,
    asks=Kind.COLONY,
    question="choose a colony tile whose marker goes up",
    choice=lambda choice: moved(choice, 1, "up"),
    worth=lambda total, step, n: total.gain(MC, 1.0),
)
operation(
    Colonies.LOWER_MARKER,
    "lower the marker of another 1 step",
    counted=False,
    asks=Kind.COLONY,
    x=Holds.COLONY_TILE,
    question="choose a colony tile whose marker goes down",
    choice=lambda choice: moved(choice, -1, "down"),
)
operation(
    Colonies.ADD_COLONY_TILE,
    lambda step: "add a colony tile" + (" and build a colony on it" if step["build"] else ""),
    {"build": bool},
    counted=False,
    asks=Kind.COLONY,
    question="choose a colony tile to put into play",
    choice="put {choice.name} into play",
    worth=lambda total, step, n: total.gain(MC, 4.0),
)
operation(
    Colonies.OWN_COLONY_BONUSES,
    "gain the bonuses of all your colonies",
    counted=False,
    asks=Kind.COLONY,
    turns=Turns.OWN,
    question="choose the colony whose bonus comes next",
    choice="bonus of the colony on {choice.colony_tile.name} ({choice.colony_tile.bonus})",
    worth=lambda total, step, n: total.gain(MC, 4.0),
)
operation(
    Colonies.TRADE_FEE,
    counted=False,
    asks=Kind.BRANCH,
    x=Holds.TILE_TO_VISIT,
    question=lambda ask: f"choose what pays for the trade with {title(ColonyTile(ask.x))}",
    choice="pay {choice.trade_fee}",
)
operation(
    Colonies.TRADE_STEPS,
    counted=False,
    asks=Kind.AMOUNT,
    x=Holds.TRADED_TILE,
    question=lambda ask: f"choose how far the marker moves up before the trade with {title(ColonyTile(ask.x))}",
    choice=steps_before_trade,
)
operation(
    Colonies.ANY_COLONY_BONUSES,
    lambda step: f"gain the bonuses of up to {some(step.n, 'colonies')} of anyone".replace("colonie ", "colony "),
    asks=Kind.COLONY,
    turns=Turns.OWN,
    declines=Declines.ALWAYS,
    question="choose a colony whose bonus you gain",
    choice="gain the bonus of a colony on {choice.colony_tile.name} ({choice.colony_tile.bonus})",
    decline="gain no more bonuses",
    worth=lambda total, step, n: total.gain(MC, 2.5 * n),
)
operation(Colonies.TRADE_INCOME, counted=False, x=Holds.TRADED_TILE)
operation(Colonies.COLONY_BONUSES, counted=False, x=Holds.TRADED_TILE)
operation(Colonies.MARKER_BACK, counted=False, x=Holds.TRADED_TILE)
operation(
    Colonies.LEAVE_COLONY_TILE,
    counted=False,
    asks=Kind.COLONY,
    question="choose the colony tile to leave out",
    choice="leave out {choice.name}",
)
check_family(Colonies, FIRST, END_OF_FAMILY)


def build_colony(*, again: bool = False) -> Step:
    """`again`: a colony of one's own on the tile is no hindrance; three are the limit nevertheless."""
    return Step(Colonies.BUILD_COLONY, 1, (again,))


def trade() -> Step:
    return Step(Colonies.TRADE)


def gain_fleet(n: int = 1) -> Step:
    return Step(Colonies.GAIN_FLEET, n)


def raise_marker() -> Step:
    return Step(Colonies.RAISE_MARKER)


def lower_marker() -> Step:
    """Of another tile than the one raised in the step before."""
    return Step(Colonies.LOWER_MARKER)


def add_colony_tile(*, build: bool = False) -> Step:
    """`build`: a colony on it at once."""
    return Step(Colonies.ADD_COLONY_TILE, 1, (build,))


def own_colony_bonuses() -> Step:
    return Step(Colonies.OWN_COLONY_BONUSES)


def any_colony_bonuses(n: int) -> Step:
    return Step(Colonies.ANY_COLONY_BONUSES, n)


def leave_colony_tile() -> Step:
    return Step(Colonies.LEAVE_COLONY_TILE)


def trade_with_fee() -> tuple[Step, ...]:
    return (Step(Colonies.TRADE_FEE), *trade_paid())


def trade_paid() -> tuple[Step, ...]:
    """A trade whose fleet has arrived."""
    return tuple(
        Step(op) for op in (Colonies.TRADE_STEPS, Colonies.TRADE_INCOME, Colonies.COLONY_BONUSES, Colonies.MARKER_BACK)
    )
