"""From the record to what people see: names of actions, the decision in words, the scene of the picture."""

from __future__ import annotations

import numpy as np

from regolith.envs.core.picture import Picture
from regolith.envs.core.record import NOBODY, Over
from regolith.envs.terror_below import actions
from regolith.envs.terror_below.actions import ACTIONS
from regolith.envs.terror_below.card import title
from regolith.envs.terror_below.picture import PlayerView, Scene, SlotView, SpaceView, draw, text
from regolith.envs.terror_below.scoring import solo_score
from regolith.envs.terror_below.tables import deck_of
from regolith.envs.terror_below.words import (
    BOUNTIES,
    BOUNTY,
    CARDS,
    CHARACTER,
    COLOURS,
    COLUMNS,
    DIRECTIONS,
    GEAR,
    ITEM,
    LINE,
    LOCATIONS,
    NONE,
    SLOTS,
    SOLO_ATTACKS,
    SOLO_DELIVERIES,
    SOLO_TROPHIES,
    VEHICLES,
    WEAPON,
    WIN_POINTS,
    Board,
    Direction,
    Egg,
    Kind,
    Location,
    Place,
    Result,
    Scenario,
)

SEAT_NAMES = ("Red", "Blue", "White", "Grey", "Pink")
COLOUR_NAMES = tuple(egg.name.lower() for egg in Egg)
WAYS = tuple(direction.name.lower() for direction in Direction)
QUESTIONS = {
    Kind.LEAVE_BEHIND: "choose a squad member to leave behind",
    Kind.LEADER: "choose your Leader",
    Kind.PLACE_PAWN: "place your pawn on a Location",
    Kind.PLAY: "play a vehicle card under a worm",
    Kind.ACTION: "take an action",
    Kind.EXTRA_CARD: "add a vehicle card for its points",
    Kind.ARROWS: "choose the arrows to ignore",
    Kind.FACE_DOWN: "put a vehicle card face down under a worm",
    Kind.TARGET: "choose a target token to move",
    Kind.STEP: "choose where the target token moves",
    Kind.SWAP: "choose the target tokens to exchange",
    Kind.RAMP_CARD: "discard a vehicle card for the ramp",
    Kind.CLEAR: "take rubble from an adjacent space",
    Kind.EXCHANGE: "draw an item or a weapon for three rubble",
    Kind.KEEP_ITEM: "choose the item to keep",
    Kind.BOUNTY: "complete a bounty with the delivery",
    Kind.REPLACE_BONUS: "take the other delivery bonus instead?",
    Kind.HIDDEN_BOUNTY: "take a hidden bounty",
    Kind.KEEP_BOUNTY: "choose the bounty to keep",
    Kind.REVIVE: "choose who comes back",
    Kind.REFRESH: "choose the bounties to discard",
    Kind.STEAL: "choose the egg to take",
    Kind.SHOOT_HAT: "choose whose hat to shoot off",
    Kind.PAY: "discard an item or a weapon",
    Kind.REDRAW: "replace a vehicle card?",
    Kind.HUNT: "hunt the worm or pass",
    Kind.JOIN: "join the hunt?",
    Kind.REROLL: "roll again?",
    Kind.ESCAPE: "choose the Location to escape to",
    Kind.PROTECT: "protect your Leader?",
    Kind.TROPHY: "claim a bounty for the worm",
    Kind.NEW_LEADER: "choose your new Leader",
}
ENDS = {
    Result.POINTS: f"{WIN_POINTS} points",
    Result.ELIMINATION: "a squad was eliminated",
    Result.OBJECTIVE: "the objective is complete",
    Result.ATTACKS: f"lost: {SOLO_ATTACKS} worm attacks",
    Result.SQUAD_DEAD: "lost: the squad is dead",
    Result.DESTROYED: "lost: three Locations destroyed",
    Result.CUT_OFF: "cut off",
}


def names_of(s: np.record) -> list[str]:
    """The names of all cards of the record's deck."""
    return deck_of(int(s.deck_number)).names


