"""Compiled code for `containers.py`: lists and tables of a merged tree, and the places of texts beside the body of each page."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.articles.body.kernels.tree import add_up
from cython.cimports.sitelode.compiled.kernels.arrays import Doubles, Flags, Numbers, Places

FAR = cython.declare(cython.int, 2)  # steps up; 1 gains less, 3 costs forums and shops. Measured like the values in `containers.py`


def containers(above: Numbers, wanted, outermost: cython.bint):
    """For every element, the nearest or outermost wanted element at or above it, or -1; parents come before children."""
    found = np.empty(len(above), dtype=np.int32)
    container: cython.int[::1] = found
    is_wanted: Flags = wanted.view(np.uint8)
    with cython.nogil:
        for place in range(len(above)):
            inherited: cython.int = container[above[place]] if above[place] >= 0 else -1
            container[place] = place if is_wanted[place] and not (outermost and inherited >= 0) else inherited
    return found


def even_out(container: Numbers, path: Numbers, width: Doubles, count: Places, probability, longest: cython.double):
    """One probability for all classes of a container if its lines are short on average; classes that are never body keep 0."""
    total: cython.double[::1] = np.zeros(len(container))
    lines: cython.double[::1] = np.zeros(len(container))
    body: cython.double[::1] = np.zeros(len(container))
    given: Doubles = probability
    found = np.array(probability)
    evened: cython.double[::1] = found
    with cython.nogil:
        for place in range(len(path)):
            whole = container[path[place]]
            if whole >= 0:
                total[whole] += width[place]
                lines[whole] += count[place]
                body[whole] += width[place] * given[place]
        for place in range(len(path)):
            whole = container[path[place]]
            if whole >= 0 and evened[place] > 0 and 0 < total[whole] <= longest * lines[whole]:
                evened[place] = body[whole] / total[whole]
    return found


def width_between(segment_start: Places, element_start: Places, above: Numbers, holder: Numbers, width: Numbers, class_of: Numbers, taken):
    """For every class, the width of its text between two taken texts next to each other, both at most FAR steps below one element."""
    found = np.zeros(len(taken))
    out: cython.double[::1] = found
    is_taken: Flags = taken.view(np.uint8)
    last: cython.longlong
    with cython.nogil:
        for page in range(len(segment_start) - 1):
            last = -1
            for segment in range(segment_start[page], segment_start[page + 1]):
                if not is_taken[class_of[segment]]:
                    continue
                if 0 <= last < segment - 1 and _are_near(
                    above[element_start[page] : element_start[page + 1]], holder[last], holder[segment]
                ):
                    for between in range(last + 1, segment):
                        out[class_of[between]] += width[between]
                last = segment
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _are_near(above: Numbers, one: cython.int, other: cython.int) -> cython.bint:
    """Whether one element holds both, at most FAR steps above each."""
    up: cython.int = one
    for _ in range(FAR + 1):
        down: cython.int = other
        for _ in range(FAR + 1):
            if up == down:
                return True
            down = above[down]
            if down < 0:
                break
        up = above[up]
        if up < 0:
            break
    return False


def width_apart(
    segment_start: Places,
    element_start: Places,
    above: Numbers,
    holder: Numbers,
    width: Numbers,
    class_of: Numbers,
    expected: Doubles,
    share: cython.double,
):
    """For every class, the width of its text outside of the smallest element with this share of a page's expected body."""
    found = np.zeros(len(expected))
    out: cython.double[::1] = found
    largest = int(np.diff(element_start).max(initial=1))
    mass: cython.double[::1] = np.empty(largest)
    inside: cython.uchar[::1] = np.empty(largest, dtype=np.uint8)
    with cython.nogil:
        for page in range(len(segment_start) - 1):
            top, elements = element_start[page], element_start[page + 1] - element_start[page]
            if elements == 0:
                continue
            mass[:elements] = 0
            for segment in range(segment_start[page], segment_start[page + 1]):
                mass[holder[segment]] += width[segment] * expected[class_of[segment]]
            add_up(above[top : top + elements], mass[:elements])
            if mass[0] <= 0:
                continue
            _fill_inside(above[top : top + elements], mass[:elements], share, inside[:elements])
            for segment in range(segment_start[page], segment_start[page + 1]):
                if not inside[holder[segment]]:
                    out[class_of[segment]] += width[segment]
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_inside(above: Numbers, mass: cython.double[::1], share: cython.double, inside: cython.uchar[::1]) -> cython.void:
    """Which elements are the smallest one with the share of the mass, or inside it. With more than half, such elements hold one another."""
    core: cython.Py_ssize_t = 0
    for element in range(len(above)):
        if mass[element] >= share * mass[0]:
            core = element
    for element in range(len(above)):
        inside[element] = element == core or (element > core and inside[above[element]])
