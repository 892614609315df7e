"""The seven two-faced cards and the five standard projects. Data only: editing this file recompiles nothing.

A project is two lines: what it costs and needs, what it does and which tags it gives.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from regolith.envs.tinyforming_mars.words import Colour, Op, Reduction, Tag, Where

N, P, S, E, X = Tag.NATURE, Tag.PRODUCTION, Tag.SCIENCE, Tag.ENERGY, Tag.SPACE
RED, GREEN, BLUE, GREY = Colour.RED, Colour.GREEN, Colour.BLUE, Colour.GREY
Step = tuple[Op, int]


@dataclass(frozen=True)
class Less:
    """A cost reduction: 1 credit for each thing counted past `beyond`, but never below a cost of 1."""

    kind: Reduction = Reduction.NONE
    tag: int = 0
    beyond: int = 0


def per_tag(tag: Tag, beyond: int = 0) -> Less:
    return Less(Reduction.TAGS_BEYOND, tag, beyond)


@dataclass(frozen=True)
class Project:
    """One of the two projects on a face, or a standard project."""

    name: str
    colour: Colour
    cost: int
    tags: tuple[Tag, ...]
    does: tuple[Step, ...]
    effect: str
    gives: tuple[Tag, ...] = ()
    heat: int = 0
    water: int = 0
    less: Less = field(default_factory=Less)

    def needs_text(self) -> str:
        """Requirements as players write them: tag letters, then parameters."""
        letters = "".join(TAG_LETTERS[tag] for tag in self.tags)
        star = "*" if self.less.kind == Reduction.HEAT_NEED_BY_TAG else ""
        parameters = [f"h{self.heat}{star}"] * bool(self.heat) + [f"w{self.water}"] * bool(self.water)
        return " ".join([letters, *parameters]).strip()

    def cost_text(self) -> str:
        starred = self.less.kind not in (Reduction.NONE, Reduction.HEAT_NEED_BY_TAG)
        return f"{self.cost}*" if starred else str(self.cost)

    def gives_text(self) -> str:
        return "".join(TAG_LETTERS[tag] for tag in self.gives)


TAG_LETTERS = {N: "N", P: "P", S: "S", E: "E", X: "X"}


def tags(word: str) -> tuple[Tag, ...]:
    """Tags from their letters."""
    letters = {letter: tag for tag, letter in TAG_LETTERS.items()}
    return tuple(letters[c] for c in word)


HEAT: Step = (Op.GAIN_HEAT, 1)


def place_water(where: Where = Where.WATER_HEX) -> Step:
    return Op.PLACE_WATER, where


def place_greenery(where: Where = Where.LAND) -> Step:
    return Op.PLACE_GREENERY, where


CITY: Step = (Op.PLACE_CITY, 0)

Face = tuple[Project, Project]

# fmt: off
CARDS: tuple[tuple[Face, Face], ...] = (
    (
        (
            Project("Research Outpost", GREY, 1, tags("PS"), (CITY, (Op.TOKEN_IF_BARREN, 0)), gives=tags("EX"),
                    effect="place or move a city; a token of your choice if no cube touches it"),
            Project("Windmills", RED, 4, tags("EE"), (HEAT,), gives=tags("NN"),
                    less=Less(Reduction.VACANT_NEXT_TO_OWN_CITIES),
                    effect="gain a heat; 1 cheaper per vacant hex beside your cities"),
        ),
        (
            Project("Subterranean Reservoir", BLUE, 3, tags("NS"), (place_water(),), gives=tags("EE"), less=per_tag(N, 1),
                    effect="place a water; 1 cheaper per nature tag beyond 1"),
            Project("Insects", GREEN, 2, tags("NS"), (place_greenery(),), gives=tags("PX"), heat=6,
                    less=Less(Reduction.HEAT_NEED_BY_TAG, S, 1),
                    effect="place a greenery; needs 2 heat less per science tag beyond 1"),
        ),
    ),
    (
        (
            Project("Grass", GREEN, 2, tags("NNN"), (place_greenery(Where.LAND_NEXT_TO_CITY),), gives=tags("EP"), heat=3,
                    effect="place a greenery beside any city"),
            Project("Geothermal Power", RED, 3, tags("PPN"), (HEAT,), gives=tags("SX"),
                    less=Less(Reduction.PER_TWO_OWN_HEAT),
                    effect="gain a heat; 1 cheaper per two heat of your own"),
        ),
        (
            Project("Aquifer Pumping", BLUE, 4, tags("EN"), (place_water(), (Op.CREDITS_IF_LONE_WATER, 2)), gives=tags("PX"),
                    effect="place a water; 2 credits if it touches no other water"),
            Project("Moss", GREEN, 4, tags("NN"), (place_greenery(), (Op.CREDITS_PER_WATER_TOUCHED, 1)), gives=tags("PP"),
                    water=1, effect="place a greenery; 1 credit per water it touches"),
        ),
    ),
    (
        (
            Project("Asteroid Mining", GREY, 1, tags("X"), ((Op.CREDITS_PER_TAG, 1 << P | 1 << X),), gives=tags("EN"),
                    effect="1 credit per production and space tag on your projects"),
            Project("GHG Factories", RED, 3, tags("PP"), (HEAT,), gives=tags("ES"), less=per_tag(P, 2),
                    effect="gain a heat; 1 cheaper per production tag beyond 2"),
        ),
        (
            Project("Methane From Titan", RED, 2, tags("PX"), (HEAT, (Op.MAY_BUY_SECOND_HEAT, 2)), gives=tags("EN"),
                    effect="gain a heat; with 2 space tags, another for 2 credits more"),
            Project("Bushes", GREEN, 5, tags("N"), (place_greenery(),), gives=tags("EE"), heat=4,
                    less=Less(Reduction.GREENERY_NEXT_TO_OWN_CITIES),
                    effect="place a greenery; 1 cheaper per greenery beside your cities"),
        ),
    ),
    (
        (
            Project("Ice Asteroid", BLUE, 3, tags("XX"), (place_water(), (Op.RETURN_TOUCHED_GREENERY, 0)), gives=tags("EP"),
                    effect="place a water; one greenery it touches goes back"),
            Project("Fusion Power", RED, 2, tags("SS"), (HEAT, (Op.TAKE_TOKEN, 0)), gives=tags("NP"),
                    effect="gain a heat and a token of your choice"),
        ),
        (
            Project("Asteroid", RED, 4, tags("EX"), (HEAT, (Op.MAY_RETURN_GREENERY, 0)), gives=tags("PP"),
                    effect="gain a heat; you may send any greenery back"),
            Project("Protected Valley", GREEN, 4, tags("NN"), (place_greenery(Where.WATER_HEX),), gives=tags("EE"), heat=2,
                    effect="place a greenery on a water hex"),
        ),
    ),
    (
        (
            Project("Water From Europa", BLUE, 3, tags("EX"), (place_water(),), gives=tags("NP"), less=per_tag(X, 1),
                    effect="place a water; 1 cheaper per space tag beyond 1"),
            Project("Lava Flows", RED, 2, tags("EEN"), ((Op.PLACE_HEAT, Where.LAND),), gives=tags("PS"),
                    effect="place a heat on the map, for nobody"),
        ),
        (
            Project("Great Dam", RED, 3, tags("PN"), (HEAT,), gives=tags("ES"), water=2,
                    less=Less(Reduction.WATER_BEYOND, 0, 2),
                    effect="gain a heat; 1 cheaper per water on the map beyond 2"),
            Project("Lichen", GREEN, 2, tags("NN"), (place_greenery(Where.LAND_AWAY_FROM_CITIES),), gives=tags("PP"), heat=2,
                    effect="place a greenery that touches no city"),
        ),
    ),
    (
        (
            Project("Artificial Lake", BLUE, 2, tags("PP"), (place_water(Where.WATER_HEX_NEXT_TO_CITY),), gives=tags("NN"),
                    heat=4, effect="place a water beside any city"),
            Project("Solar Power", RED, 3, tags("PS"), (HEAT,), gives=tags("EN"),
                    less=Less(Reduction.CITIES_IN_CENTER_ROW),
                    effect="gain a heat; 1 cheaper per city in the center row"),
        ),
        (
            Project("Nuclear Power", RED, 3, tags("PS"), (HEAT,), gives=tags("NX"), less=per_tag(E),
                    effect="gain a heat; 1 cheaper per energy tag"),
            Project("Trees", GREEN, 2, tags("NS"), (place_greenery(Where.LAND_NEXT_TO_TWO_GREENERY),), gives=tags("XX"), heat=5,
                    effect="place a greenery that touches two greeneries"),
        ),
    ),
    (
        (
            Project("Ice Cap Melting", BLUE, 3, tags("EE"), (place_water(Where.SOUTH_ROW),), gives=tags("NP"), heat=5,
                    effect="place a water in the south row, on land too"),
            Project("Power Grid", RED, 5, tags("EP"), (HEAT, (Op.CREDITS_PER_CITY, 1)), gives=tags("NS"),
                    effect="gain a heat and 1 credit per city on the map"),
        ),
        (
            Project("Comet", RED, 3, tags("EX"), (HEAT, (Op.MAY_PLACE_WATER, 5)), gives=tags("NN"),
                    effect="gain a heat; if you then own 5 or more, you may place a water"),
            Project("Algae", GREEN, 2, tags("EN"), (place_greenery(Where.LAND_NEXT_TO_WATER),), gives=tags("SS"), water=2,
                    effect="place a greenery beside a water"),
        ),
    ),
)
# fmt: on
"""`CARDS[card][face]`: the two projects of each face. Project number 4 * card + 2 * face + slot."""

PROJECTS: tuple[Project, ...] = tuple(project for card in CARDS for face in card for project in face)

STANDARD_PROJECTS: tuple[Project, ...] = (
    Project("Sell Patent", GREY, 0, (), ((Op.GAIN_CREDITS, 1),), effect="take 1 credit from the supply"),
    Project("Found City", GREY, 2, tags("PX"), (CITY,), effect="place or move a city"),
    Project("Import Water", BLUE, 3, tags("SX"), (place_water(),), effect="place a water"),
    Project("Greenhouses", GREEN, 3, tags("PNN"), (place_greenery(),), effect="place a greenery"),
    Project("Energy Farms", RED, 3, tags("ES"), (HEAT,), effect="gain a heat"),
)
