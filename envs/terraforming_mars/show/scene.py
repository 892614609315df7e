"""What one viewer sees of a game, as plain data: the text board and the picture are both drawn from it.

Whatever is hidden from the viewer is left out here and nowhere else, so neither drawing can show it by accident.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.base.boards import AWARD_COSTS, BOARDS, Bonus
from regolith.envs.terraforming_mars.boxes import BOXES
from regolith.envs.terraforming_mars.card_file import cards_of, table_of
from regolith.envs.terraforming_mars.language.box import Box, Goal
from regolith.envs.terraforming_mars.language.phrases import either, made, some, title, word
from regolith.envs.terraforming_mars.language.text import effect_text, requirement_text
from regolith.envs.terraforming_mars.options import DEFAULT_CAP
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION, MARS_SPACES, NOBODY, NONE
from regolith.envs.terraforming_mars.rules.goals import MOST_GOALS, score
from regolith.envs.terraforming_mars.rules.price import price
from regolith.envs.terraforming_mars.rules.scoring import card_points, points
from regolith.envs.terraforming_mars.rules.solo import RATING_TO_WIN
from regolith.envs.terraforming_mars.show import box_views
from regolith.envs.terraforming_mars.show.box_views import Belonging, Board, Lying
from regolith.envs.terraforming_mars.show.naming import (
    CARDS_BY_NUMBER,
    T,
    awards,
    card_name,
    corporation_of,
    decision_text,
    milestones,
)
from regolith.envs.terraforming_mars.show.seats import seat_name
from regolith.envs.terraforming_mars.state import Deck, Kind, Lies
from regolith.envs.terraforming_mars.words import (
    MARKS,
    CardKind,
    Map,
    Measure,
    Resource,
    SpaceKind,
    Tag,
    Tile,
    Track,
)

UNITS = {Track.TEMPERATURE: " C", Track.OXYGEN: " %", Track.OCEANS: "", Track.VENUS_SCALE: " %"}
OWN_CARDS = {
    Lies.IN_A_PACK: "pack to draft from",
    Lies.DEALT: "dealt",
    Lies.BOUGHT: "chosen",
    Lies.LOOKED_AT: "looked at",
    Lies.IN_HAND: "hand",
}
"""Places that only the owner looks into, in the order of a game."""
NEEDS = {number: requirement_text(card) for number, card in CARDS_BY_NUMBER.items()}
EFFECTS = {number: effect_text(card) for number, card in CARDS_BY_NUMBER.items()}
BEGINNER = FIRST_CORPORATION
NEXT_CARDS = 6


@dataclass(frozen=True)
class SpaceView:
    """A space of Mars as printed, and what lies on it. Owners are seats, or NEUTRAL."""

    label: str
    name: str
    kind: SpaceKind
    bonuses: tuple[Bonus, ...]
    tile: Tile | None
    owner: int | None
    claim: int | None
    choosable: bool
    lying: Lying | None
    """What a box has laid there."""


@dataclass(frozen=True)
class CityView:
    """A city beside the map; no owner: not built."""

    name: str
    owner: int | None
    choosable: bool


@dataclass(frozen=True)
class TrackView:
    """A global parameter in the units of the board."""

    track: Track
    value: int
    end: int
    marks: Sequence[int]

    @property
    def text(self) -> str:
        if self.track == Track.OCEANS:
            return f"{self.value}/{self.end}"
        return f"{self.value}{UNITS[self.track]}"


@dataclass(frozen=True)
class GoalView:
    """A milestone or award: who has claimed or funded it, and how far everybody is."""

    name: str
    counts: str
    least: int | None
    owner: int | None
    values: tuple[int, ...]


@dataclass(frozen=True)
class CardView:
    name: str
    kind: CardKind
    cost: int
    price: int | None
    """What it would cost its owner now."""
    start_mc: int
    """Of a corporation that is not in play yet."""
    tags: tuple[str, ...]
    needs: str
    does: str
    lasting: bool
    """It still matters after it was played: an action, an effect, or resources on it."""
    has_action: bool
    used: bool
    resources: str
    points: int


@dataclass(frozen=True)
class StoreView:
    """A resource of a player."""

    resource: Resource
    stock: int
    production: int


@dataclass(frozen=True)
class PlayerView:
    """One player's mat. `secret` holds the places that the viewer may look into, by name."""

    seat: int
    name: str
    corporation: CardView | None
    rating: int
    points: int
    stores: tuple[StoreView, ...]
    tags: tuple[tuple[str, int], ...]
    cards: tuple[CardView, ...]
    events: tuple[CardView, ...]
    hand: int
    secret: tuple[tuple[str, tuple[CardView, ...]], ...]
    first: bool
    to_move: bool
    passed: bool
    belongings: tuple[Belonging, ...]
    """What boxes add to the mat."""


