"""Files of cards: what they change, and that every mistake in them is named with what is allowed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from regolith import envs
from regolith.envs.core.errors import InvalidOptions, InvalidState
from regolith.envs.core.replay import Replay
from regolith.envs.terraforming_mars.boxes import CARDS, CORPORATIONS, PRELUDES
from regolith.envs.terraforming_mars.card_file import CardFileError, read
from regolith.envs.terraforming_mars.language.card import Card
from regolith.envs.terraforming_mars.language.lower import in_order
from regolith.envs.terraforming_mars.language.tables import TABLE
from regolith.envs.terraforming_mars.language.text import requirement_text
from regolith.envs.terraforming_mars.requirement_words import read as read_requirement
from regolith.envs.terraforming_mars.rules.invariants import broken
from regolith.envs.terraforming_mars.rules.price import price
from regolith.envs.terraforming_mars.rules.requirements import meets
from regolith.envs.terraforming_mars.rules.scoring import card_points
from regolith.envs.terraforming_mars.state import Deck, Lies

from .games import NUMBER

GAME = "terraforming_mars"
FILE = """
[cards."Predators"]
cost = 10
points = 2

[cards."arctic algae"]
requirement = ""
points = 10

[cards.Helion]
banned = true
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "cards.toml"
    path.write_text(FILE)
    return str(path)


def test_costs_points_and_requirements_are_those_of_the_file(file: str) -> None:
    changed, printed = envs.game(GAME, cards=file), envs.game(GAME)
    tables = changed.table[0], printed.table[0]
    predators, algae = NUMBER["Predators"], NUMBER["Arctic Algae"]
    for s in (game.new(1).record for game in (changed, printed)):
        s.owner[predators], s.resources[predators], s.lies[predators] = 0, 3, Lies.IN_PLAY
        s.owner[algae], s.lies[algae] = 0, Lies.IN_PLAY
        s.track[0] = 10  # too warm for algae
        prices = [int(price(t, s, 0, predators, 0)) for t in tables]
        assert prices == [10, 14]
        assert [int(card_points(t, s, 0, predators)) for t in tables] == [6, 3]
        assert [int(card_points(t, s, 0, algae)) for t in tables] == [10, 0]
        assert [bool(meets(t, s, 0, algae, False)) for t in tables] == [True, False]


def test_a_banned_card_is_not_in_the_game_and_the_others_come_as_with_it(file: str) -> None:
    changed, printed = envs.game(GAME, cards=file), envs.game(GAME)
    helion = NUMBER["Helion"]
    for seed in range(20):
        with_it, without = printed.new(seed).record, changed.new(seed).record
        assert without.lies[helion] == Lies.OUT_OF_THE_GAME
        assert with_it.lies[helion] != Lies.OUT_OF_THE_GAME
        projects = with_it.deck[: with_it.deck_size[Deck.PROJECTS]]
        assert projects.tolist() == without.deck[: without.deck_size[Deck.PROJECTS]].tolist()
        if with_it.lies[helion] == Lies.IN_THE_DECK:
            assert (with_it.owner == without.owner).all()


def test_nothing_else_changes_in_the_table(file: str) -> None:
    """And so nothing is compiled: rules are the same, and so are the programs of all cards."""
    table = envs.game(GAME, cards=file).table
    assert table.dtype == TABLE.dtype
    different = {name for name in TABLE.dtype.names or () if (table[name] != TABLE[name]).any()}
    assert different <= {
        "cost",
        "vp",
        "vp_scoring",
        "vp_every",
        "needs",
        "banned",
        "worth_points",
        "held_points",
        "use_points",
    }


def test_a_requirement_of_production_changes_no_order_of_what_a_card_does() -> None:
    for card in CARDS.values():
        if card.loses_first:
            assert in_order(card) == card.on_play


def test_people_are_told_of_the_changed_cards(file: str) -> None:
    state = envs.game(GAME, cards=file).new(3)
    for name in ("Predators", "Arctic Algae"):
        state.record.lies[NUMBER[name]], state.record.owner[NUMBER[name]] = Lies.IN_HAND, 0
    text = " ".join(state.describe().split())
    assert "Predators (10 MC) [animal]: Needs oxygen at least 11%." in text
    assert "2 VP per animal here" in text
    assert "Arctic Algae (12 MC) [plant]: Gain 1 plant." in text
    assert "2 changed, 1 banned" in state.game.options.caveat
    assert envs.game(GAME).options.caveat == ""


