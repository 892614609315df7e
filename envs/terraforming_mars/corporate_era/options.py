"""The option of Corporate Era."""

from __future__ import annotations

from pydantic import Field

from regolith.envs.core.options import Options


class CorporateEraOptions(Options):
    corporate_era: bool = Field(True, description="the cards of Corporate Era; without them all productions start at 1")
