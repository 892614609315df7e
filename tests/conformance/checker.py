"""Runs a folder of outcome sets (format: `README.md`) through our rules and tells the differences."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from regolith.envs.terraforming_mars.actions import SPACE
from regolith.envs.terraforming_mars.ahead import may_act
from regolith.envs.terraforming_mars.card import Card, automated, corporation, prelude
from regolith.envs.terraforming_mars.effects import gain
from regolith.envs.terraforming_mars.generation import may_use_standard, use_standard
from regolith.envs.terraforming_mars.machine import playable
from regolith.envs.terraforming_mars.placement import offer_spaces
from regolith.envs.terraforming_mars.playing import enter_play, take_corporation
from regolith.envs.terraforming_mars.requirements import track_leeway
from regolith.envs.terraforming_mars.stack import begin
from regolith.envs.terraforming_mars.steps import Op
from regolith.envs.terraforming_mars.words import MC, NORMAL_RULE, STEEL, StandardProject, Tile, Where

from . import battery, position
from .counts import check_goal, check_points, check_requirements
from .delta import View, delta
from .difference import Difference, Outcome, compare
from .paths import leaves
from .position import BOXES, Cards, adjust, build_position, put_in_play, take_out


class Checker:
    """A folder of records."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        given = json.loads(self._text("fixtures.json"))
        self.fixtures: dict[str, Any] = given["fixtures"]
        self.restricted = {SPACE + position.SPACE[name] for name in given["restricted_spaces"]}
        self.cards = Cards([*self._stand_ins(), *battery.dummies()])
        self.t = self.cards.table[0]
        self._built: dict[str, Any] = {}

    def _text(self, name: str) -> str:
        path = self.folder / name
        if path.exists():
            return path.read_text(encoding="utf-8")
        with gzip.open(self.folder / f"{name}.gz", "rt", encoding="utf-8") as file:
            return file.read()

    def has(self, name: str) -> bool:
        return any((self.folder / f"{name}.jsonl{ending}").exists() for ending in ("", ".gz"))

    def records(self, name: str) -> list[dict[str, Any]]:
        """The records of a file that are about boxes the game has."""
        found = [json.loads(line) for line in self._text(f"{name}.jsonl").splitlines() if line]
        found = [record for record in found if record.get("set", "base") in ("base", *BOXES)]
        if name.startswith(("passive", "combo")):
            found = [record for record in found if self.known(record)]
        return found

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

    def prepared(self, record: dict[str, Any]) -> Any:
        """The position of a record: fixture, cards taken out, adjustments."""
        start = self.fixture(record["fixture"])
        for name in record.get("removed", []):
            take_out(start, self.cards, name)
        adjust(start, self.cards, record.get("adjust") or {})
        return start

    def outcomes(
        self, before: Any, start: Any, card: str | None = None, spaces: set[int] | None = None
    ) -> list[Outcome]:
        seen = View(before)
        return [delta(self.cards, seen, after, card) for after in leaves(self.cards.mc_table[0], start, spaces)]

    def check(self, name: str) -> Iterator[tuple[str, list[Difference]]]:
        """Every record of a file with its differences."""
        of_file: dict[str, Callable[[dict[str, Any]], list[Difference]]] = {
            "play": self.check_play,
            "action": self.check_action,
            "passive": self.check_passive,
            "combo": self.check_combo,
            "standard": self.check_standard,
            "requirements": lambda record: check_requirements(self, record),
            "vp": lambda record: check_points(self, record),
            "milestones": lambda record: check_goal(self, record),
        }
        self._baselines: dict[str, dict[str, list[Outcome]]] = {}
        records = self.records(name)
        for record in records:
            if "outcomes_by_stimulus" in record:
                self._baselines[record["id"]] = record["outcomes_by_stimulus"]
        for record in records:
            yield record["id"], of_file[name.split("_")[0]](record)
        if name.startswith("combo"):
            yield from self.check_missing_pairs(records)

    def verdict(self, record: dict[str, Any], possible: bool, before: Any, start: Any, card: str) -> list[Difference]:
        """Compare possibility and outcomes of an effect that has been put on the stack."""
        if possible != record["possible"]:
            return [Difference(record["id"], record["outcomes"], [], f"possible: {possible}", refused=True)]
        if not possible:
            return []
        found = self.outcomes(before, start, card, self.restricted if record.get("restricted_spaces") else None)
        return compare(record["id"], record["outcomes"], found)

    def check_play(self, record: dict[str, Any]) -> list[Difference]:
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
        possible = stimulus == "take_corporation" or bool(playable(self.t, s, 0, number))
        if stimulus == "take_corporation":
            take_corporation(self.t, s, 0, number)
        else:
            enter_play(self.t, s, 0, number)
        return self.verdict(record, possible, before, start, name)

    def check_action(self, record: dict[str, Any]) -> list[Difference]:
        name = record["card"]
        number = self.cards.number[name]
        start = self.fixture(record["fixture"])
        put_in_play(start, self.cards, name, 0, record["resources"])
        adjust(start, self.cards, record.get("adjust") or {})
        before = start.copy()
        possible = bool(may_act(self.t, start[0], 0, number))
        begin(start[0], self.t.action[number], number, 0)
        return self.verdict(record, possible, before, start, name)

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
        dummy, spaces = battery.apply(start, self.cards, stimulus)
        return self.outcomes(before, start, dummy, spaces)

    def check_passive(self, record: dict[str, Any]) -> list[Difference]:
        if "outcomes_by_stimulus" in record:
            start = self.prepared(record)
            wanted = record["outcomes_by_stimulus"]
            return self._check_battery(record["id"], start, wanted, {}, "")
        if "card" in record:
            if record["card"] not in self.cards.number:
                return []
            return self._check_holder(record, record["card"], record["holder"], self._baselines[record["baseline"]])
        found = []
        for name in record["cards_without_any_difference"]:
            baseline = f"passive_baseline:{record['fixture']}"
            baseline = f"{baseline}:{name}" if f"{baseline}:{name}" in self._baselines else baseline
            if name in self.cards.number and baseline in self._baselines:
                empty = {**record, "adjust": {"0.mc": 60}, "removed": [name], "effects": {}}
                found += self._check_holder(empty, name, record["holder"], self._baselines[baseline])
        return found

    def _check_holder(
        self, record: dict[str, Any], name: str, holder: int, baseline: dict[str, list[Outcome]]
    ) -> list[Difference]:
        """The battery while a player has a card, with no resources on it and with 2 if it holds some."""
        found = []
        for resources in (0, 2) if self.t.holds[self.cards.number[name]] >= 0 else (0,):
            start = self.prepared(record)
            self.hold(start, name, holder, resources)
            at = f"@{resources}" if any("@" in stimulus for stimulus in record["effects"]) else ""
            found += self._check_battery(record["id"], start, baseline, record["effects"], at, f"{name} {resources} ")
        for track, steps in record.get("requirement_shift_steps", {}).items():
            ours = int(track_leeway(self.t, start[0], holder, position.TRACKS[track]))
            found += compare(record["id"], [{track: steps}], [{track: ours}])
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
            if stimulus != f"use_action:{note.split(' ')[0]}":
                found += compare(name, wanted, self.stimulated(start, stimulus), note + stimulus)
        return found

    def paid(self, record: dict[str, Any], card: str, with_card: str | None) -> list[Outcome]:
        """All outcomes of paying for and playing a card while another one is there."""
        start = self.prepared(record)
        if with_card is not None:
            self.hold(start, with_card, 0)
        take_out(start, self.cards, card)
        before = start.copy()
        battery.pay_and_play(self.t, start[0], self.cards.number[card])
        return self.outcomes(before, start, card)

    def check_combo(self, record: dict[str, Any]) -> list[Difference]:
        if not {record["card"], record["with"]} - {None} <= self.cards.number.keys():
            return []
        found = self.paid(record, record["card"], record["with"])
        return compare(record["id"], record["outcomes"], found)

    def known(self, record: dict[str, Any]) -> bool:
        """Whether the position is of boxes that the game has."""
        return set(self.fixtures[record["fixture"]]["expansions"]) <= set(BOXES)

    def check_missing_pairs(self, records: list[dict[str, Any]]) -> Iterator[tuple[str, list[Difference]]]:
        """Pairs without a record must give the same as the card alone."""
        given = {(record["fixture"], record["card"], record["with"]) for record in records}
        alone = [record for record in records if record["with"] is None]
        for record in alone:
            withs = {other["with"] for other in records if other["fixture"] == record["fixture"]} - {
                None,
                record["card"],
            }
            for name in sorted(withs & self.cards.number.keys()):
                if (record["fixture"], record["card"], name) not in given and record["card"] in self.cards.number:
                    at = f"{record['id']}:with:{name}"
                    yield at, compare(at, record["outcomes"], self.paid(record, record["card"], name), "(no record)")

    def check_standard(self, record: dict[str, Any]) -> list[Difference]:
        start = self.prepared(record)
        before, s = start.copy(), start[0]
        if record["stimulus"] == "legal_spaces":
            what, _, player = record["kind"].partition("_p")
            tile = {"greenery": Tile.GREENERY_TILE, "city": Tile.CITY_TILE, "ocean": Tile.OCEAN_TILE}.get(
                what, Tile.CAPITAL
            )
            s.choices = 0
            offer_spaces(self.t, s, int(player or 0), tile, NORMAL_RULE.get(tile, Where.LAND))
            ours = sorted(position.SPACE_NAMES[space] for space in s.choice[: s.choices])
            return compare(record["id"], [{"spaces": sorted(record["spaces"])}], [{"spaces": ours}])
        name = record["project"].removesuffix(":SP").upper().replace(" ", "_")
        if name not in StandardProject.__members__:
            return []
        project = StandardProject[name]
        possible = bool(may_use_standard(self.t, s, 0, project))
        if possible != record["possible"]:
            return [Difference(record["id"], record["outcomes"], [], f"possible: {possible}", refused=True)]
        if not possible:
            return []
        use_standard(self.t, s, 0, project)
        return compare(record["id"], record["outcomes"], self.outcomes(before, start))
