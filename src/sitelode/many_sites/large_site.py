"""A site with more pages than layouts are learnt from: a sample that covers it is mined, and all pages are read by what it taught.

The first pass only counts addresses by folder. The second writes the sample: of every folder its first pages, and of the rest as many as
there is room for, chosen by a digest of their address. Then every part is read in a process of its own: articles by the wrapper, kinds,
records and fields as pages of the sample have them that look alike. Pages that look like none of the sample are gathered and mined the same
way, once. Memory holds the sample's store and, of every page and record, a code of eight bytes.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import urlsplit

from sitelode.compiled.codes import code_of
from sitelode.errors import NoPagesError
from sitelode.many_sites.large_result import Rounds, write_large
from sitelode.many_sites.likeness import likeness_of
from sitelode.many_sites.part_reading import PartOrder, fetched_pages, read_part
from sitelode.many_sites.processes import in_processes
from sitelode.mined_site import MinedSite
from sitelode.output.result import write_result
from sitelode.pipeline import mine
from sitelode.settings import MineSettings
from sitelode.sources.page_archive import PageArchive
from sitelode.urls import generalise
from sitelode.wrappers.wrapper import write_wrapper

FIRST_OF_FOLDER: Final = 20  # pages of every folder that are in the sample; set by hand
MOST_FOLDERS: Final = 100_000  # told apart; the others count as one. Set by hand
LEAST_TO_LEARN: Final = 10  # pages of unknown layout that are worth a second round; set by hand
_SPACE: Final = 2**64


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
        orders = _read_all(parts, mined, work / "first", settings, at_once)
        rounds = _second_round(mined, orders, folder, work, settings, at_once)
        counts = write_large(rounds, folder, settings, forms)
        mined.site.store.close()
    return LargeResult(counts.pages, written.layouts, counts.articles, counts.records.total(), counts.confidence)


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


def _read_all(
    parts: Sequence[Path], mined: MinedSite, work: Path, settings: MineSettings, at_once: int, after: MinedSite | None = None
) -> list[PartOrder]:
    """Read every part by what was learnt, in the order of the parts; lists and layouts are numbered after those of an earlier round."""
    work.mkdir()
    wrapper = mined.wrapper()
    write_wrapper(wrapper, work / "wrapper.json")
    likeness = likeness_of(mined, wrapper)
    likeness = likeness if after is None else likeness.renumbered(len(after.lists), len(after.clusters.members()))
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


def _second_round(first: MinedSite, orders: Sequence[PartOrder], folder: Path, work: Path, settings: MineSettings, at_once: int) -> Rounds:
    """Pages that look like none of the sample, learnt from each other."""
    left = [order.unknown for order in orders if order.unknown.is_file()]
    if sum(1 for _ in fetched_pages(left)) < LEAST_TO_LEARN:
        return Rounds(first, None, orders)
    write_sample(left, work / "others.warc.gz", settings.learn_from)
    others = mine(work / "others.warc.gz", settings=settings)
    wrapper = others.wrapper()
    if not wrapper.layouts:
        return Rounds(first, None, orders)
    write_wrapper(wrapper, folder / "wrapper-2.json")
    return Rounds(first, others, orders, _read_all(left, others, work / "second", settings, at_once, after=first))


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
