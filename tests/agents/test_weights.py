"""Greedy players with weights of their own: `greedy:weights=FILE` and `greedy:without=BOX`."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import positions

from regolith import envs
from regolith.agents import Agent, make_agent, opponent
from regolith.agents.kernel_players import GreedyAgent
from regolith.benchmarks.arena import Tournament, hold
from regolith.benchmarks.solo import measure
from regolith.envs.core.errors import AgentSpecError
from regolith.envs.core.game import Game
from regolith.envs.core.record import PORTS_FIELD
from regolith.envs.core.replay import Replay
from regolith.envs.core.seat import SeatEnv
from regolith.envs.core.weights import Place, Places, Weights, grouped, with_numbers
from regolith.envs.terraforming_mars.options import MarsOptions
from regolith.envs.terraforming_mars.player.tuning import OF_BOX
from regolith.envs.terraforming_mars.player.weights import LENGTH, PACE, SOLO_STEP, WEIGHTS, Weight
from regolith.envs.terror_below import weights as terror_weights
from regolith.envs.tinyforming_mars import weights as tiny_weights

from .match import ask, play

NAME = "terraforming_mars"
SHORT = {"max_generations": 4}
"""Games in which players of other weights soon do other things."""
ODD = "last_mc = 1\nkeep = -2.5\nothers = 0\n"
OTHER = "card_drawn = 40\njunk = 20\n"
Write = Callable[..., str]


@pytest.fixture(scope="module")
def mars() -> Game:
    return envs.game(NAME, **SHORT)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file of weights and gives the agent that plays with it."""

    def write(text: str | bytes, name: str = "weights.toml") -> str:
        (tmp_path / name).write_bytes(text.encode() if isinstance(text, str) else text)
        return f"greedy:weights={tmp_path / name}"

    return write


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two boxes that have weights."""
    monkeypatch.setitem(OF_BOX, "prelude", (Weight.CARD_DRAWN, Weight.KEEP))
    monkeypatch.setitem(OF_BOX, "venus", (Weight.OTHERS,))


def weights_of(game: Game) -> Weights:
    assert game.spec.weights is not None
    return game.spec.weights


def every_place(places: Places) -> Iterator[Place]:
    for place in places.values():
        if isinstance(place, Place):
            yield place
        else:
            yield from place.values()


def ends(game: Game, *agents: Agent, deals: int = 3) -> list[str]:
    """Digests of the ends of games, with the same generators whoever plays."""
    return [end.digest() for end in play(game, [agents] * deals, range(deals))]


def played_by(agent: Agent, game: Game) -> np.ndarray[Any, Any]:
    """The table that it plays with."""
    ask(agent, game.new(0), 0)
    return agent._table(game)  # type: ignore[attr-defined]


def refused(spec: str, game: Game, *words: str) -> None:
    with pytest.raises(AgentSpecError) as caught:
        make_agent(spec).check(game)
    assert [word for word in words if word not in str(caught.value)] == []
    assert "\n" not in str(caught.value)


# --- files


def test_every_number_of_the_evaluation_can_be_written(mars: Game, write: Write) -> None:
    """By its name; in the table it gets to where the evaluation looks for it."""
    small = {
        Weight.GROWTH: 0.25,
        Weight.SOLO_GROWTH: 0.3,
        Weight.EARLY_GROWTH: 0.35,
        Weight.CLOCK: 0.4,
        Weight.IDLE: 0.45,
    }
    wanted = [small.get(weight, i + 2.0) for i, weight in enumerate(Weight)]
    text = "".join(f"{weight.name.lower()} = {wanted[weight]}\n" for weight in Weight)
    text += "[length]\n2 = 52\n3 = 53\n4 = 54\n5 = 55\n"
    text += "[pace]\ntemperature = 61\noxygen = 62\noceans = 63\nvenus_scale = 64\n"
    text += "[solo_step]\ntemperature = 71\noxygen = 72\noceans = 73\nvenus_scale = 74\n"
    table = played_by(make_agent(write(text)), mars)[0]
    assert table.weight.tolist() == wanted
    assert table.length.tolist() == [0, LENGTH[1], 52, 53, 54, 55]
    assert table.pace.tolist() == [61, 62, 63, 64]
    assert table.solo_step.tolist() == [71, 72, 73, 74]


def test_what_is_not_written_stays_and_the_game_is_not_touched(mars: Game, write: Write) -> None:
    before = mars.table.tobytes()
    table = played_by(make_agent(write("heat = 7\npace.oxygen = 3\nlength = {3 = 4}\n[solo_step]\n")), mars)
    assert table[0].weight.tolist() == [7.0 if w is Weight.HEAT else WEIGHTS[w] for w in Weight]
    assert table[0].pace.tolist() == [PACE[0], 3.0, *PACE[2:]]
    assert table[0].solo_step.tolist() == list(SOLO_STEP)
    assert table[0].length.tolist() == [0, LENGTH[1], LENGTH[2], 4, LENGTH[4], LENGTH[5]]
    for field in mars.table.dtype.names or ():
        same = (table[field] == mars.table[field]).all()
        assert same == (field not in ("weight", "pace", "length")), field
    assert mars.table.tobytes() == before
    assert make_agent("greedy")._table(mars) is mars.table  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("lost_mc = 1", ["there is no weight 'lost_mc'", "last_mc, growth, ", "solo_step"]),
        ("LAST_MC = 1", ["there is no weight 'LAST_MC'"]),
        ('"pace.oxygen" = 1', ["there is no weight 'pace.oxygen'"]),
        ("pace.water = 1", ["there is no weight 'pace.water'", "pace.temperature, pace.oxygen"]),
        ("[length]\n1 = 3", ["there is no weight 'length.1'", "length.2, length.3"]),
        ("[paces]", ["there is no weight 'paces'"]),
        ("pace = [1, 1, 1, 1]", ["pace is a group of numbers (pace.temperature, "]),
        ("pace = 1", ["pace is a group of numbers"]),
        ("pace.oxygen = {steps = 1}", ["pace.oxygen must lie between"]),
        ("keep = '1'", ["keep must lie between -1000 and 1000, not '1'"]),
        ("keep = true", ["keep must lie between", "not True"]),
        ("keep = [1]", ["keep must lie between"]),
        ("keep = 2024-01-01", ["keep must lie between"]),
        ("keep = nan", ["keep must lie between", "nan"]),
        ("keep = inf", ["keep must lie between", "inf"]),
        ("keep = -inf", ["keep must lie between"]),
        ("keep = 1e300", ["keep must lie between"]),
        ("keep = 1" + 400 * "0", ["keep must lie between"]),
        ("last_mc = 0", ["last_mc must lie between 0.0001 and 100"]),
        ("growth = 1", ["growth must lie between -0.5 and 0.5"]),
        ("keep = 1\nkeep = 2", ["no TOML"]),
        ("keep", ["no TOML"]),
        ("import os", ["no TOML"]),
        (b"\xff\xfe", ["no TOML"]),
        ("keep = " + 4000 * "[" + 4000 * "]", ["lists within lists"]),
        ("#" + (8 << 10) * "x", ["larger than"]),
    ],
    ids=lambda value: str(value)[:30] if isinstance(value, (str, bytes)) else "",
)
def test_files_that_are_no_weights(mars: Game, write: Write, text: str | bytes, words: list[str]) -> None:
    refused(write(text), mars, "weights.toml", *words)


def test_a_file_that_cannot_be_read(mars: Game, tmp_path: Path) -> None:
    refused(f"greedy:weights={tmp_path / 'missing.toml'}", mars, "missing.toml", "No such file")
    refused(f"greedy:weights={tmp_path}", mars, str(tmp_path), "not a regular file")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("greedy:weights=", "weights must be a name"),
        ("greedy:without=", "without must be a name"),
        ("greedy:without=prelude+", "without=BOX+BOX"),
        ("greedy:weights=a,b.toml", "does not understand 'b.toml'; it takes weights=..., without=... (a comma begins"),
        ("greedy:weight=a.toml", "it takes weights=..., without=..."),
        ("greedy:without=a,without=b", "without is given twice"),
    ],
)
def test_specs_that_cannot_be_understood(mars: Game, spec: str, words: str) -> None:
    refused(spec, mars, words)


def test_names_of_files_may_have_colons_and_equals_signs(mars: Game, write: Write) -> None:
    agent = make_agent(write(ODD, "a:b=c d.toml"))
    assert agent.name.endswith("a:b=c d.toml")
    assert make_agent(agent.name).name == agent.name
    assert played_by(agent, mars)[0].weight[Weight.KEEP] == -2.5


def test_games_without_weights_say_so(write: Write) -> None:
    """All games have some; this one has lost them."""
    game = envs.game("tinyforming_mars")
    game = Game(dataclasses.replace(game.spec, weights=None), game.options)
    for spec in (write(""), "greedy:without=venus"):
        refused(spec, game, "cannot play tinyforming_mars", "no weights to change")
        with pytest.raises(AgentSpecError, match="no weights to change"):
            ask(make_agent(spec), game.new(0), 0)
    make_agent("greedy").check(game)


# --- the other games


SMALL = {"tinyforming_mars": tiny_weights, "terror_below": terror_weights}


@pytest.mark.parametrize("name", SMALL)
def test_every_weight_of_the_small_games_can_be_written(name: str, write: Write) -> None:
    words = SMALL[name]
    numbers = {
        weight: (place.least + 3 * place.most) / 4 for weight, place in weights_of(envs.game(name)).by_name().items()
    }
    table = played_by(
        make_agent(write("".join(f"{weight} = {n!r}\n" for weight, n in numbers.items()))), envs.game(name)
    )
    assert table[0].weight.tolist() == list(numbers.values())
    assert list(numbers) == [weight.name.lower() for weight in words.Weight]
    assert envs.game(name).table[0].weight.tolist() == [words.WEIGHTS[weight] for weight in words.Weight]
    refused(write("luck = 1"), envs.game(name), "there is no weight 'luck'", next(iter(numbers)))
    refused("greedy:without=venus", envs.game(name), "no weights of its own for venus")


@pytest.mark.parametrize("name", SMALL)
def test_weights_change_play_of_the_small_games(name: str, write: Write) -> None:
    game = envs.game(name)
    first = next(iter(weights_of(game).by_name()))
    same = make_agent(write(f"{first} = {float(game.table['weight'][0, 0])!r}", "same.toml"))
    odd = make_agent(write("".join(f"{weight} = 0.0\n" for weight in weights_of(game).by_name()), "odd.toml"))
    plain = make_agent("greedy")
    assert ends(game, plain, plain) == ends(game, same, same)
    assert not set(ends(game, plain, plain)) & set(ends(game, odd, odd))


def test_another_deck_has_the_same_weights_and_its_own_number(write: Write) -> None:
    agent, plain = make_agent(write("item = 9")), make_agent("greedy")
    for deck in ("deck", "untuned"):
        game = envs.game("terror_below", deck=deck)
        assert played_by(agent, game)[0].weight[terror_weights.Weight.ITEM] == 9
        assert played_by(plain, game)[0].weight[terror_weights.Weight.ITEM] == 0.5
    assert (played_by(agent, game)[0].bounty_points == game.table[0].bounty_points).all()


@pytest.mark.parametrize("words", SMALL.values(), ids=list(SMALL))
def test_every_weight_of_the_small_games_has_its_say(words: Any) -> None:
    """Some position, of some options, is worth more or less with another number there."""
    name = next(name for name, found in SMALL.items() if found is words)
    silent = set(words.Weight)
    for options in envs.spec(name).option_sets:
        game = envs.game(name, **options)
        states = list(positions(game, 40))
        plain = [game.spec.drivers.evaluate(game.table, state.array, state.current_player) for state in states]
        for weight in list(silent):
            place = weights_of(game).by_name()[weight.name.lower()]
            table = with_numbers(game, {place: float(game.table["weight"][0, weight]) + 0.2})
            found = [game.spec.drivers.evaluate(table, state.array, state.current_player) for state in states]
            if found != plain:
                silent.discard(weight)
    assert silent == set()


def test_a_player_on_trial_plays_as_one_with_a_file(mars: Game, write: Write) -> None:
    trial = GreedyAgent.trial({"last_mc": 1.0, "keep": -2.5, "others": 0.0})
    trial.check(mars)
    ours, files = played_by(trial, mars), played_by(make_agent(write(ODD)), mars)
    # Field by field: what lies between them is nothing and need not be equal.
    assert [name for name in ours.dtype.names or () if ours[name].tobytes() != files[name].tobytes()] == []
    with pytest.raises(AgentSpecError, match="on trial: there is no weight 'luck'"):
        GreedyAgent.trial({"luck": 1.0}).check(mars)


def test_names_of_numbers_and_back(mars: Game) -> None:
    weights = weights_of(mars)
    numbers = {"keep": 1.0, "pace.oxygen": 2.0, "pace.oceans": 3.0, "length.2": 4.0}
    assert weights.read(grouped(numbers)) == {weights.by_name()[name]: number for name, number in numbers.items()}
    assert list(weights.by_name().values()) == list(every_place(weights.places))


# --- play


def test_weights_change_play(mars: Game, write: Write) -> None:
    plain, odd = make_agent("greedy"), make_agent(write(ODD))
    as_they_are = make_agent(write(f"last_mc = {WEIGHTS[Weight.LAST_MC]}\n", "same.toml"))
    assert ends(mars, plain, plain) == ends(mars, as_they_are, as_they_are)
    assert not set(ends(mars, plain, plain)) & set(ends(mars, odd, odd))


def test_every_seat_has_its_own_weights(mars: Game, write: Write) -> None:
    """Each player at a table decides as it does when it is asked alone."""
    plain, odd, other = make_agent("greedy"), make_agent(write(ODD)), make_agent(write(OTHER, "other.toml"))
    tables = [(plain, plain), (plain, odd), (odd, plain), (odd, odd), (odd, other), (other, odd)]
    assert len({end for agents in tables for end in ends(mars, *agents)}) == 3 * len(tables)
    differ = 0
    for number, state in enumerate(positions(mars, 60)):
        choices = [ask(agent, state, number) for agent in (plain, odd, other)]
        assert choices == [ask(make_agent(agent.name), state, number) for agent in (plain, odd, other)]
        differ += len(set(choices)) > 1
    assert differ > 5


def test_one_agent_plays_games_of_several_tables(mars: Game, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options may ask for another table, in which the weights are changed too."""
    other = envs.game(NAME, players=1)
    monkeypatch.setattr(other, "table", with_numbers(mars, {Place("pace", 0, 0.0, 9.0): 9.0}))
    agent = make_agent(write("pace.oxygen = 5"))
    for game, pace in ((mars, PACE[0]), (other, 9.0), (mars, PACE[0])):
        assert played_by(agent, game)[0].pace.tolist() == [pace, 5.0, *PACE[2:]]


