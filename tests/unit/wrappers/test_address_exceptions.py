from dataclasses import replace

from made_articles import article_source, page_of
from made_wrappers import known, redesigned_pages, site

from sitelode.articles.fields.rules import FieldRules
from sitelode.model import Article, Fetched
from sitelode.pipeline import mine
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.learn.site_wrapper import LayoutsSeen, with_exceptions
from sitelode.wrappers.repair.repairing import repair
from sitelode.wrappers.taught.page_tokens import page_tokens
from sitelode.wrappers.teach.apply_lessons import layout_of, with_field
from sitelode.wrappers.teach.teaching import Lesson, teach
from sitelode.wrappers.wrapper import Wrapper

INDEX = "index pages"


def twins():
    """A wrapper of two layouts that look the same, the second of which knows no fields."""
    pages, _, wrapper = site()
    [layout] = wrapper.layouts
    poor = replace(layout, name="article-2", pages=layout.pages - 1, rules={**layout.rules, "fields": FieldRules().to_data()})
    return pages, wrapper.with_layouts([layout, poor])


def remembering(wrapper, pages):
    seen = LayoutsSeen(wrapper)
    return with_exceptions(wrapper, [(page.url, seen.name(page), name) for page, name in pages])


def reading(wrapper, page):
    [found] = Applier(Wrapper.from_data(wrapper.to_data())).read(page)
    return found


def test_only_pages_that_would_be_read_otherwise_are_remembered():
    pages, wrapper = twins()

    found = remembering(wrapper, [(pages[0], "article-1"), (pages[1], "article-2"), (pages[2], INDEX)])

    assert {name: len(codes) for name, codes in found.remembered.items()} == {"article-2": 1, INDEX: 1}
    assert reading(found, pages[0]).layout.name == reading(found, pages[3]).layout.name == "article-1"
    assert reading(found, pages[1]).layout.name == "article-2"
    assert (reading(found, pages[2]).found.article, reading(found, pages[2]).found.reason) == (None, INDEX)
    assert "remembered" not in wrapper.to_data()


def test_what_was_taught_is_found_by_looks():
    pages, wrapper = twins()
    found = remembering(wrapper, [(pages[1], "article-2"), (pages[2], INDEX)])
    lessons = [Lesson(page_tokens(page), "Ann Author") for page in pages[3:5]]
    taught = with_field(found, 0, teach("writer", lessons, [page_tokens(page) for page in pages[5:]]), ["Ann Author"])

    assert [reading(taught, page).taught.get("writer") for page in pages[:4]] == ["Ann Author"] * 4
    assert [layout_of(Applier(taught), page) for page in pages[:4]] == [0] * 4


def test_an_address_says_nothing_about_a_page_that_no_longer_has_its_layout():
    pages, wrapper = twins()
    found = remembering(wrapper, [(pages[1], "article-2")])
    changed = page_of(article_source(1)[0].replace('class="', 'class="new-'), pages[1].url)

    assert reading(found, changed).layout is None or reading(found, changed).layout.name == "article-1"


def test_after_a_redesign_addresses_say_only_what_has_no_article():
    pages, wrapper = twins()
    found = remembering(wrapper, [(pages[1], "article-2"), (pages[2], INDEX)])

    mended = repair(found, redesigned_pages(), known())

    assert mended.repaired
    assert list(mended.wrapper.remembered) == [INDEX]


def test_index_pages_in_the_frame_of_articles_have_no_article():
    sources = {f"https://example.test/{number}": article_source(number)[0] for number in range(12)}
    frame = article_source(0)[0]
    body, title = frame[frame.index("<main>") : frame.index("</main>")], f"<title>{title_in(frame)}"
    listed = "".join(f'<p><a href="{url}">{title_in(source)}</a></p>' for url, source in sources.items())
    sources["https://example.test/list"] = frame.replace(body, f"<main><h1>All stories</h1>{listed}").replace(title, "<title>All")
    mined = mine(Fetched(url, source.encode()) for url, source in sources.items())
    wrapper = mined.wrapper()

    read = {entry.url: reading(wrapper, mined.site.store.page(entry.number)).found.article for entry in mined.site.entries}

    assert [entry.url for entry, outcome in mined.site_articles.outcomes() if not isinstance(outcome, Article)] == [
        "https://example.test/list"
    ]
    assert [url for url, article in read.items() if article is None] == ["https://example.test/list"]


def title_in(source):
    return source.partition("<title>")[2].partition("</title>")[0]
