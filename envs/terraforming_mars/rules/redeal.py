"""Dealing anew all that a player cannot see, in agreement with all that he has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.core.jit import kernel
from regolith.envs.core.memory import find_byte
from regolith.envs.core.rng import below
from regolith.envs.terraforming_mars.hooks import corporations_of_two_kinds, kind_of_corporation
from regolith.envs.terraforming_mars.language.operation import Beyond
from regolith.envs.terraforming_mars.machine.ahead import nothing_ahead
from regolith.envs.terraforming_mars.machine.allowed import may_play
from regolith.envs.terraforming_mars.machine.run import find_choices
from regolith.envs.terraforming_mars.machine.stack import enters
from regolith.envs.terraforming_mars.rooms import (
    CARDS,
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    LOOKED_AT,
    NOBODY,
    NONE,
    PLAYERS,
    PROJECTS,
    STACK,
)
from regolith.envs.terraforming_mars.rules.experiment import another_order
from regolith.envs.terraforming_mars.rules.knowledge import ANYWHERE, end_of, first_of, has_seen_pack
from regolith.envs.terraforming_mars.rules.price import card_price
from regolith.envs.terraforming_mars.rules.research import PRELUDES_KEPT, to_spend
from regolith.envs.terraforming_mars.state import (
    DECKS,
    FRAME,
    PLACES,
    REDEAL,
    Deck,
    Frame,
    Kind,
    Lies,
    Phase,
    Place,
    Redeal,
)

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

SWEEPS = 2
"""How often each remembered card gets the chance to change places after the shuffle."""
PLAYABLE = 2
"""A player who is asked which card to play has a choice."""


@kernel
def announced(t: Table, s: Record, card: int) -> bool:
    """Whether a card in hand lies on the table already: it is being paid for, or a corporation about to come into play."""
    for f in range(s.depth):  # noqa: SIM110
        if enters(t, s.stack[f, Frame.ROW]) and s.stack[f, Frame.Y] == card:
            return True
    return False


@kernel
def hidden_place(t: Table, s: Record, seat: int, card: int) -> int:
    """The place of a card that the seat does not see; NONE if it sees the card."""
    lies = s.lies[card]
    if lies == Lies.IN_THE_DECK:
        return Place.DECK
    if lies == Lies.DISCARDED:
        return Place.DISCARDS
    if lies == Lies.OUT_OF_THE_GAME or lies >= Lies.IN_PLAY or s.owner[card] == seat:
        return NONE
    opponent = (s.owner[card] - seat - 1) % s.players
    if lies == Lies.IN_A_PACK:
        return Place.PACK + opponent
    if lies != Lies.IN_HAND:
        return Place.DEALT + opponent
    return NONE if announced(t, s, card) else Place.HAND + opponent


@kernel
def never_seen(s: Record, seat: int) -> int:
    """Where a card may lie that the seat does not remember: not in a pack that it has held."""
    places = ANYWHERE
    for opponent in range(s.players - 1):
        if has_seen_pack(s, seat, (seat + 1 + opponent) % s.players):
            places ^= 1 << (Place.PACK + opponent)
    return places


@kernel
def allowed(s: Record, seat: int, card: int, unseen: int) -> int:
    """The places where a card may lie, as bits."""
    places = int(s.could_be[seat, card])
    return places if places else unseen


@kernel
def put(s: Record, seat: int, first: int, slot: int, card: int) -> None:
    """Cards are laid out in the room of the deck, place by place. The next player's memory, which is not kept, notes where each lies."""
    s.deck[first + slot] = card
    s.could_be[(seat + 1) % PLAYERS, card] = slot


@kernel
def swap(s: Record, seat: int, first: int, i: int, j: int) -> None:
    one, other = s.deck[first + i], s.deck[first + j]
    put(s, seat, first, i, other)
    put(s, seat, first, j, one)


@kernel
def place_at(s: Record, slot: int) -> int:
    """The place that a slot belongs to."""
    for i in range(PLACES - 1, -1, -1):
        if s.redeal[Redeal.START, i] <= slot < s.redeal[Redeal.START, i] + s.redeal[Redeal.SIZE, i]:
            return i
    return NONE


