"""How good a position looks: what the greedy player maximises. Points, eggs on their way to a bounty, weapons, the squad, and danger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.terror_below.board import around, bit, eggs_on
from regolith.envs.terror_below.scoring import place_of, solo_score
from regolith.envs.terror_below.weights import Weight
from regolith.envs.terror_below.words import (
    ANY_WORM,
    BOUNTIES,
    BOUNTY,
    CELLS,
    COLOURS,
    EFFECTS,
    GEAR,
    ITEM,
    LINE,
    LOCATIONS,
    NONE,
    SEATS,
    SLOTS,
    SOLO_DELIVERIES,
    SOLO_DESTROYED,
    WEAPON,
    Do,
    Place,
    Scenario,
    Take,
    WormType,
)

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table

DECIDED = 100.0
"""More than any position is worth."""
FINE = 16
"""Potentials are counted in sixteenths of a point."""
FARTHEST = 14


@kernel
def fine(points: float) -> int:
    return int(points * FINE + 0.5)


@kernel
def special_delivery(s: Record) -> bool:
    return bool(s.players == 1 and s.scenario == Scenario.SPECIAL_DELIVERY)


@kernel
def note_bounties(t: Table, s: Record, seat: int) -> None:
    """What an egg of each colour fetches at each Location, line and own hidden bounties counted, into the working room of the record."""
    delivering = s.players > 1 or s.scenario != Scenario.TOTAL_EXTERMINATION
    plain = FINE if s.players > 1 or s.scenario == Scenario.SCRAMBLE else FINE // 4
    for i in range(LOCATIONS * COLOURS):
        s.room[i] = plain
    for number in range(BOUNTIES):
        place, location = s.at[BOUNTY + number], t.bounty_location[number]
        if location != NONE and delivering and (place == Place.LINE or place == Place.HAND + seat):
            i = location * COLOURS + t.bounty_egg[number]
            worth = fine(t.weight[Weight.SERVED]) if special_delivery(s) else FINE * t.bounty_points[number]
            s.room[i] = max(s.room[i], worth)


@kernel
def way(t: Table, s: Record, seat: int) -> float:
    """Eggs in the hand and on the board, by what they fetch less the way there, which goes around rubble."""
    if s.pawn[seat] == NONE:
        return 0.0
    note_bounties(t, s, seat)
    best = LOCATIONS * COLOURS
    for colour in range(COLOURS):
        s.room[best + colour] = 0
    reached = bit(s.pawn[seat])
    layer = reached
    free = t.ground[s.board] & ~s.rubble_spaces
    lying = 0
    for cell in range(CELLS):
        if eggs_on(s, cell):
            lying |= bit(cell)
    cost = fine(t.weight[Weight.SOLO_STEP if special_delivery(s) else Weight.STEP])
    aim = 0
    for away in range(FARTHEST):
        for location in range(LOCATIONS):
            space = s.location_space[location]
            if space != NONE and layer & bit(space):
                for colour in range(COLOURS):
                    fetched = s.room[location * COLOURS + colour] - cost * away
                    s.room[best + colour] = max(s.room[best + colour], fetched)
        for cell in range(CELLS if layer & lying else 0):
            if layer & lying & bit(cell):
                for colour in range(COLOURS):
                    if s.eggs[cell, colour]:
                        for location in range(LOCATIONS):
                            space = s.location_space[location]
                            if space != NONE:
                                there = t.distance[s.board, cell, space] + away
                                aim = max(aim, s.room[location * COLOURS + colour] - cost * there)
        layer = around(t, s, layer) & free & ~reached
        if not layer:
            break
        reached |= layer
    value = (t.weight[Weight.SOLO_AIM] if s.players == 1 else t.weight[Weight.AIM]) * aim / FINE
    share = t.weight[Weight.EGG]
    least = fine(t.weight[Weight.SOLO_EGG]) if special_delivery(s) else FINE // 2
    for colour in range(COLOURS):
        for _ in range(s.carried[seat, colour]):
            value += share * max(least, s.room[best + colour]) / FINE
            share = t.weight[Weight.EGG] * t.weight[Weight.SECOND_EGG]
    for i in range(best + COLOURS):
        s.room[i] = 0
    return value


@kernel
def firepower(t: Table, s: Record, seat: int) -> float:
    """The damage that a player's weapons and Leader deal on average."""
    total = 0.0
    for card in range(ITEM, ITEM + GEAR):
        if s.at[card] == Place.HAND + seat or s.at[card] == Place.FRESH + seat:
            total += mean_damage(t, card)
    leader = s.leader[seat]
    if leader != NONE and not s.ability_used >> seat & 1:
        total += mean_damage(t, leader)
    return total


