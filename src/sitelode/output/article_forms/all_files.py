"""All files with the articles of a site: articles.jsonl, and Markdown, tables and documents on request."""

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, TextIO

from sitelode.model import Article
from sitelode.output.article_forms.files import DOCUMENTS, article_documents, remove_old_documents
from sitelode.output.article_forms.head import front_matter
from sitelode.output.articles_files import FIRST_COLUMNS, TABLES, AddArticle, article_data, article_tables
from sitelode.output.files import whole_file
from sitelode.output.leftovers import remove_old_markdown, remove_old_tables
from sitelode.settings import MineSettings

_UNFIT_FOR_NAMES = re.compile(r"[^\w.-]+")
_LONGEST_NAME = 80  # characters of a file name; set by hand


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
        self.lines.write(json.dumps(article_data(article, fields), ensure_ascii=False) + "\n" if known is None else known[0])
        self.add_to_tables(article, fields or {}, known[1] if known else None)
        if self.markdown:
            self.markdown_names.add(_write_markdown(article, self.folder / "articles", is_known=known is not None))
        return article


@contextmanager
def article_files(folder: Path, forms: Collection[str], settings: MineSettings, taught: Sequence[str] = ()) -> Iterator[ArticleFiles]:
    """Open the files; they are replaced if the block ends without an error. `taught` names the fields that somebody taught."""
    tables, documents = [name for name in TABLES if name in forms], [name for name in DOCUMENTS if name in forms]
    keeps_html = settings.html and not (documents and "html" not in forms)
    without = [name for name, asked in {"markdown": settings.markdown, "html": keeps_html}.items() if not asked]
    with (
        whole_file(folder / "articles.jsonl") as lines,
        article_tables(folder, tables, without=without, taught=taught) as add_to_tables,
        article_documents(folder, documents) as add_to_documents,
    ):
        yield ArticleFiles(folder, settings.markdown, keeps_html or not documents, lines, add_to_tables, add_to_documents)


def remove_old_articles(folder: Path, forms: Collection[str], markdown_names: Collection[str]) -> Counter[str]:
    """Remove what an earlier result has in other forms; return what was removed."""
    gone = remove_old_tables(folder, [name for name in TABLES if name in forms], FIRST_COLUMNS)
    gone += remove_old_documents(folder, [name for name in DOCUMENTS if name in forms])
    return gone + remove_old_markdown(folder, markdown_names, markdown_name)


def _write_markdown(article: Article, folder: Path, *, is_known: bool) -> str:
    path = folder / markdown_name(article.url)
    if is_known and path.is_file():
        return path.name
    with whole_file(path) as file:
        file.write(f"{front_matter(article)}{article.markdown}\n")
    return path.name


def markdown_name(url: str) -> str:
    """A readable name that is unique to the address."""
    path = _UNFIT_FOR_NAMES.sub("-", url.split("://", 1)[-1]).strip("-.")[:_LONGEST_NAME].strip("-.")
    return f"{path}-{blake2b(url.encode('utf-8', 'replace'), digest_size=4).hexdigest()}.md"
