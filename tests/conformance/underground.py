"""The underground of Underworld 2 in the shared formats: how a position tells it, what a delta says of it, and a pile with an order."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from regolith.envs.core.rng import word
from regolith.envs.terraforming_mars.rooms import FIRST_CARRIER, MARS_SPACES, NONE
from regolith.envs.terraforming_mars.state import DTYPE, Frame
from regolith.envs.terraforming_mars.underworld.language.underground import Underground
from regolith.envs.terraforming_mars.underworld.rules import beside_own_ground, draw_token, open_ground
from regolith.envs.terraforming_mars.underworld.words import FIRST_TOKEN, NEW_SEARCH, Token
from regolith.envs.terraforming_mars.words import StandardProject, Tag

TOKEN_NAMES = {
    Token.BLANK: "nothing",
    Token.CORRUPTION_1: "corruption1",
    Token.CORRUPTION_2: "corruption2",
    Token.CARD_1: "card1",
    Token.CARD_2: "card2",
    Token.MC_PRODUCTION_PER_TEMPERATURE: "mcprod1pertemp",
    Token.STEEL_2_PLANT_1: "steel2plant",
    Token.STEEL_PRODUCTION: "steel1production",
    Token.STEEL_2_PER_TEMPERATURE: "steel2pertemp",
    Token.TITANIUM_1_PLANT_1: "titaniumandplant",
    Token.TITANIUM_2: "titanium2",
    Token.TITANIUM_PRODUCTION: "titanium1production",
    Token.TITANIUM_1_PER_TEMPERATURE: "titanium1pertemp",
    Token.PLANTS_2: "plant2",
    Token.PLANTS_3: "plant3",
    Token.PLANT_PRODUCTION: "plant1production",
    Token.PLANTS_2_PER_TEMPERATURE: "plant2pertemp",
    Token.ENERGY_2: "energy2",
    Token.ENERGY_PRODUCTION: "energy1production",
    Token.HEAT_PRODUCTION_2: "heat2production",
    Token.MICROBES_2: "microbe2",
    Token.MICROBES_2_PER_TEMPERATURE: "microbe2pertemp",
    Token.TR: "tr",
    Token.OCEAN_FOR_4: "ocean",
    Token.SCIENCE_TAG: "sciencetag",
    Token.PLANT_TAG: "planttag",
    Token.ANY_RESOURCE_1: "anyresource1",
    Token.PLACEMENT_BONUS_6: "place6mc",
    Token.OCEAN_REQUIREMENT_3: "oceanrequirementmod",
    Token.OXYGEN_REQUIREMENT_3: "oxygenrequirementmod",
    Token.TEMPERATURE_REQUIREMENT_6C: "temprequirementmod",
}
"""The space modifier is not among them: the reference has `anyresource1` in its place."""
TOKEN = {name: token for token, name in TOKEN_NAMES.items()}
TAG_OF = {Token.SCIENCE_TAG: Tag.SCIENCE, Token.PLANT_TAG: Tag.PLANT}
LISTS = ("claimed", "active_token")
OF_A_POSITION = {"identified", "excavation_markers", "token_pile", "token_pile_top_first"}
OF_A_TOKEN = {"token", "shelter", "active"}
ONE_GENERATION = {"Price Wars", "Staged Protests", "Tunneling Loophole", "Space Wargames"}
"""Cards of which a position tells the generation in which they were used."""
PROTEST_SURCHARGE = 8
MOST_DRAWN = 16
Order = tuple[int, ...]
"""The kinds in the pile, the one on top first."""


def order_of(told: dict[str, Any]) -> Order:
    """The tokens in the pile of a position, the one on top first."""
    pile = told.get("token_pile", {"token": "nothing", "count": 0})
    return tuple(int(TOKEN[name]) for name in told.get("token_pile_top_first", [pile["token"]] * pile["count"]))


def put_underground(record: Any, told: dict[str, Any], spaces: dict[str, int]) -> None:
    """Tokens and markers on Mars, and the pile, in no order."""
    s = record[0]
    if unknown := {*told} - OF_A_POSITION:
        raise ValueError(f"of the underground: {', '.join(sorted(unknown))}")
    for token in told["identified"]:
        s.token[spaces[token["space"]]] = TOKEN[token["token"]]
    for marker in told["excavation_markers"]:
        s.excavated[spaces[marker["space"]]] = marker["owner"]
    set_pile(s, order_of(told))


def set_pile(s: Any, order: Order) -> None:
    s.pile[:] = 0
    for kind, n in Counter(order).items():
        s.pile[kind] = n
    s.pile_size = len(order)


def put_tokens(record: Any, player: int, told: dict[str, Any]) -> None:
    """The tokens in front of a player: names in a fixture, in a position also which is in force and which lie under a cube."""
    s = record[0]
    for given in told.get("claimed_tokens", []):
        token = given if isinstance(given, dict) else {"token": given}
        if unknown := {*token} - OF_A_TOKEN:
            raise ValueError(f"of a token: {', '.join(sorted(unknown))}")
        kind = TOKEN[token["token"]]
        s.claimed[player, kind] += 1
        if kind in TAG_OF:
            s.tags[player, TAG_OF[kind]] += 1
        s.marked[kind] += token.get("shelter", False)
        if token.get("active"):
            put_in_force(record, player, kind)
            s.active_marked |= token.get("shelter", False)
    if told.get("token_bonus") and s.active_token[player] == NONE:
        # In force without being told of the token itself.
        put_in_force(record, player, TOKEN[told["token_bonus"]])


def put_in_force(record: Any, player: int, kind: int) -> None:
    """A temporary token that the player has."""
    record[0].active_token[player] = kind
    record[0].in_force_for[FIRST_TOKEN + kind - FIRST_CARRIER] |= 1 << player


def give_tokens(record: Any, player: int, n: int) -> None:
    """So many tokens, whatever they are."""
    s = record[0]
    s.claimed[player] = 0
    s.claimed[player, Token.BLANK] = n


def put_generation(record: Any, player: int, told: dict[str, Any]) -> None:
    """What lasts for this generation only."""
    s = record[0]
    for card in told["tableau"]:
        if card.get("generation_used") != s.generation:
            continue
        if card["card"] not in ONE_GENERATION:
            raise ValueError(f"the generation of {card['card']}")
        s.metal_swing[player] += card["card"] == "Price Wars"
        s.free_excavation[player] |= card["card"] == "Tunneling Loophole"
        if card["card"] == "Staged Protests":
            s.goal_surcharge += PROTEST_SURCHARGE
        if card["card"] == "Space Wargames":
            s.next_first = player
    for name in told.get("standard_projects_used", []):
        project = StandardProject[name.removesuffix(":SP").upper().replace(" ", "_")]
        s.standard_used[player] |= 1 << project


def extra_tags(claimed: list[int]) -> dict[str, int]:
    """Tags by tokens."""
    return {"extra_science": claimed[Token.SCIENCE_TAG], "extra_plant": claimed[Token.PLANT_TAG]}


def changes(new: dict[str, Any], old: dict[str, Any], players: int) -> Iterator[tuple[str, int | str]]:
    """What a delta says about the tokens of the players; numbers are differences."""
    for p in range(players):
        tokens, before = new["claimed"][p], old["claimed"][p]
        yield f"{p}.tokens", sum(tokens) - sum(before)
        had = extra_tags(before)
        for name, n in extra_tags(tokens).items():
            yield f"{p}.{name}", n - had[name]
        active = new["active_token"][p]
        if active != old["active_token"][p]:
            yield f"{p}.token_bonus", "-" if active == NONE else TOKEN_NAMES[Token(active)]


@functools.cache
def generator_for(first: Order, rest: Order) -> tuple[int, ...]:
    """A state of the random generator with which a pile of these tokens yields the first ones in this order."""
    s = np.zeros(1, DTYPE)[0]
    s.rng[:] = (1, 2, 3, 4)
    while True:
        begin = tuple(int(word) for word in s.rng)
        set_pile(s, first + rest)
        if all(draw_token(s) == kind for kind in first):
            return begin


def drawn_in_order(record: Any, order: Order, go_on: Callable[[Any], None]) -> Order:
    """Let something happen with a pile that yields its tokens in an order; what is left of that.

    Ours is shuffled whenever one is drawn. So the pile is cut down to what will be drawn and one more, and the generator is put where it
    yields just that.
    """
    begin, n = record.copy(), 1
    s = record[0]
    while True:
        pile = order[: n + 1]
        set_pile(s, pile)
        s.rng[:] = generator_for(order[:n], order[n : n + 1])
        start = s.rng.copy()
        go_on(s)
        drawn = words_used(start, s.rng)
        if drawn <= n or n >= len(order):
            break
        record[:], n = begin, drawn
    back = Counter({kind: int(n) for kind, n in enumerate(s.pile)})
    back.subtract(pile[drawn:])
    left = order[drawn:] + tuple(kind for kind, n in back.items() for _ in range(n))
    set_pile(s, left)
    s.rng[:] = begin[0].rng
    return left


def words_used(start: Any, end: Any) -> int:
    """How often the generator was used: once for each token. After the shuffling of a deck it is not told any more."""
    state = start.copy()
    for n in range(MOST_DRAWN + 1):
        if (state == end).all():
            return n
        word(state)
    return 0


def sort_found(record: Any) -> None:
    """The tokens that the last effect has found, by their spaces: in which order they were does not matter."""
    s = record[0]
    n = int(s.tokens_found)
    if n > 2:
        first = max(i for i in range(n) if s.found_space[i] == NEW_SEARCH) + 1
        order = first + np.lexsort((s.found_token[first:n], s.found_space[first:n]))
        s.found_space[first:n], s.found_token[first:n] = s.found_space[order], s.found_token[order]


def dig_as_in_the_reference(t: Any, s: Any, *, hide: bool) -> None:
    """Leave of all spaces to excavate those beside own ground; who is hemmed in may choose any, with all tokens hidden if so asked."""
    f = int(s.depth) - 1
    row, player = s.stack[f, Frame.ROW], s.stack[f, Frame.PLAYER]
    if t.op[row] != Underground.EXCAVATE or t.a[row]:
        return
    beside = [space for space in range(MARS_SPACES) if open_ground(s, space) and beside_own_ground(t, s, player, space)]
    if beside:
        kept = [space for space in s.choice[: s.choices].tolist() if space in beside]
        s.choice[: len(kept)], s.choices = kept, len(kept)
    elif hide:
        s.token[:] = NONE
