"""Pages for the tests of rendering: small ones by hand, and soup."""

import re

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from sitelode.html.parse import parse
from sitelode.html.render.selection import HIDDEN_TAGS

on_any_page = settings(deadline=None, derandomize=True)  # the first example waits for the compiler
ADDRESS = "https://example.org/news/today.html"

_TAGS = (
    "a abbr address article aside b blockquote body br button caption center cite code col colgroup custom-element dd del details div dl "
    "dt em fieldset figcaption figure font footer foreignobject form h1 h2 h6 head header hr html i iframe img input ins kbd label legend "
    "li main mark math menu nav nobr noframes noscript object ol optgroup option p picture pre q rp rt ruby s samp script section select "
    "small span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr tt u ul var video "
    "wbr xmp"
).split()
# Without hyphens, colons and quotation marks, which renderers add.
_WORDS = (
    "word", "two words", " ", "\n", "\n\n  x", "\N{NO-BREAK SPACE}", "é", "漢字", "العربية", "&amp;lt;b>", "&lt;script>", "*", "**b**",
    "_u_", "a_b", "`", "``", "[x](y)", "![", "!", "\\", "\\*", "# ", "#", "1. ", "2)", "+ ", "> ", "=", "===", "|", "| a | b |", "~~",
    "~~~", "&amp;copy;", "&#9;", "\t", "<", "&", "$", "http&#58;//x.example", "\N{IDEOGRAPHIC SPACE}", "\N{SOFT HYPHEN}", "…",
)  # fmt: skip
_ATTRIBUTES = (
    "", "", "", " href=/x", ' href="javascript&#58;alert(1)"', " href='java\nscript&#58;alert(1)'", ' href="/a(b)`c\\d|e f"', " src=/p.png",
    " src=x onerror=alert(1)", ' alt="](javascript&#58;alert(1))"', ' alt="<script>"', " colspan=9007199254740991", " rowspan=0",
    " start=7", " onclick=alert(1)", " style=position&#58;fixed", " lang=de", ' lang="<x>"', " dir=rtl",
    ' title=""><script>alert(1)</script>"', " class=language-py", ' class="language-`x"', " value=3", " hidden",
)  # fmt: skip


def page_of(html, url=ADDRESS):
    return parse(html.encode("utf-8", "replace"), url)


def soup():
    """Tags that open and close as they like, with text, comments and hostile attributes between them."""
    names = st.sampled_from(_TAGS)
    start = st.builds("<{}{}>".format, names, st.sampled_from(_ATTRIBUTES))
    pieces = st.one_of(start, start, st.builds("</{}>".format, names), st.sampled_from(_WORDS), st.sampled_from(_WORDS))
    doctype = st.sampled_from(("<!doctype html>", "<p>", "<!doctype html><body>"))
    return st.builds(lambda first, rest: first + "".join(rest), doctype, st.lists(pieces, max_size=40))


def pages():
    return soup().map(page_of)


def styled_paragraphs():
    """Paragraphs with little but styles, links and breaks, which meet in every way."""
    tags = st.sampled_from("b i s code a q br img kbd strong".split())
    pieces = st.one_of(
        st.builds("<{} href=/x src=/y>".format, tags),
        st.builds("</{}>".format, tags),
        st.sampled_from((*_WORDS, "a", "a", " a", "a ", "(", "€")),
    )
    return st.lists(pieces, min_size=1, max_size=16).map(lambda parts: page_of("<!doctype html><p>" + "".join(parts)))


def choices_of(page):
    """Masks over the text nodes of a page."""
    texts = page.text_rows
    flags = st.lists(st.booleans(), min_size=len(texts), max_size=len(texts))
    return flags.map(lambda chosen: np.isin(np.arange(len(page)), texts[np.array(chosen, dtype=bool)]))


def ancestors(page, row):
    while row >= 0:
        yield row
        row = int(page.columns.parent[row])


def seen_texts(page):
    """The slow, obvious way: every text node that has nothing hidden above it."""
    hidden = [any(page.tag_name(each) in HIDDEN_TAGS for each in ancestors(page, row)) for row in page.text_rows.tolist()]
    return page.text_rows[~np.array(hidden, dtype=bool)]


def words(text):
    """Words without what renderers add: dashes, colons of definitions, quotation marks."""
    return re.sub("[-:“”]", "", text).split()
