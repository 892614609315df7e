"""Differences of Underworld 2 that a rule justifies: which outcomes its entries in `deviations.toml` cover."""

from __future__ import annotations

from typing import Any

import numpy as np

from regolith.envs.terraforming_mars.rooms import CARDS, FIRST_CORPORATION, FIRST_PRELUDE, MARS_SPACES, NEUTRAL, NONE
from regolith.envs.terraforming_mars.rules.placement import OCEAN_MC
from regolith.envs.terraforming_mars.state import Lies
from regolith.envs.terraforming_mars.underworld.words import Token
from regolith.envs.terraforming_mars.words import CardResource, CardSet, Tag, Tile, Track

from .committee import PARTY_NAMES, shown_owner
from .difference import Difference, Outcome, less, without
from .position import RESOURCES, SPACE, SPACE_NAMES
from .reference import NUMBER


def identifiable(before: Any, space: int) -> bool:
    """Without tile, token and marker."""
    s = before[0]
    return bool(s.tile[space] == s.token[space] == s.excavated[space] == NONE)


def ring(t: Any, space: int) -> list[int]:
    return [int(other) for other in t.neighbours[space] if other != NONE]


def revealed(t: Any, before: Any, middle: int, *, with_it: bool) -> int:
    """How many spaces around a space would be identified."""
    return sum(identifiable(before, space) for space in (*ring(t, middle), *([middle] if with_it else [])))


def others(difference: Difference, player: int) -> list[int]:
    return [p for p in range(int(difference.before["players"][0])) if p != player]


def declined(t: Any, keys: list[str], outcome: Outcome, difference: Difference, player: int) -> bool:
    """A stored outcome without what somebody loses in it, or pays instead."""
    players = range(int(difference.before["players"][0]))
    for stored in difference.stored:
        for key in (f"{p}.{key}" for p in players for key in keys):
            if stored.get(key) == -1 and without(stored, key) == outcome:
                return True
    return False


def fewer_removed(t: Any, most: int, outcome: Outcome, difference: Difference, player: int) -> bool:
    """A stored outcome with fewer resources taken from the card, or none."""
    for stored in difference.stored:
        for key, n in stored.items():
            if ".on." in key and isinstance(n, int) and -most <= n < 0:
                if outcome in [less(stored, key, -more) for more in range(1, -n + 1)]:
                    return True
    return False


def other_middle(t: Any, claim: int, outcome: Outcome, difference: Difference, player: int) -> bool:
    """An area around a space that cannot be identified itself: as stored, but with as many tokens turned up as around no other space."""
    before = difference.before
    numbers: dict[bool, set[int]] = {True: set(), False: set()}
    for space in range(MARS_SPACES):
        numbers[identifiable(before, space)].add(revealed(t, before, space, with_it=True))
    tokens = outcome.get(f"{player}.tokens", 0)
    if tokens + outcome.get("identified", 0) not in numbers[False] - numbers[True]:
        return False
    if tokens == claim:
        return without(outcome, "identified") in [without(stored, "identified") for stored in difference.stored]
    return tokens == 0 and any(outcome.items() <= stored.items() for stored in difference.stored)


def new_tile(outcome: Outcome) -> int:
    """The space of the one tile that was placed."""
    tiles = outcome.get("+tiles", [])
    return SPACE[tiles[0].partition(":")[0]] if len(tiles) == 1 else NONE


def without_place(t: Any, before: Any, outcome: Outcome, player: int) -> Outcome:
    """An outcome with what the space of its tile brings taken off."""
    s, space = before[0], new_tile(outcome)
    (told,) = outcome["+tiles"]
    rest = {**without(outcome, "+tiles", "-excavated"), "tile": told.partition(":")[2]}
    for name, resource in RESOURCES.items():
        rest = less(rest, f"{player}.{name}", int(t.space_gain[s.map, space, resource]))
    rest = less(rest, f"{player}.hand", int(t.space_cards[s.map, space]))
    oceans = sum(s.tile[other] == Tile.OCEAN_TILE for other in ring(t, space))
    rest = less(rest, f"{player}.mc", int(OCEAN_MC * oceans))
    rest = less(rest, "identified", -int(s.token[space] != NONE))
    if outcome.get("-excavated", []) != (
        [f"{SPACE_NAMES[space]}:{s.excavated[space]}"] if s.excavated[space] != NONE else []
    ):
        rest["-excavated"] = ["wrong"]
    return rest


