"""Reading a deck file: every card as data, checked so that a mistake is named exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from regolith.envs.core.errors import RegolithError
from regolith.envs.core.files import read_toml
from regolith.envs.terror_below.card import Bounty, Card, DeckFile, Effect, Side, Vehicle, Worm, title
from regolith.envs.terror_below.reader import Reader, shown
from regolith.envs.terror_below.words import (
    ANY_WORM,
    COLUMNS,
    DIE,
    EFFECTS,
    LOCATIONS,
    MOST_ARROWS,
    MOST_DRAWN,
    MOST_HAND,
    MOST_HEALTH,
    MOST_LIMIT,
    MOST_OFFSET,
    MOST_POINTS,
    MOST_ROWS,
    MOST_SHADED,
    MOST_STEPS,
    MOST_TIMES,
    MOST_VALUE,
    NONE,
    QUEENS,
    ROOM_FOR_STICKS,
    SEATS,
    SIZE,
    STARTING_WORMS,
    STEP_OF,
    Deck,
    Do,
    Egg,
    Limit,
    Location,
    Mode,
    Take,
    When,
    Which,
    WormType,
)

FOLDER = Path(__file__).parent
SHIPPED = ("deck", "untuned")
"""Decks that come with the game: the one that is played, and the reconstruction before it was balanced."""

LETTERS = {
    "G": Location.GOVERNMENT_FACILITY,
    "S": Location.GENERAL_STORE,
    "P": Location.STATE_POLICE,
    "M": Location.MOTEL,
    "H": Location.HOSPITAL,
}
CANYON = "#"
MOST_BYTES = 1 << 20
MOST_PROBLEMS = 20
"""Named at a time."""


class DeckError(RegolithError):
    """A deck file that cannot be played; the message lists what is wrong with it."""


Numbers = tuple[int, ...]


def _effect(r: Reader, where: str, given: Any) -> Effect:
    """One primitive with its numbers."""
    if not isinstance(given, dict):
        r.wrong(where, f"an effect is a table with do = ..., not {shown(given)}")
        return Effect(Do.NOTHING)
    given = dict(given)
    do = r.word(where, given, "do", Do)
    here = f"{where}, {do.name.lower()}"
    numbers: Numbers = ()
    if do in (Do.AP, Do.REMOVE_RUBBLE, Do.REDRAW_VEHICLE, Do.HUNT_DAMAGE_PLUS):
        numbers = (r.number(here, given, "n", 1, MOST_TIMES),)
    elif do == Do.SKIP_ARROWS:
        numbers = (r.number(here, given, "n", 1, MOST_ARROWS),)
    elif do == Do.HAND_SIZE:
        numbers = (r.number(here, given, "n", 1, MOST_HAND),)
    elif do == Do.VP:
        condition = given.pop("if", None)
        if condition not in (None, "worm_defeated"):
            r.wrong(here, f"if must be worm_defeated, not {shown(condition)}")
        numbers = (r.number(here, given, "n", 1, MOST_POINTS), int(condition is not None))
    elif do == Do.DRAW:
        deck = given.pop("deck", None)
        if deck not in ("item", "weapon"):
            r.wrong(here, f"deck must be one of item, weapon, not {shown(deck)}")
        numbers = (Deck.WEAPON if deck == "weapon" else Deck.ITEM, r.number(here, given, "n", 1, MOST_DRAWN))
    elif do == Do.DRAW_CHOICE:
        numbers = (r.number(here, given, "look", 2, 4),)
    elif do == Do.PLAY_EXTRA_CARD_FOR_AP:
        numbers = (r.number(here, given, "max_value", 1, MOST_VALUE),)
    elif do == Do.MOVE_TARGET:
        which, mode = r.word(here, given, "which", Which), r.word(here, given, "mode", Mode)
        numbers = (which, mode, r.number(here, given, "steps", 1, MOST_STEPS))
    elif do == Do.DAMAGE:
        if "dice" in given:
            dice, take = r.number(here, given, "dice", 1, 4), r.word(here, given, "take", Take, "sum")
            numbers = (r.number(here, given, "plus", 0, MOST_HEALTH, 0), dice, take)
        else:
            numbers = (r.number(here, given, "n", 1, MOST_HEALTH), 0, Take.SUM)
    elif do == Do.PICKUP_NO_END:
        numbers = (r.number(here, given, "max_ap_after", 1, 9) if "max_ap_after" in given else NONE,)
    elif do == Do.REFRESH_BOUNTIES:
        numbers = (r.number(here, given, "max", 1, 4),)
    elif do == Do.HIDDEN_BOUNTY:
        if given.get("draw") == "line_or_top":
            given.pop("draw")
            numbers = (0,)
        else:
            numbers = (r.number(here, given, "draw", 1, 4),)
    elif do == Do.SURVIVE_ROLL:
        numbers = (r.number(here, given, "min", 2, DIE),)
    elif do == Do.STEAL_EGG:
        numbers = (r.number(here, given, "range", 1, COLUMNS + MOST_ROWS),)
    elif do == Do.REPLACE_BONUS:
        numbers = (r.word(here, given, "location", Location),)
    r.nothing_else(here, given)
    return Effect(do, numbers)


ON_OWN_TURN = {
    Do.AP,
    Do.VP,
    Do.DRAW,
    Do.MOVE_TARGET,
    Do.SWAP_TARGETS,
    Do.REMOVE_RUBBLE,
    Do.ENTER_RUBBLE,
    Do.PICKUP_NO_END,
    Do.WILD_EGG,
    Do.REVIVE,
    Do.REFRESH_BOUNTIES,
    Do.HIDDEN_BOUNTY,
    Do.STEAL_EGG,
    Do.DISCARD_HAT,
}
MAY_DO: dict[When, set[Do]] = {
    When.OWN_TURN: ON_OWN_TURN,
    When.HUNT: {Do.DAMAGE, Do.VP},
    When.HUNT_JOIN: {Do.DAMAGE, Do.VP},
    When.CAUGHT: {Do.PREVENT_DEATH, Do.ESCAPE_TO_LOCATION},
    When.WOULD_DIE: {Do.SURVIVE_ROLL},
    When.AFTER_PLAY_VEHICLE: {Do.AP, Do.VP},
    When.DISTRACTION: {Do.SKIP_ARROWS},
    When.PICKUP_EGGS: {Do.PICKUP_NO_END},
    When.DELIVER_WITHOUT_BOUNTY: {Do.VP},
    When.DELIVERY_BONUS: {Do.REPLACE_BONUS},
    When.DRAW_ITEM: {Do.DRAW_CHOICE},
    When.RAMP_PAWN: {Do.VP},
    When.AFTER_REFILL: {Do.REDRAW_VEHICLE},
    When.ALWAYS: {Do.HAND_SIZE, Do.HUNT_DAMAGE_PLUS},
}
"""What makes sense at each moment; Natasha's reroll is an ability of a hunt too, but only a character can have it."""
ITEM_MOMENTS = (When.OWN_TURN, When.HUNT, When.HUNT_JOIN, When.CAUGHT)
HAT_MOMENTS = (When.OWN_TURN, When.AFTER_PLAY_VEHICLE, When.DISTRACTION, When.AFTER_REFILL, When.ALWAYS)
CHARACTER_MOMENTS = tuple(when for when in MAY_DO if when not in (When.HUNT_JOIN, When.CAUGHT))
WEAPON_MOMENTS = (When.HUNT, When.HUNT_JOIN)
MOST_STICKS = ROOM_FOR_STICKS - SEATS * EFFECTS
"""All cards may be used in one hunt, and every Leader's ability."""
VEHICLE_EFFECTS = {Do.PLAY_EXTRA_CARD_FOR_AP, Do.PLAY_EXTRA_CARD_FACEDOWN, Do.MOVE_TARGET}
BONUS_EFFECTS = {Do.HIDDEN_BOUNTY, Do.DRAW, Do.VP, Do.REVIVE}


