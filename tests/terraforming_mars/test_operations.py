"""An operation is declared once: two modules name it, one with its row and its words, one with what it does. Read from the sources."""

from __future__ import annotations

import ast
from enum import IntEnum
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from regolith.envs.terraforming_mars import words
from regolith.envs.terraforming_mars.language.operation import DECLARED, Family, check_family, operation
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.rooms import END, OPERATIONS
from tests.terraforming_mars.operations import Op

GAME = Path(words.__file__).parent
ENVS = GAME.parent
CATALOGUES = {
    *("box.py", "cards.py", "corporations.py", "events.py", "parties.py", "preludes.py", "programs.py"),
    *("standard_projects.py", "tiles.py", "tokens.py"),
}
"""Cards, and what is written like cards: programs of the rules, standard projects, carriers of the boxes, colony tiles, parties, events."""
TOLD_BY_THE_ROW = {
    **dict.fromkeys(("PICK_CORPORATION", "KEEP_PRELUDES", "BUY_CARDS"), "by the deck that it picks from"),
    "PAY": "the only one of its family that asks and is not for heat",
    "IF_SOLO": "what is left when tags are not asked for",
}
"""Operations that need no name where they are carried out, and why."""
NUMBERS = list(dict.fromkeys(row.number for row in DECLARED.values()))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def sources() -> list[Path]:
    """Every module of the environments but the catalogues."""
    return [path for path in sorted(ENVS.rglob("*.py")) if not (GAME in path.parents and path.name in CATALOGUES)]


def home(number: IntEnum) -> tuple[Path, Path]:
    """The two modules of an operation's family."""
    language = ENVS.joinpath(*type(number).__module__.split(".")[2:]).with_suffix(".py")
    if language.parent.name == "language":
        return language, language.parent.parent / "machine" / language.name
    return language, language.parent / "machine.py"


@cache
def words_of(language: Path) -> dict[str, set[str]]:
    """The functions of a family's module, and the operations that each of them names."""
    found = {}
    for node in tree(language).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = {inner.attr for inner in ast.walk(node) if isinstance(inner, ast.Attribute)}
    return found


def whole_family(nodes: list[ast.AST], family: type[IntEnum]) -> bool:
    """Whether a module imports all operations of a family at once: the module that declares them, or their enum, under whatever name."""
    package, _, module = family.__module__.rpartition(".")
    for node in nodes:
        if isinstance(node, ast.Import) and family.__module__ in {alias.name for alias in node.names}:
            return True
        if isinstance(node, ast.ImportFrom):
            names = {alias.name for alias in node.names}
            if (node.module == package and module in names) or (
                node.module == family.__module__ and names & {family.__name__, "*"}
            ):
                return True
    return False


@cache
def nodes_of(module: ast.Module) -> list[ast.AST]:
    return list(ast.walk(module))


def names(module: ast.Module, number: IntEnum, *, by_words: bool = True) -> bool:
    """Whether a module names an operation: with its whole family, by its number, by a word that makes it, or as a text that could become
    its name. Where words are made of other words, these name nothing.
    """
    family = type(number)
    nodes = nodes_of(module)
    if whole_family(nodes, family):
        return True
    of_family = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == family.__module__]
    imported = {alias.name for node in of_family for alias in node.names}
    if by_words and any(number.name in words_of(home(number)[0]).get(word, set()) for word in imported):
        return True
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr == number.name:
            owner = node.value
            if getattr(owner, "id", None) == family.__name__ or getattr(owner, "attr", None) == family.__name__:
                return True
        if isinstance(node, ast.Constant) and node.value == number.name:
            return True
    return False


def is_operation(node: ast.AST) -> bool:
    """`op`, or `t.op[...]`."""
    return getattr(node, "id", None) == "op" or getattr(getattr(node, "value", None), "attr", None) == "op"


