"""What fields that somebody taught say about the articles of a mined site: what `sitelode apply` would say with the wrapper written."""

from collections.abc import Mapping

from sitelode.mined_site import MinedSite
from sitelode.model import Article
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.taught.taught import taught_fields
from sitelode.wrappers.wrapper import Wrapper


class TaughtValues:
    """Reads taught fields article by article; where nothing was taught it costs nothing."""

    def __init__(self, mined: MinedSite, wrapper: Wrapper) -> None:
        self.names = sorted({field.name for layout in wrapper.layouts for field in taught_fields(layout.rules)})
        self._store = mined.site.store
        self._applier = Applier(wrapper) if self.names else None
        self._numbers = {entry.url: entry.number for entry in mined.site.entries} if self.names else {}

    def of(self, article: Article) -> Mapping[str, str]:
        """The fields of its layout with their values, empty where there is none; of several pages the first that has a value gives it."""
        values: dict[str, str] = {}
        if self._applier is None:
            return values
        for url in article.pages or (article.url,):
            for reading in self._applier.read(self._store.page(self._numbers[url])):
                values |= {name: value for name, value in reading.taught.items() if not values.get(name)}
        return values
