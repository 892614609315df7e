"""What a tuning has come to, for people."""

from __future__ import annotations

from pathlib import Path

from regolith.benchmarks.cells import Section
from regolith.benchmarks.report import in_markdown
from regolith.benchmarks.tune import Confirmed, Tuner
from regolith.benchmarks.tuning_files import BEST_FILE, REPORT_FILE, write_best
from regolith.envs.core.files import write_whole

LAST_SHOWN = 10


def tuning_answer(tuner: Tuner, confirmed: list[Confirmed]) -> str:
    """Whether the best weights are better than those it began with, in a sentence."""
    tried = f"{len(tuner.history)} generations"
    if not confirmed:
        return f"After {tried} the best weights have not been confirmed on held-out deals."
    against, fair = confirmed[0], 1.0 / tuner.game.players
    low, high = against.interval.low, against.interval.high
    won = f"the best weights win {_percent(against.share)} [{_percent(low)}, {_percent(high)}] of {against.games} games on held-out deals"
    verdict = "better" if low > fair else "worse" if high < fair else "not told apart by so many games"
    return f"After {tried} {won} against those of the start (even would be {_percent(fair)}): {verdict}."


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
                f"{_percent(line.share)} [{_percent(line.interval.low)}, {_percent(line.interval.high)}]",
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
    values = list(enumerate(tuner.history.values, start=1))[-LAST_SHOWN:]
    kind = "points ahead, in the scale of the game" if settings.by == "margin" else "share of the win"
    generations = Section(
        "Last generations",
        ["generation", "mean", "best candidate"],
        [[str(number), f"{found.mean():.3f}", f"{found.max():.3f}"] for number, found in values],
        f"Mean value of a game ({kind}) over all opponents. Every generation has deals of its own, so neighbours differ by luck too.",
    )
    return [*([held_out] if confirmed else []), weights, *([generations] if values else [])]


def write_tuning(folder: Path, tuner: Tuner, command: str, confirmed: list[Confirmed]) -> None:
    """Write `best.toml` and `report.md`."""
    settings, answer = tuner.head.settings, tuning_answer(tuner, confirmed)
    write_best(folder, tuner.best, [f"Weights for {tuner.head.env}.", answer, command])
    opponents = ", ".join(f"`{spec}`" for spec in settings.opponents)
    text = ["# Tuning", answer, f"Command: `{command}`", f"Game: {tuner.head.env}", f"Opponents: {opponents}"]
    text += [f"Play with them: `greedy:weights={BEST_FILE}`"]
    for section in tuning_sections(tuner, confirmed):
        text += in_markdown(section)
    write_whole(folder / REPORT_FILE, ("\n\n".join(text) + "\n").encode())


def _percent(share: float) -> str:
    return f"{100.0 * share:.1f}%"
