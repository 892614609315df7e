"""What lasts while a card lies in play: effects that wait for an event, and rules that a card changes for its owner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from regolith.envs.terraforming_mars.language.operation import Operand, Signature, check_operands
from regolith.envs.terraforming_mars.language.steps import Step, Steps, steps
from regolith.envs.terraforming_mars.rooms import room
from regolith.envs.terraforming_mars.words import CardResource, Resource, StandardProject, Tag, Track


class Trigger(IntEnum):
    """Events that effects wait for. `OWN_`: only the owner's; `ANY_`: everybody's."""

    OWN_TAG = 0
    """Once for each matching tag on the card just played, of whatever kind it is; wild tags never match."""
    ANY_TAG = 1
    OWN_EVENT = 2
    OWN_SPACE_EVENT = 3
    OWN_VP_CARD = 4
    """A card with a victory point icon that is not negative; a counted icon may be worth 0 today."""
    OWN_COST_20 = 5
    """A project card or standard project with a printed cost of 20 or more; after paying."""
    OWN_STANDARD_PROJECT = 6
    """Not selling patents; after paying."""
    OWN_CITY = 7
    ANY_CITY = 8
    """The Capital and off-Mars cities too."""
    ANY_CITY_ON_MARS = 9
    OWN_GREENERY = 10
    ANY_OCEAN = 11
    """Oceans of the World Government and of the temperature track too."""
    OWN_TILE_ON_METAL = 12
    """On a space that shows steel or titanium, oceans included; once, however many icons."""
    ANY_VENUS_STEP = 13
    """Once for each step, the World Government's too."""
    OWN_PRODUCTION_STEP = 14
    """Once for each step that a production goes up, whatever the cause."""
    ANY_COLONY = 15
    """Whoever builds it, by whatever means."""
    OWN_NEW_KIND_OF_TAG = 16
    """Once for each kind of tag that the player has never had before; neither events nor wild tags count."""
    OWN_PROJECT_OF_20 = 17
    """A project card with a printed cost of 20 or more."""
    OWN_TILE_ON_MARS = 18
    """Oceans too."""
    PRODUCTION_WITHOUT_RATING = 19
    """The production phase of a generation in which the player's rating has not risen."""
    ANY_IDENTIFYING = 20
    """Somebody identifies tokens; once for each effect, however many."""
    ANY_OCEAN_TOKEN = 21
    """Somebody identifies a token that shows an ocean."""
    OWN_CLAIM = 22
    """Of an underground token, by excavating or otherwise."""
    ANY_EXCAVATION = 23
    """From the pile too."""
    OWN_EXCAVATION_BESIDE_OCEAN = 24
    ANY_TEMPERATURE_STEP = 25
    """Once for each step, the World Government's too."""
    OWN_HEAT_PRODUCTION_STEP = 26
    """Once for each step up, whatever the cause."""
    OWN_LONELY_TILE = 27
    """A tile that touches no other; beside the map it never does."""
    OWN_CHEAP_EVENT = 28
    """With a printed cost of 14 or less."""
    ANY_BIG_SHOW = 29
    """An event or a card with a city tag and a printed cost of 15 or more, by anybody; once for being an event and once for the tag."""
    OWN_GREAT_SHOW = 30
    """The same by the owner, with a printed cost of 25 or more."""
    FIGHTER_HERE = 31
    """Once for each fighter put on this card."""
    ANY_RATING_STEP_AT_LEAST_CORRUPTION = 32
    """A step of rating of a player whom nobody has less corruption than; he gains, not the owner."""
    OWN_OCEAN_TOO_MANY = 33
    """An ocean that would be placed when all are."""
    PRODUCTION_BESIDE_FULL_HAND = 34
    """The production phase begins; once for each opponent with 7 or more cards in hand."""
    ANY_VENUS_STEP_OF_A_PLAYER = 35
    """Once for each step that a player raises Venus; he gains, not the owner."""


FOR_WHO_CAUSES_IT = (Trigger.ANY_RATING_STEP_AT_LEAST_CORRUPTION, Trigger.ANY_VENUS_STEP_OF_A_PLAYER)
"""What waits for these happens to who causes them."""
TRIGGERS = room("triggers", len(Trigger), 48)