def test_a_table_is_copied_with_the_addresses_of_the_rules(mars: Game) -> None:
    """Even if nothing has been compiled yet: a call of a rule that has no address ends the process."""
    fresh = mars.spec.table.copy()
    fresh[PORTS_FIELD] = 0
    game = Game(dataclasses.replace(mars.spec, table=fresh), mars.options)
    assert with_numbers(game, {})[PORTS_FIELD].any()


def test_a_pickled_agent_has_no_addresses_of_this_process(mars: Game, write: Write) -> None:
    agent = make_agent(write(ODD))
    wanted = ends(mars, agent, agent)
    data = pickle.dumps(agent)
    assert len(data) < mars.table.nbytes / 100
    again = pickle.loads(data)
    assert again.name == agent.name
    assert ends(mars, again, again) == wanted


@pytest.mark.parametrize("numbers", ["least", "most", "corners"])
@pytest.mark.parametrize("options", [{"players": 1}, {"players": 2}, {"players": 5}], ids=str)
def test_every_number_that_is_allowed_gives_finite_values(options: dict[str, Any], numbers: str) -> None:
    """A greedy player that compares no numbers would choose no action."""
    every_number_gives_finite_values(envs.game(NAME, **options), numbers)


@pytest.mark.parametrize("numbers", ["least", "most", "corners"])
@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("name", ["tinyforming_mars", "terror_below"])
def test_every_number_that_is_allowed_gives_finite_values_in_the_small_games(
    name: str, players: int, numbers: str
) -> None:
    every_number_gives_finite_values(envs.game(name, players=players), numbers)


