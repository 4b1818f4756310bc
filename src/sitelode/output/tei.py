"""Articles as XML: a short form with attributes, and the TEI that libraries and corpora use (TEI P5, https://tei-c.org).

A body comes as clean HTML (`html/render/html.py`), which has some fifty tags; each has one name here, or none where it only groups others.
What the TEI does not allow is written so that it does: loose text gets a paragraph, a definition its label, an element without content is
left out. A table that only lays out a page (as `html/render/table_grid.py` tells) is no table.
"""

import re
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from importlib.metadata import version
from typing import Final

import numpy as np

from sitelode.html.parse import parse
from sitelode.html.render.table_grid import data_columns
from sitelode.model import Article
from sitelode.output.safe_text import xml_attributes, xml_text

DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'
TEI_NAMESPACE: Final = ' xmlns="http://www.tei-c.org/ns/1.0"'
TEI_CORPUS: Final = f"<teiCorpus{TEI_NAMESPACE}>\n"
_WHEN: Final = re.compile(r"\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?)?)?")
DOCUMENTS_START: Final = "<documents>\n"
BEGINNINGS: Final = {"xml": (DECLARATION + DOCUMENTS_START).encode(), "tei": (DECLARATION + TEI_CORPUS).encode()}  # of files
HEADINGS: Final = frozenset(f"h{level}" for level in range(1, 7))
_BLOCKS: Final = {
    "p": "p", "blockquote": "quote", "ul": "list", "ol": "list", "dl": "list", "li": "item", "dd": "item", "dt": "label",
    "figure": "figure", "table": "table", "tr": "row", "td": "cell", "th": "cell", "pre": "ab", "caption": "head", "figcaption": "p",
}  # fmt: skip
_PARTS_OF_TABLES: Final = frozenset(("thead", "tbody", "tfoot"))
_OF_TABLES: Final = frozenset(("table", "tr", "td", "th", "caption"))
_GROUP: Final = "group"  # stands in the list of open elements for one that is not written
_LINE: Final = "line"  # the same where no paragraph may be: inside of a link, a heading, a paragraph
_PHRASES: Final = frozenset(("ref", "abbr", "del", "add", "q", "date", "foreign", "hi", "p", "ab", "head", _LINE))
_INLINE: Final = {"a": "ref", "abbr": "abbr", "code": "code", "del": "del", "ins": "add", "q": "q", "s": "del", "time": "date"}
_PASSED_THROUGH: Final = frozenset(("ruby", "rp", "bdi", "bdo"))
_LOOSE_TEXT_IN: Final = frozenset(("", "div", "figure", "quote", _GROUP))  # where text needs a paragraph
_HOLDS_ONLY: Final = {"list": "item", "table": "row", "row": "cell"}  # and what stands around anything else in it
_ALLOWED_IN: Final = {"list": ("item", "label"), "table": ("row", "head"), "row": ("cell",)}
_MAY_BE_EMPTY: Final = frozenset(("cell", "lb", "item", "label"))
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?")
_COUNT: Final = re.compile(r"[1-9]\d{0,3}")


def xml_document(article: Article, head: Mapping[str, str | Sequence[str]]) -> str:
    """One article as `<doc>`: its head as attributes, its text in `<main>`, what readers wrote in `<comments>`."""
    known = {name: value if isinstance(value, str) else "; ".join(value) for name, value in head.items()}
    said = "".join(
        f"<comment{xml_attributes({'author': each.author, 'date': each.date})}>\n{_paragraphs(each.text)}</comment>\n"
        for each in article.comments
    )
    comments = f"<comments>\n{said}</comments>\n" if said else ""
    return f"<doc{xml_attributes(known)}>\n<main>\n{body_markup(article.html, sections=False)}</main>\n{comments}</doc>\n"


def tei_document(article: Article, *, alone: bool = True) -> str:
    """One article as `<TEI>`; inside a corpus the namespace stands at its root."""
    header = _header(article)
    body = (body_markup(article.html, sections=True) or "<p/>\n") + _comments(article)
    return f"<TEI{TEI_NAMESPACE if alone else ''}>\n{header}<text{_language(article)}>\n<body>\n{body}</body>\n</text>\n</TEI>\n"


