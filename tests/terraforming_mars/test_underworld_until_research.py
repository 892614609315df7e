"""What a seat sees of the things that last until the next research phase, and of a copied prelude."""

from __future__ import annotations

import numpy as np

from regolith.envs.terraforming_mars.observation import OBSERVATION, OF_BOX, observe
from regolith.envs.terraforming_mars.rooms import PLAYERS
from regolith.envs.terraforming_mars.underworld.observation import COPIED, STANDARD_USED, UNTIL_RESEARCH
from regolith.envs.terraforming_mars.words import StandardProject

from .games import NUMBER, T
from .underworld_tables import below

CITY, GREENERY = int(StandardProject.CITY), int(StandardProject.GREENERY)


def test_it_is_seen_from_each_seat() -> None:
    s = below(players=3)
    s.metal_swing[:3], s.next_first, s.goal_surcharge, s.card_fee = (1, -1, 0), 3, 8, 2
    s.standard_used[:3], s.copied = (1 << GREENERY, 1 << CITY, 1 << CITY), NUMBER["Donation"]
    seen = np.zeros(OBSERVATION.size, np.float32)
    observe(T, s, 1, seen)
    first = OBSERVATION["underground"].start
    assert first >= OF_BOX
    until = seen[first + UNTIL_RESEARCH :]
    assert list(until[0:9:3]) == [0.0, 0.5, 1.0]
    assert list(until[2:9:3]) == [0.0, 1.0, 0.0]
    assert list(until[3 * PLAYERS : 3 * PLAYERS + 2]) == [1.0, 1.0]
    used = seen[first + STANDARD_USED : first + COPIED]
    assert {int(at): float(used[at]) for at in np.nonzero(used)[0]} == {CITY: 0.5 + 0.25, GREENERY: 0.125}
    number = sum(int(bit) << i for i, bit in enumerate(seen[first + COPIED : first + COPIED + 10]))
    assert number == NUMBER["Donation"]
