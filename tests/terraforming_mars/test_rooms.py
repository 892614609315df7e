"""Every room overflows with an error that names it, and holds as much as it says."""

from __future__ import annotations

import ast
import importlib
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest

from regolith.envs.core.record import UNUSED
from regolith.envs.terraforming_mars.box_fields import BOX_STATE
from regolith.envs.terraforming_mars.boxes import CORPORATIONS, PRELUDES, PROJECTS
from regolith.envs.terraforming_mars.language import lasting, lower, tables
from regolith.envs.terraforming_mars.language.card import Need, Scoring
from regolith.envs.terraforming_mars.language.counts import Counted
from regolith.envs.terraforming_mars.language.lasting import Rule, Trigger
from regolith.envs.terraforming_mars.language.tables import TABLE, build, numbered
from regolith.envs.terraforming_mars.rooms import (
    BOXES,
    CARD_KINDS,
    CARD_RESOURCES,
    COLONY_TILES,
    GLOBAL_EVENTS,
    OFF_MARS_SPACES,
    PARTIES,
    RESOURCES,
    STANDARD_ROOM,
    TAGS,
    TOKENS,
    TRACKS,
    room,
)
from regolith.envs.terraforming_mars.rooms import CORPORATIONS as CORPORATION_ROOM
from regolith.envs.terraforming_mars.rooms import PRELUDES as PRELUDE_ROOM
from regolith.envs.terraforming_mars.rooms import PROJECTS as PROJECT_ROOM
from regolith.envs.terraforming_mars.state import DTYPE, KINDS, PHASES, RECORD, Kind, Mode, Phase
from regolith.envs.terraforming_mars.words import (
    CardKind,
    CardResource,
    CardSet,
    Measure,
    OffMars,
    Resource,
    StandardProject,
    Tag,
    Tile,
    Track,
    Victim,
    Where,
)

T = TABLE[0]
GAME = "regolith.envs.terraforming_mars"
WORDS: list[tuple[str, type[IntEnum], str, int]] = [
    ("rooms", CardSet, "boxes", BOXES),
    ("state", Phase, "phases", PHASES),
    ("state", Kind, "kinds of decision", KINDS),
    ("state", Mode, "modes of an effect", 8),
    ("rooms", CardKind, "kinds of cards and other carriers", CARD_KINDS),
    ("rooms", CardResource, "card resources", CARD_RESOURCES),
    ("rooms", StandardProject, "standard projects", STANDARD_ROOM),
    ("rooms", Tag, "tags", TAGS),
    ("rooms", Resource, "resources", RESOURCES),
    ("rooms", Track, "tracks", TRACKS),
    ("rooms", Tile, "tiles", 16),
    ("rooms", Where, "rules where tiles go", 24),
    ("rooms", OffMars, "off-Mars spaces", OFF_MARS_SPACES),
    ("rooms", Victim, "victims of attacks", 12),
    ("rooms", Measure, "measures of goals", 24),
    ("language.counts", Counted, "things to count", 32),
    ("language.card", Need, "needs of requirements", 24),
    ("language.card", Scoring, "ways to score", 16),
    ("language.lasting", Trigger, "triggers", lasting.TRIGGERS),
    ("language.lasting", Rule, "rules that cards change", lasting.RULES),
]
"""The module that has the room, the words in it, its name and its size."""


