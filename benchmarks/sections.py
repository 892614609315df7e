"""The sections of a report, built from the tables: the same for the terminal and for Markdown."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import polars as pl

from regolith.agents.registry import by_the_clock
from regolith.agents.statistics import bootstrap_mean, wilson
from regolith.benchmarks.cells import (
    NOTHING,
    Section,
    decimal,
    decimal_like,
    percent,
    short,
    signed,
    whole,
    whole_percent,
    with_interval,
)
from regolith.benchmarks.facts import QUANTILES, fact_table, game_numbers, game_words, seat_words
from regolith.benchmarks.realism import comparable, figure_table, seats_table
from regolith.benchmarks.tables import arena_summary, head_to_head, seat_table, solo_comparison, solo_summary
from regolith.benchmarks.tally_sections import tally_sections
from regolith.envs.core.game import Game

BY_THE_CLOCK = "(by the clock)"


def arena_sections(rows: pl.DataFrame, agents: pl.DataFrame) -> list[Section]:
    """Agents, head to head, seats, games, facts and counts; nothing without rows. One agent alone has no rating."""
    if rows.is_empty():
        return []
    summary = arena_summary(rows)
    met = summary.self_play_games < summary.games
    return [
        *([_rated(agents, summary.self_play_games > 0), _head_to_head(rows, agents)] if met else []),
        _efforts(agents, met, summary.distinct_games < summary.games),
        _seats(rows),
        *_games(rows),
        *_by_seat_facts(rows),
        *tally_sections(rows),
        _counts(
            ("games", summary.games),
            ("deals", summary.deals),
            ("distinct games", summary.distinct_games),
            ("games of an agent against itself", summary.self_play_games),
            ("truncated games", summary.truncated_games),
        ),
    ]


def solo_answer(agents: pl.DataFrame) -> list[str]:
    """How often the game was won, in a sentence for each agent, and once how to take it."""
    sentences = []
    for line in agents.iter_rows(named=True):
        digits = 0 if line["deals"] < 1000 else 1
        rate, low, high = (f"{100.0 * line[name]:.{digits}f}" for name in ("win_rate", "win_low", "win_high"))
        sentences.append(f"{line['agent']} won {line['wins']} of {line['deals']} deals, {rate} % [{low}, {high}]")
    if len(sentences) == 1:
        whose = "a win rate is what this agent achieves, a lower bound of what can be won."
        return [f"{sentences[0]}; {whose}"]
    remark = "A win rate is what an agent achieves, a lower bound of what can be won."
    return [*(f"{sentence}." for sentence in sentences), *([remark] if sentences else [])]


def solo_sections(rows: pl.DataFrame, agents: pl.DataFrame, best: pl.DataFrame | None = None) -> list[Section]:
    """Agents, paired comparisons, games, facts and counts; nothing without rows. `best`: the fastest win known of each deal."""
    if rows.is_empty():
        return []
    summary = solo_summary(rows)
    unit = "/".join(agents["length_unit"].unique().sort())
    lacking = [
        f"Lost games of {a} lacked on average: {text}." for a, text in agents.select("agent", "missing").rows() if text
    ]
    sections = [
        Section(
            "Agents",
            ["agent", "deals", "wins", "win rate (95%)", "won in", "lost in", "score"],
            [
                [
                    _marked(line["agent"]),
                    str(line["deals"]),
                    str(line["wins"]),
                    with_interval(line["win_rate"], line["win_low"], line["win_high"], percent),
                    decimal(line["length_won"]),
                    decimal(line["length_lost"]),
                    decimal(line["mean_score"]),
                ]
                for line in agents.iter_rows(named=True)
            ],
            " ".join([f"Wilson intervals. Won and lost in: mean {unit}.", *lacking, *_about_marks(agents)]),
        )
    ]
    sections += _won_within(rows, agents, unit)
    sections += [] if best is None else [_regret(rows, agents, best, unit)]
    if agents.height > 1:
        sections.append(_comparisons(rows, agents["agent"].to_list()))
    counts = _counts(("games", summary.games), ("deals", summary.deals), ("truncated games", summary.truncated_games))
    return [*sections, *_games(rows), *_by_seat_facts(rows), counts]


def _won_within(rows: pl.DataFrame, agents: pl.DataFrame, unit: str) -> list[Section]:
    """How many games each agent has won by when; nothing where all wins take equally long."""
    lengths = rows.filter(pl.col("won"))["length"].unique().sort().to_list()
    if len(lengths) < 2:
        return []
    names = agents["agent"].to_list()
    played = {name: rows.filter(pl.col("agent") == name) for name in names}
    lines = []
    for last in lengths:
        won = {name: own.filter(pl.col("won") & (pl.col("length") <= last)).height for name, own in played.items()}
        lines.append([str(last), *(_share_of(won[name], played[name].height) for name in names)])
    note = f"Games won after so many {unit}, of all games (95%). Agents were not told of a shorter game: these are shares of the whole one."
    return [Section("Won within", [unit, *map(_marked, names)], lines, note)]


def _regret(rows: pl.DataFrame, agents: pl.DataFrame, best: pl.DataFrame, unit: str) -> Section:
    """How much longer each agent takes than the fastest win known, and what it lost that can be won."""
    beside = rows.join(best, on="deal")
    lines = []
    for agent in agents["agent"]:
        own = beside.filter(pl.col("agent") == agent)
        known = own.filter(pl.col("fastest") > 0)
        won = known.filter(pl.col("won"))
        behind = (won["length"] - won["fastest"]).to_numpy()
        mean, low, high = None, 0.0, 0.0
        if won.height > 1:
            interval = bootstrap_mean(behind, won["deal"].to_numpy())
            mean, low, high = float(behind.mean()), interval.low, interval.high
        lost = known.height - won.height
        cells = [with_interval(mean, low, high, lambda value: f"{value:.2f}"), f"{lost} of {known.height}"]
        lines.append([_marked(agent), *cells])
    note = f"{unit.capitalize()} behind the fastest win that a ladder of beams has found with all decks known; below 0: ahead of it."
    return Section("Regret", ["agent", "behind, in deals won (95%)", "lost of deals that can be won"], lines, note)


def _share_of(number: int, of: int) -> str:
    interval = wilson(number, of)
    return with_interval(number / of, interval.low, interval.high, percent)


def _marked(agent: str) -> str:
    """The name of an agent, with a mark if its games cannot be repeated."""
    return f"{agent} {BY_THE_CLOCK}" if by_the_clock(agent) else agent


def _about_marks(agents: pl.DataFrame) -> list[str]:
    if any(map(by_the_clock, agents["agent"])):
        return [f"{BY_THE_CLOCK}: thinks so many seconds, so that these games cannot be repeated."]
    return []


def realism_answer(game: Game) -> list[str]:
    """Which games of people these are compared with."""
    people = comparable(game)[1]
    return [f"Compared with {people.games} games of {game.players} people each. They played with {people.played}."]


def realism_sections(rows: pl.DataFrame, game: Game) -> list[Section]:
    """Figures and win rates beside people's, and counts; nothing without rows."""
    if rows.is_empty():
        return []
    summary = arena_summary(rows)
    counts = [("games", summary.games), ("distinct games", summary.distinct_games)]
    counts.append(("truncated games, left out above", summary.truncated_games))
    return [_figures(rows, game), _seats_beside_people(rows, game), _counts(*counts)]


