"""Terraforming Mars as a game of the suite: the rules, put together."""

from __future__ import annotations

from regolith.envs.core.game import GameSpec, Invariants, Kernels, Solo
from regolith.envs.core.guidance import Guidance
from regolith.envs.terraforming_mars.actions import ACTIONS, follow_up, legal, step
from regolith.envs.terraforming_mars.card_file import load
from regolith.envs.terraforming_mars.experiment import experiment
from regolith.envs.terraforming_mars.hooks import BROKEN_BOXES, SETUP_OF_BOXES, VIEW_OF_BOXES
from regolith.envs.terraforming_mars.language.tables import TABLE
from regolith.envs.terraforming_mars.machine.ahead import LOOKING_AHEAD
from regolith.envs.terraforming_mars.machine.box_families import STEPS_OF_BOXES
from regolith.envs.terraforming_mars.machine.fees import FEES, KEPT_FOR_FEES
from regolith.envs.terraforming_mars.machine.run import OFFERS
from regolith.envs.terraforming_mars.observation import OBSERVATION, observe
from regolith.envs.terraforming_mars.options import MarsOptions, option_sets
from regolith.envs.terraforming_mars.player.chances import chances, question, redraw
from regolith.envs.terraforming_mars.player.evaluation import WORTH_OF_BOXES, evaluate
from regolith.envs.terraforming_mars.player.tuning import WEIGHTS_TO_TUNE
from regolith.envs.terraforming_mars.realism.watching import REALISM
from regolith.envs.terraforming_mars.rules.broken import Broken
from regolith.envs.terraforming_mars.rules.course import GOING_ON, setup
from regolith.envs.terraforming_mars.rules.invariants import broken
from regolith.envs.terraforming_mars.rules.redeal import determinize
from regolith.envs.terraforming_mars.rules.scoring import outcome
from regolith.envs.terraforming_mars.show import view
from regolith.envs.terraforming_mars.show.card_words import cards
from regolith.envs.terraforming_mars.solo_planning import PLANNER
from regolith.envs.terraforming_mars.state import RECORD, Kind
from regolith.envs.terraforming_mars.tally.game import TALLY

DOORS = (
    *(GOING_ON, OFFERS, LOOKING_AHEAD, FEES, KEPT_FOR_FEES),
    *(STEPS_OF_BOXES, BROKEN_BOXES, VIEW_OF_BOXES, SETUP_OF_BOXES, WORTH_OF_BOXES),
)

SPEC = GameSpec(
    name="terraforming_mars",
    title="Terraforming Mars",
    version=0,
    options=MarsOptions,
    record=RECORD,
    table=TABLE,
    kernels=Kernels(setup, step, legal, observe, outcome, determinize, evaluate, follow_up, chances, redraw, question),
    invariants=Invariants(broken, Broken),
    kinds=Kind,
    actions=ACTIONS,
    observation=OBSERVATION,
    margin_scale=30.0,
    guidance=Guidance(exploration=0.3, heat=0.02, scale=30.0),
    action_name=view.action_name,
    decision_text=view.decision_text,
    describe=view.describe,
    picture=view.picture,
    facts=view.facts,
    seat_names=view.SEAT_NAMES,
    other_table=lambda options: load(options.cards).table if options.cards else None,
    cards=cards,
    option_sets=option_sets(),
    solo=Solo(
        options={"players": 1},
        length_unit="generations",
        length=lambda s: int(s.generation),
        missing=view.missing,
    ),
    planner=PLANNER,
    seat_facts=view.seat_facts,
    secret=view.secret,
    heading=view.heading,
    news=view.news,
    weights=WEIGHTS_TO_TUNE,
    realism=REALISM,
    experiment=experiment,
    tally=TALLY,
    doors=DOORS,
)
