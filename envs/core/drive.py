"""Compiled loops over games, written once for all of them.

Each function closes over one game's kernels. They are compiled when first called, and only those that are called.
Arguments in common: `t` the table array, `states` an array of records, `generators` one random generator (4 words) per game for
the players inside, never for the deals. The few functions that Python calls for every decision of a single game (`try_step`, `mask`,
`observe`) take table and state as bytes.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from regolith.envs.core import rewards
from regolith.envs.core import rng as random
from regolith.envs.core.bounds import ALL_WELL, first_outside, headless
from regolith.envs.core.jit import fixed, kernel
from regolith.envs.core.memory import clear, copy, record_in
from regolith.envs.core.players import Greedy, Player, greedy_player, pick_legal
from regolith.envs.core.ports import BOUNDS, BYTES, FLOAT32, INT8, NUMBER, SIGNED
from regolith.envs.core.record import Over
from regolith.envs.core.tally import DEALT

REFUSED = -2
"""The answer of `try_step` to an illegal action."""
RANDOM_SEAT, EVERY_SEAT = -1, -2
"""Where the learner sits: a seat drawn for each game, or in all seats at once (self-play from outside)."""
NEXT_OF_STREAM, AS_IT_STANDS = -1, -2
"""What a game starts from: the next deal of the stream, or the position that is in its record already."""

LANE_RULE = np.dtype((np.record, [("margin_scale", "<f8"), ("seat", "<i4"), ("reward", "<i4")]))


class Lanes(NamedTuple):
    """The buffers of games that are stepped side by side; row i belongs to game i."""

    rule: Any
    """One record: reward mode and scale, the learner's seat."""
    template: Any
    keys: Any
    """Of the stream: one key for its deals, one for the players inside."""
    episodes: Any
    """Which game of its lane is under way, from 0."""
    deals: Any
    """What it was dealt from."""
    starts: Any
    """What the next one starts from: a deal, `NEXT_OF_STREAM` or `AS_IT_STANDS`."""
    learners: Any
    """Where the learner will sit in it, or RANDOM_SEAT."""
    generators: Any
    seats: Any
    """[i, seat]: 0 for the learner, else 1 + the number of an opponent."""
    opponents: Any
    """What each opponent is: a `Player`."""
    weights: Any
    """How often each opponent is drawn."""
    moved: Any
    """Has the learner decided anything in this game yet?"""
    observations: Any
    masks: Any
    reward: Any
    returns: Any
    win: Any
    """The learner's share of the win of a game that has ended."""
    ended: Any
    lengths: Any
    final_observations: Any
    waiting: Any


