"""Finding the command lines that READMEs print, and making them fit for a test: names filled in, numbers lowered.

A comment that the reader does not see, `<!-- test: deals=2 minutes=0.05 -->`, lowers numbers of the commands in the next paragraph, table
or fenced block that has any (the one it stands in, or else the one after it). It cannot raise a number, and it cannot leave a command out.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import typer

from regolith.cli.app import app
from regolith.training.config import TrainingConfig

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path
    for pattern in ("*.md", "benchmarks/README.md", "benchmarks/studies/*.md", "envs/*/README.md", "tests/**/README.md")
    for path in ROOT.glob(pattern)
)
LOWERABLE = (
    *("deals", "minutes", "games", "simulations", "decisions", "rounds", "steps", "seconds", "workers", "turns"),
    *("vector_games", "sample_every", "evaluation_games", "envs", "rollout", "generations", "confirm"),
)
"""Numbers that say how long something takes, and nothing else."""
PROGRAMS = ("regolith", "make")
_MARKER = re.compile(r"<!-- test: (.*?) -->")
_INLINE = re.compile(rf"`((?:{'|'.join(PROGRAMS)}) [^`]+)`")
_PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b|\bN\b")


@dataclass
class Block:
    """Commands that stand together, in order; `lowered` are the numbers that their marker names."""

    place: str
    commands: list[str]
    lowered: dict[str, float] = field(default_factory=dict)


def blocks_of(text: str, page: str) -> list[Block]:
    """All commands of a page."""
    found: list[Block] = []
    marker: dict[str, float] | None = None
    for line, lines, fence in _parts(text):
        for numbers in _MARKER.findall("" if fence is not None else " ".join(lines)):
            assert marker is None, f"{page}:{line}: two markers for one block"
            marker = _read_marker(numbers, f"{page}:{line}")
        commands = _commands(lines, fence, f"{page}:{line}")
        if commands:
            found.append(Block(f"{page}:{line}", commands, marker or {}))
            marker = None
    assert marker is None, f"{page}: a marker without commands after it"
    return found


def _parts(text: str) -> Iterator[tuple[int, list[str], str | None]]:
    """Paragraphs and fenced blocks with the number of their first line; of a fence its language, of a paragraph None."""
    lines: list[str] = []
    fence: str | None = None
    start = 1
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        edge = line.startswith("```")
        if edge or (fence is None and not line.strip()):
            if lines:
                yield start, lines, fence
            lines, start = [], number + 1
            if edge:
                fence = line.removeprefix("```").strip() if fence is None else None
        else:
            lines.append(line)
    assert fence is None, "a fenced block without an end"


def _commands(lines: list[str], fence: str | None, place: str) -> list[str]:
    if fence is None:
        return _INLINE.findall(" ".join(lines))
    if fence not in ("", "sh", "bash", "console"):
        return []
    commands = [line.removeprefix("$ ") for line in lines if line.strip() and not line.startswith("#")]
    for command in commands:
        assert command.split()[0] in PROGRAMS, f"{place}: not understood: {command}"
    return commands


def _read_marker(numbers: str, place: str) -> dict[str, float]:
    found = {}
    for pair in numbers.split():
        name, _, value = pair.partition("=")
        assert name in LOWERABLE, f"{place}: a marker lowers numbers, not {name!r}"
        found[name] = float(value)
    return found


def filled(words: list[str], names: dict[str, str]) -> list[str]:
    """The words with what stands for the placeholders in them (GAME, DIR, ...); one that is not known is a mistake."""

    def fill(found: re.Match[str]) -> str:
        assert found[0] in names, f"not understood: {found[0]} in {shlex.join(words)}"
        return names[found[0]]

    # Variables of make have capital letters too, before the equals sign.
    return [
        left + sign + _PLACEHOLDER.sub(fill, right) if sign and left.isupper() else _PLACEHOLDER.sub(fill, word)
        for word in words
        for left, sign, right in [word.partition("=")]
    ]


def lowered(words: list[str], numbers: dict[str, float]) -> tuple[list[str], set[str]]:
    """A `regolith` command with these numbers where its own, given or by default, are higher; and the names that it has."""
    settings = {name: about.default for name, about in TrainingConfig.model_fields.items()}
    defaults = {**(settings if words[0] == "train" else {}), **defaults_of(words[0])}
    known = set()
    for name, number in numbers.items():
        given = _with_number(words, name, number)
        if given is not None:
            words = given
        elif name not in defaults:
            continue
        elif defaults[name] is None or number < float(defaults[name]):
            flag = f"--{name.replace('_', '-')}"
            words = [
                *words,
                *([flag, f"{number:g}"] if name in defaults_of(words[0]) else ["--set", f"{name}={number:g}"]),
            ]
        known.add(name)
    return words, known


def _with_number(words: list[str], name: str, number: float) -> list[str] | None:
    """The words with a lower number where they give one: `--deals 50`, `--deals=50`, `mcts:simulations=400`; None where they do not."""
    dashed = name.replace("_", "-")
    joined = re.compile(rf"((?:^--{dashed}|(?:^|[:,]){name})=)([\d.]+)(?=,|$)")
    after_flag = [before == f"--{dashed}" for before in ["", *words[:-1]]]
    if not any(after_flag) and not any(map(joined.search, words)):
        return None

    def lower(old: str) -> str:
        return f"{number:g}" if number < float(old) else old

    return [
        lower(word) if after else joined.sub(lambda found: found[1] + lower(found[2]), word)
        for word, after in zip(words, after_flag, strict=True)
    ]


def defaults_of(command: str) -> dict[str, Any]:
    """The numbers that a sub-command can be given, with their defaults."""
    group: Any = typer.main.get_command(app)
    assert command in group.commands, f"there is no command {command!r}"
    return {option.name: option.default for option in group.commands[command].params if option.name in LOWERABLE}
