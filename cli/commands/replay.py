"""`regolith replay`: a recorded game, decision by decision."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from regolith.cli.arguments import file as file_to_write
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.files import write_whole
from regolith.envs.core.replay import Replay
from regolith.envs.core.rescue import reason
from regolith.envs.core.state import State


def command(
    file: Annotated[Path, typer.Argument(help="replay file")],
    at: Annotated[int | None, typer.Option(help="stop after so many decisions and show the board")] = None,
    boards: Annotated[bool, typer.Option(help="show the board before every decision")] = False,
    picture: Annotated[Path | None, typer.Option(help="write the last board shown as .svg or .png")] = None,
) -> None:
    """Show a recorded game, one line per decision."""
    replay = Replay.load(file)
    total = len(replay.actions)
    if at is not None and not 0 <= at <= total:
        raise RegolithError(f"--at must lie between 0 and {total}, not {at}")
    if picture is not None and picture.suffix not in (".svg", ".png"):
        raise RegolithError(f"--picture must end in .svg or .png, not {picture.name!r}")
    if picture is not None:
        file_to_write(picture)
    for text in replay.transcript(at, boards):
        print(text)
    if picture is not None:
        *_, (_, state) = replay.states(at)
        save_picture(state, picture)
        print(f"picture: {picture}")


def save_picture(state: State, path: Path) -> None:
    """The board as SVG or PNG."""
    drawing = state.picture()
    try:
        write_whole(path, drawing.svg().encode() if path.suffix == ".svg" else drawing.png())
    except OSError as problem:
        raise RegolithError(f"the picture {path} cannot be written: {reason(problem)}") from None
