"""Following a game from decision to decision: what money goes into, how many cards are played."""

from __future__ import annotations

import numpy as np

from regolith.envs.core.realism import MARGIN, WINNING_SCORE, Figure, Realism
from regolith.envs.terraforming_mars.actions import CARD, STANDARD, STANDARD_PROJECTS
from regolith.envs.terraforming_mars.language.pending import T
from regolith.envs.terraforming_mars.realism.human_games import people
from regolith.envs.terraforming_mars.rooms import NOBODY, PROJECTS
from regolith.envs.terraforming_mars.rules.price import card_price
from regolith.envs.terraforming_mars.state import Kind, Lies, Phase
from regolith.envs.terraforming_mars.words import Resource

CARDS, STANDARD_SHARE = "cards played a generation", "money into standard projects"
BUYING = (Phase.SETUP, Phase.RESEARCH)
"""Everybody chooses cards; when the last one has chosen, all pay."""
PAYING = (Phase.PRELUDES, Phase.ACTION)
"""What a player decides here may cost him money."""
PLAYED = (Lies.IN_PLAY, Lies.PLAYED_EVENT, Lies.FACE_UP_EVENT)


class Spending:
    """Adds up the MC that all players pay, and how much of it is for standard projects."""

    def __init__(self) -> None:
        self.paid = 0
        self.for_standard_projects = 0
        self._standard = False
        """Whether the action under way is a standard project."""

    def decided(self, before: np.record, action: int, after: np.record) -> None:
        phase, kind, player = int(before.phase), int(before.kind), int(before.player)
        if phase in BUYING and int(after.phase) not in (*BUYING, Phase.DRAFT):
            self._buy(before, player, action)
        elif phase in PAYING:
            if kind in (Kind.ACTION, Kind.STANDARD):
                self._standard = STANDARD <= action < STANDARD + STANDARD_PROJECTS
            mc = max(0, int(before.stock[player, Resource.MC]) - int(after.stock[player, Resource.MC]))
            self.paid += mc
            self.for_standard_projects += mc if self._standard else 0

    def _buy(self, before: np.record, player: int, action: int) -> None:
        """Everybody pays for the cards he has chosen, the last of which may have been chosen just now."""
        owners = before.owner[:PROJECTS][before.lies[:PROJECTS] == Lies.BOUGHT]
        for buyer in range(int(before.players)):
            chosen = int((owners == buyer).sum()) + int(buyer == player and CARD <= action < CARD + PROJECTS)
            self.paid += chosen * int(card_price(T, before, buyer)) if chosen else 0

    def told(self, end: np.record) -> dict[str, int | float]:
        played = int(np.isin(end.lies[:PROJECTS], PLAYED).sum())
        return {
            "milestones": int((end.milestone != NOBODY).sum()),
            "awards": int((end.award != NOBODY).sum()),
            CARDS: played / int(end.players) / int(end.generation),
            STANDARD_SHARE: self.for_standard_projects / self.paid if self.paid else 0.0,
        }


REALISM = Realism(
    figures=(
        Figure("generations"),
        Figure(WINNING_SCORE),
        Figure(MARGIN, "points of the winner less those of the best other player"),
        Figure("milestones", "claimed in a game by all players"),
        Figure("awards", "funded in a game by all players"),
        Figure(
            CARDS, "projects that lie before a player at the end, events among them, for each generation of the game"
        ),
        Figure(
            STANDARD_SHARE,
            "of all MC that the players pay; cards bought count by their price, everything else by how much the MC of the player "
            "who decides have fallen when the next decision is asked for; metals, heat and resources on cards that pay in place of "
            "MC do not count",
            is_share=True,
        ),
    ),
    by="corporation",
    watcher=Spending,
    people=people,
)
