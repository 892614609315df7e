"""The global events: as the facts describe them, and what each does to whom.

What an event does is read twice from the same description: once into the steps that the catalogue must have, and once, without any word
of the catalogue, into what must change.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from regolith.envs.terraforming_mars.colonies.words import ColonyTile
from regolith.envs.terraforming_mars.hooks import influence
from regolith.envs.terraforming_mars.language.counts import Count, Counted
from regolith.envs.terraforming_mars.language.phrases import phrases
from regolith.envs.terraforming_mars.language.steps import Step, Steps
from regolith.envs.terraforming_mars.language.tables import numbered
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, NEUTRAL, NOBODY, NONE
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.turmoil.events import EVENTS
from regolith.envs.terraforming_mars.turmoil.words import Event, EventLies, Party
from regolith.envs.terraforming_mars.words import (
    BUILDING,
    EARTH,
    ENERGY,
    FLOATERS,
    HEAT,
    MC,
    PLANTS,
    STEEL,
    TEMPERATURE,
    TITANIUM,
    WILD,
    CardKind,
    CardResource,
    CardSet,
    Resource,
    SpaceKind,
    Tag,
    Tile,
    To,
    Track,
    Where,
    Whose,
)
from tests.terraforming_mars.operations import Op

from .committee import (
    DOMINANT,
    beside,
    chair,
    delegates,
    give_influence,
    hand,
    happens,
    mark,
    oceans,
    put,
    sitting,
    spaces,
)
from .games import NUMBER, T, deal
from .tables import Change, changed, choices, colonies, lay

Fact = dict[str, Any]
FACTS: dict[str, Fact] = json.loads((Path(__file__).parent / "global_events.json").read_text(encoding="utf-8"))
PLAIN = [event for event in Event if "underworld" not in FACTS[event.name.lower()]["needs"]]
"""Those of Underworld 2 have tests of their own."""
BY_EVENT = pytest.mark.parametrize("event", PLAIN, ids=lambda event: event.name.lower())

# The facts as steps.

COUNTED = {
    "events_played": Count(Counted.EVENTS_PLAYED, whose=Whose.OWN),
    "distinct_tag_kinds": Count(Counted.KINDS_OF_TAGS),
    "tr_sets_of_5_over_15": Count(Counted.RATING_SETS, base=15),
    "tr_sets_of_5_over_10": Count(Counted.RATING_SETS, base=10),
    "own_tiles_adjacent_to_ocean": Count(Counted.TILES_BESIDE_OCEAN),
    "cities": Count(Counted.CITIES, whose=Whose.OWN),
    "cards_in_hand": Count(Counted.CARDS_IN_HAND),
    "blue_cards": Count(Counted.ACTIVE_CARDS),
    "colonies": Count(Counted.COLONIES),
    "influence": Count(Counted.FIXED, influence=1),
}
SCORES = {
    ("influence", "tag:building", "cities"): Count(Counted.BUILDING_TAGS_AND_CITIES, influence=1),
    ("tag:earth", "influence"): Count(Counted.PRINTED_TAGS, (EARTH,), influence=1),
}
FOR_NOBODY = {"board_place", "board_remove_ocean", "board_parameter", "rank"}
"""What no player does for himself."""


def count(n: int | Fact) -> int | Count:
    if isinstance(n, int):
        return n
    per = n.get("per", "")
    if per.startswith("tag:"):
        found = Count(Counted.PRINTED_TAGS, (Tag[per.removeprefix("tag:").upper()],))
    elif per.startswith("production:"):
        found = Count(Counted.PRODUCTION, resource=Resource[per.removeprefix("production:").upper()])
    else:
        found = COUNTED[per] if per else Count(Counted.FIXED, base=n["base"])
    found = replace(found, each=n.get("each", 1), every=n.get("every", 1), most=n.get("cap"))
    return replace(found, influence=n["plus_influence"]) if "plus_influence" in n else found


def rating(n: int) -> Step:
    return Step(Op.TERRAFORM_RATING, n) if n > 0 else Step(Op.LOSE_RATING, -n)


def step(effect: Fact, alone: Fact) -> Step:
    """One effect as a step of the one whom it concerns."""
    n = count(effect["n"]) if effect.get("n") not in (None, "all") else 1
    resource = Resource[effect["res"].upper()] if "res" in effect else None
    match effect["do"]:
        case "gain" | "production" | "keep_at_most" as verb:
            return Step({"gain": Op.GAIN, "production": Op.PRODUCTION}.get(verb, Op.KEEP_AT_MOST), n, (resource,))
        case "lose_up_to" if effect["n"] == "all":
            return Step(Op.KEEP_AT_MOST, Count(Counted.FIXED), (resource,))
        case "lose_up_to":
            return Step(Op.LOSE_PRODUCTION if effect.get("of") == "production" else Op.LOSE, n, (resource,))
        case "gain_standard":
            assert not effect["same_type"]
            return Step(Op.GAIN_ANY, n)
        case "draw":
            return Step(Op.DRAW, n)
        case "discard_cards":
            return Step(Op.DISCARD, n)
        case "lose_tr":
            return Step(Op.LOSE_RATING, n)
        case "add_resource_each" if effect["kind"] == "floater":
            return Step(Op.ADD_TO_EACH, n, (FLOATERS, False))
        case "add_resource_each":
            return Step(Op.ADD_TO_EACH, n, (None, True))
        case "add_resource":
            return Step(Op.ADD_RESOURCE, n, (CardResource[f"{effect['kind'].upper()}S"], To.ANY_CARD, None, False))
        case "remove_own_resource":
            return Step(Op.SPEND_FROM_CARD, n, (CardResource[f"{effect['kind'].upper()}S"],))
        case "choose":
            branches = tuple(tuple(step(inner, {}) for inner in option) for option in effect["options"])
            return Step(Op.CHOOSE, branches=branches)
        case "if":
            tested = count({key: n for key, n in effect["test"].items() if key != "min"})
            return Step(Op.IF_COUNT, tested, (effect["test"]["min"],), (tuple(step(e, {}) for e in effect["then"]),))
        case "rank":
            places = tuple(tuple(rating(inner["n"]) for inner in effect[place]) for place in ("first", "second"))
            assert not effect["second_if_first_tied"]
            operands = (effect["min_score"], alone["first"], alone.get("second"), False)
            return Step(Op.RANK, SCORES[tuple(effect["score"])], operands, places)
        case "board_place":
            return Step(Op.PLACE, n, (Tile.OCEAN_TILE, Where.OCEAN_SPACE, None))
        case "board_remove_ocean":
            return Step(Op.REMOVE_OCEAN)
        case "board_parameter":
            raised = effect["n"] > 0
            return Step(Op.RAISE_TRACK if raised else Op.LOWER_TRACK, abs(effect["n"]), (TEMPERATURE,))
    raise AssertionError(f"no step for {effect}")


def steps(fact: Fact) -> Steps:
    found = []
    for effect in fact["effect"]:
        one = step(effect, fact.get("alone", {}))
        found.append(one if effect["do"] in FOR_NOBODY else Step(Op.EVERYBODY, branches=((one,),)))
    return tuple(found)


def test_the_facts_are_all_there() -> None:
    assert list(FACTS) == [event.name.lower() for event in Event]
    assert list(EVENTS) == list(Event)


@BY_EVENT
def test_event(event: Event) -> None:
    printed, fact = EVENTS[event], FACTS[event.name.lower()]
    assert (printed.name, printed.revealed.name.lower(), printed.current.name.lower()) == (
        fact["name"],
        fact["revealed"],
        fact["current"],
    )
    assert sorted(needed.name.lower() for needed in printed.needs) == fact["needs"]
    assert printed.does == steps(fact)
    assert (T.event_revealed[event], T.event_current[event]) == (printed.revealed, printed.current)


def test_texts_tell_events_apart() -> None:
    told = {name: phrases(printed.does) for name, printed in EVENTS.items()}
    assert told[Event.PANDEMIC] == "everybody: lose 3 MC per printed building tag, 5 at most, less influence"
    assert told[Event.WAR_ON_EARTH] == "everybody: lose 4 TR, 1 less per influence"
    assert told[Event.ECO_SABOTAGE] == "everybody: keep at most 3 plants, 1 more per influence"
    assert told[Event.IMPROVED_ENERGY_TEMPLATES] == (
        "everybody: energy production +1 per 2 printed power tags and influence together"
    )
    assert told[Event.GENEROUS_FUNDING] == "everybody: gain 2 MC per 5 TR above 15, 5 at most, and per influence"
    assert told[Event.GLOBAL_DUST_STORM].startswith("everybody: lose all heat; ")
    assert told[Event.DIVERSITY] == ("everybody: with a count of 9 (1 per kind of tag, and per influence): gain 10 MC")


@pytest.mark.parametrize("boxes", [{}, {"venus": False}, {"colonies": True}, {"venus": False, "colonies": True}])
@pytest.mark.parametrize("promos", [False, True])
def test_events_lie_in_the_deck_with_the_boxes_that_they_need(boxes: dict[str, bool], promos: bool) -> None:
    s = deal(1, turmoil=True, promos=promos, **boxes)[0]
    there = {CardSet(box).name.lower() for box in CardSet if s.box[box]}
    found = {event.name.lower() for event in Event if s.event_lies[event] != EventLies.OUT_OF_THE_GAME}
    assert found == {name for name, fact in FACTS.items() if there.issuperset(fact["needs"])}
    assert len(found) >= 31


# The facts as what changes.


@dataclass
class Seat:
    """What a player has, by the words of `changed`, and what an event finds when it counts."""

    now: Change
    counts: dict[str, int]
    influence: int
    floaters: tuple[str, ...] = ()
    """Own cards for floaters, by their numbers."""


def value(n: int | Fact, seat: Seat) -> int:
    """The formula of the facts."""
    if isinstance(n, int):
        return n
    if n.get("per") == "influence":
        return int(n["each"]) * seat.influence
    things = int(n["base"]) if "base" in n else seat.counts[n["per"]]
    things = max(0, min(things, n.get("cap", things)) + n.get("plus_influence", 0) * seat.influence)
    return int(n.get("each", 1)) * things // int(n.get("every", 1))


def undergo(effect: Fact, seat: Seat) -> None:
    """One effect happens to one player, who takes heat where he may choose, and what comes first otherwise."""
    now, key = seat.now, effect.get("res", "") + ("_up" if "production" in (effect["do"], effect.get("of")) else "")
    n = value(effect["n"], seat) if effect.get("n", "all") != "all" else 0
    match effect["do"]:
        case "gain" | "production":
            now[key] += n
        case "lose_up_to":
            now[key] -= max(0, now[key]) if effect["n"] == "all" else min(n, max(0, now[key]))
        case "keep_at_most":
            now[key] = min(n, now[key])
        case "gain_standard":
            now["heat"] += n
        case "draw":
            now["hand"] += n
        case "discard_cards":
            now["hand"] -= min(n, now["hand"])
        case "tr" | "lose_tr":
            now["tr"] += n if effect["do"] == "tr" else -n
        case "if":
            if seat.counts[effect["test"]["per"]] + seat.influence >= effect["test"]["min"]:
                for inner in effect["then"]:
                    undergo(inner, seat)
        case "add_resource_each":
            for name in [name for name in now if name in NUMBER]:
                all_of_kind = effect["kind"] == "floater"
                now[name] += n if (name in seat.floaters if all_of_kind else now[name] > 0) else 0
        case "add_resource":
            if seat.floaters:
                now[seat.floaters[0]] += n
        case "choose":
            full = [name for name in seat.floaters if now[name] >= 2]
            if full:
                now[full[0]] -= 2
            else:
                undergo(effect["options"][1][0], seat)
        case _:
            raise AssertionError(f"nothing is known of {effect}")


def rank(effect: Fact, seats: list[Seat]) -> None:
    scores = [sum(seat.influence if of == "influence" else seat.counts[of] for of in effect["score"]) for seat in seats]
    order = sorted(set(scores), reverse=True)
    for seat, score in zip(seats, scores, strict=True):
        if score < effect["min_score"]:
            continue
        if score == order[0]:
            undergo(effect["first"][0], seat)
        elif score == order[1] and scores.count(order[0]) == 1:
            undergo(effect["second"][0], seat)


def board(effect: Fact) -> dict[str, int]:
    return {
        "board_place": {"oceans": 1},
        "board_remove_ocean": {"oceans": -1},
        "board_parameter": {"temperature": effect["n"]},
    }[effect["do"]]


ACTIVE = [card.name for card in numbered().values() if card.kind == CardKind.ACTIVE and card.holds is None]
HOLDERS = ("Dirigibles", "Floating Habs", "Birds")


def cards_in_play(s: Any, player: int, active: int) -> None:
    """So many active ones, and two of other kinds."""
    for name in ACTIVE[10 * player : 10 * player + active]:
        lay(s, name, player=player)
    lay(s, ("Mine", "Power Plant")[player], player=player)
    lay(s, ("ThorGate", "Helion")[player], player=player)


def tiles_by_ocean(s: Any, player: int, n: int) -> None:
    """So many own tiles that touch an ocean, and one that touches none."""
    if s.track[Track.OCEANS] == 0:
        oceans(s, 8)
    wet = {near for at in range(MARS_SPACES) if s.tile[at] == Tile.OCEAN_TILE for near in beside(at)}
    land = spaces(s, SpaceKind.LAND)
    by_ocean, dry = [at for at in land if at in wet], [at for at in land if at not in wet]
    assert len(by_ocean) >= n
    for at in by_ocean[:n] + dry[:1]:
        put(s, at, Tile.GREENERY_TILE, player)


def cities(s: Any, player: int, n: int) -> None:
    """So many, the first of them off Mars; and a greenery."""
    places = [MARS_SPACES + player, *spaces(s, SpaceKind.LAND)[:n]]
    for at in places[:n]:
        put(s, at, Tile.CITY_TILE, player)
    put(s, spaces(s, SpaceKind.LAND)[-1], Tile.GREENERY_TILE, player)


def own_colonies(s: Any, player: int, n: int) -> None:
    places = [player] * n
    for tile in list(ColonyTile)[3 * player :]:
        if places:
            colonies(s, tile, *places[:3])
        places = places[3:]


def prepare(s: Any, player: int, what: str, n: int) -> None:
    """The player has so many of what an event counts; tags, ratings and productions are written, the rest lies there."""
    kind, _, which = what.partition(":")
    if kind == "tag":
        s.tags[player, Tag[which.upper()]] = n
    elif kind == "production":
        s.production[player, Resource[which.upper()]] = n
    elif what == "events_played":
        s.events[player] = n
    elif what == "distinct_tag_kinds":
        s.tags[player, :n] = 2
    elif what.startswith("tr_sets_of_5_over_"):
        # As far above the last complete set as can be; below the first one at 0.
        s.rating[player] = int(what.rpartition("_")[2]) + 5 * n + 4
    elif what != "cards_in_hand":
        layers: dict[str, Callable[[Any, int, int], None]] = {
            "blue_cards": cards_in_play,
            "own_tiles_adjacent_to_ocean": tiles_by_ocean,
            "cities": cities,
            "colonies": own_colonies,
        }
        layers[what](s, player, n)


def counted_in(effect: Any) -> set[str]:
    """Everything that an effect counts."""
    if isinstance(effect, list):
        return set().union(*map(counted_in, effect))
    if not isinstance(effect, dict):
        return set()
    found = {effect["per"]} if "per" in effect else set(effect.get("score", ()))
    return (found | counted_in(list(effect.values()))) - {"influence"}


def holds_cards(effects: list[Fact]) -> bool:
    return any(effect["do"] in ("add_resource_each", "choose") for effect in effects)


def seated(s: Any, player: int, counts: dict[str, int], given: int) -> Seat:
    now = {"tr": int(s.rating[player]), "hand": int(s.hand[player])}
    for resource in Resource:
        name = resource.name.lower()
        now[name], now[f"{name}_up"] = int(s.stock[player, resource]), int(s.production[player, resource])
    held = {name: int(s.resources[NUMBER[name]]) for name in HOLDERS if s.owner[NUMBER[name]] == player}
    of_floaters = [name for name in held if numbered()[NUMBER[name]].holds is FLOATERS]
    return Seat(now | held, counts, given, tuple(sorted(of_floaters, key=NUMBER.__getitem__)))


def heat_or_first(s: Any) -> int:
    return int(Resource.HEAT) if s.kind == Kind.RESOURCE else choices(s)[0]


@pytest.mark.parametrize("stock", [2, 50])
@pytest.mark.parametrize("given", range(4), ids=lambda n: f"influence {n}")
@BY_EVENT
def test_what_an_event_does(event: Event, given: int, stock: int) -> None:
    """With 0 to 7 of what it counts; the other player has 2, and the chair if the first one does not have it."""
    effects = FACTS[event.name.lower()]["effect"]
    for things in (0, 1, 4, 5, 6, 7):
        s = sitting()
        if holds_cards(effects):
            for name in HOLDERS:
                lay(s, name, held=things if name == "Floating Habs" else int(name == "Birds"))
        s.stock[:2], s.production[:2, [STEEL, ENERGY]] = stock, stock // 2 - 1
        s.track[TEMPERATURE] = mark(TEMPERATURE, -20)
        if not counted_in(effects):
            oceans(s, 3)
        for player, n in enumerate((things, 2)):
            hand(s, player, n)
            for what in counted_in(effects):
                prepare(s, player, what, n)
        give_influence(s, 0, given)
        if not given:
            chair(s, 1)
        seats = [
            seated(s, player, dict.fromkeys(counted_in(effects), n), has)
            for player, n, has in ((0, things, given), (1, 2, int(not given)))
        ]
        before, map_before = s.copy(), {"oceans": 0, "temperature": 0}
        wanted = [dict(seat.now) for seat in seats]
        happens(s, event, heat_or_first)
        for effect in effects:
            if effect["do"] == "rank":
                rank(effect, seats)
            elif effect["do"] in FOR_NOBODY:
                map_before |= board(effect)
            else:
                for seat in seats:
                    undergo(effect, seat)
        for player, (was, seat) in enumerate(zip(wanted, seats, strict=True)):
            differs = {key: n - was[key] for key, n in seat.now.items() if n != was[key]}
            assert changed(before, s, player) == differs, (things, player)
        tracks = {"oceans": Track.OCEANS, "temperature": Track.TEMPERATURE}
        assert {name: int(s.track[at]) - int(before.track[at]) for name, at in tracks.items()} == map_before


# What the description of an event does not say.


def test_nobody_gains_by_the_ocean_of_an_event_but_who_waits_for_oceans_does() -> None:
    s = sitting("Lakefront Resorts")
    lay(s, "Arctic Algae", player=1)
    free = spaces(s, SpaceKind.OCEAN)
    wet, near = next((at, other) for at in free for other in beside(at) if other in free)
    put(s, wet, Tile.OCEAN_TILE)
    before = s.copy()
    asked = happens(s, Event.AQUIFER_RELEASED_BY_PUBLIC_COUNCIL, lambda s: near)
    assert asked == [(0, Kind.SPACE)]
    assert (s.tile[near], s.tile_owner[near], s.track[Track.OCEANS]) == (Tile.OCEAN_TILE, NOBODY, 2)
    assert [changed(before, s, player) for player in range(2)] == [{"mc_up": 1}, {"plants": 2}]


@pytest.mark.parametrize("first", [0, 1])
def test_the_first_player_decides_for_all(first: int) -> None:
    for event in (Event.AQUIFER_RELEASED_BY_PUBLIC_COUNCIL, Event.DRY_DESERTS):
        s = sitting()
        oceans(s, 3)
        s.first_player = first
        assert happens(s, event) == [(first, Kind.SPACE)]


def test_oceans_that_all_lie_there_are_neither_placed_nor_removed() -> None:
    for event in (Event.AQUIFER_RELEASED_BY_PUBLIC_COUNCIL, Event.DRY_DESERTS):
        s = sitting()
        oceans(s, 9)
        before = s.copy()
        assert happens(s, event) == []
        assert (s.tile == before.tile).all()
    s = sitting()
    assert happens(s, Event.DRY_DESERTS) == [], "nor is one that does not lie there"


def test_an_ocean_that_was_removed_can_be_placed_again() -> None:
    s = sitting()
    at = oceans(s, 2)[1]
    before = s.copy()
    happens(s, Event.DRY_DESERTS, lambda s: at)
    assert (s.tile[at], s.track[Track.OCEANS]) == (NONE, 1)
    assert changed(before, s) == {}, "nobody loses rating"
    assert at in spaces(s, SpaceKind.OCEAN)


def test_each_influence_is_a_resource_of_its_own_choice_in_the_order_of_turns() -> None:
    s = sitting()
    chair(s, 1)
    delegates(s, DOMINANT, 0, 0)
    before, wanted = s.copy(), iter((PLANTS, TITANIUM, MC))
    assert happens(s, Event.DRY_DESERTS, lambda s: int(next(wanted))) == [
        (0, Kind.RESOURCE),
        (0, Kind.RESOURCE),
        (1, Kind.RESOURCE),
    ]
    assert [changed(before, s, player) for player in range(2)] == [{"plants": 1, "titanium": 1}, {"mc": 1}]


@pytest.mark.parametrize(
    ("event", "at", "after"),
    [
        (Event.SNOW_COVER, 8, 8),
        (Event.SNOW_COVER, 6, 2),
        (Event.SNOW_COVER, 2, -2),
        (Event.SNOW_COVER, -28, -30),
        (Event.SNOW_COVER, -30, -30),
        (Event.VOLCANIC_ERUPTIONS, 8, 8),
        (Event.VOLCANIC_ERUPTIONS, 6, 8),
        (Event.VOLCANIC_ERUPTIONS, -26, -22),
    ],
)
def test_a_temperature_that_is_complete_stays_and_nobody_gains_or_loses(event: Event, at: int, after: int) -> None:
    s = sitting()
    s.track[TEMPERATURE] = mark(TEMPERATURE, at)
    before = s.copy()
    assert happens(s, event) == []
    assert s.track[TEMPERATURE] == mark(TEMPERATURE, after)
    assert changed(before, s) == {}
    assert s.track[Track.OCEANS] == 0


@pytest.mark.parametrize("at", [-2, -4])
def test_an_eruption_that_reaches_0_degrees_places_an_ocean_for_nobody(at: int) -> None:
    s = sitting()
    s.track[TEMPERATURE] = mark(TEMPERATURE, at)
    before = s.copy()
    assert happens(s, Event.VOLCANIC_ERUPTIONS) == [(0, Kind.SPACE)]
    assert (s.track[TEMPERATURE], s.track[Track.OCEANS]) == (mark(TEMPERATURE, at + 4), 1)
    assert changed(before, s) == {}


def test_heat_goes_before_anybody_could_pay_with_it() -> None:
    s = sitting("Helion")
    s.tags[0, BUILDING], s.stock[0, HEAT], s.stock[0, MC] = 3, 20, 4
    before = s.copy()
    assert happens(s, Event.GLOBAL_DUST_STORM) == []
    assert changed(before, s) == {"heat": -20, "mc": -4}


def test_only_printed_tags_count() -> None:
    s = sitting("Septem Tribus", "Research Coordination")
    s.tags[0, EARTH], s.tags[0, WILD] = 1, 2
    before = s.copy()
    happens(s, Event.HOMEWORLD_SUPPORT)
    assert changed(before, s) == {"mc": 2}
    s.tags[0, :], s.tags[0, WILD] = 1, 5
    before = s.copy()
    happens(s, Event.DIVERSITY)
    assert changed(before, s) == {"mc": 10}
    s.tags[0, :], s.tags[0, :8], s.tags[0, WILD] = 0, 1, 5
    before = s.copy()
    happens(s, Event.DIVERSITY)
    assert changed(before, s) == {}, "8 kinds, and 5 wild tags that are none"


def test_two_floaters_may_go_in_place_of_10_mc_but_only_from_one_card() -> None:
    for held, chosen, wanted in (
        ((2, 0), 0, {"Dirigibles": -2}),
        ((2, 0), 1, {"mc": -10}),
        ((1, 1), None, {"mc": -10}),
    ):
        s = sitting()
        s.stock[0, MC] = 30
        for name, n in zip(("Dirigibles", "Floating Habs"), held, strict=True):
            lay(s, name, held=n)
        before = s.copy()
        asked = happens(s, Event.CORROSIVE_RAIN, lambda s, chosen=chosen: chosen)  # type: ignore[misc]
        assert asked == ([] if chosen is None else [(0, Kind.BRANCH)])
        assert changed(before, s) == wanted


def test_cards_without_anything_get_nothing_from_sponsors_and_floaters_are_lost_without_a_card() -> None:
    s = sitting("Dirigibles", "Pristar")
    before = s.copy()
    happens(s, Event.SPONSORED_PROJECTS)
    assert changed(before, s) == {}
    s.resources[NUMBER["Pristar"]] = 2
    before = s.copy()
    happens(s, Event.SPONSORED_PROJECTS)
    assert changed(before, s) == {"Pristar": 1}
    give_influence(s, 1, 3)
    before = s.copy()
    assert happens(s, Event.CLOUD_SOCIETIES) == []
    assert [changed(before, s, player) for player in range(2)] == [{"Dirigibles": 1}, {}]


def test_nobody_is_asked_where_nothing_goes() -> None:
    s = sitting("Dirigibles", "Floating Habs")
    assert happens(s, Event.CLOUD_SOCIETIES) == [], "without influence no floater is left to be put anywhere"
    give_influence(s, 0, 1)
    assert happens(s, Event.CLOUD_SOCIETIES) == [(0, Kind.CARD)]
    assert s.resources[[NUMBER["Dirigibles"], NUMBER["Floating Habs"]]].tolist() == [3, 2]


def test_cards_are_discarded_by_their_owners() -> None:
    s = sitting()
    hand(s, 0, 3)
    hand(s, 1, 1)
    before = s.copy()
    assert happens(s, Event.PARADIGM_BREAKDOWN) == [(0, Kind.CARD)] * 2, "who has no more than he loses is not asked"
    assert [changed(before, s, player) for player in range(2)] == [{"hand": -2}, {"hand": -1}]


def test_a_rating_does_not_fall_below_0() -> None:
    s = sitting()
    s.rating[:2] = 3, 4
    happens(s, Event.WAR_ON_EARTH)
    assert s.rating[:2].tolist() == [0, 0]


def scored(event: Event, scores: tuple[int, ...]) -> list[int]:
    """What ratings change by; all of the score is tags."""
    s = sitting(players=len(scores))
    s.tags[: len(scores), BUILDING if event == Event.ELECTION else EARTH] = scores
    before = s.rating.copy()
    happens(s, event)
    return [int(n) for n in (s.rating - before)[: len(scores)]]


@pytest.mark.parametrize(
    ("scores", "election", "revolution"),
    [
        ((5, 3, 1), [2, 1, 0], [-2, -1, 0]),
        ((5, 3, 3), [2, 1, 1], [-2, -1, -1]),
        ((5, 5, 3), [2, 2, 0], [-2, -2, 0]),
        ((2, 2, 2), [2, 2, 2], [-2, -2, -2]),
        ((0, 0, 0), [2, 2, 2], [0, 0, 0]),
        ((1, 0, 0), [2, 1, 1], [-2, 0, 0]),
        ((9, 7), [2, 1], [-2, -1]),
        ((9,), [1], [-2]),
        ((10,), [2], [-2]),
        ((5,), [1], [-2]),
        ((4,), [0], [-2]),
        ((3,), [0], [0]),
    ],
)
def test_who_has_most(scores: tuple[int, ...], election: list[int], revolution: list[int]) -> None:
    assert scored(Event.ELECTION, scores) == election
    assert scored(Event.REVOLUTION, scores) == revolution


def test_an_election_counts_cities_and_influence_too() -> None:
    s = sitting()
    s.tags[:2, BUILDING] = 3, 1
    put(s, MARS_SPACES, Tile.CITY_TILE, 1)
    put(s, spaces(s, SpaceKind.LAND)[0], Tile.CAPITAL, 1)
    chair(s, 1)
    before = s.copy()
    happens(s, Event.ELECTION)
    assert [changed(before, s, player) for player in range(2)] == [{"tr": 1}, {"tr": 2}]


# Influence.


@pytest.mark.parametrize(
    ("owners", "chairman", "in_play", "wanted"),
    [
        ((), NEUTRAL, (), 0),
        ((), 0, (), 1),
        ((0,), NEUTRAL, (), 1),
        ((0, 0), NEUTRAL, (), 2),
        ((0, 0, 0), NEUTRAL, (), 2),
        ((1, 0), NEUTRAL, (), 1),
        ((1, 0, 0, 0), NEUTRAL, (), 1),
        ((NEUTRAL, 0), 0, (), 2),
        ((0, 0), 0, (), 3),
        ((0, 0), 0, ("Event Analysts",), 4),
        ((1, 1), 1, ("Event Analysts",), 1),
        ((1,), 1, (), 0),
    ],
)
def test_influence(owners: tuple[int, ...], chairman: int, in_play: tuple[str, ...], wanted: int) -> None:
    s = sitting(*in_play)
    if owners:
        delegates(s, DOMINANT, *owners)
    if chairman != NEUTRAL:
        chair(s, chairman)
    assert influence(T, s, 0) == wanted
    delegates(s, Party.REDS, 0, 0)
    assert influence(T, s, 0) == wanted, "other parties give none"
    s.dominant = Party.REDS
    assert influence(T, s, 0) == int(s.chairman == 0) + 2 + len(in_play)


def test_without_the_committee_there_is_no_influence() -> None:
    assert influence(T, deal(1)[0], 0) == 0
