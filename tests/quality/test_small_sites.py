"""Floors that every clone can check: what is mined from small sites of our own, against what is true of them."""

import sys
from collections import Counter
from functools import cache
from pathlib import Path
from statistics import fmean

import pytest

from sitelode import mine
from sitelode.model import Fetched

sys.path.append(str(Path(__file__).parents[2] / "examples"))
from small_sites import SITES

FLOOR = 0.98  # share of pages of the right kind, F1 of the signs of articles, share of their titles, share of the entries of lists


@cache
def mined_site(name):
    pages = list(SITES[name]())
    return pages, mine([Fetched(page.url, page.html.encode()) for page in pages])


def signs_f1(found, true):
    one, other = Counter(found), Counter(true)  # languages without spaces have no words to count
    return 2 * (one & other).total() / max(1, one.total() + other.total())


def figures(name):
    pages, mined = mined_site(name)
    kinds = dict(zip((entry.url for entry in mined.site.entries), mined.kinds.kind, strict=True))
    articles = {article.url: article for article in mined.articles}
    true = [page for page in pages if page.kind == "article"]
    texts = [signs_f1(articles[page.url].text if page.url in articles else "", "".join(page.text)) for page in true]
    titles = [page.url in articles and articles[page.url].title == page.title for page in true]
    rows = {str(value) for each in mined.lists for column in each.table().columns for value in column.values}
    entries = [title in rows for page in pages for title in page.records]
    return tuple(fmean(some) if some else 1.0 for some in ([kinds.get(page.url) == page.kind for page in pages], texts, titles, entries))


@pytest.mark.parametrize("name", SITES)
def test_no_figure_is_below_its_floor(name):
    reached = figures(name)
    assert min(reached) >= FLOOR, reached


@pytest.mark.parametrize("name", SITES)
def test_a_site_has_thirty_to_sixty_pages_and_is_made_alike_twice(name):
    pages = list(SITES[name]())
    assert 30 <= len(pages) <= 60
    assert pages == list(SITES[name]())
    assert len({page.url for page in pages}) == len(pages)
