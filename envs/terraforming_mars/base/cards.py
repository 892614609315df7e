"""Base game: 137 projects and 11 corporations. Data only: editing this file recompiles nothing."""

from __future__ import annotations

# fmt: off
# isort: off
from regolith.envs.terraforming_mars.language.card import (
    active, automated, box, corporation, event, greeneries, if_any_resource, oceans, one_each, oxygen, per_adjacent,
    per_city, per_resource, per_tag, tags, temperature,
)
from regolith.envs.terraforming_mars.language.attacks import decrease_any_production, remove, remove_plants, remove_resource
from regolith.envs.terraforming_mars.language.choices import choose
from regolith.envs.terraforming_mars.language.conditions import if_solo, if_tags, only_if_rating_rose
from regolith.envs.terraforming_mars.language.counts import each_city, each_city_on_mars, each_tag
from regolith.envs.terraforming_mars.language.drawing import draw, reveal_top
from regolith.envs.terraforming_mars.language.held import add_elsewhere, add_here, add_resource, spend_here
from regolith.envs.terraforming_mars.language.mars import place, raise_track, tr
from regolith.envs.terraforming_mars.language.stock import (
    convert_production, gain, greenery_cost, metal_value, production, production_of_bonus, spend,
)
from regolith.envs.terraforming_mars.language.lasting import (
    Trigger, card_discount, heat_as_mc, leeway, next_card_leeway, on, on_own_tag, standard_project_discount,
)
from regolith.envs.terraforming_mars.words import (
    ANIMAL, ANIMALS, BUILDING, CITY, CITY_TILE, EARTH, ENERGY, GREENERY_TILE, HEAT, JOVIAN, MC, MICROBE, MICROBES,
    OCEAN_TILE, OXYGEN, PLANT, PLANTS, POWER, SCIENCE, SCIENCE_RESOURCES, SPACE, STEEL, TEMPERATURE, TITANIUM, CardSet,
    Condition, OffMars, StandardProject, Tile, Victim, Where,
)
# isort: on

