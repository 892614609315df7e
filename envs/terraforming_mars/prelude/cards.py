"""Prelude: 7 projects, 5 corporations and 35 preludes. Data only: editing this file recompiles nothing."""

from __future__ import annotations

# fmt: off
# isort: off
from regolith.envs.terraforming_mars.language.card import (
    active, automated, box, corporation, event, oxygen, prelude, tags, temperature,
)
from regolith.envs.terraforming_mars.language.choices import fund_award, play_card, play_prelude
from regolith.envs.terraforming_mars.language.drawing import draw
from regolith.envs.terraforming_mars.language.held import add_here
from regolith.envs.terraforming_mars.language.mars import place, raise_track, tr
from regolith.envs.terraforming_mars.language.stock import gain, production, raise_lowest_production, spend
from regolith.envs.terraforming_mars.language.lasting import Trigger, card_discount, on, on_own_tag, pay_with
from regolith.envs.terraforming_mars.words import (
    BUILDING, CITY, CITY_TILE, EARTH, ENERGY, GREENERY_TILE, HEAT, JOVIAN, MC, MICROBE, MICROBES, OCEAN_TILE, OXYGEN,
    PLANT, PLANTS, POWER, SCIENCE, SPACE, STEEL, TEMPERATURE, TITANIUM, WILD, CardSet, Where,
)
# isort: on

PROJECTS = box(
    CardSet.PRELUDE,
    automated("P36", "House Printing", 10, BUILDING, vp=1, on_play=production(STEEL, 1)),
    # On Hellas an ordinary city.
    automated("P37", "Lava Tube Settlement", 15, BUILDING, CITY,
        on_play=[production(ENERGY, -1), production(MC, 2), place(CITY_TILE, where=Where.VOLCANIC)]),
    event("P38", "Martian Survey", 9, SCIENCE, requires=oxygen(most=4), vp=1, on_play=draw(2)),
    active("P39", "Psychrophiles", 2, MICROBE, requires=temperature(most=-20), holds=MICROBES,
        modifiers=pay_with(MICROBES, 2, PLANT), action=add_here(1)),
    # A wild tag is one tag of choice per action: requirements, counts, milestones; never triggers, points or awards.
    automated("P40", "Research Coordination", 4, WILD),
    automated("P41", "SF Memorial", 7, BUILDING, vp=1, on_play=draw(1)),
    automated("P42", "Space Hotels", 12, SPACE, EARTH, requires=tags(EARTH, 2), on_play=production(MC, 4)),
)

CORPORATIONS = box(
    CardSet.PRELUDE,
    # Starts with 1 card for its own tag.
    corporation("R10", "Point Luna", 38, SPACE, EARTH, on_play=production(TITANIUM, 1),
        passives=on_own_tag(EARTH, does=draw(1))),
    corporation("R16", "Cheung Shing MARS", 44, BUILDING, on_play=production(MC, 3),
        modifiers=card_discount(2, BUILDING)),
    # Negative MC production is lower than 0; the player picks among ties.
    corporation("R27", "Robinson Industries", 47, action=[spend(MC, 4), raise_lowest_production(1)]),
    # Needs the prelude deck even if no preludes are dealt.
    corporation("R34", "Valley Trust", 37, EARTH, first_action=play_prelude(draw=3, play=1),
        modifiers=card_discount(2, SCIENCE)),
    # The 3 MC are its effect on itself. Solo: no awards, so nothing as first action.
    corporation("R35", "Vitor", 45, EARTH, on_play=gain(MC, 3), first_action=fund_award(),
        passives=on(Trigger.OWN_VP_CARD, gain(MC, 3))),
)

