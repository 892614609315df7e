"""Every card's rows say what the card says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from regolith.envs.terraforming_mars.boxes import CARRIERS as BOX_CARRIERS
from regolith.envs.terraforming_mars.language.card import Card
from regolith.envs.terraforming_mars.language.counts import Count, Counted, each_tag
from regolith.envs.terraforming_mars.language.drawing import draw
from regolith.envs.terraforming_mars.language.lasting import RULE_OPERANDS, Rule, Trigger
from regolith.envs.terraforming_mars.language.lower import REQUIREMENTS, Lowering, filled, in_order, in_steps
from regolith.envs.terraforming_mars.language.operation import DECLARED
from regolith.envs.terraforming_mars.language.steps import Step, Steps
from regolith.envs.terraforming_mars.language.tables import TABLE, numbered
from regolith.envs.terraforming_mars.rooms import (
    CARDS,
    END,
    FIRST_CARRIER,
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    NONE,
    TAGS,
)
from regolith.envs.terraforming_mars.words import CardResource, Resource, StandardProject, Tag, Whose
from tests.terraforming_mars.operations import Op

T = TABLE[0]
NUMBERED = numbered()


def plain(steps: Steps) -> list[Any]:
    """Steps with numbers for words: the names of what a number means are not in a row."""
    return [
        (
            step.op,
            step.n,
            tuple(NONE if operand is None else int(operand) for operand in step.operands),
            [plain(branch) for branch in step.branches],
        )
        for step in steps
    ]


def decoded(row: int) -> list[Any]:
    """The steps of the program that starts at a row, in the same form."""
    found = []
    while T.op[row] != END:
        op = int(T.op[row])
        n: int | Count = int(T.n[row])
        if T.count[row] != NONE:
            c = T.count[row]
            tags = tuple(Tag(tag) for tag in range(TAGS) if T.count_tags[c, tag])
            whose = Whose(T.count_whose[c])
            kind = None if T.count_kind[c] == NONE else CardResource(T.count_kind[c])
            most = None if T.count_most[c] == NONE else int(T.count_most[c])
            each, every = int(T.count_each[c]), int(T.count_every[c])
            resource = None if T.count_resource[c] == NONE else Resource(T.count_resource[c])
            base, influence = int(T.count_base[c]), int(T.count_influence[c])
            limit = None if T.count_limit[c] == NONE else int(T.count_limit[c])
            last = (base, influence, limit, bool(T.count_less_tokens[c]))
            n = Count(Counted(T.count_what[c]), tags, whose, each, every, kind, most, resource, *last)
        operands = tuple(int(column[row]) for column in (T.a, T.b, T.c, T.d))[: len(DECLARED[op].operands)]
        branches = [decoded(T.branch_start[T.branch[row] + i]) for i in range(T.branches[row])]
        found.append((op, n, operands, branches))
        row += 1
    return found


def same(given: list[Any], rows: list[Any]) -> None:
    """Counts of several tags keep no order."""
    for (op, n, operands, branches), (row_op, row_n, row_operands, row_branches) in zip(given, rows, strict=True):
        assert (op, operands) == (row_op, row_operands)
        if isinstance(n, Count):
            assert isinstance(row_n, Count)
            assert set(n.tags) == set(row_n.tags)
            assert replace(n, tags=row_n.tags) == row_n
        else:
            assert n == row_n
        for branch, row_branch in zip(branches, row_branches, strict=True):
            same(branch, row_branch)


def passives_of(number: int) -> list[Any]:
    found = []
    for trigger in Trigger:
        for i in range(T.trigger_first[trigger], T.trigger_first[trigger + 1]):
            if T.passive_carrier[i] == number:
                tags = [tag for tag in range(TAGS) if T.passive_tags[i, tag]]
                flags = bool(T.passive_this_too[i]), bool(T.passive_optional[i])
                found.append((trigger, tags, *flags, decoded(T.passive_row[i])))
    return found


@pytest.mark.parametrize("number", NUMBERED, ids=lambda number: NUMBERED[number].name)
def test_rows_decode_to_the_card(number: int) -> None:
    card: Card = NUMBERED[number]
    same(plain(in_order(card)), decoded(T.on_play[number]))
    assert sorted(map(repr, card.on_play)) == sorted(map(repr, in_order(card)))
    same(plain(card.action), decoded(T.action[number]))
    same(plain(card.first_action), decoded(T.first_action[number]))
    wanted = sorted(card.passives, key=lambda passive: passive.trigger)
    for passive, found in zip(wanted, passives_of(number), strict=True):
        flags = passive.this_too, passive.optional
        assert found[:4] == (passive.trigger, sorted(passive.tags), *flags)
        same(plain(passive.steps), found[4])
    rules = [
        (rule, int(T.modifier_n[i]), (int(T.modifier_a[i]), int(T.modifier_b[i]))[: len(RULE_OPERANDS[rule])])
        for rule in Rule
        for i in range(T.rule_first[rule], T.rule_first[rule + 1])
        if T.modifier_carrier[i] == number
    ]
    printed = [
        (m.rule, m.n, tuple(NONE if operand is None else int(operand) for operand in m.operands))
        for m in card.modifiers
    ]
    assert sorted(rules) == sorted(printed)
    assert [int(count) for count in T.tags[number]] == [card.tags.count(tag) for tag in range(TAGS)]  # type: ignore[arg-type]
    needs = [tuple(map(int, need)) for need in T.needs[number] if need[0] != NONE]
    words = [
        (r.need, in_steps(r), int(r.most), NONE if r.what is None else int(r.what), r.whose) for r in card.requires
    ]
    assert needs == words
    assert T.needs_boxes[number] == sum(1 << needed for needed in card.needs)
    replacing = [other.card_set for other in NUMBERED.values() if other.replaces == card.name]
    assert T.replaced_with[number] == (replacing[0] if replacing else NONE)


@pytest.mark.parametrize("number", BOX_CARRIERS, ids=lambda number: BOX_CARRIERS[number].name)
def test_rows_decode_to_the_carrier(number: int) -> None:
    carrier = BOX_CARRIERS[number]
    same(plain(tuple(carrier.does)), decoded(T.carrier_row[number - FIRST_CARRIER]))
    assert T.carrier_lasts[number - FIRST_CARRIER] == bool(carrier.passives or carrier.modifiers)


def test_numbers_stay_when_a_box_is_added() -> None:
    assert max(NUMBERED) < CARDS
    assert len([n for n in NUMBERED if n < FIRST_CORPORATION]) == 433
    assert len([n for n in NUMBERED if FIRST_CORPORATION <= n < FIRST_PRELUDE]) == 45
    assert len([n for n in NUMBERED if n >= FIRST_PRELUDE]) == 50


def test_no_room_is_an_error() -> None:
    with pytest.raises(OverflowError, match="no room for 4 things: there is room for 3"):
        filled("things", 3, {"whole": range(3), "too_long": range(4)})
    assert filled("things", 3, {"part": range(2)}, NONE)["part"].tolist() == [0, 1, NONE]
    assert max(len(card.requires) for card in NUMBERED.values()) <= REQUIREMENTS


def test_an_empty_program_is_row_0() -> None:
    assert Lowering().program(()) == 0
    assert T.op[0] == END
    assert T.action[next(n for n, card in NUMBERED.items() if not card.action)] == 0


def test_standard_projects_have_rows() -> None:
    assert all(T.standard_row[: len(StandardProject)])
    assert decoded(T.standard_row[StandardProject.CITY])[0][0] == Op.PLACE


def test_a_branch_may_not_hold_a_choice() -> None:
    """Looking ahead goes one level deep."""
    for card in NUMBERED.values():
        for step in card.every_step():
            inner: list[Step] = [nested for branch in step.branches for nested in branch]
            # What a victim is asked is no choice of the player.
            assert not [nested for nested in inner if nested.branches and nested.branches[0][0].row.text], card.name


def test_cards_to_look_at_find_room_and_are_not_counted() -> None:
    lowering = Lowering()
    with pytest.raises(OverflowError, match="no room for 17 cards to look at: there is room for 16"):
        lowering.program([draw(17, keep=1)])
    with pytest.raises(TypeError, match="cannot be counted"):
        lowering.program([Step(Op.LOOK_AND_BUY, each_tag(Tag.SCIENCE))])
