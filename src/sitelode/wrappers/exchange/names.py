"""Names for Python source that is made from a wrapper: whatever a site calls its fields, they are plain identifiers here."""

import keyword
import re

_NOT_IN_NAMES = re.compile(r"\W+")
_TAKEN_NAMES = frozenset(("css", "xpath", "html", "url", "response", "selector", "to_item", "urljoin", "base_url", "item_cls"))


def identifier(name: str) -> str:
    found = _NOT_IN_NAMES.sub("_", name).strip("_").lower() or "field"
    found = f"field_{found}" if found[0].isdigit() or not found.isidentifier() else found
    return found + "_" if keyword.iskeyword(found) or found in _TAKEN_NAMES else found


def unused(name: str, used: set[str]) -> str:
    """A name that was not given yet, which is taken now."""
    number, found = 2, name
    while found in used:
        found, number = f"{name}_{number}", number + 1
    used.add(found)
    return found


def class_name(name: str) -> str:
    return "".join(part.capitalize() for part in re.findall(r"[A-Za-z0-9]+", name)).lstrip("0123456789") + "Page"


def harmless_words(text: str) -> str:
    """Words for a docstring, without any sign that could end it."""
    return re.sub(r"[^\w. ,-]", "", text)[:160] or "a site"
