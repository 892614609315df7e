"""Every way in which something that happens can end: a walk over all decisions of all players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from typing import Any

import numpy as np

from regolith.envs.terraforming_mars.actions import ACTIONS, AMOUNT, CARD, answer_of, legal
from regolith.envs.terraforming_mars.machine.allowed import may_play
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED
from regolith.envs.terraforming_mars.rooms import END, FIRST_CORPORATION
from regolith.envs.terraforming_mars.rules.price import price
from regolith.envs.terraforming_mars.state import Frame, Kind, Lies
from regolith.envs.terraforming_mars.words import Resource
from tests.terraforming_mars.operations import Op, playable

from .difference import Difference, Outcome, compare, key
from .underground import Order, drawn_in_order, sort_found

MOST_PATHS = 100_000


def leaves(
    t: Any,
    start: Any,
    only: set[int] | None = None,
    pile: Order = (),
    other_choices: Callable[[Any, Any], None] | None = None,
) -> Iterator[Any]:
    """The ends of an effect that lies on the stack. Payments are made with MC; paths that cannot are dropped. Of heat every split counts.

    With `only` nothing but those actions (such as spaces) is chosen wherever one of them is possible; a `pile` yields its tokens in that
    order; `other_choices` may put other choices in place of those of our rules.
    """
    todo, seen = [(start, run_on(t, start, NOT_ASKED, pile))], set()
    mask = np.zeros(ACTIONS.size, np.int8)
    while todo:
        state, left = todo.pop()
        s, kind = state[0], state["kind"][0]
        if kind == Kind.NOTHING:
            yield state
            continue
        if other_choices is not None:
            other_choices(t, s)
        mask[:] = 0
        legal(t, s, mask)
        actions = np.nonzero(mask)[0].tolist()
        row = s.stack[s.depth - 1, Frame.ROW]
        if kind == Kind.PAYMENT and t.op[row] != Op.PAY_HEAT:
            actions = [AMOUNT] if AMOUNT in actions else []
        elif kind == Kind.CARD and t.op[row] == Op.PLAY_CARD:
            discount = t.a[row]
            actions = [action for action in actions if in_mc(t, s, s.player, action - CARD, discount)]
        elif only is not None:
            actions = [action for action in actions if action in only] or actions
        for action in actions:
            after = state.copy()
            still = run_on(t, after, answer_of(after[0], action), left)
            forget_the_way(after)
            data = blake2b(after.tobytes() + bytes(still), digest_size=16).digest()
            if data not in seen:
                seen.add(data)
                todo.append((after, still))
        if len(seen) > MOST_PATHS:
            raise OverflowError("too many paths")


def run_on(t: Any, record: Any, answer: int, order: Order) -> Order:
    """Go on to the next decision, with tokens drawn in that order if there is one; what is left of it."""
    if order:
        return drawn_in_order(record, order, lambda s: run(t, s, answer))
    run(t, record[0], answer)
    return order


def at_least(at: str, n: int, ends: Iterable[Outcome]) -> list[Difference]:
    """A set that was too large to store: only its size is known, and only from below."""
    different: set[str] = set()
    for end in ends:
        different.add(key(end))
        if len(different) >= n:
            return []
    return compare(at, [{"at least": n}], [{"at least": len(different)}])


def in_mc(t: Any, s: Any, player: int, card: int, discount: int) -> bool:
    """Whether a card that an effect lets the player play can be paid with MC alone."""
    return bool(price(t, s, player, card, discount) <= s.stock[player, Resource.MC])


def playable_in_mc(t: Any, s: Any, player: int, card: int) -> bool:
    """Whether what a card does can be carried out with MC alone, the play of another card that it asks for included."""
    row = t.on_play[card]
    while t.op[row] != END:
        if t.op[row] == Op.PLAY_CARD:
            projects = np.arange(FIRST_CORPORATION)
            hand = projects[(s.lies[projects] == Lies.IN_HAND) & (s.owner[projects] == player)]
            if not any(
                may_play(t, s, player, other, t.a[row], t.b[row] != 0) and in_mc(t, s, player, other, t.a[row])
                for other in hand
            ):
                return False
        row += 1
    return bool(playable(t, s, player, card))


def forget_the_way(record: Any) -> None:
    """What says only how a record was reached, so that equal records are equal."""
    record["decisions"] = 0
    sort_found(record)
    for used, field in (("choices", "choice"), ("depth", "stack"), ("looked_at", "look")):
        record[field][0, record[used][0] :] = 0
