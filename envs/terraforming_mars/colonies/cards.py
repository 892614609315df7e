"""Colonies: 49 projects and 5 corporations. Data only: editing this file recompiles nothing."""

from __future__ import annotations

from regolith.envs.terraforming_mars.language.card import Card

PROJECTS: tuple[Card, ...] = ()
CORPORATIONS: tuple[Card, ...] = ()
