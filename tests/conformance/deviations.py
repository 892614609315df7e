"""Differences that a rule justifies, as listed in `deviations.toml`. Each entry covers exactly the outcomes that it explains."""

from __future__ import annotations

import fnmatch
import functools
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from regolith.envs.terraforming_mars.colonies.tiles import TILES
from regolith.envs.terraforming_mars.colonies.words import LAST_STEP, ColonyTile
from regolith.envs.terraforming_mars.language.card import Card
from regolith.envs.terraforming_mars.language.lasting import Rule
from regolith.envs.terraforming_mars.language.steps import Steps
from regolith.envs.terraforming_mars.language.tables import build
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION
from regolith.envs.terraforming_mars.rules.requirements import meets
from regolith.envs.terraforming_mars.state import Deck, Lies
from regolith.envs.terraforming_mars.turmoil.words import RATING_FEE, Party
from regolith.envs.terraforming_mars.words import ENERGY, MC, PLANTS, CardResource, Track
from tests.terraforming_mars.operations import Op

from . import deviations_underground as underground
from .colony_tiles import TILE_NAMES
from .committee import PARTY_NAMES, owner_of, shown_owner
from .difference import Difference, Outcome, less, without
from .position import RESOURCES, TRACKS
from .reference import NUMBER, NUMBERED

GIVEN = tomllib.loads((Path(__file__).parent / "deviations.toml").read_text(encoding="utf-8"))
CARDS = {card.name: card for card in NUMBERED.values()}
DRAWS = {Op.DRAW, Op.DRAW_AND_KEEP, Op.LOOK_AND_BUY, Op.REVEAL_TOP}
RESOURCE_NAMES = {number: name for name, number in RESOURCES.items()}
Explains = Callable[[Any, Outcome, Difference, int], bool]


@functools.cache
def table() -> Any:
    return build(NUMBERED)[0]


def exactly(meant: list[Outcome], outcome: Outcome, _difference: Difference, player: int) -> bool:
    """One of the outcomes that are written out; {player} is who acts."""
    return outcome in [{key.format(player=player): value for key, value in one.items()} for one in meant]


def own_plants(amounts: dict[str, int], outcome: Outcome, difference: Difference, player: int) -> bool:
    """A stored outcome that removes nothing, but the player has lost as many of his own plants as can be removed, or blocked that.

    The amount is that of a card which was played; a name with a colon is part of the record's instead.
    """
    key, told = f"{player}.plants", f"{difference.record}: {difference.note}"
    played = outcome.get(f"+{player}.tableau", [])
    most = max((n for card, n in amounts.items() if (card in told if ":" in card else card in played)), default=0)
    had = int(difference.before["stock"][0, player, PLANTS])
    for stored in difference.stored:
        if without(stored, key) == without(outcome, key):
            lost = stored.get(key, 0) - outcome.get(key, 0)
            # What the card yields may come before the loss or after it.
            if lost > 0 and lost in {min(most, had), min(most, had + stored.get(key, 0))}:
                return True
    blocked = without(outcome, f"{player}.corruption")
    return (
        outcome.get(f"{player}.corruption") == -1
        and blocked in difference.stored
        and any(
            without(loss, key) == without(blocked, key) and own_plants(amounts, loss, difference, player)
            for loss in difference.extra
            if loss != outcome
        )
    )


def own_plants_if_nobody_elses(amounts: dict[str, int], outcome: Outcome, difference: Difference, player: int) -> bool:
    """The same, where no outcome with that card takes plants from another player."""
    others = {f"{p}.plants" for p in range(int(difference.before["players"][0]))} - {f"{player}.plants"}
    played = f"+{player}.tableau"
    same = [stored for stored in difference.stored if stored.get(played) == outcome.get(played)]
    taken = any(stored.get(key, 0) < 0 for stored in same for key in others)
    return not taken and own_plants(amounts, outcome, difference, player)


def own_step_lost(resource: str, outcome: Outcome, difference: Difference, player: int) -> bool:
    """A stored outcome without its two changes of a production: the step gained is the one that is lost."""
    own = f"{player}.prod.{resource}"
    for stored in difference.stored:
        losers = [key for key in stored if key.endswith(f".prod.{resource}") and key != own]
        if (
            stored.get(own) == 1
            and [stored[key] for key in losers] == [-1]
            and without(stored, own, *losers) == outcome
        ):
            return True
    return False


