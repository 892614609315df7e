"""What a tuning has come to, for people."""

from __future__ import annotations

from pathlib import Path

from regolith.benchmarks.cells import Report, Section, percent, with_interval
from regolith.benchmarks.methods import TUNING_METHODS, methods_of
from regolith.benchmarks.pictures import Lines
from regolith.benchmarks.report import write_report
from regolith.benchmarks.tune import Confirmed, Tuner
from regolith.benchmarks.tuning_files import BEST_FILE, write_best

LAST_SHOWN = 10


def tuning_answer(tuner: Tuner, confirmed: list[Confirmed]) -> str:
    """Whether the best weights are better than those it began with, in a sentence."""
    tried = f"{len(tuner.history)} generations"
    if not confirmed:
        return f"After {tried} the best weights have not been confirmed on held-out deals."
    against, fair = confirmed[0], 1.0 / tuner.game.players
    low, high = against.interval.low, against.interval.high
    won = f"the best weights win {percent(against.share)} [{percent(low)}, {percent(high)}] of {against.games} games on held-out deals"
    verdict = "better" if low > fair else "worse" if high < fair else "not told apart by so many games"
    return f"After {tried} {won} against those of the start (even would be {percent(fair)}): {verdict}."


def tuning_sections(tuner: Tuner, confirmed: list[Confirmed]) -> list[Section]:
    """Held-out games, weights, and how the last generations went."""
    best, settings = tuner.best, tuner.head.settings
    held_out = Section(
        "Held-out deals",
        ["opponent", "games", "win share (95%)"],
        [
            [
                line.opponent,
                str(line.games),
                with_interval(line.share, line.interval.low, line.interval.high, percent),
            ]
            for line in confirmed
        ],
        "Every deal in all seats, one player with the best weights among such opponents. "
        "Wilson intervals, wider where games of one deal are alike.",
    )
    weights = Section(
        "Weights",
        ["weight", "start", "best"],
        [[name, f"{number:.4g}", f"{best[name]:.4g}"] for name, number in tuner.head.start.items()],
    )
    every = list(enumerate(tuner.history.values, start=1))
    values = every[-LAST_SHOWN:]
    kind = "points ahead, in the scale of the game" if settings.by == "margin" else "share of the win"
    generations = Section(
        "Last generations",
        ["generation", "mean", "best candidate"],
        [[str(number), f"{found.mean():.3f}", f"{found.max():.3f}"] for number, found in values],
        f"Mean value of a game ({kind}) over all opponents. Every generation has deals of its own, so neighbours differ by luck too.",
        picture=Lines(
            f"All generations: {kind}.",
            "generation",
            "value of a game",
            [number for number, _ in every],
            {
                "mean": [float(found.mean()) for _, found in every],
                "best candidate": [float(found.max()) for _, found in every],
            },
            {},
        ),
    )
    return [*([held_out] if confirmed else []), weights, *([generations] if values else [])]


def tuning_report(tuner: Tuner, command: str, confirmed: list[Confirmed]) -> Report:
    """What came out, and how."""
    settings, sections = tuner.head.settings, tuning_sections(tuner, confirmed)
    about = {
        "Game": tuner.head.env,
        "Opponents": ", ".join(settings.opponents),
        "Play with them": f"greedy:weights={BEST_FILE}",
    }
    heading, answer = f"{tuner.game.spec.title}: tuning", tuning_answer(tuner, confirmed)
    methods = methods_of(TUNING_METHODS, sections)
    return Report(heading, command, [answer], about=about, sections=sections, methods=methods)


def write_tuning(folder: Path, tuner: Tuner, command: str, confirmed: list[Confirmed]) -> None:
    """Write `best.toml` and the report."""
    answer = tuning_answer(tuner, confirmed)
    write_best(folder, tuner.best, [f"Weights for {tuner.head.env}.", answer, command])
    write_report(folder, tuning_report(tuner, command, confirmed))
