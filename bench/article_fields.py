"""Titles, dates, authors and tags of articles: Sitelode and the metadata of trafilatura and newspaper4k, on the same pages in the same run.

python -m bench.article_fields [corpus ...] [--alone] [--errors] [--halves] [--ablations]

A title is right if it is the true one except for case, white space and punctuation. A date is right if its day is the true one; feeds give
the day in UTC, so dates one day off are counted separately, and so are moments with a time zone that are on the true day in the time zone
of the truth. Authors are right if all true names are there and no others; tags if all true ones are there and no others, with what a page
calls its categories counted among them or not. The rules were made with `feedsites`, `othercms`, `publishers` and `pagetypes` in view; of
`feedsites2`, rules made after errors of one half of the sites are judged by the other half (`--halves`; the hash of a site's name decides).
`--ablations` reads again without words in the addresses of links (`/tag/..`, `/category/..`, `/author/..`), and with links that are marked
as tags ranked like any other source.
"""

import argparse
import hashlib
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from unittest.mock import patch

from bench.adapters import _fetched as fetched
from bench.corpora import CorpusNotFoundError, Id, Row, article_pages
from bench.peers import silence
from sitelode.articles.fields import learning, regions, tags
from sitelode.articles.reader import NoArticle
from sitelode.mined_site import MinedSite
from sitelode.model import Article
from sitelode.pipeline import mine

CORPORA = ("feedsites", "feedsites2", "othercms", "publishers", "pagetypes")
SOME_ADDRESS = "https://site.invalid/"
_BETWEEN_NAMES = re.compile(r";|,| and ")


@dataclass(frozen=True, slots=True)
class Fields:
    title: str = ""
    date: str = ""
    author: str | Sequence[str] = ""
    tags: Sequence[str] = ()
    categories: Sequence[str] = ()


Read = Callable[[Sequence[Row]], dict[Id, Fields]]  # all pages of a site to the fields of each


def ours(pages: Sequence[Row]) -> dict[Id, Fields]:
    return _fields_of(pages, mine(fetched(place, page) for place, page in enumerate(pages)))


@contextmanager
def words_left_out(words: frozenset[str]) -> Iterator[None]:
    """Without these words as steps of addresses."""
    has_step = regions.has_step
    with ExitStack() as stack:
        for module in (regions, tags):
            stack.enter_context(patch.object(module, "has_step", lambda address, wanted: has_step(address, wanted - words)))
        yield


def _without_words_in_addresses(words: frozenset[str]) -> Read:
    def read(pages: Sequence[Row]) -> dict[Id, Fields]:
        with words_left_out(words):
            return ours(pages)

    return read


def _without_rank_of_shown_tags(pages: Sequence[Row]) -> dict[Id, Fields]:
    with patch.object(learning, "_SHOWN_TAGS", 0.0):
        return ours(pages)


def _fields_of(pages: Sequence[Row], mined: MinedSite) -> dict[Id, Fields]:
    read = {entry.origin: _read(mined, place) for place, entry in enumerate(mined.site.entries)}
    articles = {origin: outcome for origin, outcome in read.items() if isinstance(outcome, Article)}
    found = {}
    for place, page in enumerate(pages):
        origin = str(place)
        while origin in mined.twins:
            origin = mined.twins[origin]
        article = articles.get(origin)
        if article:
            found[page["id"]] = Fields(article.title, article.date, article.author.split("; "), article.tags, article.categories)
    return found


def _read(mined: MinedSite, place: int) -> Article | NoArticle:
    """A page by the reader of its layout, whatever kind of page it is: the corpora are of pages that have these fields."""
    entry = mined.site.entries[place]
    return mined.readers[mined.clusters.of_page[place]].article(mined.site.store.page(entry.number), entry.origin)


def trafilatura(pages: Sequence[Row]) -> dict[Id, Fields]:
    from trafilatura.metadata import extract_metadata  # noqa: PLC0415 (a peer is loaded when it runs)

    def read(page: Row) -> Fields:
        known = extract_metadata(page["html"], page["url"] or SOME_ADDRESS)
        return Fields(known.title or "", known.date or "", known.author or "", known.tags or (), known.categories or ())

    return {page["id"]: _attempt(read, page) for page in pages}


def newspaper(pages: Sequence[Row]) -> dict[Id, Fields]:
    from newspaper import Article as PeerArticle  # noqa: PLC0415

    def read(page: Row) -> Fields:
        article = PeerArticle(page["url"] or SOME_ADDRESS, fetch_images=False)
        article.download(input_html=page["html"])
        article.parse()
        return Fields(article.title or "", str(article.publish_date or ""), article.authors, sorted(article.tags))

    return {page["id"]: _attempt(read, page) for page in pages}


def _attempt(read: Callable[[Row], Fields], page: Row) -> Fields:
    try:
        return read(page)
    except Exception:  # noqa: BLE001 (whatever a peer raises, its answer to this page is nothing)
        return Fields()


ABLATIONS: Mapping[str, Read] = {
    "without words of tags": _without_words_in_addresses(regions.TAG_WORDS - regions.CATEGORY_WORDS),
    "without words of categories": _without_words_in_addresses(regions.CATEGORY_WORDS),
    "without words of authors": _without_words_in_addresses(regions.AUTHOR_WORDS),
    "without words in addresses": _without_words_in_addresses(regions.TAG_WORDS | regions.AUTHOR_WORDS),
    "marked tags rank like others": _without_rank_of_shown_tags,
}
SYSTEMS: Mapping[str, Read] = {"sitelode": ours, "trafilatura": trafilatura, "newspaper4k": newspaper}