def too_few_revealed(t: Any, claim: int, outcome: Outcome, difference: Difference, player: int) -> bool:
    """A tile beside which fewer spaces can be identified than tokens are claimed: those are claimed."""
    before, space = difference.before, new_tile(outcome)
    if space == NONE:
        return False
    found = revealed(t, before, space, with_it=False)
    if found >= claim or outcome.get(f"{player}.tokens", 0) != found:
        return False
    if found:
        return outcome.get("identified", 0) == -int(before[0].token[space] != NONE)
    rest = without_place(t, before, outcome, player)
    rest.pop("tile")
    return all(
        any(stored.get(key, 0) == n for stored in difference.stored) or key.startswith("-excavated")
        for key, n in rest.items()
    )


TOKENS = {
    "PLANTS_2": {"plants": 2},
    "PLANTS_3": {"plants": 3},
    "TITANIUM_2": {"titanium": 2},
    "CORRUPTION_1": {"corruption": 1},
    "STEEL_PRODUCTION": {"prod.steel": 1},
    "ENERGY_PRODUCTION": {"prod.energy": 1},
    "HEAT_PRODUCTION_2": {"prod.heat": 2},
}
"""What the tokens of the fixtures bring."""


def drawn_again(t: Any, usual: str, outcome: Outcome, difference: Difference, player: int) -> bool:
    """The token under the new tile went back to the pile, was drawn again beside it and claimed instead of the usual one: chance."""
    space = new_tile(outcome)
    covered = int(difference.before[0].token[space]) if space != NONE else NONE
    if covered == NONE:
        return False
    other = outcome
    for key, n in TOKENS[Token(covered).name].items():
        other = less(other, f"{player}.{key}", n)
    for key, n in TOKENS[usual].items():
        other = less(other, f"{player}.{key}", -n)
    return other in (difference.stored if outcome in difference.extra else difference.found)


def venus_pays(t: Any, mc: int, outcome: Outcome, difference: Difference, player: int) -> bool:
    """The same with so many MC for each step of Venus."""
    sign = 1 if outcome in difference.extra else -1
    other = less(outcome, f"{player}.mc", sign * mc * outcome.get("venus", 0))
    return "venus" in outcome and other in (difference.stored if sign > 0 else difference.found)


def science_too(t: Any, _meant: bool, outcome: Outcome, difference: Difference, player: int) -> bool:
    """The one resource is science on a card, instead of corruption."""
    for key, n in outcome.items():
        if key.startswith(f"{player}.on.") and n > 0:
            card = NUMBER[key.removeprefix(f"{player}.on.")]
            other = less(less(outcome, key, 1), f"{player}.corruption", -1)
            if t.holds[card] == CardResource.SCIENCE_RESOURCES and other in difference.stored:
                return True
    return False


def own_ground(t: Any, _meant: bool, outcome: Outcome, difference: Difference, player: int) -> bool:
    """A city on an own marker instead of one that is only beside an own marker; all else as with another space."""
    before, space = difference.before, new_tile(outcome)
    if space == NONE:
        return False
    s = before[0]
    beside = any(
        s.tile[other] not in (NONE, Tile.OCEAN_TILE) and s.tile_owner[other] == player for other in ring(t, space)
    )
    marker_beside = any(s.excavated[other] == player for other in ring(t, space))
    on_marker = s.excavated[space] == player
    meant = on_marker and not beside if outcome in difference.extra else marker_beside and not beside and not on_marker
    rest = without_place(t, before, outcome, player)
    both = [one for one in difference.stored if one in difference.found and new_tile(one) != NONE]
    return bool(meant) and any(without_place(t, before, one, player) == rest for one in both)


def net_identified(t: Any, before: Any, markers: list[int]) -> int:
    """How many tokens more lie open after excavations that left these markers."""
    around = {other for space in markers for other in ring(t, space)} - {*markers}
    return sum(identifiable(before, other) for other in around) - sum(
        before[0].token[space] != NONE for space in markers
    )


