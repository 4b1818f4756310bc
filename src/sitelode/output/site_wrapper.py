"""What was learnt about a site as a wrapper, with the articles it knows beside it."""

import logging
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from sitelode.html.page import Page
from sitelode.pipeline import MinedSite
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.known_articles import KnownArticles, known_file, write_known
from sitelode.wrappers.learn.address_exceptions import with_remembered
from sitelode.wrappers.learn.learning import empty_layout, kept_layouts, layout_name, with_comparable_sketches
from sitelode.wrappers.lessons import LessonLog, lessons_file
from sitelode.wrappers.sketch import PageSketcher
from sitelode.wrappers.teach.relearning import PagesOfSite, taught_wrapper
from sitelode.wrappers.wrapper import MOST_LAYOUTS, Layout, Wrapper, write_wrapper

WITHOUT_ARTICLE = {"index": "index pages", "other": "neither index nor article"}
HALF = 0.5  # of a layout's pages
MOST_OTHERS = 60  # layouts without articles
MOST_STUDIED = 50  # pages of a layout that its sketch is made of
MOST_KNOWN = 2_000  # articles remembered
_log = logging.getLogger("sitelode")


def site_wrapper(mined: MinedSite, learned: str = "") -> Wrapper:
    """The wrapper of a mined site; `learned` is the date it will bear.

    Pages without an article have layouts, too: the wrapper has to know them in order not to read articles from them.
    """
    wrapper, sketcher, others = mined.wrapper(learned), PageSketcher(), list[Layout]()
    for members in mined.clusters.members():
        kind, count = Counter(mined.kinds.kind[member] for member in members).most_common(1)[0]
        if kind in WITHOUT_ARTICLE and count > HALF * len(members) and "index" in mined.kinds.kind and len(others) < MOST_OTHERS:
            numbers = [mined.site.entries[member].number for member in members[:MOST_STUDIED]]
            others.append(empty_layout(mined.site.pages(numbers), WITHOUT_ARTICLE[kind], len(others), learned, sketcher))
    articles = [layout for layout in wrapper.layouts if layout.pages] if others else wrapper.layouts
    whole = wrapper.with_layouts(with_comparable_sketches([*articles, *others][:MOST_LAYOUTS]))
    return with_remembered(whole, _told_apart(mined)) if whole.layouts else whole


def _told_apart(mined: MinedSite) -> Iterator[tuple[Page, str]]:
    """Every page with the name of the layout that it was read with, if that is kept, or with why it has no article."""
    names = {studied.reader.cluster: layout_name(number) for number, studied in enumerate(kept_layouts(mined.studied_articles()))}
    for place, cluster in enumerate(mined.clusters.of_page):
        known = names.get(cluster) if mined.holds_article(place) else WITHOUT_ARTICLE[mined.kinds.kind[place]]
        if known is not None:
            yield mined.site.store.page(mined.site.entries[place].number), known


def known_articles(mined: MinedSite, wrapper: Wrapper) -> KnownArticles:
    """The articles of a site, as far as they help to recognise them."""
    applier = Applier(wrapper)
    numbers = [entry.number for entry in mined.site.entries[:MOST_KNOWN]]
    return KnownArticles.of_readings(reading for page in mined.site.pages(numbers) for reading in applier.read(page))


def taught_site_wrapper(mined: MinedSite, lessons: LessonLog, learned: str = "") -> tuple[Wrapper, list[str]]:
    """The wrapper of a mined site with the fields that somebody taught; and which of these could not be learnt again."""
    return taught_wrapper(site_wrapper(mined, learned), lessons, PagesOfSite(mined.site, mined.clusters.members()))


def write_site_wrapper(mined: MinedSite, path: Path, learned: str = "") -> Wrapper:
    """Write a site's wrapper with what was taught beside it, and what is remembered of its articles."""
    wrapper, problems = taught_site_wrapper(mined, LessonLog.read(lessons_file(path)), learned)
    for problem in problems:
        _log.warning("%s", problem)
    write_wrapper(wrapper, path)
    write_known(known_articles(mined, wrapper), known_file(path))
    return wrapper
