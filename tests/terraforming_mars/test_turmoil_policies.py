"""The policies of the six parties, from the rulebook and the rulings: what each does in the action phase, and nothing at other times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.actions import (
    BRANCH,
    CARD,
    COLONY,
    CONVERT_PLANTS,
    POLICY,
    SPACE,
    STANDARD,
    step,
)
from regolith.envs.terraforming_mars.colonies.words import ColonyTile
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION, NONE, PLAYERS
from regolith.envs.terraforming_mars.state import Kind, Lies, Phase
from regolith.envs.terraforming_mars.turmoil.words import Event, Party
from regolith.envs.terraforming_mars.words import (
    ENERGY,
    HEAT,
    MC,
    PLANTS,
    STEEL,
    TITANIUM,
    Resource,
    StandardProject,
    Tile,
    Track,
)

from . import colony_games
from .colony_games import NUMBER, T, actions, hold, lay, sound, take
from .turmoil_games import (
    BLUE,
    CLOCKWISE,
    DRY_LAND,
    DRY_OCEAN,
    GREENS,
    KELVINISTS,
    MARS_FIRST,
    QUIET,
    QUIET_EVENT,
    RED,
    REDS,
    SCIENTISTS,
    UNITY,
    deal,
    end_actions,
    end_generation,
    enter,
    govern,
    next_actions,
    show,
    turn,
)

TILES = {
    "greenery": (StandardProject.GREENERY, DRY_LAND),
    "city": (StandardProject.CITY, DRY_LAND),
    "ocean": (StandardProject.AQUIFER, DRY_OCEAN),
}


def gained(before: Any, after: Any, player: int = RED) -> dict[Resource, int]:
    change = after.stock[player] - before.stock[player]
    return {resource: int(change[resource]) for resource in Resource if change[resource]}


def dry(s: Any) -> int:
    """The first space offered that gives nothing and touches no ocean."""
    for action in actions(s):
        space = action - SPACE
        beside = [s.tile[other] for other in T.neighbours[space] if other != NONE]
        if not T.space_gain[0, space].any() and not T.space_cards[0, space] and Tile.OCEAN_TILE not in beside:
            return action
    raise ValueError("no such space")


@pytest.mark.parametrize("ruling", CLOCKWISE)
@pytest.mark.parametrize("tile", TILES)
def test_tiles_bring_steel_under_mars_first_and_greeneries_4_mc_under_the_greens(ruling: Party, tile: str) -> None:
    s = turn(ruling, players=3)
    project, space = TILES[tile]
    s.stock[RED, MC] = cost = int(T.standard_cost[project]) + (3 if ruling == REDS and tile != "city" else 0)
    before = s.copy()
    take(s, STANDARD + project)
    take(s, SPACE + space)
    wanted = {MC: -cost}
    if ruling == MARS_FIRST:
        wanted[STEEL] = 1
    if ruling == GREENS and tile == "greenery":
        wanted[MC] += 4
    assert gained(before, s) == wanted
    assert not gained(before, s, BLUE)
    sound(s)


@pytest.mark.parametrize("ruling", [MARS_FIRST, GREENS])
def test_greeneries_of_plants_and_special_tiles_count_too(ruling: Party) -> None:
    s = turn(ruling)
    s.stock[RED, PLANTS] = 8
    take(s, CONVERT_PLANTS)
    take(s, SPACE + DRY_LAND)
    assert s.stock[RED].tolist() == ([0, 1, 0, 0, 0, 0] if ruling == MARS_FIRST else [4, 0, 0, 0, 0, 0])
    enter(s, "Natural Preserve")
    take(s, dry(s))
    assert s.stock[RED, STEEL] == (2 if ruling == MARS_FIRST else 0)
    assert s.stock[RED, MC] == (0 if ruling == MARS_FIRST else 4)


def test_a_greenery_on_an_ocean_space_is_one_tile() -> None:
    s = turn(MARS_FIRST)
    enter(s, "Mangrove")
    take(s, SPACE + DRY_OCEAN)
    assert s.stock[RED, STEEL] == 1
    govern(s, GREENS)
    enter(s, "Protected Valley")
    take(s, actions(s)[-1])
    assert s.stock[RED, MC] == 4


def test_two_oceans_are_two_tiles() -> None:
    s = turn(MARS_FIRST)
    enter(s, "Ice Asteroid")
    take(s, SPACE + DRY_OCEAN)
    assert s.stock[RED, STEEL] == 1
    take(s, actions(s)[-1])
    assert s.stock[RED, STEEL] == 2


def test_the_ocean_beside_the_temperature_track_brings_steel() -> None:
    s = turn(MARS_FIRST)
    s.track[Track.TEMPERATURE] = 14
    s.stock[RED, MC] = 14
    take(s, STANDARD + StandardProject.ASTEROID)
    take(s, SPACE + DRY_OCEAN)
    assert s.stock[RED, STEEL] == 1


def test_a_city_off_mars_brings_no_steel() -> None:
    s = turn(MARS_FIRST)
    enter(s, "Phobos Space Haven")
    enter(s, "Ganymede Colony")
    assert (s.tile == Tile.CITY_TILE).sum() == 2
    assert s.stock[RED, STEEL] == 0


def test_steel_of_mars_first_is_no_placement_bonus() -> None:
    """Mining Guild gains a production for steel and titanium of the space only."""
    s = turn(MARS_FIRST, corporations=("Mining Guild", *QUIET[1:]))
    enter(s, "Natural Preserve")
    take(s, SPACE + DRY_LAND)
    assert (s.stock[RED, STEEL], s.production[RED, STEEL]) == (1, 0)
    enter(s, "Research Outpost")
    take(s, SPACE + next(space for space in range(61) if T.space_gain[0, space, STEEL] and SPACE + space in actions(s)))
    assert s.production[RED, STEEL] == 1


@pytest.mark.parametrize("ruling", CLOCKWISE)
@pytest.mark.parametrize("corporation", ["Saturn Systems", "PhoboLog"])
def test_titanium_is_worth_1_more_under_unity(ruling: Party, corporation: str) -> None:
    worth = 3 + int(corporation == "PhoboLog") + int(ruling == UNITY)
    for short in (0, 1):
        s = turn(ruling, corporations=(corporation, *QUIET[1:4]))
        hold(s, RED, "Callisto Penal Mines")
        s.stock[RED, [MC, TITANIUM]] = (24 - 4 * worth - short, 4)
        card = CARD + NUMBER["Callisto Penal Mines"]
        assert (card in actions(s)) == (not short)
    s.stock[RED, MC] += 1
    take(s, card)
    assert s.stock[RED].tolist() == [0] * 6


def test_a_trade_still_costs_3_titanium_under_unity() -> None:
    s = turn(UNITY, colonies=True)
    for titanium in (2, 3):
        s.stock[RED, TITANIUM] = titanium
        assert any(COLONY <= action < COLONY + len(ColonyTile) for action in actions(s)) == (titanium == 3)


# The two actions.


@pytest.mark.parametrize("ruling", CLOCKWISE)
@pytest.mark.parametrize("money", [9, 10])
def test_only_scientists_and_kelvinists_have_an_action_for_10(ruling: Party, money: int) -> None:
    s = turn(ruling)
    s.stock[RED, MC] = money
    found = {action - POLICY for action in actions(s) if POLICY <= action < POLICY + 6}
    assert found == ({ruling} if money == 10 and ruling in (SCIENTISTS, KELVINISTS) else set())


@pytest.mark.parametrize("corporation", ["Saturn Systems", "Polyphemos", "TerraLabs Research"])
def test_the_scientists_let_everybody_draw_3_cards_once_a_generation(corporation: str) -> None:
    s = turn(SCIENTISTS, corporations=(corporation, *QUIET[1:]), colonies=True, players=3)
    show(s, None, coming=QUIET_EVENT)
    s.stock[:, MC] = 40
    take(s, POLICY + SCIENTISTS)
    assert (s.stock[RED, MC], s.hand[RED]) == (30, 3), "they are drawn, not bought"
    assert (s.kind, s.player, s.actions_taken) == (Kind.ACTION, RED, 1)
    assert POLICY + SCIENTISTS not in actions(s)
    s.turn, s.player, s.actions_taken = BLUE, BLUE, 0
    take(s, POLICY + SCIENTISTS)
    assert s.hand[BLUE] == 3
    assert POLICY + SCIENTISTS not in actions(s)
    sound(s)
    s.delegates[SCIENTISTS, RED], s.reserve[RED], s.leader[SCIENTISTS], s.dominant = 5, 1, RED, SCIENTISTS
    next_actions(s)
    assert s.ruling == SCIENTISTS
    for player in (RED, BLUE):
        s.turn = s.player = player
        assert POLICY + SCIENTISTS in actions(s)


def test_the_kelvinists_sell_heat_and_energy_again_and_again() -> None:
    s = turn(KELVINISTS)
    s.passed[BLUE], s.stock[RED, MC] = 1, 39
    for used in (1, 2, 3):
        take(s, POLICY + KELVINISTS)
        assert s.stock[RED, MC] == 39 - 10 * used
        assert s.production[RED].tolist() == [0, 0, 0, 0, used, used]
    assert POLICY + KELVINISTS not in actions(s)


def test_policy_actions_are_no_standard_projects_and_metals_do_not_pay() -> None:
    s = turn(KELVINISTS, corporations=("CrediCor", *QUIET[1:]))
    lay(s, RED, "Standard Technology")
    s.stock[RED, [STEEL, TITANIUM, HEAT]] = 20
    assert POLICY + KELVINISTS not in actions(s)
    s.stock[RED, MC] = 10
    take(s, POLICY + KELVINISTS)
    assert s.stock[RED, MC] == 0
    s = turn(KELVINISTS, corporations=("Helion", *QUIET[1:]))
    s.stock[RED, HEAT] = 10
    take(s, POLICY + KELVINISTS)
    assert s.stock[RED, HEAT] == 0


# Other phases: whoever rules, everything goes the same way.


def in_preludes(ruling: Party) -> Any:
    s = deal(3, players=2, prelude=True, venus=False, draft=False)
    s.ruling = ruling
    while s.phase != Phase.PRELUDES:
        step(T, s, actions(s)[0])
    s.stock[:] = 0
    return s


def hold_only(s: Any, name: str) -> int:
    """The one project card in the hand of Red."""
    projects = s.lies[:FIRST_CORPORATION]
    projects[(projects == Lies.IN_HAND) & (s.owner[:FIRST_CORPORATION] == RED)] = Lies.DISCARDED
    s.lies[NUMBER[name]], s.owner[NUMBER[name]], s.hand[RED] = Lies.IN_HAND, RED, 1
    return NUMBER[name]


def play_preludes(ruling: Party) -> Any:
    """A tile of each kind, and rating without money."""
    s = in_preludes(ruling)
    for name in ("Great Aquifer", "Experimental Forest", "UNMI Contractor", "Self-Sufficient Settlement"):
        assert s.lies[NUMBER[name]] == Lies.IN_THE_DECK
        enter(s, name)
        while s.kind == Kind.SPACE:
            step(T, s, actions(s)[0])
    return s


def produce(ruling: Party) -> Any:
    """Production, and the Turmoil phase with an event of the first player's and one that gives rating."""
    s = turn(ruling)
    s.production[:, [MC, ENERGY, HEAT, TITANIUM]] = 2
    show(s, Event.ELECTION, coming=QUIET_EVENT)
    end_generation(s)
    return s


