"""Learn columns anew by their values seen before, as if a person had named these on a few pages; the other pages are the test."""

from collections.abc import Sequence

from sitelode.errors import SettingError
from sitelode.html.page import Page
from sitelode.wrappers.known_rows import KnownRow, comparable_text
from sitelode.wrappers.taught.occurrences import occurrences
from sitelode.wrappers.taught.page_tokens import PageTokens, page_tokens
from sitelode.wrappers.taught.taught import Taught
from sitelode.wrappers.teach.teaching import Lesson, teach

LEAST_EXAMPLES = 2  # of a column that is taught; set by hand
MOST_EXAMPLES = 3  # of a column; more take long and teach little
MOST_SHOWN = 20  # pages with a row seen before; a bound
MOST_OTHERS = 12  # pages beside them; a bound
MOST_TAUGHT = 24  # columns; a bound, because each takes a moment
RIGHT_FROM = 0.8  # share of the values seen before that a column taught must give; set by hand

RowsOnPages = Sequence[tuple[KnownRow, Page]]


def relearn_columns_by_examples(names: Sequence[str], shown: RowsOnPages, pages: Sequence[Page]) -> dict[str, Taught]:
    """The columns of these names whose values seen before stand on the pages."""
    if not names or len(shown) < LEAST_EXAMPLES:
        return {}
    tokens = [(row, page_tokens(page)) for row, page in shown[:MOST_SHOWN]]
    told = {page.page.url for _, page in tokens}
    others = [page_tokens(page) for page in [page for page in pages if page.url not in told][:MOST_OTHERS]]
    found = ((name, _relearn_column_by_examples(name, tokens, others)) for name in names[:MOST_TAUGHT])
    return {name: learnt for name, learnt in found if learnt is not None}


def _relearn_column_by_examples(name: str, shown: Sequence[tuple[KnownRow, PageTokens]], others: Sequence[PageTokens]) -> Taught | None:
    values = [(page, row.values[name]) for row, page in shown if row.values.get(name)]
    standing = [(page, value, found) for page, value in values if (found := _whole_texts(page, value))]
    if len(standing) < LEAST_EXAMPLES or 2 * len(standing) < len(values):
        return None
    # Values that stand in no common kind of place are there by chance, and looking for a rule would take long.
    common = set.intersection(*(set(found) for _, _, found in standing))
    if not common:
        return None
    kind = min(common, key=lambda each: standing[0][2][each])
    try:
        learnt = teach(name, [Lesson(page, row=found[kind]) for page, _, found in standing[:MOST_EXAMPLES]], others)
    except SettingError:
        return None
    right = sum(comparable_text(learnt.answer(page).value) == value for page, value, _ in standing)
    return learnt if right >= RIGHT_FROM * len(standing) else None


def _whole_texts(page: PageTokens, value: str) -> dict[tuple[str, ...], int]:
    """The text nodes that are a value and nothing else: by the tags around them the first one's row."""
    found = [one for one in occurrences(page, value) if one.whole]
    return {one.path: page.rows[one.places.start] for one in reversed(found)}