def test_games_replays_and_states_know_their_cards(file: str, tmp_path: Path) -> None:
    game = envs.game(GAME, cards=file, max_generations=2)
    state, actions, chooser = game.new(5), [], random.Random(5)
    while not state.is_terminal:
        actions.append(chooser.choice(state.legal_actions()))
        state.apply(actions[-1])
        assert broken(game.table[0], state.record) == 0
    path = Replay.record(game, 5, actions, ["a", "b"]).save(tmp_path / "game.rgl")
    assert Replay.load(path).game == game
    data = game.new(5).serialize()
    assert game.deserialize(data).serialize() == data
    other = tmp_path / "others.toml"
    other.write_text(FILE.replace("cost = 10", "cost = 11"))
    with pytest.raises(InvalidState):
        envs.game(GAME, cards=str(other), max_generations=2).deserialize(data)
    # The same changes in another file are the same cards.
    (tmp_path / "copy.toml").write_text("# a copy\n" + FILE)
    copied = envs.game(GAME, cards=str(tmp_path / "copy.toml"))
    assert copied.template["cards_number"][0] == envs.game(GAME, cards=file).template["cards_number"][0]
    assert envs.game(GAME).template["cards_number"][0] == 0


def test_everything_that_a_card_requires_can_be_read_from_its_words() -> None:
    for card in CARDS.values():
        assert read_requirement(requirement_text(card)) == card.requires, card.name


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cost = 1", ("cost", "[cards.")),
        ('[cards."Predatorz"]\ncost = 1', ("Predatorz", "Predators")),
        ("[cards.Predators]\ncost = -1", ("Predators", "cost must be a number from 0 to 100", "-1")),
        ("[cards.Predators]\ncost = true", ("cost must be a number",)),
        ("[cards.Predators]\npoints = 51", ("Predators", "points must be a number from -50 to 50")),
        ("[cards.Predators]\nbanned = 1", ("Predators", "banned must be true or false")),
        ("[cards.Predators]\nprice = 1", ("Predators", "price", "cost, points, requirement, banned")),
        ("[cards.Predators]\nrequirement = 11", ("Predators", "requirement must be a text")),
        (
            '[cards.Predators]\nrequirement = "oxygen at least 12 %"',
            ("Predators", "did you mean 'oxygen at least 12%'"),
        ),
        ('[cards.Predators]\nrequirement = "xx"', ("Predators", "such as temperature at least", "oxygen at least 11%")),
        ("[cards.Helion]\ncost = 3", ("Helion", "cost is for projects")),
        ('[cards."Dust Seals"]\npoints = 0', ("Dust Seals", "ban it")),
        ("[cards.Predators]\ncost = 3\n[cards.predators]\ncost = 4", ("Predators", "twice")),
        ("cards = 3", ("cards must be tables",)),
        ("[cards]\nPredators = 3", ("Predators", "it must be a table")),
        ("[cards", ("no TOML file",)),
    ],
)
def test_mistakes_are_named_with_the_file_and_what_is_allowed(
    tmp_path: Path, text: str, words: tuple[str, ...]
) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    with pytest.raises(CardFileError) as refused:
        read(path)
    assert [word for word in (str(path), *words) if word not in str(refused.value)] == []
    with pytest.raises(InvalidOptions, match=r"wrong\.toml"):
        envs.game(GAME, cards=str(path))


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(InvalidOptions, match=r"cannot read the file of cards nowhere\.toml"):
        envs.game(GAME, cards="nowhere.toml")


@pytest.mark.parametrize(
    ("banned", "words"),
    [
        (CORPORATIONS, "bans too many corporations: 0 are left, and 2 players need 4"),
        (PRELUDES, "bans too many preludes: 0 are left, and 2 players need 8"),
    ],
)
def test_not_so_many_cards_may_be_banned_that_none_is_left(
    tmp_path: Path, banned: tuple[Card, ...], words: str
) -> None:
    path = tmp_path / "none.toml"
    path.write_text("\n".join(f'[cards."{card.name}"]\nbanned = true' for card in banned))
    with pytest.raises(InvalidOptions, match=words):
        envs.game(GAME, cards=str(path))
    if banned is PRELUDES:
        assert envs.game(GAME, cards=str(path), prelude=False).options.caveat
