"""RAPIER's patterns against an obvious way to match them."""

from hypothesis import given
from hypothesis import strategies as st

from sitelode_lab.text_rules.rapier import Item, Pattern
from sitelode_lab.text_rules.rule_table import RuleTable

WORDS = st.sampled_from(["a", "b", "A", "7", "."])
ITEMS = st.builds(
    Item,
    words=st.sampled_from([(), ("a",), ("a", "b")]),
    tags=st.sampled_from([(), ("_Number_",), ("_Lower_", ".")]),
    longest=st.sampled_from([0, 0, 1, 2]),
)
PATTERNS = st.builds(Pattern, *(st.lists(ITEMS, max_size=2).map(tuple) for _ in range(3)))


def ends(words, tags, at, items, step):
    """All places where a sequence of items may end, the slow way."""
    if not items:
        return {at}
    item, rest = items[0], items[1:]

    def fits(place):
        return (
            0 <= place < len(words)
            and (not item.words or words[place].lower() in item.words)
            and (not item.tags or tags[place] in item.tags)
        )

    if not item.longest:
        return ends(words, tags, at + step, rest, step) if fits(at) else set()
    found = ends(words, tags, at, rest, step)
    for _ in range(item.longest):
        if not fits(at):
            break
        at += step
        found |= ends(words, tags, at, rest, step)
    return found


@given(st.lists(WORDS, max_size=8), PATTERNS)
def test_agrees_with_trying_everything(words, pattern):
    table = RuleTable([" ".join(words)])
    first = int(table.first[0])
    codes, numbers = table.tags
    tags = [list(numbers)[code] for code in codes[first : first + len(words)]]

    expected = {
        (start, stop)
        for start in range(len(words))
        if ends(words, tags, start - 1, pattern.before[::-1], -1)
        for stop in ends(words, tags, start, pattern.filler, 1)
        if stop > start and ends(words, tags, stop, pattern.behind, 1)
    }

    found = {(begin - first, end - first) for begin, end in zip(*(column.tolist() for column in pattern.matches(table)), strict=True)}
    assert found == expected
