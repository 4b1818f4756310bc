"""Where the decisions on layouts change sides: which paths count, when two pages are alike, which codes a sketch keeps. The figures stand in the text."""

import numpy as np
import pytest
from made_graphs import site_of

from sitelode import mine
from sitelode.html.parse import parse
from sitelode.layout.address_families import split_by_address
from sitelode.layout.clusters import Clusters, clusters_of_sets, largest_first, most_like, path_weights, paths_that_count
from sitelode.layout.site_layouts import SiteLayouts, common_url_pattern, find_layouts, layouts_of_site
from sitelode.layout.sketch import MOST_CODES, PageSketcher, common_codes, limit_codes, share_of, weights_of
from sitelode.model import Fetched
from sitelode.paths.path_codes import AUTHORS_WEIGHT, PathSet
from sitelode.paths.recurring_names import ClassNames

WORDS = ("The harbour of the old town", "A ferry that nobody waited for", "Lamps along the quay")


def path_set(codes, authors=()):
    ordered = np.array(sorted(codes), dtype=np.uint64)
    return PathSet(ordered, np.isin(ordered, list(authors)))


def codes(*values):
    return np.array(values, dtype=np.uint32)


@pytest.mark.parametrize(
    ("pages", "having", "counts"),
    [
        (1, 1, True),
        (2, 1, False),
        (2, 2, True),
        (50, 1, False),
        (50, 2, True),
        (150, 2, False),
        (150, 3, True),
        (2000, 19, False),
        (2000, 20, True),
    ],
)
def test_a_path_counts_from_two_pages_two_percent_or_twenty_pages(pages, having, counts):
    usual = {1, 2, 3, 4, 5}
    sets = [path_set(usual | {99} if number < having else usual) for number in range(pages)]

    assert (99 in path_weights(sets)) is counts


@pytest.mark.parametrize(("shared", "own", "counts"), [(3, 1, True), (4, 1, False), (3, 0, False), (0, 4, True)])
def test_all_paths_of_a_page_count_that_shares_three_or_fewer(shared, own, counts):
    usual = path_set(range(1, 11))
    lone = path_set([*range(1, 1 + shared), *range(100, 100 + own)])

    assert (100 in path_weights([usual, usual, lone])) is counts


def test_what_authors_write_weighs_as_the_constant_says():
    sets = [path_set({1, 2, 3}, authors={2})] * 2

    assert path_weights(sets) == {1: 1.0, 2: AUTHORS_WEIGHT, 3: 1.0}
    assert paths_that_count([path_set({1, 7})], {1: 1.0}) == [frozenset({1})]
    assert weights_of(codes(2, 3)).tolist() == [1.0, np.float32(AUTHORS_WEIGHT)]


def test_likeness_is_what_two_share_of_what_either_has():
    weights = {1: 1.0, 2: 1.0, 3: 0.5, 4: 2.0}
    seeds = [(frozenset({4}), 2.0), (frozenset({1, 3}), 1.5), (frozenset({1, 3}), 1.5)]

    assert most_like(frozenset({1, 2, 3}), 2.5, seeds, weights, 0.5) == (0.6, 1)
    assert most_like(frozenset({1, 2, 3}), 2.5, seeds, weights, 0.6) == (0.6, 1), "as large as it need be"
    assert most_like(frozenset({1, 2, 3}), 2.5, seeds, weights, 0.61) == (0.0, 0), "too small to be alike"
    assert most_like(frozenset(), 0.0, [(frozenset(), 0.0)], weights, 0.5) == (1.0, 0)


def test_a_page_joins_the_most_like_seed_from_the_threshold_on():
    weights = dict.fromkeys(range(30), 1.0)
    whole, most = frozenset(range(10)), frozenset(range(6))

    assert clusters_of_sets([whole, whole, most], weights, 0.6).of_page == [0, 0, 0]
    assert clusters_of_sets([whole, whole, most], weights, 0.61).of_page == [0, 0, 1]


