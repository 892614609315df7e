"""What a card causes: the two games of a deal differ in the card alone, and a card that was made better is found."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from regolith import envs
from regolith.agents import make_agent
from regolith.benchmarks import compare, parquet, variants
from regolith.benchmarks.effect import Effects, first_seat, game_numbers, measure
from regolith.benchmarks.effect_report import effect_answer, effect_sections, of_all, of_seats
from regolith.benchmarks.matches import play
from regolith.benchmarks.worlds import AS_DEALT, as_dealt, every_world, named, seat_of
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.game import Game
from regolith.envs.terraforming_mars.experiment import dealt
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION

GAME = "terraforming_mars"
SHORT = {"max_generations": 4, "payment": "auto"}


@pytest.fixture(scope="module")
def game() -> Game:
    return envs.game(GAME, **SHORT)


def better(folder: Path) -> Game:
    """Mine brings 10 points more."""
    (folder / "better.toml").write_text("[cards.Mine]\npoints = 10\n")
    return envs.game(GAME, cards=str(folder / "better.toml"), **SHORT)


def test_a_card_with_ten_points_more_is_found(tmp_path: Path) -> None:
    changed = better(tmp_path)
    effects = Effects(changed, "greedy", named(changed, ["Mine"]), 10, 40)
    rows = measure(effects, workers=1)
    money, card = of_seats(effects, rows)
    assert (money.name, card.name) == ("10 MC", "Mine")
    assert card.margin_interval.low > 0
    assert card.false_discovery < 0.05
    assert card.played > 0.5
    assert card.gain < 1.0
    said = " ".join(effect_answer(effects, rows))
    assert "To be dealt Mine instead of another card changes the lead of a seat by +" in said
    assert f"Pairing makes the interval of the lead {card.gain:.2f} times as wide" in said
    assert [line[0] for line in effect_sections(effects, rows)[0].lines] == ["10 MC", "Mine"]


def test_deals_in_which_the_seat_has_the_card_anyway_are_left_out(game: Game) -> None:
    hands = [dealt(as_dealt(game, deal)[0], seat_of(game, deal)) for deal in range(4)]
    card = next(card for card in hands[1] if card < FIRST_CORPORATION)
    effects = Effects(
        game,
        "random",
        tuple(world for world in every_world(game) if world.thing is not None and card in world.thing.copies),
        10,
        4,
    )
    rows = measure(effects, workers=1)
    assert effects.done(rows) == rows.height == 12
    held = sum(card in hand for hand in hands)
    assert of_seats(effects, rows)[1].deals == 4 - held


def test_a_run_goes_on_where_it_has_ended_and_further_cards_may_be_added(game: Game, tmp_path: Path) -> None:
    mine, helion = named(game, ["Mine", "helion"])
    path = tmp_path / "games.parquet"
    one = measure(Effects(game, "random", (mine,), 10, 2), workers=1)
    parquet.write(path, one)
    both = Effects(game, "random", (mine, helion), 10, 3)
    reports: list[int] = []
    rows = measure(both, 1, both.known_rows(path), lambda games, rows: reports.append(games))
    assert reports[0] == 6
    assert sum(reports) == both.done(rows) == 12
    assert rows[:6].equals(one)
    order = ["world", "deal"]
    assert rows.sort(order).drop("run").equals(measure(both, workers=1).sort(order).drop("run"))
    for others, words in (
        (Effects(game, "greedy", (mine,), 10, 2), "another agent"),
        (Effects(envs.game(GAME, map="hellas", **SHORT), "random", (mine,), 10, 2), "other options"),
    ):
        with pytest.raises(RegolithError, match=words):
            others.known_rows(path)


@pytest.mark.parametrize(
    ("name", "options", "card", "money"),
    [
        ("tinyforming_mars", {}, "Lava Flows", "1 credit"),
        ("tinyforming_mars", {"players": 1}, "Lava Flows", None),
        ("terror_below", {}, "Pistol", "1 point"),
        ("terror_below", {"players": 3}, "Merl", "1 point"),
    ],
)
def test_the_small_games_are_measured_too(name: str, options: dict[str, int], card: str, money: str | None) -> None:
    game = envs.game(name, **options)
    effects = Effects(game, "random", named(game, [card]), None, 12)
    rows = measure(effects, workers=1)
    assert effects.done(rows) == rows.height == 12 * len(effects.worlds())
    found = of_seats(effects, rows)
    assert [one.name for one in found] == [*([money] if money else []), effects.measured[0].name]
    assert 0 < found[-1].played < 1, "in some games it is played, in some it is not"
    assert ("fair price" in " ".join(effect_sections(effects, rows)[0].headers)) == (money is not None)
    assert not of_all(effects, rows)


def test_what_lies_there_for_all_is_told_of_the_game_and_not_of_a_seat() -> None:
    """A board that has been measured, and a bounty of the line: no money is played, and no seat has a lead by them."""
    game = envs.game("terror_below")
    effects = Effects(game, "random", named(game, ["Canyon", "hunt Grabber"]), None, 10)
    assert [world.name for world in effects.worlds()] == [AS_DEALT, "Canyon", "hunt Grabber"]
    rows = measure(effects, workers=1)
    assert not of_seats(effects, rows)
    board, bounty = of_all(effects, rows)
    assert (board.name, bounty.name) == ("Canyon", "hunt Grabber")
    told = {one.what: one for one in board.differences}
    assert {"rounds", "decisions of a game", "winning score", "score", "lead of the winner"} <= set(told)
    before, after = (rows.filter(pl.col("world") == world).sort("deal") for world in (AS_DEALT, "Canyon"))
    assert told["decisions of a game"].means == (before["length"].to_numpy().mean(), after["length"].to_numpy().mean())
    assert "instead of the board of these options" in " ".join(effect_answer(effects, rows))
    assert [section.title for section in effect_sections(effects, rows)] == ["What changes for all"]


def test_the_start_player_is_told_where_he_is_drawn() -> None:
    """In Terror Below anybody may begin, in the others seat 1 does."""
    greedy = make_agent("greedy")
    seen = set()
    for name, deals in (("terror_below", range(6)), ("tinyforming_mars", range(2))):
        game = envs.game(name)
        for result in play(game, list(deals), [[greedy] * 2] * len(deals)):
            first = first_seat(game, result)
            assert first == (result.record.start if name == "terror_below" else 0)
            assert game_numbers(game, result)["win share of the start player"] == result.win_shares()[first]
            seen.add((name, first))
    assert seen == {("terror_below", 0), ("terror_below", 1), ("tinyforming_mars", 0)}


def test_a_board_gives_what_a_comparison_of_it_would(tmp_path: Path) -> None:
    """`compare` of two variants with these boards tells the same numbers: it is the same deals, agents and randomness."""
    (tmp_path / "here.toml").write_text("")
    (tmp_path / "there.toml").write_text('[options]\nmap = "elysium"\n')
    pair = tuple(variants.read(tmp_path / f"{side}.toml", "tinyforming_mars", {}) for side in ("here", "there"))
    compared = {
        one.what: one for one in compare.differences(compare.hold(compare.Comparison(pair, ("greedy",), 12), 1))
    }
    game = envs.game("tinyforming_mars")
    effects = Effects(game, "greedy", named(game, ["Elysium"]), None, 12)
    (found,) = of_all(effects, measure(effects, workers=1))
    told = {one.what: one for one in found.differences}
    for what in ("generations", "decisions of a game", "score"):
        assert told[what].means == compared[what].means
        assert told[what].interval == compared[what].interval
    assert told["win share of the start player"].means == compared["win share of seat 1"].means


def test_the_mean_of_all_seats_is_what_the_control_takes(game: Game) -> None:
    """Of two players one leads by what the other one is behind; of three nobody's lead is."""
    for bound, even in ((game, True), (envs.game(GAME, players=3, **SHORT), False)):
        rows = measure(Effects(bound, "random", (), 10, 6), workers=1).filter(pl.col("world") == AS_DEALT)
        assert (rows["margin_of_all"] == 0).all() == even
        assert rows["win_of_all"].to_list() == pytest.approx([1 / bound.players] * 6)
        assert rows["seat"].to_list() == [deal % bound.players for deal in rows["deal"]]


def test_what_cannot_be_measured_is_refused() -> None:
    with pytest.raises(RegolithError, match="between 1 and 100 MC, not 0"):
        Effects(envs.game(GAME), "greedy", (), 0, 5)
    with pytest.raises(RegolithError, match="between 1 and 5 credits, not 6"):
        Effects(envs.game("tinyforming_mars"), "greedy", (), 6, 5)
    alone = envs.game("tinyforming_mars", players=1)
    with pytest.raises(RegolithError, match="name something to measure"):
        Effects(alone, "greedy", (), None, 5)
    with pytest.raises(RegolithError, match="nobody can be given anything"):
        Effects(alone, "greedy", named(alone, ["Lava Flows"]), 1, 5)
