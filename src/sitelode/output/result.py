"""The folder with the results of mining.

articles.jsonl      one article per line
articles/*.md       the same as Markdown, on request; articles.csv, articles.parquet, articles.xml, articles.tei.xml,
                    articles.chunks.jsonl and llms.txt likewise; croissant.json and README.md describe the Parquet files
records.jsonl       the records of index pages and the posts of threads; records/*.csv has one table per list
details/layout-N/   fields.csv and fields.jsonl: the fields of detail pages (products, persons, events), one row per page
pages.jsonl         every page with its kind, the reason for it, and its layout
structure.json      sections, index pages, informative links
wrapper.json        what was learnt, for `sitelode wrapper apply`
site.json           counts, layouts, what was left out
report.html         all of this as one page
learnt.npz          everything that was learnt, so that the studio opens quickly
renewal.npz         what else the next `sitelode mine` into the folder takes over for pages that did not change
lessons.json        taught fields, which are always applied and never overwritten
tables.json         columns of tables as people want them, likewise
"""

import json
import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from statistics import fmean
from typing import Any

from sitelode.articles.body.tree_model import distribution
from sitelode.articles.site_articles import why_unwanted
from sitelode.counted import counted, counted_reasons
from sitelode.layout.site_layouts import common_url_pattern
from sitelode.mined_site import MinedSite
from sitelode.model import Article
from sitelode.output import report as report_page
from sitelode.output.article_files import article_files, remove_old_articles
from sitelode.output.article_lines import Earlier, ParallelArticles
from sitelode.output.dataset_card import write_dataset_card
from sitelode.output.files import json_text, whole_file, write_whole
from sitelode.output.saved_state import save_learnt, save_renewal
from sitelode.output.structure.json import structure_json
from sitelode.output.structure.sections import sections_of_articles
from sitelode.output.tables.column_edits import write_edited_tables
from sitelode.output.tables.table_files import Forms
from sitelode.output.tables.write_tables import provenance_of, write_details, write_records
from sitelode.output.taught_values import TaughtValues
from sitelode.wrappers.known_content import known_file, write_known
from sitelode.wrappers.learn.site_wrapper import known_content, taught_site_wrapper
from sitelode.wrappers.lessons import LessonLog, lessons_file
from sitelode.wrappers.wrapper import Wrapper, write_wrapper

EXAMPLES = 5  # addresses per cluster and per reason; set by hand


@dataclass(repr=False)
class Written:
    """Counts of what was written, for the last line of a command."""

    folder: Path
    articles: int = 0
    pages: int = 0
    records: int = 0
    lists: int = 0
    rows: int = 0  # detail pages
    tables: int = 0
    layouts: int = 0
    confidence: float = 0.0  # mean over articles
    further: int = 0  # pages that continue the article of another page
    without: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    removed: Counter[str] = field(default_factory=Counter)  # files of an earlier result in the same folder
    problems: list[str] = field(default_factory=list)  # with taught fields
    taken_over: str = ""  # what of an earlier result in the same folder, in words

    def __repr__(self) -> str:
        return f"Written({str(self.folder)!r}: {counted(self.articles, 'article')} from {counted(self.pages, 'page')})"

    def summary(self) -> str:
        lines = [f"{counted(self.articles, 'article')} from {counted(self.pages, 'page')}: {self.folder / 'articles.jsonl'}"]
        if self.lists:
            lines.append(f"{counted(self.records, 'record')} in {counted(self.lists, 'list')}: {self.folder / 'records.jsonl'}")
        if self.tables:
            details = f"{counted(self.rows, 'detail page')} in {counted(self.tables, 'table')}: {self.folder / 'details'}"
            lines.insert(0 if self.rows > self.articles else len(lines), details)  # first what the site has most of
        of_details = "  (for articles; sitelode fields makes one for detail pages)" if self.tables else ""
        lines.append(f"wrapper: {self.folder / 'wrapper.json'}{of_details}")
        lines += [f"  {problem}" for problem in self.problems]
        lines.append(f"report: {self.folder / 'report.html'}")
        lines += [f"  {self.taken_over}"] if self.taken_over else []
        lines += [f"  {counted(self.further, 'page')} joined: later parts of multi-page articles"] if self.further else []
        lines += [f"  not articles: {counted_reasons(self.without)}"] if self.without else []
        lines += [f"  skipped: {counted_reasons(self.dropped)}"] if self.dropped else []
        lines += [f"  old files removed: {counted_reasons(self.removed)}"] if self.removed else []
        lines.append(f"next: sitelode studio {self.folder}  (look at it and correct it)")
        return "\n".join(lines)