@kernel
def mean_damage(t: Table, card: int) -> float:
    for i in range(EFFECTS):
        if t.effect[card, i, 0] == Do.DAMAGE:
            dice = t.effect[card, i, 2]
            rolled = 3.5 * dice if t.effect[card, i, 3] == Take.SUM or dice < 2 else 4.5
            return float(t.effect[card, i, 1] + rolled)
    return 0.0


@kernel
def prize(t: Table, s: Record, seat: int, kind: int) -> float:
    """What killing a worm of this type pays."""
    solo_hunt = s.players == 1 and s.scenario == Scenario.TOTAL_EXTERMINATION
    best = 1.0
    for number in range(BOUNTIES):
        place, prey = s.at[BOUNTY + number], t.bounty_worm[number]
        if prey != NONE and (place == Place.LINE or place == Place.HAND + seat):
            if prey == ANY_WORM or (prey == kind and kind != WormType.QUEEN):
                worth = float(t.bounty_points[number])
                if solo_hunt and not s.trophies >> kind & 1:
                    worth = t.weight[Weight.TROPHY]
                best = max(best, worth)
    return best


@kernel
def danger(t: Table, s: Record, seat: int) -> float:
    """Worms that would catch the pawn: the sooner they attack the worse, unless the player can kill them and is paid for it."""
    cell = s.pawn[seat]
    if cell == NONE:
        return 0.0
    value = 0.0
    force = firepower(t, s, seat)
    carried = 0
    for colour in range(COLOURS):
        carried += s.carried[seat, colour]
    life = (
        t.weight[Weight.LIFE]
        + t.weight[Weight.CAUGHT]
        + t.weight[Weight.LOST_EGG] * carried
        + (t.weight[Weight.LAST_LIFE] if s.living[seat] == 1 else 0.0)
    )
    for slot in range(SLOTS):
        worm, target = s.slot_worm[slot], s.slot_target[slot]
        if worm == NONE or not t.area[s.board, worm, target] & bit(cell):
            continue
        if s.players > 1 and s.location_at[cell] != NONE and cell != target:
            continue
        fighting = s.attack_slot == slot and (s.caught >> seat & 1) != 0
        health = t.health[worm] - (s.damage if fighting else 0)
        chance = max(0.0, min(1.0, (force - health + 2.5) / 4.0))
        missing = t.limit[worm] - s.slot_count[slot]
        risk = (
            t.weight[Weight.AT_ONCE]
            if missing <= 1
            else (t.weight[Weight.SOON] if missing == 2 else t.weight[Weight.LATER])
        )
        if s.players == 1:
            risk = max(risk, t.weight[Weight.BY_DIE])
        if fighting:
            risk = 1.0
        value += risk * (chance * t.weight[Weight.PRIZE] * prize(t, s, seat, t.worm_type[worm]) - (1.0 - chance) * life)
    return value


@kernel
def holdings(t: Table, s: Record, player: int) -> float:
    """Everything of a player's that all can see: squad, hands by number, rubble, eggs, hat."""
    if s.out[player]:
        return -2.0 * t.weight[Weight.LAST_LIFE]
    value = t.weight[Weight.LIFE] * s.living[player] + t.weight[Weight.RUBBLE] * s.carried_rubble[player]
    if s.living[player] > 0:
        value += t.weight[Weight.LAST_LIFE]
    if s.worn[player] != NONE:
        value += t.weight[Weight.HAT]
    return value


@kernel
def cards_in_hand(t: Table, s: Record, player: int) -> float:
    value = 0.0
    for card in range(ITEM, ITEM + GEAR):
        place = s.at[card]
        if Place.HAND <= place < Place.WORN and (place - Place.HAND) % SEATS == player:
            if card < WEAPON:
                value += t.weight[Weight.ITEM]
            elif s.players == 1 and s.scenario == Scenario.TOTAL_EXTERMINATION:
                value += t.weight[Weight.HUNTER] * t.weight[Weight.WEAPON]
            else:
                value += t.weight[Weight.WEAPON]
    for card in range(BOUNTY, BOUNTY + BOUNTIES):
        if s.at[card] == Place.HAND + player:
            value += t.weight[Weight.HIDDEN]
    return value


