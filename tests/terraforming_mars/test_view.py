"""What people read: names of all decisions and actions, the text board of each seat, the facts of a result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars import actions as block
from regolith.envs.terraforming_mars.actions import ACTIONS, step
from regolith.envs.terraforming_mars.language.counts import Count
from regolith.envs.terraforming_mars.language.lower import in_order
from regolith.envs.terraforming_mars.language.pending import program_at
from regolith.envs.terraforming_mars.language.steps import Steps
from regolith.envs.terraforming_mars.language.tables import numbered
from regolith.envs.terraforming_mars.picture import draw
from regolith.envs.terraforming_mars.rooms import CARDS, FIRST_CORPORATION, FIRST_PRELUDE, NEUTRAL, NONE
from regolith.envs.terraforming_mars.show.scene import scene
from regolith.envs.terraforming_mars.show.text_board import WIDTH, text
from regolith.envs.terraforming_mars.show.view import (
    SEAT_NAMES,
    action_name,
    decision_text,
    describe,
    facts,
    missing,
    picture,
    seat_facts,
    secret,
)
from regolith.envs.terraforming_mars.state import Deck, Kind, Lies, Phase
from regolith.envs.terraforming_mars.words import CardSet, Resource, StandardProject, Tile, Track

from .games import NUMBER, T, actions, choose, deal, played

FAMILIES: list[dict[str, Any]] = [
    {},
    {"players": 3, "map": "hellas", "initial_draft": True, "prelude": False, "venus": False},
    {"players": 4, "map": "elysium", "draft": False},
    {"players": 5, "map": "hellas"},
    {"players": 2, "prelude": False, "venus": False, "beginner_corporation": True},
    {"players": 1},
    {"players": 1, "map": "elysium", "venus": False, "solo_objective": "tr63"},
]
WIDEST = 120
SECRET = (Lies.IN_A_PACK, Lies.DEALT, Lies.BOUGHT, Lies.LOOKED_AT, Lies.IN_HAND)


@cache
def game(family: int) -> list[Any]:
    """Every position of a random game."""
    array = deal(family, **FAMILIES[family])
    return [array.copy(), *(array.copy() for _ in played(array, family))]


def positions(family: int, every: int) -> Iterator[Any]:
    for array in game(family)[::every]:
        yield array[0]


every_family = pytest.mark.parametrize("family", range(len(FAMILIES)))


def acting(**options: Any) -> Any:
    """The record of a game in which Red is to take his first action, with nothing in hand and 100 MC."""
    array = deal(5, **{"players": 2, "prelude": False, "venus": False, **options})
    s = array[0]
    while s.phase != Phase.ACTION:
        choose(s, block.DECLINE)
    s.first_action[:] = 0
    for number in range(FIRST_CORPORATION):
        if s.owner[number] == 0:
            s.lies[number], s.owner[number] = Lies.DISCARDED, NONE
    s.hand[:] = 0
    s.stock[0] = 0
    s.stock[0, Resource.MC] = 100
    return s


def give(s: Any, name: str, lies: Lies = Lies.IN_HAND, seat: int = 0) -> int:
    number = NUMBER[name]
    s.lies[number], s.owner[number] = lies, seat
    s.hand[seat] += lies == Lies.IN_HAND
    return number


def play(s: Any, name: str) -> list[str]:
    """Names of what may be chosen after playing a card."""
    step(T, s, block.CARD + give(s, name))
    return names(s)


def names(s: Any) -> list[str]:
    return [action_name(s, action) for action in actions(s)]


def sorted_tags(steps: Steps) -> list[Any]:
    """Steps with their branches; the order of the tags that are counted together is not kept."""
    found = []
    for step_ in steps:
        n = replace(step_.n, tags=tuple(sorted(step_.n.tags))) if isinstance(step_.n, Count) else step_.n
        found.append((step_.op, n, step_.operands, [sorted_tags(branch) for branch in step_.branches]))
    return found


def test_steps_are_read_back_as_they_were_written() -> None:
    for number, card in numbered().items():
        assert sorted_tags(program_at(int(T.on_play[number]))) == sorted_tags(in_order(card))
        assert sorted_tags(program_at(int(T.action[number]))) == sorted_tags(card.action)
        assert sorted_tags(program_at(int(T.first_action[number]))) == sorted_tags(card.first_action)


@every_family
def test_legal_actions_have_different_names(family: int) -> None:
    for s in positions(family, 2):
        found = names(s)
        assert len(set(found)) == len(found)
        assert all(found)
        assert s.over != Over.RUNNING or decision_text(s).startswith(
            f"generation {s.generation}, {SEAT_NAMES[s.player]}: "
        )


@every_family
def test_every_action_has_a_name_at_any_time(family: int) -> None:
    for s in positions(family, 41):
        assert all(action_name(s, action) for action in range(ACTIONS.size))


def test_names_in_a_turn() -> None:
    s = acting()
    give(s, "Comet")
    give(s, "Inventors' Guild", Lies.IN_PLAY)
    s.stock[0, Resource.PLANTS] = s.stock[0, Resource.HEAT] = 8
    assert decision_text(s) == "generation 1, Red: take an action or pass"
    found = names(s)
    for name in (
        "play Comet (21 MC)",
        "use Inventors' Guild",
        "sell patents",
        "city standard project (25 MC)",
        "convert 8 plants into a greenery",
        "convert 8 heat into 1 step of temperature",
        "fund Banker (8 MC)",
        "pass for this generation",
    ):
        assert name in found
    assert action_name(s, block.MILESTONE + 2) == "claim Gardener (8 MC)"
    give(s, "Research Outpost", Lies.IN_PLAY)
    assert "play Comet (20 MC)" in names(s)
    s.award[0] = 1
    assert "fund Banker (14 MC)" in names(s)
    step(T, s, block.STANDARD + StandardProject.POWER_PLANT)
    assert decision_text(s) == "generation 1, Red: take a second action or end the turn"
    assert "end the turn" in names(s)


def test_names_of_spaces_tell_what_they_give() -> None:
    s = acting()
    s.tile[3] = Tile.OCEAN_TILE
    step(T, s, block.STANDARD + StandardProject.CITY)
    assert decision_text(s) == "generation 1, Red: choose a space for a city tile"
    found = names(s)
    assert "A1 (2 steel)" in found
    assert "A3 (2 MC from oceans)" in found
    assert "B2 Tharsis Tholus (1 steel)" in found
    assert "B1" in found
    assert action_name(s, block.SPACE + 30) == "E5 (2 plants)"
    assert action_name(s, block.SPACE + 61) == "Ganymede Colony"
    assert action_name(acting(map="hellas"), block.SPACE + 58) == "J3 South Pole (ocean for 6 MC)"


def test_names_of_payments() -> None:
    s = acting()
    s.stock[0, Resource.STEEL] = 3
    assert play(s, "Mine") == ["pay with no steel", "pay with 1 steel (worth 2 MC)", "pay with 2 steel (worth 4 MC)"]
    assert decision_text(s) == "generation 1, Red: choose how much steel to pay with (4 MC for Mine)"
    s = acting()
    pays = give(s, "Psychrophiles", Lies.IN_PLAY)
    s.resources[pays] = 1
    s.track[Track.TEMPERATURE] = 10
    assert play(s, "Grass") == [
        "pay with no microbes of Psychrophiles",
        "pay with 1 microbe of Psychrophiles (worth 2 MC)",
    ]


def test_names_of_attacks() -> None:
    s = acting()
    s.stock[1, Resource.PLANTS] = 2
    s.stock[0, Resource.PLANTS] = 5
    assert play(s, "Asteroid") == ["remove 3 plants from Red", "remove 2 plants from Blue", "remove nothing"]
    assert decision_text(s) == "generation 1, Red: choose whose plants to remove, up to 3 (Asteroid)"
    s = acting()
    s.production[:2, Resource.HEAT] = 2
    s.production[0, Resource.ENERGY] = 1
    found = play(s, "Heat Trappers")
    assert found == ["heat production of Red -2", "heat production of Blue -2"]
    s = acting()
    s.stock[1, Resource.STEEL] = s.stock[1, Resource.MC] = 9
    assert play(s, "Hired Raiders") == ["steal up to 2 steel", "steal up to 3 MC"]
    assert decision_text(s) == "generation 1, Red: choose one effect (Hired Raiders)"
    step(T, s, block.BRANCH + 1)
    assert names(s) == ["steal 3 MC from Blue", "steal nothing"]
    s = acting()
    s.track[Track.OXYGEN] = 11
    predators = give(s, "Predators", Lies.IN_PLAY)
    for name in ("Fish", "Birds"):
        s.resources[give(s, name, Lies.IN_PLAY, seat=1)] = 1
    step(T, s, block.CARD + predators)
    assert set(names(s)) == {"remove 1 animal from Blue's Birds", "remove 1 animal from Blue's Fish"}


def test_names_of_other_choices() -> None:
    s = acting()
    assert play(s, "Artificial Photosynthesis") == ["energy production +2", "plant production +1"]
    s = acting()
    for name in ("Ants", "Decomposers"):
        give(s, name, Lies.IN_PLAY)
    assert play(s, "Aerobraked Ammonia Asteroid") == ["add 2 microbes to Ants", "add 2 microbes to Decomposers"]
    assert decision_text(s).endswith("choose a card to add 2 microbes to (Aerobraked Ammonia Asteroid)")
    s = acting()
    for name in ("Comet", "Mine"):
        give(s, name)
    step(T, s, block.STANDARD + StandardProject.SELL_PATENTS)
    assert set(names(s)) == {"sell Mine", "sell Comet"}
    step(T, s, actions(s)[0])
    assert names(s)[-1] == "sell no more"
    s = acting()
    found = play(s, "Invention Contest")
    assert len(found) == 3
    assert all(name.startswith("keep ") for name in found)
    s = acting()
    s.production[0, Resource.HEAT] = 2
    assert play(s, "Insulation") == [
        "heat production -1, MC production +1",
        "heat production -2, MC production +2",
    ]


def test_names_before_the_first_generation_and_in_research() -> None:
    s = deal(1, players=3)[0]
    assert decision_text(s) == "generation 1, Red: choose a corporation"
    assert all(name.startswith("corporation ") for name in names(s))
    step(T, s, actions(s)[0])
    assert decision_text(s) == "generation 1, Red: choose a prelude to keep"
    for _ in range(2):
        step(T, s, actions(s)[0])
    assert decision_text(s) == "generation 1, Red: choose a card to buy"
    assert all(name.endswith("(3 MC)") for name in names(s)[:-1])
    assert names(s)[-1] == "buy no more cards"
    while s.phase != Phase.SOLAR:
        choose(s, block.DECLINE, block.PASS)
    assert decision_text(s) == "generation 1, Red: choose what the World Government does"
    assert names(s)[0] == "raise temperature 1 step"
    step(T, s, actions(s)[0])
    assert s.phase == Phase.DRAFT
    assert all(name.startswith("keep ") for name in names(s))


def test_choices_among_hidden_cards_are_secret() -> None:
    s = deal(1, players=2)[0]
    kinds = {}
    while s.generation < 3:
        kinds.setdefault((int(s.phase), int(s.kind)), set()).add(secret(s))
        choose(s, block.PASS, block.END_TURN)
    assert kinds.pop((Phase.SETUP, Kind.CARD)) == {True}
    assert kinds.pop((Phase.DRAFT, Kind.CARD)) == {True}
    assert kinds.pop((Phase.RESEARCH, Kind.CARD)) == {True}
    assert all(True not in found for (_, kind), found in kinds.items() if kind != Kind.CARD)
    s = acting()
    for name in ("Comet", "Mine"):
        give(s, name)
    assert not secret(s)
    step(T, s, block.STANDARD + StandardProject.SELL_PATENTS)
    assert secret(s)


def swapped(array: Any, viewer: int, shift: int) -> Any:
    """The same game with all cards that the viewer cannot see exchanged for others of the deck, where they are."""
    changed = array.copy()
    s = changed[0]
    for deck, first, end in (
        (Deck.PROJECTS, 0, FIRST_CORPORATION),
        (Deck.CORPORATIONS, FIRST_CORPORATION, FIRST_PRELUDE),
        (Deck.PRELUDES, FIRST_PRELUDE, CARDS),
    ):
        pile = s.deck[first : first + s.deck_size[deck]]
        hidden = [c for c in range(first, end) if s.lies[c] in SECRET and s.owner[c] not in (viewer, NONE)]
        pool = [*hidden, *(int(c) for c in pile)]
        if not pool:
            continue
        new = dict(zip(pool, pool[shift % len(pool) :] + pool[: shift % len(pool)], strict=True))
        lies, owner = s.lies.copy(), s.owner.copy()
        for old, card in new.items():
            s.lies[card], s.owner[card] = lies[old], owner[old]
        pile[:] = [new[int(card)] for card in pile]
    return changed


@pytest.mark.parametrize("family", [i for i, family in enumerate(FAMILIES) if family.get("players") != 1])
def test_nobody_sees_what_is_hidden(family: int) -> None:
    phases, changed = set(), 0
    for array in game(family)[::53]:
        phases.add(int(array[0].phase))
        for seat in range(array[0].players):
            other = swapped(array, seat, 5)
            assert scene(array[0], seat) == scene(other[0], seat)
            changed += scene(array[0], None) != scene(other[0], None)
    assert changed > 0
    assert describe(array[0], seat) == text(scene(other[0], seat))
    assert picture(array[0], seat).svg() == draw(scene(other[0], seat)).svg()
    assert Phase.ACTION in phases
    assert Phase.RESEARCH in phases or Phase.DRAFT in phases


def test_nobody_sees_how_others_choose_in_secret() -> None:
    """Choosing changes nothing for the others until everybody has chosen."""
    s = deal(2, players=3, draft=False)[0]
    before = {seat: describe(s, seat).split("\n", 2)[2] for seat in (1, 2)}
    own = describe(s, 0)
    while s.player == 0:
        step(T, s, actions(s)[0])
    assert s.phase == Phase.SETUP
    assert {seat: describe(s, seat).replace(" [to move]", "").split("\n", 2)[2] for seat in (1, 2)} == {
        seat: board.replace("Red (R) [to move, first player]", "Red (R) [first player]")
        for seat, board in before.items()
    }
    assert describe(s, 0) != own


def test_the_owner_sees_his_cards_and_others_their_number() -> None:
    s = acting()
    give(s, "Comet")
    give(s, "Research Outpost", Lies.IN_PLAY)
    own, other = describe(s, 0), describe(s, 1)
    assert (
        "Comet (20 MC instead of 21) [space]: Raise temperature 1 step, place an ocean tile, remove up to 3 plants"
        in own
    )
    assert "Comet" not in other
    assert "cards in hand 1" in own
    assert "cards in hand 1" in other
    assert "Comet" in describe(s, None)
    assert "on top of the deck" in describe(s, None)
    assert "on top of the deck" not in own


def test_the_board_is_in_the_units_of_the_game() -> None:
    s = acting(venus=True)
    board = describe(s, 0)
    assert "temperature  -30 C  ..................." in board
    assert "oxygen         0 %  .............." in board
    assert "oceans         0/9  ........." in board
    assert "Venus          0 %  ..............." in board
    s.track[:4] = 3, 4, 5, 6
    board = describe(s, 0)
    for line in (
        "temperature  -24 C  ###....",
        "oxygen         4 %  ####..",
        "oceans         5/9",
        "Venus         12 %",
    ):
        assert line in board
    s.track[:4] = 19, 14, 9, 15
    board = describe(s, 0)
    for line in ("temperature    8 C", "oxygen        14 %", "oceans         9/9", "Venus         30 %"):
        assert line in board


def test_the_map_shows_tiles_owners_and_markers() -> None:
    s = acting()
    s.tile[0], s.tile_owner[0] = Tile.CITY_TILE, 0
    s.tile[1] = Tile.OCEAN_TILE
    s.tile[5], s.tile_owner[5] = Tile.GREENERY_TILE, NEUTRAL
    s.tile[61], s.tile_owner[61] = Tile.CITY_TILE, 1
    s.claim[6] = 1
    board = describe(s, None)
    for shown in (
        "| CITY R    | OCEAN     |",
        "| GREEN N   | (B)       |",
        "E3! pp",
        "D1^ pt",
        "A4~ c",
        "Ganymede Colony B",
    ):
        assert shown in board
    step(T, s, block.STANDARD + StandardProject.CITY)
    assert s.kind == Kind.SPACE
    assert ">F5  p" in describe(s, 1)


def test_goals_show_how_far_everybody_is() -> None:
    s = acting()
    s.rating[:2] = 35, 22
    s.milestone[0] = 0
    s.award[1] = 1
    s.production[:2, Resource.MC] = -2, 4
    board = describe(s, 1)
    assert "milestones: 2 more may be claimed" in board
    assert "awards: the next costs 14 then 20 MC" in board
    (terraformer,) = [line for line in board.splitlines() if "Terraformer" in line]
    assert terraformer.split() == ["Terraformer", "35", "TR", "35", "22", "claimed", "by", "Red"]
    (banker,) = [line for line in board.splitlines() if "Banker" in line]
    assert banker.split() == ["Banker", "MC", "production", "-2", "4", "funded", "by", "Blue"]


@every_family
def test_the_board_fits_a_terminal(family: int) -> None:
    for s in positions(family, 29):
        lines = describe(s, None).splitlines()
        assert max(map(len, lines)) <= WIDEST
    assert WIDTH <= WIDEST


@every_family
def test_facts_are_those_of_the_end(family: int) -> None:
    s = game(family)[-1][0]
    found = facts(s)
    assert found["generations"] == s.generation
    if s.players > 1:
        assert (found["temperature"], found["oxygen"], found["oceans"], found["terraformed"]) == (8, 14, 9, 1)
    assert ("venus" in found) == bool(s.box[CardSet.VENUS])
    for seat in range(s.players):
        about = seat_facts(s, seat)
        assert about["rating"] == s.rating[seat]
        (corporation,) = (
            {"Beginner Corporation"}
            if s.beginner
            else {
                numbered()[c].name
                for c in range(FIRST_CORPORATION, FIRST_PRELUDE)
                if s.lies[c] == Lies.IN_PLAY and s.owner[c] == seat
            }
        )
        assert about["corporation"] == corporation
        assert found.keys().isdisjoint(about)


def test_facts_of_the_start() -> None:
    s = deal(3)[0]
    assert facts(s) == {
        "generations": 1, "temperature": -30, "oxygen": 0, "oceans": 0, "venus": 0, "terraformed": 0,
    }  # fmt: skip
    assert seat_facts(s, 1) == {"corporation": "none", "rating": 20}


def test_what_a_solo_game_lacked() -> None:
    s = deal(0, players=1)[0]
    assert missing(s) == {"temperature steps": 19, "oxygen steps": 14, "oceans": 9, "Venus steps": 15}
    s.track[:4] = 19, 10, 9, 14
    assert missing(s) == {"oxygen steps": 4, "Venus steps": 1}
    s.track[:4] = 19, 14, 9, 15
    assert missing(s) == {}
    assert "Venus steps" not in missing(deal(0, players=1, venus=False)[0])
    s = deal(0, players=1, solo_objective="tr63")[0]
    assert missing(s) == {"rating": 49}
    s.rating[0] = 63
    assert missing(s) == {}