def _effects(r: Reader, where: str, given: Any, allowed: set[Do], moment: str) -> tuple[Effect, ...]:
    if not isinstance(given, list) or not 1 <= len(given) <= EFFECTS:
        r.wrong(where, f"there must be 1 to {EFFECTS} effects, not {shown(given)}")
        return ()
    effects = tuple(_effect(r, where, one) for one in given)
    for effect in effects:
        if effect.do not in allowed:
            r.wrong(where, f"{effect.do.name.lower()} is no effect for {moment}")
        if effect.do == Do.VP and effect.numbers[1] != (moment in ("hunt", "hunt_join")):
            r.wrong(where, "vp with if = worm_defeated belongs to a hunt, vp without it to other moments")
    if sum(effect.do == Do.DAMAGE for effect in effects) > 1:
        r.wrong(where, "a card deals damage once")
    return effects


def _card(r: Reader, where: str, given: dict[str, Any], moments: tuple[When, ...]) -> Card:
    """A weapon, an item, a hat or a character."""
    name = r.text(where, given, "name")
    hat = r.yes(where, given, "hat") if moments is ITEM_MOMENTS else False
    when = r.word(where, given, "when", When)
    if hat:
        moments = HAT_MOMENTS
    if when not in moments:
        r.wrong(where, f"when must be one of {', '.join(m.name.lower() for m in moments)}, not {when.name.lower()}")
    allowed = MAY_DO.get(when, set()) | ({Do.REROLL} if moments is CHARACTER_MOMENTS and when == When.HUNT else set())
    effects = _effects(r, where, given.pop("effect", None), allowed, when.name.lower())
    limit = r.word(where, given, "limit", Limit, "none")
    lasting = hat or moments is CHARACTER_MOMENTS
    needed = {When.OWN_TURN: Limit.ONCE_PER_TURN, When.HUNT: Limit.ONCE_PER_HUNT}.get(when) if lasting else Limit.NONE
    if needed is not None and limit != needed:
        r.wrong(where, f"limit must be {needed.name.lower()} here, not {limit.name.lower()}")
    condition, cost = r.table(f"{where}, if", given.pop("if", {})), r.table(f"{where}, cost", given.pop("cost", {}))
    low, high = r.number(where, condition, "value_min", 0, MOST_VALUE, 0), 0
    high = r.number(where, condition, "value_max", 0, MOST_VALUE, MOST_VALUE)
    if (low, high) != (0, MOST_VALUE) and when != When.AFTER_PLAY_VEHICLE:
        r.wrong(where, "value_min and value_max are conditions of after_play_vehicle")
    needs_weapon = r.yes(where, condition, "weapon_played")
    ap = r.number(where, cost, "ap", 0, MOST_VALUE, 0)
    discard = cost.pop("discard", [])
    if discard not in ([], ["item", "weapon"]):
        r.wrong(where, f'cost.discard must be ["item", "weapon"], not {shown(discard)}')
    if (ap or discard) and not (lasting and when == When.OWN_TURN):
        r.wrong(where, "only an ability of the own turn has a cost")
    if ap and discard:
        r.wrong(where, "a cost is either points or a card")
    second = given.pop("alternative", None)
    other: dict[str, Any] = {}
    if second is not None:
        second = r.table(f"{where}, alternative", second)
        other["second"] = r.word(where, second, "when", When)
        if other["second"] != When.OWN_TURN:
            r.wrong(where, "an alternative use is for the own turn")
        other["second_effects"] = _effects(r, where, second.pop("effect", None), ON_OWN_TURN, "own_turn")
        other["second_not_for_solo"] = r.yes(where, second, "not_for_solo")
        r.nothing_else(where, second)
    not_for_solo = r.yes(where, given, "not_for_solo")
    for rest in (condition, cost, given):
        r.nothing_else(where, rest)
    return Card(
        name,
        when,
        effects,
        limit,
        low,
        high,
        needs_weapon,
        ap,
        bool(discard),
        not_for_solo=not_for_solo,
        hat=hat,
        **other,
    )


