"""Games that people have played and logged: `human_games.json`, and which of them are most like a game with given options.

The file is part of the suite. It is checked all the same when it is read: a figure that is damaged would be believed.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from regolith.envs.core.errors import InvalidOptions, RegolithError, one_line
from regolith.envs.core.files import read_whole
from regolith.envs.core.realism import MARGIN, WINNING_SCORE, Known, People, Seats
from regolith.envs.terraforming_mars.boxes import BOXES, CORPORATIONS
from regolith.envs.terraforming_mars.options import MarsOptions

FILE = Path(__file__).with_name("human_games.json")
MOST_BYTES = 1 << 20
TITLES = {box.option: box.title for box in BOXES if box.option}
NAMES = {corporation.name for corporation in CORPORATIONS}
Text = Annotated[str, Field(min_length=1, max_length=1000, pattern=r"^\P{C}*$")]
Positive = Annotated[float, Field(gt=0, le=1000, allow_inf_nan=False)]


class Checked(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Mean(Checked):
    mean: Positive
    deviation: Positive | None = None


class GamesWithBoxes(Checked):
    """Games of so many players with just these boxes."""

    boxes: list[Text]
    players: int = Field(ge=2, le=5)
    games: int = Field(ge=1, le=100_000)
    generations: Mean
    winning_score: Mean
    margin: Mean
    milestones: Mean
    awards: Mean

    @model_validator(mode="after")
    def _known_boxes(self) -> Self:
        if not set(self.boxes) <= set(TITLES) or len(set(self.boxes)) < len(self.boxes):
            raise ValueError(f"these are not boxes of the game, each once: {', '.join(self.boxes)}")
        return self


class Corporation(Checked):
    """How a corporation did in games of so many players, whatever the boxes."""

    name: Text
    logged_as: Text
    """What it is called in the log."""
    players: int = Field(ge=2, le=5)
    seats: int = Field(ge=1, le=100_000)
    wins: float = Field(ge=0, allow_inf_nan=False)

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.name not in NAMES:
            raise ValueError(f"there is no corporation {self.name}")
        if self.wins > self.seats:
            raise ValueError(f"{self.name} wins more often than it plays")
        return self


class HumanGames(Checked):
    """The whole file."""

    about: Text
    source: Text
    games: int = Field(ge=1)
    by_boxes: list[GamesWithBoxes] = Field(min_length=1)
    corporations: list[Corporation] = Field(min_length=1)

    @model_validator(mode="after")
    def _once(self) -> Self:
        sets = [(frozenset(games.boxes), games.players) for games in self.by_boxes]
        corporations = [(one.name, one.players) for one in self.corporations]
        if len(set(sets)) < len(sets) or len(set(corporations)) < len(corporations):
            raise ValueError("something stands there twice")
        return self


@cache
def human_games(path: Path = FILE) -> HumanGames:
    """What stands in the file."""
    try:
        return HumanGames.model_validate_json(read_whole(path, MOST_BYTES))
    except OSError as problem:
        raise RegolithError(f"cannot read the games of people: {problem.strerror}") from None
    except ValidationError as problem:
        first = problem.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise RegolithError(f"{path} is damaged: {where}: {one_line(first['msg'])}") from None


def nearest(found: HumanGames, boxes: frozenset[str], players: int) -> GamesWithBoxes:
    """The games of so many players whose boxes differ least from these; of several such sets the one with the most games."""
    there = [games for games in found.by_boxes if games.players == players]
    if not there:
        counts = sorted({games.players for games in found.by_boxes})
        raise InvalidOptions(f"games of people are known for {counts[0]} to {counts[-1]} players, not for {players}")
    return min(there, key=lambda games: (len(boxes.symmetric_difference(games.boxes)), -games.games))


def people(options: MarsOptions) -> People:
    """The games of people that are most like those with these options."""
    found, asked = human_games(), frozenset(box.option for box in BOXES if box.option and options.has(box))
    games = nearest(found, asked, options.players)
    return People(
        games=games.games,
        played=_played(games.boxes, asked),
        figures={
            "generations": _known(games.generations),
            WINNING_SCORE: _known(games.winning_score),
            MARGIN: _known(games.margin),
            "milestones": _known(games.milestones),
            "awards": _known(games.awards),
        },
        seats={one.name: Seats(one.seats, one.wins) for one in found.corporations if one.players == options.players},
        seats_of=f"of all their games of {options.players} players, whatever the boxes",
        source=f"{found.about} Source: {found.games:,} games, {found.source}.",
    )


def _known(mean: Mean) -> Known:
    return Known(mean.mean, mean.deviation)


def _played(boxes: list[str], asked: frozenset[str]) -> str:
    """What people played with, and what is different here."""
    more, less = (_titles(part) for part in (asked.difference(boxes), frozenset(boxes) - asked))
    apart = [*([f"here also with {more}"] if more else []), *([f"here without {less}"] if less else [])]
    remark = f" ({', '.join(apart)})" if apart else ""
    return (_titles(frozenset(boxes)) or "the base game") + remark


def _titles(boxes: frozenset[str]) -> str:
    return ", ".join(title for option, title in TITLES.items() if option in boxes)
