"""What other installed packages add by entry points: `sitelode_lab` its commands and screens, anybody else theirs.

Groups: `sitelode.commands` (click commands), `sitelode.studio` (screens: `studio/extension.py`).
"""

from importlib.metadata import entry_points
from typing import Any

from sitelode.errors import MissingExtraError


def extension(group: str, name: str) -> Any:  # noqa: ANN401 (each group says what its entries are)
    """The entry of this name.

    Raises:
        MissingExtraError: when no package has it, or the package lacks what it needs.

    """
    for entry in entry_points(group=group, name=name):
        return entry.load()
    raise MissingExtraError(name, name)


def extensions(group: str) -> dict[str, Any]:
    """All entries by name, but those whose packages lack what they need."""
    found = {}
    for name in sorted({entry.name for entry in entry_points(group=group)}):
        try:
            found[name] = extension(group, name)
        except MissingExtraError:
            continue
    return found
