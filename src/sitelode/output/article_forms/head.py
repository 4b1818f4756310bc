"""The head of an article: what is known of it besides its text, for forms that have no other place for it."""

import json
from typing import Any, Final

from sitelode.model import Article

NAMES: Final = ("title", "subtitle", "url", "author", "date", "modified", "language", "tags", "site_name", "image")


def head_of(article: Article) -> dict[str, Any]:
    """What is known, in the order in which people read it; nothing empty."""
    return {name: value for name in NAMES if (value := getattr(article, name))}


def front_matter(article: Article) -> str:
    """The head between two lines of dashes, as readers of Markdown know it. Values are JSON, which YAML includes."""
    lines = (f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in head_of(article).items())
    return f"---\n{''.join(lines)}---\n\n"