@dataclass(frozen=True)
class Scene:
    """Everything one viewer sees."""

    map_name: str
    boxes: tuple[str, ...]
    generation: int
    last_generation: int | None
    goal: str
    """What wins a solo game; empty for more players."""
    decision: str
    spaces: tuple[SpaceView, ...]
    cities: tuple[CityView, ...]
    tracks: tuple[TrackView, ...]
    milestones: tuple[GoalView, ...]
    milestones_left: int
    awards: tuple[GoalView, ...]
    award_costs: tuple[int, ...]
    """Of those that may still be funded."""
    players: tuple[PlayerView, ...]
    deck: int
    next_cards: tuple[str, ...]
    """The top of the deck, for a viewer who may see everything."""
    discards: int
    for_now: tuple[str, ...]
    """What cards have changed for everybody for a while."""
    boards: tuple[Board, ...]
    """What boxes lay beside the map."""


def _seat_or_none(number: int) -> int | None:
    return None if number == NOBODY else int(number)


def _choosable(s: np.record) -> frozenset[int]:
    """Spaces that may be chosen now: everybody sees where a tile can go."""
    if s.kind != Kind.SPACE:
        return frozenset(box_views.choosable_spaces(s))
    return frozenset(int(space) for space in s.choice[: s.choices])


def _spaces(s: np.record) -> tuple[SpaceView, ...]:
    choosable = _choosable(s)
    return tuple(
        SpaceView(
            label=printed.label,
            name=printed.name,
            kind=printed.kind,
            bonuses=printed.bonuses,
            tile=None if s.tile[i] == NONE else Tile(s.tile[i]),
            owner=_seat_or_none(s.tile_owner[i]),
            claim=_seat_or_none(s.claim[i]),
            choosable=i in choosable,
            lying=box_views.lying_at(s, i),
        )
        for i, printed in enumerate(BOARDS[Map(s.map)].spaces)
    )


def boxes_of(s: np.record) -> list[Box]:
    """The boxes of this game."""
    return [box for box in BOXES if s.box[box.card_set]]


def _cities(s: np.record) -> tuple[CityView, ...]:
    """Cities beside the map; those of a box that is not in the game are not shown."""
    shown = [city for box in boxes_of(s) for city in box.off_mars]
    owners = [_seat_or_none(s.tile_owner[MARS_SPACES + city]) for city in shown]
    choosable = _choosable(s)
    return tuple(
        CityView(title(city), owner, MARS_SPACES + city in choosable) for city, owner in zip(shown, owners, strict=True)
    )


def track_value(s: np.record, track: Track) -> int:
    """Where a track stands, in degrees, percent or tiles."""
    return MARKS[track][int(s.track[track])]


def tracks_of(s: np.record) -> list[Track]:
    """The tracks of this game."""
    return list(Track)[: s.tracks]


def _tracks(s: np.record) -> tuple[TrackView, ...]:
    return tuple(TrackView(track, track_value(s, track), MARKS[track][-1], MARKS[track]) for track in tracks_of(s))


