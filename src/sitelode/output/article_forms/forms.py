"""The forms in which articles are written to standard output or one file: text, Markdown, JSON lines, HTML, XML, TEI, CSV."""

import json
from collections.abc import Callable
from html import escape
from typing import Protocol

from sitelode.model import Article
from sitelode.output.article_forms.head import front_matter, head_of
from sitelode.output.article_forms.scholarly import DECLARATION, DOCUMENTS_START, tei_corpus_start, tei_document, xml_document
from sitelode.output.articles_files import article_data, article_rows

Write = Callable[[str], object]


class ArticleForm(Protocol):
    """Writes articles one after the other; `end` closes what a form opens."""

    def add(self, article: Article) -> None: ...
    def end(self) -> None: ...


class _Pieces:
    """Articles that stand by themselves, with an empty line between two."""

    def __init__(self, write: Write, form: Callable[[Article], str]) -> None:
        self._write, self._form, self._before = write, form, ""

    def add(self, article: Article) -> None:
        self._write(f"{self._before}{self._form(article)}\n")
        self._before = "\n"

    def end(self) -> None:
        """Nothing is open."""


class _Lines(_Pieces):
    """Articles of one line each."""

    def add(self, article: Article) -> None:
        self._write(f"{self._form(article)}\n")


class _Document:
    """One XML document around all articles, or the article itself where only one is expected."""

    def __init__(self, write: Write, form: Callable[[Article], str], root: tuple[str, str]) -> None:
        self._write, self._form, self._root = write, form, root
        write(DECLARATION + root[0])

    def add(self, article: Article) -> None:
        self._write(self._form(article))

    def end(self) -> None:
        self._write(self._root[1])


class _Table:
    """CSV with a first line that names the columns."""

    def __init__(self, write: Write) -> None:
        self._add = article_rows(write)

    def add(self, article: Article) -> None:
        self._add(article)

    def end(self) -> None:
        """Nothing is open."""


def article_form(name: str, write: Write, *, with_metadata: bool = False, several: bool = False) -> ArticleForm:
    """Open a form. JSON, CSV, XML and TEI have a place for all that is known; the others get a head `with_metadata`."""
    if name == "csv":
        return _Table(write)
    if name == "json":
        return _Lines(write, lambda article: json.dumps(article_data(article), ensure_ascii=False))
    if name == "xml":
        return _Document(write, xml_document, (DOCUMENTS_START, "</documents>\n") if several else ("", ""))
    if name == "tei":
        return _Document(
            write, lambda article: tei_document(article, alone=not several), (tei_corpus_start(), "</teiCorpus>\n") if several else ("", "")
        )
    if name == "html":
        return _Pieces(write, lambda article: html_document(article, with_metadata=with_metadata))
    field = {"txt": "text", "md": "markdown"}[name]
    return _Pieces(write, lambda article: (front_matter(article) if with_metadata else "") + str(getattr(article, field)))


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
