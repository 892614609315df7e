"""The operation that Venus Next brings. No card shows it."""

from __future__ import annotations

from enum import IntEnum

from regolith.envs.terraforming_mars.language.operation import Family, check_family, operation
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.words import Track

FIRST, END_OF_FAMILY = int(Family.OF_BOXES), int(Family.OF_BOXES) + 4


class Venus(IntEnum):
    WORLD_GOVERNMENT = FIRST
    """One step of a track that is not complete, for nobody."""


TRACK_WORDS = {
    Track.TEMPERATURE: "raise temperature 1 step",
    Track.OXYGEN: "raise oxygen 1 step",
    Track.OCEANS: "place an ocean tile",
    Track.VENUS_SCALE: "raise Venus 1 step",
}

operation(
    Venus.WORLD_GOVERNMENT,
    counted=False,
    asks=Kind.BRANCH,
    question="choose what the World Government does",
    choice=lambda choice: TRACK_WORDS[Track(choice.i)],
)
check_family(Venus, FIRST, END_OF_FAMILY)


def world_government() -> Step:
    return Step(Venus.WORLD_GOVERNMENT)
