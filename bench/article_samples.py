"""Training and test samples for the article models: layouts of the corpora with the truth, whole and in part.

How many pages are known of a layout, and whether index pages are among them, must be no sign of anything: every layout is there as a
whole, by a few of its pages, and in company of pages that are not scored.
"""

import pickle
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from itertools import chain, count, islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.body_labels import body_shares
from bench.corpora import (
    ARTICLE_CORPORA,
    TITLE_FIRST,
    WHOLE_SITE_CORPORA,
    WITH_INDEX_PAGES,
    ArticleSite,
    article_sites,
    corpora_folder,
    owner_of,
    read,
    sites_with_index_pages,
)
from bench.made_insertions import MADE, MADE_KINDS, OWN_KINDS, sentences_of, with_insertions
from bench.metric import Agreement, tokens
from bench.scripts import script_of
from sitelode.articles.body.evidence import Statements, evidence_of
from sitelode.articles.body.features import ClassFeatures, Floats, class_features
from sitelode.articles.body.study import common_title_words, placed
from sitelode.articles.study import MOST_STUDIED
from sitelode.html.metadata import metadata_of
from sitelode.html.page import Page
from sitelode.layout.site_layouts import find_layouts
from sitelode.model import Fetched
from sitelode.paths.labels import PathLabels
from sitelode.site.site import open_site
from sitelode.text.segments import segments_of

SAMPLE_SIZES = (1, 1, 2, 3, 5, 5, 10)  # pages of a cluster, besides all of them, so that few pages are learnt too
COMPANY = ((1, 3), (3, 3), (4, 10))  # pages with truth and others of the same layout, drawn together
SAMPLE_WEIGHT = 0.5
INDEX_PAGES = " with index pages"  # after the name of a corpus whose sites are read with such pages
LEAST_BODY = 200  # width; shorter bodies weigh as if they had it
INSERTED = "inserted"  # name of the made corpus
INSERTED_WEIGHT = 0.3  # of its samples
INSERTED_TWICE = frozenset(("feedsites", "othercms"))  # corpora whose sites are changed in two ways, others in one
NO_ARTICLES = frozenset(("magic_forum", "pagetypes", "pagetypes2", "pagetypes3"))  # corpora with forums, shops, listings
CHANGED = frozenset(("feedsites", "feedsites2", "othercms", "publishers", "pagetypes", "pagetypes2"))  # corpora into which text is inserted
SENTENCES_PER_SITE = 20  # that are inserted into others


@dataclass(frozen=True, slots=True)
class TruePage:
    """A page with truth: how much of each segment is body, and everything that scoring needs."""

    name: str  # of the page, the same in every sample of its site
    type: str  # of the page, where the corpus tells; empty elsewhere
    script: str
    times: int  # how often it counts: repetitions of a page are mined once
    share: Floats
    words: list[NDArray[np.int32]]  # of each segment
    true_count: NDArray[np.int64]
    made: NDArray[np.int8]  # what each segment was inserted as: a place in MADE_KINDS, -1 for what the page had

    def agreement(self, taken: NDArray[np.bool_]) -> Agreement:
        found = [self.words[number] for number in np.flatnonzero(taken)]
        count = np.bincount(np.concatenate(found) if found else np.empty(0, np.int32), minlength=len(self.true_count))
        common = int(np.minimum(count, self.true_count).sum())
        if not common:
            return Agreement(0.0, 0.0, 0.0)
        precision, recall = common / count.sum(), common / self.true_count.sum()
        return Agreement(precision, recall, 2 * precision * recall / (precision + recall))


