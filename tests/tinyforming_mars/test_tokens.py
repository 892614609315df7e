"""Resource tokens: how they are gained, and how they are spent as tags."""

from __future__ import annotations

from typing import Any

import pytest

from .table import NO_TOKENS, Side, Table, row, table


def tokens(nature: int = 0, production: int = 0, science: int = 0) -> dict[str, int]:
    return {"nature": nature, "production": production, "science": science}


# gaining


@pytest.mark.parametrize(
    ("name", "hex_", "token"),
    [
        ("tharsis", 3, "science"),
        ("tharsis", 9, "nature"),
        ("tharsis", 10, "nature"),
        ("tharsis", 15, "nature"),
        ("tharsis", 16, None),
        ("elysium", 1, "science"),
        ("elysium", 2, "production"),
        ("elysium", 6, None),
        ("elysium", 9, "nature"),
        ("elysium", 11, "nature"),
    ],
)
def test_any_parameter_cube_earns_the_token_of_its_water_hex(name: str, hex_: int, token: str | None) -> None:
    earned = NO_TOKENS | ({token: 1} if token else {})
    water = table(Side(projects=row("Ice Asteroid")), map=name).do("Ice Asteroid", f"water to {hex_}")
    assert water.white.tokens == earned
    assert sum(water.supply.tokens.values()) == 4 - bool(token)
    valley = table(Side(projects=row("Protected Valley"), credits=4, heat=2), map=name)
    assert valley.do("Protected Valley", f"greenery to {hex_}").white.tokens == earned


def test_there_is_no_third_nature_token() -> None:
    t = table(Side(projects=row("Ice Asteroid"), tokens=tokens(nature=1)), Side(tokens=tokens(nature=1)))
    t.do("Ice Asteroid", "water to 15")
    assert (t.white.tokens["nature"], t.supply.tokens["nature"], t.turn) == (1, 0, "black")


def test_an_icon_pays_again_when_its_hex_was_vacated() -> None:
    """The greenery on 9 goes back; Black then puts a water there."""
    white = Side(projects=["Asteroid", "Research Outpost", "Moss"], credits=4)
    black = Side(credits=4, tokens=tokens(nature=1))
    t = table(white, black, greenery=[9]).do("Asteroid", "return greenery 9", "Aquifer Pumping", "water to 9")
    assert t.black.tokens["nature"] == 2


# covering a shortage


@pytest.mark.parametrize(
    ("others", "held", "left"),
    [
        (("Asteroid", "Trees"), 2, 0),  # no nature tag: both tokens
        (("Solar Power", "Asteroid"), 2, 1),  # one nature tag: one token
        (("Windmills", "Asteroid"), 2, 2),  # two nature tags: none
    ],
)
def test_exactly_the_missing_tokens_are_spent_without_asking(others: tuple[str, str], held: int, left: int) -> None:
    white = Side(projects=["Moss", *others], credits=4, tokens=tokens(nature=held))
    t = table(white, water=[16]).do("Moss", "greenery to 1")
    assert (t.white.tokens["nature"], t.supply.tokens["nature"], t.turn) == (left, 2 - left, "black")


def test_tokens_are_spent_before_the_placement_is_chosen() -> None:
    t = table(Side(projects=["Moss", "Asteroid", "Trees"], credits=4, tokens=tokens(nature=2)), water=[16]).do("Moss")
    assert t.white.tokens["nature"] == 0


def test_too_few_tokens_do_not_help() -> None:
    white = Side(projects=["Moss", "Asteroid", "Trees"], credits=4, tokens=tokens(nature=1))
    assert not table(white, water=[16]).can("Moss")


def test_only_tokens_of_the_missing_kind_help() -> None:
    white = Side(projects=["Moss", "Solar Power", "Asteroid"], credits=4, tokens=tokens(production=1, science=1))
    assert not table(white, water=[16]).can("Moss")


def test_tokens_of_several_kinds_cover_one_project() -> None:
    """Research Outpost needs production and science; neither is printed."""
    white = Side(projects=["Research Outpost", "Comet", "Bushes"], credits=1, cities=[1, 12], tokens=tokens(0, 0, 1))
    t = table(white, greenery=[4]).do("Research Outpost", "move city 12", "city to 8")  # production from hex 1
    assert t.white.tokens == NO_TOKENS
    both = Side(projects=["Research Outpost", "Comet", "Bushes"], credits=1, cities=[8], tokens=tokens(0, 1, 1))
    t = table(both, greenery=[1]).do("Research Outpost", "new city", "city to 5")
    assert t.white.tokens == NO_TOKENS


