"""Printed requirements of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.hooks import claimed_tokens, colonies_of, stands_in_committee
from regolith.envs.terraforming_mars.language.card import Need
from regolith.envs.terraforming_mars.language.lasting import Rule
from regolith.envs.terraforming_mars.rooms import NOBODY, NONE, SPACES, TRACKS
from regolith.envs.terraforming_mars.rules.counting import cities, greeneries, on_own_cards
from regolith.envs.terraforming_mars.rules.supply import rule_of
from regolith.envs.terraforming_mars.words import Tag, Whose

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

REQUIREMENTS = 4
"""Most that one card has."""


@kernel
def track_leeway(t: Table, s: Record, player: int, track: int) -> int:
    """Steps by which the player may miss a requirement on a global parameter."""
    return rule_of(t, s, player, Rule.LEEWAY, track) + s.next_leeway[player]


@kernel
def stands_at(t: Table, s: Record, player: int, need: int, what: int, whose: int) -> int:
    """The value that a requirement looks at."""
    if need < TRACKS:
        return s.track[need]
    if need == Need.TAGS:
        return s.tags[player, what]
    if need == Need.PRODUCTION:
        return s.production[player, what]
    if need == Need.CITIES:
        return cities(s, player if whose == Whose.OWN else NOBODY, SPACES)
    if need == Need.GREENERIES:
        return greeneries(s, player)
    if need == Need.CARD_RESOURCES:
        return on_own_cards(t, s, player, what)
    if need == Need.COLONIES:
        return colonies_of(s, player)
    if need == Need.CLAIMED_TOKENS:
        return claimed_tokens(s, player)
    if need == Need.TERRAFORM_RATING:
        return s.rating[player]
    if need == Need.CORRUPTION:
        return s.corruption[player]
    return stands_in_committee(s, player, need, what)


@kernel
def meets(t: Table, s: Record, player: int, card: int, ignore_tracks: bool) -> bool:
    """Whether the player meets all requirements of a card. Each wild tag stands for one missing tag."""
    wild = int(s.tags[player, Tag.WILD])
    for i in range(REQUIREMENTS):
        need, n, most = t.needs[card, i, 0], t.needs[card, i, 1], t.needs[card, i, 2]
        if need == NONE:
            break
        have = int(stands_at(t, s, player, need, t.needs[card, i, 3], t.needs[card, i, 4]))
        leeway = 0
        if need < TRACKS:
            if ignore_tracks:
                continue
            leeway = track_leeway(t, s, player, need)
        if most:
            if have - leeway > n:
                return False
        elif have + leeway < n:
            if need != Need.TAGS or n - have > wild:
                return False
            wild -= n - have
    return True
