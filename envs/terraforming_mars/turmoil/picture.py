"""The committee and the global events as a picture: six parties in a row, below them the chair with all reserves, and the events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.picture import Picture, text_width
from regolith.envs.terraforming_mars.show.pieces import CHOOSABLE, INK, OWNER_COLOURS, OWNER_INK, wrapped
from regolith.envs.terraforming_mars.show.seats import OWNER_SIGNS
from regolith.envs.terraforming_mars.turmoil.language import party_name
from regolith.envs.terraforming_mars.turmoil.words import Party

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.turmoil.show import Committee, EventView, PartyView, Standing

PARTY_HEIGHT, EVENT_HEIGHT, GAP = 126, 118, 8
HEIGHT = PARTY_HEIGHT + EVENT_HEIGHT + 2 * GAP
HALL, EDGE, SEAT, PALE, WHITE = "#2b2530", "#5b5163", "#463d4d", "#d6cddc", "#ffffff"
GOLD, INFLUENCE = "#e8c12f", "#7a4fa3"
PARTY_COLOURS = {
    Party.MARS_FIRST: "#b5532c",
    Party.KELVINISTS: "#55514f",
    Party.REDS: "#96302f",
    Party.GREENS: "#3b7f42",
    Party.UNITY: "#2f6aa3",
    Party.SCIENTISTS: "#6d7480",
}
DELEGATE = ((-0.85, 1.0), (-0.6, 0.05), (-0.28, -0.2), (0.28, -0.2), (0.6, 0.05), (0.85, 1.0))
"""The shoulders of a delegate, in a square from -1 to 1; a head stands above them."""
SMALL, READABLE, LINE, SLACK = 10.0, 11.5, 1.2, 1.04
"""Type on parties and on events, and how far its lines are apart; fonts may be a little wider than our estimate."""
POLICY_LINES, BONUS_LINES, EVENT_LINES = 2, 2, 5
CHAIR_WIDTH = 1.5
"""Of the place with the chair, in widths of a party."""
STANDINGS_IN_A_ROW = 2


def draw_delegate(picture: Picture, x: float, y: float, size: float, owner: int) -> None:
    """With the letter of the owner, so that it can be told without colours."""
    half, colour = size / 2, OWNER_COLOURS[owner]
    picture.circle(x, y - 0.55 * half, 0.42 * half, colour, WHITE, 1)
    picture.polygon([(x + half * dx, y + half * dy) for dx, dy in DELEGATE], colour, WHITE, 1)
    picture.text(x, y + 0.48 * half, OWNER_SIGNS[owner], size * 0.46, OWNER_INK[owner], bold=True)


def draw_standing(picture: Picture, end: float, y: float, has: Standing) -> float:
    """Delegates in lobby and reserve and the influence of a player, left of an end; what is returned is the end of what is left."""
    _influence(picture, end - 8, y, has.influence)
    left = end - 22
    count = f"{has.lobby}+{has.reserve}"
    picture.text(left, y, count, 12, INK, "end", bold=True)
    left -= text_width(count, 12) + 12
    draw_delegate(picture, left, y, 18, has.owner)
    return left - 14


def _influence(picture: Picture, x: float, y: float, n: int) -> None:
    picture.polygon([(x - 9, y), (x, y - 9), (x + 9, y), (x, y + 9)], INFLUENCE, WHITE, 1)
    picture.text(x, y, str(n), 11, WHITE, bold=True)


def draw_committee(picture: Picture, x: float, y: float, width: float, committee: Committee) -> None:
    step = (width + GAP) / len(committee.parties)
    for i, party in enumerate(committee.parties):
        _draw_party(picture, x + i * step, y, step - GAP, party)
    below, chair = y + PARTY_HEIGHT + GAP, CHAIR_WIDTH * step
    _draw_chair(picture, x, below, chair - GAP, committee)
    step = (width + GAP - chair) / len(committee.events)
    for i, event in enumerate(committee.events):
        _draw_event(picture, x + chair + i * step, below, step - GAP, event)


def _draw_party(picture: Picture, x: float, y: float, width: float, view: PartyView) -> None:
    """Name, seat of the leader, delegates, and what is printed."""
    edge, thick = (CHOOSABLE, 3.0) if view.choosable else (GOLD, 3.0) if view.rules else (EDGE, 1.0)
    picture.rect(x, y, width, PARTY_HEIGHT, HALL, edge, thick, 8)
    picture.rect(x + 4, y + 4, width - 8, 24, PARTY_COLOURS[view.party], rounding=5)
    picture.text(x + 12, y + 16, view.name, 15, WHITE, "start", True)
    right = x + width - 8
    for mark, holds, colour in (("RULES", view.rules, GOLD), ("DOMINANT", view.dominant, WHITE)):
        if holds:
            wide = text_width(mark, 9.5) + 12
            right -= wide
            picture.rect(right, y + 8, wide, 16, colour, rounding=8)
            picture.text(right + wide / 2, y + 16, mark, 9.5, INK, bold=True)
            right -= 4
    picture.circle(x + 24, y + 49, 17, SEAT, GOLD if view.leader is not None else EDGE, 1.5)
    if view.leader is not None:
        draw_delegate(picture, x + 24, y + 50, 24, view.leader)
    step = (width - 52) / len(view.delegates)
    for i, (owner, n) in enumerate(view.area):
        at = x + 58 + i * step
        draw_delegate(picture, at, y + 50, 19, owner)
        picture.text(at + 10, y + 51, str(n), 12, WHITE, "start", bold=True)
    _printed(picture, x + 8, y + 79, width - 16, f"Policy: {view.policy}", SMALL, POLICY_LINES)
    _printed(picture, x + 8, y + 105, width - 16, f"Bonus: {view.bonus}", SMALL, BONUS_LINES)


def _printed(picture: Picture, x: float, y: float, width: float, text: str, size: float, most: int) -> None:
    """A text in at most so many lines; the rest is cut off in the last one."""
    lines = wrapped(text, size, width / SLACK)
    if len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    for i, line in enumerate(lines):
        picture.text(x, y + i * size * LINE, line, size, PALE, "start", max_width=width)


def _draw_chair(picture: Picture, x: float, y: float, width: float, committee: Committee) -> None:
    """The chairman; of each owner the delegates in lobby and reserve, and the influence."""
    picture.rect(x, y, width, EVENT_HEIGHT, HALL, EDGE, 1, 8)
    picture.text(x + 48, y + 15, "Chairman", 13, WHITE, bold=True)
    picture.circle(x + 48, y + 63, 32, SEAT, GOLD, 2)
    draw_delegate(picture, x + 48, y + 65, 42, committee.chairman)
    left, step = x + 100, (width - 106) / STANDINGS_IN_A_ROW
    picture.text(left, y + 15, "Lobby + reserve, influence", 13, WHITE, "start", True, width - 110)
    for i, has in enumerate(committee.standings):
        row, column = divmod(i, STANDINGS_IN_A_ROW)
        at, line = left + 12 + column * step, y + 42 + row * 29
        draw_delegate(picture, at, line, 22, has.owner)
        neutral = has is committee.standings[-1]
        text = f"{has.reserve}" if neutral else f"{has.lobby} + {has.reserve}"
        picture.text(at + 16, line, text, 14, WHITE, "start", bold=True)
        if not neutral:
            _influence(picture, at + 80, line, has.influence)


def _draw_event(picture: Picture, x: float, y: float, width: float, view: EventView) -> None:
    picture.rect(x, y, width, EVENT_HEIGHT, HALL, GOLD if view.time == "current" else EDGE, 1.5, 8)
    picture.text(x + 10, y + 15, f"{view.time.capitalize()} event", 11, PALE, "start")
    picture.text(x + 10, y + 33, view.name, 15, WHITE, "start", True, width - 20)
    right = x + width - 8
    for party in reversed(view.parties):
        name = party_name(party)
        wide = text_width(name, SMALL) + 12
        right -= wide
        picture.rect(right, y + 7, wide, 16, PARTY_COLOURS[party], rounding=8)
        picture.text(right + wide / 2, y + 15, name, SMALL, WHITE, bold=True)
        right -= 4
    _printed(picture, x + 10, y + 54, width - 20, view.does, READABLE, EVENT_LINES)