PRELUDES = box(
    CardSet.PRELUDE,
    prelude("P01", "Allied Bank", EARTH, on_play=[production(MC, 4), gain(MC, 3)]),
    # The payment comes first: without the money the prelude is discarded for 15 MC; so for all such.
    prelude("P02", "Aquifer Turbines", POWER, on_play=[spend(MC, 3), production(ENERGY, 2), place(OCEAN_TILE)]),
    prelude("P03", "Biofuels", MICROBE, on_play=[production(PLANTS, 1), production(ENERGY, 1), gain(PLANTS, 2)]),
    prelude("P04", "Biolab", SCIENCE, on_play=[production(PLANTS, 1), draw(3)]),
    prelude("P05", "Biosphere Support", PLANT, on_play=[production(MC, -1), production(PLANTS, 2)]),
    # Manutech may pay with what it gains by it.
    prelude("P06", "Business Empire", EARTH, on_play=[spend(MC, 6), production(MC, 6)]),
    prelude("P07", "Dome Farming", PLANT, BUILDING, on_play=[production(MC, 2), production(PLANTS, 1)]),
    prelude("P08", "Donation", on_play=gain(MC, 21)),
    prelude("P09", "Early Settlement", BUILDING, CITY, on_play=[production(PLANTS, 1), place(CITY_TILE)]),
    # The played card is paid for normally; tag requirements still hold.
    prelude("P10", "Ecology Experts", PLANT, MICROBE, on_play=[production(PLANTS, 1), play_card(ignore_tracks=True)]),
    # If no card can be played the prelude is discarded for 15 MC.
    prelude("P11", "Eccentric Sponsor", on_play=play_card(discount=25)),
    prelude("P12", "Experimental Forest", PLANT, on_play=[draw(2, tag=PLANT), place(GREENERY_TILE)]),
    prelude("P13", "Galilean Mining", JOVIAN, on_play=[spend(MC, 5), production(TITANIUM, 2)]),
    prelude("P14", "Great Aquifer", on_play=place(OCEAN_TILE, 2)),
    prelude("P15", "Huge Asteroid", on_play=[spend(MC, 5), raise_track(TEMPERATURE, 3)]),
    prelude("P16", "Io Research Outpost", JOVIAN, SCIENCE, on_play=[production(TITANIUM, 1), draw(1)]),
    prelude("P17", "Loan", on_play=[production(MC, -2), gain(MC, 30)]),
    prelude("P18", "Martian Industries", BUILDING, on_play=[production(STEEL, 1), production(ENERGY, 1), gain(MC, 6)]),
    prelude("P19", "Metal-Rich Asteroid", on_play=[gain(STEEL, 4), gain(TITANIUM, 4), raise_track(TEMPERATURE, 1)]),
    prelude("P20", "Metals Company", on_play=[production(MC, 1), production(STEEL, 1), production(TITANIUM, 1)]),
    prelude("P21", "Mining Operations", BUILDING, on_play=[production(STEEL, 2), gain(STEEL, 4)]),
    prelude("P22", "Mohole", BUILDING, on_play=[production(HEAT, 3), gain(HEAT, 3)]),
    prelude("P23", "Mohole Excavation", BUILDING, on_play=[production(STEEL, 1), production(HEAT, 2), gain(HEAT, 2)]),
    prelude("P24", "Nitrogen Shipment", on_play=[production(PLANTS, 1), gain(MC, 5), tr(1)]),
    prelude("P25", "Orbital Construction Yard", SPACE, on_play=[production(TITANIUM, 1), gain(TITANIUM, 4)]),
    prelude("P26", "Polar Industries", BUILDING, on_play=[production(HEAT, 2), place(OCEAN_TILE)]),
    prelude("P27", "Power Generation", POWER, on_play=production(ENERGY, 3)),
    prelude("P28", "Research Network", WILD, on_play=[production(MC, 1), draw(3)]),
    prelude("P29", "Self-Sufficient Settlement", BUILDING, CITY, on_play=[production(MC, 2), place(CITY_TILE)]),
    prelude("P30", "Smelting Plant", BUILDING, on_play=[gain(STEEL, 5), raise_track(OXYGEN, 2)]),
    prelude("P31", "Society Support",
        on_play=[production(MC, -1), production(PLANTS, 1), production(ENERGY, 1), production(HEAT, 1)]),
    prelude("P32", "Supplier", POWER, on_play=[production(ENERGY, 2), gain(STEEL, 4)]),
    prelude("P33", "Supply Drop", on_play=[gain(STEEL, 8), gain(TITANIUM, 3), gain(PLANTS, 3)]),
    prelude("P34", "UNMI Contractor", EARTH, on_play=[draw(1), tr(3)]),
    prelude("P35", "Acquired Space Agency", on_play=[gain(TITANIUM, 6), draw(2, tag=SPACE)]),
)
