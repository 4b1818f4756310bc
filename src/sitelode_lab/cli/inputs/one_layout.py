"""The pages of one layout, for methods that study one layout at a time."""

from collections.abc import Sequence
from typing import NamedTuple

from sitelode.cli.terminal import progress_bars
from sitelode.errors import SettingError
from sitelode.html.page import Page
from sitelode.layout.site_layouts import find_layouts
from sitelode.site.reading import read_site
from sitelode_lab.trees.layout_tree import NamesOf


class OneLayout(NamedTuple):
    pages: Sequence[Page]
    names_of: NamesOf  # the class names that count on this site


def read_layout(source: str, cluster: int) -> OneLayout:
    """Read a site and choose one of its layouts.

    Raises:
        SettingError: when the site has no layout of this number.

    """
    with progress_bars(quiet=False) as progress:
        site = read_site(source, progress=progress)
        stored = site.pages()
        layouts = find_layouts(stored, progress=progress)
    members = layouts.clusters.members()
    if cluster >= len(members):
        raise SettingError(f"there is no layout {cluster}; {source} has {len(members)}, see: sitelode clusters {source}")
    return OneLayout(site.pages([site.entries[member].number for member in members[cluster]]), layouts.class_names.counting_in)