MEASURES = {
    Measure.TERRAFORM_RATING: "TR",
    Measure.CITIES: "cities",
    Measure.GREENERIES: "greeneries",
    Measure.TILES: "tiles",
    Measure.TILES_NEXT_TO_OCEAN: "tiles next to oceans",
    Measure.KINDS_OF_TAGS: "different tags",
    Measure.CARDS_IN_HAND: "cards in hand",
    Measure.AUTOMATED_CARDS: "green cards",
    Measure.CARDS_WITH_REQUIREMENT: "cards with requirements",
    Measure.EVENTS_PLAYED: "events played",
    Measure.HIGHEST_PRODUCTION: "of one production",
    Measure.PRODUCTIONS_RAISED: "productions raised",
    Measure.PENALTIES: "points lost by own cards",
    Measure.CLAIMED_TOKENS: "claimed tokens",
    Measure.CRIME_TAGS: "crime tags, events included",
}


def goal_text(goal: Goal) -> str:
    """What a milestone or award counts, in a few words."""
    if goal.measure in MEASURES:
        return MEASURES[goal.measure]
    if goal.measure == Measure.TILES_IN_BOTTOM_ROWS:
        return f"tiles in the {goal.rows} bottom rows"
    if goal.measure == Measure.TAGS:
        return f"{either(map(word, goal.tags))} tags"
    if goal.measure == Measure.CARDS_IN_PLAY:
        return f"cards of cost {goal.cost} or more" if goal.cost else "green and blue cards"
    if goal.measure == Measure.PRODUCTION:
        return made(goal.resources[0])
    if goal.measure == Measure.STOCK:
        return " and ".join(map(word, goal.resources))
    return word(goal.kind) if goal.kind is not None else "resources on cards"


def _milestones(s: np.record) -> tuple[GoalView, ...]:
    found = []
    for i, milestone in enumerate(milestones(s)):
        row = T.milestone_goal[s.milestone_tile[i]]
        values = tuple(int(score(table_of(s), s, seat, row, True)) for seat in range(s.players))
        owner = _seat_or_none(s.milestone[i])
        found.append(GoalView(milestone.name, goal_text(milestone.goal), milestone.threshold, owner, values))
    return tuple(found)


def _awards(s: np.record) -> tuple[GoalView, ...]:
    found = []
    for i, award in enumerate(awards(s)):
        row = T.award_goal[s.award_tile[i]]
        values = tuple(int(score(table_of(s), s, seat, row, False)) for seat in range(s.players))
        found.append(GoalView(award.name, goal_text(award.goal), None, _seat_or_none(s.award[i]), values))
    return tuple(found)


def _card(s: np.record, number: int, seat: int) -> CardView:
    """A card as its owner has it."""
    card = cards_of(s)[number]
    printed = card is CARDS_BY_NUMBER[number]
    in_play = s.lies[number] in (Lies.IN_PLAY, Lies.FACE_UP_EVENT)
    held = int(s.resources[number])
    priced = number < FIRST_CORPORATION and not in_play and s.lies[number] != Lies.PLAYED_EVENT
    return CardView(
        name=card.name + (" (face up)" if s.lies[number] == Lies.FACE_UP_EVENT else ""),
        kind=card.kind,
        cost=card.cost,
        price=int(price(table_of(s), s, seat, number, 0)) if priced else None,
        start_mc=0 if in_play else card.start_mc,
        tags=tuple(word(tag) for tag in card.tags),
        needs=NEEDS[number] if printed else requirement_text(card),
        does=EFFECTS[number] if printed else effect_text(card),
        lasting=bool(card.action or card.passives or card.modifiers or card.holds is not None or Tag.WILD in card.tags),
        has_action=bool(card.action),
        used=bool(s.used[number]) and in_play,
        resources=some(held, card.holds) if card.holds is not None and in_play else "",
        points=int(card_points(table_of(s), s, seat, number)),
    )


