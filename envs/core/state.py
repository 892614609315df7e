"""One game in progress, in OpenSpiel's words: legal_actions, apply, clone, returns, serialize, resample."""

from __future__ import annotations

import hashlib
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.core.checks import check_action, check_kind, check_seat, check_seed
from regolith.envs.core.drive import REFUSED
from regolith.envs.core.errors import GameOver, IllegalAction
from regolith.envs.core.game import Game
from regolith.envs.core.memory import as_bytes
from regolith.envs.core.record import NOBODY, Over
from regolith.envs.core.rewards import MODES, pay

if TYPE_CHECKING:
    from regolith.envs.core.picture import Picture


NO_VIEW = np.zeros(0, np.float32)


class State:
    """A mutable game state. All of it lives in `array`, one record."""

    __slots__ = ("_bytes", "_mask", "_observe", "_player", "_step", "_table", "array", "game")

    def __init__(self, game: Game, array: np.ndarray[Any, Any]) -> None:
        self.game = check_kind("game", game, Game)
        self._table = as_bytes(game.table)
        self._step = game.spec.drivers.try_step
        self._observe = game.spec.drivers.observe
        self._mask = np.empty(game.num_actions, np.int8)
        self._hold(array)
        self.refresh()

    def _hold(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array
        self._bytes = as_bytes(array)

    @property
    def record(self) -> np.record:
        """The state record itself; writing to it is at your own risk (call `refresh` after it)."""
        return self.array[0]

    def refresh(self) -> None:
        """Find the legal actions anew after the record was edited by hand."""
        self._player: int = self.game.spec.drivers.mask(self._table, self._bytes, self._mask)

    @property
    def current_player(self) -> int:
        """The seat to move, -1 after the end."""
        return self._player

    @property
    def is_terminal(self) -> bool:
        """No decision is left: the game has ended by its rules, or was cut off."""
        return self._player == NOBODY

    @property
    def is_truncated(self) -> bool:
        """The game was cut off by a cap on its length, which is nobody's win or loss."""
        return bool(self.array["over"][0] == Over.TRUNCATED)

    @property
    def decisions(self) -> int:
        """Decisions taken so far."""
        return int(self.array["decisions"][0])

    @property
    def kind(self) -> Any:
        """The kind of the pending decision."""
        return self.game.spec.kinds(int(self.array["kind"][0]))

    def legal_actions(self) -> list[int]:
        """Legal actions of the player to move, sorted; empty after the end."""
        return [int(a) for a in self._mask.nonzero()[0]]

    def legal_mask(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """A copy of the legal actions as 0/1."""
        return self._mask.copy()

    def apply(self, action: Any) -> None:
        """Take one decision. An illegal one raises and changes nothing."""
        self._advance(action, NO_VIEW)

    def _advance(self, action: Any, view: np.ndarray[Any, Any]) -> int:
        """Take one decision, write the next mover's observation into `view`, and tell who that is (-1: the game is over).

        Only for code that makes `view` itself: its kind and size are not looked at.
        """
        try:
            number = -1 if action.__class__ is bool else index(action)
            player: int = self._step(self._table, self._bytes, number, self._mask, view)
        except (TypeError, OverflowError):
            player = REFUSED
        if player == REFUSED:
            self._explain(action)
        self._player = player
        return player

    def _explain(self, action: Any) -> None:
        """Raise the error that says what is wrong with an action."""
        number = check_action(action, self.game.num_actions)
        if self.is_terminal:
            raise GameOver("the game is over: deal a new one")
        legal = self.legal_actions()
        shown = ", ".join(f"{a} {self.action_name(a)}" for a in legal[:6])
        more = f" and {len(legal) - 6} more" if len(legal) > 6 else ""
        raise IllegalAction(f"action {number} ({self.action_name(number)}) is not legal now; legal: {shown}{more}")

    def action_name(self, action: int) -> str:
        """What an action means here, in words."""
        return self.game.spec.action_name(self.record, check_action(action, self.game.num_actions))

    def clone(self) -> State:
        """An independent copy."""
        other = object.__new__(State)
        other.game, other._table, other._step, other._observe = self.game, self._table, self._step, self._observe
        other._mask, other._player = self._mask.copy(), self._player
        other._hold(self.array.copy())
        return other

    def __deepcopy__(self, memo: Any) -> State:
        return self.clone()

    def __reduce__(self) -> Any:
        return _rebuild, (self.game, self.serialize())

    def outcome(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Points and places of all seats as the game stands."""
        scores, places = np.zeros(self.game.players), np.zeros(self.game.players, np.int64)
        self.game.spec.drivers.outcome(self.game.table, self.array, scores, places)
        return scores, places

    def scores(self) -> list[float]:
        """Points of each seat as the game stands."""
        return [float(x) for x in self.outcome()[0]]

    def returns(self) -> list[float]:
        """What each seat earned: zero until the end, and zero for a game that was cut off."""
        out = np.zeros(self.game.players)
        if self.is_terminal and not self.is_truncated:
            scores, places = self.outcome()
            mode = MODES[self.game.options.rewards]
            pay(mode, self.game.spec.margin_scale, self.game.players, scores, places, out)
        return [float(x) for x in out]

    def observation(self, seat: int | None = None) -> np.ndarray[Any, np.dtype[np.float32]]:
        """What a seat (by default the player to move) knows, as numbers in [0, 1]; the layout table names them."""
        seat = self._seat(self.current_player if seat is None else seat)
        out = np.empty(self.game.observation_size, np.float32)
        self._observe(self._table, self._bytes, seat, out)
        return out

    def resample(self, seat: int, seed: int) -> State:
        """A copy in which everything this seat cannot see was dealt anew, consistently with all it has seen."""
        viewer, number = self._seat(seat), check_seed(seed)
        other = self.clone()
        self.game.spec.drivers.resample(self.game.table, other.array, viewer, number)
        other.refresh()
        return other

    def evaluate(self, seat: int) -> float:
        """The game's own estimate of how good the position is for a seat."""
        return float(self.game.spec.drivers.evaluate(self.game.table, self.array, self._seat(seat)))

    def serialize(self) -> bytes:
        """The state as bytes, for `game.deserialize`."""
        return self.game.serialize(self.array)

    def digest(self) -> str:
        """A short hash of the whole state."""
        return hashlib.blake2b(self.array.tobytes(), digest_size=8).hexdigest()

    def describe(self, seat: int | None = None) -> str:
        """The board as text: as one seat sees it, or all of it."""
        return self.game.spec.describe(self.record, None if seat is None else self._seat(seat))

    def decision_text(self) -> str:
        """Who must decide what."""
        return self.game.spec.decision_text(self.record)

    def heading(self) -> str:
        """What holds for a while and no decision tells; empty if there is nothing of that kind."""
        return self.game.spec.heading(self.record)

    def news(self, before: np.record | None = None) -> str:
        """What has come to light since a record of this game, or without one what a new game shows; empty if nothing has."""
        return self.game.spec.news(before, self.record)

    def picture(self, seat: int | None = None) -> Picture:
        """The board as a drawing: `.svg()` or `.rgb()`."""
        return self.game.spec.picture(self.record, None if seat is None else self._seat(seat))

    def _seat(self, seat: int) -> int:
        return check_seat(seat, self.game.players)

    def __repr__(self) -> str:
        return f"<State of {self.game.spec.env_id}, {self.decisions} decisions, {self.decision_text()}>"


def _rebuild(game: Game, data: bytes) -> State:
    return game.deserialize(data)
