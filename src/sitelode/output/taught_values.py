"""Values of the taught fields for the articles of a site: the same that `sitelode wrapper apply` gives with the written wrapper.

They are written with the articles when a site is mined, and can be put into a written result without mining again: into articles.jsonl, and
articles.csv and articles.parquet where they are.
"""

import json
from collections.abc import Iterable
from pathlib import Path

from sitelode.model import Article
from sitelode.output.article_files import TABLES, article_tables, file_of
from sitelode.output.dataset_card import write_dataset_card
from sitelode.output.files import json_text, whole_file
from sitelode.site.site import Site
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.taught.taught import taught_fields
from sitelode.wrappers.wrapper import Wrapper

_FIELDS = "fields"


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
        file.writelines(json_text(article) + "\n" for article in articles)
    kinds = [name for name in TABLES if file_of(folder, name).is_file()]
    without = [name for name in ("markdown", "html") if not any(name in article for article in articles)]
    with article_tables(folder, kinds, without=without, taught=values.names) as add:
        for article in articles:
            add(article)
    if "parquet" in kinds:
        write_dataset_card(folder)
    return len(articles)
