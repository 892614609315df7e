"""Rules that others jump to are there, and those of large boxes only where a box wants them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numba.core import config

from regolith.envs.core.record import PORTS_FIELD
from regolith.envs.terraforming_mars.actions import ACTIONS, legal
from regolith.envs.terraforming_mars.doors import DoorTo
from regolith.envs.terraforming_mars.env import DOORS, SPEC
from regolith.envs.terraforming_mars.language.tables import TABLE
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.words import Resource

from .games import deal, played

pytestmark = pytest.mark.skipif(config.DISABLE_JIT, reason="uncompiled, rules call each other without doors")
ALWAYS = {DoorTo.GOING_ON, DoorTo.OFFERS, DoorTo.LOOKING_AHEAD}
FEES = {DoorTo.FEES, DoorTo.KEPT_FOR_FEES}


def closed() -> Any:
    """The game's table without addresses."""
    table = TABLE.copy()
    table[PORTS_FIELD] = 0
    return table


def test_every_door_has_a_number_of_its_own() -> None:
    assert [door.number for door in sorted(DOORS, key=lambda door: door.number)] == list(DoorTo)


@pytest.mark.parametrize(
    ("options", "shut"),
    [({}, set(DoorTo) - ALWAYS), ({"colonies": True}, FEES), ({"underworld": True}, FEES), ({"turmoil": True}, set())],
    ids=str,
)
def test_large_boxes_are_compiled_only_where_they_are_played(options: dict[str, Any], shut: set[DoorTo]) -> None:
    spec = replace(SPEC, table=closed())
    table = spec.bind(**options).table
    assert {door.number for door in DOORS if table[PORTS_FIELD][0, door.slot] == 0} == shut


def test_nobody_jumps_to_a_rule_that_is_not_compiled() -> None:
    s = next(s for s in played(deal(1), 1) if s.kind == Kind.ACTION and s.stock[s.player, Resource.MC] > 20)
    with pytest.raises(RuntimeError, match="not compiled for this table"):
        legal(closed()[0], s, np.zeros(ACTIONS.size, np.int8))
