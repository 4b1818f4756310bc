"""Articles: what the rules of fields earn in titles, dates, authors and tags, and what the rules after the trees earn in texts.

Layouts are opened and their bodies chosen once; inside of a switch fields are learnt and read anew. Texts are chosen by tables that have
not seen the owner of a site (`bench.learn_weights`, one division into folds): they are learnt once, and a switch only decides anew.
Features are left out by `python -m bench.learn_weights --without NAME`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import fmean
from tempfile import gettempdir
from unittest.mock import patch

import numpy as np

from bench.ablation.room import Room, Scores, Switch, replaced
from bench.adapters import _fetched as fetched
from bench.article_fields import CORPORA, Fields, score
from bench.article_samples import Sample, all_samples
from bench.corpora import ARTICLE_CORPORA, Row, article_pages
from bench.learn_weights import cross_validate, scored_pages
from sitelode.articles.fields import values
from sitelode.articles.fields.kernels.page_texts import BodyOfPage
from sitelode.articles.fields.learning import compared_pages, learn_fields
from sitelode.articles.fields.page_view import PageView, names_that_count
from sitelode.articles.fields.rules import BETWEEN
from sitelode.articles.fields.titles import TitleParts
from sitelode.articles.reader import ClusterReader, has_article
from sitelode.html.metadata import metadata_of
from sitelode.html.page import Page
from sitelode.layout.site_layouts import find_layouts
from sitelode.site.site import open_site

FOLDS = 6
LEAST_PAGES = 20  # with a true value; fewer say nothing
MEASURES = ("titles", "dates", "authors", "tags")
SAMPLES = Path(gettempdir()) / "sitelode-article-samples"
REMEMBERED = (values._remembered_names, values._remembered_tags)  # noqa: SLF001 (what was cached inside of a switch is another's)


@dataclass(frozen=True)
class Layout:
    corpus: str
    pages: Sequence[Page]
    bodies: Sequence[BodyOfPage]
    truths: Sequence[Sequence[Row]]  # of each page and its twins


@cache
def layouts() -> list[Layout]:
    found = []
    for corpus in CORPORA:
        by_site: dict[str, list[Row]] = {}
        for page in article_pages(corpus):
            by_site.setdefault(page["site"], []).append(page)
        for name, rows in by_site.items():
            site = open_site((fetched(place, row) for place, row in enumerate(rows)), name)
            truths: dict[str, list[Row]] = {}
            for place, row in enumerate(rows):
                truths.setdefault(site.twins.get(str(place), str(place)), []).append(row["truth"])
            pages = list(site.pages())
            for members in find_layouts(pages).templates.members():
                some = [pages[member] for member in members]
                bodies = list(map(ClusterReader.learnt(0, some).body_of, some))
                found.append(Layout(corpus, some, bodies, [truths.get(site.entries[member].origin, []) for member in members]))
    return found


def scores_of_fields() -> dict[str, float]:
    counts: dict[str, Counter[str]] = {corpus: Counter() for corpus in CORPORA}
    for remembered in REMEMBERED:
        remembered.cache_clear()
    for layout in layouts():
        for page, fields, truths in zip(layout.pages, _fields(layout), layout.truths, strict=True):
            page.derived.clear()
            for truth in truths:
                score(truth, fields, counts[layout.corpus])
    known = [(corpus, of, found) for corpus, found in counts.items() for of in MEASURES if found[of] >= LEAST_PAGES]
    return {f"{corpus} {of}": found[f"{of} right"] / found[of] for corpus, of, found in known}


def _fields(layout: Layout) -> list[Fields]:
    metadata = list(map(metadata_of, layout.pages))
    places = compared_pages(len(layout.pages))
    names = names_that_count([layout.pages[place] for place in places])
    views = [PageView(layout.pages[place], metadata[place], names, layout.bodies[place]) for place in places]
    rules = learn_fields([view for view in views if view.body.chosen.any()] or views, TitleParts.learn(metadata))
    found = []
    for page, stated, body in zip(layout.pages, metadata, layout.bodies, strict=True):
        view = PageView(page, stated, rules.names, body, None, rules.finder)
        read = rules.read_all(view)
        several = {name: read[name].split(BETWEEN) for name in ("author", "tags", "categories")}
        known = Fields(rules.title(view)[0], read["date"], *several.values())
        found.append(known if has_article(body) else Fields())
    return found


@cache
def samples() -> list[Sample]:
    """Layouts with scores by tables that have not seen their owners; what was read is kept for the next run."""
    found = all_samples(SAMPLES)
    cross_validate(found, "", 0, FOLDS)
    return found


def scores_of_texts() -> dict[str, float]:
    every: dict[str, list[float]] = {corpus: [] for corpus in ARTICLE_CORPORA}
    for each in samples():
        if each.whole and each.corpus in every:
            every[each.corpus] += [found.f1 for _, found, _ in scored_pages(each)]
    return {corpus: fmean(found) for corpus, found in every.items()}


def scores() -> Scores:
    return scores_of_fields() | scores_of_texts()


_FIELDS = "sitelode.articles.fields"
_LEARNING, _AUTHORS, _TAGS, _STATEMENTS = (f"{_FIELDS}.{name}" for name in ("learning", "authors", "tags", "statements"))
_STUDY = "sitelode.articles.body.study"


def _no(*_: object, **__: object) -> float:
    return 0.0


def _none(*_: object, **__: object) -> tuple[()]:
    return ()


def _unchanged(_: object, probability: object, *__: object) -> object:
    return probability


@contextmanager
def _without_words_of_authors() -> Iterator[None]:
    with patch(f"{_AUTHORS}.AUTHOR_WORDS", frozenset()), patch(f"{_FIELDS}.regions.AUTHOR_WORDS", frozenset()):
        yield


SWITCHES: dict[str, Switch] = {
    "regions of dates": replaced(f"{_LEARNING}.date_regions", _none),
    "regions of authors": replaced(f"{_LEARNING}.author_regions", _none),
    "regions of tags": replaced(f"{_LEARNING}.tag_regions", _none),
    "tags far from the article": replaced(f"{_LEARNING}.distant_tag_regions", _none),
    "place of titles": replaced(f"{_FIELDS}.titles.TitleParts.with_region", lambda titles, _: titles),
    "kickers": replaced(f"{_FIELDS}.titles.without_kicker", lambda *_: None),
    "names that take turns": replaced(f"{_FIELDS}.page_view._taking_turns", _none),
    "behaviour of authors": replaced(f"{_AUTHORS}._behaviour", _no),
    "link made of the author's name": replaced(f"{_AUTHORS}._leads_to_name", _no),
    "mail to the author": replaced(f"{_AUTHORS}._mails_to_name", _no),
    "names joined by a word": replaced(f"{_FIELDS}.values._joined_names", lambda text: [text]),
    "profiles of authors": replaced(f"{_STATEMENTS}.profile_names", _none),
    "tags of other articles": replaced(f"{_STATEMENTS}.own_links", lambda _page, links, _beside: links),
    "marked tags rank first": replaced(f"{_LEARNING}._SHOWN_TAGS", 0.0),
    "tags before categories": replaced(f"{_TAGS}.OF_CATEGORIES", 0.0),
    "months of many languages": replaced(f"{_FIELDS}.dates.month_names", lambda _: {}),
    "days in addresses": replaced(f"{_STATEMENTS}._dates_of_address", _none),
    "links of relations": replaced(f"{_STATEMENTS}._find_links", lambda _: {}),
    "JSON-LD": replaced(f"{_STATEMENTS}.Stated._items", ()),
    "a date at the end of a line": replaced(f"{_FIELDS}.dates.DateForms.share_at_end", _no),
    "a time below the title": replaced(f"{_FIELDS}.regions._is_time_below_title", _no),
    "phrases are no names": replaced(f"{_AUTHORS}._is_phrase", _no),
    "words of authors": _without_words_of_authors,
    "lists and tables as a whole": replaced(f"{_STUDY}.even_out_containers", _unchanged),
    "frames are no lists": replaced("sitelode.articles.body.containers.MIXED_FROM", 1.0),
    "elements that are called alike": replaced(f"{_STUDY}.take_alike", _unchanged),
    "titles are no body": replaced(f"{_STUDY}.TITLES_FROM", np.inf),
    "copies are no body": replaced(f"{_STUDY}.COPIES_FROM", np.inf),
    "threshold of exceptional pages": replaced(f"{_STUDY}.LEAST_BODY", 0),
}
ROOM = Room(scores, SWITCHES)
