"""Where the evaluation calls the boxes: what their own things are worth to a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.colonies import player as colonies
from regolith.envs.terraforming_mars.turmoil import player as turmoil
from regolith.envs.terraforming_mars.underworld import player as underworld
from regolith.envs.terraforming_mars.venus import rules as venus
from regolith.envs.terraforming_mars.words import CardSet

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.player.prices import ByResource, Prices
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def things_of_boxes(t: Table, s: Record, player: int, price: Prices, just_produced: bool) -> float:
    """What lies before a player, or is his, and belongs to a box."""
    value = 0.0
    if s.box[CardSet.COLONIES]:
        value += colonies.worth(t, s, player, price)
    if s.box[CardSet.TURMOIL]:
        value += turmoil.worth(t, s, player, price, just_produced)
    if s.box[CardSet.UNDERWORLD]:
        value += underworld.worth(t, s, player, price)
    return value


@kernel
def draws_of_boxes(t: Table, s: Record, after: Record) -> float:
    """How often an action is tried for what it drew that is no card."""
    return underworld.draws(t, s, after) if s.box[CardSet.UNDERWORLD] else 1.0


@kernel
def longer_by_boxes(t: Table, s: Record) -> float:
    """How much longer a game is worth building for, of the usual length."""
    return underworld.longer(t) if s.box[CardSet.UNDERWORLD] else 0.0


@kernel
def more_for_energy(t: Table, s: Record, player: int) -> float:
    """How much more a step of energy production brings in a generation because of a box, in MC."""
    return colonies.more_for_energy(t, s, player) if s.box[CardSet.COLONIES] else 0.0


@kernel
def fee_to_come(t: Table, s: Record) -> float:
    """What a step of rating will probably cost in the next generation, in MC."""
    return turmoil.fee_to_come(t, s) if s.box[CardSet.TURMOIL] else 0.0


@kernel
def mean_token(
    t: Table, s: Record, stock: ByResource, produced: ByResource, rating: float, ocean: float, card: float
) -> float:
    """What a token of the pile brings on average."""
    if not s.box[CardSet.UNDERWORLD]:
        return 0.0
    return underworld.mean_token(t, s, stock, produced, rating, ocean, card)


@kernel
def spare_corruption(t: Table, s: Record, player: int) -> float:
    """Corruption that is not needed for the penalties of cards in play."""
    return underworld.spare_corruption(t, s, player) if s.box[CardSet.UNDERWORLD] else 0.0


@kernel
def free_steps_a_generation(s: Record) -> int:
    """Steps of the tracks that nobody pays for."""
    return venus.steps_a_generation(s)
