"""How deals of TINYforming Mars are changed for an experiment.

No seat is dealt cards. Chance decides in which order the seven cards come and which face of each, and with that between which two projects
a seat has the first choice in the first generation: the lead player at the first and the third card, the other one at the second; alone
one chooses at all three. So what an experiment deals to a seat is a face.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from regolith.envs.core.experiment import Array, Experiment, Money, Thing
from regolith.envs.tinyforming_mars.projects import PROJECTS
from regolith.envs.tinyforming_mars.tally import ACTIVATED, FACES, PROJECTS_OF_FACE
from regolith.envs.tinyforming_mars.words import CARDS, MOST_CREDITS, ROW

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.options import TinyOptions

USUAL_CREDITS = 1
Order = list[tuple[int, int]]
"""Cards in the order in which they are laid out, each with the face that comes into view."""


def give(s: np.record, seat: int, n: int) -> None:
    """There are ten credits in the game, so the other player has as many less."""
    s.credits[seat] += n
    s.credits[1 - seat] -= n


def order_of(s: np.record) -> Order:
    """The cards of a new game but the one that has placed the dummy's cities, which lies under the deck."""
    row = [(int(s.row_card[i]), int(s.row_face[i])) for i in range(s.drawn)]
    left = int(s.deck_size) - int(s.players == 1)
    return row + [(int(s.deck_card[i]), 1 - int(s.deck_up[i])) for i in range(left)]


def put_in_order(s: np.record, order: Order) -> None:
    """`order_of` the other way round."""
    for i, (card, face) in enumerate(order):
        if i < s.drawn:
            s.row_card[i], s.row_face[i] = card, face
        else:
            s.deck_card[i - s.drawn], s.deck_up[i - s.drawn] = card, 1 - face


def dealt(s: np.record, seat: int) -> list[int]:
    """The faces of the first generation at which a seat has the first choice."""
    choosers = [0] * ROW if s.players == 1 else [int(s.leader), 1 - int(s.leader), int(s.leader)]
    first = order_of(s)[:ROW]
    return [FACES * card + face for (card, face), chooser in zip(first, choosers, strict=True) if chooser == seat]


def in_the_game(s: np.record, number: int) -> bool:
    """All seven cards are in every game."""
    return True


def swap(s: np.record, one: int, other: int) -> None:
    """The card of the first face lies where the second face has lain, and that card where the first one has.

    The card that has placed the dummy's cities keeps its place, and then nothing changes.
    """
    order = order_of(s)
    cards = [card for card, _ in order]
    if one // FACES not in cards:
        return
    here, there = cards.index(other // FACES), cards.index(one // FACES)
    order[there] = order[here]
    order[here] = divmod(one, FACES)
    put_in_order(s, order)


def played(s: np.record, counters: Array | None, seat: int, number: int) -> bool:
    """Whether the seat has activated a project of the face."""
    assert counters is not None
    first = ACTIVATED + PROJECTS_OF_FACE * number
    return bool(counters[first : first + PROJECTS_OF_FACE].any())


def _face(number: int) -> Thing:
    names = tuple(project.name for project in PROJECTS[PROJECTS_OF_FACE * number : PROJECTS_OF_FACE * (number + 1)])
    return Thing(" / ".join(names), "faces", (number,), names)


THINGS = [_face(number) for number in range(FACES * CARDS)]


def experiment(options: TinyOptions) -> Experiment:
    """Alone one has all credits of the game."""
    return Experiment(
        money=Money("credits", give, USUAL_CREDITS, MOST_CREDITS) if options.players == 2 else None,
        things=THINGS,
        dealt=dealt,
        in_the_game=in_the_game,
        played=played,
        tallied=True,
        swap_dealt=swap,
        board="map",
    )
