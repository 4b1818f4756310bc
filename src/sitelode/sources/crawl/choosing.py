"""Crawls that follow only some links: who chooses them lies above the sources, so that it is handed down by name.

By name, because a crawl runs in a process of its own. Only functions of this program can be named.
"""

from collections.abc import Callable, Iterable
from importlib import import_module

LinkChooser = Callable[[str, bytes, str | None], Iterable[str]]  # address, body and content type of a page -> addresses to follow
_OURS = "sitelode."


def is_name_of_chooser(name: str) -> bool:
    module, colon, function = name.partition(":")
    return bool(colon) and module.startswith(_OURS) and function.isidentifier()


def named_chooser(name: str) -> LinkChooser:
    """The function that "package.module:function" names."""
    module, _, function = name.partition(":")
    chooser: LinkChooser = getattr(import_module(module), function)
    return chooser
