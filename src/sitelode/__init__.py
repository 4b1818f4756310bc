"""Sitelode gets the content out of whole web sites, with nobody telling the program what a page looks like.

import sitelode

for article in sitelode.mine("examples/site").articles:
    print(article.title, len(article.text))
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sitelode.dom.page import Page as Page
    from sitelode.dom.parse import ParseLimits as ParseLimits
    from sitelode.dom.parse import parse as parse
    from sitelode.errors import SitelodeError as SitelodeError
    from sitelode.model import Article as Article
    from sitelode.model import Dropped as Dropped
    from sitelode.model import Fetched as Fetched
    from sitelode.pipeline import MinedSite as MinedSite
    from sitelode.pipeline import MineSettings as MineSettings
    from sitelode.pipeline import mine as mine

_HOMES = {
    "Article": "model", "Dropped": "model", "Fetched": "model", "MineSettings": "pipeline", "MinedSite": "pipeline", "Page": "dom.page",
    "ParseLimits": "dom.parse", "SitelodeError": "errors", "mine": "pipeline", "parse": "dom.parse",
}  # fmt: skip
__all__ = ["Article", "Dropped", "Fetched", "MineSettings", "MinedSite", "Page", "ParseLimits", "SitelodeError", "mine", "parse"]


def __getattr__(name: str) -> object:
    """Load what is asked for when it is asked for: a command line that only prints help needs none of it."""
    if name not in _HOMES:
        raise AttributeError(f"module 'sitelode' has no attribute {name!r}")
    return getattr(import_module(f"sitelode.{_HOMES[name]}"), name)
