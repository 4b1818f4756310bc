"""Compiled code for `confidence.py`."""
# mypy: ignore-errors

from sitelode.compiled.jit import jit


@jit
def agreement(probability, width, taken):
    """The expected F1 of the chosen segments, if each is body with its probability."""
    likely, right, chosen = 0.0, 0.0, 0
    for segment in range(len(width)):
        mass = probability[segment] * width[segment]
        likely += mass
        if taken[segment]:
            right += mass
            chosen += width[segment]
    return 2 * right / max(chosen + likely, 1.0)
