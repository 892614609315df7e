"""Underworld 2: 103 projects, 3 of which take the place of base cards. Data only: editing this file recompiles nothing."""

from __future__ import annotations

# fmt: off
# isort: off
from regolith.envs.terraforming_mars.language.card import (
    active, automated, box, cities, claimed_tokens, corruption, event, if_any_resource, oceans, per_marked_token,
    per_resource, per_tag, tags, temperature,
)
from regolith.envs.terraforming_mars.language.attacks import (
    decrease_any_production, everybody_loses, may_decrease_any_production, may_remove_any_resource, raid, remove_either,
    remove_plants, steal, steal_any, steal_from_each,
)
from regolith.envs.terraforming_mars.language.choices import choose, repeat_standard_project
from regolith.envs.terraforming_mars.language.conditions import if_holder
from regolith.envs.terraforming_mars.language.counts import (
    each_city, each_claimed_token, each_corruption, each_crime_tag, each_printed_tag, each_production_there_is,
    each_tag,
)
from regolith.envs.terraforming_mars.language.drawing import draw
from regolith.envs.terraforming_mars.language.held import (
    add_elsewhere, add_here, add_resource, only_if_here, spend_from_card, spend_here,
)
from regolith.envs.terraforming_mars.language.mars import place, raise_track, tr
from regolith.envs.terraforming_mars.language.stock import gain, production, spend
from regolith.envs.terraforming_mars.language.lasting import (
    Trigger, block_with_fighters, card_discount, excavation_discount_for_all, first_standard_discount, holds_anything,
    on, on_any_tag, on_own_tag,
)
from regolith.envs.terraforming_mars.underworld.language.corruption import (
    audit, expose, gain_corruption, lawsuit, lose_corruption_each, pay_or_give, rate_highest_down, rate_lowest_up,
    remove_corruption, spend_corruption, steal_corruption,
)
from regolith.envs.terraforming_mars.underworld.language.schemes import (
    cash_in_here, charge_for_cards, draw_events, draw_named_tag, exchange_metals, first_next_generation, gain_one_kind,
    give_away, raise_any_production, raise_metals_this_generation, return_prelude, spend_from_cards, surcharge_goals,
)
from regolith.envs.terraforming_mars.underworld.language.underground import (
    choose_city_space, discard_tokens, excavate, excavate_anywhere_this_generation, excavate_last_space,
    excavate_metal, excavate_ocean_space, identify, identify_area, if_found_microbe, mark_token, return_all_tokens,
    return_token,
)
from regolith.envs.terraforming_mars.words import (
    ANIMAL, ANIMALS, BUILDING, CITY, CITY_TILE, CRIME, DATA, EARTH, ENERGY, FIGHTERS, FLOATERS, GREENERY_TILE, HEAT,
    JOURNALISM, JOVIAN, MARS, MC, MICROBE, MICROBES, OCEAN_TILE, PLANT, PLANTS, POWER, SCIENCE, SCIENCE_RESOURCES,
    SPACE, STEEL, TITANIUM, TOOLS, VENUS, VENUS_SCALE, WARES, WILD, CardSet, Tile, Victim, Where, Whose,
)
# isort: on