PROJECTS = box(
    CardSet.BASE,
    automated("001", "Colonizer Training Camp", 8, JOVIAN, BUILDING, requires=oxygen(most=5), vp=2),
    automated("003", "Deep Well Heating", 13, POWER, BUILDING,
        on_play=[production(ENERGY, 1), raise_track(TEMPERATURE, 1)]),
    automated("004", "Cloud Seeding", 11, requires=oceans(3),
        on_play=[production(MC, -1), production(PLANTS, 2), decrease_any_production(HEAT, 1)]),
    # The revealed card is always discarded.
    active("005", "Search For Life", 3, SCIENCE, requires=oxygen(most=6), holds=SCIENCE_RESOURCES,
        vp=if_any_resource(3), action=[spend(MC, 1), reveal_top(MICROBE, add_here(1))]),
    active("007", "Martian Rails", 13, BUILDING, action=[spend(ENERGY, 1), gain(MC, each_city_on_mars())]),
    # A city for every purpose; its points come on top of those of a city.
    automated("008", "Capital", 26, CITY, BUILDING, requires=oceans(4), vp=per_adjacent(OCEAN_TILE),
        on_play=[production(ENERGY, -2), production(MC, 5), place(Tile.CAPITAL, where=Where.CITY_RULES)]),
    event("009", "Asteroid", 14, SPACE, on_play=[gain(TITANIUM, 2), raise_track(TEMPERATURE, 1), remove_plants(3)]),
    event("010", "Comet", 21, SPACE, on_play=[raise_track(TEMPERATURE, 1), place(OCEAN_TILE), remove_plants(3)]),
    event("011", "Big Asteroid", 27, SPACE, on_play=[gain(TITANIUM, 4), raise_track(TEMPERATURE, 2), remove_plants(4)]),
    active("012", "Water Import From Europa", 25, JOVIAN, SPACE, vp=per_tag(JOVIAN),
        action=[spend(MC, 12, or_pay=TITANIUM), place(OCEAN_TILE)]),
    active("015", "Equatorial Magnetizer", 11, BUILDING, action=[production(ENERGY, -1), tr(1)]),
    automated("016", "Domed Crater", 24, CITY, BUILDING, requires=oxygen(most=7), vp=1,
        on_play=[production(ENERGY, -1), production(MC, 3), gain(PLANTS, 3), place(CITY_TILE)]),
    # The reserved space may be next to other cities. Copied production is both parts.
    automated("017", "Noctis City", 18, CITY, BUILDING,
        on_play=[production(ENERGY, -1), production(MC, 3), place(CITY_TILE, where=Where.NOCTIS_CITY)]),
    automated("018", "Methane From Titan", 28, JOVIAN, SPACE, requires=oxygen(2), vp=2,
        on_play=[production(PLANTS, 2), production(HEAT, 2)]),
    # Without a fitting card only the plants can be chosen; so for every such choice.
    event("019", "Imported Hydrogen", 16, EARTH, SPACE,
        on_play=[choose(gain(PLANTS, 3), add_elsewhere(MICROBES, 3), add_elsewhere(ANIMALS, 2)), place(OCEAN_TILE)]),
    # Neutral tiles count as tiles.
    active("020", "Research Outpost", 18, SCIENCE, CITY, BUILDING, on_play=place(CITY_TILE, where=Where.ISOLATED),
        modifiers=card_discount(1)),
    automated("021", "Phobos Space Haven", 25, SPACE, CITY, vp=3,
        on_play=[production(TITANIUM, 1), place(CITY_TILE, space=OffMars.PHOBOS_SPACE_HAVEN)]),
    automated("022", "Black Polar Dust", 15, on_play=[production(MC, -2), production(HEAT, 3), place(OCEAN_TILE)]),
    # A special tile on an ocean space is not an ocean.
    active("023", "Arctic Algae", 12, PLANT, requires=temperature(most=-12), on_play=gain(PLANTS, 1),
        passives=on(Trigger.ANY_OCEAN, gain(PLANTS, 2))),
    # Own cards may be the prey, never Pets. If the removal is blocked nothing is added.
    active("024", "Predators", 14, ANIMAL, requires=oxygen(11), holds=ANIMALS, vp=per_resource(1),
        action=[remove_resource(ANIMALS, 1, of=Victim.ANYBODY), add_here(1)]),
    automated("026", "Eos Chasma National Park", 16, PLANT, BUILDING, requires=temperature(-12), vp=1,
        on_play=[production(MC, 2), gain(PLANTS, 3), add_resource(ANIMALS, 1)]),
    automated("029", "Cupola City", 16, CITY, BUILDING, requires=oxygen(most=9),
        on_play=[production(ENERGY, -1), production(MC, 3), place(CITY_TILE)]),
    automated("030", "Lunar Beam", 13, EARTH, POWER,
        on_play=[production(MC, -2), production(ENERGY, 2), production(HEAT, 2)]),
    active("031", "Optimal Aerobraking", 7, SPACE, passives=on(Trigger.OWN_SPACE_EVENT, [gain(MC, 3), gain(HEAT, 3)])),
    automated("032", "Underground City", 18, CITY, BUILDING,
        on_play=[production(ENERGY, -2), production(STEEL, 2), place(CITY_TILE)]),
    active("033", "Regolith Eaters", 13, SCIENCE, MICROBE, holds=MICROBES,
        action=choose([spend_here(2), raise_track(OXYGEN, 1)], add_here(1))),
    active("034", "GHG Producing Bacteria", 8, SCIENCE, MICROBE, requires=oxygen(4), holds=MICROBES,
        action=choose([spend_here(2), raise_track(TEMPERATURE, 1)], add_here(1))),
    # As Predators; taking from this very card achieves nothing.
    active("035", "Ants", 9, MICROBE, requires=oxygen(4), holds=MICROBES, vp=per_resource(2),
        action=[remove_resource(MICROBES, 1, of=Victim.ANYBODY), add_here(1)]),
    event("036", "Release of Inert Gases", 14, on_play=tr(2)),
    event("037", "Nitrogen-Rich Asteroid", 31, SPACE,
        on_play=[tr(2), raise_track(TEMPERATURE, 1), if_tags(PLANT, 3, production(PLANTS, 4), production(PLANTS, 1))]),
    active("038", "Rover Construction", 8, BUILDING, vp=1, passives=on(Trigger.ANY_CITY, gain(MC, 2))),
    event("039", "Deimos Down", 31, SPACE, on_play=[gain(STEEL, 4), raise_track(TEMPERATURE, 3), remove_plants(8)]),
    automated("040", "Asteroid Mining", 30, JOVIAN, SPACE, vp=2, on_play=production(TITANIUM, 2)),
    automated("041", "Food Factory", 12, BUILDING, vp=1, on_play=[production(PLANTS, -1), production(MC, 4)]),
    automated("042", "ArchaeBacteria", 6, MICROBE, requires=temperature(most=-18), on_play=production(PLANTS, 1)),
    automated("043", "Carbonate Processing", 6, BUILDING, on_play=[production(ENERGY, -1), production(HEAT, 3)]),
    # Later neighbours are fine.
    automated("044", "Natural Preserve", 9, SCIENCE, BUILDING, requires=oxygen(most=4), vp=1,
        on_play=[production(MC, 1), place(Tile.NATURAL_PRESERVE, where=Where.ISOLATED)]),
    automated("045", "Nuclear Power", 10, POWER, BUILDING, on_play=[production(MC, -2), production(ENERGY, 3)]),
    automated("047", "Algae", 10, PLANT, requires=oceans(5), on_play=[production(PLANTS, 2), gain(PLANTS, 1)]),
    automated("048", "Adapted Lichen", 9, PLANT, on_play=production(PLANTS, 1)),
    active("052", "Fish", 9, ANIMAL, requires=temperature(2), holds=ANIMALS, vp=per_resource(1),
        on_play=decrease_any_production(PLANTS, 1), action=add_here(1)),
    automated("053", "Lake Marineris", 18, requires=temperature(0), vp=2, on_play=place(OCEAN_TILE, 2)),
    active("054", "Small Animals", 6, ANIMAL, requires=oxygen(6), holds=ANIMALS, vp=per_resource(2),
        on_play=decrease_any_production(PLANTS, 1), action=add_here(1)),
    automated("055", "Kelp Farming", 17, PLANT, requires=oceans(6), vp=1,
        on_play=[production(MC, 2), production(PLANTS, 3), gain(PLANTS, 2)]),
    automated("058", "Beam From A Thorium Asteroid", 32, JOVIAN, SPACE, POWER, requires=tags(JOVIAN, 1), vp=1,
        on_play=[production(ENERGY, 3), production(HEAT, 3)]),
    # On an ocean space it need not touch an own tile; oxygen rises as usual.
    automated("059", "Mangrove", 12, PLANT, requires=temperature(4), vp=1,
        on_play=place(GREENERY_TILE, where=Where.OCEAN_SPACE)),
    automated("060", "Trees", 13, PLANT, requires=temperature(-4), vp=1,
        on_play=[production(PLANTS, 3), gain(PLANTS, 1)]),
    event("063", "Mining Expedition", 12, on_play=[gain(STEEL, 2), raise_track(OXYGEN, 1), remove_plants(2)]),
    # A copy repeats the metal that was chosen. No space of the three maps shows both.
    automated("067", "Mining Rights", 9, BUILDING,
        on_play=[place(Tile.MINING_RIGHTS, where=Where.METAL_BONUS), production_of_bonus(1)]),
    active("072", "Birds", 10, ANIMAL, requires=oxygen(13), holds=ANIMALS, vp=per_resource(1),
        on_play=decrease_any_production(PLANTS, 2), action=add_here(1)),
    event("075", "Towing A Comet", 23, SPACE, on_play=[gain(PLANTS, 2), raise_track(OXYGEN, 1), place(OCEAN_TILE)]),
    active("076", "Space Mirrors", 3, POWER, SPACE, action=[spend(MC, 7), production(ENERGY, 1)]),
    automated("077", "Solar Wind Power", 11, SCIENCE, SPACE, POWER, on_play=[production(ENERGY, 1), gain(TITANIUM, 2)]),
    event("078", "Ice Asteroid", 23, SPACE, on_play=place(OCEAN_TILE, 2)),
    event("080", "Giant Ice Asteroid", 36, SPACE,
        on_play=[raise_track(TEMPERATURE, 2), place(OCEAN_TILE, 2), remove_plants(6)]),
    automated("081", "Ganymede Colony", 20, JOVIAN, SPACE, CITY, vp=per_tag(JOVIAN),
        on_play=place(CITY_TILE, space=OffMars.GANYMEDE_COLONY)),
    automated("083", "Giant Space Mirror", 17, POWER, SPACE, on_play=production(ENERGY, 3)),
    automated("087", "Grass", 11, PLANT, requires=temperature(-16), on_play=[production(PLANTS, 1), gain(PLANTS, 3)]),
    automated("088", "Heather", 6, PLANT, requires=temperature(-14), on_play=[production(PLANTS, 1), gain(PLANTS, 1)]),
    automated("089", "Peroxide Power", 7, POWER, BUILDING, on_play=[production(MC, -1), production(ENERGY, 2)]),
    automated("093", "Bushes", 10, PLANT, requires=temperature(-10), on_play=[production(PLANTS, 2), gain(PLANTS, 2)]),
    automated("096", "Greenhouses", 6, PLANT, BUILDING, on_play=gain(PLANTS, each_city())),
    automated("097", "Nuclear Zone", 10, EARTH, vp=-2,
        on_play=[raise_track(TEMPERATURE, 2), place(Tile.NUCLEAR_ZONE, where=Where.LAND)]),
    automated("100", "Fueled Generators", 1, POWER, BUILDING, on_play=[production(MC, -1), production(ENERGY, 1)]),
    active("101", "Ironworks", 11, BUILDING, action=[spend(ENERGY, 4), gain(STEEL, 1), raise_track(OXYGEN, 1)]),
    automated("102", "Power Grid", 18, POWER, on_play=production(ENERGY, each_tag(POWER))),
    active("103", "Steelworks", 15, BUILDING, action=[spend(ENERGY, 4), gain(STEEL, 2), raise_track(OXYGEN, 1)]),
    active("104", "Ore Processor", 13, BUILDING, action=[spend(ENERGY, 4), gain(TITANIUM, 1), raise_track(OXYGEN, 1)]),
    automated("108", "Open City", 23, CITY, BUILDING, requires=oxygen(12), vp=1,
        on_play=[production(ENERGY, -1), production(MC, 4), gain(PLANTS, 2), place(CITY_TILE)]),
    automated("113", "Solar Power", 11, POWER, BUILDING, vp=1, on_play=production(ENERGY, 1)),
    automated("114", "Breathing Filters", 11, SCIENCE, requires=oxygen(7), vp=2),
    automated("115", "Artificial Photosynthesis", 12, SCIENCE,
        on_play=choose(production(ENERGY, 2), production(PLANTS, 1))),
    # With all oceans placed it may be played and places nothing; without free land it may not.
    automated("116", "Artificial Lake", 15, BUILDING, requires=temperature(-6), vp=1,
        on_play=place(OCEAN_TILE, where=Where.LAND)),
    automated("117", "Geothermal Power", 11, POWER, BUILDING, on_play=production(ENERGY, 2)),
    automated("118", "Farming", 16, PLANT, requires=temperature(4), vp=2,
        on_play=[production(MC, 2), production(PLANTS, 2), gain(PLANTS, 2)]),
    automated("119", "Dust Seals", 2, requires=oceans(most=3), vp=1),
    # Cities of any owners; the ban on neighbouring cities does not hold here.
    automated("120", "Urbanized Area", 10, CITY, BUILDING,
        on_play=[production(ENERGY, -1), production(MC, 2), place(CITY_TILE, where=Where.NEXT_TO_TWO_CITIES)]),
    # Plants that its own play yields through other cards, Manutech among them, may pay the loss.
    automated("122", "Moss", 4, PLANT, requires=oceans(3), on_play=[spend(PLANTS, 1), production(PLANTS, 1)]),
    automated("126", "GHG Factories", 11, BUILDING, on_play=[production(ENERGY, -1), production(HEAT, 4)]),
    event("127", "Subterranean Reservoir", 11, on_play=place(OCEAN_TILE)),
    # Needs an own greenery but may touch anybody's. Starts with 2 animals for its own tags.
    active("128", "Ecological Zone", 12, ANIMAL, PLANT, requires=greeneries(1), holds=ANIMALS, vp=per_resource(2),
        on_play=place(Tile.ECOLOGICAL_ZONE, where=Where.NEXT_TO_GREENERY),
        passives=on_own_tag(ANIMAL, PLANT, does=add_here(1))),
    automated("129", "Zeppelins", 13, requires=oxygen(5), vp=1, on_play=production(MC, each_city_on_mars())),
    automated("130", "Worms", 8, MICROBE, requires=oxygen(4), on_play=production(PLANTS, each_tag(MICROBE, every=2))),
    # Starts with 1 microbe for its own tag. Events with such tags count.
    active("131", "Decomposers", 5, MICROBE, requires=oxygen(3), holds=MICROBES, vp=per_resource(3),
        passives=on_own_tag(ANIMAL, PLANT, MICROBE, does=add_here(1))),
    automated("132", "Fusion Power", 14, SCIENCE, POWER, BUILDING, requires=tags(POWER, 2),
        on_play=production(ENERGY, 3)),
    active("133", "Symbiotic Fungus", 4, MICROBE, requires=temperature(-14), action=add_resource(MICROBES, 1)),
    # Holds no microbes itself, nor does Symbiotic Fungus.
    active("134", "Extreme-Cold Fungus", 13, MICROBE, requires=temperature(most=-10),
        action=choose(gain(PLANTS, 1), add_elsewhere(MICROBES, 2))),
    automated("135", "Advanced Ecosystems", 11, PLANT, MICROBE, ANIMAL, requires=one_each(PLANT, ANIMAL, MICROBE),
        vp=3),
    automated("136", "Great Dam", 12, POWER, BUILDING, requires=oceans(4), vp=1, on_play=production(ENERGY, 2)),
    automated("138", "Strip Mine", 25, BUILDING,
        on_play=[production(ENERGY, -2), production(STEEL, 2), production(TITANIUM, 1), raise_track(OXYGEN, 2)]),
    automated("139", "Wave Power", 8, POWER, requires=oceans(3), vp=1, on_play=production(ENERGY, 1)),
    # On Hellas any free land.
    event("140", "Lava Flows", 18, on_play=[raise_track(TEMPERATURE, 2), place(Tile.LAVA_FLOWS, where=Where.VOLCANIC)]),
    automated("141", "Power Plant", 4, POWER, BUILDING, on_play=production(ENERGY, 1)),
    # Uses up an ocean space without being an ocean.
    automated("142", "Mohole Area", 20, BUILDING,
        on_play=[production(HEAT, 4), place(Tile.MOHOLE_AREA, where=Where.OCEAN_SPACE)]),
    event("143", "Large Convoy", 36, EARTH, SPACE, vp=2,
        on_play=[place(OCEAN_TILE), draw(2), choose(gain(PLANTS, 5), add_elsewhere(ANIMALS, 4))]),
    automated("145", "Tectonic Stress Power", 18, POWER, BUILDING, requires=tags(SCIENCE, 2), vp=1,
        on_play=production(ENERGY, 3)),
    # As Moss.
    automated("146", "Nitrophilic Moss", 8, PLANT, requires=oceans(3),
        on_play=[spend(PLANTS, 2), production(PLANTS, 2)]),
    active("147", "Herbivores", 12, ANIMAL, requires=oxygen(8), holds=ANIMALS, vp=per_resource(2),
        on_play=[decrease_any_production(PLANTS, 1), add_here(1)], passives=on(Trigger.OWN_GREENERY, add_here(1))),
    automated("148", "Insects", 9, MICROBE, requires=oxygen(6), on_play=production(PLANTS, each_tag(PLANT))),
    # At least 1 step: unplayable without heat production.
    automated("152", "Insulation", 2, on_play=convert_production(HEAT, MC)),
    active("153", "Adaptation Technology", 12, SCIENCE, vp=1, modifiers=leeway(2)),
    automated("155", "Designed Microorganisms", 16, SCIENCE, MICROBE, requires=temperature(most=-14),
        on_play=production(PLANTS, 2)),
    active("157", "Nitrite Reducing Bacteria", 11, MICROBE, holds=MICROBES, on_play=add_here(3),
        action=choose([spend_here(3), tr(1)], add_here(1))),
    automated("158", "Industrial Microbes", 12, MICROBE, BUILDING,
        on_play=[production(STEEL, 1), production(ENERGY, 1)]),
    automated("159", "Lichen", 7, PLANT, requires=temperature(-24), on_play=production(PLANTS, 1)),
    event("161", "Convoy From Europa", 15, SPACE, on_play=[draw(1), place(OCEAN_TILE)]),
    event("162", "Imported GHG", 7, EARTH, SPACE, on_play=[production(HEAT, 1), gain(HEAT, 3)]),
    # The microbes go to one card, the animals to one card; a part without a card is lost.
    event("163", "Imported Nitrogen", 23, EARTH, SPACE,
        on_play=[gain(PLANTS, 4), tr(1), add_resource(MICROBES, 3), add_resource(ANIMALS, 2)]),
    automated("164", "Micro-Mills", 3, on_play=production(HEAT, 1)),
    automated("165", "Magnetic Field Generators", 20, BUILDING,
        on_play=[production(ENERGY, -4), production(PLANTS, 2), tr(3)]),
    active("166", "Shuttles", 10, SPACE, requires=oxygen(5), vp=1, on_play=[production(ENERGY, -1), production(MC, 2)],
        modifiers=card_discount(2, SPACE)),
    event("167", "Import of Advanced GHG", 9, EARTH, SPACE, on_play=production(HEAT, 2)),
    automated("168", "Windmills", 6, POWER, BUILDING, requires=oxygen(7), vp=1, on_play=production(ENERGY, 1)),
    automated("169", "Tundra Farming", 16, PLANT, requires=temperature(-6), vp=2,
        on_play=[production(MC, 2), production(PLANTS, 1), gain(PLANTS, 1)]),
    event("170", "Aerobraked Ammonia Asteroid", 26, SPACE,
        on_play=[production(PLANTS, 1), production(HEAT, 3), add_resource(MICROBES, 2)]),
    automated("171", "Magnetic Field Dome", 5, BUILDING,
        on_play=[production(ENERGY, -2), production(PLANTS, 1), tr(1)]),
    active("172", "Pets", 10, EARTH, ANIMAL, holds=ANIMALS, protected=True, vp=per_resource(2), on_play=add_here(1),
        passives=on(Trigger.ANY_CITY, add_here(1))),
    automated("174", "Protected Valley", 23, PLANT, BUILDING,
        on_play=[production(MC, 2), place(GREENERY_TILE, where=Where.OCEAN_SPACE)]),
    automated("176", "Noctis Farming", 10, PLANT, BUILDING, requires=temperature(-20), vp=1,
        on_play=[production(MC, 1), gain(PLANTS, 2)]),
    active("177", "Water Splitting Plant", 12, BUILDING, requires=oceans(2),
        action=[spend(ENERGY, 3), raise_track(OXYGEN, 1)]),
    automated("178", "Heat Trappers", 6, POWER, BUILDING, vp=-1,
        on_play=[production(ENERGY, 1), decrease_any_production(HEAT, 2)]),
    automated("179", "Soil Factory", 9, BUILDING, vp=1, on_play=[production(ENERGY, -1), production(PLANTS, 1)]),
    event("181", "Ice Cap Melting", 5, requires=temperature(2), on_play=place(OCEAN_TILE)),
    automated("183", "Biomass Combustors", 4, POWER, BUILDING, requires=oxygen(6), vp=-1,
        on_play=[production(ENERGY, 2), decrease_any_production(PLANTS, 1)]),
    active("184", "Livestock", 13, ANIMAL, requires=oxygen(9), holds=ANIMALS, vp=per_resource(1),
        on_play=[production(PLANTS, -1), production(MC, 2)], action=add_here(1)),
    active("187", "Aquifer Pumping", 18, BUILDING, action=[spend(MC, 8, or_pay=STEEL), place(OCEAN_TILE)]),
    # An ocean tile has no owner. Solo: nobody to take from.
    event("188", "Flooding", 7, vp=-1, on_play=[place(OCEAN_TILE), remove(MC, 4, of=Victim.OPPONENT_BESIDE_THE_OCEAN)]),
    automated("189", "Energy Saving", 15, POWER, on_play=production(ENERGY, each_city())),
    event("190", "Local Heat Trapping", 1, condition=Condition.HEAT_LEFT_AFTER_PAYING,
        on_play=[spend(HEAT, 5), choose(gain(PLANTS, 4), add_elsewhere(ANIMALS, 2))]),
    event("191", "Permafrost Extraction", 8, requires=temperature(-8), on_play=place(OCEAN_TILE)),
    automated("193", "Plantation", 15, PLANT, requires=tags(SCIENCE, 2), on_play=place(GREENERY_TILE)),
    automated("198", "Immigration Shuttles", 31, EARTH, SPACE, vp=per_city(3), on_play=production(MC, 5)),
    # The city comes first, so its own trigger softens the loss: playable from MC production -4.
    active("200", "Immigrant City", 13, CITY, BUILDING,
        on_play=[place(CITY_TILE), production(ENERGY, -1), production(MC, -2)],
        passives=on(Trigger.ANY_CITY, production(MC, 1), this_too=True)),
    active("202", "Underground Detonations", 6, BUILDING, action=[spend(MC, 10), production(HEAT, 2)]),
    automated("203", "Soletta", 35, SPACE, on_play=production(HEAT, 7)),
    automated("205", "Rad-Chem Factory", 8, BUILDING, on_play=[production(ENERGY, -1), tr(2)]),
    # Ends with the next card played, or on passing.
    event("206", "Special Design", 4, SCIENCE, modifiers=next_card_leeway(2)),
)

