"""Positions for cards: a game in the middle of the action phase, made by hand, and what changes when something is done there."""

from __future__ import annotations

from typing import Any

from regolith.envs.terraforming_mars.colonies.words import ColonyLies, ColonyTile
from regolith.envs.terraforming_mars.language.phrases import word
from regolith.envs.terraforming_mars.language.tables import numbered
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED, begin
from regolith.envs.terraforming_mars.rooms import NOBODY, PLAYERS
from regolith.envs.terraforming_mars.rules.drawing import discard
from regolith.envs.terraforming_mars.rules.playing import enter_play, put_on_table
from regolith.envs.terraforming_mars.state import Kind, Lies, Phase
from regolith.envs.terraforming_mars.words import Resource

from .games import NUMBER, T, deal

NAMES = {number: card.name for number, card in numbered().items()}
Change = dict[str, int]


def table(*in_play: str, players: int = 2, **options: Any) -> Any:
    """The first player's turn, with these cards in play; nobody has anything else, and the colony tiles lie apart."""
    s = deal(1, players=players, draft=False, colonies=True, **options)[0]
    for card in range(len(s.lies)):
        if s.owner[card] != NOBODY:
            discard(s, card)
    s.hand[:], s.depth, s.choices, s.may_decline = 0, 0, 0, 0
    s.phase, s.kind, s.player, s.turn, s.first_player = Phase.ACTION, Kind.ACTION, 0, 0, 0
    s.stock[:], s.production[:] = 0, 0
    s.colony_lies[s.colony_lies != ColonyLies.OF_NO_BOX], s.colony_track[:] = ColonyLies.UNUSED, 0
    s.colony_owner[:], s.colony_visitor[:] = NOBODY, NOBODY
    s.fleets[:] = [int(player < players) for player in range(PLAYERS)]
    for name in in_play:
        lay(s, name)
    return s


def lay(s: Any, name: str, *, player: int = 0, held: int = 0) -> int:
    """A card lies in play, with so many resources."""
    card = NUMBER[name]
    s.lies[card] = Lies.DISCARDED
    put_on_table(T, s, player, card)
    s.resources[card] = held
    return card


def colonies(s: Any, tile: ColonyTile, *owners: int, track: int = 1) -> None:
    """A tile is awake and has colonies of these players."""
    s.colony_lies[tile], s.colony_track[tile] = ColonyLies.AWAKE, track
    s.colony_owner[tile, : len(owners)] = owners


def choices(s: Any) -> list[int]:
    return [int(choice) for choice in s.choice[: s.choices]]


def answer(s: Any, *chosen: int) -> None:
    """Choose one thing after the other; each must be offered."""
    for choice in chosen:
        assert choice in choices(s)
        run(T, s, choice)


def play(s: Any, name: str, *chosen: int, player: int = 0) -> None:
    """A card comes into play, whatever it needs or costs."""
    enter_play(T, s, player, NUMBER[name])
    run(T, s, NOT_ASKED)
    answer(s, *chosen)


def act(s: Any, name: str, *chosen: int, player: int = 0) -> None:
    """The action of a card in play."""
    begin(s, T.action[NUMBER[name]], NUMBER[name], player)
    run(T, s, NOT_ASKED)
    answer(s, *chosen)


def first_action(s: Any, name: str, *chosen: int) -> None:
    begin(s, T.first_action[NUMBER[name]], NUMBER[name], 0)
    run(T, s, NOT_ASKED)
    answer(s, *chosen)


def changed(before: Any, after: Any, player: int = 0) -> Change:
    """What is different for a player: stock by name, production by `name_up`, resources by the names of their cards."""
    found: Change = {"tr": int(after.rating[player] - before.rating[player])}
    found["hand"] = int(after.hand[player] - before.hand[player])
    found["fleets"] = int(after.fleets[player] - before.fleets[player])
    found["corruption"] = int(after.corruption[player] - before.corruption[player])
    found["tokens"] = int(after.claimed[player].sum() - before.claimed[player].sum())
    for resource in Resource:
        name = word(resource).lower()
        found[name] = int(after.stock[player, resource] - before.stock[player, resource])
        found[f"{name}_up"] = int(after.production[player, resource] - before.production[player, resource])
    for card in NAMES:
        if after.owner[card] == player:
            found[NAMES[card]] = int(after.resources[card] - before.resources[card])
    return {name: n for name, n in found.items() if n}