@kernel
def fill(s: Record, seat: int, first: int, place: int, card: int) -> None:
    """Put a card in the next free slot of a place."""
    put(s, seat, first, s.redeal[Redeal.START, place] + s.redeal[Redeal.FILLED, place], card)
    s.redeal[Redeal.FILLED, place] += 1


@kernel
def make_room(s: Record, seat: int, first: int, card: int, unseen: int) -> None:
    """All places where a card may lie are full: a card there moves on, perhaps to a place from which another one moves on."""
    way = s.redeal
    head, tail = 0, 0
    for place in range(PLACES):
        way[Redeal.FROM, place] = NONE
        if (allowed(s, seat, card, unseen) >> place) & 1 and way[Redeal.SIZE, place] > 0:
            way[Redeal.FROM, place] = PLACES
            way[Redeal.QUEUE, tail] = place
            tail += 1
    while head < tail:
        source = int(way[Redeal.QUEUE, head])
        head += 1
        for slot in range(way[Redeal.START, source], way[Redeal.START, source] + way[Redeal.SIZE, source]):
            places = allowed(s, seat, s.deck[first + slot], unseen)
            for place in range(PLACES):
                if not (places >> place) & 1 or way[Redeal.SIZE, place] == 0 or way[Redeal.FROM, place] != NONE:
                    continue
                way[Redeal.FROM, place] = source
                way[Redeal.SLOT, place] = slot
                if way[Redeal.FILLED, place] == way[Redeal.SIZE, place]:
                    way[Redeal.QUEUE, tail] = place
                    tail += 1
                    continue
                at = place
                free = int(way[Redeal.START, at] + way[Redeal.FILLED, at])
                way[Redeal.FILLED, at] += 1
                while way[Redeal.FROM, at] != PLACES:
                    left = int(way[Redeal.SLOT, at])
                    put(s, seat, first, free, s.deck[first + left])
                    free, at = left, int(way[Redeal.FROM, at])
                put(s, seat, first, free, card)
                return
    raise AssertionError("what a player remembers contradicts itself")


@kernel
def lay_out(s: Record, seat: int, first: int, card: int, unseen: int) -> None:
    """Put a card in the first place that has room, from the deck on."""
    places = allowed(s, seat, card, unseen)
    for place in range(PLACES - 1, -1, -1):
        if (places >> place) & 1 and s.redeal[Redeal.FILLED, place] < s.redeal[Redeal.SIZE, place]:
            fill(s, seat, first, place, card)
            return
    make_room(s, seat, first, card, unseen)


@kernel
def shuffle(s: Record, seat: int, first: int, cards: int, unseen: int) -> None:
    """Exchange cards wherever both may lie in the other's place."""
    for i in range(cards - 1, 0, -1):
        j = below(s.rng, i + 1)
        one = allowed(s, seat, s.deck[first + i], unseen)
        other = allowed(s, seat, s.deck[first + j], unseen)
        if one == other or ((one >> place_at(s, j)) & 1 and (other >> place_at(s, i)) & 1):
            swap(s, seat, first, i, j)


@kernel
def move_remembered(s: Record, seat: int, first: int, hidden: Any, unseen: int) -> None:
    """Each card that the seat remembers goes to any slot of its places, if the card that lies there may take its own."""
    for i in range(hidden.size):
        card = int(hidden[i])
        places = int(s.could_be[seat, card])
        if places == 0:
            continue
        slots = 0
        for place in range(PLACES):
            slots += int((places >> place) & 1) * int(s.redeal[Redeal.SIZE, place])
        chosen = below(s.rng, slots)
        for place in range(PLACES):
            if (places >> place) & 1:
                if chosen < s.redeal[Redeal.SIZE, place]:
                    chosen += s.redeal[Redeal.START, place]
                    break
                chosen -= s.redeal[Redeal.SIZE, place]
        slot = int(s.could_be[(seat + 1) % PLAYERS, card])
        if (allowed(s, seat, s.deck[first + chosen], unseen) >> place_at(s, slot)) & 1:
            swap(s, seat, first, slot, chosen)


