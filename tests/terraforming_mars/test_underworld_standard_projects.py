"""Standard projects: repeated, the first of a generation cheaper, excavations cheaper for all; and what else lasts for a generation."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.terraforming_mars.actions import CARD, STANDARD, step
from regolith.envs.terraforming_mars.machine.allowed import may_act
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED
from regolith.envs.terraforming_mars.rooms import NOBODY
from regolith.envs.terraforming_mars.rules.course import new_generation
from regolith.envs.terraforming_mars.rules.generation import use_standard
from regolith.envs.terraforming_mars.rules.goals import award_cost, may_claim, milestone_cost
from regolith.envs.terraforming_mars.rules.price import MEANS_STEEL, MEANS_TITANIUM, standard_price, unit_value
from regolith.envs.terraforming_mars.show.naming import action_name
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.underworld.words import Token
from regolith.envs.terraforming_mars.words import ENERGY, MC, TEMPERATURE, StandardProject

from .games import NUMBER, T, actions
from .tables import act, choices, lay, play
from .underworld_tables import below

REPEATS = "Standard Technology (Underworld 2)"
POWER, ASTEROID, PATENTS, EXCAVATE = (
    StandardProject.POWER_PLANT,
    StandardProject.ASTEROID,
    StandardProject.SELL_PATENTS,
    StandardProject.EXCAVATE,
)


def use(s: Any, project: StandardProject, player: int = 0) -> None:
    use_standard(T, s, player, project)
    run(T, s, NOT_ASKED)


def rich(*in_play: str, mc: int = 100, **options: Any) -> Any:
    s = below(*in_play, **options)
    s.stock[:, MC] = mc
    return s


def test_only_what_was_used_this_generation_is_repeated() -> None:
    s = rich(REPEATS)
    assert not may_act(T, s, 0, NUMBER[REPEATS])
    use(s, ASTEROID, player=1)
    assert not may_act(T, s, 0, NUMBER[REPEATS])
    use(s, POWER)
    use(s, ASTEROID)
    assert may_act(T, s, 0, NUMBER[REPEATS])
    act(s, REPEATS)
    assert (s.kind, choices(s)) == (Kind.STANDARD, [POWER, ASTEROID])
    assert actions(s) == [STANDARD + POWER, STANDARD + ASTEROID]
    assert action_name(s, STANDARD + POWER) == "repeat power plant standard project (3 MC)"
    before = int(s.stock[0, MC])
    run(T, s, ASTEROID)
    assert (s.stock[0, MC], s.track[TEMPERATURE]) == (before - 6, 3)


def test_used_before_the_card_was_played_counts_and_research_ends_it() -> None:
    s = rich()
    use(s, POWER)
    lay(s, REPEATS)
    s.kind = Kind.ACTION
    assert CARD + NUMBER[REPEATS] in actions(s)
    s.kind = Kind.NOTHING
    new_generation(T, s)
    assert not may_act(T, s, 0, NUMBER[REPEATS])


def test_it_must_be_paid_and_selling_patents_is_none() -> None:
    s = rich(REPEATS, mc=13)
    use(s, POWER)
    assert not may_act(T, s, 0, NUMBER[REPEATS])
    s.stock[0, MC] = 3
    assert may_act(T, s, 0, NUMBER[REPEATS])
    s = rich(REPEATS, "Research")
    use(s, PATENTS)
    assert s.standard_used[0] == 0


def test_an_excavation_for_nothing_leaves_the_money_for_its_token() -> None:
    """An ocean for 4 MC lies on every space."""
    s = rich(REPEATS)
    use(s, EXCAVATE)
    run(T, s, choices(s)[0])
    s.token[s.excavated == NOBODY] = Token.OCEAN_FOR_4
    for mc in range(12):
        s.stock[0, MC] = mc
        assert may_act(T, s, 0, NUMBER[REPEATS]) == (mc >= 4)


def test_a_repeated_project_counts_as_a_standard_project_again() -> None:
    s = rich(REPEATS, "CrediCor")
    use(s, StandardProject.GREENERY)
    while s.kind == Kind.SPACE:
        run(T, s, choices(s)[0])
    before = int(s.stock[0, MC])
    act(s, REPEATS)
    run(T, s, choices(s)[0])
    assert s.stock[0, MC] >= before - 15 + 4


def test_the_first_project_of_a_generation_is_cheaper() -> None:
    s = rich("Labor Trafficking")
    assert standard_price(T, s, 0, POWER) == 5
    assert standard_price(T, s, 1, POWER) == 11
    use(s, PATENTS)
    assert standard_price(T, s, 0, POWER) == 5
    use(s, POWER)
    assert s.stock[0, MC] == 95
    assert standard_price(T, s, 0, POWER) == 11
    new_generation(T, s)
    assert standard_price(T, s, 0, POWER) == 5


def test_a_project_used_before_the_card_was_the_first() -> None:
    s = rich()
    use(s, POWER)
    lay(s, "Labor Trafficking")
    assert standard_price(T, s, 0, POWER) == 11


def test_excavating_is_cheaper_for_everybody() -> None:
    s = rich()
    assert standard_price(T, s, 0, EXCAVATE) == 7
    lay(s, "Excavator Leasing", player=1)
    assert [int(standard_price(T, s, player, EXCAVATE)) for player in range(2)] == [6, 6]
    assert standard_price(T, s, 0, POWER) == 11


def test_a_project_never_costs_less_than_nothing() -> None:
    s = rich("Labor Trafficking", "Excavator Leasing")
    assert standard_price(T, s, 0, EXCAVATE) == 0
    s = rich(REPEATS)
    use(s, EXCAVATE)
    s.standard_used[0], s.stock[0, MC], s.kind = 1 << EXCAVATE, 0, Kind.NOTHING
    assert may_act(T, s, 0, NUMBER[REPEATS])


def test_metals_are_worth_more_until_the_generation_ends() -> None:
    s = rich()
    play(s, "Price Wars")
    assert (unit_value(T, s, 0, MEANS_STEEL), unit_value(T, s, 0, MEANS_TITANIUM)) == (3, 4)
    assert (unit_value(T, s, 1, MEANS_STEEL), unit_value(T, s, 1, MEANS_TITANIUM)) == (1, 2), "less to the others"
    new_generation(T, s)
    assert (unit_value(T, s, 0, MEANS_STEEL), unit_value(T, s, 0, MEANS_TITANIUM)) == (2, 3)


def test_milestones_and_awards_cost_more_until_the_generation_ends() -> None:
    s = rich(mc=15)
    s.rating[:2] = 40
    play(s, "Staged Protests")
    assert (milestone_cost(s), award_cost(T, s), s.corruption[0]) == (16, 16, 1)
    assert not may_claim(T, s, 0, 0)
    s.stock[0, MC] = 16
    assert may_claim(T, s, 0, 0)
    s.kind = Kind.ACTION
    (action,) = [action for action in actions(s) if action_name(s, action).startswith("claim Terraformer")]
    assert action_name(s, action) == "claim Terraformer (16 MC)"
    step(T, s, action)
    assert s.stock[0, MC] == 0
    new_generation(T, s)
    assert (milestone_cost(s), award_cost(T, s)) == (8, 8)


@pytest.mark.parametrize("player", [0, 2])
def test_space_wargames_decide_who_is_first(player: int) -> None:
    s = rich(players=3)
    lay(s, "Space Wargames", player=player, held=6)
    act(s, "Space Wargames", player=player)
    if s.kind == Kind.BRANCH:
        run(T, s, 1)
    assert s.resources[NUMBER["Space Wargames"]] == 0
    new_generation(T, s)
    assert s.first_player == player
    new_generation(T, s)
    assert s.first_player == (player + 1) % 3
    assert s.production[0, ENERGY] == 0
