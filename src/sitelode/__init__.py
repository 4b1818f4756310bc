"""Sitelode gets the content out of whole web sites, with nobody telling the program what a page looks like.

import sitelode

for article in sitelode.mine("examples/site").articles:
    print(article.title, len(article.text))
"""

from importlib import import_module

# Not from `typing`: loading that takes most of the time in which nobody answers Ctrl-C yet, see `__main__.py`.
TYPE_CHECKING = False
if TYPE_CHECKING:
    __version__: str
    from sitelode.api import PageReader as PageReader
    from sitelode.api import apply as apply
    from sitelode.api import extract as extract
    from sitelode.api import find_fields as find_fields
    from sitelode.api import find_lists as find_lists
    from sitelode.errors import SitelodeError as SitelodeError
    from sitelode.html.page import Page as Page
    from sitelode.html.parse import ParseLimits as ParseLimits
    from sitelode.html.parse import parse as parse
    from sitelode.incremental.mine_again import mine_into as mine_into
    from sitelode.mined_site import MinedSite as MinedSite
    from sitelode.model import Article as Article
    from sitelode.model import Dropped as Dropped
    from sitelode.model import Fetched as Fetched
    from sitelode.pipeline import mine as mine
    from sitelode.settings import MineSettings as MineSettings
    from sitelode.wrappers.applying import Applier as Applier
    from sitelode.wrappers.wrapper import Wrapper as Wrapper
    from sitelode.wrappers.wrapper import read_wrapper as read_wrapper

_HOMES = {
    "Applier": "wrappers.applying", "Article": "model", "Dropped": "model", "Fetched": "model", "MineSettings": "settings",
    "MinedSite": "mined_site", "Page": "html.page", "PageReader": "api", "ParseLimits": "html.parse", "SitelodeError": "errors",
    "Wrapper": "wrappers.wrapper", "apply": "api", "extract": "api", "find_fields": "api", "find_lists": "api", "mine": "pipeline",
    "mine_into": "incremental.mine_again", "parse": "html.parse", "read_wrapper": "wrappers.wrapper",
}  # fmt: skip
__all__ = [
    "Applier", "Article", "Dropped", "Fetched", "MineSettings", "MinedSite", "Page", "PageReader", "ParseLimits", "SitelodeError",
    "Wrapper", "apply", "extract", "find_fields", "find_lists", "mine", "mine_into", "parse", "read_wrapper",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Load what is asked for when it is asked for: a command line that only prints help needs none of it."""
    if name == "__version__":
        return import_module("importlib.metadata").version("sitelode")
    if name not in _HOMES:
        raise AttributeError(f"module 'sitelode' has no attribute {name!r}")
    return getattr(import_module(f"sitelode.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    """What can be asked for, whether it was loaded or not; not what this module needs for itself."""
    return sorted({*__all__, "__version__", *(name for name in globals() if name.startswith("__"))})