def _cards(r: Reader, data: dict[str, Any], kind: str, moments: tuple[When, ...]) -> tuple[tuple[Card, ...], int]:
    cards: list[Card] = []
    reconstructed = 0
    for where, given in r.tables(data, kind):
        copies = r.number(where, given, "copies", 1, 20, 1)
        reconstructed += copies * r.provenance(where, given)
        cards += [_card(r, where, given, moments)] * copies
    return tuple(cards), reconstructed


def _vehicles(r: Reader, data: dict[str, Any]) -> tuple[tuple[Vehicle, ...], int]:
    cards: list[Vehicle] = []
    reconstructed = 0
    for where, given in r.tables(data, "vehicle"):
        name, value = r.text(where, given, "name"), r.number(where, given, "value", 1, MOST_VALUE)
        effects = _effects(r, where, given.pop("ability", None), VEHICLE_EFFECTS, "a vehicle")
        rows = given.pop("arrows", None)
        if not isinstance(rows, list) or not rows:
            r.wrong(where, "arrows must list one row for each card")
            rows = []
        for row in rows:
            if not isinstance(row, str) or len(row) > MOST_ARROWS or set(row) - set(STEP_OF):
                r.wrong(where, f"arrows {shown(row)} must be at most {MOST_ARROWS} of the letters N, E, S, W")
                continue
            cards.append(Vehicle(name, value, row, effects))
        reconstructed += len(rows) * r.provenance(where, given)
        r.nothing_else(where, given)
    return tuple(cards), reconstructed


