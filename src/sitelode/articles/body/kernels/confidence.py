"""Compiled code behind `confidence.py`."""
# mypy: ignore-errors

from sitelode.compiled.jit import jit


@jit
def agreement(probability, width, taken):
    """The F1 to be expected of the segments taken, were each body with its probability."""
    likely, right, chosen = 0.0, 0.0, 0
    for segment in range(len(width)):
        mass = probability[segment] * width[segment]
        likely += mass
        if taken[segment]:
            right += mass
            chosen += width[segment]
    return 2 * right / max(chosen + likely, 1.0)
