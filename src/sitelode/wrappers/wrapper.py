"""The wrapper: one file format for everything that was learnt about a site, whoever learnt it.

A wrapper is an ordered list of layouts. Each says what kind of rules it holds (an article's, a record list's, named fields'), the rules
themselves, what pages of that layout look like, and what the values it gave looked like, so that it can be told later whether it still
fits. It is plain JSON: nothing in it is ever evaluated, and everything in it is checked before it is used. `schema.json` beside this
file describes it for other programs.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from sitelode.errors import WrapperError
from sitelode.layout.sketch import Codes32
from sitelode.urls import generalise
from sitelode.wrappers.landmarks.value_profiles import LayoutProfile

FORMAT = "sitelode-wrapper"
VERSION = 1
KINDS = ("article", "records", "fields")
MOST_LAYOUTS = 200
MOST_BYTES = 20_000_000  # of a file; real ones have kilobytes
LONGEST_LINE = 140  # characters of a file that hold a rule


@dataclass(frozen=True)
class Layout:
    """Rules for the pages of one layout."""

    name: str
    kind: str  # one of KINDS
    rules: Mapping[str, Any]  # plain data, read by the reader of this kind
    sketch: Codes32  # what its pages look like
    pages: int  # it was learnt from
    profile: LayoutProfile = field(default_factory=LayoutProfile)
    url_patterns: tuple[str, ...] = ()
    learned: str = ""  # ISO date

    def to_data(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "kind": self.kind,
            "learned": self.learned,
            "pages": self.pages,
            "url_patterns": list(self.url_patterns),
            "sketch": " ".join(f"{code:08x}" for code in self.sketch.tolist()),
            "rules": dict(self.rules),
            **self.profile.to_data(),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Layout":
        if data["kind"] not in KINDS:
            raise ValueError(f"a layout's kind is one of {', '.join(KINDS)}, not {data['kind']!r}")
        return cls(
            name=_text(data["name"]),
            kind=data["kind"],
            rules=_object(data["rules"]),
            sketch=np.array(_codes(data["sketch"]), dtype=np.uint32),
            pages=_count(data["pages"]),
            profile=LayoutProfile.from_data(data),
            url_patterns=tuple(map(_text, data.get("url_patterns", ()))),
            learned=_text(data.get("learned", "")),
        )


@dataclass(frozen=True)
class Wrapper:
    """Everything that was learnt about a site, in the order in which layouts are preferred."""

    site: str
    layouts: tuple[Layout, ...]
    learned: str = ""  # ISO date, given from outside, so that the same pages give the same file
    history: tuple[str, ...] = ()  # what repairs changed, the latest last
    remembered: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # codes of addresses by layout, or by why they have no article

    def to_data(self) -> dict[str, Any]:
        remembered = {name: " ".join(f"{code:08x}" for code in codes) for name, codes in self.remembered.items()}
        return {
            "format": FORMAT,
            "version": VERSION,
            "site": self.site,
            "learned": self.learned,
            "layouts": [layout.to_data() for layout in self.layouts],
            **({"remembered": remembered} if remembered else {}),
            "history": list(self.history),
        }

    @classmethod
    def from_data(cls, data: object) -> "Wrapper":
        """Check and read what `to_data` gave.

        Raises:
            WrapperError: when it is something else, in one line.

        """
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise WrapperError(f'this is no wrapper: it does not say "format": "{FORMAT}"')
        if data.get("version") != VERSION:
            raise WrapperError(f"this wrapper is of version {data.get('version')!r:.20}, this program reads version {VERSION}")
        try:
            found = tuple(Layout.from_data(_object(each)) for each in _layouts(data["layouts"]))
            history = tuple(map(_text, data.get("history", ())))
            remembered = {name: tuple(_codes(codes)) for name, codes in _object(data.get("remembered", {})).items()}
            return cls(_text(data["site"]), found, _text(data.get("learned", "")), history, remembered)
        except (KeyError, ValueError, TypeError, AttributeError, OverflowError, RecursionError) as problem:
            raise WrapperError(f"this wrapper is damaged: {said_of(problem, data)}") from problem

    def with_layouts(self, layouts: Sequence[Layout], *, said: str = "") -> "Wrapper":
        """The same wrapper with other layouts, and a line of history."""
        return replace(self, layouts=tuple(layouts), history=(*self.history, said) if said else self.history)

    def text(self) -> str:
        """The file's text: one rule a line where it fits, so that two versions can be compared line by line."""
        return _lines(self.to_data(), 0) + "\n"