def test_the_largest_cluster_is_the_first_and_equals_keep_their_order():
    assert largest_first([2, 0, 1, 1, 0, 3]) == [2, 0, 1, 1, 0, 3]
    assert largest_first([5, 7, 7]) == [1, 0, 0]


@pytest.mark.parametrize(("having", "split"), [(10, True), (9, True), (8, False)])
def test_families_fall_apart_by_what_nine_in_ten_pages_have(having, split):
    paths = [frozenset({1, 2} if number < having else {1}) for number in range(10)] + [frozenset({1})] * 10
    urls = [f"https://a.example/{'tag' if number < 10 else 'author'}/{chr(97 + number)}" for number in range(20)]

    assert (len(set(split_by_address(Clusters([0] * 20, 0.68), paths, urls).of_page)) == 2) is split


@pytest.mark.parametrize(("having", "split"), [(0, True), (1, True), (2, False)])
def test_and_one_in_ten_of_the_others(having, split):
    paths = [frozenset({1, 2})] * 10 + [frozenset({1, 2} if number < having else {1}) for number in range(10)]
    urls = [f"https://a.example/{'tag' if number < 10 else 'author'}/{chr(97 + number)}" for number in range(20)]

    assert (len(set(split_by_address(Clusters([0] * 20, 0.68), paths, urls).of_page)) == 2) is split


@pytest.mark.parametrize(("members", "family", "split"), [(20, 5, True), (20, 4, False), (100, 10, True), (100, 9, False)])
def test_a_family_has_five_pages_and_a_tenth(members, family, split):
    """Two families that differ; where both are too small they are the rest together, and alike."""
    names = ["tag"] * family + ["author"] * family + ["news"] * (members - 2 * family)
    paths = [frozenset({1, 2}) if name == "tag" else frozenset({1, 3}) if name == "author" else frozenset({1, 4}) for name in names]
    urls = [f"https://a.example/{name}/x" for name in names]
    found = split_by_address(Clusters([0] * members, 0.68), paths, urls).of_page

    assert len(set(found)) == (3 if split else 2)


def test_families_of_one_size_are_taken_by_name():
    names = ["tag"] * 6 + ["author"] * 6
    paths = [frozenset({1, 2})] * 6 + [frozenset({1, 3})] * 6
    urls = [f"https://a.example/{name}/x" for name in names]

    assert split_by_address(Clusters([0] * 12, 0.68), paths, urls).of_page == [1] * 6 + [0] * 6


def test_codes_are_common_that_half_of_the_pages_have():
    assert common_codes([codes(2, 4, 6), codes(2, 4), codes(2, 8), codes(2)]).tolist() == [2, 4]
    assert common_codes([]).tolist() == []


def test_a_layout_keeps_at_most_so_many_codes_and_all_layouts_the_same_part():
    large, small = np.arange(0, 2 * (MOST_CODES + 2), 2, dtype=np.uint32), codes(2, 2 * MOST_CODES - 2, 2 * MOST_CODES, 10_000)
    cut, other = limit_codes([large, small])

    assert cut.tolist() == large[:MOST_CODES].tolist()
    assert other.tolist() == [2, 2 * MOST_CODES - 2]
    assert [each.tolist() for each in limit_codes([large[:MOST_CODES], small])] == [large[:MOST_CODES].tolist(), small.tolist()]


def test_the_share_of_a_layout_counts_by_weight():
    assert share_of(codes(2, 4, 5), codes(4, 5)) == pytest.approx((1 + AUTHORS_WEIGHT) / (2 + AUTHORS_WEIGHT))


def sketched(body):
    return PageSketcher().every_code(parse(f"<body>{body}".encode())).tolist()