def release_aquifer(ruling: Party) -> Any:
    s = turn(ruling)
    show(s, Event.AQUIFER_RELEASED_BY_PUBLIC_COUNCIL, coming=QUIET_EVENT)
    end_generation(s, DRY_OCEAN)
    assert s.tile[DRY_OCEAN] == Tile.OCEAN_TILE
    return s


def let_the_world_govern(ruling: Party) -> Any:
    s = turn(ruling, venus=True)
    show(s, None, coming=QUIET_EVENT)
    end_actions(s)
    take(s, BRANCH + 2)
    take(s, SPACE + DRY_OCEAN)
    assert s.track[Track.OCEANS] == 1
    return s


def place_last_greeneries(ruling: Party) -> Any:
    s = turn(ruling)
    s.track[:3] = (19, 14, 9)
    s.stock[:, PLANTS] = 8
    end_actions(s)
    assert s.phase == Phase.FINAL_GREENERIES
    take(s, SPACE + DRY_LAND)
    take(s, actions(s)[0])
    assert s.over == Over.FINISHED
    return s


@pytest.mark.parametrize(
    "during", [play_preludes, produce, release_aquifer, let_the_world_govern, place_last_greeneries]
)
def test_no_policy_is_in_force_outside_the_action_phase(during: Callable[[Party], Any]) -> None:
    ends = [during(ruling) for ruling in CLOCKWISE]
    for s in ends:
        assert s.stock.tolist() == ends[0].stock.tolist()
        assert s.rating.tolist() == ends[0].rating.tolist()
        assert s.production.tolist() == ends[0].production.tolist()


