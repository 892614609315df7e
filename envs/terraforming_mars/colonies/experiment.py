"""The colony tiles as experiments know them."""

from __future__ import annotations

import numpy as np

from regolith.envs.terraforming_mars.colonies.words import FIRST_TILE, ColonyLies, ColonyTile
from regolith.envs.terraforming_mars.language.box import LaidOut
from regolith.envs.terraforming_mars.language.phrases import title

IN_PLAY = (ColonyLies.OFFERED, ColonyLies.DORMANT, ColonyLies.AWAKE)


def drawn(s: np.record) -> list[int]:
    """None if the tiles were asked for."""
    if s.colony_tiles:
        return []
    return [FIRST_TILE + int(tile) for tile in np.flatnonzero(np.isin(s.colony_lies, IN_PLAY))]


def there(s: np.record, number: int) -> bool:
    return bool(s.colony_lies[number - FIRST_TILE] != ColonyLies.OF_NO_BOX)


DRAWN_TILES = LaidOut("colony tiles", {FIRST_TILE + tile: title(tile) for tile in ColonyTile}, drawn, there)
