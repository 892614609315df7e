"""Hunting a worm: weapons, damage, protection, deaths, the killing blow (rulebook: Hunting a Worm, Defeating a Worm)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.terror_below.actions import ABILITY, BOUNTY, STOP, USE, YES, ask, done, offer, push
from regolith.envs.terror_below.board import die
from regolith.envs.terror_below.cards import lasting, put, refill_line
from regolith.envs.terror_below.death import kill
from regolith.envs.terror_below.delivery import complete
from regolith.envs.terror_below.movement import escape_distance, offer_first
from regolith.envs.terror_below.scoring import end_game, gain
from regolith.envs.terror_below.words import (
    ABSENT,
    ANY_WORM,
    BOUNTIES,
    EFFECTS,
    GEAR,
    ITEM,
    KILLING_BLOW,
    LOCATIONS,
    NONE,
    SOLO_TROPHIES,
    WEAPON,
    Do,
    Kind,
    Place,
    Result,
    Roll,
    Scenario,
    Take,
    Task,
    When,
    WormType,
)
from regolith.envs.terror_below.words import BOUNTY as FIRST_BOUNTY

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table


@kernel
def next_hunter(s: Record, caught: bool) -> int:
    """The seat whose turn it is in the stage on top, skipping those it does not concern; NONE when the stage is over.

    Stages go round from the player who has just had a turn, clockwise. Joiners are those who are not caught.
    """
    top = s.tasks - 1
    while s.caught and s.task_a[top] < s.players:
        seat = (s.turn + s.task_a[top]) % s.players
        if bool(s.caught >> seat & 1) == caught and not s.out[seat]:
            return int(seat)
        s.task_a[top] += 1
    done(s)
    return NONE


@kernel
def can_escape(t: Table, s: Record, player: int) -> bool:
    found = False
    for location in range(LOCATIONS):
        if escape_distance(t, s, player, location) != ABSENT:
            found = True
    return found


@kernel
def offer_gear(t: Table, s: Record, player: int, when: int, do: int) -> None:
    """Items and weapons of the hand for this moment; of those for the moment of being caught, the ones that do this."""
    for card in range(ITEM, ITEM + GEAR):
        if s.at[card] == Place.HAND + player and t.when[card] == when:
            if when != When.CAUGHT or t.effect[card, 0, 0] == do:
                offer_first(t, s, Place.HAND + player, card, USE + card - ITEM)


@kernel
def hunt(t: Table, s: Record) -> None:
    """Each caught player in turn uses weapons until passing; an Escape Hatch only as the first act (clarification C35)."""
    player = next_hunter(s, True)
    if player == NONE:
        return
    offer_gear(t, s, player, When.HUNT, Do.NOTHING)
    if not s.acted >> player & 1 and can_escape(t, s, player):
        offer_gear(t, s, player, When.CAUGHT, Do.ESCAPE_TO_LOCATION)
    leader = s.leader[player]
    if t.when[leader] == When.HUNT and not s.ability_used >> player & 1 and lasting(t, leader, Do.DAMAGE) != ABSENT:
        if not t.needs_weapon[leader] or s.fired >> player & 1:
            offer(s, ABILITY)
    offer(s, STOP)
    ask(s, player, Kind.HUNT)


@kernel
def join(t: Table, s: Record) -> None:
    """Players who are not caught, with cards that say so, act after all who are."""
    player = next_hunter(s, False)
    if player == NONE:
        return
    offer_gear(t, s, player, When.HUNT_JOIN, Do.NOTHING)
    offer(s, STOP)
    ask(s, player, Kind.JOIN)


@kernel
def protect(t: Table, s: Record) -> None:
    """The hunt has failed: protection may be used (clarification C34)."""
    player = next_hunter(s, True)
    if player == NONE:
        return
    offer_gear(t, s, player, When.CAUGHT, Do.PREVENT_DEATH)
    offer(s, STOP)
    ask(s, player, Kind.PROTECT)


@kernel
def deaths(t: Table, s: Record) -> None:
    """Those still caught lose their Leaders, in hunting order; some Leaders roll for their lives."""
    player = next_hunter(s, True)
    if player == NONE:
        return
    s.caught &= ~(1 << player)
    saved = lasting(t, s.leader[player], Do.SURVIVE_ROLL)
    if saved == ABSENT or die(s, Roll.SURVIVAL + player) < saved:
        kill(t, s, player, s.pawn[player])


@kernel
def roll_damage(t: Table, s: Record, player: int, card: int) -> int:
    """What a weapon deals: a fixed part, and dice of which all or the highest count."""
    for i in range(EFFECTS):
        if t.effect[card, i, 0] == Do.DAMAGE:
            total, highest = 0, 0
            for _ in range(t.effect[card, i, 2]):
                rolled = die(s, Roll.DAMAGE + player)
                total += rolled
                highest = max(highest, rolled)
            return int(t.effect[card, i, 1] + (highest if t.effect[card, i, 3] == Take.HIGH else total))
    return 0


@kernel
def has_dice(t: Table, card: int) -> bool:
    found = False
    for i in range(EFFECTS):
        if t.effect[card, i, 0] == Do.DAMAGE and t.effect[card, i, 2] > 0:
            found = True
    return found


@kernel
def fire(t: Table, s: Record, player: int, card: int, joined: bool) -> None:
    """Use a weapon, an item or the Leader against the worm."""
    if card < ITEM + GEAR:
        put(s, card, Place.DISCARD)
        if card >= WEAPON:
            s.fired |= 1 << player
    else:
        s.ability_used |= 1 << player
    for i in range(EFFECTS):
        if t.effect[card, i, 0] == Do.VP:
            s.stick_owner[s.sticks] = player
            s.stick_points[s.sticks] = t.effect[card, i, 1]
            s.sticks += 1
    s.hunter = player
    s.weapon = card
    s.rolled = roll_damage(t, s, player, card)
    push(s, Task.DAMAGE, int(joined), 0)


@kernel
def damage(t: Table, s: Record) -> None:
    """The damage just rolled counts, unless the Leader rolls it again; the worm is defeated as soon as its health is reached."""
    top, player = s.tasks - 1, s.hunter
    joined, declined = s.task_a[top], s.task_b[top]
    leader = s.leader[player]
    if not joined and not declined and s.weapon >= WEAPON and s.weapon < ITEM + GEAR and has_dice(t, s.weapon):
        if not s.ability_used >> player & 1 and lasting(t, leader, Do.REROLL) != ABSENT:
            offer(s, YES)
            offer(s, STOP)
            ask(s, player, Kind.REROLL)
            return
    done(s)
    dealt = s.rolled
    more = lasting(t, s.worn[player], Do.HUNT_DAMAGE_PLUS)
    if more == ABSENT:
        more = lasting(t, leader, Do.HUNT_DAMAGE_PLUS)
    if more != ABSENT and not joined and dealt and not s.damaged >> player & 1:
        dealt += more
    if dealt:
        s.damaged |= 1 << player
    s.damage += dealt
    if s.damage >= t.health[s.slot_worm[s.attack_slot]]:
        s.caught = 0
        s.kills += 1
        push(s, Task.STICKS, 0, 0)
        push(s, Task.TROPHY, player, 0)


@kernel
def ask_trophy(t: Table, s: Record, player: int) -> None:
    """The killing blow completes a matching Hunting Bounty: one of the line must be taken, a hidden one may (ruling R20)."""
    killed = t.worm_type[s.slot_worm[s.attack_slot]]
    must = False
    for number in range(BOUNTIES):
        card = FIRST_BOUNTY + number
        lying = s.at[card] == Place.LINE
        if not lying and s.at[card] != Place.HAND + player:
            continue
        prey = t.bounty_worm[number]
        if prey == ANY_WORM or (prey == killed and killed != WormType.QUEEN):
            offer_first(t, s, s.at[card], card, BOUNTY + number)
            must = must or lying
    if not must:
        offer(s, STOP)
    ask(s, player, Kind.TROPHY)


@kernel
def claim_trophy(t: Table, s: Record, player: int, card: int) -> None:
    """The answer: the bounty, or NONE for a point."""
    done(s)
    if card == NONE:
        gain(s, player, KILLING_BLOW)
        return
    complete(t, s, player, card)
    if s.over != Over.RUNNING:
        return
    if s.players == 1 and s.scenario == Scenario.TOTAL_EXTERMINATION:
        s.trophies |= 1 << t.worm_type[s.slot_worm[s.attack_slot]]
        claimed = 0
        for kind in range(ANY_WORM):
            claimed += s.trophies >> kind & 1
        if claimed >= SOLO_TROPHIES:
            end_game(s, Result.OBJECTIVE, player)
            return
    refill_line(t, s)


@kernel
def pay_sticks(s: Record) -> None:
    """Points for weapons that are paid when the worm is defeated, in the order played (clarification C41)."""
    done(s)
    for i in range(s.sticks):
        gain(s, s.stick_owner[i], s.stick_points[i])
        if s.over != Over.RUNNING:
            return
