"""Terror Below as a game of the suite: the rules, put together."""

from __future__ import annotations

from regolith.envs.core.game import GameSpec, Invariants, Kernels, Planner, Solo
from regolith.envs.core.guidance import Guidance
from regolith.envs.core.weights import Weights, column
from regolith.envs.terror_below import view
from regolith.envs.terror_below.actions import ACTIONS, follow_up, legal
from regolith.envs.terror_below.card_words import cards
from regolith.envs.terror_below.evaluation import evaluate
from regolith.envs.terror_below.experiment import experiment
from regolith.envs.terror_below.invariants import Broken, broken
from regolith.envs.terror_below.observation import OBSERVATION, observe
from regolith.envs.terror_below.options import TerrorOptions
from regolith.envs.terror_below.redeal import determinize
from regolith.envs.terror_below.scoring import outcome
from regolith.envs.terror_below.setup import setup
from regolith.envs.terror_below.solo_guide import guide, round_of
from regolith.envs.terror_below.state import RECORD
from regolith.envs.terror_below.tables import TABLE, load
from regolith.envs.terror_below.tally import TALLY
from regolith.envs.terror_below.tasks import step
from regolith.envs.terror_below.weights import RANGE, RANGES, Weight
from regolith.envs.terror_below.words import Kind

SPEC = GameSpec(
    name="terror_below",
    title="Terror Below",
    version=0,
    options=TerrorOptions,
    record=RECORD,
    table=TABLE,
    kernels=Kernels(setup, step, legal, observe, outcome, determinize, evaluate, follow_up),
    invariants=Invariants(broken, Broken),
    kinds=Kind,
    actions=ACTIONS,
    observation=OBSERVATION,
    margin_scale=10.0,
    guidance=Guidance(exploration=0.3, heat=0.01, widening=1.0, scale=40.0),
    action_name=view.action_name,
    decision_text=view.decision_text,
    describe=view.describe,
    picture=view.picture,
    facts=view.facts,
    seat_facts=view.seat_facts,
    seat_names=view.SEAT_NAMES,
    cards=cards,
    option_sets=(
        {},
        {"players": 3},
        {"players": 4, "board": "canyon"},
        {"players": 5},
        {"players": 2, "board": "canyon", "locations": "shuffled"},
        {"players": 5, "board": "canyon", "locations": "rolled", "random_worms": True, "rewards": "rank"},
        {"players": 4, "deck": "untuned", "rewards": "margin"},
        {"players": 3, "max_rounds": 3},
        {"players": 1},
        {"players": 1, "scenario": "total_extermination", "queens": True},
        {"players": 1, "scenario": "scramble", "left_behind": 2, "board": "canyon"},
    ),
    solo=Solo(
        options={"players": 1},
        length_unit="attacks",
        length=lambda s: int(s.attacks),
        missing=view.missing,
    ),
    planner=Planner(round_of, guide, beam=20, deals=8, rounds=1, fan=0),
    other_table=lambda options: None if options.deck == "deck" else load(options.deck).table,
    weights=Weights(places=column(Weight, RANGE, RANGES), of_box={}),
    tally=TALLY,
    experiment=experiment,
)
