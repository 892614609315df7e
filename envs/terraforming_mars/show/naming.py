"""What every decision and every action is called: a player must be able to follow a game from these lines alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.actions import ACTIONS
from regolith.envs.terraforming_mars.base.boards import BOARDS, Bonus
from regolith.envs.terraforming_mars.boxes import AWARDS, CARRIERS, MILESTONES, STANDARD_PROJECTS
from regolith.envs.terraforming_mars.card_file import table_of
from regolith.envs.terraforming_mars.language.box import Award, Milestone
from regolith.envs.terraforming_mars.language.lasting import Rule
from regolith.envs.terraforming_mars.language.operation import Holds
from regolith.envs.terraforming_mars.language.pending import Pending, T, pending
from regolith.envs.terraforming_mars.language.phrases import phrases, some, title, word
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.language.tables import numbered
from regolith.envs.terraforming_mars.machine.fees import foreseen_fee
from regolith.envs.terraforming_mars.rooms import (
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    MARS_SPACES,
    NONE,
)
from regolith.envs.terraforming_mars.rules.generation import HEAT_FOR_TEMPERATURE
from regolith.envs.terraforming_mars.rules.goals import award_cost, milestone_cost
from regolith.envs.terraforming_mars.rules.placement import mc_beside_ocean
from regolith.envs.terraforming_mars.rules.price import (
    MEANS_CARDS,
    MEANS_HEAT,
    MEANS_STEEL,
    MEANS_TITANIUM,
    card_price,
    heat_of_unit,
    price,
    standard_price,
    unit_value,
)
from regolith.envs.terraforming_mars.show import box_views
from regolith.envs.terraforming_mars.show.box_views import ColonyTileView, only_choices
from regolith.envs.terraforming_mars.show.seats import seat_name
from regolith.envs.terraforming_mars.state import Kind, Lies, Mode
from regolith.envs.terraforming_mars.words import CardResource, Map, OffMars, Resource, StandardProject, Tag, Tile

CARDS_BY_NUMBER = numbered()
METALS = {MEANS_STEEL: "steel", MEANS_TITANIUM: "titanium", MEANS_HEAT: "heat"}
BONUS_WORDS = {
    Bonus.PLANT: "plants",
    Bonus.STEEL: "steel",
    Bonus.TITANIUM: "titanium",
    Bonus.HEAT: "heat",
    Bonus.CARD: "cards",
}


def card_name(card: int) -> str:
    """A card or another carrier by its number; numbers without one are room for boxes to come."""
    if card in CARRIERS:
        return CARRIERS[card].name
    return CARDS_BY_NUMBER[card].name if card in CARDS_BY_NUMBER else f"card {card}"


def milestones(s: np.record) -> tuple[Milestone, ...]:
    """Those of this game."""
    return tuple(MILESTONES[tile] for tile in s.milestone_tile if tile != NONE)


def awards(s: np.record) -> tuple[Award, ...]:
    return tuple(AWARDS[tile] for tile in s.award_tile if tile != NONE)


def space_label(s: np.record, space: int) -> str:
    """Row and column as on the text board, and the space's own name if it has one."""
    if space >= MARS_SPACES:
        off = space - MARS_SPACES
        return title(OffMars(off)) if off < len(OffMars) else f"off-Mars space {off + 1}"
    printed = BOARDS[Map(s.map)].spaces[space]
    return printed.label + (f" {printed.name}" if printed.name else "")


def bonus_texts(s: np.record, space: int) -> list[str]:
    """What is printed on a space, in words."""
    printed = Counter(BOARDS[Map(s.map)].spaces[space].bonuses) if space < MARS_SPACES else Counter()
    return [some(n, BONUS_WORDS[bonus]) if bonus in BONUS_WORDS else "ocean for 6 MC" for bonus, n in printed.items()]


def _label(s: np.record, space: int) -> str:
    """Of a space of Mars; nothing for numbers that are no space."""
    return space_label(s, space) if space < MARS_SPACES else ""


def _space(s: np.record, space: int) -> str:
    """A space with what a tile there gives."""
    gives, covers = bonus_texts(s, space), ""
    ask = pending(s)
    if ask is not None and ask.row.puts_tile:
        for_nobody = ask.mode == Mode.FOR_NOBODY
        covers = box_views.covered_text(s, space, for_nobody)
        beside = [int(other) for other in T.neighbours[space] if other != NONE]
        oceans = sum(int(s.tile[other]) == Tile.OCEAN_TILE for other in beside)
        if oceans:
            gives.append(f"{mc_beside_ocean(table_of(s), s, int(s.player)) * oceans} MC from oceans")
    if ask is not None and ask.mode == Mode.FOR_NOBODY:
        gives = []
    notes = "; ".join(note for note in (", ".join(gives), covers) if note)
    return space_label(s, space) + (f" ({notes})" if notes else "")


