"""Compiled code behind `path_likeness.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Doubles, Numbers

Names = cython.typedef(cython.const[cython.int][:, ::1])


def likenesses(path, known, vocabulary, first_below: cython.int, outside: cython.int, like_from: cython.double):
    """How alike a path and each known one are; 0 for those that cannot be the most alike.

    From `first_below` on, a known path is compared with the path down to the element that ends the known one.
    """
    step: Numbers = path[0]  # the number of each step, -1 where no known path has it
    kind: Numbers = path[1]  # tag and cell
    names: Names = path[2]  # those that count; -1 after the last
    weight: Doubles = path[3]  # of the steps before
    starts: Numbers = known[0]
    steps: Numbers = known[1]
    weights: Doubles = known[2]
    kind_of: Numbers = vocabulary[0]
    names_of: Names = vocabulary[1]
    worth: Doubles = vocabulary[2]
    by_tag: cython.double = vocabulary[3]
    found = np.zeros(len(weights))
    likeness: cython.double[::1] = found
    best: cython.double = like_from
    total: cython.double
    lighter: cython.double
    shared: cython.double
    depth: cython.int
    first: cython.int
    last: cython.int
    shorter: cython.int
    length: cython.int
    with cython.nogil:
        for number in range(len(weights)):
            begin, length = starts[number], starts[number + 1] - starts[number]
            depth = len(step)
            if number >= first_below:
                while depth > 0 and (length == 0 or step[depth - 1] != steps[begin + length - 1]):
                    depth -= 1
            total = weight[depth] + weights[number]
            lighter = min(weight[depth], weights[number])
            if depth == 0 or total <= 0 or 2 * lighter < best * total:
                continue
            if number < first_below and outside >= 0 and has_step(steps, begin, length, outside):
                continue
            shared, shorter, first, last = 0, min(depth, length), 0, 0
            while first < shorter and kind[first] == kind_of[steps[begin + first]]:
                shared += by_tag + common_worth(names, first, names_of, steps[begin + first], worth)
                first += 1
            while last < shorter - first and kind[depth - 1 - last] == kind_of[steps[begin + length - 1 - last]]:
                shared += by_tag + common_worth(names, depth - 1 - last, names_of, steps[begin + length - 1 - last], worth)
                last += 1
            likeness[number] = 2 * shared / total
            best = max(best, likeness[number])
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def has_step(steps: Numbers, begin: cython.int, length: cython.int, wanted: cython.int) -> cython.bint:
    place: cython.int = begin
    while place < begin + length and steps[place] != wanted:
        place += 1
    return place < begin + length


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def common_worth(names: Names, one: cython.int, others: Names, other: cython.int, worth: Doubles) -> cython.double:
    """The worth of the names that two steps share."""
    shared: cython.double = 0
    for place in range(names.shape[1]):
        if names[one, place] < 0:
            break
        for at in range(others.shape[1]):
            if others[other, at] == names[one, place]:
                shared += worth[names[one, place]]
    return shared