def _worms(r: Reader, data: dict[str, Any]) -> tuple[tuple[Worm, ...], int]:
    cards: list[Worm] = []
    reconstructed = 0
    for where, given in r.tables(data, "worm"):
        kind = r.word(where, given, "type", WormType)
        queen = kind == WormType.QUEEN
        egg = NONE if queen else int(r.word(where, given, "egg", Egg))
        start = r.pair(f"{where}, start", given.pop("start", None), 1, DIE)
        health = limit = 0
        if kind != WormType.STARTING:
            health = r.number(where, given, "health", 1, MOST_HEALTH)
            limit = r.number(where, given, "limit", 1, MOST_LIMIT)
        shaded = given.pop("pattern", None)
        if not isinstance(shaded, list) or not 1 <= len(shaded) <= MOST_SHADED:
            r.wrong(where, f"pattern must list 1 to {MOST_SHADED} shaded spaces")
            shaded = []
        pattern = tuple(r.pair(f"{where}, pattern", offset, -MOST_OFFSET, MOST_OFFSET) for offset in shaded)
        if (0, 0) in pattern or len(set(pattern)) < len(pattern):
            r.wrong(where, "pattern must list different spaces, the centre is not one of them")
        laid = given.pop("eggs", []) if queen else []
        eggs = tuple(_queens_egg(r, where, one) for one in (laid if isinstance(laid, list) else ()))
        if queen and sorted(one[0] for one in eggs) != list(Egg):
            r.wrong(where, "a Queen lays one egg of each colour")
        reconstructed += r.provenance(where, given)
        r.nothing_else(where, given)
        cards.append(Worm(kind, egg, start, pattern, eggs, health, limit))
    cards.sort(key=lambda worm: worm.type != WormType.STARTING)
    for kind, count in ((WormType.STARTING, STARTING_WORMS), (WormType.QUEEN, QUEENS)):
        found = sum(worm.type == kind for worm in cards)
        if found != count:
            r.wrong("worm", f"there must be {count} of type {kind.name.lower()}, not {found}")
    return tuple(cards), reconstructed


def _queens_egg(r: Reader, where: str, given: Any) -> tuple[int, int, int]:
    given = r.table(f"{where}, eggs", given)
    colour = r.word(where, given, "egg", Egg)
    column, row = r.pair(f"{where}, eggs", given.pop("offset", None), -1, 1)
    if abs(column) + abs(row) != 1:
        r.wrong(where, f"a Queen's egg lies on an adjacent space, not at {[column, row]}")
    r.nothing_else(where, given)
    return colour, column, row


def _bounties(r: Reader, data: dict[str, Any]) -> tuple[tuple[Bounty, ...], int]:
    cards: list[Bounty] = []
    reconstructed = 0
    for where, given in r.tables(data, "bounty"):
        points = r.number(where, given, "vp", 1, MOST_POINTS)
        if "worm" in given:
            prey = given.pop("worm")
            types = {kind.name.lower(): int(kind) for kind in WormType if kind < WormType.QUEEN} | {"any": ANY_WORM}
            if prey not in list(types):
                r.wrong(where, f"worm must be one of {', '.join(types)}, not {shown(prey)}")
                prey = "any"
            cards.append(Bounty(NONE, NONE, types[prey], points))
        else:
            egg, place = r.word(where, given, "egg", Egg), r.word(where, given, "location", Location)
            cards.append(Bounty(egg, place, NONE, points))
        reconstructed += r.provenance(where, given)
        r.nothing_else(where, given)
    return tuple(cards), reconstructed


