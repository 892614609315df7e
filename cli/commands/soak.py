"""`regolith soak`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from regolith import envs
from regolith.benchmarks.soak import Finding, soak_game
from regolith.cli.arguments import INTERRUPTED, at_least_one, deal_numbers, folder, split_rest
from regolith.cli.progress import bar
from regolith.cli.saving import save
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.game import Game
from regolith.envs.core.jit import end_announcement

MOST_FINDINGS = 20
"""After so many it is time to look at them."""


def command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="name of the game")],
    decisions: Annotated[int, typer.Option(help="decisions to take; the last game is played to its end")] = 1_000_000,
    sample_every: Annotated[int, typer.Option(help="decisions between two closer looks, on average")] = 500,
    seed: Annotated[int, typer.Option(help="first deal")] = 0,
    out: Annotated[Path, typer.Option(help="folder for a replay of each finding")] = Path("soak"),
) -> None:
    """Play random games of all option sets (or with the options given) with every check on; exit code 1 if something is wrong."""
    options, words = split_rest(game, context.args)
    if words:
        raise RegolithError(f"unexpected {words[0]!r}")
    spec = envs.spec(game)
    games = [spec.bind(**chosen) for chosen in ([options] if options else spec.option_sets)]
    at_least_one("--decisions", decisions)
    at_least_one("--sample-every", sample_every)
    deal_numbers(seed, decisions)
    folder(out)
    console = Console(soft_wrap=True, highlight=False)
    tally = Tally()
    started = time.perf_counter()
    try:
        with bar(Console(stderr=True)) as progress:
            task = progress.add_task("soak", total=decisions)
            tally.soak(games, seed, decisions, sample_every, lambda taken: progress.advance(task, taken))
    except KeyboardInterrupt:
        tally.interrupted = True
    end_announcement()
    report(console, tally, games, time.perf_counter() - started, out)
    if tally.findings:
        sys.exit(1)
    if tally.interrupted:
        sys.exit(INTERRUPTED)


class Tally:
    """What has been done and found so far."""

    def __init__(self) -> None:
        self.decisions = self.games = self.samples = 0
        self.played: set[Game] = set()
        """Of the option sets, those of which at least one game was played."""
        self.findings: list[Finding] = []
        self.interrupted = False

    def _sampled(self) -> None:
        self.samples += 1

    def soak(
        self, games: Sequence[Game], seed: int, decisions: int, sample_every: int, advance: Callable[[int], None]
    ) -> None:
        """Play one game of each option set, then another of each, and so on, until so many decisions have been taken in all."""
        for deal in count(seed):
            for game in games:
                if self.decisions >= decisions or len(self.findings) >= MOST_FINDINGS:
                    return
                taken, finding = soak_game(game, deal, sample_every, self._sampled)
                self.decisions += taken
                self.games += 1
                self.played.add(game)
                if finding is not None:
                    self.findings.append(finding)
                advance(taken)


def report(console: Console, tally: Tally, games: list[Game], seconds: float, out: Path) -> None:
    """What was done, what was checked how often, and each finding with its replay."""
    sets = str(len(games)) if len(tally.played) == len(games) else f"{len(tally.played)} of {len(games)}"
    console.print(
        f"{games[0].spec.env_id}: {tally.decisions:,} decisions in {tally.games:,} random games of {sets} option sets, "
        f"{seconds:.0f} s{', interrupted' if tally.interrupted else ''}"
    )
    console.print(
        "after every decision: its own invariants, mask, mover's observation, count; after every game: its result"
    )
    console.print(
        f"at {tally.samples:,} sampled positions: illegal actions, copies, bytes, names, and all that is hidden dealt anew for each seat"
    )
    for finding in tally.findings:
        where = f"decision {len(finding.actions)} of deal {finding.seed}"
        console.print(f"FOUND {finding.text}, {where}, {finding.game!r}", markup=False)
    console.print(f"{len(tally.findings)} findings" if tally.findings else "nothing found")
    save(out, lambda folder: _save_findings(console, tally.findings, folder))


def _save_findings(console: Console, findings: Sequence[Finding], folder: Path) -> None:
    for finding in findings:
        console.print(f"  {finding.save(folder)}", markup=False)
