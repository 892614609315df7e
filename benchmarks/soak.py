"""Long random play with every check on: what must hold of any game, and what a game says must hold of its record.

After every decision, in compiled code: the game's own invariants, somebody is to move, the mask is not empty and holds zeros and
ones, the mover's observation lies in [0, 1], decisions are counted. At sampled positions, from Python: `look_closer`. At the end
of every game: the result makes sense.
"""

from __future__ import annotations

import random as python_random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from regolith.envs.core import rng as random
from regolith.envs.core.errors import IllegalAction
from regolith.envs.core.game import Game, GameSpec
from regolith.envs.core.jit import kernel
from regolith.envs.core.memory import clear
from regolith.envs.core.players import pick_legal
from regolith.envs.core.record import Over
from regolith.envs.core.replay import MOST_DECISIONS, Replay
from regolith.envs.core.state import State

ILLEGAL_TRIED = 8


class Wrong(IntEnum):
    """What the compiled loop can find; numbers of a game's own invariants follow."""

    NOTHING = 0
    NOBODY_TO_MOVE = 1
    NO_LEGAL_ACTION = 2
    MASK_NOT_0_OR_1 = 3
    OBSERVATION_OUT_OF_BOUNDS = 4
    DECISION_NOT_COUNTED = 5
    BROKEN_INVARIANT = 6


@dataclass(frozen=True)
class Finding:
    """Something wrong, and the game up to there."""

    game: Game
    seed: int
    actions: list[int]
    text: str

    def save(self, folder: Path) -> Path:
        options = "-".join(f"{k}_{v}" for k, v in self.game.options.model_dump(exclude_defaults=True).items())
        name = "-".join(part for part in (self.game.spec.name, options, str(self.seed)) if part)
        players = ["random"] * self.game.players
        return Replay.record(self.game, self.seed, self.actions, players).save(folder / f"{name}.rgl")


_loops: dict[str, Any] = {}


def loop_of(spec: GameSpec) -> Any:
    """The compiled loop of a game."""
    if spec.name not in _loops:
        _loops[spec.name] = _make_loop(spec)
    return _loops[spec.name]


def _make_loop(spec: GameSpec) -> Any:
    step, legal, observe = spec.ported.step, spec.ported.legal, spec.ported.observe
    broken = spec.invariants.broken

    @kernel
    def play_on(
        t: Any, states: Any, generator: Any, mask: Any, observation: Any, actions: Any, count: Any, stop: int
    ) -> int:
        """Random play up to so many decisions or to the end; what is wrong. `count[0]` decisions are in `actions`, the last one perhaps
        not carried out if an exception got in between."""
        s = states[0]
        while s.over == Over.RUNNING and count[0] < stop:
            if s.player < 0 or s.player >= s.players:
                return Wrong.NOBODY_TO_MOVE
            clear(mask)
            legal(t[0], s, mask)
            found = 0
            for i in range(mask.size):
                if mask[i] != 0:
                    found += 1
                    if mask[i] != 1:
                        return Wrong.MASK_NOT_0_OR_1
            if found == 0:
                return Wrong.NO_LEGAL_ACTION
            clear(observation)
            observe(t[0], s, s.player, observation)
            for i in range(observation.size):
                if not (observation[i] >= 0.0 and observation[i] <= 1.0):
                    return Wrong.OBSERVATION_OUT_OF_BOUNDS
            before = s.decisions
            actions[count[0]] = pick_legal(mask, generator)
            count[0] += 1
            step(t[0], s, actions[count[0] - 1])
            if s.decisions != before + 1:
                return Wrong.DECISION_NOT_COUNTED
            wrong = broken(t[0], s)
            if wrong != 0:
                return Wrong.BROKEN_INVARIANT + wrong
        return Wrong.NOTHING

    return play_on


def in_words(spec: GameSpec, wrong: int) -> str:
    """What the compiled loop has found."""
    if wrong <= Wrong.BROKEN_INVARIANT:
        return Wrong(wrong).name.lower().replace("_", " ")
    return "broken: " + spec.invariants.names(wrong - Wrong.BROKEN_INVARIANT).name.lower().replace("_", " ")


