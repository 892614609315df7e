"""Colonies: 49 projects and 5 corporations. Data only: editing this file recompiles nothing."""

from __future__ import annotations

# fmt: off
# isort: off
from regolith.envs.terraforming_mars.language.card import (
    active, automated, box, cities, colonies, corporation, event, floaters, per_colony, per_resource, tags, temperature,
)
from regolith.envs.terraforming_mars.language.attacks import decrease_any_production, remove_plants, steal
from regolith.envs.terraforming_mars.language.choices import choose
from regolith.envs.terraforming_mars.language.counts import (
    each_card_without_tags, each_city, each_colony, each_resource, each_resource_here, each_tag,
)
from regolith.envs.terraforming_mars.language.drawing import draw
from regolith.envs.terraforming_mars.language.held import (
    add_elsewhere, add_here, add_resource, exchange_here, only_if_here, spend_from_card, spend_here,
)
from regolith.envs.terraforming_mars.language.mars import place, tr
from regolith.envs.terraforming_mars.language.stock import gain, production, spend
from regolith.envs.terraforming_mars.language.lasting import (
    Trigger, card_discount, card_price, heat_from, next_card_discount, on, on_own_tag, trade_discount, trade_steps,
)
from regolith.envs.terraforming_mars.colonies.language import (
    add_colony_tile, build_colony, gain_fleet, lower_marker, own_colony_bonuses, raise_marker, trade,
)
from regolith.envs.terraforming_mars.words import (
    ANIMAL, ANIMALS, BUILDING, CAMPS, CITY, CITY_TILE, EARTH, ENERGY, FLOATERS, HEAT, JOVIAN, MC, MICROBE, MICROBES,
    OCEAN_TILE, PLANT, PLANTS, POWER, SCIENCE, SPACE, TITANIUM, CardSet, Whose,
)
# isort: on

