"""A Leader dies (rulebook: Death, Game End)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terror_below.actions import CHARACTER as CHOOSE_CHARACTER
from regolith.envs.terror_below.actions import ask, offer, push
from regolith.envs.terror_below.board import drop_eggs, set_rubble
from regolith.envs.terror_below.cards import put
from regolith.envs.terror_below.scoring import end_game
from regolith.envs.terror_below.words import CARDS, CHARACTER, MOST_RUBBLE, NONE, Kind, Place, Result, Task

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table


@kernel
def kill(t: Table, s: Record, player: int, cell: int) -> None:
    """Everything carried falls on this space (from a Location it scatters), the hat is lost, and a new Leader is chosen."""
    drop_eggs(t, s, player, cell)
    pieces = s.carried_rubble[player]
    s.carried_rubble[player] = 0
    s.rubble_supply += pieces
    if s.location_at[cell] == NONE:
        set_rubble(s, cell, min(MOST_RUBBLE, s.rubble[cell] + pieces))
    if s.worn[player] != NONE:
        put(s, s.worn[player], Place.DISCARD)
        s.worn[player] = NONE
    s.pawn[player] = NONE
    put(s, s.leader[player], Place.DEAD + player)
    s.leader[player] = NONE
    s.living[player] -= 1
    s.deaths += 1
    if s.living[player]:
        push(s, Task.NEW_LEADER, player, 0)
    elif s.players == 1:
        end_game(s, Result.SQUAD_DEAD, NONE)
    else:
        s.out[player] = 1


@kernel
def ask_leader(s: Record, player: int, kind: int) -> None:
    """One of the living squad members is to lead, or is left behind."""
    for card in range(CHARACTER, CARDS):
        if s.at[card] == Place.SQUAD + player:
            offer(s, CHOOSE_CHARACTER + card - CHARACTER)
    ask(s, player, kind)


@kernel
def lead(s: Record, player: int, card: int) -> None:
    s.leader[player] = card
    put(s, card, Place.WORN + player)


@kernel
def ask_revived(s: Record, player: int) -> None:
    """Which dead squad member comes back."""
    for card in range(CHARACTER, CARDS):
        if s.at[card] == Place.DEAD + player:
            offer(s, CHOOSE_CHARACTER + card - CHARACTER)
    ask(s, player, Kind.REVIVE)


@kernel
def revive(s: Record, player: int, card: int) -> None:
    put(s, card, Place.SQUAD + player)
    s.living[player] += 1
