"""The `regolith` command."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import TextIOWrapper, UnsupportedOperation

import typer
from rich.console import Console
from rich.markup import escape

from regolith.cli.arguments import INTERRUPTED
from regolith.cli.commands import (
    arena,
    card,
    compare,
    effect,
    optimum,
    peers,
    play,
    realism,
    replay,
    skill,
    soak,
    solo,
    speed,
    train,
    tune,
)
from regolith.envs.core.errors import RegolithError, printable
from regolith.envs.core.jit import end_announcement
from regolith.envs.core.rescue import reason

GAME_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Options that a command does not know are options of the game, e.g. `--map elysium --intense`."""

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Board games of Mars for reinforcement learning: tournaments, training, solo win rates, speed. "
    "Any option of a game can be given to a command, e.g. --map elysium.",
)
app.command("arena", context_settings=GAME_OPTIONS)(arena.command)
app.command("solo", context_settings=GAME_OPTIONS)(solo.command)
app.command("optimum", context_settings=GAME_OPTIONS)(optimum.command)
app.command("realism", context_settings=GAME_OPTIONS)(realism.command)
app.command("tune", context_settings=GAME_OPTIONS)(tune.command)
app.command("train", context_settings=GAME_OPTIONS)(train.command)
app.command("compare", context_settings=GAME_OPTIONS)(compare.command)
app.command("effect", context_settings=GAME_OPTIONS)(effect.command)
app.command("skill", context_settings=GAME_OPTIONS)(skill.command)
app.command("card", context_settings=GAME_OPTIONS)(card.command)
app.command("play", context_settings=GAME_OPTIONS)(play.command)
app.command("replay")(replay.command)
app.command("speed", context_settings=GAME_OPTIONS)(speed.command)
app.command("peers", context_settings=GAME_OPTIONS)(peers.command)
app.command("soak", context_settings=GAME_OPTIONS)(soak.command)
app.command("warmup")(speed.warmup_command)
app.command("games")(play.games_command)


ClickException: type[Exception] = typer.BadParameter.__mro__[2]
"""The base of typer's complaints about a command line; where it lives depends on typer's version."""


def main(app: typer.Typer = app) -> None:
    """Run the command (or another one of ours); a mistake of the user's is one line on stderr and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        # Newer releases of typer turn an interrupt into an exit code, and return it here.
        code = app(sys.argv[1:] or ["--help"], standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        if code:
            end_announcement()
            sys.exit(code)
    except (RegolithError, ClickException) as problem:
        end_announcement()
        _complain(problem.format_message() if hasattr(problem, "format_message") else str(problem))
        sys.exit(2)
    except OSError as problem:
        end_announcement()
        _complain(f"{problem.filename or 'the output'}: {reason(problem)}")
        with suppress(UnsupportedOperation):
            # What could not be printed cannot be printed when Python ends either, and it would say so at length.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(2)
    except (KeyboardInterrupt, typer.Abort):
        end_announcement()
        sys.exit(INTERRUPTED)


def _complain(text: str) -> None:
    """Print what was wrong."""
    Console(stderr=True, soft_wrap=True).print(f"[bold red]error:[/] {escape(printable(text))}", highlight=False)


if __name__ == "__main__":
    main()
