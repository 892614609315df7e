"""Printed requirements of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.hooks import claimed_tokens, colonies_of, stands_in_committee
from regolith.envs.terraforming_mars.language.card import Need
from regolith.envs.terraforming_mars.language.lasting import Rule
from regolith.envs.terraforming_mars.rooms import NOBODY, NONE, SPACES, TRACKS
from regolith.envs.terraforming_mars.rules.counting import cities, greeneries, on_own_cards
from regolith.envs.terraforming_mars.rules.in_force import in_force
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
def steps_missed(t: Table, s: Record, player: int, track: int, n: int, most: int) -> int:
    """By how many steps, beyond his leeway, the player misses a requirement on a global parameter."""
    stands = int(s.track[track])
    missed = stands - n if most else n - stands
    return max(0, missed - track_leeway(t, s, player, track)) if missed > 0 else 0


@kernel
def steps_to_buy(t: Table, s: Record, player: int, card: int) -> int:
    """Steps by which the requirements of a card may be missed for resources on other cards."""
    total = 0
    for i in range(t.rule_first[Rule.LEEWAY_FROM_RESOURCE], t.rule_first[Rule.LEEWAY_FROM_RESOURCE + 1]):
        if t.tags[card, t.modifier_b[i]] > 0 and in_force(t, s, t.modifier_carrier[i], player):
            total += int(s.resources[t.modifier_carrier[i]]) * t.modifier_n[i]
    return total


@kernel
def buy_leeway(t: Table, s: Record, player: int, card: int) -> None:
    """A card is played whose requirements on global parameters are missed: as few resources as will do pay for it."""
    missed = 0
    for i in range(REQUIREMENTS):
        need = t.needs[card, i, 0]
        if need == NONE:
            break
        if need < TRACKS:
            missed += steps_missed(t, s, player, need, t.needs[card, i, 1], t.needs[card, i, 2])
    for i in range(t.rule_first[Rule.LEEWAY_FROM_RESOURCE], t.rule_first[Rule.LEEWAY_FROM_RESOURCE + 1]):
        source, each = t.modifier_carrier[i], t.modifier_n[i]
        if missed > 0 and t.tags[card, t.modifier_b[i]] > 0 and in_force(t, s, source, player):
            spent = min(int(s.resources[source]), (missed + each - 1) // each)
            s.resources[source] -= spent
            missed -= spent * each


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
    wild, missed = int(s.tags[player, Tag.WILD]), 0
    for i in range(REQUIREMENTS):
        need, n, most = t.needs[card, i, 0], t.needs[card, i, 1], t.needs[card, i, 2]
        if need == NONE:
            break
        if need < TRACKS:
            if not ignore_tracks:
                missed += steps_missed(t, s, player, need, n, most)
            continue
        have = int(stands_at(t, s, player, need, t.needs[card, i, 3], t.needs[card, i, 4]))
        if most:
            if have > n:
                return False
        elif have < n:
            if need != Need.TAGS or n - have > wild:
                return False
            wild -= n - have
    return missed == 0 or missed <= steps_to_buy(t, s, player, card)
