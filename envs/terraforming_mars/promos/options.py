"""The option of the promo cards."""

from __future__ import annotations

from pydantic import Field, model_validator

from regolith.envs.core.options import Options


class PromosOptions(Options):
    promos: bool = Field(
        False,
        description="promo cards: Political Alliance and five global events, each with its boxes (only with Turmoil)",
    )

    @model_validator(mode="after")
    def _belong_to_turmoil(self) -> PromosOptions:
        if self.promos and not dict(self)["turmoil"]:
            raise ValueError("all promo cards belong to Turmoil: promos needs turmoil=True")
        return self
