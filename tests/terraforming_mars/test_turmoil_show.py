"""What people read and see of Turmoil: names of lobbying, policies and choices, the committee and the events in text and picture, facts."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from regolith import envs
from regolith.envs.core.replay import Replay
from regolith.envs.terraforming_mars.actions import ACTIONS, DELEGATE, PARTY, PASS, POLICY, RESERVE
from regolith.envs.terraforming_mars.boxes import CARRIERS
from regolith.envs.terraforming_mars.language.pending import Pending
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.picture import BOARDS_LEFT, BOARDS_WIDTH, GOALS_TOP, HEIGHT, MATS_LEFT
from regolith.envs.terraforming_mars.rooms import NEUTRAL, NOBODY, NONE, PARTIES
from regolith.envs.terraforming_mars.show import naming
from regolith.envs.terraforming_mars.show.naming import question
from regolith.envs.terraforming_mars.show.scene import scene
from regolith.envs.terraforming_mars.show.view import (
    SEAT_NAMES,
    action_name,
    decision_text,
    describe,
    facts,
    heading,
    picture,
    seat_facts,
)
from regolith.envs.terraforming_mars.state import Kind, Mode
from regolith.envs.terraforming_mars.turmoil import language as words
from regolith.envs.terraforming_mars.turmoil import picture as drawing
from regolith.envs.terraforming_mars.turmoil import show
from regolith.envs.terraforming_mars.turmoil.events import EVENTS
from regolith.envs.terraforming_mars.turmoil.words import (
    DELEGATES,
    FIRST_EVENT,
    FIRST_PARTY,
    NEUTRAL_DELEGATES,
    OWNERS,
    Event,
    EventLies,
    Party,
    Shown,
)
from regolith.envs.terraforming_mars.words import StandardProject, Track

from .games import T, actions, deal, played
from .test_colonies_view import changes
from .test_picture import check_frame, check_lines, span, texts
from .test_picture import words as drawn
from .test_view import WIDEST, acting, step

MARS_FIRST, KELVINISTS, REDS, GREENS, UNITY, SCIENTISTS = Party
BLOCKS = {PARTY: PARTIES, RESERVE: PARTIES, POLICY: PARTIES, DELEGATE: PARTIES * OWNERS}
IN_DECK = 31


def send(s: Any, party: Party, owner: int, n: int = 1) -> None:
    """Delegates of the reserve; the first in a party leads it."""
    s.delegates[party, owner] += n
    s.reserve[owner] -= n
    if s.leader[party] == NOBODY:
        s.leader[party] = owner


def reveal(s: Any, *, current: Event | None = None, coming: Event | None = None, distant: Event | None = None) -> None:
    """These events are shown, and all others of the box are in the deck."""
    s.event_lies[:] = EventLies.OUT_OF_THE_GAME
    s.event_lies[:IN_DECK] = EventLies.IN_THE_DECK
    for shown, event in ((Shown.CURRENT, current), (Shown.COMING, coming), (Shown.DISTANT, distant)):
        s.event[shown] = NONE if event is None else event
        if event is not None:
            s.event_lies[event] = EventLies.SHOWN


def convene(s: Any) -> None:
    """The committee as at the start of a game: Riots are coming, Diversity is distant."""
    s.delegates[:], s.leader[:], s.policy_used[:] = 0, NOBODY, 0
    s.lobby[:], s.reserve[:] = 0, 0
    s.lobby[: s.players], s.reserve[: s.players] = 1, DELEGATES - 1
    s.chairman, s.reserve[NEUTRAL] = NEUTRAL, NEUTRAL_DELEGATES - 1
    s.ruling, s.dominant = GREENS, MARS_FIRST
    reveal(s, coming=Event.RIOTS, distant=Event.DIVERSITY)
    send(s, MARS_FIRST, NEUTRAL)
    send(s, SCIENTISTS, NEUTRAL)


def table(**options: Any) -> Any:
    """Red is to take an action."""
    s = acting(turmoil=True, **options)
    convene(s)
    return s


def asked(
    patch: pytest.MonkeyPatch, s: Any, step_: Step, *choices: int, card: int = NONE, mode: Mode = Mode.WHOLE
) -> None:
    """Red is asked by a step."""
    s.kind, s.choices = step_.row.asks, len(choices)
    s.choice[: len(choices)] = choices
    n = step_.n if isinstance(step_.n, int) else 1
    patch.setattr(naming, "pending", lambda s: Pending(step_, n, card, 0, NONE, NONE, 0, mode))


def names_of(s: Any, block: int) -> list[str]:
    return [action_name(s, block + i) for i in range(PARTIES)]


def test_names_in_a_turn() -> None:
    s = table()
    to = ["Mars First", "Kelvinists", "Reds", "Greens", "Unity", "Scientists"]
    assert names_of(s, PARTY) == [f"send the delegate of the lobby to {name}" for name in to]
    assert names_of(s, RESERVE) == [f"send a delegate of the reserve to {name} (5 MC)" for name in to]
    assert names_of(s, POLICY) == [
        "policy of Mars First",
        "policy of the Kelvinists: spend 10 MC, energy production +1, heat production +1",
        "policy of the Reds",
        "policy of the Greens",
        "policy of Unity",
        "policy of the Scientists: spend 10 MC, draw 3 cards",
    ]
    assert action_name(s, DELEGATE + OWNERS * REDS + 1) == "a delegate of Blue in Reds"
    assert action_name(s, DELEGATE + OWNERS * UNITY + NEUTRAL) == "a neutral delegate in Unity"


def all_names(s: Any) -> list[str]:
    return [action_name(s, block + i) for block, size in BLOCKS.items() for i in range(size)]


def test_every_number_has_a_name_of_its_own_whatever_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for s in (table(), acting()):
        for kind in (Kind.ACTION, Kind.NOTHING):
            s.kind = kind
            found = all_names(s)
            assert len(found) == 3 * PARTIES + PARTIES * OWNERS
            assert len(set(found)) == len(found)
            assert all(found)
    s = table()
    asked(monkeypatch, s, words.send_delegates(2), REDS)
    assert names_of(s, PARTY)[REDS] == "send 2 delegates to Reds (no delegates)"
    assert names_of(s, PARTY)[UNITY] == "Unity"
    asked(monkeypatch, s, words.remove_delegate(), OWNERS * REDS)
    assert action_name(s, DELEGATE + OWNERS * REDS + 1) == "a delegate of Blue in Reds"
    assert len(set(all_names(s))) == len(all_names(s))


def test_without_the_box_numbers_are_counted() -> None:
    s = acting()
    assert action_name(s, PARTY + 2) == "party 3"
    assert action_name(s, RESERVE + 2) == "delegate from the reserve to party 3"
    assert action_name(s, POLICY + 2) == "action of party 3"
    assert action_name(s, DELEGATE + OWNERS * 2 + 1) == "Blue delegate in party 3"
    assert action_name(s, DELEGATE + OWNERS * 2 + NEUTRAL) == "neutral delegate in party 3"


def test_a_party_to_choose_is_told_with_its_delegates(monkeypatch: pytest.MonkeyPatch) -> None:
    s = table()
    send(s, MARS_FIRST, 1, 2)
    s.leader[MARS_FIRST] = 1
    with_delegates = "Mars First (Blue leads with 2, neutral 1)"
    for step_, asks, name in (
        (words.send_delegates(), "choose a party to send a delegate to", "send a delegate to {}"),
        (words.send_delegates(2), "choose a party to send 2 delegates to", "send 2 delegates to {}"),
        (
            words.exchange_delegate(),
            "choose a party to exchange a neutral delegate in",
            "exchange a neutral delegate in {}",
        ),
    ):
        asked(monkeypatch, s, step_, MARS_FIRST, SCIENTISTS)
        assert question(s) == asks
        assert action_name(s, PARTY + MARS_FIRST) == name.format(with_delegates)
        assert action_name(s, PARTY + SCIENTISTS) == name.format("Scientists (neutral leads with 1)")


def test_a_delegate_to_remove_is_told_with_owner_and_party(monkeypatch: pytest.MonkeyPatch) -> None:
    s = table()
    chosen = (OWNERS * REDS + 1, OWNERS * UNITY + NEUTRAL)
    asked(monkeypatch, s, words.remove_delegate(), *chosen)
    assert question(s) == "choose a delegate to remove"
    assert [action_name(s, DELEGATE + i) for i in chosen] == [
        "remove a delegate of Blue in Reds",
        "remove a neutral delegate in Unity",
    ]


def test_questions_name_the_event_or_party_that_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    s = table()
    found = 0
    for event, printed in EVENTS.items():
        for step_ in printed.does:
            for asks in (step_, *(inner for branch in step_.branches for inner in branch)):
                if asks.row.asks:
                    asked(monkeypatch, s, asks, card=FIRST_EVENT + event, mode=Mode.FOR_NOBODY)
                    assert question(s).endswith(f" ({printed.name})")
                    found += 1
    assert found > 5
    asked(monkeypatch, s, words.remove_ocean(), 30, card=FIRST_EVENT + Event.DRY_DESERTS, mode=Mode.FOR_NOBODY)
    assert decision_text(s) == "generation 1, Red: choose an ocean to remove (Dry Deserts)"
    assert [CARRIERS[FIRST_PARTY + party].name for party in (MARS_FIRST, REDS)] == ["Mars First", "Reds"]


POLICIES = {
    MARS_FIRST: "when you place a tile on Mars: gain 1 steel",
    KELVINISTS: "action: spend 10 MC, energy production +1, heat production +1",
    REDS: "each step that your TR rises costs 3 MC",
    GREENS: "when you place a greenery: gain 4 MC",
    UNITY: "titanium is worth 1 MC more",
    SCIENTISTS: "action, once a generation: spend 10 MC, draw 3 cards",
}
BONUSES = {
    MARS_FIRST: "everybody: gain 1 MC per printed building tag",
    KELVINISTS: "everybody: gain 1 MC per step of your heat production",
    REDS: "lowest TR: TR +1 (alone only with TR 20 or less)",
    GREENS: "everybody: gain 1 MC per printed plant or microbe or animal tag",
    UNITY: "everybody: gain 1 MC per printed Venus or Earth or Jovian tag",
    SCIENTISTS: "everybody: gain 1 MC per printed science tag",
}
OCCURRENCES = {
    Event.AQUIFER_RELEASED_BY_PUBLIC_COUNCIL: (
        "first player: place an ocean tile; everybody: gain 1 plant per influence; gain 1 steel per influence"
    ),
    Event.DRY_DESERTS: ("first player: remove an ocean; everybody: gain 1 resource per influence, each of your choice"),
    Event.ELECTION: (
        "most: TR +2, second: TR +1 (1 per printed building tag and city of yours, and per influence); "
        "alone with 10: TR +2, with 5: TR +1"
    ),
    Event.REVOLUTION: (
        "most: lose 2 TR, second: lose 1 TR (1 per printed Earth tag, and per influence; with 1 at least); "
        "alone with 4: lose 2 TR"
    ),
    Event.SNOW_COVER: "lower temperature 2 steps; everybody: draw 1 card per influence",
    Event.SPONSORED_PROJECTS: ("everybody: add 1 resource to each card that holds any; draw 1 card per influence"),
    Event.CLOUD_SOCIETIES: (
        "everybody: add 1 floater to each card that can hold it; add 1 floater per influence to any card"
    ),
    Event.CORROSIVE_RAIN: ("everybody: spend 2 floaters from any card, or lose 10 MC; draw 1 card per influence"),
}


def test_parties_tell_their_policy_and_bonus() -> None:
    views = show.board(table()).parties
    assert {view.party: view.policy for view in views} == POLICIES
    assert {view.party: view.bonus for view in views} == BONUSES


def test_events_tell_what_happens() -> None:
    assert {event: show.occurrence(EVENTS[event].does) for event in OCCURRENCES} == OCCURRENCES
    found = {show.occurrence(printed.does) for printed in EVENTS.values()}
    assert len(found) == len(Event), "no two events are alike"


def block(s: Any) -> list[str]:
    """The committee on the text board."""
    (found,) = [part for part in describe(s, None).split("\n\n") if part.startswith("committee")]
    return found.splitlines()


def test_the_text_board_shows_the_committee() -> None:
    s = table()
    send(s, REDS, 1, 3)
    send(s, REDS, 0)
    send(s, REDS, NEUTRAL, 2)
    s.dominant, s.chairman = REDS, 0
    s.reserve[0] -= 1
    s.lobby[1] = 0
    lines = block(s)
    assert lines[0] == "committee, clockwise   chairman: Red"
    parties = [line for line in lines if line[2:3].strip()][1:7]
    assert parties == [
        "  Mars First neutral leads with 1",
        "  Kelvinists no delegates",
        "  Reds       Blue leads with 3, Red 1, neutral 2   DOMINANT",
        "  Greens     no delegates   RULES",
        "  Unity      no delegates",
        "  Scientists neutral leads with 1",
    ]
    for party, line in zip(Party, parties, strict=True):
        at = lines.index(line)
        assert lines[at + 1].strip() == f"policy: {POLICIES[party]}"
        assert lines[at + 2].strip() == f"ruling bonus: {BONUSES[party]}"
    assert lines[19] == (
        "reserve: Red 4 + 1 in the lobby (influence 2), Blue 3 + 0 in the lobby (influence 2), neutral 9"
    )


def test_the_text_board_shows_the_events() -> None:
    s = table()
    lines = block(s)[20:]
    assert lines[:4] == [
        "global events (neutral delegates go to the parties named)   deck: 29 events",
        " current     none",
        " coming      Riots (Mars First, then Reds)",
        "             everybody: lose 4 MC per city of yours, 5 at most, less influence",
    ]
    assert lines[4] == " distant     Diversity (Scientists, then Scientists)"
    reveal(s, current=Event.RIOTS, coming=Event.DIVERSITY)
    s.event_lies[:] = EventLies.DISCARDED
    s.event_lies[Event.SABOTAGE] = EventLies.IN_THE_DECK
    lines = block(s)[20:]
    assert lines[0].endswith("deck: 1 event")
    assert lines[1] == " current     Riots (Mars First, then Reds)"
    assert lines[3] == " coming      Diversity (Scientists, then Scientists)"
    assert lines[-1] == " distant     none"


def test_parties_that_may_be_chosen_are_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    s = table()
    before = picture(s, None).svg().count(drawing.CHOOSABLE)
    asked(monkeypatch, s, words.send_delegates(), REDS, UNITY)
    assert [line[1:8] for line in block(s) if line.startswith(" >")] == [">Reds  ", ">Unity "]
    assert picture(s, None).svg().count(drawing.CHOOSABLE) == before + 2
    asked(monkeypatch, s, words.remove_delegate(), OWNERS * SCIENTISTS + NEUTRAL, OWNERS * SCIENTISTS + 1)
    assert [line[1:8] for line in block(s) if line.startswith(" >")] == [">Scient"]
    assert picture(s, None).svg().count(drawing.CHOOSABLE) == before + 1


def test_mats_show_delegates_and_influence() -> None:
    s = table()
    s.lobby[1], s.reserve[1], s.chairman = 0, 4, 1
    board = describe(s, 0)
    red, blue = (
        f"  delegates: {lobby} in the lobby, {reserve} in the reserve   influence: {influence}"
        for lobby, reserve, influence in ((1, 6, 0), (0, 4, 1))
    )
    assert board.index(red) < board.index("Blue (B)") < board.index(blue)
    assert {"1+6", "0+4"} <= set(drawn(s))


LONGEST = sorted(EVENTS, key=lambda event: -len(show.occurrence(EVENTS[event].does)))[:3]


def packed(players: int, *, colonies: bool) -> Any:
    """Delegates of everybody in every party, and the events with the most words; the dominant party rules."""
    s = table(players=players, colonies=colonies, venus=True, prelude=True)
    for party in Party:
        s.delegates[party, :players], s.delegates[party, NEUTRAL], s.leader[party] = (
            DELEGATES,
            NEUTRAL_DELEGATES,
            NEUTRAL,
        )
    s.reserve[NEUTRAL] = NEUTRAL_DELEGATES
    s.dominant, s.chairman = s.ruling, players - 1
    s.passed[:players], s.first_player = 1, s.player  # every flag of a mat, as in a draft
    reveal(s, current=LONGEST[0], coming=LONGEST[1], distant=LONGEST[2])
    return s


TABLES = list(product((1, 2, 3, 4, 5), (False, True)))


@pytest.mark.parametrize(("players", "colonies"), TABLES)
def test_everything_fits(players: int, colonies: bool) -> None:
    s = packed(players, colonies=colonies)
    assert max(map(len, describe(s, None).splitlines())) <= WIDEST
    check_frame(s)
    check_lines(s)
    check_panels(s)


def check_panels(s: Any) -> None:
    """Texts stay on their party and on their event."""
    bottom = picture(s, None).height
    below = bottom - drawing.EVENT_HEIGHT - drawing.GAP
    top = below - drawing.PARTY_HEIGHT - drawing.GAP
    wide = (BOARDS_WIDTH + drawing.GAP) / PARTIES
    chair = drawing.CHAIR_WIDTH * wide
    ends = {
        top: [wide * (i + 1) for i in range(PARTIES)],
        below: [chair, *(chair + (BOARDS_WIDTH + drawing.GAP - chair) * (i + 1) / 3 for i in range(3))],
    }
    seen = 0
    for text in texts(s):
        y, (begin, end) = float(text.attrib["y"]), span(text)
        if y > top:
            row = below if y > below else top
            panel = min(edge for edge in ends[row] if edge > begin - BOARDS_LEFT)
            assert end - BOARDS_LEFT <= panel - drawing.GAP, text.text
            assert y < row + (drawing.EVENT_HEIGHT if row == below else drawing.PARTY_HEIGHT) - 4, text.text
            seen += 1
    assert seen > 6 * 6


@pytest.mark.parametrize("event", Event)
def test_every_event_can_be_read_in_the_picture(event: Event) -> None:
    s = table()
    reveal(s, current=event)
    shown = drawn(s)
    assert EVENTS[event].name in shown
    told = " ".join(shown)
    assert show.occurrence(EVENTS[event].does) in told, "nothing is cut off"
    check_lines(s)


def test_policies_and_bonuses_can_be_read_in_the_picture() -> None:
    told = " ".join(drawn(table()))
    for party in Party:
        assert f"Policy: {POLICIES[party]} Bonus: {BONUSES[party]}" in told


def test_pieces_are_drawn_in_their_party() -> None:
    s = table()
    assert picture(s, None).height == HEIGHT + drawing.HEIGHT
    wide = (BOARDS_WIDTH + drawing.GAP) / PARTIES
    seen = set()
    for party in Party:
        for field in ("delegates", "leader"):
            convene(s)
            s.dominant = REDS if party != REDS else GREENS  # or the influence would change as well
            before = picture(s, None).rgb()
            if field == "delegates":
                s.delegates[party, 1] = 2
            else:
                s.leader[party] = 1
            before[:HEIGHT] = picture(s, None).rgb()[:HEIGHT]  # leaders score, which mats tell
            left, top, right, bottom = changes(before, s)
            assert party * wide <= left - BOARDS_LEFT < right - BOARDS_LEFT <= (party + 1) * wide, (party, field)
            assert HEIGHT <= top < bottom < HEIGHT + drawing.PARTY_HEIGHT
            seen.add(picture(s, None).svg())
    assert len(seen) == 2 * PARTIES


def test_rule_dominance_chair_and_events_can_be_seen() -> None:
    s = table()
    assert drawn(s).count("RULES") == drawn(s).count("DOMINANT") == 1
    seen = set()
    for ruling, dominant in product(Party, Party):
        s.ruling, s.dominant = ruling, dominant
        seen.add(picture(s, None).svg())
    assert len(seen) == PARTIES * PARTIES
    convene(s)
    before = picture(s, None).rgb()
    s.chairman = 1
    chair = picture(s, None).svg()
    left, _, right, _ = changes(before, s)
    assert left < BOARDS_LEFT + 100 < MATS_LEFT < right, "the chair, and the influence on the mat"
    s.chairman = 0
    assert picture(s, None).svg() != chair
    assert {"Riots", "Diversity", "none"} <= set(drawn(s))


def test_alone_the_committee_lies_below_the_map() -> None:
    s = table(players=1)
    assert picture(s, None).height == int(GOALS_TOP) + drawing.HEIGHT


def test_a_heading_tells_who_governs_and_what_is_to_come() -> None:
    s = table()
    assert heading(s) == (
        "generation 1: Greens rule, chairman neutral; global events: current none, coming Riots, distant Diversity"
    )
    s.generation, s.ruling, s.chairman = 3, UNITY, 1
    reveal(s, current=Event.RIOTS, coming=Event.DIVERSITY, distant=Event.WAR_ON_EARTH)
    assert heading(s) == (
        "generation 3: Unity rules, chairman Blue; global events: current Riots, coming Diversity, distant War on Earth"
    )
    assert heading(acting()) == ""


def test_a_transcript_tells_every_heading_once() -> None:
    """Before the first decision for which it holds."""
    game = envs.game("terraforming_mars", players=2, turmoil=True, prelude=False, venus=False)
    state, chosen, headings = game.new(7), [], []
    while len(chosen) < 60:
        headings.append(state.heading())
        legal = state.legal_actions()
        chosen.append(int(PASS if PASS in legal else legal[-1]))
        state.apply(chosen[-1])
    lines = list(Replay.record(game, 7, chosen, []).transcript(len(chosen)))[1:]
    expected = [heading for i, heading in enumerate(headings) if i == 0 or heading != headings[i - 1]]
    told = [line.strip() for line in lines if line.strip().startswith("generation ")]
    assert told == expected
    assert len(expected) > 2
    without = envs.game("terraforming_mars", players=2)
    assert without.new(7).heading() == ""


def test_facts_of_the_committee() -> None:
    s = table()
    send(s, REDS, 1, 3)
    send(s, UNITY, 1)
    send(s, UNITY, 0)
    s.ruling, s.dominant, s.chairman = SCIENTISTS, REDS, 0
    s.event_lies[[Event.SABOTAGE, Event.PANDEMIC]] = EventLies.DISCARDED
    found = facts(s)
    names = ("ruling party at the end", "dominant party at the end", "chairman at the end", "global events")
    assert {name: found[name] for name in names} == {
        "ruling party at the end": "Scientists", "dominant party at the end": "Reds",
        "chairman at the end": "seat 0", "global events": 2,
    }  # fmt: skip
    kept = ("chair", "party leaders", "delegates in parties", "influence")
    assert [[seat_facts(s, seat)[name] for name in kept] for seat in range(2)] == [[1, 0, 1, 1], [0, 2, 4, 2]]
    assert found.keys().isdisjoint(seat_facts(s, 0))


def told(s: Any) -> list[Any]:
    return [all_names(s), describe(s, None), picture(s, None).svg(), facts(s), seat_facts(s, 0), heading(s)]


def test_without_the_box_nothing_of_it_is_shown() -> None:
    s = acting()
    before = told(s)
    assert picture(s, None).height == HEIGHT
    convene(s)
    send(s, REDS, 0)
    assert told(s) == before


def test_both_boards_are_shown_below_each_other() -> None:
    alone = picture(acting(colonies=True), None).height
    both = table(colonies=True)
    assert [type(board).__name__ for board in scene(both, 0).boards] == ["ColonyBoard", "Committee"]
    assert picture(both, None).height == alone + drawing.HEIGHT


def test_in_a_turn_lobbying_is_offered_and_seen() -> None:
    s = table()
    offered = {action_name(s, action) for action in actions(s)}
    assert {*names_of(s, PARTY), *names_of(s, RESERVE)} <= offered
    assert not {*names_of(s, POLICY)} & offered, "the Greens have no action"
    step(T, s, PARTY + REDS)
    assert "  Reds       Red leads with 1" in block(s)
    assert "delegates: 0 in the lobby, 6 in the reserve" in describe(s, 0)


@pytest.mark.parametrize("players", [1, 3])
def test_a_whole_game_can_be_followed(players: int) -> None:
    headings = set()
    array = deal(3, players=players, turmoil=True, promos=True, colonies=True, venus=True, prelude=True)
    for s in played(array, players):
        headings.add(heading(s))
        found = [action_name(s, action) for action in actions(s)]
        assert len(set(found)) == len(found)
        assert found == [] or decision_text(s).startswith(f"generation {s.generation}, {SEAT_NAMES[s.player]}: ")
        if s.decisions % 31 == 0:
            assert max(map(len, describe(s, None).splitlines())) <= WIDEST
            check_frame(s)
    assert len(headings) >= s.generation


def test_names_tell_what_the_reds_ask_for() -> None:
    array = deal(3, turmoil=True, prelude=False)
    s = next(s for s in played(array, 3) if s.kind == Kind.ACTION)
    s.ruling, s.rating_fee = Party.REDS, 3
    s.track[Track.TEMPERATURE] = 14
    project = ACTIONS["standard project"].start + StandardProject.ASTEROID
    assert action_name(s, project) == "asteroid standard project (14 MC and 6 MC for TR)", "the ocean at 0 degrees too"
    heat, plants = ACTIONS["convert heat"].start, ACTIONS["convert plants"].start
    assert action_name(s, heat) == "convert 8 heat into 1 step of temperature (6 MC for TR)"
    assert action_name(s, plants) == "convert 8 plants into a greenery (3 MC for TR)"
    s.rating_fee = 0
    assert action_name(s, project) == "asteroid standard project (14 MC)"
