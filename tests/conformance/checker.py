"""Runs a folder of outcome sets (format: `README.md`) through our rules and tells the differences."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from regolith.envs.terraforming_mars.actions import SPACE, UNDERGROUND
from regolith.envs.terraforming_mars.language.card import Card, automated, corporation, prelude
from regolith.envs.terraforming_mars.language.stock import gain
from regolith.envs.terraforming_mars.machine.allowed import may_act
from regolith.envs.terraforming_mars.machine.stack import begin
from regolith.envs.terraforming_mars.rules.generation import may_use_standard, use_standard
from regolith.envs.terraforming_mars.rules.placement import offer_spaces
from regolith.envs.terraforming_mars.rules.playing import enter_play
from regolith.envs.terraforming_mars.rules.price import standard_price
from regolith.envs.terraforming_mars.rules.requirements import track_leeway
from regolith.envs.terraforming_mars.words import MC, STEEL, CardKind, StandardProject, Tile, Where
from tests.terraforming_mars.operations import Op, playable

from . import battery, position
from .colonies import check_colony_tile
from .counts import check_goal, check_points, check_requirements
from .delta import Ends
from .difference import Difference, Outcome, compare, unknown_fields
from .folder import Record, Tally, lines_of, path_of, text_of
from .paths import at_least, leaves, playable_in_mc
from .position import BOXES, NOT_READABLE, Cards, Unsupported, adjust, build_position, put_in_play, take_out
from .reference import EXCHANGED, as_in_the_reference
from .turmoil import check_turmoil, influential
from .underworld import check_token

FIXTURES = "fixtures.json"
OWN_DATA = Path(__file__).parent / "data"
SETS = ("base", "corpera", "prelude", "venus", "colonies", "turmoil", "turmoil", "underworld")
"""Of the boxes by their numbers: the reference has the promo cards in Turmoil."""
KINDS = {CardKind.CORPORATION: "corporation", CardKind.PRELUDE: "prelude"}

WHOSE = {"id", "set", "card", "kind", "fixture", "adjust", "removed"}
RESULT = {"stimulus", "possible", "n", "outcomes", "draws", "restricted_spaces", "full_truncated_n", "truncated"}
INFORMATIVE = {"leaves", "random", "error", "invalid", "note", "scoring_time", "errors_in_some_paths"}
"""Tell something about the reference: there is nothing to compare."""
FIELDS = {
    "play": WHOSE | RESULT,
    "action": WHOSE | RESULT | {"resources"},
    "combo": WHOSE | RESULT | {"with"},
    "standard": WHOSE | RESULT | {"project", "cost", "spaces"},
    "colonies": WHOSE | RESULT | {"colony", "colonies", "existing_colonies_of_p1", "track_before"},
    "turmoil": WHOSE
    | RESULT
    | {"event", "influence", "revealed_delegate", "current_delegate", "party", "tr", "events"}
    | {
        "outcomes_by_stimulus",
        "policy_action",
        "steel_value",
        "titanium_value",
        "chairman",
        "dominant_party_delegates",
    },
    "passive": WHOSE
    | {"stimulus", "baseline", "holder", "effects", "requirement_shift_steps"}
    | {"outcomes_by_stimulus", "cards_without_any_difference"},
    "underworld": WHOSE | RESULT | {"token", "space", "spaces", "counts", "requirement_shift_steps"},
    "requirements": WHOSE | {"requires"},
    "vp": WHOSE | {"count", "vp", "vp_by_n", "two_tags_plus_two_wild", "vp_in_fixture"},
    "milestones": {"id", "map", "fixture", "score_p0", "score_p1", "probe_changes_p0"}
    | {"claimable_from_score", "claimable_from_score_with_turmoil", "milestone_cost", "award_cost_by_already_funded"},
}
"""The fields that are looked at, by the first word of the file's name."""


