"""Many games stepped by one compiled call: a `gymnasium.vector.VectorEnv`, and Stable-Baselines3's `VecEnv` through `as_sb3()`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Literal

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from regolith.envs.core.checks import (
    check_actions,
    check_count,
    check_kind,
    check_learner,
    check_opponents,
    check_purpose,
    check_seat,
    check_seed,
    check_weights,
    shown,
)
from regolith.envs.core.drive import AS_IT_STANDS, EVERY_SEAT, LANE_RULE, NEXT_OF_STREAM, RANDOM_SEAT, Lanes
from regolith.envs.core.errors import GameOver, IllegalAction, InvalidOptions
from regolith.envs.core.game import Game
from regolith.envs.core.jit import kernel
from regolith.envs.core.players import GREEDY_SCRATCH, Player, pick_legal
from regolith.envs.core.record import Over
from regolith.envs.core.reset_options import check_reset_options, for_each_game, undecided
from regolith.envs.core.rewards import MODES
from regolith.envs.core.streams import stream_keys

if TYPE_CHECKING:
    from regolith.envs.core.sb3 import SB3VecEnv

Array = np.ndarray[Any, Any]
Policy = Callable[[Array, Array], Array]
"""A batched player: observations and masks of some games to their actions."""

MOST_GAMES, MOST_THREADS = 1 << 16, 256
NO_RESET_YET = "no games are running: call reset() first"
BROKEN_OFF = "the last step broke off in the middle, because an opponent failed: call reset()"
NOBODY_INSIDE = "without opponents every seat is played from outside"


class VectorEnv(gymnasium.vector.VectorEnv):
    """N games side by side.

    With `opponents` the learner owns one seat of each game (drawn per game, or fixed by `seat`); the others are drawn
    from the opponents by weight and act inside `step`. An opponent is "random", "greedy" or a batched policy. Without
    opponents every decision of every seat comes from outside, and the reward is that of the seat that moved. A solo game
    needs no opponents.

    A game that ends is dealt anew in the same step (`SAME_STEP`); `info["final_obs"]` has its last observation. Masks are
    in `info["action_mask"]` and `action_masks()`.

    What `reset`, `step` and `action_masks` return is yours. With `copy=False` observations and masks are two alternating buffers
    instead, and stay untouched only until the step after next: for loops that keep nothing. Copying costs up to a fifth of the
    decisions per second (`vector` and `vector_copy` of `regolith speed`).

    The stream of deals is named by `purpose` (any short text) and `seed`. Deal and line-up of a game depend on the stream, on the
    game's number and on how many games it has had, not on `num_envs`, on other games or on what was played; two streams share
    no deals. `reset` without a seed goes on to the next deals of the stream.
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
        purpose: str = "play",
        copy: bool = True,
    ) -> None:
        self.game = check_kind("game", game, Game)
        self.num_envs = num_envs = check_count("num_envs", num_envs, MOST_GAMES)
        threads = check_count("threads", threads, MOST_THREADS)
        learner = check_learner(seat, game.players)
        self.purpose = check_purpose(purpose)
        self.copy = check_kind("copy", copy, bool)
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
        self._fixed_seat = RANDOM_SEAT if learner == "random" else learner
        self._lanes = self._new_lanes()
        self._turn = 0
        self._not_ready = NO_RESET_YET
        self.set_opponents(opponents, weights)
        self.seed(seed)

    def _new_lanes(self) -> tuple[Lanes, Lanes]:
        """The buffers of this turn and the next, which share everything but what `step` returns without copying it."""
        n, players, game = self.num_envs, self.game.players, self.game
        rule = np.zeros(1, LANE_RULE)
        rule["margin_scale"] = game.spec.margin_scale
        rule["reward"] = MODES[game.options.rewards]
        first = Lanes(
            rule=rule,
            template=game.template,
            keys=np.zeros((2, 4), np.int64),
            episodes=np.zeros(n, np.int64),
            deals=np.zeros(n, np.int64),
            starts=np.full(n, NEXT_OF_STREAM, np.int64),
            learners=np.full(n, RANDOM_SEAT, np.int64),
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
        if self.copy:
            return first, first
        second = first._replace(
            observations=np.zeros_like(first.observations),
            masks=np.zeros_like(first.masks),
            final_observations=np.zeros_like(first.final_observations),
        )
        return first, second

    def set_opponents(self, opponents: Sequence[str | Policy] | None, weights: Sequence[float] | None = None) -> None:
        """Change the pool. Games under way keep the seats they have, so the new pool must not be shorter than the old one."""
        pool = check_opponents(() if opponents is None else opponents)
        if pool and self.game.solo:
            raise InvalidOptions("a solo game has no opponents")
        weighted = check_weights(weights, len(pool)) if pool or weights is not None else np.ones(1)
        if pool and self._lanes[0].seats.max() > len(pool):
            raise InvalidOptions(
                "games under way have opponents that the new, shorter pool lacks: keep the old ones in it"
            )
        self._policies = pool
        self._names = [f"opponent {number} ({shown(opponent)})" for number, opponent in enumerate(pool)]
        kinds = [Player[o.upper()] if isinstance(o, str) else Player.OUTSIDE for o in pool]
        every = not pool
        self._lanes[0].rule["seat"] = EVERY_SEAT if every else self._fixed_seat
        new = {"opponents": np.array(kinds or [Player.OUTSIDE], np.int64), "weights": weighted}
        self._lanes = (self._lanes[0]._replace(**new), self._lanes[1]._replace(**new))
        if every:
            self._lanes[0].seats[:] = 0

    def seed(self, seed: int) -> None:
        """Begin another stream of deals with the next `reset`."""
        lanes = self._lanes[0]
        lanes.keys[:] = stream_keys(self.purpose, seed)
        lanes.episodes[:] = -1

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Start all games anew, on the next deals of the stream or on those of a new one.

        Options start these games elsewhere; those that follow them are of the stream again. Each is one value for all games, or a
        list with one for each (None: as without it): `deal`, the number that `Game.new` takes; `state`, a position as
        `State.serialize` gives it, with the future that it holds (`State.resample` makes others of it); `seat`, where the learner sits.
        """
        starts, learners, records = self._asked(options)
        if seed is not None:
            self.seed(check_seed(seed))
        lanes = self._next_lanes()
        lanes.starts[:], lanes.learners[:], lanes.moved[:] = starts, learners, False
        for i, record in records.items():
            self._states[i] = record
        self._run(np.full(self.num_envs, -1, np.int64), self._chunks)
        return lanes.observations, {"action_mask": self._given(lanes.masks)}

    def _asked(self, options: Any) -> tuple[Array, Array, dict[int, np.record]]:
        """What each game is to start from, where its learner is to sit, and the positions among them."""
        asked = check_reset_options(options, no_seat="" if self._policies else NOBODY_INSIDE)
        starts = np.full(self.num_envs, NEXT_OF_STREAM, np.int64)
        learners = np.full(self.num_envs, RANDOM_SEAT, np.int64)
        records: dict[int, np.record] = {}
        known: dict[bytes, np.record] = {}
        for i, deal in enumerate(for_each_game(asked, "deal", self.num_envs)):
            if deal is not None:
                starts[i] = check_seed(deal)
        for i, seat in enumerate(for_each_game(asked, "seat", self.num_envs)):
            if seat is not None:
                learners[i] = check_seat(seat, self.game.players)
        for i, data in enumerate(for_each_game(asked, "state", self.num_envs)):
            if data is not None:
                if not isinstance(data, bytes) or data not in known:
                    known[data] = undecided(self.game.deserialize(data)).record
                starts[i], records[i] = AS_IT_STANDS, known[data]
        return starts, learners, records

    def _next_lanes(self) -> Lanes:
        """The buffers of the next turn. Observations are given away: where the caller may keep them, every turn writes into new ones."""
        if self.copy:
            lanes = self._lanes[0]._replace(observations=np.empty_like(self._lanes[0].observations))
            self._lanes = (lanes, lanes)
        else:
            self._turn ^= 1
        return self._lanes[self._turn]

    def _given(self, array: Array) -> Array:
        """What the caller gets of a buffer that the env still needs."""
        return array.copy() if self.copy else array

    def _last_observations(self, ended: Array) -> Array:
        """The last observations of games that have ended; in a copy those of the others are zeros, which cost nothing."""
        last = self._lanes[self._turn].final_observations
        if not self.copy:
            return last
        out = np.zeros(last.shape, last.dtype)
        out[ended] = last[ended]
        return out

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """One decision of the learner in every game."""
        chosen = self._checked(actions)
        lanes = self._next_lanes()
        lanes.reward[:] = 0.0
        lanes.win[:] = 0.0
        lanes.ended[:] = Over.RUNNING
        self._run(chosen, self._chunks)
        ended = lanes.ended != Over.RUNNING
        info: dict[str, Any] = {"action_mask": self._given(lanes.masks)}
        if ended.any():
            info |= {
                "final_obs": self._last_observations(ended),
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
        if self._not_ready:
            raise GameOver(self._not_ready)
        chosen = check_actions(actions, self.num_envs, self.game.num_actions, "step")
        legal = self._lanes[self._turn].masks[np.arange(self.num_envs), chosen]
        if not legal.all():
            i = int(np.flatnonzero(legal == 0)[0])
            name = self.game.spec.action_name(self._states[i], int(chosen[i]))
            raise IllegalAction(f"action {chosen[i]} ({name}) is not legal in game {i}; no game was stepped")
        return chosen

    def _run(self, actions: Array, chunks: list[Array]) -> None:
        """Advance the games to the learner's next decision, asking opponents' policies where it is their turn."""
        lanes = self._lanes[self._turn]
        self._not_ready = BROKEN_OFF
        self._advance(actions, chunks)
        while (waiting := lanes.waiting >= 0).any():
            for number in np.unique(lanes.waiting[waiting]):
                which = np.flatnonzero(lanes.waiting == number)
                actions[which] = self._answer(int(number), which)
            self._advance(actions, np.array_split(np.flatnonzero(waiting), len(self._chunks)))
        self._not_ready = ""

    def _answer(self, number: int, which: Array) -> Array:
        """What an opponent's policy decides for the games that wait for it."""
        lanes = self._lanes[self._turn]
        answer = self._policies[number](lanes.observations[which], lanes.masks[which])
        chosen = check_actions(answer, which.size, self.game.num_actions, self._names[number])
        if not lanes.masks[which, chosen].all():
            raise IllegalAction(f"{self._names[number]} chose an illegal action")
        return chosen

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
        return self._given(self._lanes[self._turn].masks.view(np.bool_))

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
