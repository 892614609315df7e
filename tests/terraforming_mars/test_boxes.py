"""A box is a folder: no other module names it, read from the sources. And what boxes bring reaches the game."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from regolith.envs.core import jit
from regolith.envs.core.errors import InvalidOptions
from regolith.envs.terraforming_mars import options as options_module
from regolith.envs.terraforming_mars.boxes import BOXES, CARRIERS, MILESTONES, carriers_of, in_order
from regolith.envs.terraforming_mars.language.box import Award, Box, Carrier, Goal, Milestone
from regolith.envs.terraforming_mars.language.card import Card
from regolith.envs.terraforming_mars.language.counts import each_tag
from regolith.envs.terraforming_mars.language.lasting import Rule, Trigger, card_discount, leeway, on
from regolith.envs.terraforming_mars.language.stock import gain
from regolith.envs.terraforming_mars.language.tables import build, numbered
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED, begin
from regolith.envs.terraforming_mars.observation import OBSERVATION, observe
from regolith.envs.terraforming_mars.options import MarsOptions, option_sets, write_boxes
from regolith.envs.terraforming_mars.rooms import BOXES as BOX_ROOM
from regolith.envs.terraforming_mars.rooms import CARRIERS as CARRIER_ROOM
from regolith.envs.terraforming_mars.rooms import FIRST_CARRIER, GOALS, NOBODY, NONE
from regolith.envs.terraforming_mars.rules.course import in_game
from regolith.envs.terraforming_mars.rules.goals import may_claim, may_fund
from regolith.envs.terraforming_mars.rules.in_force import in_force, next_in_force
from regolith.envs.terraforming_mars.rules.price import price
from regolith.envs.terraforming_mars.rules.supply import rule_of
from regolith.envs.terraforming_mars.rules.triggers import fire
from regolith.envs.terraforming_mars.show.naming import card_name, question
from regolith.envs.terraforming_mars.state import DTYPE, Frame, Lies, Phase
from regolith.envs.terraforming_mars.words import MC, SCIENCE, CardSet, Map, Measure, Track

from .games import NUMBER, T, actions, choose, deal, opened

GAME = Path(options_module.__file__).parent
PACKAGE = "regolith.envs.terraforming_mars"
CHOSEN = [box for box in BOXES if box.option]
FOLDERS = {box.option: GAME / box.option for box in CHOSEN}
ASSEMBLERS = {
    "boxes.py": "what boxes bring, as data",
    "hooks.py": "the kernels of boxes that the rules call: apart from the data, or editing a card would compile the rules anew",
    "box_fields.py": "the record fields of boxes: apart from the kernels, which import the record",
    "machine/box_families.py": "the operations of boxes: apart from the hooks, which the rules below the operations import",
    "player/of_boxes.py": "what things of boxes are worth: apart from the hooks, as it is made of prices, which are made of rules",
    "box_tallies.py": "what boxes count: apart from the hooks, as no rule needs it",
    "show/box_views.py": "what boxes show: apart from all the others, which need no words and pictures",
}
"""The only modules that name boxes, and why there are seven."""
SOUND_ALIKE = {"PRELUDE", "PRELUDES", "VENUS", "VENUS_SCALE"}
"""Words of the game that are no box: the card kind prelude, its deck and phase; the tag and the track Venus."""


def own_fields(folder: Path) -> set[str]:
    """The record fields that a box declares as its own."""
    source = folder / "state.py"
    if not source.exists():
        return set()
    (fields,) = [
        node.value
        for node in ast.parse(source.read_text(encoding="utf-8")).body
        if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", None) == "FIELDS"
    ]
    assert isinstance(fields, ast.List)
    return {ast.literal_eval(field.elts[0]) for field in fields.elts if isinstance(field, ast.Tuple)}


def own_options(folder: Path) -> set[str]:
    """The options that the mixin of a box declares."""
    tree = ast.parse((folder / "options.py").read_text(encoding="utf-8"))
    (mixin,) = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    return {
        node.target.id for node in mixin.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }


OWN_WORDS = {
    box.option: {box.option} | own_options(FOLDERS[box.option]) | own_fields(FOLDERS[box.option]) for box in CHOSEN
}
"""Options and record fields."""
TITLES = {box.title for box in CHOSEN}


def imported(node: ast.AST) -> set[str]:
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    if isinstance(node, ast.ImportFrom):
        return {node.module or ""} | {f"{node.module}.{alias.name}" for alias in node.names}
    return set()


def folder_of(module: str) -> str | None:
    """The box that a module belongs to."""
    name = module.removeprefix(PACKAGE + ".").split(".")[0] if module.startswith(PACKAGE + ".") else ""
    return name if name in FOLDERS else None


def lent() -> set[str]:
    """What the modules that put boxes together have from a box: whoever imports it there has it from the box."""
    found = set()
    for name in ASSEMBLERS:
        module = f"{PACKAGE}.{name.removesuffix('.py').replace('/', '.')}"
        for node in ast.walk(ast.parse((GAME / name).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if folder_of(f"{node.module}.{alias.name}"):
                        found.add(f"{module}.{alias.asname or alias.name}")
    return found


LENT = lent()


def fixed_place(node: ast.Subscript) -> bool:
    """Whether what is looked up is always the same, and no word."""
    inner = list(ast.walk(node.slice))
    return any(isinstance(part, ast.Constant) for part in inner) and not any(
        isinstance(part, ast.Name | ast.Attribute) for part in inner
    )


def is_boxes(node: ast.AST) -> bool:
    """`s.box`, `s["box"]`, or all boxes in order."""
    key = getattr(getattr(node, "slice", None), "value", None)
    return "box" in (getattr(node, "attr", None), key) or "BOXES" in (
        getattr(node, "id", None),
        getattr(node, "attr", None),
    )


def card_sets(tree: ast.AST) -> Iterator[str]:
    """Uses of `CardSet` that single out a box, under whatever name it is imported."""
    names = {"CardSet"} | {
        alias.asname
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name == "CardSet" and alias.asname
    }
    for node in ast.walk(tree):
        inner = getattr(node, "value", None) or getattr(node, "func", None)
        called = (getattr(inner, "id", None) or getattr(inner, "attr", None)) in names
        if (called and isinstance(node, ast.Subscript | ast.Call)) or (
            called and getattr(node, "attr", CardSet.BASE.name) != CardSet.BASE.name
        ):
            yield ast.unparse(node)


def boxes_named(source: str) -> list[str]:
    """How a source names a box."""
    tree = ast.parse(source)
    words = set().union(*OWN_WORDS.values())
    found = list(card_sets(tree))
    for node in ast.walk(tree):
        found += [name for name in imported(node) if folder_of(name) or name in LENT]
        if isinstance(node, ast.Attribute) and node.attr in words and not node.attr.isupper():
            found.append(ast.unparse(node))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in words | TITLES:
            found.append(repr(node.value))
        elif isinstance(node, ast.keyword) and node.arg in words:
            found.append(f"{node.arg}=")
        elif (isinstance(node, ast.AnnAssign) and getattr(node.target, "id", None) in words) or (
            isinstance(node, ast.Subscript) and is_boxes(node.value) and fixed_place(node)
        ):
            found.append(ast.unparse(node))
    return found


MADE = "record_types.py"
"""Written by a command from the record, so it names every field."""
OUTSIDE = sorted(
    path
    for path in GAME.rglob("*.py")
    if path.relative_to(GAME).parts[0] not in FOLDERS and path.relative_to(GAME).as_posix() not in {MADE, *ASSEMBLERS}
)


def name_of(path: Path) -> str:
    return str(path.relative_to(GAME))


@pytest.mark.parametrize("path", OUTSIDE, ids=name_of)
def test_no_module_outside_its_folder_names_a_box(path: Path) -> None:
    assert boxes_named(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        f"from {PACKAGE}.venus.box import BOX",
        f"from {PACKAGE} import prelude",
        f"import {PACKAGE}.venus.rules",
        "s.world_government",
        "s.venus = 1",
        "s['prelude']",
        "getattr(options, 'corporate_era')",
        "{'venus': False}",
        "title = 'Venus Next'",
        "deal(prelude=False)",
        "class O:\n    venus: bool = True",
        "CardSet.VENUS",
        "words.CardSet.VENUS",
        "CardSet['VENUS']",
        "CardSet(3)",
        "from a import CardSet as Sets\nSets.PRELUDE",
        "s.box[3]",
        "s.box[-1]",
        "s['box'][3]",
        "BOXES[3]",
        "boxes.BOXES[-1]",
        f"from {PACKAGE}.boxes import VENUS",
        f"from {PACKAGE}.hooks import venus",
    ],
)
def test_the_reader_sees_every_way_to_name_a_box(source: str) -> None:
    assert boxes_named(source)


@pytest.mark.parametrize("word", sorted(SOUND_ALIKE))
def test_words_that_sound_alike_are_no_box(word: str) -> None:
    assert (
        boxes_named(f"from words import {word}\nTag.{word}\ns.box[t.tag_box[{word}]]\n'the {word.lower()} tag'") == []
    )
    assert boxes_named("CardSet.BASE\ndef f(box: CardSet) -> None: ...") == []


def test_there_are_boxes_and_modules_outside_them() -> None:
    assert [box.title for box in CHOSEN] == [
        *("Corporate Era", "Prelude", "Venus Next", "Colonies", "Turmoil", "Promos", "Underworld 2")
    ]
    assert all(folder.is_dir() for folder in FOLDERS.values())
    assert OWN_WORDS["venus"] == {"venus", "world_government"}
    assert len(OUTSIDE) > 40
    assert all((GAME / name).is_file() for name in ASSEMBLERS)


def needed(folder: Path) -> set[str]:
    """Other boxes that something of a box needs."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in folder.rglob("*.py")]
    needs = [
        node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "needs"
    ]
    return {found.rpartition(".")[2].lower() for value in needs for found in card_sets(value)}


