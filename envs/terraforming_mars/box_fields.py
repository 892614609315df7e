"""What the boxes keep in the record, put together. The record is imported by every rule, so nothing else of a box may be imported here."""

from __future__ import annotations

from regolith.envs.terraforming_mars.venus import state as venus

BOX_FIELDS = [*venus.FIELDS]