@dataclass(frozen=True)
class Passive:
    """Steps that happen on each such event. `this_too`: the card's own play counts as one; `optional`: may be declined."""

    trigger: Trigger
    steps: Steps
    tags: tuple[Tag, ...] = ()
    this_too: bool = False
    optional: bool = False

    def __post_init__(self) -> None:
        if bool(self.tags) != (self.trigger in (Trigger.OWN_TAG, Trigger.ANY_TAG)) or not self.steps:
            raise ValueError(f"nothing to wait for or nothing to do: {self}")


def on(trigger: Trigger, does: Step | Iterable[Step | Steps], *, this_too: bool = False) -> Passive:
    return Passive(trigger, steps(does), this_too=this_too)


def on_own_tag(*tags: Tag, does: Step | Iterable[Step], optional: bool = False) -> Passive:
    """Every such card counts its own tags too."""
    return Passive(Trigger.OWN_TAG, steps(does), tags, this_too=True, optional=optional)


def on_any_tag(*tags: Tag, does: Step | Iterable[Step]) -> Passive:
    """Every such card counts its own tags too."""
    return Passive(Trigger.ANY_TAG, steps(does), tags, this_too=True)


class Rule(IntEnum):
    """Rules that a card changes for its owner by `n`, with the operands of `RULE_OPERANDS`."""

    CARD_DISCOUNT = 0
    """Project cards (with that tag) cost n less; `each_tag`: n for every such tag on the card."""
    NEXT_CARD_DISCOUNT = 1
    """Used up by the next card, whatever its cost; lost when the generation ends."""
    STANDARD_PROJECT_DISCOUNT = 2
    LEEWAY = 3
    """Global requirements (of that track) may be missed by n steps; several add up."""
    NEXT_CARD_LEEWAY = 4
    """Ends with the next card or on passing."""
    HEAT_AS_MC = 5
    PAY_WITH_RESOURCE = 6
    """Resources on this card are worth n MC for cards with that tag; no change is given."""
    SHIELD = 7
    """Opponents may not remove this resource from the supply."""
    SHIELD_CARDS = 8
    """Opponents may not remove this kind from cards."""
    CARD_PRICE = 9
    """Cards that are bought cost n each in place of what everybody pays."""
    HEAT_FROM_RESOURCE = 10
    """Resources of that kind on this card may be spent as n heat each; no change is given."""
    TRADE_DISCOUNT = 11
    """A trade costs n less of whatever pays for it; several add up."""
    TRADE_STEPS = 12
    """The marker may be moved up n steps before a trade; several add up."""
    METAL_VALUE = 13
    """A metal is worth n MC more."""
    OCEAN_BONUS = 14
    """Each ocean that a new tile touches gives n MC more."""
    INFLUENCE = 15
    """The player has n influence more."""
    BLOCK_WITH_FIGHTERS = 16
    """A fighter on this card blocks as corruption does."""
    FIRST_STANDARD_DISCOUNT = 17
    """The first standard project of a generation costs n less, selling patents aside."""
    EXCAVATION_DISCOUNT_FOR_ALL = 18
    """The standard project to excavate costs everybody n less."""
    CITIES_BESIDE_OWN = 19
    """Own cities may touch others, but go beside own tiles or on own markers while they can."""
    EVENTS_FACE_UP = 20
    HOLDS_ANYTHING = 21
    """This card takes card resources of any kind, which become its own kind."""
    LEEWAY_FROM_RESOURCE = 22
    """Resources here may be spent to move a requirement on a track by n steps each, for cards with that tag."""
    TRADE_WITH_RESOURCE = 23
    """n resources here pay for a trade; discounts do not count."""


RULES = room("rules that cards change", len(Rule), 32)

RULE_OPERANDS: dict[Rule, Signature] = {
    Rule.CARD_DISCOUNT: {"tag": Tag | None, "each_tag": bool},
    Rule.NEXT_CARD_DISCOUNT: {},
    Rule.STANDARD_PROJECT_DISCOUNT: {"project": StandardProject},
    Rule.LEEWAY: {"track": Track | None},
    Rule.NEXT_CARD_LEEWAY: {},
    Rule.HEAT_AS_MC: {},
    Rule.PAY_WITH_RESOURCE: {"kind": CardResource, "tag": Tag},
    Rule.SHIELD: {"resource": Resource},
    Rule.SHIELD_CARDS: {"kind": CardResource},
    Rule.CARD_PRICE: {},
    Rule.HEAT_FROM_RESOURCE: {"kind": CardResource},
    Rule.TRADE_DISCOUNT: {},
    Rule.TRADE_STEPS: {},
    Rule.METAL_VALUE: {"metal": Resource},
    Rule.OCEAN_BONUS: {},
    Rule.INFLUENCE: {},
    Rule.BLOCK_WITH_FIGHTERS: {},
    Rule.FIRST_STANDARD_DISCOUNT: {},
    Rule.EXCAVATION_DISCOUNT_FOR_ALL: {},
    Rule.CITIES_BESIDE_OWN: {},
    Rule.EVENTS_FACE_UP: {},
    Rule.HOLDS_ANYTHING: {},
    Rule.LEEWAY_FROM_RESOURCE: {"kind": CardResource, "tag": Tag},
    Rule.TRADE_WITH_RESOURCE: {},
}


