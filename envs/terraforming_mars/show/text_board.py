"""The table in characters: the map, the tracks, milestones and awards, and a mat for each player."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from regolith.envs.terraforming_mars.base.boards import BONUS_SIGNS, KIND_SIGNS, ROWS
from regolith.envs.terraforming_mars.language.phrases import word
from regolith.envs.terraforming_mars.show.scene import CardView, GoalView, PlayerView, Scene, SpaceView, TrackView
from regolith.envs.terraforming_mars.show.seats import OWNER_SIGNS, seat_name
from regolith.envs.terraforming_mars.words import SpaceKind, Tile

WIDTH, UNBROKEN = 116, "\xa0"
"""Of a line; a blank at which no line ends."""
CELL = 12
"""Characters from one space to the next; rows are shifted by half of it."""
SIGN_OF_KIND = {kind: sign for sign, kind in KIND_SIGNS.items()} | {SpaceKind.LAND: ""}
SIGN_OF_BONUS = {bonus: sign for sign, bonus in BONUS_SIGNS.items()}
TILE_WORDS = {
    Tile.OCEAN_TILE: "OCEAN",
    Tile.GREENERY_TILE: "GREEN",
    Tile.CITY_TILE: "CITY",
    Tile.CAPITAL: "CAPITAL",
    Tile.COMMERCIAL_DISTRICT: "COMMERCE",
    Tile.ECOLOGICAL_ZONE: "ECOLOGY",
    Tile.INDUSTRIAL_CENTER: "INDUSTRY",
    Tile.LAVA_FLOWS: "LAVA",
    Tile.MINING_AREA: "MINING",
    Tile.MINING_RIGHTS: "MINING",
    Tile.MOHOLE_AREA: "MOHOLE",
    Tile.NATURAL_PRESERVE: "PRESERVE",
    Tile.NUCLEAR_ZONE: "NUCLEAR",
    Tile.RESTRICTED_AREA: "RESTRICT",
    Tile.MAN_MADE_VOLCANO: "VOLCANO",
}
LEGEND = (
    "~ reserved for ocean  ^ volcanic  ! reserved for Noctis City  > may be chosen  (R) marker",
    "printed: p plant  s steel  t titanium  h heat  c card  o ocean for 6 MC   owners: R B G Y K (Black) N (neutral)",
)


def text(scene: Scene) -> str:
    """The whole table."""
    boards = [board.lines() for board in scene.boards]
    blocks = [_head(scene), _map(scene), *boards, _goals(scene), *(_player(player) for player in scene.players)]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _head(scene: Scene) -> list[str]:
    of = f" of {scene.last_generation}" if scene.last_generation else ""
    parts = ["Terraforming Mars", scene.map_name, *scene.boxes, f"generation {scene.generation}{of}"]
    if scene.goal:
        parts.append(f"to win: {scene.goal}")
    cards = f"deck {scene.deck} cards, discards {scene.discards}"
    if scene.next_cards:
        cards += f"; on top of the deck: {', '.join(scene.next_cards)}"
    # Names stay whole where the line breaks.
    head = [
        line.replace(UNBROKEN, " ") for line in wrap(" | ".join(part.replace(" ", UNBROKEN) for part in parts), WIDTH)
    ]
    return [*head, scene.decision, "", *map(_track, scene.tracks), *wrap(cards, WIDTH), *_for_now(scene)]


def _for_now(scene: Scene) -> list[str]:
    return wrap(f"for now: {'; '.join(scene.for_now)}", WIDTH) if scene.for_now else []


def _track(track: TrackView) -> str:
    done, all_steps = track.marks.index(track.value), len(track.marks) - 1
    bar = "#" * done + "." * (all_steps - done)
    return f"{word(track.track):<12}{track.text:>6}  {bar}"


def _space(space: SpaceView) -> tuple[str, str]:
    """The two lines of a space: what is printed, what lies there."""
    signs = "".join(SIGN_OF_BONUS[bonus] for bonus in space.bonuses)
    printed = f"{'>' if space.choosable else ' '}{space.label}{SIGN_OF_KIND[space.kind]:<1} {signs}"
    if space.tile is None:
        claim = f"({OWNER_SIGNS[space.claim]})" if space.claim is not None else ""
        return printed, f" {claim}{space.lying.sign if space.lying is not None else ''}"
    owner = f" {OWNER_SIGNS[space.owner]}" if space.owner is not None else ""
    return printed, f" {TILE_WORDS[space.tile]}{owner}"


def _map(scene: Scene) -> list[str]:
    lines, first = [], 0
    for length in ROWS:
        cells = [_space(space) for space in scene.spaces[first : first + length]]
        first += length
        shift = " " * ((max(ROWS) - length) * CELL // 2)
        for part in range(2):
            lines.append(shift + "|" + "|".join(f"{cell[part]:<{CELL - 1}}" for cell in cells) + "|")
    cities = [
        f"{'>' if city.choosable else ''}{city.name} {'-' if city.owner is None else OWNER_SIGNS[city.owner]}"
        for city in scene.cities
    ]
    return [*lines, "off Mars: " + ", ".join(cities), *LEGEND]


def _goals(scene: Scene) -> list[str]:
    if not scene.milestones:
        return []
    names = [f"{player.name:>7}" for player in scene.players]
    left = f"{scene.milestones_left} more may be claimed"
    costs = " then ".join(map(str, scene.award_costs))
    lines = [f"{'milestones: ' + left:<52}" + "".join(names)]
    lines += [_goal(goal, "claimed by") for goal in scene.milestones]
    lines.append(f"awards: the next costs {costs} MC" if costs else "awards: no more may be funded")
    return lines + [_goal(goal, "funded by") for goal in scene.awards]


def _goal(goal: GoalView, verb: str) -> str:
    counts = f"{goal.least} {goal.counts}" if goal.least is not None else goal.counts
    values = "".join(f"{value:>7}" for value in goal.values)
    owner = f"  {verb} {seat_name(goal.owner)}" if goal.owner is not None else ""
    return f"  {goal.name:<16}{counts:<34}{values}{owner}"


def _player(player: PlayerView) -> list[str]:
    flags = {"to move": player.to_move, "first player": player.first, "passed": player.passed}
    shown = [name for name, holds in flags.items() if holds]
    title = f"{player.name} ({OWNER_SIGNS[player.seat]})" + (f" [{', '.join(shown)}]" if shown else "")
    stores = "  ".join(f"{word(store.resource)} {store.stock} ({store.production:+})" for store in player.stores)
    tags = ", ".join(f"{tag} {n}" for tag, n in player.tags) or "none"
    counts = f"cards in hand {player.hand}   cards in play {len(player.cards)}   events {len(player.events)}"
    lines = [f"{title}   TR {player.rating}   points now {player.points}   {counts}", f"  {stores}"]
    lines += wrap(f"tags: {tags}", WIDTH, initial_indent="  ", subsequent_indent="    ")
    lines += [f"  {belonging.text}" for belonging in player.belongings]
    if player.corporation is not None:
        lines += _entry(player.corporation)
    lasting = [card for card in player.cards if card.lasting]
    for card in lasting:
        lines += _entry(card)
    lines += _names("also in play", (card for card in player.cards if not card.lasting))
    lines += _names("events", player.events)
    for place, cards in player.secret:
        lines.append(f"  {place}:")
        for card in cards:
            lines += _entry(card)
    return lines


def _names(what: str, cards: Iterable[CardView]) -> list[str]:
    names = [card.name + (f" ({card.points} VP)" if card.points else "") for card in cards]
    return wrap(f"{what}: {', '.join(names)}", WIDTH, initial_indent="  ", subsequent_indent="    ") if names else []


def _entry(card: CardView) -> list[str]:
    """A card with its price or what lies on it, then what it does."""
    notes = []
    if card.price is not None:
        notes.append(f"{card.price} MC" if card.price == card.cost else f"{card.price} MC instead of {card.cost}")
    if card.start_mc:
        notes.append(f"start with {card.start_mc} MC")
    if card.resources:
        notes.append(card.resources)
    if card.used:
        notes.append("used")
    tags = " ".join(card.tags)
    head = f"{card.name} ({', '.join(notes)})" if notes else card.name
    needs = f"Needs {card.needs}. " if card.needs and card.price is not None else ""
    line = f"{head}{f' [{tags}]' if tags else ''}: {needs}{card.does}"
    return wrap(line, WIDTH, initial_indent="    ", subsequent_indent="        ")
