"""The rules of Turmoil: the committee with its delegates, leaders and dominance; policies; global events; the Turmoil phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.rng import below
from regolith.envs.terraforming_mars.machine.stack import begin, push
from regolith.envs.terraforming_mars.rooms import (
    FIRST_CARRIER,
    GLOBAL_EVENTS,
    NEUTRAL,
    NOBODY,
    NONE,
    PARTIES,
    PLAYERS,
)
from regolith.envs.terraforming_mars.rules.needed_boxes import boxes_there
from regolith.envs.terraforming_mars.rules.price import affordable
from regolith.envs.terraforming_mars.rules.supply import rating_up
from regolith.envs.terraforming_mars.state import Mode
from regolith.envs.terraforming_mars.turmoil.words import (
    DELEGATES,
    FIRST_EVENT,
    FIRST_PARTY,
    LOBBYING_COST,
    NEUTRAL_DELEGATES,
    OWNERS,
    POLICY_COST,
    RATING_FEE,
    Event,
    EventLies,
    Party,
    Shown,
)

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

EVENTS = len(Event)


@kernel
def delegates_in(s: Record, party: int) -> int:
    """Of everybody, the leader included."""
    total = 0
    for owner in range(OWNERS):
        total += int(s.delegates[party, owner])
    return total


@kernel
def others_beside_leader(s: Record, party: int, owner: int) -> int:
    """Delegates of an owner in a party that do not sit in the seat of its leader."""
    return int(s.delegates[party, owner]) - int(s.leader[party] == owner)


@kernel
def check_leader(s: Record, party: int, by: int) -> None:
    """Who has more delegates than the leader takes his seat; of equals the player by whom it came, then clockwise, neutral last."""
    leader = s.leader[party]
    most = 0 if leader == NOBODY else int(s.delegates[party, leader])
    for i in range(s.players + 1):
        owner = NEUTRAL if i == s.players else (by + i) % s.players
        if s.delegates[party, owner] > most:
            most = int(s.delegates[party, owner])
            leader = owner
    s.leader[party] = leader if most > 0 else NOBODY


@kernel
def check_dominance(s: Record) -> None:
    """The marker moves only to a party with more delegates; of equals to the first one clockwise."""
    best = s.dominant
    for i in range(1, PARTIES):
        party = (s.dominant + i) % PARTIES
        if delegates_in(s, party) > delegates_in(s, best):
            best = party
    s.dominant = best


@kernel
def place_delegate(s: Record, party: int, owner: int, by: int) -> None:
    """A delegate that has left the lobby or a reserve takes a place in a party."""
    s.delegates[party, owner] += 1
    check_leader(s, party, by)
    check_dominance(s)


@kernel
def place_neutral(s: Record, party: int) -> None:
    """As long as there is one in reserve."""
    if s.reserve[NEUTRAL] > 0:
        s.reserve[NEUTRAL] -= 1
        place_delegate(s, party, NEUTRAL, s.first_player)


@kernel
def unplaced(s: Record, player: int) -> int:
    """Delegates of a player in reserve and lobby."""
    return int(s.reserve[player]) + int(s.lobby[player])


@kernel
def take_unplaced(s: Record, player: int) -> None:
    """A card takes a delegate: from the reserve, from the lobby only if the reserve is empty."""
    if s.reserve[player] > 0:
        s.reserve[player] -= 1
    else:
        s.lobby[player] = 0


@kernel
def send(s: Record, player: int, party: int, n: int) -> None:
    for _ in range(n):
        take_unplaced(s, player)
        place_delegate(s, party, player, player)


@kernel
def remove(s: Record, party: int, owner: int, by: int) -> None:
    """A delegate that does not lead goes back to its reserve."""
    s.delegates[party, owner] -= 1
    s.reserve[owner] += 1
    check_leader(s, party, by)
    check_dominance(s)


@kernel
def exchange(s: Record, party: int, player: int) -> None:
    """A neutral delegate that does not lead gives its place to one of the player: their sum stays, so does dominance."""
    s.delegates[party, NEUTRAL] -= 1
    s.reserve[NEUTRAL] += 1
    take_unplaced(s, player)
    s.delegates[party, player] += 1
    check_leader(s, party, player)


@kernel
def convert(s: Record, party: int, player: int, n: int) -> None:
    """So many neutral delegates give their places to delegates of the player: the leader is the last to go, and his seat is the player's.

    Who has more delegates than he has takes it as ever.
    """
    s.delegates[party, NEUTRAL] -= n
    s.reserve[NEUTRAL] += n
    for _ in range(n):
        take_unplaced(s, player)
    s.delegates[party, player] += n
    if s.leader[party] == NEUTRAL and s.delegates[party, NEUTRAL] == 0:
        s.leader[party] = player
    check_leader(s, party, player)


@kernel
def take_chair(s: Record, player: int) -> None:
    """In place of the neutral chairman."""
    s.reserve[NEUTRAL] += 1
    take_unplaced(s, player)
    s.chairman = player


@kernel
def may_lobby(s: Record, player: int) -> bool:
    """Whether the player's delegate in the lobby may go to a party, for free."""
    return s.lobby[player] != 0


