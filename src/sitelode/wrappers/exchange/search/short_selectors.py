"""Short selectors for an element, as a person would write them: by an id, a role, a property, a class, a label beside it; few steps.

Names with long numbers or random letters in them are of one page or one build, and are not used.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

MOST_CLASSES = 4  # of an element that are tried; bounds
MOST_ABOVE = 6  # elements above it that are tried
LONGEST_LABEL = 60  # characters
LABELS_AWAY = 4  # siblings before an element that may be its label
TELLING = ("itemprop", "rel", "role", "property", "name", "data-testid", "datetime", "headers")
_STABLE = re.compile(r"[A-Za-z][A-Za-z_-]*(?:[0-9]{1,2}[A-Za-z_-]*)?\Z")
_RANDOM = re.compile(r"[bcdfghjklmnpqrstvwxz]{6,}|(?:[0-9][A-Za-z]|[A-Za-z][0-9]){3,}")
_PLAIN_LABEL = re.compile(r"[^\"\\]+\Z")
_ANY_SPACE, _BETWEEN_MARKS, _END = r"\s+", r"\s*(\S.*?)\s*", r"\Z"
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_PLAIN_TAG = re.compile(r"[a-z][a-z0-9]*\Z")


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

    @classmethod
    def of_pattern(cls, pattern: str) -> "Piece":
        """The piece that gives this pattern."""
        after, _, before = pattern.removeprefix("(?s)").partition(_BETWEEN_MARKS)
        marks = ("" if mark == _END else _ESCAPED.sub(r"\1", mark.replace(_ANY_SPACE, " ")) for mark in (after, before))
        return cls(*marks)

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
class ShortSelector:
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


def short_selectors(element: HtmlElement, below: HtmlElement, attribute: str = "") -> Iterator[ShortSelector]:
    """Selectors that find an element below another one; the page's root, or that of a record."""
    own = list(own_steps(element))
    relative = below.getparent() is not None
    for step in own:
        yield _joined([step], attribute, relative=relative)
    above: list[HtmlElement] = []
    for each in element.iterancestors():
        if each is below or len(above) >= MOST_ABOVE:
            break
        above.append(each)
    anchors = [(depth, step) for depth, each in enumerate(above) for step in own_steps(each) if step.rank < TAG_RANK]
    for step in own:
        for _, anchor in anchors:
            yield _joined([anchor, step], attribute, relative=relative)
    number, tag = place_among_siblings(element), tag_of(element)
    place = _Step(tag, "" if tag == "*" else f":nth-of-type({number})", f"[{number}]", PLACE_RANK)
    if above:
        yield _joined([*(step for depth, step in anchors if depth == 0), place][-2:], attribute, relative=relative, child=True)
        for step in own_steps(above[0]):
            yield _joined([step, place], attribute, relative=relative, child=True)
    elif relative:
        yield _joined([place], attribute, relative=True, child=True)
    yield from _by_label(element, attribute, relative=relative)


def own_selectors(tag: str, classes: str) -> tuple[str, str]:
    """An element by its tag, and its classes where they are stable, in CSS and in XPath; one without classes has none."""
    if not classes:
        return f"{tag}:not([class])", f"{tag}[not(@class)]"
    names = [name for name in classes.split() if _is_stable(name)]
    if not names:
        return f"{tag}[class]", f"{tag}[@class]"
    return tag + "".join(f".{name}" for name in names), tag + "".join(map(_has_class, names))


def text_selectors(text: "TextNode", below: HtmlElement) -> Iterator[ShortSelector]:
    """Selectors that find a text beside others in one element: by the label before it, or by its place. CSS can say the first."""
    relative = below.getparent() is not None
    start = ".//" if relative else "//"
    if text.before and len(text.before) <= LONGEST_LABEL and '"' not in text.before:
        label = f'text()[normalize-space()="{text.before}"]/following::text()[normalize-space()][1]'
        yield ShortSelector(f"{start}{label}", "", LABEL_RANK)
    for one in short_selectors(text.parent, below) if text.parent is not below else ():
        rank, css = max(one.rank, LABEL_RANK), one.css if text.number == 1 else ""
        yield ShortSelector(f"{one.xpath}/text()[normalize-space()][{text.number}]", css, rank, is_own_text=True)
    if text.behind is not None:
        for step in own_steps(text.behind):
            yield ShortSelector(
                f"{start}{step.tag}{step.xpath}/following-sibling::text()[normalize-space()][1]", "", max(step.rank, LABEL_RANK)
            )
        words = " ".join(text.behind.text_content().split())
        if words and len(words) <= LONGEST_LABEL and '"' not in words:
            label = f'{start}{tag_of(text.behind)}[normalize-space()="{words}"]/following-sibling::text()[normalize-space()][1]'
            yield ShortSelector(label, "", LABEL_RANK)