def copied(meant: dict[str, Outcome], outcome: Outcome, difference: Difference, player: int) -> bool:
    """A production box that is copied as printed, where the reference copies another one or none."""
    boxes = {side: {f"{player}.prod.{key}": n for key, n in box.items()} for side, box in meant.items()}
    printed, stored = boxes["printed"], boxes.get("stored")
    changes = {key: n for key, n in outcome.items() if ".prod." in key}
    rest = without(outcome, *changes)
    if outcome in difference.extra:
        if changes != printed:
            return False
        if stored is not None:
            return {**rest, **stored} in difference.stored
        return any(rest == {k: v for k, v in one.items() if ".prod." not in k} for one in difference.stored)
    payable = difference.before["production"][0, player, ENERGY] > 0
    return changes == stored and (not payable or {**rest, **printed} in difference.found)


def cards_of(before: Any, player: int) -> list[str]:
    """The cards that a player has in play, face up."""
    mine = (before["lies"][0] == Lies.IN_PLAY) & (before["owner"][0] == player)
    return [name for name, card in NUMBER.items() if mine[card]]


def takes(card: Card, kind: CardResource) -> bool:
    """Whether a resource can be put there."""
    return card.holds == kind or any(modifier.rule == Rule.HOLDS_ANYTHING for modifier in card.modifiers)


def without_income(outcome: Outcome, tile: ColonyTile, marker: int, before: Any, player: int) -> list[Outcome]:
    """A trade with the income of that step taken off; what lies on a card may lie on any that can hold it."""
    found = [outcome]
    for step in TILES[tile].income[marker]:
        assert isinstance(step.n, int)
        if step.op == Op.ADD_RESOURCE:
            kind: CardResource = step["kind"]
            keys = [f"{player}.on.{name}" for name in cards_of(before, player) if takes(CARDS[name], kind)]
        else:
            name = {Op.GAIN: "", Op.PRODUCTION: "prod.", Op.DRAW: "hand"}[step.op]
            keys = [f"{player}.{name}" + ("" if step.op == Op.DRAW else RESOURCE_NAMES[step["resource"]])]
        found = [less(one, key, step.n) for one in found for key in keys]
    return found


def fewer_steps(_meant: bool, outcome: Outcome, difference: Difference, player: int) -> bool:
    """A stored trade, but the marker was moved up fewer steps before it than the player's cards allow."""
    before = difference.before
    modifiers = [modifier for name in cards_of(before, player) for modifier in CARDS[name].modifiers]
    most = sum(modifier.n for modifier in modifiers if modifier.rule == Rule.TRADE_STEPS)
    for tile, name in TILE_NAMES.items():
        if f"colony.{name}.visitor" not in outcome:
            continue
        marker = int(before["colony_track"][0, tile])
        full = min(LAST_STEP, marker + most)
        stored = [rest for one in difference.stored for rest in without_income(one, tile, full, before, player)]
        for step in range(marker, full):
            if any(rest in stored for rest in without_income(outcome, tile, step, before, player)):
                return True
    return False


def other_theft(most: int, outcome: Outcome, difference: Difference, player: int) -> bool:
    """A stored theft of so many MC that does not happen, or that somebody suffers who has fewer: he loses what he has."""
    own, players = f"{player}.mc", range(int(difference.before["players"][0]))
    for stored in difference.stored:
        for victim in (f"{p}.mc" for p in players if stored.get(f"{p}.mc") == -most and p != player):
            none = less(without(stored, victim), own, most)
            if outcome == none:
                return True
            for other in (p for p in players if p != player):
                had = int(difference.before["stock"][0, other, MC])
                if 0 < had < most and outcome == less(less(none, own, -had), f"{other}.mc", had):
                    return True
    return False


def too_many(given: Steps, left: int) -> bool:
    """Whether a step draws more cards than there are."""
    return any(step.op in DRAWS and isinstance(step.n, int) and step.n > left for step in given)