class Checker:
    """A folder of records."""

    def __init__(self, folder: Path, values: Callable[[Card], Card] = as_in_the_reference) -> None:
        self.folder = folder
        given = json.loads(text_of(path_of(folder, FIXTURES) or OWN_DATA / f"{FIXTURES}.gz"))
        self.fixtures: dict[str, Any] = given["fixtures"]
        few = [position.SPACE[name] for name in given["restricted_spaces"]]
        self.restricted = {block + space for block in (SPACE, UNDERGROUND) for space in few}
        self.cards = Cards([*self._stand_ins(), *battery.dummies(), *influential()], values)
        self.t, self.in_mc = self.cards.table[0], self.cards.mc_table[0]
        self.exchanged = EXCHANGED if values is as_in_the_reference else {}
        """Tokens that the reference has in place of others."""
        self._built: dict[str, Any] = {}
        self._baselines: dict[str, dict[str, list[Outcome]]] = {}
        self._own_baselines: dict[str, dict[str, list[Outcome]]] = {}
        self.known_changes: set[str] = set()
        """Single changes that are tried with every milestone and award: most of them change nothing."""

    def has(self, name: str) -> bool:
        return path_of(self.folder, f"{name}.jsonl") is not None

    def read(self, name: str) -> tuple[list[Record], Tally]:
        """The records of a file that are about boxes the game has, and how many are not."""
        path, kept, tally = path_of(self.folder, f"{name}.jsonl"), [], Tally()
        for record in lines_of(path) if path is not None else ():
            if why := self.not_ours(name, record):
                tally.left_out[why] += 1
            else:
                kept.append(record)
        tally.run = len(kept)
        return kept, tally

    def not_ours(self, name: str, record: Record) -> str:
        """Why a record is about something that the game does not have; nothing if it is ours."""
        if record.get("set", "base") not in SETS:
            return f"of {record['set']}"
        if record.get("map", "tharsis") not in ("tharsis", "hellas", "elysium", "venus", "underworld"):
            return f"of {record['map']}"
        expansions = self.fixtures.get(record.get("fixture"), {}).get("expansions", ())
        if name.startswith(("passive", "combo", "colonies", "turmoil")) and not set(expansions) <= set(BOXES):
            return f"in {record['fixture']}"
        if name.startswith("standard") and "project" in record and project_of(record) is None:
            return f"about {record['project']}"
        return ""

    def _stand_ins(self) -> Iterator[Card]:
        """Blank cards for those of boxes that the game does not have yet: they lie in decks and do nothing."""
        known, seen = Cards().number, set()
        for fixture in self.fixtures.values():
            for player in fixture["player"]:
                seen |= {("project", name) for name in player["hand"]}
                seen |= {("project", card["card"]) for card in player["tableau"]}
            for word in position.DECKS:
                seen |= {(word, name) for name in fixture[f"{word}_deck_top_first"]}
        for word, name in sorted(seen):
            if name not in known:
                if word == "corporation":
                    yield corporation("X", name, 1, on_play=gain(MC, 1))
                else:
                    yield prelude("X", name, vp=1) if word == "prelude" else automated("X", name, 0, vp=1)

    def fixture(self, name: str) -> Any:
        if name not in self._built:
            self._built[name] = build_position(self.fixtures[name], self.cards)
        return self._built[name].copy()

    def prepared(self, record: Record) -> Any:
        """The position of a record: fixture, cards taken out, adjustments."""
        start = self.fixture(record["fixture"])
        for name in record.get("removed", []):
            take_out(start, self.cards, name)
        adjust(start, self.cards, record.get("adjust") or {})
        return start

    def ends(self, before: Any, start: Any, card: str | None = None, only: set[int] | None = None) -> Ends:
        return Ends(self.cards, before, leaves(self.in_mc, start, only), card)

    def check(self, name: str) -> Iterator[tuple[str, list[Difference]]]:
        """Every record of a file with its differences."""
        records, _ = self.read(name)
        kind = name.split("_")[0]
        self.learn(records)
        for record in records:
            yield record["id"], self.check_record(kind, record)
        if kind == "combo":
            yield from self.check_missing_pairs(records)

    def learn(self, records: list[Record]) -> None:
        """What records say about others of their file: what the battery leads to without a card, which changes were tried."""
        for record in records:
            if "outcomes_by_stimulus" in record:
                self._baselines[record["id"]] = record["outcomes_by_stimulus"]
            self.known_changes |= record.get("probe_changes_p0", {}).keys()

    def check_record(self, kind: str, record: Record) -> list[Difference]:
        """The differences of one record; `kind` is the first word of its file's name."""
        of_kind: dict[str, Callable[[Record], list[Difference]]] = {
            "play": self.check_play,
            "action": self.check_action,
            "passive": self.check_passive,
            "combo": self.check_combo,
            "standard": self.check_standard,
            "colonies": lambda given: check_colony_tile(self, given),
            "turmoil": lambda given: check_turmoil(self, given),
            "underworld": lambda given: check_token(self, given),
            "requirements": lambda given: check_requirements(self, given),
            "vp": lambda given: check_points(self, given),
            "milestones": lambda given: check_goal(self, given),
        }
        found = unknown_fields(record, record["id"], FIELDS[kind] | INFORMATIVE)
        try:
            return found + self.check_printed(record) + of_kind[kind](record)
        except NOT_READABLE as error:
            return [*found, Difference(record["id"], [], [], unreadable=f"{type(error).__name__} {error}")]

    def check_printed(self, record: Record) -> list[Difference]:
        """Box and kind of the card that a record is about."""
        found = []
        if "card" in record and "set" in record:
            card = self.cards.cards[self.cards.number[record["card"]]]
            ours = {"set": SETS[card.card_set], "kind": KINDS.get(card.kind, "project")}
            ours = {name: value for name, value in ours.items() if name in record}
            found += compare(record["id"], [{name: record[name] for name in ours}], [ours])
        if "n" in record and not record.get("truncated"):
            found += compare(record["id"], [{"n": record["n"]}], [{"n": len(record["outcomes"])}])
        return found

    def verdict(
        self,
        record: Record,
        possible: bool,
        before: Any,
        start: Any,
        card: str | None = None,
        payable_in_mc: bool = True,
    ) -> list[Difference]:
        """Compare possibility and outcomes of an effect that has been put on the stack.

        What is possible but takes other means of payment than MC has no outcomes, as in the stored sets.
        """
        name, stored = record["id"], record["outcomes"]
        if possible != record["possible"]:
            return [Difference(name, stored, [], refused_by="ours" if record["possible"] else "stored", before=before)]
        if not possible or not payable_in_mc:
            return compare(name, stored, [], before=before)
        found: list[Difference] = []
        if "full_truncated_n" in record:
            found += at_least(name, record["full_truncated_n"], self.ends(before, start.copy(), card))
        spaces = self.restricted if record.get("restricted_spaces") else None
        ends = self.ends(before, start, card, spaces)
        ours = list(ends)
        if record.get("truncated"):
            # The stored ones are only some of them.
            return found + compare(name, stored, [outcome for outcome in ours if outcome in stored], before=before)
        if ours:
            found += ends.compare_draws(name, record)
        return found + compare(name, stored, ours, before=before)

    def check_play(self, record: Record) -> list[Difference]:
        start = self.prepared(record)
        name, stimulus = record["card"], record["stimulus"]
        number = self.cards.number[name]
        take_out(start, self.cards, name)
        if stimulus == "corporation_first_action":
            put_in_play(start, self.cards, name, 0)
        before = start.copy()
        s = start[0]
        if stimulus == "corporation_first_action":
            begin(s, self.t.first_action[number], number, 0)
            return self.verdict(record, True, before, start, name)
        if stimulus == "take_corporation":
            s.stock[0, MC] += self.t.start_mc[number]
            enter_play(self.t, s, 0, number)
            return self.verdict(record, True, before, start, name)
        if stimulus != "play_free":
            raise Unsupported(stimulus)
        possible, in_mc = bool(playable(self.t, s, 0, number)), playable_in_mc(self.in_mc, s, 0, number)
        enter_play(self.t, s, 0, number)
        return self.verdict(record, possible, before, start, name, in_mc)

    def check_action(self, record: Record) -> list[Difference]:
        name = record["card"]
        number = self.cards.number[name]
        if record["stimulus"] != "card_action":
            raise Unsupported(record["stimulus"])
        start = self.fixture(record["fixture"])
        put_in_play(start, self.cards, name, 0, record["resources"])
        adjust(start, self.cards, record.get("adjust") or {})
        before = start.copy()
        possible, in_mc = (bool(may_act(t, start[0], 0, number)) for t in (self.t, self.in_mc))
        begin(start[0], self.t.action[number], number, 0)
        return self.verdict(record, possible, before, start, name, in_mc)

    def hold(self, start: Any, name: str, player: int, resources: int = 0) -> None:
        """A card in front of a player, with the lasting changes that its play makes."""
        put_in_play(start, self.cards, name, player, resources)
        for step in self.cards.cards[self.cards.number[name]].on_play:
            if step.op == Op.METAL_VALUE:
                start[0].metal_value[player, step["metal"] - STEEL] += step.n
            elif step.op == Op.GREENERY_COST:
                start[0].greenery_cost[player] += step.n

    def stimulated(self, start: Any, stimulus: str) -> list[Outcome]:
        """All outcomes of a stimulus of the battery."""
        start = start.copy()
        battery.prepare(start, self.cards, stimulus)
        before = start.copy()
        dummy, only = battery.apply(start, self.cards, stimulus)
        return list(self.ends(before, start, dummy, only))

    def check_passive(self, record: Record) -> list[Difference]:
        if record["stimulus"] != "battery":
            raise Unsupported(record["stimulus"])
        if "outcomes_by_stimulus" in record:
            return self._check_battery(record["id"], self.prepared(record), record["outcomes_by_stimulus"], {}, "")
        if "card" in record:
            return self._check_holder(record, record["card"])
        found = []
        for name in record["cards_without_any_difference"]:
            baseline = f"passive_baseline:{record['fixture']}"
            baseline = f"{baseline}:{name}" if f"{baseline}:{name}" in self._baselines else baseline
            alone = {"adjust": {"0.mc": 60}, "removed": [name], "effects": {}, "baseline": baseline}
            found += self._check_holder({**record, **alone}, name)
        return found

    def baseline(self, record: Record) -> dict[str, list[Outcome]]:
        """What the battery leads to without the card: as stored, or by our own rules where that is not among the records."""
        if record["baseline"] in self._baselines:
            return self._baselines[record["baseline"]]
        name = f"{record['fixture']} without {record['removed']}"
        if name not in self._own_baselines:
            start = self.prepared(record)
            stimuli = battery.stimuli(self.fixtures[record["fixture"]]["expansions"])
            self._own_baselines[name] = {stimulus: self.stimulated(start, stimulus) for stimulus in stimuli}
        return self._own_baselines[name]

    def _check_holder(self, record: Record, name: str) -> list[Difference]:
        """The battery while a player has a card, with no resources on it and with 2 if it holds some."""
        found, holder, baseline = [], record["holder"], self.baseline(record)
        told = {stimulus.partition("@")[0] for stimulus in record["effects"]}
        if unknown := sorted(told - baseline.keys()):
            found.append(Difference(record["id"], [], [], unreadable=f"no baseline for {', '.join(unknown)}"))
        for resources in (0, 2) if self.t.holds[self.cards.number[name]] >= 0 else (0,):
            start = self.prepared(record)
            self.hold(start, name, holder, resources)
            at = f"@{resources}" if any("@" in stimulus for stimulus in record["effects"]) else ""
            # With the very card in play already there is nothing to be compared with.
            usual = {stimulus: known for stimulus, known in baseline.items() if stimulus != f"use_action:{name}"}
            found += self._check_battery(record["id"], start, usual, record["effects"], at, f"{name} {resources} ")
        shift = record.get("requirement_shift_steps", {})
        # Without a mention it is the player who acts that may deviate by no step.
        player = holder if shift else 0
        for track in sorted(position.TRACKS.keys() | shift.keys()):
            ours = int(track_leeway(self.t, start[0], player, position.TRACKS[track]))
            found += compare(record["id"], [{track: shift.get(track, 0)}], [{track: ours}], name)
        return found

    def _check_battery(
        self,
        name: str,
        start: Any,
        baseline: dict[str, list[Outcome]],
        effects: dict[str, Any],
        at: str,
        note: str = "",
    ) -> list[Difference]:
        found = []
        for stimulus, usual in baseline.items():
            effect = effects.get(stimulus + at, effects.get(stimulus))
            wanted = usual if effect is None else effect["outcomes"]
            ours = self.stimulated(start, stimulus)
            found += compare(name, wanted, ours, note + stimulus, start)
            if effect is not None:
                found += unknown_fields(effect, name, {"outcomes", "diff"}, note + stimulus)
            if effect is not None and "diff" in effect:
                diffs = [minus(outcome, usual[0]) for outcome in ours]
                found += compare(name, effect["diff"], diffs, f"{note}{stimulus} diff", start)
        return found

    def check_combo(self, record: Record) -> list[Difference]:
        """Paying for and playing a card while another one is there."""
        if record["stimulus"] != "play_paid":
            raise Unsupported(record["stimulus"])
        start = self.prepared(record)
        card, with_card = record["card"], record["with"]
        if with_card is not None:
            self.hold(start, with_card, 0)
        take_out(start, self.cards, card)
        before, number = start.copy(), self.cards.number[card]
        possible = bool(playable(self.t, start[0], 0, number))
        battery.pay_and_play(self.t, start[0], number)
        return self.verdict(record, possible, before, start, card)

    def check_missing_pairs(self, records: list[Record]) -> Iterator[tuple[str, list[Difference]]]:
        """Pairs without a record must give the same as the card alone."""
        given = {(record["fixture"], record["card"], record["with"]) for record in records}
        for record in records:
            if record["with"] is not None:
                continue
            withs = {other["with"] for other in records if other["fixture"] == record["fixture"]}
            for name in sorted(withs - {None, record["card"]}):
                if (record["fixture"], record["card"], name) not in given:
                    at = f"{record['id']}:with:{name} (no record)"
                    removed = [*record.get("removed", []), name]
                    yield at, self.check_record("combo", {**record, "id": at, "with": name, "removed": removed})

    def check_standard(self, record: Record) -> list[Difference]:
        start = self.prepared(record)
        before, s = start.copy(), start[0]
        if record["stimulus"] == "legal_spaces":
            what, _, player = record["kind"].partition("_p")
            s.choices = 0
            offer_spaces(self.t, s, int(player or 0), *SPACES_FOR[what])
            ours = sorted(position.SPACE_NAMES[space] for space in s.choice[: s.choices])
            return compare(record["id"], [{"spaces": sorted(record["spaces"])}], [{"spaces": ours}])
        project = project_of(record)
        if record["stimulus"] != "standard_project" or project is None:
            raise Unsupported(record["stimulus"])
        found = []
        if project != StandardProject.SELL_PATENTS:
            ours = {"cost": int(standard_price(self.t, s, 0, project))}
            found += compare(record["id"], [{"cost": record["cost"]}], [ours])
        possible, in_mc = (bool(may_use_standard(t, s, 0, project)) for t in (self.t, self.in_mc))
        use_standard(self.t, s, 0, project)
        return found + self.verdict(record, possible, before, start, payable_in_mc=in_mc)


