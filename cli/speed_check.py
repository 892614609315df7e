"""`make speed-check`: is this tree as fast as an earlier commit?

Exit codes: 0 if every figure passed (its interval is narrow enough and its median ratio is at least LEAST), 1 if some figure is slower
(its whole interval lies below LEAST), 3 if neither can be said of some figure, 2 for a mistake, 130 after an interrupt.
"""

from __future__ import annotations

import sys
from math import isfinite
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from regolith import envs
from regolith.benchmarks.against.environments import ComparisonError, commit_of, content_of, this_tree, tree_of
from regolith.benchmarks.against.figures import Speed, games_of
from regolith.benchmarks.against.kept import load, place
from regolith.benchmarks.against.ratios import LEAST_TURNS, WIDTH, Verdict
from regolith.benchmarks.against.turns import VECTOR_GAMES, Comparison, Results, ratio
from regolith.benchmarks.speed import FIGURES
from regolith.cli.app import main
from regolith.cli.arguments import INTERRUPTED, above_zero, at_least_one, listed
from regolith.cli.progress import bar

DEFAULT_FIGURES = ("kernel", "vector", "aec", "clone", "mcts_simulations", "cold_compile_s")
NO_SPEEDS = ("record_bytes", "decisions_per_game", "tally_over_plain")
COMPARABLE = tuple(name for name in FIGURES if name not in NO_SPEEDS)
SLOWER, UNDECIDED = 1, 3
"""Exit codes."""

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def command(
    base: Annotated[str, typer.Argument(help="the commit to compare with")],
    least: Annotated[float, typer.Option(help="median ratios below this do not pass")] = 0.97,
    games: Annotated[str, typer.Option(help="games, with commas between; default: all")] = "",
    figures: Annotated[str, typer.Option(help=f"figures, of {', '.join(COMPARABLE)}")] = ",".join(DEFAULT_FIGURES),
    turns: Annotated[int, typer.Option(help=f"most turns; there is no verdict with fewer than {LEAST_TURNS}")] = 60,
    width: Annotated[float, typer.Option(help="how narrow an interval must be")] = WIDTH,
    rounds: Annotated[int, typer.Option(help="rounds of each measurement in a turn; the best one counts")] = 3,
) -> None:
    """Measure this tree and a commit in turns, each by its own `regolith speed`, and compare."""
    above_zero("--least", least)
    above_zero("--width", width)
    at_least_one("--turns", turns)
    at_least_one("--rounds", rounds)
    wanted = listed("--figures", figures, COMPARABLE)
    asked = listed("--games", games, envs.games())
    this = this_tree()
    commit = commit_of(this.root, base)
    stderr = Console(stderr=True)
    with stderr.status("getting ready") as status:
        other = tree_of(this.root, commit, status.update)
        comparison = Comparison(Speed.of(this), Speed.of(other), asked, wanted, rounds, turns, width)
        missing = [game for game in asked if game not in games_of(other)]
    comparison.games = [game for game in asked if game not in missing]
    content = content_of(this.root)
    path = place(this.root, "speed-check", commit, tree=content, rounds=rounds, vector_games=VECTOR_GAMES)
    results = load(path, Results)
    interrupted = _measure(stderr, comparison, results, path)
    console = Console()
    verdicts = show(console, comparison, results, least)
    for game in missing:
        console.print(f"left out: {game} (not in {other.name})", soft_wrap=True, highlight=False)
    console.print(str(path), soft_wrap=True, highlight=False, markup=False)
    sys.exit(INTERRUPTED if interrupted else exit_code(verdicts))


def _measure(console: Console, comparison: Comparison, results: Results, path: Path) -> bool:
    """Take all turns, with a bar; whether this was interrupted."""
    first: list[float] = []
    with bar(console) as progress:
        task = progress.add_task("turns")

        def count() -> None:
            """The bar is as long as the least number of turns; figures that are not settled by then make it longer."""
            done = [results.games[game].turns if game in results.games else 0 for game in comparison.games]
            least = min(LEAST_TURNS, comparison.most_turns)
            left = [
                max(least - turns, 1) if comparison.pending(results, game) else 0
                for game, turns in zip(comparison.games, done, strict=True)
            ]
            progress.update(task, completed=sum(done), total=sum(done) + sum(left))

        count()
        todo = [game for game in comparison.games if comparison.pending(results, game)]
        try:
            for seconds in comparison.run(results, path, lambda text: progress.update(task, description=text)):
                count()
                first.append(seconds)
                if len(first) == len(todo):
                    console.print(_how_long(sum(first), comparison.most_turns))
        except KeyboardInterrupt:
            return True
    return False


def _how_long(seconds: float, most_turns: int) -> str:
    least = min(LEAST_TURNS, most_turns)
    took = f"one turn of all games takes {seconds:.0f} s"
    return f"{took}: {least} take about {least * seconds / 60:.0f} min, and {most_turns}, the most, {most_turns * seconds / 60:.0f}"


def show(console: Console, comparison: Comparison, results: Results, least: float) -> list[Verdict]:
    """Print what was found of each figure, and what was left out; the verdicts."""
    this, other = comparison.this.tree.name, comparison.other.tree.name
    table = Table(title=f"{this} over {other}: above 1 {this} is better, at least {least:g} passes")
    for heading in ("game", "figure", "median ratio", "95 % interval", "turns", "verdict"):
        words = heading in ("game", "figure", "verdict")
        table.add_column(heading, justify="left" if words else "right", no_wrap=heading in ("game", "figure"))
    verdicts, left_out = [], []
    for game in comparison.games:
        for figure in comparison.figures:
            measured = results.games.get(game)
            if measured and figure in measured.left_out:
                left_out.append(f"left out: {game} {figure} (not in {measured.left_out[figure]})")
            elif measured and figure in measured.pairs:
                found = ratio(figure, measured.pairs[figure])
                verdicts.append(found.verdict(least, comparison.width))
                interval = f"{found.low:.3f} - {found.high:.3f}" if isfinite(found.width) else "-"
                table.add_row(game, figure, f"{found.median:.3f}", interval, str(found.turns), verdicts[-1])
    console.print(table)
    for line in left_out:
        console.print(line, soft_wrap=True, highlight=False)
    return verdicts


def exit_code(verdicts: list[Verdict]) -> int:
    """Of all figures together."""
    if not verdicts:
        raise ComparisonError("no figure was compared: the trees have none of them in common")
    if Verdict.SLOWER in verdicts:
        return SLOWER
    return UNDECIDED if set(verdicts) != {Verdict.PASSED} else 0


if __name__ == "__main__":
    main(app)