def every_number_gives_finite_values(game: Game, numbers: str) -> None:
    places = list(every_place(weights_of(game).places))
    chooser = np.random.default_rng(0)
    if numbers == "corners":
        sets = [{p: (p.least, p.most)[chooser.integers(2)] for p in places} for _ in range(200)]
    else:
        sets = [{place: getattr(place, numbers)} for place in places]
    for state in positions(game, 9):
        for chosen in sets:
            table = with_numbers(game, chosen)
            assert np.isfinite(game.spec.drivers.evaluate(table, state.array, state.current_player)), chosen


@pytest.mark.parametrize("wrong", [{Weight.GROWTH: 1000.0}, {Weight.STRETCH: -5000.0}], ids=str)
def test_numbers_that_are_not_allowed_give_values_that_are_no_numbers(wrong: dict[Weight, float]) -> None:
    game = envs.game(NAME)
    table = game.table.copy()
    for weight, number in wrong.items():
        table["weight"][0, weight] = number
    found = [game.spec.drivers.evaluate(table, state.array, state.current_player) for state in positions(game, 60)]
    assert not np.isfinite(found).all()


def test_defaults_are_allowed(mars: Game) -> None:
    places = list(every_place(weights_of(mars).places))
    assert len(set(places)) == len(Weight) + len(LENGTH) - 1 + len(PACE) + len(SOLO_STEP)
    for place in places:
        assert place.least <= mars.table[place.column][0, place.entry] <= place.most, place


