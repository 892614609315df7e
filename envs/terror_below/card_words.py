"""The cards of a deck in words, for who looks one up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from regolith.envs.core.card_words import CardWords
from regolith.envs.terror_below.card import Bounty, Card, DeckFile, Effect, Vehicle, Worm, title
from regolith.envs.terror_below.options import TerrorOptions
from regolith.envs.terror_below.tables import load
from regolith.envs.terror_below.words import (
    MOST_VALUE,
    NONE,
    Deck,
    Do,
    Egg,
    Limit,
    Location,
    Mode,
    Take,
    When,
    Which,
)

MOMENTS = {
    When.OWN_TURN: "in your turn",
    When.HUNT: "in a hunt",
    When.HUNT_JOIN: "when others hunt",
    When.CAUGHT: "when you are caught",
    When.WOULD_DIE: "when your Leader would die",
    When.AFTER_PLAY_VEHICLE: "after you play a vehicle card",
    When.DISTRACTION: "when your vehicle card distracts a worm",
    When.PICKUP_EGGS: "when you pick up eggs",
    When.DELIVER_WITHOUT_BOUNTY: "when you deliver without a bounty",
    When.DELIVERY_BONUS: "for the delivery bonus",
    When.DRAW_ITEM: "when you draw an item",
    When.RAMP_PAWN: "when you ramp over a pawn",
    When.AFTER_REFILL: "after you refill your hand",
    When.ALWAYS: "always",
}
LIMITS = {Limit.NONE: "", Limit.ONCE_PER_TURN: ", once per turn", Limit.ONCE_PER_HUNT: ", once per hunt"}
TARGETS = {
    Which.DISTRACTED: "the target of the distracted worm moves",
    Which.ALL: "all targets move",
    Which.CHOOSE_ONE: "a target of your choice moves",
}
WAYS = {Mode.TOWARD_SELF: "toward you", Mode.FREE: "where you like"}


def _many(n: int, thing: str) -> str:
    return f"{n} {thing}{'s' * (n != 1)}"


def _damage(plus: int, dice: int, take: int) -> str:
    if dice == 0:
        return f"{plus} damage"
    rolled = _many(dice, "die") if dice == 1 else f"the {'highest' if take == Take.HIGH else 'sum'} of {dice} dice"
    return f"damage: {rolled}" + (f" and {plus} more" if plus else "")


PHRASES: dict[Do, Callable[..., str]] = {
    Do.AP: lambda n: _many(n, "more action point"),
    Do.VP: lambda n, when_killed: _many(n, "point") + (" if the worm is defeated" if when_killed else ""),
    Do.DRAW: lambda deck, n: f"draw {_many(n, Deck(deck).name.lower())}",
    Do.DRAW_CHOICE: lambda look: f"look at {look}, keep one",
    Do.PLAY_EXTRA_CARD_FOR_AP: lambda value: f"add a vehicle card of value {value} or less for its points",
    Do.PLAY_EXTRA_CARD_FACEDOWN: lambda: "put another vehicle card face down under a worm",
    Do.MOVE_TARGET: lambda which, mode, steps: f"{TARGETS[Which(which)]} {_many(steps, 'step')} {WAYS[Mode(mode)]}",
    Do.SWAP_TARGETS: lambda: "exchange two targets",
    Do.DAMAGE: _damage,
    Do.REROLL: lambda: "roll the dice of a weapon again",
    Do.REMOVE_RUBBLE: lambda n: f"remove {n} adjacent rubble",
    Do.ENTER_RUBBLE: lambda: "this turn you may move onto rubble",
    Do.PICKUP_NO_END: lambda most: (
        "picking up eggs does not end your actions"
        + ("" if most == NONE else f", {_many(most, 'point')} at most are left")
    ),
    Do.WILD_EGG: lambda: "your next delivery may complete any bounty of its Location",
    Do.REVIVE: lambda: "a dead squad member comes back",
    Do.REFRESH_BOUNTIES: lambda most: f"discard up to {most} bounties of the line",
    Do.HIDDEN_BOUNTY: lambda look: (
        "take a bounty of the line or the top one as a hidden bounty"
        if look == 0
        else f"look at {look} bounties, keep one hidden"
    ),
    Do.PREVENT_DEATH: lambda: "your Leader does not die",
    Do.ESCAPE_TO_LOCATION: lambda: "escape to the nearest Location",
    Do.SURVIVE_ROLL: lambda least: f"your Leader survives with {least} or more on a die",
    Do.STEAL_EGG: lambda reach: f"take an egg from a player within {_many(reach, 'space')}",
    Do.DISCARD_HAT: lambda: "shoot off a hat",
    Do.REDRAW_VEHICLE: lambda n: f"you may replace {_many(n, 'vehicle card')}",
    Do.HAND_SIZE: lambda n: f"your hand is {_many(n, 'vehicle card')}",
    Do.REPLACE_BONUS: lambda place: f"you may take the bonus of the {title(Location(place))} instead",
    Do.HUNT_DAMAGE_PLUS: lambda n: f"your first damage in each hunt is {n} more",
    Do.SKIP_ARROWS: lambda n: f"you may ignore {_many(n, 'arrow')}",
}


def cards(options: TerrorOptions) -> list[CardWords]:
    """All cards of the deck in use; copies of a card are told once."""
    copies = Counter(_all(load(options.deck).deck))
    return [replace(card, remark=_remark(card, n)) for card, n in copies.items()]


def _all(deck: DeckFile) -> Iterator[CardWords]:
    for vehicle in deck.vehicles:
        arrows = sorted(other.arrows for other in deck.vehicles if other.name == vehicle.name)
        yield _vehicle(vehicle, arrows)
    for kind, found in (("item", deck.items), ("weapon", deck.weapons), ("character", deck.characters)):
        for card in found:
            yield _card(card, "hat" if card.hat else kind)
    for bounty in deck.bounties:
        yield _bounty(bounty)
    for worm in deck.worms:
        yield _worm(worm)


def _remark(card: CardWords, copies: int) -> str:
    return "; ".join(filter(None, [card.remark, f"{copies} cards" if copies > 1 else ""]))


def effects_text(effects: tuple[Effect, ...]) -> str:
    """What effects do, one after the other."""
    return ", ".join(PHRASES[effect.do](*effect.numbers) for effect in effects)


def _vehicle(card: Vehicle, arrows: list[str]) -> CardWords:
    shown = ", ".join(one or "none" for one in arrows)
    return CardWords(
        card.name, "vehicle", cost=f"value {card.value}", does=effects_text(card.effects), remark=f"arrows: {shown}"
    )


def _card(card: Card, kind: str) -> CardWords:
    moment = f"{MOMENTS[card.when]}{_of_value(card.value_min, card.value_max)}{LIMITS[card.limit]}"
    uses = [f"{moment}: {effects_text(card.effects)}"]
    if card.second_effects:
        only = " (not in solo)" if card.second_not_for_solo else ""
        uses.append(f"or {MOMENTS[card.second]}{only}: {effects_text(card.second_effects)}")
    costs = [_many(card.cost_ap, "action point")] * bool(card.cost_ap) + [
        "discard an item or weapon"
    ] * card.cost_discard
    return CardWords(
        card.name,
        kind,
        cost=", ".join(costs),
        needs="a weapon played in this hunt" if card.needs_weapon else "",
        does="; ".join(uses),
        remark="not in the solo game" if card.not_for_solo else "",
    )


def _of_value(low: int, high: int) -> str:
    """Which vehicle cards it takes."""
    if high == MOST_VALUE:
        return f" of value {low} or more" if low else ""
    return f" of value {low} to {high}" if low else f" of value {high} or less"


def _bounty(card: Bounty) -> CardWords:
    name = card.name.rpartition(" (")[0]
    return CardWords(name, "bounty", points=_many(card.points, "point"))


def _worm(card: Worm) -> CardWords:
    egg = "one egg of each colour" if card.egg == NONE else f"{Egg(card.egg).name.lower()} egg"
    strength = f"health {card.health}, attacks with {card.limit} vehicle cards; " if card.health else ""
    spaces = ", ".join(f"{right:+} {down:+}" for right, down in card.pattern)
    return CardWords(card.name, "worm", does=f"{strength}{egg}; shaded spaces (right, down): {spaces}")
