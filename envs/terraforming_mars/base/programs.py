"""What the board and the rules themselves do, written like the effects of cards: the rules begin these programs by name."""

from __future__ import annotations

from regolith.envs.terraforming_mars.base.standard_projects import CONVERT_HEAT, CONVERT_PLANTS
from regolith.envs.terraforming_mars.language.choices import play_preludes
from regolith.envs.terraforming_mars.language.drawing import keep_for_fee, sell_cards
from regolith.envs.terraforming_mars.language.mars import final_greenery, place, raise_track
from regolith.envs.terraforming_mars.language.paying import (
    enter_play,
    pay,
    pay_heat,
    rating_step,
    standard_project_paid,
)
from regolith.envs.terraforming_mars.language.research import buy_cards, draft, keep_preludes, pick_corporation
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.language.stock import spend
from regolith.envs.terraforming_mars.rules.placement import SOUTH_POLE_COST
from regolith.envs.terraforming_mars.rules.research import PRELUDES_KEPT
from regolith.envs.terraforming_mars.words import MC, OCEAN_TILE, TEMPERATURE

PROGRAMS: dict[str, tuple[Step, ...]] = {
    "ocean_row": (place(OCEAN_TILE),),
    "temperature_row": (raise_track(TEMPERATURE, 1),),
    "south_pole_row": (spend(MC, SOUTH_POLE_COST),),
    "pay_row": (pay(),),
    "pay_heat_row": (pay_heat(),),
    "play_row": (pay(), enter_play()),
    "enter_play_row": (enter_play(),),
    "standard_paid_row": (standard_project_paid(),),
    "convert_plants_row": CONVERT_PLANTS,
    "convert_heat_row": CONVERT_HEAT,
    "sell_row": (sell_cards(),),
    "card_fee_row": (keep_for_fee(),),
    "setup_row": (pick_corporation(), buy_cards()),
    "setup_with_preludes_row": (pick_corporation(), keep_preludes(PRELUDES_KEPT), buy_cards()),
    "preludes_row": (play_preludes(),),
    "draft_row": (draft(),),
    "research_row": (buy_cards(),),
    "rating_step_row": (rating_step(),),
    "final_greenery_row": (final_greenery(),),
}