def hemmed_in(t: Any, _meant: bool, outcome: Outcome, difference: Difference, player: int) -> bool:
    """Who has no free space beside own ground takes the token on top of the pile, and no marker; the reference lets him dig anywhere.

    What is stored must be all that digging anywhere leads to. Ours must be the same price and token, with that one marker less, and
    without its neighbours.
    """
    if difference.dug_anywhere is None:
        return False
    anywhere = [one for one in difference.dug_anywhere(False) if ("draws" in one) == ("draws" in outcome)]
    if outcome in difference.missing:
        return outcome in anywhere
    if not anywhere or not all(one in difference.stored for one in anywhere):
        return False
    if "draws" in outcome:
        return True
    before, markers = difference.before, outcome.get("+excavated", [])
    spaces = [SPACE[told.partition(":")[0]] for told in markers]
    told = ["+excavated", "identified"]
    if not any(identifiable(before, space) for own in spaces for space in (own, *ring(t, own))):
        told += [f"{p}.on.Mining Market Insider" for p in range(int(before["players"][0]))]
        if any(key in outcome for key in told[2:]):
            return False
    return outcome.get("identified", 0) == net_identified(t, before, spaces) and any(
        without(one, *told) == without(outcome, *told)
        and len(one.get("+excavated", [])) == len(markers) + 1
        and {*markers} < {*one["+excavated"]}
        for one in difference.dug_anywhere(True)
    )


def order_of_draws(t: Any, card: str, outcome: Outcome, difference: Difference, player: int) -> bool:
    """What a token brings draws from the pile before the neighbours are identified, so that other tokens come up: all else is the same."""
    if "draws" in outcome:
        return True
    fixed = ("+excavated", "identified", f"{player}.tokens", f"{player}.on.{card}")
    seen = [outcome.get(key) for key in fixed]
    return all(seen) and seen in [
        [other.get(key) for key in fixed]
        for other in (difference.stored if outcome in difference.extra else difference.found)
    ]


def ocean_where_dug(t: Any, _meant: bool, outcome: Outcome, difference: Difference, player: int) -> bool:
    """The ocean of a token goes where it lay, so that the card has no space for its own."""
    space = new_tile(outcome)
    known = {"oceans": 1, f"{player}.tr": 1, f"{player}.tokens": 1}
    return (
        space != NONE
        and difference.before[0].token[space] == Token.OCEAN_FOR_4
        and known.items() <= outcome.items()
        and any(outcome["+tiles"][0] in stored["+tiles"] and len(stored["+tiles"]) == 2 for stored in difference.stored)
    )


def one_more_kind(t: Any, goal: str, outcome: Outcome, difference: Difference, player: int) -> bool:
    """Who has tags of all other kinds and a wild one has one of a kind that only our game has."""
    s, ours = difference.before[0], outcome in difference.extra
    kinds = [tag for tag in Tag if tag not in (Tag.WILD, Tag.MARS)]
    if outcome.keys() != {goal} or not s.box[CardSet.UNDERWORLD]:
        return False
    for other in difference.stored if ours else difference.found:
        values = other.get(goal, [])
        if len(values) != len(outcome[goal]):
            continue
        steps = [a - b if ours else b - a for a, b in zip(outcome[goal], values, strict=True)]
        all_kinds = [s.tags[p, kinds].all() and s.tags[p, Tag.WILD] > 0 for p in range(int(s.players))]
        if steps == [int(more) for more in all_kinds]:
            return True
    return False


def all_neutrals(t: Any, _meant: bool, outcome: Outcome, difference: Difference, player: int) -> bool:
    """All neutral delegates of a party became the player's, the leader among them: the seat is his, unless somebody has more there."""
    s, mine = difference.before[0], shown_owner(player)
    extra = outcome in difference.extra
    for party, name in PARTY_NAMES.items():
        gone, seat = outcome.get(f"party.{name}.n", 0), f"leader.{name}"
        if not gone or s.delegates[party, NEUTRAL] + gone or s.leader[party] != NEUTRAL:
            continue
        own = s.delegates[party, player] + outcome.get(f"party.{name}.{mine}", 0)
        if any(s.delegates[party, p] > own for p in others(difference, player)):
            continue
        tied = [shown_owner(p) for p in others(difference, player) if s.delegates[party, p] == own]
        for other in difference.stored if extra else difference.found:
            ours, theirs = (outcome, other) if extra else (other, outcome)
            if without(other, seat) == without(outcome, seat) and ours.get(seat) == mine and theirs.get(seat) in tied:
                return True
    return False


