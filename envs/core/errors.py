"""Everything that can go wrong on the user's side, as typed exceptions with one-line messages."""

from __future__ import annotations


class RegolithError(Exception):
    """Base of all errors that a user can cause and mend; the command line prints them without a traceback."""


class UnknownGame(RegolithError):
    """No game of that name is registered."""


class InvalidOptions(RegolithError):
    """An option or argument is unknown, out of range, or contradicts another."""


class InvalidSeed(InvalidOptions, ValueError):
    """A seed is an integer from 0 to 2**63 - 1, and this is none."""


class InvalidSeat(InvalidOptions, ValueError):
    """Nobody sits there: the table has no such seat."""


class InvalidAction(RegolithError, TypeError):
    """The action is not an integer in the game's action space."""


class IllegalAction(RegolithError, ValueError):
    """The action exists but the rules forbid it here; the state is unchanged."""


class GameOver(RegolithError):
    """A decision was sent to a game that has already ended."""


class InvalidState(RegolithError):
    """Serialized bytes that are not a state of this game and version."""


class ReplayError(RegolithError):
    """A file that is not a replay, is damaged, or no longer plays back to the same states."""


class ModelError(RegolithError):
    """A file that is not a model, or a model for another game, version or option set."""


class AgentSpecError(RegolithError):
    """An agent spec string that cannot be understood."""


class MissingExtra(RegolithError, ImportError):
    """A feature whose optional dependency is not installed."""

    def __init__(self, extra: str, package: str) -> None:
        super().__init__(f"this needs {package}: install it with  pip install 'regolith[{extra}]'")
        self._made_of = extra, package

    def __reduce__(self) -> tuple[type[MissingExtra], tuple[str, str]]:
        return type(self), self._made_of


def another_layout(what: object, game: str, how: str, remedy: str) -> str:
    """Why something that an earlier or later version wrote is refused: numbers in it mean something else there. And what to do about it."""
    return f"{what} was made by another version of the layout of {game} ({how}): {remedy}"


LONGEST_REASON = 300


def printable(text: object) -> str:
    """In one line, with nothing in it that a terminal would take for more than text."""
    return "".join(letter if letter.isprintable() else "?" for letter in " ".join(str(text).split()))


def one_line(problem: object) -> str:
    """Why a file was refused, fit for a terminal: what is quoted from the file may be long, or may be no text at all."""
    text = printable(problem)
    return text if len(text) <= LONGEST_REASON else text[: LONGEST_REASON - 3] + "..."