PROJECTS = box(
    CardSet.COLONIES,
    automated("C01", "Airliners", 11, requires=floaters(3), vp=1,
        on_play=[production(MC, 2), add_resource(FLOATERS, 2)]),
    # The floater is given in any case; stealing may be declined.
    event("C02", "Air Raid", 0, on_play=[spend_from_card(FLOATERS, 1), steal(MC, 5)]),
    active("C03", "Atmo Collectors", 15, holds=FLOATERS, on_play=add_resource(FLOATERS, 2),
        action=choose([spend_here(1), gain(TITANIUM, 2)], [spend_here(1), gain(ENERGY, 3)],
                      [spend_here(1), gain(HEAT, 4)], add_here(1))),
    # Counts itself.
    automated("C04", "Community Services", 13, vp=1, on_play=production(MC, each_card_without_tags())),
    # Other actions may come between it and the card that is cheaper.
    event("C05", "Conscription", 5, EARTH, requires=tags(EARTH, 2), vp=-1, modifiers=next_card_discount(16)),
    automated("C06", "Corona Extractor", 10, SPACE, POWER, requires=tags(SCIENCE, 4), on_play=production(ENERGY, 4)),
    active("C07", "Cryo-Sleep", 10, SCIENCE, vp=1, modifiers=trade_discount(1)),
    automated("C08", "Earth Elevator", 43, SPACE, EARTH, vp=4, on_play=production(TITANIUM, 3)),
    automated("C09", "Ecology Research", 21, SCIENCE, PLANT, ANIMAL, MICROBE, vp=1,
        on_play=[production(PLANTS, each_colony()), add_elsewhere(ANIMALS, 1), add_elsewhere(MICROBES, 2)]),
    automated("C10", "Floater Leasing", 3, on_play=production(MC, each_resource(FLOATERS, every=3))),
    event("C11", "Floater Prototypes", 2, SCIENCE, on_play=add_resource(FLOATERS, 2)),
    active("C12", "Floater Technology", 7, SCIENCE, action=add_resource(FLOATERS, 1)),
    automated("C13", "Galilean Waystation", 15, SPACE, vp=1,
        on_play=production(MC, each_tag(JOVIAN, whose=Whose.EVERYBODY))),
    automated("C14", "Heavy Taxation", 3, EARTH, requires=tags(EARTH, 2), vp=-1,
        on_play=[production(MC, 2), gain(MC, 4)]),
    automated("C15", "Ice Moon Colony", 23, SPACE, on_play=[build_colony(), place(OCEAN_TILE)]),
    event("C16", "Impactor Swarm", 11, SPACE, requires=tags(JOVIAN, 2), on_play=[gain(HEAT, 12), remove_plants(2)]),
    event("C17", "Interplanetary Colony Ship", 12, SPACE, EARTH, on_play=build_colony()),
    active("C18", "Jovian Lanterns", 20, JOVIAN, requires=tags(JOVIAN, 1), holds=FLOATERS, vp=per_resource(2),
        on_play=[tr(1), add_resource(FLOATERS, 2)], action=[spend(TITANIUM, 1), add_here(2)]),
    # More than 4 may lie here; either way may be taken for nothing.
    active("C19", "Jupiter Floating Station", 9, JOVIAN, requires=tags(SCIENCE, 3), holds=FLOATERS, vp=1,
        action=choose(add_resource(FLOATERS, 1, tag=JOVIAN), gain(MC, each_resource_here(most=4)))),
    automated("C20", "Luna Governor", 4, EARTH, EARTH, requires=tags(EARTH, 3), on_play=production(MC, 2)),
    automated("C21", "Lunar Exports", 19, EARTH, SPACE, on_play=choose(production(MC, 5), production(PLANTS, 2))),
    automated("C22", "Lunar Mining", 11, EARTH, on_play=production(TITANIUM, each_tag(EARTH, every=2))),
    # Both moves must be possible.
    event("C23", "Market Manipulation", 1, EARTH, on_play=[raise_marker(), lower_marker()]),
    # The animals stay.
    active("C24", "Martian Zoo", 12, ANIMAL, BUILDING, requires=cities(2, whose=Whose.EVERYBODY), holds=ANIMALS, vp=1,
        action=[only_if_here(1), gain(MC, each_resource_here())], passives=on_own_tag(EARTH, does=add_here(1))),
    automated("C25", "Mining Colony", 20, SPACE, on_play=[production(TITANIUM, 1), build_colony()]),
    # What the colony brings counts before the loss: with too little production it must be one that raises it.
    automated("C26", "Minority Refuge", 5, SPACE, on_play=[build_colony(), production(MC, -2)]),
    automated("C27", "Molecular Printing", 11, SCIENCE, vp=1,
        on_play=[gain(MC, each_city()), gain(MC, each_colony(whose=Whose.EVERYBODY))]),
    automated("C28", "Nitrogen from Titan", 25, JOVIAN, SPACE, vp=1,
        on_play=[tr(2), add_resource(FLOATERS, 2, tag=JOVIAN)]),
    # As Minority Refuge.
    automated("C29", "Pioneer Settlement", 13, SPACE, requires=colonies(most=1), vp=2,
        on_play=[build_colony(), production(MC, -2)]),
    # No trade: no fleet moves, no marker, and the others gain nothing.
    automated("C30", "Productive Outpost", 0, on_play=own_colony_bonuses()),
    automated("C31", "Quantum Communications", 8, requires=tags(SCIENCE, 4), vp=1,
        on_play=production(MC, each_colony(whose=Whose.EVERYBODY))),
    active("C32", "Red Spot Observatory", 17, JOVIAN, SCIENCE, requires=tags(SCIENCE, 3), holds=FLOATERS, vp=2,
        on_play=draw(2), action=choose([spend_here(1), draw(1)], add_here(1))),
    active("C33", "Refugee Camps", 10, EARTH, holds=CAMPS, vp=per_resource(1),
        action=[production(MC, -1), add_here(1)]),
    automated("C34", "Research Colony", 20, SPACE, SCIENCE, on_play=[build_colony(again=True), draw(2)]),
    active("C35", "Rim Freighters", 4, SPACE, modifiers=trade_discount(1)),
    active("C36", "Sky Docks", 18, SPACE, EARTH, requires=tags(EARTH, 2), vp=2, on_play=gain_fleet(),
        modifiers=card_discount(1)),
    # Its own tag counts, although it is an event.
    event("C37", "Solar Probe", 9, SPACE, SCIENCE, vp=1, on_play=draw(each_tag(SCIENCE, every=3))),
    automated("C38", "Solar Reflectors", 23, SPACE, on_play=production(HEAT, 5)),
    automated("C39", "Space Port", 22, CITY, BUILDING, requires=colonies(1),
        on_play=[production(ENERGY, -1), production(MC, 4), place(CITY_TILE), gain_fleet()]),
    automated("C40", "Space Port Colony", 27, SPACE, requires=colonies(1), vp=per_colony(2),
        on_play=[build_colony(again=True), gain_fleet()]),
    active("C41", "Spin-off Department", 10, BUILDING, on_play=production(MC, 2),
        passives=on(Trigger.OWN_PROJECT_OF_20, draw(1))),
    active("C42", "Sub-zero Salt Fish", 5, ANIMAL, requires=temperature(-6), holds=ANIMALS, vp=per_resource(2),
        on_play=decrease_any_production(PLANTS, 1), action=add_here(1)),
    active("C43", "Titan Air-scrapping", 21, JOVIAN, holds=FLOATERS, vp=2,
        action=choose([spend_here(2), tr(1)], [spend(TITANIUM, 1), add_here(2)])),
    # The floater is the fee, which nothing makes cheaper.
    active("C44", "Titan Floating Launch-pad", 18, JOVIAN, holds=FLOATERS, vp=1,
        on_play=add_resource(FLOATERS, 2, tag=JOVIAN),
        action=choose(add_resource(FLOATERS, 1, tag=JOVIAN), [spend_here(1), trade()])),
    active("C45", "Titan Shuttles", 23, JOVIAN, SPACE, holds=FLOATERS, vp=1,
        action=choose(add_resource(FLOATERS, 2, tag=JOVIAN), exchange_here(TITANIUM, rate=1))),
    active("C46", "Trade Envoys", 6, modifiers=trade_steps(1)),
    active("C47", "Trading Colony", 18, SPACE, on_play=build_colony(), modifiers=trade_steps(1)),
    automated("C48", "Urban Decomposers", 6, MICROBE, requires=[colonies(1), cities(1, whose=Whose.OWN)],
        on_play=[production(PLANTS, 1), add_elsewhere(MICROBES, 2)]),
    active("C49", "Warp Drive", 14, SCIENCE, requires=tags(SCIENCE, 5), vp=2,
        modifiers=card_discount(4, SPACE, once=True)),
)

CORPORATIONS = box(
    CardSet.COLONIES,
    # Its own first colony counts.
    corporation("R02", "Poseidon", 45, first_action=build_colony(), passives=on(Trigger.ANY_COLONY, production(MC, 1))),
    # Starts with 1 animal for its own tag.
    corporation("R04", "Arklight", 45, ANIMAL, holds=ANIMALS, vp=per_resource(2), on_play=production(MC, 2),
        passives=on_own_tag(ANIMAL, PLANT, does=add_here(1))),
    # The first hand too.
    corporation("R11", "Polyphemos", 50, on_play=[production(MC, 5), gain(TITANIUM, 5)], modifiers=card_price(5)),
    # Any tile that is not in play, one that sleeps too.
    corporation("R20", "Aridor", 40, first_action=add_colony_tile(),
        passives=on(Trigger.OWN_NEW_KIND_OF_TAG, production(MC, 1))),
    # Only floaters on this card, mixed with heat as one likes.
    corporation("R29", "Stormcraft Incorporated", 48, JOVIAN, holds=FLOATERS, modifiers=heat_from(FLOATERS, 2),
        action=add_resource(FLOATERS, 1)),
)
