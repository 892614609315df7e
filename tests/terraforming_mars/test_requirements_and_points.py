"""Requirements and points of every card that has any, as printed."""

from __future__ import annotations

import pytest
from conformance.checker import OWN_DATA, Checker
from conformance.counts import MOST, check_points, check_requirements, values
from conformance.folder import Record
from conformance.reference import SUBSTITUTE, as_printed

from regolith.envs.terraforming_mars.turmoil.words import DELEGATES

from .reading import CARD_FACTS, Fact


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker(OWN_DATA, as_printed)


def fixture_for(fact: Fact) -> str:
    """A middle game; where colonies are counted, one with colony tiles; for parties one with a committee, for tokens one with these."""
    vp = fact.get("vp")
    counted = [need["what"] for need in fact.get("requires", [])] + ([vp.get("per")] if isinstance(vp, dict) else [])
    if any(what is not None and what.startswith(("party", "chairman")) for what in counted):
        return "FT"
    if "corruption" in counted or "underground_tokens" in counted:
        return "FU"
    return "FC" if "colonies" in counted else "FV"


def told_as(fact: Fact) -> str:
    """The name of a card in a record."""
    return str(fact["name"]).replace(SUBSTITUTE, ":u")


def required(fact: Fact) -> list[Record]:
    """The requirements of a card as a record tells them."""
    found = []
    for need in fact["requires"]:
        if need["what"].startswith("party:"):
            name = need["what"].replace("_", " ").title().replace("Party:", "party:")
            found.append({"what": name, "ok_if_ruling": True, "ok_own_delegates": [2, DELEGATES - 1]})
            continue
        if need["what"] == "chairman":
            found.append({"what": "chairman", "ok_if_chairman": True, "ok_if_not": False})
            continue
        what, low, high = need["what"], values(need["what"])[0], values(need["what"])[-1]
        told = {"what": what, "ok": [need.get("min", low), need.get("max", high)]}
        if what.startswith("tag:"):
            told |= {"ok_with_one_wild_tag": [need["min"] - 1, high], "others_count": False}
        if what in ("cities", "greeneries", "colonies") and "min" in need:
            told["others_count"] = need.get("any_player", False)
        found.append(told)
    return found


@pytest.mark.parametrize("fact", [fact for fact in CARD_FACTS if "requires" in fact], ids=lambda fact: fact["name"])
def test_requirements_hold_for_the_printed_values(checker: Checker, fact: Fact) -> None:
    record = {"id": fact["name"], "card": told_as(fact), "fixture": fixture_for(fact), "requires": required(fact)}
    assert check_requirements(checker, record) == []


COUNTED = {
    ("oceans", "adjacent_to_this_tile"): "oceans_adjacent_to_this_tile",
    ("cities", "adjacent_to_this_tile"): "cities_adjacent_to_this_tile",
    ("cities", "all_players"): "city_tiles_in_play_any_owner",
    ("colonies", "all_players"): "colonies_in_play_any_owner",
}


def scored(fact: Fact) -> Record:
    """The points of a card as a record tells them."""
    vp = fact["vp"]
    if isinstance(vp, int):
        return {"count": "fixed", "vp": vp}
    if "special" in vp:
        return {"count": "resources_on_card", "vp_by_n": [0, 3, 3, 3]}
    most = 6 if vp.get("scope") == "adjacent_to_this_tile" else MOST
    by_n = [n // vp["count"] * vp["each"] for n in range(most + 1)]
    if vp["per"].startswith("tag:"):
        return {"count": f"own_{vp['per']}", "vp_by_n": by_n, "two_tags_plus_two_wild": 2}
    if vp["per"].startswith("resource_here"):
        return {"count": "resources_on_card", "vp_by_n": by_n}
    return {"count": COUNTED[vp["per"], vp["scope"]], "vp_by_n": by_n}


FOR_CUBES = "Underground Shelters"
"""Its points are for cubes on tokens: `test_underworld_card_actions.py`."""
SCORING = [fact for fact in CARD_FACTS if "vp" in fact and fact["name"] != FOR_CUBES]


@pytest.mark.parametrize("fact", SCORING, ids=lambda fact: fact["name"])
def test_points_are_those_printed(checker: Checker, fact: Fact) -> None:
    record = {"id": fact["name"], "card": told_as(fact), "fixture": fixture_for(fact), **scored(fact)}
    assert check_points(checker, record) == []
