from sitelode.layout.address_families import split_by_address
from sitelode.layout.clusters import Clusters

BASE = frozenset(range(20))


def split(pages):
    """Clusters of (address, extra paths) that count as one layout."""
    clusters = Clusters([0] * len(pages), 0.68)
    sets = [BASE | extra for _, extra in pages]
    return split_by_address(clusters, sets, [f"https://site.example{path}" for path, _ in pages]).of_page


def family(name, count, extra=frozenset()):
    return [(f"/{name}/page-{chr(97 + number)}", extra) for number in range(count)]


def test_families_that_differ_systematically_fall_apart():
    assert split(family("tag", 8) + family("author", 6, frozenset({99}))) == [0] * 8 + [1] * 6


def test_addresses_alone_split_nothing():
    assert set(split(family("tag", 8) + family("author", 6))) == {0}


def test_layout_alone_splits_nothing():
    assert set(split(family("tag", 8) + family("tag", 6, frozenset({99})))) == {0}


def test_an_element_on_some_pages_of_a_family_is_no_difference():
    assert set(split(family("tag", 8) + family("author", 3, frozenset({99})) + family("author", 3))) == {0}


def test_small_families_are_one():
    pages = family("tag", 40) + [(f"/{name}/x", frozenset({99})) for name in "abcdefgh"]

    assert split(pages) == [0] * 40 + [1] * 8


def test_every_page_keeps_a_cluster_and_the_order_does_not_matter():
    pages = family("tag", 8) + family("author", 6, frozenset({99})) + [("/home", frozenset()), ("/x/y", frozenset())]
    straight, backwards = split(pages), split(pages[::-1])

    assert straight == backwards[::-1]
    assert len(straight) == len(pages)
