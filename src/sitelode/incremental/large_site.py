"""A site with more pages than layouts are learnt from: a sample that covers it is mined, and all pages are read by what it taught.

The first pass only counts addresses by folder. The second writes the sample: of every folder its first pages, and of the rest as many as
there is room for, chosen by a digest of their address. Then every part is read in a process of its own: articles by the wrapper, kinds,
records and fields as pages of the sample have them that look alike. A page that looks like none of the sample is of no known kind. Memory
holds the sample's store and, of every page and record, a code of eight bytes.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import urlsplit

from sitelode.compiled.codes import code_of
from sitelode.errors import NoPagesError
from sitelode.incremental.sample_reading import PartOrder, fetched_pages, likeness_of, read_part
from sitelode.mined_site import MinedSite
from sitelode.output.article_files import article_files, remove_old_articles
from sitelode.output.article_lines import article_of_line
from sitelode.output.files import json_text, whole_file
from sitelode.output.result import write_result
from sitelode.output.tables.table_files import Forms
from sitelode.output.tables.write_tables import Row, details_head, field_files, provenance_of, record_files
from sitelode.pipeline import mine
from sitelode.processes import in_processes
from sitelode.settings import MineSettings
from sitelode.sources.crawl.archive import PageArchive
from sitelode.tables.lists.site_lists import SiteRecord, identity_code
from sitelode.urls import generalise
from sitelode.wrappers.wrapper import write_wrapper

FIRST_OF_FOLDER: Final = 20  # pages of every folder that are in the sample; set by hand
MOST_FOLDERS: Final = 100_000  # told apart; the others count as one. Set by hand
_SPACE: Final = 2**64
_OF_TABLES: Final = ("list", "records", "table", "fields")  # what lines of parts say beyond pages.jsonl
_PROVENANCE: Final = ("origin", "digest", "fetched")


def mine_large(parts: Sequence[Path], folder: Path, settings: MineSettings, forms: Sequence[str] = (), at_once: int = 1) -> "LargeCounts":
    """Mine a site from the files that hold its pages; `settings.learn_from` is the size of the sample."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="large-", dir=folder) as temporary:
        work = Path(temporary)
        sample = work / "sample.warc.gz"
        write_sample(parts, sample, settings.learn_from)
        mined = mine(sample, folder=folder, settings=settings)
        written = write_result(mined, folder, forms)
        orders = _read_all(parts, mined, work / "parts", settings, at_once)
        counts = write_large(mined, orders, folder, settings, forms)
        counts.layouts = written.layouts
        mined.site.store.close()
    return counts