@kernel
def let_play(t: Table, s: Record, seat: int, cards: int, unseen: int) -> None:
    """Somebody is asked which card he plays: his hand holds some that he can."""
    f = s.depth - 1
    row, player = s.stack[f, Frame.ROW], s.stack[f, Frame.PLAYER]
    if player == seat or t.op_beyond[t.op[row]] != Beyond.CARD_TO_PLAY:
        return
    hand = Place.HAND + (player - seat - 1) % s.players
    start = int(s.redeal[Redeal.START, hand])
    end = start + int(s.redeal[Redeal.SIZE, hand])
    playable = 0
    for slot in range(start, end):
        playable += int(may_play(t, s, player, s.deck[slot], t.a[row], t.b[row] != 0))
    for i in range(cards):
        if playable >= PLAYABLE:
            return
        card = s.deck[i]
        if start <= i < end or not (allowed(s, seat, card, unseen) >> hand) & 1:
            continue
        if may_play(t, s, player, card, t.a[row], t.b[row] != 0):
            for slot in range(start, end):
                other = s.deck[slot]
                if (allowed(s, seat, other, unseen) >> place_at(s, i)) & 1 and not may_play(
                    t, s, player, other, t.a[row], t.b[row] != 0
                ):
                    swap(s, seat, 0, slot, i)
                    playable += 1
                    break


@kernel
def pick_up(s: Record, seat: int, first: int, looker: int, looked_at: int) -> None:
    """Every card goes where it was laid out; what an opponent has been dealt he has yet to choose from.

    One who looks at so many cards may have taken others that have a fee.
    """
    for place in range(PLACES):
        start = s.redeal[Redeal.START, place]
        lies, owner = Lies.IN_HAND, NOBODY
        if place == Place.DECK:
            lies = Lies.IN_THE_DECK
        elif place == Place.DISCARDS:
            lies = Lies.DISCARDED
        else:
            owner = (seat + 1 + place % (PLAYERS - 1)) % s.players
            if place >= Place.PACK:
                lies = Lies.IN_A_PACK
            elif place >= Place.DEALT:
                lies = Lies.DEALT
        for slot in range(start, start + s.redeal[Redeal.SIZE, place]):
            card = s.deck[first + slot]
            if owner == looker and Place.DEALT <= place < Place.PACK:
                lies = Lies.LOOKED_AT if slot - start < looked_at else Lies.DEALT
            s.lies[card] = lies
            s.owner[card] = owner
            if lies == Lies.LOOKED_AT:
                s.look[slot - start] = card
                s.looked_at = slot - start + 1


@kernel
def redeal_deck(t: Table, s: Record, seat: int, deck: int, unseen: int) -> None:
    """Deal the hidden cards of one deck anew: those of known places first, then those of several places, then the others."""
    first, end = first_of(deck), end_of(deck)
    for i in range(REDEAL):
        for place in range(PLACES):
            s.redeal[i, place] = 0
    looker, looked_at = NOBODY, 0
    found, cards = np.empty(end - first, np.int16), 0
    for card in range(first, end):
        place = hidden_place(t, s, seat, card)
        if place != NONE:
            s.redeal[Redeal.SIZE, place] += 1
            found[cards] = card
            cards += 1
            if s.lies[card] == Lies.LOOKED_AT:
                looker = s.owner[card]
                looked_at += 1
    hidden, start = found[:cards], 0
    for place in range(PLACES - 1, -1, -1):
        s.redeal[Redeal.START, place] = start
        start += int(s.redeal[Redeal.SIZE, place])
    for turn in range(3):
        for i in range(cards):
            card = int(hidden[i])
            places = int(s.could_be[seat, card])
            fits = places == 0 if turn == 2 else places != 0 and int(places & (places - 1) != 0) == turn
            if fits:
                lay_out(s, seat, first, card, unseen)
    shuffle(s, seat, first, cards, unseen)
    for _ in range(SWEEPS):
        move_remembered(s, seat, first, hidden, unseen)
    if deck == Deck.PROJECTS and s.depth > 0 and s.kind == Kind.CARD:
        let_play(t, s, seat, cards, unseen)
    pick_up(s, seat, first, looker, looked_at)
    for i in range(first + s.deck_size[deck], end):
        s.deck[i] = 0


