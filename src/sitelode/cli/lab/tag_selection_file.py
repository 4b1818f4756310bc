"""Read the JSON file of `--tags`: which tags are part of a layout."""

from pathlib import Path

from sitelode.errors import SettingError
from sitelode.published.trees.tag_selection import DEFAULT_SELECTION, TagSelection


def read_selection(path: Path | None) -> TagSelection:
    """The selection in a file; the default selection if no file is given."""
    if path is None:
        return DEFAULT_SELECTION
    try:
        return TagSelection.from_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as problem:
        raise SettingError(f"cannot read the tag selection {path}: {problem}; give a JSON file, or leave the option out") from problem
