"""Write a site's wrapper to a file, and the fingerprints of its articles next to it."""

import logging
from pathlib import Path

from sitelode.mined_site import MinedSite
from sitelode.wrappers.known_articles import known_file, write_known
from sitelode.wrappers.learn.site_wrapper import known_articles, taught_site_wrapper
from sitelode.wrappers.lessons import LessonLog, lessons_file
from sitelode.wrappers.wrapper import Wrapper, write_wrapper

_log = logging.getLogger("sitelode")


def write_site_wrapper(mined: MinedSite, path: Path) -> Wrapper:
    """Write a site's wrapper with its taught fields, and the fingerprints of its articles next to it."""
    taught = taught_site_wrapper(mined.site_articles, LessonLog.read(lessons_file(path)), mined.settings.learned_on)
    for problem in taught.problems:
        _log.warning("%s", problem)
    write_wrapper(taught.wrapper, path)
    write_known(known_articles(mined.site, taught.wrapper), known_file(path))
    return taught.wrapper
