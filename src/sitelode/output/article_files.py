"""All files with the articles of a site: articles.jsonl, and Markdown, tables (CSV, Parquet) and documents (XML, TEI) on request."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, TextIO

from sitelode.articles.article_tables import COLUMNS
from sitelode.model import Article
from sitelode.output.article_forms import ENDINGS, FILES, NEEDS_HTML, article_data, article_form, csv_row, front_matter, head_of
from sitelode.output.files import json_text, whole_file, write_whole
from sitelode.output.leftovers import PARQUET, begins_with, remove_old_markdown, removed
from sitelode.output.safe_text import csv_line, harmless
from sitelode.output.tables.parquet_file import parquet_file
from sitelode.output.tei import BEGINNINGS
from sitelode.settings import MineSettings

TABLES: Final = ("csv", "parquet")
DOCUMENTS: Final = ("xml", "tei", "chunks", "llms")
_UNFIT_FOR_NAMES: Final = re.compile(r"[^\w.-]+")
_LONGEST_NAME: Final = 80  # characters of a file name; set by hand
_EMPTY: dict[str, Any] = {**dict.fromkeys(COLUMNS), "markdown": "", "html": "", "pages": ()}  # what lines of articles.jsonl leave out


AddArticle = Callable[[Mapping[str, Any]], None]  # writes an article, given as the object of its line of articles.jsonl


def forms_in(folder: Path) -> list[str]:
    """The tables and documents that an earlier result has, so that they can be written again."""
    return [name for name in (*TABLES, *DOCUMENTS) if file_of(folder, name).is_file()]


def file_of(folder: Path, name: str) -> Path:
    return folder / FILES.get(name, f"articles.{ENDINGS.get(name, name)}")


@contextmanager
def article_tables(folder: Path, kinds: Iterable[str], *, without: Iterable[str] = (), taught: Iterable[str] = ()) -> Iterator[AddArticle]:
    """Open the requested tables ("csv", "parquet") and yield a function that writes the data of an article to each.

    `without` names columns to leave out, `taught` the taught fields, which get the last columns.
    Files are replaced if the block ends without an error.
    """
    left_out, wanted = frozenset(without), frozenset(kinds)
    columns = {name: kind for name, kind in COLUMNS.items() if name not in left_out}
    extra = [name for name in taught if name not in COLUMNS]
    columns |= dict.fromkeys(extra, "text")
    writers: list[Callable[[dict[str, Any]], object]] = []
    with ExitStack() as files:
        if "csv" in wanted:
            lines = files.enter_context(whole_file(folder / "articles.csv"))
            lines.write(csv_line(map(harmless, columns)))
            writers.append(lambda values: lines.write(csv_row(values, columns)))
        if "parquet" in wanted:
            writers.append(files.enter_context(parquet_file(folder / "articles.parquet", columns)))

        def add(data: Mapping[str, Any]) -> None:
            fields = data.get("fields", {})
            for write in writers:
                write({**_EMPTY, **data, **{name: fields.get(name, "") for name in extra}})

        yield add


@dataclass
class ArticleFiles:
    """Adds articles to every file."""

    folder: Path
    markdown: bool
    keeps_html: bool  # documents are made from HTML, which goes into no other file unless it was asked for
    lines: TextIO
    add_to_tables: AddArticle
    add_to_documents: Callable[[Article], None]
    markdown_names: set[str] = field(default_factory=set)

    def add(self, article: Article, fields: Mapping[str, str] | None = None, known: tuple[str, Mapping[str, Any]] | None = None) -> Article:
        """Write an article with its taught fields, and return it as it was written; `known` is its line, and the data of that."""
        self.add_to_documents(article)
        if article.html and not self.keeps_html:
            article, known = replace(article, html=""), None
        data = article_data(article, fields) if known is None else known[1]
        self.lines.write(json_text(data) + "\n" if known is None else known[0])
        self.add_to_tables(data)
        if self.markdown:
            self.markdown_names.add(_write_markdown(article, self.folder / "articles", is_known=known is not None))
        return article


@contextmanager
def article_files(
    folder: Path,
    forms: Collection[str],
    settings: MineSettings,
    taught: Sequence[str] = (),
    sections: Mapping[str, str] | None = None,
) -> Iterator[ArticleFiles]:
    """Open the files; they are replaced if the block ends without an error. `taught` names the fields that somebody taught."""
    tables, documents = [name for name in TABLES if name in forms], [name for name in DOCUMENTS if name in forms]
    only_for_documents = not NEEDS_HTML.isdisjoint(documents) and "html" not in forms
    keeps_html = settings.html and not only_for_documents
    without = [name for name, asked in {"markdown": settings.markdown, "html": keeps_html}.items() if not asked]
    with (
        whole_file(folder / "articles.jsonl") as lines,
        article_tables(folder, tables, without=without, taught=taught) as add_to_tables,
        article_documents(folder, documents, sections) as add_to_documents,
    ):
        yield ArticleFiles(folder, settings.markdown, not only_for_documents, lines, add_to_tables, add_to_documents)


def remove_old_articles(folder: Path, forms: Collection[str], markdown_names: Collection[str]) -> Counter[str]:
    """Remove what an earlier result has in other forms, by how files of ours begin; return what was removed."""
    starts = {"csv": ",".join(list(COLUMNS)[:8]).encode(), "parquet": PARQUET, "chunks": b'{"id": "', "llms": b"# ", **BEGINNINGS}
    old = [path for name, start in starts.items() if name not in forms and begins_with(path := file_of(folder, name), start)]
    return +Counter({path.name: removed(path) for path in old}) + remove_old_markdown(folder, markdown_names, markdown_name)


def _write_markdown(article: Article, folder: Path, *, is_known: bool) -> str:
    path = folder / markdown_name(article.url)
    if is_known and path.is_file():
        return path.name
    write_whole(path, f"{front_matter(head_of(article))}{article.markdown}\n")
    return path.name


def markdown_name(url: str) -> str:
    """A readable name that is unique to the address."""
    path = _UNFIT_FOR_NAMES.sub("-", url.split("://", 1)[-1]).strip("-.")[:_LONGEST_NAME].strip("-.")
    return f"{path}-{blake2b(url.encode('utf-8', 'replace'), digest_size=4).hexdigest()}.md"


@contextmanager
def article_documents(folder: Path, names: Iterable[str], sections: Mapping[str, str] | None) -> Iterator[Callable[[Article], None]]:
    """Open the requested documents and yield a function that adds an article; files are replaced if the block ends without an error."""
    with ExitStack() as files:
        opened = [files.enter_context(whole_file(file_of(folder, name))) for name in names]
        forms = [article_form(name, file.write, several=True, sections=sections) for name, file in zip(names, opened, strict=True)]

        def add(article: Article) -> None:
            for form in forms:
                form.add(article)

        yield add
        for form in forms:
            form.end()