def plain_numbers(module: ast.Module) -> list[str]:
    """Comparisons of an operation with a plain number, on either side or among several."""
    found = []
    for node in ast.walk(module):
        sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
        # What is looked up somewhere is no plain number, whatever its index.
        others = [side for side in sides if not isinstance(side, ast.Subscript)]
        numbers = [inner for side in others for inner in ast.walk(side) if type(getattr(inner, "value", None)) is int]
        if any(map(is_operation, sides)) and numbers:
            found.append(ast.unparse(node))
    return found


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: number.name)
def test_two_modules_name_an_operation(number: IntEnum) -> None:
    named = {path for path in sources() if names(tree(path), number, by_words=path.parent.name != "language")}
    assert named == set(home(number))


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: number.name)
def test_what_an_operation_does_is_told_by_its_name_unless_its_row_tells_it(number: IntEnum) -> None:
    machine = tree(home(number)[1])
    told = any(isinstance(node, ast.Attribute) and node.attr == number.name for node in ast.walk(machine))
    assert told == (number.name not in TOLD_BY_THE_ROW)


@pytest.mark.parametrize(
    "source",
    [
        "from regolith.envs.terraforming_mars.language.stock import Stock\nx = Stock.GAIN",
        "from regolith.envs.terraforming_mars.language import stock\nx = stock.Stock.GAIN",
        "from regolith.envs.terraforming_mars.language.stock import gain",
        "x = getattr(y, 'GAIN')",
        "from regolith.envs.terraforming_mars.language.stock import Stock\nx = Stock(1)",
        "from regolith.envs.terraforming_mars.language.stock import Stock as Other\nx = Other.GAIN",
        "from regolith.envs.terraforming_mars.language.stock import *",
        "from regolith.envs.terraforming_mars.language import stock\nx = stock.gain(1)",
        "import regolith.envs.terraforming_mars.language.stock as other\nx = other.gain(1)",
    ],
)
def test_the_reader_notices_every_way_to_name_one(source: str) -> None:
    assert names(ast.parse(source), Op.GAIN)


def test_the_reader_notices_nothing_else() -> None:
    assert not names(
        ast.parse("from regolith.envs.terraforming_mars.rules.supply import gain\nx = Other.GAIN"), Op.GAIN
    )
    assert not names(tree(GAME / "language" / "held.py"), Op.GAIN)


@pytest.mark.parametrize(
    "source", ["op == 5", "5 == op", "op in (5, 6)", "op in {5}", "t.op[t.first[i]] < 5", "op == Family.STOCK + 3"]
)
def test_the_reader_notices_plain_numbers(source: str) -> None:
    assert plain_numbers(ast.parse(source))
    assert not plain_numbers(ast.parse("op < Family.MARS\nt.op[row + 1] == END\nn == 5"))


def test_nobody_compares_operations_with_plain_numbers() -> None:
    """A number in place of a name would name an operation all the same."""
    for path in sources():
        assert plain_numbers(tree(path)) == [], path


def test_every_operation_lies_in_the_range_of_its_family() -> None:
    firsts = [int(family) for family in Family]
    assert firsts == sorted(firsts)
    assert firsts[0] > END
    for family, end in pairwise((*Family, OPERATIONS)):
        modules = {type(row.number).__module__ for number, row in DECLARED.items() if family <= number < end}
        if family == Family.OF_BOXES:
            assert all("language" in name.split(".")[-2:] for name in modules)
        else:
            assert {name.rpartition(".")[2] for name in modules} == {family.name.lower()}
    assert max(DECLARED) < OPERATIONS


def test_a_family_that_overflows_says_so() -> None:
    class TooMany(IntEnum):
        ONE = 300

    with pytest.raises(OverflowError, match="no room for operation"):
        operation(TooMany.ONE)
    with pytest.raises(OverflowError, match="no room in the family of TooMany"):
        check_family(TooMany, 1, 16)

    class Nameless(IntEnum):
        ONE = 31

    with pytest.raises(ValueError, match="without a row"):
        check_family(Nameless, 16, 32)
    with pytest.raises(ValueError, match="has the number of"):
        operation(IntEnum("Twice", {"ONE": 1}).ONE)  # type: ignore[attr-defined]


def test_what_asks_has_a_question_and_what_a_card_shows_has_a_text() -> None:
    for row in DECLARED.values():
        assert (row.question != "choose") == (row.asks != 0), row.number
        assert bool(row.text) or not row.branches[1], row.number
    for row in DECLARED.values():
        if row.costs:
            assert row.costs in row.operands, row.number


def test_operands_have_names() -> None:
    step = Step(Op.SPEND, 2, (words.HEAT, None))
    assert step["resource"] is words.HEAT
    assert step["metal"] is None
