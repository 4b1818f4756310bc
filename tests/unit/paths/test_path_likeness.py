"""The paths most like a path, against a literal comparison of every two of them."""

from collections import Counter

from hypothesis import example, given
from hypothesis import strategies as st

from sitelode.paths.path_likeness import LIKE_FROM, MOST_NAMES, STEP_WEIGHT, KnownPaths
from sitelode.paths.path_text import Step, parse_path

STEPS = st.builds(
    Step,
    st.sampled_from(("div", "p", "td")),
    st.sets(st.sampled_from(("a", "b", "c", "#d", "e")), max_size=4).map(lambda names: tuple(sorted(names))),
    st.integers(0, 2),
)
PATHS = st.lists(STEPS, min_size=1, max_size=5).map(tuple)
KNOWN = st.dictionaries(PATHS, st.floats(0, 1).map(lambda value: (value, 1 - value)), max_size=6)


def literally(paths, below, path, outside_of):
    """What the module's first sentences say, for one path and each known one."""
    around = Counter(name for known in below for name in {name for step in known[:-1] for name in step.names})

    def worth(names):
        return STEP_WEIGHT + sum(1 - around[name] / max(len(below), 1) for name in names)

    def likeness(one, other):
        shared, shorter, first, last = 0.0, min(len(one), len(other)), 0, 0
        while first < shorter and (one[first].tag, one[first].cell) == (other[first].tag, other[first].cell):
            shared += worth([name for name in one[first].names[:MOST_NAMES] if name in other[first].names[:MOST_NAMES]])
            first += 1
        while last < shorter - first and (one[-1 - last].tag, one[-1 - last].cell) == (other[-1 - last].tag, other[-1 - last].cell):
            shared += worth([name for name in one[-1 - last].names[:MOST_NAMES] if name in other[-1 - last].names[:MOST_NAMES]])
            last += 1
        return 2 * shared / sum(worth(step.names[:MOST_NAMES]) for step in (*one, *other))

    above = [below[path[:depth]] for depth in range(len(path), 0, -1) if path[:depth] in below]
    if above:
        return above[0]
    found = [(likeness(path, known), row) for known, row in paths.items() if outside_of is None or outside_of not in known]
    for known, row in below.items():
        depth = max((place + 1 for place, step in enumerate(path) if step == known[-1]), default=0)
        found += [(likeness(path[:depth], known), row)] if depth else []
    best = max((score for score, _ in found), default=0)
    rows = [row for score, row in found if abs(score - best) < 1e-12]
    return tuple(best * sum(values) / len(rows) for values in zip(*rows, strict=True)) if best >= LIKE_FROM else None


@given(KNOWN, KNOWN, PATHS, st.none() | STEPS)
@example({parse_path("div > td > p.a"): (0.5, 0.5), parse_path("div > td > p.b"): (0.25, 0.75)}, {}, parse_path("div > p.a"), None)
@example({parse_path("div > p.a"): (0.5, 0.5), parse_path("div > p.b"): (0.25, 0.75)}, {}, parse_path("div > p"), None)  # both as much
def test_the_most_alike_paths_are_those_of_a_literal_comparison(paths, below, path, outside_of):
    names = {name for known in (*paths, *below) for step in known for name in step.names}
    path = tuple(step._replace(names=tuple(name for name in step.names if name in names)) for step in path)

    found, wanted = KnownPaths(paths, below).look_up(path, outside_of), literally(paths, below, path, outside_of)

    assert (found is None) == (wanted is None)
    assert found is None or max(abs(one - other) for one, other in zip(found, wanted, strict=True)) < 1e-9


def test_without_known_paths_nothing_is_known():
    assert KnownPaths({}, {}).look_up(parse_path("html > body > p")) is None
