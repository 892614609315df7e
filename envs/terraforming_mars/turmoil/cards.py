"""Turmoil: 16 projects and 5 corporations. Data only: editing this file recompiles nothing."""

from __future__ import annotations

# fmt: off
# isort: off
from regolith.envs.terraforming_mars.language.card import (
    active, automated, box, chairman, corporation, event, party_leaders, per_resource,
)
from regolith.envs.terraforming_mars.language.attacks import remove_plants
from regolith.envs.terraforming_mars.language.choices import choose
from regolith.envs.terraforming_mars.language.counts import (
    each_empty_space_beside_own_tiles, each_party_with_delegate, each_tag,
)
from regolith.envs.terraforming_mars.language.drawing import draw
from regolith.envs.terraforming_mars.language.held import add_here
from regolith.envs.terraforming_mars.language.mars import lose_rating, place, tr
from regolith.envs.terraforming_mars.language.stock import gain, production, spend
from regolith.envs.terraforming_mars.language.lasting import (
    Trigger, card_price, more_influence, ocean_bonus, on, on_own_tag,
)
from regolith.envs.terraforming_mars.turmoil.language import (
    exchange_delegate, party, remove_delegate, send_delegates, take_chair,
)
from regolith.envs.terraforming_mars.turmoil.words import Party
from regolith.envs.terraforming_mars.words import (
    ANIMAL, BUILDING, CITY, CITY_TILE, EARTH, ENERGY, GREENERY_TILE, HEAT, JOVIAN, MC, MICROBE, PLANT, PRESERVATION,
    SCIENCE, STEEL, TITANIUM, WILD, CardSet, Resource, Whose,
)
# isort: on

PROJECTS = box(
    CardSet.TURMOIL,
    automated("T01", "Aerial Lenses", 2, requires=party(Party.KELVINISTS), vp=-1,
        on_play=[production(HEAT, 2), remove_plants(2)]),
    # One of the player's own or a neutral one too. Without any that leads no party it is played for nothing.
    event("T02", "Banned Delegate", 0, requires=chairman(), on_play=remove_delegate()),
    # Both delegates must be there.
    automated("T03", "Cultural Metropolis", 20, CITY, BUILDING, requires=party(Party.UNITY),
        on_play=[production(ENERGY, -1), production(MC, 3), place(CITY_TILE), send_delegates(2)]),
    # Counts itself.
    automated("T04", "Diaspora Movement", 7, JOVIAN, requires=party(Party.REDS), vp=1,
        on_play=gain(MC, each_tag(JOVIAN, whose=Whose.EVERYBODY))),
    active("T05", "Event Analysts", 5, SCIENCE, requires=party(Party.SCIENTISTS), modifiers=more_influence(1)),
    # Pays for its own microbe tag.
    active("T06", "GMO Contract", 3, MICROBE, SCIENCE, requires=party(Party.GREENS),
        passives=on_own_tag(PLANT, ANIMAL, MICROBE, does=gain(MC, 2))),
    # No lobbying: the delegate of the lobby goes only if the reserve is empty.
    active("T07", "Martian Media Center", 7, BUILDING, requires=party(Party.MARS_FIRST), on_play=production(MC, 2),
        action=[spend(MC, 3), send_delegates(1)]),
    # Counts itself.
    automated("T08", "Parliament Hall", 8, BUILDING, requires=party(Party.MARS_FIRST), vp=1,
        on_play=production(MC, each_tag(BUILDING, every=3))),
    # Counts itself.
    automated("T09", "PR Office", 7, EARTH, requires=party(Party.UNITY), on_play=[tr(1), gain(MC, each_tag(EARTH))]),
    event("T10", "Public Celebrations", 8, requires=chairman(), vp=2),
    # One stroke: the party keeps its number of delegates.
    event("T11", "Recruitment", 2, on_play=exchange_delegate()),
    # A space counts once, however many own tiles touch it, and with a marker too.
    event("T12", "Red Tourism Wave", 3, EARTH, requires=party(Party.REDS),
        on_play=gain(MC, each_empty_space_beside_own_tiles())),
    automated("T13", "Sponsored Mohole", 5, BUILDING, requires=party(Party.KELVINISTS), on_play=production(HEAT, 2)),
    automated("T14", "Supported Research", 3, SCIENCE, requires=party(Party.SCIENTISTS), on_play=draw(2)),
    automated("T15", "Wildlife Dome", 15, ANIMAL, PLANT, BUILDING, requires=party(Party.GREENS),
        on_play=place(GREENERY_TILE)),
    # The chair itself brings no rating here. Neither party nor policy changes.
    event("T16", "Vote Of No Confidence", 5, requires=party_leaders(1), on_play=[take_chair(), tr(1)]),
)

CORPORATIONS = box(
    CardSet.TURMOIL,
    # Preludes belong to the first generation; what rises in the solar phase spoils nothing.
    corporation("R07", "Pristar", 53, holds=PRESERVATION, vp=per_resource(1), on_play=lose_rating(2),
        passives=on(Trigger.PRODUCTION_WITHOUT_RATING, [add_here(1), gain(MC, 6)])),
    # The first hand too.
    corporation("R14", "TerraLabs Research", 14, SCIENCE, EARTH, on_play=lose_rating(1), modifiers=card_price(1)),
    # A leader is a delegate of his party; those in the chair and in the lobby are in none.
    corporation("R15", "Septem Tribus", 36, WILD, action=gain(MC, each_party_with_delegate(2))),
    # The production of MC may go down to -5.
    corporation("R33", "Utopia Invest", 40, BUILDING, on_play=[production(STEEL, 1), production(TITANIUM, 1)],
        action=choose(*([production(resource, -1), gain(resource, 4)] for resource in Resource))),
    # Oceans of the World Government and of global events too.
    corporation("R38", "Lakefront Resorts", 54, BUILDING, passives=on(Trigger.ANY_OCEAN, production(MC, 1)),
        modifiers=ocean_bonus(1)),
)
