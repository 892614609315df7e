"""The projects in words, for who looks one up."""

from __future__ import annotations

from regolith.envs.core.card_words import CardWords
from regolith.envs.tinyforming_mars.options import TinyOptions
from regolith.envs.tinyforming_mars.projects import PROJECTS, STANDARD_PROJECTS, Project
from regolith.envs.tinyforming_mars.words import Tag

FACES = 2
"""Projects on a face, and faces of a card."""


def cards(options: TinyOptions) -> list[CardWords]:
    """All projects, then the standard projects."""
    projects = [card_words(project, "project", _beside(number)) for number, project in enumerate(PROJECTS)]
    return projects + [card_words(project, "standard project") for project in STANDARD_PROJECTS]


def card_words(project: Project, kind: str, remark: str = "") -> CardWords:
    """What stands on a project."""
    tags = [f"needs {_named(project.tags)}"] * bool(project.tags) + [f"gives {_named(project.gives)}"] * bool(
        project.gives
    )
    needs = [f"{project.heat} heat"] * bool(project.heat) + [f"{project.water} water"] * bool(project.water)
    return CardWords(
        name=project.name,
        kind=f"{project.colour.name.lower()} {kind}",
        cost=f"{project.cost} credit{'s' * (project.cost != 1)}",
        tags=", ".join(tags),
        needs=", ".join(needs),
        does=project.effect,
        remark=remark,
    )


def _named(tags: tuple[Tag, ...]) -> str:
    return " + ".join(tag.name.lower() for tag in tags)


def _beside(number: int) -> str:
    """Which projects share the card."""
    face = number // FACES
    other = FACES * (face ^ 1)
    back = " and ".join(project.name for project in PROJECTS[other : other + FACES])
    return f"on a face with {PROJECTS[number ^ 1].name}; on the back: {back}"