@kernel
def may_send_from_reserve(t: Table, s: Record, player: int) -> bool:
    """Who does not choose how he pays sends the delegate of the lobby first."""
    if s.reserve[player] == 0 or (s.auto_payment and s.lobby[player]):
        return False
    return affordable(t, s, player, NONE, LOBBYING_COST)


@kernel
def lobby(s: Record, player: int, party: int) -> None:
    s.lobby[player] = 0
    place_delegate(s, party, player, player)


@kernel
def send_from_reserve(t: Table, s: Record, player: int, party: int) -> None:
    s.reserve[player] -= 1
    place_delegate(s, party, player, player)
    push(s, t.pay_row, NONE, player, LOBBYING_COST, NONE, Mode.WHOLE)


@kernel
def may_use_policy(t: Table, s: Record, player: int) -> bool:
    """Whether the ruling party has an action that the player can pay for; that of the Scientists may be used once a generation."""
    if t.policy_row[s.ruling] == 0 or (s.ruling == Party.SCIENTISTS and s.policy_used[player]):
        return False
    return affordable(t, s, player, NONE, POLICY_COST)


@kernel
def use_policy(t: Table, s: Record, player: int) -> None:
    s.policy_used[player] = int(s.ruling == Party.SCIENTISTS)
    begin(s, t.policy_row[s.ruling], FIRST_PARTY + int(s.ruling), player)


@kernel
def actions_begin(t: Table, s: Record) -> None:
    """The policy of the ruling party is in force in the action phase only: for everybody, if there is something of it that lasts."""
    carrier = FIRST_PARTY + int(s.ruling) - FIRST_CARRIER
    if t.carrier_lasts[carrier]:
        s.in_force_for[carrier] = (1 << s.players) - 1
    s.rating_fee = RATING_FEE if s.ruling == Party.REDS else 0


@kernel
def actions_end(s: Record) -> None:
    s.in_force_for[FIRST_PARTY + int(s.ruling) - FIRST_CARRIER] = 0
    s.rating_fee = 0
    for player in range(PLAYERS):
        s.policy_used[player] = 0


@kernel
def event_in_game(t: Table, s: Record, event: int) -> bool:
    """Whether all boxes are in the game that an event needs."""
    return boxes_there(s, t.event_needs[event])


@kernel
def events_left(s: Record) -> int:
    left = 0
    for event in range(EVENTS):
        left += int(s.event_lies[event] == EventLies.IN_THE_DECK)
    return left


@kernel
def reveal(t: Table, s: Record, place: int) -> None:
    """The next event of the deck comes to light, and a neutral delegate with it. Which one that is nobody knows before."""
    s.event[place] = NONE
    left = events_left(s)
    if left == 0:
        return
    wanted = below(s.rng, left)
    for event in range(EVENTS):
        if s.event_lies[event] == EventLies.IN_THE_DECK:
            if wanted == 0:
                s.event_lies[event] = EventLies.SHOWN
                s.event[place] = event
                place_neutral(s, t.event_revealed[event])
                return
            wanted -= 1


