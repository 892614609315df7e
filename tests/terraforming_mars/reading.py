"""Reads a card of the catalogue back into the form of the facts, so that the two can be compared field by field."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from regolith.envs.terraforming_mars.language.card import Card, Need, Points, Requirement, Scoring
from regolith.envs.terraforming_mars.language.counts import Count, Counted
from regolith.envs.terraforming_mars.language.lasting import Modifier, Passive, Rule, Trigger
from regolith.envs.terraforming_mars.language.steps import Step, Steps
from regolith.envs.terraforming_mars.rules.course import GREENERY_COST
from regolith.envs.terraforming_mars.rules.placement import OCEAN_MC
from regolith.envs.terraforming_mars.words import (
    CardKind,
    CardResource,
    Condition,
    Tag,
    Tile,
    To,
    Track,
    Victim,
    Where,
    Whose,
)
from tests.terraforming_mars.operations import Op

from . import underworld_reading

Fact = dict[str, Any]
FACTS: Fact = json.loads(gzip.decompress((Path(__file__).parent / "facts.json.gz").read_bytes()))
CARD_FACTS: list[Fact] = [
    card
    for deck in ("projects", "corporations", "preludes")
    for card_set in FACTS["sets"].values()
    for card in card_set[deck]
]

KIND = {
    CardResource.ANIMALS: "animal",
    CardResource.MICROBES: "microbe",
    CardResource.SCIENCE_RESOURCES: "science",
    CardResource.FIGHTERS: "fighter",
    CardResource.FLOATERS: "floater",
    CardResource.ASTEROIDS: "asteroid",
    CardResource.CAMPS: "camp",
    CardResource.PRESERVATION: "preservation",
    CardResource.DATA: "data",
    CardResource.TOOLS: "tool",
    CardResource.JOURNALISM: "journalism",
    CardResource.WARES: "ware",
    CardResource.ACTIVISTS: "activist",
    CardResource.SUPPLY_CHAIN: "supply_chain",
}
TRACK = {
    Track.TEMPERATURE: "temperature",
    Track.OXYGEN: "oxygen",
    Track.OCEANS: "oceans",
    Track.VENUS_SCALE: "venus",
}
WHERE = {
    Where.LAND: "land",
    Where.OCEAN_SPACE: "ocean_space",
    Where.CITY_RULES: "city_rules",
    Where.ISOLATED: "isolated",
    Where.VOLCANIC: "volcanic",
    Where.NEXT_TO_GREENERY: "next_to_greenery",
    Where.NEXT_TO_CITY: "next_to_city",
    Where.NEXT_TO_TWO_CITIES: "next_to_2_cities",
    Where.METAL_BONUS: "steel_or_titanium_bonus",
    Where.METAL_BONUS_NEXT_TO_OWN_TILE: "steel_or_titanium_bonus_next_to_own_tile",
    Where.NOCTIS_CITY: "noctis_city",
    Where.UNMARKED_LAND: "free_unreserved_land",
    Where.OWN_MARKER: "own_marker",
    Where.LAST_SPACE: "that_space",
    Where.SPACE_OF_ANOTHER_CITY: "space_of_another_city",
}
UNSAID = {
    (Tile.OCEAN_TILE, Where.OCEAN_SPACE),
    (Tile.GREENERY_TILE, Where.GREENERY_RULES),
    (Tile.CITY_TILE, Where.CITY_RULES),
}
"""The facts leave out the normal rule of a tile."""
WHO = {
    Victim.ANYBODY: "any player",
    Victim.OPPONENT: "any opponent",
    Victim.OPPONENT_BESIDE_THE_OCEAN: "owner of a tile adjacent to the ocean just placed",
    Victim.OPPONENT_WITH_VENUS_TAG: "an opponent with a Venus tag in play",
}
WHEN = {
    Trigger.OWN_TAG: "tag_played_by_self",
    Trigger.ANY_TAG: "tag_played_by_anyone",
    Trigger.OWN_EVENT: "event_played_by_self",
    Trigger.OWN_SPACE_EVENT: "space_event_played_by_self",
    Trigger.OWN_VP_CARD: "vp_icon_card_played_by_self",
    Trigger.OWN_COST_20: "paid_base_cost_20_plus_by_self",
    Trigger.OWN_STANDARD_PROJECT: "standard_project_by_self",
    Trigger.OWN_CITY: "city_placed_by_self",
    Trigger.ANY_CITY: "city_placed_by_anyone",
    Trigger.ANY_CITY_ON_MARS: "city_placed_on_mars_by_anyone",
    Trigger.OWN_GREENERY: "greenery_placed_by_self",
    Trigger.ANY_OCEAN: "ocean_placed_by_anyone",
    Trigger.OWN_TILE_ON_METAL: "tile_placed_by_self_on_steel_or_titanium_bonus",
    Trigger.ANY_VENUS_STEP: "venus_raised_by_anyone",
    Trigger.OWN_PRODUCTION_STEP: "production_increased_by_self",
    Trigger.ANY_COLONY: "colony_built_by_anyone",
    Trigger.OWN_NEW_KIND_OF_TAG: "new_kind_of_tag_by_self",
    Trigger.OWN_PROJECT_OF_20: "project_of_base_cost_20_plus_played_by_self",
    Trigger.PRODUCTION_WITHOUT_RATING: "production_phase_without_tr_raise_by_self",
    **underworld_reading.WHEN,
}
CONDITION = {
    Condition.HEAT_LEFT_AFTER_PAYING: "At least 5 heat must remain after the card itself has been paid for.",
    Condition.ANOTHER_CARD_IN_HAND: "At least one other card must be in hand.",
}
RATING_ROSE = (
    "Only in a generation in which own TR has already gone up at least once "
    "(any source, preludes in generation 1 included)."
)
ANY_HERE = "Only with at least 1 resource on this card."
ANY_SCIENCE = "3 VP if at least one science resource is on this card, otherwise 0"


def low(word: Any) -> str:
    return str(word.name).lower()


def tags_of(tags: tuple[Tag, ...]) -> str:
    return "|".join(low(tag) for tag in tags)


def count(n: int | Count) -> int | Fact:
    if isinstance(n, int):
        return n
    per = {
        Counted.TAGS: f"tag:{tags_of(n.tags)}",
        Counted.CARD_RESOURCES: low(n.kind) if n.kind is not None else "",
        Counted.CARDS_WITHOUT_TAGS: "own_cards_without_tags",
        Counted.EMPTY_SPACES_BESIDE_OWN_TILES: "empty_mars_spaces_adjacent_to_own_tiles",
        Counted.PARTIES_WITH_DELEGATE: "parties_with_own_delegate",
        Counted.PRINTED_TAGS: f"printed_tag:{tags_of(n.tags)}",
        **underworld_reading.COUNTED,
    }
    found: Fact = {"per": per.get(n.what, low(n.what)), "each": n.each}
    if n.what == Counted.CRIME_TAGS:
        found["events_count"] = True
    if n.base:
        found["base"] = n.base
    if n.most is not None:
        found["cap"] = n.most
    if n.every != 1:
        found["every"] = n.every
    if n.whose != Whose.OWN:
        found["scope"] = {Whose.OPPONENTS: "opponents", Whose.EVERYBODY: "all_players"}[n.whose]
    return found


def requirement(needed: Requirement) -> Fact:
    if needed.need in (Need.PARTY, Need.CHAIRMAN):
        assert needed.n == 1
        return {"what": "chairman" if needed.what is None else f"party:{low(needed.what)}"}
    what: dict[Need, str] = {
        Need.TERRAFORM_RATING: "tr",
        Need.VENUS_SCALE: "venus",
        Need.CLAIMED_TOKENS: "underground_tokens",
        Need.TAGS: f"tag:{low(needed.what)}" if needed.what is not None else "",
        Need.PRODUCTION: f"production:{low(needed.what)}" if needed.what is not None else "",
        Need.CARD_RESOURCES: low(needed.what) if needed.what is not None else "",
    }
    found: Fact = {"what": what.get(needed.need, low(needed.need)), "max" if needed.most else "min": needed.n}
    if needed.whose == Whose.EVERYBODY:
        found["any_player"] = True
    return found


def points(vp: Points, holds: CardResource | None) -> int | Fact:
    if vp.scoring == Scoring.FIXED:
        return vp.n
    if vp.scoring == Scoring.IF_ANY_RESOURCE_HERE:
        assert vp.n == 3
        assert holds is CardResource.SCIENCE_RESOURCES
        return {"special": ANY_SCIENCE}
    if vp.scoring == Scoring.PER_MARKED_TOKEN:
        return {"special": f"{vp.n} VP for each own claimed token carrying a cube"}
    found: Fact = {"each": vp.n, "count": vp.every}
    if vp.scoring == Scoring.PER_RESOURCE_HERE:
        assert holds is not None
        return found | {"per": f"resource_here:{KIND[holds]}"}
    if vp.scoring == Scoring.PER_TAG:
        assert vp.tag is not None
        return found | {"per": f"tag:{low(vp.tag)}"}
    if vp.scoring in (Scoring.PER_CITY, Scoring.PER_COLONY):
        per = {Scoring.PER_CITY: "cities", Scoring.PER_COLONY: "colonies"}[vp.scoring]
        return found | {"per": per, "scope": "all_players"}
    per = {Scoring.PER_ADJACENT_CITY: "cities", Scoring.PER_ADJACENT_OCEAN: "oceans"}[vp.scoring]
    return found | {"per": per, "scope": "adjacent_to_this_tile"}


def place(step: Step) -> Fact:
    tile, where = step["tile"], step["where"]
    plain = {Tile.OCEAN_TILE: "ocean", Tile.GREENERY_TILE: "greenery", Tile.CITY_TILE: "city"}
    found: Fact = {"do": "place", "tile": plain.get(tile, f"special:{low(tile)}"), "n": step.n}
    if where == Where.OFF_MARS:
        return found | {"space": low(step["space"])}
    assert step["space"] is None
    return found if (tile, where) in UNSAID else found | {"where": WHERE[where]}


def add_resource(step: Step) -> Fact:
    kind = "any" if step["kind"] is None else KIND[step["kind"]]
    found: Fact = {"do": "add_resource", "kind": kind, "n": count(step.n)}
    found["to"] = "other" if step["to"] == To.OTHER_CARD else "any"
    only: Fact = {"tag": low(step["tag"])} if step["tag"] is not None else {}
    if step["to"] == To.FILLED_CARD:
        only["min_resources"] = 1
        found["include_hosted_cards"] = True
    if only:
        found["filter"] = only
    if step["required"]:
        found["required"] = True
    return found


def remove(step: Step) -> Fact:
    if step["victim"] == Victim.ANYBODY and low(step["resource"]) == "plants":
        return {"do": "remove_any_plants", "n": step.n}
    return {"do": "remove_any", "res": low(step["resource"]), "n": step.n, "who": WHO[step["victim"]]}


def one_step(step: Step, holds: CardResource | None) -> Fact:
    op, n = step.op, count(step.n)
    branches = [all_steps(branch, holds) for branch in step.branches if branch[0].row.text]
    resource = (Op.GAIN, Op.PRODUCTION, Op.STEAL)
    amount_only = (
        *(Op.PRODUCTION_OF_BONUS, Op.RAISE_LOWEST_PRODUCTION, Op.DRAW, Op.OPPONENTS_DRAW),
        *(Op.DISCARD, Op.GREENERY_COST),
    )
    if op in resource:
        return {"do": low(op), "res": low(step["resource"]), "n": n}
    if op in amount_only:
        return {"do": low(op), "n": n}
    nothing_else = (
        *(Op.FUND_AWARD, Op.REUSE_ACTION, Op.TRADE, Op.OWN_COLONY_BONUSES),
        *(Op.EXCHANGE_DELEGATE, Op.TAKE_CHAIR),
    )
    if op in nothing_else:
        return {"do": low(op)}
    match op:
        case Op.PLACE:
            return place(step)
        case Op.ADD_RESOURCE:
            return add_resource(step)
        case Op.REMOVE:
            return remove(step)
        case Op.CONVERT_PRODUCTION:
            return {"do": "convert_production", "from": low(step["source"]), "to": low(step["target"])}
        case Op.COPY_PRODUCTION:
            return {"do": "copy_production", "tag": low(step["tag"])}
        case Op.GAIN_WHAT_ROSE:
            return {"do": "gain_triggered", "n": n}
        case Op.RAISE_TRACK:
            return {"do": "raise", "param": TRACK[step["track"]], "n": n}
        case Op.TERRAFORM_RATING:
            return {"do": "tr", "n": n}
        case Op.LOSE_RATING:
            assert isinstance(step.n, int)
            return {"do": "tr", "n": -step.n}
        case Op.SEND_DELEGATES:
            return {"do": "delegate", "n": n, "same_party": True}
        case Op.REMOVE_DELEGATE:
            return {"do": "remove_delegate", "scope": "any owner, any party", "leader_seat": False}
        case Op.CLAIM_SPACE:
            return {"do": "claim_space", "where": WHERE[step["where"]]}
        case Op.DRAW_AND_KEEP:
            return {"do": "draw", "n": n, "keep": step["keep"]}
        case Op.LOOK_AND_BUY:
            return {"do": "draw", "n": n, "pay": True}
        case Op.DRAW_WITH_TAG:
            return {"do": "draw", "n": n, "filter": {"tag": low(step["tag"])}}
        case Op.DRAW_WITH_ICON:
            return {"do": "draw", "n": n, "filter": {"icon": KIND[step["kind"]]}}
        case Op.REVEAL_TOP:
            return {"do": "reveal_top", "tag": low(step["tag"]), "then": branches[0]}
        case Op.PLAY_CARD:
            found: Fact = {"do": "play_card"}
            found |= {"discount": step["discount"]} if step["discount"] else {}
            return found | ({"ignore_global_requirements": True} if step["ignore_tracks"] else {})
        case Op.PLAY_PRELUDE:
            return {"do": "play_prelude", "draw": step["draw"], "play": n}
        case Op.ADD_HERE:
            assert holds is not None
            return {"do": "add_resource", "to": "self", "kind": KIND[holds], "n": n}
        case Op.ADD_TO_PLAYED_CARD:
            kinds = f"{KIND[step['kind']]}_or_{KIND[step['or_kind']]}"
            return {"do": "add_resource", "to": "that_card", "kind": kinds, "n": n}
        case Op.REMOVE_RESOURCE:
            assert step["victim"] == Victim.ANYBODY
            return {"do": "remove_resource", "from": "all", "kind": KIND[step["kind"]], "n": n}
        case Op.MAY_REMOVE_RESOURCE:
            assert step["victim"] == Victim.ANYBODY
            kind = KIND[step["kind"]] if step["kind"] is not None else "any"
            return {"do": "remove_any_card_resource", "kind": kind, "n": n}
        case Op.SPEND:
            also = {"also": [low(step["metal"])]} if step["metal"] is not None else {}
            return {"do": "spend", "res": low(step["resource"]), "n": n} | also
        case Op.CONVERT_PLANTS:
            return {"do": "spend", "res": "plants", "n": GREENERY_COST}
        case Op.SPEND_HERE:
            return {"do": "spend", "res": "resources_here", "n": n}
        case Op.SPEND_FROM_CARD:
            return {"do": "spend", "res": "card_resource", "n": n, "kind": KIND[step["kind"]]}
        case Op.EXCHANGE:
            return {"do": "exchange", "spend": low(step["spend"]), "gain": low(step["gain"]), "rate": n}
        case Op.EXCHANGE_HERE:
            return {"do": "exchange", "spend": "resources_here", "gain": low(step["gain"]), "rate": n}
        case Op.BUILD_COLONY:
            return {"do": "colony"} | ({"allow_duplicate": True} if step["again"] else {})
        case Op.ADD_COLONY_TILE:
            return {"do": "add_colony_tile"} | ({"build": True} if step["build"] else {})
        case Op.CONVERT_DELEGATES:
            return {"do": "convert_delegates", "n": n, "same_party": True}
        case Op.GAIN_FLEET:
            return {"do": "trade_fleet", "n": n}
        case Op.RAISE_MARKER:
            return {"do": "colony_track", "n": 1}
        case Op.LOWER_MARKER:
            return {"do": "colony_track", "n": -1, "different_tile": True}
        case Op.METAL_VALUE:
            return {"do": f"{low(step['metal'])}_value", "n": n}
        case Op.CHOOSE:
            return {"do": "choose", "options": branches}
        case Op.IF_TAGS | Op.IF_SOLO:
            cond = {"what": "solo"} if op == Op.IF_SOLO else {"what": f"tag:{low(step['tag'])}", "min": step["least"]}
            return {"do": "if", "cond": cond, **dict(zip(("then", "else"), branches, strict=False))}
    return underworld_reading.one_step(step, n, branches)


def all_steps(steps: Steps, holds: CardResource | None) -> list[Fact]:
    return [one_step(step, holds) for step in steps]


def passive(effect: Passive, holds: CardResource | None) -> Fact:
    when = WHEN[effect.trigger] + (f":{tags_of(effect.tags)}" if effect.tags else "")
    found: Fact = {"when": when, "do": all_steps(effect.steps, holds)}
    if effect.this_too:
        found["including_this"] = True
    if effect.optional:
        found["optional"] = True
    return found


def modifier(changed: Modifier) -> Fact:
    rule, n = changed.rule, changed.n
    match rule:
        case Rule.CARD_DISCOUNT:
            found: Fact = {"modifier": "card_discount", "amount": n}
            if changed["tag"] is None:
                return found
            return found | {"tag": low(changed["tag"]), "per": "tag" if changed["each_tag"] else "card"}
        case Rule.NEXT_CARD_DISCOUNT:
            return {"modifier": "next_card_discount", "amount": n}
        case Rule.STANDARD_PROJECT_DISCOUNT:
            return {"modifier": "standard_project_discount", "project": low(changed["project"]), "amount": n}
        case Rule.LEEWAY:
            only = {"parameter": TRACK[changed["track"]]} if changed["track"] is not None else {}
            return {"modifier": "global_requirement_leeway", "steps": n} | only
        case Rule.NEXT_CARD_LEEWAY:
            return {"modifier": "global_requirement_leeway", "steps": n, "next_card_only": True}
        case Rule.HEAT_AS_MC:
            return {"modifier": "heat_as_mc"}
        case Rule.PAY_WITH_RESOURCE:
            paying = {"kind": KIND[changed["kind"]], "value": n, "for_tag": low(changed["tag"])}
            return {"modifier": "pay_with_card_resource"} | paying
        case Rule.CARD_PRICE:
            return {"modifier": "card_buy_price", "amount": n}
        case Rule.HEAT_FROM_RESOURCE:
            return {"modifier": "heat_substitute", "kind": KIND[changed["kind"]], "amount": n}
        case Rule.TRADE_DISCOUNT:
            return {"modifier": "trade_discount", "n": n}
        case Rule.INFLUENCE:
            return {"modifier": "influence_bonus", "n": n}
        case Rule.OCEAN_BONUS:
            return {"modifier": "ocean_adjacency_bonus", "amount": OCEAN_MC + n}
        case Rule.TRADE_STEPS:
            return {"modifier": "trade_offset", "n": n}
    return underworld_reading.modifier(changed)


def modifiers(card: Card) -> list[Fact]:
    """The facts put all shields of a card into one entry, and name the wild tag as an effect."""
    shields = [
        low(changed["resource"]) if changed.rule == Rule.SHIELD else KIND[changed["kind"]]
        for changed in card.modifiers
        if changed.rule in (Rule.SHIELD, Rule.SHIELD_CARDS)
    ]
    found = [modifier(changed) for changed in card.modifiers if changed.rule not in (Rule.SHIELD, Rule.SHIELD_CARDS)]
    found += [{"modifier": "protect_from_opponents", "kinds": shields}] if shields else []
    return found + ([{"modifier": "wild_tag"}] if Tag.WILD in card.tags else [])


def as_fact(card: Card) -> Fact:
    """A card as the facts write it; absent keys mean none."""
    action = card.action
    limits = {Op.ONLY_IF_RATING_ROSE: RATING_ROSE, Op.ONLY_IF_HERE: ANY_HERE}
    limit = limits.get(action[0].op) if action else None
    found: Fact = {
        "id": "".join(c if c.isalnum() else "_" for c in card.name.lower().replace("'", "").rstrip(".")),
        "name": card.name,
        "set": low(card.card_set),
        "number": card.number,
        "kind": low(card.kind),
        "tags": [low(tag) for tag in card.tags],
    }
    if card.kind == CardKind.CORPORATION:
        found["start_mc"] = card.start_mc
    elif card.kind != CardKind.PRELUDE:
        found["cost"] = card.cost
    optional: Fact = {
        "requires": [requirement(needed) for needed in card.requires],
        "vp": points(card.vp, card.holds) if card.vp else None,
        "holds": KIND[card.holds] if card.holds is not None else None,
        "protected": card.protected,
        "play_condition": CONDITION[card.condition] if card.condition is not None else None,
        "limits": [limit] if limit else None,
        "on_play": all_steps(card.on_play, card.holds),
        "action": all_steps(action[1:] if limit else action, card.holds),
        "initial_action": all_steps(card.first_action, card.holds),
        "passive": [passive(effect, card.holds) for effect in card.passives] + modifiers(card),
        "needs": [low(needed) for needed in card.needs],
        "replaces": card.replaces,
    }
    return found | {key: value for key, value in optional.items() if value}
