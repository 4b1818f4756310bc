"""web-poet page objects made from a wrapper: everything the wrapper knows, not only what selectors can say.

    NewsPage = page_object("wrapper.json")          # a class, for web-poet's registry, for scrapy-poet, or by itself
    item = await NewsPage(response=response).to_item()

`sitelode wrapper export --as web-poet` writes page objects that need no Sitelode, with the fields that selectors can say.
"""

from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from web_poet import WebPage

from sitelode.html.parse import parse
from sitelode.output.article_forms import article_data
from sitelode.urls import normalise
from sitelode.wrappers.applying import Applier, Reading
from sitelode.wrappers.readers import usable_wrapper
from sitelode.wrappers.wrapper import Wrapper


class WrapperPage(WebPage[dict]):  # type: ignore[type-arg]  # an item is any dictionary
    """A page as a wrapper reads it; classes with a wrapper are made by `page_object`."""

    applier: ClassVar[Applier]

    @cached_property
    def readings(self) -> list[Reading]:
        url = str(self.response.url)
        content_type = self.response.headers.get("Content-Type") or f"text/html; charset={self.response.encoding or 'utf-8'}"
        return self.applier.read(parse(bytes(self.response.body), normalise(url) or url, content_type), url)

    async def to_item(self) -> dict[str, Any]:
        """An article with its fields, the records of a page, or the named values of a detail page; with the reason where there is none."""
        item: dict[str, Any] = {"url": str(self.response.url)}
        for reading in self.readings:
            found = reading.found
            if found.article is not None:
                item |= article_data(found.article, reading.taught)
            elif found.records:
                item["records"] = [dict(record) for record in found.records]
            elif not found.reason:
                item |= found.values
            elif len(item) == 1:
                item["reason"] = found.reason
        return item


def page_object(wrapper: Wrapper | Path | str, name: str = "WrappedPage") -> type[WrapperPage]:
    """A class of page objects that read with a wrapper.

    Raises:
        WrapperError: when the file cannot be read, or holds damaged rules.

    """
    read = wrapper if isinstance(wrapper, Wrapper) else usable_wrapper(Path(wrapper))
    return type(name, (WrapperPage,), {"applier": Applier(read), "__module__": __name__})
