"""Social Engineering: until the next research each card that comes into a hand is paid for or discarded."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.core.rng import seed
from regolith.envs.terraforming_mars.colonies.words import FIRST_TILE, ColonyTile
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import DECLINED, NOT_ASKED, begin
from regolith.envs.terraforming_mars.observation import BEFORE_ME, OBSERVATION, observe
from regolith.envs.terraforming_mars.rooms import NONE
from regolith.envs.terraforming_mars.rules.course import new_generation
from regolith.envs.terraforming_mars.rules.drawing import draw, draw_matching
from regolith.envs.terraforming_mars.rules.invariants import broken_choosing, broken_knowledge, broken_look
from regolith.envs.terraforming_mars.rules.placement import put_tile
from regolith.envs.terraforming_mars.rules.redeal import determinize
from regolith.envs.terraforming_mars.show.naming import action_name, secret
from regolith.envs.terraforming_mars.state import Kind, Lies
from regolith.envs.terraforming_mars.words import Resource, Tag, Tile

from .games import NUMBER, T, actions
from .tables import NAMES, act, answer, choices, play
from .underworld_tables import below


def charged(*in_play: str, mc: int = 20, **options: Any) -> Any:
    """A turn while cards have their fee."""
    s = below(*in_play, **options)
    play(s, "Social Engineering")
    assert s.kind == Kind.NOTHING
    s.stock[:, Resource.MC] = mc
    return s


def drawn(s: Any, n: int, player: int = 0) -> None:
    draw(s, player, n)
    run(T, s, NOT_ASKED)


def unpaid(s: Any, player: int = 0) -> int:
    return int(np.sum((s.lies == Lies.DEALT) & (s.owner == player)))


def test_the_card_gives_corruption_and_a_fee_of_two() -> None:
    s = charged()
    assert (s.corruption[0], s.card_fee) == (1, 2)


def test_each_card_drawn_is_paid_for_or_discarded_one_by_one() -> None:
    s = charged()
    drawn(s, 2)
    assert (s.kind, s.player, s.hand[0], unpaid(s)) == (Kind.CARD, 0, 0, 2)
    (first,) = choices(s)
    assert s.may_decline
    assert secret(s)
    answer(s, first)
    assert (s.hand[0], s.stock[0, Resource.MC], s.lies[first]) == (1, 18, Lies.IN_HAND)
    (second,) = choices(s)
    assert second != first
    run(T, s, DECLINED)
    assert (s.kind, s.hand[0], s.stock[0, Resource.MC], s.lies[second]) == (Kind.NOTHING, 1, 18, Lies.DISCARDED)
    assert s.owner[second] == NONE


def test_without_two_mc_the_card_is_discarded_unasked() -> None:
    s = charged(mc=3)
    drawn(s, 2)
    answer(s, *choices(s))
    assert (s.kind, s.hand[0], s.stock[0, Resource.MC], unpaid(s)) == (Kind.NOTHING, 1, 1, 0)


def test_heat_of_helion_pays() -> None:
    s = charged("Helion", mc=0)
    s.stock[0, Resource.HEAT] = 2
    drawn(s, 1)
    answer(s, choices(s)[0])
    assert (s.kind, s.hand[0], s.stock[0, Resource.HEAT]) == (Kind.NOTHING, 1, 0)


def test_everybody_pays_in_turn_order() -> None:
    s = charged(players=3)
    s.first_player = 2
    for player in range(3):
        draw(s, player, 1)
    run(T, s, NOT_ASKED)
    asked = []
    while s.kind == Kind.CARD:
        asked.append(int(s.player))
        answer(s, choices(s)[0])
    assert asked == [2, 0, 1]


def test_a_card_bought_costs_the_fee_besides() -> None:
    s = charged("Business Network")
    act(s, "Business Network")
    answer(s, choices(s)[0])
    assert (s.stock[0, Resource.MC], s.hand[0]) == (17, 0)
    answer(s, choices(s)[0])
    assert (s.stock[0, Resource.MC], s.hand[0]) == (15, 1)


def test_cards_looked_at_and_not_kept_cost_nothing() -> None:
    s = charged("Inventors' Guild", mc=2)
    act(s, "Inventors' Guild")
    assert (s.kind, s.stock[0, Resource.MC], s.hand[0], s.looked_at) == (Kind.NOTHING, 2, 0, 0)


def test_of_cards_kept_each_is_asked_for_after_all_are_chosen() -> None:
    s = charged()
    play(s, "Business Contacts")
    answer(s, choices(s)[0])
    assert s.looked_at == 4
    assert broken_look(T, s) == broken_choosing(s) == broken_knowledge(T, s) == 0
    answer(s, choices(s)[0])
    assert (s.looked_at, unpaid(s), s.kind) == (0, 2, Kind.CARD)
    assert broken_knowledge(T, s) == 0
    answer(s, choices(s)[0])
    run(T, s, DECLINED)
    assert (s.hand[0], s.stock[0, Resource.MC]) == (1, 18)


def test_revealed_cards_and_placement_bonuses_have_the_fee() -> None:
    s = charged()
    draw_matching(T, s, 0, 1, Tag.JOVIAN, NONE)
    run(T, s, NOT_ASKED)
    (found,) = choices(s)
    assert T.tags[found, Tag.JOVIAN]
    assert broken_knowledge(T, s) == 0
    run(T, s, DECLINED)
    space = next(at for at in range(61) if T.space_cards[s.map, at] and T.space_kind[s.map, at] != 1)
    put_tile(T, s, 0, space, Tile.CITY_TILE)
    run(T, s, NOT_ASKED)
    assert (s.kind, s.hand[0], unpaid(s)) == (Kind.CARD, 0, int(T.space_cards[s.map, space]))


def test_the_card_is_decided_before_one_is_discarded() -> None:
    s = charged(mc=2)
    begin(s, T.colony_bonus[ColonyTile.PLUTO], FIRST_TILE + ColonyTile.PLUTO, 0)
    run(T, s, NOT_ASKED)
    (card,) = choices(s)
    assert action_name(s, actions(s)[0]) == f"keep {NAMES[card]} (2 MC)"
    answer(s, card)
    assert (s.kind, s.hand[0], s.lies[card]) == (Kind.NOTHING, 0, Lies.DISCARDED)


def test_it_ends_when_research_begins() -> None:
    s = charged()
    new_generation(T, s)
    assert s.card_fee == 0
    assert int(np.sum(s.lies == Lies.DEALT)) == 8


def test_a_prelude_taken_back_has_no_fee() -> None:
    s = charged("Biolab")
    s.corruption[0] = 1
    play(s, "Patent Manipulation")
    assert (s.kind, s.lies[NUMBER["Biolab"]]) == (Kind.NOTHING, Lies.IN_HAND)


@pytest.mark.parametrize("seat", [0, 1])
def test_others_do_not_see_the_card_and_may_be_dealt_another(seat: int) -> None:
    s = charged()
    drawn(s, 2)
    before = choices(s)[0]
    seen = np.zeros(OBSERVATION.size, np.float32)
    observe(T, s, seat, seen)
    assert (seen[BEFORE_ME + before] > 0) == (seat == 0)
    found = set()
    for number in range(6):
        other = s.copy()
        seed(other.rng, number)
        determinize(T, other, seat)
        assert unpaid(other) == 2
        found.add(choices(other)[0])
    assert (found == {before}) == (seat == 0)