def _figures(rows: pl.DataFrame, game: Game) -> Section:
    realism, _ = comparable(game)
    figures = {figure.name: figure for figure in realism.figures}
    lines = []
    for line in figure_table(rows, game).iter_rows(named=True):
        share = figures[line["figure"]].is_share
        show = percent if share else decimal_like(line["mean"])
        low, high = (
            (max(0.0, line["mean_low"]), min(1.0, line["mean_high"]))
            if share
            else (line["mean_low"], line["mean_high"])
        )
        theirs, spread = line["people_mean"], line["people_deviation"]
        lines.append(
            [
                line["figure"],
                with_interval(line["mean"], low, high, show),
                NOTHING if line["deviation"] is None else show(line["deviation"]),
                NOTHING if theirs is None else show(theirs),
                NOTHING if spread is None else show(spread),
                with_interval(line["difference"], line["difference_low"], line["difference_high"], signed),
            ]
        )
    told = [f"{figure.name}: {figure.meaning}." for figure in realism.figures if figure.meaning]
    note = [
        "Mean with Student's interval over deals.",
        "Difference: that of the means, in standard deviations (the root mean square of both); above 0 there is more of it here.",
        *(sentence[0].upper() + sentence[1:] for sentence in told),
    ]
    headers = ["figure", "mean (95%)", "s.d.", "people", "people's s.d.", "difference (95%)"]
    return Section("Beside people", headers, lines, " ".join(note))


