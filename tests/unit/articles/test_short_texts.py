import numpy as np
import pytest
from made_articles import article_source, page_of

from sitelode.articles.fields.kernels.page_texts import short_texts
from sitelode.html.vocabulary import TEXT, tag_flags

UNREAD = frozenset(("button", "title"))
FLAGS = tag_flags(UNREAD).view(np.uint8)


def slowly(page, span, after, longest):
    found = []
    for row in page.text_rows.tolist():
        start, text = page.text_starts[row], page.text(row).encode()
        is_near = span[0] <= start <= span[1] or after[0] <= start <= after[1]
        if is_near and len(text) <= longest and page.tag_name(page.parents[row]) not in UNREAD and not text.isspace():
            found.append(row)
    return found


@pytest.mark.parametrize("longest", [5, 60, 1000])
def test_short_texts_are_those_found_one_by_one(longest):
    source = article_source(3)[0].replace("</main>", "<p> <b>\u00a0</b>\n<i>x</i> </p><button>Send</button><pre>\n \n</pre></main>")
    page = page_of(source)
    for begin in range(-50, len(page.columns.text), 97):
        span, after = (begin, begin + 200), (2 * begin, 2 * begin + 40)
        assert short_texts(page.rows_read, TEXT, span, after, longest, FLAGS) == slowly(page, span, after, longest)
