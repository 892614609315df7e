"""Venus Next: 49 projects and 5 corporations. Data only: editing this file recompiles nothing."""

from __future__ import annotations

# fmt: off
# isort: off
from regolith.envs.terraforming_mars.language.card import (
    active, automated, box, corporation, event, floaters, one_each, per_resource, rating, tags, venus_scale,
)
from regolith.envs.terraforming_mars.language.attacks import remove
from regolith.envs.terraforming_mars.language.choices import choose, reuse_action
from regolith.envs.terraforming_mars.language.conditions import if_tags
from regolith.envs.terraforming_mars.language.counts import each_city, each_tag
from regolith.envs.terraforming_mars.language.drawing import discard, draw, opponents_draw
from regolith.envs.terraforming_mars.language.held import add_elsewhere, add_here, add_resource, exchange_here, spend_from_card, spend_here
from regolith.envs.terraforming_mars.language.mars import place, raise_track, tr
from regolith.envs.terraforming_mars.language.stock import gain, gain_what_rose, production, spend
from regolith.envs.terraforming_mars.language.lasting import Trigger, card_discount, leeway, on, on_own_tag, pay_with
from regolith.envs.terraforming_mars.words import (
    ANIMAL, ANIMALS, ANY_KIND, ASTEROIDS, BUILDING, CITY, CITY_TILE, EARTH, ENERGY, FLOATERS, HEAT, JOVIAN, MC,
    MICROBE, MICROBES, PLANT, PLANTS, POWER, SCIENCE, SPACE, STEEL, TEMPERATURE, TITANIUM, VENUS, VENUS_SCALE, CardSet,
    Condition, OffMars, Victim,
)
# isort: on