@kernel
def setup(t: Table, s: Record) -> None:
    """Delegates in lobby and reserves, a neutral chairman, two events with their neutral delegates; the Greens rule."""
    for player in range(s.players):
        s.lobby[player] = 1
        s.reserve[player] = DELEGATES - 1
    s.chairman = NEUTRAL
    s.reserve[NEUTRAL] = NEUTRAL_DELEGATES - 1
    for party in range(PARTIES):
        s.leader[party] = NOBODY
    s.ruling = Party.GREENS
    for event in range(GLOBAL_EVENTS):
        if event < EVENTS and event_in_game(t, s, event):
            s.event_lies[event] = EventLies.IN_THE_DECK
    s.event[Shown.CURRENT] = NONE
    reveal(t, s, Shown.COMING)
    reveal(t, s, Shown.DISTANT)


@kernel
def begin_phase(t: Table, s: Record) -> None:
    """The Turmoil phase, in the name of the first player."""
    begin(s, t.turmoil_row, NONE, s.first_player)


@kernel
def revise_ratings(s: Record) -> None:
    for player in range(s.players):
        s.rating[player] = max(0, s.rating[player] - 1)


@kernel
def resolve_event(t: Table, s: Record) -> None:
    """What the current event does; tiles and tracks are moved by the first player, for nobody."""
    event = int(s.event[Shown.CURRENT])
    if event != NONE:
        carrier = FIRST_EVENT + event
        push(s, t.carrier_row[carrier - FIRST_CARRIER], carrier, s.first_player, 0, 0, Mode.FOR_NOBODY)


@kernel
def rule(t: Table, s: Record) -> None:
    """The dominant party becomes ruling, and its bonus goes to all players."""
    s.ruling = s.dominant
    carrier = FIRST_PARTY + int(s.ruling)
    begin(s, t.carrier_row[carrier - FIRST_CARRIER], carrier, s.first_player)


@kernel
def go_home(s: Record, party: int) -> None:
    """All delegates of a party go back to their reserves."""
    for owner in range(OWNERS):
        s.reserve[owner] += s.delegates[party, owner]
        s.delegates[party, owner] = 0
    s.leader[party] = NOBODY


@kernel
def next_dominant(s: Record) -> None:
    """Of the other parties the one with most delegates; of equals the first one clockwise from the ruling party."""
    s.dominant = (s.ruling + 1) % PARTIES
    for i in range(2, PARTIES):
        party = (s.ruling + i) % PARTIES
        if delegates_in(s, party) > delegates_in(s, s.dominant):
            s.dominant = party


@kernel
def fill_lobby(s: Record) -> None:
    """From the reserves, where the lobby is empty."""
    for player in range(s.players):
        if s.lobby[player] == 0 and s.reserve[player] > 0:
            s.lobby[player] = 1
            s.reserve[player] -= 1


@kernel
def seat_chairman(t: Table, s: Record) -> None:
    """The leader of the ruling party takes the chair, and a player gains 1 TR by it; all its other delegates go home.

    A party without anybody, as there may be when the events are used up, leaves the chair as it is.
    """
    leader = s.leader[s.ruling]
    if leader != NOBODY:
        s.reserve[s.chairman] += 1
        s.chairman = leader
        s.delegates[s.ruling, leader] -= 1
    go_home(s, s.ruling)
    if leader != NOBODY and leader != NEUTRAL:
        rating_up(t, s, leader, 1)
    next_dominant(s)
    fill_lobby(s)


@kernel
def change_times(t: Table, s: Record) -> None:
    """The coming event becomes current, the distant one coming; a new one is revealed. Neutral delegates come with the first and last."""
    old = s.event[Shown.CURRENT]
    if old != NONE:
        s.event_lies[old] = EventLies.DISCARDED
    current = s.event[Shown.COMING]
    s.event[Shown.CURRENT] = current
    if current != NONE:
        place_neutral(s, t.event_current[current])
    s.event[Shown.COMING] = s.event[Shown.DISTANT]
    reveal(t, s, Shown.DISTANT)


@kernel
def points(s: Record, player: int) -> int:
    """1 for each party that the player leads, and for the chair."""
    total = int(s.chairman == player)
    for party in range(PARTIES):
        total += int(s.leader[party] == player)
    return total
