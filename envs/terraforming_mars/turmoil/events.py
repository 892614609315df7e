"""The global events: what they do, and the parties that neutral delegates go to when an event is revealed and when it becomes current.

Data only: editing this file recompiles nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

# fmt: off
# isort: off
from regolith.envs.terraforming_mars.language.choices import choose
from regolith.envs.terraforming_mars.language.conditions import if_count
from regolith.envs.terraforming_mars.language.counts import (
    Count, each_active_card, each_building_tag_and_city, each_card_in_hand, each_city, each_claimed_token, each_colony,
    each_corruption, each_event, each_kind_of_tag, each_printed_crime_tag, each_printed_tag, each_production,
    each_rating_set, each_tile_beside_ocean, fixed,
)
from regolith.envs.terraforming_mars.language.drawing import discard, draw
from regolith.envs.terraforming_mars.language.held import add_resource, spend_from_card
from regolith.envs.terraforming_mars.language.mars import lose_rating, place, raise_track, tr
from regolith.envs.terraforming_mars.language.steps import Step, Steps
from regolith.envs.terraforming_mars.language.stock import (
    gain, gain_any, keep_at_most, lose, lose_all, lose_production, production,
)
from regolith.envs.terraforming_mars.turmoil.language import (
    add_to_each, each_influence, everybody, lower_track, rank, remove_ocean,
)
from regolith.envs.terraforming_mars.underworld.language.corruption import gain_corruption
from regolith.envs.terraforming_mars.underworld.language.underground import return_all_tokens
from regolith.envs.terraforming_mars.turmoil.words import EVENT_LIMIT, Event, Party
from regolith.envs.terraforming_mars.words import (
    BUILDING, EARTH, ENERGY, FLOATERS, HEAT, JOVIAN, MC, OCEAN_TILE, PLANTS, POWER, SCIENCE, SPACE, STEEL, TEMPERATURE,
    TITANIUM, VENUS, CardSet, Whose,
)
# isort: on
# fmt: on


@dataclass(frozen=True)
class GlobalEvent:
    """`needs`: the boxes without which it stays out of the deck. What it does is done by the first player, for nobody, or by everybody."""

    name: str
    revealed: Party
    current: Party
    does: Steps
    needs: tuple[CardSet, ...] = ()


def occurs(name: str, revealed: Party, current: Party, *does: Step, needs: tuple[CardSet, ...] = ()) -> GlobalEvent:
    return GlobalEvent(name, revealed, current, does, needs)


def limited(each: int, of: Count, *, influence: int = 0) -> Count:
    """Of what most events count, only so much counts."""
    return replace(of, each=each, most=EVENT_LIMIT, influence=influence)


def raised(each: int, of: Count) -> Count:
    return limited(each, of, influence=1)


def lowered(each: int, of: Count) -> Count:
    return limited(each, of, influence=-1)


MARS_FIRST, KELVINISTS, REDS, GREENS, UNITY, SCIENTISTS = Party

# fmt: off
EVENTS: dict[Event, GlobalEvent] = {
    Event.AQUIFER_RELEASED_BY_PUBLIC_COUNCIL: occurs("Aquifer Released by Public Council", MARS_FIRST, GREENS,
        place(OCEAN_TILE), everybody(gain(PLANTS, each_influence())), everybody(gain(STEEL, each_influence()))),
    Event.ASTEROID_MINING: occurs("Asteroid Mining", REDS, UNITY,
        everybody(gain(TITANIUM, raised(1, each_printed_tag(JOVIAN))))),
    Event.CELEBRITY_LEADERS: occurs("Celebrity Leaders", UNITY, GREENS,
        everybody(gain(MC, raised(2, each_event(whose=Whose.OWN))))),
    Event.DIVERSITY: occurs("Diversity", SCIENTISTS, SCIENTISTS,
        everybody(if_count(replace(each_kind_of_tag(), influence=1), 9, gain(MC, 10)))),
    Event.DRY_DESERTS: occurs("Dry Deserts", REDS, UNITY,
        remove_ocean(), everybody(gain_any(each_influence()))),
    Event.ECO_SABOTAGE: occurs("Eco Sabotage", GREENS, REDS,
        everybody(keep_at_most(PLANTS, fixed(3, influence=1)))),
    # No limit is printed.
    Event.ELECTION: occurs("Election", GREENS, MARS_FIRST,
        rank(replace(each_building_tag_and_city(), influence=1), tr(2), tr(1), alone_first=10, alone_second=5)),
    Event.GENEROUS_FUNDING: occurs("Generous Funding", KELVINISTS, UNITY,
        everybody(gain(MC, raised(2, each_rating_set(above=15))))),
    # Heat goes first: nobody pays with it.
    Event.GLOBAL_DUST_STORM: occurs("Global Dust Storm", KELVINISTS, GREENS,
        everybody(lose_all(HEAT)), everybody(lose(MC, lowered(2, each_printed_tag(BUILDING))))),
    Event.HOMEWORLD_SUPPORT: occurs("Homeworld Support", REDS, UNITY,
        everybody(gain(MC, raised(2, each_printed_tag(EARTH))))),
    Event.IMPROVED_ENERGY_TEMPLATES: occurs("Improved Energy Templates", SCIENTISTS, KELVINISTS,
        everybody(production(ENERGY, replace(each_printed_tag(POWER), every=2, influence=1)))),
    Event.INTERPLANETARY_TRADE: occurs("Interplanetary Trade", UNITY, UNITY,
        everybody(gain(MC, raised(2, each_printed_tag(SPACE))))),
    Event.MINERS_ON_STRIKE: occurs("Miners On Strike", MARS_FIRST, GREENS,
        everybody(lose(TITANIUM, lowered(1, each_printed_tag(JOVIAN))))),
    Event.MUD_SLIDES: occurs("Mud Slides", KELVINISTS, GREENS,
        everybody(lose(MC, lowered(4, each_tile_beside_ocean())))),
    Event.PANDEMIC: occurs("Pandemic", GREENS, MARS_FIRST,
        everybody(lose(MC, lowered(3, each_printed_tag(BUILDING))))),
    Event.PARADIGM_BREAKDOWN: occurs("Paradigm Breakdown", KELVINISTS, REDS,
        everybody(discard(2)), everybody(gain(MC, each_influence(2)))),
    Event.PRODUCTIVITY: occurs("Productivity", SCIENTISTS, MARS_FIRST,
        everybody(gain(STEEL, raised(1, each_production(STEEL))))),
    # Influence does not lower the loss.
    Event.RED_INFLUENCE: occurs("Red Influence", KELVINISTS, REDS,
        everybody(lose(MC, limited(3, each_rating_set(above=10)))), everybody(production(MC, each_influence()))),
    # No limit is printed; influence makes it worse.
    Event.REVOLUTION: occurs("Revolution", UNITY, MARS_FIRST,
        rank(replace(each_printed_tag(EARTH), influence=1), lose_rating(2), lose_rating(1), least=1, alone_first=4)),
    Event.RIOTS: occurs("Riots", MARS_FIRST, REDS,
        everybody(lose(MC, lowered(4, each_city(whose=Whose.OWN))))),
    Event.SABOTAGE: occurs("Sabotage", UNITY, REDS,
        everybody(lose_production(STEEL, 1)), everybody(lose_production(ENERGY, 1)),
        everybody(gain(STEEL, each_influence()))),
    Event.SCIENTIFIC_COMMUNITY: occurs("Scientific Community", REDS, SCIENTISTS,
        everybody(gain(MC, replace(each_card_in_hand(), influence=1)))),
    Event.SNOW_COVER: occurs("Snow Cover", KELVINISTS, KELVINISTS,
        lower_track(TEMPERATURE, 2), everybody(draw(each_influence()))),
    Event.SOLAR_FLARE: occurs("Solar Flare", UNITY, KELVINISTS,
        everybody(lose(MC, lowered(3, each_printed_tag(SPACE))))),
    Event.SOLARNET_SHUTDOWN: occurs("Solarnet Shutdown", SCIENTISTS, MARS_FIRST,
        everybody(lose(MC, lowered(3, each_active_card())))),
    Event.SPIN_OFF_PRODUCTS: occurs("Spin-Off Products", GREENS, SCIENTISTS,
        everybody(gain(MC, raised(2, each_printed_tag(SCIENCE))))),
    Event.SPONSORED_PROJECTS: occurs("Sponsored Projects", SCIENTISTS, GREENS,
        everybody(add_to_each()), everybody(draw(each_influence()))),
    Event.STRONG_SOCIETY: occurs("Strong Society", REDS, MARS_FIRST,
        everybody(gain(MC, raised(2, each_city(whose=Whose.OWN))))),
    Event.SUCCESSFUL_ORGANISMS: occurs("Successful Organisms", MARS_FIRST, SCIENTISTS,
        everybody(gain(PLANTS, raised(1, each_production(PLANTS))))),
    Event.VOLCANIC_ERUPTIONS: occurs("Volcanic Eruptions", SCIENTISTS, KELVINISTS,
        raise_track(TEMPERATURE, 2), everybody(production(HEAT, each_influence()))),
    Event.WAR_ON_EARTH: occurs("War on Earth", MARS_FIRST, KELVINISTS,
        everybody(lose_rating(fixed(4, influence=-1)))),
    # All floaters for influence go to one card.
    Event.CLOUD_SOCIETIES: occurs("Cloud Societies", UNITY, REDS,
        everybody(add_to_each(FLOATERS)), everybody(add_resource(FLOATERS, each_influence())),
        needs=(CardSet.PROMOS, CardSet.VENUS, CardSet.COLONIES)),
    # Floaters only from one card that holds two. Influence does not lower the loss.
    Event.CORROSIVE_RAIN: occurs("Corrosive Rain", KELVINISTS, GREENS,
        everybody(choose(spend_from_card(FLOATERS, 2), lose(MC, 10))), everybody(draw(each_influence())),
        needs=(CardSet.PROMOS, CardSet.VENUS, CardSet.COLONIES)),
    # The first printing lacks the limit.
    Event.JOVIAN_TAX_RIGHTS: occurs("Jovian Tax Rights", SCIENTISTS, UNITY,
        everybody(production(MC, limited(1, each_colony()))), everybody(gain(TITANIUM, each_influence())),
        needs=(CardSet.PROMOS, CardSet.COLONIES)),
    Event.MICROGRAVITY_HEALTH_PROBLEMS: occurs("Microgravity Health Problems", MARS_FIRST, SCIENTISTS,
        everybody(lose(MC, lowered(3, each_colony()))),
        needs=(CardSet.PROMOS, CardSet.COLONIES)),
    Event.VENUS_INFRASTRUCTURE: occurs("Venus Infrastructure", MARS_FIRST, UNITY,
        everybody(gain(MC, raised(2, each_printed_tag(VENUS)))),
        needs=(CardSet.PROMOS, CardSet.VENUS)),
    # Each influence saves 2; no limit is printed.
    Event.FAIR_TRADE_COMPLAINT: occurs("Fair Trade Complaint", KELVINISTS, UNITY,
        everybody(if_count(each_card_in_hand(), 7, lose(MC, replace(each_card_in_hand(above=6), influence=-2)), draw(2))),
        needs=(CardSet.UNDERWORLD,)),
    Event.LAGGING_REGULATION: occurs("Lagging Regulation", SCIENTISTS, REDS,
        rank(replace(each_printed_crime_tag(), influence=1), (gain_corruption(1), gain(MC, 9)),
             (gain_corruption(1), gain(MC, 3)), least=1, alone_first=5, second_anyway=True),
        needs=(CardSet.UNDERWORLD,)),
    Event.MEDIA_STIR: occurs("Media Stir", UNITY, MARS_FIRST,
        everybody(if_count(each_corruption(), 1, lose(MC, lowered(3, each_corruption())), tr(1))),
        needs=(CardSet.UNDERWORLD,)),
    Event.MIGRATION_UNDERGROUND: occurs("Migration Underground", REDS, GREENS,
        everybody(production(MC, replace(each_claimed_token(every=2), influence=1, limit=EVENT_LIMIT))),
        needs=(CardSet.UNDERWORLD,)),
    Event.SEISMIC_PREDICTIONS: occurs("Seismic Predictions", SCIENTISTS, MARS_FIRST,
        return_all_tokens(),
        everybody(lose(MC, replace(each_printed_tag(BUILDING), each=2, most=7, influence=-1, less_tokens=True))),
        needs=(CardSet.UNDERWORLD,)),
}