class Swap(ast.NodeTransformer):
    """Leaves a word of the game to whoever runs the module, whether the module defines or imports it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef | None:
        return None if node.name == self.name else node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom | None:
        node.names = [alias for alias in node.names if alias.name != self.name]
        return node if node.names else None


def source_of(module: str) -> str:
    return Path(str(importlib.import_module(f"{GAME}.{module}").__file__)).read_text(encoding="utf-8")


def run(module: str, tree: ast.Module, **words: Any) -> None:
    exec(compile(tree, module, "exec"), {"__name__": f"{GAME}.{module}", **words})


def with_words(module: str, words: type[IntEnum], number: int) -> None:
    """Import a module as if there were so many words of a kind."""
    more = {f"WORD_{n}": n for n in range(len(words), number)}
    grown = IntEnum(words.__name__, {word.name: int(word) for word in words} | more)  # type: ignore[misc]
    run(module, Swap(words.__name__).visit(ast.parse(source_of(module))), **{words.__name__: grown})


@pytest.mark.parametrize(("module", "words", "name", "size"), WORDS, ids=[name for _, _, name, _ in WORDS])
def test_a_room_for_words_holds_so_many(module: str, words: type[IntEnum], name: str, size: int) -> None:
    with_words(module, words, size)
    with pytest.raises(OverflowError, match=f"no room for {size + 1} {name}: there is room for {size}"):
        with_words(module, words, size + 1)


@pytest.mark.parametrize(
    ("module", "line", "instead", "name"),
    [
        ("state", "(STACK, FRAME)", "(8 * STACK, FRAME)", "bytes of the record"),
        ("rooms", "GLOBAL_EVENTS, EVENTS_SHOWN = 48, 3", "GLOBAL_EVENTS, EVENTS_SHOWN = 80, 3", "carriers"),
        ("rooms", "TOKENS, TEMPORARY_TOKENS = 32, 8", "TOKENS, TEMPORARY_TOKENS = 64, 8", "carriers"),
        (
            "observation",
            "NUMBER_BITS, TOKEN_BITS, EVENT_BITS = 10, 5, 6",
            "NUMBER_BITS, TOKEN_BITS, EVENT_BITS = 9, 5, 6",
            "numbers of cards and other",
        ),
        (
            "observation",
            "NUMBER_BITS, TOKEN_BITS, EVENT_BITS = 10, 5, 6",
            "NUMBER_BITS, TOKEN_BITS, EVENT_BITS = 10, 4, 6",
            "token kinds in binary",
        ),
        (
            "observation",
            "NUMBER_BITS, TOKEN_BITS, EVENT_BITS = 10, 5, 6",
            "NUMBER_BITS, TOKEN_BITS, EVENT_BITS = 10, 5, 5",
            "global events in binary",
        ),
    ],
)
def test_a_room_that_depends_on_others_names_itself(module: str, line: str, instead: str, name: str) -> None:
    source = source_of(module)
    assert source.count(line) == 1
    with pytest.raises(OverflowError, match=f"no room for [0-9]+ {name}"):
        run(module, ast.parse(source.replace(line, instead)))


@pytest.mark.parametrize(
    ("module", "size", "to", "name"),
    [
        (lower, "ROWS", 1000, "steps of programs"),
        (lower, "BRANCHES", 50, "branches of programs"),
        (lower, "COUNTS", 10, "counts"),
        (lower, "PASSIVES", 20, "effects that wait"),
        (lower, "MODIFIERS", 20, "changed rules"),
        (lower, "REQUIREMENTS", 1, "requirements of"),
        (lower, "OPERANDS", 1, "operands of a step"),
        (lower, "RULE_OPERANDS", 1, "operands of a changed rule"),
        (lower, "PAYING_CARDS", 2, "kinds of cards that pay"),
        (lower, "PAYING_HEAT", 0, "kinds of cards that pay heat"),
        (lower, "WAYS", 1, "ways to use an effect"),
        (lower, "OPERANDS_SHOWN", 5, "first operands to be shown"),
        (tables, "STANDARD_ROOM", 7, "standard projects"),
        (tables, "GOAL_TILES", 15, "milestones of all maps and boxes"),
    ],
)
def test_a_room_of_the_tables_names_itself(
    monkeypatch: pytest.MonkeyPatch, module: Any, size: str, to: int, name: str
) -> None:
    assert getattr(module, size) > to
    monkeypatch.setattr(module, size, to)
    with pytest.raises(OverflowError, match=f"no room for [0-9]+ {name}"):
        build(numbered())


def test_the_room_for_awards_names_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "AWARDS", tables.AWARDS + tables.AWARDS[:1] * (65 - len(tables.AWARDS)))
    with pytest.raises(OverflowError, match="no room for 65 awards of all maps and boxes: there is room for 64"):
        build(numbered())


def test_the_room_for_steps_of_the_solar_phase_names_itself() -> None:
    with pytest.raises(OverflowError, match="no room for 5 steps of the solar phase: there is room for 2"):
        run("hooks", Swap("SOLAR_STEPS").visit(ast.parse(source_of("hooks"))), SOLAR_STEPS=2)


@pytest.mark.parametrize(
    ("decks", "name"),
    [
        ({"projects": PROJECTS[:1] * 481}, "481 project cards"),
        ({"corporations": CORPORATIONS[:1] * 65}, "65 corporations"),
        ({"preludes": PRELUDES[:1] * 97}, "97 preludes"),
    ],
)
def test_a_deck_without_room_names_itself(decks: dict[str, Any], name: str) -> None:
    with pytest.raises(OverflowError, match=f"no room for {name}"):
        numbered(**decks)


@pytest.mark.parametrize(
    ("name", "size", "needed"),
    [
        ("project cards", PROJECT_ROOM, 433),
        ("corporations", CORPORATION_ROOM, 45),
        ("preludes", PRELUDE_ROOM, 50),
        ("tags", TAGS, 14),
        ("card resources", CARD_RESOURCES, 14),
        ("colony tiles", COLONY_TILES, 14),
        ("parties", PARTIES, 6),
        ("global events", GLOBAL_EVENTS, 41),
        ("token kinds", TOKENS, 32),
    ],
)
def test_there_is_room_for_all_boxes(name: str, size: int, needed: int) -> None:
    """Those to come included, which nothing else in the game speaks of yet."""
    assert room(name, needed, size) == size


def test_columns_are_as_long_as_their_rooms() -> None:
    """So that a box that brings words changes no shape, and nothing is compiled anew for it."""
    assert T.trigger_first.shape == (lasting.TRIGGERS + 1,)
    assert T.rule_first.shape == (lasting.RULES + 1,)
    assert T.trigger_first[len(Trigger)] == T.trigger_first[-1]
    assert T.rule_first[len(Rule)] == T.rule_first[-1]
    assert {T.shows.shape[1], T.own_held.shape[1]} == {CARD_RESOURCES}
    for name in ("cost", "box", "tr_solo", "row"):
        assert T[f"standard_{name}"].shape == (STANDARD_ROOM,)
        assert not T[f"standard_{name}"][len(StandardProject) :].any()


def test_the_record_is_small_and_only_scratch_of_it_is_unused() -> None:
    assert DTYPE.itemsize <= 16 * 1024, "copies stay fast"
    assert {"colony_lies", "delegates", "pile"} < {field[0] for field in BOX_STATE}
    unused = {name for name, given in RECORD.ranges.items() if given == UNUSED and not name.startswith("gap_")}
    assert all(name.startswith("ahead_") for name in unused)
