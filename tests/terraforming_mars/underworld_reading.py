"""Reads what is only on the cards of Underworld 2 back into the form of the facts."""

from __future__ import annotations

from typing import Any

from regolith.envs.terraforming_mars.language.counts import Counted
from regolith.envs.terraforming_mars.language.lasting import Modifier, Rule, Trigger
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.underworld.language.corruption import (
    LEAST_TO_BLACKMAIL,
    Corruption,
)
from regolith.envs.terraforming_mars.words import CardResource, Victim
from tests.terraforming_mars.operations import Op

Fact = dict[str, Any]

WHEN = {
    Trigger.ANY_IDENTIFYING: "identifying_by_anyone",
    Trigger.ANY_OCEAN_TOKEN: "ocean_token_identified_by_anyone",
    Trigger.OWN_CLAIM: "token_claimed_by_self",
    Trigger.ANY_EXCAVATION: "excavation_by_anyone",
    Trigger.OWN_EXCAVATION_BESIDE_OCEAN: "excavation_beside_ocean_by_self",
    Trigger.OWN_HEAT_PRODUCTION_STEP: "heat_production_increased_by_self",
    Trigger.OWN_LONELY_TILE: "tile_without_neighbours_placed_by_self",
    Trigger.OWN_CHEAP_EVENT: "event_of_base_cost_14_or_less_played_by_self",
    Trigger.ANY_BIG_SHOW: "event_or_city_of_base_cost_15_plus_played_by_anyone",
    Trigger.OWN_GREAT_SHOW: "event_or_city_of_base_cost_25_plus_played_by_self",
    Trigger.FIGHTER_HERE: "fighter_put_here",
    Trigger.ANY_RATING_STEP_AT_LEAST_CORRUPTION: "tr_raised_by_a_player_with_least_corruption_who_gains",
    Trigger.OWN_OCEAN_TOO_MANY: "ocean_too_many_by_self",
    Trigger.PRODUCTION_BESIDE_FULL_HAND: "production_phase_per_opponent_with_7_cards",
    Trigger.ANY_VENUS_STEP_OF_A_PLAYER: "venus_raised_by_a_player_who_gains",
}
COUNTED = {
    Counted.CLAIMED_TOKENS: "underground_tokens",
    Counted.CRIME_TAGS: "tag:crime",
    Counted.PRODUCTIONS: "different_production_types_at_1_or_more",
    Counted.LAST_AMOUNT: "tokens_discarded",
}
KIND = {CardResource.ANIMALS: "animal", CardResource.MICROBES: "microbe"}
HOLDER = {CardResource.FIGHTERS: "fighter", CardResource.SCIENCE_RESOURCES: "science"}
FROM = {Victim.OPPONENT: "opponent", Victim.OPPONENT_BESIDE_ANY_OCEAN: "opponent_beside_any_ocean"}


def low(word: Any) -> str:
    return str(word.name).lower()


def with_claim(do: str, step: Step, **more: Any) -> Fact:
    return {"do": do, **more} | ({"claim": step["claim"]} if step["claim"] else {})


def underground(step: Step, n: Any, branches: list[list[Fact]]) -> Fact | None:
    match step.op:
        case Op.IDENTIFY:
            return with_claim("identify", step, n=n)
        case Op.IDENTIFY_FROM_PILE:
            return with_claim("identify_from_pile", step, n=n)
        case Op.IDENTIFY_AREA:
            return with_claim("identify_area", step)
        case Op.IDENTIFY_BESIDE:
            return with_claim("identify_adjacent", step)
        case Op.EXCAVATE:
            return {"do": "excavate", "n": n} | ({"ignore_placement": True} if step["anywhere"] else {})
        case Op.EXCAVATE_METAL:
            return {"do": "excavate_at", "where": "open_token_of_steel_or_titanium", "production_of_that_metal": 1}
        case Op.EXCAVATE_OCEAN_SPACE:
            return {"do": "excavate_at", "where": "free_ocean_space"}
        case Op.CHOOSE_CITY_SPACE:
            return {"do": "choose_city_space"}
        case Op.EXCAVATE_LAST_SPACE:
            return {"do": "excavate_at", "where": "that_space", "if_possible": True}
        case Op.IF_FOUND_MICROBE:
            return {"do": "if", "cond": {"what": "found_microbe"}, "then": branches[0]}
        case Op.DISCARD_TOKENS:
            return {"do": "discard_claimed_token", "min": step["least"], "max": step["most"]}
        case Op.RETURN_TOKEN:
            return {"do": "board_token_to_pile", "n": 1, "optional": True}
        case Op.RETURN_ALL_TOKENS:
            return {"do": "board_token_to_pile", "n": "all"}
        case Op.MARK_TOKEN:
            return {"do": "mark_claimed_token", "n": 1}
        case Op.EXCAVATE_ANYWHERE:
            return {"do": "end_of_generation_modifier", "modifier": "excavate_anywhere"}
    return None


def attack(step: Step, n: Any) -> Fact | None:
    match step.op:
        case Op.DECREASE_ANY_PRODUCTION:
            found: Fact = {"do": "decrease_any_production", "res": low(step["resource"]), "n": n}
            return found if step["required"] else found | {"optional_target": True}
        case Op.MAY_DECREASE_ANY_PRODUCTION:
            return {"do": "decrease_any_production", "res": low(step["resource"]), "n": n, "optional": True}
        case Op.ROB:
            return {"do": "steal", "res": low(step["resource"]), "n": n, "from": FROM[step["victim"]]}
        case Op.STEAL_FROM_EACH | Op.RAID:
            return {"do": "steal", "res": low(step["resource"]), "n": n, "from": "each_opponent"}
        case Op.STEAL_RESOURCE:
            return {"do": "steal_card_resource", "n": 1}
        case Op.EVERYBODY_LOSES:
            return {"do": "all_players_lose", "res": low(step["resource"]), "n": n}
    return None


