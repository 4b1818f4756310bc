"""Split selectors with alternatives into single ones: "a, b" in CSS, "a | b" and conditions with "or" in XPath.

`sitelode wrapper export` writes such selectors too, so an exported wrapper can be imported again.
"""

import re
from collections.abc import Iterator
from itertools import islice

from sitelode.errors import WrapperError
from sitelode.wrappers.exchange.selector_reading import LONGEST_SELECTOR, Way, is_xpath, read_selector

MOST_ALTERNATIVES = 200  # set by hand, as is the next
LONGEST_UNION = 100_000  # characters
_QUOTED = r"""'[^']*'|"[^"]*\""""
_CSS_PART = re.compile(rf"(?:{_QUOTED}|\[(?:{_QUOTED}|[^\[\]'\"])*\]|\([^()]*\)|\\.|[^,'\"\[(\\])+")
_XPATH_PART = re.compile(rf"(?:{_QUOTED}|[^|'\"])+")
_ATTRIBUTE_OF_ALL = re.compile(r"\s@[\w:-]+\s*$")
_ONE = r"""@[\w:-]+\s*=\s*(?:'[^']*'|"[^"]*")"""
_EITHER = re.compile(rf"\[\s*({_ONE}(?:\s+or\s+{_ONE})+)\s*\]")
_OR = re.compile(rf"({_ONE})(?:\s+or\s+)?")
_FIRST_TEXT = re.compile(r"\((?P<way>.+)/text\(\)\[normalize-space\(\)\]\)\[1\]")


def read_alternatives(selector: object) -> tuple[Way, ...]:
    """The ways of all alternatives of a selector, in order.

    Raises:
        WrapperError: when one of them cannot be read as a way.

    """
    if not isinstance(selector, str):
        return (read_selector(selector),)
    if len(selector) > LONGEST_UNION:
        raise WrapperError(f"a selector has at most {LONGEST_UNION:,} characters, this one starts with {selector[:60]!r}")
    ending = _ATTRIBUTE_OF_ALL.search(selector)
    attribute, bare = (ending[0].strip(), selector[: ending.start()]) if ending else ("", selector)
    split = _xpath_parts if is_xpath(bare) else _css_parts
    parts = [part.strip() for part in islice(split(bare.strip()), MOST_ALTERNATIVES + 1)]
    if len(parts) > MOST_ALTERNATIVES:
        raise WrapperError(f"selector {selector!r:.100} names more than {MOST_ALTERNATIVES} places")
    return tuple(_way(part, attribute) for part in parts)


def with_ending(selector: str, ending: str) -> str:
    """Append an ending such as `/@href` or `::attr(href)` to every alternative of a selector; an empty selector stays empty."""
    if not ending or not selector:
        return selector
    parts, between = (_XPATH_PART.findall(selector), " | ") if is_xpath(selector) else (list(_css_parts(selector)), ", ")
    return between.join(part.strip() + ending for part in parts)


def _way(part: str, attribute: str) -> Way:
    way = read_selector(part)
    return Way(way.steps, attribute.removeprefix("@")) if attribute else way


def _css_parts(text: str) -> Iterator[str]:
    found = _CSS_PART.findall(text)
    # A selector that cannot be split is left whole; the reader of single selectors refuses it.
    yield from found if ",".join(found) == text and len(found) > 1 else [text]


def _xpath_parts(text: str) -> Iterator[str]:
    found = _XPATH_PART.findall(text)
    for part in found if "|".join(found) == text else [text]:
        first = _FIRST_TEXT.fullmatch(part.strip())
        yield from _without_or(first["way"] if first else part) if len(part) <= LONGEST_SELECTOR else [part]


def _without_or(text: str) -> Iterator[str]:
    either = _EITHER.search(text)
    if either is None:
        yield text
        return
    for one in _OR.findall(either[1]):
        yield from _without_or(f"{text[: either.start()]}[{one}]{text[either.end() :]}")
