"""What a card needs and does, in words made from its data: for the text view and for tables."""

from __future__ import annotations

from collections.abc import Callable

from regolith.envs.terraforming_mars.language.card import Card, Need, Points, Requirement, Scoring
from regolith.envs.terraforming_mars.language.lasting import Modifier, Passive, Rule, Trigger
from regolith.envs.terraforming_mars.language.phrases import a, either, phrases, some, title, word
from regolith.envs.terraforming_mars.words import WILD, CardResource, Whose

EVENTS = {
    Trigger.OWN_EVENT: "you play an event",
    Trigger.OWN_SPACE_EVENT: "you play a space event",
    Trigger.OWN_VP_CARD: "you play a card with a VP icon that is not negative",
    Trigger.OWN_COST_20: "you pay for a card or standard project of printed cost 20 or more",
    Trigger.OWN_STANDARD_PROJECT: "you use a standard project",
    Trigger.OWN_CITY: "you place a city",
    Trigger.ANY_CITY: "anyone places a city",
    Trigger.ANY_CITY_ON_MARS: "anyone places a city on Mars",
    Trigger.OWN_GREENERY: "you place a greenery",
    Trigger.ANY_OCEAN: "anyone places an ocean",
    Trigger.OWN_TILE_ON_METAL: "you place a tile on a steel or titanium bonus",
    Trigger.ANY_VENUS_STEP: "anyone raises Venus a step",
    Trigger.OWN_PRODUCTION_STEP: "your production rises a step",
    Trigger.ANY_COLONY: "anyone builds a colony",
    Trigger.OWN_NEW_KIND_OF_TAG: "you get a kind of tag that you never had",
    Trigger.OWN_PROJECT_OF_20: "you play a card of printed cost 20 or more",
    Trigger.OWN_TILE_ON_MARS: "you place a tile on Mars",
    Trigger.ANY_IDENTIFYING: "anyone identifies underground tokens",
    Trigger.ANY_OCEAN_TOKEN: "anyone identifies a token with an ocean",
    Trigger.OWN_CLAIM: "you claim an underground token",
    Trigger.ANY_EXCAVATION: "anyone excavates",
    Trigger.OWN_EXCAVATION_BESIDE_OCEAN: "you excavate next to an ocean",
    Trigger.ANY_TEMPERATURE_STEP: "anyone raises temperature a step",
    Trigger.OWN_HEAT_PRODUCTION_STEP: "your heat production rises a step",
    Trigger.OWN_LONELY_TILE: "you place a tile that touches no other",
    Trigger.OWN_CHEAP_EVENT: "you play an event of printed cost 14 or less",
    Trigger.ANY_BIG_SHOW: "anyone plays an event or city card of printed cost 15 or more",
    Trigger.OWN_GREAT_SHOW: "you play an event or city card of printed cost 25 or more",
    Trigger.FIGHTER_HERE: "a fighter is put here",
    Trigger.ANY_RATING_STEP_AT_LEAST_CORRUPTION: "the TR of anyone with the least corruption rises, that player does",
    Trigger.OWN_OCEAN_TOO_MANY: "you would place an ocean and all are placed",
    Trigger.PRODUCTION_BESIDE_FULL_HAND: "production begins, for each opponent with 7 or more cards in hand",
    Trigger.ANY_VENUS_STEP_OF_A_PLAYER: "anyone raises Venus a step, that player does",
    Trigger.PRODUCTION_WITHOUT_RATING: "production begins and your TR did not rise this generation",
}


def passive(effect: Passive) -> str:
    if effect.tags:
        who = "you play" if effect.trigger == Trigger.OWN_TAG else "anyone plays"
        event = f"{who} {a(either(map(word, effect.tags)))} tag"
    else:
        event = EVENTS[effect.trigger]
    this_too = ", this one too" if effect.this_too else ""
    return f"when {event}{this_too}: {'you may ' if effect.optional else ''}{phrases(effect.steps)}"


def discount(modifier: Modifier) -> str:
    if modifier["tag"] is None:
        return f"cards cost {modifier.n} MC less"
    tag = word(modifier["tag"])
    return f"cards cost {modifier.n} MC less {f'per {tag} tag' if modifier['each_tag'] else f'with {a(tag)} tag'}"


