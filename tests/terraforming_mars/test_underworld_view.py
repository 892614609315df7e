"""What people read of Underworld 2: names of choices, the question to who may block, the text board, what came to light, facts."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.actions import (
    ACTIONS,
    BLOCK,
    BRANCH,
    COLONY,
    DECLINE,
    PARTY,
    SPACE,
    STANDARD,
    TAG,
    TOKEN,
    UNDERGROUND,
    step,
)
from regolith.envs.terraforming_mars.colonies.words import ColonyTile
from regolith.envs.terraforming_mars.language.attacks import steal
from regolith.envs.terraforming_mars.language.choices import repeat_standard_project
from regolith.envs.terraforming_mars.language.pending import Pending
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, NEUTRAL, NOBODY, NONE, TOKENS
from regolith.envs.terraforming_mars.show import naming
from regolith.envs.terraforming_mars.show.naming import question
from regolith.envs.terraforming_mars.show.scene import scene
from regolith.envs.terraforming_mars.show.view import (
    SEAT_NAMES,
    action_name,
    decision_text,
    describe,
    facts,
    news,
    picture,
    seat_facts,
)
from regolith.envs.terraforming_mars.state import Frame, Kind, Lies, Mode
from regolith.envs.terraforming_mars.turmoil.words import Party
from regolith.envs.terraforming_mars.underworld.language import underground as dig
from regolith.envs.terraforming_mars.underworld.language.corruption import mulligan
from regolith.envs.terraforming_mars.underworld.language.schemes import draw_named_tag
from regolith.envs.terraforming_mars.underworld.show import LEGEND
from regolith.envs.terraforming_mars.underworld.token_words import SIGN_WIDTH, WORDS, token_name, token_sign
from regolith.envs.terraforming_mars.underworld.words import FROM_PILE, Token
from regolith.envs.terraforming_mars.words import MC, Resource, StandardProject, Tag, Tile

from .digging import beside
from .games import NUMBER, T, actions, deal, played
from .test_colonies_view import lines_of as colony_lines
from .test_colonies_view import table as moons
from .test_picture import check_frame, words
from .test_view import WIDEST, acting, give

E4, E5, E6 = 29, 30, 31


def table(**options: Any) -> Any:
    """Red is to take an action; nothing lies open, nobody has anything, and the pile holds five blank tokens."""
    s = acting(underworld=True, **options)
    s.token[:], s.excavated[:] = NONE, NOBODY
    s.claimed[:], s.corruption[:], s.marked[:] = 0, 0, 0
    s.active_token[:] = NONE
    s.tokens_found = 0
    s.pile[:] = 0
    s.pile[Token.BLANK] = s.pile_size = 5
    return s


def asked(patch: pytest.MonkeyPatch, s: Any, step: Step, *choices: int, **frame: int) -> None:
    """Red is asked by a step."""
    s.kind, s.choices = step.row.asks, len(choices)
    s.choice[: len(choices)] = choices
    numbers = {"n": 1, "card": NONE, "player": 0, "x": NONE, "y": NONE, "turn": 0, **frame}
    ask = Pending(step, **numbers, mode=Mode.WHOLE)
    patch.setattr(naming, "pending", lambda s: ask)


def lines_of(s: Any) -> list[str]:
    """The block of the underground."""
    (block,) = [block for block in describe(s, None).split("\n\n") if block.startswith("underground")]
    return block.splitlines()


def test_every_token_has_a_name_and_a_sign_of_its_own() -> None:
    assert {*WORDS} == {*Token}
    assert len({token_name(kind) for kind in Token}) == len({token_sign(kind) for kind in Token}) == len(Token)
    assert max(len(token_sign(kind)) for kind in Token) <= SIGN_WIDTH


def test_signs_are_explained_and_tell_steps_from_degrees() -> None:
    legend = " ".join(LEGEND)
    plain = {"blank", "card", "cards", "heat", "TR", "MC", "sci", "tag", "volc", "oc", "tile", "any"}
    short = {letters for kind in Token for letters in re.findall("[A-Za-z]+", token_sign(kind))} - plain
    assert all(re.search(rf"\b{letters} [a-zA-Z%]", legend) for letters in short), short
    assert token_sign(Token.TEMPERATURE_REQUIREMENT_6C) == "+-6 deg"
    assert token_sign(Token.STEEL_2_PER_TEMPERATURE) == "2st/stp"
    assert "deg degree C  stp step of temperature" in legend
    assert max(map(len, LEGEND)) <= WIDEST


def test_every_number_has_a_name() -> None:
    s = table()
    first = [action_name(s, number) for number in range(UNDERGROUND, DECLINE)]
    assert all(first)
    assert first[E5] == "underground token at E5"
    tokens = [action_name(s, TOKEN + i) for i in range(2 * TOKENS)]
    assert tokens[Token.PLANTS_2] == "token (2 plants)"
    assert tokens[TOKENS + Token.PLANTS_2] == "token (2 plants) under a cube"
    assert len({*tokens}) == 2 * TOKENS
    assert [action_name(s, TAG + i) for i in (Tag.CRIME, Tag.MARS, 15)] == ["crime tag", "Mars tag", "tag 16"]
    assert action_name(acting(), TOKEN + 3) == "underground token 4"


def test_spaces_to_identify_and_to_excavate_tell_what_lies_open(monkeypatch: pytest.MonkeyPatch) -> None:
    s = table()
    s.token[E6] = Token.STEEL_2_PLANT_1
    asked(monkeypatch, s, dig.excavate(2), E4, E6, n=2, turn=1)
    assert question(s) == "choose a space to excavate, 2 of 2"
    assert [action_name(s, UNDERGROUND + space) for space in (E4, E5, E6)] == [
        "excavate E4",
        "underground token at E5",
        "excavate E6 (2 steel and 1 plant)",
    ]
    assert describe(s, None).count(">E") == 2
    asked(monkeypatch, s, dig.search()[0], E4, x=2)
    assert question(s) == "choose a space to identify, one of 2"
    assert action_name(s, UNDERGROUND + E4) == "identify E4"
    asked(monkeypatch, s, dig.excavate(), FROM_PILE)
    assert action_name(s, TOKEN) == "excavate a token of the pile"


def test_tokens_to_claim_lie_on_mars_or_were_found_in_the_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    s = table()
    s.token[E5] = Token.TITANIUM_2
    s.tokens_found, s.found_space[0], s.found_token[0] = 1, NONE, Token.TR
    asked(monkeypatch, s, dig.search()[1], E5, MARS_SPACES + Token.TR, y=1)
    assert action_name(s, UNDERGROUND + E5) == "claim the token (2 titanium) at E5"
    assert action_name(s, TOKEN + Token.TR) == "claim the token (1 TR), from the pile"
    assert action_name(s, TOKEN + Token.BLANK) == "token (blank)"
    assert " found in the pile, to be claimed: 1 TR" in lines_of(s)


def test_own_tokens_to_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    s = table()
    asked(monkeypatch, s, dig.discard_tokens(1, 3), Token.BLANK, TOKENS + Token.BLANK)
    assert action_name(s, TOKEN + Token.BLANK) == "give back the token (blank)"
    assert action_name(s, TOKEN + TOKENS + Token.BLANK) == "give back the token (blank) under a cube"
    assert action_name(s, DECLINE) == "no more tokens"
    asked(monkeypatch, s, dig.mark_token(), Token.CARD_1)
    assert action_name(s, TOKEN + Token.CARD_1) == "put a cube on the token (1 card)"
    s.token[E4] = Token.PLACEMENT_BONUS_6
    asked(monkeypatch, s, dig.return_token(), E4)
    assert action_name(s, UNDERGROUND + E4) == "put back the token (6 MC for a tile) at E4"
    assert action_name(s, DECLINE) == "leave all tokens"


def test_tags_and_standard_projects_to_name(monkeypatch: pytest.MonkeyPatch) -> None:
    s = table()
    asked(monkeypatch, s, draw_named_tag(1), Tag.CRIME)
    assert action_name(s, TAG + Tag.CRIME) == "name the crime tag"
    asked(monkeypatch, s, repeat_standard_project(8), StandardProject.CITY, n=8)
    assert action_name(s, STANDARD + StandardProject.CITY) == "repeat city standard project (17 MC)"
    s.kind = Kind.ACTION
    assert action_name(s, STANDARD + StandardProject.EXCAVATE) == "excavate standard project (7 MC)"


def test_spaces_for_a_tile_tell_what_it_covers() -> None:
    s = table()
    s.token[E4], s.token[E5], s.excavated[E6] = Token.TR, Token.PLACEMENT_BONUS_6, 1
    step(T, s, STANDARD + StandardProject.AQUIFER)
    named = [action_name(s, SPACE + space) for space in (E4, E5, E6)]
    assert named == [
        "E4 (2 plants; covers the token: 1 TR)",
        "E5 (2 plants; 6 MC from the token that it covers)",
        "E6 (2 plants; covers the marker of Blue)",
    ]
    s.stack[s.depth - 1, Frame.MODE] = Mode.FOR_NOBODY
    assert action_name(s, SPACE + E5) == "E5 (covers the token: 6 MC for a tile)"
    assert action_name(s, SPACE + MARS_SPACES) == "Ganymede Colony"


def meeting(*neutral: int, corruption: int = 1, reserve: int = 6) -> Any:
    """Red may collude; the parties, in their order, have so many neutral delegates and no others."""
    s = table(turmoil=True)
    s.corruption[0], s.reserve[0], s.lobby[0] = corruption, reserve, 0
    s.delegates[:], s.leader[:] = 0, NOBODY
    for party, n in enumerate(neutral):
        s.delegates[party, NEUTRAL] = n
        s.leader[party] = NEUTRAL if n else NOBODY
    return s


def test_collusion_tells_its_price_and_a_party_that_is_not_asked() -> None:
    collusion = STANDARD + StandardProject.COLLUSION
    one = meeting(0, 1)
    assert action_name(one, collusion) == (
        "collusion standard project (1 corruption), 1 neutral delegate of Kelvinists (neutral leads with 1)"
    )
    step(T, one, collusion)
    assert one.delegates[Party.KELVINISTS, 0] == 1, "nothing was asked"
    few = meeting(0, 3, reserve=1)
    assert action_name(few, collusion).endswith("1 neutral delegate of Kelvinists (neutral leads with 3)")
    s = meeting(1, 2)
    assert action_name(s, collusion) == "collusion standard project (1 corruption)"
    step(T, s, collusion)
    assert [action_name(s, BRANCH + i) for i in range(2)] == [
        "turn 1 neutral delegate of one party into yours",
        "turn 2 neutral delegates of one party into yours, 2 neutral delegates of Kelvinists (neutral leads with 2)",
    ]
    step(T, s, BRANCH)
    assert question(s) == "choose a party of which 1 neutral delegate becomes yours"
    assert action_name(s, PARTY + Party.MARS_FIRST) == "turn 1 neutral delegate of Mars First (neutral leads with 1)"


def hemmed_in(*spaces: int) -> Any:
    """Red has a city at E5 and no space beside it but these; the pile holds five blank tokens."""
    s = table()
    s.tile[E5], s.tile_owner[E5] = Tile.CITY_TILE, 0
    for space in beside(E5):
        if space not in spaces:
            s.tile[space], s.tile_owner[space] = Tile.GREENERY_TILE, 1
    return s


PILE = ", from the pile (there is no space to excavate)"


def test_excavating_from_the_pile_is_called_so() -> None:
    excavate = STANDARD + StandardProject.EXCAVATE
    assert action_name(hemmed_in(E4), excavate) == "excavate standard project (7 MC)"
    s = hemmed_in()
    assert action_name(s, excavate) == f"excavate standard project (7 MC){PILE}"
    assert action_name(s, give(s, "Tunneling Subcontractor")).endswith(PILE)
    colony = give(s, "Titan Manufacturing Colony", Lies.IN_PLAY)
    assert action_name(s, colony) == f"use Titan Manufacturing Colony{PILE}"
    before = np.array([s])[0]
    step(T, s, excavate)
    assert news(before, s) == "Red claims blank (excavated from the pile)"
    s.pile[:], s.pile_size = 0, 0
    assert action_name(s, excavate) == "excavate standard project (7 MC)"


def test_a_hidden_space_is_not_the_pile() -> None:
    s = hemmed_in(E4, E6)
    step(T, s, STANDARD + StandardProject.EXCAVATE)
    before = np.array([s])[0]
    step(T, s, UNDERGROUND + E4)
    assert news(before, s).startswith("Red claims blank; Red has excavated E4")
    # The last space that he could dig: he is hemmed in afterwards, but the token did not come from the pile.
    dug = hemmed_in(E4)
    for space in beside(E4):
        if dug.tile[space] == NONE:
            dug.tile[space], dug.tile_owner[space] = Tile.GREENERY_TILE, 1
    before = np.array([dug])[0]
    step(T, dug, STANDARD + StandardProject.EXCAVATE)
    assert news(before, dug) == "Red claims blank; Red has excavated E4"


def test_a_mulligan_is_declined_by_keeping_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    s = table()
    asked(monkeypatch, s, mulligan(), NUMBER["Comet"], x=0)
    assert question(s) == "choose up to 2 cards to replace for 1 corruption"
    assert action_name(s, DECLINE) == "keep all cards"
    asked(monkeypatch, s, mulligan(), NUMBER["Comet"], x=1)
    assert question(s) == "choose a second card to replace"
    assert action_name(s, DECLINE) == "keep the other cards"


def test_who_may_block_is_told_by_whom_and_what_he_would_lose(monkeypatch: pytest.MonkeyPatch) -> None:
    s = table()
    s.stock[1, Resource.MC] = 2
    asked(monkeypatch, s, steal(MC, 3), 0, 1, n=3, y=1, card=NUMBER["Hired Raiders"])
    s.kind, s.player = Kind.BLOCK, 1
    told = "stop the attack by Red with Hired Raiders: steal 2 MC from Blue?"
    assert decision_text(s) == f"generation 1, Blue: {told}"
    assert [action_name(s, BLOCK + i) for i in range(2)] == [
        "spend 1 corruption to stop the attack",
        "spend a fighter to stop the attack",
    ]
    assert action_name(s, DECLINE) == "let the attack happen"
    s.player = 0
    assert question(s).startswith("stop the own attack with Hired Raiders: ")


def test_the_map_shows_tokens_and_markers_until_a_tile_lies_there() -> None:
    s = table()
    s.token[E5], s.excavated[E6], s.claim[E5] = Token.STEEL_2_PER_TEMPERATURE, 1, 0
    (line,) = [line for line in describe(s, None).splitlines() if "2st/stp" in line]
    cells = line.split("|")
    assert [cell.strip() for cell in cells[5:7]] == ["(R)2st/stp", "[B]"]
    assert len({*map(len, cells[1:-1])}) == 1, "signs fit into their spaces"
    s.token[E5], s.tile[E5], s.tile_owner[E5] = NONE, Tile.OCEAN_TILE, NOBODY
    assert "2st/stp" not in describe(s, None)


def test_the_text_board_tells_pile_claims_and_corruption() -> None:
    s = table()
    s.pile[Token.CORRUPTION_1], s.pile_size = 3, 8
    s.claimed[1, Token.PLANTS_2_PER_TEMPERATURE], s.active_token[1] = 2, Token.PLANTS_2_PER_TEMPERATURE
    s.claimed[1, Token.BLANK], s.marked[Token.BLANK] = 1, 1
    shelters = NUMBER["Underground Shelters"]
    s.lies[shelters], s.owner[shelters] = Lies.IN_PLAY, 1
    s.corruption[1], s.excavated[E5], s.free_excavation[1] = 4, 1, 1
    assert lines_of(s)[:3] == [
        "underground   pile: 8 tokens, in an order that nobody knows",
        " in the pile: 5 x blank, 3 x 1 corruption",
        " claimed by Blue: 2 x 2 plants per step of temperature (in force), blank (1 under a cube)",
    ]
    board = describe(s, None)
    assert "corruption: 0   claimed tokens: 0   excavation markers: 0" in board
    assert (
        "corruption: 4   claimed tokens: 3   in force: 2 plants per step of temperature   excavation markers: 1   may excavate anywhere"
    ) in board


def test_the_text_board_tells_what_cards_have_changed_for_now() -> None:
    s = table()
    assert "for now:" not in describe(s, None)
    s.card_fee, s.goal_surcharge, s.next_first, s.metal_swing[0] = 2, 8, 2, 1
    head = " ".join(describe(s, None).split("\n\n")[1].splitlines())
    assert head.endswith(
        "for now: each card taken in hand costs 2 MC or is discarded; milestones and awards cost 8 MC more; "
        "Red: metals are worth 1 MC more; Blue is first player in the next generation"
    )


def test_events_that_stay_face_up_are_called_so() -> None:
    s = table()
    comet = NUMBER["Comet"]
    s.lies[comet], s.owner[comet] = Lies.FACE_UP_EVENT, 0
    assert "  events: Comet (face up)" in describe(s, 1)


def test_news_tell_what_came_to_light() -> None:
    s = table()
    before = np.array([s])[0]
    assert news(before, s) == ""
    s.token[E4], s.token[E5] = Token.BLANK, Token.TR
    assert news(before, s) == news(None, s) == "identified E4 blank, E5 1 TR"
    before = np.array([s])[0]
    s.token[E5], s.claimed[0, Token.TR], s.excavated[E5] = NONE, 1, 0
    assert news(before, s) == "Red claims 1 TR; Red has excavated E5"
    s.token[E4], s.tile[E4] = NONE, Tile.OCEAN_TILE
    assert news(before, s) == "Red claims 1 TR; Red has excavated E5; back to the pile: blank"
    s.token[E6] = Token.CARD_1
    assert news(before, s).startswith("Red claims 1 TR; Red has excavated E5; identified E6 1 card; ")
    before = np.array([s])[0]
    s.claimed[0, Token.TR] = 0
    s.tokens_found, s.found_space[:2], s.found_token[:2] = 2, NONE, (Token.CARD_2, Token.ENERGY_2)
    assert news(before, s) == "found in the pile: 2 cards, 2 energy; Red gives back 1 TR"


def test_facts_count_tokens_markers_and_corruption() -> None:
    s = table()
    s.claimed[0, Token.BLANK], s.claimed[1, Token.TR], s.corruption[1] = 3, 1, 5
    s.excavated[:3] = 1
    assert {name: facts(s)[name] for name in ("tokens claimed", "tokens left in the pile")} == {
        "tokens claimed": 4,
        "tokens left in the pile": 5,
    }
    kept = ("claimed tokens", "excavation markers", "corruption")
    assert [[seat_facts(s, seat)[name] for name in kept] for seat in range(2)] == [[3, 0, 0], [1, 3, 5]]
    assert facts(s).keys().isdisjoint(seat_facts(s, 0))


def told(s: Any) -> list[Any]:
    names = [action_name(s, number) for number in range(UNDERGROUND, DECLINE)]
    return [names, describe(s, None), picture(s, None).svg(), facts(s), seat_facts(s, 0), news(None, s)]


def test_without_the_box_nothing_of_it_is_shown() -> None:
    s = acting()
    before = told(s)
    s.token[E4], s.excavated[E5], s.claimed[0, 3], s.corruption[0], s.pile[2] = 5, 1, 2, 4, 3
    assert told(s) == before


def test_boards_are_shown_below_each_other() -> None:
    s = table(colonies=True, turmoil=True)
    assert [type(board).__name__ for board in scene(s, 0).boards] == ["ColonyBoard", "Committee", "UndergroundBoard"]


def test_colony_tiles_of_the_box_tell_what_they_bring() -> None:
    s = moons(ColonyTile.PHOBOS, ColonyTile.OBERON, ColonyTile.AMALTHEA, underworld=True)
    incomes = [line.strip() for line in colony_lines(s)[1::2]]
    assert incomes == [
        "income: 0  [1]  1  2  2  3  4 tokens",
        "income: 1 corr.  [1 corr.]  1+1 steel  1+1 steel  1+2 steel  1+1 cards  2 corr. (first corr.)",
        "income: 1  [1]  2  2  3  4  5 bonuses",
    ]
    assert action_name(s, COLONY + ColonyTile.PHOBOS) == (
        "trade with Phobos (pay 9 MC; income: identify 4 spaces, then claim 1 of them)"
    )
    assert {"Phobos", "Oberon", "Amalthea", "bonus", "token"} <= {*words(s)}


@pytest.mark.parametrize(
    ("players", "options"),
    [(1, {}), (2, {"colonies": True, "turmoil": True}), (3, {"venus": True, "prelude": True})],
)
def test_a_whole_game_can_be_followed(players: int, options: dict[str, Any]) -> None:
    """Every action that is legal has a name of its own, every decision a text, and what was found is told."""
    array = deal(3, players=players, underworld=True, **options)
    before, lines = None, 0
    for s in played(array, players):
        found = [action_name(s, action) for action in actions(s)]
        assert len(set(found)) == len(found), decision_text(s)
        assert all(found)
        assert s.over != Over.RUNNING or decision_text(s).startswith(
            f"generation {s.generation}, {SEAT_NAMES[s.player]}: "
        )
        line = news(before, s)
        tokens = before is not None and (before.token != s.token).any()
        assert not tokens or line
        lines += bool(line)
        before = np.array([s])[0]
        if s.decisions % 97 == 0:
            assert all(action_name(s, action) for action in range(ACTIONS.size))
            assert max(map(len, describe(s, None).splitlines())) <= WIDEST
            check_frame(s)
    assert lines > 10
