"""The sections of a report about what was counted while the games ran."""

from __future__ import annotations

import json
from math import isinf
from typing import Any

import polars as pl

from regolith import envs
from regolith.benchmarks.cells import (
    FEW_GAMES,
    NOTHING,
    Section,
    Value,
    decimal,
    few_games,
    percent,
    rate,
    signed,
    with_interval,
)
from regolith.benchmarks.findings import leaders_finding, lift_finding
from regolith.benchmarks.lift import CONFIDENCE, LEAST_DEALS, lift_table
from regolith.benchmarks.pictures import Bar, Forest, Lines, Stacks
from regolith.benchmarks.tallies import cards_table, counted_table, curve_table, has_tally, leader_table
from regolith.envs.core.layout import Piece
from regolith.envs.core.tally import Tally

IN_A_TERMINAL = 15
"""Lines of the long tables."""
MOST_CARDS = 30
"""Of the picture of lifts."""
SCORE = "score"
"""What games call the piece that tells points by source."""
WEAK_MARK = "(weak)"
WHY_THE_NAIVE_RATE_DIFFERS = (
    "The win rate when played is that of seats that had the card, could pay for it and wanted it, so it tells in which games a card is "
    "played as much as what it does; being dealt it is chance, so the lift is what the card itself brings."
)


def tally_sections(rows: pl.DataFrame) -> list[Section]:
    """Cards, what chance and playing them do, everything else that was counted, and curves; nothing without a tally."""
    if rows.is_empty() or not has_tally(rows):
        return []
    spec = envs.spec(rows["game"][0])
    assert spec.tally is not None
    tally = spec.tally.named(spec.options.parse(spec.name, json.loads(rows["options"][0])))
    of_cards = () if tally.cards is None else tally.cards.pieces
    sections = []
    if tally.cards is not None:
        sections += [_lifts(rows, tally), _cards(rows, tally)]
    sections.append(_leaders(rows, tally))
    for piece in tally.counters:
        if piece.name in tally.curves:
            sections.append(_curves(rows, tally, piece))
        elif piece.name not in of_cards:
            sections.append(_counted(rows, tally, piece))
    return [section for section in sections if section.lines]


def _lifts(rows: pl.DataFrame, tally: Tally) -> Section:
    lines = []
    table = lift_table(rows, tally)
    for line in table.iter_rows(named=True):
        lines.append(
            [
                line["card"],
                str(line["dealt"]),
                str(line["played"]),
                _ratio(line, "naive", percent),
                _ratio(line, "win_lift", _points),
                rate(line["win_false_discovery"]),
                _ratio(line, "margin_lift", signed),
                rate(line["margin_false_discovery"]),
                _by_playing(line, "win_by_playing", _points),
                _by_playing(line, "margin_by_playing", signed),
            ]
        )
    headers = ["card", "dealt", "played", "wins when played (95%)", "lift on wins (95%)", "FDR of wins"]
    headers += ["lift on margin (95%)", "FDR of margin", "playing: wins (95%)", "playing: margin (95%)"]
    note = (
        "Dealt, played: seats. Lift: what being dealt the card changes, beside seats that could as well have been dealt it; on wins in "
        "percentage points, on the margin to the best other player in points. FDR: false-discovery rate (Benjamini-Hochberg) of all cards "
        "up to this one. Playing: the lift over how much more often those who are dealt it play it; it takes for granted that a card does "
        f"nothing unless it is played. Fieller's intervals ({CONFIDENCE:.0%}) over deals; {WEAK_MARK}: being dealt it hardly changes who "
        f"plays it. Cards that came to somebody in fewer than {LEAST_DEALS} deals are left out."
    )
    return Section(
        "What cards bring",
        headers,
        lines,
        note,
        WHY_THE_NAIVE_RATE_DIFFERS,
        IN_A_TERMINAL,
        lift_finding(table),
        _lift_picture(table),
    )


def _lift_picture(table: pl.DataFrame) -> Forest:
    """The surest effects, largest first."""
    shown = table.head(MOST_CARDS).sort("margin_lift", descending=True, nulls_last=True)
    known = shown.select("card", "margin_lift", "margin_lift_low", "margin_lift_high").drop_nulls()
    caption = f"What being dealt a card changes; the {shown.height} of {table.height} cards of which most is sure."
    return Forest(caption, "points of margin", [Bar(*line) for line in known.iter_rows()], beside=0.0)


