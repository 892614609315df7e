"""`regolith card`: what is told of a card, and what of a name that no card has."""

from __future__ import annotations

from pathlib import Path

import pytest

from regolith import envs
from regolith.envs.core.card_words import UnknownCard, found
from regolith.envs.terraforming_mars.boxes import CARDS
from regolith.envs.terror_below.tables import load
from regolith.envs.tinyforming_mars.projects import PROJECTS

from .running import Outcome, refused, run_command


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    def run(*words: str) -> Outcome:
        return run_command(monkeypatch, capsys, "card", *words)

    return run


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "terraforming_mars|Predators",
            ("project, active", "14 MC", "animal", "oxygen at least 11%", "1 VP per animal here", "base game"),
        ),
        ("terraforming_mars|helion", ("corporation", "start with 42 MC", "heat may be spent as MC")),
        ("terraforming_mars|donation", ("prelude", "gain 21 MC", "--prelude")),
        (
            "terraforming_mars|Solar Flare",
            ("global event", "lose 3 MC per printed space tag", "Turmoil", "Kelvinists when it occurs"),
        ),
        ("terraforming_mars|phobos", ("colony tile", "TR +2", "--colonies --underworld")),
        ("terraforming_mars|ARCTIC|algae", ("Arctic Algae", "temperature at most -12 C")),
        (
            "tinyforming_mars|Grass",
            ("green project", "2 credits", "nature + nature + nature", "3 heat", "Geothermal Power"),
        ),
        ("terror_below|Pistol", ("weapon", "in a hunt: 2 damage", "shoot off a hat", "4 cards", "are reconstructed")),
        ("terror_below|boots", ("vehicle", "value 2", "value 6 or less", "9 cards", "arrows: ")),
        ("terror_below|Screamer", ("worm", "health 7", "health 9")),
    ],
)
def test_a_card_is_told_in_words(card, words: str, told: tuple[str, ...]) -> None:  # type: ignore[no-untyped-def]
    outcome = card(*words.split("|"))
    assert outcome.code == 0, outcome
    text = " ".join(outcome.out.split()).casefold()
    assert [part for part in told if part.casefold() not in text] == []


def test_names_that_are_alike_are_suggested(card) -> None:  # type: ignore[no-untyped-def]
    refused(card("terraforming_mars", "Arctic Algea"), "Arctic Algea", "did you mean Arctic Algae")
    refused(card("terror_below", "pistole"), "did you mean Pistol")
    refused(card("tinyforming_mars", "Lava"), "did you mean Lava Flows")
    refused(card("tinyforming_mars", "qqqq"), "there is no card 'qqqq'")
    refused(card("chess", "queen"), "chess")
    refused(card("terraforming_mars"), "name a card")


def test_the_deck_in_use_is_told(card, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    changed = Path(load("deck").deck.path).read_text().replace('name = "Dynamite"', 'name = "Nitroglycerin"')
    (tmp_path / "mine.toml").write_text(changed)
    assert "weapon" in card("terror_below", "Nitroglycerin", "--deck", str(tmp_path / "mine.toml")).out
    assert "weapon" in card("terror_below", "--deck", str(tmp_path / "mine.toml"), "Nitroglycerin").out
    refused(card("terror_below", "Nitroglycerin"), "there is no card")


@pytest.mark.parametrize("name", envs.games())
def test_every_card_can_be_looked_up(name: str) -> None:
    spec = envs.spec(name)
    cards = spec.cards(spec.options.parse(name, {}))
    names = {
        "terraforming_mars": set(CARDS),
        "tinyforming_mars": {project.name for project in PROJECTS},
        "terror_below": {card.name.partition(" (")[0] for card in load("deck").deck.cards},
    }[name]
    assert names <= {card.name for card in cards}
    for card in cards:
        assert card.does or card.points
        assert found(cards, card.name.upper())
    with pytest.raises(UnknownCard):
        found(cards, "")
