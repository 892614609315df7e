"""The committee of Turmoil in the shared formats: how a position tells it, and what a delta says of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from regolith.envs.terraforming_mars.language.phrases import title
from regolith.envs.terraforming_mars.rooms import NEUTRAL, NOBODY, NONE
from regolith.envs.terraforming_mars.turmoil.rules import actions_begin, actions_end
from regolith.envs.terraforming_mars.turmoil.words import (
    DELEGATES,
    NEUTRAL_DELEGATES,
    Event,
    EventLies,
    Party,
    Shown,
)

PARTY_NAMES = {party: title(party) for party in Party}
PARTY = {name: party for party, name in PARTY_NAMES.items()}
LISTS = ("delegates", "reserve", "lobby", "leader")
NUMBERS = ("chairman", "dominant", "ruling")
OF_A_FIXTURE = {
    *("ruling_party", "dominant_party", "chairman", "delegates", "reserve"),
    "free_lobby_delegate_available",
}
OF_A_GAME = {"influence_bonus", "event_deck_top_first", "event_discard", "policy"}
SHOWN = {
    "current_event": Shown.CURRENT,
    "coming_event": Shown.COMING,
    "distant_event": Shown.DISTANT,
}
TITANIUM_UNDER_UNITY = 1
"""How much more a titanium is worth while Unity rules: part of the stored values from the change of the government on."""


def event_of(name: str | None) -> int:
    """The number of a global event; its name may be written with other capitals."""
    return NONE if name is None else Event[re.sub(r"\W", "_", name.upper())]


def owner_of(told: int | str | None) -> int:
    return NOBODY if told is None else NEUTRAL if told == "neutral" else int(told)


def put_committee(t: Any, record: Any, told: dict[str, Any]) -> None:
    """Delegates, events and the policy of the ruling party, which is in force. What is told must be a committee of the game."""
    s, players = record[0], int(record["players"][0])
    if unknown := {*told} - OF_A_FIXTURE - OF_A_GAME - {*SHOWN}:
        raise ValueError(f"of a committee: {', '.join(sorted(unknown))}")
    s.ruling, s.dominant = PARTY[told["ruling_party"]], PARTY[told["dominant_party"]]
    s.chairman = owner_of(told["chairman"])
    if told["delegates"].keys() != PARTY.keys():
        raise ValueError(f"parties {', '.join(told['delegates'])}")
    for name, party in PARTY.items():
        given = told["delegates"][name]
        set_delegates(record, name, [*(given[f"p{p}"] for p in range(players)), given["neutral"]])
        s.leader[party] = owner_of(given["leader"])
        if len(given) != players + 2:
            raise ValueError(f"delegates {given}")
    for p in range(players):
        unplaced = told["reserve"][f"p{p}"]
        # The reserve that is told has the delegate of the lobby in it.
        s.lobby[p] = bool(told["free_lobby_delegate_available"][p] and unplaced)
        s.reserve[p] = unplaced - s.lobby[p]
    s.reserve[NEUTRAL] = told["reserve"]["neutral"]
    for owner in (*range(players), NEUTRAL):
        total = s.delegates[:, owner].sum() + s.reserve[owner] + (s.chairman == owner)
        total += s.lobby[owner] if owner != NEUTRAL else 0
        if total != (NEUTRAL_DELEGATES if owner == NEUTRAL else DELEGATES):
            raise ValueError(f"{total} delegates of {owner}")
    if "policy" in told and told["policy"] != f"{told['ruling_party'][0].lower()}p01":
        raise ValueError(f"the policy {told['policy']}")
    put_events(record, told)
    actions_begin(t, s)


def set_delegates(record: Any, party: str, numbers: list[int]) -> None:
    """Of each player, then neutral ones; the leader stays."""
    *of_players, neutral = numbers
    record[0].delegates[PARTY[party], : len(of_players)] = of_players
    record[0].delegates[PARTY[party], NEUTRAL] = neutral


def put_events(record: Any, told: dict[str, Any]) -> None:
    """The events shown, and those in the deck, which our record keeps in no order."""
    s = record[0]
    for name, place in SHOWN.items():
        s.event[place] = event_of(told.get(name))
        if s.event[place] != NONE:
            s.event_lies[s.event[place]] = EventLies.SHOWN
    s.event_lies[[event_of(name) for name in told.get("event_deck_top_first", [])]] = EventLies.IN_THE_DECK
    s.event_lies[[event_of(name) for name in told.get("event_discard", [])]] = EventLies.DISCARDED


def on_top(record: Any, event: int) -> None:
    """This one is drawn next: no other one is in the deck."""
    s = record[0]
    s.event_lies[s.event_lies == EventLies.IN_THE_DECK] = EventLies.OUT_OF_THE_GAME
    if event != NONE:
        s.event_lies[event] = EventLies.IN_THE_DECK


def rule_by(t: Any, record: Any, party: str) -> None:
    """Another party rules, with its policy in force."""
    actions_end(record[0])
    record[0].ruling = PARTY[party]
    actions_begin(t, record[0])


def without_influence(record: Any) -> None:
    """Nobody has influence by chair or delegates: one neutral delegate is all that the dominant party has."""
    s = record[0]
    s.chairman = s.leader[s.dominant] = NEUTRAL
    s.delegates[s.dominant] = 0
    s.delegates[s.dominant, NEUTRAL] = 1


def shown_owner(owner: int) -> str:
    return {NOBODY: "-", NEUTRAL: "n"}.get(owner, str(owner))


def changes(
    new: dict[str, Any], old: dict[str, Any], now: dict[str, int], then: dict[str, int], players: int
) -> Iterator[tuple[str, int | str]]:
    """What a delta says about delegates and seats; numbers are differences, and those in the lobby count to the reserve."""
    owners = {owner: shown_owner(owner) for owner in (*range(players), NEUTRAL)}
    for party, name in PARTY_NAMES.items():
        for owner, short in owners.items():
            yield f"party.{name}.{short}", new["delegates"][party][owner] - old["delegates"][party][owner]
        if new["leader"][party] != old["leader"][party]:
            yield f"leader.{name}", shown_owner(new["leader"][party])
    for owner, short in owners.items():
        lobby = new["lobby"][owner] - old["lobby"][owner] if owner != NEUTRAL else 0
        yield f"{short}.reserve", new["reserve"][owner] - old["reserve"][owner] + lobby
    if now["chairman"] != then["chairman"]:
        yield "chairman", shown_owner(now["chairman"])
    for seat in ("dominant", "ruling"):
        if now[seat] != then[seat]:
            yield seat, PARTY_NAMES[Party(now[seat])]