class Drivers:
    """The loops of one game."""

    def __init__(
        self,
        rules: Any,
        broken: Any,
        actions: int,
        table: np.dtype[Any],
        state: np.dtype[Any],
        count: Any = None,
    ) -> None:
        self._rules = rules
        self._broken = broken
        self._count = count
        self._actions = actions
        self._table = table
        self._state = state

    @cached_property
    def deal(self) -> Any:
        setup = self._rules.setup

        @kernel
        def deal(t: Any, states: Any, template: Any, seeds: Any) -> None:
            """Deal every game of the array from its seed."""
            for i in range(states.size):
                copy(states, i, template, 0)
                random.seed(states[i].rng, seeds[i])
                setup(t[0], states[i])

        return deal

    @cached_property
    def try_step(self) -> Any:
        step, legal, observe = self._rules.step, self._rules.legal, self._rules.observe
        table_in, state_in = record_in(self._table), record_in(self._state)

        @kernel
        def try_step(table: Any, state: Any, action: int, mask: Any, view: Any) -> int:
            """Apply an action if the (current) mask allows it, renew the mask and tell who moves next; otherwise change nothing.

            Unless `view` is empty, the next mover's observation is written there: one call from Python for a whole turn of an env.
            """
            if action < 0 or action >= mask.size or not mask[action]:
                return REFUSED
            t, s = table_in(table), state_in(state)
            step(t, s, action)
            clear(mask)
            if s.over == Over.RUNNING:
                legal(t, s, mask)
                if view.size:
                    clear(view)
                    observe(t, s, s.player, view)
            return s.player

        return fixed(try_step, BYTES, BYTES, NUMBER, INT8, FLOAT32)

    @cached_property
    def mask(self) -> Any:
        legal = self._rules.legal
        table_in, state_in = record_in(self._table), record_in(self._state)

        @kernel
        def write_mask(table: Any, state: Any, mask: Any) -> int:
            """Write the mask and tell who is to move."""
            s = state_in(state)
            clear(mask)
            if s.over == Over.RUNNING:
                legal(table_in(table), s, mask)
            return s.player

        return fixed(write_mask, BYTES, BYTES, INT8)

    @cached_property
    def observe(self) -> Any:
        observe = self._rules.observe
        table_in, state_in = record_in(self._table), record_in(self._state)

        @kernel
        def write_observation(table: Any, state: Any, seat: int, out: Any) -> None:
            clear(out)
            observe(table_in(table), state_in(state), seat, out)

        return fixed(write_observation, BYTES, BYTES, NUMBER, FLOAT32)

    @cached_property
    def outcome(self) -> Any:
        outcome = self._rules.outcome

        @kernel
        def write_outcome(t: Any, states: Any, scores: Any, places: Any) -> None:
            outcome(t[0], states[0], scores, places)

        return write_outcome

    @cached_property
    def resample(self) -> Any:
        determinize = self._rules.determinize

        @kernel
        def resample(t: Any, states: Any, seat: int, seed: int) -> None:
            """Re-deal what the seat cannot see, and the future's randomness with it."""
            random.seed(states[0].rng, seed)
            determinize(t[0], states[0], seat)

        return resample

    @cached_property
    def broken(self) -> Any:
        """The check of a record from outside: see `validation.py`."""
        broken = self._broken
        table_in, state_in = record_in(self._table), record_in(self._state)

        @kernel
        def what_is_broken(
            table: Any, state: Any, bytes_: Any, shorts: Any, words: Any, longs: Any, bounds: Any
        ) -> int:
            """ALL_WELL, or a row of the bounds, or their number if the header makes no sense, or what is broken after that."""
            row = first_outside(bytes_, shorts, words, longs, bounds)
            if row != ALL_WELL:
                return row
            s = state_in(state)
            if headless(s):
                return bounds.shape[0]
            found = 0 + broken(table_in(table), s)
            return bounds.shape[0] + found if found else ALL_WELL

        return fixed(what_is_broken, BYTES, BYTES, *SIGNED, BOUNDS)

    @cached_property
    def evaluate(self) -> Any:
        evaluate = self._rules.evaluate

        @kernel
        def evaluation(t: Any, states: Any, seat: int) -> float:
            return evaluate(t[0], states[0], seat)

        return evaluation

    @cached_property
    def greedy_player(self) -> Greedy:
        return greedy_player(self._rules, self._actions)

    @cached_property
    def views(self) -> Any:
        legal, observe = self._rules.legal, self._rules.observe

        @kernel
        def views(t: Any, states: Any, which: Any, observations: Any, masks: Any) -> None:
            """Write observation and mask of the player to move in each game of `which`, into arrays of zeros."""
            for k in range(which.size):
                s = states[which[k]]
                legal(t[0], s, masks[k])
                observe(t[0], s, s.player, observations[k])

        return views

    @cached_property
    def apply(self) -> Any:
        step, legal = self._rules.step, self._rules.legal

        @kernel
        def apply(t: Any, states: Any, which: Any, actions: Any, mask: Any) -> int:
            """Apply one action to each game of `which`; the first row whose action is illegal (and was not applied), or -1."""
            for k in range(which.size):
                s = states[which[k]]
                clear(mask)
                legal(t[0], s, mask)
                if actions[k] < 0 or actions[k] >= mask.size or not mask[actions[k]]:
                    return k
                step(t[0], s, actions[k])
            return -1

        return apply

    @cached_property
    def tally_deals(self) -> Any:
        count = self._count

        @kernel
        def tally_deals(t: Any, states: Any, counters: Any) -> None:
            """Count what was dealt in games that have just begun."""
            for i in range(states.size):
                count(t[0], states[i], states[i], DEALT, counters[i])

        return tally_deals

    @cached_property
    def apply_and_tally(self) -> Any:
        apply, count = self.apply, self._count

        @kernel
        def apply_and_tally(
            t: Any, states: Any, which: Any, actions: Any, mask: Any, before: Any, counters: Any
        ) -> int:
            """`apply`, and count what each action has changed. `before` is room for a record."""
            for k in range(which.size):
                i = which[k]
                copy(before, 0, states, i)
                if apply(t, states, which[k : k + 1], actions[k : k + 1], mask) >= 0:
                    return k
                count(t[0], before[0], states[i], actions[k], counters[i])
            return -1

        return apply_and_tally

    @cached_property
    def choose(self) -> Any:
        legal, greedy = self._rules.legal, self.greedy_player.choose

        @kernel
        def choose(
            t: Any, states: Any, which: Any, player: int, generators: Any, chosen: Any, scratch: Any, masks: Any
        ) -> None:
            """The choice of a player inside (random or greedy) for each game in `which`."""
            for k in range(which.size):
                i = which[k]
                if player == Player.GREEDY:
                    chosen[k] = greedy(t[0], states, i, generators[k], scratch, masks)
                else:
                    clear(masks[0])
                    legal(t[0], states[i], masks[0])
                    chosen[k] = pick_legal(masks[0], generators[k])

        return choose

    @cached_property
    def clone(self) -> Any:
        @kernel
        def clones(states: Any, rounds: int) -> int:
            """Copy record 0 over record 1 and back, `rounds` times, each time changed a little so that no copy can be dropped."""
            for _ in range(rounds):
                copy(states, 1, states, 0)
                states[1].decisions += 1
                copy(states, 0, states, 1)
            return states[0].decisions

        return clones

    @cached_property
    def random_play(self) -> Any:
        setup, step, legal, observe = (
            self._rules.setup,
            self._rules.step,
            self._rules.legal,
            self._rules.observe,
        )

        @kernel
        def random_play(
            t: Any,
            states: Any,
            template: Any,
            first_seed: int,
            generator: Any,
            mask: Any,
            observation: Any,
            decisions: int,
        ) -> int:
            """Random legal play of one game after another, and how many were completed.

            The mask is written for every decision; the observation of the player to move too, unless the buffer is empty.
            """
            games = 0
            s = states[0]
            for _ in range(decisions):
                if s.over != Over.RUNNING:
                    games += 1
                    copy(states, 0, template, 0)
                    random.seed(s.rng, first_seed + games)
                    setup(t[0], s)
                clear(mask)
                legal(t[0], s, mask)
                if observation.size:
                    clear(observation)
                    observe(t[0], s, s.player, observation)
                step(t[0], s, pick_legal(mask, generator))
            return games

        return random_play

    @cached_property
    def advance(self) -> Any:
        setup, step, legal, observe, outcome = (
            self._rules.setup,
            self._rules.step,
            self._rules.legal,
            self._rules.observe,
            self._rules.outcome,
        )
        greedy = self.greedy_player.choose

        @kernel
        def assign_seats(seats: Any, players: int, fixed_seat: int, weights: Any, generator: Any) -> None:
            """For a new game: who sits where. `seats[p]` is 0 for the learner, else 1 + the number of an opponent."""
            learner = fixed_seat if fixed_seat >= 0 else random.below(generator, players)
            for p in range(players):
                if p == learner:
                    seats[p] = 0
                    continue
                draw = random.unit(generator) * weights.sum()
                chosen = 0
                while chosen < weights.size - 1 and draw >= weights[chosen]:
                    draw -= weights[chosen]
                    chosen += 1
                seats[p] = 1 + chosen

        @kernel
        def start(t: Any, states: Any, i: int, lanes: Lanes) -> None:
            """Begin the next game of a lane. What is random about it depends on the stream, the lane and the episode alone."""
            lanes.episodes[i] += 1
            if lanes.starts[i] != AS_IT_STANDS:
                lanes.deals[i] = lanes.starts[i]
                if lanes.starts[i] == NEXT_OF_STREAM:
                    lanes.deals[i] = random.numbered(lanes.keys[0], i, lanes.episodes[i])
                copy(states, i, lanes.template, 0)
                random.seed(states[i].rng, lanes.deals[i])
                setup(t, states[i])
            if lanes.rule[0].seat != EVERY_SEAT:
                random.seed(lanes.generators[i], random.numbered(lanes.keys[1], i, lanes.episodes[i]))
                seat = lanes.rule[0].seat if lanes.learners[i] == RANDOM_SEAT else lanes.learners[i]
                assign_seats(lanes.seats[i], states[i].players, seat, lanes.weights, lanes.generators[i])
            lanes.starts[i] = NEXT_OF_STREAM
            lanes.learners[i] = RANDOM_SEAT
            lanes.moved[i] = False

        @kernel
        def finish(t: Any, s: Any, rule: Any, seats: Any, scores: Any, places: Any, returns: Any) -> int:
            """Pay the returns of a game that has just ended; the learner's seat, or -1 when nobody learns."""
            players = s.players
            if s.over == Over.TRUNCATED:
                clear(returns)
            else:
                outcome(t, s, scores, places)
                rewards.pay(rule.reward, rule.margin_scale, players, scores, places, returns)
            for p in range(players):
                if seats[p] == 0:
                    return p
            return -1

        @kernel
        def advance(
            t: Any, states: Any, which: Any, actions: Any, lanes: Lanes, scratch: Any, scratch_masks: Any
        ) -> int:
            """Apply `actions[i]` to each game `i` in `which` (-1: start a new game), then run on to the next decision from outside.

            Players inside (random, greedy) act here. A game that ends is paid and dealt anew. `waiting[i]` becomes -1 when the learner
            must decide, else the number of the opponent whose policy must be asked; either way observation and mask are those of the
            player to move. Returns how many decisions were made. The caller has checked that the actions are legal.
            """
            rule = lanes.rule[0]
            masks, seats, waiting = lanes.masks, lanes.seats, lanes.waiting
            scores = np.zeros(states[0].players, np.float64)
            places = np.zeros(states[0].players, np.int64)
            decisions = 0
            for k in range(which.size):
                i = which[k]
                s = states[i]
                action = actions[i]
                actor = s.player
                if action >= 0 and seats[i, actor] == 0:
                    lanes.moved[i] = True
                while True:
                    if action >= 0:
                        step(t[0], s, action)
                        decisions += 1
                    if action < 0 or s.over != Over.RUNNING:
                        if lanes.moved[i]:
                            learner = finish(t[0], s, rule, seats[i], scores, places, lanes.returns[i])
                            viewer = actor if rule.seat == EVERY_SEAT else learner
                            lanes.reward[i] = lanes.returns[i, viewer]
                            lanes.win[i] = rewards.win_share(s.over, s.players, places, viewer)
                            lanes.ended[i] = s.over
                            lanes.lengths[i] = s.decisions
                            clear(lanes.final_observations[i])
                            observe(t[0], s, viewer, lanes.final_observations[i])
                        start(t[0], states, i, lanes)
                    waiting[i] = seats[i, s.player] - 1
                    if waiting[i] < 0 or lanes.opponents[waiting[i]] == Player.OUTSIDE:
                        break
                    actor = s.player
                    if lanes.opponents[waiting[i]] == Player.GREEDY:
                        action = greedy(t[0], states, i, lanes.generators[i], scratch, scratch_masks)
                    else:
                        clear(masks[i])
                        legal(t[0], s, masks[i])
                        action = pick_legal(masks[i], lanes.generators[i])
                clear(masks[i])
                legal(t[0], s, masks[i])
                clear(lanes.observations[i])
                observe(t[0], s, s.player, lanes.observations[i])
            return decisions

        return advance