def test_a_standard_project_takes_tokens_too() -> None:
    white = Side(projects=["Insects", "Solar Power", "Moss"], credits=3, tokens=tokens(nature=2))
    t = table(white).do("Greenhouses", "greenery to 1")
    assert t.white.tokens["nature"] == 1


def test_the_opponents_tokens_do_not_help() -> None:
    white = Side(projects=["Moss", "Solar Power", "Asteroid"], credits=4)
    assert not table(white, Side(tokens=tokens(nature=2)), water=[16]).can("Moss")


def test_a_token_gained_by_an_action_cannot_pay_for_it() -> None:
    """Import Water needs science, which hex 3 would give."""
    white = Side(projects=["Comet", "Research Outpost", "Moss"], credits=3)
    assert not table(white).can("Import Water")
    white = Side(projects=["Comet", "Research Outpost", "Moss"], credits=3, tokens=tokens(science=1))
    assert table(white).can("Import Water")


def test_a_token_just_spent_can_come_straight_back() -> None:
    white = Side(projects=["Comet", "Research Outpost", "Moss"], credits=3, tokens=tokens(science=1))
    t = table(white).do("Import Water")
    assert t.white.tokens["science"] == 0
    assert t.do("water to 3").white.tokens["science"] == 1
    white = Side(projects=["Fusion Power", "GHG Factories", "Trees"], credits=2, tokens=tokens(science=1))
    t = table(white).do("Fusion Power", "take science token")
    assert t.white.tokens["science"] == 1


# tokens for a discount


def reservoir(
    credits: int, nature: int, others: tuple[str, str] = ("Power Grid", "GHG Factories"), **options: Any
) -> Table:
    """Subterranean Reservoir: 3 credits less 1 per nature tag beyond the one that Power Grid gives."""
    white = Side(projects=["Subterranean Reservoir", *others], credits=credits, tokens=tokens(nature=nature))
    return table(white, **options)


def test_a_token_may_be_spent_for_a_discount() -> None:
    t = reservoir(5, 1).do("Subterranean Reservoir")
    assert set(t.offered()) == {"spend nature token", "decline"}
    spent = t.copy().do("spend nature token", "water to 16")
    assert (spent.white.credits, spent.white.tokens["nature"], spent.turn) == (3, 0, "black")
    kept = t.do("decline", "water to 16")
    assert (kept.white.credits, kept.white.tokens["nature"], kept.turn) == (2, 1, "black")


def test_tokens_are_offered_one_by_one() -> None:
    t = reservoir(5, 2).do("Subterranean Reservoir", "spend nature token")
    assert set(t.offered()) == {"spend nature token", "decline"}
    assert t.copy().do("decline", "water to 16").white.credits == 3
    both = t.do("spend nature token", "water to 16")
    assert (both.white.credits, both.white.tokens["nature"]) == (4, 0)


def test_declining_ends_the_offers() -> None:
    assert reservoir(5, 2).do("Subterranean Reservoir", "decline").hexes() == {3, 9, 10, 15, 16}


def test_a_discount_token_without_which_the_project_is_too_dear_is_spent_without_asking() -> None:
    t = reservoir(2, 1).do("Subterranean Reservoir")
    assert t.white.tokens["nature"] == 0
    assert t.hexes() == {3, 9, 10, 15, 16}
    assert t.do("water to 16").white.credits == 0


def test_a_token_beyond_the_forced_one_is_still_a_question() -> None:
    t = reservoir(2, 2).do("Subterranean Reservoir")
    assert (t.white.tokens["nature"], set(t.offered())) == (1, {"spend nature token", "decline"})
    assert t.do("spend nature token", "water to 16").white.credits == 1


def test_two_forced_tokens() -> None:
    t = reservoir(1, 2).do("Subterranean Reservoir", "water to 16")
    assert (t.white.credits, t.white.tokens["nature"]) == (0, 0)


@pytest.mark.parametrize(("credits", "nature"), [(2, 0), (1, 1), (0, 2)])
def test_too_dear_even_with_all_tokens(credits: int, nature: int) -> None:
    """The last case: a cost never falls below 1."""
    assert not reservoir(credits, nature).can("Subterranean Reservoir")


def test_no_token_is_spent_without_effect() -> None:
    """Three nature tags bring the cost to 1, its minimum: nothing is asked (ruling R8)."""
    t = reservoir(5, 2, ("Power Grid", "Artificial Lake")).do("Subterranean Reservoir")
    assert t.hexes() == {3, 9, 10, 15, 16}
    t.do("water to 16")
    assert (t.white.credits, t.white.tokens["nature"]) == (4, 2)


