"""Cards as rows of integers. A program is a run of rows up to an `END`; branches are programs of their own.

Nothing here knows a single card: it turns the words of `steps`, `lasting` and `card` into numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from regolith.envs.terraforming_mars.language.box import Carrier
from regolith.envs.terraforming_mars.language.card import Card, Requirement
from regolith.envs.terraforming_mars.language.counts import Count, Counted
from regolith.envs.terraforming_mars.language.lasting import (
    FOR_WHO_CAUSES_IT,
    RULES,
    TRIGGERS,
    Modifier,
    Passive,
    Rule,
    Trigger,
)
from regolith.envs.terraforming_mars.language.operation import DECLARED, Beyond, Gives, Operand
from regolith.envs.terraforming_mars.language.steps import Step, Steps
from regolith.envs.terraforming_mars.rooms import (
    CARD_RESOURCES,
    CARDS,
    CARRIERS,
    END,
    FIRST_CARRIER,
    LOOKED_AT,
    NONE,
    OPERANDS_SHOWN,
    PAYING_CARDS,
    ROWS,
    TAGS,
    WAYS,
    room,
)
from regolith.envs.terraforming_mars.words import MARKS, CardResource, CardSet, Resource, Track

BRANCHES, COUNTS, PASSIVES, MODIFIERS, REQUIREMENTS = 512, 192, 320, 320, 4
"""Room in the tables besides the rows. Their shape never changes, so that other cards need no other compilation."""
PAYING_HEAT = 1
"""Of the room for kinds of cards that pay, the last."""
OPERANDS, RULE_OPERANDS = 4, 2
"""Of a step, and of a changed rule."""


def number(operand: Operand) -> int:
    return NONE if operand is None else int(operand)


def numbers(name: str, operands: Sequence[Operand], size: int) -> list[int]:
    """Operands as so many numbers."""
    return [number(operand) for operand in operands] + [NONE] * (room(name, len(operands), size) - len(operands))


def most_looked_at(step: Step) -> int:
    """Cards that a step turns over. They are never counted, as nobody could say whether there is room for them."""
    return max([printed(step), *(operand for operand in step.operands if isinstance(operand, int))])


def printed(step: Step) -> int:
    """An amount that must not be counted: of a cost, or of cards to look at."""
    if isinstance(step.n, Count):
        raise TypeError(f"an amount that cannot be counted: {step}")
    return step.n


def bits(boxes: Iterable[CardSet]) -> int:
    """Boxes as bits by their numbers."""
    return sum(1 << box for box in set(boxes))


def in_order(card: Card) -> Steps:
    """What a card does when played, as it is carried out."""
    if card.loses_first:
        return card.on_play
    rising = {step["resource"] for step in card.on_play if step.row.gives == Gives.PRODUCTION}

    def comes_last(step: Step) -> bool:
        # A resource whose production rises is spent after that, as the rise may yield some.
        spent = step[step.row.costs] if step.row.costs else None
        return step.row.comes_last or (isinstance(spent, Resource) and spent in rising)

    return tuple(sorted(card.on_play, key=comes_last))


def in_steps(requirement: Requirement) -> int:
    """What is required, in steps of the track where it is a track."""
    if requirement.need < len(Track):
        return MARKS[Track(requirement.need)].index(requirement.n)
    return requirement.n


class Lowering:
    """Collects the rows of all programs."""

    def __init__(self) -> None:
        self.carrier = [NONE]
        self.op = [END]
        self.n = [0]
        self.count = [NONE]
        self.operands = [[NONE] * OPERANDS]
        self.branch = [0]
        self.branches = [0]
        self.branch_start: list[int] = []
        self.counts: list[Count] = []
        self.waits: set[int] = set()
        self.by_others: set[int] = set()

    def program(self, given: Sequence[Step], carrier: int = NONE) -> int:
        """Add a program, of a card, another carrier or none, and say where it starts; the empty one is row 0."""
        if not given:
            return 0
        branches = [[self.program(branch, carrier) for branch in step.branches] for step in given]
        start = len(self.op)
        for step, starts in zip(given, branches, strict=True):
            if step.row.looks_at_cards:
                room("cards to look at", most_looked_at(step), LOOKED_AT)
            counted = self._counted(step.n, carrier) if isinstance(step.n, Count) else NONE
            n = 0 if isinstance(step.n, Count) else step.n
            self._row(carrier, int(step.op), n, counted, step.operands, starts)
        self._row(carrier, END, 0, NONE, (), [])
        return start

    def waiting(self, given: Sequence[Step], carrier: int, trigger: Trigger) -> int:
        """Add the program of an effect that waits for an event."""
        first = len(self.op)
        start = self.program(given, carrier)
        self.waits.update(range(first, len(self.op)))
        if trigger in FOR_WHO_CAUSES_IT:
            self.by_others.update(range(first, len(self.op)))
        return start

    def _row(
        self, carrier: int, op: int, n: int, counted: int, operands: tuple[Operand, ...], starts: list[int]
    ) -> None:
        if operands and isinstance(operands[0], IntEnum):
            room(f"first operands to be shown, such as {operands[0]!r}", operands[0] + 1, OPERANDS_SHOWN)
        room("ways to use an effect", len(starts), WAYS)
        self.carrier.append(carrier)
        self.op.append(op)
        self.n.append(n)
        self.count.append(counted)
        self.operands.append(numbers("operands of a step", operands, OPERANDS))
        self.branch.append(len(self.branch_start))
        self.branches.append(len(starts))
        self.branch_start += starts

    def _counted(self, count: Count, carrier: int) -> int:
        if count.what == Counted.RESOURCES_HERE and not NONE < carrier < CARDS:
            raise ValueError(f"nothing lies on carrier {carrier}")
        if count not in self.counts:
            self.counts.append(count)
        return self.counts.index(count)

    def _by_others(self, row: int) -> bool:
        return self.op[row] != END and DECLARED[self.op[row]].by_others

    def columns(self) -> dict[str, Any]:
        count_tags = [[tag in count.tags for tag in range(TAGS)] for count in self.counts]
        operands = np.array(self.operands, np.int32)
        steps = {
            "row_carrier": self.carrier,
            "op": self.op,
            "n": self.n,
            "count": self.count,
            **{name: operands[:, i] for i, name in enumerate("abcd")},
            "branch": self.branch,
            "branches": self.branches,
            "row_waits": [row in self.waits for row in range(len(self.op))],
            "row_by_others": [row in self.by_others or self._by_others(row) for row in range(len(self.op))],
        }
        counts = {
            "count_what": [count.what for count in self.counts],
            "count_whose": [count.whose for count in self.counts],
            "count_each": [count.each for count in self.counts],
            "count_every": [count.every for count in self.counts],
            "count_kind": [number(count.kind) for count in self.counts],
            "count_most": [number(count.most) for count in self.counts],
            "count_resource": [number(count.resource) for count in self.counts],
            "count_base": [count.base for count in self.counts],
            "count_influence": [count.influence for count in self.counts],
            "count_limit": [number(count.limit) for count in self.counts],
            "count_less_tokens": [count.less_tokens for count in self.counts],
            "count_tags": np.array(count_tags, np.int32).reshape(-1, TAGS),
        }
        return {
            **filled("steps of programs", ROWS, steps),
            **filled("branches of programs", BRANCHES, {"branch_start": self.branch_start}),
            **filled("counts", COUNTS, counts),
        }


def filled(name: str, size: int, columns: Mapping[str, Any], filler: int = 0) -> dict[str, Any]:
    """Columns of the table, filled up to the size of their room."""
    found = {}
    for column, values in columns.items():
        array = np.asarray(values, np.int32)
        found[column] = np.full((room(name, len(array), size), *array.shape[1:]), filler, np.int32)
        found[column][: len(array)] = array
    return found


def lower_passives(lowering: Lowering, carriers: Mapping[int, Card | Carrier]) -> dict[str, Any]:
    """The effects that wait, sorted by what they wait for, then by carrier; those that may be declined come last."""
    found: list[tuple[Trigger, int, Passive]] = []
    for at, carrier in carriers.items():
        found += [(passive.trigger, at, passive) for passive in carrier.passives]
    found.sort(key=lambda entry: (entry[0], entry[2].optional, entry[1]))
    waits_for = [trigger for trigger, _, _ in found]
    firsts = [sum(trigger < wanted for trigger in waits_for) for wanted in range(TRIGGERS + 1)]
    tags = [[passive.tags.count(tag) for tag in range(TAGS)] for _, _, passive in found]
    passives = {
        "passive_carrier": [at for _, at, _ in found],
        "passive_row": [lowering.waiting(passive.steps, at, passive.trigger) for _, at, passive in found],
        "passive_tags": np.array(tags, np.int32).reshape(-1, TAGS),
        "passive_this_too": [passive.this_too for _, _, passive in found],
        "passive_optional": [passive.optional for _, _, passive in found],
    }
    return {"trigger_first": np.array(firsts, np.int32), **filled("effects that wait", PASSIVES, passives)}


def lower_modifiers(carriers: Mapping[int, Card | Carrier]) -> dict[str, Any]:
    """The changed rules, sorted by rule, then by carrier."""
    found: list[tuple[Rule, int, Modifier]] = []
    for at, carrier in carriers.items():
        found += [(modifier.rule, at, modifier) for modifier in carrier.modifiers]
    found.sort(key=lambda entry: entry[:2])
    rules = [rule for rule, _, _ in found]
    room("kinds of cards that pay heat", rules.count(Rule.HEAT_FROM_RESOURCE), PAYING_HEAT)
    room("kinds of cards that pay", rules.count(Rule.PAY_WITH_RESOURCE), PAYING_CARDS - PAYING_HEAT)
    firsts = [sum(rule < wanted for rule in rules) for wanted in range(RULES + 1)]
    operands = [numbers("operands of a changed rule", modifier.operands, RULE_OPERANDS) for _, _, modifier in found]
    first, second = np.array(operands, np.int32).reshape(-1, RULE_OPERANDS).T
    modifiers = {
        "modifier_carrier": [at for _, at, _ in found],
        "modifier_n": [modifier.n for _, _, modifier in found],
        "modifier_a": first,
        "modifier_b": second,
    }
    return {"rule_first": np.array(firsts, np.int32), **filled("changed rules", MODIFIERS, modifiers)}


def lower_cards(lowering: Lowering, cards: dict[int, Card]) -> dict[str, Any]:
    """Everything printed on the cards, by card number.

    `own_...`: the tile that a card places, the heat and the resources on cards that it spends. `replaced_with`: the box that replaces it.
    `copier`: the card that takes over the text of another one.
    """
    plain = ("kind", "card_set", "cost", "start_mc", "condition", "holds", "protected", "vp_scoring", "vp", "vp_every")
    columns = {name: np.full(CARDS, NONE, np.int32) for name in (*plain, "vp_tag")}
    programs = {name: np.zeros(CARDS, np.int32) for name in ("on_play", "action", "first_action")}
    tags = np.zeros((CARDS, TAGS), np.int32)
    shows = np.zeros((CARDS, CARD_RESOURCES), np.int32)
    needs = np.full((CARDS, REQUIREMENTS, 5), NONE, np.int32)
    own_tile = np.full(CARDS, NONE, np.int32)
    own_heat = np.zeros(CARDS, np.int32)
    own_held = np.zeros((CARDS, CARD_RESOURCES), np.int32)
    holds_anything, copier = np.zeros(CARDS, np.int32), NONE
    banned = np.zeros(CARDS, np.int32)
    needs_boxes, replaced_with = np.zeros(CARDS, np.int32), np.full(CARDS, NONE, np.int32)
    replaced = {card.replaces: card.card_set for card in cards.values() if card.replaces}
    for at, card in cards.items():
        for name in ("kind", "card_set", "cost", "start_mc", "condition", "holds", "protected"):
            columns[name][at] = number(getattr(card, name))
        if card.vp is not None:
            columns["vp_scoring"][at], columns["vp"][at] = card.vp.scoring, card.vp.n
            columns["vp_every"][at], columns["vp_tag"][at] = card.vp.every, number(card.vp.tag)
        programs["on_play"][at] = lowering.program(in_order(card), at)
        programs["action"][at] = lowering.program(card.action, at)
        programs["first_action"][at] = lowering.program(card.first_action, at)
        for step in card.on_play:
            if step.row.puts_tile and own_tile[at] == NONE:
                own_tile[at] = step["tile"]
            spent = step[step.row.costs] if step.row.costs else None
            if spent is Resource.HEAT:
                own_heat[at] += printed(step)
            elif isinstance(spent, CardResource):
                own_held[at, spent] = printed(step)
        for tag in card.tags:
            tags[at, tag] += 1
        banned[at] = card.banned
        needs_boxes[at], replaced_with[at] = bits(card.needs), replaced.get(card.name, NONE)
        holds_anything[at] = any(modifier.rule == Rule.HOLDS_ANYTHING for modifier in card.modifiers)
        if any(step.row.beyond == Beyond.PRELUDE_TO_COPY for step in card.on_play):
            copier = at
        shows[at, : len(CardResource)] = [card.shows(kind) for kind in CardResource]
        room(f"requirements of {card.name}", len(card.requires), REQUIREMENTS)
        for i, requirement in enumerate(card.requires):
            what = number(requirement.what)
            needs[at, i] = (requirement.need, in_steps(requirement), requirement.most, what, requirement.whose)
    spending = {"own_tile": own_tile, "own_heat": own_heat, "own_held": own_held}
    boxes = {"needs_boxes": needs_boxes, "replaced_with": replaced_with}
    odd = {"holds_anything": holds_anything, "copier": np.int32(copier), "banned": banned}
    return {**columns, **programs, **spending, **boxes, **odd, "tags": tags, "shows": shows, "needs": needs}


def lower_carriers(lowering: Lowering, carriers: Mapping[int, Carrier]) -> dict[str, Any]:
    """What each carrier that is no card does, and whether something of it lasts, by its place among them."""
    rows, lasts = np.zeros(CARRIERS, np.int32), np.zeros(CARRIERS, np.int32)
    for at, carrier in carriers.items():
        rows[at - FIRST_CARRIER] = lowering.program(carrier.does, at)
        lasts[at - FIRST_CARRIER] = bool(carrier.passives or carrier.modifiers)
    return {"carrier_row": rows, "carrier_lasts": lasts}