def _priced(s: np.record, player: int, card: int, discount: int) -> str:
    cost = int(price(table_of(s), s, player, card, discount))
    fee = fee_text(s, player, card, int(T.on_play[card]))
    text = f"play {card_name(card)}" + (f" ({cost} MC{fee})" if card < FIRST_CORPORATION else "")
    return text + only_choices(s, player, CARDS_BY_NUMBER[card].on_play)


def fee_text(s: np.record, player: int, card: int, row: int) -> str:
    """What the steps of rating of an effect cost besides, where they cost something."""
    fee = int(foreseen_fee(table_of(s), s, player, card, row))
    return f" and {fee} MC for TR" if fee else ""


def _held(card: int, n: int) -> str:
    """So many of what lies on a card."""
    held = CARDS_BY_NUMBER[card].holds if card in CARDS_BY_NUMBER else None
    return some(n, "resources" if held is None else held)


@dataclass(frozen=True)
class Choice:
    """One thing that may be chosen in a step that asks: what the `choice` of the operation's row is written with."""

    s: np.record
    ask: Pending
    i: int
    name: str
    """Of the thing as such."""

    @property
    def step(self) -> Step:
        return self.ask.step

    @property
    def n(self) -> int:
        return self.ask.n

    @property
    def card(self) -> str:
        return card_name(self.i)

    @property
    def owner(self) -> str:
        return seat_name(int(self.s.owner[self.i]))

    @property
    def price(self) -> int:
        """Of a card to be played now."""
        return int(price(table_of(self.s), self.s, self.ask.player, self.i, self.step["discount"]))

    @property
    def card_price(self) -> int:
        """Of a card to be bought."""
        return int(card_price(table_of(self.s), self.s, self.ask.player))

    @property
    def held(self) -> str:
        """The amount, of what lies on the card chosen."""
        return _held(self.i, self.n)

    @property
    def removed(self) -> str:
        return _held(self.i, min(self.n, int(self.s.resources[self.i])))

    @property
    def held_here(self) -> str:
        """So many as chosen, of what lies on the card that asks."""
        return _held(self.ask.card, self.i)

    @property
    def taken(self) -> str:
        """What the player chosen loses of his stock."""
        resource = self.step["resource"]
        return some(min(self.n, int(self.s.stock[self.i, resource])), resource)

    @property
    def colony_tile(self) -> ColonyTileView:
        """The one chosen."""
        return box_views.colony_tile(self.s, self.i)

    @property
    def traded_tile(self) -> ColonyTileView:
        """The one that the step is about."""
        return box_views.colony_tile(self.s, self.ask.x)

    @property
    def trade_fee(self) -> str:
        return box_views.trade_fee(self.s, self.ask.player, self.i)

    @property
    def party_with_delegates(self) -> str:
        return box_views.party_with_delegates(self.s, self.i)

    @property
    def delegate(self) -> str:
        return box_views.delegate_name(self.s, self.i)

    @property
    def only_choices(self) -> str:
        """What the way chosen will do without asking."""
        return only_choices(self.s, self.ask.player, self.step.branches[self.i])

    @property
    def place(self) -> str:
        """A space to look or to dig under."""
        return box_views.place_text(self.s, self.i, _label(self.s, self.i))

    @property
    def token(self) -> str:
        """An underground token."""
        return box_views.token_text(self.s, self.i, _label(self.s, self.i))

    @property
    def means(self) -> str:
        return paid_with(self.ask, self.i)

    @property
    def worth(self) -> int:
        """Of the units chosen to pay with."""
        if self.ask.row.x == Holds.HEAT_OWED:
            return self.i * int(heat_of_unit(T))
        return self.i * int(unit_value(table_of(self.s), self.s, self.ask.player, self.ask.turn))


def _chosen(s: np.record, kinds: tuple[Kind, ...], i: int, name: str) -> str:
    """What choosing a thing means to the step that asks; its own name where it may not be chosen."""
    ask = pending(s)
    if ask is None or s.kind not in kinds or i not in s.choice[: s.choices]:
        return name
    text, choice = ask.row.choice, Choice(s, ask, i, name)
    return text.format(choice=choice) if isinstance(text, str) else text(choice)


def _card(s: np.record, card: int) -> str:
    """In a turn of one's own, playing the card or using its action."""
    name = card_name(card)
    if s.kind == Kind.ACTION and card in CARDS_BY_NUMBER:
        in_hand = s.lies[card] == Lies.IN_HAND and s.owner[card] >= 0
        if in_hand:
            return _priced(s, int(s.owner[card]), card, 0)
        if s.owner[card] < 0:
            return f"use {name}"
        fee = fee_text(s, int(s.owner[card]), card, int(T.action[card]))
        text = f"use {name}" + (f" ({fee.removeprefix(' and ')})" if fee else "")
        return text + only_choices(s, int(s.owner[card]), CARDS_BY_NUMBER[card].action)
    return _chosen(s, (Kind.CARD,), card, name)