def test_offers_stop_when_the_cost_is_down_to_1() -> None:
    """Two nature tags make it 2; the first of two tokens makes it 1."""
    t = reservoir(5, 2, ("Power Grid", "Methane From Titan")).do("Subterranean Reservoir", "spend nature token")
    assert t.hexes() == {3, 9, 10, 15, 16}
    assert t.white.tokens["nature"] == 1


def test_a_token_for_the_shortage_is_taken_first_and_gives_no_discount() -> None:
    """No nature tag: one token meets the requirement, the other may lower the cost of 3."""
    others = ("GHG Factories", "Moss")
    t = reservoir(5, 2, others).do("Subterranean Reservoir")
    assert (t.white.tokens["nature"], set(t.offered())) == (1, {"spend nature token", "decline"})
    assert t.do("spend nature token", "water to 16").white.credits == 3
    one = reservoir(5, 1, others).do("Subterranean Reservoir")
    assert one.hexes() == {3, 9, 10, 15, 16}
    assert one.do("water to 16").white.credits == 2
    assert not reservoir(2, 1, others).can("Subterranean Reservoir")


def test_the_discount_token_of_ghg_factories_is_production() -> None:
    white = Side(projects=row("GHG Factories"), tokens=tokens(nature=2, production=1))
    t = table(white).do("GHG Factories")
    assert set(t.offered()) == {"spend production token", "decline"}
    t.do("spend production token")
    assert (t.white.credits, t.white.tokens, t.white.heat) == (1, tokens(nature=2), 1)


def test_discount_token_may_come_straight_back() -> None:
    t = reservoir(5, 1).do("Subterranean Reservoir", "spend nature token", "water to 9")
    assert (t.white.credits, t.white.tokens["nature"]) == (3, 1)


@pytest.mark.parametrize(
    "name", ["Moss", "Fusion Power", "Lichen", "Solar Power", "Nuclear Power", "Water From Europa"]
)
def test_other_projects_take_no_discount_tokens(name: str) -> None:
    white = Side(projects=row(name), credits=6, heat=2, tokens=tokens(2, 1, 1))
    t = table(white, Side(credits=2), water=[3]).do(name)
    assert t.white.tokens == tokens(2, 1, 1)
    assert not any(offer.startswith("spend") for offer in t.offered())


def test_without_the_option_tokens_cover_shortages_only() -> None:
    t = reservoir(5, 1, token_discounts=False).do("Subterranean Reservoir")
    assert t.hexes() == {3, 9, 10, 15, 16}
    assert t.do("water to 16").white.credits == 2
    assert not reservoir(2, 1, token_discounts=False).can("Subterranean Reservoir")
    short = reservoir(3, 1, ("GHG Factories", "Moss"), token_discounts=False)
    assert short.do("Subterranean Reservoir", "water to 16").white.tokens["nature"] == 0


# Insects


def insects(heat: int, science: int, others: tuple[str, str] = ("Power Grid", "Moss"), **options: Any) -> Table:
    return table(
        Side(projects=["Insects", *others], credits=2, tokens=tokens(science=science)), Side(heat=heat), **options
    )


def test_insects_spend_a_science_token_that_makes_them_possible() -> None:
    """One science tag: 6 heat needed, 4 with the token, which is spent without asking."""
    t = insects(4, 1).do("Insects")
    assert t.white.tokens["science"] == 0
    assert t.do("greenery to 1").turn == "black"
    assert insects(5, 1).do("Insects").white.tokens["science"] == 0


def test_insects_keep_the_token_when_the_heat_suffices() -> None:
    t = insects(6, 1).do("Insects")
    assert t.white.tokens["science"] == 1
    assert not t.can("decline")


def test_insects_are_impossible_when_even_the_token_does_not_suffice() -> None:
    assert not insects(3, 1).can("Insects")
    assert not insects(5, 0).can("Insects")


def test_a_science_token_for_the_shortage_does_not_lower_the_heat_needed() -> None:
    others = ("Solar Power", "Moss")  # no science tag
    assert insects(6, 1, others).do("Insects").white.tokens["science"] == 0
    assert not insects(4, 1, others).can("Insects")


def test_without_the_option_insects_take_no_extra_token() -> None:
    assert not insects(4, 1, token_discounts=False).can("Insects")
    assert insects(6, 1, token_discounts=False).can("Insects")
    assert insects(6, 1, ("Solar Power", "Moss"), token_discounts=False).do("Insects").white.tokens["science"] == 0
