"""The state of any game: legal actions, copies, bytes, hidden information, results."""

from __future__ import annotations

import itertools
import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from conftest import finished, midgame, play_on, positions, random_game

from regolith import envs
from regolith.envs.core.errors import GameOver, IllegalAction, InvalidAction, InvalidState
from regolith.envs.core.game import Game
from regolith.envs.core.record import NOBODY, UNUSED, Over, record_of
from regolith.envs.core.rewards import MODES
from regolith.envs.core.state import State


def raw(state: State) -> bytes:
    return state.array.tobytes()


def without_generator(state: State) -> bytes:
    """The bytes of a state but those of its random generator."""
    copy = state.array.copy()
    copy["rng"] = 0
    return copy.tobytes()


def numbers(state: State, seat: int) -> dict[str, Any]:
    """What a seat's program is given."""
    return {
        "to move": state.current_player,
        "decisions": state.decisions,
        "kind": state.kind if state.current_player == seat else None,
        "observation": state.observation(seat).tobytes(),
        "mask": state.legal_mask().tobytes() if state.current_player == seat else b"",
        "evaluation": state.evaluate(seat),
    }


def words(state: State, seat: int) -> dict[str, Any]:
    """What a person in the seat reads."""
    mine = state.current_player == seat
    return {
        "names": [state.action_name(action) for action in state.legal_actions()] if mine else [],
        "decision": state.decision_text() if mine else "",
        "board": state.describe(seat),
    }


# --- legal actions


def test_every_legal_action_applies(game: Game) -> None:
    for state in positions(game, 30):
        before = raw(state)
        legal = state.legal_actions()
        assert legal
        for action in legal:
            other = state.clone()
            other.apply(action)
            assert other.decisions == state.decisions + 1
            assert raw(other) != before
        assert raw(state) == before


def test_every_other_action_is_refused_and_changes_nothing(game: Game, long: bool) -> None:
    for state in positions(game, 12 if long else 4):
        before, mask = raw(state), state.legal_mask()
        for action in set(range(game.num_actions)) - set(state.legal_actions()):
            with pytest.raises(IllegalAction, match=f"action {action} ") as caught:
                state.apply(action)
            assert "\n" not in str(caught.value)
        assert raw(state) == before
        assert (state.legal_mask() == mask).all()


def test_mask_is_zeros_and_ones_and_matches_the_record(game: Game) -> None:
    for state in random_game(game, 1):
        mask = state.legal_mask()
        assert mask.dtype == np.int8
        assert mask.shape == (game.num_actions,)
        assert set(np.unique(mask)) <= {0, 1}
        assert state.legal_actions() == np.flatnonzero(mask).tolist()
        assert bool(state.legal_actions()) != state.is_terminal
        renewed = state.clone()
        renewed.refresh()
        assert (renewed.legal_mask() == mask).all()
        assert renewed.current_player == state.current_player


def test_legal_mask_is_a_copy(game: Game) -> None:
    state = game.new(0)
    legal = state.legal_actions()
    state.legal_mask()[:] = 1
    assert state.legal_actions() == legal


@pytest.mark.parametrize(
    "action",
    [True, False, np.True_, 1.0, np.float64(0), "0", None, [0], -1, 10**6, 2**31, 2**63, 2**70, -(2**70)],
    ids=repr,
)
def test_what_is_no_action_is_refused_and_changes_nothing(name: str, action: Any) -> None:
    state = envs.game(name).new(0)
    before = raw(state)
    with pytest.raises(InvalidAction, match=r"an action is an integer from 0 to \d+, not") as caught:
        state.apply(action)
    assert "\n" not in str(caught.value)
    assert raw(state) == before


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64])
def test_numpy_integers_are_actions(name: str, kind: Any) -> None:
    state, other = envs.game(name).new(0), envs.game(name).new(0)
    action = state.legal_actions()[0]
    if action > np.iinfo(kind).max:
        kind = np.int16
    state.apply(action)
    other.apply(kind(action))
    assert raw(state) == raw(other)


def test_no_decision_after_the_end(game: Game) -> None:
    state = finished(game, 0)
    before = raw(state)
    assert state.is_terminal
    assert state.current_player == NOBODY
    assert state.legal_actions() == []
    assert not state.legal_mask().any()
    for action in range(0, game.num_actions, 7):
        with pytest.raises(GameOver):
            state.apply(action)
    assert raw(state) == before