CORPORATIONS = box(
    CardSet.BASE,
    # The 10 cards are kept without paying. Never dealt among the others.
    corporation("R00", "Beginner Corporation", 42, on_play=draw(10)),
    corporation("R08", "CrediCor", 57, passives=on(Trigger.OWN_COST_20, gain(MC, 4))),
    corporation("R09", "PhoboLog", 23, SPACE, on_play=[gain(TITANIUM, 10), metal_value(TITANIUM, 1)]),
    corporation("R13", "ThorGate", 48, POWER, on_play=production(ENERGY, 1),
        modifiers=[card_discount(3, POWER), standard_project_discount(3, StandardProject.POWER_PLANT)]),
    # 7 plants, in the final greenery step too.
    corporation("R17", "Ecoline", 36, PLANT, on_play=[production(PLANTS, 2), gain(PLANTS, 3), greenery_cost(-1)]),
    corporation("R18", "Helion", 42, SPACE, on_play=production(HEAT, 3), modifiers=heat_as_mc()),
    corporation("R19", "Interplanetary Cinematics", 30, BUILDING, on_play=gain(STEEL, 20),
        passives=on(Trigger.OWN_EVENT, gain(MC, 2))),
    # Not for oceans of the World Government.
    corporation("R24", "Mining Guild", 30, BUILDING, BUILDING, on_play=[production(STEEL, 1), gain(STEEL, 5)],
        passives=on(Trigger.OWN_TILE_ON_METAL, production(STEEL, 1))),
    # The first city triggers both. Solo: 2 production for the neutral cities.
    corporation("R31", "Tharsis Republic", 40, BUILDING, on_play=if_solo(production(MC, 2)),
        first_action=place(CITY_TILE),
        passives=[on(Trigger.ANY_CITY_ON_MARS, production(MC, 1)), on(Trigger.OWN_CITY, gain(MC, 3))]),
    corporation("R32", "United Nations Mars Initiative", 40, EARTH,
        action=[only_if_rating_rose(), spend(MC, 3), tr(1)]),
    corporation("R43", "Inventrix", 45, SCIENCE, first_action=draw(3), modifiers=leeway(2)),
)
