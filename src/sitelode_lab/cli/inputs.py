"""What the commands read: the pages of one layout, a tag selection, any text files (pages, logs, novels, BibTeX, JSON lines)."""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sitelode.cli.terminal import progress_bars
from sitelode.errors import SettingError
from sitelode.html.encoding import decode
from sitelode.html.page import Page
from sitelode.layout.site_layouts import layouts_of_site
from sitelode.shared_file import SharedFile, kind_of_special_file
from sitelode.site.reading import read_site
from sitelode_lab.trees.layout_tree import NamesOf
from sitelode_lab.trees.tag_selection import DEFAULT_SELECTION, TagSelection


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
        layouts = layouts_of_site(site, progress)
    members = layouts.clusters.members()
    if cluster >= len(members):
        raise SettingError(f"there is no layout {cluster}; {source} has {len(members)}, see: sitelode show layouts {source}")
    return OneLayout(site.pages([site.entries[member].number for member in members[cluster]]), layouts.class_names.counting_in)


_SELECTION_FILE = SharedFile("tag selection", 1_000_000, SettingError, "give a tag selection as JSON, or leave the option out")


def read_selection(path: Path | None, usual: TagSelection = DEFAULT_SELECTION) -> TagSelection:
    """The selection in a file; the usual one if no file is given."""
    if path is None:
        return usual
    return TagSelection.from_json(_SELECTION_FILE.content(path).decode("utf-8", "replace"))


# Untrusted text must not control the terminal.
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Document:
    name: str
    text: str


def read_documents(path: Path, *, each_line: bool = False) -> Iterator[Document]:
    """A file as one document, or every line of it; '-' is standard input.

    Raises:
        SettingError: when it cannot be read, or is no file.

    """
    if special := kind_of_special_file(path):
        raise SettingError(f"cannot read {path}: it is {special}; give a file, or '-' for standard input")
    try:
        body = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        raise SettingError(f"cannot read {path}: {error.strerror}; check its permissions") from error
    text = decode(body).utf8.decode("utf-8")
    if not each_line:
        yield Document(str(path), text)
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield Document(f"{path}:{number}", line)


def printable(text: str) -> str:
    return CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)
