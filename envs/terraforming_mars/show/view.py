"""What people see of a game: names of actions, the decision in words, the text board, the picture, the facts of a result."""

from __future__ import annotations

import numpy as np

from regolith.envs.core.picture import Picture
from regolith.envs.terraforming_mars.base.boards import BOARDS
from regolith.envs.terraforming_mars.card_file import table_of
from regolith.envs.terraforming_mars.language.text import word
from regolith.envs.terraforming_mars.picture import draw
from regolith.envs.terraforming_mars.rooms import NONE
from regolith.envs.terraforming_mars.rules.solo import RATING_TO_WIN
from regolith.envs.terraforming_mars.rules.tracks import MARS_TRACKS, all_complete
from regolith.envs.terraforming_mars.show import box_views
from regolith.envs.terraforming_mars.show.naming import (
    T,
    action_name,
    card_name,
    corporation_of,
    decision_text,
    secret,
)
from regolith.envs.terraforming_mars.show.scene import BEGINNER, scene, track_value, tracks_of
from regolith.envs.terraforming_mars.show.seats import SEAT_NAMES
from regolith.envs.terraforming_mars.show.text_board import text
from regolith.envs.terraforming_mars.words import Map, Track

__all__ = [
    "SEAT_NAMES",
    "action_name",
    "decision_text",
    "describe",
    "facts",
    "heading",
    "missing",
    "news",
    "picture",
    "seat_facts",
    "secret",
]

MISSING_NAMES = {
    Track.TEMPERATURE: "temperature steps",
    Track.OXYGEN: "oxygen steps",
    Track.OCEANS: "oceans",
    Track.VENUS_SCALE: "Venus steps",
}


def describe(s: np.record, seat: int | None) -> str:
    """The text board."""
    return text(scene(s, seat))


def picture(s: np.record, seat: int | None) -> Picture:
    """The drawing."""
    return draw(scene(s, seat))


def heading(s: np.record) -> str:
    """What holds for a while, in one line; a transcript tells it whenever it changes."""
    return box_views.heading(s)


def news(before: np.record | None, s: np.record) -> str:
    """What a decision has brought to light and neither it nor the next one tells."""
    return box_views.news(before, s, [space.label for space in BOARDS[Map(s.map)].spaces])


def steps_missing(s: np.record) -> dict[str, int]:
    """Steps up to the end of each track of the game that is not complete."""
    left = {MISSING_NAMES[track]: int(T.track_end[track] - s.track[track]) for track in tracks_of(s)}
    return {name: steps for name, steps in left.items() if steps > 0}


def missing(s: np.record) -> dict[str, int]:
    """What kept a solo game from being won."""
    if s.solo_for_rating:
        short = RATING_TO_WIN - int(s.rating[0])
        return {"rating": short} if short > 0 else {}
    return steps_missing(s)


def facts(s: np.record) -> dict[str, int | float | str]:
    """How long the game was and how far Mars has come, in the units of the board."""
    told: dict[str, int | float | str] = {"generations": int(s.generation)}
    told |= {word(track).lower(): track_value(s, track) for track in tracks_of(s)}
    told["terraformed"] = int(all_complete(table_of(s), s, MARS_TRACKS))
    return told | box_views.facts(s)


def seat_facts(s: np.record, seat: int) -> dict[str, int | float | str]:
    """What was particular to one player."""
    corporation = BEGINNER if s.beginner else corporation_of(s, seat)
    told: dict[str, int | float | str] = {
        "corporation": "none" if corporation == NONE else card_name(corporation),
        "rating": int(s.rating[seat]),
    }
    return told | box_views.seat_facts(s, seat)
