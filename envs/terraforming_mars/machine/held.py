"""Resources on cards: which cards may get some, which may lose some."""

from __future__ import annotations

from typing import Any

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.lasting import Rule
from regolith.envs.terraforming_mars.machine.stack import offer
from regolith.envs.terraforming_mars.rules.supply import rule_of
from regolith.envs.terraforming_mars.state import CARDS, NONE, Lies
from regolith.envs.terraforming_mars.words import To, Victim


@kernel
def may_get(t: Any, s: Any, player: int, here: int, card: int, kind: int, to: int, tag: int) -> bool:
    """Whether an effect printed on the card `here` may add to `card`."""
    if s.lies[card] != Lies.IN_PLAY or s.owner[card] != player or t.holds[card] == NONE:
        return False
    if (kind != NONE and t.holds[card] != kind) or (tag != NONE and t.tags[card, tag] == 0):
        return False
    if to == To.OTHER_CARD:
        return card != here
    return to == To.ANY_CARD or s.resources[card] > 0


@kernel
def offer_receivers(t: Any, s: Any, player: int, here: int, kind: int, to: int, tag: int) -> None:
    """Add the own cards that may get resources to the choices."""
    for card in range(CARDS):
        if may_get(t, s, player, here, card, kind, to, tag):
            offer(s, card)


@kernel
def has_receiver(t: Any, s: Any, player: int, here: int, kind: int, to: int, tag: int) -> bool:
    for card in range(CARDS):  # noqa: SIM110
        if may_get(t, s, player, here, card, kind, to, tag):
            return True
    return False


@kernel
def may_lose(t: Any, s: Any, player: int, card: int, kind: int, least: int, victim: int) -> bool:
    """Whether the player's effect may remove resources from a card."""
    if s.lies[card] != Lies.IN_PLAY or t.holds[card] != kind or s.resources[card] < least or t.protected[card]:
        return False
    owner = s.owner[card]
    if owner == player:
        return victim == Victim.ANYBODY
    return rule_of(t, s, owner, Rule.SHIELD_CARDS, kind) == 0


@kernel
def offer_prey(t: Any, s: Any, player: int, kind: int, least: int, victim: int) -> None:
    """Add the cards that may lose resources to the choices."""
    for card in range(CARDS):
        if may_lose(t, s, player, card, kind, least, victim):
            offer(s, card)


@kernel
def has_prey(t: Any, s: Any, player: int, kind: int, least: int, victim: int) -> bool:
    for card in range(CARDS):  # noqa: SIM110
        if may_lose(t, s, player, card, kind, least, victim):
            return True
    return False


@kernel
def offer_own_stock(t: Any, s: Any, player: int, kind: int, n: int) -> None:
    """Add the own cards from which n can be spent to the choices."""
    for card in range(CARDS):
        if (
            s.lies[card] == Lies.IN_PLAY
            and s.owner[card] == player
            and t.holds[card] == kind
            and s.resources[card] >= n
        ):
            offer(s, card)


@kernel
def most_on_a_card(t: Any, s: Any, player: int, kind: int) -> int:
    """The most resources of a kind on one own card."""
    most = 0
    for card in range(CARDS):
        if s.lies[card] == Lies.IN_PLAY and s.owner[card] == player and t.holds[card] == kind:
            most = max(most, int(s.resources[card]))
    return most
