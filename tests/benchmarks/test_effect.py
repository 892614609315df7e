"""What a card causes: the two games of a deal differ in the card alone, and a card that was made better is found."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from regolith import envs
from regolith.benchmarks import parquet
from regolith.benchmarks.effect import (
    AS_DEALT,
    Effects,
    World,
    as_dealt,
    effects_of,
    every_card,
    exchanged,
    measure,
    named,
    seat_of,
    worth_in_money,
)
from regolith.benchmarks.effect_report import effect_answer, effect_sections
from regolith.benchmarks.tables import EFFECT_SCHEMA
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.experiment import Start
from regolith.envs.core.game import Game
from regolith.envs.core.state import State
from regolith.envs.terraforming_mars.experiment import dealt
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION
from regolith.envs.terraforming_mars.rules.invariants import broken

GAME = "terraforming_mars"
SHORT = {"max_generations": 4, "payment": "auto"}


@pytest.fixture(scope="module")
def game() -> Game:
    return envs.game(GAME, **SHORT)


def better(folder: Path) -> Game:
    """Mine brings 10 points more."""
    (folder / "better.toml").write_text("[cards.Mine]\npoints = 10\n")
    return envs.game(GAME, cards=str(folder / "better.toml"), **SHORT)


@pytest.mark.parametrize("name", ["Mine", "Helion"])
def test_two_cards_change_places_and_nothing_else_does(game: Game, name: str) -> None:
    (card,) = named(game, [name])
    moved = 0
    for deal in range(12):
        seat, other = seat_of(game, deal), exchanged(game, deal, card)
        before = as_dealt(game, deal)[0]
        assert before.lies[other] != 0
        if other == card:
            assert card in dealt(before, seat)
            continue
        states = np.zeros(1, game.spec.dtype)
        Start(swapped=(card, other), apart=True).deal(game, states, deal)
        after, places = states[0], np.arange(len(before.owner))
        places[[card, other]] = other, card
        assert (after.owner == before.owner[places]).all()
        assert (after.lies == before.lies[places]).all()
        assert card in dealt(after, seat)
        assert other not in dealt(after, seat)
        assert (card < FIRST_CORPORATION) == (other < FIRST_CORPORATION)
        assert broken(game.table[0], after) == 0
        moved += 1
    assert moved > 6


def test_everybody_goes_on_drawing_the_same_cards(game: Game) -> None:
    """What a seat is dealt in the second generation does not depend on what was dealt to it first."""
    rows = []
    for swapped in (None, (named(game, ["Mine"])[0], exchanged(game, 2, named(game, ["Mine"])[0]))):
        states = np.zeros(1, game.spec.dtype)
        Start(swapped=swapped, apart=True).deal(game, states, 2)
        state = State(game, states)
        while state.record.generation == 1:
            state.apply(state.legal_actions()[-1])
        rows.append({int(card) for card in np.flatnonzero(state.record.owner[:FIRST_CORPORATION] == 1)})
    assert len(rows[0] & rows[1]) >= len(rows[0]) - 2


def test_a_card_with_ten_points_more_is_found(tmp_path: Path) -> None:
    changed = better(tmp_path)
    effects = Effects(changed, "greedy", named(changed, ["Mine"]), 10, 40)
    rows = measure(effects, workers=1)
    money, card = effects_of(rows, effects.worlds()[1])
    assert (money.name, card.name) == ("10 MC", "Mine")
    assert card.margin_interval.low > 0
    assert card.false_discovery < 0.05
    assert card.played > 0.5
    assert card.gain < 1.0
    said = " ".join(effect_answer(effects, rows))
    assert "To be dealt Mine instead of another card changes the lead of a seat by +" in said
    assert [line[0] for line in effect_sections(effects, rows)[0].lines] == ["10 MC", "Mine"]


def table_of(margins: dict[str, np.ndarray]) -> pl.DataFrame:
    """Rows as they would be with these margins."""
    blank = {**dict.fromkeys(EFFECT_SCHEMA), "instead_of": "", "win": 0.0, "played": True}
    rows = [
        blank | {"world": world, "deal": deal, "margin": float(value)}
        for world, values in margins.items()
        for deal, value in enumerate(values)
    ]
    return pl.DataFrame(rows, schema=EFFECT_SCHEMA)


def test_the_fair_price_is_the_money_that_changes_as_much() -> None:
    chance = np.random.default_rng(1)
    luck = chance.normal(0, 20, 400)
    rows = table_of(
        {
            AS_DEALT: luck,
            "10 MC": luck + 5 + chance.normal(0, 2, 400),
            "Mine": luck + 3 + chance.normal(0, 2, 400),
            "Nothing": luck + chance.normal(0, 2, 400),
        }
    )
    money, mine, nothing = effects_of(rows, World("10 MC", money=10))
    assert money.margin == pytest.approx(5, abs=0.5)
    assert mine.worth == pytest.approx(6, abs=1)
    assert mine.worth_interval is not None
    assert mine.worth_interval.low < 6 < mine.worth_interval.high
    assert mine.worth_interval.high - mine.worth_interval.low < 2
    assert mine.gain < 0.2, "what both games share is no noise"
    assert nothing.false_discovery > 0.05
    assert nothing.worth_interval is not None
    assert nothing.worth_interval.low < 0 < nothing.worth_interval.high


def test_the_interval_of_the_fair_price_holds_what_it_says() -> None:
    """Fieller's interval of a noisy ratio: about 95 of 100 hold the true one."""
    chance, held = np.random.default_rng(2), 0
    for _ in range(200):
        one, card = 0.5 + chance.normal(0, 1, 60), 2 + chance.normal(0, 4, 60)
        pairs = pl.DataFrame({"deal": range(60), "margin": np.zeros(60), "margin_there": card})
        paid = pl.DataFrame({"deal": range(60), "margin": np.zeros(60), "margin_there": one * 10})
        _, interval = worth_in_money(pairs, paid, 10)
        held += interval is not None and interval.low <= 4 <= interval.high
    assert 180 <= held <= 198