@pytest.mark.parametrize("path", [path for folder in FOLDERS.values() for path in folder.rglob("*.py")], ids=name_of)
def test_boxes_import_base_parts_and_not_each_other(path: Path) -> None:
    """They may be written in the words of another box that something of them needs."""
    own = path.relative_to(GAME).parts[0]
    names = {name for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) for name in imported(node)}
    words = tuple(f"{PACKAGE}.{other}.language" for other in needed(GAME / own))
    assert {folder_of(name) for name in names if not name.startswith(words)} <= {own, None}
    assemblers = tuple(".".join((PACKAGE, *Path(name).with_suffix("").parts)) for name in ASSEMBLERS)
    assert not [name for name in names if name.startswith(assemblers)]


def test_no_rule_depends_on_the_data_of_a_box() -> None:
    """What rules import is compiled into them: editing a card, a goal or an option compiles nothing."""
    todo = [f"{PACKAGE}.{name}" for name in ("actions", "observation", "player.evaluation", "rules.invariants")]
    reached = set(todo)
    while todo:
        more = jit._imports(todo.pop()) - reached
        reached |= more
        todo += more
    assert {f"{PACKAGE}.hooks", f"{PACKAGE}.box_fields", f"{PACKAGE}.venus.rules"} <= reached
    data = {"boxes", "box", "cards", "options", "standard_projects", "boards"}
    assert not [name for name in reached if name.startswith(PACKAGE) and name.rpartition(".")[2] in data]


