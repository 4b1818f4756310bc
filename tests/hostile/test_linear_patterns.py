"""Every regular expression of the source takes time in proportion to its text, whatever the text: its own repeats are pumped.

Times are CPU times of one process, compared with each other: a text four times as long may take four times as long, a quadratic pattern takes
sixteen times.
"""

import re
import signal
import time

import pytest
from tests.pumped_patterns import FoundPattern, Pump, patterns_in_source, pumps_of

from sitelode.landmarks import token_classes
from sitelode.text import tokens

SHORT, LONG = 4_000, 16_000  # characters; bounds in patterns are smaller than the first
QUADRATIC = 16
MOST_GROWTH = 8  # linear is 4
LOOKED_AT = 2e-7  # seconds a character; what is faster is not measured again
GIVEN_UP = 0.4  # seconds
# Patterns that functions make from local values: the call in the source, and patterns made like that.
MADE_INSIDE = {
    "sitelode.html.parse:re.compile(ending)": lambda: [re.compile(each) for each in (b"-->", rb"\]\]>", rb"(?i)</textarea\s*>")],
    "sitelode.landmarks.token_classes:re.compile(f'({_TAG}|{_NUMBER}|{word}|\\\\S)')": lambda: [
        token_classes._pattern("", False),
        token_classes._pattern("\u0301", True),
    ],
    "sitelode.search.searching:re.search(f'(?<!\\\\w){re.escape(part.words[0])}', lower)": lambda: [
        re.compile(rf"(?<!\w){re.escape(word)}") for word in ("aaaa", "a a", "c++")
    ],
    "sitelode.search.searching:re.search(re.escape(part.words[0]), lower)": lambda: [
        re.compile(re.escape(word)) for word in ("aaaa", "a a")
    ],
    "sitelode.text.tokens:re.compile(f'([{word}]+)|([{unspaced}]+)')": lambda: tokens._patterns()[:1],
    "sitelode.text.tokens:re.compile(f'[{invisible}]+')": lambda: tokens._patterns()[1:],
}


class TooSlowError(Exception):
    pass


@pytest.fixture(autouse=True)
def _interrupted():
    """A pattern that would run for hours is interrupted: Python looks for signals while it matches."""

    def stop(*_: object) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGPROF, stop)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)


def seconds(found: FoundPattern, method: str, text: str) -> float:
    signal.setitimer(signal.ITIMER_PROF, GIVEN_UP)
    start = time.thread_time()
    try:
        found.run(method, text)
    except TooSlowError:
        return GIVEN_UP
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return time.thread_time() - start


def growth(found: FoundPattern, method: str, pump: Pump) -> float:
    """How many times as long a text takes that is four times as long; 0 where both are fast."""
    shorter = seconds(found, method, pump.text(SHORT))
    if shorter >= GIVEN_UP:
        return float(QUADRATIC)
    if shorter < LOOKED_AT * SHORT or (shorter := min(seconds(found, method, pump.text(SHORT)) for _ in range(3))) < LOOKED_AT * SHORT:
        return 0.0
    longer = min(seconds(found, method, pump.text(LONG)) for _ in range(2))
    return float(QUADRATIC) if longer >= GIVEN_UP else longer / shorter


def slow_uses(found: FoundPattern) -> list[str]:
    slow = []
    for method in sorted(found.methods or {"search"}):
        for pump in pumps_of(found.pattern):
            grown = growth(found, method, pump)
            if grown > MOST_GROWTH and (grown := min(growth(found, method, pump) for _ in range(2))) > MOST_GROWTH:  # not once by chance
                slow.append(f"{found.place} {method} {found.pattern.pattern!r:.120} on {pump!r:.160}: {grown:.0f} times")
                break
    return slow


def test_the_patterns_of_the_source_are_linear():
    every, unread = patterns_in_source()

    assert len(every) > 100, "the patterns are found"
    assert set(unread) == set(MADE_INSIDE), "a pattern that is made inside of a function is listed here"
    made = [FoundPattern(pattern, place, {"findall"}) for place, make in MADE_INSIDE.items() for pattern in make()]
    assert [problem for found in (*every, *made) for problem in slow_uses(found)] == []


@pytest.mark.parametrize(
    ("pattern", "method"),
    [(r"\s+-\s+|x", "split"), (r"(?:a|aa)+$", "match"), (rb"\w+\s*$", "search")],
)
def test_quadratic_and_worse_patterns_are_noticed(pattern, method):
    assert slow_uses(FoundPattern(re.compile(pattern), "here", {method}))
