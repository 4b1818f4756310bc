"""Short selectors for an element, as a person would write them: by an id, a role, a property, a class, a label beside it; few steps.

Names with long numbers or random letters in them are of one page or one build, and are not used.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from sitelode.paths.child_steps import AttributeTest, ChildStep, as_xpath, css
from sitelode.wrappers.exchange.page_values import PageValues, Same, plain, text_of
from sitelode.wrappers.exchange.selectors import (
    CLASS_RANK,
    ID_RANK,
    LABEL_RANK,
    PLACE_RANK,
    PROPERTY_RANK,
    TAG_RANK,
    Piece,
    Selector,
    quoted,
)

MOST_CLASSES = 4  # of an element that are tried; bounds
MOST_ABOVE = 6  # elements above it that are tried
LONGEST_LABEL = 60  # characters
LABELS_AWAY = 4  # siblings before an element that may be its label
TELLING = ("itemprop", "rel", "role", "property", "name", "data-testid", "datetime", "headers")
_STABLE = re.compile(r"[A-Za-z][A-Za-z_-]*(?:[0-9]{1,2}[A-Za-z_-]*)?\Z")
_RANDOM = re.compile(r"[bcdfghjklmnpqrstvwxz]{6,}|(?:[0-9][A-Za-z]|[A-Za-z][0-9]){3,}")
_QUOTABLE = re.compile(r"[^\"\\\x00-\x1f\x7f]+\Z")  # what CSS and XPath write between double quotes as it is
_PLAIN_TAG = re.compile(r"[a-z][a-z0-9]*\Z")


def short_selectors(element: HtmlElement, below: HtmlElement, attribute: str = "") -> Iterator[Selector]:
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
    anchors = [(depth, step) for depth, each in enumerate(above) for step in own_steps(each) if _rank(step) < TAG_RANK]
    for step in own:
        for _, anchor in anchors:
            yield _joined([anchor, step], attribute, relative=relative)
    place = ChildStep(tag_of(element), place=place_among_siblings(element))
    if above:
        yield _joined([*(step for depth, step in anchors if depth == 0), place][-2:], attribute, relative=relative, child=True)
        for step in own_steps(above[0]):
            yield _joined([step, place], attribute, relative=relative, child=True)
    elif relative:
        yield _joined([place], attribute, relative=True, child=True)
    yield from _by_label(element, attribute, relative=relative)


def step_by_classes(tag: str, classes: str) -> ChildStep:
    """An element by its tag, and its classes where they are stable."""
    names = tuple(filter(_is_stable, classes.split()))
    return ChildStep(tag, names, wants=() if names else (AttributeTest("class"),))


def own_steps(element: HtmlElement) -> Iterator[ChildStep]:
    """Ways to name an element, by the best names first, its tag alone last."""
    tag = tag_of(element)
    identity = element.get("id", "")
    if _is_stable(identity):
        yield ChildStep(tag, id=identity)
    for name in TELLING:
        value = element.get(name, "")
        if len(value) <= LONGEST_LABEL and _QUOTABLE.match(value) and name != "datetime":
            yield ChildStep(tag, wants=(AttributeTest(name, "=", value),))
        elif value:
            yield ChildStep(tag, wants=(AttributeTest(name),))
    whole = element.get("class") or ""
    classes = tuple(filter(_is_stable, whole.split()))[:MOST_CLASSES]
    yield from (ChildStep(tag, (name,)) for name in classes)
    if len(classes) > 1:
        yield ChildStep(tag, classes)
    if _QUOTABLE.match(whole) and all(map(_is_stable, whole.split())):  # this very set of classes, no more
        yield ChildStep(tag, wants=(AttributeTest("class", "=", whole),))
    yield ChildStep(tag)


def _rank(step: ChildStep) -> int:
    if step.place:
        return PLACE_RANK
    if step.id:
        return ID_RANK
    if step.names or any(want.attribute == "class" for want in step.wants):
        return CLASS_RANK
    return PROPERTY_RANK if step.wants else TAG_RANK


def _by_label(element: HtmlElement, attribute: str, *, relative: bool) -> Iterator[Selector]:
    """The element behind a label: beside it, or in the cell beside the label's; or all that stand behind it there."""
    start = ".//" if relative else "//"
    end = f"/@{attribute}" if attribute else ""
    for depth, at in enumerate((element, *islice(element.iterancestors(), 2))):
        for before in islice(at.itersiblings(etree.Element, preceding=True), LABELS_AWAY):
            text = " ".join(before.text_content().split()) if isinstance(before.tag, str) else ""
            if not text or len(text) > LONGEST_LABEL or not _QUOTABLE.match(text):
                continue
            inside = tag_of(element) if depth else ""
            label, behind = f'{start}{tag_of(before)}[normalize-space()="{text}"]', f"/following-sibling::{tag_of(at)}"
            css, below = f'{tag_of(before)}:contains("{text}")', f"//{inside}" if inside else ""
            place = place_among_siblings(at) - place_among_siblings(before, at.tag)
            beside = f"{css} + {tag_of(at)} {inside}".strip() if before.getnext() is at else ""
            yield Selector(f"{label}{behind}[{place}]{below}{end}", beside, LABEL_RANK, attribute)
            yield Selector(f"{label}{behind}{below}{end}", f"{css} ~ {tag_of(at)} {inside}".strip(), LABEL_RANK, attribute)