def _player(s: np.record, seat: int) -> str:
    return _chosen(s, (Kind.PLAYER,), seat, seat_name(seat))


def _branch(s: np.record, i: int) -> str:
    return _chosen(s, (Kind.BRANCH,), i, f"way {i + 1}")


def paid_with(ask: Pending, n: int) -> str:
    """So many units of what a payment asks for; card resources name their card."""
    if ask.row.x == Holds.HEAT_OWED:
        changed = int(T.rule_first[Rule.HEAT_FROM_RESOURCE])
    elif ask.turn in METALS:
        return f"{n or 'no'} {METALS[ask.turn]}"
    else:
        changed = int(T.rule_first[Rule.PAY_WITH_RESOURCE]) + ask.turn - MEANS_CARDS
    source = int(T.modifier_carrier[changed])
    held = CARDS_BY_NUMBER[source].holds or CardResource.FLOATERS
    return f"{some(n, held) if n else f'no {word(held)}'} of {card_name(source)}"


def _amount(s: np.record, n: int) -> str:
    return _chosen(s, (Kind.AMOUNT, Kind.PAYMENT), n, str(n))


def _resource(s: np.record, i: int) -> str:
    return _chosen(s, (Kind.RESOURCE,), i, word(Resource(i)))


def _standard(s: np.record, i: int) -> str:
    if i >= len(StandardProject):
        return f"standard project {i + 1}"
    if i == StandardProject.SELL_PATENTS:
        return "sell patents"
    player, (_, project) = max(0, int(s.player)), STANDARD_PROJECTS[StandardProject(i)]
    ask = pending(s)
    repeated = s.kind == Kind.STANDARD and ask is not None
    cost = max(0, int(standard_price(table_of(s), s, player, i)) - (ask.n if repeated and ask is not None else 0))
    fee = fee_text(s, player, NONE, int(T.standard_row[i]))
    spent = box_views.spent_text(s, project.does) or f"{cost} MC"
    name = f"{word(StandardProject(i))} standard project ({spent}{fee}){only_choices(s, player, project.does)}"
    return _chosen(s, (Kind.STANDARD,), i, name)


def _milestone(s: np.record, i: int) -> str:
    goals = milestones(s)
    return f"claim {goals[i].name} ({int(milestone_cost(s))} MC)" if i < len(goals) else f"claim milestone {i + 1}"


def _award(s: np.record, i: int) -> str:
    goals = awards(s)
    if i >= len(goals):
        return f"fund award {i + 1}"
    if s.kind == Kind.ACTION:
        return f"fund {goals[i].name} ({int(award_cost(T, s))} MC)"
    return _chosen(s, (Kind.AWARD,), i, goals[i].name)


def _colony(s: np.record, i: int) -> str:
    """In a turn of one's own, trading with the tile."""
    if s.kind == Kind.ACTION:
        return box_views.trade_text(s, i)
    return _chosen(s, (Kind.COLONY,), i, box_views.colony_tile_name(s, i))


def _party(s: np.record, i: int) -> str:
    """In a turn of one's own, lobbying."""
    if s.kind == Kind.ACTION:
        return box_views.lobbying_text(s, i)
    return _chosen(s, (Kind.PARTY,), i, box_views.party_name(s, i))


def _delegate(s: np.record, i: int) -> str:
    return _chosen(s, (Kind.DELEGATE,), i, box_views.delegate_name(s, i))


def _underground(s: np.record, i: int) -> str:
    return _chosen(s, (Kind.UNDERGROUND,), i, f"underground token at {space_label(s, i)}")


def _token(s: np.record, i: int) -> str:
    """In front of a player; or found in the pile: these are numbered after the spaces."""
    if s.kind == Kind.UNDERGROUND:
        return _chosen(s, (Kind.UNDERGROUND,), MARS_SPACES + i, box_views.token_name(s, i))
    return _chosen(s, (Kind.TOKEN,), i, box_views.token_name(s, i))


def _tag(s: np.record, i: int) -> str:
    return _chosen(s, (Kind.TAG,), i, f"{word(Tag(i))} tag" if i < len(Tag) else f"tag {i + 1}")


def _block(s: np.record, i: int) -> str:
    return f"spend {('1 corruption', 'a fighter')[i]} to stop the attack"


def attack_text(s: np.record, ask: Pending) -> str:
    """What an attack that may be stopped does to the player who is asked."""
    target = ask.y if ask.row.asks == Kind.CARD else int(s.player)
    text, choice = ask.row.choice, Choice(s, ask, target, seat_name(int(s.player)))
    return text.format(choice=choice) if isinstance(text, str) else text(choice)


