"""Classes of pages as CSV or JSON lines."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from sitelode.errors import SettingError
from sitelode.output.files import json_text, write_whole
from sitelode.output.safe_text import csv_text

if TYPE_CHECKING:
    from sitelode.classify.contract import Verdict
    from sitelode.classify.similar import Found

Row = Mapping[str, str | float]


def verdict_rows(names: Sequence[str], verdicts: "Sequence[Verdict]") -> list[Row]:
    return [
        {"url": name, "label": verdict.label, "score": round(verdict.score, 4), "reason": verdict.reason}
        for name, verdict in zip(names, verdicts, strict=True)
    ]


def found_rows(found: "Sequence[Found]") -> list[Row]:
    return [{"url": each.url, "title": each.title, "probability": round(each.probability, 4), "reason": each.reason} for each in found]


def write_rows(rows: Sequence[Row], output: Path | None, stream: TextIO | None = None) -> None:
    """Write a file in the format of its extension, atomically; or JSON lines to a stream."""
    if output is None:
        assert stream is not None
        stream.write(_json_lines(rows))
    elif output.suffix.lower() == ".csv":
        names = list(rows[0]) if rows else ["url"]
        write_whole(output, csv_text(names, ([str(row[name]) for name in names] for row in rows)))
    elif output.suffix.lower() in (".jsonl", ".ndjson"):
        write_whole(output, _json_lines(rows))
    else:
        raise SettingError(f"{output} must end in .csv or .jsonl")


def _json_lines(rows: Sequence[Row]) -> str:
    return "".join(json_text(row) + "\n" for row in rows)