def place_among_siblings(element: HtmlElement, tag: object = None) -> int:
    """How many siblings of a tag there are up to an element; of its own one if none is named."""
    tag = element.tag if tag is None else tag
    return int(element.tag == tag) + sum(1 for each in element.itersiblings(preceding=True) if each.tag == tag)


def _joined(steps: Sequence[ChildStep], attribute: str, *, relative: bool, child: bool = False) -> Selector:
    way = [replace(step, deep=not child) for step in steps]
    is_child_of_start = relative and child and len(steps) == 1
    start = "./" if is_child_of_start else ".//" if relative else "//"
    end = f"/@{attribute}" if attribute else ""
    return Selector(start + as_xpath(way) + end, "" if is_child_of_start else css(way), max(map(_rank, steps)), attribute)


def _is_stable(name: str) -> bool:
    return bool(_STABLE.match(name)) and not _RANDOM.search(name)


def tag_of(element: HtmlElement) -> str:
    tag = element.tag if isinstance(element.tag, str) else ""
    return tag if _PLAIN_TAG.match(tag) else "*"


MOST_NUMBERED = 12  # selectors of an element that are counted on its page
LARGEST_NUMBER = 60  # of an element among those of its kind
MOST_ANCHORS = 2  # ways to name one element above


def placed_selectors(element: HtmlElement, below: HtmlElement, attribute: str = "") -> Iterator[Selector]:
    """Selectors that count."""
    yield from _numbered(element, below, attribute)
    yield from _stepwise(element, below, attribute)


def _numbered(element: HtmlElement, below: HtmlElement, attribute: str) -> Iterator[Selector]:
    """The n-th of those that a short selector finds. CSS counts siblings only, so it cannot say that."""
    unique = {one.xpath: one for one in short_selectors(element, below) if one.rank < PLACE_RANK}
    end = f"/@{attribute}" if attribute else ""
    for one in sorted(unique.values(), key=lambda each: each.cost)[:MOST_NUMBERED]:
        for xpath in (one.xpath, f"{one.xpath}[normalize-space()]"):
            found = etree.XPath(xpath)(below)
            number = next((number for number, each in enumerate(found, start=1) if each is element), 0)
            if 0 < number <= LARGEST_NUMBER and len(found) > 1:
                yield Selector(f"({xpath})[{number}]{end}", "", PLACE_RANK, attribute)


