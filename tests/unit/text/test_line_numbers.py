import pytest

from sitelode.html.parse import parse
from sitelode.html.render.html import html_of
from sitelode.html.render.markdown import markdown_of
from sitelode.html.render.text import text_of_nodes
from sitelode.text.segments import segments_of

CODE = ["def lamp(oil):", "    if oil:", "", "        return 12"]


def read(html):
    """Plain text and Markdown of what is read of a page."""
    page = parse(html.encode())
    rows = segments_of(page).rows
    return text_of_nodes(page, rows), markdown_of(page, rows)


def spans(number):
    return "".join(f"<span class=line><span class=n>{number + place}</span>{line}\n</span>" for place, line in enumerate(CODE))


def column(between, ends=("", "")):
    return between.join(f"{ends[0]}{place + 1}{ends[1]}" for place in range(len(CODE)))


@pytest.mark.parametrize(
    "html",
    [
        pytest.param(f"<pre><code>{spans(1)}</code></pre>", id="before every line"),
        pytest.param(f"<pre>{spans(8)}</pre>", id="from the eighth line on"),
        pytest.param(f"<table><tr><td><pre>{column(chr(10))}\n</pre></td><td><pre>{chr(10).join(CODE)}</pre></td></tr></table>", id="cell"),
        pytest.param(
            f"<table><tr><td>{column('', ('<div>', '</div>'))}</td><td><pre>{chr(10).join(CODE)}</pre></td></tr></table>",
            id="cell of blocks",
        ),
    ],
)
def test_numbers_of_lines_are_not_read(html):
    text, markdown = read(f"<p>before</p>{html}<p>after")
    assert text == "before\n\n" + "\n".join(CODE) + "\n\nafter"
    assert markdown == "before\n\n```\n" + "\n".join(CODE) + "\n```\n\nafter"


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("<pre>1 apple\n2 pears</pre>", id="numbers in the text itself"),
        pytest.param("<pre><b>1 apple</b>\n<b>2 pears</b></pre>", id="numbers with the text of their lines"),
        pytest.param("<pre><b>1</b> a\n<b>1</b> b\n<b>2</b> c</pre>", id="no counting"),
        pytest.param("<pre><b>1</b> a\nb\n<b>2</b> c</pre>", id="not every line"),
        pytest.param("<pre><b>1</b> a</pre>", id="one line"),
        pytest.param("<code>x</code><table><tr><td>1</td><td>gold</td></tr><tr><td>2</td><td>silver</td></tr></table>", id="ranks"),
        pytest.param("<code>x</code><table><tr><td>12 13</td></tr></table>", id="numbers beside nothing"),
        pytest.param("<pre>1\n2\n3</pre>", id="numbers alone"),
    ],
)
def test_other_numbers_are_read(html):
    page = parse(html.encode())
    assert "".join(read(html)[0].split()) == "".join(page.text().split())


def test_code_that_is_shown_as_a_table_is_code():
    lines = "".join(f'<tr><td data-line="{place + 1}"></td><td class=c>{line}</td></tr>' for place, line in enumerate(CODE))
    html = f"<p>before</p><table>{lines}</table><p>after"
    page = parse(html.encode())
    assert read(html)[1] == "before\n\n```\n" + "\n".join(CODE) + "\n```\n\nafter"
    assert html_of(page, segments_of(page).rows) == "<p>before</p>\n<pre>" + "\n".join(CODE) + "</pre>\n<p>after</p>"


def test_a_table_with_empty_cells_is_none():
    rows = "".join(f'<tr><td rowspan="1"></td><td>{word}</td></tr>' for word in ("one", "two", "three"))
    assert "| one |" in read(f"<table>{rows}</table>")[1]


def test_numbers_in_a_cell_behind_another_are_not_read():
    html = f"<table><tr><td>file</td><td>{column(' ')}</td><td><pre>{chr(10).join(CODE)}</pre></td></tr></table>"
    assert read(html)[0].split() == ["file", *" ".join(CODE).split()]