@dataclass(frozen=True, slots=True)
class TextNode:
    """A text in its element."""

    parent: HtmlElement
    number: int  # among the texts of its element
    behind: HtmlElement | None  # the element it stands directly behind, inside the same one
    before: str  # the text before it on the page


@dataclass(frozen=True, slots=True)
class _Step:
    tag: str
    css: str
    xpath: str
    rank: int


_ID_RANK, _PROPERTY_RANK, _CLASS_RANK, LABEL_RANK, TAG_RANK, PLACE_RANK = range(6)


def own_steps(element: HtmlElement) -> Iterator[_Step]:
    tag = tag_of(element)
    identity = element.get("id", "")
    if _is_stable(identity):
        yield _Step(tag, f"#{identity}", f'[@id="{identity}"]', _ID_RANK)
    for name in TELLING:
        value = element.get(name, "")
        if value and len(value) <= LONGEST_LABEL and '"' not in value and name != "datetime":
            yield _Step(tag, f'[{name}="{value}"]', f'[@{name}="{value}"]', _PROPERTY_RANK)
        elif value:
            yield _Step(tag, f"[{name}]", f"[@{name}]", _PROPERTY_RANK)
    classes = [name for name in (element.get("class") or "").split() if _is_stable(name)][:MOST_CLASSES]
    for name in classes:
        yield _Step(tag, f".{name}", _has_class(name), _CLASS_RANK)
    if len(classes) > 1:
        yield _Step(tag, "".join(f".{name}" for name in classes), "".join(map(_has_class, classes)), _CLASS_RANK)
    whole = element.get("class") or ""
    if whole and '"' not in whole and all(map(_is_stable, whole.split())):  # this very set of classes, no more
        yield _Step(tag, f'[class="{whole}"]', f'[@class="{whole}"]', _CLASS_RANK)
    yield _Step(tag, "", "", TAG_RANK)


def _by_label(element: HtmlElement, attribute: str, *, relative: bool) -> Iterator[ShortSelector]:
    """The element behind a label: beside it, or in the cell beside the label's; or all that stand behind it there."""
    start = ".//" if relative else "//"
    end = f"/@{attribute}" if attribute else ""
    for depth, at in enumerate((element, *islice(element.iterancestors(), 2))):
        for before in islice(at.itersiblings(etree.Element, preceding=True), LABELS_AWAY):
            text = " ".join(before.text_content().split()) if isinstance(before.tag, str) else ""
            if not text or len(text) > LONGEST_LABEL or not _PLAIN_LABEL.match(text):
                continue
            inside = tag_of(element) if depth else ""
            label, behind = f'{start}{tag_of(before)}[normalize-space()="{text}"]', f"/following-sibling::{tag_of(at)}"
            css, below = f'{tag_of(before)}:contains("{text}")', f"//{inside}" if inside else ""
            place = place_among_siblings(at) - place_among_siblings(before, at.tag)
            beside = f"{css} + {tag_of(at)} {inside}".strip() if before.getnext() is at else ""
            yield ShortSelector(f"{label}{behind}[{place}]{below}{end}", beside, LABEL_RANK, attribute)
            yield ShortSelector(f"{label}{behind}{below}{end}", f"{css} ~ {tag_of(at)} {inside}".strip(), LABEL_RANK, attribute)


def place_among_siblings(element: HtmlElement, tag: object = None) -> int:
    """How many siblings of a tag there are up to an element; of its own one if none is named."""
    tag = element.tag if tag is None else tag
    return int(element.tag == tag) + sum(1 for each in element.itersiblings(preceding=True) if each.tag == tag)


def _joined(steps: Sequence[_Step], attribute: str, *, relative: bool, child: bool = False) -> ShortSelector:
    css = (" > " if child else " ").join(step.tag + step.css for step in steps)
    xpath = ("/" if child else "//").join(step.tag + step.xpath for step in steps)
    start = "./" if relative and child and len(steps) == 1 else ".//" if relative else "//"
    end = f"/@{attribute}" if attribute else ""
    is_child_of_start = relative and child and len(steps) == 1
    return ShortSelector(start + xpath + end, "" if is_child_of_start else css, max(step.rank for step in steps), attribute)


def _has_class(name: str) -> str:
    return f'[contains(concat(" ", normalize-space(@class), " "), " {name} ")]'


def _is_stable(name: str) -> bool:
    return bool(_STABLE.match(name)) and not _RANDOM.search(name)


def tag_of(element: HtmlElement) -> str:
    tag = element.tag if isinstance(element.tag, str) else ""
    return tag if _PLAIN_TAG.match(tag) else "*"


def quoted(text: str) -> str:
    """A text as XPath writes it; it may not have both kinds of quotes."""
    return f"'{text}'" if '"' in text else f'"{text}"'
