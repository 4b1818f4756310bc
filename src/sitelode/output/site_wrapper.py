"""What was learnt about a site as a wrapper, with the articles it knows beside it."""

from pathlib import Path

from sitelode.pipeline import MinedSite
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.known import KnownArticles, known_file, write_known
from sitelode.wrappers.learning import StudiedLayout, adopted, compile_wrapper
from sitelode.wrappers.wrapper import Wrapper, write_wrapper

MOST_STUDIED = 300  # pages of a layout that the rules are compiled from, as many as mining studies
MOST_KNOWN = 2_000  # articles remembered


def site_wrapper(mined: MinedSite, learned: str = "") -> Wrapper:
    """The wrapper of a mined site; `learned` is the date it will bear."""
    site, clusters, studied = mined.site, mined.clusters, []
    for members in mined.layouts.templates.members():
        numbers = [site.entries[member].number for member in members[:MOST_STUDIED]]
        studied.append(StudiedLayout(site.pages(numbers), mined.readers[clusters.of_page[members[0]]]))
    return compile_wrapper(adopted(studied), learned)


def known_articles(mined: MinedSite, wrapper: Wrapper) -> KnownArticles:
    """The articles of a site, as far as they help to recognise them."""
    applier = Applier(wrapper)
    numbers = [entry.number for entry in mined.site.entries[:MOST_KNOWN]]
    return KnownArticles.of_readings(reading for page in mined.site.pages(numbers) for reading in applier.read(page))


def write_site_wrapper(mined: MinedSite, path: Path, learned: str = "") -> Wrapper:
    """Write a site's wrapper, and beside it what is remembered of its articles."""
    wrapper = site_wrapper(mined, learned)
    write_wrapper(wrapper, path)
    write_known(known_articles(mined, wrapper), known_file(path))
    return wrapper