def soak_game(game: Game, seed: int, sample_every: int, sampled: Callable[[], None]) -> tuple[int, Finding | None]:
    """One random game with all checks on: how many decisions were taken, and what was found first."""
    spec = game.spec
    states, generator = np.zeros(1, spec.dtype), np.zeros(4, np.uint32)
    actions, count = np.zeros(MOST_DECISIONS, np.int64), np.zeros(1, np.int64)
    mask, observation = np.zeros(game.num_actions, np.int8), np.zeros(game.observation_size, np.float32)
    chooser = python_random.Random(seed)
    random.seed(generator, seed)
    spec.drivers.deal(game.table, states, game.template, np.array([seed], np.int64))
    arguments = (game.table, states, generator, mask, observation, actions, count)
    play_on = loop_of(spec)
    play_on(*arguments, 0)  # compiles, so that a mistake in a check is not taken for one in the rules
    text = ""
    carried_out = 0
    while not text and states[0].over == Over.RUNNING:
        if count[0] == MOST_DECISIONS:
            text = f"the game has not ended after {MOST_DECISIONS} decisions"
            break
        stop = min(MOST_DECISIONS, int(count[0]) + chooser.randint(1, 2 * sample_every))
        try:
            wrong = play_on(*arguments, stop)
            carried_out = int(count[0])
        except Exception as problem:
            # The last action, if there is one, may be the one that failed: the game is stored up to it.
            carried_out = max(0, int(count[0]) - 1)
            text = f"after action {actions[carried_out]} at the latest: {problem!r}"
            break
        if wrong:
            text = in_words(spec, wrong)
        elif states[0].over == Over.RUNNING:
            sampled()
            text = next(look_closer(State(game, states.copy()), chooser), "")
        else:
            text = next(check_end(State(game, states.copy())), "")
    finding = Finding(game, seed, actions[:carried_out].tolist(), text) if text else None
    return int(count[0]), finding


def look_closer(state: State, chooser: python_random.Random) -> Iterator[str]:
    """Everything that does not hold of a position: copies, bytes, illegal actions, names, hidden information, results."""
    game, data, legal = state.game, state.array.tobytes(), state.legal_actions()
    for action in chooser.sample(sorted(set(range(game.num_actions)) - set(legal)), ILLEGAL_TRIED):
        try:
            state.apply(action)
            yield f"illegal action {action} was carried out"
        except IllegalAction:
            pass
    copy = state.clone()
    copy.apply(chooser.choice(legal))
    if state.array.tobytes() != data:
        yield "an illegal action, or a decision of a copy, changed the state"
    restored = game.deserialize(state.serialize())
    if restored.array.tobytes() != data or restored.legal_actions() != legal:
        yield "serialized and restored it is another state"
    names = [state.action_name(action) for action in legal]
    if not all(names) or len(set(names)) < len(names):
        yield "two legal actions have one name, or one has none"
    if not state.decision_text() or state.is_truncated or any(state.returns()):
        yield "a running game has a result, or a decision no text"
    for seat in range(game.players):
        yield from _hidden(state, seat, chooser.randrange(2**32))
    if not np.isfinite(state.outcome()[0]).all():
        yield "scores are not finite"


def _hidden(state: State, seat: int, seed: int) -> Iterator[str]:
    """Dealing anew what a seat cannot see must change nothing that it sees, and leave a sound state."""
    other, spec = state.resample(seat, seed), state.game.spec
    if other.observation(seat).tobytes() != state.observation(seat).tobytes():
        yield f"seat {seat} sees something hidden in its observation"
    if other.evaluate(seat) != state.evaluate(seat):
        yield f"the evaluation of seat {seat} knows something hidden"
    if other.current_player != state.current_player:
        yield f"dealt anew for seat {seat}, somebody else is to move"
    elif state.current_player == seat and other.legal_actions() != state.legal_actions():
        yield f"the legal actions of seat {seat} depend on something hidden"
    if wrong := spec.invariants.broken(state.game.table[0], other.record):
        yield f"dealt anew for seat {seat}: " + in_words(spec, Wrong.BROKEN_INVARIANT + wrong)


def check_end(state: State) -> Iterator[str]:
    """Everything that does not hold of a game that has ended."""
    scores, places = state.outcome()
    if not state.is_terminal or state.legal_actions():
        yield "somebody is to move after the end"
    if not np.isfinite(scores).all():
        yield "scores are not finite"
    if state.game.players == 1:
        if places[0] not in (1, 2):
            yield f"a solo game cannot end in place {places[0]}"
        return
    for a, place in enumerate(places):
        if place != 1 + (places < place).sum() or any(
            scores[a] > scores[b] and place > places[b] for b in range(len(places))
        ):
            yield f"places {places.tolist()} do not fit scores {scores.tolist()}"
    if abs(sum(state.returns())) > 1e-9:
        yield "returns do not sum to zero"
