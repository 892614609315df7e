"""The sections of a report, built from the tables: the same for the terminal and for every kind of file."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import polars as pl

from regolith.agents.registry import by_the_clock
from regolith.agents.statistics import bootstrap_mean, wilson
from regolith.benchmarks.cells import (
    NOTHING,
    Section,
    Value,
    decimal,
    decimal_like,
    few_games,
    percent,
    rate,
    share_in_words,
    short,
    signed,
    whole,
    whole_percent,
    with_interval,
)
from regolith.benchmarks.facts import QUANTILES, every_number, fact_table, game_numbers, game_words, seat_words
from regolith.benchmarks.findings import (
    agents_finding,
    fact_finding,
    games_finding,
    seats_finding,
)
from regolith.benchmarks.pictures import MOST_BARS, Bar, Forest, Histograms, Lines
from regolith.benchmarks.realism import comparable, figure_table, seats_table
from regolith.benchmarks.tables import arena_summary, head_to_head, seat_table, solo_comparison, solo_summary
from regolith.benchmarks.tally_sections import tally_sections
from regolith.envs.core.game import Game
from regolith.envs.core.realism import MARGIN, WINNING_SCORE

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
        won = share_in_words(line["win_rate"], line["win_low"], line["win_high"], line["deals"])
        sentences.append(f"{line['agent']} won {line['wins']} of {line['deals']} deals, {won}")
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
            picture=Forest("Share of deals won.", "win rate", _bars(agents, "agent", "win"), shares=True),
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
    curves: dict[str, list[float]] = {name: [] for name in names}
    bands: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    for last in lengths:
        cells = []
        for name, own in played.items():
            won = own.filter(pl.col("won") & (pl.col("length") <= last)).height
            share = wilson(won, own.height)
            curves[name].append(won / own.height)
            bands[name].append((share.low, share.high))
            cells.append(with_interval(won / own.height, share.low, share.high, percent))
        lines.append([str(last), *cells])
    picture = Lines("Share of games won after so many.", unit, "won", lengths, curves, bands, shares=True)
    note = f"Games won after so many {unit}, of all games (95%). Agents were not told of a shorter game: these are shares of the whole one."
    return [Section("Won within", [unit, *map(_marked, names)], lines, note, picture=picture)]


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


def _bars(table: pl.DataFrame, label: str, value: str) -> list[Bar]:
    """The rows whose value and interval are known, as they come."""
    middle = {"win": "win_rate"}.get(value, value)
    known = table.select(label, middle, f"{value}_low", f"{value}_high").drop_nulls()
    return [Bar(*line) for line in known.iter_rows()]


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
    table = figure_table(rows, game)
    lines = []
    for line in table.iter_rows(named=True):
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
    caption = "Difference from people; to the right of the line there is more of it here."
    picture = Forest(caption, "standard deviations", _bars(table, "figure", "difference"), beside=0.0)
    return Section("Beside people", headers, lines, " ".join(note), picture=picture)


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
    headers = [realism.by, "seats", "win rate (95%)", "of people", "people's win rate (95%)", "apart"]
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
    headers = ["agent", "rating (95%)", "games", "win rate (95%)"]
    picture = Forest("Ratings on the Elo scale.", "rating", _bars(agents, "agent", "rating"))
    return Section("Agents", headers, lines, note, finding=agents_finding(agents), picture=picture)


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
    pairs = {(a, b): Value(f"{percent(share)} ({n})", share) for a, b, n, share in head_to_head(rows).iter_rows()}
    return Section(
        "Head to head",
        ["agent", *names],
        [[a, *(pairs.get((a, b), NOTHING) for b in names)] for a in names],
        "Win share of the agent in the row over games with the agent in the column, and number of games.",
    )


def _seats(rows: pl.DataFrame) -> Section:
    table = seat_table(rows)
    lines = [
        [
            str(line["seat"]),
            str(line["games"]),
            with_interval(line["win_rate"], line["win_low"], line["win_high"], percent),
            percent(line["fair_share"]),
            rate(line["false_discovery"]),
        ]
        for line in table.iter_rows(named=True)
    ]
    headers = ["seat", "games", "win share (95%)", "fair share", "FDR"]
    bars = [Bar(f"seat {bar.label}", bar.value, bar.low, bar.high) for bar in _bars(table, "seat", "win")]
    picture = Forest("Who sits where; the line is an even share.", "win share", bars, table["fair_share"][0], True)
    note = f"{_shares_note(rows)} FDR: false-discovery rate of another share than the fair one."
    return Section("Seats", headers, lines, note, finding=seats_finding(rows, table), picture=picture)


def _games(rows: pl.DataFrame) -> list[Section]:
    """How games went: the distribution of each fact that is a number, and how often each word was the case."""
    numbers, words = game_numbers(rows), game_words(rows)
    found = {(agent, fact): values for agent, fact, values, _ in every_number(rows)}
    sections = []
    for (agent,), table in numbers.group_by("agent", maintain_order=True):
        alike = table.filter((pl.col("games") > 1) & (pl.col("lowest") == pl.col("highest")))
        varied = table.join(alike, on="fact", how="anti", maintain_order="left")
        lines = [
            [
                line["fact"],
                str(line["games"]),
                with_interval(line["mean"], line["mean_low"], line["mean_high"], decimal_like(line["mean"])),
                NOTHING if line["deviation"] is None else decimal_like(line["deviation"])(line["deviation"]),
                *(short(line[name]) for name in QUANTILES),
            ]
            for line in varied.iter_rows(named=True)
        ]
        headers = ["fact", "games", "mean (95%)", "s.d.", "min", "10%", "median", "90%", "max"]
        several = bool(_agent_header(numbers))
        title = f"Games of {agent}" if several else "Games"
        note = (
            "Mean with Student's interval over deals; standard deviation and quantiles of single games."
            if lines
            else ""
        )
        same = [f"{fact} {short(value)}" for fact, value in alike.select("fact", "mean").iter_rows()]
        same += _words_alike(words, agent)
        note = " ".join(filter(None, [note, f"The same in all games: {', '.join(same)}." if same else ""]))
        # How long games are, which is their first number, and how they were won come first: there is room for so many pictures only.
        leading = {*table["fact"].head(1), WINNING_SCORE, MARGIN}
        order = sorted(varied["fact"], key=lambda fact: fact not in leading)
        picture = Histograms("How many games had which number.", {fact: found[agent, fact] for fact in order})
        finding = games_finding(varied) if agent is None else ""
        sections.append(Section(title, headers, lines, note, finding=finding, picture=picture))
    for (fact,), table in words.group_by("fact", maintain_order=True):
        if table["value"].n_unique() < 2:
            continue
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


def _words_alike(words: pl.DataFrame, agent: Any) -> list[str]:
    """Facts of a game with the same word in all games of all agents."""
    if words.is_empty():
        return []
    alike = words.filter((pl.col("value").n_unique().over("fact") == 1) & pl.col("agent").eq_missing(agent))
    return [f"{fact} {value}" for fact, value in alike.select("fact", "value").iter_rows()]


def _by_seat_facts(rows: pl.DataFrame) -> list[Section]:
    """A table for every fact of a seat that is a word and not always the same: how often each agent won with which corporation, say."""
    sections = []
    for fact in seat_words(rows):
        table = fact_table(rows, fact)
        if table["value"].n_unique() < 2:
            continue
        fair = table["fair_share"].null_count() < table.height
        lines = [
            [
                line["value"],
                *_agent_cell(table, line),
                str(line["games"]),
                with_interval(line["win_rate"], line["win_low"], line["win_high"], percent),
                *([percent(line["fair_share"])] if fair else []),
                decimal(line["mean_score"]),
                rate(line["false_discovery"]),
            ]
            for line in table.iter_rows(named=True)
        ]
        headers = [fact, *_agent_header(table), "games", "win rate (95%)"]
        headers += [*(["fair share"] if fair else []), "score", "FDR"]
        unlike = "FDR: false-discovery rate of a win rate unlike that of all games of the agent."
        note = " ".join(filter(None, [_shares_note(rows), unlike, few_games(table["games"].to_list())]))
        finding = fact_finding(fact, table)
        sections.append(Section(f"By {fact}", headers, lines, note, finding=finding, picture=_by_fact(fact, table)))
    return sections


def _by_fact(fact: str, table: pl.DataFrame) -> Forest:
    """The values that most games had, best first; the line is an even share."""
    several = bool(_agent_header(table))
    shown = table.top_k(MOST_BARS, by="games").sort("win_rate", "value", descending=[True, False])
    if several:
        shown = shown.with_columns(value=pl.format("{} ({})", "value", "agent"))
    caption = (
        f"Win rates by {fact}." if shown.height == table.height else f"Win rates of the {MOST_BARS} with most games."
    )
    fair = None if several else table["fair_share"][0]
    return Forest(caption, "win rate", _bars(shown, "value", "win"), fair, shares=True)


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
