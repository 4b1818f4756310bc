"""The types, names and selection of the columns of record lists. Limits set by hand.

A text that is the same in all records is template: it names what follows it ("Price:"), or is dropped.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from sitelode.html.addresses import picture_address
from sitelode.html.page import Page
from sitelode.html.vocabulary import HEADING_TAGS
from sitelode.html.vocabulary import TEXT as TEXT_NODE
from sitelode.paths.child_steps import ChildStep
from sitelode.tables.lists.list_rule import SEPARATORS, TEXT_TYPES, ColumnRule
from sitelode.tables.lists.record_texts import one_line
from sitelode.tables.name_words import is_telling, says_nothing, unique_names
from sitelode.tables.naming import (
    DESCRIPTION,
    LEAST_LETTERS,
    OLD_PRICE,
    PICTURE,
    ROLES_OF_TYPES,
    STRUCK,
    TITLE,
    agreeing_property,
    is_size_of_picture,
    markup_name,
    role_of_values,
    stated_name,
    stated_properties,
    word_of_addresses,
)
from sitelode.text.value_types import DATE, IMAGE, LINK, PRICE, TEXT, type_of_values

LONGEST_LABEL = 40  # characters of a constant text that may be a name
LEAST_TITLED = 0.5  # of the records have a title, and different ones; likewise a picture
USUAL_TITLE, LONGEST_TITLE = 8, 200  # characters of half of the titles: shorter ones count less, longer ones are texts
LEAST_OF_A_DESCRIPTION = 60  # characters of half of the values
PLAIN_TITLE = 0.6  # weight of a text that is neither heading nor link
MOST_ALIKE = 3  # columns that class names call the same: these words tell nothing
LEAST_RECORDS_FOR_TEMPLATE = 3  # with two records, equal values mean little
_COLONS = ":\N{FULLWIDTH COLON}"
_UNFIT = re.compile(r"[^\w]+")


OF_THE_RECORD = ("url", "position", "seen_on")  # the other columns of every table


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """The elements that are the same field, each with its record; at most one per record, unless `many`."""

    steps: tuple[ChildStep, ...]
    members: tuple[tuple[int, int], ...]
    many: bool
    attribute: str = ""  # that holds a value besides what is seen
    has_text: bool = True  # of its own; else it is that of the elements inside


@dataclass(frozen=True, slots=True)
class _Draft:
    rule: ColumnRule
    values: dict[int, str]  # the first value of each record that has one
    row: int  # an element of the column
    links: tuple[str, ...] = ()  # where the elements lead
    is_said: bool = False  # the page itself names it
    has_role: bool = False  # among the columns
    is_title: bool = False
    is_of_markup: bool = False  # class names name it


def describe_columns(page: Page, groups: Sequence[FieldGroup], records: int) -> tuple[ColumnRule, ...]:
    """Columns with types and names, without uninformative ones: title and link, then the others in page order, unnamed ones last."""
    drafts = [draft for group in groups for draft in _drafts(page, group) if draft.values]
    kept: list[_Draft] = []
    label = ""
    for draft, following in zip_longest(drafts, drafts[1:]):
        stated = stated_name(page, draft.row)
        if any(_says_the_same(draft, other) for other in kept) or stated in OF_THE_RECORD or is_size_of_picture(stated):
            continue
        if _is_template(draft, records, following):
            if not draft.rule.attribute:  # what can be clicked does something, it names nothing
                label = "" if any(step.tag in ("a", "button") for step in draft.rule.steps) else next(iter(draft.values.values()))
            continue
        kept.append(_named(page, draft, label, {other.rule.name for other in kept}))
        label = label if draft.rule.attribute else ""
    alike = Counter(draft.rule.name for draft in kept if draft.is_of_markup)
    kept = [_unnamed(draft) if draft.is_of_markup and alike[draft.rule.name] >= MOST_ALIKE else draft for draft in kept]
    kept = _with_roles(kept, records)
    kept = sorted((_named_by_links(draft, kept) for draft in kept), key=_rank)
    names = unique_names([draft.rule.name for draft in kept], reserved=OF_THE_RECORD)
    return tuple(replace(draft.rule, name=name) for draft, name in zip(kept, names, strict=True))


def _says_the_same(draft: _Draft, other: _Draft) -> bool:
    """Whether the other column has the same value wherever this one has a value."""
    if draft.rule.attribute != other.rule.attribute or draft.rule.many != other.rule.many:
        return False
    return draft.values.items() <= other.values.items()


def _drafts(page: Page, group: FieldGroup) -> list[_Draft]:
    row = group.members[0][1]
    tag = page.tag_name(row)
    found = []
    texts = _values(group, lambda each: one_line(page.text(each))) if group.has_text else {}
    if texts:
        rule = _text_rule(page, group, tag, texts)
        values = {record: text.removeprefix(rule.prefix).strip(SEPARATORS) for record, text in texts.items()}
        found.append(_Draft(rule, {record: value for record, value in values.items() if value}, row))  # signs between fields are none
    if tag == "a":
        targets = _values(group, _attribute_of(page, "href"))
        found = [replace(each, links=tuple(targets.values())) for each in found]
        found.append(_Draft(ColumnRule("", LINK, group.steps, "href", group.many), targets, row, tuple(targets.values())))
    if tag == "img":
        pictures = _values(group, lambda each: picture_address(page, each))
        found.append(_Draft(ColumnRule("", IMAGE, group.steps, "src", group.many), pictures, row))
    if group.attribute:
        unseen = _values(group, _attribute_of(page, group.attribute))
        if type_of_values(unseen.values()) == LINK:  # says where the record's own link leads
            return found
        found.append(_Draft(ColumnRule("", _text_type(unseen.values()), group.steps, group.attribute, group.many), unseen, row))
    return found


def _attribute_of(page: Page, name: str) -> Callable[[int], str]:
    return lambda each: one_line(page.attribute(each, name) or "")


def _values(group: FieldGroup, read: Callable[[int], str]) -> dict[int, str]:
    values: dict[int, str] = {}
    for record, row in group.members:
        if record not in values and (value := read(row)):
            values[record] = value
    return values


def _text_rule(page: Page, group: FieldGroup, tag: str, texts: dict[int, str]) -> ColumnRule:
    prefix = _constant_prefix(list(texts.values())) or _constant_lead(page, group, texts)
    kind = DATE if tag == "time" else _text_type(text.removeprefix(prefix) for text in texts.values())
    return ColumnRule("", kind, group.steps, "", group.many, prefix)


def _text_type(values: Iterable[str]) -> str:
    """The type of texts; one that looks like an address is a text."""
    found = type_of_values(values)
    return found if found in TEXT_TYPES else TEXT


def _constant_prefix(values: Sequence[str]) -> str:
    """The text up to a colon that all values begin with, if the rest differs."""
    first = values[0]
    label, colon, rest = first.partition(":")
    prefix = label + colon
    if not colon or not rest.strip() or len(prefix) > LONGEST_LABEL or rest.startswith("//") or len(values) < LEAST_RECORDS_FOR_TEMPLATE:
        return ""
    if any(character.isdigit() for character in label) or not all(value.startswith(prefix) for value in values):
        return ""
    return prefix if len(set(values)) > 1 else ""


def _constant_lead(page: Page, group: FieldGroup, texts: dict[int, str]) -> str:
    """The text before the first element of each, if all have the same one there: "by" before a link to the author."""
    if len(texts) < LEAST_RECORDS_FOR_TEMPLATE or len(set(texts.values())) == 1:
        return ""
    leads = set[str]()
    for _, row in group.members:
        first = next(iter(page.children(row)), -1)
        leads.add(one_line(page.text(first)) if first >= 0 and page.columns.tag[first] == TEXT_NODE else "")
        if len(leads) > 1:
            return ""
    lead = leads.pop()
    return lead if len(lead) <= LONGEST_LABEL and all(text.startswith(lead) and len(text) > len(lead) for text in texts.values()) else ""


def _is_template(draft: _Draft, records: int, following: _Draft | None) -> bool:
    """Whether a text is the same in all records; or a label, the same wherever it occurs: with a colon, or always before a value."""
    distinct = set(draft.values.values())
    if len(distinct) > 1 or records < LEAST_RECORDS_FOR_TEMPLATE or len(draft.values) == 1:
        return False
    if len(draft.values) == records or next(iter(distinct)).rstrip()[-1] in _COLONS:
        return True
    if following is None or draft.links:
        return False
    return draft.rule.steps[:-1] == following.rule.steps[:-1] and draft.values.keys() == following.values.keys()


def _named(page: Page, draft: _Draft, label: str, used: Collection[str]) -> _Draft:
    """The column with a name; a second price is better told by its class."""
    rule, lead = draft.rule, _as_name(draft.rule.prefix.rstrip(_COLONS + " "))
    name = (
        _as_name(stated_name(page, draft.row))
        or (header if (header := _header(page, draft.row)) not in used else "")
        or (lead if rule.prefix[-1:] in _COLONS else "")
        or (_as_name(label.rstrip(_COLONS + " ")) if len(label) <= LONGEST_LABEL and not rule.attribute else "")
    )
    is_said = bool(name) and (name != _as_name(label) or label.rstrip()[-1:] in _COLONS)
    is_address = rule.type in (LINK, IMAGE)
    role = "" if name or is_address else role_of_values(list(draft.values.values()), rule.type)
    role = OLD_PRICE.replace(" ", "_") if role == ROLES_OF_TYPES[PRICE] and any(step.tag in STRUCK for step in rule.steps) else role
    name = name or (role if role not in used else "") or ("" if is_address else _agreeing(page, draft))
    where = word_of_addresses(draft.links, page.url)
    name = name or (_as_name(where) if is_telling(where) else "")
    of_markup = (
        _as_name(markup_name(page, draft.row, list(draft.values.values()))) if not name and rule.steps and rule.type != IMAGE else ""
    )
    name = name or of_markup or role or (lead if rule.type == TEXT and len(lead) >= LEAST_LETTERS else "") or rule.type
    if is_address and name != rule.type and not name.endswith(rule.type):
        name = f"{name}_{rule.type}"
    return replace(draft, rule=replace(rule, name=name), is_said=is_said, is_of_markup=bool(of_markup))


def _rank(draft: _Draft) -> int:
    if draft.is_title or (draft.has_role and draft.rule.type == LINK):
        return 0 if draft.is_title else 1
    return 3 if says_nothing(draft.rule.name) and not draft.has_role else 2


def _unnamed(draft: _Draft) -> _Draft:
    return replace(draft, rule=replace(draft.rule, name=draft.rule.type))


def _named_by_links(draft: _Draft, drafts: Sequence[_Draft]) -> _Draft:
    """A text that nothing names is what the only kind of links in it lead to; a link that nothing names is that of its text."""
    rule, steps = draft.rule, draft.rule.steps
    name = ""
    if rule.name == TEXT:
        inside = {other.rule.name for other in drafts if other.rule.type == LINK and other.rule.steps[: len(steps)] == steps}
        name = next(iter(inside)).removesuffix(f"_{LINK}") if len(inside) == 1 else ""
    elif rule.name == LINK and not draft.has_role:
        name = next((f"{other.rule.name}_{LINK}" for other in drafts if other.rule.steps == steps and is_telling(other.rule.name)), "")
    return replace(draft, rule=replace(rule, name=name)) if is_telling(name.removesuffix(f"_{LINK}")) else draft


def _agreeing(page: Page, draft: _Draft) -> str:
    """The property of JSON-LD or microdata that the values are."""
    stated = stated_properties(page)
    return _as_name(agreeing_property([(stated, value) for value in draft.values.values()])) if stated else ""


def _is_in_heading(rule: ColumnRule) -> bool:
    return any(step.tag in HEADING_TAGS for step in rule.steps)


def _with_roles(drafts: list[_Draft], records: int) -> list[_Draft]:
    """The column that names the records is their title, the link around or in it their link, the first picture their picture.

    The longest of the texts that nothing names is their description, if it is prose. A name that the page itself gives stays.
    """
    title = max(drafts, key=lambda draft: _titleness(draft, records), default=None)
    if title is None or _titleness(title, records) < LEAST_TITLED:
        title = None
    links = [draft for draft in drafts if draft.rule.type == LINK]
    link = next((draft for draft in links if title and _are_nested(draft.rule, title.rule)), None)
    link = link or next((draft for draft in links if len(set(draft.values.values())) == records), None)
    picture = next((draft for draft in drafts if draft.rule.type == IMAGE and len(draft.values) >= records * LEAST_TITLED), None)
    prose = max(
        (draft for draft in drafts if draft.rule.name == TEXT and draft is not title and not _is_address(draft)),
        key=_usual_length,
        default=None,
    )
    roles = {id(title): TITLE, id(link): LINK, id(picture): PICTURE}
    roles |= {id(prose): DESCRIPTION} if prose is not None and _usual_length(prose) >= LEAST_OF_A_DESCRIPTION else {}

    def in_role(draft: _Draft) -> _Draft:
        role, is_title = roles.get(id(draft), ""), draft is title
        if role and (draft is link or not draft.is_said):
            return replace(draft, rule=replace(draft.rule, name=role), has_role=True, is_title=is_title)
        return _unnamed(draft) if draft.rule.name == TITLE and not draft.is_said else replace(draft, is_title=is_title)

    return [in_role(draft) for draft in drafts]


def _is_address(draft: _Draft) -> bool:
    return type_of_values(draft.values.values()) == LINK


def _titleness(draft: _Draft, records: int) -> float:
    """How much a column looks like the names of the records: on all, different, short, in a heading or a link."""
    rule = draft.rule
    if rule.attribute or rule.many or rule.type != TEXT or rule.name == DATE or _is_address(draft):
        return 0.0
    weight = 1.0 if _is_in_heading(rule) else 0.9 if any(step.tag == "a" for step in rule.steps[-2:]) else PLAIN_TITLE
    texts, usual = list(draft.values.values()), _usual_length(draft)
    longest = LEAST_OF_A_DESCRIPTION if weight == PLAIN_TITLE else LONGEST_TITLE
    likely = min(1.0, usual / USUAL_TITLE) if usual <= longest else 0.3
    return len(texts) / records * len(set(texts)) / len(texts) * weight * likely


def _usual_length(draft: _Draft) -> int:
    lengths = sorted(map(len, draft.values.values()))
    return lengths[len(lengths) // 2]


def _are_nested(one: ColumnRule, other: ColumnRule) -> bool:
    shorter = min(len(one.steps), len(other.steps))
    return one.steps[:shorter] == other.steps[:shorter]


def _header(page: Page, row: int) -> str:
    """The header cell above a table cell."""
    columns = page.columns
    cell = row
    while cell > 0 and page.tag_name(cell) not in ("td", "th", "table"):
        cell = int(columns.parent[cell])
    if page.tag_name(cell) not in ("td", "th"):
        return ""
    line = int(columns.parent[cell])
    of_line = [child for child in page.children(line) if page.tag_name(child) in ("td", "th")]
    place = of_line.index(cell)
    table = line
    while table > 0 and page.tag_name(table) != "table":
        table = int(columns.parent[table])
    for other in range(table, line):
        if page.tag_name(other) == "tr":
            cells = list(page.children(other))
            headers = [child for child in cells if page.tag_name(child) == "th"]
            is_header = len(headers) == len(cells) and place < len(headers) and (len(headers) > 1 or len(of_line) == 1)
            return _as_name(one_line(page.text(headers[place]))) if is_header else ""  # one cell over all columns heads a section
    return ""


def _as_name(text: str) -> str:
    return _UNFIT.sub("_", text.strip().lower()).strip("_")[:LONGEST_LABEL]
