"""Read the JSON file of `--tags`: which tags are part of a layout."""

from pathlib import Path

from sitelode.errors import SettingError
from sitelode.shared_file import SharedFile
from sitelode_lab.trees.tag_selection import DEFAULT_SELECTION, TagSelection

_SELECTION_FILE = SharedFile("tag selection", 1_000_000, SettingError, "give a tag selection as JSON, or leave the option out")


def read_selection(path: Path | None) -> TagSelection:
    """The selection in a file; the default selection if no file is given."""
    if path is None:
        return DEFAULT_SELECTION
    return TagSelection.from_json(_SELECTION_FILE.content(path).decode("utf-8", "replace"))
