"""From labels and sources to samples: each label finds its page or its site; what finds nothing is counted and named."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from os.path import commonprefix
from pathlib import Path

from sitelode.classify.contract import Sample
from sitelode.classify.labels import Labels
from sitelode.classify.page_words import is_index, path_of
from sitelode.classify.reading import PageText, read_pages, text_page
from sitelode.classify.surroundings import Surroundings, folder_of
from sitelode.errors import ClassifyError, SourceError
from sitelode.progress import Progress, no_progress
from sitelode.site.reading import read_site
from sitelode.site.site import Site
from sitelode.urls import normalise, places_of_ending, site_key

WORDS = "text:"  # begins a label that names no address but some words
_MOST_SHOWN = 3  # addresses that a note names


@dataclass(frozen=True, slots=True)
class Gathered:
    """Samples, and what could not be found."""

    samples: list[Sample]
    notes: list[str] = field(default_factory=list)


def site_pages(source: str | Path, progress: Progress = no_progress) -> list[PageText]:
    """All pages of a source as classifiers read them, the start page first."""
    return start_first(pages_of(read_site(source, progress=progress), progress))


def pages_of(site: Site, progress: Progress = no_progress) -> list[PageText]:
    """The pages of an opened site, in its order."""
    found = []
    for done, page in enumerate(read_pages(site.pages()), start=1):
        found.append(page)
        progress("classes", done, len(site.entries))
    return found


def start_place(pages: Sequence[PageText]) -> int:
    """Where a site starts: at its root, at the index page of the folder that holds all of it, or at the page that most pages link to."""
    urls = [page.url for page in pages]
    top = folder_of(commonprefix([folder_of(url) for url in urls]))  # noqa: RUF071 (letters; then cut at a slash)
    linking = [len({source for source, _ in links}) for links in Surroundings(pages).links_to]

    def order(place: int) -> tuple[bool, bool, int, int, str]:
        is_first_of_all = folder_of(urls[place]) == top and is_index(urls[place])
        return path_of(urls[place]) != "", not is_first_of_all, -linking[place], len(urls[place]), urls[place]

    return min(range(len(pages)), key=order)


def start_first(pages: Sequence[PageText]) -> list[PageText]:
    """The same pages, the start page before all others."""
    start = start_place(pages) if pages else 0
    return [*pages[start : start + 1], *pages[:start], *pages[start + 1 :]]


def gather_pages(labels: Labels, sources: Sequence[str], beside: Path, progress: Progress = no_progress) -> Gathered:
    """The labelled pages among those of the sources, and those that labels name as files."""
    samples = _named_by_words(labels)
    for source in sources:
        site = read_site(source, progress=progress)
        label_of = _page_labels(site, labels.of_url)
        for place, page in enumerate(pages_of(site, progress)):
            label = label_of.get(place, "")
            samples.setdefault(page.url, Sample(page.url, (page,), label))
    for url in sorted(labels.of_url):
        path = _path(url, beside)
        if path is not None and path.is_file():
            samples[url] = Sample(url, tuple(site_pages(path)[:1]), labels.of_url[url])
    return _told(labels, {name: sample for name, sample in samples.items() if sample.label}, [*labels.notes()])


def gather_sites(labels: Labels, sources: Sequence[str], beside: Path, progress: Progress = no_progress) -> Gathered:
    """Labelled whole sites: those that labels name as files or folders, and those of the sources, by host."""
    found = _named_by_words(labels)
    notes = [*labels.notes()]
    for url, label in labels.of_url.items():
        path = _path(url, beside)
        if path is not None:
            try:
                found[url] = Sample(url, tuple(site_pages(path, progress)), label)
            except SourceError as problem:
                notes.append(f"left out {url}: {problem}")
    by_host = {site_key(url) or url: (url, label) for url, label in labels.of_url.items() if url.startswith(("http:", "https:"))}
    for source in sources:
        pages = site_pages(source, progress)
        hosts = dict.fromkeys(site_key(page.url) or "" for page in pages)
        for host in hosts:
            if host in by_host:
                url, label = by_host[host]
                of_host = start_first([page for page in pages if site_key(page.url) == host])
                found[url] = Sample(url, tuple(of_host), label)
    return _told(labels, found, notes)


def _named_by_words(labels: Labels) -> dict[str, Sample]:
    """Labels of some words in place of an address, such as the name of a category."""
    named = ((url, label) for url, label in labels.of_url.items() if url.startswith(WORDS))
    return {url: Sample(url, (text_page(url.removeprefix(WORDS), url),), label) for url, label in named}


def _page_labels(site: Site, of_url: Mapping[str, str]) -> dict[int, str]:
    """Labels by the place of the page; a page may be named by its address, by another that leads to it, or by its file."""
    wanted = dict(of_url)
    for alias, url in site.aliases.items():
        if alias in wanted:
            wanted.setdefault(url, wanted[alias])
    found = {}
    for place, entry in enumerate(site.entries):
        label = wanted.get(entry.url) or wanted.get(entry.origin) or wanted.get(Path(entry.origin).name)
        if label:
            found[place] = label
    return found


def _told(labels: Labels, found: Mapping[str, Sample], notes: list[str]) -> Gathered:
    """Add what was not found; nothing found at all is an error."""
    missing = len(labels.of_url) - len(found)
    if not found:
        shown = next(iter(labels.of_url))
        raise ClassifyError(
            f"none of {len(labels.of_url):,} labelled addresses is among the pages, such as {shown}; give their pages with --from SOURCE"
        )
    if missing > 0:
        unknown = [url for url in labels.of_url if url not in found][:_MOST_SHOWN]
        more = ", .." if missing > len(unknown) else ""
        notes.append(f"{missing:,} of {len(labels.of_url):,} labelled addresses are not among the pages: {', '.join(unknown)}{more}")
    return Gathered(list(found.values()), notes)


def _path(url: str, beside: Path) -> Path | None:
    """A label that names a file or folder, from where the labels lie or from here."""
    if url.startswith(("http:", "https:", WORDS)):
        return None
    plain = url.removeprefix("file://")
    return next((path for path in (beside / plain, Path(plain)) if _exists(path)), None)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def page_place(pages: Sequence[PageText], wanted: str) -> int:
    """The page that somebody means by an address, or by the end of one.

    Raises:
        ClassifyError: when there is none, or more than one.

    """
    exact = normalise(wanted) or wanted
    places = [place for place, page in enumerate(pages) if page.url in (wanted, exact)]
    places = places or places_of_ending(((page.url,) for page in pages), wanted)
    if len(places) == 1:
        return places[0]
    if not places:
        known = _some(page.url for page in pages)
        raise ClassifyError(f"no page of the site has the address {wanted}; give one of its addresses, such as {known}")
    raise ClassifyError(f"{len(places):,} pages end in {wanted}: {_some(pages[place].url for place in places)}; give a whole address")


def _some(urls: Iterable[str]) -> str:
    return ", ".join([url for _, url in zip(range(_MOST_SHOWN), urls, strict=False)])