def _seats_beside_people(rows: pl.DataFrame, game: Game) -> Section:
    realism, people = comparable(game)
    lines = [
        [
            line["value"],
            str(line["seats"]),
            with_interval(line["win_rate"], line["win_low"], line["win_high"], whole_percent),
            NOTHING if line["people_seats"] is None else str(line["people_seats"]),
            with_interval(line["people_win_rate"], line["people_win_low"], line["people_win_high"], whole_percent),
            NOTHING if line["people_seats"] is None else f"{100.0 * (line['win_rate'] - line['people_win_rate']):+.0f}",
        ]
        for line in seats_table(rows, game).iter_rows(named=True)
    ]
    headers = [realism.by, "seats", "win rate (95%)", "of people", "win rate (95%)", "apart"]
    fair = f"Fair share: {percent(1.0 / game.players)}. Of people: their seats. Apart: percentage points that the rate is higher here."
    note = f"{_shares_note(rows)} {fair} People's rates are {people.seats_of}. {people.source}"
    return Section(f"By {realism.by}", headers, lines, note)


def _rated(agents: pl.DataFrame, self_play: bool) -> Section:
    """Ratings and win rates of agents that met others."""
    lines = [
        [
            _marked(line["agent"]),
            with_interval(line["rating"], line["rating_low"], line["rating_high"], whole),
            str(line["games"]),
            with_interval(line["win_rate"], line["win_low"], line["win_high"], percent),
        ]
        for line in agents.iter_rows(named=True)
    ]
    note = "Rating: Plackett-Luce on the Elo scale with a bootstrap interval over deals."
    methods = {
        "wilson": "Wilson intervals",
        "bootstrap": "bootstrap intervals over deals (wins are shared, or an agent holds several seats)",
        "one deal": "no interval from one deal",
    }
    used = [words for method, words in methods.items() if method in set(agents["interval"])]
    note += f" Win rates: {', '.join(used)}."
    if self_play:
        note += " Both leave out games of an agent against itself."
    note = " ".join([note, *_about_marks(agents)])
    return Section("Agents", ["agent", "rating (95%)", "games", "win rate (95%)"], lines, note)


def _efforts(agents: pl.DataFrame, met: bool, repeated: bool) -> Section:
    """Scores, decisions and time; of one agent alone this is all there is to say."""
    lines = [
        [
            _marked(line["agent"]),
            str(line["games"]),
            decimal(line["mean_score"]),
            decimal(line["decisions_per_game"]),
            decimal(line["ms_per_decision"], 2),
        ]
        for line in agents.iter_rows(named=True)
    ]
    notes = [] if met else ["The agent plays only against itself, so it has no rating and no win rate."]
    notes += ["Some games are identical: intervals are narrower than the information in them."] if repeated else []
    notes += _about_marks(agents)
    headers = ["agent", "games", "score", "decisions", "ms each"]
    return Section(
        "Scores and time" if met else "Agents", headers, lines, " ".join(["Means of a seat in a game.", *notes])
    )


def _head_to_head(rows: pl.DataFrame, agents: pl.DataFrame) -> Section:
    names = agents["agent"].to_list()
    pairs = {(a, b): f"{percent(share)} ({n})" for a, b, n, share in head_to_head(rows).iter_rows()}
    return Section(
        "Head to head",
        ["agent", *names],
        [[a, *(pairs.get((a, b), NOTHING) for b in names)] for a in names],
        "Win share of the agent in the row over games with the agent in the column, and number of games.",
    )


