"""The deck file: what it holds, and what is said about a wrong one."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from regolith import envs
from regolith.envs.core.errors import InvalidOptions
from regolith.envs.terror_below.deck import FOLDER, SHIPPED, DeckError, path_of, read
from regolith.envs.terror_below.words import SIZE, Do, When, WormType

TEXT = (FOLDER / "untuned.toml").read_text(encoding="utf-8")
"""Of the deck that balancing does not touch."""


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_decks_have_the_known_counts_and_facts(name: str) -> None:
    deck = read(path_of(name))
    kinds = (deck.vehicles, deck.items, deck.weapons, deck.bounties, deck.worms, deck.characters)
    assert tuple(len(cards) for cards in kinds) == SIZE
    types = Counter(worm.type for worm in deck.worms)
    assert types == {WormType.STARTING: 4, WormType.QUEEN: 3} | dict.fromkeys(list(WormType)[:5], 6)
    assert sorted(w.egg for w in deck.worms if w.type == WormType.STARTING) == [0, 1, 2, 3]
    values = Counter((v.name, v.value) for v in deck.vehicles)
    assert values[("Boots", 2)] == values[("18-Wheeler", 7)] == 9
    assert {v.value for v in deck.vehicles} == {2, 3, 4, 5, 6, 7}
    assert any(w.health == 7 for w in deck.worms if w.type == WormType.SCREAMER), "the rulebook's example"
    pistol = next(c for c in deck.weapons if c.name == "Pistol")
    assert (pistol.effects[0].do, pistol.effects[0].numbers[0], pistol.second_effects[0].do) == (
        Do.DAMAGE,
        2,
        Do.DISCARD_HAT,
    )
    rifle = next(c for c in deck.weapons if c.name == "Hunting Rifle")
    assert rifle.effects[0].numbers == (0, 2, 1), "the higher of two dice"
    assert sum(c.hat for c in deck.items) == 5
    assert any(c.not_for_solo for c in deck.items)
    assert any(c.not_for_solo for c in deck.weapons)
    assert any(c.not_for_solo for c in deck.characters)
    assert deck.reconstructed == 149


@pytest.mark.parametrize("name", SHIPPED)
def test_the_reconstruction_says_so(name: str) -> None:
    assert "RECONSTRUCTED" in path_of(name).read_text(encoding="utf-8")


def test_the_board_says_so_too() -> None:
    state = envs.game("terror_below").new(1)
    assert "149 of 196 cards are reconstructed" in state.describe(0)


def changed(tmp_path: Path, old: str, new: str, times: int = 1) -> Path:
    assert old in TEXT, old
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace(old, new, times), encoding="utf-8")
    return path


SPITTER = re.search(r"\{ type = \"spitter\".*\},\n", TEXT)
assert SPITTER is not None

WRONG = [
    (SPITTER.group(), "", "worm: there must be 37 cards, not 36"),
    ('name = "Pistol"\ncopies = 4', 'name = "Pistol"\ncopies = 3', "weapon: there must be 23 cards, not 22"),
    ("value = 2", "value = 12", "vehicle 1 (Boots): value must be a number from 1 to 9, not 12"),
    (
        '"NNE", "EES"',
        '"NNX", "EES"',
        "vehicle 5 (Pickup Truck): arrows 'NNX' must be at most 4 of the letters N, E, S, W",
    ),
    (
        '"NNE", "EES"',
        '"NNEEN", "EES"',
        "vehicle 5 (Pickup Truck): arrows 'NNEEN' must be at most 4 of the letters N, E, S, W",
    ),
    ("start = [2, 2]", "start = [7, 2]", "worm 1 (starting), start: [7, 2] must be two numbers from 1 to 6"),
    (
        "[[-1, 0], [0, -1], [1, 0]]",
        "[[-1, 0], [0, 0]]",
        "worm 1 (starting): pattern must list different spaces, the centre is not one of them",
    ),
    ("[[-1, 0], [0, -1], [1, 0]]", "[[-5, 0]]", "worm 1 (starting), pattern: [-5, 0] must be two numbers from -3 to 3"),
    ('egg = "green"', 'egg = "blue"', "egg must be one of green, orange, purple, yellow, not 'blue'"),
    ('location = "hospital"', 'location = "saloon"', "location must be one of government_facility"),
    (
        'worm = "any"',
        'worm = "dragon"',
        "worm must be one of spitter, grabber, burrower, screamer, boomer, any, not 'dragon'",
    ),
    ('do = "swap_targets"', 'do = "dance"', "do must be one of"),
    ('do = "swap_targets"', 'do = "prevent_death"', "prevent_death is no effect for own_turn"),
    ('{ do = "ap", n = 2 }', '{ do = "ap" }', "item 9 (Energy Drink), ap: n must be a number from 1 to 5, not missing"),
    (
        '{ do = "ap", n = 2 }',
        '{ do = "ap", n = 2, colour = 3 }',
        "item 9 (Energy Drink), ap: there is no field 'colour'",
    ),
    (
        'provenance = "reconstructed"',
        'provenance = "guessed"',
        "provenance must be known or reconstructed, not 'guessed'",
    ),
    ('"S.....",', '"......",', "desert: map must show General Store (S) once, not 0 times"),
    ('".###..",', '".###.",', "canyon: map must be 1 to 8 rows of 6 letters"),
    ("rows = [1, 2, 3, 0, 0, 4, 5, 6]", "rows = [1, 2, 3, 4, 0, 0, 5, 6]", "canyon: a row with a number has no canyon"),
    (
        "rows = [1, 2, 3, 4, 5, 6]",
        "rows = [1, 2, 3, 4, 5, 5]",
        "desert: rows must give each of the numbers 1 to 6 to one row",
    ),
    ('when = "caught"', 'when = "would_die"', "when must be one of own_turn, hunt, hunt_join, caught, not would_die"),
    ('name = "Shep"', 'nom = "Shep"', "name must be a text, not missing"),
    ("hat = true", "hat = 1", "hat must be true or false, not 1"),
    ('motel = { do = "vp", n = 1 }', 'motel = { do = "ap", n = 1 }', "bonuses: ap is no delivery bonus"),
    ('type = "queen"', 'type = "boomer", egg = "green"', "worm: there must be 3 of type queen, not 2"),
    ('limit = "once_per_turn"', 'limit = "once_per_hunt"', "limit must be once_per_turn here, not once_per_hunt"),
    ("[desert]", "[dessert]", "the file: there is no field 'dessert'"),
]


@pytest.mark.parametrize(("old", "new", "message"), WRONG, ids=[message[:50] for *_, message in WRONG])
def test_what_is_wrong_is_said_exactly(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(DeckError, match=re.escape(message)) as caught:
        read(changed(tmp_path, old, new))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("deck", ["vehicle", "bounty"])
def test_cards_draw_items_and_weapons_only(tmp_path: Path, deck: str) -> None:
    """C29: there is no such effect for the other decks."""
    path = changed(tmp_path, '{ do = "draw", deck = "item", n = 1 }', f'{{ do = "draw", deck = "{deck}", n = 1 }}')
    with pytest.raises(DeckError, match=f"deck must be one of item, weapon, not '{deck}'"):
        read(path)


def test_not_more_cards_pay_for_a_worm_than_the_record_has_room_for(tmp_path: Path) -> None:
    paying = 'effect = [{ do = "vp", n = 1, if = "worm_defeated" }, { do = "vp", n = 1, if = "worm_defeated" }]'
    path = tmp_path / "greedy.toml"
    path.write_text(re.sub(r'(?m)^effect = \[\{ do = "damage".*$', paying, TEXT), encoding="utf-8")
    with pytest.raises(
        DeckError, match=r"weapon: items and weapons may pay 38 times for a defeated worm, not 4\d times"
    ):
        read(path)


def test_all_problems_are_listed(tmp_path: Path) -> None:
    path = changed(tmp_path, "value = 2", "value = 12")
    path.write_text(path.read_text(encoding="utf-8").replace('egg = "green"', 'egg = "blue"', 1), encoding="utf-8")
    with pytest.raises(DeckError) as caught:
        read(path)
    assert "value must be" in str(caught.value)
    assert "'blue'" in str(caught.value)


def test_no_file_and_no_toml(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="cannot read the deck"):
        read(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("a = [", encoding="utf-8")
    with pytest.raises(DeckError, match="is no TOML file"):
        read(tmp_path / "bad.toml")


def test_another_deck_is_an_option(tmp_path: Path) -> None:
    mine = changed(tmp_path, "value = 2", "value = 9")
    game = envs.game("terror_below", deck=str(mine))
    assert game.table["value"][0, 0] == 9
    assert envs.game("terror_below").table["value"][0, 0] == 2
    state = game.new(1)
    while not state.is_terminal and state.decisions < 30:
        state.apply(state.legal_actions()[-1])
    assert state.describe(0)
    assert game.deserialize(state.serialize()).digest() == state.digest()


def test_a_wrong_deck_is_a_wrong_option(tmp_path: Path) -> None:
    with pytest.raises(
        InvalidOptions, match=r"terror_below: deck='nosuch'.*decks that come with the game: deck, untuned"
    ):
        envs.game("terror_below", deck="nosuch")
    with pytest.raises(InvalidOptions, match="value must be a number"):
        envs.game("terror_below", deck=str(changed(tmp_path, "value = 2", "value = 12")))


def test_tuning_touches_only_reconstructed_values() -> None:
    """Names, known effects, counts and the board are the same in both decks."""
    tuned, raw = read(path_of("deck")), read(path_of("untuned"))
    assert tuned.sides == raw.sides
    assert tuned.bonuses == raw.bonuses
    assert [v.name for v in tuned.vehicles] == [v.name for v in raw.vehicles]
    for one, other in zip(tuned.vehicles, raw.vehicles, strict=True):
        if one.name in ("Boots", "Bicycle", "Motorcycle", "18-Wheeler"):
            assert (one.value, one.effects if one.name != "18-Wheeler" else ()) == (
                other.value,
                other.effects if one.name != "18-Wheeler" else (),
            )
    for kind in ("weapons", "items", "characters"):
        assert {c.name for c in getattr(tuned, kind)} == {c.name for c in getattr(raw, kind)}
    for name in ("Pistol", "Hunting Rifle"):
        assert [c for c in tuned.weapons if c.name == name] == [c for c in raw.weapons if c.name == name]
    assert [(w.type, w.egg) for w in tuned.worms] == [(w.type, w.egg) for w in raw.worms]
    assert [(b.egg, b.location, b.worm) for b in tuned.bounties] == [(b.egg, b.location, b.worm) for b in raw.bounties]


def test_every_primitive_and_moment_is_used_by_a_card() -> None:
    deck = read(path_of("deck"))
    used = {e.do for c in deck.cards for e in (*getattr(c, "effects", ()), *getattr(c, "second_effects", ()))}
    used |= {effect.do for effect in deck.bonuses}
    assert used == set(Do) - {Do.NOTHING}
    assert {c.when for c in (*deck.items, *deck.weapons, *deck.characters)} == set(When) - {When.NEVER}
