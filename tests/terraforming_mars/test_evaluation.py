"""The evaluation: what it must not see, what it must like, and how the greedy player does with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from regolith import envs
from regolith.agents import make_agent
from regolith.benchmarks.matches import Played, play
from regolith.envs.core.record import Over
from regolith.envs.core.state import State
from regolith.envs.terraforming_mars.actions import CARD, PASS, STANDARD, step
from regolith.envs.terraforming_mars.base.boards import BOARDS
from regolith.envs.terraforming_mars.boxes import CARDS
from regolith.envs.terraforming_mars.language.card import Card
from regolith.envs.terraforming_mars.player.card_worth import changed_rules, held_on
from regolith.envs.terraforming_mars.player.evaluation import evaluate, generations_to_come, paid, soon
from regolith.envs.terraforming_mars.player.prices import payments, price_of_mc, prices
from regolith.envs.terraforming_mars.rooms import MARS_SPACES
from regolith.envs.terraforming_mars.rules.generation import produce
from regolith.envs.terraforming_mars.state import Kind, Lies, Phase
from regolith.envs.terraforming_mars.words import Map, Resource, SpaceKind, StandardProject, Tile, Track
from tests.terraforming_mars.games import NUMBER, T, choose, deal


def first_turn(**options: Any) -> Any:
    """Two beginners about to take their first action, without cards."""
    array = deal(
        1, corporate_era=False, prelude=False, venus=False, draft=False, beginner_corporation=True, players=2, **options
    )
    s = array[0]
    assert s.kind == Kind.ACTION
    for card in range(len(s.lies)):
        if s.lies[card] == Lies.IN_HAND:
            s.lies[card] = Lies.DISCARDED
    s.hand[:] = 0
    return array


def value(array: Any, seat: int = 0) -> float:
    return float(evaluate(T, array[0], seat))


def after(array: Any, change: Callable[[Any], None]) -> float:
    """How much better the first player stands after a change."""
    other = array.copy()
    change(other[0])
    return value(other) - value(array)


def give(field: str, player: int, what: int, n: int) -> Callable[[Any], None]:
    def change(s: Any) -> None:
        s[field][player, what] += n

    return change


def own(card: str, lies: Lies, player: int = 0) -> Callable[[Any], None]:
    def change(s: Any) -> None:
        s.lies[NUMBER[card]], s.owner[NUMBER[card]] = lies, player

    return change


def late(array: Any) -> Any:
    """The same with few steps missing."""
    other = array.copy()
    other[0].track[Track.TEMPERATURE], other[0].track[Track.OXYGEN], other[0].track[Track.OCEANS] = 18, 13, 9
    return other


@pytest.mark.parametrize(
    "options", [{"players": 3}, {"players": 2, "initial_draft": True}, {"players": 4, "draft": False}]
)
def test_hidden_cards_do_not_matter(options: dict[str, Any]) -> None:
    game = envs.game("terraforming_mars", **options)
    checked = 0
    for seed in range(3):
        state, chooser = game.new(seed), np.random.default_rng(seed)
        while not state.is_terminal and checked < 500:
            if chooser.random() < 0.3:
                seat = int(chooser.integers(game.players))
                other = state.clone().resample(seat, int(chooser.integers(1000)))
                assert other.array[0].tobytes() != state.array[0].tobytes()
                found = [float(evaluate(T, of.array[0], seat)) for of in (state, other)]
                assert found[0] == pytest.approx(found[1], abs=1e-9)
                checked += 1
            state.apply(int(chooser.choice(state.legal_actions())))
    assert checked > 100


@pytest.mark.parametrize("resource", list(Resource))
def test_resources_and_productions_are_good(resource: Resource) -> None:
    array = first_turn()
    assert after(array, give("stock", 0, resource, 1)) > 0
    assert after(array, give("stock", 1, resource, 1)) < 0
    produced = after(array, give("production", 0, resource, 1))
    assert produced > 2 * after(array, give("stock", 0, resource, 1))
    assert produced > after(late(array), give("production", 0, resource, 1)) >= 0
    assert after(array, give("production", 1, resource, 1)) < 0


def test_money_in_the_last_generation_is_hardly_worth_anything() -> None:
    array = first_turn()
    array[0].track[:3] = T.track_end[:3]
    assert generations_to_come(T, array[0]) == 1
    assert 0 < after(array, give("stock", 0, Resource.MC, 1)) < 0.05
    assert after(array, give("production", 0, Resource.STEEL, 1)) == 0
    assert after(array, give("production", 0, Resource.PLANTS, 8)) > 0.5


def test_rating_milestones_and_greeneries_are_good() -> None:
    array = first_turn()

    def raised(s: Any) -> None:
        s.rating[0] += 1

    def claimed(s: Any) -> None:
        s.milestone[0] = 0

    def lost(s: Any) -> None:
        s.milestone[0] = 1

    assert after(array, raised) > after(late(array), raised) > 1
    assert after(array, claimed) > 4
    assert after(array, lost) < -4


def test_awards_count_by_place_and_more_so_late() -> None:
    array = first_turn()
    array[0].rating[0] += 5
    assert BOARDS[Map.THARSIS].awards[1].name == "Banker"
    array[0].production[0, Resource.MC] += 5

    def funded(s: Any) -> None:
        s.award[1] = 0

    assert 0 < after(array, funded) < after(late(array), funded) <= 5
    array[0].production[1, Resource.MC] += 9
    assert after(array, funded) < 0


def middle(array: Any) -> Any:
    """The same with about half of the steps done, in the middle of a game."""
    other = array.copy()
    s = other[0]
    s.track[Track.TEMPERATURE], s.track[Track.OXYGEN], s.track[Track.OCEANS], s.generation = 9, 6, 4, 6
    return other


def award(array: Any, name: str) -> int:
    return [award.name for award in BOARDS[Map.THARSIS].awards].index(name)


def test_an_award_is_a_chance_and_not_decided_before_the_end() -> None:
    array = middle(first_turn())
    banker = award(array, "Banker")

    def funded(lead: int, of: Any) -> float:
        other = of.copy()
        other[0].production[0, Resource.MC] += lead
        return after(other, lambda s: s.award.__setitem__(banker, 0))

    assert abs(funded(0, array)) < 0.15 * funded(8, array)
    assert 0 < funded(1, array) < 0.5 * funded(8, array)
    last = late(array)
    last[0].track[:3] = T.track_end[:3]
    assert funded(1, last) == pytest.approx(funded(8, last), abs=0.01)


def test_an_award_for_productions_below_zero_is_a_chance_too() -> None:
    array = middle(first_turn())
    array[0].production[:2, Resource.MC] = -5, -4
    array[0].award[award(array, "Banker")] = 0
    assert np.isfinite(value(array))
    assert after(array, give("production", 0, Resource.MC, 1)) > 0


def test_heat_and_titanium_are_not_hoarded_for_an_award() -> None:
    array = middle(first_turn())
    for name, resource in (("Thermalist", Resource.HEAT), ("Miner", Resource.TITANIUM)):
        funded = array.copy()
        s = funded[0]
        s.award[award(array, name)] = 1
        s.stock[:, resource] = 12
        s.production[:, resource] = 3

        def spent(s: Any, resource: Resource = resource) -> None:
            s.stock[0, resource] -= 8

        plain = array.copy()
        plain[0].stock[:, resource] = 12
        plain[0].production[:, resource] = 3
        assert after(funded, spent) == pytest.approx(after(plain, spent))


def test_plants_become_greeneries_even_if_that_makes_a_good_game_shorter() -> None:
    """Who earns more than the other gains by a long game, but not as much as he loses by waiting with rating and plants."""
    array = middle(first_turn())
    s = array[0]
    s.production[0, Resource.MC] += 4
    s.stock[0, Resource.PLANTS] = 8
    space = next(space for space in range(MARS_SPACES) if T.space_kind[Map.THARSIS, space] == SpaceKind.LAND)

    def converted(s: Any) -> None:
        s.stock[0, Resource.PLANTS] -= 8
        s.tile[space], s.tile_owner[space] = Tile.GREENERY_TILE, 0
        s.track[Track.OXYGEN] += 1
        s.rating[0] += 1

    assert after(array, converted) > 0


def test_money_grows_fast_while_there_is_much_to_build() -> None:
    s = first_turn()[0]
    steps = [float(price_of_mc(T, s, left) / price_of_mc(T, s, left - 1.0)) for left in (12.0, 7.0, 2.0)]
    assert steps[0] > steps[1] > steps[2] > 1
    all_prices = [float(price_of_mc(T, s, 5.5 - later)) for later in (1.0, 2.0, 3.0, 4.0)]
    last = 0.5 * float(price_of_mc(T, s, 1.0))
    assert float(payments(T, s, 5.5)) == pytest.approx(sum(all_prices) + last)
    assert float(payments(T, s, 1.0)) == 0


def test_points_lose_nothing_by_coming_later_and_money_does() -> None:
    s = first_turn()[0]
    early, later = (prices(T, s, 0, left, True) for left in (11.0, 6.0))
    assert early.times == pytest.approx(2 * later.times)
    assert later.uses < early.uses < 2 * later.uses


def test_a_card_that_can_never_be_played_is_worth_little_more_than_it_sells_for() -> None:
    array = first_turn()
    array[0].track[Track.OXYGEN] = 9
    megacredit = after(array, give("stock", 0, Resource.MC, 1))
    assert megacredit < after(array, own("Natural Preserve", Lies.IN_HAND)) < 1.5 * megacredit


def test_a_city_wants_free_land_and_greeneries_beside_it() -> None:
    array = first_turn()
    land = [space for space in range(MARS_SPACES) if T.space_kind[Map.THARSIS, space] == SpaceKind.LAND]
    roomy = max(land, key=lambda space: sum(other in land for other in T.neighbours[space]))
    cramped = min(land, key=lambda space: sum(other in land for other in T.neighbours[space]))

    def tile(space: int, kind: Tile, owner: int) -> Callable[[Any], None]:
        def change(s: Any) -> None:
            s.tile[space], s.tile_owner[space] = kind, owner

        return change

    assert after(array, tile(roomy, Tile.CITY_TILE, 0)) > after(array, tile(cramped, Tile.CITY_TILE, 0))
    array[0].tile[roomy], array[0].tile_owner[roomy] = Tile.CITY_TILE, 0
    beside = next(int(space) for space in T.neighbours[roomy] if space in land)
    apart = next(space for space in land if space not in T.neighbours[roomy] and space != roomy)
    assert after(array, tile(beside, Tile.GREENERY_TILE, 0)) > after(array, tile(apart, Tile.GREENERY_TILE, 0)) + 0.4


def test_a_card_is_worth_its_price_only_if_it_can_be_played_in_time() -> None:
    array = first_turn()
    price = after(array, give("stock", 0, Resource.MC, 3))
    assert after(array, own("Sponsors", Lies.IN_HAND)) > price
    ended = late(array)
    ended[0].track[:3] = T.track_end[:3]
    assert after(ended, own("Sponsors", Lies.IN_HAND)) < after(ended, give("stock", 0, Resource.MC, 3))
    array[0].track[Track.OXYGEN] = 9
    never = after(array, own("Natural Preserve", Lies.IN_HAND))
    assert after(array, give("stock", 0, Resource.MC, 1)) < never < after(array, give("stock", 0, Resource.MC, 3))


@pytest.mark.parametrize("card", [card for card in CARDS.values() if card.modifiers], ids=lambda card: card.name)
def test_every_changed_rule_is_worth_something(card: Card) -> None:
    """Each generation, at once, or by what the resources are worth that lie on the card."""
    for modifier in card.modifiers:
        assert any(changed_rules([modifier])) or held_on(card).total() > 0


def test_cards_count_the_less_the_longer_they_wait_for_money() -> None:
    assert soon(0.0, 20.0, 30.0, 40.0) == 1.0, "there is money for all of them"
    assert soon(30.0, 20.0, 30.0, 0.0) == 0.0, "there is none left, and none will come"
    assert soon(0.0, 20.0, 10.0, 0.0) == 0.5
    assert 0.5 < soon(30.0, 20.0, 30.0, 40.0) < 1.0, "they wait for the next income"
    assert soon(70.0, 20.0, 30.0, 40.0) == 0.0, "they wait for longer than anybody looks ahead"
    waits = [soon(before, 20.0, 30.0, 40.0) for before in range(0, 90, 5)]
    assert waits == sorted(waits, reverse=True)
    for budget, later in ((0.0, 0.0), (30.0, 40.0), (30.0, 0.0)):
        parts = soon(0.0, 25.0, budget, later) * 25.0 + soon(25.0, 35.0, budget, later) * 35.0
        assert parts == pytest.approx(paid(60.0, budget, later)), "nothing is counted twice"


def test_money_spent_on_something_else_delays_cards_in_hand() -> None:
    array = first_turn()
    array[0].stock[0, Resource.MC] = 30
    plain = after(array, give("stock", 0, Resource.MC, -20))
    for card in ("Sponsors", "Io Mining Industries", "Acquired Company", "Deimos Down", "Methane From Titan"):
        own(card, Lies.IN_HAND)(array[0])
        array[0].hand[0] += 1
    assert after(array, give("stock", 0, Resource.MC, -20)) < plain - 0.5


def test_a_card_bought_has_to_be_paid() -> None:
    array = first_turn()
    in_hand, bought = after(array, own("Sponsors", Lies.IN_HAND)), after(array, own("Sponsors", Lies.BOUGHT))
    assert 0 < bought < in_hand - 0.9 * after(array, give("stock", 0, Resource.MC, 3))
    assert after(array, own("Sponsors", Lies.BOUGHT, player=1)) == 0


def test_passing_is_not_as_good_as_a_production() -> None:
    """Who passes last sees the production of everybody at once: that must not make him pass."""
    array = first_turn()
    array[0].production[1, Resource.MC] = 20
    step(T, array[0], PASS)
    before = value(array, 1)
    ends, richer = array.copy(), array.copy()
    step(T, ends[0], PASS)
    assert (ends[0].generation, ends[0].phase) == (2, Phase.RESEARCH)
    produce(richer[0])
    assert value(richer, 1) - before > 2
    assert value(ends, 1) == pytest.approx(before, abs=0.01)


def test_solo_wants_the_goal_and_little_else() -> None:
    for options in ({}, {"solo_objective": "tr63"}):
        array = deal(1, players=1, **options)
        s = array[0]
        while s.phase != Phase.ACTION:
            choose(s)
        while s.kind != Kind.ACTION:
            choose(s)

        def raised(s: Any) -> None:
            s.rating[0] += 1
            s.track[Track.TEMPERATURE] += 1

        assert after(array, raised) > 1
        assert 0 < after(array, own("Breathing Filters", Lies.IN_PLAY)) < 0.2


def test_metals_pay_first() -> None:
    array = first_turn()
    s = array[0]
    own("Sponsors", Lies.OUT_OF_THE_GAME)(s)
    own("Mine", Lies.IN_HAND)(s)
    s.hand[0], s.stock[0, Resource.MC], s.stock[0, Resource.STEEL] = 1, 20, 2
    game = envs.game(
        "terraforming_mars",
        corporate_era=False,
        prelude=False,
        venus=False,
        draft=False,
        beginner_corporation=True,
        players=2,
    )
    state = State(game, array)
    state.apply(CARD + NUMBER["Mine"])
    assert state.array[0].kind == Kind.PAYMENT
    ends = [finish(state, action) for action in state.legal_actions()]
    best = max(ends, key=lambda end: float(evaluate(T, end, 0)))
    assert best.stock[0, Resource.STEEL] == 0


def finish(state: Any, action: int) -> Any:
    end = state.clone()
    end.apply(action)
    return end.array[0]


def greedy_games(players: int, deals: int, **options: Any) -> list[Played]:
    game = envs.game("terraforming_mars", players=players, **options)
    return play(game, list(range(deals)), [[make_agent("greedy")] * players] * deals)


@pytest.mark.parametrize(("players", "least", "most"), [(2, 9, 17), (3, 8, 14), (5, 6, 12)])
def test_greedy_games_have_a_plausible_length(players: int, least: int, most: int) -> None:
    games = greedy_games(players, 8)
    lengths = [int(game.record.generation) for game in games]
    assert all(game.record.over == Over.FINISHED for game in games)
    assert least <= np.mean(lengths) <= most
    assert max(lengths) <= most + 4


def test_greedy_beats_random_on_the_same_deals() -> None:
    game = envs.game("terraforming_mars", players=2)
    greedy, random = make_agent("greedy"), make_agent("random")
    games = play(game, [0, 0, 1, 1, 2, 2], [[greedy, random], [random, greedy]] * 3)
    margins = [game.scores[i % 2] - game.scores[1 - i % 2] for i, game in enumerate(games)]
    assert min(margins) > 20


def test_greedy_does_not_sell_what_it_buys() -> None:
    """Patents are sold for money that is needed, which is seldom before the last generation."""
    games = greedy_games(3, 4)
    sold = sum(action == STANDARD + StandardProject.SELL_PATENTS for game in games for action in game.actions)
    assert sold < 0.02 * sum(len(game.actions) for game in games)


def test_greedy_wins_solo_games() -> None:
    game = envs.game("terraforming_mars", players=1)
    games = play(game, list(range(40)), [[make_agent("greedy")]] * 40)
    assert sum(int(game.record.solo_won) for game in games) >= 2
