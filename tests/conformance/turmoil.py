"""Records about Turmoil: global events, ruling bonuses, policies, lobbying, influence, the Turmoil phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.terraforming_mars.actions import ACTIONS, PARTY, POLICY, RESERVE, legal, take_action
from regolith.envs.terraforming_mars.hooks import influence
from regolith.envs.terraforming_mars.language.card import Card, prelude
from regolith.envs.terraforming_mars.language.lasting import more_influence
from regolith.envs.terraforming_mars.rooms import NEUTRAL, NONE, PARTIES
from regolith.envs.terraforming_mars.state import Kind, Phase
from regolith.envs.terraforming_mars.turmoil.rules import actions_end, begin_phase, resolve_event, rule
from regolith.envs.terraforming_mars.turmoil.words import EventLies, Party, Shown
from regolith.envs.terraforming_mars.words import CardSet

from .committee import PARTY as PARTIES_BY_NAME
from .committee import (
    PARTY_NAMES,
    event_of,
    on_top,
    owner_of,
    put_events,
    rule_by,
    without_influence,
)
from .delta import Ends, worth_of_metals
from .difference import Difference, compare, unknown_fields
from .folder import Record
from .paths import leaves
from .position import put_in_play

if TYPE_CHECKING:
    from .checker import Checker

MOST_INFLUENCE = 3
WITH_FREE_DELEGATE = {"send_delegate_action_free_from_lobby": True, "send_delegate_action_paid": False}


def influential() -> Iterator[Card]:
    """Cards that do nothing but give a player influence, so that it can be set as a record wants it. No event counts preludes."""
    for player in (0, 1):
        for n in range(1, MOST_INFLUENCE + 1):
            yield prelude("X", f"influence {n} of player {player}", modifiers=more_influence(n))


def check_turmoil(checker: Checker, record: Record) -> list[Difference]:
    stimulus = record.get("stimulus", "influence")
    of_stimulus: dict[str, Callable[[Checker, Record, Any], list[Difference]]] = {
        "resolve_global_event": check_event,
        "ruling_bonus": check_bonus,
        "policy": check_policy,
        "influence": check_influence,
        "turmoil_phase": check_phase_of_fixture,
        **dict.fromkeys(WITH_FREE_DELEGATE, check_lobbying),
    }
    start = checker.prepared(record)
    if stimulus not in of_stimulus:
        rule_by(checker.t, start, record["party"])
        return compare(record["id"], record["outcomes"], checker.stimulated(start, stimulus), before=start)
    return of_stimulus[stimulus](checker, record, start)


def of_each_player(start: Any, values: list[int]) -> list[int]:
    if len(values) != start[0].players:
        raise ValueError(f"{values} for {start[0].players} players")
    return values


def after_the_actions(start: Any) -> None:
    """Policies are in force no more, and nothing of a turn is left to be decided."""
    actions_end(start[0])
    start[0].phase, start[0].kind = Phase.SOLAR, Kind.NOTHING


def check_event(checker: Checker, record: Record, start: Any) -> list[Difference]:
    """An event with so much influence of each player, and the parties that are printed on it."""
    t, event = checker.t, event_of(record["event"])
    of_each_player(start, record["influence"])
    without_influence(start)
    for player, n in enumerate(record["influence"]):
        if n:
            put_in_play(start, checker.cards, f"influence {n} of player {player}", player)
    after_the_actions(start)
    start[0].event[Shown.CURRENT] = event
    before = start.copy()
    printed = {"revealed_delegate": t.event_revealed[event], "current_delegate": t.event_current[event]}
    of_underworld = int(t.event_needs[event]) >> CardSet.UNDERWORLD & 1
    box = "underworld" if of_underworld else "turmoil"
    ours = {"set": box} | {name: PARTY_NAMES[Party(party)] for name, party in printed.items()}
    found = compare(record["id"], [{name: record[name] for name in ours}], [ours])
    resolve_event(t, start[0])
    return found + checker.verdict(record, True, before, start)


def check_bonus(checker: Checker, record: Record, start: Any) -> list[Difference]:
    """The party comes to rule, here without its seats changing hands."""
    after_the_actions(start)
    if "tr" in record:
        start[0].rating[: start[0].players] = of_each_player(start, record["tr"])
    start[0].dominant = PARTIES_BY_NAME[record["party"]]
    before = start.copy()
    before[0].ruling = start[0].dominant
    rule(checker.t, start[0])
    return checker.verdict(record, True, before, start)


def check_policy(checker: Checker, record: Record, start: Any) -> list[Difference]:
    """What happens while a party rules, its own action, and what metals are worth."""
    name, party = record["id"], PARTIES_BY_NAME[record["party"]]
    rule_by(checker.t, start, record["party"])
    found: list[Difference] = []
    for stimulus, wanted in record["outcomes_by_stimulus"].items():
        found += compare(name, wanted, checker.stimulated(start, stimulus), stimulus, start)
    action = ends_of_actions(checker, start, range(POLICY, POLICY + PARTIES))
    offered = np.nonzero(legal_mask(checker.t, start)[POLICY : POLICY + PARTIES])[0].tolist()
    wanted = record["policy_action"]
    found += compare(name, [{"of": [] if wanted is None else [party]}], [{"of": offered}], "policy_action")
    found += compare(name, wanted or [], list(action), "policy_action", start)
    ours = worth_of_metals(checker.t, start[0], 0)
    return found + compare(name, [{metal: record[metal] for metal in ours}], [ours])


def legal_mask(t: Any, start: Any) -> Any:
    mask = np.zeros(ACTIONS.size, np.int8)
    legal(t, start[0], mask)
    return mask


def ends_of_actions(checker: Checker, start: Any, actions: range) -> Ends:
    """All ends of those of some actions that the player to move may take."""
    mask = legal_mask(checker.t, start)

    def ways() -> Iterator[Any]:
        for action in actions:
            if mask[action]:
                after = start.copy()
                take_action(checker.t, after[0], 0, action)
                yield from leaves(checker.in_mc, after)

    return Ends(checker.cards, start, ways())


def check_lobbying(checker: Checker, record: Record, start: Any) -> list[Difference]:
    """All delegates that the player to move may send: the one of the lobby, or where that is empty those of the reserve."""
    free = WITH_FREE_DELEGATE[record["stimulus"]]
    if not free:
        start[0].reserve[0] += start[0].lobby[0]
        start[0].lobby[0] = 0
    ends = ends_of_actions(checker, start, range(PARTY, PARTY + PARTIES) if free else range(RESERVE, RESERVE + PARTIES))
    ours = list(ends)
    found = compare(record["id"], [{"possible": record["possible"]}], [{"possible": bool(ours)}])
    return (
        found + compare(record["id"], record["outcomes"], ours, before=start) + ends.compare_draws(record["id"], record)
    )


def check_influence(checker: Checker, record: Record, start: Any) -> list[Difference]:
    """The influence of each player with that chairman and those delegates in the dominant party, where told: who has most leads it."""
    s = start[0]
    if "chairman" in record:
        s.chairman = owner_of(record["chairman"])
    if "dominant_party_delegates" in record:
        *of_players, neutral = record["dominant_party_delegates"]
        s.delegates[s.dominant] = 0
        s.delegates[s.dominant, : len(of_players)] = of_players
        s.delegates[s.dominant, NEUTRAL] = neutral
        s.leader[s.dominant] = int(np.argmax(s.delegates[s.dominant]))
    ours = [int(influence(checker.t, s, p)) for p in range(s.players)]
    return compare(record["id"], [{"influence": record["influence"]}], [{"influence": ours}])


def check_phase_of_fixture(checker: Checker, record: Record, start: Any) -> list[Difference]:
    events = record["events"]
    found = unknown_fields(events, record["id"], {"current", "coming", "distant", "deck_top"}, "events")
    told = {f"{name}_event": events[name] for name in ("current", "coming", "distant")}
    put_events(start, {**told, "event_deck_top_first": [events["deck_top"]]})
    ends, others = turmoil_phase(
        checker.t, checker.in_mc, checker.cards, start, event_of(events["deck_top"]), record["id"]
    )
    ours = list(ends)
    found += compare(record["id"], record["outcomes"], ours, before=start)
    found += compare(record["id"], [{"possible": record["possible"]}], [{"possible": bool(ours)}])
    return found + others() + ends.compare_draws(record["id"], record)


def turmoil_phase(
    t: Any, in_mc: Any, cards: Any, start: Any, next_event: int, at: str
) -> tuple[Ends, Callable[[], list[Difference]]]:
    """The ends of a Turmoil phase, and what is wrong with the events and the lobby in any of those looked at: no delta tells them."""
    after, wrong = start.copy(), []
    on_top(after, next_event)
    after_the_actions(after)
    begin_phase(t, after[0])
    shown = start[0].event
    wanted = {"events": [next_event, int(shown[Shown.DISTANT]), int(shown[Shown.COMING])], "discarded": True}

    def ends() -> Iterator[Any]:
        for end in leaves(in_mc, after):
            s = end[0]
            old = shown[Shown.CURRENT]
            ours = {
                "events": [int(s.event[place]) for place in (Shown.DISTANT, Shown.COMING, Shown.CURRENT)],
                "discarded": bool(old == NONE or s.event_lies[old] == EventLies.DISCARDED),
            }
            refilled = [p for p in range(s.players) if s.lobby[p] == 0 and s.reserve[p] > 0]
            if ours != wanted or refilled:
                wrong.extend(compare(at, [wanted | {"empty lobby": []}], [ours | {"empty lobby": refilled}], "events"))
            yield end

    return Ends(cards, start, ends()), lambda: wrong[:1]
