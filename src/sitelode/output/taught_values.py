"""Values of the taught fields for the articles of a mined site: the same that `sitelode apply` gives with the written wrapper."""

from collections.abc import Mapping

from sitelode.mined_site import MinedSite
from sitelode.model import Article
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.taught.taught import taught_fields
from sitelode.wrappers.wrapper import Wrapper


class TaughtValues:
    """Reads taught fields, article by article; costs nothing if no field was taught."""

    def __init__(self, mined: MinedSite, wrapper: Wrapper) -> None:
        self.names = sorted({field.name for layout in wrapper.layouts for field in taught_fields(layout.rules)})
        self._store = mined.site.store
        self._applier = Applier(wrapper) if self.names else None
        self._numbers = {entry.url: entry.number for entry in mined.site.entries} if self.names else {}

    def of(self, article: Article) -> Mapping[str, str]:
        """The values of its layout's fields, "" if there is none; if an article has several pages, the first page with a value counts."""
        values: dict[str, str] = {}
        if self._applier is None:
            return values
        for url in article.pages or (article.url,):
            for reading in self._applier.read(self._store.page(self._numbers[url])):
                values |= {name: value for name, value in reading.taught.items() if not values.get(name)}
        return values
