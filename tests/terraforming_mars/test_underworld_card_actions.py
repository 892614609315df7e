"""Actions and lasting effects of single cards of Underworld 2, written down from the facts."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.terraforming_mars.boxes import CARDS
from regolith.envs.terraforming_mars.machine.allowed import may_act
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import DECLINED, NOT_ASKED, begin
from regolith.envs.terraforming_mars.rooms import NOBODY, NONE
from regolith.envs.terraforming_mars.rules.price import price
from regolith.envs.terraforming_mars.rules.scoring import card_points
from regolith.envs.terraforming_mars.state import Kind, Lies
from regolith.envs.terraforming_mars.underworld.words import Token
from regolith.envs.terraforming_mars.words import (
    ENERGY,
    MC,
    MICROBE,
    PLANTS,
    STEEL,
    TITANIUM,
    CardSet,
    Tile,
    Track,
)

from .committee import oceans
from .games import NUMBER, T
from .tables import NAMES, Change, act, answer, changed, choices, first_action, lay, play
from .underworld_tables import BESIDE, FURTHER, HOME, rich, stack


def gains(**change: int) -> Change:
    return change


def let_through(s: Any) -> None:
    """Nobody blocks anything."""
    while s.kind == Kind.BLOCK:
        run(T, s, DECLINED)


ACTIONS: dict[str, tuple[int, tuple[int, ...], Change]] = {
    "Geologist Team": (0, (HOME,), {}),
    "Tunnel Boring Machine": (0, (HOME, BESIDE), gains(energy=-3, tokens=2)),
    "Microgravimetry": (0, (HOME, BESIDE, FURTHER, HOME), gains(energy=-2, tokens=1)),
    "Stem Field Subsidies": (2, (HOME, BESIDE, FURTHER, HOME), {"Stem Field Subsidies": -2, "tokens": 1}),
    "Titan Manufacturing Colony": (1, (HOME,), {"Titan Manufacturing Colony": -1, "tokens": 1}),
    "Mining Market Insider": (4, (), {"Mining Market Insider": -4, "hand": 1}),
    "Private Military Contractor": (0, (), {"titanium": -1, "Private Military Contractor": 1}),
    "Personal Spacecruiser": (0, (), gains(energy=-1, mc=6)),
    "Earthquake Machine": (0, (HOME,), gains(energy=-1, tokens=1)),
    "Micro-Geodesics": (1, (), {"Micro-Geodesics": -1, "tokens": -1, "plants": 3}),
    "Chemical Factory": (0, (HOME,), gains(plants=-1, tokens=1)),
    "Monopoly": (0, (TITANIUM,), gains(corruption=-1, titanium_up=1)),
    "Battery Factory": (0, (), gains(energy=-1, mc=1)),
    "Voltaic Metallurgy": (0, (), gains(steel=-1, titanium=1)),
    "Martian Express": (3, (), {"Martian Express": -3, "mc": 3}),
    "Exploitation Of Venus": (0, (), gains(corruption=-1, tr=1, mc=2)),
    "Hadesphere": (0, (HOME,), gains(tokens=1)),
    "Demetron Labs": (3, (HOME, BESIDE, FURTHER, HOME), {"Demetron Labs": -3, "tokens": 1}),
    "Henkei Genetics": (0, (), {"corruption": -1, "Henkei Genetics": 3}),
    "Arborist Collective": (2, (), {"Arborist Collective": -2, "plants_up": 1, "plants": 2}),
    "Anubis Securities": (0, (), gains(corruption=-3, mc=18)),
}
"""By name: resources on the card, what is chosen, and what changes for the player."""


@pytest.mark.parametrize("name", ACTIONS)
def test_action(name: str) -> None:
    held, chosen, change = ACTIONS[name]
    s = rich()
    lay(s, name, held=held)
    assert may_act(T, s, 0, NUMBER[name])
    before = s.copy()
    act(s, name, *chosen)
    assert s.kind == Kind.NOTHING
    assert changed(before, s) == change


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("Tunnel Boring Machine", "stock"),
        ("Grey Market Exploitation", "both"),
        ("Mining Market Insider", "stock"),
        ("Space Privateers", "stock"),
        ("Micro-Geodesics", "stock"),
        ("Monopoly", "corruption"),
        ("Voltaic Metallurgy", "stock"),
        ("Martian Express", "stock"),
        ("Exploitation Of Venus", "corruption"),
        ("Jenson-Boyle & Co", "corruption"),
        ("Henkei Genetics", "corruption"),
        ("Anubis Securities", "corruption"),
        ("Cloud Vortex Outpost", "stock"),
    ],
)
def test_no_action_without_what_it_costs(name: str, field: str) -> None:
    s = rich()
    lay(s, name)
    if field in ("stock", "both"):
        s.stock[0] = 0
    if field in ("corruption", "both"):
        s.corruption[0] = 0
    assert not may_act(T, s, 0, NUMBER[name])


CHOICES: list[tuple[str, int, tuple[int, ...], Change]] = [
    ("Grey Market Exploitation", 0, (0, STEEL), gains(mc=-1, steel=1)),
    ("Grey Market Exploitation", 0, (1, PLANTS), gains(corruption=-1, plants=3)),
    ("Space Wargames", 6, (0,), {"titanium": -1, "Space Wargames": 2}),
    ("Space Wargames", 6, (1,), {"Space Wargames": -6}),
    ("Jenson-Boyle & Co", 0, (0,), gains(corruption=-1, steel=5)),
    ("Jenson-Boyle & Co", 0, (1,), gains(corruption=-1, titanium=3)),
    ("Jenson-Boyle & Co", 0, (2,), gains(corruption=-1, plants=4)),
    ("Jenson-Boyle & Co", 0, (3,), gains(corruption=-1, heat=8)),
    ("Voltagon", 0, (0,), gains(energy=-8, tr=1)),
    ("Voltagon", 0, (1,), gains(energy=-8, tr=1)),
]


@pytest.mark.parametrize(("name", "held", "chosen", "change"), CHOICES)
def test_action_with_a_choice(name: str, held: int, chosen: tuple[int, ...], change: Change) -> None:
    s = rich()
    lay(s, name, held=held)
    before = s.copy()
    act(s, name, *chosen)
    assert changed(before, s) == change


def test_space_wargames_make_the_player_first_in_the_next_generation() -> None:
    s = rich()
    lay(s, "Space Wargames", held=6)
    act(s, "Space Wargames", 1)
    assert s.next_first == 1


def test_voltagon_raises_oxygen_without_venus() -> None:
    s = rich(venus=False)
    lay(s, "Voltagon")
    act(s, "Voltagon")
    assert (s.track[Track.OXYGEN], s.track[Track.VENUS_SCALE]) == (1, 0)
    assert s.stock[0, ENERGY] == 12


def test_search_for_life_underground() -> None:
    for token, found in ((Token.MICROBES_2, 1), (Token.MICROBES_2_PER_TEMPERATURE, 1), (Token.PLANTS_2, 0)):
        s = rich()
        stack(s, token)
        card = lay(s, "Search for Life Underground")
        act(s, "Search for Life Underground", HOME)
        assert (s.resources[card], s.stock[0, MC]) == (found, 19)
        assert card_points(T, s, 0, card) == 3 * found


def test_space_privateers() -> None:
    """As many MC from each opponent as fighters lie there; one is lost for each who blocks."""
    s = rich(players=3)
    card = lay(s, "Space Privateers", held=2)
    s.stock[1:3, MC] = 10, 1
    before = s.copy()
    act(s, "Space Privateers")
    let_through(s)
    assert changed(before, s) == gains(mc=3)
    s.corruption[1] = 1
    act(s, "Space Privateers")
    assert (s.player, s.kind) == (1, Kind.BLOCK)
    answer(s, 0)
    assert s.resources[card] == 1
    assert (s.stock[1, MC], s.corruption[1]) == (8, 0)


def test_corporate_theft() -> None:
    """For 5 MC any one resource of an opponent, corruption, or one of a card."""
    for way, mine in ((STEEL, gains(mc=-5, steel=1)), (7, gains(mc=-5, corruption=1))):
        s = rich("Corporate Theft")
        s.corruption[1] = 1
        before = s.copy()
        act(s, "Corporate Theft", way)
        let_through(s)
        assert changed(before, s) == mine
    s = rich("Corporate Theft", "Birds")
    fish = lay(s, "Fish", player=1, held=2)
    act(s, "Corporate Theft", 6)
    let_through(s)
    assert (s.resources[fish], s.resources[NUMBER["Birds"]]) == (1, 1)


def test_corporate_theft_needs_an_opponent() -> None:
    s = rich("Corporate Theft", players=1)
    assert not may_act(T, s, 0, NUMBER["Corporate Theft"])


def test_underground_shelters() -> None:
    s = rich("Underground Shelters")
    card = NUMBER["Underground Shelters"]
    assert card_points(T, s, 0, card) == 0
    act(s, "Underground Shelters")
    assert s.marked[Token.BLANK] == 1
    assert card_points(T, s, 0, card) == 1


def test_investigative_journalism() -> None:
    """Somebody must have more corruption."""
    s = rich("Investigative Journalism")
    card = NUMBER["Investigative Journalism"]
    s.corruption[1] = 3
    assert not may_act(T, s, 0, card)
    s.corruption[1] = 4
    before = s.copy()
    act(s, "Investigative Journalism")
    assert changed(before, s) == {"mc": -5, "Investigative Journalism": 1}
    assert changed(before, s, 1) == gains(corruption=-1)


def test_deep_foundations() -> None:
    """The space is excavated, then the city stands there."""
    s = rich("Deep Foundations")
    s.stock[0, STEEL] = 0
    before = s.copy()
    act(s, "Deep Foundations", HOME)
    assert changed(before, s) == gains(mc=-20, tokens=1)
    assert (s.tile[HOME], s.excavated[HOME]) == (Tile.CITY_TILE, NOBODY)
    assert all(s.token[space] == Token.BLANK for space in T.neighbours[HOME] if space != NONE)


def test_cloud_vortex_outpost() -> None:
    """A floater goes to another card."""
    s = rich()
    here = lay(s, "Cloud Vortex Outpost", held=1)
    assert not may_act(T, s, 0, here)
    there = lay(s, "Dirigibles")
    assert may_act(T, s, 0, here)
    act(s, "Cloud Vortex Outpost")
    assert (s.resources[here], s.resources[there]) == (0, 1)


def test_aeron_genomics() -> None:
    """One or two tokens become as many animals."""
    s = rich("Aeron Genomics")
    before = s.copy()
    act(s, "Aeron Genomics", Token.BLANK)
    assert changed(before, s) == {"tokens": -2, "Aeron Genomics": 2}
    before = s.copy()
    act(s, "Aeron Genomics")
    run(T, s, DECLINED)
    assert changed(before, s) == {"tokens": -1, "Aeron Genomics": 1}


def test_keplertec() -> None:
    """A fighter here brings 4 tokens of the pile, one of which is claimed; elsewhere it brings none."""
    s = rich("Keplertec")
    before = s.copy()
    act(s, "Keplertec")
    while s.kind != Kind.NOTHING:
        answer(s, choices(s)[0])
    assert changed(before, s) == {"titanium": -1, "Keplertec": 1, "tokens": 1}
    lay(s, "Space Wargames")
    before = s.copy()
    act(s, "Keplertec", NUMBER["Space Wargames"])
    assert changed(before, s) == {"titanium": -1, "Space Wargames": 1}


def test_first_actions() -> None:
    s = rich("Hadesphere")
    first_action(s, "Hadesphere", HOME, BESIDE, FURTHER)
    assert [s.token[space] for space in (HOME, BESIDE, FURTHER)] == [Token.BLANK] * 3
    assert s.claimed[0].sum() == 5
    s = rich("Henkei Genetics")
    first_action(s, "Henkei Genetics")
    drawn = [CARDS[NAMES[card]] for card in range(len(s.lies)) if s.lies[card] == Lies.IN_HAND]
    assert len(drawn) == 2
    assert all(MICROBE in card.tags for card in drawn)
    s = rich("Ares Media")
    first_action(s, "Ares Media")
    drawn = [CARDS[NAMES[card]] for card in range(len(s.lies)) if s.lies[card] == Lies.IN_HAND]
    assert [card.kind.name for card in drawn] == ["EVENT"] * 2
    assert all(card.cost >= 15 for card in drawn)
    s = rich("Kingdom of Tauraro")
    first_action(s, "Kingdom of Tauraro", HOME)
    assert s.tile[HOME] == Tile.CITY_TILE


# Effects that wait.


def test_what_tags_bring() -> None:
    s = rich("Stem Field Subsidies", "Demetron Labs", "Titan Manufacturing Colony", "Space Privateers")
    lay(s, "Detective TV Series", player=1)
    before = s.copy()
    play(s, "Research")
    play(s, "Galilean Mining")
    play(s, "Planetary Rights Buyout")
    change = changed(before, s)
    assert change["Stem Field Subsidies"] == 2
    assert change["Demetron Labs"] == 4
    assert change["Titan Manufacturing Colony"] == 1
    assert change["Space Privateers"] == 2
    assert changed(before, s, 1) == gains(mc=4)


def test_planet_tags_bring_supply_chain() -> None:
    s = rich("Hecate Speditions")
    play(s, "Public Spaceline")
    assert s.resources[NUMBER["Hecate Speditions"]] == 8


def test_cheap_events_bring_activists() -> None:
    s = rich("Arborist Collective")
    for name, expected in (("Scapegoat", 1), ("Asteroid", 2), ("Convoy From Europa", 2)):
        play(s, name)
        while s.kind != Kind.NOTHING:
            run(T, s, DECLINED if s.may_decline else choices(s)[0])
        assert s.resources[NUMBER["Arborist Collective"]] == expected


def test_identifying_and_excavating_are_watched() -> None:
    s = rich("Geologist Team", "Voltagon")
    for name in ("Mining Market Insider", "Excavator Leasing"):
        lay(s, name, player=1)
    stack(s, Token.PLANTS_2)
    before = s.copy()
    play(s, "Tunneling Subcontractor", HOME)
    assert changed(before, s) == gains(corruption=1, tokens=1, plants=2, energy=2)
    assert changed(before, s, 1) == {"mc": 1, "Mining Market Insider": 1}
    stack(s, Token.OCEAN_FOR_4)
    before = s.copy()
    act(s, "Geologist Team", 58)
    assert changed(before, s) == gains(tr=1)


@pytest.mark.parametrize("lies_open", [False, True])
def test_several_excavations_of_a_card_are_one_identifying(lies_open: bool) -> None:
    """Whether the first one turns up its own token or only neighbours; the next card is another effect."""
    s = rich()
    lay(s, "Mining Market Insider", player=1)
    stack(s, Token.PLANTS_2)
    if lies_open:
        s.token[HOME] = Token.PLANTS_2
    for data in (1, 2):
        play(s, "Imported Heavy Machinery")
        while s.kind != Kind.NOTHING:
            answer(s, HOME if HOME in choices(s) else choices(s)[0])
        assert s.resources[NUMBER["Mining Market Insider"]] == data
        s.lies[NUMBER["Imported Heavy Machinery"]] = Lies.OUT_OF_THE_GAME


def test_deepwater_dome() -> None:
    s = rich("Deepwater Dome")
    sea = oceans(s, 1)[0]
    beside = next(int(space) for space in T.neighbours[sea] if space != NONE and s.tile[space] == NONE)
    before = s.copy()
    play(s, "Imported Heavy Machinery", beside)
    while s.kind != Kind.NOTHING:
        away = [space for space in choices(s) if sea not in T.neighbours[space]]
        answer(s, away[0])
    assert changed(before, s) == gains(tokens=2, mc=2)


def test_expedition_vehicles() -> None:
    """A tile that touches no other brings a card."""
    s = rich("Expedition Vehicles")
    play(s, "Investor Plaza", HOME)
    assert s.hand[0] == 1
    play(s, "Guerilla Ecologists", BESIDE)
    assert s.hand[0] == 1
    play(s, "Ganymede Colony")
    assert s.hand[0] == 2


def test_whales() -> None:
    s = rich("Whales")
    oceans(s, 9)
    play(s, "Subterranean Sea")
    assert s.resources[NUMBER["Whales"]] == 1
    assert s.rating[0] == 20


def test_thiolava_vents() -> None:
    s = rich("Thiolava Vents")
    play(s, "Geothermal Network")
    assert s.resources[NUMBER["Thiolava Vents"]] == 3


def test_exploitation_of_venus_pays_who_raises() -> None:
    s = rich("Exploitation Of Venus")
    before = s.copy()
    begin(s, T.on_play[NUMBER["Comet for Venus"]], NUMBER["Comet for Venus"], 1)
    run(T, s, NOT_ASKED)
    assert changed(before, s) == {}
    assert changed(before, s, 1) == gains(tr=1, mc=2)


def test_anubis_pays_who_has_the_least_corruption() -> None:
    s = rich("Anubis Securities")
    s.corruption[:2] = 1, 0
    before = s.copy()
    play(s, "Planetary Rights Buyout")
    assert changed(before, s) == gains(tr=7)
    s.corruption[:2] = 1, 1
    before = s.copy()
    play(s, "Private Investigator")
    assert changed(before, s) == gains(tr=1, mc=2)


def test_ares_media() -> None:
    s = rich("Ares Media")
    before = s.copy()
    play(s, "Planetary Rights Buyout")
    assert changed(before, s) == gains(tr=8, mc_up=1)
    before = s.copy()
    play(s, "Cave City", player=1)
    while s.kind != Kind.NOTHING:
        answer(s, choices(s)[0])
    assert changed(before, s) == gains(mc_up=1)


def test_discounts() -> None:
    s = rich()
    card = NUMBER["Asteroid"]
    assert price(T, s, 0, card, 0) == 14
    lay(s, "Friends in High Places")
    assert price(T, s, 0, card, 0) == 13


def test_martian_express_takes_anything() -> None:
    s = rich("Martian Express")
    play(s, "Soil Export", HOME)
    assert s.resources[NUMBER["Martian Express"]] == 3


def test_points() -> None:
    """Of cards whose points are counted."""
    s = rich("Space Wargames", "Galilean Mining")
    assert card_points(T, s, 0, NUMBER["Space Wargames"]) == 2
    for name, held, expected in (
        ("Research & Development Hub", 7, 2),
        ("Investigative Journalism", 4, 4),
        ("Whales", 4, 4),
        ("Thiolava Vents", 5, 1),
        ("Henkei Genetics", 6, 2),
        ("Aeron Genomics", 6, 0),
    ):
        assert card_points(T, s, 0, lay(s, name, held=held)) == expected, name


def test_every_card_with_an_action_was_used() -> None:
    used = {*ACTIONS, *(name for name, *_ in CHOICES)}
    used |= {"Search for Life Underground", "Space Privateers", "Corporate Theft", "Underground Shelters", "Keplertec"}
    used |= {"Investigative Journalism", "Deep Foundations", "Cloud Vortex Outpost", "Aeron Genomics"}
    cards = {name for name, card in CARDS.items() if card.card_set == CardSet.UNDERWORLD and card.action}
    assert cards - used == {"Standard Technology (Underworld 2)"}