def test_boxes_have_numbers_in_order_and_room() -> None:
    boxes = [replace(BOXES[0], card_set=number) for number in range(BOX_ROOM + 1)]  # type: ignore[arg-type]
    assert len(in_order(*boxes[:BOX_ROOM])) == BOX_ROOM
    with pytest.raises(OverflowError, match="no room for 9 boxes: there is room for 8"):
        in_order(*boxes)
    with pytest.raises(ValueError, match="order"):
        in_order(BOXES[0], BOXES[2])


def test_carriers_have_numbers_of_their_own_and_room() -> None:
    def with_carrier(number: int) -> Box:
        return Box(CardSet.BASE, "", carriers={number: Carrier(f"carrier {number}")})

    last = FIRST_CARRIER + CARRIER_ROOM - 1
    assert list(carriers_of([with_carrier(FIRST_CARRIER), with_carrier(last)])) == [FIRST_CARRIER, last]
    with pytest.raises(ValueError, match="the number of a card"):
        carriers_of([with_carrier(FIRST_CARRIER - 1)])
    with pytest.raises(OverflowError, match="no room for 129 carriers, such as carrier 768: there is room for 128"):
        carriers_of([with_carrier(last + 1)])
    with pytest.raises(ValueError, match="both carrier"):
        carriers_of([with_carrier(last), with_carrier(last)])


def written(*boxes: Box, at: Map = Map.THARSIS) -> Any:
    s = np.zeros(1, DTYPE)[0]
    s.map = at
    write_boxes(s, [BOXES[0], *boxes])
    return s


def test_a_box_adds_a_milestone_or_lays_it_over_another() -> None:
    added, over = Milestone("New", Goal(Measure.CITIES), 9), Milestone("Mayor", Goal(Measure.CITIES), 2, over="Mayor")
    found = [*BOXES[0].milestones, added]
    options_module.lay(found, over)
    assert found == [added], "there is no Mayor to lay it over"
    easier = MILESTONES.index(Milestone("Terraformer", Goal(Measure.TERRAFORM_RATING), 26, over="Terraformer"))
    box = Box(CardSet.BASE, "", milestones=(MILESTONES[easier],))
    assert written().milestone_tile.tolist() == [0, 1, 2, 3, 4, *[NONE] * 3]
    assert written(box).milestone_tile.tolist() == [easier, 1, 2, 3, 4, *[NONE] * 3]
    assert written(box, at=Map.HELLAS).milestone_tile.tolist() == [5, 6, 7, 8, 9, *[NONE] * 3]
    assert T.milestone_least[easier] == 26
    assert T.milestone_least[0] == 35


