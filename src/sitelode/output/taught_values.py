"""Values of the taught fields for the articles of a site: the same that `sitelode wrapper apply` gives with the written wrapper.

They are written with the articles when a site is mined, and can be put into a written result without mining again: into articles.jsonl, and
articles.csv and articles.parquet where they are.
"""

import csv
import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from sitelode.articles.article_tables import COLUMNS
from sitelode.model import Article
from sitelode.output.dataset_card import write_dataset_card
from sitelode.output.files import whole_file
from sitelode.output.safe_text import cell, harmless
from sitelode.output.tables.parquet_file import replace_text_columns
from sitelode.site.site import Site
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.taught.taught import taught_fields
from sitelode.wrappers.wrapper import Wrapper

_FIELDS = "fields"
_LONGEST_CELL = 1 << 27  # characters of a cell of our own table that are read again; a bound


class TaughtValues:
    """Reads taught fields, article by article; costs nothing if no field was taught."""

    def __init__(self, site: Site, wrapper: Wrapper) -> None:
        self.names = sorted({field.name for layout in wrapper.layouts for field in taught_fields(layout.rules)})
        self._store = site.store
        self._applier = Applier(wrapper) if self.names else None
        self._numbers = {entry.url: entry.number for entry in site.entries} if self.names else {}

    def of(self, article: Article) -> dict[str, str]:
        """The values of its layout's fields, "" if there is none."""
        return self.of_pages(article.pages or (article.url,))

    def of_pages(self, urls: Iterable[str]) -> dict[str, str]:
        """The same for the pages of an article; of several, the first with a value counts."""
        values: dict[str, str] = {}
        for number in (self._numbers.get(url) for url in urls):
            for reading in self._applier.read(self._store.page(number)) if self._applier and number is not None else ():
                values |= {name: value for name, value in reading.taught.items() if not values.get(name)}
        return values


def write_taught_values(folder: Path, site: Site, wrapper: Wrapper) -> int:
    """Bring the articles of a result in line with a wrapper's taught fields; gives how many articles there are, 0 without a result."""
    path = folder / "articles.jsonl"
    if not path.is_file():
        return 0
    values = TaughtValues(site, wrapper)
    articles = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    for article in articles:
        article.pop(_FIELDS, None)
        fields = values.of_pages(article.get("pages") or [str(article.get("url"))])
        if fields:
            article[_FIELDS] = fields
    with whole_file(path) as file:
        file.writelines(json.dumps(article, ensure_ascii=False) + "\n" for article in articles)
    of_url = {str(each.get("url")): each.get(_FIELDS, {}) for each in articles}
    if (folder / "articles.csv").is_file():
        _write_columns(folder / "articles.csv", values.names, of_url)
    if (folder / "articles.parquet").is_file():
        replace_text_columns(folder / "articles.parquet", COLUMNS, [name for name in values.names if name not in COLUMNS], of_url)
        write_dataset_card(folder)
    return len(articles)


def _write_columns(path: Path, names: list[str], fields: Mapping[str, Mapping[str, str]]) -> None:
    """The table with a column for each taught field behind those of articles."""
    csv.field_size_limit(_LONGEST_CELL)
    rows = list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8"), newline="")))
    if not rows:
        return
    own, extra = [name for name in rows[0] if name in COLUMNS], [name for name in names if name not in COLUMNS]
    with whole_file(path) as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow([*own, *map(harmless, extra)])
        for row in rows:
            taught = fields.get(row["url"], {})
            table.writerow([*(row[name] for name in own), *(cell(taught.get(name, "")) for name in extra)])
