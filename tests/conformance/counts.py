"""Records about single values: requirements, victory points, milestones and awards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from regolith.envs.terraforming_mars.boxes import AWARDS, MILESTONES
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, NEUTRAL, NONE
from regolith.envs.terraforming_mars.rules.goals import MILESTONE_COST, score
from regolith.envs.terraforming_mars.rules.requirements import meets
from regolith.envs.terraforming_mars.rules.scoring import card_points
from regolith.envs.terraforming_mars.turmoil.words import DELEGATES
from regolith.envs.terraforming_mars.underworld.words import Token
from regolith.envs.terraforming_mars.words import Tag, Tile

from .colony_tiles import deal_colonies, give_colonies
from .committee import PARTY, rule_by
from .difference import Difference, compare, unknown_fields
from .position import NOT_READABLE, RESOURCES, SPACE, TRACKS, Unsupported, put_in_play, put_tile
from .underground import give_tokens

if TYPE_CHECKING:
    from .checker import Checker

MOST = 12
"""The highest count that was tried."""
RANGES = {"ok", "ok_with_one_wild_tag", "ok_own_delegates"}
"""How a record tells the values for which a requirement holds."""
SINGLE = {"ok_if_ruling", "ok_if_chairman", "ok_if_not"}
"""And that it holds in one case."""


def set_value(checker: Checker, start: Any, what: str, value: int, player: int = 0) -> None:
    """Give a player so much of what a requirement looks at."""
    s = start[0]
    kind, _, of = what.partition(":")
    if what in TRACKS:
        natural = {"temperature": (value + 30) // 2, "venus": value // 2}.get(what, value)
        s.track[TRACKS[what]] = natural
    elif kind == "tag":
        s.tags[player, Tag[of.upper()]] = value
    elif kind == "production":
        s.production[player, RESOURCES[of]] = value
    elif what == "tr":
        s.rating[player] = value
    elif what in ("cities", "greeneries"):
        tile = Tile.CITY_TILE if what == "cities" else Tile.GREENERY_TILE
        for space in range(MARS_SPACES):
            s.tile[space] = tile if space < value else NONE
            s.tile_owner[space] = player if space < value else NONE
    elif what == "colonies":
        give_colonies(start, player, value)
    elif kind == "party":
        # In a party that does not rule.
        rule_by(checker.t, start, next(other for other in PARTY if other != of))
        s.delegates[PARTY[of], player] = value
    elif what == "party_leaders":
        s.leader[:], s.leader[:value] = NEUTRAL, player
    elif what == "chairman":
        s.chairman = player if value else NEUTRAL
    elif what == "corruption":
        s.corruption[player] = value
    elif what == "underground_tokens":
        give_tokens(start, player, value)
    elif "floater" in what:
        put_in_play(start, checker.cards, "Aerial Mappers", player, value)
    else:
        raise Unsupported(f"a requirement of {what}")


def values(what: str) -> range:
    ranges = {"temperature": range(-30, 9, 2), "oxygen": range(15), "oceans": range(10), "venus": range(0, 31, 2)}
    ranges |= {"tr": range(61), "chairman": range(2), "party_leaders": range(len(PARTY) + 1)}
    return range(DELEGATES) if what.startswith("party:") else ranges.get(what, range(MOST + 1))


def check_requirements(checker: Checker, record: dict[str, Any]) -> list[Difference]:
    """The values for which each requirement of a card holds, the others being met."""
    card, name = checker.cards.number[record["card"]], record["id"]
    printed = int((checker.t.needs[card, :, 0] != NONE).sum())
    found = compare(name, [{"requirements": len(record["requires"])}], [{"requirements": printed}])
    for i, need in enumerate(record["requires"]):
        what = need["what"]
        found += unknown_fields(need, name, {"what", *RANGES, *SINGLE, "others_count"}, what)
        base = checker.fixture(record["fixture"])
        base[0].tags[:] = 0
        for j, other in enumerate(record["requires"]):
            if i != j:
                set_value(checker, base, other["what"], values(other["what"])[-1])
        for form in need.keys() & RANGES:
            passed = []
            for value in values(what):
                start = base.copy()
                start[0].tags[0, Tag.WILD] = form == "ok_with_one_wild_tag"
                set_value(checker, start, what, value)
                if meets(checker.t, start[0], 0, card, False):
                    passed.append(value)
            lowest, highest = need[form]
            wanted = [value for value in values(what) if lowest <= value <= highest]
            found += compare(name, [{form: [lowest, highest, wanted]}], [{form: [*ends(passed), passed]}], what)
        for form in need.keys() & SINGLE:
            start = base.copy()
            set_value(checker, start, what, int(form == "ok_if_chairman"))
            if form == "ok_if_ruling":
                rule_by(checker.t, start, what.partition(":")[2])
            ours = bool(meets(checker.t, start[0], 0, card, False))
            found += compare(name, [{form: need[form]}], [{form: ours}], what)
        if "others_count" in need:
            start = base.copy()
            set_value(checker, start, what, values(what)[0])
            set_value(checker, start, what, values(what)[-1], player=1)
            ours = bool(meets(checker.t, start[0], 0, card, False))
            found += compare(name, [{"others_count": need["others_count"]}], [{"others_count": ours}], what)
    return found


def ends(passed: list[int]) -> list[int | None]:
    return [passed[0], passed[-1]] if passed else [None, None]


def check_points(checker: Checker, record: dict[str, Any]) -> list[Difference]:
    """The points of a card for each number of what it counts."""
    name, count = record["card"], record["count"]
    start = checker.fixture(record["fixture"])
    put_in_play(start, checker.cards, name, 0)
    s, card = start[0], checker.cards.number[name]
    if count == "fixed":
        same = compare(record["id"], [{"vp": record["vp"]}], [{"vp": int(card_points(checker.t, s, 0, card))}])
        # Fixed means that nothing changes it.
        s.resources[card], s.tags[0], s.tile[:] = 7, 7, Tile.CITY_TILE
        return same + compare(record["id"], [{"vp": record["vp"]}], [{"vp": int(card_points(checker.t, s, 0, card))}])
    if count == "special":
        ours = int(card_points(checker.t, s, 0, card))
        return compare(record["id"], [{"vp": record["vp_in_fixture"]}], [{"vp": ours}])
    found = []
    tile = next((step["tile"] for step in checker.cards.cards[card].on_play if step.op.name == "PLACE"), NONE)
    ring = [n for n in checker.t.neighbours[SPACE["17"]] if n != NONE]
    for n in range(len(record["vp_by_n"])):
        s.tile[:], s.tile_owner[:] = NONE, NONE
        if count == "resources_on_card":
            s.resources[card] = n
        elif count.startswith("own_tag:"):
            s.tags[0, Tag[count.removeprefix("own_tag:").upper()]] = n
        elif count == "city_tiles_in_play_any_owner":
            s.tile[:n] = Tile.CITY_TILE
        elif count == "claimed_tokens_marked_sheltered":
            give_tokens(start, 0, 8)
            s.marked[:] = 0
            s.marked[Token.BLANK] = n
        elif count == "colonies_in_play_any_owner":
            deal_colonies(start, [i % 2 for i in range(n)])
        elif "adjacent_to_this_tile" in count and count.startswith(("ocean", "cit")):
            s.tile[SPACE["17"]], s.tile_owner[SPACE["17"]] = tile, 0
            s.tile[ring[:n]] = Tile.OCEAN_TILE if count.startswith("ocean") else Tile.CITY_TILE
        else:
            raise Unsupported(f"points for {count}")
        found.append(int(card_points(checker.t, s, 0, card)))
    wanted, ours = [{"vp": record["vp_by_n"]}], [{"vp": found}]
    if "two_tags_plus_two_wild" in record:
        tag = Tag[count.removeprefix("own_tag:").upper()]
        s.tags[0, [tag, Tag.WILD]] = 2
        wanted.append({"with two wild tags": record["two_tags_plus_two_wild"]})
        ours.append({"with two wild tags": int(card_points(checker.t, s, 0, card))})
    return compare(record["id"], wanted, ours)


def probe(checker: Checker, start: Any, change: str) -> None:
    """Make one of the named single changes, to player 0 unless told otherwise."""
    s = start[0]
    words = change.split(" ")
    if change.startswith("+1 production"):
        s.production[0, RESOURCES[words[2]]] += 1
    elif change == "+1 tr":
        s.rating[0] += 1
    elif change == "+1 claimed token":
        s.claimed[0, Token.BLANK] += 1
    elif change == "+1 hand card":
        s.hand[0] += 1
    elif words[0] == "+1" and len(words) == 2 and words[1] in RESOURCES:
        s.stock[0, RESOURCES[words[1]]] += 1
    elif words[0] == "+1" and words[2:3] == ["on"]:
        s.resources[checker.cards.number[" ".join(words[3:])]] += 1
    elif change.startswith("set production 0"):
        s.production[0, RESOURCES[words[-1]]] = 0
    elif put := re.match(r"(own |opponent's |opponent )?(.*?)( of player 1)? (?:at|off Mars \(space) (\d\d)\b", change):
        whose, what, of_other, space = put.groups()
        owner = 1 if of_other or (whose or "").startswith("opponent") else 0
        if "claim" in what:
            s.claim[SPACE[space]] = owner
        else:
            put_tile(start, space, "Nuclear Zone" if "special" in what else what.removesuffix(" tile"), owner)
    elif words[0] in ("tag", "card", "event"):
        probe_card(checker, start, change)
    else:
        raise Unsupported(f"the change {change}")


def probe_card(checker: Checker, start: Any, change: str) -> None:
    """One more card of player 0. A tag that the game does not have is none; those on events do not count."""
    tag = re.fullmatch(r"tag (\w+) \((\w+)\)", change)
    if change in checker.cards.number:
        put_in_play(start, checker.cards, change, 0)
    elif "event" in change.split(" ") or change.endswith("(event)"):
        put_in_play(start, checker.cards, "play10:event", 0)
    elif tag and tag[2] in ("automated", "active", "prelude", "corporation"):
        if tag[2] in ("automated", "active"):
            put_in_play(start, checker.cards, f"card {tag[2]} cost 10 no tag", 0)
        if tag[1].upper() in Tag.__members__:
            start[0].tags[0, Tag[tag[1].upper()]] += 1
    else:
        raise Unsupported(f"the card {change}")


def check_goal(checker: Checker, record: dict[str, Any]) -> list[Difference]:
    """Scores of a milestone or award, and what changes them."""
    if record["id"] == "costs":
        ours = {"milestone": int(MILESTONE_COST), "award": [int(cost) for cost in checker.t.award_cost]}
        wanted = {"milestone": record["milestone_cost"], "award": record["award_cost_by_already_funded"]}
        return compare(record["id"], [wanted], [ours])
    kind, _, name = record["id"].partition(":")
    tiles = [tile for tile, goal in enumerate(MILESTONES if kind == "milestone" else AWARDS) if goal.name == name]
    t = checker.t
    row = (t.milestone_goal if kind == "milestone" else t.award_goal)[tiles[0]]

    def scored(start: Any, player: int) -> int:
        return int(score(t, start[0], player, row, kind == "milestone"))

    base = checker.fixture(record["fixture"])
    found = compare(record["id"], [{"p0": record["score_p0"]}], [{"p0": scored(base, 0)}])
    found += compare(record["id"], [{"p1": record["score_p1"]}], [{"p1": scored(base, 1)}])
    if kind == "milestone":
        least, with_turmoil = int(t.milestone_least[tiles[0]]), int(t.milestone_least[tiles[-1]])
        usual = record["claimable_from_score"]
        theirs = {"least": usual, "with turmoil": record.get("claimable_from_score_with_turmoil", usual)}
        found += compare(record["id"], [theirs], [{"least": least, "with turmoil": with_turmoil}])
    for change in sorted(checker.known_changes | record["probe_changes_p0"].keys()):
        start = base.copy()
        try:
            probe(checker, start, change)
        except NOT_READABLE as error:
            if change in record["probe_changes_p0"]:
                found.append(Difference(record["id"], [], [], change, unreadable=f"{type(error).__name__} {error}"))
            continue
        ours = scored(start, 0) - scored(base, 0)
        found += compare(record["id"], [{change: record["probe_changes_p0"].get(change, 0)}], [{change: ours}])
    return found
