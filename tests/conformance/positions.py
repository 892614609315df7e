"""Runs positions of whole games (format: `README.md`) through our rules and tells the differences."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from regolith.envs.terraforming_mars import actions
from regolith.envs.terraforming_mars.actions import ACTIONS, legal, take_action
from regolith.envs.terraforming_mars.boxes import CARDS
from regolith.envs.terraforming_mars.colonies.words import ColonyTile
from regolith.envs.terraforming_mars.hooks import influence
from regolith.envs.terraforming_mars.language.card import Card
from regolith.envs.terraforming_mars.language.lasting import Rule
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.machine.allowed import can_be_done
from regolith.envs.terraforming_mars.machine.fees import fees_payable, foreseen_fee
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION, NONE, PARTIES
from regolith.envs.terraforming_mars.rules.counting import greeneries
from regolith.envs.terraforming_mars.rules.goals import score
from regolith.envs.terraforming_mars.rules.price import affordable, price, standard_price, units
from regolith.envs.terraforming_mars.rules.requirements import meets
from regolith.envs.terraforming_mars.rules.scoring import (
    MILESTONE_POINTS,
    award_points,
    card_points,
    map_points,
    points,
)
from regolith.envs.terraforming_mars.rules.supply import pays_with_heat
from regolith.envs.terraforming_mars.state import Lies
from regolith.envs.terraforming_mars.turmoil.rules import points as turmoil_points
from regolith.envs.terraforming_mars.turmoil.words import LOBBYING_COST, Party
from regolith.envs.terraforming_mars.underworld.corruption import bribed_points
from regolith.envs.terraforming_mars.words import CardResource, CardSet, Resource, StandardProject
from tests.terraforming_mars.operations import Op

from .battery import production_phase
from .colony_tiles import TILE_NAMES as COLONY_NAMES
from .committee import PARTY_NAMES, event_of
from .delta import Ends, View, delta, lasting, worth_of_metals
from .difference import Difference, Outcome, compare, unknown_fields
from .folder import Record, Tally, lines_of
from .paths import at_least, leaves
from .position import BOXES, NOT_READABLE, Cards, Unsupported, build_position, goal_names
from .reference import as_in_the_reference
from .turmoil import turmoil_phase
from .underground import Order, dig_as_in_the_reference, extra_tags, order_of

STANDARD_NAMES = {project: project.name.replace("_", " ").title() for project in StandardProject} | {
    StandardProject.POWER_PLANT: "Power Plant:SP",
    StandardProject.ASTEROID: "Asteroid:SP",
    StandardProject.EXCAVATE: "Excavate:SP",
    StandardProject.COLLUSION: "Collusion:SP",
}
PLAIN_NAMES = {
    actions.CONVERT_PLANTS: "convert_plants",
    actions.CONVERT_HEAT: "convert_heat",
    actions.END_TURN: "end_turn",
    actions.PASS: "pass",
}


FIELDS = {"id", "kind", "config", "position", "scores"}
MORE_FIELDS = {"legal", "actions", "hand_info", "standard_projects", "production", "turmoil_phase"}
"""Of a `position`; a `final` has only the others."""
OUTCOME_FIELDS = {"n", "outcomes", "payment", "truncated", "n_at_least", "random", "shuffles", "draws"}
OUTCOME_FIELDS |= {"leaves", "unpaid", "invalid", "error"}
NOT_ENUMERATED = {"pass", "end_turn", "sell_patents"}


def read(folder: Path, kind: str) -> tuple[list[Record], Tally]:
    """The records of one kind (`positions`, `finals`) in a folder or in its folder `positions`, and how many are of other boxes."""
    kept, tally, names = [], Tally(), set()
    for path in sorted((*folder.glob(f"{kind}_*.jsonl*"), *folder.glob(f"positions/{kind}_*.jsonl*"))):
        name = path.name.removesuffix(".gz")
        if name in names or path.suffix not in (".gz", ".jsonl"):
            continue
        names.add(name)
        for record in lines_of(path):
            if other := sorted(set(record["position"]["expansions"]) - set(BOXES)):
                tally.left_out[f"with {' and '.join(other)}"] += 1
            else:
                kept.append(record)
    tally.run = len(kept)
    return kept, tally


class PositionChecker:
    """Checks one record after the other."""

    def __init__(self, values: Callable[[Card], Card] = as_in_the_reference) -> None:
        self.cards = Cards(values=values)
        self.t = self.cards.table[0]
        self.has_points = self.t.vp_scoring >= 0
        first, end = self.t.rule_first[[Rule.PAY_WITH_RESOURCE, Rule.PAY_WITH_RESOURCE + 1]]
        self.paying_cards = self.t.modifier_carrier[first:end]
        kinds = [CardResource(kind).name.lower() for kind in self.t.modifier_a[first:end]]
        trading = [card for card in CARDS.values() if any(step.op == Op.TRADE for step in card.every_step())]
        self.trading = [f"action:{card.name}" for card in trading]
        self.means = ["steel", "titanium", "heat", *kinds]
        self.pile: Order = ()
        """Of the position that is looked at."""

    def check(self, record: Record) -> Iterator[Difference]:
        """All differences of a record, or why it cannot be compared."""
        try:
            yield from self.check_parts(record)
        except NOT_READABLE as error:
            yield Difference(record["id"], [], [], unreadable=f"{type(error).__name__} {error}")

    def check_parts(self, record: Record) -> Iterator[Difference]:
        """Each part starts from the untouched position."""
        known = FIELDS | (MORE_FIELDS if record["kind"] == "position" else set())
        yield from unknown_fields(record, record["id"], known)
        if record["kind"] not in ("position", "final"):
            raise Unsupported(record["kind"])
        start = build_position(record["position"], self.cards)
        self.pile = order_of(record["position"].get("underworld", {}))
        yield from self.check_scores(record, start)
        if record["kind"] == "final":
            return
        yield from self.check_prices(record, start)
        yield from self.check_production(record, start)
        yield from self.check_lasting(record, start)
        yield from self.check_turmoil_phase(record, start)
        names = self.legal_actions(start)
        by_card = self.trades_by_card(start, names)
        at = f"{record['id']} legal"
        ours = names.keys() | by_card.keys()
        yield from compare(at, [{name: 1} for name in record["legal"]], [{name: 1} for name in ours], before=start)
        enumerated = [{name: 1} for name in set(record["legal"]) - NOT_ENUMERATED]
        yield from compare(f"{record['id']} actions", [{name: 1} for name in record["actions"]], enumerated)
        yield from self.check_second_source(record, start)
        for name, wanted in record["actions"].items():
            yield from unknown_fields(wanted, f"{record['id']} {name}", OUTCOME_FIELDS)
            if name in ours:
                at = f"{record['id']} {name}"
                yield from self.check_action(at, start, names.get(name), wanted, by_card.get(name, []))

    def leaves(self, after: Any) -> Iterator[Any]:
        return leaves(self.cards.mc_table[0], after, pile=self.pile)

    def legal_actions(self, start: Any) -> dict[str, int]:
        """The actions that we offer, by the names of the shared format."""
        mask = np.zeros(ACTIONS.size, np.int8)
        legal(self.t, start[0], mask)
        # The delegate of the lobby comes before those of the reserve: in the stored positions it must be sent first.
        offered = [int(action) for action in np.nonzero(mask)[0][::-1]]
        return {self.action_name(start[0], action): action for action in offered}

    def action_name(self, s: Any, action: int) -> str:
        if action in PLAIN_NAMES:
            return PLAIN_NAMES[action]
        if action == actions.FIRST_ACTION:
            mine = np.nonzero((s.lies == Lies.IN_PLAY) & (s.owner == s.player) & (self.t.first_action != 0))[0]
            return f"first_action:{self.cards.cards[int(mine[0])].name}"
        if action >= actions.POLICY:
            return f"policy_action:{PARTY_NAMES[Party(action - actions.POLICY)]}"
        if action >= actions.PARTY:
            return f"delegate:{PARTY_NAMES[Party((action - actions.PARTY) % PARTIES)]}"
        if action >= actions.COLONY:
            return f"trade:{COLONY_NAMES[ColonyTile(action - actions.COLONY)]}"
        if action >= actions.AWARD:
            return f"award:{goal_names(s, 'award')[action - actions.AWARD]}"
        if action >= actions.MILESTONE:
            return f"milestone:{goal_names(s, 'milestone')[action - actions.MILESTONE]}"
        if action >= actions.STANDARD:
            project = StandardProject(action - actions.STANDARD)
            sells = project == StandardProject.SELL_PATENTS
            return "sell_patents" if sells else f"standard_project:{STANDARD_NAMES[project]}"
        card = action - actions.CARD
        return f"{'play' if s.lies[card] == Lies.IN_HAND else 'action'}:{self.cards.cards[card].name}"

    def trades_by_card(self, start: Any, names: dict[str, int]) -> dict[str, list[Any]]:
        """The ends of trades that the action of a card makes: in the stored sets that card is a way to pay for a trade as well."""
        found: dict[str, list[Any]] = {}
        for action in (names[name] for name in self.trading if name in names):
            after = start.copy()
            take_action(self.t, after[0], start[0].player, action)
            for end in self.leaves(after):
                for tile in np.nonzero(end["colony_visitor"][0] != start["colony_visitor"][0])[0].tolist():
                    found.setdefault(f"trade:{COLONY_NAMES[ColonyTile(tile)]}", []).append(end)
        return found

    def check_second_source(self, record: Record, start: Any) -> Iterator[Difference]:
        """Beside a delegate of the lobby one of the reserve may be sent: with the stored outcomes of the first, and for its price."""
        s, player = start[0], int(start[0].player)
        if not s.lobby[player]:
            return
        mask = np.zeros(ACTIONS.size, np.int8)
        legal(self.t, s, mask)
        allowed = s.reserve[player] > 0 and affordable(self.t, s, player, NONE, LOBBYING_COST)
        for party, name in PARTY_NAMES.items():
            stored, action = record["actions"].get(f"delegate:{name}"), actions.RESERVE + party
            at = f"{record['id']} second source:{name}"
            may = bool(allowed and stored is not None)
            yield from compare(at, [{"legal": may}], [{"legal": bool(mask[action])}], before=start)
            if may and mask[action] and not self.not_payable_in_mc(start, action):
                after = start.copy()
                take_action(self.t, after[0], player, action)
                price = {f"{player}.mc": -LOBBYING_COST}
                wanted = [outcome | price for outcome in stored["outcomes"]]
                ends = Ends(self.cards, start, self.leaves(after))
                yield from compare(at, wanted, list(ends), before=start)

    def not_payable_in_mc(self, start: Any, action: int) -> bool:
        """Whether a legal action needs other means of payment."""
        s = start[0]
        if action < FIRST_CORPORATION and s.lies[action] == Lies.IN_HAND:
            return int(price(self.t, s, s.player, action, 0)) > int(s.stock[s.player, Resource.MC])
        mask = np.zeros(ACTIONS.size, np.int8)
        legal(self.cards.mc_table[0], s, mask)
        return not mask[action]

    def check_action(
        self, at: str, start: Any, action: int | None, wanted: dict[str, Any], more_ends: list[Any]
    ) -> Iterator[Difference]:
        """The set of outcomes of a legal action, paid with MC only; `more_ends` come about by another action of ours."""
        s = start[0]
        paid_otherwise = action is not None and self.not_payable_in_mc(start, action)
        yield from compare(
            at, [{"not mc only": wanted.get("payment") == "not mc only"}], [{"not mc only": paid_otherwise}]
        )
        if "payment" in wanted:
            yield from compare(at, [{"n": wanted["n"]}], [{"n": 0}])
        if "random" in wanted or "payment" in wanted or paid_otherwise:
            return
        all_ends = iter(more_ends)
        if action is not None:
            after = start.copy()
            take_action(self.t, after[0], s.player, action)
            all_ends = chain(self.leaves(after), all_ends)
        found = self.compare_ends(at, start, wanted, Ends(self.cards, start, all_ends))
        if action is None or not s.box[CardSet.UNDERWORLD] or s.free_excavation[s.player]:
            yield from found
            return
        dug_anywhere = functools.cache(functools.partial(self.dug_anywhere, start, action, wanted.get("draws", False)))
        for difference in found:
            yield replace(difference, dug_anywhere=dug_anywhere)

    def dug_anywhere(self, start: Any, action: int, draws: bool, hide: bool) -> list[Outcome]:
        """What an action leads to if who is hemmed in may dig anywhere, as in the reference; nothing, unless cards are drawn as stored.

        `hide`: he does so with all tokens hidden, so that it is the one on top of the pile that he gets.
        """
        after = start.copy()
        take_action(self.t, after[0], start[0].player, action)
        after[0].free_excavation[start[0].player] = 1
        choices = functools.partial(dig_as_in_the_reference, hide=hide)
        ends = Ends(self.cards, start, leaves(self.cards.mc_table[0], after, pile=self.pile, other_choices=choices))
        outcomes = list(ends)
        return [*outcomes, {"draws": ends.drew}] if hide or ends.drew == draws else []

    def check_prices(self, record: Record, start: Any) -> Iterator[Difference]:
        """Cards in hand and standard projects: price, means of payment, and why one may not be played."""
        t, s, player = self.t, start[0], start[0].player
        rich = start.copy()
        rich["stock"] = rich["resources"][0, self.paying_cards] = 100
        hand = np.nonzero((s.lies[:FIRST_CORPORATION] == Lies.IN_HAND) & (s.owner[:FIRST_CORPORATION] == player))[0]
        yield from compare(
            f"{record['id']} hand_info", [{"cards": sorted(record["hand_info"])}], [{"cards": self.cards.names(hand)}]
        )
        for name, wanted in record["hand_info"].items():
            card = self.cards.number[name]
            cost = price(t, s, player, card, 0)
            ours = {
                "cost": int(cost),
                "pay_with": sorted(self.means_of_payment(rich, card)),
                "affordable": bool(
                    affordable(t, s, player, card, cost)
                    and fees_payable(t, s, player, card, t.on_play[card], card, cost)
                ),
                "reds_tax": self.fee(s, card, t.on_play[card]),
                "requirements_met": bool(meets(t, s, player, card, False) and can_be_done(t, s, player, card, cost)),
            }
            theirs = {"reds_tax": 0, **wanted, "pay_with": sorted(wanted.get("pay_with", []))}
            if any(might_pay_too(step) or might_cost(s, step) for step in self.cards.cards[card].on_play):
                ours, theirs = playable_or_not(ours), playable_or_not(theirs)
            at = f"{record['id']} price:{name}"
            yield from compare(at, separately(theirs), separately(ours), before=start)
        ours_too = set()
        for project, name in STANDARD_NAMES.items():
            in_game = s.box[t.standard_box[project]]
            if project != StandardProject.SELL_PATENTS and in_game and not t.standard_tr_solo[project]:
                ours = {"cost": int(standard_price(t, s, player, project))}
                if means := sorted(self.means_of_standard(s, project)):
                    ours["pay_with"] = means
                if fee := self.fee(s, NONE, t.standard_row[project]):
                    ours["reds_tax"] = fee
                theirs = record["standard_projects"].get(name)
                if theirs and "pay_with" in theirs:
                    theirs = {**theirs, "pay_with": sorted(theirs["pay_with"])}
                ours_too.add(name)
                yield from compare(f"{record['id']} price:{name}", [theirs], [ours])

        at = f"{record['id']} standard_projects"
        yield from compare(at, [{"names": sorted(record["standard_projects"])}], [{"names": sorted(ours_too)}])

    def fee(self, s: Any, card: int, row: int) -> int:
        """What the player to move must keep for the steps of rating that a program certainly brings."""
        fee = int(foreseen_fee(self.t, s, s.player, card, row))
        return fee

    def means_of_payment(self, rich: Any, card: int) -> Iterator[str]:
        """What may pay for a card besides MC, for a player who has of everything."""
        for mean, name in enumerate(self.means):
            if units(self.t, rich[0], rich[0].player, card, mean) > 0:
                yield name

    def means_of_standard(self, s: Any, project: int) -> Iterator[str]:
        """What may pay for a standard project besides MC."""
        if pays_with_heat(self.t, s, s.player):
            yield "heat"
        if self.t.standard_metal[project] != NONE:
            yield Resource(self.t.standard_metal[project]).name.lower()

    def check_production(self, record: Record, start: Any) -> list[Difference]:
        after = start.copy()
        production_phase(self.t, after[0])
        return compare(f"{record['id']} production", record["production"], [delta(self.cards, View(start), after)])

    def check_lasting(self, record: Record, start: Any) -> Iterator[Difference]:
        """What a position tells of each player and we find by looking at his cards and at the colony tiles."""
        for p, player in enumerate(record["position"]["player"]):
            told = {**player["modifiers"], **player}
            ours = lasting(self.t, start[0], p) | {"trade_fleets_used": int((start[0].colony_visitor == p).sum())}
            ours |= worth_of_metals(self.t, start[0], p)
            ours |= extra_tags(start[0].claimed[p].tolist())
            if committee := record["position"].get("turmoil"):
                told["influence_bonus"] = committee["influence_bonus"][p]
                ours["influence"] = int(influence(self.t, start[0], p))
            ours = {name: value for name, value in ours.items() if name in told}
            yield from compare(f"{record['id']} player {p}", [{name: told[name] for name in ours}], [ours])

    def check_turmoil_phase(self, record: Record, start: Any) -> Iterator[Difference]:
        """A Turmoil phase right after the position."""
        if not start[0].box[CardSet.TURMOIL]:
            yield from unknown_fields(record, record["id"], {*record} - {"turmoil_phase"})
            return
        at, wanted = f"{record['id']} turmoil_phase", record["turmoil_phase"]
        yield from unknown_fields(wanted, at, OUTCOME_FIELDS)
        deck = record["position"]["turmoil"]["event_deck_top_first"]
        top = event_of(deck[0] if deck else None)
        ends, others = turmoil_phase(self.t, self.cards.mc_table[0], self.cards, start, top, at)
        yield from self.compare_ends(at, start, wanted, ends)
        yield from others()

    def compare_ends(self, at: str, start: Any, wanted: dict[str, Any], ends: Ends) -> Iterator[Difference]:
        """A stored set, as far as it was stored."""
        if "truncated" in wanted:
            yield from at_least(at, wanted["n_at_least"], ends)
        else:
            yield from compare(at, [{"n": wanted["n"]}], [{"n": len(wanted["outcomes"])}])
            yield from compare(at, wanted["outcomes"], list(ends), before=start)
            yield from ends.compare_draws(at, wanted)

    def check_scores(self, record: Record, start: Any) -> Iterator[Difference]:
        """The score as if the game ended here, part by part."""
        t, s, wanted = self.t, start[0], record["scores"]
        for p, theirs in enumerate(wanted["player"]):
            own = np.nonzero((s.lies >= Lies.IN_PLAY) & (s.owner == p) & self.has_points)[0].tolist()
            of_cards = {self.cards.cards[card].name: int(card_points(t, s, p, card)) for card in own}
            planted = int(greeneries(s, p))
            ours = {
                "tr": int(s.rating[p]),
                "milestones": int(MILESTONE_POINTS * (s.milestone == p).sum()),
                "awards": int(award_points(t, s, p)),
                "greenery": planted,
                "city": int(map_points(t, s, p)) - planted,
                "cards": sum(of_cards.values()),
                "total": int(points(t, s, p)),
                "card_points": of_cards,
            }
            if s.box[CardSet.TURMOIL]:
                ours["turmoil"] = int(turmoil_points(s, p))
            if s.box[CardSet.UNDERWORLD]:
                ours["corruption_bribe"] = int(bribed_points(t, s, p))
            yield from compare(f"{record['id']} score", separately(theirs), separately(ours), f"player {p}")
        yield from unknown_fields(wanted, f"{record['id']} score", {"player", "milestone_scores", "award_scores"})
        yield from compare(f"{record['id']} score", [{"players": len(wanted["player"])}], [{"players": int(s.players)}])
        for field, goals in (("milestone", t.milestone_goal), ("award", t.award_goal)):
            names = goal_names(s, field) if s.players > 1 else []
            theirs = sorted(wanted.get(f"{field}_scores", {}))
            yield from compare(f"{record['id']} {field}", [{"names": theirs}], [{"names": sorted(names)}])
            for goal, name in enumerate(names):
                rows = goals[s[f"{field}_tile"][goal]]
                ours = [int(score(t, s, p, rows, field == "milestone")) for p in range(s.players)]
                theirs = wanted[f"{field}_scores"].get(name)
                yield from compare(f"{record['id']} {field}", [{name: theirs}], [{name: ours}], before=start)


def separately(values: dict[str, Any]) -> list[Outcome]:
    """Each value by itself, so that a difference tells which one it is."""
    return [{name: value} for name, value in values.items()]


def might_pay_too(step: Step) -> bool:
    """Whether a card spends what could also pay for it: heat, resources on cards."""
    return step.op == Op.SPEND_FROM_CARD or (step.op == Op.SPEND and step["resource"] == Resource.HEAT)


def might_cost(s: Any, step: Step) -> bool:
    """Whether a card gives a choice while steps of rating have a fee, which each way may bring."""
    return step.op == Op.CHOOSE and s.rating_fee > 0


def playable_or_not(values: dict[str, Any]) -> dict[str, Any]:
    """Both flags as one, where it is a matter of words whether price, fee or effect cannot be paid."""
    both = values["affordable"] and values["requirements_met"]
    return {**values, "affordable": both, "requirements_met": both}
