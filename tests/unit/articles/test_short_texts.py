import pytest
from made_articles import article_source, page_of

from sitelode.articles.fields import page_view
from sitelode.articles.reader import ClusterReader
from sitelode.text.segments import UNREAD_TAGS

UNREAD = UNREAD_TAGS | {"script", "style", "template", "title"}


def slowly(view, near, longest):
    first, last = view.body_span
    found = []
    for row in view.page.text_rows.tolist():
        start, text = view.page.text_starts[row], view.page.text(row).encode()
        is_near = min(first, view.title_start) - near <= start <= max(first, view.title_start) + near or last - near <= start <= last + near
        if is_near and len(text) <= longest and view.page.tag_name(view.page.parents[row]) not in UNREAD and not text.isspace():
            found.append(row)
    return found


@pytest.mark.parametrize("near", [0, 90, 700])
@pytest.mark.parametrize("longest", [5, 60, 1000])
def test_short_texts_are_those_found_one_by_one(longest, near, monkeypatch):
    monkeypatch.setattr(page_view, "SHORT", longest)
    monkeypatch.setattr(page_view, "NEAR", near)
    source = article_source(3)[0].replace("</main>", "<p> <b>\u00a0</b>\n<i>x</i> </p><button>Send</button><pre>\n \n</pre></main>")
    page = page_of(source)
    view = ClusterReader.learnt(0, [page]).view(page)

    assert view.short_texts == slowly(view, near, longest)