PROJECTS = box(
    CardSet.UNDERWORLD,
    # The owner gains, whoever identifies; a token that lies open already brings nothing.
    active("U001", "Geologist Team", 6, SCIENCE, action=identify(1),
        passives=on(Trigger.ANY_OCEAN_TOKEN, tr(1))),
    # Any space of Mars may be the middle.
    automated("U002", "Geoscan Satellite", 8, SCIENCE, SPACE, on_play=identify_area(1)),
    active("U003", "Tunnel Boring Machine", 10, BUILDING, action=[spend(ENERGY, 3), excavate(2)]),
    automated("U004", "Underground Railway", 18, BUILDING,
        on_play=[production(ENERGY, -1), tr(each_claimed_token(every=4))]),
    automated("U005", "Gaia City", 20, PLANT, BUILDING, CITY,
        on_play=[production(ENERGY, -1), production(PLANTS, 2), place(CITY_TILE, where=Where.OWN_MARKER)]),
    event("U006", "Deepnuking", 6, vp=-1, on_play=[excavate(2), remove_plants(3)]),
    automated("U007", "Old World Mafia", 11, EARTH, CRIME, on_play=gain_corruption(each_tag(EARTH, every=2))),
    automated("U008", "Nightclubs", 10, BUILDING, CRIME, requires=cities(1, whose=Whose.OWN),
        on_play=[gain_corruption(1), production(MC, 2)]),
    event("U009", "Reckless Detonation", 1, CRIME, requires=corruption(2),
        on_play=[excavate(1), remove_either({STEEL: 3, TITANIUM: 2})]),
    automated("U010", "Off-World Tax Haven", 8, SPACE, CRIME, requires=corruption(2), vp=-1, on_play=production(MC, 5)),
    # Corruption and tokens are never paid, only needed; so for all such. Somebody without any MC may be chosen.
    event("U011", "Subnautic Pirates", 1, CRIME, requires=[claimed_tokens(1), corruption(1)],
        on_play=steal(MC, 7, of=Victim.OPPONENT_BESIDE_ANY_OCEAN)),
    event("U012", "Social Engineering", 8, CRIME, on_play=[gain_corruption(1), charge_for_cards(2)]),
    # The lowest are found after the highest have lost.
    event("U013", "Fabricated Scandal", 14, CRIME,
        on_play=[gain_corruption(1), rate_highest_down(), rate_lowest_up()]),
    active("U014", "Labor Trafficking", 6, SPACE, CRIME, requires=corruption(2), vp=-2,
        modifiers=first_standard_discount(6)),
    automated("U015", "Subterranean Sea", 10, BUILDING, on_play=place(OCEAN_TILE, where=Where.OWN_MARKER)),
    automated("U016", "Forest Tunnels", 7, PLANT, on_play=gain(PLANTS, each_claimed_token())),
    automated("U017", "Man-made Volcano", 26, POWER,
        on_play=[production(ENERGY, 2), production(HEAT, 4), place(Tile.MAN_MADE_VOLCANO, where=Where.OWN_MARKER)]),
    automated("U018", "Tunneling Subcontractor", 9, CRIME, on_play=[gain_corruption(1), excavate(1)]),
    automated("U019", "Underground Amusement Park", 5, BUILDING, requires=claimed_tokens(1), vp=1,
        on_play=production(MC, 1)),
    automated("U020", "Casino", 15, BUILDING, CRIME, requires=cities(2, whose=Whose.OWN),
        on_play=[gain_corruption(1), production(MC, 4)]),
    automated("U021", "Imported Heavy Machinery", 9, EARTH, SPACE, on_play=excavate(2)),
    automated("U022", "Microprobing Technology", 8, SCIENCE, requires=tags(SCIENCE, 1),
        on_play=[gain(PLANTS, 3), identify(2, claim=1)]),
    active("U023", "Search for Life Underground", 6, SCIENCE, requires=temperature(most=-18), holds=SCIENCE_RESOURCES,
        vp=if_any_resource(3), action=[spend(MC, 1), identify(1), if_found_microbe(add_here(1))]),
    automated("U024", "Geothermal Network", 14, BUILDING, requires=claimed_tokens(3), vp=1, on_play=production(HEAT, 3)),
    event("U025", "Global Audit", 2, EARTH, on_play=audit()),
    event("U026", "Patent Manipulation", 12, CRIME, requires=corruption(1), vp=-1, on_play=return_prelude(),
        needs=[CardSet.PRELUDE]),
    automated("U027", "Cave City", 16, BUILDING, CITY,
        on_play=[production(STEEL, 1), place(CITY_TILE, where=Where.OWN_MARKER)]),
    automated("U028", "Underground Smuggling Ring", 7, CRIME, requires=claimed_tokens(1),
        on_play=[gain_corruption(1), gain_one_kind(2)]),
    automated("U029", "Deepmining", 11, BUILDING, on_play=excavate_metal()),
    automated("U030", "Behemoth Excavator", 13, BUILDING, on_play=excavate(3)),
    automated("U031", "Lobbying Network", 5, EARTH, on_play=gain_corruption(1)),
    # The freedom helps its own excavation.
    event("U032", "Tunneling Loophole", 8, requires=tags(EARTH, 1), vp=-1,
        on_play=[excavate_anywhere_this_generation(), excavate(1), gain_corruption(1)]),
    automated("U033", "Orbital Laser Drill", 15, SCIENCE, SPACE, requires=tags(SCIENCE, 2), vp=1,
        on_play=excavate(2, anywhere=True)),
    active("U034", "Grey Market Exploitation", 4, CRIME, requires=corruption(2),
        action=choose([spend(MC, 1), gain_one_kind(1)], [spend_corruption(1), gain_one_kind(3)])),
    active("U035", "Excavator Leasing", 8, BUILDING, modifiers=excavation_discount_for_all(1),
        passives=on(Trigger.ANY_EXCAVATION, gain(MC, 1))),
    automated("U036", "Landfill", 2, BUILDING, vp=-2, on_play=production(MC, each_production_there_is())),
    event("U037", "Narrative Spin", 5, CRIME, requires=tags(EARTH, 1), vp=-1, on_play=gain_corruption(2)),
    # Its points are those of the player whom it is given to; so for Sting Operation.
    event("U038", "Private Investigator", 4, vp=-1, on_play=[tr(1), give_away(more_corruption=True)]),
    event("U039", "Corporate Blackmail", 5, CRIME, requires=corruption(1), vp=-1, on_play=pay_or_give(10, 2)),
    event("U040", "Scapegoat", 5, CRIME, on_play=gain_corruption(1)),
    active("U041", "Friends in High Places", 10, CRIME, EARTH, requires=tags(EARTH, 2), on_play=gain_corruption(1),
        modifiers=card_discount(1)),
    active("U042", "Microgravimetry", 10, POWER, SCIENCE, vp=1, action=[spend(ENERGY, 2), identify(3, claim=1)]),
    active("U043", "Stem Field Subsidies", 10, SCIENCE, holds=DATA, action=[spend_here(2), identify(3, claim=1)],
        passives=on_own_tag(SCIENCE, does=add_here(1))),
    active("U044", "Titan Manufacturing Colony", 18, JOVIAN, SPACE, BUILDING, holds=TOOLS,
        action=[spend_here(1), excavate(1)], passives=on_own_tag(JOVIAN, does=add_here(1))),
    automated("U045", "Robot Moles", 8, BUILDING, on_play=[gain(STEEL, 2), identify(4, claim=1)]),
    active("U046", "Mining Market Insider", 5, EARTH, holds=DATA, action=[spend_here(4), draw(1)],
        passives=on(Trigger.ANY_IDENTIFYING, add_here(1))),
    event("U047", "Server Sabotage", 9, CRIME, on_play=[gain_corruption(1), draw(1), return_all_tokens()]),
    active("U048", "Space Wargames", 30, JOVIAN, SPACE, holds=FIGHTERS, vp=per_tag(JOVIAN), on_play=add_here(4),
        action=choose([spend(TITANIUM, 1), add_here(2)], [spend_here(6), first_next_generation()])),
    active("U049", "Private Military Contractor", 14, JOVIAN, SPACE, holds=FIGHTERS, on_play=add_here(1),
        action=[spend(TITANIUM, 1), add_here(1)], modifiers=block_with_fighters()),
    active("U050", "Space Privateers", 8, CRIME, SPACE, requires=corruption(3), holds=FIGHTERS, vp=-2,
        action=[only_if_here(1), raid(MC)],
        passives=on_own_tag(CRIME, does=add_here(1))),
    active("U051", "Personal Spacecruiser", 12, CRIME, SPACE, on_play=[gain_corruption(1), add_resource(FIGHTERS, 1)],
        action=[spend(ENERGY, 1), gain(MC, each_corruption(2))]),
    # What comes instead is only for want of a card.
    automated("U052", "Hyperspace Drive Prototype", 11, SCIENCE, SPACE, requires=tags(SCIENCE, 3),
        on_play=[if_holder(FIGHTERS, add_resource(FIGHTERS, 1), gain(TITANIUM, 1)),
                 if_holder(SCIENCE_RESOURCES, add_resource(SCIENCE_RESOURCES, 1), tr(1))]),
    # Counts itself, and the card of the other city can never be played.
    automated("U053", "Star Vegas", 32, CRIME, SPACE, CITY, requires=cities(3, whose=Whose.EVERYBODY),
        on_play=[place(CITY_TILE, where=Where.SPACE_OF_ANOTHER_CITY), gain_corruption(2),
                 production(MC, each_city())]),
    automated("U054", "Private Resorts", 9, BUILDING, requires=oceans(3),
        on_play=[production(HEAT, -1), production(MC, 3), gain_corruption(1)]),
    active("U055", "Earthquake Machine", 10, SCIENCE, requires=tags(SCIENCE, 2),
        on_play=may_decrease_any_production(PLANTS, 1), action=[spend(ENERGY, 1), excavate(1)]),
    # The microbe may come from any own card.
    active("U056", "Micro-Geodesics", 8, MICROBE, PLANT, holds=MICROBES, on_play=[excavate(1), add_here(1)],
        action=[spend_from_card(MICROBES, 1), discard_tokens(1, 1), gain(PLANTS, 3)]),
    automated("U057", "Neutrinograph", 14, SCIENCE, requires=tags(SCIENCE, 5), vp=2, on_play=identify(7, claim=3)),
    automated("U058", "Soil Export", 3, VENUS, SPACE, vp=-1, on_play=[excavate(1), add_resource(FLOATERS, 3)],
        needs=[CardSet.VENUS]),
    # With all oceans placed it only excavates.
    automated("U059", "Artesian Aquifer", 16, BUILDING,
        on_play=[excavate_ocean_space(), place(OCEAN_TILE, where=Where.LAST_SPACE)]),
    active("U060", "Chemical Factory", 18, CRIME, BUILDING, on_play=gain_corruption(2),
        action=[spend(PLANTS, 1), excavate(1)]),
    # What the thief has no card for is lost.
    active("U061", "Corporate Theft", 2, CRIME, requires=corruption(2), vp=-1,
        action=[spend(MC, 5), steal_any(steal_corruption())]),
    automated("U062", "Underground Research Center", 12, WILD, BUILDING, requires=claimed_tokens(4),
        on_play=[excavate(1), draw_named_tag(1)]),
    event("U063", "Price Wars", 1, requires=corruption(2), vp=-1, on_play=raise_metals_this_generation(1)),
    event("U064", "Anti-trust Crackdown", 18, EARTH, requires=corruption(most=0), vp=2,
        on_play=lose_corruption_each(2)),
    active("U065", "Monopoly", 8, CRIME, requires=corruption(2), vp=-2, on_play=steal_from_each(None, 2),
        action=[spend_corruption(1), raise_any_production(1)]),
    event("U066", "Staged Protests", 6, CRIME, requires=corruption(1),
        on_play=[gain_corruption(1), surcharge_goals(8)]),
    # The corruption comes first and may block the player's own loss.
    event("U067", "Plant Tax", 7, on_play=[everybody_loses(PLANTS, 2), gain_corruption(1)]),
    automated("U068", "Infrastructure Overload", 7, POWER, CRIME, vp=-1,
        on_play=[gain_corruption(1), decrease_any_production(ENERGY, 2)]),
    event("U069", "Crater Survey", 5, SCIENCE, on_play=identify(4, claim=1)),
    # The space whose token was returned may be excavated.
    event("U070", "Induced Tremor", 5, on_play=[return_token(), excavate(1)]),
    automated("U071", "Underground Habitat", 12, BUILDING, PLANT, ANIMAL,
        on_play=[excavate(1), production(PLANTS, 1), add_resource(ANIMALS, 1)]),
    active("U072", "Underground Shelters", 14, BUILDING, vp=per_marked_token(), on_play=excavate(1),
        action=mark_token()),
    event("U073", "Volunteer Mining Initiative", 12, on_play=excavate(each_city(every=3))),
    automated("U074", "Nanofoundry", 18, POWER, SCIENCE, requires=tags(SCIENCE, 2), vp=2,
        on_play=[production(ENERGY, -5), draw(each_tag(POWER))]),
    active("U075", "Battery Factory", 8, POWER, BUILDING, action=[spend(ENERGY, 1), gain(MC, each_tag(POWER))]),
    active("U076", "Voltaic Metallurgy", 8, SCIENCE, POWER, requires=tags(SCIENCE, 1),
        action=exchange_metals(STEEL, TITANIUM, each_tag(POWER))),
    # One collective tag is printed that stands for the eight, and no mark of Venus Next.
    automated("U077", "Public Spaceline", 18, EARTH, EARTH, JOVIAN, JOVIAN, VENUS, VENUS, MARS, MARS,
        requires=tags(SPACE, 5), on_play=production(MC, 2)),
    active("U078", "Martian Express", 5, requires=cities(1, whose=Whose.EVERYBODY), holds=WARES, vp=1,
        action=cash_in_here(1), modifiers=holds_anything()),
    active("U079", "Expedition Vehicles", 10, SCIENCE, vp=1, passives=on(Trigger.OWN_LONELY_TILE, draw(1))),
    automated("U080", "Cut-throat Budgeting", 2, CRIME, requires=corruption(1), vp=-1,
        on_play=[production(MC, 1), production(STEEL, 1), production(ENERGY, 1)]),
    event("U081", "Canyon Survey", 4, SCIENCE, on_play=identify(3, claim=1)),
    event("U082", "Class-action Lawsuit", 25, EARTH, vp=3, on_play=lawsuit(3)),
    event("U083", "Mercenary Squad", 1, CRIME, requires=corruption(1), on_play=may_remove_any_resource(2)),
    active("U084", "Research & Development Hub", 14, SCIENCE, BUILDING, holds=DATA, vp=per_resource(3),
        passives=on(Trigger.PRODUCTION_BESIDE_FULL_HAND, add_here(1))),
    event("U085", "Planetary Rights Buyout", 28, CRIME, CRIME, requires=corruption(5), vp=-3, on_play=tr(7)),
    event("U086", "Media Frenzy", 6, EARTH, on_play=[remove_corruption(), draw_events(2)]),
    active("U087", "Investigative Journalism", 3, EARTH, holds=JOURNALISM, vp=per_resource(1),
        on_play=production(MC, -1), action=[spend(MC, 5), expose(), add_here(1)]),
    active("U088", "Whales", 10, ANIMAL, requires=oceans(6), holds=ANIMALS, vp=per_resource(1),
        passives=on(Trigger.OWN_OCEAN_TOO_MANY, add_here(1))),
    automated("U089", "Guerilla Ecologists", 9, PLANT, requires=corruption(1),
        on_play=[spend(PLANTS, 4), place(GREENERY_TILE, where=Where.LAND)]),
    # The 2 microbes at the start are its effect on its own steps.
    active("U090", "Thiolava Vents", 13, MICROBE, requires=oceans(1), holds=MICROBES, vp=per_resource(3),
        on_play=production(HEAT, 2), passives=on(Trigger.OWN_HEAT_PRODUCTION_STEP, add_here(1), this_too=True)),
    active("U091", "Detective TV Series", 5, EARTH, passives=on_any_tag(CRIME, does=gain(MC, 2))),
    automated("U092", "Racketeering", 5, CRIME, requires=corruption(1), vp=-1,
        on_play=production(MC, each_crime_tag())),
    automated("U093", "Gas Trust", 12, CRIME, on_play=[gain_corruption(1), gain(HEAT, each_crime_tag(3))]),
    event("U094", "Sting Operation", 14, EARTH, vp=-2, on_play=[draw(2), give_away(least_corruption=4)]),
    event("U095", "Family Connections", 9, CRIME, on_play=gain_corruption(each_tag(CITY))),
    # A wild tag counts as a microbe, and not as power at the same time.
    automated("U096", "Biobatteries", 7, POWER, MICROBE,
        on_play=[production(ENERGY, 1), gain(ENERGY, each_tag(MICROBE)),
                 add_elsewhere(MICROBES, each_printed_tag(POWER))]),
    # From several own cards together, if need be.
    event("U097", "Export Convoy", 6, SPACE, vp=-1,
        on_play=[choose(spend(PLANTS, 4), spend_from_cards(MICROBES, 3), spend_from_cards(ANIMALS, 2)), gain(MC, 20),
                 gain_corruption(1)]),
    automated("U098", "Acidizing", 10, VENUS, BUILDING, on_play=[raise_track(VENUS_SCALE, 1), excavate(1)],
        needs=[CardSet.VENUS]),
    # Who raises Venus gains; steps of the World Government pay nobody.
    active("U099", "Exploitation Of Venus", 6, VENUS, CRIME, action=[spend_corruption(1), raise_track(VENUS_SCALE, 1)],
        passives=on(Trigger.ANY_VENUS_STEP_OF_A_PLAYER, gain(MC, 2)), needs=[CardSet.VENUS]),
    # A space that cannot be excavated gets the city alone.
    active("U100", "Deep Foundations", 4, CITY, BUILDING,
        action=[spend(MC, 20, or_pay=STEEL), choose_city_space(), excavate_last_space(),
                place(CITY_TILE, where=Where.LAST_SPACE)]),
    active("UX00", "Standard Technology (Underworld 2)", 6, SCIENCE, action=repeat_standard_project(8),
        replaces="Standard Technology"),
    # The own production rises before the other falls, and also if none can.
    automated("UX01", "Hackers (Underworld 2)", 3, CRIME, requires=corruption(2), vp=-1,
        on_play=[decrease_any_production(MC, 2, required=False), production(MC, each_corruption())],
        replaces="Hackers"),
    event("UX02", "Hired Raiders (Underworld 2)", 1, CRIME, on_play=steal(MC, each_corruption(base=4)),
        replaces="Hired Raiders"),
)
