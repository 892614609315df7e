"""What people read and see of Colonies: names of trades and choices, the tiles on the text board and in the picture, fleets, facts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from regolith.envs.terraforming_mars.actions import AMOUNT, BRANCH, CARD, COLONY, STANDARD
from regolith.envs.terraforming_mars.boxes import CARRIERS
from regolith.envs.terraforming_mars.colonies import language as words
from regolith.envs.terraforming_mars.colonies import show
from regolith.envs.terraforming_mars.colonies.words import FIRST_STEP, ColonyLies, ColonyTile, TradeFee
from regolith.envs.terraforming_mars.language.box import Carrier
from regolith.envs.terraforming_mars.language.lasting import heat_as_mc, trade_discount
from regolith.envs.terraforming_mars.language.pending import Pending
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.language.tables import build, numbered
from regolith.envs.terraforming_mars.picture import BOARDS_LEFT, BOARDS_WIDTH, HEIGHT, MATS_LEFT, draw
from regolith.envs.terraforming_mars.rooms import CARRIERS as CARRIER_ROOM
from regolith.envs.terraforming_mars.rooms import COLONY_TILES, FIRST_CARRIER, NOBODY, NONE
from regolith.envs.terraforming_mars.show import naming
from regolith.envs.terraforming_mars.show.naming import question
from regolith.envs.terraforming_mars.show.scene import scene
from regolith.envs.terraforming_mars.show.view import action_name, describe, facts, picture, seat_facts
from regolith.envs.terraforming_mars.state import Kind, Lies, Mode
from regolith.envs.terraforming_mars.words import Resource, StandardProject

from .colony_games import BOX_TILES
from .games import NUMBER
from .test_picture import SVG, check_frame, check_lines, span, texts
from .test_picture import words as drawn
from .test_view import WIDEST, acting

LUNA, EUROPA, PLUTO, TITAN, TRITON = (
    *(ColonyTile.LUNA, ColonyTile.EUROPA, ColonyTile.PLUTO),
    *(ColonyTile.TITAN, ColonyTile.TRITON),
)
FIVE = (EUROPA, LUNA, PLUTO, TITAN, TRITON)

FEES = (TradeFee.MC, TradeFee.ENERGY, TradeFee.TITANIUM)


def lay(s: Any, *tiles: ColonyTile, lies: ColonyLies = ColonyLies.AWAKE) -> None:
    """These tiles and no others, without colonies and visitors; a fleet for everybody."""
    s.colony_lies[:] = ColonyLies.OF_NO_BOX
    s.colony_lies[: len(BOX_TILES)] = ColonyLies.UNUSED
    s.colony_track[:], s.colony_owner[:], s.colony_visitor[:] = 0, NOBODY, NOBODY
    s.fleets[: s.players] = 1
    for tile in tiles:
        s.colony_lies[tile] = lies
        s.colony_track[tile] = FIRST_STEP if lies == ColonyLies.AWAKE else 0


def table(*tiles: ColonyTile, **options: Any) -> Any:
    """Red is to take an action."""
    s = acting(colonies=True, **options)
    lay(s, *tiles or FIVE)
    return s


def settle(s: Any, tile: ColonyTile, *owners: int, marker: int) -> None:
    s.colony_owner[tile, : len(owners)] = owners
    s.colony_track[tile] = marker


def trade_name(s: Any, tile: ColonyTile) -> str:
    return action_name(s, COLONY + tile)


def asked(patch: pytest.MonkeyPatch, s: Any, step: Step, *choices: int, x: int = NONE) -> None:
    """Red is asked by a step."""
    s.kind, s.choices = step.row.asks, len(choices)
    s.choice[: len(choices)] = choices
    patch.setattr(naming, "pending", lambda s: Pending(step, 1, NONE, 0, x, NONE, 0, Mode.WHOLE))


def test_a_trade_tells_what_pays_what_it_brings_and_to_whom() -> None:
    s = table()
    s.stock[0, [Resource.ENERGY, Resource.TITANIUM]] = 3
    assert trade_name(s, LUNA) == "trade with Luna (pay 9 MC or 3 energy or 3 titanium; income: 2 MC)"
    settle(s, LUNA, 0, 1, marker=3)
    settle(s, PLUTO, 1, 1, 0, marker=4)
    s.stock[0, Resource.TITANIUM] = 2
    assert trade_name(s, LUNA) == ("trade with Luna (pay 9 MC or 3 energy; income: 7 MC; bonus for Red, Blue: 2 MC)")
    s.colony_track[TRITON] = 0
    assert trade_name(s, TRITON) == "trade with Triton (pay 9 MC or 3 energy; income: nothing)"
    s.stock[0, Resource.MC] = 8
    assert trade_name(s, PLUTO) == (
        "trade with Pluto (pay 3 energy; income: draw 3 cards; bonus for 2 x Blue, Red: draw 1 card and discard 1 card)"
    )


def test_without_a_choice_of_payment_the_trade_tells_what_is_paid() -> None:
    s = table(payment="auto")
    fees = {Resource.MC: "9 MC", Resource.TITANIUM: "3 titanium", Resource.ENERGY: "3 energy"}
    for resource, fee in fees.items():
        s.stock[0, resource] = 9
        assert trade_name(s, TRITON) == f"trade with Triton (pay {fee}; income: 1 titanium)"


def test_a_trade_that_nobody_can_pay_tells_its_price() -> None:
    s = table()
    s.stock[0] = 0
    assert trade_name(s, TRITON).startswith("trade with Triton (pay 9 MC or 3 energy or 3 titanium;")


def test_discounts_lower_the_fee_and_heat_may_pay_it(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap, warm = (FIRST_CARRIER + CARRIER_ROOM - i for i in (1, 2))
    carriers = {
        cheap: Carrier("cheap", modifiers=(trade_discount(2),)),
        warm: Carrier("warm", modifiers=(heat_as_mc(),)),
    }
    changed = build(numbered(), {**CARRIERS, **carriers})[0]
    monkeypatch.setattr(show, "table_of", lambda s: changed)
    s = table()
    s.in_force_for[cheap - FIRST_CARRIER] = 1
    s.stock[0] = 0
    s.stock[0, Resource.ENERGY] = 1
    assert trade_name(s, TRITON).startswith("trade with Triton (pay 1 energy;")
    s.stock[0, Resource.HEAT] = 7
    s.in_force_for[warm - FIRST_CARRIER] = 1
    assert trade_name(s, TRITON).startswith("trade with Triton (pay 7 MC or 1 energy;")
    asked(monkeypatch, s, words.trade_with_fee()[0], *FEES, x=LUNA)
    assert [action_name(s, BRANCH + means) for means in FEES] == ["pay 7 MC", "pay 1 energy", "pay 1 titanium"]


def test_every_number_has_a_name_whatever_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    s = table()
    s.colony_lies[TITAN], s.colony_track[TITAN] = ColonyLies.DORMANT, 0
    assert trade_name(s, TITAN) == "trade with Titan"
    assert trade_name(s, ColonyTile.IO) == "trade with Io"
    assert trade_name(s, ColonyTile.OBERON) == "trade with Oberon"
    asked(monkeypatch, s, words.build_colony(), LUNA)
    names = [action_name(s, COLONY + i) for i in range(COLONY_TILES)]
    assert names[LUNA] == "build a colony on Luna (MC production +2)"
    assert names[TITAN] == "Titan"
    assert names[11:] == ["Phobos", "Oberon", "Amalthea"]
    s.kind, s.player = Kind.NOTHING, NOBODY
    assert trade_name(s, LUNA) == "Luna"
    s.kind = Kind.ACTION
    assert trade_name(s, LUNA) == "trade with Luna"


def test_names_of_tiles_to_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    s = table()
    settle(s, TRITON, 1, marker=3)
    for step, name in {
        words.build_colony(again=True): "build a colony on Triton (3 titanium)",
        words.trade(): "trade with Triton (income: 2 titanium; bonus for Blue: 1 titanium)",
        words.raise_marker(): "move the marker of Triton up 1 step (income: 3 titanium)",
        words.lower_marker(): "move the marker of Triton down 1 step (income: 1 titanium)",
        words.add_colony_tile(): "put Triton into play",
        words.own_colony_bonuses(): "bonus of the colony on Triton (1 titanium)",
        words.leave_colony_tile(): "leave out Triton",
    }.items():
        asked(monkeypatch, s, step, TRITON)
        assert trade_name(s, TRITON) == name
        assert question(s).startswith("choose ")


def test_steps_before_a_trade_tell_the_income(monkeypatch: pytest.MonkeyPatch) -> None:
    s = table()
    s.colony_track[EUROPA] = 3
    steps = words.trade_paid()[0]
    asked(monkeypatch, s, steps, 0, 1, 2, x=EUROPA)
    assert question(s) == "choose how far the marker moves up before the trade with Europa"
    assert [action_name(s, AMOUNT + n) for n in range(4)] == [
        "leave the marker of Europa (income: energy production +1)",
        "move the marker of Europa up 1 step (income: plant production +1)",
        "move the marker of Europa up 2 steps (income: plant production +1)",
        "3",
    ]
    asked(monkeypatch, s, words.trade_with_fee()[0], *FEES, x=EUROPA)
    assert question(s) == "choose what pays for the trade with Europa"


PRINTED = {
    "Callisto": ("energy production +1", "3 energy", "0  [2]  3  5  7  10  13 energy"),
    "Ceres": ("steel production +1", "2 steel", "1  [2]  3  4  6  8  10 steel"),
    "Enceladus": ("3 microbes", "1 microbe", "0  [1]  2  3  4  4  5 microbes"),
    "Europa": (
        "place an ocean tile",
        "1 MC",
        "+1 MC  [+1 MC]  +1 energy  +1 energy  +1 plant  +1 plant  +1 plant production",
    ),
    "Ganymede": ("plant production +1", "1 plant", "0  [1]  2  3  4  5  6 plants"),
    "Io": ("heat production +1", "2 heat", "2  [3]  4  6  8  10  13 heat"),
    "Luna": ("MC production +2", "2 MC", "1  [2]  4  7  10  13  17 MC"),
    "Miranda": ("1 animal", "draw 1 card", "0  [1]  1  2  2  3  3 animals"),
    "Pluto": ("draw 2 cards", "draw 1 card and discard 1 card", "0  [1]  2  2  3  3  4 cards"),
    "Titan": ("3 floaters", "1 floater", "0  [1]  1  2  3  3  4 floaters"),
    "Triton": ("3 titanium", "1 titanium", "0  [1]  1  2  3  4  5 titanium"),
}


def lines_of(s: Any) -> list[str]:
    """The block of the colony tiles."""
    (block,) = [block for block in describe(s, None).split("\n\n") if block.startswith("colony tiles")]
    return block.splitlines()[1:]


def test_the_text_board_tells_what_is_printed_on_every_tile() -> None:
    assert [tile.name.title() for tile in BOX_TILES] == list(PRINTED)
    lines = lines_of(table(*BOX_TILES))
    for i, (name, (building, bonus, income)) in enumerate(PRINTED.items()):
        assert lines[2 * i].split("   ") == [
            *f"  {name:<11}colonies - - -".split("   "),
            f"building: {building}",
            f"bonus: {bonus}",
        ]
        assert lines[2 * i + 1].strip() == f"income: {income}"


def test_the_text_board_shows_colonies_visitors_and_markers() -> None:
    s = table()
    settle(s, LUNA, 1, 0, marker=6)
    s.colony_visitor[LUNA] = 1
    s.colony_lies[TITAN], s.colony_track[TITAN] = ColonyLies.DORMANT, 0
    s.fleets[1] = 3
    lines = lines_of(s)
    assert len(lines) == 2 * len(FIVE)
    assert lines[2:4] == [
        "  Luna       colonies B R -   building: MC production +2   bonus: 2 MC   fleet of Blue",
        "             income: 1  2  4  7  10  13  [17] MC",
    ]
    assert lines[6:8] == [
        "  Titan      dormant until a card can hold floaters   building: 3 floaters   bonus: 1 floater",
        "             income: 0  1  1  2  3  3  4 floaters",
    ]
    board = describe(s, 0)
    assert board.index("trade fleets: 1 of 1 at home") < board.index("Blue (B)")
    assert board.index("Blue (B)") < board.index("trade fleets: 2 of 3 at home")


def test_the_text_board_shows_what_may_be_chosen_and_what_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    s = table(LUNA, PLUTO, players=1)
    lay(s, LUNA, PLUTO, lies=ColonyLies.OFFERED)
    asked(monkeypatch, s, words.leave_colony_tile(), PLUTO)
    luna, _, pluto, _ = lines_of(s)
    assert luna.startswith("  Luna       offered, one tile is left out   building: ")
    assert pluto.startswith(" >Pluto      offered, one tile is left out   building: ")


def crowded(players: int, *tiles: ColonyTile) -> Any:
    """Every place taken, a visitor wherever there is one."""
    s = table(*tiles, players=players)
    for i, tile in enumerate(tiles):
        settle(s, tile, *((i + place) % players for place in range(3)), marker=3 + i % 4)
        s.colony_visitor[tile] = players - 1 - i % players
    s.fleets[:players] = 12
    return s


COUNTS = {(1, 3): 3, (1, 4): 4, (2, 5): 5, (3, 6): 3, (5, 7): 4, (5, 8): 4, (5, 11): 4}
"""Players and tiles, and how many of these are drawn in a row."""
LONG_TEXTS = sorted(ColonyTile, key=lambda tile: tile not in (PLUTO, TITAN, ColonyTile.ENCELADUS, ColonyTile.MIRANDA))


def check_tiles(s: Any, in_a_row: int) -> None:
    """Texts stay on their tile."""
    wide = (BOARDS_WIDTH + show.GAP) / in_a_row
    height = picture(s, None).height
    top = height - -(-int((s.colony_lies > ColonyLies.UNUSED).sum()) // in_a_row) * (show.TILE_HEIGHT + show.GAP)
    spans = [span(text) for text in texts(s) if float(text.attrib["y"]) > top]
    assert spans
    for begin, end in spans:
        column = (begin - BOARDS_LEFT) // wide
        assert end <= BOARDS_LEFT + (column + 1) * wide - show.GAP


@pytest.mark.parametrize(("players", "tiles"), COUNTS)
def test_everything_fits(players: int, tiles: int) -> None:
    s = crowded(players, *LONG_TEXTS[:tiles])
    assert max(map(len, describe(s, None).splitlines())) <= WIDEST
    check_frame(s)
    check_lines(s)
    check_tiles(s, COUNTS[players, tiles])
    lay(s, *LONG_TEXTS[:tiles], lies=ColonyLies.DORMANT)
    check_lines(s)
    check_tiles(s, COUNTS[players, tiles])


def test_a_long_name_leaves_room_for_the_fleets() -> None:
    s = crowded(2, *FIVE)
    seen = scene(s, None)
    red = seen.players[0]
    assert red.corporation is not None
    named = replace(red, corporation=replace(red.corporation, name="A corporation of a very, very long name"))
    shown = ElementTree.fromstring(draw(replace(seen, players=(named, seen.players[1]))).svg()).iter(f"{SVG}text")
    found = {(text.text or "")[:9]: span(text) for text in shown}
    assert found["A corpora"][1] < found["10/12"][0] - show.SHIP_WIDTH


def changes(before: Any, s: Any) -> tuple[int, int, int, int]:
    """The frame of all pixels that differ: left, top, right, bottom."""
    rows, columns = np.nonzero((before != picture(s, None).rgb()).any(axis=2))
    return int(columns.min()), int(rows.min()), int(columns.max()), int(rows.max())


def test_pieces_are_drawn_on_their_tiles() -> None:
    s = table()
    before = picture(s, None).rgb()
    assert before.shape[0] == HEIGHT + show.TILE_HEIGHT + show.GAP
    wide = BOARDS_WIDTH / len(FIVE)
    seen = {picture(s, None).svg()}
    for i, tile in enumerate(FIVE):
        for change in ("track", "owner", "lies"):
            lay(s, *FIVE)
            if change == "track":
                s.colony_track[tile] = 6
            elif change == "owner":
                s.colony_owner[tile, 0] = 1
            else:
                s.colony_lies[tile] = ColonyLies.DORMANT
            left, top, right, bottom = changes(before, s)
            assert i * wide <= left - BOARDS_LEFT < right - BOARDS_LEFT <= (i + 1) * wide + show.GAP, (tile, change)
            assert HEIGHT <= top < bottom < HEIGHT + show.TILE_HEIGHT
            seen.add(picture(s, None).svg())
    assert len(seen) == 1 + 3 * len(FIVE)
    lay(s, *FIVE, lies=ColonyLies.DORMANT)
    asleep = picture(s, None).svg()
    s.colony_track[:] = 3
    assert picture(s, None).svg() == asleep, "dormant tiles have no marker"


def test_a_fleet_is_drawn_on_the_tile_and_missing_at_home() -> None:
    s = table()
    assert drawn(s).count("1/1") == 2
    before = picture(s, None).rgb()
    s.colony_visitor[LUNA] = 1
    left, top, right, bottom = changes(before, s)
    assert left < MATS_LEFT < right
    assert top < HEIGHT < bottom
    assert drawn(s).count("1/1") == 1
    assert drawn(s).count("0/1") == 1
    s.colony_visitor[LUNA] = NOBODY
    s.fleets[0] = 2
    left, top, right, bottom = changes(before, s)
    assert MATS_LEFT < left < right
    assert bottom < HEIGHT / 2
    assert "2/2" in drawn(s)


def test_tiles_that_may_be_chosen_are_framed(monkeypatch: pytest.MonkeyPatch) -> None:
    s = table()
    asked(monkeypatch, s, words.build_colony(), LUNA)
    assert picture(s, None).svg().count(show.CHOOSABLE) == 1


def test_facts_count_colonies_and_fleets() -> None:
    s = table()
    settle(s, LUNA, 0, 1, marker=2)
    settle(s, PLUTO, 1, marker=1)
    s.fleets[1] = 2
    assert facts(s)["colonies"] == 3
    assert [seat_facts(s, seat)["own colonies"] for seat in range(2)] == [1, 2]
    assert [seat_facts(s, seat)["trade fleets"] for seat in range(2)] == [1, 2]


def told(s: Any) -> list[Any]:
    names = [action_name(s, COLONY + tile) for tile in range(COLONY_TILES)]
    return [names, describe(s, None), picture(s, None).svg(), facts(s), seat_facts(s, 0)]


def test_without_the_box_nothing_of_it_is_shown() -> None:
    s = acting()
    before = told(s)
    assert before[0] == [f"colony tile {i + 1}" for i in range(COLONY_TILES)]
    assert picture(s, None).height == HEIGHT
    lay(s, *FIVE)
    settle(s, LUNA, 0, marker=4)
    s.colony_visitor[LUNA] = 1
    assert told(s) == before


def test_a_colony_that_has_only_one_place_is_named_before_it_is_built() -> None:
    s = table(LUNA, TITAN)
    s.colony_lies[TITAN] = ColonyLies.DORMANT
    build = STANDARD + StandardProject.BUILD_COLONY
    assert action_name(s, build) == "build colony standard project (17 MC), the colony on Luna (MC production +2)"
    ship = NUMBER["Interplanetary Colony Ship"]
    s.lies[ship], s.owner[ship] = Lies.IN_HAND, 0
    assert action_name(s, CARD + ship).endswith(", the colony on Luna (MC production +2)")
    s.colony_lies[TITAN] = ColonyLies.AWAKE
    assert action_name(s, build) == "build colony standard project (17 MC)"
    refuge = NUMBER["Minority Refuge"]
    s.lies[refuge], s.owner[refuge], s.production[0, Resource.MC] = Lies.IN_HAND, 0, -5
    assert action_name(s, CARD + refuge).endswith(", the colony on Luna (MC production +2)"), (
        "only there it can be borne"
    )


def test_an_income_that_no_card_can_hold_is_called_so() -> None:
    s = table(TITAN)
    s.colony_track[TITAN] = 3
    assert trade_name(s, TITAN).endswith("income: 2 floaters; no card of Red holds floaters)")
    card = NUMBER["Dirigibles"]
    s.lies[card], s.owner[card] = Lies.IN_PLAY, 0
    assert trade_name(s, TITAN).endswith("income: 2 floaters)")
    s.owner[card] = 1
    s.colony_track[TITAN] = 0
    assert trade_name(s, TITAN).endswith("income: nothing)")


def test_a_tile_that_would_sleep_is_offered_as_such() -> None:
    s = table(LUNA, TITAN, players=1)
    lay(s, LUNA, TITAN, lies=ColonyLies.OFFERED)
    assert show.tile_view(s, LUNA).state == "offered, one tile is left out"
    assert show.tile_view(s, TITAN).state == "offered, one tile is left out; dormant until a card can hold floaters"


def test_one_of_a_thing_is_no_plural() -> None:
    cells = show.tile_view(table(), TITAN).cells
    assert [(cell.amount, cell.label) for cell in cells[1:4]] == [("1", "floater"), ("1", "floater"), ("2", "floaters")]