# --- boxes


def test_a_box_without_weights_is_refused(mars: Game) -> None:
    refused("greedy:without=pluto", mars, "greedy has no weights of its own for pluto")
    refused("greedy:without=a\x1bb", mars, r"an agent is named by a printable text")


@pytest.mark.usefixtures("boxes")
def test_without_a_box_its_weights_are_zero(mars: Game, write: Write) -> None:
    def zero_in(spec: str, changed: dict[Weight, float] | None = None) -> set[Weight]:
        found = played_by(make_agent(spec), mars)[0].weight.tolist()
        zero = {weight for weight in Weight if found[weight] == 0.0}
        wanted = WEIGHTS | (changed or {})
        assert {w: found[w] for w in Weight if w not in zero} == {w: wanted[w] for w in Weight if w not in zero}
        return zero

    assert zero_in("greedy:without=prelude") == {Weight.CARD_DRAWN, Weight.KEEP}
    assert zero_in("greedy:without=venus") == {Weight.OTHERS}
    assert zero_in("greedy:without=venus+prelude") == {Weight.CARD_DRAWN, Weight.KEEP, Weight.OTHERS}
    both = write("keep = 9\nheat = 8\n")
    assert zero_in(both, {Weight.KEEP: 9.0, Weight.HEAT: 8.0}) == set()
    for spec in (f"{both},without=prelude", f"greedy:without=prelude,{both.removeprefix('greedy:')}"):
        assert zero_in(spec, {Weight.HEAT: 8.0}) == {Weight.CARD_DRAWN, Weight.KEEP}
        assert make_agent(spec).name == f"{both},without=prelude"
    refused("greedy:without=prelude+pluto", mars, "for pluto; it has some for", "prelude, venus")
    plain, without = make_agent("greedy"), make_agent("greedy:without=prelude")
    assert ends(mars, plain, plain) != ends(mars, without, without)