def _player(s: np.record, seat: int, viewer: int | None) -> PlayerView:
    seen = viewer is None or viewer == seat
    lying: dict[Lies, list[CardView]] = {}
    for number in np.nonzero(s.owner == seat)[0].tolist():
        lies = Lies(s.lies[number])
        if seen or lies not in OWN_CARDS:
            lying.setdefault(lies, []).append(_card(s, number, seat))
    corporation = BEGINNER if s.beginner else corporation_of(s, seat)
    face_up = [card for card in lying.get(Lies.IN_PLAY, []) if card.kind != CardKind.CORPORATION]
    return PlayerView(
        seat=seat,
        name=seat_name(seat),
        corporation=None if corporation == NONE else _card(s, corporation, seat),
        rating=int(s.rating[seat]),
        points=int(points(table_of(s), s, seat)),
        stores=tuple(StoreView(r, int(s.stock[seat, r]), int(s.production[seat, r])) for r in Resource),
        tags=tuple((word(tag), int(s.tags[seat, tag])) for tag in Tag if s.tags[seat, tag]),
        cards=tuple(face_up),
        events=(*lying.get(Lies.FACE_UP_EVENT, []), *lying.get(Lies.PLAYED_EVENT, [])),
        hand=int(s.hand[seat]),
        secret=tuple((name, tuple(lying[lies])) for lies, name in OWN_CARDS.items() if lies in lying),
        first=bool(s.first_player == seat) and s.players > 1,
        to_move=bool(s.player == seat) and s.over == Over.RUNNING,
        passed=bool(s.passed[seat]),
        belongings=box_views.belongings(s, seat),
    )


def _last_generation(s: np.record) -> int | None:
    """Of a solo game, or of one that is cut off sooner than games need to be."""
    if s.players == 1:
        return int(s.last_generation)
    return int(s.max_generations) if 0 < s.max_generations < DEFAULT_CAP else None


def _goal(s: np.record) -> str:
    if s.players > 1:
        return ""
    return f"TR {RATING_TO_WIN}" if s.solo_for_rating else "all tracks complete"


def _for_now(s: np.record) -> tuple[str, ...]:
    dearer = [
        f"{seat_name(i)}: metals are worth {abs(s.metal_swing[i])} MC {'more' if s.metal_swing[i] > 0 else 'less'}"
        for i in range(s.players)
        if s.metal_swing[i]
    ]
    return (
        *([f"each card taken in hand costs {s.card_fee} MC or is discarded"] if s.card_fee else []),
        *([f"milestones and awards cost {s.goal_surcharge} MC more"] if s.goal_surcharge else []),
        *dearer,
        *([f"{seat_name(int(s.next_first) - 1)} is first player in the next generation"] if s.next_first else []),
    )


def scene(s: np.record, seat: int | None) -> Scene:
    """The game as a seat sees it; None sees everything."""
    claimed, funded = int((s.milestone != NOBODY).sum()), int((s.award != NOBODY).sum())
    several, deck = s.players > 1, int(s.deck_size[Deck.PROJECTS])
    return Scene(
        map_name=BOARDS[Map(s.map)].name,
        boxes=tuple(box.title for box in boxes_of(s) if box.option),
        generation=int(s.generation),
        last_generation=_last_generation(s),
        goal=_goal(s),
        decision=decision_text(s),
        spaces=_spaces(s),
        cities=_cities(s),
        tracks=_tracks(s),
        milestones=_milestones(s) if several else (),
        milestones_left=MOST_GOALS - claimed,
        awards=_awards(s) if several else (),
        award_costs=AWARD_COSTS[funded:],
        players=tuple(_player(s, i, seat) for i in range(s.players)),
        deck=deck,
        next_cards=tuple(card_name(int(card)) for card in reversed(s.deck[max(0, deck - NEXT_CARDS) : deck]))
        if seat is None
        else (),
        discards=int((s.lies[:FIRST_CORPORATION] == Lies.DISCARDED).sum()),
        for_now=_for_now(s),
        boards=box_views.boards(s),
    )
