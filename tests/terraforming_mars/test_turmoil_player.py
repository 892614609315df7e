"""What the greedy player thinks of the committee and of events, and what he does about them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith import envs
from regolith.envs.terraforming_mars.actions import PASS
from regolith.envs.terraforming_mars.player.card_prices import Underground
from regolith.envs.terraforming_mars.player.evaluation import evaluate
from regolith.envs.terraforming_mars.player.prices import ByResource, Prices
from regolith.envs.terraforming_mars.rooms import NEUTRAL, PARTIES
from regolith.envs.terraforming_mars.state import DTYPE, Kind, Phase
from regolith.envs.terraforming_mars.turmoil.player import delegates_missing, worth_of_program
from regolith.envs.terraforming_mars.turmoil.rules import lobby
from regolith.envs.terraforming_mars.turmoil.words import Event, Party
from regolith.envs.terraforming_mars.words import HEAT, PLANTS, STEEL

from .committee import delegates, give_influence, happens, sitting
from .games import T
from .turmoil_games import clear_committee, send, turn

PRICE = Prices(
    stock=ByResource(1.0, 2.0, 3.0, 4.0, 5.0, 6.0),
    production=ByResource(10.0, 20.0, 30.0, 40.0, 50.0, 60.0),
    step=(0.0, 0.0, 0.0, 0.0),
    rating=100.0,
    greenery=0.0,
    city=0.0,
    card_drawn=7.0,
    point=0.0,
    mc=1.0,
    uses=1.0,
    times=1.0,
    harm=0.0,
    underground=Underground(0.0, 0.0, 0.0),
    bribes=0.0,
    bribe=0.0,
    more_energy=0.0,
)


def priced(s: Any, player: int) -> float:
    """All that events change, at those prices."""
    things = float(s.stock[player] @ np.array(PRICE.stock) + s.production[player] @ np.array(PRICE.production))
    return things + PRICE.rating * s.rating[player] + PRICE.card_drawn * s.hand[player]


ASKING = {
    Event.DRY_DESERTS: "what is gained is chosen",
    Event.PARADIGM_BREAKDOWN: "what is discarded is chosen",
    Event.CORROSIVE_RAIN: "what is lost is chosen",
    Event.CLOUD_SOCIETIES: "resources on cards have no price here",
    Event.FAIR_TRADE_COMPLAINT: "what those gain who have little is not foreseen",
    Event.MEDIA_STIR: "what those gain who have little is not foreseen",
}


@pytest.mark.parametrize("given", [0, 2])
@pytest.mark.parametrize("event", [event for event in Event if event not in ASKING], ids=lambda event: event.name)
def test_what_an_event_will_bring_is_what_it_brings(event: Event, given: int) -> None:
    s = sitting(
        "Earth Office", "Research", "Io Mining Industries", "Tectonic Stress Power", "Search For Life", players=2
    )
    give_influence(s, 0, given)
    s.stock[:2] = 60
    s.stock[0, PLANTS], s.production[0, PLANTS] = 9, 0
    s.production[0, STEEL], s.production[0, HEAT] = 3, 0
    s.rating[:2] = 37, 30
    foreseen = [worth_of_program(T, s, player, PARTIES + event, PRICE) for player in (0, 1)]
    before = [priced(s, player) for player in (0, 1)]
    happens(s, event)
    assert [priced(s, player) for player in (0, 1)] == pytest.approx(np.add(before, foreseen))


def test_delegates_missing_to_lead_the_dominant_party() -> None:
    s = sitting(players=3)
    delegates(s, Party.REDS, NEUTRAL, NEUTRAL)
    s.dominant = Party.REDS
    assert delegates_missing(s, 0) == 3, "three of one's own beat two neutral ones, there or elsewhere"
    delegates(s, Party.UNITY, 0)
    assert [delegates_missing(s, player) for player in (0, 1)] == [2, 2]
    delegates(s, Party.UNITY, 0, 1)
    s.dominant = Party.UNITY
    assert [delegates_missing(s, player) for player in (0, 1, 2)] == [0, 2, 3]


def sent(s: Any, party: Party) -> Any:
    after = np.zeros(1, DTYPE)
    after[0] = s
    lobby(after[0], 0, party)
    return after[0]


def test_a_delegate_is_worth_more_in_a_party_than_in_the_lobby() -> None:
    s = turn()
    clear_committee(s)
    send(s, Party.KELVINISTS, NEUTRAL)
    s.dominant = Party.KELVINISTS
    now, values = evaluate(T, s, 0), {party: evaluate(T, sent(s, party), 0) for party in Party}
    assert min(values.values()) > now
    send(s, Party.UNITY, 0)
    assert evaluate(T, sent(s, Party.UNITY), 0) > evaluate(T, sent(s, Party.GREENS), 0), "two would lead the committee"
    assert evaluate(T, s, 1) < evaluate(T, turn(), 1), "what an opponent leads is a loss"


def test_a_step_is_worth_less_if_the_reds_will_rule() -> None:
    s = turn()
    s.stock[0, HEAT] = 8
    now = evaluate(T, s, 0)
    s.dominant = Party.REDS
    assert evaluate(T, s, 0) < now


@pytest.mark.parametrize("objective", ["terraform", "tr63"])
@pytest.mark.parametrize("venus", [True, False])
def test_passing_neither_gains_nor_loses(objective: str, venus: bool) -> None:
    """The World Government decides before the ratings are revised; without it the next decision comes after the whole phase.

    That the rating is lower by a step then is worth a single MC.
    """
    state = envs.game("terraforming_mars", players=1, turmoil=True, venus=venus, solo_objective=objective).new(6)
    while state.kind != Kind.ACTION:
        state.apply(state.legal_actions()[-1])
    before = evaluate(T, state.record, 0)
    state.apply(PASS)
    assert (state.record.phase == Phase.SOLAR) == venus
    assert evaluate(T, state.record, 0) == pytest.approx(before, abs=0.35)
