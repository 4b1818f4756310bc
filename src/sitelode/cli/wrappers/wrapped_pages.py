"""Read the pages for the wrapper commands, from any source or from the folder of an earlier result."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sitelode.cli.terminal import warn
from sitelode.errors import NoPagesError, PageError, SitelodeError, WrapperError
from sitelode.html.page import Page
from sitelode.html.parse import ParseLimits, parse
from sitelode.model import Dropped
from sitelode.progress import Progress
from sitelode.site.page_trial import PageTrial
from sitelode.site.site import is_opened_site, reopen_site
from sitelode.sources.choice import open_source, with_framesets
from sitelode.urls import normalise
from sitelode.wrappers.known_content import KnownContent, known_beside, known_in, read_known

UNVERIFIED = 3  # exit code if nothing could be verified; 0, 1 and 2 are verdicts


@contextmanager
def or_unverified() -> Iterator[None]:
    """End with an exit code of its own if something is wrong."""
    try:
        yield
    except SitelodeError as problem:
        from sitelode.cli.main import said_of  # noqa: PLC0415 (which loads commands)

        warn(said_of(problem))
        sys.exit(UNVERIFIED)


def pages_of(source: str, progress: Progress, dropped: Counter[str], *, since: str = "") -> Iterator[tuple[Page, str]]:
    """Every page with its location; pages that cannot be read are counted by reason.

    Args:
        source: anything `sitelode mine` takes, or a folder that it wrote.
        progress: called during the work.
        dropped: counts what was left out.
        since: only pages fetched at this time (ISO 8601) or later, if the source has times.

    """
    for page, origin, _ in pages_with_bytes(source, progress, dropped, since=since):
        yield page, origin


def pages_with_bytes(source: str, progress: Progress, dropped: Counter[str], *, since: str = "") -> Iterator[tuple[Page, str, bytes]]:
    """The same with the bytes of the page; a result keeps none."""
    if is_opened_site(Path(source)):
        site = reopen_site(Path(source))
        for place, entry in enumerate(site.entries, start=1):
            yield site.store.page(entry.number), entry.origin, b""
            progress("read", place, len(site.entries))
        return
    opened, pages = with_framesets(open_source(source), held_back=True), 0
    with PageTrial(ParseLimits()) as trial:
        for place, item in enumerate(opened.items(), start=1):
            progress("read", place, opened.expected)
            if isinstance(item, Dropped):
                dropped[item.reason] += 1
            elif since and item.fetched_at and item.fetched_at < since:
                dropped["not changed"] += 1
            else:
                try:
                    trial.check(item)
                    page = parse(item.body, normalise(item.url) or item.url, item.content_type)
                except PageError as problem:
                    dropped[problem.reason] += 1
                    continue
                pages += 1
                yield page, item.origin or item.url, item.body
    if not pages and not since:
        raise NoPagesError(source, sum(dropped.values()))


def known_for(wrapper: Path, given: Path | None) -> KnownContent:
    """What was seen before: in the given file or folder of a result, or next to the wrapper, if there is anything.

    Raises:
        WrapperError: when the given file cannot be read, or the folder has none.

    """
    if given is None or not given.is_dir():
        return known_beside(wrapper) if given is None else read_known(given)
    files = [path for path in (*sorted(given.glob("*.known.jsonl")), given / "articles.jsonl") if path.is_file()]
    if not files:
        raise WrapperError(f"nothing seen before in {given}: no articles.jsonl and no file that ends with .known.jsonl")
    return known_in(files)