def draws_too_many(_meant: bool, outcome: Outcome, difference: Difference, player: int) -> bool:
    """What draws more cards than deck and discards have, which only we allow: an action, a card, a choice that an action gives."""
    before = difference.before
    discards = before["lies"][0, :FIRST_CORPORATION] == Lies.DISCARDED
    left = int(before["deck_size"][0, Deck.PROJECTS]) + int(discards.sum())
    what = difference.record.partition(" ")[2]
    is_extra = outcome in difference.extra
    if what == "legal":
        ((action, _),) = outcome.items()
        kind, _, name = action.partition(":")
        given = {"action": CARDS[name].action, "play": CARDS[name].on_play} if name in CARDS else {}
        return is_extra and too_many(given.get(kind, ()), left)
    kind, _, name = what.partition(":")
    if kind == "price":
        return outcome == {"requirements_met": is_extra} and name in CARDS and too_many(CARDS[name].on_play, left)
    branches = [branch for step in CARDS[name].action if step.op == Op.CHOOSE for branch in step.branches]
    spent = [-step.n for branch in branches if too_many(branch, left) for step in branch if step.op == Op.SPEND_HERE]
    return is_extra and outcome in [{f"{player}.on.{name}": n} for n in spent]


LAST_STEPS = {Track.TEMPERATURE: 19, Track.OCEANS: 9, Track.VENUS_SCALE: 15}
BONUS_STEPS = {Track.TEMPERATURE: 15, Track.VENUS_SCALE: 8}
"""Where a step brings one more step of rating: an ocean at 0 degrees, the bonus at 16 %."""


def steps_of_rating(before: Any, track: Track, n: int) -> int:
    """What raising a track brings."""
    at = before["track"][0]
    first, last = int(at[track]) + 1, min(int(at[track]) + n, LAST_STEPS[track])
    more = first <= BONUS_STEPS[track] <= last
    if track == Track.TEMPERATURE and at[Track.OCEANS] == LAST_STEPS[Track.OCEANS]:
        more = False
    return last - first + 1 + more


def fee_of_a_choice(meant: dict[str, int], outcome: Outcome, difference: Difference, _player: int) -> bool:
    """The fee for raising one of some tracks, which the reference does not tell: for the one with fewest steps of rating."""
    if outcome in difference.missing:
        return outcome == {"reds_tax": 0}
    raised = [steps_of_rating(difference.before, TRACKS[track], n) for track, n in meant.items()]
    return outcome == {"reds_tax": RATING_FEE * min((steps for steps in raised if steps), default=0)}


def bonus_alone(most: int, outcome: Outcome, difference: Difference, _player: int) -> bool:
    """A Turmoil phase alone that brings the Reds to rule: the stored rating is 1 higher, though it was above the one that gains."""
    before, rating = difference.before, "0.tr"
    ruling = outcome.get("ruling", PARTY_NAMES[Party(before["ruling"][0])])
    if before["players"][0] != 1 or ruling != PARTY_NAMES[Party.REDS]:
        return False
    extra = outcome in difference.extra
    other = less(outcome, rating, -1 if extra else 1)
    ours = outcome if extra else other
    takes_chair = before["leader"][0, Party.REDS] == 0
    rated = int(before["rating"][0, 0]) + ours.get(rating, 0) - takes_chair
    return rated > most and other in (difference.stored if extra else difference.found)


def other_leader(_meant: bool, outcome: Outcome, difference: Difference, _player: int) -> bool:
    """Two with as many delegates have overtaken the leader of a party together: the other one takes the seat."""
    before, others = difference.before, difference.stored if outcome in difference.extra else difference.found
    for party, name in PARTY_NAMES.items():
        seat = f"leader.{name}"
        for other in others:
            if without(other, seat) != without(outcome, seat) or not {seat} <= outcome.keys() & other.keys():
                continue
            new = [owner_of({"n": "neutral"}.get(one[seat], one[seat])) for one in (outcome, other)]
            first, second, old = (
                before["delegates"][0, party, owner] + outcome.get(f"party.{name}.{shown_owner(owner)}", 0)
                for owner in (*new, int(before["leader"][0, party]))
            )
            if first == second > old:
                return True
    return False


def with_table(form: Callable[[Any, Any, Outcome, Difference, int], bool]) -> Explains:
    """A form that looks things up in the table."""
    return lambda meant, outcome, difference, player: form(table(), meant, outcome, difference, player)