def _set_name(kind: int, i: int) -> str:
    members = ", ".join(str(1 + bit) for bit in range(LINE) if i >> bit & 1) or "none"
    return f"ignore arrows: {members}" if kind == Kind.ARROWS else f"discard bounties: {members}"


def action_name(s: np.record, action: int) -> str:
    """What an action means, in words. Slots are numbered from 1."""
    piece, i = ACTIONS.at(action)
    cards, kind = names_of(s), int(s.kind)
    if piece.name == "play":
        down = " face down" if kind == Kind.FACE_DOWN else ""
        return f"{cards[i // SLOTS]}{down} under worm {1 + i % SLOTS}"
    if piece.name == "vehicle card":
        word = {Kind.EXTRA_CARD: "add", Kind.REDRAW: "replace"}.get(Kind(kind), "discard")
        return f"{word} {cards[i]}"
    if piece.name == "character":
        return cards[CHARACTER + i]
    if piece.name == "to location":
        return f"to {title(Location(i))}"
    if piece.name in ("move", "clear", "step"):
        return f"{'target' if piece.name == 'step' else piece.name} {WAYS[i]}"
    if piece.name == "canyon":
        return f"ramp the canyon {WAYS[i]}"
    if piece.name == "ramp":
        return f"ramp the pawn {WAYS[i // DIRECTIONS]}, land {WAYS[i % DIRECTIONS]}"
    if piece.name == "deliver":
        return f"deliver {COLOUR_NAMES[i]} egg"
    if piece.name == "use":
        word = {Kind.KEEP_ITEM: "keep", Kind.PAY: "discard"}.get(Kind(kind), "use")
        return f"{word} {cards[ITEM + i]}"
    if piece.name == "leader":
        return "use the Leader's ability"
    if piece.name == "hat":
        return "use the hat"
    if piece.name == "draw":
        return ("draw an item", "draw a weapon")[i]
    if piece.name == "bounty":
        hidden = " (hidden)" if s.at[BOUNTY + i] >= Place.HAND else ""
        return f"{cards[BOUNTY + i]}{hidden}"
    if piece.name == "top":
        return "top card of the bounty deck"
    if piece.name == "set":
        return _set_name(kind, i)
    if piece.name == "target":
        return f"target {1 + i}"
    if piece.name == "swap":
        return f"swap targets {1 + i // 2} and {1 + (i + 3) // 2}"
    if piece.name == "victim":
        other, loot = _other(s, i // actions.LOOT), i % actions.LOOT
        return (
            f"shoot off the hat of {other}"
            if loot == actions.HAT_LOOT
            else f"steal {COLOUR_NAMES[loot]} egg from {other}"
        )
    if piece.name == "stop" and kind in (Kind.BOUNTY, Kind.TROPHY):
        return "no bounty, 1 point"
    return piece.name


def _other(s: np.record, i: int) -> str:
    """The player so many seats after the next one."""
    return SEAT_NAMES[(max(0, int(s.player)) + 1 + i) % max(2, int(s.players))]


def decision_text(s: np.record) -> str:
    """Who must decide what."""
    if s.over != Over.RUNNING:
        return f"over in round {s.rounds}: {ENDS[Result(s.result)]}"
    who = "" if s.players == 1 else f"{SEAT_NAMES[s.player]}: "
    points = f", {s.pool} points left" if s.kind == Kind.ACTION else ""
    return f"round {s.rounds}, {who}{QUESTIONS[Kind(s.kind)]}{points}"


def _space(s: np.record, cell: int) -> SpaceView:
    pawns = tuple(SEAT_NAMES[seat] for seat in range(s.players) if s.pawn[seat] == cell)
    location = int(s.location_at[cell])
    ground = int(deck_of(int(s.deck_number)).table["ground"][0, s.board])
    area = deck_of(int(s.deck_number)).table["area"][0, s.board]
    return SpaceView(
        canyon=not ground >> cell & 1,
        location=title(Location(location)) if location != NONE else "",
        rubble=int(s.rubble[cell]),
        eggs={COLOUR_NAMES[c]: int(s.eggs[cell, c]) for c in range(COLOURS) if s.eggs[cell, c]},
        pawns=pawns,
        targets=tuple(1 + k for k in range(SLOTS) if s.slot_worm[k] != NONE and s.slot_target[k] == cell),
        threatened=tuple(
            1 + k
            for k in range(SLOTS)
            if s.slot_worm[k] != NONE and int(area[s.slot_worm[k], s.slot_target[k]]) >> cell & 1
        ),
    )


def _slot(s: np.record, slot: int, seat: int | None) -> SlotView | None:
    worm = int(s.slot_worm[slot])
    if worm == NONE:
        return None
    card, cards = deck_of(int(s.deck_number)).deck.worms[worm], names_of(s)
    under = []
    for i in range(s.slot_count[slot]):
        owner = int(s.under_owner[slot, i])
        name = cards[s.under[slot, i]]
        if owner != NONE:
            name = f"({name}, face down)" if seat is None or owner == seat else "(face down)"
        under.append(name)
    egg = "one of each" if card.egg == NONE else COLOUR_NAMES[card.egg]
    return SlotView(
        card.name, egg, card.health, card.limit, tuple(under), tuple(card.pattern), bool(s.attack_slot == slot)
    )


def _player(s: np.record, seat: int, viewer: int | None) -> PlayerView:
    cards = names_of(s)

    def held(first: int, count: int) -> list[int]:
        return [c for c in range(first, first + count) if s.at[c] in (Place.HAND + seat, Place.FRESH + seat)]

    def shown(found: list[int]) -> tuple[str, ...]:
        known = viewer is None or viewer == seat
        seen = [known or bool(s.known[c] >> viewer & 1) for c in found]
        return tuple(
            cards[c] if see else "?" for c, see in sorted(zip(found, seen, strict=True), key=lambda pair: not pair[1])
        )

    def of_place(place: int) -> tuple[str, ...]:
        return tuple(cards[c] for c in range(CHARACTER, CARDS) if s.at[c] == place + seat)

    gear = held(ITEM, GEAR)
    return PlayerView(
        name=SEAT_NAMES[seat],
        points=int(s.points[seat]),
        bounties=int(s.bounties_done[seat]),
        leader=cards[s.leader[seat]] if s.leader[seat] != NONE else "",
        squad=of_place(Place.SQUAD),
        dead=of_place(Place.DEAD),
        hat=cards[s.worn[seat]] if s.worn[seat] != NONE else "",
        eggs={COLOUR_NAMES[c]: int(s.carried[seat, c]) for c in range(COLOURS) if s.carried[seat, c]},
        rubble=int(s.carried_rubble[seat]),
        vehicles=shown(held(0, VEHICLES)),
        items=shown([c for c in gear if c < WEAPON]),
        weapons=shown([c for c in gear if c >= WEAPON]),
        hidden=shown(held(BOUNTY, BOUNTIES)),
        turn=bool(s.turn == seat and s.over == Over.RUNNING),
        caught=bool(s.caught >> seat & 1),
        out=bool(s.out[seat]),
    )


def _highlighted(s: np.record) -> frozenset[int]:
    """Spaces that the pawn may go to now."""
    if s.player == NOBODY:
        return frozenset()
    table, found = deck_of(int(s.deck_number)).table, set()
    if s.kind == Kind.ACTION:
        here = int(s.pawn[s.player])
        near, far = table["near"][0, s.board], table["target_step"][0, s.board]
        for way in range(DIRECTIONS):
            if s.option[actions.MOVE + way]:
                found.add(int(near[here, way]))
            if s.option[actions.JUMP + way]:
                found.add(int(far[here, way]))
            for second in range(DIRECTIONS):
                if s.option[actions.RAMP + DIRECTIONS * way + second]:
                    found.add(int(near[near[here, way], second]))
    for location in range(LOCATIONS):
        if s.option[actions.LOCATION + location]:
            found.add(int(s.location_space[location]))
    return frozenset(found)


def _aim(s: np.record) -> str:
    """What the game is about: points, or the solo objective."""
    if s.players > 1:
        return f"{WIN_POINTS} points win"
    served, claimed = int(s.served).bit_count(), int(s.trophies).bit_count()
    aims = {
        Scenario.SPECIAL_DELIVERY: f"Special Delivery: {served} of {SOLO_DELIVERIES} Locations",
        Scenario.TOTAL_EXTERMINATION: f"Total Extermination: {claimed} of {SOLO_TROPHIES} types",
        Scenario.SCRAMBLE: f"Scramble: {s.points[0]} of {WIN_POINTS} points, {s.destroyed} Locations destroyed",
    }
    return f"{aims[Scenario(s.scenario)]}, {s.attacks} of {SOLO_ATTACKS} attacks"


def _looked_at(s: np.record, seat: int | None) -> tuple[str, ...]:
    """Cards that the player to move is choosing from, if the viewer may see them."""
    if seat is not None and seat != s.player:
        return ()
    return tuple(names_of(s)[c] for c in range(CARDS) if s.at[c] == Place.LOOKED)


def scene(s: np.record, seat: int | None) -> Scene:
    """Everything a viewer sees; None reveals all."""
    loaded = deck_of(int(s.deck_number))
    side = loaded.deck.sides[s.board]
    cards = loaded.names
    mine = s.over == Over.RUNNING and (seat is None or seat == s.player)
    phase = decision_text(s)
    if s.over == Over.RUNNING and not mine:
        phase = f"round {s.rounds}, {SEAT_NAMES[s.player]} decides"
    return Scene(
        title="Terror Below: " + Board(s.board).name.lower(),
        aim=_aim(s),
        phase=phase,
        rows=tuple(side.rows),
        columns=COLUMNS,
        spaces=tuple(_space(s, cell) for cell in range(len(side.map) * COLUMNS)),
        line=tuple(cards[c] if c != NONE else "" for c in s.line),
        slots=tuple(_slot(s, slot, seat) for slot in range(SLOTS)),
        players=tuple(_player(s, player, seat) for player in range(s.players)),
        looked_at=_looked_at(s, seat),
        attack=f"damage {s.damage}" if s.attack_slot != NONE else "",
        highlighted=_highlighted(s) if mine else frozenset(),
        reconstructed=loaded.deck.reconstructed,
        total=CARDS,
    )


def describe(s: np.record, seat: int | None) -> str:
    """The text board."""
    return text(scene(s, seat))


def picture(s: np.record, seat: int | None) -> Picture:
    """The drawing."""
    return draw(scene(s, seat))


def missing(s: np.record) -> dict[str, int]:
    """What a lost solo game lacked."""
    if s.scenario == Scenario.SPECIAL_DELIVERY:
        return {"deliveries": SOLO_DELIVERIES - int(s.served).bit_count()}
    if s.scenario == Scenario.TOTAL_EXTERMINATION:
        return {"trophies": SOLO_TROPHIES - int(s.trophies).bit_count()}
    return {"points": WIN_POINTS - int(s.points[0])} if s.points[0] < WIN_POINTS else {"locations": int(s.destroyed)}


TURN_ORDER = ("1st", "2nd", "3rd", "4th", "5th")


def facts(s: np.record) -> dict[str, int | float | str]:
    """How a game went and what ended it."""
    found: dict[str, int | float | str] = {
        "rounds": int(s.rounds),
        "attacks": int(s.attacks),
        "worms killed": int(s.kills),
        "leaders killed": int(s.deaths),
        "end": Result(s.result).name.lower().replace("_", " "),
    }
    if s.players == 1 and s.winner == 0:
        found["solo score"] = solo_score(s)
    return found


def seat_facts(s: np.record, seat: int) -> dict[str, int | float | str]:
    """When the seat had its turn in each round; the start player is drawn, so the seat itself does not tell."""
    return {} if s.players == 1 else {"turn order": TURN_ORDER[(seat - int(s.start)) % int(s.players)]}
