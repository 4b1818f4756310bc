"""The forms in which articles are written to standard output or one file, from plain text to TEI."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, Final

from sitelode.articles.article_tables import COLUMNS
from sitelode.model import Article
from sitelode.output.chunks import chunk_lines
from sitelode.output.files import json_text
from sitelode.output.llms_text import LlmsText
from sitelode.output.safe_text import cell, csv_line, harmless

FORMATS: Final = ("txt", "md", "json", "html", "xml", "tei", "csv", "chunks", "llms")
NEEDS_MARKDOWN: Final = frozenset({"md", "chunks"})
NEEDS_HTML: Final = frozenset({"html", "xml", "tei"})
ENDINGS: Final = {"json": "jsonl", "tei": "tei.xml", "chunks": "chunks.jsonl"}  # of file names, where it is not the name of the format
FILES: Final = {"llms": "llms.txt"}  # that are not called articles
NAMES: Final = (
    "title", "subtitle", "url", "author", "date", "modified", "language", "description", "categories", "tags", "site_name", "licence",
    "image",
)  # fmt: skip
ALL_NAMES: Final = (*NAMES, "lead_image", "hostname", "fetched", "fingerprint")  # where a program reads it


def head_of(article: Article, names: Sequence[str] = NAMES) -> dict[str, Any]:
    """What is known besides the text, in the order in which people read it; nothing empty."""
    return {name: value for name in names if (value := getattr(article, name))}


def front_matter(head: Mapping[str, Any]) -> str:
    """A head between two lines of dashes, as readers of Markdown know it. Values are JSON, which YAML includes."""
    lines = (f"{name}: {json_text(value)}\n" for name, value in head.items())
    return f"---\n{''.join(lines)}---\n\n"


def article_data(article: Article, fields: Mapping[str, str] | None = None) -> dict[str, Any]:
    """An article as one object of articles.jsonl; `fields` are the taught fields."""
    values = article.to_dict()
    for name in ("markdown", "html", "pages"):  # only if asked for, or if there are several pages
        if not values[name]:
            del values[name]
    return {**values, "fields": dict(fields)} if fields else values


class ArticleForm:
    """Writes articles one after the other; `start` is written at once, `end` writes what stands after the last."""

    def __init__(
        self, write: Callable[[str], object], form: Callable[[Article], str], start: str = "", between: str = "", end: str = ""
    ) -> None:
        self._write, self._form, self._between, self._end = write, form, between, end
        self._before = ""
        write(start)

    def add(self, article: Article) -> None:
        self._write(self._before + self._form(article))
        self._before = self._between

    def end(self) -> None:
        self._write(self._end)


def article_form(
    name: str,
    write: Callable[[str], object],
    *,
    with_metadata: bool = False,
    several: bool = False,
    sections: Mapping[str, str] | None = None,
) -> ArticleForm | LlmsText:
    """Open a form. JSON, CSV, XML and TEI have a place for all that is known; the others get a head `with_metadata`.

    `sections` name the section of each article by its address, for llms.txt.
    """
    if name == "csv":
        columns = {name: kind for name, kind in COLUMNS.items() if name not in ("markdown", "html")}
        return ArticleForm(write, lambda article: csv_row(article.to_dict(), columns), csv_line(map(harmless, columns)))
    if name in ("json", "chunks"):
        return ArticleForm(write, chunk_lines if name == "chunks" else lambda article: json_text(article_data(article)) + "\n")
    if name == "llms":
        return LlmsText(write, sections)
    if name in ("xml", "tei"):
        from sitelode.output import tei  # noqa: PLC0415 (a parser, which help does not need)

        start, end = tei.around(name) if several else ("", "")

        def form(article: Article) -> str:
            return tei.xml_document(article, head_of(article, ALL_NAMES)) if name == "xml" else tei.tei_document(article, alone=not several)

        return ArticleForm(write, form, tei.DECLARATION + start, end=end)
    if name == "html":
        return ArticleForm(write, lambda article: html_document(article, with_metadata=with_metadata) + "\n", between="\n")
    field = {"txt": "text", "md": "markdown"}[name]
    return ArticleForm(
        write,
        lambda article: f"{front_matter(head_of(article)) if with_metadata else ''}{getattr(article, field)}\n",
        between="\n",  # an empty line
    )


def html_document(article: Article, *, with_metadata: bool) -> str:
    """An article as a page of its own."""
    known = head_of(article) if with_metadata else {}
    metas = "".join(
        f'<meta name="{name}" content="{escape(value if isinstance(value, str) else ", ".join(value))}">\n'
        for name, value in known.items()
        if name != "title"
    )
    language = f' lang="{escape(article.language)}"' if article.language else ""
    title = escape(article.title)
    return (
        f'<!doctype html>\n<html{language}>\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n{metas}</head>\n'
        f"<body>\n<article>\n<h1>{title}</h1>\n{article.html}\n</article>\n</body>\n</html>"
    )


def csv_row(values: Mapping[str, Any], columns: Mapping[str, str]) -> str:
    """The fields of an article as a line of a CSV with columns of these kinds."""
    return csv_line(_csv_cell(values[name], kind) for name, kind in columns.items())


def _csv_cell(value: Any, kind: str) -> str:  # noqa: ANN401 (any field of an article)
    if kind == "comments":
        return json_text(value) if value else ""
    return cell(value) if kind in ("text", "texts") else str(value)
