"""A document loader for LangChain: `SiteLoader("mined").load()`. Needs the extra `langchain`."""

from collections.abc import Iterator
from typing import Any

from sitelode.errors import MissingExtraError
from sitelode.plugs.documents import SiteDocuments

try:
    from langchain_core.document_loaders import BaseLoader
    from langchain_core.documents import Document
except ImportError as problem:
    raise MissingExtraError("the loader for LangChain", "langchain") from problem


class SiteLoader(BaseLoader):
    """Loads the articles of a whole site: pieces by heading, the template removed, near-duplicates marked."""

    def __init__(self, source: Any, **options: Any) -> None:  # noqa: ANN401 (whatever `sitelode.mine` takes)
        """Take what `sitelode.mine` takes; `options` are the other fields of `SiteDocuments`."""
        self._documents = SiteDocuments(source, **options)

    def lazy_load(self) -> Iterator[Document]:
        """The documents, one at a time."""
        for each in self._documents:
            yield Document(id=each.id, page_content=each.text, metadata=each.about)
