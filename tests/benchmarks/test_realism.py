"""Games of a player beside games of people: the figures of people, what is watched in a game, the comparison."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from regolith import envs
from regolith.agents import make_agent
from regolith.agents.statistics import wilson
from regolith.benchmarks import arena, matches, parquet, realism
from regolith.benchmarks.facts import game_numbers
from regolith.benchmarks.sections import realism_answer, realism_sections
from regolith.envs.core.errors import InvalidOptions, RegolithError
from regolith.envs.core.game import Game
from regolith.envs.core.realism import People
from regolith.envs.core.replay import Replay
from regolith.envs.core.state import State
from regolith.envs.terraforming_mars.actions import AWARD, CARD, DECLINE, STANDARD
from regolith.envs.terraforming_mars.boxes import CORPORATIONS, NUMBER
from regolith.envs.terraforming_mars.language.pending import T
from regolith.envs.terraforming_mars.realism.human_games import FILE, HumanGames, human_games
from regolith.envs.terraforming_mars.realism.watching import CARDS, STANDARD_SHARE, Spending
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION, PROJECTS
from regolith.envs.terraforming_mars.rules.price import standard_price
from regolith.envs.terraforming_mars.state import Kind, Lies, Phase
from regolith.envs.terraforming_mars.words import Resource, StandardProject

GAME = "terraforming_mars"
DEALS = 6


@pytest.fixture(scope="module")
def mars() -> Game:
    return envs.game(GAME)


@pytest.fixture(scope="module")
def games(mars: Game) -> arena.Tournament:
    return realism.tournament(mars, "greedy", DEALS)


@pytest.fixture(scope="module")
def rows(games: arena.Tournament) -> pl.DataFrame:
    return arena.hold(games, workers=1)


# --- games of people


def people(**options: Any) -> People:
    return realism.comparable(envs.game(GAME, **options))[1]


def test_the_figures_are_those_of_the_same_players_and_boxes() -> None:
    two = people()
    assert (two.games, two.played) == (170, "Corporate Era, Prelude, Venus Next")
    assert (two.figures["generations"].mean, two.figures["generations"].deviation) == (12.72, 1.68)
    assert (two.figures["winning score"].mean, two.figures["margin"].deviation) == (126.9, None)
    three = people(players=3, colonies=True, turmoil=True)
    assert (three.games, three.figures["winning score"].mean) == (141, 103.4)
    assert people(players=4, venus=False).figures["awards"].mean == 2.8


def test_without_games_of_the_same_boxes_the_nearest_are_taken() -> None:
    assert people(underworld=True).played == "Corporate Era, Prelude, Venus Next (here also with Underworld 2)"
    assert people(players=3, colonies=True, turmoil=True, venus=False).games == 36
    # Without Turmoil there are 204 games, with Colonies besides there are 36: both are one box apart.
    assert people(players=3, turmoil=True, venus=False).games == 204
    assert (
        people(corporate_era=False, prelude=False, venus=False).played == "Corporate Era (here without Corporate Era)"
    )
    # Colonies and Turmoil without Venus Next were logged for three players only; one box apart are 262 games, and 137.
    assert people(players=2, turmoil=True, colonies=True, venus=False).games == 262


def test_one_player_has_nobody_to_be_compared_with() -> None:
    with pytest.raises(InvalidOptions, match="known for 2 to 5 players, not for 1"):
        people(players=1)


@pytest.mark.parametrize("name", [name for name in envs.games() if envs.spec(name).realism is None])
def test_a_game_that_nothing_is_known_of_says_so(name: str) -> None:
    with pytest.raises(RegolithError, match=f"no games of people to compare {name} with"):
        realism.tournament(envs.game(name), "greedy", 1)


def test_corporations_have_our_names() -> None:
    found = human_games()
    spellings = {one.logged_as: one.name for one in found.corporations}
    assert spellings["Interplan. Cinematics"] == "Interplanetary Cinematics"
    assert spellings["Unmi"] == "United Nations Mars Initiative"
    assert len(set(spellings.values())) == len(spellings)
    interplanetary = people(players=2).seats["Interplanetary Cinematics"]
    assert (interplanetary.seats, interplanetary.wins) == (160, 63.5)
    for players in range(2, 6):
        shares = [(one.seats, one.wins) for one in found.corporations if one.players == players]
        seats, wins = (sum(column) for column in zip(*shares, strict=True))
        assert wins / seats == pytest.approx(1 / players, abs=0.02)


def damaged(path: Path, change: Any) -> str:
    data = json.loads(FILE.read_text())
    change(data)
    path.write_text(json.dumps(data))
    with pytest.raises(RegolithError) as caught:
        human_games(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data.pop("source"), "source"),
        (lambda data: data["by_boxes"][0].update(games=0), "by_boxes.0.games"),
        (lambda data: data["by_boxes"][0].update(players="2"), "by_boxes.0.players"),
        (lambda data: data["by_boxes"][0].update(boxes=["pluto"]), "not boxes of the game"),
        (lambda data: data["by_boxes"][0]["generations"].update(mean=-1.0), "generations.mean"),
        (lambda data: data["by_boxes"][0].update(extra=1), "extra"),
        (lambda data: data["by_boxes"].append(data["by_boxes"][0]), "twice"),
        (lambda data: data["corporations"].append(data["corporations"][0]), "twice"),
        (lambda data: data["corporations"][0].update(name="Nobody & Sons"), "no corporation Nobody & Sons"),
        (lambda data: data["corporations"][0].update(wins=1e5), "wins more often than it plays"),
    ],
)
def test_damaged_figures_are_not_believed(change: Any, words: str, tmp_path: Path) -> None:
    assert words in damaged(tmp_path / "games.json", change)


def test_figures_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RegolithError, match="cannot read the games of people"):
        human_games(tmp_path / "missing.json")
    (tmp_path / "text.json").write_text("{")
    with pytest.raises(RegolithError, match="damaged"):
        human_games(tmp_path / "text.json")
    assert isinstance(human_games(), HumanGames)


# --- what is watched


class Watched:
    """A game that somebody watches; its money is put there by hand."""

    def __init__(self, seed: int = 0, **options: Any) -> None:
        self.state: State = envs.game(GAME, **options).new(seed)
        self.spending = Spending()

    def take(self, action: int) -> None:
        before = self.state.record.copy()
        self.state.apply(action)
        self.spending.decided(before, action, self.state.record)

    def set_up(self, corporation: str, cards: int) -> None:
        """Everybody takes the corporation (or else any) and so many cards, until the first action."""
        while self.state.record.phase != Phase.ACTION or self.state.kind is not Kind.ACTION:
            legal = self.state.legal_actions()
            names = [self.state.action_name(action) for action in legal]
            wanted = [action for action, name in zip(legal, names, strict=True) if corporation in name]
            record = self.state.record
            mine = (record.lies[:PROJECTS] == Lies.BOUGHT) & (record.owner[:PROJECTS] == record.player)
            projects = [action for action in legal if CARD <= action < CARD + PROJECTS]
            if projects and record.phase == Phase.SETUP and (mine.sum() >= cards or not projects):
                self.take(DECLINE)
            else:
                self.take((wanted or legal)[0])

    def give(self, mc: int) -> None:
        self.state.record.stock[:, Resource.MC] = mc
        self.state.refresh()


def plain_game() -> Watched:
    """A game without preludes in which nobody has a corporation that changes prices."""
    for seed in range(50):
        made = Watched(seed, prelude=False, venus=False, draft=False)
        dealt = np.flatnonzero(made.state.record.lies[FIRST_CORPORATION : FIRST_CORPORATION + 64] == Lies.DEALT)
        names = {CORPORATIONS[number].name for number in dealt}
        if names <= {"Ecoline", "Teractor", "Inventrix", "Saturn Systems", "Mining Guild", "Tharsis Republic"}:
            return made
    raise AssertionError("no such deal")


def test_cards_are_paid_for_when_all_have_chosen() -> None:
    made = plain_game()
    made.set_up("", cards=3)
    assert made.spending.paid == 2 * 3 * 3
    assert made.spending.for_standard_projects == 0


def test_standard_projects_are_told_from_everything_else() -> None:
    made = plain_game()
    made.set_up("", cards=0)
    assert made.spending.paid == 0
    while made.state.record.first_action.any():
        made.take(made.state.legal_actions()[-1])
    while made.state.kind is not Kind.ACTION or made.state.record.first_action[made.state.current_player]:
        made.take(made.state.legal_actions()[0])
    made.spending.paid = made.spending.for_standard_projects = 0
    made.give(200)
    made.take(STANDARD + StandardProject.POWER_PLANT)
    assert (made.spending.paid, made.spending.for_standard_projects) == (11, 11)
    made.give(200)
    made.take(AWARD)
    assert (made.spending.paid, made.spending.for_standard_projects) == (19, 11)
    made.give(200)
    made.take(STANDARD + StandardProject.CITY)
    while made.state.kind is not Kind.ACTION:
        made.take(made.state.legal_actions()[0])
    assert (made.spending.paid, made.spending.for_standard_projects) == (44, 36)
    told = made.spending.told(made.state.record)
    assert told[STANDARD_SHARE] == pytest.approx(36 / 44)
    assert (told["milestones"], told["awards"], told[CARDS]) == (0, 1, 0)


def test_selling_patents_costs_nothing() -> None:
    made = plain_game()
    made.set_up("", cards=2)
    while made.state.record.first_action[made.state.current_player]:
        made.take(made.state.legal_actions()[0])
    paid = made.spending.paid
    made.take(STANDARD + StandardProject.SELL_PATENTS)
    while made.state.kind is not Kind.ACTION:
        made.take(made.state.legal_actions()[0])
    assert made.spending.paid == paid
    assert made.spending.for_standard_projects == 0


def test_the_end_of_a_game_tells_the_rest(mars: Game) -> None:
    agent = make_agent("greedy")
    (result,) = matches.play(mars, [3], [[agent, agent]])
    told = matches.watched(mars, result)
    played = np.isin(result.record.lies[:PROJECTS], (Lies.IN_PLAY, Lies.PLAYED_EVENT, Lies.FACE_UP_EVENT)).sum()
    assert told[CARDS] == pytest.approx(played / 2 / int(result.record.generation))
    assert told["awards"] == (result.record.award >= 0).sum()
    assert told["milestones"] == (result.record.milestone >= 0).sum()


def test_whole_games_pay_the_prices_of_their_standard_projects_and_cards(mars: Game) -> None:
    """Reckoned otherwise: by the price of each project that is chosen, and by what the research phases cost."""
    agent = make_agent("greedy")
    checked = exact = 0
    for result in matches.play(mars, list(range(12)), [[agent, agent]] * 12):
        names = {str(mars.spec.seat_facts(result.record, seat)["corporation"]) for seat in range(2)}
        if names & {"Helion", "CrediCor"} or result.record.lies[NUMBER["Standard Technology"]] == Lies.IN_PLAY:
            # The first pays with heat, the others get money back for a standard project: it costs them less.
            continue
        spending, before = Spending(), None
        projects = bought = 0
        for count, state in Replay(mars, result.deal, result.actions).states():
            if before is not None:
                action = result.actions[count - 1]
                spending.decided(before, action, state.record)
                if before.kind == Kind.ACTION and STANDARD < action < STANDARD + len(StandardProject):
                    projects += int(standard_price(T, before, int(before.player), action - STANDARD))
                if before.phase == Phase.RESEARCH and state.record.phase != Phase.RESEARCH:
                    bought += int((before.stock[:2, Resource.MC] - state.record.stock[:2, Resource.MC]).sum())
            before = state.record.copy()
        # A tile that has one place only is put at once, and what its space gives is taken off.
        assert 0.98 * projects <= spending.for_standard_projects <= projects
        exact += spending.for_standard_projects == projects
        assert spending.paid > projects + bought
        checked += 1
    assert checked >= 5
    assert exact >= checked / 2


# --- the comparison


def test_rows_have_all_figures_of_the_report(rows: pl.DataFrame, mars: Game) -> None:
    table = realism.figure_table(rows, mars)
    figures = realism.comparable(mars)[0].figures
    assert table["figure"].to_list() == [figure.name for figure in figures]
    assert set(table["games"]) == {DEALS}
    assert rows.height == 2 * DEALS
    alone = table.filter(pl.col("people_mean").is_null())["figure"].to_list()
    assert alone == [CARDS, STANDARD_SHARE]


def test_the_difference_is_cohens(rows: pl.DataFrame, mars: Game) -> None:
    line = realism.figure_table(rows, mars).row(0, named=True)
    own = [json.loads(text)["generations"] for text in rows.filter(pl.col("seat") == 0)["facts"]]
    mean, spread = float(np.mean(own)), float(np.std(own, ddof=1))
    d = (mean - 12.72) / sqrt((spread**2 + 1.68**2) / 2)
    assert (line["mean"], line["deviation"], line["difference"]) == pytest.approx((mean, spread, d))
    error = sqrt(1 / DEALS + 1 / 170 + d * d / (2 * (DEALS + 170)))
    assert line["difference_high"] - line["difference_low"] == pytest.approx(2 * 1.96 * error, rel=1e-4)
    assert realism.figure_table(rows, mars).filter(pl.col("figure") == "margin")["difference"][0] is None


def test_games_that_all_are_alike_have_no_standardised_difference(rows: pl.DataFrame, mars: Game) -> None:
    one = rows.filter(pl.col("deal") == 0)
    assert realism.figure_table(one, mars)["difference"].null_count() == 7
    assert realism_sections(one, mars)


def test_games_that_were_cut_off_are_left_out(rows: pl.DataFrame, mars: Game) -> None:
    cut = pl.when(pl.col("deal") == 1).then(pl.lit("truncated")).otherwise(pl.lit("finished"))
    table = realism.figure_table(rows.with_columns(end=cut), mars)
    assert set(table["games"]) == {DEALS - 1}
    assert realism.seats_table(rows.with_columns(end=cut), mars)["seats"].sum() == 2 * (DEALS - 1)


def test_win_rates_of_corporations_stand_beside_peoples(rows: pl.DataFrame, mars: Game) -> None:
    table = realism.seats_table(rows, mars)
    assert table["seats"].sum() == rows.height
    for line in table.iter_rows(named=True):
        mine = rows.filter(pl.col("seat_facts").str.contains(f'"corporation": "{line["value"]}"', literal=True))
        assert (line["seats"], line["win_rate"]) == (mine.height, pytest.approx(mine["win"].mean()))
        theirs = people().seats.get(line["value"])
        if theirs is None:
            assert line["people_seats"] is None
        else:
            interval = wilson(theirs.wins, theirs.seats)
            assert (line["people_win_low"], line["people_win_high"]) == (interval.low, interval.high)


def test_an_arena_of_the_same_agent_plays_the_same_games_unwatched(rows: pl.DataFrame, mars: Game) -> None:
    plain = arena.hold(arena.Tournament(mars, ("greedy",), DEALS), workers=1)
    same = ["deal", "seat", "score", "fingerprint", "seat_facts"]
    order = ["deal", "seat"]
    assert plain.select(same).sort(order).equals(rows.select(same).sort(order))
    watched = set(game_numbers(rows)["fact"]) - set(game_numbers(plain)["fact"])
    assert watched == {"milestones", "awards", CARDS, STANDARD_SHARE}


def test_rows_that_nobody_watched_are_refused(
    rows: pl.DataFrame, mars: Game, games: arena.Tournament, tmp_path: Path
) -> None:
    parquet.write(tmp_path / "games.parquet", rows)
    known = realism.known_rows(tmp_path / "games.parquet", games)
    assert known is not None
    assert known.equals(rows)
    parquet.write(tmp_path / "plain.parquet", arena.hold(arena.Tournament(mars, ("greedy",), 1), workers=1))
    with pytest.raises(RegolithError, match="not watched for awards; choose another --out folder"):
        realism.known_rows(tmp_path / "plain.parquet", games)
    assert realism.known_rows(tmp_path / "none.parquet", games) is None


def test_the_report_says_what_is_compared(rows: pl.DataFrame, mars: Game) -> None:
    assert realism_answer(mars) == [
        "Compared with 170 games of 2 people each. They played with Corporate Era, Prelude, Venus Next."
    ]
    figures, seats, counts = realism_sections(rows, mars)
    lines = {line[0]: line for line in figures.lines}
    assert lines["generations"][3:5] == ["12.7", "1.7"]
    assert lines[CARDS][3:] == ["-", "-", "-"]
    assert lines[STANDARD_SHARE][1].count("%") == 3
    assert "metals, heat and resources on cards" in figures.note
    assert "IndianaScones" in seats.note
    assert counts.lines[0] == ["games", str(DEALS)]
    assert realism_sections(rows.clear(), mars) == []