def _decline(s: np.record, _: int) -> str:
    if s.kind == Kind.BLOCK:
        return "let the attack happen"
    ask = pending(s)
    if ask is None or ask.mode == Mode.OPTIONAL:
        return "decline"
    text = ask.row.decline
    return text if isinstance(text, str) else text(ask)


def corporation_of(s: np.record, seat: int) -> int:
    """The corporation that a player has in play, or NONE."""
    among = slice(FIRST_CORPORATION, FIRST_PRELUDE)
    (found,) = np.nonzero((s.owner[among] == seat) & (s.lies[among] == Lies.IN_PLAY))
    return FIRST_CORPORATION + int(found[0]) if found.size else NONE


def _first_action(s: np.record, _: int) -> str:
    card = corporation_of(s, int(s.player))
    if card == NONE or not CARDS_BY_NUMBER[card].first_action:
        return "first action of the corporation"
    steps = CARDS_BY_NUMBER[card].first_action
    return f"first action of {card_name(card)}: {phrases(steps)}{only_choices(s, int(s.player), steps)}"


def _fee_of_conversion(s: np.record, row: int) -> str:
    fee = fee_text(s, max(0, int(s.player)), NONE, row)
    return f" ({fee.removeprefix(' and ')})" if fee else ""


def _convert_plants(s: np.record, _: int) -> str:
    plants = int(s.greenery_cost[max(0, int(s.player))])
    return f"convert {plants} plants into a greenery{_fee_of_conversion(s, int(T.convert_plants_row))}"


def _convert_heat(s: np.record, _: int) -> str:
    fee = _fee_of_conversion(s, int(T.convert_heat_row))
    return f"convert {HEAT_FOR_TEMPERATURE} heat into 1 step of temperature{fee}"


NAMES: dict[str, Callable[[np.record, int], str]] = {
    "card": _card,
    "space": _space,
    "player": _player,
    "branch": _branch,
    "amount": _amount,
    "resource": _resource,
    "standard project": _standard,
    "convert plants": _convert_plants,
    "convert heat": _convert_heat,
    "milestone": _milestone,
    "award": _award,
    "colony": _colony,
    "party": _party,
    "delegate from reserve": box_views.reserve_text,
    "policy": box_views.policy_text,
    "delegate": _delegate,
    "underground": _underground,
    "token kind": _token,
    "tag": _tag,
    "block": _block,
    "decline": _decline,
    "first action": _first_action,
    "end turn": lambda s, i: "end the turn",
    "pass": lambda s, i: "pass for this generation",
}


def action_name(s: np.record, action: int) -> str:
    """What an action means, in words. Every number has a name, even those that can never be legal now."""
    piece, i = ACTIONS.at(action)
    return NAMES[piece.name](s, i)


def _asked(s: np.record, ask: Pending) -> str:
    """The question of an operation's row, with its operands in words."""
    if not isinstance(ask.row.question, str):
        return ask.row.question(ask)
    words = {
        name: word(value)
        for name, value in zip(ask.row.operands, ask.step.operands, strict=True)
        if isinstance(value, IntEnum)
    }
    if ask.row.asks == Kind.PAYMENT:
        words["means"] = paid_with(ask, 0).removeprefix("no ")
        owed = f"{ask.x} {'heat' if ask.row.x == Holds.HEAT_OWED else 'MC'}"
        words["price"] = f"{owed} for {card_name(ask.y)}" if ask.row.x == Holds.PRICE and ask.y >= 0 else owed
    return ask.row.question.format_map({"n": ask.n, "kind": "resources"} | words)


def question(s: np.record) -> str:
    """What is to be decided, without saying who decides."""
    ask = pending(s)
    if ask is None:
        return "take a second action or end the turn" if s.actions_taken else "take an action or pass"
    if s.kind == Kind.BLOCK:
        whose = "the own attack" if ask.player == s.player else f"the attack by {seat_name(ask.player)}"
        card = f" with {card_name(ask.card)}" if ask.card != NONE else ""
        return f"stop {whose}{card}: {attack_text(s, ask)}?"
    text = _asked(s, ask)
    named = ask.card != NONE and card_name(ask.card) not in text
    return text + (f" ({card_name(ask.card)})" if named else "")


def secret(s: np.record) -> bool:
    """Whether the others may not see what is chosen now."""
    ask = pending(s)
    return ask is not None and ask.row.secret


def decision_text(s: np.record) -> str:
    """Who must decide what, in one line that any player may read."""
    if s.over == Over.TRUNCATED:
        return f"cut off after generation {s.generation}"
    if s.over == Over.FINISHED:
        return f"over after generation {s.generation}"
    return f"generation {s.generation}, {seat_name(int(s.player))}: {question(s)}"
