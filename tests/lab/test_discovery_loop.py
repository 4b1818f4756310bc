import numpy as np
from small_site import expected, opened, small_site

from sitelode.layout.site_layouts import find_layouts
from sitelode_lab.links.discovery_loop import MOST_ROUNDS, discover, follow

FRONT, SECTION, ONE, TWO, ALONE = range(5)


def columns(*pairs):
    return np.array([source for source, _ in pairs]), np.array([target for _, target in pairs])


def test_informative_links_lead_from_index_pages_to_articles():
    found = follow(*columns((FRONT, ONE), (FRONT, TWO), (SECTION, ONE), (SECTION, TWO), (ONE, TWO)), [FRONT], 5)

    assert found.kinds == ["index", "index", "article", "article", "other"]
    assert found.stable
    assert len(found.rounds) < MOST_ROUNDS


def test_pages_that_link_to_each_other_do_not_go_back_and_forth():
    found = follow(*columns((FRONT, SECTION), (SECTION, FRONT)), [FRONT], 5)

    assert found.stable


def test_no_links():
    empty = np.empty(0, dtype=np.int64)

    assert follow(empty, empty, [FRONT], 5).kinds == ["other"] * 5


def test_from_the_front_page_to_the_articles_of_a_site():
    site = opened(small_site())
    paths = ["/" + entry.url.split("/", 3)[3] for entry in site.entries]
    found = discover(site, find_layouts(site.pages()), [paths.index("/")])
    right = [kind == expected(path) for path, kind in zip(paths, found.kinds, strict=True)]

    assert found.stable
    assert np.mean(right) > 0.8
