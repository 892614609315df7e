"""The project cards of Underworld 2. Data only: editing this file recompiles nothing."""

from __future__ import annotations

from regolith.envs.terraforming_mars.language.card import Card

PROJECTS: tuple[Card, ...] = ()
