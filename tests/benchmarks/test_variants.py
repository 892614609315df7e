"""Files of variants: what they change, and that every mistake names the file and what is allowed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from regolith.benchmarks.variants import Variant, VariantError, read
from regolith.envs.terror_below.deck import path_of

MARS, TERROR, TINY = "terraforming_mars", "terror_below", "tinyforming_mars"


def variant(folder: Path, text: str, game: str = MARS, name: str = "a.toml", **options: object) -> Variant:
    (folder / name).write_text(text)
    return read(folder / name, game, options)


def test_a_variant_has_options_cards_and_money(tmp_path: Path) -> None:
    text = "[options]\nvenus = true\n[cards.Mine]\ncost = 2\n[seats]\nmc = [0, 8]\n"
    found = variant(tmp_path, text, draft=False, venus=False)
    options = found.game.options.model_dump()
    assert (options["venus"], options["draft"], options["cards"]) == (True, False, str(tmp_path / "a.toml"))
    assert (found.name, found.money, found.start.money) == ("a", (0, 8), (0, 8))
    assert found.game.template["cards_number"][0] != 0


@pytest.mark.parametrize(
    ("game", "text", "field", "least"),
    [(TERROR, "points = [0, 3]", "points", [0, 3]), (TINY, "credits = [0, 2]", "credits", [3, 7])],
)
def test_seats_have_more_of_what_the_game_has(
    tmp_path: Path, game: str, text: str, field: str, least: list[int]
) -> None:
    """In TINYforming Mars what one seat has more the other one has less."""
    found = variant(tmp_path, f"[seats]\n{text}\n", game)
    states = np.zeros(1, found.game.spec.dtype)
    found.start.deal(found.game, states, 3)
    assert states[field][0][:2].tolist() == least


def test_a_variant_may_have_a_deck_that_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(path_of("untuned").read_bytes())
    found = variant(tmp_path, 'deck = "mine.toml"', TERROR)
    assert found.game.options.model_dump()["deck"] == str(tmp_path / "mine.toml")
    shipped = variant(tmp_path, 'deck = "untuned"', TERROR)
    assert found.fingerprint == shipped.fingerprint, "the same cards"
    assert variant(tmp_path, "", TERROR).fingerprint != found.fingerprint


def test_variants_are_told_apart_by_what_is_in_them(tmp_path: Path) -> None:
    marks = [
        variant(tmp_path, text, name=f"{number}.toml").fingerprint
        for number, text in enumerate(
            (
                "",
                "[options]\ndraft = false",
                "[seats]\nmc = [1, 0]",
                "[cards.Mine]\ncost = 2",
                "[cards.Mine]\ncost = 3",
            )
        )
    ]
    assert len(set(marks)) == len(marks)
    assert variant(tmp_path, "", name="b.toml").fingerprint == marks[0]


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        (MARS, "seat = 1", "a variant has options, cards, seats, deck"),
        (MARS, "seats = 1", "seats must be a table"),
        (MARS, "[seats]\nvp = [1, 2]", "mc = [0, 10]"),
        (MARS, "[seats]\nmc = 8", "mc must list numbers from 0 to 100"),
        (MARS, "[seats]\nmc = [0, -1]", "mc must list numbers from 0 to 100"),
        (MARS, "[seats]\nmc = [0, 1, 2]", "mc must list 2 numbers"),
        (MARS, "[options]\nmoons = 2", "unknown option 'moons'"),
        (MARS, 'deck = "untuned"', "Terraforming Mars takes no deck"),
        (MARS, "[cards.Minne]\ncost = 2", "did you mean Mine"),
        (MARS, '[options]\ncards = "x"\n[cards.Mine]\ncost = 2', "twice"),
        (TERROR, "[cards.Pistol]\ncost = 2", "Terror Below takes no cards"),
        (TERROR, "[seats]\nmc = [0, 8]", "points = [0, 1]"),
        (TERROR, "[seats]\npoints = [0, 20]", "points must list numbers from 0 to 19"),
        (TINY, "[seats]\ncredits = [0, 6]", "credits must list numbers from 0 to 5"),
        (TERROR, 'deck = "nowhere.toml"', "cannot read the deck nowhere.toml"),
        (MARS, "[options", "no TOML file"),
    ],
)
def test_mistakes_name_the_file_and_what_is_allowed(tmp_path: Path, game: str, text: str, words: str) -> None:
    with pytest.raises(VariantError) as refused:
        variant(tmp_path, text, game)
    assert words in str(refused.value)
    assert str(tmp_path / "a.toml") in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_name_that_cannot_be_printed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VariantError, match=r"must be printable") as problem:
        variant(tmp_path, "", name="a\x1b[2J\n.toml")
    assert str(problem.value).isprintable()


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(VariantError, match=r"cannot read the variant .*none\.toml"):
        read(tmp_path / "none.toml", MARS, {})
