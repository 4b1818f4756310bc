"""How surprising a count is when only chance is at work."""

from math import exp, lgamma, log, log1p


def chance_of_at_least(successes: int, trials: int, probability: float) -> float:
    """Chance that so many of the trials or more succeed: the upper tail of the binomial distribution."""
    if successes <= 0:
        return 1.0
    if probability <= 0.0 or successes > trials:
        return 0.0
    if probability >= 1.0:
        return 1.0
    return min(1.0, sum(_term(count, trials, probability) for count in range(successes, trials + 1)))


def chance_of_at_most(successes: int, trials: int, probability: float) -> float:
    """The lower tail: as many or fewer."""
    return chance_of_at_least(trials - successes, trials, 1.0 - probability)


def _term(count: int, trials: int, probability: float) -> float:
    # By logarithms: the factorials of a thousand values exceed every float.
    ways = lgamma(trials + 1) - lgamma(count + 1) - lgamma(trials - count + 1)
    return exp(ways + count * log(probability) + (trials - count) * log1p(-probability))