@dataclass(frozen=True)
class Modifier:
    """A changed rule. `modifier["tag"]` is the operand of that name."""

    rule: Rule
    n: int = 1
    operands: tuple[Operand, ...] = ()

    def __post_init__(self) -> None:
        check_operands(self.rule, RULE_OPERANDS[self.rule], self.operands)
        if self.n < 1:
            raise ValueError(f"{self.rule!r} by {self.n}")

    def __getitem__(self, name: str) -> Any:
        return self.operands[list(RULE_OPERANDS[self.rule]).index(name)]


def card_discount(n: int, tag: Tag | None = None, *, once: bool = False) -> Modifier:
    """Cards cost less: all of them, or those with a tag, counted for every such tag unless `once`."""
    return Modifier(Rule.CARD_DISCOUNT, n, (tag, tag is not None and not once))


def next_card_discount(n: int) -> Modifier:
    return Modifier(Rule.NEXT_CARD_DISCOUNT, n)


def standard_project_discount(n: int, project: StandardProject) -> Modifier:
    return Modifier(Rule.STANDARD_PROJECT_DISCOUNT, n, (project,))


def leeway(n: int, track: Track | None = None) -> Modifier:
    return Modifier(Rule.LEEWAY, n, (track,))


def next_card_leeway(n: int) -> Modifier:
    return Modifier(Rule.NEXT_CARD_LEEWAY, n)


def heat_as_mc() -> Modifier:
    return Modifier(Rule.HEAT_AS_MC)


def pay_with(kind: CardResource, n: int, tag: Tag) -> Modifier:
    return Modifier(Rule.PAY_WITH_RESOURCE, n, (kind, tag))


def card_price(n: int) -> Modifier:
    return Modifier(Rule.CARD_PRICE, n)


def heat_from(kind: CardResource, n: int) -> Modifier:
    return Modifier(Rule.HEAT_FROM_RESOURCE, n, (kind,))


def trade_discount(n: int) -> Modifier:
    return Modifier(Rule.TRADE_DISCOUNT, n)


def trade_steps(n: int) -> Modifier:
    return Modifier(Rule.TRADE_STEPS, n)


def metal_value_while_in_force(n: int, metal: Resource) -> Modifier:
    return Modifier(Rule.METAL_VALUE, n, (metal,))


def ocean_bonus(n: int) -> Modifier:
    return Modifier(Rule.OCEAN_BONUS, n)


def more_influence(n: int) -> Modifier:
    return Modifier(Rule.INFLUENCE, n)


def shield(what: Resource | CardResource) -> Modifier:
    return Modifier(Rule.SHIELD if isinstance(what, Resource) else Rule.SHIELD_CARDS, operands=(what,))


def block_with_fighters() -> Modifier:
    return Modifier(Rule.BLOCK_WITH_FIGHTERS)


def first_standard_discount(n: int) -> Modifier:
    return Modifier(Rule.FIRST_STANDARD_DISCOUNT, n)


def excavation_discount_for_all(n: int) -> Modifier:
    return Modifier(Rule.EXCAVATION_DISCOUNT_FOR_ALL, n)


def cities_beside_own() -> Modifier:
    return Modifier(Rule.CITIES_BESIDE_OWN)


def events_face_up() -> Modifier:
    return Modifier(Rule.EVENTS_FACE_UP)


def holds_anything() -> Modifier:
    return Modifier(Rule.HOLDS_ANYTHING)


def leeway_from(kind: CardResource, tag: Tag, n: int = 1) -> Modifier:
    return Modifier(Rule.LEEWAY_FROM_RESOURCE, n, (kind, tag))


def trade_with(n: int) -> Modifier:
    """Of what lies on the card."""
    return Modifier(Rule.TRADE_WITH_RESOURCE, n)