SPACES_FOR = {
    "greenery": (Tile.GREENERY_TILE, Where.GREENERY_RULES),
    "city": (Tile.CITY_TILE, Where.CITY_RULES),
    "ocean": (Tile.OCEAN_TILE, Where.OCEAN_SPACE),
    "land": (Tile.NUCLEAR_ZONE, Where.LAND),
    "isolated": (Tile.NATURAL_PRESERVE, Where.ISOLATED),
    "volcanic": (Tile.LAVA_FLOWS, Where.VOLCANIC),
}
"""What legal spaces are listed for."""


def project_of(record: Record) -> StandardProject | None:
    """The standard project of a record, if the game has it."""
    name = record["project"].removesuffix(":SP").upper().replace(" ", "_")
    return StandardProject.__members__.get(name)


def minus(outcome: Outcome, usual: Outcome) -> Outcome:
    """An outcome without what happens anyway, element by element."""
    found: Outcome = {}
    for name in outcome.keys() | usual.keys():
        ours, theirs = outcome.get(name), usual.get(name)
        if isinstance(ours, list) or isinstance(theirs, list):
            found[name] = [value for value in ours or [] if value not in (theirs or [])]
        elif isinstance(ours, str):
            found[name] = ours if ours != theirs else ""
        else:
            found[name] = (ours or 0) - (theirs or 0)
    return {name: value for name, value in found.items() if value}
