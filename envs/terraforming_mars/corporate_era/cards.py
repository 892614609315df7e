"""Corporate Era: 71 projects and 2 corporations. Data only: editing this file recompiles nothing."""

from __future__ import annotations

# fmt: off
# isort: off
from regolith.envs.terraforming_mars.language.card import (
    active, automated, box, cities, corporation, event, oxygen, per_adjacent, per_resource, per_tag, producing, tags,
    temperature,
)
from regolith.envs.terraforming_mars.language.attacks import decrease_any_production, may_remove_resource, remove, remove_plants, steal
from regolith.envs.terraforming_mars.language.choices import choose
from regolith.envs.terraforming_mars.language.counts import each_event, each_tag
from regolith.envs.terraforming_mars.language.drawing import discard, draw
from regolith.envs.terraforming_mars.language.held import add_here, add_to_filled_card, add_to_played_card, spend_here
from regolith.envs.terraforming_mars.language.mars import claim_space, place, tr
from regolith.envs.terraforming_mars.language.stock import (
    copy_production, exchange, gain, metal_value, production, production_of_bonus, spend,
)
from regolith.envs.terraforming_mars.language.lasting import (
    Trigger, card_discount, next_card_discount, on, on_any_tag, on_own_tag, shield,
)
from regolith.envs.terraforming_mars.words import (
    ANIMAL, ANIMALS, BUILDING, CITY, CITY_TILE, EARTH, ENERGY, FIGHTERS, HEAT, JOVIAN, MC, MICROBE, MICROBES,
    PLANT, PLANTS, POWER, SCIENCE, SCIENCE_RESOURCES, SPACE, STEEL, TITANIUM, CardSet, Tile, Victim, Where, Whose,
)
# isort: on

