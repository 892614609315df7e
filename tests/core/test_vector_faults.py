"""What the vector env says to callers and opponents that break the rules."""

import numpy as np
import pytest

from regolith.envs.core.errors import GameOver, IllegalAction
from regolith.envs.core.game import Game
from regolith.envs.core.vector import VectorEnv


def test_step_before_reset(game: Game) -> None:
    with pytest.raises(GameOver, match="reset"):
        VectorEnv(game, 2).step(np.zeros(2, np.int64))


def test_an_opponent_that_breaks_the_rules_is_named(table: Game) -> None:
    def first_illegal(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return (masks == 0).argmax(axis=1)

    with pytest.raises(IllegalAction, match="first_illegal"):
        VectorEnv(table, 8, opponents=[first_illegal]).reset()
