"""How good a position looks: what the greedy player maximises. Points, eggs on their way to a bounty, weapons, the squad, and danger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.terror_below.board import around, bit, eggs_on
from regolith.envs.terror_below.scoring import place_of, solo_score
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
LIFE, LAST_LIFE, ITEM_WORTH, WEAPON_WORTH, HIDDEN_WORTH, RUBBLE_WORTH, HAT_WORTH = 2.2, 4.0, 0.5, 0.4, 0.5, 0.04, 0.6
"""Worth, in points: a squad member, the last one, an item, a weapon, a hidden bounty, a piece of rubble, a worn hat."""
EGG_SHARE, SECOND_EGG, AIM_SHARE, SOLO_AIM = 0.9, 0.6, 0.3, 0.15
"""How much of its bounty an egg in the hand is worth, each further one, and one still lying on the board, with others and alone."""
FINE, STEP_COST, SOLO_STEP = 16, 5, 8
"""Potentials are counted in sixteenths of a point; a space of way costs almost a third of a point, half a one in Special Delivery."""
FARTHEST = 14
OTHERS_WEIGHT = 0.5
SERVED, TROPHY, SOLO_POINT = 8, 8, 0.25
"""Worth of a step towards a solo objective, and of points where they are not the objective."""
OPEN_BOUNTY = 0.6
"""Worth of a Delivery Bounty in the line of a solo game."""
SOLO_EGG = 4.5
"""Least worth of an egg in the hand in Special Delivery: the next bounty may ask for it."""
SPARE, NEEDED, DESTROYED = 2.0, 8.0, 2.0
"""Solo: cost of losing a Location that can be spared, of losing one that cannot, and of each one destroyed in Scramble."""
PILE = 0.2
"""The part of that which a first piece of rubble on the Location costs."""
ATTACK = 0.5
"""Solo: cost of an attack, of which there are only so many."""
AT_ONCE, SOON, LATER, BY_DIE = 0.5, 0.15, 0.05, 0.35
"""How likely a worm is to attack before the pawn is gone: one card missing, two, more; and at least, if a die may choose it (solo)."""
FILLED = 0.6
"""The same in a solo game for a worm that lacks one card."""
PRIZE_SHARE = 0.3
"""How much of the prize for a worm counts: it may never attack, or others may kill it."""


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
            worth = SERVED if special_delivery(s) else t.bounty_points[number]
            s.room[i] = max(s.room[i], FINE * worth)


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
    cost = SOLO_STEP if special_delivery(s) else STEP_COST
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
    value = (SOLO_AIM if s.players == 1 else AIM_SHARE) * aim / FINE
    share = EGG_SHARE
    least = int(SOLO_EGG * FINE) if special_delivery(s) else FINE // 2
    for colour in range(COLOURS):
        for _ in range(s.carried[seat, colour]):
            value += share * max(least, s.room[best + colour]) / FINE
            share = EGG_SHARE * SECOND_EGG
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
                    worth = float(TROPHY)
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
    life = LIFE + 1.0 + 0.5 * carried + (LAST_LIFE if s.living[seat] == 1 else 0.0)
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
        risk = AT_ONCE if missing <= 1 else (SOON if missing == 2 else LATER)
        if s.players == 1:
            risk = max(risk, BY_DIE)
        if fighting:
            risk = 1.0
        value += risk * (chance * PRIZE_SHARE * prize(t, s, seat, t.worm_type[worm]) - (1.0 - chance) * life)
    return value


@kernel
def holdings(s: Record, player: int) -> float:
    """Everything of a player's that all can see: squad, hands by number, rubble, eggs, hat."""
    if s.out[player]:
        return -2.0 * LAST_LIFE
    value = LIFE * s.living[player] + RUBBLE_WORTH * s.carried_rubble[player]
    if s.living[player] > 0:
        value += LAST_LIFE
    if s.worn[player] != NONE:
        value += HAT_WORTH
    return value


@kernel
def cards_in_hand(s: Record, player: int) -> float:
    value = 0.0
    for card in range(ITEM, ITEM + GEAR):
        place = s.at[card]
        if Place.HAND <= place < Place.WORN and (place - Place.HAND) % SEATS == player:
            if card < WEAPON:
                value += ITEM_WORTH
            elif s.players == 1 and s.scenario == Scenario.TOTAL_EXTERMINATION:
                value += 2.0 * WEAPON_WORTH
            else:
                value += WEAPON_WORTH
    for card in range(BOUNTY, BOUNTY + BOUNTIES):
        if s.at[card] == Place.HAND + player:
            value += HIDDEN_WORTH
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
        risk = FILLED if t.limit[worm] - s.slot_count[slot] <= 1 else BY_DIE
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
        return SPARE + NEEDED
    cost = SPARE if spare == 0 else 0.0
    for location in range(LOCATIONS):
        if wanted(s, location):
            lost, pile = doom(t, s, s.location_space[location])
            cost += (lost + (1.0 - lost) * PILE * pile) * (NEEDED if spare == 0 else SPARE)
    return cost


@kernel
def solo_progress(t: Table, s: Record) -> float:
    """Steps towards the objective of the scenario; deliveries that the line asks for are worth having."""
    cost = lost_locations(t, s) + ATTACK * s.attacks
    if s.scenario == Scenario.SCRAMBLE:
        return s.points[0] - DESTROYED * s.destroyed - cost
    steps = 0
    for i in range(WormType.STARTING):
        steps += s.trophies >> i & 1
    value = float(TROPHY * steps)
    steps = 0
    for i in range(LOCATIONS):
        steps += s.served >> i & 1
    for i in range(LINE):
        if s.line[i] != NONE and t.bounty_location[s.line[i] - BOUNTY] != NONE:
            value += OPEN_BOUNTY
    return value + SERVED * steps + SOLO_POINT * s.points[0] - cost


@kernel
def evaluate(t: Table, s: Record, seat: int) -> float:
    """My prospects less a part of those of the best other player; a finished game counts as decided."""
    if s.over == Over.FINISHED:
        if s.players == 1:
            return DECIDED + solo_score(s) if s.winner == 0 else solo_progress(t, s) - DECIDED
        return DECIDED if place_of(s, seat) == 1 else -DECIDED
    value = holdings(s, seat) + cards_in_hand(s, seat) + way(t, s, seat) + danger(t, s, seat)
    if s.players == 1:
        return value + solo_progress(t, s)
    value += s.points[seat]
    best = 0.0
    for other in range(s.players):
        if other != seat:
            theirs = s.points[other] + holdings(s, other)
            for colour in range(COLOURS):
                theirs += s.carried[other, colour]
            best = max(best, theirs)
    return value - OTHERS_WEIGHT * best
