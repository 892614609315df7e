"""What the boxes keep in the record, put together. The record is imported by every rule, so nothing else of a box may be imported here."""

from __future__ import annotations

from regolith.envs.terraforming_mars.colonies import state as colonies
from regolith.envs.terraforming_mars.turmoil import state as turmoil
from regolith.envs.terraforming_mars.underworld import state as underworld
from regolith.envs.terraforming_mars.venus import state as venus

BOX_FIELDS = [*venus.FIELDS]
"""Among the options."""
BOX_STATE = [*colonies.FIELDS, *turmoil.FIELDS, *underworld.FIELDS]
"""Where room was left for the boxes that came after the layout was made."""