@pytest.mark.parametrize("venus", [True, False])
def test_only_goals_that_lie_there_can_be_claimed_and_funded(venus: bool) -> None:
    s = deal(1, venus=venus)[0]
    s.stock[0, MC], s.resources[NUMBER["Dirigibles"]] = 50, 7
    s.lies[NUMBER["Dirigibles"]], s.owner[NUMBER["Dirigibles"]] = Lies.IN_PLAY, 0
    assert [bool(may_claim(T, s, 0, i)) for i in range(5, GOALS)] == [venus, False, False]
    assert [bool(may_fund(s, i)) for i in range(GOALS)] == [True] * 5 + [venus, False, False]


def test_too_many_goals_are_an_error() -> None:
    some = Box(CardSet.BASE, "", awards=(Award("Venuphile", BOXES[CardSet.VENUS].awards[0].goal),) * (GOALS - 4))
    with pytest.raises(OverflowError, match="milestones or awards in a game: there is room for 8"):
        written(some)


def test_base_fields_are_those_of_the_last_box() -> None:
    assert (written().tracks, written().start_production, written().last_generation) == (3, 1, 14)
    s = written(*CHOSEN)
    assert (s.tracks, s.start_production, s.last_generation, s.preludes_dealt, s.blocking) == (4, 0, 12, 4, 1)
    assert s.box.tolist() == [1] * len(BOXES)


def test_boxes_add_to_option_sets_and_keep_their_order() -> None:
    sets = option_sets()
    assert len(sets) == 36
    assert sets[0] == {}
    assert sets[3] == {"players": 5, "venus": False, "draft": False, "rewards": "margin"}
    assert sets[-1] == {"cards": "example"}
    assert sets[6] == {"map": "elysium", "world_government": False, "max_generations": 8}
    for given in sets:
        MarsOptions.parse("terraforming_mars", given)


def cards_of(box: Box) -> list[Card]:
    return [*box.projects, *box.corporations, *box.preludes]


def put_in(box: Box) -> dict[str, bool]:
    """The options that put a box into the game, with the boxes that its cards need."""
    return {BOXES[needed].option: True for card in cards_of(box) for needed in (*card.needs, box.card_set)}


@pytest.mark.parametrize("box", CHOSEN, ids=lambda box: box.title)
def test_a_box_is_in_the_game_or_not(box: Box) -> None:
    own = [NUMBER[card.name] for card in cards_of(box)]
    s = deal(1, **put_in(box))[0]
    assert s.box[box.card_set] == 1
    assert (s.lies[own] != Lies.OUT_OF_THE_GAME).all()
    s = deal(1, **put_in(box) | {box.option: False})[0]
    assert s.box[box.card_set] == 0
    assert (s.lies[own] == Lies.OUT_OF_THE_GAME).all()


def test_a_card_stays_in_its_box_without_the_boxes_that_it_needs() -> None:
    for card in (card for box in BOXES for card in cards_of(box) if card.needs):
        s = deal(1)[0]
        s.box[:] = 1
        assert in_game(T, s, NUMBER[card.name])
        for needed in (*card.needs, card.card_set):
            s.box[needed] = 0
            assert not in_game(T, s, NUMBER[card.name])
            s.box[needed] = 1


def test_a_box_names_another_only_as_one_that_something_of_it_needs() -> None:
    for name, folder in FOLDERS.items():
        for path in folder.rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            needs = [node.value for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "needs"]
            allowed = {f"CardSet.{name.upper()}"} | {found for value in needs for found in card_sets(value)}
            assert set(card_sets(tree)) <= allowed, path


@pytest.mark.parametrize("box", [box for box in CHOSEN if not box.for_beginners], ids=lambda box: box.title)
def test_beginners_play_without_some_boxes(box: Box) -> None:
    others = {other.option: False for other in CHOSEN if not other.for_beginners}
    MarsOptions.parse("terraforming_mars", {"beginner_corporation": True, **others})
    with pytest.raises(
        InvalidOptions, match="without Prelude, Venus Next, Colonies, Turmoil, Promos, Underworld 2 and initial draft"
    ):
        MarsOptions.parse("terraforming_mars", {"beginner_corporation": True, **others, **put_in(box)})


