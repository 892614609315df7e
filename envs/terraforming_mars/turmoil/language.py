"""The operations that Turmoil brings, in the words that cards, parties and global events write."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any

from regolith.envs.terraforming_mars.language.card import Need, Requirement
from regolith.envs.terraforming_mars.language.counts import Count, Counted
from regolith.envs.terraforming_mars.language.operation import Branching, Family, Tells, check_family, operation
from regolith.envs.terraforming_mars.language.phrases import amount, branch_text, change, per, some, title, word
from regolith.envs.terraforming_mars.language.steps import Step, steps
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.turmoil.words import Party
from regolith.envs.terraforming_mars.words import MC, CardResource, Track

FIRST, END_OF_FAMILY = int(Family.OF_BOXES) + 28, int(Family.OF_BOXES) + 56


class Turmoil(IntEnum):
    SEND_DELEGATES = FIRST
    """So many of the player's own, all to one party: from the reserve, from the lobby only if the reserve is too small."""
    REMOVE_DELEGATE = 157
    """Anybody's that does not lead a party, back to the reserve."""
    EXCHANGE_DELEGATE = 158
    """A neutral one that does not lead a party for an own one, at a stroke."""
    TAKE_CHAIR = 159
    """From a neutral chairman."""
    EVERYBODY = 160
    """Each player in turn does the branch."""
    RANK = 161
    """Who has most does the first branch, the next the second. Alone one needs so much for each."""
    LOWER_TRACK = 162
    """A track that is not complete; nobody loses rating."""
    REMOVE_OCEAN = 163
    """One that the first player chooses, unless all oceans lie there."""
    ADD_TO_EACH = 164
    """Own cards: those of a kind, or those that hold something already."""
    RATE_LOWEST = 165
    """Everybody with the lowest rating; alone only up to a rating."""
    REVISE_RATINGS = 166
    RESOLVE_EVENT = 167
    RULE = 168
    """The dominant party becomes ruling, and its bonus goes to all."""
    SEAT_CHAIRMAN = 169
    """Delegates of the ruling party and the old chairman go home, its leader takes the chair; dominance moves; the lobby is filled."""
    CHANGE_TIMES = 170
    """The events move on, a new one is revealed; neutral delegates come with them."""
    CONVERT_DELEGATES = 171
    """So many neutral ones of one party for own ones; the leader only with all the others."""


def rank_text(step: Step) -> str:
    """Who gets what, what is compared, and what one needs alone."""
    places = [branch_text(branch) for branch in step.branches]
    got = ", ".join(f"{place}: {does}" for place, does in zip(("most", "second"), places, strict=False))
    needed = (step["alone_first"], step["alone_second"])
    alone = ", ".join(f"with {n}: {does}" for n, does in zip(needed, places, strict=False) if n is not None)
    least = f"; with {step['least']} at least" if step["least"] else ""
    assert isinstance(step.n, Count)
    return f"{got} (1{per(step.n)}{least}); alone {alone}"


def added(step: Step) -> str:
    kind = step["kind"] if step["kind"] is not None else "resources"
    return f"add {amount(step, kind)} to each card that {'holds any' if step['filled'] else 'can hold it'}"


def to_one_party(choice: Any) -> str:
    sent = "a delegate" if choice.n == 1 else f"{choice.n} delegates"
    return f"send {sent} to {choice.party_with_delegates}"