def around(name: str) -> tuple[str, str]:
    """What stands before the first and after the last of several articles, in the form of this name."""
    if name == "xml":
        return DOCUMENTS_START, "</documents>\n"
    title = "<title>Articles</title>"
    described = _file_description(title, "<p>Collected from the web; each text names its source.</p>", "<p>See each text.</p>")
    return f"{TEI_CORPUS}<teiHeader>\n{described}{_made_by()}</teiHeader>\n", "</teiCorpus>\n"


def _header(article: Article) -> str:
    authors = "".join(f"<author>{xml_text(name)}</author>" for name in article.author.split("; ") if name)
    title = f'<title type="main">{xml_text(article.title)}</title>'
    if article.subtitle:
        title += f'<title type="sub">{xml_text(article.subtitle)}</title>'
    name = article.site_name or article.hostname
    publisher = f"<publisher>{xml_text(name)}</publisher>" if name else ""
    published = f"{publisher}{_date(article.date, 'published')}{_availability(article)}" if name else f"<p>{xml_text(article.licence)}</p>"
    source = (
        f"<bibl>{title}{authors}{publisher}{_date(article.date, 'published')}{_date(article.modified, 'modified')}"
        f"<ptr{xml_attributes({'type': 'URL', 'target': article.url})}/></bibl>"
    )
    described = _file_description(title + authors, published, source, f'<note type="fingerprint">{article.fingerprint}</note>')
    return f"<teiHeader>\n{described}{_made_by()}{_profile(article)}</teiHeader>\n"


def _availability(article: Article) -> str:
    if not article.licence:
        return ""
    target = article.licence if article.licence.startswith(("http://", "https://")) else ""
    return f"<availability><licence{xml_attributes({'target': target})}>{xml_text(article.licence)}</licence></availability>"


def _file_description(title: str, published: str, source: str, note: str = "") -> str:
    notes = f"<notesStmt>{note}</notesStmt>\n" if note else ""
    return (
        f"<fileDesc>\n<titleStmt>{title}</titleStmt>\n<publicationStmt>{published}</publicationStmt>\n{notes}"
        f"<sourceDesc>{source}</sourceDesc>\n</fileDesc>\n"
    )


def _made_by() -> str:
    application = f'<application ident="Sitelode" version="{version("sitelode")}"><label>Sitelode</label></application>'
    return f"<encodingDesc><appInfo>{application}</appInfo></encodingDesc>\n"


def _profile(article: Article) -> str:
    language = f'<langUsage><language ident="{article.language}"/></langUsage>' if article.language else ""
    terms = "".join(f'<term type="category">{xml_text(name)}</term>' for name in article.categories)
    terms += "".join(f'<term type="tag">{xml_text(name)}</term>' for name in article.tags)
    keywords = f"<textClass><keywords>{terms}</keywords></textClass>" if terms else ""
    abstract = f"<abstract><p>{xml_text(article.description)}</p></abstract>" if article.description else ""
    creation = f"<creation>{_date(article.fetched, 'download')}</creation>" if article.fetched else ""
    parts = abstract + creation + language + keywords
    return f"<profileDesc>{parts}</profileDesc>\n" if parts else ""


def _comments(article: Article) -> str:
    notes = (
        f'<note type="comment">{f"<name>{xml_text(each.author)}</name>" if each.author else ""}{_date(each.date, "published")}\n'
        f"{_paragraphs(each.text)}</note>\n"
        for each in article.comments
    )
    return f'<div type="comments">\n{"".join(notes)}</div>\n' if article.comments else ""


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{xml_text(line.strip())}</p>\n" for line in text.splitlines() if line.strip())


def _language(article: Article) -> str:
    return xml_attributes({"xml:lang": article.language})


def _date(moment: str, kind: str) -> str:
    exact = moment if _WHEN.fullmatch(moment) else ""
    return f"<date{xml_attributes({'type': kind, 'when': exact})}>{xml_text(moment)}</date>" if moment else ""


