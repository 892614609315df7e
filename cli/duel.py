"""`make duel`: an agent of this tree against an agent of an earlier commit, each in its own process and environment.

Every deal is played with A in each seat in turn and B in all the others. Exit codes: 0, 1 if the rules of the trees differ, 2 for a
mistake, 130 after an interrupt.
"""

from __future__ import annotations

import hashlib
import re
import shlex
import sys
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from regolith import envs
from regolith.agents import make_agent
from regolith.agents.statistics import wilson
from regolith.benchmarks.against.environments import ComparisonError, commit_of, content_of, this_tree, tree_of
from regolith.benchmarks.against.games import Difference, Duel, Finished, Results, Seen
from regolith.benchmarks.against.kept import load, place, save
from regolith.benchmarks.against.sides import Options, Side
from regolith.benchmarks.matches import tireless
from regolith.cli.app import main
from regolith.cli.arguments import INTERRUPTED, above_zero, at_least_one, split_rest
from regolith.cli.progress import bar

SHOWN = 5
"""So many differences are shown in full; all of them are in the file."""
RULES_DIFFER = 1
"""The exit code."""

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def command(
    base: Annotated[str, typer.Argument(help="the commit that B comes from")],
    game: Annotated[str, typer.Argument(help="name of the game")],
    a: Annotated[str, typer.Option("-a", help="agent of this tree")] = "greedy",
    b: Annotated[str, typer.Option("-b", help="agent of the commit")] = "greedy",
    deals: Annotated[int, typer.Option(help="deals; each is played with A in every seat")] = 100,
    options: Annotated[str, typer.Option(help="options of the game, as for any command")] = "",
    patience: Annotated[float, typer.Option(help="seconds to wait for an answer; the first one may compile")] = 600.0,
) -> None:
    """Let an agent of this tree play against an agent of a commit."""
    at_least_one("--deals", deals)
    above_zero("--patience", patience)
    for spec in (a, b):
        if spec.strip() == "human":
            raise ComparisonError("a human cannot play here; use 'regolith play'")
    envs.spec(game)
    this = this_tree()
    commit = commit_of(this.root, base)
    stderr, console = Console(stderr=True), Console()
    with stderr.status("getting ready") as status:
        other = tree_of(this.root, commit, status.update)
    with Side(this, patience) as here, Side(other, patience) as there:
        chosen = common_options(game, options, there)
        bound = envs.game(game, **chosen)
        if bound.players < 2:
            raise ComparisonError("a duel needs a game for two or more players")
        tireless(make_agent(a)).check(bound)
        duel = Duel(game, chosen, bound.players, a, b)
        path = place(
            this.root,
            "duel",
            commit,
            tree=content_of(this.root),
            agents=[_identity(a), _identity(b)],
            game=game,
            options=chosen,
        )
        results = load(path, Results)
        interrupted = _play(stderr, duel, here, there, deals, results, path)
    differences = show(console, duel, other.name, deals, results)
    console.print(str(path), soft_wrap=True, highlight=False, markup=False)
    sys.exit(INTERRUPTED if interrupted else RULES_DIFFER if differences else 0)


def common_options(game: str, text: str, there: Side) -> dict[str, Any]:
    """The options of the game, all of which both trees must know."""
    try:
        words = shlex.split(text)
    except ValueError as problem:
        raise ComparisonError(f"the options {text!r} cannot be read: {problem}") from None
    ours, theirs = set(envs.spec(game).options.model_fields), set(there.ask(Options, do="options", game=game).options)
    for word in words:
        name = word.lstrip("-").replace("-", "_").partition("=")[0]
        if word.startswith("-") and name in ours ^ theirs:
            raise ComparisonError(f"only {'this tree' if name in ours else there.tree.name} knows the option {word!r}")
    options, rest = split_rest(game, words)
    if rest:
        raise ComparisonError(f"unexpected {rest[0]!r} among the options")
    return options


def _identity(spec: str) -> str:
    """The spec of an agent, and what is in its file if it has one: results of another model or other weights are other results."""
    name, _, rest = spec.strip().partition(":")
    named = re.search(r"^(.*?)(,sample=.*)?$" if name == "ppo" else r"\bweights=([^,]*)", rest)
    try:
        return spec + hashlib.sha256(Path(named[1] if named else "").read_bytes()).hexdigest()
    except (OSError, ValueError):
        return spec


def _play(console: Console, duel: Duel, here: Side, there: Side, deals: int, results: Results, path: Path) -> bool:
    """Play what is left, with a bar; whether this was interrupted. What was played is kept in any case."""
    with bar(console) as progress:
        plan = duel.plan(deals)
        task = progress.add_task("games", total=len(plan), completed=len(results.played() & set(plan)))
        try:
            duel.play(here, there, deals, results, lambda: progress.advance(task))
        except KeyboardInterrupt:
            return True
        finally:
            save(path, results)
    return False


def show(console: Console, duel: Duel, other: str, deals: int, results: Results) -> int:
    """Print how the games went, of the deals asked for, though more may be known; the number of those given up."""
    table = Table(title=f"A: {duel.a} of this tree, B: {duel.b} of {other}; even would be {1 / duel.players:.1%} for A")
    for heading in ("seat of A", "games", "win share of A", "95 % interval", "mean score of A", "of B"):
        table.add_column(heading, justify="left" if heading == "seat of A" else "right")
    finished = [one for one in results.finished if one.deal < deals]
    for seat in range(duel.players):
        _add(table, str(seat), [one for one in finished if one.seat == seat])
    table.add_section()
    _add(table, "all", finished)
    console.print(table)
    differences = [one for one in results.differences if one.deal < deals]
    for one in differences[:SHOWN]:
        console.print(_told(one, other), soft_wrap=True, highlight=False, markup=False)
    if differences:
        console.print(f"rules differ: {len(differences)} of {len(differences) + len(finished)} games were given up")
    return len(differences)


def _add(table: Table, name: str, games: list[Finished]) -> None:
    if not games:
        table.add_row(name, "0", "-", "-", "-", "-")
        return
    wins = sum(one.share for one in games)
    interval = wilson(wins, len(games))
    ours = fmean(one.scores[one.seat] for one in games)
    theirs = fmean(score for one in games for seat, score in enumerate(one.scores) if seat != one.seat)
    bounds = f"{interval.low:.1%} - {interval.high:.1%}"
    table.add_row(name, str(len(games)), f"{wins / len(games):.1%}", bounds, f"{ours:.1f}", f"{theirs:.1f}")


def _told(difference: Difference, other: str) -> str:
    where = f"deal {difference.deal}, A in seat {difference.seat}, decision {difference.decision}"
    return f"rules differ: {where}\n  this tree: {_seen(difference.this)}\n  {other}: {_seen(difference.other)}"


def _seen(seen: Seen) -> str:
    if seen.end is not None:
        scores = " ".join(f"{score:g}" for score in seen.end.scores)
        return f"{'cut off' if seen.end.truncated else 'over'}, scores {scores}, places {seen.end.places}"
    return f"seat {seen.player} has {len(seen.names)} actions: {'; '.join(seen.names)}"


if __name__ == "__main__":
    main(app)