PROJECTS = box(
    CardSet.VENUS,
    active("213", "Aerial Mappers", 11, VENUS, holds=FLOATERS, vp=1,
        action=choose([spend_here(1), draw(1)], add_resource(FLOATERS, 1))),
    event("214", "Aerosport Tournament", 7, requires=floaters(5), vp=1, on_play=gain(MC, each_city())),
    # Lost without such a card, as with every gain to cards that is not required.
    event("215", "Air-Scrapping Expedition", 13, VENUS,
        on_play=[raise_track(VENUS_SCALE, 1), add_elsewhere(FLOATERS, 3, tag=VENUS)]),
    automated("216", "Atalanta Planitia Lab", 10, VENUS, SCIENCE, requires=tags(SCIENCE, 3), vp=2, on_play=draw(2)),
    # A complete track cannot be chosen; if both are complete nothing rises.
    automated("217", "Atmoscoop", 22, JOVIAN, SPACE, requires=tags(SCIENCE, 3), vp=1,
        on_play=[choose(raise_track(TEMPERATURE, 2), raise_track(VENUS_SCALE, 2)), add_resource(FLOATERS, 2)]),
    # Solo: no removal.
    event("218", "Comet for Venus", 11, SPACE,
        on_play=[raise_track(VENUS_SCALE, 1), remove(MC, 4, of=Victim.OPPONENT_WITH_VENUS_TAG)]),
    automated("219", "Corroder Suits", 8, VENUS, on_play=[production(MC, 2), add_resource(ANY_KIND, 1, tag=VENUS)]),
    automated("220", "Dawn City", 15, CITY, SPACE, requires=tags(SCIENCE, 4), vp=3,
        on_play=[production(ENERGY, -1), production(TITANIUM, 1), place(CITY_TILE, space=OffMars.DAWN_CITY)]),
    active("221", "Deuterium Export", 11, SPACE, VENUS, POWER, holds=FLOATERS,
        action=choose([spend_here(1), production(ENERGY, 1)], add_here(1))),
    # Only floaters on this card pay.
    active("222", "Dirigibles", 11, VENUS, holds=FLOATERS, modifiers=pay_with(FLOATERS, 3, VENUS),
        action=add_resource(FLOATERS, 1, required=True)),
    active("223", "Extractor Balloons", 21, VENUS, holds=FLOATERS, on_play=add_here(3),
        action=choose([spend_here(2), raise_track(VENUS_SCALE, 1)], add_here(1))),
    active("224", "Extremophiles", 3, VENUS, MICROBE, requires=tags(SCIENCE, 2), holds=MICROBES, vp=per_resource(3),
        action=add_resource(MICROBES, 1)),
    active("225", "Floating Habs", 5, VENUS, requires=tags(SCIENCE, 2), holds=FLOATERS, vp=per_resource(2),
        action=[spend(MC, 2), add_resource(FLOATERS, 1)]),
    active("226", "Forced Precipitation", 8, VENUS, holds=FLOATERS,
        action=choose([spend_here(2), raise_track(VENUS_SCALE, 1)], [spend(MC, 2), add_here(1)])),
    # As Venusian Plants.
    automated("227", "Freyja Biodomes", 14, PLANT, VENUS, requires=venus_scale(10), vp=2,
        on_play=[production(ENERGY, -1), production(MC, 2),
                 choose(add_elsewhere(MICROBES, 2, tag=VENUS), add_elsewhere(ANIMALS, 2, tag=VENUS))]),
    event("228", "GHG Import From Venus", 23, SPACE, VENUS, on_play=[production(HEAT, 3), raise_track(VENUS_SCALE, 1)]),
    automated("229", "Giant Solar Shade", 27, SPACE, VENUS, on_play=raise_track(VENUS_SCALE, 3)),
    # A wild tag counts once.
    automated("230", "Gyropolis", 20, CITY, BUILDING,
        on_play=[production(ENERGY, -2), production(MC, each_tag(VENUS, EARTH)), place(CITY_TILE)]),
    event("231", "Hydrogen to Venus", 11, SPACE,
        on_play=[raise_track(VENUS_SCALE, 1), add_resource(FLOATERS, each_tag(JOVIAN), tag=VENUS)]),
    automated("232", "Io Sulphur Research", 17, SCIENCE, JOVIAN, vp=2, on_play=if_tags(VENUS, 3, draw(3), draw(1))),
    automated("233", "Ishtar Mining", 5, VENUS, requires=venus_scale(8), on_play=production(TITANIUM, 1)),
    active("234", "Jet Stream Microscrappers", 12, VENUS, holds=FLOATERS,
        action=choose([spend_here(2), raise_track(VENUS_SCALE, 1)], [spend(TITANIUM, 1), add_here(2)])),
    active("235", "Local Shading", 4, VENUS, holds=FLOATERS,
        action=choose([spend_here(1), production(MC, 1)], add_here(1))),
    automated("236", "Luna Metropolis", 21, CITY, SPACE, EARTH, vp=2,
        on_play=[production(MC, each_tag(EARTH)), place(CITY_TILE, space=OffMars.LUNA_METROPOLIS)]),
    automated("237", "Luxury Foods", 8, requires=one_each(VENUS, EARTH, JOVIAN), vp=2),
    # Needs another card: this one holds nothing.
    active("238", "Maxwell Base", 18, CITY, VENUS, requires=venus_scale(12), vp=3,
        on_play=[production(ENERGY, -1), place(CITY_TILE, space=OffMars.MAXWELL_BASE)],
        action=add_resource(ANY_KIND, 1, tag=VENUS, required=True)),
    automated("239", "Mining Quota", 5, BUILDING, requires=one_each(VENUS, EARTH, JOVIAN),
        on_play=production(STEEL, 2)),
    automated("240", "Neutralizer Factory", 7, VENUS, requires=venus_scale(10), on_play=raise_track(VENUS_SCALE, 1)),
    automated("241", "Omnicourt", 11, BUILDING, requires=one_each(VENUS, EARTH, JOVIAN), on_play=tr(2)),
    automated("242", "Orbital Reflectors", 26, VENUS, SPACE,
        on_play=[production(HEAT, 2), raise_track(VENUS_SCALE, 2)]),
    active("243", "Rotator Impacts", 6, SPACE, requires=venus_scale(most=14), holds=ASTEROIDS,
        action=choose([spend_here(1), raise_track(VENUS_SCALE, 1)], [spend(MC, 6, or_pay=TITANIUM), add_here(1)])),
    automated("244", "Sister Planet Support", 7, VENUS, EARTH, requires=one_each(VENUS, EARTH),
        on_play=production(MC, 3)),
    automated("245", "Solarnet", 7, requires=one_each(VENUS, EARTH, JOVIAN), vp=1, on_play=draw(2)),
    event("246", "Spin-Inducing Asteroid", 16, SPACE, requires=venus_scale(most=10),
        on_play=raise_track(VENUS_SCALE, 2)),
    # Discard strictly before drawing.
    automated("247", "Sponsored Academies", 9, EARTH, SCIENCE, condition=Condition.ANOTHER_CARD_IN_HAND, vp=1,
        on_play=[discard(1), draw(3), opponents_draw(1)]),
    active("248", "Stratopolis", 22, CITY, VENUS, requires=tags(SCIENCE, 2), holds=FLOATERS, vp=per_resource(3),
        on_play=[production(MC, 2), place(CITY_TILE, space=OffMars.STRATOPOLIS)],
        action=add_resource(FLOATERS, 2, tag=VENUS)),
    # A floater that paid for the card through Dirigibles is gone.
    active("249", "Stratospheric Birds", 12, VENUS, ANIMAL, requires=venus_scale(12), holds=ANIMALS, vp=per_resource(1),
        on_play=spend_from_card(FLOATERS, 1), action=add_here(1)),
    automated("250", "Sulphur Exports", 21, VENUS, SPACE,
        on_play=[production(MC, each_tag(VENUS)), raise_track(VENUS_SCALE, 1)]),
    active("251", "Sulphur-Eating Bacteria", 6, VENUS, MICROBE, requires=venus_scale(6), holds=MICROBES,
        action=choose(add_here(1), exchange_here(MC, rate=3))),
    automated("252", "Terraforming Contract", 8, EARTH, requires=rating(25), on_play=production(MC, 4)),
    active("253", "Thermophiles", 9, VENUS, MICROBE, requires=venus_scale(6), holds=MICROBES,
        action=choose([spend_here(2), raise_track(VENUS_SCALE, 1)], add_resource(MICROBES, 1, tag=VENUS))),
    event("254", "Water to Venus", 9, SPACE, on_play=raise_track(VENUS_SCALE, 1)),
    automated("255", "Venus Governor", 4, VENUS, VENUS, requires=tags(VENUS, 2), on_play=production(MC, 2)),
    active("256", "Venus Magnetizer", 7, VENUS, requires=venus_scale(10),
        action=[production(ENERGY, -1), raise_track(VENUS_SCALE, 1)]),
    automated("257", "Venus Soils", 20, VENUS, PLANT,
        on_play=[production(PLANTS, 1), raise_track(VENUS_SCALE, 1), add_resource(MICROBES, 2)]),
    active("258", "Venus Waystation", 9, VENUS, SPACE, vp=1, modifiers=card_discount(2, VENUS)),
    # Starts with 1 animal for its own tag.
    active("259", "Venusian Animals", 15, VENUS, ANIMAL, SCIENCE, requires=venus_scale(18), holds=ANIMALS,
        vp=per_resource(1), passives=on_own_tag(SCIENCE, does=add_here(1))),
    active("260", "Venusian Insects", 5, VENUS, MICROBE, requires=venus_scale(12), holds=MICROBES, vp=per_resource(2),
        action=add_here(1)),
    # Lost without such a card, though a choice: the card is playable then.
    automated("261", "Venusian Plants", 13, VENUS, PLANT, requires=venus_scale(16), vp=1,
        on_play=[raise_track(VENUS_SCALE, 1),
                 choose(add_elsewhere(MICROBES, 1, tag=VENUS), add_elsewhere(ANIMALS, 1, tag=VENUS))]),
)

CORPORATIONS = box(
    CardSet.VENUS,
    corporation("R01", "Aphrodite", 47, PLANT, VENUS, on_play=production(PLANTS, 1),
        passives=on(Trigger.ANY_VENUS_STEP, gain(MC, 2))),
    # `Card.shows` tells which cards show a floater.
    corporation("R05", "Celestic", 42, VENUS, holds=FLOATERS, vp=per_resource(3), first_action=draw(2, icon=FLOATERS),
        action=add_resource(FLOATERS, 1)),
    corporation("R06", "Morning Star Inc.", 50, VENUS, first_action=draw(3, tag=VENUS),
        modifiers=leeway(2, VENUS_SCALE)),
    # Cannot repeat itself.
    corporation("R12", "Viron", 48, MICROBE, action=reuse_action()),
    # The starting production gives 1 steel. Copied production and track bonuses count.
    corporation("R23", "Manutech", 35, BUILDING, on_play=production(STEEL, 1),
        passives=on(Trigger.OWN_PRODUCTION_STEP, gain_what_rose(1), this_too=True)),
)
