"""Colony tiles in the shared formats: how a position tells them, and what a delta says of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from regolith.envs.terraforming_mars.colonies.words import FIRST_STEP, ColonyLies, ColonyTile
from regolith.envs.terraforming_mars.language.phrases import title
from regolith.envs.terraforming_mars.rooms import COLONY_SLOTS, NOBODY

TILE_NAMES = {tile: title(tile) for tile in ColonyTile}
OF_THE_REFERENCE = [tile for tile, name in TILE_NAMES.items() if name not in ("Phobos", "Oberon", "Amalthea")]
"""Those of Underworld 2 it does not have."""
TILE = {name: tile for tile, name in TILE_NAMES.items()}
IN_PLAY = (ColonyLies.DORMANT, ColonyLies.AWAKE)


def no_tiles(record: Any) -> None:
    """All tiles of the box lie unused."""
    s = record[0]
    s.colony_lies[:] = ColonyLies.OF_NO_BOX
    s.colony_lies[OF_THE_REFERENCE] = ColonyLies.UNUSED
    s.colony_track[:] = 0
    s.colony_owner[:] = s.colony_visitor[:] = NOBODY


def put_colony_tiles(record: Any, given: dict[str, Any]) -> None:
    """The tiles of a fixture or position; those of a fixture are all awake."""
    no_tiles(record)
    for tile in given["colonies"]:
        put_colony_tile(record, tile["name"], tile["track"], tile["colonies"], tile.get("active", True))
        if tile["trading_player"] is not None:
            record[0].colony_visitor[TILE[tile["name"]]] = tile["trading_player"]
    unused = {TILE_NAMES[tile] for tile in ColonyTile if record[0].colony_lies[tile] == ColonyLies.UNUSED}
    if unused != {*given["colony_tiles_not_in_play"]}:
        raise ValueError(f"colony tiles not in play: {sorted(unused)}")


def put_colony_tile(record: Any, name: str, step: int, owners: list[int], active: bool = True) -> None:
    s, tile = record[0], TILE[name]
    s.colony_lies[tile] = ColonyLies.AWAKE if active else ColonyLies.DORMANT
    s.colony_track[tile] = step if active else 0
    set_owners(record, name, owners)


def set_owners(record: Any, name: str, owners: list[int]) -> None:
    """The colonies on a tile, in the order of building."""
    record[0].colony_owner[TILE[name]] = [*owners, *[NOBODY] * (COLONY_SLOTS - len(owners))]


def deal_colonies(record: Any, owners: Iterable[int]) -> None:
    """So many colonies in play, wherever they are."""
    s = record[0]
    s.colony_owner[:] = NOBODY
    places = ((slot, tile) for slot in range(COLONY_SLOTS) for tile in ColonyTile if s.colony_lies[tile] in IN_PLAY)
    for owner, (slot, tile) in zip(owners, places, strict=False):
        s.colony_owner[tile, slot] = owner


def give_colonies(record: Any, player: int, n: int) -> None:
    """So many colonies of a player; the others have as many as before."""
    others = [owner for owner in record[0].colony_owner.ravel().tolist() if owner not in (player, NOBODY)]
    deal_colonies(record, [*others, *[player] * n])


def shown(lists: dict[str, Any], tile: ColonyTile) -> str | None:
    """How a delta tells a tile that is in play."""
    lies = lists["colony_lies"][tile]
    if lies not in IN_PLAY:
        return None
    return TILE_NAMES[tile] + (" (inactive)" if lies == ColonyLies.DORMANT else "")


def step_shown(lists: dict[str, Any], tile: ColonyTile) -> int:
    """The step of a marker; while a tile sleeps the stored positions have it where it will begin."""
    sleeps = lists["colony_lies"][tile] == ColonyLies.DORMANT
    return FIRST_STEP if sleeps else int(lists["colony_track"][tile])


def trades(lists: dict[str, Any], player: int) -> int:
    """How many fleets of a player are under way."""
    return int(lists["colony_visitor"].count(player))


def changes(new: dict[str, Any], old: dict[str, Any], players: int) -> Iterator[tuple[str, int | str]]:
    """What a delta says about markers, colonies and fleets on the tiles; numbers are differences."""
    for tile, name in TILE_NAMES.items():
        yield f"colony.{name}.track", step_shown(new, tile) - step_shown(old, tile)
        owners, before = new["colony_owner"][tile], old["colony_owner"][tile]
        for p in range(players):
            yield f"colony.{name}.{p}", owners.count(p) - before.count(p)
        visitor = new["colony_visitor"][tile]
        if visitor != old["colony_visitor"][tile]:
            yield f"colony.{name}.visitor", "-" if visitor == NOBODY else str(visitor)
