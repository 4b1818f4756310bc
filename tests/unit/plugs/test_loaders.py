"""The loaders with the libraries that they are for; skipped where these are not installed."""

import asyncio
import sys

import pytest
from real_libraries import real_library

from sitelode.errors import MissingExtraError


def test_langchain(lantern):
    real_library("langchain_core", "langchain")
    from sitelode.plugs.langchain import SiteLoader  # noqa: PLC0415

    loader = SiteLoader(lantern)
    documents = loader.load()

    assert len(documents) > 54
    assert documents[0].metadata["title"] == "Around Gannet Head, with a tide in hand"
    assert documents[0].page_content.startswith("There are two ways")
    assert asyncio.run(loader.aload())[0].id == documents[0].id


def test_llama_index(lantern):
    real_library("llama_index.core", "llama-index")
    from sitelode.plugs.llama_index import SitelodeReader  # noqa: PLC0415

    documents = SitelodeReader().load_data(lantern, whole=True)

    assert len(documents) == 54
    assert documents[0].metadata["author"] == "Dario Quist"
    assert documents[0].text.startswith("There are two ways")


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [("langchain", "langchain_core", "langchain"), ("llama_index", "llama_index.core.schema", "llama-index")],
)
def test_a_missing_library_is_named(monkeypatch, module, library, extra):
    for name in (library, f"{library}.document_loaders", "llama_index.core.readers.base"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, f"sitelode.plugs.{module}", raising=False)
    with pytest.raises(MissingExtraError, match=extra):
        __import__(f"sitelode.plugs.{module}")
