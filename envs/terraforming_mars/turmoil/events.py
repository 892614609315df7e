"""The global events: what they do, and the parties that neutral delegates go to when an event is revealed and when it becomes current."""

from __future__ import annotations

from dataclasses import dataclass

from regolith.envs.terraforming_mars.language.steps import Steps
from regolith.envs.terraforming_mars.turmoil.words import Event, Party
from regolith.envs.terraforming_mars.words import CardSet


@dataclass(frozen=True)
class GlobalEvent:
    """`needs`: the boxes without which it stays out of the deck. What it does is done by the first player, for nobody, or by everybody."""

    name: str
    revealed: Party
    current: Party
    does: Steps
    needs: tuple[CardSet, ...] = ()


EVENTS: dict[Event, GlobalEvent] = {}
