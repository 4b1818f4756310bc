"""Find author names in one text with the date: "By Ann Lee on 3 March 2031", "Ann Lee · 2031-03-03".

The words and signs that the texts of a place have on all pages are its template. The parts that vary are values: the date is recognised
by its form, and a part that looks like a name and recurs on other pages is the author. The template is stored as text
(`By {author} on {date}`); a text with another template is not read.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from sitelode.articles.fields.dates.date_forms import LONGEST_DATE_LINE, DateForms
from sitelode.articles.fields.field_sources import FieldSource
from sitelode.articles.fields.page_view import PageView
from sitelode.articles.fields.regions import LEAST_COVERAGE, MOST_BESIDE, Region, beside_body, like_a_name
from sitelode.articles.fields.values import LABELLED_FROM, are_full_names

# Set by hand while looking at the corpora of `bench.article_fields`, like all numbers here.
USUAL_FORM: Final = 0.8  # of the texts with a date; if fewer share a form, the place has no template
DATE, AUTHOR, OTHER = "{date}", "{author}", "{}"
_PART = re.compile(r"[,;:|·•()，、；：（）]|[^\s,;:|·•()，、；：（）]+")  # noqa: RUF001 (signs of other scripts)

Pieces = Sequence[tuple[str, int, int]]  # words, signs and the date, with their positions in the text


def may_be_bylines(region: Region) -> bool:
    """Whether the texts of a place may hold dates, on as many pages as a template needs; a first test that costs little."""
    return len(region.by_page) >= LABELLED_FROM and region.has_digits and region.per_page <= MOST_BESIDE


def byline_of(region: Region, forms: DateForms, *, is_marked: bool) -> tuple[FieldSource, dict[int, str]] | None:
    """The source of authors in the texts of a place that also hold a date, and its names by page.

    Single words are more often towns, sections or weekdays than names: they count only if the place is marked as the authors'.
    """
    texts = {page: text for page, rows in region.by_page.items() if (text := dated_text(region.views[page], rows, forms))}
    if len(texts) < LEAST_COVERAGE * len(region.views) or not region.mean(beside_body):
        return None
    form = form_of(list(texts.values()), forms)
    names = {page: name for page, text in texts.items() if form and (name := name_in_byline(text, form, forms))}
    # Authors recur on other pages while others differ.
    if not 1 < len(set(names.values())) < len(names) or not (is_marked or are_full_names(set(names.values()))):
        return None
    return FieldSource("byline", region.source.name, form), names


def form_of(texts: Sequence[str], forms: DateForms) -> str:
    """The template of texts that hold a date and a name; empty if there is none."""
    if len(texts) < LABELLED_FROM:
        return ""
    pieces = [_pieces(text, forms) for text in texts]
    constant = frozenset.intersection(*[frozenset(word for word, _, _ in each) for each in pieces]) - {DATE}
    shaped = [_shaped(text, each, constant) for text, each in zip(texts, pieces, strict=True)]
    form, count = Counter(form for form, _ in shaped).most_common(1)[0]
    if count < USUAL_FORM * len(shaped):
        return ""
    slots = zip(*[values for each, values in shaped if each == form], strict=True)
    named = [number for number, values in enumerate(slots) if _are_names(values, is_only=form.count(OTHER) == 1)]
    return _with_author(form, named[0]) if named else ""


def name_in_byline(text: str, form: str, forms: DateForms) -> str:
    """The author in a text of this form; empty if the text has another form."""
    words = form.split()
    found, values = _shaped(text, _pieces(text, forms), frozenset(words) - {DATE, AUTHOR, OTHER})
    if found.split() != [OTHER if word == AUTHOR else word for word in words]:
        return ""
    slots = [word for word in words if word in (AUTHOR, OTHER)]
    name = values[slots.index(AUTHOR)] if AUTHOR in slots else ""
    return name if like_a_name(name) else ""


def dated_text(view: PageView, rows: Sequence[int], forms: DateForms) -> str:
    """The first of the texts that holds a date and more."""
    for row in rows:
        text = view.words(row)
        day, start, end = forms.locate(text) if len(text) <= LONGEST_DATE_LINE else ("", 0, 0)
        if day and any(map(str.isalpha, text[:start] + text[end:])):
            return text
    return ""


def _pieces(text: str, forms: DateForms) -> Pieces:
    day, start, end = forms.locate(text)
    if not day:
        return []
    before = [(match[0], *match.span()) for match in _PART.finditer(text, 0, start)]
    return [*before, (DATE, start, end), *((match[0], *match.span()) for match in _PART.finditer(text, end))]


def _shaped(text: str, pieces: Pieces, constant: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """A text as its constant words with slots between them, and the contents of the slots."""
    form: list[str] = []
    spans: list[tuple[int, int]] = []
    for word, start, end in pieces:
        if word in constant or word == DATE:
            form.append(word)
        elif form and form[-1] == OTHER:
            spans[-1] = (spans[-1][0], end)
        else:
            form.append(OTHER)
            spans.append((start, end))
    return " ".join(form), tuple(text[start:end] for start, end in spans)


def _are_names(values: Sequence[str], *, is_only: bool) -> bool:
    """Whether the values of a slot may be names. Two single words may be the ends of names that begin alike."""
    different = set(values)
    if len(different) < 2 or not all(map(like_a_name, different)):  # noqa: PLR2004 (one value is part of the template)
        return False
    return (is_only or are_full_names(different)) and (len(different) >= LABELLED_FROM or all(" " in value for value in different))


def _with_author(form: str, number: int) -> str:
    """A form with the author's slot named."""
    words = form.split()
    slots = [place for place, word in enumerate(words) if word == OTHER]
    words[slots[number]] = AUTHOR
    return " ".join(words)


def known_share(names: Mapping[int, str], stated: Mapping[int, Collection[str]]) -> float | None:
    """Of the pages that state a name, the share that show it too; None if no page states one."""
    known = [any(name in text.lower() for name in stated[page]) for page, text in names.items() if stated.get(page)]
    return sum(known) / len(known) if known else None
