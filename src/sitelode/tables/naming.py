"""Names of columns, for lists and detail pages alike: what the page says, what values are, what they or their links tell, the markup.

A label or property on the page comes first; then the role of the values (price, date, rating, phone, e-mail, picture, link); then words
that all values have beside their figures ("28 MPG City / 36 MPG Hwy" is `mpg city hwy`) or that their links lead to (`/company/lw13/` is a
`company`); last class names, and of these only words that people use for values: other ones are the page builder's, and a column that
nothing names is called after the type of its values (`number`, `text`). Labels may be in any language; limits set by hand.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, takewhile
from typing import Final, NamedTuple, TypeAlias

from sitelode.html.page import NO_STRING, Page
from sitelode.html.vocabulary import HEADING_TAGS
from sitelode.tables.details.text_nodes import NodeKeys, TextNodes
from sitelode.tables.name_words import (
    FIGURE_WORDS,
    LONGEST_NAME,
    PICTURE_WORDS,
    STYLE_WORDS,
    TELL_LITTLE,
    TELLING_WORDS,
    is_telling,
    key_name,
    telling_words,
)
from sitelode.tables.script_data import LINKED_DATA, page_data, plain_text, walked
from sitelode.text.value_types import DATE, IMAGE, LINK, PRICE, TEXT

AGREEING: Final = 0.8  # share of the values that must have the role
MOST_LOOKED_AT: Final = 30  # values of a column
TITLE, RATING, PHONE, EMAIL, PICTURE, DESCRIPTION = "title", "rating", "phone", "email", "picture", "description"
LEAD_ANYWHERE: Final = TELL_LITTLE | frozenset("search browse index list view show page detail details item items default go click".split())
ROLES_OF_TYPES: Final = {PRICE: "price", DATE: "date", IMAGE: PICTURE, LINK: "link"}
OLD_PRICE, STRUCK = "old price", frozenset(("del", "s", "strike"))
RATING_FORM: Final = re.compile(
    r"(?:[^\W\d_]{1,12}:? ){0,2}(?P<value>\d{1,3}(?:[.,]\d{1,2})?)\s?(?:/|[^\W\d_]{1,12}(?: [^\W\d_]{1,12})?)\s?"
    r"(?P<scale>5|6|10|20|100)(?:[.,]0)?(?!\d)(?: [^\W\d_]{1,12}){0,2}"
)
"""4.5/5, 4.5 out of 5 stars, Rated 4.5 out of 5, 4,5 von 5 Sternen."""

LONGEST_PHONE: Final = 24  # characters
_PHONE = re.compile(r"\+?[\d(][\d\s().\-/]{5,22}\d")
_EMAIL = re.compile(r"[^\s@]{1,64}@[^\s@]{1,200}\.[^\W\d_]{2,20}")
_PHONE_DIGITS = range(7, 16)
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,' ]\d{3})+")
LONGEST_DATED: Final = 80  # characters
_DATED = re.compile(
    r"\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{4}|\d{4}\s?\u5e74"
    r"|(?<!\d)\d{1,2}\W{1,2}(?:[^\W\d_]{1,12}\W{1,2}){1,3}\d{4}(?!\d)|[^\W\d_]{3,12}\W{1,2}\d{1,2}\W{1,3}\d{4}(?!\d)"
)

Properties: TypeAlias = Mapping[str, frozenset[str]]  # names by folded value
LEAST_DIFFERENT: Final = 2  # values that agree: one may be chance
LONGEST_VALUE: Final = 300  # characters of a value that is compared


def role_of_values(values: Sequence[str], value_type: str) -> str:
    """The role, or nothing if the values do not tell it."""
    values = values[:MOST_LOOKED_AT]
    forms: tuple[tuple[str, Callable[[str], bool]], ...] = ((RATING, is_rating), (EMAIL, _is_email), (PHONE, _is_phone))
    for role, fits in forms:
        if role == PHONE and value_type == DATE:  # 2031-01-10 has the form of both
            continue
        if values and _agree(values, fits):
            return role
    if value_type == TEXT and values and _agree(values, _holds_a_date):
        return DATE
    return ROLES_OF_TYPES.get(value_type, "")


def _agree(values: Sequence[str], fits: Callable[[str], bool]) -> bool:
    """Whether enough values pass a test; the first that fail decide, as most columns have another role."""
    missing, allowed = 0, len(values) - AGREEING * len(values)
    for value in values:
        missing += not fits(value)
        if missing > allowed:
            return False
    return True


def is_rating(value: str) -> bool:
    """Whether a text says how many of how many: 4.5 out of 5 stars."""
    match = RATING_FORM.fullmatch(value.strip())
    return match is not None and float(match["value"].replace(",", ".")) <= float(match["scale"])


def _is_email(value: str) -> bool:
    return _EMAIL.fullmatch(value.strip().removeprefix("mailto:")) is not None


def _holds_a_date(value: str) -> bool:
    """Whether a short text says when, and maybe who: "Posted on 2002-03-04 by CharlieB"."""
    return len(value) <= LONGEST_DATED and _DATED.search(value) is not None


def _may_be_figures(value: str) -> bool:
    return len(value) <= LONGEST_DATED and any(map(str.isdigit, value))


def _is_phone(value: str) -> bool:
    value = value.strip().removeprefix("tel:")
    if len(value) > LONGEST_PHONE or _THOUSANDS.fullmatch(value):
        return False
    digits = sum(map(str.isdigit, value))
    apart = sum(character in " ()-./" for character in value)
    return digits in _PHONE_DIGITS and (value.startswith("+") or apart > 1) and _PHONE.fullmatch(value) is not None


LEAST_VALUES: Final = 4
MOST_WORDS: Final = 4  # of a name
LEAST_LETTERS: Final = 4  # of one of the words: shorter ones alone are units
LEAST_OF_AN_ADDRESS: Final = 3  # letters of a word of an address
_INNER_LABEL = re.compile(r"(?<![^\W_])([^\W\d_][^:\uff1a\d]{0,30})[:\uff1a](?!//)")
_ANY_WORD = re.compile(r"[^\W\d_]{2,}")
_PARTS = re.compile(r"[/?&=#]+")
_LETTERS = re.compile(r"[^\W\d_]+(?:[-_][^\W\d_]+)*")


def shared_words(values: Sequence[str]) -> str:
    """The words that nearly all values have, in the order of the first, if values begin with figures: "28 MPG", not "Maker 1"."""
    if len(values) < LEAST_VALUES or sum(value[:1].isdigit() for value in values) < AGREEING * len(values):
        return ""
    words = [list(dict.fromkeys(word.lower() for word in _ANY_WORD.findall(value))) for value in values]
    counts = Counter(word for each in words for word in each)
    shared = [word for word, count in counts.items() if count >= AGREEING * len(values)]
    tells = any(len(word) >= LEAST_LETTERS for word in shared) and len(shared) <= MOST_WORDS
    return " ".join(shared)[:LONGEST_NAME].strip() if tells else ""


def further_labels(values: Sequence[str]) -> str:
    """Labels within values ("16 Highway: 23"), that nearly all have."""
    found = Counter(label for value in values for label in dict.fromkeys(map(str.strip, _INNER_LABEL.findall(value))))
    shared = [label for label, count in found.items() if count >= AGREEING * len(values)] if len(values) >= LEAST_VALUES else []
    return " ".join(shared[:MOST_WORDS])


def linked_word(places: Sequence[tuple[TextNodes, int]]) -> str:
    """The word before what varies in the addresses that the values are links to."""
    if not any(nodes.ways.in_link[node] for nodes, node in places[:LEAST_VALUES]):
        return ""
    links = [address for nodes, node in places if (address := _address(nodes, node))]
    return word_of_addresses(links, places[0][0].page.url) if len(links) >= AGREEING * len(places) else ""


def word_of_addresses(links: Sequence[str], page: str) -> str:
    """The word that all addresses have before what varies, or at its beginning; what the page's own address has tells nothing."""
    if len(links) < LEAST_VALUES or len(set(links)) == 1:
        return ""
    parts = [[part for part in _PARTS.split(link.partition("://")[2] or link) if part] for link in links]
    common = next((place for place, column in enumerate(zip(*parts, strict=False)) if len(set(column)) > 1), min(map(len, parts)))
    varying = {found[0].lower() if (found := _LETTERS.match(each[common])) else "" for each in parts if len(each) > common}
    before = [part.rpartition(".")[0] or part for part in parts[0][:common]][1 if "://" in links[0] else 0 :]
    own = set(_PARTS.split(page))
    for word in (*(varying if len(varying) == 1 else ()), *reversed(before)):
        name = re.sub(r"[\W_]+", " ", word.lower()).strip()
        if len(name) >= LEAST_OF_AN_ADDRESS and _LETTERS.fullmatch(word) and name not in LEAD_ANYWHERE and word not in own:
            return (name.removesuffix("s") if name.removesuffix("s") in TELLING_WORDS else name)[:LONGEST_NAME]
    return ""


