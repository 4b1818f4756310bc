import random

import numpy as np
import pytest

from sitelode.html.parse import parse
from sitelode.layout.clusters import clusters_of
from sitelode.paths.element_names import page_names
from sitelode.paths.path_codes import PathCoder, PathSet
from sitelode.paths.recurring_names import ClassNames


def path_sets(pages):
    """By all class names."""
    parsed = [parse(page.encode()) for page in pages]
    coder = PathCoder(ClassNames({pair: pair[1] for page in parsed for pair in page_names(page).pairs()}))
    return [coder.path_set(page) for page in parsed]


def article(paragraphs):
    body = "".join(f"<p>{number}</p>" for number in range(paragraphs))
    return f"<div class=page><header class=top>t</header><main class=text><h1>x</h1>{body}</main><footer class=end>f</footer></div>"


def listing(items):
    body = "".join(f"<li class=item><h2 class=t>{number}</h2></li>" for number in range(items))
    return f"<div class=page><header class=top>t</header><ul class=list>{body}</ul><nav class=pages>1 2</nav><div class=side>s</div></div>"


def test_the_number_of_paragraphs_does_not_matter():
    one, other = path_sets([article(1), article(500)])

    assert np.array_equal(one.codes, other.codes)


def test_articles_and_listings_fall_apart():
    pages = [article(number) for number in range(1, 8)] + [listing(number) for number in range(1, 5)]

    assert clusters_of(path_sets(pages)).of_page == [0] * 7 + [1] * 4


def test_the_order_of_pages_does_not_matter():
    pages = [article(number) for number in range(1, 8)] + [listing(number) for number in range(1, 5)] + ["<p>odd", "<table><tr><td>odder"]
    numbers = list(range(len(pages)))
    random.Random(7).shuffle(numbers)
    straight = clusters_of(path_sets(pages)).of_page
    shuffled = clusters_of(path_sets([pages[number] for number in numbers])).of_page

    assert [straight[number] for number in numbers] == shuffled


def test_what_authors_write_weighs_less_than_what_templates_say():
    plain = "<div class=page><main class=text><h1>x</h1><p>a</p></main><footer class=end>f</footer></div>"
    rich = plain.replace("<p>a</p>", "<p>a</p><ul><li>b</ul><pre>c</pre><blockquote>d</blockquote>")
    other = plain.replace("class=end", "class=finish").replace("class=text", "class=words")
    pages = [plain] * 3 + [rich] * 3 + [other] * 3

    assert clusters_of(path_sets(pages)).of_page == [0] * 6 + [1] * 3


@pytest.mark.parametrize("pages", [0, 1, 2])
def test_few_pages(pages):
    assert clusters_of(path_sets([article(2)] * pages)).of_page == [0] * pages


def test_pages_without_any_layout_are_one_cluster():
    empty = PathSet(np.empty(0, np.uint64), np.empty(0, np.bool_))

    assert clusters_of([empty, empty]).of_page == [0, 0]


def test_members_lists_every_page_once():
    pages = [article(1), listing(1), article(2), "<p>odd"]
    clusters = clusters_of(path_sets(pages))

    assert sorted(page for members in clusters.members() for page in members) == [0, 1, 2, 3]