def _seats(rows: pl.DataFrame) -> Section:
    lines = [
        [
            str(line["seat"]),
            str(line["games"]),
            with_interval(line["win_rate"], line["win_low"], line["win_high"], percent),
            percent(line["fair_share"]),
        ]
        for line in seat_table(rows).iter_rows(named=True)
    ]
    return Section("Seats", ["seat", "games", "win share (95%)", "fair share"], lines, _shares_note(rows))


def _games(rows: pl.DataFrame) -> list[Section]:
    """How games went: the distribution of each fact that is a number, and how often each word was the case."""
    numbers, words = game_numbers(rows), game_words(rows)
    sections = []
    for (agent,), table in numbers.group_by("agent", maintain_order=True):
        lines = [
            [
                line["fact"],
                str(line["games"]),
                with_interval(line["mean"], line["mean_low"], line["mean_high"], decimal_like(line["mean"])),
                NOTHING if line["deviation"] is None else decimal_like(line["deviation"])(line["deviation"]),
                *(short(line[name]) for name in QUANTILES),
            ]
            for line in table.iter_rows(named=True)
        ]
        headers = ["fact", "games", "mean (95%)", "s.d.", "min", "10%", "median", "90%", "max"]
        title = f"Games of {agent}" if _agent_header(numbers) else "Games"
        note = "Mean with Student's interval over deals; standard deviation and quantiles of single games."
        sections.append(Section(title, headers, lines, note))
    for (fact,), table in words.group_by("fact", maintain_order=True):
        lines = [
            [
                line["value"],
                *_agent_cell(words, line),
                str(line["games"]),
                with_interval(line["share"], line["share_low"], line["share_high"], percent),
            ]
            for line in table.iter_rows(named=True)
        ]
        headers = [str(fact), *_agent_header(words), "games", "share of games (95%)"]
        sections.append(Section(f"Games by {fact}", headers, lines, _shares_note(rows)))
    return sections


def _by_seat_facts(rows: pl.DataFrame) -> list[Section]:
    """A table for every fact of a seat that is a word: how often each agent won with which corporation, say."""
    sections = []
    for fact in seat_words(rows):
        table = fact_table(rows, fact)
        fair = table["fair_share"].null_count() < table.height
        lines = [
            [
                line["value"],
                *_agent_cell(table, line),
                str(line["games"]),
                with_interval(line["win_rate"], line["win_low"], line["win_high"], percent),
                *([percent(line["fair_share"])] if fair else []),
                decimal(line["mean_score"]),
            ]
            for line in table.iter_rows(named=True)
        ]
        headers = [fact, *_agent_header(table), "games", "win rate (95%)", *(["fair share"] if fair else []), "score"]
        sections.append(Section(f"By {fact}", headers, lines, _shares_note(rows)))
    return sections


def _shares_note(rows: pl.DataFrame) -> str:
    """How the intervals of shares were made; see `share_interval`."""
    repeated = rows.select("deal", "agent" if "won" in rows.columns else "seat").is_duplicated().any()
    return "Wilson intervals, wider where games of one deal are alike." if repeated else "Wilson intervals."


def _agent_header(table: pl.DataFrame) -> list[str]:
    """A column for the agent is needed where there are several."""
    return ["agent"] if table["agent"].n_unique() > 1 else []


def _agent_cell(table: pl.DataFrame, line: dict[str, Any]) -> list[str]:
    return [line["agent"]] if _agent_header(table) else []


def _comparisons(rows: pl.DataFrame, agents: Sequence[str]) -> Section:
    """Each pair of agents on shared deals; pairs that cannot be compared say why, in the note."""
    lines, reasons = [], []
    for a, b in combinations(agents, 2):
        try:
            pair = solo_comparison(rows, a, b)
        except ValueError as reason:
            reasons.append(str(reason))
            continue
        counts = (pair.deals, pair.both_won, pair.only_a, pair.only_b)
        lines.append([a, b, *map(str, counts), f"{pair.p_value:.3g}"])
    headers = ["a", "b", "shared deals", "both won", "only a", "only b", "p value"]
    return Section("Same deals", headers, lines, " ".join(["Exact McNemar test.", *dict.fromkeys(reasons)]))


def _counts(*counts: tuple[str, int]) -> Section:
    return Section("Counts", ["count", "number"], [[name, str(number)] for name, number in counts])