def _address(nodes: TextNodes, node: int) -> str:
    """The address of the link around a text."""
    if not nodes.ways.in_link[node]:
        return ""
    link = next((row for row in _around(nodes, node) if nodes.page.tag_name(row) == "a"), -1)
    return (nodes.page.attribute(link, "href") or "") if link >= 0 else ""


LONGEST_LABEL = 60  # characters; a longer text is a sentence, not a name
STEPS_LOOKED_AT = 3  # number of elements around a value that may say what it is
MOST_MORE, MORE_BYTES = 2, 30  # times the text of a value, and bytes, that such an element may have: "by", a label, a comma
_AFTER_LABELS = r"[\s:=*|>\-\u2013\u2014\u00bb\u203a.,;(\[\uff1a]"
_AROUND_LABELS = re.compile(rf"^[\s\W_]+|(?<!{_AFTER_LABELS}){_AFTER_LABELS}++$")
_PICTURE_OF = "image"
_HEADING_NAME = "heading"
_HOLD_ITEMS = frozenset("item itemListElement itemOffered mainEntity mainEntityOfPage offers hasPart interactionStatistic url".split())
"""Properties of schema.org that hold things with properties of their own, or say where a thing is: they name no value."""

_STATED_LINKS = frozenset(("author", "tag", "license"))
_HEADINGS = frozenset(("title", *HEADING_TAGS))
_SPEAKING_TAGS = {
    **dict.fromkeys(HEADING_TAGS, _HEADING_NAME),
    "time": DATE,
    "address": "address",
    "caption": "caption",
    "figcaption": "caption",
}


