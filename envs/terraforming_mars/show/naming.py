"""What every decision and every action is called: a player must be able to follow a game from these lines alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np

from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.actions import ACTIONS, STANDARD_PROJECTS
from regolith.envs.terraforming_mars.base.boards import BOARDS, Bonus
from regolith.envs.terraforming_mars.boxes import AWARDS, CARRIERS, MILESTONES
from regolith.envs.terraforming_mars.language.box import Award, Milestone
from regolith.envs.terraforming_mars.language.lasting import Rule
from regolith.envs.terraforming_mars.language.pending import Pending, T, pending
from regolith.envs.terraforming_mars.language.steps import Op
from regolith.envs.terraforming_mars.language.tables import numbered
from regolith.envs.terraforming_mars.language.text import a, branch_text, made, phrases, some, title, word
from regolith.envs.terraforming_mars.rules.goals import MILESTONE_COST, award_cost
from regolith.envs.terraforming_mars.rules.placement import OCEAN_MC
from regolith.envs.terraforming_mars.rules.price import (
    MEANS_CARDS,
    MEANS_HEAT,
    MEANS_STEEL,
    MEANS_TITANIUM,
    card_price,
    price,
    standard_price,
    unit_value,
)
from regolith.envs.terraforming_mars.state import (
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    MARS_SPACES,
    NEUTRAL,
    NONE,
    Inner,
    Kind,
    Lies,
    Mode,
)
from regolith.envs.terraforming_mars.words import CardResource, Map, OffMars, Resource, StandardProject, Tile, Track

SEAT_NAMES = ("Red", "Blue", "Green", "Yellow", "Black")
NEUTRAL_NAME = "neutral"
OWNER_SIGNS = ("R", "B", "G", "Y", "K", "N")
"""Seats in one letter: Black is K as in print, B is Blue; N is neutral."""
CARDS_BY_NUMBER = numbered()
METALS = {MEANS_STEEL: "steel", MEANS_TITANIUM: "titanium", MEANS_HEAT: "heat"}
BONUS_WORDS = {
    Bonus.PLANT: "plants",
    Bonus.STEEL: "steel",
    Bonus.TITANIUM: "titanium",
    Bonus.HEAT: "heat",
    Bonus.CARD: "cards",
}
TRACK_WORDS = {
    Track.TEMPERATURE: "raise temperature 1 step",
    Track.OXYGEN: "raise oxygen 1 step",
    Track.OCEANS: "place an ocean tile",
    Track.VENUS_SCALE: "raise Venus 1 step",
}


def card_name(card: int) -> str:
    """A card or another carrier by its number; numbers without one are room for boxes to come."""
    if card in CARRIERS:
        return CARRIERS[card].name
    return CARDS_BY_NUMBER[card].name if card in CARDS_BY_NUMBER else f"card {card}"


def seat_name(seat: int) -> str:
    return NEUTRAL_NAME if seat == NEUTRAL else SEAT_NAMES[seat]


def tile_name(tile: int) -> str:
    return word(Tile(tile)) if tile <= Tile.CITY_TILE else f"{title(Tile(tile))} tile"


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


def _space(s: np.record, space: int) -> str:
    """A space with what a tile there gives."""
    gives = bonus_texts(s, space)
    ask = pending(s)
    if ask is not None and ask.op in (Op.PLACE, Inner.FINAL_GREENERY):
        beside = [int(other) for other in T.neighbours[space] if other != NONE]
        oceans = sum(int(s.tile[other]) == Tile.OCEAN_TILE for other in beside)
        if oceans:
            gives.append(f"{OCEAN_MC * oceans} MC from oceans")
        if ask.mode == Mode.FOR_NOBODY:
            gives = []
    return space_label(s, space) + (f" ({', '.join(gives)})" if gives else "")


def _priced(s: np.record, player: int, card: int, discount: int) -> str:
    cost = int(price(T, s, player, card, discount))
    return f"play {card_name(card)}" + (f" ({cost} MC)" if card < FIRST_CORPORATION else "")


def _held(card: int, n: int) -> str:
    """So many of what lies on a card."""
    held = CARDS_BY_NUMBER[card].holds if card in CARDS_BY_NUMBER else None
    return some(n, "resources" if held is None else held)


def _card(s: np.record, card: int) -> str:
    """What choosing a card means depends on the step that asks."""
    name, ask = card_name(card), pending(s)
    if card not in CARDS_BY_NUMBER:
        return name
    if ask is None:
        if s.lies[card] == Lies.IN_HAND and s.owner[card] >= 0:
            return _priced(s, int(s.owner[card]), card, 0)
        return f"use {name}"
    if ask.op == Op.PLAY_CARD and ask.step is not None:
        return _priced(s, ask.player, card, ask.step["discount"])
    if ask.op in (Op.REMOVE_RESOURCE, Op.MAY_REMOVE_RESOURCE) and s.owner[card] >= 0:
        return f"remove {_held(card, min(ask.n, int(s.resources[card])))} from {seat_name(s.owner[card])}'s {name}"
    if ask.op == Op.ADD_RESOURCE:
        return f"add {_held(card, ask.n)} to {name}"
    if ask.op == Op.SPEND_FROM_CARD:
        return f"spend {_held(card, ask.n)} from {name}"
    return CARD_VERBS.get(ask.op, "{}").format(name, price=int(card_price(T, s, ask.player)))


CARD_VERBS: dict[Op | Inner, str] = {
    Op.COPY_PRODUCTION: "copy the production of {}",
    Op.DISCARD: "discard {}",
    Op.DRAW_AND_KEEP: "keep {}",
    Op.LOOK_AND_BUY: "buy {} ({price} MC)",
    Op.PLAY_PRELUDE: "play {}",
    Op.REUSE_ACTION: "use {} again",
    Inner.SELL_CARDS: "sell {}",
    Inner.PICK_CORPORATION: "corporation {}",
    Inner.KEEP_PRELUDES: "keep {}",
    Inner.BUY_CARDS: "buy {} ({price} MC)",
    Inner.DRAFT: "keep {}",
    Inner.PLAY_PRELUDES: "play {}",
}


def _player(s: np.record, seat: int) -> str:
    """Whom an effect hits, and what it costs him."""
    ask, name = pending(s), seat_name(seat)
    if ask is None or ask.step is None or ask.op not in (Op.DECREASE_ANY_PRODUCTION, Op.REMOVE, Op.STEAL):
        return name
    resource = ask.step["resource"]
    if ask.op == Op.DECREASE_ANY_PRODUCTION:
        return f"{made(resource)} of {name} -{ask.n}"
    taken = some(min(ask.n, int(s.stock[seat, resource])), resource)
    return f"{'remove' if ask.op == Op.REMOVE else 'steal'} {taken} from {name}"


def _branch(s: np.record, i: int) -> str:
    ask = pending(s)
    if ask is not None and ask.op == Inner.WORLD_GOVERNMENT and i < len(Track):
        return TRACK_WORDS[Track(i)]
    if ask is not None and ask.step is not None and i < len(ask.step.branches):
        return branch_text(ask.step.branches[i])
    return f"way {i + 1}"


def means_text(s: np.record, player: int, mean: int, n: int) -> str:
    """So many units of a means of payment; card resources name their card."""
    if mean in METALS:
        return f"{n or 'no'} {METALS[mean]}"
    source = int(T.modifier_carrier[T.rule_first[Rule.PAY_WITH_RESOURCE] + mean - MEANS_CARDS])
    held = CARDS_BY_NUMBER[source].holds or CardResource.FLOATERS
    return f"{some(n, held) if n else f'no {word(held)}'} of {card_name(source)}"


def _amount(s: np.record, n: int) -> str:
    ask = pending(s)
    if ask is not None and ask.op == Inner.PAY:
        worth = n * int(unit_value(T, s, ask.player, ask.turn))
        return f"pay with {means_text(s, ask.player, ask.turn, n)}" + (f" (worth {worth} MC)" if n else "")
    if ask is None or ask.step is None:
        return str(n)
    if ask.op == Op.CONVERT_PRODUCTION:
        return f"{made(ask.step['source'])} -{n}, {made(ask.step['target'])} +{n}"
    if ask.op == Op.EXCHANGE:
        return f"{some(n, ask.step['spend'])} for {some(n * ask.n, ask.step['gain'])}"
    if ask.op == Op.EXCHANGE_HERE:
        return f"{_held(ask.card, n)} for {some(n * ask.n, ask.step['gain'])}"
    return str(n)


def _resource(s: np.record, i: int) -> str:
    ask = pending(s)
    if ask is not None and ask.op == Op.RAISE_LOWEST_PRODUCTION:
        return f"{made(Resource(i))} +{ask.n}"
    return word(Resource(i))


def _standard(s: np.record, i: int) -> str:
    if i >= STANDARD_PROJECTS:
        return f"standard project {i + 1}"
    if i == StandardProject.SELL_PATENTS:
        return "sell patents"
    cost = int(standard_price(T, s, max(0, int(s.player)), i))
    return f"{word(StandardProject(i))} standard project ({cost} MC)"


def _milestone(s: np.record, i: int) -> str:
    goals = milestones(s)
    return f"claim {goals[i].name} ({MILESTONE_COST} MC)" if i < len(goals) else f"claim milestone {i + 1}"


def _award(s: np.record, i: int) -> str:
    goals = awards(s)
    if i >= len(goals):
        return f"fund award {i + 1}"
    return f"fund {goals[i].name} ({f'{int(award_cost(T, s))} MC' if s.kind == Kind.ACTION else 'free'})"


DECLINES: dict[Op | Inner, str] = {
    Op.LOOK_AND_BUY: "buy no more cards",
    Inner.BUY_CARDS: "buy no more cards",
    Op.REMOVE: "remove nothing",
    Op.MAY_REMOVE_RESOURCE: "remove nothing",
    Op.STEAL: "steal nothing",
    Inner.SELL_CARDS: "sell no more",
    Inner.FINAL_GREENERY: "no more greeneries",
}


def _decline(s: np.record, _: int) -> str:
    if s.kind == Kind.BLOCK:
        return "do not block"
    ask = pending(s)
    return "decline" if ask is None or ask.mode == Mode.OPTIONAL else DECLINES.get(ask.op, "decline")


def corporation_of(s: np.record, seat: int) -> int:
    """The corporation that a player has in play, or NONE."""
    among = slice(FIRST_CORPORATION, FIRST_PRELUDE)
    (found,) = np.nonzero((s.owner[among] == seat) & (s.lies[among] == Lies.IN_PLAY))
    return FIRST_CORPORATION + int(found[0]) if found.size else NONE


def _first_action(s: np.record, _: int) -> str:
    card = corporation_of(s, int(s.player))
    if card == NONE or not CARDS_BY_NUMBER[card].first_action:
        return "first action of the corporation"
    return f"first action of {card_name(card)}: {phrases(CARDS_BY_NUMBER[card].first_action)}"


def _convert_plants(s: np.record, _: int) -> str:
    return f"convert {int(s.greenery_cost[max(0, int(s.player))])} plants into a greenery"


NAMES: dict[str, Callable[[np.record, int], str]] = {
    "card": _card,
    "space": _space,
    "player": _player,
    "branch": _branch,
    "amount": _amount,
    "resource": _resource,
    "standard project": _standard,
    "convert plants": _convert_plants,
    "convert heat": lambda s, i: "convert 8 heat into 1 step of temperature",
    "milestone": _milestone,
    "award": _award,
    "colony": lambda s, i: f"colony tile {i + 1}",
    "party": lambda s, i: f"party {i + 1}",
    "underground": lambda s, i: f"underground token at {space_label(s, i)}",
    "block": lambda s, i: "spend corruption to stop the attack",
    "decline": _decline,
    "first action": _first_action,
    "end turn": lambda s, i: "end the turn",
    "pass": lambda s, i: "pass for this generation",
}


def action_name(s: np.record, action: int) -> str:
    """What an action means, in words. Every number has a name, even those that can never be legal now."""
    piece, i = ACTIONS.at(action)
    return NAMES[piece.name](s, i)


def _place(ask: Pending) -> str:
    assert ask.step is not None
    tile = ask.step["tile"]
    which = f", {ask.turn + 1} of {ask.n}" if ask.n > 1 else ""
    return f"choose a space for {a(tile_name(tile)) if tile <= Tile.CITY_TILE else f'the {tile_name(tile)}'}{which}"


def _about(ask: Pending, text: str, **operands: str) -> str:
    assert ask.step is not None
    words = {
        name: word(ask.step[operand]) if ask.step[operand] is not None else "resources"
        for name, operand in operands.items()
    }
    return text.format(n=ask.n, **words)


QUESTIONS: dict[Op | Inner, str | Callable[[Pending], str]] = {
    Op.PLACE: _place,
    Op.CLAIM_SPACE: "choose a space for your marker",
    Op.DECREASE_ANY_PRODUCTION: lambda ask: _about(ask, "choose whose {what} production falls by {n}", what="resource"),
    Op.REMOVE: lambda ask: _about(ask, "choose whose {what} to remove, up to {n}", what="resource"),
    Op.STEAL: lambda ask: _about(ask, "choose whose {what} to steal, up to {n}", what="resource"),
    Op.CHOOSE: "choose one effect",
    Op.CONVERT_PRODUCTION: "choose how much production to convert",
    Op.EXCHANGE: "choose how much to exchange",
    Op.EXCHANGE_HERE: "choose how much to exchange",
    Op.RAISE_LOWEST_PRODUCTION: "choose which of the lowest productions to raise",
    Op.COPY_PRODUCTION: "choose a card whose production to copy",
    Op.ADD_RESOURCE: lambda ask: _about(ask, "choose a card to add {n} {what} to", what="kind"),
    Op.REMOVE_RESOURCE: lambda ask: _about(ask, "choose a card to remove {n} {what} from", what="kind"),
    Op.MAY_REMOVE_RESOURCE: lambda ask: _about(ask, "choose a card to remove up to {n} {what} from", what="kind"),
    Op.SPEND_FROM_CARD: lambda ask: _about(ask, "choose a card to spend {n} {what} from", what="kind"),
    Op.DISCARD: "choose a card to discard",
    Op.DRAW_AND_KEEP: "choose a card to keep",
    Op.LOOK_AND_BUY: "choose a card to buy",
    Op.PLAY_PRELUDE: "choose a prelude to play",
    Op.PLAY_CARD: "choose a card to play",
    Op.FUND_AWARD: "choose an award to fund",
    Op.REUSE_ACTION: "choose an action to use again",
    Inner.SELL_CARDS: "choose a card to sell",
    Inner.PICK_CORPORATION: "choose a corporation",
    Inner.KEEP_PRELUDES: "choose a prelude to keep",
    Inner.BUY_CARDS: "choose a card to buy",
    Inner.DRAFT: "choose a card of the pack to keep",
    Inner.PLAY_PRELUDES: "choose a prelude to play",
    Inner.FINAL_GREENERY: "choose a space for a last greenery",
    Inner.WORLD_GOVERNMENT: "choose what the World Government does",
}


def question(s: np.record) -> str:
    """What is to be decided, without saying who decides."""
    ask = pending(s)
    if ask is None:
        return "take a second action or end the turn" if s.actions_taken else "take an action or pass"
    if s.kind == Kind.BLOCK:
        return f"block the attack by {seat_name(ask.player)}?"
    if ask.op == Inner.PAY:
        left = f"{ask.x} MC for {card_name(ask.y)}" if ask.y >= 0 else f"{ask.x} MC"
        return f"choose how much {means_text(s, ask.player, ask.turn, 0).removeprefix('no ')} to pay with ({left})"
    asked = QUESTIONS.get(ask.op, "choose")
    text = asked if isinstance(asked, str) else asked(ask)
    named = ask.card != NONE and card_name(ask.card) not in text
    return text + (f" ({card_name(ask.card)})" if named else "")


SECRET: tuple[Op | Inner, ...] = (
    *(Inner.PICK_CORPORATION, Inner.KEEP_PRELUDES, Inner.BUY_CARDS, Inner.DRAFT, Inner.SELL_CARDS),
    *(Op.LOOK_AND_BUY, Op.DRAW_AND_KEEP, Op.DISCARD),
)
"""Choices among cards that the others do not see, before or after."""


def secret(s: np.record) -> bool:
    """Whether the others may not see what is chosen now."""
    ask = pending(s)
    return ask is not None and ask.op in SECRET


def decision_text(s: np.record) -> str:
    """Who must decide what, in one line that any player may read."""
    if s.over == Over.TRUNCATED:
        return f"cut off after generation {s.generation}"
    if s.over == Over.FINISHED:
        return f"over after generation {s.generation}"
    return f"generation {s.generation}, {seat_name(int(s.player))}: {question(s)}"