@dataclass(slots=True)
class Sample:
    """A cluster, or some pages of one."""

    corpus: str
    site: str
    owner: str
    whole: bool
    features: ClassFeatures
    pages: list[tuple[int, TruePage]]  # place in the cluster
    target: Floats
    weight: Floats
    made: Floats  # kinds of insertions x classes: the part of the weight that was inserted
    score: Floats | None = None  # by a model that has not seen the site

    @property
    def importance(self) -> float:
        return (1 if self.whole else SAMPLE_WEIGHT) * (INSERTED_WEIGHT if self.corpus == INSERTED else 1)

    @property
    def probability(self) -> Floats:
        assert self.score is not None
        return placed(self.features, self.score)

    def classes_of(self, place: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Class and width of each segment of a page."""
        start, end = self.features.segments.start[place : place + 2]
        return self.features.class_of[start:end], self.features.segments.width[start:end]


def true_page(page: Page, name: str, type_of_page: str, body: str, times: int, *, title_first: bool = False) -> TruePage:
    """A page with its true text; a title at its beginning counts in scores, and is not learnt as part of the body."""
    segments, columns = segments_of(page), page.columns
    texts = [
        b"".join(columns.text[columns.text_start[row] : columns.text_end[row]] for row in segments.rows[first:last]).decode(
            errors="replace"
        )
        for first, last in zip(segments.first[:-1], segments.first[1:], strict=True)
    ]
    made = _made_kinds(page)[segments.rows[segments.first[:-1]]]
    words = [tokens(text) for text in texts]
    truth = tokens(body)
    number: dict[str, int] = {}
    coded = [np.array([number.setdefault(word, len(number)) for word in each], dtype=np.int32) for each in words]
    true_words = np.array([number.setdefault(word, len(number)) for word in truth], dtype=np.int32)
    # Most of what was inserted is not looked for in the truth: its words stand there, too, here and there.
    foreign = (made >= 0) & ~np.isin(made, [MADE_KINDS.index(kind) for kind in OWN_KINDS])
    learnt = tokens(body.partition("\n\n")[2] or body) if title_first else truth
    shares = body_shares([[] if inserted else each for each, inserted in zip(words, foreign, strict=True)], learnt)
    return TruePage(
        name,
        type_of_page,
        script_of(body),
        times,
        np.where(foreign, 0.0, shares),
        coded,
        np.bincount(true_words, minlength=len(number)),
        made,
    )


def _made_kinds(page: Page) -> NDArray[np.int8]:
    kinds = np.full(len(page), -1, dtype=np.int8)
    for row, kind in page.attribute_column(MADE):
        kinds[row : page.columns.end[row]] = MADE_KINDS.index(kind)
    return kinds


def drift_sites() -> Iterator[ArticleSite]:
    for folder in sorted((corpora_folder() / "drift").iterdir()):
        for path in sorted(folder.glob("snapshot-*.jsonl.xz")):
            pages = list(read(path))
            yield ArticleSite(folder.name, pages, {page["id"]: page["body"] for page in pages if page.get("body")}, owner_of(folder.name))


def inserted_sites(corpus: str, site: ArticleSite, sentences: Sequence[tuple[str, str]]) -> Iterator[ArticleSite]:
    """The site with what sites put into and around articles."""
    of_others = [sentence for name, sentence in sentences if name != site.name]
    chosen = [page for page in site.pages if page["id"] in site.truth]
    rest = [page for page in site.pages if page["id"] not in site.truth]
    few = replace(site, pages=chosen + random.Random(0).sample(rest, min(MOST_STUDIED, len(rest))))  # noqa: S311 (no secret)
    for seed in range(2 if corpus in INSERTED_TWICE else 1):
        if made := with_insertions(few, of_others, seed, articles=corpus not in NO_ARTICLES):
            yield made


def samples_of(corpus: str, source: ArticleSite) -> Iterator[Sample]:
    """Each layout of a site that holds pages with truth, whole and in part."""
    fetched = (
        Fetched(page.get("url") or "", page["html"].encode("utf-8", "replace"), "text/html; charset=utf-8", str(page["id"]))
        for page in source.pages
    )
    site = open_site(fetched, source.name)
    truth = {str(identity): body for identity, body in source.truth.items()}
    types = {str(identity): each for identity, each in source.types.items()}
    bodies: dict[str, list[str]] = defaultdict(list)
    for origin, body in truth.items():
        bodies[site.twins.get(origin, origin)].append(body)
    pages = list(site.pages())
    chance = random.Random(source.name)  # noqa: S311 (no secret)
    for template in find_layouts(pages).templates.members():
        members = _studied(template, [entry.url for entry in site.entries], [entry.origin in bodies for entry in site.entries])
        origins = [site.entries[member].origin for member in members]
        true = {
            place: true_page(
                pages[members[place]],
                origin,
                types.get(origin, ""),
                bodies[origin][0],
                len(bodies[origin]),
                title_first=corpus in TITLE_FIRST,
            )
            for place, origin in enumerate(origins)
            if origin in bodies
        }
        if true:
            cluster = [pages[member] for member in members]
            for places in _choices(chance, len(cluster), list(true)):
                chosen = [cluster[place] for place in places]
                made = sample(corpus, source.name, chosen, [true.get(place) for place in places], len(cluster))
                made.owner = source.owner
                yield made


def _studied(members: Sequence[int], urls: Sequence[str], true: Sequence[bool]) -> list[int]:
    """No more pages than mining studies, those with truth first."""
    order = sorted(members, key=lambda member: (not true[member], blake2b(urls[member].encode("utf-8", "replace"), digest_size=8).digest()))
    return sorted(order[:MOST_STUDIED])


def _choices(chance: random.Random, pages: int, true: Sequence[int]) -> Iterator[list[int]]:
    yield list(range(pages))
    for size in SAMPLE_SIZES:
        if size < pages:
            chosen = chance.sample(true, min(size, len(true)))
            rest = sorted(set(range(pages)) - set(chosen))
            yield chosen + chance.sample(rest, size - len(chosen))
    others = sorted(set(range(pages)) - set(true))
    for some, company in COMPANY:
        if len(others) >= company and some + company < pages:
            yield chance.sample(true, min(some, len(true))) + chance.sample(others, company)


def sample(corpus: str, site: str, pages: Sequence[Page], truth: Sequence[TruePage | None], of: int) -> Sample:
    labels = PathLabels.of_pages(pages)
    statements = [Statements.of(metadata_of(page)) for page in pages]
    common = common_title_words(statements)
    features = class_features([evidence_of(page, labels, stated.without(common)) for page, stated in zip(pages, statements, strict=True)])
    # What was summed up is no longer needed and would fill the memory.
    lean = replace(features.segments, look=np.empty((0, 0), np.float32), near=np.empty((0, 0), np.uint8))
    features = replace(features, segments=lean)
    found = Sample(corpus, site, site, len(pages) == of, features, [(place, page) for place, page in enumerate(truth) if page], *_NO_TARGET)
    body, weight, made = np.zeros(len(features.path)), np.zeros(len(features.path)), np.zeros((len(MADE_KINDS), len(features.path)))
    for place, page in found.pages:
        classes, width = found.classes_of(place)
        scale = max(float((width * page.share).sum()), LEAST_BODY)
        body += np.bincount(classes, weights=np.minimum(width * page.share / scale, 1), minlength=len(body))
        weight += np.bincount(classes, weights=np.minimum(width / scale, 1), minlength=len(body))
        for kind in set(page.made[page.made >= 0].tolist()):
            made[kind] += np.bincount(classes, weights=np.minimum(width / scale, 1) * (page.made == kind), minlength=len(body))
    found.target = np.minimum(body / np.maximum(weight, 1e-9), 1)
    found.weight, found.made = weight / max(len(found.pages), 1), made / max(len(found.pages), 1)
    return found


_NO_TARGET = np.empty(0), np.empty(0), np.empty((0, 0))


def all_samples(cache: Path | None = None) -> list[Sample]:
    """Of all corpora, and of sites made from them; `cache` keeps what was read in a folder, a file a site."""
    pages = [(corpus, source) for corpus in ARTICLE_CORPORA if corpus not in WHOLE_SITE_CORPORA for source in article_sites(corpus)]
    sentences = [(source.name, sentence) for _, source in pages for sentence in _some_sentences(source)]
    along = ((corpus + INDEX_PAGES, source) for corpus in WITH_INDEX_PAGES for source in sites_with_index_pages(corpus))
    whole = ((corpus, source) for corpus in WHOLE_SITE_CORPORA for source in article_sites(corpus))
    changed = (("drift", source) for source in drift_sites())
    samples: list[Sample] = []
    numbers: dict[str, Iterator[int]] = defaultdict(count)
    for corpus, source in chain(pages, along, whole, changed):
        number = f"{corpus}-{next(numbers[corpus])}"
        samples += _kept(cache and cache / f"{number}.pickle", partial(samples_of, corpus, source))
        if corpus in CHANGED:
            samples += _kept(cache and cache / f"{number}-inserted.pickle", partial(_inserted_samples, corpus, source, sentences))
    return samples


def _inserted_samples(corpus: str, site: ArticleSite, sentences: Sequence[tuple[str, str]]) -> Iterator[Sample]:
    for made in inserted_sites(corpus, site, sentences):
        yield from samples_of(INSERTED, made)


def _kept(path: Path | None, made: Callable[[], Iterable[Sample]]) -> list[Sample]:
    """What is in a file; where there is none, what is made now, and kept in it."""
    if path and path.exists():
        found: list[Sample] = pickle.loads(path.read_bytes())  # noqa: S301 (written below)
        return found
    found = list(made())
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pickle.dumps(found, protocol=pickle.HIGHEST_PROTOCOL))
    return found


def _some_sentences(site: ArticleSite) -> Iterator[str]:
    return islice(chain.from_iterable(map(sentences_of, site.truth.values())), SENTENCES_PER_SITE)