def clean_label(text: str) -> str:
    """A label without the punctuation around it; empty if it is not a name."""
    label = _AROUND_LABELS.sub("", text).strip()
    return label if len(label) <= LONGEST_LABEL and any(map(str.isalpha, label)) else ""


def inner_label(nodes: TextNodes, node: int) -> str:
    """The label that a text begins with, without its separator."""
    columns = nodes.page.columns
    start, end = columns.text_start[nodes.rows[node]], nodes.inner_label_end[node]
    return " ".join(columns.text[start:end].decode("utf-8", "replace").split())[:-1].rstrip()


def stated_name(page: Page, row: int) -> str:
    """The microdata or RDFa property that a value is."""
    for around in _elements_around(page, row):
        for attribute in ("itemprop", "property", "rel"):
            said = (page.attribute(around, attribute) or "").split()
            name = said[0].rpartition(":")[2] if said else ""
            if name and name not in _HOLD_ITEMS and not (attribute == "rel" and name not in _STATED_LINKS):
                holder = _holder(page, around) if name == "name" or name in STYLE_WORDS else ""
                return key_name([holder, name] if holder else [name])
    return ""


def is_size_of_picture(name: str) -> bool:
    """Whether a property of schema.org says nothing of a record."""
    return name.startswith(_PICTURE_OF) and name.rpartition(" ")[2] in STYLE_WORDS


def _holder(page: Page, row: int) -> str:
    """The property whose value is the thing that a property is of: of the name of an author, `author`; nothing for the record itself."""
    thing = next((each for each in page.ancestors(row, STEPS_LOOKED_AT) if page.attribute(each, "itemscope") is not None), -1)
    said = (page.attribute(thing, "itemprop") or "").rpartition(" ")[2] if thing >= 0 else ""
    return said if is_telling(said) or _PICTURE_OF in said.lower() else ""


def markup_name(page: Page, row: int, values: Sequence[str]) -> str:
    """What class names, ids or tags around values say in words of people; nothing if only their author understands them."""
    tag, leave_out = "", PICTURE_WORDS if _agree(values[:MOST_LOOKED_AT], _may_be_figures) else PICTURE_WORDS | FIGURE_WORDS
    for around in _elements_around(page, row):
        numbers = (page.columns.class_[around], page.columns.id_[around])
        names = " ".join(page.string(int(number)) for number in numbers if number != NO_STRING).split()
        said = (telling_words(name, leave_out) for name in names)
        if best := max(said, key=lambda words: words.count(" ") + bool(words), default=""):
            return best
        tag = tag or _SPEAKING_TAGS.get(page.tag_name(around), "")
    return tag


def _elements_around(page: Page, row: int) -> Iterator[int]:
    """The element of a value and those around it that hold hardly more."""
    columns = page.columns
    most = MOST_MORE * int(columns.text_end[row] - columns.text_start[row]) + MORE_BYTES
    around = (row, *page.ancestors(row, STEPS_LOOKED_AT - 1))
    return takewhile(lambda each: columns.text_end[each] - columns.text_start[each] <= most, around)


