"""A reader for LlamaIndex: `SitelodeReader().load_data("mined")`. Needs the extra `llama-index`."""

from collections.abc import Iterator
from typing import Any

from sitelode.errors import MissingExtraError
from sitelode.plugs.documents import SiteDocuments

try:
    from llama_index.core.readers.base import BaseReader
    from llama_index.core.schema import Document
except ImportError as problem:
    raise MissingExtraError("the reader for LlamaIndex", "llama-index") from problem


class SitelodeReader(BaseReader):
    """Reads the articles of a whole site: pieces by heading, the template removed, near-duplicates marked."""

    def lazy_load_data(self, source: Any, **options: Any) -> Iterator[Document]:  # noqa: ANN401 (whatever `sitelode.mine` takes)
        """The documents, one at a time; `options` are the other fields of `SiteDocuments`."""
        for each in SiteDocuments(source, **options):
            yield Document(doc_id=each.id, text=each.text, metadata=each.about)
