"""Names and options: what is wrong is said in one line, whatever the game."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from typing import Any, get_args, get_origin

import annotated_types
import gymnasium
import pettingzoo
import pytest
from pydantic import Field, model_validator
from pydantic.fields import FieldInfo

from regolith import envs
from regolith.envs.core.errors import InvalidOptions, RegolithError, UnknownGame
from regolith.envs.core.game import Game
from regolith.envs.core.options import Options


def refused(name: str, *words: str, **options: Any) -> None:
    with pytest.raises(InvalidOptions) as caught:
        envs.game(name, **options)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(f"{name}: ")
    for word in words:
        assert word in message


def bounds(field: FieldInfo) -> Iterator[int]:
    """The first values out of a numeric option's range."""
    for rule in field.metadata:
        if isinstance(rule, annotated_types.Ge):
            yield rule.ge - 1  # type: ignore[operator]
        elif isinstance(rule, annotated_types.Le):
            yield rule.le + 1  # type: ignore[operator]


def good_values(field: FieldInfo) -> list[Any]:
    """Some values of the right kind, the default first."""
    if get_origin(field.annotation) is not None and all(isinstance(value, str) for value in get_args(field.annotation)):
        return [field.default, *get_args(field.annotation)]
    if field.annotation is bool:
        return [field.default, not field.default]
    if field.annotation is int:
        edges = [getattr(rule, side) for rule in field.metadata for side in ("ge", "le") if hasattr(rule, side)]
        return [field.default, *edges]
    return [field.default]


def fields(name: str) -> dict[str, FieldInfo]:
    return envs.spec(name).options.model_fields


def test_there_are_games() -> None:
    assert envs.games()
    assert list(envs.games()) == sorted(set(envs.games()))
    assert "core" not in envs.games()


def test_unknown_game_suggests_a_near_one(name: str) -> None:
    for wrong in (name[:-1], name + "x", name.replace("_", "-")):
        with pytest.raises(UnknownGame, match=f"did you mean {name}") as caught:
            envs.game(wrong)
        assert "\n" not in str(caught.value)


def test_unknown_game_lists_the_games() -> None:
    with pytest.raises(UnknownGame) as caught:
        envs.spec("chess")
    assert all(name in str(caught.value) for name in envs.games())
    assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize("wrong", ["core", "", "..", "core.jit"])
def test_what_is_no_game(wrong: str) -> None:
    with pytest.raises(UnknownGame):
        envs.game(wrong)


def test_unknown_option(name: str) -> None:
    refused(name, "unknown option 'colour_of_the_box'", "players", colour_of_the_box="red")


@pytest.mark.parametrize("wrong", ["two", "2", 2.0, 2.5, None, True, [2]], ids=repr)
def test_players_of_the_wrong_type(name: str, wrong: Any) -> None:
    refused(name, "players", repr(wrong), players=wrong)


@pytest.mark.parametrize("wrong", [-1, 0, 99, 2**70])
def test_players_out_of_range(name: str, wrong: int) -> None:
    refused(name, "players", str(wrong), players=wrong)


@pytest.mark.parametrize("wrong", ["points", "", 1, None, "WIN"], ids=repr)
def test_reward_modes_that_do_not_exist(name: str, wrong: Any) -> None:
    refused(name, "rewards", "win", rewards=wrong)


def test_every_option_refuses_the_wrong_type(name: str) -> None:
    for option in fields(name):
        for wrong in (object(), 1.5, b"x", {"a": 1}):
            refused(name, option, **{option: wrong})


def test_every_option_refuses_what_is_out_of_range(name: str) -> None:
    for option, field in fields(name).items():
        for wrong in bounds(field):
            refused(name, option, str(wrong), **{option: wrong})


def test_yes_and_no_are_booleans(name: str) -> None:
    for option, field in fields(name).items():
        if field.annotation is bool:
            for wrong in (0, 1, "yes", "true"):
                refused(name, option, **{option: wrong})


def test_two_mistakes_make_one_line(name: str) -> None:
    refused(name, "colour_of_the_box", "players", colour_of_the_box=1, players="x")


def test_any_pair_of_options_is_a_game_or_refused_in_one_line(name: str) -> None:
    """Options that contradict each other must say so; the others must deal a game."""
    known = fields(name)
    for one, other in itertools.combinations(known, 2):
        for first, second in itertools.product(good_values(known[one]), good_values(known[other])):
            given = {one: first, other: second}
            with contextlib.suppress(InvalidOptions):
                assert envs.game(name, **given).new(0).legal_actions()
                continue
            refused(name, **given)


def test_a_contradiction_is_one_line() -> None:
    class Contradictory(Options):
        players: int = Field(2, ge=1, le=4)
        teams: bool = False

        @model_validator(mode="after")
        def _even(self) -> Contradictory:
            if self.teams and self.players % 2:
                raise ValueError("teams need an even number of players")
            return self

    assert Contradictory.parse("some_game", {"teams": True}).teams
    with pytest.raises(InvalidOptions, match=r"^some_game: teams need an even number of players$"):
        Contradictory.parse("some_game", {"teams": True, "players": 3})


def test_options_have_descriptions(name: str) -> None:
    silent = [option for option, field in fields(name).items() if option != "rewards" and not field.description]
    assert not silent


def test_option_sets_are_valid_and_distinct(name: str) -> None:
    games = [envs.game(name, **options) for options in envs.spec(name).option_sets]
    assert len(set(games)) == len(games)
    assert {bound.options.rewards for bound in games} == {"win", "rank", "margin"}
    given = {option for options in envs.spec(name).option_sets for option in options}
    assert given == set(fields(name)), "an option that no option set tries"


def test_options_cannot_be_changed(game: Game) -> None:
    with pytest.raises(ValueError, match="frozen"):
        game.options.players = 1


def test_games_with_equal_options_are_equal(game: Game) -> None:
    same = game.spec.bind(**game.options.model_dump())
    assert same == game
    assert hash(same) == hash(game)
    assert "players" in repr(game)
    assert game != "something else"


def test_registries_refuse_wrong_options(name: str) -> None:
    version = envs.spec(name).version
    title = "".join(word.capitalize() for word in name.split("_"))
    with pytest.raises(RegolithError, match="colour_of_the_box"):
        pettingzoo.make("aec", f"regolith/{name}-v{version}", colour_of_the_box=1)
    with pytest.raises(RegolithError, match="colour_of_the_box"):
        gymnasium.make(f"regolith/{title}-v{version}", colour_of_the_box=1)
    with pytest.raises(RegolithError, match="colour_of_the_box"):
        gymnasium.make(f"regolith/{title}Solo-v{version}", colour_of_the_box=1)
