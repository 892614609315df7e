"""The colony tiles and the trade fleets in words and pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from regolith.envs.core.card_words import CardWords
from regolith.envs.core.picture import Picture, text_width
from regolith.envs.terraforming_mars.card_file import table_of
from regolith.envs.terraforming_mars.colonies.machine import can_build, mc_production_of_building
from regolith.envs.terraforming_mars.colonies.rules import can_pay_fee, fee, paying_card
from regolith.envs.terraforming_mars.colonies.tiles import TILES
from regolith.envs.terraforming_mars.colonies.words import (
    STEPS,
    ColonyLies,
    ColonyTile,
    TradeFee,
)
from regolith.envs.terraforming_mars.language.operation import Gives
from regolith.envs.terraforming_mars.language.pending import T
from regolith.envs.terraforming_mars.language.phrases import branch_text, either, some, title, word
from regolith.envs.terraforming_mars.language.steps import Steps
from regolith.envs.terraforming_mars.rooms import COLONY_SLOTS, NOBODY, NONE
from regolith.envs.terraforming_mars.show.box_titles import box_text
from regolith.envs.terraforming_mars.show.pieces import (
    CHOOSABLE,
    INK,
    OWNER_COLOURS,
    OWNER_INK,
    PRODUCTION_BOX,
    RESOURCE_COLOURS,
    owner_cube,
)
from regolith.envs.terraforming_mars.show.seats import OWNER_SIGNS, seat_name
from regolith.envs.terraforming_mars.state import LOWEST_PRODUCTION, Kind, Lies
from regolith.envs.terraforming_mars.words import CardResource, CardSet, Resource

SHOWN = (ColonyLies.OFFERED, ColonyLies.DORMANT, ColonyLies.AWAKE)
FEE_RESOURCES = {TradeFee.MC: Resource.MC, TradeFee.ENERGY: Resource.ENERGY, TradeFee.TITANIUM: Resource.TITANIUM}
CHOSEN_FIRST = (TradeFee.CARD_RESOURCES, TradeFee.ENERGY, TradeFee.TITANIUM, TradeFee.MC)
"""What pays where players do not choose."""

TILE_HEIGHT, GAP, MOST_IN_A_ROW = 122, 8, 5
SKY, SLEEPING_SKY, EDGE, PALE, SLEEPING_INK = "#262238", "#2a2729", "#57506f", "#cfc8dc", "#a59ea0"
EMPTY, SLEEPING_CELL = "#3b3650", "#3a3638"
MOONS = {
    ColonyTile.CALLISTO: "#8f7f6b",
    ColonyTile.CERES: "#a8a29a",
    ColonyTile.ENCELADUS: "#cfe6ee",
    ColonyTile.EUROPA: "#d9c3a0",
    ColonyTile.GANYMEDE: "#a58f7a",
    ColonyTile.IO: "#e3c34c",
    ColonyTile.LUNA: "#c9c9c6",
    ColonyTile.MIRANDA: "#9fb0b8",
    ColonyTile.PLUTO: "#cfa984",
    ColonyTile.TITAN: "#d99a3d",
    ColonyTile.TRITON: "#d8b9b4",
    ColonyTile.PHOBOS: "#8a7a70",
    ColonyTile.OBERON: "#a39a9e",
    ColonyTile.AMALTHEA: "#c0715a",
}
CARD_RESOURCE_COLOURS = {  # ground, ink
    CardResource.ANIMALS: ("#35713b", "#ffffff"),
    CardResource.MICROBES: ("#a6cf5a", "#1f3d10"),
    CardResource.FLOATERS: ("#e7b765", "#3d2607"),
}
SHIP = ((1.0, 0.0), (0.4, -0.62), (-0.5, -0.62), (-1.0, -1.0), (-0.8, 0.0), (-1.0, 1.0), (-0.5, 0.62), (0.4, 0.62))
"""An outline in a square from -1 to 1."""
SHIP_WIDTH, SHIP_HEIGHT = 22.0, 10.0


def name_of(tile: int) -> str:
    """Numbers without a tile are room for boxes to come."""
    return title(ColonyTile(tile)) if tile < len(ColonyTile) else f"colony tile {tile + 1}"


def brings(steps: Steps) -> str:
    """What steps bring, in as few words as on a tile."""
    return branch_text(steps).removeprefix("gain ").removeprefix("add ").removesuffix(" to any card") or "nothing"


def card_words() -> Iterator[CardWords]:
    """The colony tiles, for who looks one up."""
    for number, tile in TILES.items():
        income = " / ".join(brings(steps) for steps in tile.income)
        colony = f"a colony brings {brings(tile.build)}, and at every trade {brings(tile.bonus)}"
        does = f"{colony}; a trade brings, by the step of the marker: {income}"
        until = "" if tile.sleeps_until is None else f"dormant until a card can hold {word(tile.sleeps_until)}"
        yield CardWords(name_of(number), "colony tile", box_text(CardSet.COLONIES, tile.needs), does=does, remark=until)


@dataclass(frozen=True)
class Cell:
    """The income of one step of a track."""

    amount: str
    what: str
    colours: tuple[str, str]

    @property
    def label(self) -> str:
        if self.amount.split("+")[-1] != "1":
            return self.what
        return "bonus" if self.what == "bonuses" else self.what.removesuffix("s")


def cell(steps: Steps) -> Cell:
    if not steps:
        return Cell("0", "", (EMPTY, PALE))
    *before, step = steps
    if before:
        last = cell((step,))
        return replace(last, amount=f"{cell(tuple(before)).amount}+{last.amount}")
    text = step.row.text
    if "corruption" in (text if isinstance(text, str) else text(step)):
        return Cell(f"{step.n}", "corr.", ("#3a1f2b", "#ffffff"))
    if "claim" in step.row.operands:
        return Cell(f"{step['claim']}", "tokens", ("#7a5638", "#ffffff"))
    if step.row.asks == Kind.COLONY:
        return Cell(f"{step.n}", "bonuses", (PALE, INK))
    of = step.operands[0] if step.operands else None
    if isinstance(of, Resource):
        if step.row.gives == Gives.PRODUCTION:
            return Cell(f"{step.n:+}", word(of).removesuffix("s"), (PRODUCTION_BOX, "#ffffff"))
        return Cell(f"{step.n}", word(of), RESOURCE_COLOURS[of])
    if isinstance(of, CardResource):
        return Cell(f"{step.n}", word(of), CARD_RESOURCE_COLOURS[of])
    return Cell(f"{step.n}", "cards", ("#f3ead9", INK))


@dataclass(frozen=True)
class TileView:
    """A colony tile as everybody sees it."""

    tile: ColonyTile
    lies: ColonyLies
    marker: int
    owners: tuple[int, ...]
    """Of the colonies, in the order of building."""
    visitor: int | None
    choosable: bool

    @property
    def name(self) -> str:
        return name_of(self.tile)

    @property
    def awake(self) -> bool:
        return self.lies == ColonyLies.AWAKE

    @property
    def dormant(self) -> bool:
        return self.lies == ColonyLies.DORMANT

    @property
    def building(self) -> str:
        """What a new colony brings."""
        return brings(TILES[self.tile].build)

    @property
    def bonus(self) -> str:
        """What a trade brings the owner of each colony."""
        return brings(TILES[self.tile].bonus)

    def income(self, steps: int = 0) -> str:
        """Of a trade, with the marker so many steps further."""
        return brings(TILES[self.tile].income[self.marker + steps])

    @property
    def trading(self) -> str:
        """What a trade brings everybody."""
        colonies = Counter(map(seat_name, self.owners))
        owners = ", ".join(owner if n == 1 else f"{n} x {owner}" for owner, n in colonies.items())
        return f"income: {self.income()}" + (f"; bonus for {owners}: {self.bonus}" if owners else "")

    @property
    def cells(self) -> list[Cell]:
        return [cell(income) for income in TILES[self.tile].income]

    @property
    def state(self) -> str:
        """Why nothing happens there; empty if it is awake."""
        until = TILES[self.tile].sleeps_until
        sleeps = f"dormant until a card can hold {word(until)}" if until is not None else ""
        if self.lies == ColonyLies.OFFERED:
            return "offered, one tile is left out" + (f"; {sleeps}" if sleeps else "")
        return sleeps if self.dormant else ""


def tile_view(s: np.record, tile: int) -> TileView:
    return TileView(
        tile=ColonyTile(tile),
        lies=ColonyLies(s.colony_lies[tile]),
        marker=int(s.colony_track[tile]),
        owners=tuple(int(owner) for owner in s.colony_owner[tile] if owner != NOBODY),
        visitor=int(s.colony_visitor[tile]) if s.colony_visitor[tile] != NOBODY else None,
        choosable=bool(s.kind == Kind.COLONY and tile in s.choice[: s.choices]),
    )


def fee_text(s: np.record, player: int, means: int) -> str:
    chosen = TradeFee(means)
    if chosen == TradeFee.CARD_RESOURCES:
        card = int(paying_card(table_of(s), s, player))
        kind = CardResource(T.holds[card]) if card != NONE else "resources"
        return some(int(fee(table_of(s), s, player, chosen)), kind)
    return some(int(fee(table_of(s), s, player, chosen)), FEE_RESOURCES[chosen])


def _payable(s: np.record, player: int) -> list[TradeFee]:
    """What the player can pay a trade with."""
    found = [
        means for means in (CHOSEN_FIRST if s.auto_payment else TradeFee) if can_pay_fee(table_of(s), s, player, means)
    ]
    return found[:1] if s.auto_payment else found


def trade_text(s: np.record, tile: int) -> str:
    """What can pay for it, and what it brings: who reads a replay learns it nowhere else."""
    text, player = f"trade with {name_of(tile)}", int(s.player)
    if tile >= len(ColonyTile) or player == NOBODY:
        return text
    view = tile_view(s, tile)
    if not view.awake:
        return text
    fees = either(fee_text(s, player, means) for means in _payable(s, player) or FEE_RESOURCES)
    return f"{text} (pay {fees}; {view.trading}{_lost(s, player, view)})"


def _lost(s: np.record, player: int, view: TileView) -> str:
    """Of an income for cards that the player has none of."""
    kind = TILES[view.tile].sleeps_until
    holds = (s.owner == player) & (s.lies == Lies.IN_PLAY) & (T.holds == kind)
    lost = kind is not None and bool(TILES[view.tile].income[view.marker]) and not holds.any()
    return f"; no card of {seat_name(player)} holds {word(kind)}" if lost and kind is not None else ""


def only_colony(s: np.record, player: int, steps: Steps) -> str:
    """Where steps build a colony if there is only one place for it: it is not asked then, and a reader learns it nowhere else."""
    for i, step in enumerate(steps):
        if "again" not in step.row.operands:
            continue
        still = mc_production_in(steps[i + 1 :])
        found = [
            tile_view(s, tile)
            for tile in ColonyTile
            if can_build(table_of(s), s, player, tile, step["again"], 0)
            and s.production[player, Resource.MC] + mc_production_of_building(table_of(s), s, player, tile) + still
            >= LOWEST_PRODUCTION
        ]
        if len(found) == 1:
            return f", the colony on {found[0].name} ({found[0].building})"
    return ""


def mc_production_in(steps: Steps) -> int:
    """MC production that steps change for certain."""
    changes = [step for step in steps if step.row.gives == Gives.PRODUCTION and step["resource"] is Resource.MC]
    return sum(step.n for step in changes if isinstance(step.n, int))


@dataclass(frozen=True)
class Fleets:
    """The trade fleets of a player."""

    seat: int
    home: int
    owned: int

    @property
    def text(self) -> str:
        return f"trade fleets: {self.home} of {self.owned} at home"

    def draw(self, picture: Picture, end: float, y: float) -> float:
        count = f"{self.home}/{self.owned}"
        left = end - text_width(count, 12)
        picture.text(end, y, count, 12, INK, "end", bold=True)
        draw_ship(picture, left - 6 - SHIP_WIDTH / 2, y, self.seat)
        return left - 12 - SHIP_WIDTH


def fleets(s: np.record, seat: int) -> Fleets:
    owned = int(s.fleets[seat])
    away = sum(view.visitor == seat for view in _tiles(s))
    return Fleets(seat, owned - away, owned)


@dataclass(frozen=True)
class ColonyBoard:
    """The colony tiles of a game."""

    tiles: tuple[TileView, ...]

    def lines(self) -> list[str]:
        return ["colony tiles (the marker in brackets)", *(line for view in self.tiles for line in _lines(view))]

    @property
    def rows(self) -> int:
        return -(-len(self.tiles) // MOST_IN_A_ROW)

    @property
    def height(self) -> int:
        return self.rows * (TILE_HEIGHT + GAP)

    def draw(self, picture: Picture, x: float, y: float, width: float) -> None:
        """In rows that are as even as can be."""
        in_a_row = -(-len(self.tiles) // max(1, self.rows))
        for i, view in enumerate(self.tiles):
            row, column = divmod(i, in_a_row)
            step = (width + GAP) / in_a_row
            _draw_tile(picture, x + column * step, y + row * (TILE_HEIGHT + GAP), step - GAP, view)


def board(s: np.record) -> ColonyBoard:
    return ColonyBoard(_tiles(s))


def _tiles(s: np.record) -> tuple[TileView, ...]:
    """Those in play, or offered."""
    return tuple(tile_view(s, tile) for tile in ColonyTile if s.colony_lies[tile] in SHOWN)


def _lines(view: TileView) -> list[str]:
    places = [*(OWNER_SIGNS[owner] for owner in view.owners), *"-" * (COLONY_SLOTS - len(view.owners))]
    notes = [view.state or f"colonies {' '.join(places)}", f"building: {view.building}", f"bonus: {view.bonus}"]
    if view.visitor is not None:
        notes.append(f"fleet of {seat_name(view.visitor)}")
    cells = view.cells
    kinds = {cell.what for cell in cells if cell.what}
    steps = [cell.amount if len(kinds) == 1 else f"{cell.amount} {cell.what}" for cell in cells]
    if view.awake:
        steps[view.marker] = f"[{steps[view.marker]}]"
    unit = kinds.pop() if len(kinds) == 1 else "production" if cells[0].amount[0] == "+" else ""
    if any("+" in cell.amount[1:] for cell in cells):
        unit = f"(first {cells[0].what})"
    head = f"{'>' if view.choosable else ' '}{view.name}"
    return [f" {head:<12}{'   '.join(notes)}", f"{'':<13}income: {'  '.join(steps)} {unit}"]


def draw_ship(picture: Picture, x: float, y: float, seat: int, scale: float = 1.0) -> None:
    """A trade fleet with the letter of its owner."""
    wide, high = scale * SHIP_WIDTH / 2, scale * SHIP_HEIGHT
    picture.polygon([(x + wide * dx, y + high * dy) for dx, dy in SHIP], OWNER_COLOURS[seat], "#ffffff", 1.2)
    picture.text(x - 1, y, OWNER_SIGNS[seat], 10 * scale, OWNER_INK[seat], bold=True)


def _draw_tile(picture: Picture, x: float, y: float, width: float, view: TileView) -> None:
    """Name, what colonies bring, and the track; colonies lie on its first steps, the marker further up."""
    ink = SLEEPING_INK if view.dormant else PALE
    edge, thick = (CHOOSABLE, 3.0) if view.choosable else (EDGE, 1.0)
    picture.rect(x, y, width, TILE_HEIGHT, SLEEPING_SKY if view.dormant else SKY, edge, thick, 8)
    picture.circle(x + 22, y + 21, 14, "#55504f" if view.dormant else MOONS[view.tile], "#00000060", 1)
    picture.text(x + 43, y + 15, view.name, 16, ink if view.dormant else "#ffffff", "start", True)
    if view.visitor is not None:
        draw_ship(picture, x + width - 24, y + 15, view.visitor, 1.2)
    elif view.state:
        picture.text(x + width - 10, y + 15, view.state, 10.5, ink, "end", max_width=width - 130)
    texts = f"building: {view.building}   bonus: {view.bonus}"
    picture.text(x + 43, y + 35, texts, 10.5, ink, "start", max_width=width - 52)
    _draw_track(picture, x + 8, y + 48, width - 16, view)


def _draw_track(picture: Picture, x: float, y: float, width: float, view: TileView) -> None:
    step, high = width / STEPS, TILE_HEIGHT - 56
    for i, income in enumerate(view.cells):
        left, middle, here = x + i * step, x + (i + 0.5) * step, view.awake and view.marker == i
        ground, ink = (SLEEPING_CELL, SLEEPING_INK) if view.dormant else income.colours
        picture.rect(left + 1, y, step - 2, high, SLEEPING_CELL if view.dormant else EMPTY, rounding=5)
        picture.rect(left + 3, y + 28, step - 6, high - 31, ground, rounding=4)
        picture.text(middle, y + 39, income.amount, 15, ink, bold=True)
        picture.text(middle, y + 53, income.label, 9, ink, max_width=step - 8)
        if i < len(view.owners):
            owner_cube(picture, middle, y + 14, 20, view.owners[i])
        elif i < COLONY_SLOTS:
            picture.rect(middle - 10, y + 4, 20, 20, None, EDGE, 1.2, 3)
        if here:
            picture.rect(left + 1, y, step - 2, high, None, "#ffffff", 2.5, 5)
            picture.rect(middle - 8, y + 6, 16, 16, "#ffffff", "#00000080", 1, 3)


def facts(s: np.record) -> dict[str, int | float | str]:
    return {"colonies": sum(len(view.owners) for view in _tiles(s))}


def seat_facts(s: np.record, seat: int) -> dict[str, int | float | str]:
    return {"own colonies": sum(view.owners.count(seat) for view in _tiles(s)), "trade fleets": int(s.fleets[seat])}
