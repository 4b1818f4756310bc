"""Adapters that call Sitelode with the signatures of the reference scorers.

From the project's root: PYTHONPATH=. python ../shared/score/articles.py bench.adapters:articles

Pages are dictionaries with "id", "url" and "html"; results are returned by id.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from bench.site_address import site_address
from sitelode import mine
from sitelode.errors import NoPagesError, PageError
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.layout.site_layouts import find_layouts
from sitelode.model import Article, Fetched
from sitelode.page_kinds.kinds import find_kinds
from sitelode.settings import Favor, MineSettings
from sitelode.site.site import open_site
from sitelode.tables.lists.record_lists import find_lists
from sitelode.urls import resolve

if TYPE_CHECKING:
    from sitelode.classify.contract import Sample
    from sitelode.text_rules.marked_texts import MarkedText
    from sitelode.wrappers.wrapper import Wrapper

Id: TypeAlias = str | int
BarePage: TypeAlias = Mapping[str, Any]  # as the scorers hand it over
Classify: TypeAlias = Callable[[Sequence[BarePage], Sequence[BarePage]], dict[Id, str]]

_NO_HOST = "https://site.invalid/"  # corpora of saved sites know the paths of pages, not their host


def articles(pages: Sequence[BarePage], favor: Favor | None = None, *, captions: bool | None = None) -> dict[Id, str]:
    """The article text of every page of one site; empty where a page has none."""
    try:
        settings = MineSettings(favor=favor, captions=captions)
        mined = mine((_fetched(place, page) for place, page in enumerate(pages)), settings=settings)
    except NoPagesError:
        return {page["id"]: "" for page in pages}
    outcomes = map(mined.read, range(len(mined.site.entries)))
    texts, twins = {outcome.origin: outcome.text for outcome in outcomes if isinstance(outcome, Article)}, mined.twins
    return {page["id"]: texts.get(_kept_page(str(place), twins), "") for place, page in enumerate(pages)}


def written_articles(pages: Sequence[BarePage]) -> dict[Id, str]:
    """The texts that mining a site writes: a page that it takes for something else than an article has none."""
    try:
        mined = mine(_fetched(place, page) for place, page in enumerate(pages))
    except NoPagesError:
        return {page["id"]: "" for page in pages}
    texts = {article.origin: article.text for article in mined.articles}
    return {page["id"]: texts.get(_kept_page(str(place), mined.twins), "") for place, page in enumerate(pages)}


def records(html: str, url: str) -> list[list[str]]:
    """The record lists of one page, most important first, each a list of record texts."""
    try:
        page = parse((html or "").encode("utf-8", "replace"), url or "", "text/html; charset=utf-8")
    except PageError:
        return []
    return [found.texts() for found in find_lists(page)]


def structure(pages: Sequence[BarePage], entrance: str | None) -> dict[Id, tuple[str, float]]:  # noqa: ARG001 (the scorer's signature)
    """For every page "index", "article" or "other", and how much it is an index page."""
    base = site_address([page["url"] for page in pages if (page.get("url") or "").startswith("/")], (page["html"] or "" for page in pages))
    try:
        site = open_site((_fetched(place, page, base) for place, page in enumerate(pages)), "pages in memory")
    except NoPagesError:
        return {page["id"]: ("other", 0.0) for page in pages}
    kinds = find_kinds(site, find_layouts(site.pages()))
    found = {entry.origin: (kind, float(score)) for entry, kind, score in zip(site.entries, kinds.kind, kinds.score, strict=True)}
    return {page["id"]: found.get(_kept_page(str(place), site.twins), ("other", 0.0)) for place, page in enumerate(pages)}


def fields(pages: Sequence[BarePage]) -> dict[Id, dict[str, list[str]]]:
    """For every page its columns with their values, as they stand on the page; all pages of a site are taken as one layout."""
    from sitelode.tables.details.detail_fields import learn_rules  # noqa: PLC0415 (compiled code: loaded when it is asked for)

    parsed = {page["id"]: found for place, page in enumerate(pages) if (found := _parsed(_fetched(place, page))) is not None}
    rules = learn_rules(list(parsed.values()))
    return {page["id"]: rules.values(parsed[page["id"]], with_labels=True) if page["id"] in parsed else {} for page in pages}


def drift(old: Sequence[BarePage], new: Sequence[BarePage], *, with_known: bool = True) -> dict[str, Any]:
    """A wrapper learnt on `old` and used on `new`: its texts "before", its "verdict", "after" repair, and "fresh" ones.

    The verdict is the one on the text, as the scorer means it: a date that moved is reported, too, but breaks no text.
    """
    from sitelode.wrappers.known_content import NOTHING_KNOWN  # noqa: PLC0415 (loaded when it is measured)
    from sitelode.wrappers.learn.site_wrapper import known_content  # noqa: PLC0415 (loaded when it is asked for)
    from sitelode.wrappers.repair.repairing import repair  # noqa: PLC0415 (loaded when it is measured)

    mined = mine(_fetched(place, page) for place, page in enumerate(old))
    wrapper = mined.wrapper()
    pages = {page["id"]: found for place, page in enumerate(new) if (found := _parsed(_fetched(place, page))) is not None}
    repaired = repair(wrapper, list(pages.values()), known_content(mined.site, wrapper) if with_known else NOTHING_KNOWN)
    return {
        "before": _texts_by(wrapper, pages),
        "verdict": str(repaired.before.main_verdict),
        "after": _texts_by(repaired.wrapper, pages),
        "fresh": articles(new),
    }


def _texts_by(wrapper: "Wrapper", pages: Mapping[Id, Page]) -> dict[Id, str]:
    from sitelode.wrappers.applying import Applier  # noqa: PLC0415 (loaded when it is asked for)

    applier = Applier(wrapper)
    found = {name: [reading.found.article for reading in applier.read(page)] for name, page in pages.items()}
    return {name: next((article.text for article in articles if article), "") for name, articles in found.items()}


def _fetched(place: int, page: BarePage, base: str | None = None) -> Fetched:
    url = page.get("url")
    return Fetched(
        url=_address(base + url if base and url and url.startswith("/") else url) or f"{_NO_HOST}page-{place}",
        body=(page["html"] or "").encode("utf-8", "replace"),
        content_type="text/html; charset=utf-8",  # the corpora are decoded already, whatever the page says of itself
        origin=str(place),
    )


def _parsed(fetched: Fetched) -> Page | None:
    try:
        return parse(fetched.body, fetched.url, fetched.content_type)
    except PageError:
        return None


def _address(url: str | None) -> str | None:
    """An absolute address; none where there is nothing, which would resolve to the front page."""
    return resolve(_NO_HOST, url) if url else None


def _kept_page(origin: str, twins: Mapping[str, str]) -> str:
    """The page that was mined in place of this one; a page repeats one that may itself repeat another."""
    for _ in range(len(twins)):
        if origin not in twins:
            break
        origin = twins[origin]
    return origin


def classify_pages(train: Sequence[BarePage], test: Sequence[BarePage]) -> dict[Id, str]:
    """The class of every page or text of `test`, learnt from `train`, by the default."""
    return classify_pages_by("combined")(train, test)


def classify_sites(train: Sequence[BarePage], test: Sequence[BarePage]) -> dict[Id, str]:
    """The class of every site of `test`, learnt from `train`, by the default."""
    return classify_sites_by("site-words")(train, test)


def classify_pages_by(name: str) -> Classify:
    """The same by a system of that name, such as "ant-miner"."""
    return partial(_classified, name, page_sample)


def classify_sites_by(name: str) -> Classify:
    """The same for sites."""
    return partial(_classified, name, site_sample)


def _classified(name: str, sample_of: Callable[[BarePage], "Sample"], train: Sequence[BarePage], test: Sequence[BarePage]) -> dict[Id, str]:
    from sitelode.classify.registry import classifier  # noqa: PLC0415 (loaded when it is asked for)

    model = classifier(name).fit([sample_of(item) for item in train])
    found = model.predict_together([sample_of(item) for item in test])
    return {item["id"]: verdict.label for item, verdict in zip(test, found, strict=True)}


def page_sample(item: BarePage) -> "Sample":
    """A page or a text of the scorer as classifiers take it."""
    from sitelode.classify.contract import Sample  # noqa: PLC0415 (loaded when it is asked for)
    from sitelode.classify.reading import read_html, text_page  # noqa: PLC0415 (loaded when it is measured)

    page = read_html(item["html"] or "", item.get("url") or "") if "html" in item else text_page(item["text"], item.get("url") or "")
    return Sample(str(item["id"]), (page,), item.get("label", ""))


def site_sample(item: BarePage) -> "Sample":
    """A site of the scorer."""
    from sitelode.classify.contract import Sample  # noqa: PLC0415 (loaded when it is asked for)
    from sitelode.classify.reading import read_html  # noqa: PLC0415 (loaded when it is measured)

    pages = tuple(read_html(page["html"] or "", page.get("url") or "") for page in item["pages"])
    return Sample(str(item["id"]), pages, item.get("label", ""))


def text_fields(train: Sequence[BarePage], test: Sequence[BarePage]) -> dict[Id, dict[str, list[str]]]:
    """Fields inside texts, by the default: learnt from `train` with its slots, read in `test`."""
    return _text_fields(train, test, "combined")


def text_fields_autoslog(train: Sequence[BarePage], test: Sequence[BarePage]) -> dict[Id, dict[str, list[str]]]:
    return _text_fields(train, test, "autoslog")


def text_fields_rapier(train: Sequence[BarePage], test: Sequence[BarePage]) -> dict[Id, dict[str, list[str]]]:
    return _text_fields(train, test, "rapier")


def text_fields_srv(train: Sequence[BarePage], test: Sequence[BarePage]) -> dict[Id, dict[str, list[str]]]:
    return _text_fields(train, test, "srv")


def text_fields_whisk(train: Sequence[BarePage], test: Sequence[BarePage]) -> dict[Id, dict[str, list[str]]]:
    return _text_fields(train, test, "whisk")


def text_fields_stalker(train: Sequence[BarePage], test: Sequence[BarePage]) -> dict[Id, dict[str, list[str]]]:
    return _text_fields(train, test, "stalker")


def _text_fields(train: Sequence[BarePage], test: Sequence[BarePage], system: str) -> dict[Id, dict[str, list[str]]]:
    from sitelode.text_rules.rules_file import learn_rules  # noqa: PLC0415 (loaded when it is asked for)

    learnt = learn_rules([_marked_text(each) for each in train], system)
    found: dict[Id, dict[str, list[str]]] = {}
    for document, values in zip(test, learnt.values([each["text"] for each in test]), strict=True):
        slots = found.setdefault(document["id"], {})
        for value in values:
            slots.setdefault(value.field, []).append(value.value)
    return found


def _marked_text(document: BarePage) -> "MarkedText":
    """Marks that overlap an earlier one of their field are left out: a corpus may name one filler twice."""
    from sitelode.text_rules.marked_texts import Mark, MarkedText  # noqa: PLC0415 (loaded when it is asked for)

    marks: list[Mark] = []
    for field, spans in document["slots"].items():
        end = -1
        for start, stop in sorted(map(tuple, spans)):
            if start >= end and document["text"][start:stop].strip():
                marks.append(Mark(field, start, stop))
                end = stop
    return MarkedText(str(document["id"]), document["text"], tuple(marks))
