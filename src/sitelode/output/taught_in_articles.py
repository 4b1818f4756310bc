"""Put what taught fields say into a written result, without mining again: into articles.jsonl, and articles.csv where there is one."""

import csv
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sitelode.articles.article_tables import COLUMNS
from sitelode.output.csv_cells import cell, harmless
from sitelode.output.files import whole_file
from sitelode.site.site import Site
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.taught.taught import taught_fields
from sitelode.wrappers.wrapper import Wrapper

_FIELDS = "fields"


def write_taught_values(folder: Path, site: Site, wrapper: Wrapper) -> int:
    """Bring the articles of a result in line with a wrapper's taught fields; gives how many articles there are, 0 without a result."""
    path = folder / "articles.jsonl"
    if not path.is_file():
        return 0
    names = sorted({field.name for layout in wrapper.layouts for field in taught_fields(layout.rules)})
    values = _Values(site, wrapper)
    articles = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    for article in articles:
        article.pop(_FIELDS, None)
        fields = values.of(article) if names else {}
        if fields:
            article[_FIELDS] = fields
    with whole_file(path) as file:
        file.writelines(json.dumps(article, ensure_ascii=False) + "\n" for article in articles)
    if (folder / "articles.csv").is_file():
        _write_columns(folder / "articles.csv", names, {str(each["url"]): each.get(_FIELDS, {}) for each in articles})
    return len(articles)


class _Values:
    def __init__(self, site: Site, wrapper: Wrapper) -> None:
        self._applier, self._store = Applier(wrapper), site.store
        self._numbers = {entry.url: entry.number for entry in site.entries}

    def of(self, article: Mapping[str, Any]) -> dict[str, str]:
        """As `TaughtValues.of` has them: of several pages the first with a value counts."""
        values: dict[str, str] = {}
        for url in article.get("pages") or [article.get("url")]:
            if url in self._numbers:
                for reading in self._applier.read(self._store.page(self._numbers[url])):
                    values |= {name: value for name, value in reading.taught.items() if not values.get(name)}
        return values


def _write_columns(path: Path, names: list[str], fields: Mapping[str, Mapping[str, str]]) -> None:
    """The table with a column for each taught field behind those of articles."""
    csv.field_size_limit(1 << 30)
    rows = list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8"), newline="")))
    own = [name for name in (rows[0] if rows else ()) if name in COLUMNS]
    extra = [name for name in names if name not in COLUMNS]
    if not rows:
        return
    with whole_file(path) as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow([*own, *map(harmless, extra)])
        for row in rows:
            taught = fields.get(row["url"], {})
            table.writerow([*(row[name] for name in own), *(cell(taught.get(name, "")) for name in extra)])