def score(truth: Mapping[str, Any], found: Fields, counts: Counter[str]) -> None:
    """Count one page; what its truth does not have is not counted."""
    if truth.get("title"):
        counts["titles"] += 1
        counts["titles right"] += _plain(truth["title"]) == _plain(found.title)
    day = _day(truth.get("date"))
    if day:
        seen = _day(found.date)
        counts["dates"] += 1
        counts["dates right"] += seen == day
        counts["dates near"] += seen is not None and abs((seen - day).days) <= 1
        counts["dates meant"] += seen == day or _same_day_there(found.date, truth["date"])
    names = _names(truth.get("author"))
    if names:
        counts["authors"] += 1
        counts["authors right"] += _names(found.author) == names
    tags = frozenset(map(_plain, truth.get("tags") or ()))
    if tags:
        counts["tags"] += 1
        shown = frozenset(map(_plain, found.tags))
        counts["tags right"] += tags in (shown, shown | frozenset(map(_plain, found.categories)))


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))


def _names(given: object) -> frozenset[str]:
    several = _BETWEEN_NAMES.split(given) if isinstance(given, str) else given if isinstance(given, list | tuple) else ()
    return frozenset(filter(None, map(_plain, several)))


def _day(text: object) -> date | None:
    given = str(text or "")
    try:
        return date.fromisoformat(given[:10]) if given[:4].isdecimal() else parsedate_to_datetime(given).date()
    except (ValueError, TypeError):
        return None


def _same_day_there(found: str, true: str) -> bool:
    """Whether a moment with a time zone is on the true day in the time zone of the truth."""
    try:
        moment, meant = datetime.fromisoformat(found), datetime.fromisoformat(true)
    except ValueError:
        return False
    return bool(moment.tzinfo and meant.tzinfo) and moment.astimezone(meant.tzinfo).date() == meant.date()


def half_of(site: str) -> int:
    """Which half of the sites one belongs to, the same in every run."""
    return hashlib.sha1(site.encode(), usedforsecurity=False).digest()[0] % 2


def measure(corpus: str, systems: Mapping[str, Read], *, errors: bool = False, halves: bool = False) -> dict[str, Counter[str]]:
    by_site: dict[str, list[Row]] = {}
    for page in article_pages(corpus):
        by_site.setdefault(page["site"], []).append(page)
    counts: dict[str, Counter[str]] = {name: Counter() for name in systems}
    of_half: dict[str, Counter[str]] = {f"{name}, half {half}": Counter() for name in systems for half in (0, 1)} if halves else {}
    for site, pages in by_site.items():
        bare = [{"id": page["id"], "url": page["url"], "html": page["html"]} for page in pages]
        for name, read in systems.items():
            found = read(bare)
            for page in pages:
                before = counts[name].copy()
                score(page["truth"], found.get(page["id"], Fields()), counts[name])
                if halves:
                    of_half[f"{name}, half {half_of(site)}"].update(counts[name] - before)
                if errors:
                    print_errors(page, found.get(page["id"], Fields()), counts[name] - before)
    return counts | of_half


def print_errors(page: Row, found: Fields, scored: Counter[str]) -> None:
    for of, true, said in (
        ("title", page["truth"].get("title"), found.title),
        ("date", page["truth"].get("date"), found.date),
        ("author", page["truth"].get("author"), found.author),
        ("tags", page["truth"].get("tags"), (found.tags, found.categories)),
    ):
        plural = of if of == "tags" else f"{of}s"
        if scored[plural] and not scored[f"{plural} right"]:
            print(f"{of}: {said!r} for {true!r} on {page['id']}")


def table(counts: Mapping[str, Counter[str]]) -> str:
    lines = ["| | title | date | date, the same moment | date, a day more or less | author | tags |", "|---|---:|---:|---:|---:|---:|---:|"]
    for name, found in counts.items():
        shares = [
            f"{found[right] / found[of]:.3f}" if found[of] else ""
            for right, of in (
                ("titles right", "titles"),
                ("dates right", "dates"),
                ("dates meant", "dates"),
                ("dates near", "dates"),
                ("authors right", "authors"),
                ("tags right", "tags"),
            )
        ]
        lines.append(f"| {name} | {' | '.join(shares)} |")
    first = next(iter(counts.values()))
    having = ", ".join(f"{first[of]} with {of}" for of in ("dates", "authors", "tags"))
    known = f"{first['titles']} pages with a true title, {having}."
    return "\n".join(lines) + f"\n\n{known}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*", choices=[*CORPORA, []], help=f"some of: {' '.join(CORPORA)} (default: all)")
    parser.add_argument("--alone", action="store_true", help="Sitelode without its peers")
    parser.add_argument("--errors", action="store_true", help="also every wrong value")
    parser.add_argument("--halves", action="store_true", help="also for each half of the sites")
    parser.add_argument("--ablations", action="store_true", help="also Sitelode without some of its evidence")
    options = parser.parse_args(arguments)
    systems: dict[str, Read] = {"sitelode": ours} if options.alone else dict(SYSTEMS)
    systems |= dict(ABLATIONS) if options.ablations else {}
    try:
        with silence():
            for corpus in options.corpora or CORPORA:
                print(f"\n## {corpus}\n\n{table(measure(corpus, systems, errors=options.errors, halves=options.halves))}", flush=True)
    except CorpusNotFoundError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
