"""The looping deck of two-faced cards, and who decides how a card lies (rulebook: Setup 6-7, Research Phase)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core import rng as random
from regolith.envs.core.jit import kernel
from regolith.envs.tinyforming_mars.standing import recount
from regolith.envs.tinyforming_mars.words import BLACK, CARDS, NONE, ROW, WHITE, Kind

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Record, Table


@kernel
def shuffle(s: Record) -> None:
    """Order and faces at random: the only chance in the game."""
    s.deck_size = CARDS
    s.unseen = CARDS
    for i in range(CARDS):
        s.deck_card[i] = i
    for i in range(CARDS - 1, 0, -1):
        j = random.below(s.rng, i + 1)
        s.deck_card[i], s.deck_card[j] = s.deck_card[j], s.deck_card[i]
    for i in range(CARDS):
        s.deck_up[i] = random.below(s.rng, 2)


@kernel
def flip_top(s: Record) -> tuple[int, int]:
    """Take the top card and flip it: the card, and the face that comes into view."""
    card, face = s.deck_card[0], 1 - s.deck_up[0]
    s.deck_size -= 1
    for i in range(s.deck_size):
        s.deck_card[i] = s.deck_card[i + 1]
        s.deck_up[i] = s.deck_up[i + 1]
    s.deck_card[s.deck_size] = 0
    s.deck_up[s.deck_size] = 0
    if s.unseen > 0:
        s.unseen -= 1
    return card, face


@kernel
def put_under(s: Record, card: int, face: int) -> None:
    """Under the deck, with the face just seen up; so the other face is played next time."""
    s.deck_card[s.deck_size] = card
    s.deck_up[s.deck_size] = face
    s.deck_size += 1


@kernel
def draw(s: Record) -> None:
    """Lay out one more card; nobody's side of it is decided yet."""
    card, face = flip_top(s)
    s.row_card[s.drawn] = card
    s.row_face[s.drawn] = face
    s.drawn += 1


@kernel
def drawer(s: Record) -> int:
    """Who decides about the card to be oriented: the lead player the first and third, the other the second."""
    if s.players == 1:
        return WHITE
    return s.leader if s.oriented != 1 else 1 - s.leader


@kernel
def begin_research(t: Table, s: Record) -> None:
    """Clear the row and lay out the first card; in solitaire all three, which may be seen before any is decided."""
    s.drawn = 0
    s.oriented = 0
    for i in range(ROW):
        s.facing[WHITE, i] = NONE
        s.facing[BLACK, i] = NONE
    recount(t, s, WHITE)
    recount(t, s, BLACK)
    draw(s)
    while s.players == 1 and s.drawn < ROW:
        draw(s)
    s.kind = Kind.ORIENT
    s.player = drawer(s)


@kernel
def orient(t: Table, s: Record, project: int) -> None:
    """The drawer takes one project of the face; the other one faces the opponent (nobody in solitaire)."""
    me = drawer(s)
    s.facing[me, s.oriented] = project
    if s.players == 2:
        s.facing[1 - me, s.oriented] = project ^ 1
        recount(t, s, 1 - me)
    recount(t, s, me)
    s.oriented += 1
    if s.oriented < ROW:
        if s.drawn == s.oriented:
            draw(s)
        s.player = drawer(s)


@kernel
def project_on_table(s: Record, slot: int) -> int:
    """The number of one of the two projects on the face to be oriented."""
    i = s.oriented
    return 4 * s.row_card[i] + 2 * s.row_face[i] + slot


@kernel
def put_row_under(s: Record) -> None:
    """When all have passed the three cards go under the deck, in the order drawn."""
    for i in range(ROW):
        put_under(s, s.row_card[i], s.row_face[i])
