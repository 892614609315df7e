"""From the record to what people see: names of actions, the decision in words, the scene of the picture."""

from __future__ import annotations

import numpy as np

from regolith.envs.core.picture import Picture
from regolith.envs.core.record import NOBODY, Over
from regolith.envs.tinyforming_mars import maps
from regolith.envs.tinyforming_mars.actions import ACTIONS
from regolith.envs.tinyforming_mars.picture import HexView, PlayerView, ProjectView, Scene, SupplyView, draw, text
from regolith.envs.tinyforming_mars.projects import PROJECTS as CATALOGUE
from regolith.envs.tinyforming_mars.projects import STANDARD_PROJECTS, Project
from regolith.envs.tinyforming_mars.scoring import city_points, own_cubes, score
from regolith.envs.tinyforming_mars.tables import TABLE
from regolith.envs.tinyforming_mars.words import (
    BLACK,
    CITIES,
    HEXES,
    NONE,
    PROJECTS,
    ROW,
    SOLO_GENERATIONS,
    TOKENS,
    Colour,
    Kind,
    Map,
    Tag,
)

SEAT_NAMES = ("White", "Black")
TOKEN_NAMES = tuple(Tag(i).name.lower() for i in range(TOKENS))
QUESTIONS = {
    Kind.ORIENT: "choose which project of the card faces you",
    Kind.FIRST_CITY: "place your first city",
    Kind.ACTION: "activate a project, a standard project, or pass",
    Kind.CITY_TO_MOVE: "choose a city to move, or a new one",
    Kind.CITY_HEX: "choose a hex for the city",
    Kind.WATER_HEX: "choose a hex for the water",
    Kind.GREENERY_HEX: "choose a hex for the greenery",
    Kind.HEAT_HEX: "choose a hex for the heat",
    Kind.RETURN_GREENERY: "choose a greenery to return",
    Kind.TOKEN: "choose a token",
    Kind.DISCOUNT: "spend a token to make it cheaper?",
    Kind.SECOND_HEAT: "buy the second heat?",
}
HEX_QUESTIONS = (
    Kind.FIRST_CITY,
    Kind.CITY_TO_MOVE,
    Kind.CITY_HEX,
    Kind.WATER_HEX,
    Kind.GREENERY_HEX,
    Kind.HEAT_HEX,
    Kind.RETURN_GREENERY,
)


def project_of(number: int) -> Project:
    """A project or standard project by its number."""
    return CATALOGUE[number] if number < PROJECTS else STANDARD_PROJECTS[number - PROJECTS]


def action_name(s: np.record, action: int) -> str:
    """What an action means, in words; hexes are numbered from 1 as on the board."""
    piece, i = ACTIONS.at(action)
    if piece.name == "activate":
        return CATALOGUE[i].name
    if piece.name == "standard project":
        return STANDARD_PROJECTS[i].name
    if piece.name == "take":
        return f"take {CATALOGUE[i].name}"
    if piece.name == "token":
        return f"{'spend' if s.kind == Kind.DISCOUNT else 'take'} {TOKEN_NAMES[i]} token"
    if piece.name == "buy":
        return "buy the second heat"
    if piece.size == HEXES:
        return f"{piece.name} {i + 1}"
    return piece.name


def decision_text(s: np.record) -> str:
    """Who must decide what."""
    if s.over == Over.TRUNCATED:
        return f"cut off after generation {s.generation}"
    if s.over == Over.FINISHED:
        return f"over after generation {s.generation}"
    who = "" if s.players == 1 else f"{SEAT_NAMES[s.player]}: "
    doing = f" ({project_of(s.active).name})" if s.active != NONE else ""
    return f"generation {s.generation}, {who}{QUESTIONS[Kind(s.kind)]}{doing}"


def _hex(s: np.record, h: int) -> HexView:
    printed = maps.MAPS[Map(s.map)][h]
    content: str | tuple[str, int] | None = None
    for name, hexes in (("greenery", s.greenery), ("water", s.water), ("heat", s.heat_on_map)):
        if hexes >> h & 1:
            content = name
    for seat in range(2):
        if s.cities[seat] >> h & 1:
            content = ("city", seat)
    return HexView(printed.kind.name.lower(), printed.tag.name.lower() if printed.tag is not None else None, content)