def _side(r: Reader, data: dict[str, Any], name: str) -> Side:
    given = r.table(name, data.pop(name, {}))
    rows, numbers = given.pop("map", None), given.pop("rows", None)
    given.pop("provenance", None)
    r.nothing_else(name, given)
    good = isinstance(rows, list) and 1 <= len(rows) <= MOST_ROWS
    if not good or not all(isinstance(row, str) and len(row) == COLUMNS for row in rows):
        r.wrong(name, f"map must be 1 to {MOST_ROWS} rows of {COLUMNS} letters")
        return Side((), ())
    letters = "".join(rows)
    for letter in sorted(set(letters) - set(LETTERS) - {".", CANYON}):
        r.wrong(name, f"map has the letter {letter!r}; use ., # and {', '.join(LETTERS)}")
    for letter, location in LETTERS.items():
        if letters.count(letter) != 1:
            r.wrong(name, f"map must show {title(location)} ({letter}) once, not {letters.count(letter)} times")
    if (
        not isinstance(numbers, list)
        or len(numbers) != len(rows)
        or not all(type(number) is int for number in numbers)
        or sorted(n for n in numbers if n) != list(range(1, DIE + 1))
    ):
        r.wrong(name, f"rows must give each of the numbers 1 to {DIE} to one row, and 0 to the others")
        numbers = []
    elif any(number and CANYON in row for row, number in zip(rows, numbers, strict=True)):
        r.wrong(name, "a row with a number has no canyon: dice and worms could hit it")
    return Side(tuple(rows), tuple(numbers))


def read(path: Path) -> DeckFile:
    """Read and check a deck file."""
    data = read_toml(path, MOST_BYTES, "the deck", DeckError)
    r = Reader()
    sides = (_side(r, data, "desert"), _side(r, data, "canyon"))
    given = r.table("bonuses", data.pop("bonuses", {}))
    bonuses = []
    for location in Location:
        effect = _effect(r, f"bonuses, {location.name.lower()}", given.pop(location.name.lower(), None))
        if effect.do not in BONUS_EFFECTS:
            r.wrong("bonuses", f"{effect.do.name.lower()} is no delivery bonus")
        bonuses.append(effect)
    r.nothing_else("bonuses", given)
    vehicles, worms, bounties = _vehicles(r, data), _worms(r, data), _bounties(r, data)
    weapons = _cards(r, data, "weapon", WEAPON_MOMENTS)
    items = _cards(r, data, "item", ITEM_MOMENTS)
    characters = _cards(r, data, "character", CHARACTER_MOMENTS)
    r.nothing_else("the file", data)
    kinds = (vehicles, items, weapons, bounties, worms, characters)
    for kind, (cards, _) in zip(Deck, kinds, strict=True):
        if len(cards) != SIZE[kind]:
            r.wrong(kind.name.lower(), f"there must be {SIZE[kind]} cards, not {len(cards)}")
    for location in Location:
        if not any(bounty.location == location for bounty in bounties[0]):
            r.wrong("bounty", f"no bounty asks for a delivery to {title(location)}")
    sticks = sum(e.do == Do.VP for c in (*items[0], *weapons[0]) if c.when in WEAPON_MOMENTS for e in c.effects)
    if sticks > MOST_STICKS:
        r.wrong("weapon", f"items and weapons may pay {MOST_STICKS} times for a defeated worm, not {sticks} times")
    if r.problems:
        more = len(r.problems) - MOST_PROBLEMS
        named = [*r.problems[:MOST_PROBLEMS], *([f"and {more} more"] if more > 0 else [])]
        raise DeckError(f"the deck {path} is wrong: " + "; ".join(named))
    return DeckFile(
        path=path,
        sides=sides,
        bonuses=tuple(bonuses),
        vehicles=vehicles[0],
        items=items[0],
        weapons=weapons[0],
        bounties=bounties[0],
        worms=worms[0],
        characters=characters[0],
        reconstructed=sum(count for _, count in kinds),
    )


def path_of(deck: str) -> Path:
    """A deck by its name, if it comes with the game, else by its file."""
    return FOLDER / f"{deck}.toml" if deck in SHIPPED else Path(deck)


assert len(LETTERS) == LOCATIONS
