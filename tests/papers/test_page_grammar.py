"""RoadRunner (News Ripper thesis, chapter 7): the bookshop of its figures, rebuilt from their words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.html.parse import parse
from sitelode.output.nested_tables import csv_text, flat_tables
from sitelode_lab.separators.page_grammar import PageGrammar, article_text, long_columns, schema_of
from sitelode_lab.trees.tag_selection import EVERY_TAG

SMITH = "Books of:<b>John Smith</b><ul><li><i>Title:</i>DB Primer</li><li><i>Title:</i>Comp. Sys.</li></ul>"
JONES = (
    "Books of:<b>Paul Jones</b><img src=portrait><ul><li><i>Title:</i>XML at Work</li><li><i>Title:</i>HTML Scripts</li>"
    "<li><i>Title:</i>Javascript</li></ul>"
)


def pages(*bodies):
    return [parse(f"<body>{body}".encode()) for body in bodies]


def grammar_of(*bodies, **options):
    whole = str(PageGrammar(selection=EVERY_TAG, **options).study(pages(*bodies)))
    return whole.removeprefix("<html><head/><body>").removesuffix("</body></html>")


def fields(of, *bodies):
    template = PageGrammar(selection=EVERY_TAG).study(pages(*bodies))
    page = pages(of)[0]
    scores = template.content_scores(page)
    return [page.text(int(row)).strip() for row in page.text_rows if scores[row] >= 0.5]


def test_figure_7_3():
    assert grammar_of(SMITH, JONES) == "Books of:<b>#PCDATA</b>(<img/>)?<ul>(<li><i>Title:</i>#PCDATA</li>)+</ul>"


def test_fields_of_figure_7_3():
    assert fields(JONES, SMITH, JONES) == ["Paul Jones", "XML at Work", "HTML Scripts", "Javascript"]
    assert fields(SMITH, SMITH, JONES) == ["John Smith", "DB Primer", "Comp. Sys."]


def book(title, editions, description):
    rows = "".join(f"<tr>{f'<th>{name}</th>' if name else ''}<td>{year}</td><td>{price}</td></tr>" for name, year, price in editions)
    return f"<li><h3>{title}</h3><table>{rows}</table><p>{description}</p></li>"


PRIMER = book("Database Primer", [("First Edition, Paperback", 1998, "$20"), ("Second Edition, Hard Cover", 2000, "$30")], "Introduces.")
SYSTEMS = book("Computer Systems", [("First Edition, Paperback", 1995, "$40")], "An undergraduate level introduction.")
AT_WORK = book("XML at Work", [("First Edition, Paperback", 1999, "$30")], "A comprehensive description.")
SCRIPTS = book("HTML and Scripts", [(None, 1993, "$30"), ("Second Edition, Hard Cover", 1999, "$45")], "A useful handbook.")
JAVASCRIPTS = book("JavaScripts", [(None, 2000, "$50")], "A must.")


def test_nested_rows_of_figure_7_2():
    """The schema A (B ((C)? D E)+ F)+ with an author, his books, and for each book its editions, some without a name."""
    authors = [f"<h1>John Smith</h1><ul>{PRIMER}{SYSTEMS}</ul>", f"<h1>Paul Jones</h1><ul>{AT_WORK}{SCRIPTS}{JAVASCRIPTS}</ul>"]

    assert grammar_of(*authors) == (
        "<h1>#PCDATA</h1><ul>(<li><h3>#PCDATA</h3><table><tbody>"
        "(<tr>(<th>#PCDATA</th>)?<td>#PCDATA</td><td>#PCDATA</td></tr>)+"
        "</tbody></table><p>#PCDATA</p></li>)+</ul>"
    )


def test_the_data_set_of_figure_7_2():
    """The schema of the figure and its rows: an author with books, each with editions; a missing name of an edition is null."""
    authors = pages(f"<h1>John Smith</h1><ul>{PRIMER}{SYSTEMS}</ul>", f"<h1>Paul Jones</h1><ul>{AT_WORK}{SCRIPTS}{JAVASCRIPTS}</ul>")
    schema = schema_of(PageGrammar(selection=EVERY_TAG).study(authors))
    smith, jones = map(schema.read, authors)

    assert str(schema) == "A (B ((C)? D E)+ F)+"
    assert smith["A"] == "John Smith"
    assert [book["B"] for book in jones["list 1"]] == ["XML at Work", "HTML and Scripts", "JavaScripts"]
    assert jones["list 1"][1]["list 2"] == [
        {"C": None, "D": "1993", "E": "$30"},
        {"C": "Second Edition, Hard Cover", "D": "1999", "E": "$45"},
    ]
    assert [book["F"] for book in smith["list 1"]] == ["Introduces.", "An undergraduate level introduction."]


def test_nested_data_as_flat_tables():
    authors = pages(f"<h1>John Smith</h1><ul>{PRIMER}{SYSTEMS}</ul>", f"<h1>Paul Jones</h1><ul>{AT_WORK}{SCRIPTS}{JAVASCRIPTS}</ul>")
    schema = schema_of(PageGrammar(selection=EVERY_TAG).study(authors))
    tables = flat_tables([schema.read(page) for page in authors])

    assert {name: len(table) for name, table in tables.items()} == {"pages": 2, "list 1": 5, "list 2": 7}
    assert csv_text(tables["list 2"]).splitlines()[:2] == ["row,above,C,D,E", '1,1,"First Edition, Paperback",1998,$20']
    assert csv_text([{"row": 1, "A": "=1+1"}]).splitlines()[1] == "1,'=1+1"


def test_the_longest_fields_are_the_article():
    """7.5: large fields close to each other; what stands before the first and after the last is left out."""

    def story(number):
        lines = "".join(f"<p>{' '.join(f'word{number * 100 + line * 20 + place}' for place in range(20))}</p>" for line in range(3))
        return f"<div>{number} May</div><h1>Title {number}</h1><div>{lines}</div><ul><li>{number}<li>{number + 1}</ul><div>Seen {number} times</div>"

    several = pages(*map(story, range(4)))
    schema = schema_of(PageGrammar().study(several))
    records = [schema.read(page) for page in several]
    texts = [article_text(record, long_columns(records)) for record in records]

    assert all(text.startswith(f"word{number * 100} ") and text.endswith(f"word{number * 100 + 59}") for number, text in enumerate(texts))


@pytest.mark.parametrize(
    ("bodies", "expected"),
    [
        pytest.param(["<p>a</p>"], "<p>a</p>", id="one page is its own grammar"),
        pytest.param(["<p>a</p>", "<p>a</p>"], "<p>a</p>", id="equal pages"),
        pytest.param(["<p>a</p><p>b</p>", "<p>a</p><p>c</p>"], "<p>a</p><p>#PCDATA</p>", id="a field"),
        pytest.param(["<h1>x</h1><p>a</p>", "<h1>x</h1>"], "<h1>x</h1>(<p>a</p>)?", id="an option at the end"),
        pytest.param(["<h1>a</h1><hr><p>b</p>", "<h1>a</h1><p>b</p>"], "<h1>a</h1>(<hr/>)?<p>b</p>", id="an option between"),
        pytest.param(
            ["<div>a</div><ul></ul>", "<div>a</div><ol></ol>"], "<div>a</div>(<ol/>)?(<ul/>)?", id="an alternative is two options"
        ),
        pytest.param(
            ["<h3>a</h3><p>1</p><h3>b</h3><p>2</p>", "<h3>c</h3><p>3</p>"], "(<h3>#PCDATA</h3><p>#PCDATA</p>)+", id="a square of two"
        ),
    ],
)
def test_mismatches(bodies, expected):
    found = grammar_of(*bodies)
    turned = grammar_of(*bodies[::-1])

    assert found == turned
    assert found.replace("(<ul/>)?(<ol/>)?", "(<ol/>)?(<ul/>)?") == expected


def test_a_text_that_only_one_page_has_is_no_constant():
    assert fields("<h1>Head</h1><aside>Once</aside>", "<h1>Head</h1><aside>Once</aside>", "<h1>Head</h1>") == ["Once"]


def test_it_gives_up_within_its_bound_and_says_so():
    template = PageGrammar(comparisons=5).study(pages(SMITH, JONES))
    page = pages(SMITH)[0]

    assert template.gave_up
    assert str(template) == "nothing is known"
    assert template.content_scores(page)[page.text_rows].all()


def test_pages_that_are_too_deep_have_no_grammar():
    deep = "<div>" * 400
    template = PageGrammar().study(pages(deep + "a", deep + "b"))

    assert template.gave_up


parts = st.sampled_from(["<p>x</p>", "<p>y</p>", "<ul><li>x</li></ul>", "<ul><li>x</li><li>z</li></ul>", "<hr>", "<div><p>x</p>w</div>"])


@given(st.lists(st.lists(parts, max_size=6).map("".join), min_size=2, max_size=4))
def test_every_studied_page_is_read_to_its_end(bodies):
    """What is equal on all pages at the only place of its kind is constant; nothing breaks on the way there."""
    framed = [f"<h1>Name</h1><section>{body}</section><footer>Imprint</footer>" for body in bodies]
    template = PageGrammar().study(pages(*framed))
    for page in pages(*framed):
        scores = template.content_scores(page)
        by_text = {page.text(int(row)): scores[row] for row in page.text_rows}

        assert not template.gave_up
        assert by_text["Name"] == 0
        assert by_text["Imprint"] == 0