def _project(number: int, used: bool) -> ProjectView:
    project = CATALOGUE[number]
    colour = Colour(project.colour).name.lower()
    return ProjectView(project.name, colour, project.cost_text(), project.needs_text(), project.gives_text(), used)


def _player(s: np.record, seat: int) -> PlayerView:
    t = TABLE[0]
    dummy = s.players == 1 and seat == BLACK
    points = {
        "cities": city_points(t, s, seat),
        "greenery": own_cubes(s, seat, int(s.greenery)),
        "water": own_cubes(s, seat, int(s.water)),
        "heat": int(s.heat[seat]),
        "total": score(t, s, seat),
    }
    return PlayerView(
        name="Black (dummy)" if dummy else SEAT_NAMES[seat],
        colour=SEAT_NAMES[seat].lower(),
        credits=int(s.credits[seat]),
        heat=int(s.heat[seat]),
        cities_in_hand=CITIES - int(s.cities[seat]).bit_count(),
        tokens={name: int(s.tokens[seat, i]) for i, name in enumerate(TOKEN_NAMES)},
        score=points,
        projects=[
            _project(int(s.facing[seat, i]), bool(s.used[seat, i])) for i in range(ROW) if s.facing[seat, i] != NONE
        ],
        passed=bool(s.passed[seat]) and not dummy,
        standard_project_used=bool(s.standard_used[seat]),
        is_lead=bool(s.leader == seat),
    )


def face_name(card: int, face: int) -> str:
    first = 4 * card + 2 * face
    return f"{CATALOGUE[first].name} | {CATALOGUE[first + 1].name}"


def _deck(s: np.record, reveal: bool) -> list[str]:
    """The face each card will show when drawn, for the cards whose place is known."""
    return [
        face_name(int(s.deck_card[i]), 1 - int(s.deck_up[i])) if reveal or i == 0 or i >= s.unseen else "?"
        for i in range(s.deck_size)
    ]


def scene(s: np.record, seat: int | None) -> Scene:
    """Everything a viewer sees. Nothing but the deck is hidden, and from both seats alike; None reveals it."""
    phase = decision_text(s)
    if s.over == Over.RUNNING and s.oriented < s.drawn:
        phase += ": " + face_name(int(s.row_card[s.oriented]), int(s.row_face[s.oriented]))
    shown = s.player != NOBODY and Kind(s.kind) in HEX_QUESTIONS
    return Scene(
        map_name=Map(s.map).name.capitalize(),
        generation=int(s.generation),
        max_generations=SOLO_GENERATIONS if s.players == 1 else None,
        phase=phase,
        hexes=[_hex(s, h) for h in range(HEXES)],
        players=[_player(s, seat_) for seat_ in range(2)],
        supply=SupplyView(
            heat=int(s.supply[0]),
            greenery=int(s.supply[1]),
            water=int(s.supply[2]),
            credits=int(s.credit_supply),
            tokens={name: int(s.token_supply[i]) for i, name in enumerate(TOKEN_NAMES)},
            marker_credits=int(s.markers),
            attached=["heat"] * int(s.attached_heat) + ["water"] * int(s.attached_water),
        ),
        deck=_deck(s, reveal=seat is None),
        highlighted=frozenset(h + 1 for h in range(HEXES) if shown and s.choices >> h & 1),
    )


def describe(s: np.record, seat: int | None) -> str:
    """The text board."""
    return text(scene(s, seat))


def picture(s: np.record, seat: int | None) -> Picture:
    """The drawing."""
    return draw(scene(s, seat))


def missing(s: np.record) -> dict[str, int]:
    """What was left in the supply: the reason a solitaire game was lost."""
    return {name: int(s.supply[i]) for i, name in enumerate(("heat", "greenery", "water")) if s.supply[i]}


def facts(s: np.record) -> dict[str, int | float | str]:
    return {"generations": int(s.generation)}
