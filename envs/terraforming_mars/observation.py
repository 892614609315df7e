"""What a seat may know, as numbers in [0, 1]: me first, then the others clockwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.core.jit import kernel
from regolith.envs.core.layout import Layout
from regolith.envs.terraforming_mars.hooks import write_boxes, write_options
from regolith.envs.terraforming_mars.language.operation import Holds
from regolith.envs.terraforming_mars.perspective import OTHERS, relative, share, value_of
from regolith.envs.terraforming_mars.rooms import (
    BOXES,
    CARD_KINDS,
    CARDS,
    CARRIERS,
    COLONY_SLOTS,
    COLONY_TILES,
    COVERING_GOALS,
    EVENTS_SHOWN,
    FIRST_CARRIER,
    FIRST_PRELUDE,
    GLOBAL_EVENTS,
    GOALS,
    MARS_SPACES,
    NEUTRAL,
    NOBODY,
    NONE,
    OPERANDS_SHOWN,
    OPERATIONS,
    PARTIES,
    PAYING_CARDS,
    PLAYERS,
    PROJECTS,
    RESOURCES,
    SPACES,
    STANDARD_ROOM,
    TAGS,
    TEMPORARY_TOKENS,
    TOKENS,
    TRACKS,
    room,
)
from regolith.envs.terraforming_mars.rules.counting import is_city
from regolith.envs.terraforming_mars.rules.price import MEANS_CARDS
from regolith.envs.terraforming_mars.rules.solo import GENERATIONS
from regolith.envs.terraforming_mars.state import (
    KINDS,
    LOWEST_PRODUCTION,
    PHASES,
    Deck,
    Frame,
    Kind,
    Lies,
    Phase,
    Place,
)
from regolith.envs.terraforming_mars.words import Map, Resource, Tile

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

MEANS = MEANS_CARDS + PAYING_CARDS
"""Room for the means of payment besides MC."""
NUMBER_BITS, TOKEN_BITS, EVENT_BITS = 10, 5, 6
room("numbers of cards and other carriers in binary", FIRST_CARRIER + CARRIERS, 1 << NUMBER_BITS)
room("token kinds in binary", TOKENS, 1 << TOKEN_BITS)
room("global events in binary", GLOBAL_EVENTS, 1 << EVENT_BITS)
IN_A_GROUP = 16
"""Operations are shown by their group and their place in it, which takes an eighth of the numbers that one for each would take."""
PRINTED = 6
"""What is printed on a space: its kind, plants, steel, titanium, heat, cards."""
OPTIONS_OF_BOXES = 8
"""Room for the options that boxes have besides being in the game."""
OWNERS = PLAYERS + 1
"""Of delegates: the players, then neutral."""

# What counts as 1. More is cut off there.
MC_SCALE, STOCK_SCALE, PRODUCTION_SCALE, LOWEST_MC = 120.0, 40.0, 20.0, float(-LOWEST_PRODUCTION)
RATING_SCALE, HAND_SCALE, TAG_SCALE, EVENT_SCALE, METAL_SCALE = 100.0, 30.0, 12.0, 12.0, 3.0
DISCOUNT_SCALE, LEEWAY_SCALE, GREENERY_SCALE = 10.0, 4.0, 10.0
GENERATION_SCALE, CAP_SCALE, DECK_SCALE = 16.0, 60.0, 300.0
PRICE_SCALE, COST_SCALE, TIMES_SCALE, TAGS_ON_A_CARD = 60.0, 45.0, 10.0, 2.0
SPECIAL_SCALE = 16.0
ZERO, EIGHTH, QUARTER, HALF, ONE = (np.float32(n / 8) for n in (0, 1, 2, 4, 8))
RESOURCE_SCALE = np.float32(12)
"""In the short form that loops over all cards need to be fast."""

OBSERVATION = Layout()
_add = OBSERVATION.add
BOX = _add("boxes", BOXES, "box is in the game, by its number; the base game always is")
OPTIONS = _add("options", 5, "draft, initial draft, beginners, automatic payment, solo for rating")
OF_BOXES = _add(
    "options of boxes",
    OPTIONS_OF_BOXES,
    "World Government; a corporation of Colonies dealt to everybody; the rest is room",
)
MAP = _add("map", len(Map), "Tharsis, Hellas, Elysium")
NUMBER = _add("players", PLAYERS, "how many play: 1 to 5")
GENERATION = _add("generation", 2, "number / 16; generations left (solo: / 14, otherwise up to the cap: / 60)")
PHASE = _add("phase", PHASES, "phase of the game")
KIND = _add("kind", KINDS, "kind of the pending decision")
TO_MOVE = _add("to decide", PLAYERS, "whose decision it is: I, the next player, ...")
TURN = _add("turn", PLAYERS, "whose turn it is in the action phase")
TAKEN = _add("actions taken", 1, "one action of this turn is done")
PASSED = _add("passed", PLAYERS, "has passed")
FIRST = _add("first player", PLAYERS, "who is first in this generation")
TRACK = _add("tracks", TRACKS, "temperature, oxygen, oceans, Venus: share of the whole way")
DECK = _add("deck", 1, "project cards in the deck / 300")
DIRECTION = _add("draft", 2, "packs are passed to the next player, to the previous one")

OCEAN = _add("ocean", MARS_SPACES, "space holds an ocean")
GREENERY = _add("greenery", MARS_SPACES, "space holds a greenery")
CITY = _add("city", SPACES, "space holds a city, the capital included; off-Mars spaces last")
SPECIAL = _add("special tile", MARS_SPACES, "space holds a special tile: its number / 16")
MY_TILE = _add("my tile", SPACES, "space holds a tile of mine")
OTHER_TILE = _add(
    "other tile", SPACES, "tile of an opponent: 1 next player, 0.75, 0.5, 0.25 those after him; 0.125 neutral"
)
CLAIM = _add("claim", MARS_SPACES, "marker of mine: 1; of an opponent: half his value as with tiles")
PRINT = _add(
    "printed",
    PRINTED * MARS_SPACES,
    "reserved for oceans 1, south pole 0.75, reserved city 0.5, volcanic 0.25; then plants, steel, titanium, heat, cards / 3",
)

STOCK = _add("stock", PLAYERS * RESOURCES, "for each player MC / 120, steel, titanium, plants, energy, heat / 40")
PRODUCTION = _add("production", PLAYERS * RESOURCES, "for each player: MC (5 + n) / 25, the others / 20")
RATING = _add("rating", PLAYERS, "terraform rating / 100")
ROSE = _add("rating rose", PLAYERS, "the rating rose in this generation")
HAND_SIZE = _add("hand size", PLAYERS, "project cards in hand / 30")
TAG = _add("tags", PLAYERS * TAGS, "for each player face-up tags / 12")
EVENTS = _add("events", PLAYERS, "events played / 12")
METAL = _add("metal value", PLAYERS * 2, "MC that steel, titanium are worth more than printed / 3")
GREENERY_COST = _add("greenery cost", PLAYERS, "plants for a greenery / 10")
NEXT_CARD = _add("next card", PLAYERS * 2, "the next card costs less: MC / 10; it may miss its requirement: steps / 4")
FIRST_ACTION = _add("first action", PLAYERS, "the corporation's first action is still to be taken")
MY_MILESTONE = _add("my milestone", GOALS, "claimed by me, in the order of the map, then those that boxes add")
OTHER_MILESTONE = _add("other milestone", GOALS, "claimed by an opponent, values as with tiles")
FUNDED = _add("award", GOALS, "funded: 1 by me, 0.5 by another player")

HAND = _add(
    "hand",
    CARDS,
    "card is in my hand 1; prelude that went back to the hand of an opponent: half his value as with tiles",
)
BEFORE_ME = _add(
    "before me",
    CARDS,
    "card is in the pack that I choose from 1, looked at 0.75, dealt to me or drafted 0.5, chosen from those dealt 0.25",
)
MINE = _add("my cards", CARDS, "card was played by me: 1, 0.5 if its action was used in this generation")
THEIRS = _add("other cards", CARDS, "card was played by an opponent: values as with tiles, 0.125 less if used")
ON_CARD = _add("resources on cards", CARDS, "how many / 12")
WITH_OPPONENT = _add(
    "with an opponent",
    PROJECTS,
    "hidden project card that I have seen: with the next player 1, with another one 0.75, may be with the next 0.5, with another 0.25",
)
SEEN = _add(
    "seen before",
    PROJECTS,
    "hidden project card that I have seen: not in the deck 1 (0.75 if perhaps in a pack), perhaps 0.5, shuffled into it 0.25",
)

OP = _add(
    "effect",
    OPERATIONS // IN_A_GROUP + IN_A_GROUP,
    "the operation of the step that asks, if an effect is under way: its number / 16, then the rest",
)
AMOUNT = _add("effect amount", 2, "how much / 10; how often it was done already / 10 (not of others' secret choices)")
ABOUT = _add("effect operand", OPERANDS_SHOWN, "the resource, tag, tile, track or kind that the step is about")
QUESTION = _add(
    "card in question",
    2 + CARD_KINDS + TAGS + NUMBER_BITS,
    "the card that asks, is paid for or may lose what lies on it: there is one, cost / 45, kind, tags / 2, its number in binary",
)
PRICE = _add("price", 1, "left to pay: MC / 60, or heat / 60 where other things may stand for it")
MEAN = _add(
    "means",
    MEANS,
    "steel, titanium, heat or a kind of card: what may be paid with now; the last is one that stands for heat",
)

# What boxes add, in the order of the boxes: each writes its own pieces, if it is in the game.
OF_BOX = _add(
    "colony tiles",
    3 * COLONY_TILES,
    "awake 1, dormant 0.5, offered 0.25; then markers / 6; then colonies picked already / 3",
)
_add(
    "colony owners",
    2 * COLONY_TILES * COLONY_SLOTS,
    "for each slot: mine; then for each: an opponent's, values as with tiles",
)
_add("trade visitor", COLONY_TILES, "my fleet 1; an opponent's: half his value as with tiles")
_add("trade fleets", 2 * PLAYERS, "for each player: fleets / 4; then for each: those at home / 4")
_add("kinds of tags had", TAGS, "by the owner of the corporation that asks for new ones")

_add("delegates in parties", PARTIES * OWNERS, "for each party: mine, the next player's, ..., neutral ones / 7")
_add("delegate reserve", OWNERS + PLAYERS, "mine, ... / 7, neutral ones / 14; then who has one in the lobby")
_add("party leaders", PARTIES * OWNERS, "for each party: I, the next player, ..., neutral")
_add("chair", OWNERS, "I, the next player, ..., neutral")
_add("ruling party", 2 * PARTIES, "ruling; then dominant")
_add("influence", PLAYERS, "as it stands / 4")
_add("policy used", PLAYERS, "has used the action of the ruling party in this generation")
_add("rating fee", 1, "MC for each step of rating / 3")
_add("global events", EVENTS_SHOWN * (1 + EVENT_BITS), "distant, coming, current: there is one, its number in binary")
_add("events to come", GLOBAL_EVENTS, "in the deck")

_add(
    "underground",
    (2 + TOKEN_BITS) * MARS_SPACES,
    "a token lies open 1, found and to be claimed 0.5, being excavated 0.25; then its kind in binary, a plane for each bit; then markers: "
    "mine 1, an opponent's half his value as with tiles",
)
_add("tokens in the pile", TOKENS, "tokens left / 13, by kind")
_add("claimed tokens", PLAYERS * TOKENS, "for each player, by kind / 5")
_add(
    "active token",
    PLAYERS * TEMPORARY_TOKENS,
    "for each player: the temporary kind that is in force 1, 0.5 if it lies under a cube",
)
_add("marked tokens", TOKENS, "under cubes, by kind / 5")
_add("found in the pile", TOKENS, "drawn by the effect under way and to be claimed, by kind / 2")
_add("corruption", 2 * PLAYERS, "for each player corruption / 10; then for each crime tags of events / 5")
_add(
    "until research",
    3 * PLAYERS + 2,
    "for each player: metals are worth more 1, as ever 0.5, less 0; he may excavate anywhere; he begins the next generation; "
    "then milestones and awards cost more: MC / 8; a card drawn costs: MC / 2",
)
_add(
    "standard projects used",
    STANDARD_ROOM,
    "in this generation, the sum over who has used it: I 1/2, the next player 1/4, those after him 1/8, 1/16, 1/32",
)
_add("copied prelude", NUMBER_BITS, "its number in binary")
_add("goals laid over others", 2 * COVERING_GOALS * GOALS, "for each such goal: the milestone or award that it covers")


@kernel
def write_course(t: Table, s: Record, seat: int, out: Any) -> None:
    """The options, and where the game stands."""
    for box in range(BOXES):
        out[BOX + box] = s.box[box]
    out[OPTIONS] = s.draft
    out[OPTIONS + 1] = s.initial_draft
    out[OPTIONS + 2] = s.beginner
    out[OPTIONS + 3] = s.auto_payment
    out[OPTIONS + 4] = s.solo_for_rating
    write_options(s, out[OF_BOXES : OF_BOXES + OPTIONS_OF_BOXES])
    out[MAP + s.map] = 1.0
    out[NUMBER + s.players - 1] = 1.0
    out[GENERATION] = share(s.generation, GENERATION_SCALE)
    if s.players == 1:
        out[GENERATION + 1] = share(s.last_generation - s.generation, GENERATIONS)
    else:
        out[GENERATION + 1] = share(s.max_generations - s.generation, CAP_SCALE)
    out[PHASE + s.phase] = 1.0
    out[KIND + s.kind] = 1.0
    if s.player >= 0:
        out[TO_MOVE + relative(s, seat, s.player)] = 1.0
    if s.phase == Phase.ACTION:
        out[TURN + relative(s, seat, s.turn)] = 1.0
        out[TAKEN] = int(s.actions_taken > 0)
    out[FIRST + relative(s, seat, s.first_player)] = 1.0
    if s.phase == Phase.DRAFT:
        out[DIRECTION + int(s.draft_direction < 0)] = 1.0
    for track in range(TRACKS):
        out[TRACK + track] = s.track[track] / t.track_end[track]
    out[DECK] = share(s.deck_size[Deck.PROJECTS], DECK_SCALE)
    for i in range(GOALS):
        if s.milestone[i] == seat:
            out[MY_MILESTONE + i] = 1.0
        elif s.milestone[i] != NOBODY:
            out[OTHER_MILESTONE + i] = value_of(s, seat, s.milestone[i])
        if s.award[i] != NOBODY:
            out[FUNDED + i] = 1.0 if s.award[i] == seat else 0.5


@kernel
def write_map(t: Table, s: Record, seat: int, out: Any) -> None:
    printed = t.printed[s.map]
    for i in range(PRINTED * MARS_SPACES):
        out[PRINT + i] = printed[i]
    for space in range(SPACES):
        if space < MARS_SPACES and s.claim[space] != NOBODY:
            mine = s.claim[space] == seat
            out[CLAIM + space] = 1.0 if mine else value_of(s, seat, s.claim[space]) / 2
        tile = s.tile[space]
        if tile == NONE:
            continue
        if tile == Tile.OCEAN_TILE:
            out[OCEAN + space] = 1.0
            continue
        if tile == Tile.GREENERY_TILE:
            out[GREENERY + space] = 1.0
        elif is_city(tile):
            out[CITY + space] = 1.0
        if tile > Tile.CITY_TILE:
            out[SPECIAL + space] = (tile - Tile.CITY_TILE) / SPECIAL_SCALE
        owner = s.tile_owner[space]
        if owner == seat:
            out[MY_TILE + space] = 1.0
        elif owner == NEUTRAL:
            out[OTHER_TILE + space] = 0.125
        elif owner != NOBODY:
            out[OTHER_TILE + space] = value_of(s, seat, owner)


@kernel
def write_player(s: Record, player: int, side: int, out: Any) -> None:
    """What everybody sees of a player; `side` is 0 for me, 1 for the next player, and so on."""
    for resource in range(RESOURCES):
        scale = MC_SCALE if resource == Resource.MC else STOCK_SCALE
        out[STOCK + RESOURCES * side + resource] = share(s.stock[player, resource], scale)
        lowest = LOWEST_MC if resource == Resource.MC else 0.0
        made = s.production[player, resource] + lowest
        out[PRODUCTION + RESOURCES * side + resource] = share(made, PRODUCTION_SCALE + lowest)
    for tag in range(TAGS):
        out[TAG + TAGS * side + tag] = share(s.tags[player, tag], TAG_SCALE)
    out[RATING + side] = share(s.rating[player], RATING_SCALE)
    out[ROSE + side] = s.rating_rose[player]
    out[HAND_SIZE + side] = share(s.hand[player], HAND_SCALE)
    out[EVENTS + side] = share(s.events[player], EVENT_SCALE)
    for metal in range(2):
        out[METAL + 2 * side + metal] = share(s.metal_value[player, metal], METAL_SCALE)
    out[GREENERY_COST + side] = share(s.greenery_cost[player], GREENERY_SCALE)
    out[NEXT_CARD + 2 * side] = share(s.next_discount[player], DISCOUNT_SCALE)
    out[NEXT_CARD + 2 * side + 1] = share(s.next_leeway[player], LEEWAY_SCALE)
    out[FIRST_ACTION + side] = s.first_action[player]
    out[PASSED + side] = s.passed[player]


@kernel
def write_cards(s: Record, seat: int, out: Any) -> None:
    """The cards that I see. Loops without branches, one for each plane, in short numbers: they take many cards at a time."""
    lies, owner, used, resources = s.lies, s.owner, s.used, s.resources
    me, in_hand, in_play = np.int8(seat), np.int8(Lies.IN_HAND), np.int8(Lies.IN_PLAY)
    hand, mine, theirs = out[HAND : HAND + CARDS], out[MINE : MINE + CARDS], out[THEIRS : THEIRS + CARDS]
    on_card = out[ON_CARD : ON_CARD + CARDS]
    players = np.int32(s.players)
    for card in range(CARDS):
        hand[card] = ONE if (lies[card] == in_hand) & (owner[card] == me) else ZERO
    for card in range(CARDS):
        shown = HALF if used[card] else ONE
        mine[card] = shown if (lies[card] >= in_play) & (owner[card] == me) else ZERO
    for card in range(CARDS):
        side = np.int32(owner[card] - me + (players if owner[card] < me else 0))
        shown = np.float32(np.int32(2 * (PLAYERS - side) - int(used[card] != 0))) * EIGHTH
        theirs[card] = shown if (lies[card] >= in_play) & (owner[card] != me) else ZERO
    for card in range(CARDS):
        on_card[card] = min(ONE, np.float32(resources[card]) / RESOURCE_SCALE)
    if s.looked_at == 0 and s.card_fee == 0 and s.phase not in (Phase.SETUP, Phase.DRAFT, Phase.RESEARCH):
        return
    for card in range(CARDS):
        if owner[card] == seat and lies[card] < Lies.IN_PLAY:
            if lies[card] == Lies.IN_A_PACK:
                out[BEFORE_ME + card] = 1.0
            elif lies[card] == Lies.LOOKED_AT:
                out[BEFORE_ME + card] = 0.75
            elif lies[card] == Lies.DEALT:
                out[BEFORE_ME + card] = 0.5
            elif lies[card] == Lies.BOUGHT:
                out[BEFORE_ME + card] = 0.25


@kernel
def write_memory(s: Record, seat: int, out: Any) -> None:
    """The cards that I do not see but have seen: who could have them, and whether they could be drawn."""
    deck, packs = 1 << Place.DECK, ((1 << OTHERS) - 1) << Place.PACK
    next_player = (1 << Place.HAND) | (1 << Place.DEALT)
    opponents = (1 << Place.PACK) - 1
    me, in_play = np.int8(seat), np.int8(Lies.IN_PLAY)
    lies, owner, could_be = s.lies, s.owner, s.could_be[seat]
    having, seen = out[WITH_OPPONENT : WITH_OPPONENT + PROJECTS], out[SEEN : SEEN + PROJECTS]
    for card in range(PROJECTS):
        places = int(could_be[card]) * int((owner[card] != me) & (lies[card] < in_play))
        some, all_ = int(places & opponents != 0), int(places & opponents == places)
        some_next, all_next = int(places & next_player != 0), int(places & next_player == places)
        having[card] = np.float32(some * (all_ * (3 + all_next) + (1 - all_) * (1 + some_next))) * QUARTER
    for card in range(PROJECTS):
        places = int(could_be[card]) * int((owner[card] != me) & (lies[card] < in_play))
        in_deck, in_pack = int(places & deck != 0), int(places & packs != 0)
        gone = in_deck * (2 - int(places == deck)) + (1 - in_deck) * (4 - in_pack)
        seen[card] = np.float32(int(places != 0) * gone) * QUARTER
    for card in range(FIRST_PRELUDE, CARDS):
        places = int(could_be[card])
        if places != 0 and owner[card] != me and lies[card] < in_play:
            for other in range(OTHERS):
                if places == 1 << (Place.HAND + other):
                    out[HAND + card] = (OTHERS - other) / OTHERS / 2


@kernel
def write_effect(t: Table, s: Record, seat: int, out: Any) -> None:
    """What is being decided, if an effect is under way. How many cards another player has chosen in secret is not told."""
    f = s.depth - 1
    row = s.stack[f, Frame.ROW]
    op = t.op[row]
    out[OP + op // IN_A_GROUP] = 1.0
    out[OP + OPERATIONS // IN_A_GROUP + op % IN_A_GROUP] = 1.0
    out[AMOUNT] = share(t.n[row], TIMES_SCALE)
    if 0 <= t.a[row] < OPERANDS_SHOWN:
        out[ABOUT + t.a[row]] = 1.0
    card = s.stack[f, Frame.CARD]
    if s.kind == Kind.BLOCK:
        if t.op_asks[op] == Kind.CARD:
            card = s.stack[f, Frame.Y]
        elif t.op_x[op] == Holds.LOSS:
            out[AMOUNT] = share(s.stack[f, Frame.X], TIMES_SCALE)
    elif t.op_x[op] == Holds.PRICE:
        card = s.stack[f, Frame.Y]
        out[PRICE] = share(s.stack[f, Frame.X], PRICE_SCALE)
        out[MEAN + min(s.stack[f, Frame.TURN], MEANS - 1)] = 1.0
    elif t.op_x[op] == Holds.HEAT_OWED:
        out[PRICE] = share(s.stack[f, Frame.X], PRICE_SCALE)
        out[MEAN + MEANS - 1] = 1.0
    elif t.op_y[op] == Holds.TOKENS_TO_CLAIM:
        left = Frame.X if t.op_x[op] == Holds.TOKENS_TO_FIND else Frame.Y
        out[AMOUNT] = share(s.stack[f, left], TIMES_SCALE)
    elif s.player == seat or not (s.phase == Phase.SETUP or s.phase == Phase.RESEARCH):
        out[AMOUNT + 1] = share(s.stack[f, Frame.TURN], TIMES_SCALE)
    if card < 0 or card >= FIRST_CARRIER:
        return
    out[QUESTION] = 1.0
    out[QUESTION + 1] = share(t.cost[card], COST_SCALE)
    out[QUESTION + 2 + t.kind[card]] = 1.0
    at = QUESTION + 2 + CARD_KINDS
    for tag in range(TAGS):
        out[at + tag] = share(t.tags[card, tag], TAGS_ON_A_CARD)
    for bit in range(NUMBER_BITS):
        out[at + TAGS + bit] = (card >> bit) & 1


@kernel
def observe(t: Table, s: Record, seat: int, out: Any) -> None:
    """Write a seat's observation into an array of zeros."""
    write_course(t, s, seat, out)
    write_map(t, s, seat, out)
    for side in range(s.players):
        write_player(s, (seat + side) % s.players, side, out)
    write_cards(s, seat, out)
    write_memory(s, seat, out)
    write_boxes(t, s, seat, out[OF_BOX:])
    if s.kind > Kind.ACTION:
        write_effect(t, s, seat, out)
