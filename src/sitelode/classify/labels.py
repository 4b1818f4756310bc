"""Labels that a user gives (2.3): CSV, TSV or JSON lines of address and class, or the RDF of a directory such as ODP or Curlie.

Whatever cannot be read is counted and named, and costs only itself. RDF is read line by line with patterns that cannot run away: a dump has
gigabytes, and nothing in it is trusted.
"""

import csv
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from itertools import chain
from pathlib import Path

from sitelode.counted import counted
from sitelode.errors import ClassifyError
from sitelode.shared_file import kind_of_special_file
from sitelode.urls import normalise

_ADDRESS_NAMES = frozenset(("url", "address", "page", "site", "link", "uri", "id"))
_LABEL_NAMES = frozenset(("label", "class", "category", "topic", "kind"))
_MOST_LINE = 100_000  # characters
_MOST_SHOWN = 5  # broken lines that are named
_TOPIC = re.compile(r"<Topic\s[^>]{0,200}?r:id=\"([^\"]{0,2000})\"")
_LINK = re.compile(r"<link\d?\s[^>]{0,200}?r:resource=\"([^\"]{0,8000})\"")
_PAGE = re.compile(r"<ExternalPage\s[^>]{0,200}?about=\"([^\"]{0,8000})\"")
_PAGE_TOPIC = re.compile(r"<topic>([^<]{0,2000})</topic>")
_SEVERAL = "|"


@dataclass(frozen=True, slots=True)
class Labels:
    """The class of each address; what was left out is told."""

    of_url: dict[str, str]
    broken: list[str] = field(default_factory=list)  # "line 7: no address"

    def notes(self) -> list[str]:
        """One line about broken lines, where there are any."""
        if not self.broken:
            return []
        more = f" and {len(self.broken) - _MOST_SHOWN:,} more" if len(self.broken) > _MOST_SHOWN else ""
        return [f"left out {counted(len(self.broken), 'line')} of labels: {'; '.join(self.broken[:_MOST_SHOWN])}{more}"]


def read_labels(path: Path) -> Labels:
    """Read a file of labels by what it looks like.

    Raises:
        ClassifyError: when it cannot be read, or holds no label at all.

    """
    if special := kind_of_special_file(path):
        raise ClassifyError(f"cannot read labels from {path}: it is {special}; give a CSV of address and class")
    try:
        with path.open(encoding="utf-8-sig", errors="replace", newline="") as lines:
            found = _read(path, lines)
    except OSError as problem:
        raise ClassifyError(f"cannot read labels from {path}: {problem.strerror}; give a CSV of address and class") from problem
    if not found.of_url:
        first = f" ({found.broken[0]})" if found.broken else ""
        raise ClassifyError(f"no label in {path}{first}; give a CSV with the columns url and label, JSON lines, or the RDF of a directory")
    return found


def _read(path: Path, lines: Iterator[str]) -> Labels:
    start = next(lines, "")
    every = chain([start], lines)
    if path.suffix.lower() in (".rdf", ".u8", ".xml") or start.lstrip().startswith("<"):
        return _gathered(_rdf(every))
    if start.lstrip().startswith("{"):
        return _gathered(_json_lines(every))
    delimiter = "\t" if "\t" in start else ";" if ";" in start and "," not in start else ","
    return _gathered(_table(every, delimiter))


def _gathered(found: Iterator[tuple[int, str, str, str]]) -> Labels:
    """Line, address, label and what is wrong; an address of several classes has them all, divided by "|"."""
    labels, broken = dict[str, list[str]](), list[str]()
    for line, url, label, problem in found:
        address = normalise(url) or url.strip()
        if problem or not address or not label.strip():
            broken.append(f"line {line}: {problem or ('no address' if not address else 'no label')}")
        elif label.strip() not in labels.setdefault(address, []):
            labels[address].append(label.strip())
    return Labels({url: _SEVERAL.join(names) for url, names in labels.items()}, broken)


def _table(lines: Iterator[str], delimiter: str) -> Iterator[tuple[int, str, str, str]]:
    rows = csv.reader((line[:_MOST_LINE].replace("\0", "") for line in lines), delimiter=delimiter)
    columns = (0, 1)
    for number, row in enumerate(rows, start=1):
        if number == 1 and (named := _columns(row)) is not None:
            columns = named
        elif row and len(row) <= max(columns):
            yield number, "", "", f"{len(row)} of {max(columns) + 1} columns"
        elif row:
            yield number, row[columns[0]], row[columns[1]], ""


def _columns(row: Sequence[str]) -> tuple[int, int] | None:
    """Where address and label stand, if this row says so."""
    names = [cell.strip().lower() for cell in row]
    address = next((place for place, name in enumerate(names) if name in _ADDRESS_NAMES), None)
    label = next((place for place, name in enumerate(names) if name in _LABEL_NAMES), None)
    return None if address is None or label is None else (address, label)


def _json_lines(lines: Iterator[str]) -> Iterator[tuple[int, str, str, str]]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            item = json.loads(line)
        except (ValueError, RecursionError):
            yield number, "", "", "no JSON"
            continue
        values = {str(name).lower(): value for name, value in item.items()} if isinstance(item, dict) else {}
        url = next((str(values[name]) for name in sorted(_ADDRESS_NAMES) if values.get(name)), "")
        label = next((str(values[name]) for name in sorted(_LABEL_NAMES) if values.get(name)), "")
        yield number, url, label, ""


def _rdf(lines: Iterator[str]) -> Iterator[tuple[int, str, str, str]]:
    """Both forms of a dump: links inside of a Topic, and ExternalPage with its topic."""
    topic = page = ""
    for number, line in enumerate(lines, start=1):
        text = line[:_MOST_LINE]
        if found := _TOPIC.search(text):
            topic = unescape(found[1])
        if found := _PAGE.search(text):
            page = unescape(found[1])
        if (found := _LINK.search(text)) and topic:
            yield number, unescape(found[1]), topic, ""
        if (found := _PAGE_TOPIC.search(text)) and page:
            yield number, page, unescape(found[1]), ""
            page = ""
