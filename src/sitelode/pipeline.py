"""The whole method on one screen: what happens to a site, in order. Each stage is a function of another package."""

import logging
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import NoneType
from typing import Any

from sitelode.arguments import PATHS, require, require_callable
from sitelode.articles.article_sequence import Articles
from sitelode.articles.corrections import CorrectionLog, correct_readers
from sitelode.articles.reader import ClusterReader
from sitelode.articles.rotating_texts import without_rotating_texts
from sitelode.articles.site_articles import SiteArticles, SiteReader
from sitelode.articles.study import study_layouts
from sitelode.compiled.codes import Codes
from sitelode.compiled.relaxed_gc import relaxed_gc
from sitelode.layout.site_layouts import SiteLayouts, layouts_of_site
from sitelode.mined_site import Later, MinedSite, Stages
from sitelode.page_kinds.informative_structure import find_structure
from sitelode.page_kinds.kinds import SiteKinds, corrected_kinds, find_kinds
from sitelode.progress import Progress, no_progress
from sitelode.settings import MineSettings
from sitelode.site.reading import read_site
from sitelode.site.site import Site
from sitelode.sources.in_memory_source import GivenPage
from sitelode.tables.site_tables import find_details, find_index_lists
from sitelode.wrappers.learn.site_wrapper import taught_site_wrapper
from sitelode.wrappers.lessons import LessonLog

_log = logging.getLogger("sitelode")
NO_TEXTS: Mapping[str, Codes] = {}


def mine(
    source: str | Path | Iterable[GivenPage],
    *,
    folder: str | Path | None = None,
    settings: MineSettings | None = None,
    progress: Progress = no_progress,
    **changed: Any,  # noqa: ANN401 (fields of MineSettings)
) -> MinedSite:
    """Read a site and learn its layouts: `mine("examples/site", markdown=True)`.

    Args:
        source: a folder, a file, '-' or a URL as on the command line; the folder of an earlier result, whose pages need not be parsed
            again; or the pages themselves: (url, html) pairs, Fetched, dictionaries, Path, or a table with the columns url and html.
        folder: where the parsed pages are kept; a temporary place where none is given. Corrections that somebody made in it are obeyed,
            and fields that somebody taught are in the wrapper.
        settings: see MineSettings.
        progress: called as the work goes on.
        changed: single settings by name, such as markdown=True.

    Raises:
        SourceError: when the source cannot be read or holds no page.
        TypeError: when an argument is of a wrong type.

    """
    require("settings", settings, (MineSettings, NoneType), "MineSettings")
    require("folder", folder, (*PATHS, NoneType), "str or Path")
    require_callable("progress", progress)
    settings = (settings or MineSettings()).changed(changed)
    folder = None if folder is None else Path(folder)
    with relaxed_gc():
        site = read_site(source, folder=folder, settings=settings, progress=progress)
        return mine_site(site, folder, settings, progress)


def mine_site(
    site: Site, folder: Path | None, settings: MineSettings, progress: Progress = no_progress, earlier: Mapping[str, Codes] = NO_TEXTS
) -> MinedSite:
    """Learn the layouts of a site that was read; corrections and lessons are those of the folder.

    `earlier` are the texts that its pages had before, where there are other versions of them now.
    """
    with relaxed_gc():
        layouts = group_pages(site, progress)
        readers = without_rotating_texts(study_layouts(site, layouts, progress), site, layouts, earlier)
    corrections = CorrectionLog() if folder is None else CorrectionLog.of_folder(folder)
    taught = LessonLog() if folder is None else LessonLog.of_folder(folder)
    readers = correct_readers(readers, site, layouts, corrections)
    return results(site, layouts, readers, settings, progress, taught, corrections=corrections)


def group_pages(site: Site, progress: Progress = no_progress) -> SiteLayouts:
    """The pages by layout."""
    layouts = layouts_of_site(site, progress)
    sizes = [len(members) for members in layouts.clusters.members()]
    _log.info("found %d layouts of %s pages at a similarity of %.2f", len(sizes), sizes[:10], layouts.clusters.threshold)
    return layouts


def results(  # noqa: PLR0913, PLR0917 (what was learnt, and how it is wanted)
    site: Site,
    layouts: SiteLayouts,
    readers: list[ClusterReader],
    settings: MineSettings,
    progress: Progress = no_progress,
    lessons: LessonLog = LessonLog(),  # noqa: B008 (frozen and empty)
    earlier: MinedSite | None = None,
    corrections: CorrectionLog = CorrectionLog(),  # noqa: B008 (frozen and empty)
) -> MinedSite:
    """Everything that follows from layouts and their readers. Nothing runs before it is asked for: most callers want some of it only.

    What does not depend on readers is taken over from an `earlier` result of the same site, so that a correction costs little.
    """
    reader = SiteReader(site, layouts, readers, settings, earlier.reader if earlier else None)
    raw_kinds = earlier.stages.raw_kinds if earlier else Later(find_kinds, site, layouts, progress)
    same_kinds = earlier is not None and earlier.stages.page_corrections == corrections.of_pages
    kinds = earlier.stages.kinds if earlier and same_kinds else Later(_kinds, raw_kinds, site, corrections)
    lists = Later(find_index_lists, site, layouts, kinds, progress)
    articles = Later(SiteArticles, reader, kinds, progress, lambda: lists.value)
    structure = earlier.stages.structure if earlier and same_kinds else Later(find_structure, site, kinds, progress)
    details = Later(find_details, site, layouts, kinds, progress)
    wrapper = Later(taught_site_wrapper, articles, lessons, settings.learned_on)
    stages = Stages(kinds, articles, Later(Articles, articles), structure, lists, details, wrapper, raw_kinds, corrections.of_pages)
    return MinedSite(site, layouts, readers, reader, stages, settings)


def _kinds(raw_kinds: SiteKinds, site: Site, corrections: CorrectionLog) -> SiteKinds:
    return corrected_kinds(raw_kinds, [entry.url for entry in site.entries], corrections.of_pages)