def is_heading(nodes: TextNodes, node: int) -> bool:
    """Whether a value is a heading: it names what follows, and the text before it is not its name."""
    return bool(tag_above(nodes, node, _HEADINGS))


def tag_above(nodes: TextNodes, node: int, tags: Collection[str]) -> str:
    """The nearest of some tags around a text; nothing if it has none."""
    return next((tag for row in _around(nodes, node) if (tag := nodes.page.tag_name(row)) in tags), "")


def _around(nodes: TextNodes, node: int) -> Iterator[int]:
    """The element of a text and those above it that may say what it is."""
    home = int(nodes.home[node])
    return chain((home,), nodes.page.ancestors(home, STEPS_LOOKED_AT - 1))


PAGE_TITLE: Final = "page title"  # the name of the column of the element itself


def in_title_element(nodes: TextNodes, node: int) -> str:
    """The name of the column of the title element; nothing for other columns."""
    return PAGE_TITLE if nodes.page.tag_name(int(nodes.home[node])) == "title" else ""


Place: TypeAlias = tuple[TextNodes, NodeKeys, int]  # a text node, with its page
LOOKED_AT = 3  # pages; if these state nothing, the others hardly do. Set by hand


class ColumnName(NamedTuple):
    text: str
    is_said: bool  # the page itself says it: a label, or a property
    told: str  # what the values tell


def chosen_name(example: Place, places: Sequence[Place], values: Sequence[str], value_type: str, beside: str) -> ColumnName:
    """The name of the column whose values stand at these places; `beside` is the text that most of them have as their label."""
    page, _, node = example
    home = int(page.home[node])
    heads = is_heading(page, node)
    label = "" if heads else clean_label(beside)
    role = role_of_values(values, value_type)
    role = OLD_PRICE if role == ROLES_OF_TYPES[PRICE] and tag_above(page, node, STRUCK) else role
    told = role or ("" if heads else shared_words(values))
    said = label or in_title_element(page, node) or role or stated_name(page.page, home) or _agreeing(places, values)
    name = said or told or linked_word([(each, place) for each, _, place in places]) or markup_name(page.page, home, values) or value_type
    return ColumnName(name, bool(said), told)


def name_inside(example: Place, values: Sequence[str]) -> ColumnName:
    """The label that values begin with, and those that come later in them."""
    page, _, node = example
    name = clean_label(f"{inner_label(page, node)} {further_labels(values)}".strip()) or clean_label(inner_label(page, node))
    return ColumnName(name, bool(name), "")


def _agreeing(places: Sequence[Place], values: Sequence[str]) -> str:
    if not any(stated_properties(each.page) for each, _, _ in places[:LOOKED_AT]):
        return ""
    return agreeing_property([(stated_properties(each.page), value) for (each, _, _), value in zip(places, values, strict=True)])


def stated_properties(page: Page) -> Properties:
    """The names of the properties that a page states, by value; read once, then kept with the page."""
    return page.cached("stated properties", _stated)


def agreeing_property(values: Sequence[tuple[Properties, str]]) -> str:
    """The property that nearly all values are, each with what its page states; nothing if there is none or there are several."""
    counts: Counter[str] = Counter()
    different: dict[str, set[str]] = defaultdict(set)
    for stated, value in values:
        folded = _folded(value)
        for name in stated.get(folded, ()):
            counts[name] += 1
            different[name].add(folded)
    likely = [name for name, count in counts.items() if count >= AGREEING * len(values) and len(different[name]) >= LEAST_DIFFERENT]
    return likely[0] if len(likely) == 1 else ""


def _stated(page: Page) -> Properties:
    found: dict[str, set[str]] = defaultdict(set)
    for name, data in page_data(page):
        if name.startswith(LINKED_DATA):
            for path, value in walked(name, data, arrays=True):
                if text := plain_text(value):
                    found[_folded(text)].add(key_name(path[1:]))
    for row, value in page.attribute_column("content"):
        if said := (page.attribute(row, "itemprop") or "").split():
            found[_folded(value)].add(key_name([said[0].rpartition(":")[2]]))
    return {value: frozenset(names) for value, names in found.items() if 0 < len(value) <= LONGEST_VALUE}


def _folded(value: str) -> str:
    return " ".join(value[: LONGEST_VALUE + 1].split()).casefold()
