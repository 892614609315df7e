"""What holds in every position of every game, for all player counts, maps and options."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from regolith.envs.core.errors import InvalidOptions
from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.actions import step
from regolith.envs.terraforming_mars.base.boards import neighbours
from regolith.envs.terraforming_mars.options import MarsOptions
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, NEUTRAL, NONE
from regolith.envs.terraforming_mars.rules.counting import is_city
from regolith.envs.terraforming_mars.rules.invariants import Broken, broken
from regolith.envs.terraforming_mars.state import Kind, Lies, Phase
from regolith.envs.terraforming_mars.words import CardSet, SpaceKind, Tile, Track

from .games import MOST_DECISIONS, NUMBER, T, actions, deal, played

ON_OCEAN_SPACES = {Tile.OCEAN_TILE, Tile.GREENERY_TILE, Tile.MOHOLE_AREA}
"""Greeneries by Mangrove and Protected Valley."""
LONGEST = {True: 12, False: 14}
"""Generations of a solo game, with and without Prelude."""


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """Options that fit together."""
    flags = ("corporate_era", "prelude", "venus", "draft", "initial_draft", "beginner_corporation", "world_government")
    found = {flag: draw(st.booleans()) for flag in flags}
    found["players"] = draw(st.integers(1, 5))
    found["map"] = draw(st.sampled_from(["tharsis", "hellas", "elysium"]))
    found["payment"] = draw(st.sampled_from(["choose", "auto"]))
    found["solo_objective"] = draw(st.sampled_from(["terraform", "tr63"]))
    found["max_generations"] = draw(st.sampled_from([2, 15, 60]))
    # What contradicts the rest is left out, the rarer option first.
    for rarer in (
        "solo_objective",
        "max_generations",
        "initial_draft",
        "beginner_corporation",
        "draft",
        "world_government",
    ):
        try:
            MarsOptions.parse("terraforming_mars", found)
            break
        except InvalidOptions:
            del found[rarer]
    return found


def sound(s: Any) -> None:
    assert Broken(broken(T, s)) == Broken.NOTHING


@settings(max_examples=40, deadline=None)
@given(options(), st.integers(0, 2**62))
def test_every_position_of_every_game_is_sound(chosen: dict[str, Any], number: int) -> None:
    array = deal(number, **chosen)
    sound(array[0])
    for s in played(array, number):
        sound(s)
    assert s.over == Over.FINISHED or (s.over == Over.TRUNCATED and s.generation == s.max_generations)
    if s.players == 1:
        assert s.generation == LONGEST[bool(s.box[CardSet.PRELUDE])]
    elif s.over == Over.FINISHED:
        ends = [s.track[track] == T.track_end[track] for track in (Track.TEMPERATURE, Track.OXYGEN, Track.OCEANS)]
        assert all(ends)


@settings(max_examples=15, deadline=None)
@given(options(), st.integers(0, 2**62))
def test_every_legal_action_leads_to_a_sound_position(chosen: dict[str, Any], number: int) -> None:
    """All actions of some positions, and whatever they ask next is answered too."""
    array = deal(number, **chosen)
    chooser = random.Random(number)
    for s in played(array, number):
        if s.over != Over.RUNNING or chooser.random() > 0.05:
            continue
        for action in actions(s):
            after = array.copy()
            step(T, after[0], action)
            sound(after[0])
            assert after[0].decisions == s.decisions + 1
            assert after[0].over != Over.RUNNING or actions(after[0])


@settings(max_examples=15, deadline=None)
@given(options(), st.integers(0, 2**62))
def test_tiles_lie_where_tiles_may_lie(chosen: dict[str, Any], number: int) -> None:
    array = deal(number, **chosen)
    around = neighbours()
    *_, s = played(array, number)
    kinds = T.space_kind[s.map]
    for space in range(MARS_SPACES):
        tile, owner = int(s.tile[space]), int(s.tile_owner[space])
        if tile == NONE:
            continue
        if kinds[space] == SpaceKind.OCEAN:
            assert tile in ON_OCEAN_SPACES
        if kinds[space] == SpaceKind.NOCTIS_CITY:
            assert is_city(tile)
        if tile == Tile.OCEAN_TILE and kinds[space] != SpaceKind.OCEAN:
            lake = NUMBER["Artificial Lake"]
            assert s.lies[lake] in (Lies.IN_PLAY, Lies.PLAYED_EVENT)
        if tile not in (Tile.OCEAN_TILE, Tile.GREENERY_TILE, Tile.CITY_TILE):
            assert (s.tile == tile).sum() == 1, "special tiles exist once"
        if is_city(tile) and any(other < MARS_SPACES and is_city(int(s.tile[other])) for other in around[space]):
            special = [NUMBER[name] for name in ("Noctis City", "Urbanized Area", "Lava Tube Settlement")]
            assert (s.lies[special] == Lies.IN_PLAY).any(), "cities touch only by the leave of a card"
        assert owner != NEUTRAL or s.players == 1
    for space in range(MARS_SPACES, len(s.tile)):
        assert s.tile[space] == NONE or is_city(int(s.tile[space]))


@settings(max_examples=10, deadline=None)
@given(options(), st.integers(0, 2**62))
def test_hands_change_only_when_cards_are_drawn_bought_or_played(chosen: dict[str, Any], number: int) -> None:
    """While everybody chooses in secret, what is in hands, in stock and in the open stays as it is."""
    array = deal(number, **chosen)
    secret = (Phase.SETUP, Phase.DRAFT, Phase.RESEARCH)
    seen: tuple[Any, ...] | None = None
    for s in played(array, number):
        now = (s.hand.tobytes(), s.stock.tobytes(), (s.lies >= Lies.IN_PLAY).tobytes(), s.rating.tobytes())
        if s.phase in secret:
            assert seen is None or seen == now
            assert s.kind == Kind.CARD
            seen = now
        else:
            seen = None


def test_without_passing_or_deciding_a_game_still_ends() -> None:
    """Everybody always takes the first legal action, or always the last."""
    for which in (0, -1):
        for players in (1, 2, 5):
            s = deal(7, players=players)[0]
            while s.over == Over.RUNNING:
                assert s.decisions < MOST_DECISIONS
                step(T, s, actions(s)[which])
            sound(s)
