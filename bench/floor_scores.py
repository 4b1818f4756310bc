"""Figures on a fixed small sample of the corpora, quick enough for every test run; `bench.floors` holds them to pinned values.

A part is one kind of answer on one corpus. Sites and pages are chosen by the digest of their names, so the choice is the same everywhere
and was not made by looking at scores; whole sites and detail sites are named, the smallest of several kinds.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, TypeAlias

from bench.adapters import articles, fields, records, structure
from bench.corpora import ArticleSite, Row, article_sites, by_digest, corpora_folder, read
from bench.metric import agreement
from bench.record_truth import record_pages, texts_f1, true_records

Numbers: TypeAlias = dict[str, float]

ARTICLE_SITES = {"feedsites": 6, "feedsites2": 9, "othercms": 4, "publishers": 16, "pagetypes": 9, "pagetypes2": 14}
WHOLE_SITES = {
    "sites": ("libreumbria", "techbless"),
    "sites2": ("aviarypl", "cugfi", "mbmodwiki", "openems", "pyconjp11", "sandimgetriebe"),
}
LIST_PAGES = {"testbed2017": 40, "autopager": 20, "fixtures": 10, "webdext": 15}
DETAIL_SITES = ("auto-carquotes", "camera-pcnation", "job-nettemps", "job-rightitjobs", "nbaplayer-nba")
BODY_MODEL_SITES = {"feedsites": 4, "othercms": 3, "publishers": 10, "pagetypes": 6}
LIST_MODEL_PAGES = {"testbed2017": 12, "autopager": 6, "fixtures": 4, "webdext": 6}
FEWEST = 5  # pages of a kind on a site: with fewer, its F1 says nothing (as the reference scorer has it)


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured, under the names of `floors.json`."""

    scores: Numbers  # higher is better
    columns: Numbers = field(default_factory=dict)  # means of features: neither better nor worse, but as when the model was learnt
    samples: dict[str, str] = field(default_factory=dict)  # a digest for each part


@dataclass(frozen=True, slots=True)
class Part:
    """One kind of answer on one corpus: what is read, and the figures of what is found."""

    name: str
    sample: Callable[[], list[Any]]
    figures: Callable[[list[Any]], Figures]

    def measured(self) -> Figures:
        sample = self.sample()
        digest = hashlib.sha256(json.dumps(sample, sort_keys=True, default=_plain).encode()).hexdigest()[:16]
        found = self.figures(sample)
        return Figures(self._named(found.scores), self._named(found.columns), {self.name: digest})

    def _named(self, numbers: Numbers) -> Numbers:
        return {f"{self.name}, {name}": number for name, number in numbers.items()}


def _plain(site: ArticleSite) -> list[Any]:
    return [site.name, site.pages, list(site.truth.items())]


def _articles(corpus: str, count: int) -> Part:
    def figures(sites: Sequence[ArticleSite]) -> Figures:
        texts = [articles(site.pages) for site in sites]
        found = [agreement(of.get(page, ""), body).f1 for site, of in zip(sites, texts, strict=True) for page, body in site.truth.items()]
        return Figures({"F1": fmean(found)})

    return Part(f"articles of {corpus}", lambda: list(article_sites(corpus, count)), figures)


def _body_model() -> Part:
    def sample() -> list[tuple[str, ArticleSite]]:
        return [(corpus, site) for corpus, count in BODY_MODEL_SITES.items() for site in article_sites(corpus, count)]

    def figures(sites: Sequence[tuple[str, ArticleSite]]) -> Figures:
        from bench.floor_models import body_model  # noqa: PLC0415 (pulls in what only this part needs)

        return Figures(*body_model(sites))

    return Part("body model", sample, figures)


def _kinds(corpus: str, names: Sequence[str]) -> Part:
    def sample() -> list[list[Row]]:
        return [list(read(corpora_folder() / corpus / name / "pages.jsonl.xz")) for name in names]

    def figures(sites: Sequence[Sequence[Row]]) -> Figures:
        return Figures(_mean_by_measure(_kind_scores(pages) for pages in sites))

    return Part(f"kinds of {corpus}", sample, figures)


def _kind_scores(pages: Sequence[Row]) -> Numbers:
    from bench.structure import KINDS, f1, r_precision  # noqa: PLC0415 (pulls in what only this part needs)

    answers = structure([{name: page[name] for name in ("id", "url", "html")} for page in pages], None)
    truth = [KINDS[page["label"]] for page in pages]
    kinds, scores = zip(*(answers[page["id"]] for page in pages), strict=True)
    found = {f"{kind} F1": f1(truth, kinds, kind) for kind in ("index", "article", "other") if truth.count(kind) >= FEWEST}
    return found | ({"R-Precision": r_precision(truth, scores)} if truth.count("index") >= FEWEST else {})


def _mean_by_measure(rows: Iterable[Numbers]) -> Numbers:
    by_measure: dict[str, list[float]] = {}
    for row in rows:
        for measure, score in row.items():
            by_measure.setdefault(measure, []).append(score)
    return {measure: fmean(scores) for measure, scores in by_measure.items()}


def _lists(corpus: str, count: int) -> Part:
    def figures(pages: Sequence[Row]) -> Figures:
        found = [[texts_f1(texts, true_records(page)) for texts in records(page["html"], page["url"])[:1]] or [0.0] for page in pages]
        return Figures({"first F1": fmean(score for (score,) in found)})

    return Part(f"lists of {corpus}", lambda: _list_pages(corpus, count), figures)


def _list_pages(corpus: str, count: int) -> list[Row]:
    return sorted(record_pages(corpus), key=lambda page: by_digest(str(page["id"])))[:count]


def _list_model() -> Part:
    def sample() -> list[Row]:
        return [page for corpus, count in LIST_MODEL_PAGES.items() for page in _list_pages(corpus, count)]

    def figures(pages: Sequence[Row]) -> Figures:
        from bench.floor_models import list_model  # noqa: PLC0415 (pulls in what only this part needs)

        return Figures(*list_model(pages))

    return Part("list model", sample, figures)


def _fields(names: Sequence[str]) -> Part:
    def sample() -> list[list[Row]]:
        return [list(read(corpora_folder() / "fields" / f"{name}.jsonl.xz")) for name in names]

    def figures(sites: Sequence[Sequence[Row]]) -> Figures:
        from bench.fields import scores_of  # noqa: PLC0415 (pulls in what only this part needs)

        found = [pair for pages in sites for read in [fields(pages)] for pair in scores_of(pages, [read[page["id"]] for page in pages])]
        return Figures(
            {"value recall": fmean(recall for recall, _ in found), "column precision": fmean(precision for _, precision in found)}
        )

    return Part("fields", sample, figures)


def parts() -> Iterator[Part]:
    for corpus, count in ARTICLE_SITES.items():
        yield _articles(corpus, count)
    for corpus, names in WHOLE_SITES.items():
        yield _kinds(corpus, names)
    for corpus, count in LIST_PAGES.items():
        yield _lists(corpus, count)
    yield _fields(DETAIL_SITES)
    yield _body_model()
    yield _list_model()
