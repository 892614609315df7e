"""Whole games under the Reds, at random: no step of rating is lost or free, and what is forbidden because of the fee cannot be paid."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.actions import (
    CARD,
    CONVERT_HEAT,
    CONVERT_PLANTS,
    END_TURN,
    PASS,
    STANDARD,
    step,
)
from regolith.envs.terraforming_mars.language.tables import numbered
from regolith.envs.terraforming_mars.rules.price import price
from regolith.envs.terraforming_mars.state import Kind, Lies, Phase
from regolith.envs.terraforming_mars.words import (
    BUILDING,
    HEAT,
    MC,
    OCEANS,
    OXYGEN,
    SPACE,
    STEEL,
    TEMPERATURE,
    TITANIUM,
    VENUS_SCALE,
    WILD,
    StandardProject,
)

from .games import NUMBER, T, actions, deal
from .operations import Op
from .reds_games import FEE, brings, climb, gives_rating, spends, tracks_of, twin_without_fee
from .turmoil_games import REDS

CATALOGUE = numbered()
STANDARDS = {
    StandardProject.ASTEROID: (14, TEMPERATURE),
    StandardProject.AQUIFER: (18, OCEANS),
    StandardProject.GREENERY: (23, OXYGEN),
    StandardProject.AIR_SCRAPPING: (15, VENUS_SCALE),
}
UNASKED = ("Dirigibles", "Psychrophiles", "Stormcraft Incorporated")
"""Cards with means of payment of their own: their owner is not looked at."""


def has(s: Any, player: int, name: str) -> bool:
    return bool(s.lies[NUMBER[name]] == Lies.IN_PLAY and s.owner[NUMBER[name]] == player)


def bill(s: Any, action: int) -> tuple[int, int, int, int] | None:
    """Of an action that brings rating: steps, MC that it costs, metals that pay for it in MC, heat that it spends."""
    player, at = int(s.player), tracks_of(s)
    if action == CONVERT_HEAT:
        return climb(at, TEMPERATURE, 1), 0, 0, 8
    if action == CONVERT_PLANTS:
        return climb(at, OXYGEN, 1), 0, 0, 0
    if action - STANDARD in STANDARDS:
        cost, track = STANDARDS[StandardProject(action - STANDARD)]
        return climb(at, track, 1), cost, 0, 0
    card = action - CARD
    if not 0 <= card < len(s.lies):
        return None
    worth = {
        STEEL: int(s.stock[player, STEEL] * (2 + s.metal_value[player, 0])),
        TITANIUM: int(s.stock[player, TITANIUM] * (3 + s.metal_value[player, 1])),
    }
    if s.lies[card] == Lies.IN_HAND:
        program = CATALOGUE[card].on_play
        tags = s.tags[player] + s.tags[player, WILD]
        if CATALOGUE[card].kind.name != "EVENT":
            tags = tags + T.tags[card]
        metals = sum(worth[metal] for tag, metal in ((BUILDING, STEEL), (SPACE, TITANIUM)) if T.tags[card, tag])
        cost = int(price(T, s, player, card, 0))
    else:
        program, tags, metals = CATALOGUE[card].action, None, 0
        if program[0].op == Op.CHOOSE:
            return None
        accepted = {part["metal"] for part in program if part.op == Op.SPEND and part["resource"] == MC}
        metals = sum(worth[metal] for metal in accepted if metal is not None)
        cost = spends(program, MC)
    if not gives_rating(program) or any(part.op == Op.BUILD_COLONY for part in program):
        return None
    return brings(at, program, tags), cost, metals, spends(program, HEAT)


def check_mask(s: Any, found: Counter[str]) -> None:
    """Just those actions are forbidden that would be legal without the fee, and whose fee cannot be paid."""
    player = int(s.player)
    with_fee, without = set(actions(s)), set(actions(twin_without_fee(s)))
    assert with_fee <= without
    if any(has(s, player, name) for name in UNASKED):
        return
    for action in without:
        owed = bill(s, action)
        if owed is None:
            continue
        steps, cost, metals, heat = owed
        money = int(s.stock[player, MC])
        if has(s, player, "Helion"):
            money += int(s.stock[player, HEAT]) - heat
        payable = money >= FEE * steps and money + metals >= cost + FEE * steps
        assert (action in with_fee) == payable, (action, owed, money)
        found["payable" if payable else "forbidden"] += int(steps > 0)


def act(s: Any, action: int, chooser: random.Random, found: Counter[str]) -> None:
    """An action with all its choices, and the same where there is no fee, as long as the same is asked there."""
    player, twin, before = int(s.player), twin_without_fee(s), s.copy()
    step(T, s, action)
    step(T, twin, action)
    same = True
    while s.kind != Kind.ACTION:
        assert s.phase == Phase.ACTION
        choice = chooser.choice(actions(s))
        same = same and bool(twin.kind == s.kind and twin.player == s.player) and choice in actions(twin)
        if same:
            step(T, twin, choice)
        step(T, s, choice)
    assert s.stock.min() >= 0
    others = [other for other in range(s.players) if other != player]
    assert s.rating[others].tolist() == before.rating[others].tolist()
    if not same or twin.kind != Kind.ACTION:
        found["asked otherwise"] += 1
        return
    steps = int(s.rating[player] - before.rating[player])
    assert s.track.tolist() == twin.track.tolist()
    assert s.rating.tolist() == twin.rating.tolist(), "no step is lost"
    assert s.stock[others].tolist() == twin.stock[others].tolist()
    saved = twin.stock[player] - s.stock[player]
    if saved[[STEEL, TITANIUM]].any() or (s.resources != twin.resources).any():
        found["paid otherwise"] += 1
        assert saved[MC] < FEE * steps
        return
    if has(s, player, "Helion"):
        assert saved[MC] + saved[HEAT] == FEE * steps
    else:
        assert saved.tolist() == [FEE * steps, 0, 0, 0, 0, 0]
    found["with rating" if steps else "without rating"] += 1


GAMES = [
    {"players": 2, "payment": "auto", "venus": True, "colonies": True},
    {"players": 3, "payment": "choose", "venus": True, "colonies": True, "promos": True},
    {"players": 4, "payment": "auto", "map": "hellas", "prelude": True},
    {"players": 2, "payment": "choose", "map": "hellas", "venus": False},
    {"players": 5, "payment": "auto", "map": "elysium", "colonies": True},
    {"players": 2, "payment": "choose", "prelude": True, "corporate_era": True, "max_generations": 20},
]


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_every_step_is_paid_and_only_what_cannot_be_paid_is_forbidden(number: int) -> None:
    found: Counter[str] = Counter()
    chooser = random.Random(number)
    s = deal(number, turmoil=True, **GAMES[number])[0]
    while s.over == Over.RUNNING:
        if s.phase not in (Phase.ACTION, Phase.SOLAR):
            s.ruling = REDS
        if s.kind != Kind.ACTION:
            step(T, s, chooser.choice(actions(s)))
            continue
        assert (s.ruling, s.rating_fee) == (REDS, FEE)
        if chooser.random() < 0.5:
            s.stock[s.player, MC] = chooser.randrange(45)
            s.stock[s.player, [STEEL, TITANIUM, HEAT]] = [chooser.choice((0, 0, 3, 9)) for _ in range(3)]
        check_mask(s, found)
        eager = [action for action in actions(s) if action not in (PASS, END_TURN)]
        if eager and chooser.random() < 0.8:
            act(s, chooser.choice(eager), chooser, found)
        else:
            step(T, s, END_TURN if END_TURN in actions(s) else PASS)
    assert s.rating[: s.players].min() >= 0
    assert found["with rating"] > 20
    assert found["forbidden"] > 20
    assert found["payable"] > 20
    assert found["asked otherwise"] < 0.1 * found.total()
