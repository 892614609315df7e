"""The worlds of an effect: two things change places and nothing else does, and what cannot be dealt is said."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith import envs
from regolith.benchmarks.worlds import as_dealt, every_world, exchange, named, seat_of, start_of, with_money
from regolith.envs.core.card_words import plain
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.experiment import Thing, boards_of, experiment_of, money_of
from regolith.envs.core.game import Game
from regolith.envs.core.state import State

MARS = "terraforming_mars"
SHORT = {"max_generations": 4, "payment": "auto"}
PLACES = {
    MARS: ("owner", "lies"),
    "terror_below": ("at", "known"),
}
"""What the record says of each card."""
CASES = [
    (MARS, SHORT, "Mine"),
    (MARS, SHORT, "Helion"),
    (MARS, {"players": 3, "initial_draft": True, **SHORT}, "Mine"),
    (MARS, {"players": 1}, "Mine"),
    ("terror_below", {}, "Pistol"),
    ("terror_below", {"players": 4}, "Boots"),
    ("terror_below", {"players": 3}, "Merl"),
    ("terror_below", {"players": 1}, "Energy Drink"),
    ("terror_below", {"players": 1, "left_behind": 2}, "Merl"),
    ("terror_below", {}, "hunt any worm"),
]


def changed(game: Game, deal: int, name: str) -> tuple[Any, Any, Thing, Any]:
    """A deal as it is and with something else, what that is and what gave way."""
    (world,) = named(game, [name])
    assert world.thing is not None
    exchanged = exchange(game, deal, world.thing)
    states = np.zeros(1, game.spec.dtype)
    start_of(game, deal, world, exchanged).deal(game, states, deal)
    return as_dealt(game, deal)[0], states, world.thing, exchanged


@pytest.mark.parametrize(("name", "options", "card"), CASES)
def test_two_cards_change_places_and_nothing_else_does(name: str, options: dict[str, Any], card: str) -> None:
    game, moved = envs.game(name, **options), 0
    experiment = experiment_of(game)
    for deal in range(12):
        seat = seat_of(game, deal)
        before, states, thing, exchanged = changed(game, deal, card)
        after = states[0]
        found = [list(experiment.laid_out(s) if thing.for_all else experiment.dealt(s, seat)) for s in (before, after)]
        if exchanged is None:
            assert set(found[0]) & set(thing.copies)
            assert after.tobytes() == before.tobytes()
            continue
        one, other = exchanged.one, exchanged.other
        assert set(found[1]) == set(found[0]) - {other} | {one}
        places = np.arange(len(before[PLACES[name][0]]))
        places[[one, other]] = other, one
        for field in PLACES[name]:
            assert (after[field] == before[field][places]).all()
        others = [set(experiment.dealt(before, k)) for k in range(game.players) if k != seat]
        assert exchanged.with_another == (not thing.for_all and any(hand & set(thing.copies) for hand in others))
        assert game.spec.invariants.broken(game.table[0], states[0]) == 0
        assert State(game, states).legal_actions()
        moved += 1
    assert moved >= 3


@pytest.mark.parametrize("players", [1, 2])
def test_a_face_comes_up_where_the_seat_has_the_first_choice(players: int) -> None:
    """In TINYforming Mars; the other five cards come as before, with the same faces."""
    game, moved, left_out = envs.game("tinyforming_mars", players=players), 0, 0
    experiment = experiment_of(game)
    for deal in range(60):
        seat = seat_of(game, deal)
        before, states, thing, exchanged = changed(game, deal, "Lava Flows")
        (face,) = thing.copies
        if exchanged is None:
            under = players == 1 and before.deck_card[before.deck_size - 1] == face // 2
            assert under or face in experiment.dealt(before, seat)
            left_out += 1
            continue
        assert face in experiment.dealt(states[0], seat)
        assert exchanged.other in experiment.dealt(before, seat)
        assert exchanged.other not in experiment.dealt(states[0], seat)
        state, plain_state = State(game, states), game.new(deal)
        seen: list[list[int]] = []
        for one in (state, plain_state):
            while one.record.oriented < 3:
                one.apply(one.legal_actions()[0])
            s = one.record
            faces = [2 * int(s.row_card[i]) + int(s.row_face[i]) for i in range(3)]
            size = int(s.deck_size)
            seen.append(faces + [2 * int(s.deck_card[i]) + 1 - int(s.deck_up[i]) for i in range(size)])
        assert sorted(one // 2 for one in seen[0]) == sorted(one // 2 for one in seen[1]) == list(range(7))
        assert sum(one != other for one, other in zip(*seen, strict=True)) <= 2
        assert game.spec.invariants.broken(game.table[0], states[0]) == 0
        moved += 1
    assert moved > 20
    assert left_out > 5


@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_colony_tile_lies_there_in_place_of_another(players: int) -> None:
    game, moved = envs.game(MARS, colonies=True, players=players), 0
    experiment = experiment_of(game)
    for deal in range(8):
        before, states, thing, exchanged = changed(game, deal, "Luna")
        tiles = set(experiment.laid_out(before))
        if exchanged is None:
            assert thing.copies[0] in tiles
            continue
        assert set(experiment.laid_out(states[0])) == tiles - {exchanged.other} | set(thing.copies)
        assert (states[0].owner == before.owner).all()
        assert (states[0].rng == before.rng).all(), "what is drawn later is the same"
        assert game.spec.invariants.broken(game.table[0], states[0]) == 0
        State(game, states).serialize()
        moved += 1
    assert moved >= 2
    chosen = envs.game(MARS, colonies=True, colony_tiles="callisto+ceres+io+titan+pluto")
    with pytest.raises(RegolithError, match="Luna is not dealt before the game with these options"):
        named(chosen, ["Luna"])


@pytest.mark.parametrize("name", envs.games())
def test_money_is_there_and_the_record_is_sound(name: str) -> None:
    game = envs.game(name)
    money = money_of(game)
    for deal in range(4):
        states = np.zeros(1, game.spec.dtype)
        start_of(game, deal, with_money(game, money.usual), None).deal(game, states, deal)
        assert game.spec.invariants.broken(game.table[0], states[0]) == 0
        assert states[0].tobytes() != as_dealt(game, deal)[0].tobytes()
    assert with_money(game, 1).name.split()[1] in ("MC", "credit", "point")


@pytest.mark.parametrize("name", envs.games())
def test_names_are_of_one_thing_each(name: str) -> None:
    """Also over all boxes, and with boards."""
    game = envs.game(name)
    things = experiment_of(game).things
    names = [plain(other) for thing in things for other in {thing.name, *thing.other_names}]
    assert len(set(names)) == len(names)
    assert not set(names) & set(map(plain, boards_of(game)))
    numbers = [number for thing in things for number in thing.copies]
    assert len(set(numbers)) == len(numbers)


def test_cards_are_named_as_the_options_deal_them() -> None:
    game = envs.game(MARS, **SHORT)
    assert len(every_world(game)) > 200
    assert named(game, ["mine", "MINE"]) == named(game, ["Mine"])
    with pytest.raises(RegolithError, match="did you mean Mine"):
        named(game, ["Minne"])
    with pytest.raises(
        RegolithError, match="Air Raid is not dealt before the game with these options; what is: projects"
    ):
        named(game, ["Air Raid"])
    assert named(envs.game(MARS, colonies=True), ["Air Raid"])


def test_what_is_not_dealt_before_the_game_says_so() -> None:
    with pytest.raises(
        RegolithError, match=r"Spitter is not dealt before the game .* vehicles, items, weapons, bounties"
    ):
        named(envs.game("terror_below"), ["Spitter"])
    beginner = envs.game(MARS, beginner_corporation=True, prelude=False, venus=False)
    with pytest.raises(RegolithError, match="Mine is not dealt before the game with these options; what is: nothing"):
        named(beginner, ["Mine"])


def test_the_board_of_the_options_is_no_other_one() -> None:
    (hellas,) = named(envs.game(MARS), ["hellas"])
    assert hellas.game(envs.game(MARS)).options.model_dump()["map"] == "hellas"
    with pytest.raises(RegolithError, match="Hellas is what these options play on already"):
        named(envs.game(MARS, map="hellas"), ["Hellas"])


def test_copies_of_a_card_take_turns() -> None:
    game = envs.game("terror_below")
    (world,) = named(game, ["Pistol"])
    assert world.thing is not None
    assert len(world.thing.copies) == 4
    found = [exchange(game, deal, world.thing) for deal in range(40)]
    assert {one.one for one in found if one is not None} == set(world.thing.copies)