def write_result(mined: MinedSite, folder: Path, forms: Collection[str] = (), earlier: Earlier | None = None) -> Written:
    """Write all results of a mined site into a folder; files are replaced when they are complete.

    `forms` may name "csv", "parquet", "xml" and "tei" for the articles; with "parquet", records are written as Parquet too. Files of an
    earlier result that are not written now are removed. Lines of articles that did not change are taken over from an `earlier` one.
    """
    written = Written(folder, pages=len(mined.site.entries), dropped=mined.dropped)
    by_cluster: Counter[int] = Counter()
    confidences: list[float] = []
    listed: list[Article] = []
    wrapper, written.problems = mined.wrapper(), mined.stages.wrapper.value.problems
    taught = TaughtValues(mined.site, wrapper)
    parallel = ParallelArticles(mined) if ParallelArticles.is_possible(mined) else None
    known_lines = None if taught.names else earlier.articles if earlier else parallel
    sections = sections_of_articles(mined.structure) if "llms" in forms else None
    with article_files(folder, forms, mined.settings, taught.names, sections) as files:
        for found in _articles(mined, written, parallel):
            article = files.add(found, taught.of(found), known_lines.line_of(found) if known_lines else None)
            written.articles += 1
            written.further += max(len(article.pages) - 1, 0)
            by_cluster[article.cluster] += 1
            confidences.append(article.confidence)
            if len(listed) < report_page.MOST_LISTED:
                listed.append(article)
    details = Counter(zip(mined.kinds.kind, mined.kinds.finer, strict=True))["other", "detail"]
    if details <= written.without["other pages"]:
        written.without = +(written.without - Counter({"other pages": details}) + Counter({"detail pages": details}))
    _write_pages(mined, folder)
    written.removed = remove_old_articles(folder, forms, files.markdown_names)
    further, provenance = Forms(parquet="parquet" in forms), provenance_of(mined.site)
    written.removed += write_records(mined.lists, folder, further, provenance)
    written.removed += write_details(mined.details, folder, further, provenance)
    write_edited_tables(folder)
    written.tables, written.rows = len(mined.details), sum(map(len, mined.details))
    written.lists, written.records = len(mined.lists), sum(map(len, mined.lists))
    written.layouts, written.confidence = len(mined.clusters.members()), fmean(confidences or [0.0])
    about = _about(mined, written, by_cluster) | {"confidence": distribution(confidences)}
    texts = {
        "structure.json": structure_json(mined.structure),
        "wrapper.json": wrapper.text(),
        "site.json": json.dumps(about, ensure_ascii=False, indent=2) + "\n",
        "report.html": report_page.render(about, listed),
    }
    for name, text in texts.items():
        write_whole(folder / name, text)
    write_dataset_card(folder)
    save_learnt(folder, mined.site, mined.layouts, mined.readers)
    save_renewal(folder, mined, forms, earlier.unstudied if earlier else [], is_taught=bool(taught.names))
    return written


def _articles(mined: MinedSite, written: Written, parallel: ParallelArticles | None) -> Iterator[Article]:
    """The articles that are wanted; pages without one, and those of other articles, are counted."""
    for article in mined.site_articles.joined(_articles_of_pages(mined, written, parallel)):
        reason = why_unwanted(article, mined.settings)
        if reason:
            written.without[reason] += max(len(article.pages), 1)
        else:
            yield article


def _articles_of_pages(mined: MinedSite, written: Written, parallel: ParallelArticles | None) -> Iterator[Article]:
    for _, outcome in (parallel or mined.site_articles).outcomes():
        if isinstance(outcome, Article):
            yield outcome
        else:
            written.without[outcome.reason] += 1


def _write_pages(mined: MinedSite, folder: Path) -> None:
    kinds = mined.kinds
    with whole_file(folder / "pages.jsonl") as lines:
        for place, entry in enumerate(mined.site.entries):
            original = kinds.duplicate_of[place]
            page = {
                "url": entry.url,
                "kind": kinds.kind[place],
                "finer_kind": kinds.finer[place],
                "confidence": round(float(kinds.confidence[place]), 3),
                "index_score": round(float(kinds.score[place]), 4),
                "why": kinds.evidence[place],
                "cluster": mined.clusters.of_page[place],
                "role": kinds.listing_role[place],
                "repeats": None if original is None else mined.site.entries[original].url,
                "origin": entry.origin,
                "digest": entry.digest.hex(),
                "fetched": mined.site.fetched.get(entry.url, ""),
            }
            lines.write(json_text(page) + "\n")


def _about(mined: MinedSite, written: Written, by_cluster: Counter[int]) -> dict[str, Any]:
    examples: dict[str, list[dict[str, str]]] = defaultdict(list)
    for dropped in mined.site.store.dropped_examples():
        if len(examples[dropped.reason]) < EXAMPLES:
            examples[dropped.reason].append({"where": dropped.where, "detail": dropped.detail})
    clusters = [
        {
            "cluster": number,
            "pages": len(members),
            "kinds": dict(Counter(mined.kinds.kind[member] for member in members).most_common()),
            "articles": by_cluster[number],
            "pattern": common_url_pattern([mined.site.entries[member].url for member in members]),
            "common": round(mined.layouts.common_share(members), 3),
            "examples": [mined.site.entries[member].url for member in members[:EXAMPLES]],
        }
        for number, members in enumerate(mined.clusters.members())
    ]
    return {
        "sitelode": version("sitelode"),
        "source": mined.site.store["source"],
        "pages": written.pages,
        "kinds": dict(Counter(mined.kinds.kind).most_common()),
        "articles": written.articles,
        "joined_pages": written.further,
        "records": written.records,
        "finer_kinds": dict(Counter(mined.kinds.finer).most_common()),
        "details": [{"layout": each.layout, "pages": len(each), "columns": len(each.rules.columns)} for each in mined.details],
        "lists": [{"records": len(each), "pages": len(each.pages), "columns": each.names} for each in mined.lists],
        "pages_without_article": dict(written.without),
        "dropped": {reason: {"count": count, "examples": examples[reason]} for reason, count in written.dropped.items()},
        "similarity_threshold": mined.clusters.threshold,
        "clusters": clusters,
    }


_log = logging.getLogger("sitelode")


def write_site_wrapper(mined: MinedSite, path: Path) -> Wrapper:
    """Write a site's wrapper with its taught fields, and the fingerprints of its articles next to it."""
    taught = taught_site_wrapper(mined.site_articles, LessonLog.read(lessons_file(path)), mined.settings.learned_on)
    for problem in taught.problems:
        _log.warning("%s", problem)
    write_wrapper(taught.wrapper, path)
    write_known(known_content(mined.site, taught.wrapper), known_file(path))
    return taught.wrapper