def test_seats_that_do_not_exist(game: Game) -> None:
    state = game.new(0)
    for seat in (-1, game.players):
        with pytest.raises(ValueError, match=f"seat {seat} does not exist"):
            state.observation(seat)
        with pytest.raises(ValueError, match=f"seat {seat} does not exist"):
            state.resample(seat, 0)
        with pytest.raises(ValueError, match=f"seat {seat} does not exist"):
            state.evaluate(seat)


# --- copies and bytes


def test_clone_is_independent(game: Game) -> None:
    state = midgame(game)
    before, legal = raw(state), state.legal_actions()
    copy = state.clone()
    assert raw(copy) == before
    digests = play_on(copy)
    assert raw(state) == before
    assert state.legal_actions() == legal
    assert not state.is_terminal
    assert play_on(state) == digests


def test_serialized_state_continues_identically(game: Game) -> None:
    for state in positions(game, 6):
        copy = game.deserialize(state.serialize())
        assert raw(copy) == raw(state)
        assert copy.legal_actions() == state.legal_actions()
        assert play_on(copy) == play_on(state)
    end = finished(game, 0)
    assert game.deserialize(end.serialize()).is_terminal


def test_foreign_bytes_are_no_state(game: Game) -> None:
    data = midgame(game).serialize()
    head = len(data) - game.spec.dtype.itemsize
    wrong: list[Any] = [
        b"",
        data[:-1],
        data[1:],
        data + b"\0",
        b"\0" * len(data),
        data[head:],
        data.hex(),
        None,
        list(data),
    ]
    wrong += [bytes([*data[:i], data[i] ^ 1, *data[i + 1 :]]) for i in range(head)]
    for bad in wrong:
        with pytest.raises(InvalidState) as caught:
            game.deserialize(bad)
        assert "\n" not in str(caught.value)


def test_bytes_of_other_options_are_no_state(name: str) -> None:
    games = {envs.game(name, **options) for options in envs.spec(name).option_sets}
    assert len(games) == len(envs.spec(name).option_sets)
    for one in games:
        for other in games - {one}:
            with pytest.raises(InvalidState):
                other.deserialize(one.new(0).serialize())


def test_pickled_state_and_game(game: Game) -> None:
    assert pickle.loads(pickle.dumps(game)) == game
    assert hash(pickle.loads(pickle.dumps(game))) == hash(game)
    state = midgame(game)
    copy = pickle.loads(pickle.dumps(state))
    assert copy.game == game
    assert raw(copy) == raw(state)
    digests = play_on(copy)
    assert digests == play_on(state)


def test_every_byte_of_a_record_belongs_to_a_field(name: str) -> None:
    """What lies between fields is not copied: two copies of one state would differ in their bytes."""
    assert sum(envs.spec(name).dtype[field].itemsize for field in envs.spec(name).dtype.names) == (
        envs.spec(name).dtype.itemsize
    )


def test_gaps_of_a_record_are_filled() -> None:
    dtype = record_of([("small", "i1", UNUSED), ("wide", "<i4", UNUSED), ("last", "<i2", UNUSED)]).dtype
    assert sum(dtype[field].itemsize for field in dtype.names) == dtype.itemsize
    assert dtype.fields["wide"][1] % 4 == 0
    assert dtype.itemsize % 4 == 0


def test_digest_tells_states_apart(game: Game) -> None:
    digests = [state.digest() for state in random_game(game, 0)]
    assert len(set(digests)) == len(digests)
    assert digests == [state.digest() for state in random_game(game, 0)]


# --- deals


def test_deal_depends_on_seed_and_options_alone(game: Game) -> None:
    random.seed(1)
    np.random.seed(1)
    deals = [raw(game.new(seed)) for seed in range(100)]
    finished(game, 3)
    random.seed(2)
    np.random.seed(2)
    again = game.spec.bind(**game.options.model_dump())
    assert deals == [raw(again.new(seed)) for seed in range(100)]
    assert len({without_generator(game.new(seed)) for seed in range(100)}) > 10