def _stepwise(element: HtmlElement, below: HtmlElement, attribute: str) -> Iterator[Selector]:
    """From an element above that has a name, child by child; in a record also from the record itself."""
    written, way = "", ""  # in CSS and in XPath
    end = f"/@{attribute}" if attribute else ""
    start = ".//" if below.getparent() is not None else "//"
    for depth, each in enumerate(_upwards(element, below)):
        said = "" if "*" in written else written  # CSS counts elements of one tag only
        if each is below:
            yield Selector(f".{way}{end}", f":scope{said}" if said else "", PLACE_RANK, attribute)
            return
        if depth:
            for step in [one for one in own_steps(each) if _rank(one) < TAG_RANK][:MOST_ANCHORS]:
                yield Selector(f"{start}{step.xpath()}{way}{end}", f"{step.css()}{said}" if said else "", PLACE_RANK, attribute)
        step = ChildStep(tag_of(each), place=place_among_siblings(each))
        written, way = f" > {step.css()}{written}", f"/{step.xpath()}{way}"


def _upwards(element: HtmlElement, below: HtmlElement) -> Iterable[HtmlElement]:
    yield element
    for depth, each in enumerate(element.iterancestors()):
        if depth >= MOST_ABOVE or (each is below and below.getparent() is None):
            return
        yield each
        if each is below:
            return


# Bounds, set by hand.
MOST_FIRST = 12  # elements with the first value
MOST_AROUND = 4  # elements around one
MOST_INSIDE = 200  # elements inside of that


def list_selectors(values: PageValues, wanted: Sequence[str], same: Same) -> Iterator[Selector]:
    """Selectors of the lists that say these values, one after the other and no others."""
    for element, attribute in values.holding(wanted[0], same)[:MOST_FIRST]:
        tag = tag_of(element)
        for around in islice(element.iterancestors(), MOST_AROUND):
            if tag == "*" or attribute or around is values.root or not _says_all(around, tag, wanted, same):
                continue
            for made in (short_selectors, placed_selectors):
                for one in made(around, values.root):
                    yield Selector(f"{one.xpath}//{tag}", f"{one.css} {tag}" if one.css else "", one.rank)


def _says_all(around: HtmlElement, tag: str, wanted: Sequence[str], same: Same) -> bool:
    inside = [text for each in islice(around.iter(tag), MOST_INSIDE) if each is not around and (text := plain(text_of(each)))]
    return len(inside) == len(wanted) and all(map(same, inside, wanted))


# Bounds, set by hand.
MOST_TEXTS = 4  # of a page that contain the value
MOST_HOLDERS = 16  # selectors of the element with the text
LONGEST_MARK = 40  # characters before or behind the value that are its mark


def piece_selectors(values: PageValues, value: str) -> Iterator[Selector]:
    """Selectors that cut a value out of texts that contain it."""
    for text, element in islice(values.containing(value), MOST_TEXTS):
        at = text.index(value)
        yield from _cuts(element, values.root, text[:at], text[at + len(value) :])


def _cuts(element: HtmlElement, below: HtmlElement, before: str, behind: str) -> Iterator[Selector]:
    holders = sorted({one.xpath: one for one in short_selectors(element, below)}.values(), key=lambda one: one.cost)[:MOST_HOLDERS]
    for after in _marks(before, before.split()[-2:]):
        for until in (*_marks(behind, behind.split()[:1]), *_sign(behind)):
            piece = Piece(after, until)
            for one in holders if piece != Piece("", "") and piece.can_be_written else ():
                place = one.xpath
                if after and before.strip() == after:  # the label says which of several elements it is
                    place += f"[starts-with(normalize-space(), {quoted(after)})]"
                yield Selector(piece.xpath(place), one.css, max(one.rank, LABEL_RANK), piece=piece)


def _marks(text: str, nearest: Sequence[str]) -> list[str]:
    """What may stand for a text beside the value: all of it, or the words nearest to the value."""
    whole = text.strip()
    return list(dict.fromkeys(([whole] if len(whole) <= LONGEST_MARK else []) + [" ".join(nearest)]))


def _sign(behind: str) -> str:
    """A single sign right behind the value, such as a bracket or a dot."""
    first = behind.strip()[:1]
    return "" if first.isalnum() else first
