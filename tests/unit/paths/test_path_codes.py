"""Codes of paths in compiled code are those of a slow walk from every element up to the root."""

from functools import reduce

import pytest
from made_articles import article_source, page_of

from sitelode.compiled.codes import code_of, mix
from sitelode.paths.element_names import names_in
from sitelode.paths.kernels.path_columns import mixed
from sitelode.paths.path_codes import PathCoder, authors_tags, class_label, layout_tags
from sitelode.paths.recurring_names import ClassNames


def slow_paths(page, names):
    """The code of every row, and whether the path of each layout element ends in an author's one."""
    found, authors = [], {}

    def label(row):
        classes = names.counting(page.tags[row], names_in(page.attribute(row, "class") or ""))
        return code_of(page.tag_name(row)) ^ class_label(classes)

    for row in range(len(page)):
        way, above = [], row
        while above >= 0:
            way = [above, *way] if layout_tags()[page.tags[above]] else way
            above = page.parents[above]
        before = reduce(mix, (code_of(page.tag_name(each)) for each in way[:-2]), 0)
        found.append(mix(mix(before, label(way[-2]) if len(way) > 1 else 0), label(way[-1])) if way else 0)
        if way and way[-1] == row:
            is_nameless = label(row) == code_of(page.tag_name(row))
            authors.setdefault(found[-1], is_nameless and bool(authors_tags()[page.tags[row]]))
    return found, authors


@pytest.mark.parametrize("is_alone", [True, False])
def test_paths_are_those_of_a_slow_walk(is_alone):
    sources = [article_source(number)[0] for number in range(4)]
    strange = '<body class="a"><own-tag class="b"><div class="lead a"><p>x <b><i class="c">y</i></b></p><ul><li class="lead">z</ul></div></own-tag>'
    pages = [page_of(source) for source in (*sources, strange, "<p>bare</p>")]
    names = ClassNames.of_pages(pages[:1] if is_alone else pages)
    coder = PathCoder(names)

    for page in pages:
        expected, authors = slow_paths(page, names)
        assert coder.paths(page).tolist() == expected
        found = coder.path_set(page)
        assert dict(zip(found.codes.tolist(), found.authors.tolist(), strict=True)) == authors
        assert found.codes.tolist() == sorted(authors)


def test_codes_behind_each_other_are_mixed_alike():
    for above, label in ((0, 0), (1, 2), (2**64 - 1, 2**63), (12345678901234567890, 98765432109876543)):
        assert mixed(above, label) == mix(above, label)
