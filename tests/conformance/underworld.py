"""Records about the underground of Underworld 2: the token mix, what claiming a token brings, tokens in force, excavating, legal spaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.terraforming_mars.actions import ACTIONS, UNDERGROUND, legal
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED, begin
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, NONE
from regolith.envs.terraforming_mars.rules.requirements import track_leeway
from regolith.envs.terraforming_mars.rules.tracks import raise_track
from regolith.envs.terraforming_mars.underworld.words import Token
from regolith.envs.terraforming_mars.words import Track

from .battery import EXCAVATE, EXCAVATE_ANYWHERE, IDENTIFY, claim_token
from .difference import Difference, compare
from .folder import Record
from .position import SPACE, SPACE_NAMES, TRACKS, Unsupported
from .underground import TOKEN, TOKEN_NAMES, put_in_force

if TYPE_CHECKING:
    from .checker import Checker

SPACES_FOR = {
    "excavatable_spaces:p0": (EXCAVATE, 0),
    "excavatable_spaces:p1": (EXCAVATE, 1),
    "identifiable_spaces": (IDENTIFY, 0),
}
"""Lists of legal spaces: for what, and for whom."""


def check_token(checker: Checker, record: Record) -> list[Difference]:
    if record.get("counts"):
        return check_counts(checker, record)
    start = checker.prepared(record)
    if "spaces" in record and "stimulus" not in record:
        return check_spaces(checker, record, start)
    if "requirement_shift_steps" in record:
        return check_leeway(checker, record, start)
    of_stimulus: dict[str, Callable[[Checker, Record, Any], list[Difference]]] = {
        "claim_token": check_claim,
        "excavate_space": check_excavation,
        "p1_raises_temperature_2_steps_while_p0_holds_this_as_active_token": check_in_force,
    }
    if record["stimulus"] not in of_stimulus:
        raise Unsupported(record["stimulus"])
    return of_stimulus[record["stimulus"]](checker, record, start)


def check_counts(checker: Checker, record: Record) -> list[Difference]:
    """How many tokens of each kind there are."""
    printed: Counter[str] = Counter()
    for token in Token:
        name = TOKEN_NAMES.get(checker.exchanged.get(token, token), token.name)
        printed[name] += int(checker.t.token_count[token])
    return compare(record["id"], [record["counts"]], [{name: n for name, n in printed.items() if n}])


def in_force(start: Any, player: int, token: int) -> None:
    """A temporary token that the player has and that is in force."""
    start[0].claimed[player, token] += 1
    put_in_force(start, player, token)


def check_claim(checker: Checker, record: Record, start: Any) -> list[Difference]:
    before = start.copy()
    claim_token(checker.t, start[0], 0, TOKEN[record["token"]])
    return checker.verdict(record, True, before, start)


def check_in_force(checker: Checker, record: Record, start: Any) -> list[Difference]:
    in_force(start, 0, TOKEN[record["token"]])
    before = start.copy()
    raise_track(checker.t, start[0], 1, Track.TEMPERATURE, 2)
    return checker.verdict(record, True, before, start)


def check_leeway(checker: Checker, record: Record, start: Any) -> list[Difference]:
    in_force(start, 0, TOKEN[record["token"]])
    ours = {name: int(track_leeway(checker.t, start[0], 0, track)) for name, track in TRACKS.items()}
    return compare(record["id"], [record["requirement_shift_steps"]], [ours])


def check_excavation(checker: Checker, record: Record, start: Any) -> list[Difference]:
    """Player 0 excavates one space, wherever it is."""
    before = start.copy()
    begin(start[0], checker.t.on_play[checker.cards.number[EXCAVATE_ANYWHERE]], NONE, 0)
    ours = list(checker.ends(before, start, None, {UNDERGROUND + SPACE[record["space"]]}))
    found = compare(record["id"], [{"possible": record["possible"]}], [{"possible": bool(ours)}])
    return found + compare(record["id"], record["outcomes"], ours, before=before)


def check_spaces(checker: Checker, record: Record, start: Any) -> list[Difference]:
    """Where a player may excavate, or which spaces may be identified."""
    what, player = SPACES_FOR[record["id"].rpartition(":F")[0] or record["id"]]
    begin(start[0], checker.t.on_play[checker.cards.number[what]], NONE, player)
    run(checker.t, start[0], NOT_ASKED)
    mask = np.zeros(ACTIONS.size, np.int8)
    legal(checker.t, start[0], mask)
    ours = [SPACE_NAMES[space] for space in range(MARS_SPACES) if mask[UNDERGROUND + space]]
    return compare(record["id"], [{"spaces": sorted(record["spaces"])}], [{"spaces": ours}])
