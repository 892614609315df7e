"""Options of Terror Below."""

from __future__ import annotations

from typing import Literal

import numpy as np
from pydantic import Field, field_validator, model_validator

from regolith.envs.core.options import Options
from regolith.envs.terror_below.deck import SHIPPED, DeckError, path_of, read
from regolith.envs.terror_below.tables import load
from regolith.envs.terror_below.words import CARDS, SEATS, Board, LocationSetup, Scenario

DEFAULT_CAP = 100


class TerrorOptions(Options):
    """1 player is the solo game."""

    players: int = Field(2, ge=1, le=SEATS, description="1 (solo) to 5")
    board: Literal["desert", "canyon"] = Field("desert", description="side of the board")
    locations: Literal["standard", "shuffled", "rolled"] = Field(
        "standard", description="Location tiles on their start spaces, shuffled over them, or anywhere by dice"
    )
    random_worms: bool = Field(False, description="advanced worm setup: random worms instead of the starting ones")
    scenario: Literal["special_delivery", "total_extermination", "scramble"] = Field(
        "special_delivery", description="solo: the objective"
    )
    queens: bool = Field(False, description="solo, advanced difficulty: shuffle the Queens in")
    left_behind: int = Field(0, ge=0, le=2, description="solo, advanced difficulty: squad members left in the box")
    deck: str = Field("deck", description="`deck`, `untuned` (before balancing), or the path of another deck file")
    max_rounds: int = Field(
        DEFAULT_CAP, ge=1, le=1000, description="cut a game for two or more off after so many rounds (truncation)"
    )

    @field_validator("deck")
    @classmethod
    def _can_be_played(cls, deck: str) -> str:
        try:
            load(deck)
        except DeckError as problem:
            hint = "" if "/" in deck or "." in deck else f" (decks that come with the game: {', '.join(SHIPPED)})"
            raise ValueError(f"{problem}{hint}") from None
        return deck

    @model_validator(mode="after")
    def _solo_is_different(self) -> TerrorOptions:
        if self.players > 1:
            for name in ("scenario", "queens", "left_behind"):
                if getattr(self, name) != type(self).model_fields[name].default:
                    raise ValueError(f"{name} is for the solo game (players=1)")
        elif self.max_rounds != DEFAULT_CAP:
            raise ValueError("max_rounds is for two or more players: the solo game ends after 15 attacks by its rules")
        return self

    @property
    def caveat(self) -> str:
        """What whoever reads results of this game must know."""
        invented = read(path_of(self.deck)).reconstructed
        if not invented:
            return ""
        return f"{invented} of {CARDS} cards are reconstructed, not those of the published game: results are about this deck."

    def write(self, record: np.record) -> None:
        super().write(record)
        record.deck_number = load(self.deck).number
        record.board = Board[self.board.upper()]
        record.location_setup = LocationSetup[self.locations.upper()]
        record.random_worms = self.random_worms
        record.scenario = Scenario[self.scenario.upper()]
        record.queens = self.queens
        record.left_behind = self.left_behind
        record.max_rounds = self.max_rounds
