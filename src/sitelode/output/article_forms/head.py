"""The head of an article: what is known of it besides its text, for forms that have no other place for it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sitelode.model import Article

NAMES: Final = (
    "title", "subtitle", "url", "author", "date", "modified", "language", "description", "categories", "tags", "site_name", "licence",
    "image",
)  # fmt: skip
ALL_NAMES: Final = (*NAMES, "lead_image", "hostname", "fetched", "fingerprint")  # where a program reads it


def head_of(article: Article, names: Sequence[str] = NAMES) -> dict[str, Any]:
    """What is known, in the order in which people read it; nothing empty."""
    return {name: value for name in names if (value := getattr(article, name))}


def front_matter(article: Article) -> str:
    """The head between two lines of dashes, as readers of Markdown know it. Values are JSON, which YAML includes."""
    return front_matter_of(head_of(article))


def front_matter_of(head: Mapping[str, Any]) -> str:
    """The same for a head that was read from a file."""
    lines = (f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in head.items())
    return f"---\n{''.join(lines)}---\n\n"