RULES: dict[Rule, Callable[[Modifier], str]] = {
    Rule.CARD_DISCOUNT: discount,
    Rule.NEXT_CARD_DISCOUNT: lambda m: f"the next card this generation costs {m.n} MC less",
    Rule.STANDARD_PROJECT_DISCOUNT: lambda m: f"the {word(m['project'])} standard project costs {m.n} MC less",
    Rule.LEEWAY: lambda m: f"{word(m['track']) if m['track'] is not None else 'global'} requirements +/- {m.n} steps",
    Rule.NEXT_CARD_LEEWAY: lambda m: f"global requirements of the next card +/- {m.n} steps",
    Rule.HEAT_AS_MC: lambda m: "heat may be spent as MC",
    Rule.PAY_WITH_RESOURCE: lambda m: (
        f"{word(m['kind'])} here pay {m.n} MC each for cards with {a(word(m['tag']))} tag"
    ),
    Rule.CARD_PRICE: lambda m: f"cards that you buy cost {m.n} MC each",
    Rule.HEAT_FROM_RESOURCE: lambda m: f"{word(m['kind'])} here may be spent as {m.n} heat each",
    Rule.TRADE_DISCOUNT: lambda m: f"trading costs {m.n} less of what you pay with",
    Rule.TRADE_STEPS: lambda m: f"before you trade you may raise the marker {some(m.n, 'steps')}",
    Rule.METAL_VALUE: lambda m: f"{word(m['metal'])} is worth {m.n} MC more",
    Rule.OCEAN_BONUS: lambda m: f"each ocean next to a tile that you place gives {m.n} MC more",
    Rule.INFLUENCE: lambda m: f"you have {m.n} influence more",
    Rule.BLOCK_WITH_FIGHTERS: lambda m: "fighters here may be spent as corruption to block",
    Rule.FIRST_STANDARD_DISCOUNT: lambda m: f"your first standard project each generation costs {m.n} MC less",
    Rule.EXCAVATION_DISCOUNT_FOR_ALL: lambda m: f"the standard project to excavate costs everyone {m.n} MC less",
    Rule.CITIES_BESIDE_OWN: lambda m: (
        "your cities may touch others, but go next to your tiles or on your markers if they can"
    ),
    Rule.EVENTS_FACE_UP: lambda m: "your events stay face up and their tags count",
    Rule.HOLDS_ANYTHING: lambda m: "any card resource may be added here",
    Rule.LEEWAY_FROM_RESOURCE: lambda m: (
        f"{word(m['kind'])} here may be spent to miss global requirements of cards with {a(word(m['tag']))} tag "
        f"by {some(m.n, 'steps')} each"
    ),
    Rule.TRADE_WITH_RESOURCE: lambda m: f"you may trade for {m.n} from here",
    Rule.SHIELD: lambda m: f"opponents may not remove your {word(m['resource'])}",
    Rule.SHIELD_CARDS: lambda m: f"opponents may not remove your {word(m['kind'])}",
}


SCORED = {
    Scoring.PER_TAG: "tag",
    Scoring.PER_CITY: "cities in play",
    Scoring.PER_COLONY: "colonies in play",
    Scoring.PER_ADJACENT_CITY: "city next to the tile",
    Scoring.PER_ADJACENT_OCEAN: "ocean next to the tile",
    Scoring.PER_MARKED_TOKEN: "token of yours with a cube",
}


def points(vp: Points, holds: CardResource | None) -> str:
    if vp.scoring == Scoring.FIXED:
        return f"{vp.n} VP"
    if vp.scoring == Scoring.IF_ANY_RESOURCE_HERE:
        return f"{vp.n} VP with any resource here"
    if vp.scoring == Scoring.PER_RESOURCE_HERE and holds is not None:
        what = f"{some(vp.every, holds)} here"
    else:
        what = f"{vp.every} {f'{word(vp.tag)} ' if vp.tag is not None else ''}{SCORED[vp.scoring]}"
    return f"{vp.n} VP per {what.removeprefix('1 ')}"


NEEDS = {
    Need.TEMPERATURE: "temperature at {} {} C",
    Need.OXYGEN: "oxygen at {} {}%",
    Need.OCEANS: "oceans at {} {}",
    Need.VENUS_SCALE: "Venus at {} {}%",
}
THINGS = {need: word(need) for need in (Need.CITIES, Need.GREENERIES, Need.COLONIES)} | {Need.TERRAFORM_RATING: "TR"}


def requirement(needed: Requirement) -> str:
    if needed.need in NEEDS:
        return NEEDS[needed.need].format("most" if needed.most else "least", needed.n)
    if needed.need in THINGS:
        plural = f"{needed.n} {THINGS[needed.need]}"
        text = plural.replace("ies", "y") if needed.n == 1 else plural
        return f"{'at most ' if needed.most else ''}{text}{' of anyone' if needed.whose == Whose.EVERYBODY else ''}"
    if needed.need == Need.CORRUPTION:
        return f"at most {needed.n} corruption" if needed.most else f"{needed.n} corruption"
    if needed.need == Need.CLAIMED_TOKENS:
        return some(needed.n, "underground tokens")
    if needed.need == Need.CHAIRMAN:
        return "the chair"
    if needed.need == Need.PARTY_LEADERS:
        return f"{'a party' if needed.n == 1 else f'{needed.n} parties'} led by you"
    if needed.need == Need.PARTY and needed.what is not None:
        return f"{title(needed.what)} in power, or 2 of your delegates there"
    if isinstance(needed.what, CardResource):
        return some(needed.n, needed.what)
    kind = word(needed.what) if needed.what is not None else ""
    return f"{needed.n} {kind} production" if needed.need == Need.PRODUCTION else some(needed.n, f"{kind} tags")


def requirement_text(card: Card) -> str:
    """What must be true to play the card; empty if nothing."""
    return ", ".join(requirement(needed) for needed in card.requires)


def points_text(card: Card) -> str:
    """What the card scores at the end; empty if nothing."""
    return points(card.vp, card.holds) if card.vp else ""


def deed_text(card: Card) -> str:
    """What the card does: when played, while in play, as an action."""
    return _sentences(
        phrases(card.on_play),
        f"first action: {phrases(card.first_action)}" if card.first_action else "",
        *(passive(effect) for effect in card.passives),
        *(RULES[modifier.rule](modifier) for modifier in card.modifiers),
        f"action: {phrases(card.action)}" if card.action else "",
        "nothing here can be removed" if card.protected else "",
        "the wild tag counts as any one tag during your actions" if WILD in card.tags else "",
    )


def effect_text(card: Card) -> str:
    """What the card does and scores."""
    return " ".join(filter(None, [deed_text(card), _sentences(points_text(card))]))


def _sentences(*sentences: str) -> str:
    return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences if sentence)