def test_a_code_is_an_element_with_its_parent():
    assert sketched("<div class=a><p>x</div>") == sketched("<div class=a><p>y</p></div>")
    assert sketched("<div class=a><p class=c>x</div>")[-1] != sketched("<div class=b><p class=c>x</div>")[-1], "another parent"
    assert sketched("<div class=a><p class=c>x</div>")[-1] != sketched("<div class=a><p class=d>x</div>")[-1], "another class"
    assert sketched("<x-one><p class=c>x</x-one>")[-1] != sketched("<x-two><p class=c>x</x-two>")[-1], "names of no standard differ"
    twice = PageSketcher().codes(parse(b"<body><div class=a></div><div class=a></div>")).tolist()
    assert len(sketched("<div class=a></div><div class=a></div>")) > len(twice) == len(set(twice))
    assert twice == sorted(twice)


@pytest.mark.parametrize(
    ("element", "authors"),
    [("<blockquote>x</blockquote>", 1), ("<blockquote class=teaser>x</blockquote>", 0), ("<nav>x</nav>", 0), ("<nav class=a>x</nav>", 0)],
)
def test_the_last_bit_marks_what_authors_write_without_a_class(element, authors):
    assert sketched(element)[-1] & 1 == authors


def test_what_nearly_all_pages_share_is_common():
    pages = [
        parse(f"<div class=top>t</div><div class=text><p>{number}</div>{'<aside>x</aside>' * (number < 8)}".encode())
        for number in range(10)
    ]
    layouts = find_layouts(pages, threshold=0.1)
    sets = [set(each.codes.tolist()) for each in layouts.path_sets]
    in_nine = {code for each in sets for code in each if sum(code in other for other in sets) >= 9}

    assert layouts.common_share(range(10)) == pytest.approx(np.mean([len(each & in_nine) / len(each) for each in sets]))


def test_on_a_single_page_nothing_recurs():
    names = "".join(f"<p class=tag-{name}>x" for name in "harbour ferry lamp rope sail tide wind boat moor quay".split())
    for count, expected in ((1, False), (3, True)):
        bodies = [
            f"<title>Page {number}</title><div class=top>{names} {WORDS[number]} is what it is about".encode() for number in range(count)
        ]
        site = mine([Fetched(f"https://a.example/{number}", body) for number, body in enumerate(bodies)])
        assert len(site.layouts.path_sets) == count
        assert bool(site.layouts.class_names.known) is expected
        assert bool(find_layouts([parse(body) for body in bodies]).class_names.known) is expected


def test_the_pages_of_both_passes_are_told():
    told = []
    layouts_of_site(site_of({"/": "<p>x", "/a": "<p>y"}), lambda *step: told.append(step))

    assert told == [("names", 2, 2), ("layouts", 2, 2)]


def test_a_class_name_counts_that_two_pages_have():
    pages = ['<div class="lead">one</div><p class="own">x</p>', '<div class="lead">two</div>']
    found = find_layouts([parse(each, f"https://a.example/{number}") for number, each in enumerate(pages)])
    of_site = mine([Fetched(f"https://a.example/{number}", each.encode()) for number, each in enumerate(pages)]).layouts

    assert sorted(found.class_names.known.values()) == sorted(of_site.class_names.known.values()) == ["lead"]


@pytest.mark.parametrize(
    ("sets", "share"),
    [
        ([{1}, {1}], 1.0),
        ([{1}, {2}], 0.0),
        ([{1, 2}, {1, 3}, {1, 4}], 0.5),
        ([set(), set()], 0.0),
        ([{1}] * 9 + [set()], 0.9),
        ([{1}] * 8 + [set()] * 2, 0.0),
    ],
)
def test_the_common_share_of_a_cluster_is_that_of_an_average_page(sets, share):
    alone = Clusters([0] * len(sets), 0.68)

    assert SiteLayouts(alone, ClassNames({}), [path_set(each) for each in sets], alone).common_share(range(len(sets))) == share


@pytest.mark.parametrize(("numbered", "others", "found"), [(8, 2, True), (7, 3, False), (1, 0, False), (2, 0, True)])
def test_eight_in_ten_addresses_follow_a_pattern(numbered, others, found):
    urls = [f"https://a.example/news/{number}.html" for number in range(numbered)] + [
        f"https://a.example/{'ab' * each}x" for each in range(1, others + 1)
    ]

    assert (common_url_pattern(urls) is not None) is found