PROJECTS = box(
    CardSet.CORPORATE_ERA,
    # If nobody else can lose it, the owner must: net 0. Solo: just +1.
    automated("002", "Asteroid Mining Consortium", 13, JOVIAN, requires=producing(TITANIUM, 1), vp=1,
        on_play=[decrease_any_production(TITANIUM, 1), production(TITANIUM, 1)]),
    active("006", "Inventors' Guild", 9, SCIENCE, action=draw(1, buy=True)),
    active("013", "Space Elevator", 27, SPACE, BUILDING, vp=2, on_play=production(TITANIUM, 1),
        action=[spend(STEEL, 1), gain(MC, 5)]),
    active("014", "Development Center", 11, SCIENCE, BUILDING, action=[spend(ENERGY, 1), draw(1)]),
    active("025", "Space Station", 10, SPACE, vp=1, modifiers=card_discount(2, SPACE)),
    event("027", "Interstellar Colony Ship", 24, EARTH, SPACE, requires=tags(SCIENCE, 5), vp=4),
    active("028", "Security Fleet", 12, SPACE, holds=FIGHTERS, vp=per_resource(1),
        action=[spend(TITANIUM, 1), add_here(1)]),
    automated("046", "Lightning Harvest", 8, POWER, requires=tags(SCIENCE, 3), vp=1,
        on_play=[production(MC, 1), production(ENERGY, 1)]),
    active("049", "Tardigrades", 4, MICROBE, holds=MICROBES, vp=per_resource(4), action=add_here(1)),
    # Solo: no effect. The animals come from one card.
    event("050", "Virus", 1, MICROBE,
        on_play=choose(may_remove_resource(ANIMALS, 2, of=Victim.ANYBODY), remove_plants(5))),
    automated("051", "Miranda Resort", 12, JOVIAN, SPACE, vp=1, on_play=production(MC, each_tag(EARTH))),
    automated("056", "Mine", 4, BUILDING, on_play=production(STEEL, 1)),
    automated("057", "Vesta Shipyard", 15, JOVIAN, SPACE, vp=1, on_play=production(TITANIUM, 1)),
    # As Asteroid Mining Consortium.
    automated("061", "Great Escarpment Consortium", 6, requires=producing(STEEL, 1),
        on_play=[decrease_any_production(STEEL, 1), production(STEEL, 1)]),
    event("062", "Mineral Deposit", 5, on_play=gain(STEEL, 5)),
    automated("064", "Mining Area", 4, BUILDING,
        on_play=[place(Tile.MINING_AREA, where=Where.METAL_BONUS_NEXT_TO_OWN_TILE), production_of_bonus(1)]),
    automated("065", "Building Industries", 6, BUILDING, on_play=[production(ENERGY, -1), production(STEEL, 2)]),
    # What may be placed there follows the normal rules.
    event("066", "Land Claim", 1, on_play=claim_space(Where.UNMARKED_LAND)),
    automated("068", "Sponsors", 6, EARTH, on_play=production(MC, 2)),
    active("069", "Electro Catapult", 17, BUILDING, requires=oxygen(most=8), vp=1, on_play=production(ENERGY, -1),
        action=choose([spend(PLANTS, 1), gain(MC, 7)], [spend(STEEL, 1), gain(MC, 7)])),
    active("070", "Earth Catapult", 23, EARTH, vp=2, modifiers=card_discount(2)),
    active("071", "Advanced Alloys", 9, SCIENCE, on_play=[metal_value(STEEL, 1), metal_value(TITANIUM, 1)]),
    # Each tag separately; nothing with an empty hand.
    active("073", "Mars University", 8, SCIENCE, BUILDING, vp=1,
        passives=on_own_tag(SCIENCE, does=[discard(1), draw(1)], optional=True)),
    # Each tag separately. Events with such tags give plants, as does its own microbe tag.
    active("074", "Viral Enhancers", 9, SCIENCE, MICROBE,
        passives=on_own_tag(PLANT, MICROBE, ANIMAL,
                            does=choose(gain(PLANTS, 1), add_to_played_card(1, MICROBES, ANIMALS)))),
    active("079", "Quantum Extractor", 13, SCIENCE, POWER, requires=tags(SCIENCE, 4), on_play=production(ENERGY, 4),
        modifiers=card_discount(2, SPACE)),
    automated("082", "Callisto Penal Mines", 24, JOVIAN, SPACE, vp=2, on_play=production(MC, 3)),
    automated("084", "Trans-Neptune Probe", 6, SCIENCE, SPACE, vp=1),
    automated("085", "Commercial District", 16, BUILDING, vp=per_adjacent(CITY_TILE),
        on_play=[production(ENERGY, -1), production(MC, 4), place(Tile.COMMERCIAL_DISTRICT, where=Where.LAND)]),
    # The copied box must be payable now. Corporations and preludes count, events do not.
    automated("086", "Robotic Workforce", 9, SCIENCE, on_play=copy_production(BUILDING)),
    automated("090", "Research", 11, SCIENCE, SCIENCE, vp=1, on_play=draw(2)),
    automated("091", "Gene Repair", 12, SCIENCE, requires=tags(SCIENCE, 3), vp=2, on_play=production(MC, 2)),
    automated("092", "Io Mining Industries", 41, JOVIAN, SPACE, vp=per_tag(JOVIAN),
        on_play=[production(MC, 2), production(TITANIUM, 2)]),
    active("094", "Mass Converter", 8, SCIENCE, POWER, requires=tags(SCIENCE, 5), on_play=production(ENERGY, 6),
        modifiers=card_discount(2, SPACE, once=True)),
    active("095", "Physics Complex", 12, SCIENCE, BUILDING, holds=SCIENCE_RESOURCES, vp=per_resource(1, vp=2),
        action=[spend(ENERGY, 6), add_here(1)]),
    automated("098", "Tropical Resort", 13, BUILDING, vp=2, on_play=[production(HEAT, -2), production(MC, 3)]),
    # Face up: no events, no wild tags. Solo: 0.
    automated("099", "Toll Station", 12, SPACE, on_play=production(MC, each_tag(SPACE, whose=Whose.OPPONENTS))),
    active("105", "Earth Office", 1, EARTH, modifiers=card_discount(3, EARTH)),
    automated("106", "Acquired Company", 10, EARTH, on_play=production(MC, 3)),
    # All events ever played.
    automated("107", "Media Archives", 8, EARTH, on_play=gain(MC, each_event())),
    active("109", "Media Group", 6, EARTH, passives=on(Trigger.OWN_EVENT, gain(MC, 3))),
    active("110", "Business Network", 4, EARTH, on_play=production(MC, -1), action=draw(1, buy=True)),
    event("111", "Business Contacts", 7, EARTH, on_play=draw(4, keep=2)),
    event("112", "Bribed Committee", 7, EARTH, vp=-2, on_play=tr(2)),
    # Solo: no effect.
    event("121", "Sabotage", 1,
        on_play=choose(remove(TITANIUM, 3, of=Victim.OPPONENT), remove(STEEL, 4, of=Victim.OPPONENT),
                       remove(MC, 7, of=Victim.OPPONENT))),
    active("123", "Industrial Center", 4, BUILDING, on_play=place(Tile.INDUSTRIAL_CENTER, where=Where.NEXT_TO_CITY),
        action=[spend(MC, 7), production(STEEL, 1)]),
    # Solo: gain outright.
    event("124", "Hired Raiders", 1, on_play=choose(steal(STEEL, 2), steal(MC, 3))),
    # The own +2 comes first, so there is always a target. Solo: no loss.
    automated("125", "Hackers", 3, vp=-1,
        on_play=[production(ENERGY, -1), production(MC, 2), decrease_any_production(MC, 2)]),
    automated("137", "Cartel", 8, EARTH, on_play=production(MC, each_tag(EARTH))),
    automated("144", "Titanium Mine", 7, BUILDING, on_play=production(TITANIUM, 1)),
    # Of the kind that the card holds.
    event("149", "CEO's Favorite Project", 1, on_play=add_to_filled_card(1)),
    active("150", "Anti-Gravity Technology", 14, SCIENCE, requires=tags(SCIENCE, 7), vp=3, modifiers=card_discount(2)),
    event("151", "Investment Loan", 3, EARTH, on_play=[production(MC, -1), gain(MC, 10)]),
    active("154", "Caretaker Contract", 3, requires=temperature(0), action=[spend(HEAT, 8), tr(1)]),
    # Converting plants or heat is no standard project.
    active("156", "Standard Technology", 6, SCIENCE, passives=on(Trigger.OWN_STANDARD_PROJECT, gain(MC, 3))),
    # As Energy Tapping.
    automated("160", "Power Supply Consortium", 5, POWER, requires=tags(POWER, 2),
        on_play=[decrease_any_production(ENERGY, 1), production(ENERGY, 1)]),
    # Shields no production.
    active("173", "Protected Habitats", 5, modifiers=[shield(PLANTS), shield(ANIMALS), shield(MICROBES)]),
    automated("175", "Satellites", 10, SPACE, on_play=production(MC, each_tag(SPACE))),
    automated("180", "Fuel Factory", 6, BUILDING,
        on_play=[production(ENERGY, -1), production(MC, 1), production(TITANIUM, 1)]),
    automated("182", "Corporate Stronghold", 11, CITY, BUILDING, vp=-2,
        on_play=[production(ENERGY, -1), production(MC, 3), place(CITY_TILE)]),
    # Once per tag and mandatory; two tags on a card can add one and then spend it.
    active("185", "Olympus Conference", 10, SCIENCE, EARTH, BUILDING, holds=SCIENCE_RESOURCES, vp=1,
        passives=on_own_tag(SCIENCE, does=choose(add_here(1), [spend_here(1), draw(1)]))),
    automated("186", "Rad-Suits", 6, requires=cities(2, whose=Whose.EVERYBODY), vp=1, on_play=production(MC, 1)),
    event("192", "Invention Contest", 2, SCIENCE, on_play=draw(3, keep=1)),
    active("194", "Power Infrastructure", 4, POWER, BUILDING, action=exchange(ENERGY, MC, rate=1)),
    # Used up by the next card, whatever its cost; lost on passing.
    event("195", "Indentured Workers", 0, vp=-1, modifiers=next_card_discount(8)),
    automated("196", "Lagrange Observatory", 9, SCIENCE, SPACE, vp=1, on_play=draw(1)),
    automated("197", "Terraforming Ganymede", 33, JOVIAN, SPACE, vp=2, on_play=tr(each_tag(JOVIAN))),
    active("199", "Restricted Area", 11, SCIENCE, on_play=place(Tile.RESTRICTED_AREA, where=Where.LAND),
        action=[spend(MC, 2), draw(1)]),
    # The own step may come first and be the one lost, so there is always a target.
    automated("201", "Energy Tapping", 3, POWER, vp=-1,
        on_play=[decrease_any_production(ENERGY, 1), production(ENERGY, 1)]),
    event("204", "Technology Demonstration", 5, SCIENCE, SPACE, on_play=draw(2)),
    automated("207", "Medical Lab", 13, SCIENCE, BUILDING, vp=1, on_play=production(MC, each_tag(BUILDING, every=2))),
    active("208", "AI Central", 21, SCIENCE, BUILDING, requires=tags(SCIENCE, 3), vp=1, on_play=production(ENERGY, -1),
        action=draw(2)),
)

CORPORATIONS = box(
    CardSet.CORPORATE_ERA,
    # Starts with MC production 1 for its own tag. Jovian events count when played.
    corporation("R03", "Saturn Systems", 42, JOVIAN, on_play=production(TITANIUM, 1),
        passives=on_any_tag(JOVIAN, does=production(MC, 1))),
    corporation("R30", "Teractor", 60, EARTH, modifiers=card_discount(3, EARTH)),
)
