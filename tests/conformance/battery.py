"""The stimuli of the battery: small things that happen, to see what a card makes of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from regolith.envs.terraforming_mars.actions import BRANCH, COLONY, PARTY, SPACE, UNDERGROUND
from regolith.envs.terraforming_mars.colonies.language import build_colony, trade
from regolith.envs.terraforming_mars.colonies.words import TradeFee
from regolith.envs.terraforming_mars.language.attacks import remove_plants
from regolith.envs.terraforming_mars.language.card import Card, active, automated, event, oxygen, prelude
from regolith.envs.terraforming_mars.language.lasting import Trigger, on
from regolith.envs.terraforming_mars.language.mars import tr
from regolith.envs.terraforming_mars.language.stock import gain
from regolith.envs.terraforming_mars.machine.stack import begin, push
from regolith.envs.terraforming_mars.rooms import NONE
from regolith.envs.terraforming_mars.rules.course import end_generation
from regolith.envs.terraforming_mars.rules.generation import use_standard
from regolith.envs.terraforming_mars.rules.placement import put_tile
from regolith.envs.terraforming_mars.rules.price import price
from regolith.envs.terraforming_mars.rules.tracks import raise_track
from regolith.envs.terraforming_mars.state import Kind, Mode
from regolith.envs.terraforming_mars.turmoil.language import send_delegates
from regolith.envs.terraforming_mars.underworld.claiming import claim
from regolith.envs.terraforming_mars.underworld.language.underground import excavate, identify
from regolith.envs.terraforming_mars.words import MC, StandardProject, Tag, Tile, Track

from .colony_tiles import TILE
from .committee import PARTY as PARTIES
from .position import SPACE as SPACES
from .position import Cards, Unsupported, put_in_play

ATTACK = "remove_any_plants:3"
BUILD, TRADE = "build a colony", "trade for free"
EXCAVATE, EXCAVATE_ANYWHERE, IDENTIFY = "excavate", "excavate anywhere", "identify"
SEND, THREE_TR = "send a delegate", "gain_tr:3"
WHERE = {"aquifer": "43", "greenery": "20", "city": "16", "excavate": "37"}
OF_A_BOX = {Tag.VENUS: "venus", Tag.CRIME: "underworld"}
TAGS = [tag for tag in Tag if tag != Tag.MARS]
"""Nothing of the battery has a Mars tag."""
BLANK = on(Trigger.OWN_STANDARD_PROJECT, gain(MC, 1))
"""A card must do something; this happens in no stimulus with the dummy in play."""


def dummies() -> Iterator[Card]:
    """The cards that the battery plays; what happens without a card is a prelude, for which there is more room."""
    for tag in TAGS:
        yield automated("X", f"play10:{tag.name.lower()}", 10, tag, passives=BLANK)
    yield event("X", "play10:event", 10, passives=BLANK)
    yield event("X", "play10:space+event", 10, Tag.SPACE, passives=BLANK)
    yield automated("X", "play10:none", 10, passives=BLANK)
    yield automated("X", "play10:science+science", 10, Tag.SCIENCE, Tag.SCIENCE, passives=BLANK)
    yield automated("X", "play10:vp1", 10, vp=1)
    yield automated("X", "play20:none", 20, passives=BLANK)
    yield prelude("X", ATTACK, on_play=remove_plants(3))
    yield automated("X", BUILD, 0, on_play=build_colony())
    yield automated("X", TRADE, 0, on_play=trade())
    yield prelude("X", EXCAVATE, on_play=excavate())
    yield prelude("X", EXCAVATE_ANYWHERE, on_play=excavate(anywhere=True))
    yield prelude("X", IDENTIFY, on_play=identify(1))
    yield prelude("X", SEND, on_play=send_delegates(1))
    yield prelude("X", THREE_TR, on_play=tr(3))
    # What milestones and awards may count.
    for tag in TAGS:
        yield automated("X", f"tag {tag.name.lower()} (automated)", 5, tag, passives=BLANK)
    for cost in (10, 19, 20):
        yield automated("X", f"card automated cost {cost} no tag", cost, passives=BLANK)
        yield active("X", f"card active cost {cost} no tag", cost, passives=BLANK)
    yield automated("X", "card automated with requirement", 5, requires=oxygen(1), passives=BLANK)
    yield automated("X", "card with +1 VP", 5, vp=1)
    yield automated("X", "card with -1 VP automated", 5, vp=-1)
    yield event("X", "card with -1 VP event", 5, vp=-1)
    yield event("X", "tag crime on event", 5, Tag.CRIME, passives=BLANK)


def stimuli(expansions: Collection[str]) -> Iterator[str]:
    """All stimuli for our boxes."""
    venus, colonies = "venus" in expansions, "colonies" in expansions
    for tag in TAGS:
        if OF_A_BOX.get(tag, "corpera") in expansions:
            yield f"play10:{tag.name.lower()}"
    yield from ("play10:event", "play10:space+event", "play10:none", "play10:science+science", "play10:vp1")
    yield from ("play20:none", "place_ocean:43", "place_greenery:20", "place_city:16")
    yield from ("raise_temperature", "raise_oxygen", *(["raise_venus"] if venus else []))
    for project in ("power_plant", "asteroid", "aquifer", "greenery", "city", *(["air_scrapping"] if venus else [])):
        yield f"standard_project:{project}"
    if "underworld" in expansions:
        yield from ("standard_project:excavate", "identify:17", "excavate:37", "claim:26")
    if "underworld" in expansions and "turmoil" in expansions:
        yield "standard_project:collusion"
    if colonies:
        yield from ("standard_project:build_colony", "trade_mc:Triton", "build_colony_free:Triton")
    yield from ("convert_plants:20", "convert_heat", "production_phase", ATTACK, "use_action:Predators")
    if "turmoil" in expansions:
        yield "send_delegate:Reds"


def pay_and_play(t: Any, s: Any, number: int) -> None:
    """Player 0 plays a card from nowhere at its price."""
    push(s, t.play_row, NONE, 0, int(price(t, s, 0, number, 0)), number, Mode.WHOLE)


def production_phase(t: Any, s: Any) -> None:
    """Production with the effects that wait for it. What follows at the end of a game is left."""
    end_generation(t, s)
    s.depth = 0


def prepare(record: Any, cards: Cards, stimulus: str) -> None:
    """What the stimulus needs before it happens."""
    kind, _, what = stimulus.partition(":")
    if kind == "use_action":
        put_in_play(record, cards, what, 0)


def apply(record: Any, cards: Cards, stimulus: str) -> tuple[str | None, set[int] | None]:
    """Let it happen. Gives the dummy card played, if any, and the choices that are allowed where they occur."""
    s, t = record[0], cards.table[0]
    kind, _, what = stimulus.partition(":")
    if stimulus in (ATTACK, THREE_TR):
        begin(s, t.on_play[cards.number[stimulus]], NONE, 0)
    elif stimulus in cards.number:
        pay_and_play(t, s, cards.number[stimulus])
        return stimulus, None
    elif kind in ("place_ocean", "place_greenery", "place_city"):
        put_tile(t, s, 0, SPACES[what], Tile[f"{kind.removeprefix('place_').upper()}_TILE"])
    elif kind.startswith("raise_"):
        track = kind.removeprefix("raise_").upper()
        raise_track(t, s, 0, Track[track if track != "VENUS" else "VENUS_SCALE"], int(what or 1))
    elif kind == "standard_project":
        if what.upper() not in StandardProject.__members__:
            raise Unsupported(stimulus)
        use_standard(t, s, 0, StandardProject[what.upper()])
        space = SPACES[WHERE[what]] if what in WHERE else NONE
        return None, {SPACE + space, UNDERGROUND + space} if what in WHERE else None
    elif kind == "convert_plants":
        begin(s, t.convert_plants_row, NONE, 0)
        return None, {SPACE + SPACES[what]}
    elif kind == "convert_heat":
        begin(s, t.convert_heat_row, NONE, 0)
    elif kind == "production_phase":
        production_phase(t, s)
    elif kind == "trade_mc":
        push(s, t.trade_row, NONE, 0, TILE[what], 0, Mode.WHOLE)
        return None, {BRANCH + TradeFee.MC}
    elif kind == "build_colony_free":
        begin(s, t.on_play[cards.number[BUILD]], NONE, 0)
        return None, {COLONY + TILE[what]}
    elif kind == "send_delegate":
        begin(s, t.on_play[cards.number[SEND]], NONE, 0)
        return None, {PARTY + PARTIES[what]}
    elif kind in (IDENTIFY, EXCAVATE):
        begin(s, t.on_play[cards.number[IDENTIFY if kind == IDENTIFY else EXCAVATE_ANYWHERE]], NONE, 0)
        return None, {UNDERGROUND + SPACES[what]}
    elif kind == "claim":
        token = int(s.token[SPACES[what]])
        s.token[SPACES[what]] = NONE
        claim_token(t, s, 0, token)
    elif kind == "use_action":
        begin(s, t.action[cards.number[what]], cards.number[what], 0)
    else:
        raise Unsupported(stimulus)
    return None, None


def claim_token(t: Any, s: Any, player: int, token: int) -> None:
    """A token comes to a player, whence ever."""
    s.kind = Kind.NOTHING
    claim(t, s, player, token)
