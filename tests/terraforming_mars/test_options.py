"""The options of Terraforming Mars: what fits together, what does not, and what reaches the record."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.core.errors import InvalidOptions
from regolith.envs.terraforming_mars.options import MarsOptions
from regolith.envs.terraforming_mars.state import DTYPE
from regolith.envs.terraforming_mars.words import CardSet, Map


def parsed(**options: Any) -> MarsOptions:
    return MarsOptions.parse("terraforming_mars", options)


def written(**options: Any) -> Any:
    record = np.zeros(1, DTYPE)[0]
    parsed(**options).write(record)
    return record


def test_by_default_two_play_with_all_four_sets_and_a_draft() -> None:
    s = written()
    assert (s.players, s.map, s.max_generations) == (2, Map.THARSIS, 60)
    assert [number for number, chosen in enumerate(s.box) if chosen] == [
        CardSet.BASE,
        CardSet.CORPORATE_ERA,
        CardSet.PRELUDE,
        CardSet.VENUS,
    ]
    assert (s.draft, s.world_government) == (1, 1)
    assert (s.initial_draft, s.beginner, s.auto_payment, s.solo_for_rating) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("field", "options"),
    [
        ("start_production", {"corporate_era": False}),
        ("preludes_dealt", {"prelude": False}),
        ("last_generation", {"prelude": False}),
        ("tracks", {"venus": False}),
        ("draft", {"draft": False}),
        ("initial_draft", {"initial_draft": True}),
        ("beginner", {"beginner_corporation": True, "prelude": False, "venus": False}),
        ("world_government", {"world_government": False}),
        ("auto_payment", {"payment": "auto"}),
        ("solo_for_rating", {"players": 1, "solo_objective": "tr63"}),
        ("max_generations", {"max_generations": 20}),
        ("map", {"map": "hellas"}),
        ("colony_corporations", {"colonies": True, "colony_corporations": True}),
        ("colony_tiles", {"colonies": True, "colony_tiles": "luna+titan"}),
    ],
)
def test_every_option_reaches_the_record(field: str, options: dict[str, Any]) -> None:
    assert written(**options)[field] != written()[field]


def test_what_is_not_given_fits_what_is() -> None:
    assert not parsed(players=1).draft
    assert parsed(players=1).world_government
    assert not parsed(venus=False).world_government
    assert parsed(**parsed(players=1, venus=False).model_dump()) == parsed(players=1, venus=False)


@pytest.mark.parametrize(
    ("message", "options"),
    [
        ("nobody drafts alone", {"players": 1, "draft": True}),
        ("nobody drafts alone", {"players": 1, "initial_draft": True}),
        ("a solo game has a fixed length", {"players": 1, "max_generations": 20}),
        ("solo_objective is for one player", {"solo_objective": "tr63"}),
        ("Beginner Corporation", {"beginner_corporation": True}),
        ("Beginner Corporation", {"beginner_corporation": True, "prelude": False}),
        ("Beginner Corporation", {"beginner_corporation": True, "venus": False}),
        (
            "needs prelude=False, venus=False, colonies=False, turmoil=False, promos=False, underworld=False and initial_draft=False",
            {"beginner_corporation": True, "prelude": False, "venus": False, "initial_draft": True},
        ),
        ("belongs to Colonies", {"colony_corporations": True}),
        ("belongs to Colonies", {"colony_tiles": "luna"}),
        ("there is no colony tile 'moon'; tiles: callisto, ceres", {"colonies": True, "colony_tiles": "luna+moon"}),
        ("each colony tile is there once", {"colonies": True, "colony_tiles": "luna+Luna"}),
        ("all promo cards belong to Turmoil: promos needs turmoil=True", {"promos": True}),
        ("belongs to Venus Next", {"world_government": True, "venus": False}),
    ],
)
def test_contradictions_are_one_line(message: str, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptions, match=message) as caught:
        parsed(**options)
    assert "\n" not in str(caught.value)
