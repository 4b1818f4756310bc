"""Targets that are given pages: parsing, articles, lists, fields, whole sites, wrappers applied and repaired."""

from functools import cache

from bench.fuzz import seed_pages
from bench.fuzz.cases import Pieces
from bench.fuzz.target import Outcome, Target, magnitude, mutated_pages
from sitelode import api, mine
from sitelode.errors import PageError
from sitelode.html.metadata import metadata_of
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.html.render.html import html_of
from sitelode.html.render.markdown import markdown_of
from sitelode.html.render.text import text_of
from sitelode.model import Fetched
from sitelode.site.page_links import LinkReader
from sitelode.tables.details.detail_fields import learn_rules
from sitelode.tables.lists.list_rule import ListRule
from sitelode.text.segments import segments_of
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.repair.repairing import repair
from sitelode.wrappers.verify.verifying import verify
from sitelode.wrappers.wrapper import Wrapper

ADDRESS = "https://paper.example/story/1"


def _single_pages() -> list[Pieces]:
    return [(page,) for page in seed_pages.pages()]


def _sites() -> list[Pieces]:
    return [
        tuple(seed_pages.article(number) for number in range(1, 5)),
        (seed_pages.listing(0), seed_pages.listing(1), seed_pages.article(1), seed_pages.article(2), seed_pages.feed(1)),
        (*(seed_pages.detail(number) for number in range(1, 4)), seed_pages.old_table(1), seed_pages.thread(1)),
    ]


def _alike() -> list[Pieces]:
    return [tuple(seed_pages.detail(number) for number in range(1, 4)), tuple(seed_pages.article(number) for number in range(1, 4))]


def _parse(pieces: Pieces) -> Outcome:
    page = parse(pieces[0], ADDRESS)
    metadata, segments, links = metadata_of(page), segments_of(page), LinkReader().links_of(page)
    texts = [written(page, [0]) for written in (text_of, markdown_of, html_of)]
    return (
        magnitude(len(page)),
        magnitude(len(segments)),
        magnitude(len(links.targets)),
        page.encoding,
        bool(metadata.title),
        *map(bool, texts),
    )


def _extract(pieces: Pieces) -> Outcome:
    article = api.extract(pieces[0], ADDRESS, markdown=True, as_html=True)
    if article is None:
        return ("no article",)
    return magnitude(len(article.text)), bool(article.title), bool(article.author), bool(article.date), magnitude(len(article.tags))


def _records(pieces: Pieces) -> Outcome:
    lists = api.find_lists(pieces[0], ADDRESS)
    page = parse(pieces[0], ADDRESS)
    for found in lists[:3]:
        found.table()
        rule = ListRule.read_data(found.rule.to_data())
        rule.apply(page)
        found.texts()
    return len(lists), *(magnitude(len(found)) for found in lists[:2])


def _fields(pieces: Pieces) -> Outcome:
    pages = _parsed(pieces)
    rules = learn_rules(pages)
    values = [rules.values(page, with_labels=True) for page in pages]
    return len(pages), *(magnitude(len(each)) for each in values)


def _mine(pieces: Pieces) -> Outcome:
    mined = mine(fetched(pieces))
    articles = list(mined.articles)
    kinds, lists = mined.kinds.kind, mined.lists
    Wrapper.from_data(mined.wrapper().to_data())
    return len(mined.clusters.members()), len(articles), len(lists), *sorted(set(kinds)), magnitude(len(mined.structure.unreached))


def _apply(pieces: Pieces) -> Outcome:
    page = parse(pieces[0], ADDRESS)
    readings = [reading for applier in _appliers() for reading in applier.read(page)]
    return tuple((reading.kind, reading.layout is None, magnitude(len(reading.found.values))) for reading in readings)


def _repair(pieces: Pieces) -> Outcome:
    pages = _parsed(pieces)
    outcome: list[object] = []
    for wrapper in wrappers():
        applier = Applier(wrapper)
        verdict = verify([reading for page in pages for reading in applier.read(page)])
        repaired = repair(wrapper, pages)
        Wrapper.from_data(repaired.wrapper.to_data())
        outcome += [str(verdict.main_verdict), len(repaired.wrapper.layouts)]
    return tuple(outcome)


def fetched(pieces: Pieces) -> list[Fetched]:
    return [Fetched(f"https://paper.example/story/{number}", body, origin=str(number)) for number, body in enumerate(pieces)]


def _parsed(pieces: Pieces) -> list[Page]:
    """The pages among the pieces; others cost themselves, as they do in a run."""
    pages = []
    for each in fetched(pieces):
        try:
            pages.append(parse(each.body, each.url))
        except PageError:
            continue
    if not pages:
        raise PageError("no page among these")
    return pages


@cache
def wrappers() -> tuple[Wrapper, ...]:
    """Wrappers learnt from seeds: one of articles, one of articles and lists."""
    return tuple(mine(fetched(pieces)).wrapper() for pieces in _sites()[:2])


@cache
def _appliers() -> tuple[Applier, ...]:
    return tuple(Applier(wrapper, markdown=True, html=True) for wrapper in wrappers())


# Shares are such that a page takes some 4 ms: what costs most gets fewest cases.
TARGETS = (
    Target("parse", _single_pages, mutated_pages, _parse, 60),
    Target("extract", _single_pages, mutated_pages, _extract, 30),
    Target("records", _single_pages, mutated_pages, _records, 12),
    Target("fields", _alike, mutated_pages, _fields, 6),
    Target("mine", _sites, mutated_pages, _mine, 4),
    Target("apply", _single_pages, mutated_pages, _apply, 8),
    Target("repair", _alike, mutated_pages, _repair, 1),
)
