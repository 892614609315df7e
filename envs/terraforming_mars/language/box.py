"""A box of the game, as data: its cards, and everything else it brings that needs no code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.terraforming_mars.language.card import Card
from regolith.envs.terraforming_mars.language.lasting import Modifier, Passive
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.player.weights import Weight
from regolith.envs.terraforming_mars.words import (
    CardResource,
    CardSet,
    Measure,
    OffMars,
    Resource,
    StandardProject,
    Tag,
)

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.language.lower import Lowering


@dataclass(frozen=True)
class Goal:
    """What a milestone or award counts: a measure and what it looks at."""

    measure: Measure
    tags: tuple[Tag, ...] = ()
    resources: tuple[Resource, ...] = ()
    kind: CardResource | None = None
    rows: int = 0
    cost: int = 0


def tags(*kinds: Tag) -> Goal:
    return Goal(Measure.TAGS, tags=kinds)


@dataclass(frozen=True)
class Milestone:
    """`over`: it does not come on top, but is laid over the one of that name, on a map that has it."""

    name: str
    goal: Goal
    threshold: int
    over: str = ""


@dataclass(frozen=True)
class Award:
    name: str
    goal: Goal


@dataclass(frozen=True)
class Standard:
    """A standard project. `per_card`: its effect is for each card discarded; `tr_solo`: only in solo for TR 63; `metal`: it may pay.

    `needs`: boxes without which there is no such project.
    """

    cost: int
    does: tuple[Step, ...]
    per_card: bool = False
    tr_solo: bool = False
    metal: Resource | None = None
    needs: tuple[CardSet, ...] = ()


@dataclass(frozen=True)
class Carrier:
    """Something that is no card and yet carries a program, effects that wait, or changed rules."""

    name: str
    does: tuple[Step, ...] = ()
    passives: tuple[Passive, ...] = ()
    modifiers: tuple[Modifier, ...] = ()


def no_columns(lowering: Lowering) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class LaidOut:
    """Things that chance lays out for all before the game, for experiments that exchange two of them."""

    deck: str
    names: Mapping[int, str]
    """By their numbers as carriers."""
    drawn: Callable[[np.record], Sequence[int]]
    """Those that chance has laid out in a new game."""
    there: Callable[[np.record, int], bool]
    """Whether one of them belongs to this game."""


@dataclass(frozen=True)
class Box:
    """What lies in a box. Its own options, record fields and rules stand beside it in its folder."""

    card_set: CardSet
    title: str
    option: str = ""
    """The option that puts it into the game; the base game has none."""
    for_beginners: bool = False
    """Whether the Beginner Corporation goes with it."""
    projects: tuple[Card, ...] = ()
    corporations: tuple[Card, ...] = ()
    preludes: tuple[Card, ...] = ()
    carriers: Mapping[int, Carrier] = field(default_factory=dict)
    """By their numbers, which follow those of the cards."""
    milestones: tuple[Milestone, ...] = ()
    """Added to those of any map, or laid over one of them."""
    awards: tuple[Award, ...] = ()
    covering_milestones: tuple[Milestone, ...] = ()
    covering_awards: tuple[Award, ...] = ()
    """Laid over some of the game's, if the players want it."""
    standard_projects: Mapping[StandardProject, Standard] = field(default_factory=dict)
    tags: tuple[Tag, ...] = ()
    """Kinds that are in the game with this box; wild is none, as it stands for the others."""
    off_mars: tuple[OffMars, ...] = ()
    sets: Mapping[str, int] = field(default_factory=dict)
    """Fields of the record that the base rules obey without asking who set them."""
    weights: tuple[Weight, ...] = ()
    """Numbers of the evaluation that are about this box alone."""
    columns: Callable[[Lowering], Mapping[str, Any]] = no_columns
    """What its rules look up besides: columns of the table, and programs that are neither on a card nor the carrier's own."""
    laid_out: LaidOut | None = None
    """What chance lays out for all; its rules exchange the two that an experiment names in `s.swapped`."""
    option_sets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What the box adds to the sets of options that are tried out, by their names; a new name is a new set."""