def test_weights_of_boxes_are_declared_well() -> None:
    assert set(OF_BOX) <= set(MarsOptions.model_fields)
    places = {"keep": Place("weight", 13, -1.0, 1.0), "growth": Place("weight", 1, 1.001, 2.0)}
    assert Weights(places, {"a": [Weight.KEEP]}).zeros("a") == {places["keep"]: 0.0}
    with pytest.raises(AssertionError, match="one box at most"):
        Weights(places, {"a": [Weight.KEEP], "b": [Weight.KEEP]})
    with pytest.raises(AgentSpecError, match="growth must lie between"):
        Weights(places, {"a": [Weight.GROWTH]})


# --- wherever agents play


def test_an_arena_tells_weights_apart_whoever_works(mars: Game, write: Write, tmp_path: Path) -> None:
    agents = ("greedy", write(ODD), write(OTHER, "other.toml"))
    tournament = Tournament(mars, agents, deals=2)
    order = ["lineup", "deal", "rotation", "seat"]
    rows = [
        hold(tournament, workers=workers, replays=tmp_path).drop("run", "seconds").sort(order) for workers in (1, 2)
    ]
    assert rows[0].equals(rows[1])
    assert set(rows[0]["agent"]) == set(agents)
    assert rows[0]["fingerprint"].n_unique() == tournament.games()
    for path in tmp_path.glob("*.rgl"):
        assert set(Replay.load(path).players) <= set(agents)


def test_a_solo_run_with_other_weights(write: Write) -> None:
    agents = ["greedy", write(ODD)]
    rows = measure(envs.game(NAME, players=1), agents, deals=2, workers=1)
    scores = {agent: rows.filter(rows["agent"] == agent)["score"].to_list() for agent in agents}
    assert scores[agents[0]] != scores[agents[1]]


def test_opponents_of_the_seat_env_have_their_weights(mars: Game, write: Write) -> None:
    def digest(*specs: str) -> str:
        env = SeatEnv(mars, [opponent(spec, seed=3) for spec in specs], seat=0)
        env.reset(seed=1)
        ended = False
        while not ended:
            _, _, terminated, truncated, _ = env.step(int(env.action_masks().argmax()))
            ended = terminated or truncated
        assert env.state is not None
        return env.state.digest()

    assert len({digest("greedy"), digest(write(ODD)), digest(write(OTHER, "other.toml"))}) == 3
