"""What articles and tables have in common when layouts are learnt anew: names nobody has yet, and addresses that always led to nothing."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

from sitelode.html.page import Page
from sitelode.wrappers.wrapper import Layout, url_pattern


def unused_names(start: str, layouts: Iterable[Layout]) -> Iterator[str]:
    """Names that no layout has, so that a reader of the history knows which is which."""
    used = {layout.name for layout in layouts}
    return (name for number in count(1) if (name := f"{start}-{number}") not in used)


def reasons_by_address(layouts: Iterable[Layout]) -> dict[str, str]:
    """For every address pattern of layouts without content the reason why their pages have none."""
    return {pattern: str(each.rules["nothing"]) for each in layouts if "nothing" in each.rules for pattern in each.url_patterns}


def usual_reason(pages: Sequence[Page], reasons: Mapping[str, str]) -> str:
    """Why most of these pages have no content, by their addresses; empty where most may have some."""
    found = [reasons[pattern] for page in pages if (pattern := url_pattern(page.url)) in reasons]
    return Counter(found).most_common(1)[0][0] if 2 * len(found) > len(pages) else ""
