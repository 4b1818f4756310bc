"""Selectors of the fields of a wrapper, in CSS and in XPath, and what is known about them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from sitelode.wrappers.wrapper import Layout

EXPORTED_FROM = 0.98  # share of the cells that must agree
ID_RANK, PROPERTY_RANK, CLASS_RANK, LABEL_RANK, TAG_RANK, PLACE_RANK = range(6)
_ANY_SPACE, _BETWEEN_MARKS, _END = r"\s+", r"\s*(\S.*?)\s*", r"\Z"
_QUOTED = r"""'[^']*'|"[^"]*\""""
_CSS_PART = re.compile(rf"(?:{_QUOTED}|\[(?:{_QUOTED}|[^\[\]'\"])*\]|\([^()]*\)|\\.|[^,'\"\[(\\])+")
XPATH_PART = re.compile(rf"(?:{_QUOTED}|[^|'\"])+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a text: what stands between two marks; without one, from the beginning or to the end."""

    after: str
    before: str

    @property
    def can_be_written(self) -> bool:
        """XPath has no way to write a text with both kinds of quotes."""
        return not any('"' in mark and "'" in mark for mark in (self.after, self.before))

    @property
    def pattern(self) -> str:
        """The piece as the first group of a regular expression."""
        after, before = (_ANY_SPACE.join(map(re.escape, mark.split())) for mark in (self.after, self.before))
        return f"(?s){after}{_BETWEEN_MARKS}{before or _END}"

    def cut(self, text: str) -> str | None:
        """What the pattern finds in a text, white space collapsed; in linear time, which no such pattern takes on every text."""
        text, after, before = (" ".join(each.split()) for each in (text, self.after, self.before))
        at = text.find(after)
        if at < 0:
            return None
        rest = text[at + len(after) :].lstrip()
        end = rest.find(before, 1) if before else len(rest)
        return rest[:end].rstrip() if rest and end > 0 else None

    def xpath(self, place: str) -> str:
        """The piece of the first text at a place."""
        text = f"normalize-space({place})"
        text = f"substring-after({text}, {quoted(self.after)})" if self.after else text
        text = f"substring-before({text}, {quoted(self.before)})" if self.before else text
        return f"normalize-space({text})"


@dataclass(frozen=True, slots=True)
class Selector:
    """One selector in both forms."""

    xpath: str
    css: str  # the element, empty where CSS cannot say it
    rank: int  # how likely the next design or page breaks it; the less the better
    attribute: str = ""  # whose value is meant; the text if empty
    is_own_text: bool = False  # in CSS: the element's own texts, `::text`, without those of elements inside
    piece: Piece | None = None  # of the text that the CSS selector finds; XPath says it itself

    @property
    def cost(self) -> tuple[int, int]:
        return self.rank, len(self.xpath)


class Form(Enum):
    """What the selectors are for: XPath and CSS as parsel reads them, or a schema of crawl4ai."""

    XPATH = "xpath"
    CSS = "css"
    SCHEMA = "crawl4ai"

    def can_say(self, one: Selector) -> bool:
        if self is Form.SCHEMA:  # has no way to ask for an element's own texts, starts from none, and reads no path inside of :has()
            return bool(one.css) and not one.is_own_text and ":scope" not in one.css and ":has(" not in one.css
        return self is Form.XPATH or bool(one.css)


@dataclass(frozen=True)
class FieldSelectors:
    """The selectors of one field, and on how many cells they say what the wrapper says."""

    selectors: tuple[Selector, ...]
    agreeing: int
    cells: int
    many: bool = False

    @property
    def is_good(self) -> bool:
        return bool(self.selectors) and self.agreeing >= EXPORTED_FROM * self.cells


@dataclass(frozen=True)
class LayoutSelectors:
    """One layout: its fields as selectors, with how many cells agree, and what is left out, with the reason."""

    layout: Layout
    pages: int
    fields: Mapping[str, FieldSelectors] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    base: Selector | None = None  # of records

    @property
    def cells(self) -> tuple[int, int]:
        """Exported cells that agree, and all exported cells."""
        return sum(each.agreeing for each in self.fields.values()), sum(each.cells for each in self.fields.values())


def quoted(text: str) -> str:
    """A text as XPath writes it; it may not have both kinds of quotes."""
    return f"'{text}'" if '"' in text else f'"{text}"'


def is_xpath(text: str) -> bool:
    """Whether a selector is XPath; all others are CSS."""
    return text.strip().startswith(("/", "./", "(", "@", "text()"))


def with_ending(selector: str, ending: str) -> str:
    """Append an ending such as `/@href` or `::attr(href)` to every alternative of a selector; an empty selector stays empty."""
    if not ending or not selector:
        return selector
    parts, between = (XPATH_PART.findall(selector), " | ") if is_xpath(selector) else (list(css_parts(selector)), ", ")
    return between.join(part.strip() + ending for part in parts)


def css_parts(text: str) -> Iterator[str]:
    found = _CSS_PART.findall(text)
    # A selector that cannot be split is left whole; the reader of single selectors refuses it.
    yield from found if ",".join(found) == text and len(found) > 1 else [text]