UNDERGROUND = {
    "missing": (
        "own_ground",
        "hemmed_in",
        "all_neutrals",
        "drawn_again",
        "venus_pays",
        "one_more_kind",
        "order_of_draws",
        "taken_back",
        "pile_pays",
        "ocean_too_many",
    ),
    "extra": (
        *("declined", "fewer_removed", "other_middle", "too_few_revealed", "own_ground", "hemmed_in", "all_neutrals"),
        *("from_several", "drawn_again", "venus_pays", "science_too", "one_more_kind", "ocean_where_dug"),
        *("order_of_draws", "taken_back", "pile_pays", "ocean_too_many"),
    ),
}
FORMS: dict[str, dict[str, Explains]] = {
    "missing": {
        "missing": exactly,
        "copied": copied,
        "draws_too_many": draws_too_many,
        "fee_of_a_choice": fee_of_a_choice,
        "bonus_alone": bonus_alone,
        "other_leader": other_leader,
    },
    "extra": {
        "extra": exactly,
        "own_plants": own_plants,
        "own_plants_if_nobody_elses": own_plants_if_nobody_elses,
        "own_step_lost": own_step_lost,
        "copied": copied,
        "draws_too_many": draws_too_many,
        "fewer_steps": fewer_steps,
        "other_theft": other_theft,
        "fee_of_a_choice": fee_of_a_choice,
        "bonus_alone": bonus_alone,
        "other_leader": other_leader,
    },
}
"""How an entry tells which outcomes it covers, by the side that has them."""
for _side, _names in UNDERGROUND.items():
    FORMS[_side] |= {name: with_table(getattr(underground, name)) for name in _names}
CONDITIONS = {"records", "in_play", "after_an_action", "without_energy_production", "others_have_fewer_mc"}
CONDITIONS |= {"requirements_missed", "nobody_has"}


def applies(entry: dict[str, Any], difference: Difference, player: int) -> bool:
    """Whether an entry is about such a record and position."""
    told = f"{difference.record} {difference.note}".rstrip()
    if not any(fnmatch.fnmatchcase(told, pattern) for pattern in entry["records"]):
        return False
    before = difference.before
    for name in entry.get("in_play", []):
        card = NUMBER[name]
        if before["lies"][0, card] != Lies.IN_PLAY or before["owner"][0, card] != player:
            return False
    if entry.get("without_energy_production") and before["production"][0, player, ENERGY] > 0:
        return False
    if name := entry.get("requirements_missed"):
        if meets(table(), before[0], player, NUMBER[name], False):
            return False
    if what := entry.get("nobody_has"):
        if not underground.nobody_has(table(), before, player, what):
            return False
    if least := entry.get("others_have_fewer_mc"):
        others = [p for p in range(int(before["players"][0])) if p != player]
        if any(before["stock"][0, p, MC] >= least for p in others):
            return False
    if entry.get("after_an_action"):
        playing = before["passed"][0, : before["players"][0]] == 0
        playing[player] = False
        return bool(before["actions_taken"][0] > 0 and playing.any())
    return True


class Deviations:
    """The entries for one kind of records, and which of them were met so far."""

    def __init__(self, kind: str) -> None:
        self.entries: list[dict[str, Any]] = GIVEN[kind]
        self.covered: set[int] = set()

    def leave_open(self, difference: Difference, player: int = 0) -> bool:
        """Whether no entries, taken together, explain a difference of that player's doing; those that do are remembered."""
        if difference.unreadable or difference.before is None:
            return True
        left = {"missing": list(difference.missing), "extra": list(difference.extra)}
        refused_by = difference.refused_by
        for number, entry in enumerate(self.entries):
            if not applies(entry, difference, player):
                continue
            if refused_by and entry.get("refused_by") == refused_by:
                refused_by = ""
                self.covered.add(number)
            for side, outcomes in left.items():
                for form, explains in FORMS[side].items():
                    if form in entry:
                        still = [o for o in outcomes if not explains(entry[form], o, difference, player)]
                        if len(still) < len(outcomes):
                            self.covered.add(number)
                        outcomes = still
                left[side] = outcomes
        return bool(left["missing"] or left["extra"] or refused_by)

    def never_met(self) -> list[str]:
        """Entries that should have been met in the records kept here."""
        return [
            entry["card"]
            for number, entry in enumerate(self.entries)
            if number not in self.covered and "elsewhere" not in entry
        ]

    def met_after_all(self) -> list[str]:
        """Entries for records that are not kept here, met nevertheless."""
        return [self.entries[number]["card"] for number in self.covered if "elsewhere" in self.entries[number]]
