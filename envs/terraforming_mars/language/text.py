"""What a card needs and does, in words made from its data: for the text view and for tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum

from regolith.envs.terraforming_mars.language.card import Card, Need, Points, Requirement, Scoring
from regolith.envs.terraforming_mars.language.lasting import Modifier, Passive, Rule, Trigger
from regolith.envs.terraforming_mars.language.steps import Count, Counted, Op, Step, Steps
from regolith.envs.terraforming_mars.words import (
    NORMAL_RULE,
    WILD,
    CardResource,
    Resource,
    Tile,
    To,
    Victim,
    Where,
    Whose,
)

PROPER = {"MC": "MC", "EARTH": "Earth", "JOVIAN": "Jovian", "VENUS": "Venus", "VENUS_SCALE": "Venus"}


def word(of: IntEnum) -> str:
    """A word of the game as players write it."""
    # Words of different enums are equal if their numbers are, so the key is the name.
    return PROPER.get(of.name, of.name.lower().replace("_", " "))


def title(of: IntEnum) -> str:
    """The name of a place or a special tile."""
    return of.name.replace("_", " ").title()


def some(n: int, of: Resource | CardResource | str) -> str:
    """So many of a thing: 1 plant, 2 plants, 3 heat."""
    plural = of if isinstance(of, str) else word(of)
    return f"{n} {plural.removesuffix('s') if n == 1 else plural}"


def made(resource: Resource) -> str:
    return f"{word(resource).removesuffix('s')} production"


def a(thing: str) -> str:
    return f"{'an' if thing[0] in 'aeioAEIO' else 'a'} {thing}"


def either(words: Iterable[str]) -> str:
    return " or ".join(words)


def per(count: Count) -> str:
    """The tail of a counted amount."""
    if count.what == Counted.TAGS:
        tag = f"{either(map(word, count.tags))} tag" + ("s" if count.every > 1 else "")
        whose = " of the opponents" if count.whose == Whose.OPPONENTS else ""
        return f" per {f'{count.every} ' if count.every > 1 else ''}{tag}{whose}"
    return {
        Counted.CITIES: " per city in play",
        Counted.CITIES_ON_MARS: " per city on Mars",
        Counted.EVENTS_PLAYED: " per event ever played",
    }[count.what]


def amount(step: Step, of: Resource | CardResource | str) -> str:
    return some(step.n, of) if isinstance(step.n, int) else some(step.n.each, of) + per(step.n)


def change(step: Step) -> str:
    """A signed amount."""
    return f"{step.n:+}" if isinstance(step.n, int) else f"+{step.n.each}{per(step.n)}"


VICTIMS = {
    Victim.ANYBODY: "any player",
    Victim.OPPONENT: "an opponent",
    Victim.OPPONENT_BESIDE_THE_OCEAN: "an opponent with a tile beside that ocean",
    Victim.OPPONENT_WITH_VENUS_TAG: "an opponent with a Venus tag",
}
PLACES = {
    Where.LAND: " on land",
    Where.OCEAN_SPACE: " on a space reserved for ocean",
    Where.CITY_RULES: " where a city may stand",
    Where.ISOLATED: " where it touches no tile",
    Where.VOLCANIC: " on a volcanic space",
    Where.NEXT_TO_GREENERY: " next to a greenery",
    Where.NEXT_TO_CITY: " next to a city",
    Where.NEXT_TO_TWO_CITIES: " next to two cities",
    Where.METAL_BONUS: " on a steel or titanium bonus",
    Where.METAL_BONUS_NEXT_TO_OWN_TILE: " on a steel or titanium bonus next to an own tile",
    Where.NOCTIS_CITY: " on the space of Noctis City",
}


def place(step: Step) -> str:
    tile, where = step["tile"], step["where"]
    if tile > Tile.CITY_TILE:
        what = f"the {title(tile)} tile"
    elif step.n == 1:
        what = a(word(tile))
    else:
        what = f"{step.n} {word(tile)}s"
    if where == Where.OFF_MARS:
        return f"place {what} on {title(step['space'])}"
    return f"place {what}{'' if where == NORMAL_RULE.get(tile) else PLACES[where]}"


def add_resource(step: Step) -> str:
    what = amount(step, step["kind"] if step["kind"] is not None else "resources")
    if step["to"] == To.FILLED_CARD:
        return f"add {what} to a card that holds some"
    tag = f"{word(step['tag'])} " if step["tag"] is not None else ""
    return f"add {what} to {'any' if step['to'] == To.ANY_CARD else 'another'} {tag}card"


def spend(step: Step) -> str:
    metal = f" ({word(step['metal'])} may pay)" if step["metal"] is not None else ""
    return f"spend {amount(step, step['resource'])}{metal}"


def play_card(step: Step) -> str:
    cheaper = f" for {step['discount']} MC less" if step["discount"] else ""
    return f"play a card{cheaper}{' ignoring global requirements' if step['ignore_tracks'] else ''}"


def if_tags(step: Step) -> str:
    then, otherwise = (branch_text(branch) for branch in step.branches)
    return f"with {step['least']} {word(step['tag'])} tags {then}, otherwise {otherwise}"


PHRASES: dict[Op, Callable[[Step], str]] = {
    Op.GAIN: lambda s: f"gain {amount(s, s['resource'])}",
    Op.PRODUCTION: lambda s: f"{made(s['resource'])} {change(s)}",
    Op.DECREASE_ANY_PRODUCTION: lambda s: f"{made(s['resource'])} of any player -{s.n}",
    Op.CONVERT_PRODUCTION: lambda s: f"turn any {made(s['source'])} into {made(s['target'])}",
    Op.PRODUCTION_OF_BONUS: lambda s: f"production of that metal +{s.n}",
    Op.RAISE_LOWEST_PRODUCTION: lambda s: f"a lowest production +{s.n}",
    Op.COPY_PRODUCTION: lambda s: f"copy the production of an own {word(s['tag'])} card",
    Op.GAIN_WHAT_ROSE: lambda s: f"gain {s.n} of that resource",
    Op.RAISE_TRACK: lambda s: f"raise {word(s['track'])} {amount(s, 'steps')}",
    Op.TERRAFORM_RATING: lambda s: f"TR {change(s)}",
    Op.PLACE: place,
    Op.CLAIM_SPACE: lambda s: "put an own marker on free land: only you may place a tile there",
    Op.DRAW: lambda s: f"draw {amount(s, 'cards')}",
    Op.DRAW_AND_KEEP: lambda s: f"draw {amount(s, 'cards')} and keep {s['keep']}",
    Op.LOOK_AND_BUY: lambda s: f"look at {amount(s, 'cards')} to buy or discard",
    Op.DRAW_WITH_TAG: lambda s: f"draw {amount(s, 'cards')} with {a(word(s['tag']))} tag",
    Op.DRAW_WITH_ICON: lambda s: f"draw {amount(s, 'cards')} that show {word(s['kind'])}",
    Op.OPPONENTS_DRAW: lambda s: f"each opponent draws {amount(s, 'cards')}",
    Op.DISCARD: lambda s: f"discard {amount(s, 'cards')}",
    Op.REVEAL_TOP: lambda s: f"reveal the top card: for {a(word(s['tag']))} tag {branch_text(s.branches[0])}",
    Op.PLAY_CARD: play_card,
    Op.PLAY_PRELUDE: lambda s: f"draw {s['draw']} preludes and play {s.n}",
    Op.ADD_HERE: lambda s: f"add {s.n} here",
    Op.ADD_RESOURCE: add_resource,
    Op.ADD_TO_PLAYED_CARD: lambda s: f"add {s.n} {either(some(1, s[k])[2:] for k in ('kind', 'or_kind'))} to that card",
    Op.REMOVE_RESOURCE: lambda s: f"remove {amount(s, s['kind'])} from a card of {VICTIMS[s['victim']]}",
    Op.MAY_REMOVE_RESOURCE: lambda s: f"remove up to {amount(s, s['kind'])} from a card of {VICTIMS[s['victim']]}",
    Op.SPEND: spend,
    Op.SPEND_HERE: lambda s: f"spend {s.n} from here",
    Op.SPEND_FROM_CARD: lambda s: f"spend {amount(s, s['kind'])} from any card",
    Op.EXCHANGE: lambda s: f"exchange any {word(s['spend'])} for {amount(s, s['gain'])} each",
    Op.EXCHANGE_HERE: lambda s: f"exchange any number from here for {amount(s, s['gain'])} each",
    Op.REMOVE: lambda s: f"remove up to {amount(s, s['resource'])} of {VICTIMS[s['victim']]}",
    Op.STEAL: lambda s: f"steal up to {amount(s, s['resource'])}",
    Op.METAL_VALUE: lambda s: f"{word(s['metal'])} is worth {s.n} MC more",
    Op.GREENERY_COST: lambda s: f"plants needed for a greenery {change(s)}",
    Op.CHOOSE: lambda s: ", or ".join(map(branch_text, s.branches)),
    Op.IF_TAGS: if_tags,
    Op.IF_SOLO: lambda s: f"solo: {branch_text(s.branches[0])}",
    Op.ONLY_IF_RATING_ROSE: lambda s: "if your TR rose this generation",
    Op.FUND_AWARD: lambda s: "fund an award for free",
    Op.REUSE_ACTION: lambda s: "use the action of another card again",
}


def branch_text(steps: Steps) -> str:
    return " and ".join(PHRASES[step.op](step) for step in steps)


def phrases(steps: Steps) -> str:
    """The steps in a row; a choice among them is set off by semicolons."""
    return ("; " if any(step.branches for step in steps) else ", ").join(PHRASES[step.op](step) for step in steps)


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
    Rule.SHIELD: lambda m: f"opponents may not remove your {word(m['resource'])}",
    Rule.SHIELD_CARDS: lambda m: f"opponents may not remove your {word(m['kind'])}",
}


SCORED = {
    Scoring.PER_TAG: "tag",
    Scoring.PER_CITY: "cities in play",
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
THINGS = {Need.CITIES: "cities", Need.GREENERIES: "greeneries", Need.TERRAFORM_RATING: "TR"}


def requirement(needed: Requirement) -> str:
    if needed.need in NEEDS:
        return NEEDS[needed.need].format("most" if needed.most else "least", needed.n)
    if needed.need in THINGS:
        plural = f"{needed.n} {THINGS[needed.need]}"
        text = plural.replace("ies", "y") if needed.n == 1 else plural
        return text + (" of anyone" if needed.whose == Whose.EVERYBODY else "")
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
