"""What single cards of Underworld 2 do when they come into play, written down from the facts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from regolith.envs.terraforming_mars.boxes import CARDS
from regolith.envs.terraforming_mars.colonies.words import ColonyTile
from regolith.envs.terraforming_mars.hooks import influence
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import DECLINED
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, NOBODY, NONE, SPACES
from regolith.envs.terraforming_mars.rules.price import MEANS_STEEL, MEANS_TITANIUM, unit_value
from regolith.envs.terraforming_mars.state import Kind, Lies
from regolith.envs.terraforming_mars.turmoil.words import Party
from regolith.envs.terraforming_mars.underworld.words import Token
from regolith.envs.terraforming_mars.words import (
    EARTH,
    JOVIAN,
    MARS,
    MC,
    PLANTS,
    TITANIUM,
    VENUS,
    CardSet,
    SpaceKind,
    Tile,
    Track,
)

from .committee import oceans, spaces
from .games import NUMBER, T
from .tables import NAMES, Change, answer, changed, choices, lay, play
from .tables import colonies as awake
from .underworld_tables import (
    BESIDE,
    FURTHER,
    HOME,
    city,
    identified,
    marker,
    open_token,
    rich,
)

DIG = (HOME, BESIDE, FURTHER)
Position = Callable[[], Any]


def put_in(*in_play: str, **options: Any) -> Position:
    return lambda: rich(*in_play, **options)


def gains(**change: int) -> Change:
    return change


PLAYED: dict[str, tuple[Position, tuple[int, ...], Change]] = {
    # Nothing happens at once.
    **{
        name: (rich, (), {})
        for name in (
            *("Geologist Team", "Tunnel Boring Machine", "Labor Trafficking", "Search for Life Underground"),
            *("Grey Market Exploitation", "Excavator Leasing", "Microgravimetry", "Mining Market Insider"),
            *("Corporate Theft", "Battery Factory", "Voltaic Metallurgy", "Martian Express", "Expedition Vehicles"),
            *("Research & Development Hub", "Whales", "Detective TV Series", "Exploitation Of Venus"),
            *("Deep Foundations", "Standard Technology (Underworld 2)", "Ares Media", "Anubis Securities"),
        )
    },
    # The player's own things change.
    "Underground Railway": (rich, (), gains(energy_up=-1, tr=1)),
    "Old World Mafia": (put_in("Lobbying Network", "Friends in High Places"), (), gains(corruption=1)),
    "Nightclubs": (rich, (), gains(corruption=1, mc_up=2)),
    "Off-World Tax Haven": (rich, (), gains(mc_up=5)),
    "Forest Tunnels": (rich, (), gains(plants=5)),
    "Underground Amusement Park": (rich, (), gains(mc_up=1)),
    "Casino": (rich, (), gains(corruption=1, mc_up=4)),
    "Geothermal Network": (rich, (), gains(heat_up=3)),
    "Underground Smuggling Ring": (rich, (TITANIUM,), gains(corruption=1, titanium=2)),
    "Lobbying Network": (rich, (), gains(corruption=1)),
    "Landfill": (rich, (), gains(mc_up=6)),
    "Narrative Spin": (rich, (), gains(corruption=2)),
    "Scapegoat": (rich, (), gains(corruption=1)),
    "Friends in High Places": (rich, (), gains(corruption=1)),
    "Stem Field Subsidies": (rich, (), {"Stem Field Subsidies": 1}),
    "Titan Manufacturing Colony": (rich, (), {"Titan Manufacturing Colony": 1}),
    "Space Wargames": (rich, (), {"Space Wargames": 4}),
    "Private Military Contractor": (rich, (), {"Private Military Contractor": 1}),
    "Space Privateers": (rich, (), {"Space Privateers": 1}),
    "Personal Spacecruiser": (put_in("Space Wargames"), (), {"corruption": 1, "Space Wargames": 1}),
    "Private Resorts": (rich, (), gains(heat_up=-1, mc_up=3, corruption=1)),
    "Chemical Factory": (rich, (), gains(corruption=2)),
    "Nanofoundry": (put_in("Battery Factory"), (), gains(energy_up=-5, hand=2)),
    "Public Spaceline": (rich, (), gains(mc_up=2)),
    "Cut-throat Budgeting": (rich, (), gains(mc_up=1, steel_up=1, energy_up=1)),
    "Planetary Rights Buyout": (rich, (), gains(tr=7)),
    "Investigative Journalism": (rich, (), gains(mc_up=-1)),
    "Thiolava Vents": (rich, (), {"heat_up": 2, "Thiolava Vents": 2}),
    "Racketeering": (put_in("Casino"), (), gains(mc_up=2)),
    "Gas Trust": (put_in("Casino"), (), gains(corruption=1, heat=6)),
    "Family Connections": (put_in("Cave City", "Star Vegas"), (), gains(corruption=2)),
    "Biobatteries": (
        put_in("Ants", "Battery Factory"),
        (),
        {"energy_up": 1, "energy": 2, "Ants": 2},
    ),
    "Price Wars": (rich, (), {}),
    "Staged Protests": (rich, (), gains(corruption=1)),
    "Social Engineering": (rich, (), gains(corruption=1)),
    # The market.
    "Export Convoy": (rich, (), gains(plants=-4, mc=20, corruption=1)),
    "Hyperspace Drive Prototype": (rich, (), gains(titanium=1, tr=1)),
    # Corporations.
    "Hadesphere": (rich, (), gains(steel=5)),
    "Demetron Labs": (rich, (), {"Demetron Labs": 4}),
    "Jenson-Boyle & Co": (rich, (), gains(corruption=2)),
    "Henkei Genetics": (rich, (), gains(corruption=1)),
    "Arborist Collective": (rich, (), gains(plants_up=2, plants=2)),
    "Kingdom of Tauraro": (rich, (), gains(mc_up=6)),
    "Aeron Genomics": (rich, (), {"steel": 5, "Aeron Genomics": 2}),
    "Keplertec": (rich, (), gains(titanium_up=1, titanium=3)),
    "Voltagon": (rich, (), gains(energy_up=1)),
    "Hecate Speditions": (rich, (), {"fleets": 1, "Hecate Speditions": 3}),
    # Preludes.
    "Inherited Fortune": (rich, (), gains(corruption=1, mc=10, mc_up=1)),
    "Ganymede Trading Company": (rich, (), gains(corruption=1, titanium=3, fleets=1)),
    "Battery Shipment": (rich, (), gains(energy_up=2, energy=12)),
    "Secret Research": (rich, (), gains(corruption=1, hand=3)),
    "Cloud Vortex Outpost": (rich, (), {"tr": 2, "Cloud Vortex Outpost": 3}),
    # Tokens are found: spaces that are identified, then what is claimed.
    "Geoscan Satellite": (rich, (HOME, BESIDE), gains(tokens=1)),
    "Microprobing Technology": (rich, (HOME, BESIDE, HOME), gains(plants=3, tokens=1)),
    "Robot Moles": (rich, (*DIG, 47, FURTHER), gains(steel=2, tokens=1)),
    "Neutrinograph": (rich, (*DIG, 47, 51, 52, 53, HOME, BESIDE, 47), gains(tokens=3)),
    "Crater Survey": (rich, (*DIG, 47, FURTHER), gains(tokens=1)),
    "Canyon Survey": (rich, (*DIG, FURTHER), gains(tokens=1)),
    "Geological Expertise": (rich, (*DIG, 47, FURTHER), gains(tokens=1, hand=2)),
    # Tokens are excavated.
    "Tunneling Subcontractor": (rich, (HOME,), gains(corruption=1, tokens=1)),
    "Imported Heavy Machinery": (rich, DIG[:2], gains(tokens=2)),
    "Behemoth Excavator": (rich, DIG, gains(tokens=3)),
    "Tunneling Loophole": (rich, (HOME,), gains(corruption=1, tokens=1)),
    "Orbital Laser Drill": (rich, (HOME, 3), gains(tokens=2)),
    "Micro-Geodesics": (rich, (HOME,), {"tokens": 1, "Micro-Geodesics": 1}),
    "Soil Export": (put_in("Dirigibles"), (HOME,), {"tokens": 1, "Dirigibles": 3}),
    "Underground Habitat": (put_in("Pets"), (HOME,), {"tokens": 1, "plants_up": 1, "Pets": 1}),
    "Underground Shelters": (rich, (HOME,), gains(tokens=1)),
    "Acidizing": (rich, (HOME,), gains(tr=1, tokens=1)),
    "Tunneling Operation": (rich, (HOME, HOME, BESIDE), gains(tokens=2, steel_up=2)),
}
"""By name: where, what is chosen, and what changes for the player."""


@pytest.mark.parametrize("name", PLAYED)
def test_played(name: str) -> None:
    position, chosen, change = PLAYED[name]
    s = position()
    before = s.copy()
    play(s, name, *chosen)
    assert s.kind == Kind.NOTHING
    assert changed(before, s) == change


def with_marker(*in_play: str, **options: Any) -> Any:
    s = rich(*in_play, **options)
    marker(s, HOME)
    return s


@pytest.mark.parametrize(
    ("name", "tile", "change"),
    [
        ("Gaia City", Tile.CITY_TILE, gains(energy_up=-1, plants_up=2)),
        ("Cave City", Tile.CITY_TILE, gains(steel_up=1)),
        ("Subterranean Sea", Tile.OCEAN_TILE, gains(tr=1)),
        ("Man-made Volcano", Tile.MAN_MADE_VOLCANO, gains(energy_up=2, heat_up=4)),
    ],
)
def test_tiles_on_own_markers(name: str, tile: Tile, change: Change) -> None:
    s = with_marker()
    marker(s, FURTHER, player=1)
    city(s, BESIDE, player=1)
    before = s.copy()
    play(s, name)
    assert changed(before, s) == change
    assert (s.tile[HOME], s.excavated[HOME]) == (tile, NOBODY)
    assert s.tile_owner[HOME] == (NOBODY if tile == Tile.OCEAN_TILE else 0)


def play_on(s: Any, name: str, *chosen: int) -> Change:
    """What a card changes for its player, if nobody blocks anything."""
    before = s.copy()
    play(s, name, *chosen)
    let_through(s)
    assert s.kind == Kind.NOTHING
    return changed(before, s)


def let_through(s: Any) -> None:
    """Nobody blocks anything."""
    while s.kind == Kind.BLOCK:
        run(T, s, DECLINED)


# What is done to others. Player 1 has half of what player 0 has, and here some corruption.


def with_rival(*in_play: str, corruption: int = 0, **options: Any) -> Any:
    s = rich(*in_play, **options)
    s.corruption[1] = corruption
    return s


@pytest.mark.parametrize(
    ("name", "chosen", "mine", "his"),
    [
        ("Deepnuking", (HOME, BESIDE, 1), gains(tokens=2), gains(plants=-3)),
        ("Reckless Detonation", (HOME, 0, 1), gains(tokens=1), gains(steel=-3)),
        ("Reckless Detonation", (HOME, 1, 1), gains(tokens=1), gains(titanium=-2)),
        ("Monopoly", (TITANIUM,), gains(titanium=2), gains(titanium=-2)),
        ("Plant Tax", (), gains(corruption=1, plants=-2), gains(plants=-2)),
        ("Infrastructure Overload", (1,), gains(corruption=1), gains(energy_up=-2)),
        ("Earthquake Machine", (1,), {}, gains(plants_up=-1)),
        ("Hackers (Underworld 2)", (1,), gains(mc_up=3), gains(mc_up=-2)),
        ("Hired Raiders (Underworld 2)", (1,), gains(mc=7), gains(mc=-7)),
        ("Kingdom of Tauraro", (), gains(mc_up=6), gains(mc_up=2)),
    ],
)
def test_attacks(name: str, chosen: tuple[int, ...], mine: Change, his: Change) -> None:
    s = with_rival(corruption=1)
    before = s.copy()
    assert play_on(s, name, *chosen) == mine
    assert changed(before, s, 1) == his


def test_subnautic_pirates() -> None:
    """From an opponent with a tile beside any ocean."""
    s = with_rival()
    sea = oceans(s, 1)[0]
    city(s, next(int(space) for space in T.neighbours[sea] if space != NONE), player=1)
    before = s.copy()
    assert play_on(s, "Subnautic Pirates") == gains(mc=7)
    assert changed(before, s, 1) == gains(mc=-7)


def test_corporate_blackmail() -> None:
    for answer_of, mine in ((0, gains(mc=10)), (1, gains(corruption=2))):
        s = with_rival(corruption=3)
        before = s.copy()
        play(s, "Corporate Blackmail")
        assert (s.player, s.kind) == (1, Kind.BRANCH)
        answer(s, answer_of)
        assert changed(before, s) == mine
        assert changed(before, s, 1) == {what: -n for what, n in mine.items()}


def test_mercenary_squad() -> None:
    """Up to 2 resources from one card."""
    s = with_rival()
    birds = lay(s, "Birds", player=1, held=3)
    assert play_on(s, "Mercenary Squad", 1, birds) == {}
    assert s.resources[birds] == 1


def test_media_frenzy() -> None:
    s = with_rival(corruption=2)
    before = s.copy()
    assert play_on(s, "Media Frenzy", 1) == gains(hand=2)
    assert changed(before, s, 1) == gains(corruption=-1)
    drawn = [card for card in range(len(s.lies)) if s.lies[card] == Lies.IN_HAND]
    assert {CARDS[NAMES[card]].kind.name for card in drawn} == {"EVENT"}


def test_anti_trust_crackdown() -> None:
    s = with_rival(corruption=3)
    s.corruption[0] = 0
    before = s.copy()
    assert play_on(s, "Anti-trust Crackdown") == {}
    assert changed(before, s, 1) == gains(corruption=-2)


def test_class_action_lawsuit() -> None:
    """Who alone has most drops to the next highest amount and loses 3 MC for each."""
    s = with_rival(corruption=5)
    before = s.copy()
    assert play_on(s, "Class-action Lawsuit") == {}
    assert changed(before, s, 1) == gains(corruption=-2, mc=-6)


def test_fabricated_scandal() -> None:
    s = with_rival()
    s.rating[:2] = 25, 20
    before = s.copy()
    assert play_on(s, "Fabricated Scandal") == gains(corruption=1, tr=-1)
    assert changed(before, s, 1) == gains(tr=1)


def test_global_audit() -> None:
    """Fewest crime tags bring 1 rating, none at all 2."""
    s = with_rival("Casino")
    before = s.copy()
    assert play_on(s, "Global Audit") == {}
    assert changed(before, s, 1) == gains(tr=2)


@pytest.mark.parametrize(
    ("name", "corruption", "change"),
    [("Private Investigator", 4, gains(tr=1)), ("Sting Operation", 4, gains(hand=2))],
)
def test_cards_given_away(name: str, corruption: int, change: Change) -> None:
    s = with_rival(corruption=corruption)
    assert play_on(s, name) == change
    assert (s.owner[NUMBER[name]], s.lies[NUMBER[name]]) == (1, Lies.PLAYED_EVENT)


def test_patent_manipulation() -> None:
    s = rich("Allied Bank")
    before = s.copy()
    assert play_on(s, "Patent Manipulation") == {}
    assert (s.lies[NUMBER["Allied Bank"]], s.owner[NUMBER["Allied Bank"]]) == (Lies.IN_HAND, 0)
    assert s.tags[0, EARTH] == before.tags[0, EARTH] - 1


def test_intellectual_property_theft() -> None:
    s = rich()
    lay(s, "Allied Bank", player=1)
    assert play_on(s, "Intellectual Property Theft") == gains(mc_up=4, mc=3)


# On the map.


def test_star_vegas() -> None:
    """On the space of another city beside the map; it counts itself."""
    s = rich()
    for space, owner in ((HOME, 0), (FURTHER, 1)):
        city(s, space, owner)
    before = s.copy()
    play(s, "Star Vegas")
    assert s.kind == Kind.SPACE
    assert all(MARS_SPACES <= space < SPACES for space in choices(s))
    answer(s, choices(s)[0])
    assert changed(before, s) == gains(corruption=2, mc_up=3)


def test_artesian_aquifer() -> None:
    """A space reserved for ocean is excavated, then the ocean lies there."""
    s = rich()
    (space,) = [at for at in spaces(s, SpaceKind.OCEAN) if at == 4]
    before = s.copy()
    assert play_on(s, "Artesian Aquifer", space) == gains(tokens=1, tr=1)
    assert (s.tile[space], s.excavated[space]) == (Tile.OCEAN_TILE, NOBODY)
    assert identified(s) - identified(before) == sum(other != NONE for other in T.neighbours[space])


def test_guerilla_ecologists() -> None:
    s = rich()
    city(s, HOME)
    play(s, "Guerilla Ecologists", 54)
    assert s.tile[54] == Tile.GREENERY_TILE
    assert s.stock[0, PLANTS] == 16
    assert s.track[Track.OXYGEN] == 1


def test_deepmining() -> None:
    for token, change in (
        (Token.TITANIUM_2, gains(tokens=1, titanium=2, titanium_up=1)),
        (Token.STEEL_PRODUCTION, gains(tokens=1, steel_up=2)),
    ):
        s = rich()
        open_token(s, FURTHER, token)
        open_token(s, HOME, Token.PLANTS_2)
        assert play_on(s, "Deepmining") == change
        assert s.excavated[FURTHER] == 0


def test_server_sabotage() -> None:
    s = rich()
    for space in DIG:
        open_token(s, space, Token.BLANK)
    assert play_on(s, "Server Sabotage") == gains(corruption=1, hand=1)
    assert identified(s) == 0
    assert s.pile_size == 93


def test_induced_tremor() -> None:
    """A token goes back, and its space may be excavated."""
    s = rich()
    open_token(s, HOME, Token.PLANTS_3)
    assert play_on(s, "Induced Tremor", HOME, HOME)["tokens"] == 1
    assert s.excavated[HOME] == 0


def test_volunteer_mining_initiative() -> None:
    """Once for every 3 cities of anybody."""
    s = rich()
    for space, owner in zip((HOME, FURTHER, 51, 53, 56, 58), (0, 1, 0, 1, 1, 1), strict=True):
        city(s, space, owner)
    before = s.copy()
    play(s, "Volunteer Mining Initiative")
    answer(s, choices(s)[0])
    answer(s, choices(s)[0])
    assert changed(before, s) == gains(tokens=2)


def test_underground_research_center() -> None:
    s = rich()
    before = s.copy()
    play(s, "Underground Research Center", HOME)
    assert s.kind == Kind.TAG
    answer(s, JOVIAN)
    assert changed(before, s) == gains(tokens=1, hand=1)
    (drawn,) = [card for card in range(len(s.lies)) if s.lies[card] == Lies.IN_HAND]
    assert JOVIAN in CARDS[NAMES[drawn]].tags


def test_hyperspace_drive_prototype_with_cards_that_hold_it() -> None:
    s = rich("Space Wargames", "Physics Complex")
    assert play_on(s, "Hyperspace Drive Prototype") == {"Space Wargames": 1, "Physics Complex": 1}


@pytest.mark.parametrize(("kind", "card", "n"), [(1, "Ants", 3), (2, "Birds", 2)])
def test_export_convoy(kind: int, card: str, n: int) -> None:
    s = rich()
    lay(s, card, held=4)
    play(s, "Export Convoy", kind)
    assert s.resources[NUMBER[card]] == 4 - n
    assert s.stock[0, MC] == 40


# Preludes that place something or send somebody.


def test_cities_and_oceans_of_preludes() -> None:
    s = rich()
    assert play_on(s, "Investor Plaza", HOME) == gains(corruption=1)
    assert s.tile[HOME] == Tile.CITY_TILE
    s = rich()
    before = s.copy()
    play(s, "Underground Settlement", HOME)
    answer(s, BESIDE)
    assert changed(before, s) == gains(tokens=1)
    assert s.token[BESIDE] == NONE
    s = rich()
    before = s.copy()
    play(s, "Central Reservoir", HOME)
    assert s.tile[HOME] == Tile.OCEAN_TILE
    answer(s, BESIDE, 43)
    assert changed(before, s) == gains(tr=1, tokens=2)
    s = rich()
    assert play_on(s, "Deepwater Dome", 4) == gains(plants_up=1, tr=1)


def test_preludes_with_colonies() -> None:
    s = rich()
    awake(s, ColonyTile.LUNA)
    assert play_on(s, "Free Trade Port") == gains(corruption=1, mc_up=2)
    s = rich()
    before = s.copy()
    play(s, "Prospecting")
    assert ColonyTile.TITAN not in choices(s), "nobody has a card for floaters"
    answer(s, ColonyTile.LUNA)
    assert changed(before, s) == gains(mc=-4, mc_up=2)
    assert s.colony_owner[ColonyTile.LUNA, 0] == 0


def test_election_sponsorship() -> None:
    s = rich(turmoil=True)
    before = s.copy()
    assert play_on(s, "Election Sponsorship", Party.REDS) == gains(corruption=1)
    assert s.delegates[Party.REDS, 0] == before.delegates[Party.REDS, 0] + 2
    assert influence(T, s, 0) >= 1


def test_tags_of_public_spaceline() -> None:
    s = rich()
    play(s, "Public Spaceline")
    assert [s.tags[0, tag] for tag in (EARTH, JOVIAN, VENUS, MARS)] == [2, 2, 2, 2]


def test_staged_protests_and_price_wars() -> None:
    s = rich()
    play(s, "Staged Protests")
    assert s.goal_surcharge == 8
    before = unit_value(T, s, 0, MEANS_STEEL), unit_value(T, s, 0, MEANS_TITANIUM)
    play(s, "Price Wars")
    assert (unit_value(T, s, 0, MEANS_STEEL), unit_value(T, s, 0, MEANS_TITANIUM)) == (before[0] + 1, before[1] + 1)


def test_every_card_was_played() -> None:
    """All cards of the box are named in a test of this file."""
    source = Path(__file__).read_text(encoding="utf-8")
    missing = [
        name for name, card in CARDS.items() if card.card_set == CardSet.UNDERWORLD and f'"{name}"' not in source
    ]
    assert missing == []
