"""A case: what one target is given, in one or more pieces; and its form as a file, in which findings are kept."""

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

Pieces: TypeAlias = tuple[bytes, ...]
_NUMBER = re.compile(r"-?\d+")


@dataclass(frozen=True, slots=True)
class Case:
    target: str
    pieces: Pieces

    @property
    def name(self) -> str:
        return f"{self.target}-{hashlib.sha256(repr(self.pieces).encode()).hexdigest()[:10]}"

    def write(self, folder: Path, found: str) -> Path:
        """As JSON with a character for each byte, which stays readable where the bytes are text."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.name}.json"
        stored = {"target": self.target, "found": found, "pieces": [piece.decode("latin-1") for piece in self.pieces]}
        path.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
        return path

    @classmethod
    def read(cls, path: Path) -> "Case":
        stored = json.loads(path.read_text(encoding="utf-8"))
        return cls(stored["target"], tuple(piece.encode("latin-1") for piece in stored["pieces"]))


@dataclass(frozen=True, slots=True)
class Finding:
    """A case that went wrong, and how."""

    case: Case
    kind: str  # crash, hang, memory, exception
    what: str  # one line

    @property
    def key(self) -> tuple[str, str, str]:
        """Findings of one key have one cause, most likely."""
        return self.case.target, self.kind, _NUMBER.sub("N", self.what)

    def is_like(self, other: "Finding | None") -> bool:
        return other is not None and self.key == other.key
