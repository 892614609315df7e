"""Many games stepped by one compiled call: a `gymnasium.vector.VectorEnv`, and Stable-Baselines3's `VecEnv` through `as_sb3()`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Literal

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from regolith.envs.core import rng as random
from regolith.envs.core.drive import EVERY_SEAT, LANE_RULE, RANDOM_SEAT, Lanes
from regolith.envs.core.errors import GameOver, IllegalAction, InvalidAction, InvalidOptions
from regolith.envs.core.game import Game
from regolith.envs.core.jit import kernel
from regolith.envs.core.opponents import check_opponents, check_seat, shares
from regolith.envs.core.players import GREEDY_SCRATCH, Player, pick_legal
from regolith.envs.core.record import Over
from regolith.envs.core.rewards import MODES

if TYPE_CHECKING:
    from regolith.envs.core.sb3 import SB3VecEnv

Array = np.ndarray[Any, Any]
Policy = Callable[[Array, Array], Array]
"""A batched player: observations and masks of some games to their actions."""

SEEDS_PER_STREAM, MOST_STREAMS = 1 << 32, 1 << 30
"""Two env seeds never share a deal, nor do they use the small seeds of benchmarks: each has its own range of deal seeds."""


class VectorEnv(gymnasium.vector.VectorEnv):
    """N games side by side.

    With `opponents` the learner owns one seat of each game (drawn per game, or fixed by `seat`); the others are drawn
    from the opponents by weight and act inside `step`. An opponent is "random", "greedy" or a batched policy. Without
    opponents every decision of every seat comes from outside, and the reward is that of the seat that moved. A solo game
    needs no opponents.

    A game that ends is dealt anew in the same step (`SAME_STEP`); `info["final_obs"]` has its last observation. Masks are
    in `info["action_mask"]` and `action_masks()`. Observations and masks are two alternating buffers: what `step` returns
    stays untouched until the step after next.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        opponents: Sequence[str | Policy] | None = None,
        weights: Sequence[float] | None = None,
        seat: int | Literal["random"] = "random",
        threads: int = 1,
        seed: int = 0,
    ) -> None:
        if num_envs < 1 or threads < 1:
            raise InvalidOptions(f"num_envs and threads must be at least 1, not {num_envs} and {threads}")
        if opponents and game.players == 1:
            raise InvalidOptions("a solo game has no opponents")
        check_seat(game, seat)
        self.game = game
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = gymnasium.spaces.Box(0.0, 1.0, (game.observation_size,), np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.decisions = 0
        self._drivers = game.spec.drivers
        self._table = game.table
        self._states = np.zeros(num_envs, game.spec.dtype)
        self._threads = ThreadPoolExecutor(threads) if threads > 1 else None
        self._chunks = [np.ascontiguousarray(c) for c in np.array_split(np.arange(num_envs), threads) if c.size]
        self._scratch = [np.zeros(GREEDY_SCRATCH, game.spec.dtype) for _ in range(threads)]
        self._scratch_masks = [np.zeros((GREEDY_SCRATCH, game.num_actions), np.int8) for _ in range(threads)]
        self._fixed_seat = RANDOM_SEAT if seat == "random" else int(seat)
        self._lanes = self._new_lanes()
        self._turn = 0
        self.set_opponents(opponents, weights)
        self._seed(seed)

    def _new_lanes(self) -> tuple[Lanes, Lanes]:
        """Two sets of buffers that share everything but what `step` returns without copying it."""
        n, players, game = self.num_envs, self.game.players, self.game
        rule = np.zeros(1, LANE_RULE)
        rule["seed_step"], rule["margin_scale"] = n, game.spec.margin_scale
        rule["reward"] = MODES[game.options.rewards]
        first = Lanes(
            rule=rule,
            template=game.template,
            seeds=np.zeros(n, np.int64),
            generators=np.zeros((n, 4), np.uint32),
            seats=np.zeros((n, players), np.int64),
            opponents=np.zeros(1, np.int64),
            weights=np.ones(1, np.float64),
            moved=np.zeros(n, np.bool_),
            observations=np.zeros((n, game.observation_size), np.float32),
            masks=np.zeros((n, game.num_actions), np.int8),
            reward=np.zeros(n, np.float64),
            returns=np.zeros((n, players), np.float64),
            win=np.zeros(n, np.float64),
            ended=np.zeros(n, np.int64),
            lengths=np.zeros(n, np.int64),
            final_observations=np.zeros((n, game.observation_size), np.float32),
            waiting=np.zeros(n, np.int64),
        )
        second = first._replace(
            observations=np.zeros_like(first.observations),
            masks=np.zeros_like(first.masks),
            final_observations=np.zeros_like(first.final_observations),
        )
        return first, second

    def set_opponents(self, opponents: Sequence[str | Policy] | None, weights: Sequence[float] | None = None) -> None:
        """Change the pool. Games under way keep the seats they have, so the new pool must not be shorter than the old one."""
        pool = list(opponents or ())
        check_opponents(pool)
        weighted = shares(weights, len(pool)) if pool else np.ones(1)
        if pool and self._lanes[0].seats.max() > len(pool):
            raise InvalidOptions(
                "games under way have opponents that the new, shorter pool lacks: keep the old ones in it"
            )
        self._policies = pool
        kinds = [Player[o.upper()] if isinstance(o, str) else Player.OUTSIDE for o in pool]
        every = not pool
        self._lanes[0].rule["seat"] = EVERY_SEAT if every else self._fixed_seat
        new = {"opponents": np.array(kinds or [Player.OUTSIDE], np.int64), "weights": weighted}
        self._lanes = (self._lanes[0]._replace(**new), self._lanes[1]._replace(**new))
        if every:
            self._lanes[0].seats[:] = 0

    def _seed(self, seed: int) -> None:
        lanes = self._lanes[0]
        lanes.seeds[:] = (1 + seed % MOST_STREAMS) * SEEDS_PER_STREAM + np.arange(self.num_envs)
        source = np.zeros(4, np.uint32)
        random.seed(source, seed % (1 << 62))
        for generator in lanes.generators:
            random.seed(generator, random.seed63(source))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Deal all games anew."""
        if seed is not None:
            self._seed(seed)
        self._turn ^= 1
        lanes = self._lanes[self._turn]
        self._states["over"] = Over.FINISHED
        lanes.moved[:] = False
        self._run(np.full(self.num_envs, -1, np.int64), self._chunks)
        return lanes.observations, {"action_mask": lanes.masks}

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """One decision of the learner in every game."""
        chosen = self._checked(actions)
        self._turn ^= 1
        lanes = self._lanes[self._turn]
        lanes.reward[:] = 0.0
        lanes.win[:] = 0.0
        lanes.ended[:] = Over.RUNNING
        self._run(chosen, self._chunks)
        ended = lanes.ended != Over.RUNNING
        info: dict[str, Any] = {"action_mask": lanes.masks}
        if ended.any():
            info |= {
                "final_obs": lanes.final_observations,
                "_final_obs": ended,
                "returns": lanes.returns.copy(),
                "length": lanes.lengths.copy(),
                "win_share": lanes.win.copy(),
                "is_success": lanes.win == 1.0,
            }
        return (
            lanes.observations,
            lanes.reward.copy(),
            lanes.ended == Over.FINISHED,
            lanes.ended == Over.TRUNCATED,
            info,
        )

    def _checked(self, actions: Any) -> Array:
        if not self._states["players"].all():
            raise GameOver("no games are running: call reset() first")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise InvalidAction(f"actions must be {self.num_envs} integers, not {chosen.dtype} of shape {chosen.shape}")
        chosen = chosen.astype(np.int64)
        if ((chosen < 0) | (chosen >= self.game.num_actions)).any():
            raise InvalidAction(f"an action is an integer from 0 to {self.game.num_actions - 1}")
        legal = self._lanes[self._turn].masks[np.arange(self.num_envs), chosen]
        if not legal.all():
            i = int(np.flatnonzero(legal == 0)[0])
            name = self.game.spec.action_name(self._states[i], int(chosen[i]))
            raise IllegalAction(f"action {chosen[i]} ({name}) is not legal in game {i}; no game was stepped")
        return chosen

    def _run(self, actions: Array, chunks: list[Array]) -> None:
        """Advance the games to the learner's next decision, asking opponents' policies where it is their turn."""
        lanes = self._lanes[self._turn]
        self._advance(actions, chunks)
        while True:
            asked: list[Array] = []
            for number in np.unique(lanes.waiting[lanes.waiting >= 0]):
                which = np.flatnonzero(lanes.waiting == number)
                masks = lanes.masks[which]
                actions[which] = chosen = np.asarray(self._policies[number](lanes.observations[which], masks))
                if not masks[np.arange(which.size), chosen].all():
                    raise IllegalAction(f"opponent {number} ({self._policies[number]!r}) chose an illegal action")
                asked.append(which)
            if not asked:
                return
            self._advance(actions, np.array_split(np.concatenate(asked), len(self._chunks)))

    def _advance(self, actions: Array, chunks: Sequence[Array]) -> None:
        lanes = self._lanes[self._turn]

        def part(number: int) -> int:
            return self._drivers.advance(
                self._table,
                self._states,
                chunks[number],
                actions,
                lanes,
                self._scratch[number],
                self._scratch_masks[number],
            )

        if self._threads is None or len(chunks) == 1:
            self.decisions += sum(part(number) for number in range(len(chunks)))
        else:
            self.decisions += sum(self._threads.map(part, range(len(chunks))))

    def action_masks(self) -> Array:
        """Which actions are legal in each game, as booleans."""
        return self._lanes[self._turn].masks.view(np.bool_)

    def players_to_move(self) -> Array:
        """The seat whose decision each game waits for."""
        return self._states["player"].copy()

    def as_sb3(self) -> SB3VecEnv:
        """This env for Stable-Baselines3 (needs the `train` extra)."""
        from regolith.envs.core.sb3 import SB3VecEnv

        return SB3VecEnv(self)

    def close_extras(self, **kwargs: Any) -> None:
        if self._threads is not None:
            self._threads.shutdown()


@kernel
def random_actions(masks: Array, generator: Array, out: Array) -> None:
    """Write a uniformly random legal action for each mask of a batch."""
    for i in range(masks.shape[0]):
        out[i] = pick_legal(masks[i], generator)
