"""The names of the forms in which articles are written; apart from the forms, so that help needs none of them."""

from typing import Final

FORMATS: Final = ("txt", "md", "json", "html", "xml", "tei", "csv")
NEEDS_MARKDOWN: Final = frozenset({"md"})
NEEDS_HTML: Final = frozenset({"html", "xml", "tei"})
ENDINGS: Final = {"json": "jsonl", "tei": "tei.xml"}  # of file names, where it is not the name of the format
