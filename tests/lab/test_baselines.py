"""Header and tail filter, table break-down: as chapter 1 of the thesis has them."""

import pytest

from sitelode.html.parse import parse
from sitelode_lab.separators.baselines import TABLES, HeaderTail, TableBreakdown


def kept(template, page):
    scores = template.content_scores(page)
    return [page.text(int(row)).strip() for row in page.text_rows if scores[row] >= 0.5]


def lines(*texts):
    return parse("".join(f"<p>{text}</p>" for text in texts).encode())


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        pytest.param(["Home", "News", "Story", "Foot"], ["Home", "News", "Other", "Foot"], ["Story"], id="header and tail"),
        pytest.param(["Home", "Story"], ["Home", "Other"], ["Story"], id="no tail"),
        pytest.param(["Story", "Menu", "More"], ["Other", "Menu", "Less"], ["Story", "Menu", "More"], id="common lines between stay"),
        pytest.param(["Home", "Foot"], ["Home", "Story", "Foot"], [], id="nothing but header and tail"),
        pytest.param(["a", "a"], ["a", "a", "a"], [], id="header and tail do not overlap"),
    ],
)
def test_header_and_tail(one, other, expected):
    pages = [lines(*one), lines(*other)]

    assert kept(HeaderTail().study(pages), pages[0]) == expected


def test_the_filter_is_used_on_other_pages():
    template = HeaderTail().study([lines("Home", "One", "Foot"), lines("Home", "Two", "Foot")])

    assert kept(template, lines("Home", "Three", "Four", "Foot")) == ["Three", "Four"]


NESTED = parse(
    b"<table><tr><td>menu words here<td><table><tr><td>the article itself has most words of all</table>"
    b"<td><table><tr><td>a side remark</table></table>outside"
)


def test_tables_of_one_depth_are_joined_as_the_thesis_complains():
    by_depth = TableBreakdown(by_depth=True, containers=TABLES)

    assert kept(by_depth, NESTED) == ["the article itself has most words of all", "a side remark"]


def test_the_single_table_with_most_words():
    assert kept(TableBreakdown(containers=TABLES), NESTED) == ["the article itself has most words of all"]


def test_any_section_is_a_container_by_default():
    page = parse(b"<div>menu</div><main><p>one two three</p><p>four five</p></main><div>foot note</div>")

    assert kept(TableBreakdown(), page) == ["one two three", "four five"]