def _cards(rows: pl.DataFrame, tally: Tally) -> Section:
    assert tally.cards is not None
    table = cards_table(rows, tally)
    meanings = [f"{name}: {tally.counters[name].meaning}." for name in tally.cards.pieces if name in table.columns]
    lines = [[_cell(value) for value in line] for line in table.iter_rows()]
    sentences = [sentence[0].upper() + sentence[1:] for sentence in meanings]
    of_players = " and ".join([tally.round, *tally.cards.worth]).capitalize()
    means = f"{of_players}: of the seats that played it, on average; the others are sums."
    return Section("Cards", table.columns, lines, " ".join([*sentences, means]), first=IN_A_TERMINAL)


def _counted(rows: pl.DataFrame, tally: Tally, piece: Piece) -> Section:
    table = counted_table(rows, tally, piece)
    lines = [
        [
            line["entry"],
            str(line["seats"]),
            decimal(line["mean"], 2),
            decimal(line["winners"], 2),
            decimal(line["others"], 2),
            with_interval(line["win_rate"], line["win_low"], line["win_high"], percent),
        ]
        for line in table.iter_rows(named=True)
    ]
    whose = "the seats that have one" if piece.name in tally.marks else "all seats"
    meaning = f"{piece.meaning[0].upper()}{piece.meaning[1:]}."
    note = f"{meaning} Means of {whose}, and of winners and others among them; wins of the seats that have any."
    headers = [piece.name, "seats", "mean", "winners", "others", "win rate (95%)"]
    picture = _composition(table) if piece.name == SCORE else None
    return Section(f"Counted: {piece.name}", headers, lines, note, picture=picture)


def _composition(table: pl.DataFrame) -> Stacks:
    """What the points of winners and of the others are made of."""
    parts = {line["entry"]: (line["winners"] or 0.0, line["others"] or 0.0) for line in table.iter_rows(named=True)}
    return Stacks("What points come from, on average.", "points", ("winners", "others"), parts)


def _leaders(rows: pl.DataFrame, tally: Tally) -> Section:
    """How early the winner is known."""
    table = leader_table(rows, tally)
    lines = [
        [
            str(line["round"]),
            str(line["games"]),
            decimal(line["lead"]),
            with_interval(line["win_rate"], line["win_low"], line["win_high"], percent),
        ]
        for line in table.iter_rows(named=True)
    ]
    known = table.filter(pl.col("games") >= FEW_GAMES)
    picture = Lines(
        "How often whoever is ahead in points then wins in the end.",
        tally.round,
        "leader wins",
        known["round"].to_list(),
        {"leader": known["win_rate"].to_list()},
        {"leader": list(known.select("win_low", "win_high").iter_rows())},
        shares=True,
    )
    note = (
        f"Games that went on after this {tally.round}: who was ahead in points then, by how much, and how often they won in the end. "
        f"Leaders who are level share. {few_games(table['games'].to_list())}"
    )
    return Section(
        "Leaders",
        [tally.round, "games", "lead", "leader wins (95%)"],
        lines,
        note.strip(),
        finding=leaders_finding(table, tally.round),
        picture=picture,
    )


def _curves(rows: pl.DataFrame, tally: Tally, piece: Piece) -> Section:
    table = curve_table(rows, tally, piece)
    lines = [[_cell(value) for value in line] for line in table.iter_rows()]
    note = f"{piece.meaning[0].upper()}{piece.meaning[1:]}. Means of the seats whose game had this {tally.round}."
    known = table.filter(pl.col("seats") >= FEW_GAMES)
    curves = {name: known[name].to_list() for name in tally.curves[piece.name]}
    caption = f"Means of the seats whose game had this {tally.round}."
    picture = Lines(caption, tally.round, "mean", known[tally.round].to_list(), curves, {})
    return Section(f"Counted: {piece.name}", table.columns, lines, note, picture=picture)


def _ratio(line: dict[str, Any], name: str, show: Any) -> str:
    return with_interval(line[name], line[f"{name}_low"], line[f"{name}_high"], show)


def _by_playing(line: dict[str, Any], name: str, show: Any) -> str:
    """Nothing but the mark where the effect could be anything."""
    if line[name] is None or isinf(line[f"{name}_low"]):
        return WEAK_MARK
    shown = _ratio(line, name, show)
    return (
        Value(f"{shown} {WEAK_MARK}", line[name], line[f"{name}_low"], line[f"{name}_high"]) if line["weak"] else shown
    )


def _points(share: float) -> str:
    """Percentage points."""
    return Value(f"{100.0 * share:+.1f}", share)


def _cell(value: Any) -> str:
    if value is None:
        return NOTHING
    return decimal(value, 1) if isinstance(value, float) else str(value)
