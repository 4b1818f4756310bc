"""A page of the mined site as inert HTML, for the studio's sandboxed frames, with its style sheet.

The HTML is built, not filtered: tags come from the tables below, attributes are our own, text is escaped. Scripts, styles, forms,
frames, pictures and links of the page are not copied. The only links are those around texts; they lead to an address of the studio
that answers "no content", so that a click tells the studio which text was clicked and the frame does not change.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode.html.render.selection import walk
from sitelode.html.render.table_grid import span
from sitelode.html.vocabulary import BLOCK_TAGS, TEXT

FRAME_STYLE = """
:root{--mark:#d97706;--tint:#2563eb;--quiet:color-mix(in srgb,CanvasText 34%,Canvas)}
:root{background:Canvas;color:CanvasText;font:13px/1.5 system-ui,sans-serif}
body{margin:0;padding:14px 18px 48px;overflow-wrap:break-word}
h1{font-size:1.5em}h2{font-size:1.25em}h3,h4,h5,h6{font-size:1.05em}h1,h2,h3,h4,h5,h6{margin:.7em 0 .35em;line-height:1.25}
p,ul,ol,dl,blockquote,figure,pre,table{margin:.45em 0}ul,ol{padding-left:1.5em}pre{white-space:pre-wrap}
table{border-collapse:collapse}td,th{padding:1px 6px;vertical-align:top;border:1px solid color-mix(in srgb,CanvasText 12%,Canvas)}
nav ul,nav ol{padding-left:0}nav li{display:inline-block;margin-right:.9em}
a{color:inherit;text-decoration:none;border-radius:2px;cursor:pointer}
.box{display:inline-block;font-size:11px;color:var(--quiet);border-radius:3px;padding:0 5px}
.box{border:1px dashed color-mix(in srgb,CanvasText 22%,Canvas)}
.box.picture{padding:8px 10px;max-width:22em}
.notice{color:var(--quiet);text-align:center;padding:3em 1em}
.cut{color:var(--mark);font-weight:600}
.scored{color:var(--quiet)}
.scored a{color:var(--quiet)}
.scored a.s3{color:color-mix(in srgb,CanvasText 44%,Canvas)}.scored a.s4{color:color-mix(in srgb,CanvasText 55%,Canvas)}
.scored :is(a.s5,a.s6){color:color-mix(in srgb,CanvasText 82%,Canvas);background:color-mix(in srgb,var(--tint) 5%,Canvas)}
.scored :is(a.s7,a.s8){color:CanvasText;background:color-mix(in srgb,var(--tint) 9%,Canvas)}
.scored :is(a.s9,a.s10){color:CanvasText;background:color-mix(in srgb,var(--tint) 13%,Canvas)}
a.title{box-shadow:0 2px 0 #9333ea;color:CanvasText!important}a.date{box-shadow:0 2px 0 #0d9488;color:CanvasText!important}
a:hover{outline:1.5px solid var(--mark);outline-offset:1px}
a:focus{outline:2px solid var(--mark);outline-offset:1px}
:target{outline:2px solid var(--mark);outline-offset:2px;scroll-margin:35vh 0}
#start:target{outline:0;scroll-margin:30vh 0}
a[data-why]:hover::after,a[data-why]:focus-visible::after{content:attr(data-why);position:fixed;left:0;right:0;bottom:0;padding:6px 12px;
background:CanvasText;color:Canvas;font:12px/1.4 system-ui,sans-serif;white-space:pre-wrap;z-index:9}
"""


START_LENGTH = 40  # bytes; the frame scrolls to the first content text at least this long; set by hand
MOST_ROWS = 60_000  # of a page, set by hand; browsers are slow to lay out more
POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""Security policy in the header of every such document; the frame around it has `sandbox` too."""

_COPIED_TAGS = frozenset(
    "abbr article aside b bdi bdo big blockquote br caption center cite code dd del dfn div dl dt em figcaption figure footer "
    "h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark nav ol p pre q rp rt ruby s samp section small span strike strong sub sup "
    "table tbody td tfoot th thead time tr tt u ul var wbr".split()
)
_LEFT_OUT = frozenset(
    "head script style template noscript noembed noframes svg math title meta link base param source track map area datalist".split()
)
_PICTURES = frozenset("img image iframe video audio object embed applet canvas picture frame".split())
_CONTROLS = frozenset("input button select textarea meter progress".split())
_VOID = frozenset(("br", "hr", "wbr"))
_ALT_SHOWN = 80  # characters


@dataclass(frozen=True)
class Marks:
    """What is shown on a page in addition to its text. Rows are rows of the page."""

    score: NDArray[np.float64] | None = None  # per row: 0 template to 1 content; nothing is grey if it is missing
    hint: Mapping[int, str] = field(default_factory=dict)  # by text row: shown while the mouse is over it
    places: Mapping[int, str] = field(default_factory=dict)  # by row: an id; `#id` scrolls to the row and outlines it
    groups: Mapping[int, str] = field(default_factory=dict)  # by row: the id of the place that is outlined together with this row
    roles: Mapping[int, str] = field(default_factory=dict)  # by text row: body, title, date
    pick: str = ""  # address for clicks, without the row number at its end


def frame_html(page: Page, marks: Marks, theme: str = "") -> str:
    """A whole document."""
    body = "".join(_markup(page, marks))
    outlines = "".join(
        f":root:has(#{place}:target) .{place}{{outline:2px solid var(--mark);outline-offset:2px}}"
        for place in sorted(set(marks.groups.values()))
    )
    return (
        f'<!doctype html><html lang="{_language(page)}" style="color-scheme:{scheme_of(theme)}"><meta charset="utf-8">'
        f'<meta name="referrer" content="no-referrer"><title>page</title>'
        f"<style>{FRAME_STYLE}{outlines}</style><body{_greyed(marks)}>{body}</body></html>\n"
    )


def notice_html(words: str, theme: str = "") -> str:
    """A document with one sentence, where there is no page to show."""
    return (
        f'<!doctype html><html lang="en" style="color-scheme:{scheme_of(theme)}"><meta charset="utf-8"><title>no page</title>'
        f'<style>{FRAME_STYLE}</style><body><p class="notice">{escape(words)}</p></body></html>\n'
    )


def scheme_of(theme: str) -> str:
    """The colours that somebody chose, else those of the system."""
    return theme if theme in ("light", "dark") else "light dark"


def _greyed(marks: Marks) -> str:
    return ' class="scored"' if marks.score is not None else ""


def _language(page: Page) -> str:
    stated = page.attribute(0, "lang") or ""
    return stated if stated.replace("-", "").isalnum() and stated.isascii() and len(stated) <= 35 else ""  # noqa: PLR2004 (as long as tags are)


def _markup(page: Page, marks: Marks) -> Iterator[str]:
    names = _output_tags(page)
    rows = np.flatnonzero(np.array([name is not None for name in names])).astype(np.int32)
    cut, start = len(rows) > MOST_ROWS, _first_content(page, marks)
    for row, _, leaving in walk(page, rows[:MOST_ROWS]):
        name = names[row]
        if name is None or (leaving and (name == "" or name in _VOID or name in _PICTURES or name in _CONTROLS)):
            continue
        if leaving:
            yield f"</{name}>"
        elif name == "":
            yield ('<i id="start"></i>' if row == start else "") + _text(page, row, marks)
        elif name in _PICTURES or name in _CONTROLS:
            yield _box(page, row, name, marks)
        else:
            yield f"<{name}{_attributes(page, row, name, marks)}>"
    if cut:
        yield '<p class="cut">The rest of this very large page is not shown.</p>'


def _output_tags(page: Page) -> Sequence[str | None]:
    """The output of every row: a tag, "" for text, None if the row and everything below it is left out."""
    columns = page.columns
    names: list[str | None] = [None] * len(page)
    row = 0
    while row < len(page):
        if columns.tag[row] == TEXT:
            names[row] = ""
        else:
            tag = page.tag_name(row)
            if tag in _LEFT_OUT:
                row = int(columns.end[row])
                continue
            names[row] = _name(tag)
            if names[row] in _PICTURES or names[row] in _CONTROLS:
                row = int(columns.end[row])
                continue
        row += 1
    return names


def _name(tag: str) -> str:
    if tag in _COPIED_TAGS or tag in _CONTROLS:
        return tag
    if tag in _PICTURES:
        # A picture element holds the picture to show; the other elements hold their fallback.
        return "span" if tag == "picture" else tag
    if tag in ("html", "body") or tag in BLOCK_TAGS:
        return "div"
    return "span"


def _first_content(page: Page, marks: Marks) -> int:
    """The first content text that is long enough, to scroll to; -1 if there is none."""
    if marks.score is None:
        return -1
    rows = page.text_rows
    lengths = page.columns.text_end[rows] - page.columns.text_start[rows]
    found = rows[(marks.score[rows] >= 0.5) & (lengths >= START_LENGTH)]  # noqa: PLR2004 (more likely content than not)
    return int(found[0]) if len(found) else -1


def _text(page: Page, row: int, marks: Marks) -> str:
    words = escape(page.text(row), quote=False)
    if not words.strip() or not (marks.pick or marks.score is not None or row in marks.hint):
        return words
    classes = []
    if marks.score is not None:
        classes.append(f"s{min(max(round(float(marks.score[row]) * 10), 0), 10)}")
    if row in marks.roles:
        classes.append(marks.roles[row])
    pick = f' href="{escape(marks.pick)}{row}"' if marks.pick else ""
    hint = f' data-why="{escape(marks.hint[row])}"' if row in marks.hint else ""
    return f'<a class="{" ".join(classes)}"{_place(row, marks)}{pick}{hint}>{words}</a>'


def _place(row: int, marks: Marks) -> str:
    return f' id="{escape(marks.places[row])}"' if row in marks.places else ""


def _box(page: Page, row: int, name: str, marks: Marks) -> str:
    """A placeholder for a picture or a control: its name and its text, with nothing to load and nothing to press."""
    stated = (page.attribute(row, attribute) for attribute in ("alt", "value", "placeholder"))
    words = next(filter(None, stated), "") or " ".join(page.text(row).split())
    kind = "picture" if name in _PICTURES else "control"
    return f'<span class="box {kind}{_group(row, marks)}"{_place(row, marks)}>{escape((words or name)[:_ALT_SHOWN])}</span>'


def _group(row: int, marks: Marks) -> str:
    return " " + escape(marks.groups[row]) if row in marks.groups else ""


def _attributes(page: Page, row: int, name: str, marks: Marks) -> str:
    group = _group(row, marks).strip()
    parts = [f' class="{group}"'] if group else []
    if name in ("td", "th"):
        parts += [f' {each}="{number}"' for each in ("colspan", "rowspan") if (number := span(page.attribute(row, each))) > 1]
    direction = (page.attribute(row, "dir") or "").lower()
    if direction in ("ltr", "rtl", "auto"):
        parts.append(f' dir="{direction}"')
    return "".join(parts) + _place(row, marks)
