"""TINYforming Mars as a game of the suite: the rules, put together."""

from __future__ import annotations

from regolith.envs.core.game import Deals, GameSpec, Invariants, Kernels, Planner, Solo
from regolith.envs.core.guidance import Guidance
from regolith.envs.core.weights import Weights, column
from regolith.envs.tinyforming_mars import view
from regolith.envs.tinyforming_mars.actions import ACTIONS, follow_up, legal, step
from regolith.envs.tinyforming_mars.bounds import bound
from regolith.envs.tinyforming_mars.card_words import cards
from regolith.envs.tinyforming_mars.course import round_of, setup
from regolith.envs.tinyforming_mars.deals import DEALS, deal_of, set_up
from regolith.envs.tinyforming_mars.evaluation import evaluate
from regolith.envs.tinyforming_mars.experiment import experiment
from regolith.envs.tinyforming_mars.haste import LADDER, haste
from regolith.envs.tinyforming_mars.invariants import Broken, broken
from regolith.envs.tinyforming_mars.observation import OBSERVATION, observe
from regolith.envs.tinyforming_mars.options import TinyOptions
from regolith.envs.tinyforming_mars.redeal import determinize
from regolith.envs.tinyforming_mars.scoring import outcome
from regolith.envs.tinyforming_mars.state import RECORD
from regolith.envs.tinyforming_mars.tables import TABLE
from regolith.envs.tinyforming_mars.tally import TALLY
from regolith.envs.tinyforming_mars.weights import RANGE, Weight
from regolith.envs.tinyforming_mars.words import SOLO_GENERATIONS, Kind

SPEC = GameSpec(
    name="tinyforming_mars",
    title="TINYforming Mars",
    version=0,
    options=TinyOptions,
    record=RECORD,
    table=TABLE,
    kernels=Kernels(setup, step, legal, observe, outcome, determinize, evaluate, follow_up),
    invariants=Invariants(broken, Broken),
    kinds=Kind,
    actions=ACTIONS,
    observation=OBSERVATION,
    margin_scale=10.0,
    guidance=Guidance(exploration=1.0, heat=0.02, replies=4, scale=10.0),
    action_name=view.action_name,
    decision_text=view.decision_text,
    describe=view.describe,
    picture=view.picture,
    facts=view.facts,
    seat_names=view.SEAT_NAMES,
    cards=cards,
    option_sets=(
        {},
        {"map": "elysium"},
        {"intense": True},
        {"map": "elysium", "intense": True, "token_discounts": False},
        {"max_generations": 3},
        {"players": 1},
        {"players": 1, "map": "elysium", "intense": True},
        {"rewards": "rank"},
        {"rewards": "margin"},
    ),
    solo=Solo(
        options={"players": 1},
        length_unit="generations",
        length=lambda s: int(s.generation),
        missing=view.missing,
    ),
    weights=Weights(places=column(Weight, RANGE), of_box={}),
    tally=TALLY,
    experiment=experiment,
    planner=Planner(round_of, beam=100, deals=1, rounds=12, fan=19),
    deals=Deals(DEALS, set_up, deal_of, bound, SOLO_GENERATIONS, "generations", haste, LADDER),
)