@kernel
def wanted(s: Record, location: int) -> bool:
    """Solo: does this Location stand, and has it not been served?"""
    return bool(s.location_space[location] != NONE and not s.served >> location & 1)


@kernel
def doom(t: Table, s: Record, space: int) -> tuple[float, float]:
    """Solo: how likely a Location on this space is to be destroyed, and how much rubble it has or may get."""
    safe, pile = 1.0, float(s.rubble[space])
    for slot in range(SLOTS):
        worm, target = s.slot_worm[slot], s.slot_target[slot]
        if worm == NONE or not t.area[s.board, worm, target] & bit(space):
            continue
        risk = t.weight[Weight.FILLED] if t.limit[worm] - s.slot_count[slot] <= 1 else t.weight[Weight.BY_DIE]
        if target == space or s.rubble[space]:
            safe *= 1.0 - risk
        else:
            pile += risk
    return 1.0 - safe, pile


@kernel
def lost_locations(t: Table, s: Record) -> float:
    """Solo: what destroyed Locations cost, and those that worms and rubble threaten. Total Extermination needs none of them."""
    if s.scenario == Scenario.TOTAL_EXTERMINATION:
        return 0.0
    spare = SOLO_DESTROYED - 1 - s.destroyed
    if s.scenario == Scenario.SPECIAL_DELIVERY:
        spare = -SOLO_DELIVERIES
        for location in range(LOCATIONS):
            spare += int(wanted(s, location)) + (s.served >> location & 1)
    if spare < 0:
        return t.weight[Weight.SPARE] + t.weight[Weight.NEEDED]
    cost = t.weight[Weight.SPARE] if spare == 0 else 0.0
    for location in range(LOCATIONS):
        if wanted(s, location):
            lost, pile = doom(t, s, s.location_space[location])
            cost += (lost + (1.0 - lost) * t.weight[Weight.PILE] * pile) * (
                t.weight[Weight.NEEDED] if spare == 0 else t.weight[Weight.SPARE]
            )
    return cost


@kernel
def solo_progress(t: Table, s: Record) -> float:
    """Steps towards the objective of the scenario; deliveries that the line asks for are worth having."""
    cost = lost_locations(t, s) + t.weight[Weight.ATTACK] * s.attacks
    if s.scenario == Scenario.SCRAMBLE:
        return s.points[0] - t.weight[Weight.DESTROYED] * s.destroyed - cost
    steps = 0
    for i in range(WormType.STARTING):
        steps += s.trophies >> i & 1
    value = t.weight[Weight.TROPHY] * steps
    steps = 0
    for i in range(LOCATIONS):
        steps += s.served >> i & 1
    for i in range(LINE):
        if s.line[i] != NONE and t.bounty_location[s.line[i] - BOUNTY] != NONE:
            value += t.weight[Weight.OPEN_BOUNTY]
    return value + t.weight[Weight.SERVED] * steps + t.weight[Weight.SOLO_POINT] * s.points[0] - cost


@kernel
def evaluate(t: Table, s: Record, seat: int) -> float:
    """My prospects less a part of those of the best other player; a finished game counts as decided."""
    if s.over == Over.FINISHED:
        if s.players == 1:
            return DECIDED + solo_score(s) if s.winner == 0 else solo_progress(t, s) - DECIDED
        return DECIDED if place_of(s, seat) == 1 else -DECIDED
    value = holdings(t, s, seat) + cards_in_hand(t, s, seat) + way(t, s, seat) + danger(t, s, seat)
    if s.players == 1:
        return value + solo_progress(t, s)
    value += s.points[seat]
    best = 0.0
    for other in range(s.players):
        if other != seat:
            theirs = s.points[other] + holdings(t, s, other)
            for colour in range(COLOURS):
                theirs += s.carried[other, colour]
            best = max(best, theirs)
    return value - t.weight[Weight.OTHERS] * best