def body_markup(html: str, *, sections: bool) -> str:
    """The elements of a body. With `sections` a heading opens a `div` that holds what follows it, as the TEI wants it."""
    writer = _BodyWriter(_layout_tables(html), sections=sections)
    writer.feed(html)
    writer.close()
    return writer.finished()


def _layout_tables(html: str) -> frozenset[int]:
    """Which tables, counted from 0 in order, only lay out what they hold."""
    if "<table" not in html:
        return frozenset()
    page = parse(html.encode("utf-8", "replace"), content_type="text/html; charset=utf-8")
    everything = np.arange(len(page), dtype=np.int32)
    return frozenset(place for place, table in enumerate(page.rows("table")) if not data_columns(page, int(table), everything))


class _BodyWriter(HTMLParser):
    """Writes while it reads; what is open is a list, so that no depth is too deep."""

    def __init__(self, layout_tables: frozenset[int], *, sections: bool) -> None:
        super().__init__(convert_charrefs=True)
        self._sections = sections
        self._layout_tables, self._tables, self._in_layout = layout_tables, 0, list[bool]()
        self._out: list[str] = []
        self._open: list[tuple[str, str, int]] = [("", "", 0)]  # tag of the HTML ("" for an element added here), name, place in _out
        self._levels: list[int] = []  # of open sections
        self._line_is_due = False  # the next text stood in a block that cannot be one here

    def finished(self) -> str:
        while len(self._open) > 1:
            self._close()
        return "".join(self._out)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self._end_pure_code()
        if tag == "table":
            self._in_layout.append(self._tables in self._layout_tables)
            self._tables += 1
        if tag in HEADINGS:
            self._open_heading(tag)
        elif tag == "div" or (tag in _OF_TABLES and self._in_layout and self._in_layout[-1]):
            self._end_loose()
            self._need_block_place(_GROUP)
            self._open_unwritten(tag)
        elif tag in _BLOCKS:
            self._open_block(tag, values)
        elif tag == "img":
            self._add_picture(values)
        elif tag in ("br", "hr"):
            self._add_break(tag)
        elif tag not in _PASSED_THROUGH and tag not in _PARTS_OF_TABLES:
            self._need_text_place()
            name = "foreign" if tag == "span" and values.get("lang") else _INLINE.get(tag, "hi")
            self._push(tag, name, self._attributes(tag, values))

    def handle_endtag(self, tag: str) -> None:
        if any(open_tag == tag for open_tag, _, _ in self._open):
            while self._close() != tag:
                pass
        if tag == "table" and self._in_layout:
            self._in_layout.pop()

    def handle_data(self, data: str) -> None:
        if not data.strip() and self._name in (*_LOOSE_TEXT_IN, *_HOLDS_ONLY):
            return
        self._need_text_place()
        if self._line_is_due:
            self._end_pure_code()
        if self._line_is_due and self._name in _PHRASES:
            self._out.append("<lb/>")
        self._line_is_due = False
        self._out.append(xml_text(data))

    @property
    def _name(self) -> str:
        return self._open[-1][1]

    def _push(self, tag: str, name: str, attributes: str = "") -> None:
        self._open.append((tag, name, len(self._out)))
        self._out.append(f"<{name}{attributes}>")

    def _end_pure_code(self) -> None:
        """Code that holds more than text is text in its looks: `code` may hold nothing else."""
        tag, name, place = self._open[-1]
        if name == "code":
            self._open[-1] = tag, "hi", place
            self._out[place] = '<hi rend="code">'

    def _open_unwritten(self, tag: str) -> None:
        is_line = self._name in _PHRASES
        self._open.append((tag, _LINE if is_line else _GROUP, len(self._out)))
        self._line_is_due = is_line

    def _close(self) -> str:
        tag, name, place = self._open.pop()
        if name in (_GROUP, _LINE):
            self._line_is_due = name == _LINE
            return tag
        if name == "list" and self._out[-1] == "</label>":
            self._out.append("<item/>")
        if len(self._out) == place + 1 and name not in _MAY_BE_EMPTY:
            self._out.pop()
        else:
            self._out.append(f"</{name}>" + ("\n" if name in ("p", "head", "item", "row", "list", "table", "quote", "div") else ""))
        if name == "label":
            self._out[-1] = "</label>"  # looked for when the next element of its list opens
        return tag

    def _end_loose(self) -> None:
        """Close what was added around loose text."""
        while len(self._open) > 1 and self._open[-1][:2] == ("", "p"):
            self._close()

    def _need_text_place(self) -> None:
        self._need_block_place("")
        if self._name in _LOOSE_TEXT_IN:
            self._push("", "p")

    def _open_heading(self, tag: str) -> None:
        self._end_loose()
        if self._name in _PHRASES:
            self._push(tag, "hi", f' rend="{tag}"')
        elif any(name not in ("", "div", _GROUP) for _, name, _ in self._open):  # in a list, a quotation or a table there are no sections
            self._need_block_place("p")
            self._push(tag, "p", f' rend="{tag}"')
        elif not self._sections:
            self._push(tag, "head", f' rend="{tag}"')
        else:
            self._open_section(int(tag[1]))
            self._push(tag, "head")

    def _open_section(self, level: int) -> None:
        """Close the sections of this level and below, and whatever grouped their content: groups are not written."""
        self._open = [each for each in self._open if each[1] != _GROUP]
        while self._levels and self._levels[-1] >= level:
            self._levels.pop()
            self._close()
        self._levels.append(level)
        self._push("", "div")

    def _need_block_place(self, name: str) -> None:
        while self._name in _HOLDS_ONLY and name not in _ALLOWED_IN[self._name]:
            self._push("", _HOLDS_ONLY[self._name])

    def _open_block(self, tag: str, values: dict[str, str]) -> None:
        self._end_loose()
        name = _BLOCKS[tag]
        self._need_block_place(name)
        if name in ("p", "ab", "head", "item", "label", "cell", "row") and self._name in _PHRASES:
            self._open_unwritten(tag)
            return
        if name in ("item", "label") and self._name == "list":
            self._pair_definitions(name)
        self._push(tag, name, self._attributes(tag, values))

    def _pair_definitions(self, name: str) -> None:
        """In a list of definitions labels and items take turns."""
        labelled = self._out[-1] == "</label>"
        if name == "label" and labelled:
            self._out.append("<item/>")
        elif name == "item" and not labelled and self._open[-1][0] == "dl":
            self._out.append("<label/>")

    def _add_break(self, tag: str) -> None:
        if tag == "hr":
            self._end_loose()
            if self._name not in _HOLDS_ONLY:
                self._out.append('<milestone unit="section"/>')
        elif self._name not in (*_LOOSE_TEXT_IN, *_HOLDS_ONLY):  # between paragraphs a break says nothing
            self._out.append("<lb/>")

    def _add_picture(self, values: dict[str, str]) -> None:
        self._need_block_place("figure")
        wrapped = self._name in ("", "div", _GROUP)
        self._out.append("<figure>" if wrapped else "")
        self._out.append(f"<graphic{xml_attributes({'url': values.get('src', '')})}>")
        if values.get("alt"):
            self._out.append(f"<desc>{xml_text(values['alt'])}</desc>")
        self._out.append("</graphic>" + ("</figure>" if wrapped else ""))

    @staticmethod
    def _attributes(tag: str, values: dict[str, str]) -> str:
        found = {"xml:lang": values.get("lang", "")}
        if tag == "a":
            found["target"] = values.get("href", "")
        elif tag == "time":
            found["when"] = moment if _DAY.fullmatch(moment := values.get("datetime", "")) else ""
        elif tag in ("td", "th"):
            found["role"] = "label" if tag == "th" else ""
            found |= {
                ours: count for ours, name in (("cols", "colspan"), ("rows", "rowspan")) if _COUNT.fullmatch(count := values.get(name, ""))
            }
        elif tag in ("ul", "ol"):
            found["rend"] = tag
        elif tag == "dl":
            found["type"] = "gloss"
        elif tag == "pre":
            found["type"] = "code"
        elif tag not in _BLOCKS and tag not in _INLINE and not (tag == "span" and found["xml:lang"]):
            found["rend"] = tag
        return xml_attributes(found)