def to_take_back(t: Any, before: Any, player: int, first: int, end: int) -> set[int]:
    """Own cards in play, among those of these numbers, without a special tile."""
    s = before[0]
    mine = (s.lies == Lies.IN_PLAY) & (s.owner == player) & (t.own_tile <= Tile.CITY_TILE)
    return {card for card in range(first, end) if mine[card]}


def taken_back(t: Any, _meant: bool, outcome: Outcome, difference: Difference, player: int) -> bool:
    """A prelude is back in hand, any that there is, where the reference takes a green or blue card; all else is the same."""
    gone = f"-{player}.tableau"
    for outcomes, first, end in (
        (difference.found, FIRST_PRELUDE, CARDS),
        (difference.stored, 0, FIRST_CORPORATION),
    ):
        taken = [NUMBER.get(name, NONE) for one in outcomes for name in one.get(gone, [])]
        if {*taken} != to_take_back(t, difference.before, player, first, end) or len(taken) != len(outcomes):
            return False
    ours = outcome in difference.extra
    for other in difference.stored if ours else difference.found:
        prelude, project = (outcome, other) if ours else (other, outcome)
        both = (*prelude.get(gone, []), *project.get(gone, []))
        own = [gone, *(f"{player}.on.{name}" for name in both)]
        wanted = less(project, f"{player}.hand", 1) | {f"{player}.preludes": 1}
        if without(prelude, *own) == without(wanted, *own):
            return True
    return False


def pile_pays(t: Any, card: str, outcome: Outcome, difference: Difference, player: int) -> bool:
    """On a full map one excavates from the pile: each token pays 1 MC to the owner of that card."""
    s, extra = difference.before[0], outcome in difference.extra
    if s.lies[NUMBER[card]] != Lies.IN_PLAY or any(
        s.tile[space] == s.excavated[space] == NONE for space in range(MARS_SPACES)
    ):
        return False
    n = outcome.get(f"{player}.tokens", 0)
    other = less(outcome, f"{s.owner[NUMBER[card]]}.mc", n if extra else -n)
    return n > 0 and other in (difference.stored if extra else difference.found)


def ocean_too_many(t: Any, card: str, outcome: Outcome, difference: Difference, player: int) -> bool:
    """With all oceans placed the one that a card would place is an animal on that other card; all else is the same."""
    extra = outcome in difference.extra
    other = less(outcome, f"{player}.on.{card}", 1 if extra else -1)
    return (
        bool(difference.before[0].track[Track.OCEANS] == t.track_end[Track.OCEANS])
        and new_tile(outcome) == NONE
        and other in (difference.stored if extra else difference.found)
    )


def nobody_has(t: Any, before: Any, player: int, what: str) -> bool:
    """Whether there is nothing of that kind: of the opponents, on cards, on Mars, or of one's own."""
    s = before[0]
    if what == "corruption":
        rivals = [p for p in range(int(s.players)) if p != player]
        return not any(s.corruption[p] > 0 for p in rivals)
    if what == "resources":
        return not bool(np.any((s.resources > 0) & (s.owner >= 0)))
    if what == "open tokens":
        return bool((s.token == NONE).all())
    if what == "own green or blue cards":
        return not to_take_back(t, before, player, 0, FIRST_CORPORATION)
    raise ValueError(what)


def from_several(t: Any, amounts: dict[str, int], outcome: Outcome, difference: Difference, player: int) -> bool:
    """What is spent comes from several cards together, so many in all; the rest is as with one card."""
    spent = {key: n for key, n in outcome.items() if key.startswith(f"{player}.on.") and n < 0}
    rest = without(outcome, *spent)
    gains = {f"{player}.mc", f"{player}.corruption"}
    alike = [{key: n for key, n in stored.items() if key in gains} for stored in difference.stored]
    return (
        -sum(spent.values()) in amounts.values()
        and len(spent) > 1
        and any(one.items() <= rest.items() for one in alike)
    )
