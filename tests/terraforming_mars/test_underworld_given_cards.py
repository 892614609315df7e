"""Private Investigator and Sting Operation end among the played cards of somebody else."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.terraforming_mars.actions import PLAYER
from regolith.envs.terraforming_mars.machine.allowed import can_be_done
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.rules.scoring import points
from regolith.envs.terraforming_mars.show.naming import action_name
from regolith.envs.terraforming_mars.state import Kind, Lies
from regolith.envs.terraforming_mars.words import EARTH

from .games import NUMBER, T
from .tables import answer, choices, play
from .underworld_tables import below

SPY, STING = NUMBER["Private Investigator"], NUMBER["Sting Operation"]


def corrupt(*amounts: int, **options: Any) -> Any:
    s = below(players=len(amounts), **options)
    s.corruption[: len(amounts)] = amounts
    return s


@pytest.mark.parametrize(
    ("card", "amounts", "able"),
    [
        (SPY, (1, 1, 1), False),
        (SPY, (1, 0, 2), True),
        (SPY, (2, 1, 1), False),
        (STING, (3, 3, 3), False),
        (STING, (4, 0, 0), True),
        (STING, (0, 4, 0), True),
    ],
)
def test_somebody_must_be_corrupt_enough(card: int, amounts: tuple[int, ...], able: bool) -> None:
    assert can_be_done(T, corrupt(*amounts), 0, card, 0) == able


def test_the_spy_goes_to_one_with_more_corruption() -> None:
    s = corrupt(1, 2, 0, 3)
    play(s, "Private Investigator")
    assert (s.kind, choices(s)) == (Kind.PLAYER, [1, 3])
    assert action_name(s, PLAYER + 3).startswith("give the card to ")
    s.corruption[:] = 0
    mine, theirs = points(T, s, 0), points(T, s, 3)
    run(T, s, 3)
    assert (s.owner[SPY], s.lies[SPY], s.events[0], s.events[3]) == (3, Lies.PLAYED_EVENT, 0, 1)
    assert s.rating[0] == 21
    assert points(T, s, 0) == mine + 1
    assert points(T, s, 3) == theirs - 1
    s.corruption[3] = 1
    assert points(T, s, 3) == theirs


def test_the_sting_may_go_to_oneself() -> None:
    s = corrupt(4, 5)
    play(s, "Sting Operation")
    assert choices(s) == [0, 1]
    answer(s, 0)
    assert (s.owner[STING], s.events[0], s.hand[0]) == (0, 1, 2)


def test_with_one_target_nobody_is_asked() -> None:
    s = corrupt(0, 4, 3)
    play(s, "Sting Operation")
    assert (s.kind, s.owner[STING], s.hand[0]) == (Kind.NOTHING, 1, 2)


def test_a_face_up_event_takes_its_tags_along_and_lies_face_down() -> None:
    s = corrupt(0, 4)
    s.lies[NUMBER["Ares Media"]], s.owner[NUMBER["Ares Media"]] = Lies.IN_PLAY, 0
    earth = int(s.tags[0, EARTH])
    play(s, "Sting Operation")
    assert (s.owner[STING], s.lies[STING]) == (1, Lies.PLAYED_EVENT)
    assert (s.tags[0, EARTH], s.tags[1, EARTH], s.events[0]) == (earth, 0, 0)