@kernel
def unknown(t: Table, s: Record, seat: int, card: int) -> bool:
    """Whether the seat neither sees a card nor remembers anything of it."""
    return s.could_be[seat, card] == 0 and hidden_place(t, s, seat, card) != NONE


@kernel
def exchange(s: Record, one: int, other: int) -> None:
    """Two corporations change places; their order in the deck is found anew afterwards."""
    lies, owner = s.lies[one], s.owner[one]
    s.lies[one], s.owner[one] = s.lies[other], s.owner[other]
    s.lies[other], s.owner[other] = lies, owner


@kernel
def lay_out_two_kinds(t: Table, s: Record, seat: int) -> None:
    """Unknown corporations in the order of their numbers, kind by kind, into the places that there are for each kind."""
    for kind in range(2):
        for place in range(PLACES):
            s.redeal[Redeal.SIZE, place] = 0
        for card in range(FIRST_CORPORATION, FIRST_PRELUDE):
            if kind_of_corporation(t, card) == kind and unknown(t, s, seat, card):
                s.redeal[Redeal.SIZE, hidden_place(t, s, seat, card)] += 1
        place = 0
        for card in range(FIRST_CORPORATION, FIRST_PRELUDE):
            if kind_of_corporation(t, card) != kind or not unknown(t, s, seat, card):
                continue
            while s.redeal[Redeal.SIZE, place] == 0:
                place += 1
            s.redeal[Redeal.SIZE, place] -= 1
            s.lies[card], s.owner[card] = Lies.IN_THE_DECK, NOBODY
            if place == Place.DISCARDS:
                s.lies[card] = Lies.DISCARDED
            elif place < Place.DISCARDS:
                s.lies[card] = Lies.DEALT if place >= Place.DEALT else Lies.IN_HAND
                s.owner[card] = (seat + 1 + place % (PLAYERS - 1)) % s.players


@kernel
def shuffle_corporations(s: Record) -> None:
    """The deck of corporations in any order: nobody knows it."""
    size = 0
    for card in range(FIRST_CORPORATION, FIRST_PRELUDE):
        if s.lies[card] == Lies.IN_THE_DECK:
            other = below(s.rng, size + 1)
            s.deck[FIRST_CORPORATION + size] = s.deck[FIRST_CORPORATION + other]
            s.deck[FIRST_CORPORATION + other] = card
            size += 1
    for i in range(FIRST_CORPORATION + size, FIRST_PRELUDE):
        s.deck[i] = 0


@kernel
def redeal_two_kinds(t: Table, s: Record, seat: int) -> None:
    """Everybody was dealt one corporation of each of two kinds: those that a seat knows nothing of are shuffled kind by kind.

    First they are laid out in order, so that nothing depends on where they really lie.
    """
    for card in range(FIRST_CORPORATION, FIRST_PRELUDE):
        if s.lies[card] == Lies.BOUGHT and s.owner[card] != seat:
            s.lies[card] = Lies.DEALT
    lay_out_two_kinds(t, s, seat)
    for card in range(FIRST_PRELUDE - 1, FIRST_CORPORATION, -1):
        if not unknown(t, s, seat, card):
            continue
        kind, others = kind_of_corporation(t, card), 0
        for other in range(FIRST_CORPORATION, card + 1):
            others += int(kind_of_corporation(t, other) == kind and unknown(t, s, seat, other))
        chosen = below(s.rng, others)
        for other in range(FIRST_CORPORATION, card + 1):
            if kind_of_corporation(t, other) == kind and unknown(t, s, seat, other):
                if chosen == 0:
                    exchange(s, card, other)
                    break
                chosen -= 1
    shuffle_corporations(s)


