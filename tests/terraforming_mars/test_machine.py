"""The machine where no outcome set reaches: the limits of the stack and of the decks, payments, look-ahead."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.terraforming_mars.actions import ACTIONS, AMOUNT, CARD, DECLINE, SPACE, answer_of, legal
from regolith.envs.terraforming_mars.language.tables import TABLE, numbered
from regolith.envs.terraforming_mars.machine.allowed import may_play
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED, begin, push
from regolith.envs.terraforming_mars.rooms import NONE, STACK
from regolith.envs.terraforming_mars.rules.drawing import draw, draw_matching, take_in_hand, top_card
from regolith.envs.terraforming_mars.rules.generation import use_standard
from regolith.envs.terraforming_mars.rules.placement import put_tile
from regolith.envs.terraforming_mars.rules.playing import enter_play, put_on_table
from regolith.envs.terraforming_mars.rules.price import price
from regolith.envs.terraforming_mars.state import DTYPE, Deck, Kind, Lies, Mode, Phase
from regolith.envs.terraforming_mars.words import (
    EARTH,
    ENERGY,
    HEAT,
    MC,
    PLANTS,
    STEEL,
    TITANIUM,
    Map,
    StandardProject,
    Tile,
    Track,
)
from tests.terraforming_mars.operations import playable

T = TABLE[0]
NUMBER = {card.name: number for number, card in numbered().items()}


@pytest.fixture
def game() -> Any:
    """Two players on an empty map, everything else out of the game."""
    array = np.zeros(1, DTYPE)
    s = array[0]
    s.players = 2
    s.rng[:] = (1, 2, 3, 4)
    for field in ("tile", "tile_owner", "claim", "owner", "milestone", "award"):
        s[field][:] = NONE
    s.last_space = NONE
    s.phase = Phase.ACTION
    s.greenery_cost[:] = 8
    return s


def stock_deck(s: Any, *names: str) -> None:
    """A project deck, top card first."""
    cards = [NUMBER[name] for name in names][::-1]
    s.deck[: len(cards)] = cards
    s.deck_size[Deck.PROJECTS] = len(cards)
    s.lies[cards] = Lies.IN_THE_DECK


def actions(s: Any) -> list[int]:
    mask = np.zeros(ACTIONS.size, np.int8)
    legal(T, s, mask)
    return [int(action) for action in np.nonzero(mask)[0]]


def pay_for(s: Any, name: str) -> None:
    """Begin to play a card of player 0."""
    take_in_hand(s, NUMBER[name], 0)
    push(s, T.play_row, NONE, 0, int(price(T, s, 0, NUMBER[name], 0)), NUMBER[name], Mode.WHOLE)
    run(T, s, NOT_ASKED)


def test_a_full_stack_is_an_error(game: Any) -> None:
    for _ in range(STACK):
        begin(game, 0, NONE, 0)
    with pytest.raises(OverflowError):
        begin(game, 0, NONE, 0)
    run(T, game, NOT_ASKED)
    assert game.depth == 0


def test_an_empty_deck_is_made_of_the_discards(game: Any) -> None:
    stock_deck(game, "Mine")
    game.lies[[NUMBER["Trees"], NUMBER["Comet"]]] = Lies.DISCARDED
    draw(game, 0, 3)
    assert game.hand[0] == 3
    assert top_card(game, Deck.PROJECTS, 0) == NONE
    draw(game, 0, 1)
    assert game.hand[0] == 3


def test_a_search_ends_when_every_card_was_seen(game: Any) -> None:
    stock_deck(game, "Mine", "Trees", "Comet")
    draw_matching(T, game, 0, 2, EARTH, NONE)
    assert game.hand[0] == 0
    assert (game.lies == Lies.DISCARDED).sum() == 3


def test_metals_count_towards_the_price(game: Any) -> None:
    take_in_hand(game, NUMBER["Space Elevator"], 0)
    # 3 steel and 3 titanium are worth 15 of its 27 MC.
    game.stock[0, [MC, STEEL, TITANIUM]] = (11, 3, 3)
    assert not may_play(T, game, 0, NUMBER["Space Elevator"], 0, False)
    game.stock[0, MC] = 12
    assert may_play(T, game, 0, NUMBER["Space Elevator"], 0, False)


def test_too_little_of_one_means_must_be_made_up_by_the_next(game: Any) -> None:
    game.stock[0, [MC, STEEL, TITANIUM]] = (17, 2, 5)
    pay_for(game, "Space Elevator")
    assert actions(game) == [AMOUNT, AMOUNT + 1, AMOUNT + 2]
    run(T, game, answer_of(game, AMOUNT + 1))
    # 25 left: at most 17 with MC, so at least 3 titanium.
    assert actions(game) == [AMOUNT + 3, AMOUNT + 4, AMOUNT + 5]
    run(T, game, answer_of(game, AMOUNT + 5))
    assert game.stock[0, :3].tolist() == [7, 1, 0]
    assert game.lies[NUMBER["Space Elevator"]] == Lies.IN_PLAY
    assert game.hand[0] == 0


def test_heat_pays_for_helion_except_what_the_card_spends(game: Any) -> None:
    put_on_table(T, game, 0, NUMBER["Helion"])
    take_in_hand(game, NUMBER["Local Heat Trapping"], 0)
    game.stock[0, HEAT] = 5
    assert not may_play(T, game, 0, NUMBER["Local Heat Trapping"], 0, False)
    game.stock[0, HEAT] = 6
    assert may_play(T, game, 0, NUMBER["Local Heat Trapping"], 0, False)
    pay_for(game, "Local Heat Trapping")
    assert game.stock[0].tolist() == [0, 0, 0, 4, 0, 0]


def test_microbes_pay_for_plants_only(game: Any) -> None:
    put_on_table(T, game, 0, NUMBER["Psychrophiles"])
    game.resources[NUMBER["Psychrophiles"]] = 5
    assert may_play(T, game, 0, NUMBER["Adapted Lichen"], 0, False)
    assert not may_play(T, game, 0, NUMBER["Mine"], 0, False)
    pay_for(game, "Adapted Lichen")
    assert game.resources[NUMBER["Psychrophiles"]] == 0
    assert game.stock[0, MC] == 0


def test_an_offer_is_asked_even_with_one_answer(game: Any) -> None:
    stock_deck(game, "Mine")
    game.stock[0, MC] = 3
    begin(game, T.action[NUMBER["Inventors' Guild"]], NUMBER["Inventors' Guild"], 0)
    run(T, game, NOT_ASKED)
    assert actions(game) == [CARD + NUMBER["Mine"], DECLINE]
    run(T, game, answer_of(game, DECLINE))
    assert game.lies[NUMBER["Mine"]] == Lies.DISCARDED
    assert game.kind == Kind.NOTHING


def test_a_loss_may_be_paid_with_what_the_card_itself_yields(game: Any) -> None:
    put_on_table(T, game, 0, NUMBER["Viral Enhancers"])
    game.stock[0, MC] = 4
    game.track[2] = 3
    assert may_play(T, game, 0, NUMBER["Moss"], 0, False)
    pay_for(game, "Moss")
    assert game.stock[0].tolist() == [0] * 6
    assert game.production[0].tolist() == [0, 0, 0, 1, 0, 0]


@pytest.mark.parametrize(
    ("name", "resource"), [("Moss", PLANTS), ("Nitrophilic Moss", PLANTS), ("Business Empire", MC)]
)
def test_manutech_pays_a_loss_with_what_the_same_card_yields(game: Any, name: str, resource: int) -> None:
    card = NUMBER[name]
    assert not playable(T, game, 0, card)
    put_on_table(T, game, 0, NUMBER["Manutech"])
    assert playable(T, game, 0, card)
    enter_play(T, game, 0, card)
    run(T, game, NOT_ASKED)
    assert game.depth == 0
    assert game.stock[0].tolist() == [0] * 6
    assert game.production[0, resource] > 0


def test_nitrophilic_moss_needs_two_plants_and_viral_enhancers_yield_one(game: Any) -> None:
    card = NUMBER["Nitrophilic Moss"]
    put_on_table(T, game, 0, NUMBER["Viral Enhancers"])
    assert not playable(T, game, 0, card)
    game.stock[0, PLANTS] = 1
    assert playable(T, game, 0, card)
    enter_play(T, game, 0, card)
    run(T, game, NOT_ASKED)
    assert (game.stock[0, PLANTS], game.production[0, PLANTS]) == (0, 2)


def test_solo_attacks_hit_nobody(game: Any) -> None:
    game.players = 1
    game.stock[0, MC] = 100
    pay_for(game, "Hired Raiders")
    assert game.kind == Kind.BRANCH
    run(T, game, answer_of(game, actions(game)[0]))
    assert game.stock[0, STEEL] == 2
    pay_for(game, "Biomass Combustors")
    assert game.kind == Kind.PAYMENT
    run(T, game, answer_of(game, AMOUNT))
    assert game.depth == 0
    assert game.production[0].tolist() == [0, 0, 0, 0, 2, 0]


def test_a_floater_that_the_card_spends_does_not_pay_for_it(game: Any) -> None:
    put_on_table(T, game, 0, NUMBER["Dirigibles"])
    take_in_hand(game, NUMBER["Stratospheric Birds"], 0)
    game.track[Track.VENUS_SCALE] = 6
    game.resources[NUMBER["Dirigibles"]] = 1
    game.stock[0, MC] = 9
    assert not may_play(T, game, 0, NUMBER["Stratospheric Birds"], 0, False)
    put_on_table(T, game, 0, NUMBER["Celestic"])
    game.resources[NUMBER["Celestic"]] = 1
    assert may_play(T, game, 0, NUMBER["Stratospheric Birds"], 0, False)


SOUTH_POLE = 58


def spaces_for(s: Any, name: str) -> list[int]:
    """Where player 0 may place the tile of a card on Hellas, having 5 MC when it is paid."""
    s.map = Map.HELLAS
    s.production[0, ENERGY] = 1
    s.stock[0, MC] = int(price(T, s, 0, NUMBER[name], 0)) + 5
    pay_for(s, name)
    assert s.kind == Kind.SPACE
    return [action - SPACE for action in actions(s)]


@pytest.mark.parametrize(
    ("owned", "name", "affordable"),
    [
        (None, "Domed Crater", False),
        ("CrediCor", "Domed Crater", True),
        ("Vitor", "Domed Crater", True),
        (None, "Lava Flows", False),
        ("Media Group", "Lava Flows", True),
        ("Interplanetary Cinematics", "Lava Flows", True),
    ],
)
def test_what_a_card_brings_at_once_may_pay_for_its_space(
    game: Any, owned: str | None, name: str, affordable: bool
) -> None:
    if owned is not None:
        put_on_table(T, game, 0, NUMBER[owned])
    assert (SOUTH_POLE in spaces_for(game, name)) == affordable


@pytest.mark.parametrize(("owned", "affordable"), [(None, False), ("Standard Technology", True), ("CrediCor", True)])
def test_what_paying_a_standard_project_brings_may_pay_for_its_space(
    game: Any, owned: str | None, affordable: bool
) -> None:
    if owned is not None:
        put_on_table(T, game, 0, NUMBER[owned])
    game.map = Map.HELLAS
    game.stock[0, MC] = 28
    use_standard(T, game, 0, StandardProject.CITY)
    run(T, game, NOT_ASKED)
    assert (SPACE + SOUTH_POLE in actions(game)) == affordable


@pytest.mark.parametrize("left", [0, 1])
def test_the_south_pole_costs_nothing_without_an_ocean(game: Any, left: int) -> None:
    game.map = Map.HELLAS
    game.track[Track.OCEANS] = 9 - left
    game.stock[0, MC] = 6
    put_tile(T, game, 0, SOUTH_POLE, Tile.CITY_TILE)
    run(T, game, NOT_ASKED)
    assert game.stock[0, MC] == 6 * (1 - left)
    assert game.kind == (Kind.SPACE if left else Kind.NOTHING)


def test_a_copied_production_box_takes_from_others_and_wild_tags_count(game: Any) -> None:
    for name in ("Heat Trappers", "Research Network", "Peroxide Power"):
        put_on_table(T, game, 0, NUMBER[name])
    copies = ("Peroxide Power", "Research Network")
    game.stock[0, MC] = 9
    later = game.copy()
    pay_for(game, "Robotic Workforce")
    # Nobody has heat production to lose.
    assert actions(game) == sorted(CARD + NUMBER[name] for name in copies)
    later.production[1, HEAT] = 2
    pay_for(later, "Robotic Workforce")
    run(T, later, answer_of(later, CARD + NUMBER["Heat Trappers"]))
    assert later.production[:2, [ENERGY, HEAT]].tolist() == [[1, 0], [0, 0]]


def test_cards_that_tags_bring_come_before_a_discard(game: Any) -> None:
    put_on_table(T, game, 0, NUMBER["Point Luna"])
    put_on_table(T, game, 0, NUMBER["Mars University"])
    stock_deck(game, "Mine", "Trees", "Comet", "Moss", "Grass", "Algae")
    take_in_hand(game, NUMBER["Asteroid"], 0)
    game.stock[0, MC] = 9
    pay_for(game, "Sponsored Academies")
    assert actions(game) == sorted(CARD + NUMBER[name] for name in ("Asteroid", "Mine"))
    run(T, game, answer_of(game, CARD + NUMBER["Mine"]))
    # Now Mars University offers; three cards were drawn.
    assert DECLINE in actions(game)
    assert game.hand.tolist() == [4, 1, 0, 0, 0]
