"""The base game as a box: what every game has. Data only: editing this file recompiles nothing."""

from __future__ import annotations

from regolith.envs.terraforming_mars.base.cards import CORPORATIONS, PROJECTS
from regolith.envs.terraforming_mars.base.standard_projects import STANDARD_PROJECTS
from regolith.envs.terraforming_mars.language.box import Box
from regolith.envs.terraforming_mars.rules.solo import GENERATIONS
from regolith.envs.terraforming_mars.rules.tracks import MARS_TRACKS
from regolith.envs.terraforming_mars.words import VENUS, WILD, CardSet, OffMars, Tag

BOX = Box(
    CardSet.BASE,
    "base game",
    for_beginners=True,
    projects=PROJECTS,
    corporations=CORPORATIONS,
    standard_projects=STANDARD_PROJECTS,
    tags=tuple(tag for tag in Tag if tag not in (WILD, VENUS)),
    off_mars=(OffMars.GANYMEDE_COLONY, OffMars.PHOBOS_SPACE_HAVEN),
    sets={"tracks": MARS_TRACKS, "start_production": 1, "preludes_dealt": 0, "last_generation": GENERATIONS},
    option_sets={
        "two": {},
        "three on Hellas": {"players": 3, "map": "hellas", "rewards": "rank"},
        "four on Elysium": {"players": 4, "map": "elysium", "initial_draft": True},
        "five without draft": {"players": 5, "draft": False, "rewards": "margin"},
        "beginners": {"beginner_corporation": True},
        "automatic payment": {"map": "hellas", "payment": "auto"},
        "cut off": {"map": "elysium", "max_generations": 8},
        "solo": {"players": 1},
        "solo on Hellas": {"players": 1, "map": "hellas"},
        "solo for rating": {"players": 1, "map": "elysium", "solo_objective": "tr63"},
    },
)
