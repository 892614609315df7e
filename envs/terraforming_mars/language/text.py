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
    Rule.SHIELD: lambda m: f"opponents may not remove your {word(m['resource'])}",
    Rule.SHIELD_CARDS: lambda m: f"opponents may not remove your {word(m['kind'])}",
}


SCORED = {
    Scoring.PER_TAG: "tag",
    Scoring.PER_CITY: "cities in play",
    Scoring.PER_COLONY: "colonies in play",
    Scoring.PER_ADJACENT_CITY: "city next to the tile",
    Scoring.PER_ADJACENT_OCEAN: "ocean next to the tile",
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


def effect_text(card: Card) -> str:
    """What the card does: when played, while in play, as an action, at the end."""
    sentences = [
        phrases(card.on_play),
        f"first action: {phrases(card.first_action)}" if card.first_action else "",
        *(passive(effect) for effect in card.passives),
        *(RULES[modifier.rule](modifier) for modifier in card.modifiers),
        f"action: {phrases(card.action)}" if card.action else "",
        "nothing here can be removed" if card.protected else "",
        "the wild tag counts as any one tag during your actions" if WILD in card.tags else "",
        points(card.vp, card.holds) if card.vp else "",
    ]
    return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences if sentence)
