"""Find the heading that is a page's title, if there are too few pages to learn the place of titles.

It matches the title that the page announces, or a part of it, or nearly matches it. Headings also show site names: of several matches, the
title is the last one before the body. If none matches, the only main heading of the page is its title.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from sitelode.articles.fields.titles.words import letters_of, likeness, runs_of
from sitelode.html.vocabulary import HEADING_TAGS, TAG_NUMBER, TEXT

if TYPE_CHECKING:
    from sitelode.articles.fields.page_view import PageView

# Set by hand while looking at the corpora of `bench.article_fields`, like all numbers here.
LIKE_FROM: Final = 0.4  # similarity from which a heading and the announced title are versions of one title
LEAST_HEADING: Final = 2  # characters
LONGEST_HEADING: Final = 300
_MOST_HEADINGS = 100  # of one level on one page; a bound
_H1, _H2, _H3 = (TAG_NUMBER[tag] for tag in HEADING_TAGS[:3])
_KICKER = "what the page announces, without what its heading says before it"

Heading = tuple[int, str, str]  # row, text, letters


class Headings:
    """The headings of the upper three levels, the higher levels first; each is read when it is asked for, for most never are."""

    def __init__(self, view: "PageView") -> None:
        self.view = view
        self._known: dict[int, Heading] = {}
        of_level = view.page.rows_read.of_tag
        self.rows: list[int] = [*of_level(_H1, _MOST_HEADINGS), *of_level(_H2, _MOST_HEADINGS), *of_level(_H3, _MOST_HEADINGS)]

    def __iter__(self) -> Iterator[Heading]:
        return self.of_rows(self.rows)

    def of_length(self, least: float) -> Iterator[Heading]:
        """Those that may have so many characters: no text has more of them than bytes."""
        starts, ends = self.view.page.text_starts, self.view.page.text_ends
        return self.of_rows([row for row in self.rows if ends[row] - starts[row] >= least])

    def before_body(self) -> list[int]:
        """The rows of those before the body."""
        starts, first = self.view.page.text_starts, self.view.body_span[0]
        return [row for row in self.rows if starts[row] <= first]

    def of_rows(self, rows: Iterable[int]) -> Iterator[Heading]:
        """Those of some rows."""
        known = self._known
        for row in rows:
            found = known.get(row)
            if found is None:
                text = heading_text(self.view, row)
                found = known[row] = row, text, letters_of(text)
            if len(found[1]) >= LEAST_HEADING:
                yield found


def heading_text(view: "PageView", row: int) -> str:
    """The text of a heading, without the sign that links to it."""
    return view.words(row).removesuffix("¶").rstrip()


def announced_heading(view: "PageView", common: frozenset[str], announced: Sequence[str]) -> tuple[int, str]:
    """The heading that matches the announced titles, and why it was chosen; -1 for none. `common` holds the site's parts of titles."""
    headings = Headings(view)
    whole = (view.metadata.announced_title, view.metadata.title, *announced)
    if (row := _same_as(headings, common, whole)) >= 0:
        return row, "a heading that says what the page announces"
    if (row := _part_of(headings, common, whole[:2])) >= 0:
        return row, "a heading that says a part of what the page announces"
    for wanted in announced:
        letters_wanted = letters_of(wanted)
        for row, text, letters in headings.of_length(len(wanted) / 2):
            if letters in letters_wanted and len(text) > len(wanted) / 2 and text not in common:
                return row, "a heading that is most of what the page announces"
    stated, *others = map(letters_of, announced)
    if any(stated in other or other in stated for other in others):
        return -1, ""  # the page announces its title twice: that is used, not a heading
    if (row := _most_like(headings, announced)) >= 0:
        return row, "the heading most like what the page announces"
    return _main_heading(headings, common), "the one main heading; the page announces something else"


def _same_as(headings: Headings, common: frozenset[str], whole: Iterable[str]) -> int:
    """The first heading with the letters of an announced title, or of a headline in JSON-LD."""
    tried = {""}
    for said in (lambda: whole, headings.view.metadata.headlines):
        for wanted in map(letters_of, said()):
            if wanted not in tried:
                tried.add(wanted)
                for row, text, letters in headings.of_length(len(wanted)):
                    if letters == wanted and text not in common:
                        return row
    return -1


def _part_of(headings: Headings, common: frozenset[str], whole: Sequence[str]) -> int:
    """The last heading before the body that is a part of the announced title; if it is not its beginning, it must be next to the body."""
    runs = [run for title in whole for run in runs_of(title, common)]
    begins = {letters for letters, is_beginning in runs if is_beginning}
    others = {letters for letters, _ in runs} - begins
    before = headings.of_rows(sorted(headings.before_body(), reverse=True))
    for number, (row, _, letters) in enumerate(before):
        if letters and (letters in begins or (letters in others and number == 0)):
            return row
    return -1


def _most_like(headings: Headings, announced: Sequence[str]) -> int:
    before = headings.of_rows(headings.before_body())
    scores = {row: max(likeness(text, each) for each in announced) for row, text, _ in before}
    best = max(scores, key=scores.__getitem__, default=-1)
    return best if best >= 0 and scores[best] >= LIKE_FROM else -1


def _main_heading(headings: Headings, common: frozenset[str]) -> int:
    """The only heading of the first level, if it is before the body and not the site's name."""
    view = headings.view
    main = list(headings.of_rows(row for row in headings.rows if view.page.tags[row] == _H1))
    if len({letters for _, _, letters in main}) != 1:
        return -1
    row, text, letters = main[0]
    fits = bool(letters) and len(text) <= LONGEST_HEADING and text not in common and row in headings.before_body()
    return row if fits and not _leads_home(view, row) else -1


def _leads_home(view: "PageView", row: int) -> bool:
    """Whether a heading is a link, like the name of a site."""
    inside = range(row + 1, int(view.page.columns.end[row]))
    return any(view.page.tag_name(each) == "a" for each in (*inside, view.page.parents[row]))


def without_kicker(view: "PageView", row: int, announced: Sequence[str]) -> tuple[str, str] | None:
    """The announced title, if the heading has a kicker before it, in a separate element or before a sign."""
    heading = view.words(row)
    for title in announced:
        if title == heading:
            continue
        short, whole = letters_of(title), letters_of(heading)
        if len(whole) / 2 <= len(short) < len(whole) and whole.endswith(short) and _is_apart(view, row, short):
            return title, _KICKER
    return None


def _is_apart(view: "PageView", row: int, letters: str) -> bool:
    """Whether the end of a heading with these letters begins with a text node, or after a sign."""
    texts = [view.words(each) for each in range(row, int(view.page.columns.end[row])) if view.page.tags[each] == TEXT]
    if any(letters_of("".join(texts[first:])) == letters for first in range(1, len(texts))):
        return True
    words = view.words(row).split()
    before = next((words[place - 1] for place in range(1, len(words)) if letters_of("".join(words[place:])) == letters), "")
    return not before[-1:].isalnum()