def read_wrapper(path: Path) -> Wrapper:
    """Read a wrapper's file.

    Raises:
        WrapperError: when it cannot be read or is no wrapper.

    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as problem:
        raise WrapperError(f"cannot read {path}: {problem.strerror or problem}; make a wrapper with: sitelode wrapper learn") from problem
    if len(content) > MOST_BYTES:
        raise WrapperError(f"{path} has more than {MOST_BYTES:,} bytes, which no wrapper needs")
    try:
        data = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as problem:
        raise WrapperError(f"{path} is no JSON: {_said(problem)}") from problem
    try:
        return Wrapper.from_data(data)
    except WrapperError as problem:
        raise WrapperError(f"{path}: {problem}") from problem


def write_wrapper(wrapper: Wrapper, path: Path) -> None:
    """Write a wrapper's file; an old one is replaced when the new one is complete."""
    write_whole(path, wrapper.text())


def write_whole(path: Path, text: str) -> None:
    """Write a file of a wrapper, so that nobody ever reads half of it.

    Raises:
        WrapperError: when the file cannot be written.

    """
    unfinished = path.with_name(path.name + ".unfinished")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    except OSError as problem:
        raise WrapperError(f"cannot write {path}: {problem.strerror or problem}") from problem


def address_code(url: str) -> int:
    """An address in 32 bits."""
    return int.from_bytes(blake2b(url.encode("utf-8", "replace"), digest_size=4).digest(), "big")


def url_pattern(url: str) -> str:
    """The part of an address by which most sites tell page types apart: host and first step, digits as N."""
    host, _, path = generalise(url).partition("?")[0].partition("/")
    first, deeper, _ = path.partition("/")
    return f"{host}/{first}/*" if deeper else f"{host}/*"


def _lines(value: object, depth: int) -> str:
    """JSON in which what fits into a line is one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + depth <= LONGEST_LINE or not isinstance(value, dict | list):
        return line
    if isinstance(value, dict):
        parts = [f"{json.dumps(name, ensure_ascii=False)}: {_lines(each, depth + 1)}" for name, each in value.items()]
    else:
        parts = [_lines(each, depth + 1) for each in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    between = "\n" + " " * (depth + 1)
    return f"{first}{between}{f',{between}'.join(parts)}\n{' ' * depth}{last}"


def _said(problem: BaseException) -> str:
    said = f"{problem.args[0]!r} is missing" if isinstance(problem, KeyError) else str(problem)
    return " ".join(said.split())[:200] or type(problem).__name__


def said_of(problem: BaseException, data: object) -> str:
    """What is wrong with data that could not be read: of a null its place, since Python's words for it name none."""
    place = _place_of_null(data)
    if "None" in str(problem) and place:
        return f"{place} is null, where a value is needed"
    return _said(problem)


def _place_of_null(data: object) -> str:
    """The first null of JSON data as a way to it; "" where there is none."""
    waiting: list[tuple[str, object]] = [("", data)]
    while waiting:
        way, value = waiting.pop()
        if value is None:
            return " ".join(way.split())
        if isinstance(value, dict):
            waiting += [(f"{way}.{name}".removeprefix(".")[:LONGEST_LINE], each) for name, each in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [(f"{way}[{place}]"[:LONGEST_LINE], each) for place, each in reversed(list(enumerate(value)))]
    return ""


def _layouts(value: object) -> list[object]:
    if not isinstance(value, list) or len(value) > MOST_LAYOUTS:
        raise ValueError(f"layouts are a list of at most {MOST_LAYOUTS}")
    return value


def _codes(value: object) -> list[int]:
    return sorted({int(code, 16) & 0xFFFFFFFF for code in _text(value).split()})


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.60} is no text")
    return value


def _object(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(f"{value!r:.60} is no object")
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError(f"{value!r:.60} is no number of pages")
    return value