@kernel
def choose_some(s: Record, player: int, deck: int, n: int) -> None:
    """A player has chosen n of the cards dealt to him, any of them."""
    left = 0
    for card in range(first_of(deck), end_of(deck)):
        left += int(s.lies[card] == Lies.DEALT and s.owner[card] == player)
    for card in range(first_of(deck), end_of(deck)):
        if s.lies[card] == Lies.DEALT and s.owner[card] == player:
            if below(s.rng, left) < n:
                s.lies[card] = Lies.BOUGHT
                n -= 1
            left -= 1


@kernel
def choose_again(t: Table, s: Record, player: int) -> None:
    """What a player has chosen in secret so far, drawn anew: one who has finished, or who is about to choose more."""
    picks, chosen = NONE, 0
    for f in range(s.depth):
        if s.stack[f, Frame.PLAYER] == player:
            if f < s.depth - 1:
                return
            picks, chosen = int(t.op_picks[t.op[s.stack[f, Frame.ROW]]]), int(s.stack[f, Frame.TURN])
    if s.phase == Phase.SETUP:
        if picks == Deck.CORPORATIONS:
            return
        choose_some(s, player, Deck.CORPORATIONS, 1)
        if picks == Deck.PROJECTS and to_spend(t, s, player) < card_price(t, s, player) * (chosen + 1):
            # He could not be asked to buy one more with this corporation, so it is the other one.
            for card in range(FIRST_CORPORATION, FIRST_PRELUDE):
                if s.owner[card] == player:
                    s.lies[card] = Lies.DEALT if s.lies[card] == Lies.BOUGHT else Lies.BOUGHT
        choose_some(s, player, Deck.PRELUDES, chosen if picks == Deck.PRELUDES else PRELUDES_KEPT)
        if picks == Deck.PRELUDES:
            return
    if picks == NONE:
        dealt = 0
        for card in range(PROJECTS):
            dealt += int(s.lies[card] == Lies.DEALT and s.owner[card] == player)
        chosen = below(s.rng, min(dealt, int(to_spend(t, s, player)) // card_price(t, s, player)) + 1)
    choose_some(s, player, Deck.PROJECTS, chosen)


@kernel
def forget(s: Record, seat: int) -> None:
    """What the others remember is hidden too: only the packs that they have held."""
    for observer in range(PLAYERS):
        if observer == seat:
            continue
        for card in range(CARDS):
            s.could_be[observer, card] = 0
    card = find_byte(s.lies, Lies.IN_A_PACK, 0, PROJECTS)
    while card < PROJECTS:
        for observer in range(s.players):
            if observer != seat and observer != s.owner[card] and has_seen_pack(s, observer, s.owner[card]):
                s.could_be[observer, card] = 1 << (Place.PACK + (s.owner[card] - observer - 1) % s.players)
        card = find_byte(s.lies, Lies.IN_A_PACK, card + 1, PROJECTS)


@kernel
def clear_leftovers(s: Record) -> None:
    """What earlier effects and the redeal have left behind where nothing is looked for any more."""
    for i in range(s.choices, PROJECTS):
        s.choice[i] = 0
    for i in range(s.looked_at, LOOKED_AT):
        s.look[i] = 0
    for f in range(s.depth, STACK):
        for i in range(FRAME):
            s.stack[f, i] = 0
    for i in range(REDEAL):
        for place in range(PLACES):
            s.redeal[i, place] = 0


@kernel
def determinize(t: Table, s: Record, seat: int) -> None:
    """Deal anew all that the seat cannot see, as a function of what it knows and of the generator."""
    unseen = never_seen(s, seat)
    another_order(s)
    if s.looked_at > 0 and s.owner[s.look[0]] != seat:
        s.looked_at = 0
    for deck in range(DECKS):
        if deck == Deck.CORPORATIONS and corporations_of_two_kinds(s):
            redeal_two_kinds(t, s, seat)
        else:
            redeal_deck(t, s, seat, deck, unseen)
    if s.phase == Phase.SETUP or s.phase == Phase.RESEARCH:
        for player in range(s.players):
            if player != seat:
                choose_again(t, s, player)
    forget(s, seat)
    if s.player != seat and s.kind > Kind.ACTION:
        find_choices(t, s, s.depth - 1)
        nothing_ahead(s)
    clear_leftovers(s)