WAITS, COUNTS, CHANGES = FIRST_CARRIER + 7, FIRST_CARRIER + 8, FIRST_CARRIER + CARRIER_ROOM - 1
CARRIED = {
    WAITS: Carrier("waits", passives=(on(Trigger.ANY_OCEAN, gain(MC, 5)), on(Trigger.OWN_CITY, gain(MC, 3)))),
    COUNTS: Carrier("counts", does=[gain(MC, each_tag(SCIENCE))]),
    CHANGES: Carrier("changes", modifiers=(card_discount(4), leeway(2, Track.OXYGEN))),
}
TABLE = opened(build(numbered(), {**CARRIERS, **CARRIED}))
RED, BLUE, GREEN = 1, 2, 4


def with_carriers(**bits: int) -> Any:
    s = deal(1, players=3)[0]
    s.depth = 0
    s.in_force_for[WAITS - FIRST_CARRIER] = bits.get("waits", 0)
    s.in_force_for[CHANGES - FIRST_CARRIER] = bits.get("changes", 0)
    return s


def waiting(s: Any) -> list[tuple[int, int]]:
    """The carriers and players of the effects on the stack, the first to be carried out last."""
    return [(int(frame[Frame.CARD]), int(frame[Frame.PLAYER])) for frame in s.stack[: s.depth]]


def test_a_carrier_is_in_force_for_the_players_that_its_box_says() -> None:
    s = with_carriers(waits=RED | GREEN)
    assert [bool(in_force(TABLE[0], s, WAITS, player)) for player in range(3)] == [True, False, True]
    assert [next_in_force(TABLE[0], s, WAITS, after) for after in (NOBODY, 0, 1, 2)] == [0, 2, 2, NOBODY]


def test_a_card_is_in_force_for_its_owner_while_it_lies_in_play() -> None:
    s, card = with_carriers(), NUMBER["Arctic Algae"]
    s.owner[card] = 1
    for lies in Lies:
        s.lies[card] = lies
        in_play = lies == Lies.IN_PLAY
        assert [bool(in_force(T, s, card, player)) for player in range(3)] == [False, in_play, False]
        assert [next_in_force(T, s, card, after) for after in (NOBODY, 0, 1)] == [1 if in_play else NOBODY] * 2 + [
            NOBODY
        ]


def test_effects_that_wait_on_a_carrier_act_for_all_whom_it_is_in_force_for() -> None:
    s = with_carriers(waits=RED | GREEN)
    fire(TABLE[0], s, Trigger.ANY_OCEAN, 1, NONE, 0, 0)
    assert waiting(s) == [(WAITS, 0), (WAITS, 2)]
    s = with_carriers(waits=RED | GREEN)
    fire(TABLE[0], s, Trigger.OWN_CITY, 2, NONE, 0, 0)
    assert waiting(s) == [(WAITS, 2)]
    s = with_carriers()
    fire(TABLE[0], s, Trigger.ANY_OCEAN, 1, NONE, 0, 0)
    assert waiting(s) == []


def test_a_carrier_changes_rules_for_whom_it_is_in_force_for() -> None:
    s, card = with_carriers(changes=BLUE), NUMBER["Comet"]
    assert [int(price(TABLE[0], s, player, card, 0)) for player in range(3)] == [21, 17, 21]
    assert [int(rule_of(TABLE[0], s, player, Rule.LEEWAY, Track.OXYGEN)) for player in range(3)] == [0, 2, 0]


def test_a_carrier_counts_as_a_card_does() -> None:
    s = with_carriers()
    s.tags[1, SCIENCE], s.stock[1, MC] = 3, 10
    begin(s, TABLE[0].carrier_row[COUNTS - FIRST_CARRIER], COUNTS, 1)
    run(TABLE[0], s, NOT_ASKED)
    assert s.stock[1, MC] == 13


def test_the_world_government_is_the_carrier_that_asks() -> None:
    s = deal(2)[0]
    while s.phase != Phase.SOLAR:
        choose(s, *reversed(actions(s)))
    carrier = int(s.stack[s.depth - 1, Frame.CARD])
    assert card_name(carrier) == "World Government"
    assert question(s) == "choose what the World Government does"
    seen = np.zeros(OBSERVATION.size, np.float32)
    observe(T, s, int(s.player), seen)
    at = OBSERVATION["card in question"]
    assert not seen[at.start : at.stop].any(), "it is no card"
