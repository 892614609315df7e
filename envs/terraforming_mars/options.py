"""Options of Terraforming Mars."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar

import numpy as np
from pydantic import Field, field_validator, model_validator

from regolith.envs.core.checks import shown
from regolith.envs.terraforming_mars.base.boards import BOARDS
from regolith.envs.terraforming_mars.boxes import AWARDS, BOXES, MILESTONES, BoxOptions
from regolith.envs.terraforming_mars.card_file import EXAMPLE, CardFileError, load
from regolith.envs.terraforming_mars.language.box import Award, Box, Milestone
from regolith.envs.terraforming_mars.rooms import GOALS, NONE, PLAYERS, room
from regolith.envs.terraforming_mars.rules.research import CORPORATIONS_DEALT
from regolith.envs.terraforming_mars.state import Deck
from regolith.envs.terraforming_mars.words import Map

DEFAULT_CAP = 60
FIRST_PROJECTS = 30
"""For each player, so that a game with banned cards goes on for a while."""
NOTHING: Mapping[str, str] = {}
G = TypeVar("G", Milestone, Award)
NOT_FOR_BEGINNERS = [box for box in BOXES if not box.for_beginners]
TITLES_NOT_FOR_BEGINNERS = ", ".join(box.title for box in NOT_FOR_BEGINNERS)


class MarsOptions(BoxOptions):
    """1 player is the solo game. Options that are not given fit the others: solo has no draft, what belongs to a box needs the box."""

    players: int = Field(2, ge=1, le=PLAYERS, description="1 (solo) to 5")
    map: Literal["tharsis", "hellas", "elysium"] = Field(
        "tharsis", description="the map, with its milestones and awards"
    )
    draft: bool = Field(True, description="draft the cards of the research phase (never in solo)")
    initial_draft: bool = Field(False, description="draft the ten cards of the setup too (never in solo)")
    beginner_corporation: bool = Field(
        False,
        description=f"everybody begins with 42 MC and ten free cards (without {TITLES_NOT_FOR_BEGINNERS} and initial draft)",
    )
    payment: Literal["choose", "auto"] = Field(
        "choose",
        description="choose: each payment is a decision; auto: metals and card resources first, then MC, then heat",
    )
    solo_objective: Literal["terraform", "tr63"] = Field(
        "terraform", description="what wins a solo game: all tracks complete in time, or a rating of 63"
    )
    cards: str = Field(
        "",
        description="path of a TOML file that changes or bans cards; `example` comes with the game; none: as printed",
    )
    max_generations: int = Field(
        DEFAULT_CAP, ge=1, le=1000, description="cut a game of two or more off after so many generations (truncation)"
    )

    @field_validator("cards")
    @classmethod
    def _can_be_played_with(cls, cards: str) -> str:
        if cards:
            try:
                load(cards)
            except CardFileError as problem:
                raise ValueError(str(problem)) from None
        return cards

    @model_validator(mode="before")
    @classmethod
    def _nobody_drafts_alone(cls, given: Any) -> Any:
        """Not given, it fits."""
        return {"draft": False, **given} if given.get("players") == 1 else given

    @model_validator(mode="after")
    def _contradictions(self) -> MarsOptions:
        if self.players == 1:
            if self.draft or self.initial_draft:
                raise ValueError("nobody drafts alone: draft and initial_draft need two or more players")
            if self.max_generations != DEFAULT_CAP:
                raise ValueError("max_generations is for two or more players: a solo game has a fixed length")
        elif self.solo_objective != "terraform":
            raise ValueError("solo_objective is for one player")
        if self.beginner_corporation and (self.initial_draft or any(self.has(box) for box in NOT_FOR_BEGINNERS)):
            needs = ", ".join(f"{box.option}=False" for box in NOT_FOR_BEGINNERS)
            raise ValueError(
                f"the Beginner Corporation is for games without {TITLES_NOT_FOR_BEGINNERS} and initial draft: "
                f"beginner_corporation needs {needs} and initial_draft=False"
            )
        goals_of(Map[self.map.upper()], filter(self.has, BOXES), self.laid_over())
        if self.cards:
            self._enough_cards_left()
        return self

    def _enough_cards_left(self) -> None:
        """Raise if so many cards are banned that not everybody is dealt his."""
        left = load(self.cards).left([box.card_set for box in BOXES if self.has(box)])
        corporations = [card.card_set for card in left[Deck.CORPORATIONS]]
        preludes = max(box.sets.get("preludes_dealt", 0) for box in BOXES if self.has(box))
        needed = [
            ("projects", FIRST_PROJECTS, len(left[Deck.PROJECTS])),
            ("corporations", CORPORATIONS_DEALT, len(corporations)),
            ("preludes", preludes, len(left[Deck.PRELUDES])),
            *((what, 1, there) for what, there in self.dealt_one_each(corporations).items()),
        ]
        for what, each, there in needed:
            if there < each * self.players:
                raise ValueError(
                    f"{self.cards} bans too many {what}: {there} are left, and {self.players} players need {each * self.players}"
                )

    @property
    def caveat(self) -> str:
        return load(self.cards).changes.caveat(self.cards) if self.cards else ""

    def has(self, box: Box) -> bool:
        """Whether a box is in the game."""
        return not box.option or bool(getattr(self, box.option))

    def write(self, record: np.record) -> None:
        super().write(record)
        record.map = Map[self.map.upper()]
        write_boxes(record, filter(self.has, BOXES), self.laid_over())
        record.draft = self.draft
        record.initial_draft = self.initial_draft
        record.beginner = self.beginner_corporation
        record.auto_payment = self.payment == "auto"
        record.solo_for_rating = self.solo_objective == "tr63"
        record.max_generations = self.max_generations
        record.cards_number = load(self.cards).number if self.cards else 0


def write_boxes(record: np.record, boxes: Iterable[Box], laid_over: Mapping[str, str] = NOTHING) -> None:
    """Put boxes into a game whose map is chosen: what they change about the base game, and their milestones and awards."""
    boxes = list(boxes)
    for box in boxes:
        record.box[box.card_set] = 1
        for field, value in box.sets.items():
            record[field] = value
    milestones, awards = goals_of(Map(record.map), boxes, laid_over)
    record.milestone_tile[:] = tiles([MILESTONES.index(milestone) for milestone in milestones])
    record.award_tile[:] = tiles([AWARDS.index(award) for award in awards])


def goals_of(
    board: Map, boxes: Iterable[Box], laid_over: Mapping[str, str]
) -> tuple[Sequence[Milestone], Sequence[Award]]:
    """The milestones and awards of a game, some of them laid over others by their names."""
    milestones, awards = list(BOARDS[board].milestones), list(BOARDS[board].awards)
    new_milestones: list[Milestone] = []
    new_awards: list[Award] = []
    for box in boxes:
        for milestone in box.milestones:
            lay(milestones, milestone)
        awards += box.awards
        new_milestones += box.covering_milestones
        new_awards += box.covering_awards
    return cover("milestone", milestones, new_milestones, laid_over), cover("award", awards, new_awards, laid_over)


def cover(kind: str, goals: list[G], new: list[G], laid_over: Mapping[str, str]) -> list[G]:
    """Goals of a game, after the new ones that are asked for lie over those that they cover."""
    names = [in_small_letters(goal) for goal in goals]
    found = list(goals)
    for goal in new:
        if (old := laid_over.get(in_small_letters(goal))) is not None:
            if old not in names:
                raise ValueError(
                    f"there is no {kind} {shown(old)} that {goal.name} could cover; {kind}s: {', '.join(names)}"
                )
            found[names.index(old)] = goal
    return found


def in_small_letters(goal: Milestone | Award) -> str:
    return goal.name.lower().replace(" ", "_")


def lay(milestones: list[Milestone], milestone: Milestone) -> None:
    """Add a milestone to those of a game, or lay it over one of them."""
    if not milestone.over:
        milestones.append(milestone)
        return
    for i, other in enumerate(milestones):
        if other.name == milestone.over:
            milestones[i] = milestone


def tiles(found: list[int]) -> list[int]:
    """Numbers of milestones or awards, filled up."""
    return found + [NONE] * (room("milestones or awards in a game", len(found), GOALS) - len(found))


def option_sets() -> tuple[dict[str, Any], ...]:
    """Options that are tried out, each set with what the boxes add to it."""
    found: dict[str, dict[str, Any]] = {}
    for box in BOXES:
        for name, options in box.option_sets.items():
            found.setdefault(name, {}).update(options)
    return (*found.values(), {"cards": EXAMPLE})