def corruption(step: Step, n: Any) -> Fact | None:
    lost: Fact = {"do": "lose_corruption"}
    tr: Fact = {"do": "players_tr"}
    match step.op:
        case Corruption.GAIN:
            return {"do": "corruption", "n": n}
        case Corruption.SPEND:
            return {"do": "spend", "res": "corruption", "n": n}
        case Corruption.STEAL:
            return {"do": "steal", "res": "corruption", "n": 1, "from": "opponent"}
        case Corruption.LOSE_EACH:
            return lost | {"who": "all_players", "n": n, "blockable": False}
        case Corruption.REMOVE:
            return lost | {"who": "one_opponent", "n": 1, "optional": True, "blockable": True}
        case Corruption.EXPOSE:
            return lost | {"who": "one_opponent_with_more", "n": 1, "blockable": False}
        case Corruption.CASH_IN:
            return {"do": "cash_in_corruption", "n": n}
        case Corruption.LAWSUIT:
            return {"do": "lawsuit", "mc_each": n}
        case Corruption.BLACKMAIL:
            asked = step.branches[0][0]
            options = [{"res": what, "n": asked[what]} for what in ("mc", "corruption")]
            return {"do": "pay_or_give", "target": f"opponent_with_{LEAST_TO_BLACKMAIL}_corruption", "options": options}
        case Corruption.HIGHEST_RATING_DOWN:
            return tr | {"who": "highest_tr", "n": -n}
        case Corruption.LOWEST_RATING_UP:
            return tr | {"who": "lowest_tr_then", "n": n}
        case Corruption.AUDIT:
            return tr | {"who": "fewest_crime_tags", "n": n, "more_without_any": n}
    return None


def scheme(step: Step, n: Any, branches: list[list[Fact]]) -> Fact | None:
    this_generation: Fact = {"do": "end_of_generation_modifier"}
    match step.op:
        case Op.CHARGE_FOR_CARDS:
            return this_generation | {"modifier": "card_gain_fee", "amount": n}
        case Op.SURCHARGE_GOALS:
            return this_generation | {"modifier": "milestone_award_surcharge", "amount": n}
        case Op.RAISE_METALS:
            return {"do": "raise_metal_value", "n": n}
        case Op.COPY_PRELUDE:
            return {"do": "copy_prelude"}
        case Op.RETURN_PRELUDE:
            return {"do": "return_played_prelude"}
        case Op.GIVE_AWAY:
            target = "more_corruption" if step["more"] else f"corruption:{step['least']}"
            return {"do": "give_this_card_to", "target": target}
        case Op.REPEAT_STANDARD_PROJECT:
            return {"do": "repeat_standard_project", "n": n}
        case Op.FIRST_NEXT_GENERATION:
            return {"do": "first_player_next_generation"}
        case Op.DRAW_NAMED_TAG:
            return {"do": "choose_tag_draw", "n": n}
        case Op.CASH_IN_HERE:
            return {"do": "cash_in_here", "n": n}
        case Op.GAIN_ONE_KIND:
            return {"do": "gain_standard", "n": n, "same_type": True}
        case Op.RAISE_ANY_PRODUCTION:
            return {"do": "production_choice", "n": n}
        case Op.ADD_TO_SEVERAL:
            return {"do": "add_resource_multi", "kind": KIND[step["kind"]], "n": n, "max_cards": step["cards"]}
        case Op.SPEND_FROM_CARDS:
            return {"do": "spend_from_cards", "kind": KIND[step["kind"]], "n": n}
        case Op.EXCHANGE_METALS:
            return {"do": "convert", "from": low(step["source"]), "to": low(step["target"]), "max": n}
        case Op.DRAW_EVENTS:
            cost = {"printed_cost_min": step["cost"]} if step["cost"] else {}
            return {"do": "draw", "n": n, "filter": {"kind": "event"} | cost}
        case Op.OPPONENTS_PRODUCTION:
            return {"do": "opponents_production", "res": low(step["resource"]), "n": n}
        case Op.IF_HOLDER:
            then, otherwise = branches
            return {"do": "if", "cond": {"what": f"holder:{HOLDER[step['kind']]}"}, "then": then, "else": otherwise}
    return None


def one_step(step: Step, n: Any, branches: list[list[Fact]]) -> Fact:
    for read in (
        underground(step, n, branches),
        attack(step, n),
        corruption(step, n),
        scheme(step, n, branches),
    ):
        if read is not None:
            return read
    raise AssertionError(f"the facts have no word for {step}")


def modifier(changed: Modifier) -> Fact:
    n = changed.n
    found: dict[Rule, Fact] = {
        Rule.BLOCK_WITH_FIGHTERS: {"modifier": "block_with_fighters"},
        Rule.FIRST_STANDARD_DISCOUNT: {"modifier": "first_standard_project_discount", "amount": n},
        Rule.EXCAVATION_DISCOUNT_FOR_ALL: {"modifier": "excavation_discount_for_all", "amount": n},
        Rule.CITIES_BESIDE_OWN: {"modifier": "city_placement_rule"},
        Rule.EVENTS_FACE_UP: {"modifier": "events_stay_face_up"},
        Rule.HOLDS_ANYTHING: {"modifier": "accepts_any_resource"},
        Rule.TRADE_WITH_RESOURCE: {"modifier": "trade_payment", "n": n},
    }
    if changed.rule == Rule.LEEWAY_FROM_RESOURCE:
        kind, tag = KIND[changed["kind"]], low(changed["tag"])
        return {"modifier": "requirement_for_resources", "kind": kind, "for_tag": tag, "steps": n}
    return found[changed.rule]