def test_where_money_has_no_sure_effect_there_is_no_fair_price() -> None:
    chance = np.random.default_rng(3)
    rows = table_of({AS_DEALT: np.zeros(30), "10 MC": chance.normal(0, 20, 30), "Mine": chance.normal(3, 1, 30)})
    assert effects_of(rows, World("10 MC", money=10))[1].worth is None


def test_deals_in_which_the_seat_has_the_card_anyway_are_left_out(game: Game) -> None:
    hands = [dealt(as_dealt(game, deal)[0], seat_of(game, deal)) for deal in range(4)]
    card = next(card for card in hands[1] if card < FIRST_CORPORATION)
    effects = Effects(game, "random", (card,), 10, 4)
    rows = measure(effects, workers=1)
    assert effects.done(rows) == rows.height == 12
    held = sum(card in hand for hand in hands)
    assert effects_of(rows, effects.worlds()[1])[1].deals == 4 - held


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


def test_cards_are_named_as_the_options_deal_them(game: Game) -> None:
    assert len(every_card(game)) > 200
    assert named(game, ["mine", "MINE"]) == named(game, ["Mine"])
    with pytest.raises(RegolithError, match="did you mean Mine"):
        named(game, ["Minne"])
    with pytest.raises(RegolithError, match="there is no card 'Air Raid'"):
        named(game, ["Air Raid"])
    assert named(envs.game(GAME, colonies=True), ["Air Raid"])


def test_what_cannot_be_measured_is_refused() -> None:
    with pytest.raises(RegolithError, match="deals of terror_below cannot be changed"):
        Effects(envs.game("terror_below"), "greedy", (), 10, 5)
    with pytest.raises(RegolithError, match="nobody is dealt anything"):
        Effects(envs.game(GAME, beginner_corporation=True, prelude=False, venus=False), "greedy", (), 10, 5)
    with pytest.raises(RegolithError, match="between 1 and 100 MC, not 0"):
        Effects(envs.game(GAME), "greedy", (), 0, 5)
