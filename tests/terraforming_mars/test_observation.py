"""Each piece of the observation says what it should, to the seat it is for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.terraforming_mars.observation import OBSERVATION, observe
from regolith.envs.terraforming_mars.rooms import (
    BOXES,
    CARD_KINDS,
    FIRST_CORPORATION,
    MARS_SPACES,
    NEUTRAL,
    NOBODY,
    NONE,
    PLAYERS,
    PROJECTS,
    RESOURCES,
    TAGS,
)
from regolith.envs.terraforming_mars.state import DTYPE, KINDS, PHASES, Deck, Frame, Kind, Lies, Phase, Place
from regolith.envs.terraforming_mars.words import Map, Resource, Tag, Tile, Track
from tests.terraforming_mars.operations import Op

from .games import NUMBER, T, actions, choose, deal, played


def empty(players: int = 3) -> Any:
    """A record in which nothing has happened."""
    s = np.zeros(1, DTYPE)[0]
    s.players, s.max_generations, s.generation, s.phase = players, 60, 1, Phase.ACTION
    for field in ("owner", "tile_owner", "claim", "milestone", "award"):
        s[field][:] = NOBODY
    s.tile[:] = NONE
    return s


def seen(s: Any, seat: int) -> Any:
    view = np.zeros(OBSERVATION.size, np.float32)
    observe(T, s, seat, view)
    return view


def piece(s: Any, seat: int, name: str) -> list[float]:
    found = OBSERVATION[name]
    return [float(value) for value in seen(s, seat)[found.start : found.stop]]


def one_hot(size: int, at: int, value: float = 1.0) -> list[float]:
    return [value if i == at else 0.0 for i in range(size)]


def test_options() -> None:
    s = empty()
    for box in range(BOXES):
        s.box[box] = 1
        assert piece(s, 0, "boxes") == one_hot(BOXES, box)
        s.box[box] = 0
    for i, name in enumerate(["draft", "initial_draft", "beginner", "auto_payment", "solo_for_rating"]):
        s[name] = 1
        assert piece(s, 0, "options") == one_hot(5, i)
        s[name] = 0
    s.world_government = 1
    assert piece(s, 0, "options of boxes") == one_hot(8, 0)
    for at in Map:
        s.map = at
        assert piece(s, 0, "map") == one_hot(3, at)
    for players in range(1, PLAYERS + 1):
        s.players = players
        assert piece(s, 0, "players") == one_hot(PLAYERS, players - 1)


def test_time() -> None:
    s = empty()
    s.generation, s.max_generations = 4, 10
    assert piece(s, 0, "generation") == pytest.approx([0.25, 0.1])
    s.players, s.last_generation = 1, 12
    assert piece(s, 0, "generation") == pytest.approx([0.25, 8 / 14])
    for phase in Phase:
        s.phase = phase
        assert piece(s, 0, "phase") == one_hot(PHASES, phase)
    s.track[:] = [19, 7, 3, 15]
    assert piece(s, 0, "tracks") == pytest.approx([1.0, 0.5, 1 / 3, 1.0])
    s.deck_size[Deck.PROJECTS] = 150
    assert piece(s, 0, "deck") == [0.5]


def test_whose_turn_it_is_as_each_seat_counts() -> None:
    s = empty()
    s.player, s.turn, s.first_player, s.kind, s.actions_taken, s.passed[1] = 2, 2, 0, Kind.ACTION, 1, 1
    for seat in range(3):
        assert piece(s, seat, "to decide") == one_hot(PLAYERS, (2 - seat) % 3)
        assert piece(s, seat, "turn") == one_hot(PLAYERS, (2 - seat) % 3)
        assert piece(s, seat, "first player") == one_hot(PLAYERS, -seat % 3)
        assert piece(s, seat, "passed") == one_hot(PLAYERS, (1 - seat) % 3)
    assert piece(s, 0, "kind") == one_hot(KINDS, Kind.ACTION)
    assert piece(s, 0, "actions taken") == [1.0]
    s.phase = Phase.SOLAR
    assert not any(piece(s, 0, "turn"))
    s.phase, s.draft_direction = Phase.DRAFT, -1
    assert piece(s, 0, "draft") == [0.0, 1.0]


def test_tiles_and_markers() -> None:
    s = empty()
    s.tile[3], s.tile[4], s.tile[5], s.tile[6] = Tile.OCEAN_TILE, Tile.GREENERY_TILE, Tile.CAPITAL, Tile.MOHOLE_AREA
    s.tile[MARS_SPACES], s.tile_owner[MARS_SPACES] = Tile.CITY_TILE, 2
    s.tile_owner[4], s.tile_owner[5], s.tile_owner[6] = 0, 1, NEUTRAL
    s.claim[7], s.claim[8] = 0, 1
    assert piece(s, 0, "ocean") == one_hot(MARS_SPACES, 3)
    assert piece(s, 0, "greenery") == one_hot(MARS_SPACES, 4)
    city = piece(s, 0, "city")
    assert [i for i, value in enumerate(city) if value] == [5, MARS_SPACES]
    special = piece(s, 0, "special tile")
    assert (special[5], special[6]) == ((Tile.CAPITAL - 2) / 16, (Tile.MOHOLE_AREA - 2) / 16)
    assert [i for i, value in enumerate(piece(s, 0, "my tile")) if value] == [4]
    assert [i for i, value in enumerate(piece(s, 2, "my tile")) if value] == [MARS_SPACES]
    other = piece(s, 0, "other tile")
    assert (other[4], other[5], other[6], other[MARS_SPACES]) == (0.0, 1.0, 0.125, 0.75)
    assert (piece(s, 0, "claim")[7], piece(s, 0, "claim")[8]) == (1.0, 0.5)
    assert (piece(s, 1, "claim")[7], piece(s, 1, "claim")[8]) == (0.375, 1.0)


def test_what_is_printed() -> None:
    s = empty()
    s.map = Map.THARSIS
    planes = np.reshape(piece(s, 0, "printed"), (6, MARS_SPACES))
    # The first row of Tharsis: two steel, two steel on an ocean space, nothing, a card on an ocean space, an ocean space.
    assert planes[0, :5].tolist() == [0.0, 1.0, 0.0, 1.0, 1.0]
    assert planes[2, :5] == pytest.approx([2 / 3, 2 / 3, 0, 0, 0])
    assert planes[5, :5] == pytest.approx([0, 0, 0, 1 / 3, 0])
    assert planes[0, [6, 28]].tolist() == [0.25, 0.5], "Tharsis Tholus, Noctis City"
    assert planes[1, 28] == pytest.approx(2 / 3)
    s.map = Map.HELLAS
    planes = np.reshape(piece(s, 0, "printed"), (6, MARS_SPACES))
    assert planes[0, 58] == 0.75
    assert planes[4, 57] == pytest.approx(2 / 3)


def test_players_as_each_seat_counts() -> None:
    s = empty()
    s.stock[1] = [60, 10, 20, 30, 40, 50]
    s.production[1] = [-5, 1, 2, 3, 4, 30]
    s.production[2, Resource.MC] = 20
    s.tags[1, Tag.JOVIAN] = 3
    s.rating[1], s.rating_rose[1], s.hand[1], s.events[1], s.greenery_cost[1] = 25, 1, 15, 6, 8
    s.metal_value[1] = [1, 2]
    s.next_discount[1], s.next_leeway[1], s.first_action[1] = 8, 2, 1
    for seat in range(3):
        side = (1 - seat) % 3
        stock = np.reshape(piece(s, seat, "stock"), (PLAYERS, RESOURCES))
        assert stock[side] == pytest.approx([0.5, 0.25, 0.5, 0.75, 1.0, 1.0])
        production = np.reshape(piece(s, seat, "production"), (PLAYERS, RESOURCES))
        assert production[side] == pytest.approx([0.0, 0.05, 0.1, 0.15, 0.2, 1.0])
        assert production[(2 - seat) % 3, Resource.MC] == 1.0
        assert np.reshape(piece(s, seat, "tags"), (PLAYERS, TAGS))[side, Tag.JOVIAN] == 0.25
        for name, value in (
            ("rating", 0.25),
            ("rating rose", 1.0),
            ("hand size", 0.5),
            ("events", 0.5),
            ("greenery cost", 0.8),
            ("first action", 1.0),
        ):
            assert piece(s, seat, name) == pytest.approx(one_hot(PLAYERS, side, value))
        assert np.reshape(piece(s, seat, "next card"), (PLAYERS, 2))[side] == pytest.approx([0.8, 0.5])
        assert np.reshape(piece(s, seat, "metal value"), (PLAYERS, 2))[side] == pytest.approx([1 / 3, 2 / 3])


def test_milestones_and_awards() -> None:
    s = empty()
    s.milestone[1], s.milestone[2], s.award[0], s.award[3] = 0, 2, 0, 1
    assert piece(s, 0, "my milestone") == one_hot(8, 1)
    assert piece(s, 0, "other milestone") == one_hot(8, 2, 0.75)
    assert piece(s, 2, "other milestone") == one_hot(8, 1, 1.0)
    assert piece(s, 1, "award")[:4] == [0.5, 0.0, 0.0, 1.0]


def test_cards_that_a_seat_sees() -> None:
    s = empty()
    s.lies[10], s.owner[10] = Lies.IN_HAND, 1
    s.lies[11], s.owner[11] = Lies.IN_PLAY, 1
    s.lies[12], s.owner[12], s.used[12], s.resources[12] = Lies.IN_PLAY, 1, 1, 6
    s.lies[FIRST_CORPORATION], s.owner[FIRST_CORPORATION] = Lies.IN_PLAY, 0
    s.lies[13], s.owner[13] = Lies.PLAYED_EVENT, 2
    assert [i for i, value in enumerate(piece(s, 1, "hand")) if value] == [10]
    assert not any(piece(s, 0, "hand"))
    mine, theirs = piece(s, 1, "my cards"), piece(s, 1, "other cards")
    assert (mine[11], mine[12], mine[13], theirs[11]) == (1.0, 0.5, 0.0, 0.0)
    assert (theirs[13], theirs[FIRST_CORPORATION]) == (1.0, 0.75)
    theirs = piece(s, 0, "other cards")
    assert (theirs[11], theirs[12], theirs[13]) == (1.0, 0.875, 0.75)
    assert piece(s, 2, "resources on cards") == one_hot(640, 12, 0.5)


def test_cards_to_choose_from() -> None:
    s = empty()
    s.phase = Phase.DRAFT
    for card, lies in enumerate((Lies.IN_A_PACK, Lies.LOOKED_AT, Lies.DEALT, Lies.BOUGHT)):
        s.lies[card], s.owner[card] = lies, 1
    assert piece(s, 1, "before me")[:5] == [1.0, 0.75, 0.5, 0.25, 0.0]
    assert not any(piece(s, 0, "before me"))


def test_memory_as_it_is_shown() -> None:
    s = empty()
    wanted = {
        (Place.HAND,): (1.0, 1.0),
        (Place.HAND, Place.DEALT): (1.0, 1.0),
        (Place.HAND + 1,): (0.75, 1.0),
        (Place.HAND, Place.HAND + 1): (0.75, 1.0),
        (Place.HAND, Place.DISCARDS): (0.5, 1.0),
        (Place.DEALT + 1, Place.DISCARDS): (0.25, 1.0),
        (Place.DISCARDS,): (0.0, 1.0),
        (Place.PACK,): (0.0, 0.75),
        (Place.PACK + 1, Place.DEALT + 1): (0.25, 0.75),
        (Place.DECK,): (0.0, 0.25),
        (Place.DECK, Place.HAND): (0.5, 0.5),
        (): (0.0, 0.0),
    }
    for card, places in enumerate(wanted):
        s.lies[card] = Lies.DISCARDED
        s.could_be[1, card] = sum(1 << place for place in places)
    shown = list(zip(piece(s, 1, "with an opponent"), piece(s, 1, "seen before"), strict=True))
    assert shown[: len(wanted)] == list(wanted.values())
    assert not any(piece(s, 0, "seen before")), "what others remember"
    s.lies[0], s.owner[0] = Lies.IN_HAND, 1
    s.lies[2], s.owner[2] = Lies.IN_PLAY, 0
    shown = list(zip(piece(s, 1, "with an opponent"), piece(s, 1, "seen before"), strict=True))
    assert shown[0] == shown[2] == (0.0, 0.0), "nothing is hidden any more"


def test_a_payment_and_its_card() -> None:
    s = empty()
    card = NUMBER["Asteroid"]
    s.kind, s.depth, s.player = Kind.PAYMENT, 1, 0
    s.stack[0] = [T.play_row, NONE, 0, 12, card, 1, 0]
    assert piece(s, 0, "effect") == one_hot(16, Op.PAY // 16) + one_hot(16, Op.PAY % 16)
    assert piece(s, 0, "price") == pytest.approx([0.2])
    assert piece(s, 0, "means") == one_hot(8, 1)
    question = piece(s, 1, "card in question")
    assert question[0] == 1.0
    assert question[1] == pytest.approx(14 / 45)
    assert question[2 + T.kind[card]] == 1.0
    assert question[2 + CARD_KINDS + Tag.SPACE] == 0.5
    assert sum(int(bit) << i for i, bit in enumerate(question[-10:])) == card
    s.kind, s.depth = Kind.ACTION, 0
    assert not any(piece(s, 0, "effect"))


def test_an_effect_that_asks() -> None:
    s = empty()
    s.kind, s.depth, s.player = Kind.SPACE, 1, 0
    s.stack[0, Frame.ROW], s.stack[0, Frame.CARD], s.stack[0, Frame.TURN] = T.ocean_row, NONE, 1
    assert piece(s, 1, "effect amount") == pytest.approx([0.1, 0.1])
    assert piece(s, 1, "effect operand") == one_hot(16, Tile.OCEAN_TILE)
    assert not any(piece(s, 1, "card in question"))


def test_how_many_cards_another_one_has_chosen_is_not_told() -> None:
    s = empty()
    s.kind, s.depth, s.player, s.phase = Kind.CARD, 1, 0, Phase.RESEARCH
    s.stack[0, Frame.ROW], s.stack[0, Frame.CARD], s.stack[0, Frame.TURN] = T.research_row, NONE, 3
    assert piece(s, 0, "effect amount") == pytest.approx([0.1, 0.3])
    assert piece(s, 1, "effect amount") == pytest.approx([0.1, 0.0])


def test_nothing_shows_of_what_others_choose_in_secret() -> None:
    array = deal(3, players=3)
    s = array[0]
    others = set(range(3)) - {int(s.player)}
    chooser = int(s.player)
    pieces = [p for p in OBSERVATION if p.name not in ("kind", "effect", "effect amount", "to decide")]
    before = {seat: seen(s, seat) for seat in others}
    while s.player == chooser:
        choose(s, *actions(s)[1:])
        for seat in others:
            for p in pieces:
                assert (seen(s, seat)[p.start : p.stop] == before[seat][p.start : p.stop]).all(), p.name


def test_room_for_boxes_to_come_stays_empty_and_the_rest_is_used() -> None:
    highest = np.zeros(OBSERVATION.size, np.float32)
    maps = ("tharsis", "hellas", "elysium")
    for number in range(15):
        options = {
            "players": 2 + number % 4,
            "map": maps[number % 3],
            "initial_draft": number % 2 == 0,
            "colonies": number < 12,
            "turmoil": number % 3 < 2,
            "underworld": number % 5 < 3,
            "goal_tiles": "dice" if number % 5 == 0 else "none",
        }
        for s in played(deal(number, **options), number):
            for seat in range(s.players):
                view = seen(s, seat)
                assert view.min() >= 0.0
                assert view.max() <= 1.0
                np.maximum(highest, view, out=highest)
    used = {p.name for p in OBSERVATION if highest[p.start : p.stop].any()}
    assert used == {p.name for p in OBSERVATION if not p.reserved}


def test_size() -> None:
    assert OBSERVATION.size == 6565
    assert OBSERVATION["hand"].size == 640
    assert OBSERVATION["seen before"].size == PROJECTS
    assert len(Track) == OBSERVATION["tracks"].size
