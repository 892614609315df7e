"""How the numbers of a report come about, in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from regolith.benchmarks.cells import Section

FDR = "FDR"
"""In the header of a column with false-discovery rates."""
INTERVALS = (
    "Numbers in brackets are 95 % intervals: of twenty such intervals about nineteen hold the true value. Games of one deal share its "
    "luck, so it is deals and not games that count as independent."
)
AGAIN = (
    "A deal is a number that gives the whole shuffle. The command of this report plays the same deals again, and unless an agent thinks by "
    "the clock the same games."
)
DISCOVERIES = (
    "Who looks at many rows sees some that stand out by chance alone. The false-discovery rate of a row is how large a share of "
    "chance finds to expect if this row and all that stand out more are believed (Benjamini and Hochberg). What findings call "
    "sure has at most 5 %, and of long tables they name no other rows."
)
ARENA_METHODS = {
    "Tournament": (
        "Every group of agents plays every deal in each rotation of its seats, so that nobody owes a win to a better seat or hand. One "
        "agent alone plays all seats, each deal once. A win that is shared counts as the share."
    ),
    "Ratings": (
        "A Plackett-Luce model of who comes in before whom; 400 points more are odds of ten to one. Its intervals come from drawing the "
        "deals again and again with replacement."
    ),
    "Win shares": "Wilson's interval, for as many independent games as the deals are worth.",
}
SOLO_METHODS = {
    "Solo games": (
        "All agents play the same deals. Win rates have Wilson's intervals; two agents are compared on the deals that only one of them "
        "has won (exact McNemar test)."
    ),
}
REALISM_METHODS = {
    "Beside people": (
        "One agent plays all seats. Each figure is set beside that of games which people have logged; the difference is told in standard "
        "deviations of single games, so that figures of all kinds can be compared."
    ),
}
COMPARE_METHODS = {
    "Pairs": (
        "Both variants play the same deals with the same agents in the same seats and the same randomness, so what they share cancels "
        "out. Intervals are Student's, of the differences of a deal; games of one deal count together."
    ),
}
EFFECT_METHODS = {
    "Pairs": (
        "Each deal is played as it is, and again with the card dealt to a seat in place of one that chance dealt it from the same deck; "
        "all else is equal, and where the game allows it everybody draws in an order of his own. What is laid out for all takes the "
        "place of another one of its kind, and a board that of the usual one. Intervals are Student's, of the differences of a deal."
    ),
    "Control": (
        "How the seat fared in the deal as it is, less what all seats had on average there, is 0 in the long run, because who the seat "
        "is does not depend on the deal. What of the differences goes along with that is taken away (least squares): the estimate "
        "stays right on average, and its interval gets narrower."
    ),
    "Fair price": "The money at the start that changes the lead as much as the card, with Fieller's interval.",
}
SKILL_METHODS = {
    "Shares of variance": (
        "Every group of agents plays every deal in all rotations of its seats, and all of it twice, the second time with other "
        "randomness of the players. The variance of a result then splits into what depends on who plays (and against whom), on the "
        "seat, on the deal, on two of these together, and chance in play, which is what differs between the two times. What is drawn "
        "during a game counts as the deal if it comes whatever is played, as who plays with which deal if another way to play draws "
        "otherwise, and as chance in play if it differs between the two times."
    ),
    "Why no R^2": (
        "Means of noisy results differ although nothing is behind it, the more the more there are: with a mean for every deal a plain "
        "R^2 would give the deals much of the noise. So each squared mean is a product of two that share no noise, of the two times or "
        "of two different deals. Each share is right on average, and one that is nothing comes out around zero, also below it; nothing "
        "is cut off at zero. Intervals draw the deals again and again with replacement; the agents are these and no sample of others."
    ),
    "Ladder": (
        "Each search meets one with half its simulations, on deals that no other step plays, in all rotations of seats. The rating of "
        "a step is what makes its win share likely, if each seat wins in proportion to the strength of who sits there; 400 points are "
        "odds of ten to one. The depth is the number of steps in a row, from the lowest, whose interval lies above an even share."
    ),
    "Choices": (
        "The same search looks at a position many times, with other chance. The bits are the entropy of what it chooses: 0 if always "
        "the same, and the logarithm of the number of legal actions if it were all the same to it. A stronger search may be surer, and "
        "one so small that it meets no chance is always sure. The visits of a single search do not tell: this search tries actions by "
        "a schedule."
    ),
    "Foresight": (
        "One agent plays all seats. After each round the game's evaluation is asked for each seat, which sees its own hand, so the "
        "onlooker sees all hands. Chances to win come from these by one number a round, fitted on nine tenths of the deals for the "
        "last tenth, which takes turns. Doubt that is gone: 1 less the squared error of the chances over that of equal chances "
        "(Brier's score); 100 % is certainty."
    ),
}
OPTIMUM_METHODS = {
    "Best play": (
        "A ladder of ever wider beam searches looks for the fastest win with all decks known, and the rules confirm each win by playing "
        "it again. A bound that no play can beat tells before which round nobody wins. What lies between the two is open."
    ),
}
TUNING_METHODS = {
    "Tuning": (
        "CMA-ES draws candidates around the best weights so far and moves towards those that did better on the same deals. What comes "
        "out is confirmed on deals that the tuning has never seen."
    ),
}


def methods_of(kind: Mapping[str, str], sections: Sequence[Section]) -> dict[str, str]:
    """What a reader of these sections must know."""
    if not sections:
        return {}
    told = {**kind, "Intervals": INTERVALS}
    if any(FDR in header for section in sections for header in section.headers):
        told["False-discovery rate (FDR)"] = DISCOVERIES
    return {**told, "Again": AGAIN}
