"""Operations on Mars: tracks, rating, tiles and markers, in the words that cards write."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from regolith.envs.terraforming_mars.language.counts import Count
from regolith.envs.terraforming_mars.language.operation import (
    Declines,
    Family,
    Gives,
    IfNone,
    Turns,
    check_family,
    operation,
)
from regolith.envs.terraforming_mars.language.phrases import a, amount, change, tile_name, title, word
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.words import MC, NORMAL_RULE, OffMars, Tile, Track, Where


class Mars(IntEnum):
    RAISE_TRACK = Family.MARS
    TERRAFORM_RATING = 17
    PLACE = 18
    CLAIM_SPACE = 19
    """A marker, not a tile: only its owner may place there, and the bonus waits for the tile."""
    CONVERT_PLANTS = 20
    """So many plants as a greenery costs the player."""
    FINAL_GREENERY = 21
    """As often as the plants allow; nothing rises any more."""
    LOSE_RATING = 22
    """Down to 0 at the lowest."""


PLACES = {
    Where.LAND: " on land",
    Where.OCEAN_SPACE: " on a space reserved for ocean",
    Where.CITY_RULES: " where a city may stand",
    Where.ISOLATED: " where it touches no tile",
    Where.VOLCANIC: " on a volcanic space",
    Where.NEXT_TO_GREENERY: " next to a greenery",
    Where.NEXT_TO_CITY: " next to a city",
    Where.NEXT_TO_TWO_CITIES: " next to two cities",
    Where.METAL_BONUS: " on a steel or titanium bonus",
    Where.METAL_BONUS_NEXT_TO_OWN_TILE: " on a steel or titanium bonus next to an own tile",
    Where.NOCTIS_CITY: " on the space of Noctis City",
    Where.OWN_MARKER: " on an excavation marker of yours",
    Where.LAST_SPACE: " there",
    Where.SPACE_OF_ANOTHER_CITY: " on the space of another city beside the map",
}


def place_text(step: Step) -> str:
    tile, where = step["tile"], step["where"]
    if tile > Tile.CITY_TILE:
        what = f"the {tile_name(tile)}"
    elif step.n == 1:
        what = a(word(tile))
    else:
        what = f"{step.n} {word(tile)}s"
    if where == Where.OFF_MARS:
        return f"place {what} on {title(step['space'])}"
    return f"place {what}{'' if where == NORMAL_RULE.get(tile) else PLACES[where]}"


def place_question(ask: Any) -> str:
    tile = ask.step["tile"]
    which = f", {ask.turn + 1} of {ask.n}" if ask.n > 1 else ""
    return f"choose a space for {a(tile_name(tile)) if tile <= Tile.CITY_TILE else f'the {tile_name(tile)}'}{which}"


operation(
    Mars.RAISE_TRACK,
    lambda step: f"raise {word(step['track'])} {amount(step, 'steps')}",
    {"track": Track},
    gives=Gives.TRACK,
    may_be_wasted=True,
    worth=lambda total, step, n: total.raise_track(step["track"], n),
)
operation(
    Mars.TERRAFORM_RATING,
    lambda step: f"TR {change(step)}",
    gives=Gives.RATING,
    worth=lambda total, step, n: total.rate(n),
)
operation(
    Mars.PLACE,
    place_text,
    {"tile": Tile, "where": Where, "space": OffMars | None},
    asks=Kind.SPACE,
    turns=Turns.COUNTED,
    if_none=IfNone.NO_SPACE,
    puts_tile=True,
    question=place_question,
    worth=lambda total, step, n: total.place(step["tile"], step["where"], n),
)
operation(
    Mars.CLAIM_SPACE,
    "put an own marker on free land: only you may place a tile there",
    {"where": Where},
    counted=False,
    asks=Kind.SPACE,
    question="choose a space for your marker",
    worth=lambda total, step, n: total.gain(MC, 2.0),
)
operation(Mars.CONVERT_PLANTS, counted=False)
operation(
    Mars.FINAL_GREENERY,
    counted=False,
    asks=Kind.SPACE,
    turns=Turns.ENDLESS,
    declines=Declines.ALWAYS,
    puts_tile=True,
    question="choose a space for a last greenery",
    decline="no more greeneries",
)
operation(
    Mars.LOSE_RATING,
    lambda step: f"lose {amount(step, 'TR')}",
    worth=lambda total, step, n: total.rate(-n),
)
check_family(Mars, Family.MARS, Family.HELD)


def raise_track(track: Track, n: int) -> Step:
    if track == Track.OCEANS:
        raise ValueError("oceans rise by placing tiles")
    return Step(Mars.RAISE_TRACK, n, (track,))


def tr(n: int | Count) -> Step:
    return Step(Mars.TERRAFORM_RATING, n)


def lose_rating(n: int | Count) -> Step:
    return Step(Mars.LOSE_RATING, n)


def place(tile: Tile, n: int = 1, where: Where | None = None, space: OffMars | None = None) -> Step:
    """Tiles on the map, by their normal rule unless told otherwise, or one on a space beside the map."""
    if space is not None:
        if where is not None:
            raise ValueError(f"{space!r} is a space of its own")
        where = Where.OFF_MARS
    return Step(Mars.PLACE, n, (tile, NORMAL_RULE.get(tile) if where is None else where, space))


def claim_space(where: Where) -> Step:
    return Step(Mars.CLAIM_SPACE, 1, (where,))


def convert_plants() -> Step:
    return Step(Mars.CONVERT_PLANTS)


def final_greenery() -> Step:
    return Step(Mars.FINAL_GREENERY)