def test_deal_is_the_same_for_every_reward_mode(game: Game) -> None:
    for mode in MODES:
        other = game.spec.bind(**{**game.options.model_dump(), "rewards": mode})
        assert [raw(other.new(seed)) for seed in range(10)] == [raw(game.new(seed)) for seed in range(10)]


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, "1", None, True], ids=repr)
def test_what_is_no_seed(name: str, seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is an integer"):
        envs.game(name).new(seed)
    with pytest.raises(ValueError, match="a seed is an integer"):
        envs.game(name).new(0).resample(0, seed)


@pytest.mark.parametrize("seed", [0, np.int64(7), 2**32, 2**63 - 1])
def test_largest_and_smallest_seeds(name: str, seed: Any) -> None:
    assert envs.game(name).new(seed).legal_actions()


# --- observation and hidden information


def test_observation_is_finite_and_in_its_box(game: Game) -> None:
    for seed in range(3):
        for state in random_game(game, seed):
            for seat in range(game.players):
                seen = state.observation(seat)
                assert seen.dtype == np.float32
                assert seen.shape == (game.observation_size,)
                assert np.isfinite(seen).all()
                wrong = [game.spec.observation.at(int(i))[0].name for i in np.flatnonzero((seen < 0) | (seen > 1))]
                assert not wrong, f"out of [0, 1]: {wrong}"


def test_observation_is_of_the_player_to_move_by_default(game: Game) -> None:
    for state in positions(game, 12):
        assert (state.observation() == state.observation(state.current_player)).all()


def test_observing_changes_nothing(game: Game) -> None:
    state = midgame(game)
    before = raw(state)
    for seat in range(game.players):
        numbers(state, seat)
        words(state, seat)
        state.resample(seat, 1)
        state.picture(seat).svg()
    state.describe()
    state.decision_text()
    state.scores()
    state.returns()
    facts = game.spec.facts(state.record)
    assert facts
    assert all(facts.keys().isdisjoint(game.spec.seat_facts(state.record, seat)) for seat in range(game.players))
    assert repr(state)
    assert raw(state) == before


def seats_of(game: Game, seeds: range, every: int) -> Iterator[tuple[State, int]]:
    """Every so many positions of some random games, from each seat."""
    for seed in seeds:
        for count, state in enumerate(random_game(game, seed)):
            if count % every == 0:
                for seat in range(game.players):
                    yield state, seat


def test_a_seat_sees_nothing_that_resampling_changes(game: Game) -> None:
    for state, seat in seats_of(game, range(5), every=1):
        seen = numbers(state, seat)
        for seed in range(5):
            assert numbers(state.resample(seat, seed), seat) == seen


def test_a_seat_reads_nothing_that_resampling_changes(game: Game, long: bool) -> None:
    for state, seat in seats_of(game, range(2), every=7 if long else 37):
        read = words(state, seat)
        for seed in range(3):
            assert words(state.resample(seat, seed), seat) == read


def test_picture_of_a_seat_shows_nothing_that_resampling_changes(game: Game) -> None:
    for state, seat in seats_of(game, range(1), every=31):
        shown = state.picture(seat).svg()
        for seed in range(2):
            assert state.resample(seat, seed).picture(seat).svg() == shown


def test_resampling_uses_only_what_the_seat_sees(game: Game) -> None:
    """Two states that differ in hidden things alone give the same states when their hidden things are dealt anew."""
    for state, seat in seats_of(game, range(2), every=3):
        wanted = raw(state.resample(seat, 99))
        for seed in range(3):
            other = state.resample(seat, seed)
            assert raw(other.resample(seat, 99)) == wanted


def test_resampling_changes_something_hidden(game: Game) -> None:
    for seat in range(game.players):
        changed = {
            without_generator(state.resample(seat, seed)) != without_generator(state)
            for state in random_game(game, 0)
            for seed in range(3)
        }
        assert True in changed, f"nothing is hidden from seat {seat} in a whole game"


def test_resampled_deals_differ_from_each_other(game: Game) -> None:
    """At the start, when most is hidden, a dozen seeds give at least a few different deals."""
    assert len({without_generator(game.new(0).resample(0, seed)) for seed in range(12)}) > 3


def test_resampled_states_play_to_the_end(game: Game) -> None:
    for state in positions(game, 12):
        before = raw(state)
        for seat in range(game.players):
            other = state.resample(seat, 5)
            play_on(other)
            assert other.is_terminal
        assert raw(state) == before


# --- the end and the results


def test_every_game_ends(game: Game) -> None:
    for seed in range(20):
        state = finished(game, seed)
        assert state.array["over"][0] in (Over.FINISHED, Over.TRUNCATED)
        assert state.is_truncated == (state.array["over"][0] == Over.TRUNCATED)
        assert state.decisions > 0


def test_decisions_are_counted_and_have_a_kind(game: Game) -> None:
    for count, state in enumerate(random_game(game, 2)):
        assert state.decisions == count
        if not state.is_terminal:
            assert state.kind in game.spec.kinds
            assert 0 <= state.current_player < game.players
            assert state.decision_text()
            assert "\n" not in state.decision_text()


def test_returns_are_zero_before_the_end(game: Game) -> None:
    for state in random_game(game, 0):
        if not state.is_terminal:
            assert state.returns() == [0.0] * game.players


@pytest.mark.parametrize("mode", list(MODES))
def test_returns_sum_to_zero(game: Game, mode: str) -> None:
    bound = game.spec.bind(**{**game.options.model_dump(), "rewards": mode})
    paid = False
    for seed in range(10):
        state = finished(bound, seed)
        returns = state.returns()
        assert len(returns) == bound.players
        assert all(type(value) is float for value in returns)
        if state.is_truncated:
            assert returns == [0.0] * bound.players
            continue
        paid |= any(returns)
        if bound.players > 1:
            assert sum(returns) == pytest.approx(0.0)
            _, places = state.outcome()
            assert places.min() == 1
            assert returns[int(places.argmin())] == max(returns) or mode == "margin"
        elif mode != "margin":
            assert returns[0] in (1.0, -1.0)
    assert paid or finished(bound, 0).is_truncated


def test_a_game_cut_off_pays_nobody(game: Game) -> None:
    state = finished(game, 0)
    state.array["over"] = Over.TRUNCATED
    assert state.is_truncated
    assert state.is_terminal
    assert state.returns() == [0.0] * game.players


def test_scores_and_places_agree(game: Game) -> None:
    for state in [finished(game, seed) for seed in range(10)]:
        scores, places = state.outcome()
        assert state.scores() == scores.tolist()
        if game.players > 1:
            for a in range(game.players):
                for b in range(game.players):
                    assert scores[a] <= scores[b] or places[a] <= places[b]
            for place in places:
                assert place == 1 + (places < place).sum()
        else:
            assert places[0] in (1, 2)


# --- tables


@pytest.mark.parametrize("table", ["actions", "observation"])
def test_layout_pieces_follow_each_other(name: str, table: str) -> None:
    layout = getattr(envs.spec(name), table)
    pieces = list(layout)
    assert pieces
    assert pieces[0].start == 0
    for piece, following in itertools.pairwise(pieces):
        assert piece.stop == following.start
    assert pieces[-1].stop == layout.size
    assert len({piece.name for piece in pieces}) == len(pieces)
    for piece in pieces:
        assert piece.size > 0
        assert piece.meaning
        assert layout[piece.name] is piece
        assert layout.at(piece.start) == (piece, 0)
        assert layout.at(piece.stop - 1) == (piece, piece.size - 1)
        assert f"| {piece.name} |" in layout.markdown()
    for index in (-1, layout.size):
        with pytest.raises(IndexError):
            layout.at(index)


def test_legal_actions_have_names_of_their_own(game: Game) -> None:
    for state in positions(game, 30):
        names = [state.action_name(action) for action in state.legal_actions()]
        assert all(names)
        assert len(set(names)) == len(names), f"two legal actions with one name: {sorted(names)}"
        assert not any("\n" in text for text in names)
    assert all(state.action_name(action) for action in range(game.num_actions))


def test_every_piece_of_the_observation_is_used(name: str) -> None:
    """An entry that is always zero is no harm, but a whole piece that never says anything is a mistake, unless it is reserved."""
    spec = envs.spec(name)
    highest = np.zeros(spec.observation.size, np.float32)
    for options in spec.option_sets:
        bound = spec.bind(**options)
        for seed in range(8):
            for state in random_game(bound, seed):
                np.maximum(highest, state.observation(0), out=highest)
    silent = [piece.name for piece in spec.observation if not highest[piece.start : piece.stop].any()]
    assert silent == [piece.name for piece in spec.observation if piece.reserved]


def test_every_block_of_actions_is_met_in_random_play(name: str) -> None:
    spec = envs.spec(name)
    met = np.zeros(spec.actions.size, np.bool_)
    for options in spec.option_sets:
        for seed in range(15):
            for state in random_game(spec.bind(**options), seed):
                met |= state.legal_mask().astype(bool)
    unused = [piece.name for piece in spec.actions if not met[piece.start : piece.stop].any()]
    assert unused == [piece.name for piece in spec.actions if piece.reserved]


def test_numbering_is_the_same_for_all_options(name: str) -> None:
    spec = envs.spec(name)
    games = [spec.bind(**options) for options in spec.option_sets]
    assert {bound.num_actions for bound in games} == {spec.actions.size}
    assert {bound.observation_size for bound in games} == {spec.observation.size}
    assert {bound.new(0).observation(0).size for bound in games} == {spec.observation.size}
    assert len(spec.seat_names) >= max(bound.players for bound in games)
