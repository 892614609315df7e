"""Turns the maps and projects into the one record that the rules look things up in."""

from __future__ import annotations

from typing import Any

import numpy as np

from regolith.envs.core.record import table_of
from regolith.envs.tinyforming_mars import maps
from regolith.envs.tinyforming_mars.projects import PROJECTS, STANDARD_PROJECTS, Project
from regolith.envs.tinyforming_mars.weights import weight_columns
from regolith.envs.tinyforming_mars.words import HEXES, NONE, PROGRAM, TAGS, Hex, Map, Tag


def bits(hexes: list[int]) -> int:
    """A set of hexes as a number."""
    return sum(1 << h for h in hexes)


def _map_columns() -> dict[str, Any]:
    of_kind = {kind: [[h for h in range(HEXES) if maps.MAPS[m][h].kind == kind] for m in Map] for kind in Hex}
    tag = [[NONE if hex_.tag is None else int(hex_.tag) for hex_ in maps.MAPS[m]] for m in Map]
    hex_kind = [[int(hex_.kind) for hex_ in maps.MAPS[m]] for m in Map]
    neighbours = [bits(around) for around in maps.neighbours()]
    return {
        "neighbours": np.array(neighbours, np.int32),
        "water_hexes": np.array([bits(hexes) for hexes in of_kind[Hex.WATER]], np.int32),
        "bonus_hexes": np.array([bits(hexes) for hexes in of_kind[Hex.BONUS]], np.int32),
        "hex_tag": np.array(tag, np.int32),
        "hex_kind": np.array(hex_kind, np.int32),
        "printed": np.array([_printed(m) for m in Map], np.float32),
        "center_row": np.int32(bits(maps.row_of(2))),
        "south_row": np.int32(bits(maps.row_of(4))),
    }


def _printed(m: Map) -> np.ndarray[Any, Any]:
    """What never changes on a map, as the observation shows it: water hexes, then the hexes of each tag."""
    rows = [[hex_.kind == Hex.WATER for hex_ in maps.MAPS[m]]]
    rows += [[hex_.tag == tag for hex_ in maps.MAPS[m]] for tag in Tag]
    return np.array(rows, np.float32).ravel()


def _tag_counts(projects: tuple[Project, ...], what: str) -> np.ndarray[Any, Any]:
    return np.array([[getattr(p, what).count(tag) for tag in range(TAGS)] for p in projects], np.int32)


def _project_columns() -> dict[str, Any]:
    everything = PROJECTS + STANDARD_PROJECTS
    programs = np.zeros((len(everything), PROGRAM, 2), np.int32)
    for number, project in enumerate(everything):
        for position, step in enumerate(project.does):
            programs[number, position] = step
    return {
        "colour": np.array([p.colour for p in everything], np.int32),
        "cost": np.array([p.cost for p in everything], np.int32),
        "needs": _tag_counts(everything, "tags"),
        "gives": _tag_counts(everything, "gives"),
        "heat": np.array([p.heat for p in everything], np.int32),
        "water": np.array([p.water for p in everything], np.int32),
        "less": np.array([(p.less.kind, p.less.tag, p.less.beyond) for p in everything], np.int32),
        "program": programs,
    }


TABLE = table_of(_map_columns() | _project_columns() | weight_columns())
