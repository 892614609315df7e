"""Venus Next as a box. Data only: editing this file recompiles nothing."""

from __future__ import annotations

from regolith.envs.terraforming_mars.language.box import Award, Box, Carrier, Goal, Milestone, Standard, tags
from regolith.envs.terraforming_mars.language.mars import raise_track
from regolith.envs.terraforming_mars.venus.cards import CORPORATIONS, PROJECTS
from regolith.envs.terraforming_mars.venus.language import world_government
from regolith.envs.terraforming_mars.venus.words import Carriers
from regolith.envs.terraforming_mars.words import (
    FLOATERS,
    VENUS,
    VENUS_SCALE,
    CardSet,
    Measure,
    OffMars,
    StandardProject,
)

BOX = Box(
    CardSet.VENUS,
    "Venus Next",
    option="venus",
    projects=PROJECTS,
    corporations=CORPORATIONS,
    carriers={Carriers.WORLD_GOVERNMENT: Carrier("World Government", (world_government(),))},
    milestones=(Milestone("Hoverlord", Goal(Measure.CARD_RESOURCES, kind=FLOATERS), 7),),
    awards=(Award("Venuphile", tags(VENUS)),),
    standard_projects={StandardProject.AIR_SCRAPPING: Standard(15, (raise_track(VENUS_SCALE, 1),))},
    tags=(VENUS,),
    off_mars=(OffMars.LUNA_METROPOLIS, OffMars.DAWN_CITY, OffMars.STRATOPOLIS, OffMars.MAXWELL_BASE),
    sets={"tracks": VENUS_SCALE + 1},
    option_sets={
        "five without draft": {"venus": False},
        "beginners": {"venus": False},
        "cut off": {"world_government": False},
        "solo on Hellas": {"venus": False},
    },
)
