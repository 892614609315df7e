"""Results files of earlier runs: nothing in them is believed before it is checked.

Each row is checked by itself (`ArenaRow`, `SoloRow`), then the rows of a game against one another. Whatever does not fit is refused as
a whole: a report on half of a file would be wrong without a word.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import numpy as np
import polars as pl
from pydantic import BaseModel, ConfigDict, Field, Json, ValidationError

from regolith.agents.plan.ladder import LONGEST, Ladder
from regolith.benchmarks import parquet
from regolith.benchmarks.choices import FIRST, LATER, SEARCHES
from regolith.benchmarks.tables import (
    ARENA_SCHEMA,
    COMPARE_SCHEMA,
    COURSE,
    EFFECT_SCHEMA,
    FOUND_BY_FAIR,
    NOT_PLAYED,
    NOT_SAMPLED,
    OPTIMUM_SCHEMA,
    SKILL_SCHEMA,
    SOLO_SCHEMA,
    times,
)
from regolith.benchmarks.tallies import TALLY, tally_schema, wrong_tally
from regolith.envs.core.checks import MAX_SEED
from regolith.envs.core.errors import RegolithError, one_line
from regolith.envs.core.game import Game
from regolith.envs.core.record import Over
from regolith.envs.core.replay import MOST_DECISIONS
from regolith.envs.core.rewards import win_share

LARGEST = 1_000_000_000
DIGITS = 4
"""Of an action in a witness."""
Row = dict[str, Any]
Count = Annotated[int, Field(ge=0, le=MOST_DECISIONS)]
Number = Annotated[float, Field(ge=-LARGEST, le=LARGEST, allow_inf_nan=False)]
Word = Annotated[str, Field(max_length=1000, pattern=r"^\P{C}*$")]
"""Reports print it, so it is printable."""
Facts = Json[dict[Word, Annotated[int, Field(ge=-LARGEST, le=LARGEST)] | Number | Word]]


class ResultRow(BaseModel):
    """What rows of both kinds of file have. Game, version and options are compared with those of the run."""

    model_config = ConfigDict(strict=True, frozen=True)

    run: Word
    deal: int = Field(ge=0)
    agent: str
    score: Number
    decisions: Count
    seconds: float = Field(ge=0, le=LARGEST, allow_inf_nan=False)
    length: Count
    end: Literal["finished", "truncated"]
    facts: Facts
    seat_facts: Facts


AnyRow = TypeVar("AnyRow", bound=BaseModel)


class ArenaRow(ResultRow):
    """One seat of a game."""

    lineup: int
    rotation: int
    seat: int
    place: int
    win: float
    fingerprint: Word


class SoloRow(ResultRow):
    """One solo game."""

    won: bool
    length_unit: Word
    missing: Json[dict[Word, Annotated[int, Field(ge=0, le=LARGEST)]]]


class OptimumRow(BaseModel):
    """What was found out of one deal."""

    model_config = ConfigDict(strict=True, frozen=True)

    run: Word
    deal: int = Field(ge=0)
    seed: int = Field(ge=NOT_SAMPLED, le=MAX_SEED)
    bound: int = Field(ge=1)
    fastest: int = Field(ge=0)
    beam: int = Field(ge=FOUND_BY_FAIR, le=LARGEST)
    witness: str = Field(max_length=DIGITS * LONGEST, pattern=rf"^([0-9a-f]{{{DIGITS}}})*$")
    bound_seconds: float = Field(ge=0, le=LARGEST, allow_inf_nan=False)
    ladder_seconds: float = Field(ge=0, le=LARGEST, allow_inf_nan=False)
    fair_agent: Word
    fair: int = Field(ge=NOT_PLAYED)
    fair_seconds: float = Field(ge=0, le=LARGEST, allow_inf_nan=False)


def read_arena(
    path: Path, game: Game, lineups: Mapping[int, Sequence[Sequence[str]]], tallied: bool = False
) -> pl.DataFrame | None:
    """The rows of an earlier tournament; None if there is none. `lineups` gives the agents by seat in every rotation of each lineup.

    `tallied`: with the columns of the game's tally, which must be there then, and must not be there otherwise.
    """
    frame = _read(path, game, ARENA_SCHEMA | (tally_schema(game) if tallied else {}))
    if frame is None:
        return None
    if tallied and (wrong := wrong_tally(game, frame)):
        raise _refusal(path, wrong)
    _check_games(path, frame, lineups)
    return frame


def read_variants(
    path: Path, games: Mapping[str, Game], marks: Mapping[str, str], lineups: Mapping[int, Sequence[Sequence[str]]]
) -> pl.DataFrame | None:
    """The rows of an earlier comparison of the same variants, each with its mark; None if there is none."""
    frame = _with_columns(path, COMPARE_SCHEMA)
    if frame is None:
        return None
    if set(frame.select("variant", "variant_mark").unique().iter_rows()) - set(marks.items()):
        raise RegolithError(f"{path} holds results of other variants; choose another --out folder")
    for side, game in games.items():
        part = frame.filter(pl.col("variant") == side)
        _check_origin(path, part, game)
        _check_games(path, part, lineups)
    return frame


def _check_games(path: Path, frame: pl.DataFrame, lineups: Mapping[int, Sequence[Sequence[str]]]) -> None:
    """Raise unless these rows can be those of whole games of a tournament."""
    for number, agents in frame.group_by("lineup").agg(pl.col("agent").unique()).iter_rows():
        if set(agents) != {agent for seats in lineups.get(number, ()) for agent in seats}:
            raise RegolithError(
                f"{path} holds results of other agents; name those first, in the same order, or choose another --out folder"
            )
    rows = _checked_rows(path, frame, ArenaRow)
    games: dict[tuple[int, int, int], list[ArenaRow]] = defaultdict(list)
    for row in rows:
        games[row.lineup, row.deal, row.rotation].append(row)
    rotations: dict[tuple[int, int], set[int]] = defaultdict(set)
    for (lineup, deal, rotation), seats in games.items():
        rotations[lineup, deal].add(rotation)
        if wrong := _wrong_game(seats, lineups[lineup]):
            raise _refusal(path, f"in rotation {rotation} of deal {deal}, lineup {lineup}, {wrong}")
    for (lineup, deal), found in rotations.items():
        if len(found) < len(lineups[lineup]):
            raise _refusal(path, f"deal {deal} of lineup {lineup} lacks some of its games")


def read_solo(path: Path, game: Game, agents: Sequence[str]) -> pl.DataFrame | None:
    """The rows of an earlier run of solo games; None if there is none."""
    frame = _read(path, game, SOLO_SCHEMA)
    if frame is None:
        return None
    if set(frame["agent"]) - set(agents):
        raise RegolithError(f"{path} holds results of other agents; choose another --out folder")
    unit = None if game.spec.solo is None else game.spec.solo.length_unit
    seen = set()
    for row in _checked_rows(path, frame, SoloRow):
        where = f"in deal {row.deal} of {row.agent}"
        if (row.agent, row.deal) in seen:
            raise _refusal(path, f"{where}, there are two games")
        if row.won and (row.end != "finished" or row.missing):
            raise _refusal(path, f"{where}, a game is won that was cut off or lacked something")
        if row.length_unit != unit:
            raise _refusal(path, f"{where}, the unit of length is not {unit}")
        seen.add((row.agent, row.deal))
    return frame


class EffectRow(BaseModel):
    """A game of an effect."""

    model_config = ConfigDict(strict=True, frozen=True)

    run: Word
    world: Word
    deal: int = Field(ge=0, le=MAX_SEED)
    seat: int = Field(ge=0)
    instead_of: Word
    with_another: bool
    score: Number
    margin: Number
    win: float = Field(ge=0, le=1)
    margin_of_all: Number
    win_of_all: float = Field(ge=0, le=1)
    played: bool
    length: Count
    game_numbers: Json[dict[Word, Annotated[int, Field(ge=-LARGEST, le=LARGEST)] | Number]]


def read_effect(path: Path, game: Game, mark: str, agent: str) -> pl.DataFrame | None:
    """The rows of an earlier measurement of effects; None if there is none."""
    frame = _read(path, game, EFFECT_SCHEMA)
    if frame is None:
        return None
    if set(frame["mark"]) - {mark}:
        raise RegolithError(f"{path} holds results with other cards; choose another --out folder")
    if set(frame["agent"]) - {agent}:
        raise RegolithError(f"{path} holds results of another agent; choose another --out folder")
    rows = _checked_rows(path, frame, EffectRow)
    if len({(row.world, row.deal) for row in rows}) < len(rows):
        raise _refusal(path, "a game stands there twice")
    if any(row.seat != row.deal % game.players for row in rows):
        raise _refusal(path, "a game is about another seat than its deal")
    return frame


class SkillRow(BaseModel):
    """What a row of skill and luck has besides that of an arena."""

    model_config = ConfigDict(strict=True, frozen=True)

    part: Word
    again: int = Field(ge=0)
    deal: int = Field(ge=0, le=MAX_SEED)
    decisions: Count
    choices: Count
    evaluations: list[Number] = Field(max_length=parquet.LONGEST_LIST)
    searcher: Word
    first_legal: Count
    first_chosen: list[Count] = Field(max_length=SEARCHES)
    later_legal: Count
    later_chosen: list[Count] = Field(max_length=SEARCHES)


def read_skill(
    path: Path, game: Game, lineups: Mapping[str, Mapping[int, Sequence[Sequence[str]]]], searcher: str
) -> pl.DataFrame | None:
    """The rows of an earlier measurement of skill and luck; None if there is none. `lineups` are those of each part."""
    frame = _read(path, game, SKILL_SCHEMA)
    if frame is None:
        return None
    if set(frame["searcher"]) - {"", searcher}:
        raise RegolithError(f"{path} holds results of another search; choose another --out folder")
    if set(frame["part"]) - set(lineups):
        raise RegolithError(f"{path} holds more steps of a ladder than there are; choose another --out folder")
    for part, again in frame.select("part", "again").unique(maintain_order=True).iter_rows():
        own = frame.filter((pl.col("part") == part) & (pl.col("again") == again))
        _check_games(path, own, lineups[part])
    seen: dict[tuple[str, int], set[str]] = defaultdict(set)
    for number, row in enumerate(_checked_rows(path, frame, SkillRow)):
        if wrong := _wrong_course(row):
            raise _refusal(path, f"row {number}, {wrong}")
        if row.searcher:
            about = (row.first_legal, row.first_chosen, row.later_legal, row.later_chosen, len(row.evaluations))
            seen[row.part, row.deal].add(str(about))
    if any(len(told) > 1 for told in seen.values()):
        raise _refusal(path, "the seats tell of different games")
    return frame


def _wrong_course(row: SkillRow) -> str:
    """What cannot be true of what was seen in a game that was followed, or was not; nothing if all is well."""
    if row.again >= times(row.part):
        return f"a game of the part {row.part} was played more than {times(row.part)} times"
    if row.choices > row.decisions:
        return f"{row.choices} choices in {row.decisions} decisions"
    for which, legal, chosen in (
        (FIRST, row.first_legal, row.first_chosen),
        (LATER, row.later_legal, row.later_chosen),
    ):
        if sum(chosen) != (SEARCHES if legal else 0) or len(chosen) > legal or legal == 1 or 0 in chosen:
            return f"of {legal} actions of the {which} decision so many were chosen: {chosen}"
    followed = row.part == COURSE
    seen = row.choices or row.evaluations or row.first_legal or row.later_legal
    if bool(row.searcher) != followed or (seen and not followed):
        return f"a game of the part {row.part} was followed and was not"
    return ""


def read_optimum(path: Path, ladder: Ladder, fair: str) -> pl.DataFrame | None:
    """The rows of an earlier search for the best play; None if there is none. Every win in it is played again."""
    frame = _read(path, ladder.game, OPTIMUM_SCHEMA)
    if frame is None:
        return None
    if set(frame["fair_agent"]) - {"", fair}:
        raise RegolithError(f"{path} holds results of another fair agent; choose another --out folder")
    rows = _checked_rows(path, frame, OptimumRow)
    if len({row.deal for row in rows}) < len(rows):
        raise _refusal(path, "a deal stands there twice")
    for row in rows:
        if wrong := _wrong_optimum(ladder, row):
            raise _refusal(path, f"in deal {row.deal}, {wrong}")
    return frame


def _wrong_optimum(ladder: Ladder, row: OptimumRow) -> str:
    """What cannot be true of a deal; nothing if all is well. (What is said of its bound is believed if no win refutes it.)"""
    last = ladder.deals.rounds
    if row.deal >= ladder.deals.number:
        return f"there are {ladder.deals.number} deals"
    if row.seed != NOT_SAMPLED and ladder.number_of(row.seed) != row.deal:
        return f"seed {row.seed} gives another deal"
    if (row.fair_agent == "") != (row.fair == NOT_PLAYED) or (row.fair != NOT_PLAYED and row.seed == NOT_SAMPLED):
        return "the fair agent has played and has not"
    if row.bound > last + 1 or row.fastest > last or row.fair > last:
        return f"there is something after round {last}"
    if min(won for won in (row.fastest, row.fair, last + 1) if won > 0) < row.bound:
        return f"a win comes before the bound {row.bound}"
    actions = np.array([int(row.witness[i : i + DIGITS], 16) for i in range(0, len(row.witness), DIGITS)], np.int64)
    if (row.fastest == 0) != (actions.size == 0) or (row.fastest == 0) != (row.beam == 0):
        return "a win lacks its actions, or actions their win"
    if row.fastest and ladder.replay(ladder.start(row.deal), actions) != row.fastest:
        return f"its actions do not win in round {row.fastest}"
    return ""


def _read(path: Path, game: Game, schema: dict[str, Any]) -> pl.DataFrame | None:
    """The rows of an earlier run of the same game and options, with the right columns; None if there is none."""
    frame = _with_columns(path, schema)
    if frame is not None:
        _check_origin(path, frame, game)
    return frame


def _with_columns(path: Path, schema: dict[str, Any]) -> pl.DataFrame | None:
    """The rows of a file with these columns; None if there is none."""
    if not path.exists():
        return None
    try:
        frame = parquet.read(path)
    except parquet.Damaged as problem:
        raise RegolithError(f"{path} is not a results file: {problem}; choose another --out folder") from None
    has_tally, wants_tally = (any(name.startswith(TALLY) for name in names) for names in (frame.schema, schema))
    if has_tally != wants_tally:
        why = "was played with --tally" if has_tally else "was played without --tally"
        raise RegolithError(f"{path} {why}: go on in the same way, or choose another --out folder")
    if dict(frame.schema) != schema:
        lacking = ", ".join(name for name in schema if name not in frame.schema)
        why = f"it lacks the columns {lacking}" if lacking else "its columns are others"
        raise RegolithError(
            f"{path} is not a results file of this kind and version: {why}; choose another --out folder"
        )
    for name in schema:
        if frame[name].null_count():
            raise _refusal(path, f"values of the column {name} are missing")
    return frame


def _check_origin(path: Path, frame: pl.DataFrame, game: Game) -> None:
    """Raise unless all rows are of this game with these options."""
    wanted = (game.spec.name, game.spec.version, json.dumps(game.options.model_dump(), sort_keys=True))
    if set(frame.select("game", "env_version", "options").unique().iter_rows()) - {wanted}:
        raise RegolithError(f"{path} holds results of another game or other options; choose another --out folder")


def _checked_rows(path: Path, frame: pl.DataFrame, kind: type[AnyRow]) -> list[AnyRow]:
    rows = []
    for number, row in enumerate(frame.select(*kind.model_fields).iter_rows(named=True)):
        try:
            rows.append(kind.model_validate(row))
        except ValidationError as problem:
            first = problem.errors()[0]
            column = str(first["loc"][0])
            raise _refusal(path, f"row {number}, {column}: {first['msg']}, not {row[column]!r}") from None
    return rows


def _wrong_game(rows: list[ArenaRow], rotations: Sequence[Sequence[str]]) -> str:
    """What cannot be true of these rows of one game; nothing if all is well."""
    rows = sorted(rows, key=lambda row: row.seat)
    players, rotation, end = len(rotations[0]), rows[0].rotation, rows[0].end
    if [row.seat for row in rows] != list(range(players)):
        return f"there are the seats {[row.seat for row in rows]}"
    if not 0 <= rotation < len(rotations) or [row.agent for row in rows] != list(rotations[rotation]):
        return "agents sit where they do not in that rotation"
    if len({(row.run, row.length, row.end, row.fingerprint, str(row.facts)) for row in rows}) > 1:
        return "the seats tell of different games"
    if sum(row.decisions for row in rows) != rows[0].length:
        return "the seats took more or fewer decisions than the game had"
    places = np.array([row.place for row in rows])
    for row in rows:
        if row.place != 1 + (places < row.place).sum() or any(
            r.score > row.score and r.place > row.place for r in rows
        ):
            return f"the places {places.tolist()} cannot be, with scores {[row.score for row in rows]}"
    over = int(Over.TRUNCATED if end == "truncated" else Over.FINISHED)
    if any(row.win != win_share(over, players, places, row.seat) for row in rows):
        return f"the win is shared as {[row.win for row in rows]}"
    return ""


def _refusal(path: Path, what: str) -> RegolithError:
    return RegolithError(f"{path} is damaged: {one_line(what)}; choose another --out folder")
