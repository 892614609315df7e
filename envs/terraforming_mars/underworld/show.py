"""Tokens under ground and corruption in words: names of choices, text board, mats, what was found, results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import wrap

import numpy as np

from regolith.envs.core.picture import Picture
from regolith.envs.terraforming_mars.card_file import table_of
from regolith.envs.terraforming_mars.language.card import Scoring
from regolith.envs.terraforming_mars.language.operation import Holds, Tells
from regolith.envs.terraforming_mars.language.pending import T, pending
from regolith.envs.terraforming_mars.language.phrases import some
from regolith.envs.terraforming_mars.language.steps import Steps
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, NOBODY, NONE, TOKENS
from regolith.envs.terraforming_mars.show.seats import OWNER_SIGNS, seat_name
from regolith.envs.terraforming_mars.state import Frame, Kind
from regolith.envs.terraforming_mars.underworld import picture as drawing
from regolith.envs.terraforming_mars.underworld.rules import beside_own_ground, may_dig_anywhere, open_ground
from regolith.envs.terraforming_mars.underworld.token_words import token_name, token_sign
from regolith.envs.terraforming_mars.underworld.words import FROM_PILE, PLACEMENT_BONUS, Token

WIDTH, UNBROKEN = 116, "\xa0"
"""Of a line of the text board; a blank at which no line ends."""
LEGEND = (
    " on the map: [R] excavation marker; tokens that lie open: st steel  ti titanium  pl plant  en energy  mi microbe",
    "   corr corruption  ocn ocean  oxy % of oxygen  deg degree C  stp step of temperature; requirement +-  production +",
)


def name_of(chosen: int) -> str:
    """A kind of token, or the same kind under a cube; numbers without a kind are room."""
    kind, marked = chosen % TOKENS, chosen >= TOKENS
    name = f"token ({token_name(kind)})" if kind < len(Token) else f"underground token {kind + 1}"
    return name + (" under a cube" if marked else "")


def place_text(s: np.record, space: int, label: str) -> str:
    """A space to identify or to excavate, with the token that lies open there; numbers after those of the spaces are the pile."""
    if space >= MARS_SPACES:
        return "a token of the pile"
    return label + (f" ({token_name(s.token[space])})" if s.token[space] != NONE else "")


def token_text(s: np.record, chosen: int, label: str) -> str:
    """A token to choose: on a space, found in the pile, or in front of a player."""
    if s.kind == Kind.TOKEN:
        return f"the {name_of(chosen)}"
    if chosen >= MARS_SPACES:
        return f"the {name_of(chosen - MARS_SPACES)}, from the pile"
    if s.token[chosen] == NONE:
        return f"the token at {label}"
    return f"the {name_of(int(s.token[chosen]))} at {label}"


def hemmed_in(s: np.record, player: int, anywhere: bool = False) -> bool:
    """Whether a player who excavates finds no space for it."""
    anywhere = anywhere or may_dig_anywhere(s, player)
    spaces = (space for space in range(MARS_SPACES) if open_ground(s, space))
    return not any(anywhere or beside_own_ground(table_of(s), s, player, space) for space in spaces)


def only_pile(s: np.record, player: int, steps: Steps) -> str:
    """That steps excavate from the pile, which is not asked, if that is certain: nothing is chosen before."""
    for step in steps:
        if step.row.tells == Tells.FROM_PILE:
            pile = s.pile_size > 0 and hemmed_in(s, player, step["anywhere"])
            return ", from the pile (there is no space to excavate)" if pile else ""
        if step.row.asks != Kind.NOTHING:
            break
    return ""


def spent_text(steps: Steps) -> str:
    """The corruption that steps cost first of all."""
    return f"{steps[0].n} corruption" if steps and steps[0].row.tells == Tells.CORRUPTION else ""


def covered_text(s: np.record, space: int, for_nobody: bool) -> str:
    """What a tile on a space sends back to the pile or to its owner, and the MC that a token gives then."""
    if space >= MARS_SPACES:
        return ""
    if s.token[space] == Token.PLACEMENT_BONUS_6 and not for_nobody:
        return f"{PLACEMENT_BONUS} MC from the token that it covers"
    if s.token[space] != NONE:
        return f"covers the token: {token_name(s.token[space])}"
    return f"covers the marker of {seat_name(int(s.excavated[space]))}" if s.excavated[space] != NOBODY else ""


@dataclass(frozen=True)
class Lying:
    """What lies on a free space of Mars: a token face up, or an excavation marker."""

    kind: Token | None
    owner: int | None

    @property
    def sign(self) -> str:
        if self.kind is not None:
            return token_sign(self.kind)
        return "" if self.owner is None else f"[{OWNER_SIGNS[self.owner]}]"

    def draw(self, picture: Picture, x: float, y: float) -> None:
        if self.kind is not None:
            drawing.draw_token(picture, x, y, drawing.ON_MARS, self.kind)
        elif self.owner is not None:
            drawing.draw_marker(picture, x, y, drawing.ON_MARS, self.owner)


def lying_at(s: np.record, space: int) -> Lying | None:
    if s.token[space] != NONE:
        return Lying(Token(s.token[space]), None)
    return Lying(None, int(s.excavated[space])) if s.excavated[space] != NOBODY else None


@dataclass(frozen=True)
class Held:
    """The tokens of one kind in front of a player."""

    kind: Token
    count: int
    marked: int
    """So many lie under cubes, which only the owner of one card has."""
    in_force: bool

    @property
    def text(self) -> str:
        notes = [
            *(["in force"] if self.in_force else []),
            *([f"{self.marked} under a cube"] if self.marked else []),
        ]
        times = f"{self.count} x " if self.count > 1 else ""
        return f"{times}{token_name(self.kind)}" + (f" ({', '.join(notes)})" if notes else "")


@dataclass(frozen=True)
class Digger:
    """What a player has of the box besides cards."""

    seat: int
    corruption: int
    tokens: tuple[Held, ...]
    markers: int
    anywhere: bool
    """He may excavate anywhere in this generation."""

    @property
    def claimed(self) -> int:
        return sum(held.count for held in self.tokens)

    @property
    def text(self) -> str:
        """The whole in one line, without the kinds of the tokens: the underground board has them."""
        notes = [f"corruption: {self.corruption}", f"claimed tokens: {self.claimed}"]
        notes += [f"in force: {token_name(held.kind)}" for held in self.tokens if held.in_force]
        notes.append(f"excavation markers: {self.markers}")
        return "   ".join(notes + (["may excavate anywhere"] if self.anywhere else []))

    def draw(self, picture: Picture, end: float, y: float) -> float:
        return drawing.draw_standing(picture, end, y, self)


def digger(s: np.record, seat: int) -> Digger:
    marks = bool((s.owner[table_of(s).vp_scoring == Scoring.PER_MARKED_TOKEN] == seat).any())
    return Digger(
        seat=seat,
        corruption=int(s.corruption[seat]),
        tokens=tuple(
            Held(
                kind,
                int(s.claimed[seat, kind]),
                int(s.marked[kind]) if marks else 0,
                bool(s.active_token[seat] == kind),
            )
            for kind in Token
            if s.claimed[seat, kind]
        ),
        markers=int((s.excavated == seat).sum()),
        anywhere=bool(s.free_excavation[seat]),
    )


@dataclass(frozen=True)
class UndergroundBoard:
    """The pile by kinds, which is known to all, what was found in it just now, and what everybody has claimed."""

    pile: tuple[tuple[Token, int], ...]
    found: tuple[Token, ...]
    diggers: tuple[Digger, ...]
    choosable: frozenset[Token]

    @property
    def left(self) -> int:
        return sum(n for _, n in self.pile)

    @property
    def height(self) -> int:
        return drawing.height(self)

    def lines(self) -> list[str]:
        lines = [f"underground   pile: {some(self.left, 'tokens')}, in an order that nobody knows"]
        lines += _listed("in the pile", (_several(n, kind) for kind, n in self.pile if n))
        lines += _listed("found in the pile, to be claimed", map(token_name, self.found))
        for has in self.diggers:
            lines += _listed(f"claimed by {seat_name(has.seat)}", (held.text for held in has.tokens))
        return [*lines, *LEGEND]

    def draw(self, picture: Picture, x: float, y: float, width: float) -> None:
        drawing.draw_board(picture, x, y, width, self)


def _several(n: int, kind: int) -> str:
    return f"{n} x {token_name(kind)}"


def _listed(what: str, items: Iterable[str]) -> list[str]:
    """Things stay whole where the line breaks."""
    text = ", ".join(item.replace(" ", UNBROKEN) for item in items)
    lines = wrap(f"{what}: {text}", WIDTH, initial_indent=" ", subsequent_indent="   ") if text else []
    return [line.replace(UNBROKEN, " ") for line in lines]


def found_in_pile(s: np.record) -> list[int]:
    """Kinds of the tokens that effects under way have found in the pile and that nobody has claimed."""
    pairs = zip(s.found_space[: s.tokens_found], s.found_token[: s.tokens_found], strict=True)
    return [int(kind) for space, kind in pairs if space == NONE and kind != NONE]


def board(s: np.record) -> UndergroundBoard:
    offered: list[int] = []
    if s.kind == Kind.TOKEN:
        offered = [int(chosen) % TOKENS for chosen in s.choice[: s.choices]]
    elif s.kind == Kind.UNDERGROUND:
        offered = [int(chosen) - MARS_SPACES for chosen in s.choice[: s.choices] if chosen >= MARS_SPACES]
    return UndergroundBoard(
        pile=tuple((kind, int(s.pile[kind])) for kind in Token),
        found=tuple(map(Token, found_in_pile(s))),
        diggers=tuple(digger(s, seat) for seat in range(s.players)),
        choosable=frozenset(map(Token, offered)),
    )


def choosable_spaces(s: np.record) -> list[int]:
    """Spaces of Mars that may be chosen under ground now."""
    if s.kind != Kind.UNDERGROUND:
        return []
    return [int(chosen) for chosen in s.choice[: s.choices] if chosen < MARS_SPACES]


def spaces_to_mark(s: np.record, seat: int) -> set[int]:
    """Spaces that a player is excavating: their tokens are claimed, his markers are still to come."""
    frames = s.stack[: s.depth]
    marking = (T.op_x[T.op[frames[:, Frame.ROW]]] == Holds.EXCAVATED_SPACE) & (frames[:, Frame.PLAYER] == seat)
    return {*map(int, frames[marking, Frame.X])} - {FROM_PILE}


def excavated_from_pile(before: np.record, s: np.record, seat: int, claims: Counter[int]) -> int:
    """How many of these new claims of a player are excavations from the pile: their tokens lay nowhere before, and no space was dug."""
    ask = pending(before)
    if not hemmed_in(s, seat) or (ask is not None and ask.step.row.tells == Tells.CLAIMS_FROM_PILE):
        return 0
    seen = Counter(map(int, before.token[(before.token != NONE) & (before.token != s.token)]))
    seen += Counter(found_in_pile(before))
    dug = {*map(int, np.nonzero((s.excavated == seat) & (before.excavated != seat))[0])} | spaces_to_mark(s, seat)
    hidden = sum(before.token[space] == NONE for space in dug - spaces_to_mark(before, seat))
    return max(0, (claims - seen).total() - hidden)


def claims_text(claims: Counter[int], from_pile: int) -> str:
    names = ", ".join(token_name(kind) for kind in claims.elements())
    if from_pile:
        return f"{names} (excavated from the pile{f': {from_pile} of them' if from_pile < claims.total() else ''})"
    return names


def news(before: np.record | None, s: np.record, labels: list[str]) -> str:
    """What a decision has brought to light or taken away under ground; without a record before it, what lies open.

    In the order of an excavation: the claim, the marker, the neighbours.
    """
    was = np.full(MARS_SPACES, NONE) if before is None else before.token
    shown = [i for i in range(MARS_SPACES) if s.token[i] != NONE and s.token[i] != was[i]]
    identified = [f"identified {', '.join(f'{labels[i]} {token_name(s.token[i])}' for i in shown)}"] if shown else []
    if before is None:
        return "; ".join(identified)
    parts = []
    drawn = Counter(found_in_pile(s)) - Counter(found_in_pile(before))
    if drawn:
        parts.append(f"found in the pile: {', '.join(token_name(kind) for kind in drawn.elements())}")
    gone = Counter(int(was[i]) for i in range(MARS_SPACES) if was[i] not in (NONE, s.token[i]))
    for seat in range(s.players):
        change = s.claimed[seat].astype(int) - before.claimed[seat]
        claims = Counter({int(kind): int(change[kind]) for kind in np.nonzero(change > 0)[0]})
        given_up = Counter({int(kind): -int(change[kind]) for kind in np.nonzero(change < 0)[0]})
        dug = [labels[i] for i in range(MARS_SPACES) if s.excavated[i] == seat != before.excavated[i]]
        gone -= claims
        if claims:
            parts.append(
                f"{seat_name(seat)} claims {claims_text(claims, excavated_from_pile(before, s, seat, claims))}"
            )
        if dug:
            parts.append(f"{seat_name(seat)} has excavated {', '.join(dug)}")
        if given_up:
            parts.append(f"{seat_name(seat)} gives back {', '.join(token_name(kind) for kind in given_up.elements())}")
    parts += identified
    if gone:
        parts.append(f"back to the pile: {', '.join(token_name(kind) for kind in gone.elements())}")
    return "; ".join(parts)


def facts(s: np.record) -> dict[str, int | float | str]:
    return {"tokens claimed": int(s.claimed.sum()), "tokens left in the pile": int(s.pile_size)}


def seat_facts(s: np.record, seat: int) -> dict[str, int | float | str]:
    has = digger(s, seat)
    return {"claimed tokens": has.claimed, "excavation markers": has.markers, "corruption": has.corruption}
