"""A site with more pages than layouts are learnt from: a sample that covers it is mined, and all pages are read by the wrapper.

The first pass only counts addresses by folder. The second writes the sample: of every folder its first pages, and of the rest as many as
there is room for, chosen by a digest of their address. Then every part is read by the wrapper in a process of its own. Pages that look like
none of the sample are gathered and mined the same way, once. Memory holds the sample's store and, of every page, a code of eight bytes.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import urlsplit

from sitelode.compiled.codes import code_of
from sitelode.errors import NoPagesError, PageError
from sitelode.html.parse import parse
from sitelode.many_sites.processes import in_processes
from sitelode.model import Fetched
from sitelode.output.articles_files import article_data
from sitelode.output.files import whole_file
from sitelode.output.result import write_result
from sitelode.pipeline import mine
from sitelode.settings import MineSettings
from sitelode.site.page_trial import PageTrial
from sitelode.site.store import SiteStore
from sitelode.sources.choice import open_source
from sitelode.sources.page_archive import PageArchive
from sitelode.urls import generalise, normalise
from sitelode.wrappers.applying import LAYOUT_UNKNOWN, Applier, Reading
from sitelode.wrappers.multi_page import PageJoiner
from sitelode.wrappers.wrapper import Wrapper, read_wrapper, write_wrapper

FIRST_OF_FOLDER: Final = 20  # pages of every folder that are in the sample; set by hand
MOST_FOLDERS: Final = 100_000  # told apart; the others count as one. Set by hand
LEAST_TO_LEARN: Final = 10  # pages of unknown layout that are worth a second round; set by hand
_SPACE: Final = 2**64


@dataclass(frozen=True)
class PartOrder:
    """What a process is told: read the pages of a part by a wrapper."""

    part: str
    wrapper: str
    articles: str  # files to write
    unknown: str
    settings: MineSettings


@dataclass(frozen=True)
class LargeResult:
    """Counts of what was written."""

    pages: int
    layouts: int
    articles: int
    records: int
    confidence: float


def mine_large(parts: Sequence[Path], folder: Path, settings: MineSettings, forms: Sequence[str] = (), at_once: int = 1) -> LargeResult:
    """Mine a site from the files that hold its pages; `settings.learn_from` is the size of the sample."""
    with TemporaryDirectory(prefix="large-", dir=_made(folder)) as temporary:
        work = Path(temporary)
        sample = work / "sample.warc.gz"
        write_sample(parts, sample, settings.learn_from)
        mined = mine(sample, folder=folder, settings=settings)
        written = write_result(mined, folder, forms)
        readings = _read_all(parts, mined.wrapper(), work / "first", settings, at_once)
        second = _second_round(readings, folder, work, settings, at_once)
        counts = _joined(folder, [reading.articles for reading in (*readings, *second)])
        mined.site.store.close()
    return LargeResult(counts.pages, written.layouts, counts.articles, written.records, counts.confidence)


def write_sample(parts: Sequence[Path], sample: Path, size: int) -> None:
    """Write about `size` pages that cover the site's folders, the same ones every time."""
    folders: Counter[str] = Counter()
    total = 0
    for page in _pages(parts):
        total += 1
        folders[_folder(page.url, folders)] += 1
    first = min(FIRST_OF_FOLDER, max(size // 2 // max(len(folders), 1), 1))  # half of the sample, at most
    sure = sum(min(count, first) for count in folders.values())
    share = min(max(size - sure, 0) / max(total - sure, 1), 1.0)
    archive, seen = PageArchive(sample), Counter[str]()
    for page in _pages(parts):
        name = _folder(page.url, folders)
        seen[name] += 1
        if seen[name] <= first or code_of(page.url) < share * _SPACE:
            archive.add(page)


def _folder(url: str, known: Counter[str]) -> str:
    """The pattern of an address without its last step."""
    name = generalise(str(PurePosixPath(urlsplit(url).path).parent))
    return name if name in known or len(known) < MOST_FOLDERS else ""


def _pages(parts: Sequence[Path]) -> Iterator[Fetched]:
    for part in parts:
        yield from (item for item in open_source(part).items() if isinstance(item, Fetched))


def _read_all(parts: Sequence[Path], wrapper: Wrapper, work: Path, settings: MineSettings, at_once: int) -> list[PartOrder]:
    """Read every part by the wrapper, in the order of the parts."""
    work.mkdir()
    write_wrapper(wrapper, work / "wrapper.json")
    orders = [
        PartOrder(str(part), str(work / "wrapper.json"), str(work / f"{number}.jsonl"), str(work / f"{number}.warc.gz"), settings)
        for number, part in enumerate(parts)
    ]
    if at_once == 1:  # a worker of another engine may not start processes
        for order in orders:
            read_part(order)
        return orders
    for order, answer in in_processes(read_part, orders, at_once):
        if isinstance(answer, str):
            raise NoPagesError(f"{order.part} ({answer})", 0)
    return orders


def read_part(order: PartOrder) -> int:
    """Write the articles of a part as JSON lines, an empty one for a page without; and pages of unknown layout as an archive.

    An article over several pages is one again where all of them are in this part.
    """
    applier = Applier(read_wrapper(Path(order.wrapper)), markdown=order.settings.markdown, html=order.settings.html)
    unknown, joiner, count = PageArchive(Path(order.unknown)), PageJoiner(), 0
    with PageTrial(order.settings.limits) as trial, whole_file(Path(order.articles)) as lines:
        for item in _pages([Path(order.part)]):
            try:
                trial.check(item)
                page = parse(item.body, normalise(item.url) or item.url, item.content_type, order.settings.limits)
            except PageError:
                continue
            count += 1
            readings = [each for each in applier.read(page, item.origin or item.url) if each.kind == "article"]
            reading = next((each for each in readings if each.found.article is not None), None)
            if reading is None:
                lines.write("\n")
                if any(each.found.reason == LAYOUT_UNKNOWN for each in readings):
                    unknown.add(item)
            else:
                lines.writelines(map(_line, joiner.add(page, _with_provenance(reading, item))))
        lines.writelines(map(_line, joiner.rest()))
    return count


def _with_provenance(reading: Reading, item: Fetched) -> Reading:
    article = reading.found.article
    if article is None:
        return reading
    digest = SiteStore.digest_of(item.body).hex()
    return replace(reading, found=replace(reading.found, article=replace(article, fetched=item.fetched_at or "", digest=digest)))


def _line(reading: Reading) -> str:
    return json.dumps(article_data(reading.found.article), ensure_ascii=False) + "\n" if reading.found.article else "\n"


def _second_round(first: Sequence[PartOrder], folder: Path, work: Path, settings: MineSettings, at_once: int) -> list[PartOrder]:
    """Pages that look like none of the sample, learnt from each other."""
    left = [Path(order.unknown) for order in first if Path(order.unknown).is_file()]
    if sum(1 for _ in _pages(left)) < LEAST_TO_LEARN:
        return []
    write_sample(left, work / "others.warc.gz", settings.learn_from)
    others = mine(work / "others.warc.gz", settings=settings)
    wrapper = others.wrapper()
    if not wrapper.layouts:
        return []
    write_wrapper(wrapper, folder / "wrapper-2.json")
    return _read_all(left, wrapper, work / "second", settings, at_once)


@dataclass
class _Counts:
    pages: int = 0
    articles: int = 0
    confidence: float = 0.0


def _joined(folder: Path, files: Sequence[str]) -> _Counts:
    """All articles in one file, each address once; counts of them."""
    counts, seen, total = _Counts(), set[int](), 0.0
    with whole_file(folder / "articles.jsonl") as articles:
        for name in files:
            with Path(name).open(encoding="utf-8") as lines:
                for line in lines:
                    row = json.loads(line) if line != "\n" else {}
                    counts.pages += max(len(row.get("pages", ())), 1)
                    if not row:
                        continue
                    code = code_of(row["url"])
                    if code not in seen:
                        seen.add(code)
                        articles.write(line)
                        counts.articles += 1
                        total += row["confidence"]
    counts.confidence = total / max(counts.articles, 1)
    return counts


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