def test_preludes_and_the_last_greeneries_bring_what_they_say() -> None:
    s = play_preludes(REDS)
    assert s.rating[RED] == 20 + 2 + 1 + 3
    s = place_last_greeneries(GREENS)
    assert s.stock[RED, MC] == 20, "nothing but the production by rating"


def test_titanium_is_worth_3_in_the_prelude_phase() -> None:
    """Eccentric Sponsor lets a card be played for 25 less: Io Mining Industries, printed 41."""
    for titanium in (5, 6):
        s = in_preludes(UNITY)
        card = hold_only(s, "Io Mining Industries")
        s.stock[RED, TITANIUM] = titanium
        enter(s, "Eccentric Sponsor")
        assert (s.lies[card] == Lies.IN_PLAY) == (3 * titanium >= 41 - 25)


def test_a_party_requirement_is_met_by_the_ruling_party_in_the_prelude_phase() -> None:
    for ruling in (UNITY, GREENS):
        s = in_preludes(ruling)
        card = hold_only(s, "PR Office")
        enter(s, "Eccentric Sponsor")
        assert (s.lies[card] == Lies.IN_PLAY) == (ruling == UNITY)


@pytest.mark.parametrize("players", range(1, PLAYERS + 1))
def test_policies_are_for_everybody(players: int) -> None:
    s = turn(GREENS, players=players)
    for player in range(players):
        s.turn = s.player = player
        s.stock[player, PLANTS] = 8
        take(s, CONVERT_PLANTS)
        take(s, dry(s))
        assert s.stock[player, MC] == 4


def test_without_the_box_there_is_no_policy() -> None:
    s = colony_games.turn(corporations=QUIET, colonies=False, players=2)
    s.stock[RED, [MC, PLANTS]] = (50, 8)
    assert not {POLICY + party for party in CLOCKWISE} & set(actions(s))
    take(s, CONVERT_PLANTS)
    take(s, SPACE + DRY_LAND)
    assert s.stock[RED].tolist() == [50, 0, 0, 0, 0, 0]