operation(
    Turmoil.SEND_DELEGATES,
    lambda step: "send a delegate" if step.n == 1 else f"send {step.n} delegates to one party",
    asks=Kind.PARTY,
    question=lambda ask: f"choose a party to send {'a delegate' if ask.n == 1 else f'{ask.n} delegates'} to",
    choice=to_one_party,
    worth=lambda total, step, n: total.send_delegates(n),
)
operation(
    Turmoil.REMOVE_DELEGATE,
    "remove a delegate that leads no party",
    counted=False,
    asks=Kind.DELEGATE,
    question="choose a delegate to remove",
    choice="remove {choice.delegate}",
    worth=lambda total, step, n: total.gain(MC, 3.0),
)
operation(
    Turmoil.EXCHANGE_DELEGATE,
    "exchange a neutral delegate for one of yours",
    counted=False,
    asks=Kind.PARTY,
    question="choose a party to exchange a neutral delegate in",
    choice="exchange a neutral delegate in {choice.party_with_delegates}",
    worth=lambda total, step, n: total.send_delegates(1.0),
)
operation(
    Turmoil.CONVERT_DELEGATES,
    lambda step: f"turn {amount(step, 'neutral delegates')} of one party into yours",
    asks=Kind.PARTY,
    question=lambda ask: f"choose a party of which {some(ask.n, 'neutral delegates')} become{'s' * (ask.n == 1)} yours",
    choice=lambda choice: f"turn {some(choice.n, 'neutral delegates')} of {choice.party_with_delegates}",
    worth=lambda total, step, n: total.send_delegates(n),
    tells=Tells.WHOSE_DELEGATES,
)
operation(
    Turmoil.TAKE_CHAIR,
    "take the chair from the neutral chairman",
    counted=False,
    worth=lambda total, step, n: total.send_delegates(2.0),
)
operation(
    Turmoil.EVERYBODY,
    lambda step: f"everybody: {branch_text(step.branches[0])}",
    counted=False,
    branches=(1, 1),
    branching=Branching.EVERYBODY,
)
operation(
    Turmoil.RANK,
    rank_text,
    {"least": int, "alone_first": int, "alone_second": int | None, "second_anyway": bool},
    branches=(1, 2),
    branching=Branching.RANK,
)
operation(Turmoil.LOWER_TRACK, lambda step: f"lower {word(step['track'])} {amount(step, 'steps')}", {"track": Track})
operation(
    Turmoil.REMOVE_OCEAN,
    "remove an ocean",
    counted=False,
    asks=Kind.SPACE,
    question="choose an ocean to remove",
)
operation(Turmoil.ADD_TO_EACH, added, {"kind": CardResource | None, "filled": bool})
operation(
    Turmoil.RATE_LOWEST,
    lambda step: f"lowest TR: TR {change(step)} (alone only with TR {step['alone_most']} or less)",
    {"alone_most": int},
)
for _inner in (
    Turmoil.REVISE_RATINGS,
    Turmoil.RESOLVE_EVENT,
    Turmoil.RULE,
    Turmoil.SEAT_CHAIRMAN,
    Turmoil.CHANGE_TIMES,
):
    operation(_inner, counted=False)
check_family(Turmoil, FIRST, END_OF_FAMILY)


def send_delegates(n: int = 1) -> Step:
    return Step(Turmoil.SEND_DELEGATES, n)


def remove_delegate() -> Step:
    return Step(Turmoil.REMOVE_DELEGATE)


def exchange_delegate() -> Step:
    return Step(Turmoil.EXCHANGE_DELEGATE)


def convert_delegates(n: int) -> Step:
    return Step(Turmoil.CONVERT_DELEGATES, n)


def take_chair() -> Step:
    return Step(Turmoil.TAKE_CHAIR)


def everybody(does: Step | Iterable[Step]) -> Step:
    return Step(Turmoil.EVERYBODY, branches=(steps(does),))


def rank(
    score: Count,
    first: Step | Iterable[Step],
    second: Step | Iterable[Step],
    *,
    least: int = 0,
    alone_first: int,
    alone_second: int | None = None,
    second_anyway: bool = False,
) -> Step:
    """By the score of each player, which must be at least so much. `second_anyway`: there is a second place also if the first is shared."""
    return Step(Turmoil.RANK, score, (least, alone_first, alone_second, second_anyway), (steps(first), steps(second)))


def lower_track(track: Track, n: int) -> Step:
    return Step(Turmoil.LOWER_TRACK, n, (track,))


def remove_ocean() -> Step:
    return Step(Turmoil.REMOVE_OCEAN)


def add_to_each(kind: CardResource | None = None) -> Step:
    """To each own card that can hold that kind, or to each that holds anything."""
    return Step(Turmoil.ADD_TO_EACH, 1, (kind, kind is None))


def rate_lowest(n: int, *, alone_most: int) -> Step:
    return Step(Turmoil.RATE_LOWEST, n, (alone_most,))


def turmoil_phase() -> tuple[Step, ...]:
    """In the order of the rulebook."""
    return tuple(
        Step(op)
        for op in (
            Turmoil.REVISE_RATINGS,
            Turmoil.RESOLVE_EVENT,
            Turmoil.RULE,
            Turmoil.SEAT_CHAIRMAN,
            Turmoil.CHANGE_TIMES,
        )
    )


def party(of: Party) -> Requirement:
    """That party rules, or the player has two delegates there."""
    return Requirement(Need.PARTY, 1, what=of)


def party_name(of: Any) -> str:
    return title(Party(of))


def each_influence(each: int = 1) -> Count:
    return Count(Counted.FIXED, each=each, influence=1)
