"""Underworld 2: 12 corporations. Data only: editing this file recompiles nothing."""

from __future__ import annotations

# fmt: off
# isort: off
from regolith.envs.terraforming_mars.language.card import box, corporation, per_resource
from regolith.envs.terraforming_mars.language.choices import choose, play_card
from regolith.envs.terraforming_mars.language.counts import each_taken
from regolith.envs.terraforming_mars.language.drawing import draw
from regolith.envs.terraforming_mars.language.held import add_here, add_resource, spend_here
from regolith.envs.terraforming_mars.language.mars import place, raise_track, tr
from regolith.envs.terraforming_mars.language.stock import gain, production, spend
from regolith.envs.terraforming_mars.language.lasting import (
    Trigger, cities_beside_own, events_face_up, leeway_from, on, on_own_tag, trade_with,
)
from regolith.envs.terraforming_mars.colonies.language import gain_fleet
from regolith.envs.terraforming_mars.underworld.language.corruption import (
    cash_in_corruption, gain_corruption, spend_corruption,
)
from regolith.envs.terraforming_mars.underworld.language.schemes import (
    add_to_several, draw_events, opponents_production,
)
from regolith.envs.terraforming_mars.underworld.language.underground import (
    discard_tokens, excavate, identify, identify_from_pile,
)
from regolith.envs.terraforming_mars.words import (
    ACTIVISTS, ANIMAL, ANIMALS, BUILDING, CITY, CITY_TILE, CRIME, DATA, EARTH, ENERGY, FIGHTERS, HEAT, JOVIAN, MARS, MC,
    MICROBE, MICROBES, OXYGEN, PLANT, PLANTS, POWER, SCIENCE, SPACE, STEEL, SUPPLY_CHAIN, TITANIUM, VENUS, VENUS_SCALE,
    CardSet,
)
# isort: on

CORPORATIONS = box(
    CardSet.UNDERWORLD,
    corporation("UC01", "Hadesphere", 40, BUILDING, on_play=gain(STEEL, 5), first_action=identify(3),
        action=excavate(1)),
    # Its own tag brings 2 more.
    corporation("UC02", "Demetron Labs", 45, SCIENCE, holds=DATA, on_play=add_here(2),
        action=[spend_here(3), identify(3, claim=1)], passives=on_own_tag(SCIENCE, does=add_here(2))),
    corporation("UC03", "Jenson-Boyle & Co", 46, CRIME, on_play=gain_corruption(2),
        action=choose([spend_corruption(1), gain(STEEL, 5)], [spend_corruption(1), gain(TITANIUM, 3)],
                      [spend_corruption(1), gain(PLANTS, 4)], [spend_corruption(1), gain(HEAT, 8)])),
    corporation("UC04", "Henkei Genetics", 47, MICROBE, holds=MICROBES, vp=per_resource(3), on_play=gain_corruption(1),
        first_action=draw(2, tag=MICROBE), action=[spend_corruption(1), add_to_several(MICROBES, 3, 2)]),
    corporation("UC05", "Arborist Collective", 40, PLANT, holds=ACTIVISTS,
        on_play=[production(PLANTS, 2), gain(PLANTS, 2)],
        action=[spend_here(2), production(PLANTS, 1), gain(PLANTS, 2)],
        passives=on(Trigger.OWN_CHEAP_EVENT, add_here(1))),
    corporation("UC06", "Kingdom of Tauraro", 50, CITY, vp=-2,
        on_play=[production(MC, 6), opponents_production(MC, 2)], first_action=place(CITY_TILE),
        modifiers=cities_beside_own()),
    # Its animals are worth no points.
    corporation("UC07", "Aeron Genomics", 35, ANIMAL, holds=ANIMALS, on_play=[gain(STEEL, 5), add_here(2)],
        action=[discard_tokens(1, 2), add_resource(ANIMALS, each_taken())], modifiers=leeway_from(ANIMALS, ANIMAL)),
    corporation("UC08", "Keplertec", 33, JOVIAN, SPACE, holds=FIGHTERS,
        on_play=[production(TITANIUM, 1), gain(TITANIUM, 3)],
        action=[spend(TITANIUM, 1), add_resource(FIGHTERS, 1, required=True)],
        passives=on(Trigger.FIGHTER_HERE, identify_from_pile(4, 1))),
    # Without Venus Next there is only oxygen to raise.
    corporation("UC09", "Voltagon", 38, POWER, on_play=production(ENERGY, 1),
        action=choose([spend(ENERGY, 8), raise_track(OXYGEN, 1)], [spend(ENERGY, 8), raise_track(VENUS_SCALE, 1)]),
        passives=on(Trigger.OWN_CLAIM, gain(ENERGY, 2))),
    corporation("UC10", "Ares Media", 40, EARTH, CITY, first_action=draw_events(2, cost=15),
        passives=[on(Trigger.ANY_BIG_SHOW, production(MC, 1)), on(Trigger.OWN_GREAT_SHOW, tr(1))],
        modifiers=events_face_up()),
    corporation("UC11", "Anubis Securities", 42, EARTH, first_action=play_card(ignore_tracks=True),
        action=cash_in_corruption(6), passives=on(Trigger.ANY_RATING_STEP_AT_LEAST_CORRUPTION, gain(MC, 2))),
    # Its own Earth tag brings a third.
    corporation("UC12", "Hecate Speditions", 38, EARTH, SPACE, holds=SUPPLY_CHAIN, on_play=[add_here(2), gain_fleet()],
        passives=on_own_tag(JOVIAN, EARTH, VENUS, MARS, does=add_here(1)), modifiers=trade_with(2),
        needs=[CardSet.COLONIES]),
)