def write_sample(parts: Sequence[Path], sample: Path, size: int) -> None:
    """Write about `size` pages that cover the site's folders, the same ones every time."""
    folders: Counter[str] = Counter()
    total = 0
    for page in fetched_pages(parts):
        total += 1
        folders[_folder(page.url, folders)] += 1
    first = min(FIRST_OF_FOLDER, max(size // 2 // max(len(folders), 1), 1))  # half of the sample, at most
    sure = sum(min(count, first) for count in folders.values())
    share = min(max(size - sure, 0) / max(total - sure, 1), 1.0)
    archive, seen = PageArchive(sample), Counter[str]()
    for page in fetched_pages(parts):
        name = _folder(page.url, folders)
        seen[name] += 1
        if seen[name] <= first or code_of(page.url) < share * _SPACE:
            archive.add(page)


def _folder(url: str, known: Counter[str]) -> str:
    """The pattern of an address without its last step."""
    name = generalise(str(PurePosixPath(urlsplit(url).path).parent))
    return name if name in known or len(known) < MOST_FOLDERS else ""


def _read_all(parts: Sequence[Path], mined: MinedSite, work: Path, settings: MineSettings, at_once: int) -> list[PartOrder]:
    """Read every part by what was learnt, in the order of the parts."""
    work.mkdir()
    wrapper = mined.wrapper()
    write_wrapper(wrapper, work / "wrapper.json")
    likeness = likeness_of(mined, wrapper)
    orders = [
        PartOrder(str(part), str(work / "wrapper.json"), likeness, str(work / str(number)), settings) for number, part in enumerate(parts)
    ]
    if at_once == 1:  # a worker of another engine may not start processes
        for order in orders:
            read_part(order)
        return orders
    for order, answer in in_processes(read_part, orders, at_once):
        if isinstance(answer, str):
            raise NoPagesError(f"{order.part} ({answer})", 0)
    return orders


@dataclass
class LargeCounts:
    """Counts of what was written."""

    kinds: Counter[str] = field(default_factory=Counter)
    finer: Counter[str] = field(default_factory=Counter)
    records: Counter[int] = field(default_factory=Counter)  # by list
    pages_of_lists: Counter[int] = field(default_factory=Counter)
    rows: Counter[int] = field(default_factory=Counter)  # by table
    articles: int = 0
    layouts: int = 0
    confidence: float = 0.0  # mean over articles

    @property
    def pages(self) -> int:
        return self.kinds.total()


def _lines(orders: Sequence[PartOrder]) -> Iterator[dict[str, Any]]:
    for order in orders:
        with order.pages.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def write_large(
    sample: MinedSite, orders: Sequence[PartOrder], folder: Path, settings: MineSettings, forms: Collection[str]
) -> LargeCounts:
    """Write articles, pages, records, details and counts; each address, and each record of a list, is written once."""
    counts = LargeCounts()
    _write_articles(orders, folder, settings, forms, counts)
    _write_pages_and_tables(sample, orders, folder, Forms(parquet="parquet" in forms), counts)
    _write_counts(sample, folder, counts)
    return counts


def _write_articles(orders: Sequence[PartOrder], folder: Path, settings: MineSettings, forms: Collection[str], counts: LargeCounts) -> None:
    seen, total = set[int](), 0.0
    with article_files(folder, forms, settings) as files:
        for order in orders:
            with order.articles.open("rb") as lines:
                for line in lines:
                    article, data = article_of_line(line)
                    code = code_of(article.url)
                    if code not in seen:
                        seen.add(code)
                        files.add(article, known=(line.decode(), data))
                        counts.articles += 1
                        total += article.confidence
    remove_old_articles(folder, forms, files.markdown_names)
    counts.confidence = total / max(counts.articles, 1)


def _write_pages_and_tables(sample: MinedSite, orders: Sequence[PartOrder], folder: Path, forms: Forms, counts: LargeCounts) -> None:
    """Pages of the sample stay as they were judged, and come first in the tables."""
    with (folder / "pages.jsonl").open(encoding="utf-8") as lines:
        known = {code_of(json.loads(line)["url"]): line for line in lines}
    with ExitStack() as files:
        tables = _Tables(sample, folder, forms, counts, files)
        pages = files.enter_context(whole_file(folder / "pages.jsonl"))
        seen = set[int]()
        for page in _lines(orders):
            code = code_of(page["url"])
            if code in seen:
                continue
            seen.add(code)
            judged = known.get(code)
            if judged is None:
                tables.add(page)
                page = {name: value for name, value in page.items() if name not in _OF_TABLES}  # noqa: PLW2901 (the same page)
                pages.write(json_text(page) + "\n")
            else:
                page = json.loads(judged)  # noqa: PLW2901 (the same page, as it was judged in the sample)
                pages.write(judged)
            counts.kinds[page["kind"]] += 1
            counts.finer[page["finer_kind"]] += 1


class _Tables:
    """The files of records and details, which begin with what the sample has."""

    def __init__(self, sample: MinedSite, folder: Path, forms: Forms, counts: LargeCounts, files: ExitStack) -> None:
        self._lists, self._counts = sample.lists, counts  # numbered from 1
        self._met: dict[int, set[int]] = defaultdict(set)  # codes of records, by list
        self._add_record = files.enter_context(record_files(self._lists, folder, forms))
        self._add_row: dict[int, Callable[[str, Row, dict[str, str]], None]] = {}
        for each in sample.details:
            to = folder / "details" / f"layout-{each.layout}"
            self._add_row[each.layout] = files.enter_context(field_files(details_head(each, forms), to, forms))
        self._add_sample(sample)

    def _add_sample(self, sample: MinedSite) -> None:
        provenance = provenance_of(sample.site)
        for number, each in enumerate(sample.lists, start=1):
            self._counts.pages_of_lists[number] += len(each.pages)
            for record in each.records:
                self._write(number, record, provenance(record.url))
        for table in sample.details:
            for page in table.pages:
                self._counts.rows[table.layout] += 1
                self._add_row[table.layout](page.url, table.rules.values(page), provenance(page.url))

    def add(self, page: dict[str, Any]) -> None:
        """What a page that is not in the sample has."""
        provenance = {name: page[name] for name in _PROVENANCE}
        if "records" in page:
            self._counts.pages_of_lists[page["list"]] += 1
            for position, fields in enumerate(page["records"], start=1):
                self._write(page["list"], SiteRecord(page["url"], position, fields), provenance)
        if "fields" in page:
            self._counts.rows[page["table"]] += 1
            self._add_row[page["table"]](page["url"], page["fields"], provenance)

    def _write(self, number: int, record: SiteRecord, provenance: dict[str, str]) -> None:
        code = identity_code(self._lists[number - 1].rule, record.fields)
        if code not in self._met[number]:
            self._met[number].add(code)
            self._counts.records[number] += 1
            self._add_record(number, record, provenance)


def _write_counts(sample: MinedSite, folder: Path, counts: LargeCounts) -> None:
    """site.json counts all pages; what it says about layouts is that of the sample."""
    path = folder / "site.json"
    about = json.loads(path.read_text(encoding="utf-8"))
    about |= {"pages": counts.pages, "learnt_from": len(sample.site.entries)}
    about |= {"kinds": dict(counts.kinds.most_common()), "finer_kinds": dict(counts.finer.most_common())}
    about |= {"articles": counts.articles, "records": counts.records.total()}
    about["lists"] = [
        {"records": counts.records[number], "pages": counts.pages_of_lists[number], "columns": each.names}
        for number, each in enumerate(sample.lists, start=1)
    ]
    about["details"] = [
        {"layout": each.layout, "pages": counts.rows[each.layout], "columns": len(each.rules.columns)} for each in sample.details
    ]
    with whole_file(path) as file:
        file.write(json.dumps(about, ensure_ascii=False, indent=2) + "\n")
