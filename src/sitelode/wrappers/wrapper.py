"""The wrapper: the file format for everything that was learnt about a site.

A wrapper is an ordered list of layouts. Each holds rules of one kind (for articles, lists of records, or the fields of detail pages), a
sketch of the pages they are for, and a profile of the values they gave, by which it can be checked later whether they still fit: for each
field, on which share of the pages it was filled, how long it was, and its data prototype (`landmarks/data_prototypes.py`); for the text of
articles also how much of a page's own text was taken, and how much of what was taken stands on other pages too. It is plain JSON: nothing
in it is ever evaluated, and everything in it is checked before it is used. `schema.json` beside this file describes it for other programs.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from statistics import quantiles
from typing import Annotated, Any, Literal, Self, TypeAlias

import numpy as np

from sitelode.arguments import require_path
from sitelode.counted import counted
from sitelode.errors import DamagedDataError, WrapperError
from sitelode.json_data import Bounds, Form, Inline, JsonData, Key, Share, form_of, read_as
from sitelode.landmarks.data_prototypes import DataPrototype
from sitelode.layout.sketch import Codes32
from sitelode.shared_file import SharedFile
from sitelode.urls import generalise

FORMAT = "sitelode-wrapper"
VERSION = 1
KINDS = ("article", "records", "fields")
MOST_LAYOUTS = 200  # a bound
MOST_BYTES = 20_000_000  # of a file; a bound, real ones have kilobytes
WRAPPER_NAME = "wrapper.json"  # in a folder that `mine` wrote
WRAPPER_FILE = SharedFile("wrapper", MOST_BYTES, WrapperError, "make a wrapper with: sitelode wrapper learn")
LONGEST_LINE = 140  # characters of a file that hold a rule
MOST_VALUES = 200  # learned from; more say nothing new; a bound
DIGITS = 3  # after the point, of shares
USUAL_FIELD = 0.5  # share of the pages; a field on fewer says little by being empty; set by hand
RECORDS = "records"  # the field that counts those of a page, and the measure of how many pages have


@dataclass(frozen=True)
class FieldProfile(JsonData):
    """What one field's values looked like."""

    filled: Share  # of pages
    lengths: tuple[int, int, int]  # in characters: a tenth of the values is shorter, half, nine tenths
    prototype: DataPrototype

    @property
    def is_usual(self) -> bool:
        return self.filled >= USUAL_FIELD

    @classmethod
    def from_values(cls, values: Sequence[str]) -> "FieldProfile":
        filled = [value for value in values if value]
        step = max(1, -(-len(filled) // MOST_VALUES))
        low, middle, high = map(round, _tenths(sorted(map(len, filled))))
        return cls(round(len(filled) / max(len(values), 1), DIGITS), (low, middle, high), DataPrototype.from_values(filled[::step]))


@dataclass(frozen=True)
class Range(JsonData):
    """The range in which a measure of pages lies: its lowest tenth, its middle, its highest tenth."""

    low: float = 0.0
    middle: float = 0.0
    high: float = 0.0

    @classmethod
    def of(cls, values: Iterable[float]) -> "Range":
        return cls(*(round(value, DIGITS) for value in _tenths(sorted(values))))

    def to_data(self) -> list[float]:
        return [self.low, self.middle, self.high]

    @classmethod
    def read_data(cls, data: object) -> Self:
        return cls(*form_of(tuple[float, float, float]).read(data))


@dataclass(frozen=True)
class LayoutProfile(JsonData):
    """What the pages of a layout gave."""

    fields: Mapping[str, FieldProfile] = field(default_factory=dict)
    measures: Mapping[str, Range] = field(default_factory=dict)  # of pages, by name


def _tenths(ordered: Sequence[float]) -> tuple[float, float, float]:
    """The values below which a tenth, half and nine tenths of them lie."""
    if len(ordered) < 2:  # noqa: PLR2004 (quantiles need two)
        only = float(ordered[0]) if ordered else 0.0
        return only, only, only
    cuts = quantiles(ordered, n=10, method="inclusive")
    return cuts[0], cuts[4], cuts[8]


def _codes_form(read: Callable[[list[int]], Any]) -> Form[Any]:
    """Codes of 32 bits as one text of hexadecimal numbers, ascending."""
    return Form(
        lambda codes: " ".join(f"{code:08x}" for code in codes),
        lambda data: read(sorted({int(code, 16) & 0xFFFFFFFF for code in form_of(str).read(data).split()})),
    )


AddressCodes: TypeAlias = Annotated[tuple[int, ...], _codes_form(tuple)]


@dataclass(frozen=True)
class Layout(JsonData):
    """Rules for the pages of one layout."""

    name: str
    kind: Annotated[str, form_of(Literal[KINDS])]
    _: KW_ONLY
    learned_on: Annotated[str, Key("learned")] = ""  # ISO date
    pages: Annotated[int, Bounds(0)]  # it was learnt from
    url_patterns: tuple[str, ...] = ()
    sketch: Annotated[Codes32, _codes_form(lambda codes: np.array(codes, dtype=np.uint32))]  # what its pages look like
    rules: Mapping[str, Any]  # read by the reader of this kind
    profile: Annotated[LayoutProfile, Inline] = field(default_factory=LayoutProfile)


@dataclass(frozen=True, repr=False)
class Wrapper(JsonData):
    """Everything that was learnt about a site, in the order in which layouts are preferred."""

    site: str
    learned_on: Annotated[str, Key("learned")] = field(default="", kw_only=True)  # ISO date, given by the caller: same pages, same file
    layouts: Annotated[tuple[Layout, ...], Bounds(0, MOST_LAYOUTS)]
    remembered: Mapping[str, AddressCodes] = field(default_factory=dict)  # addresses by layout, or by why they have no article
    history: tuple[str, ...] = ()  # what repairs changed, the latest last

    def __repr__(self) -> str:
        return f"Wrapper({self.site!r}, {counted(len(self.layouts), 'layout')}{', learned ' * bool(self.learned_on)}{self.learned_on})"

    def __eq__(self, other: object) -> bool:
        """Whether both say the same; their columns of numbers cannot be compared one by one."""
        return isinstance(other, Wrapper) and self.text() == other.text()

    __hash__ = None  # type: ignore[assignment]  # it holds lists and columns

    def to_data(self) -> dict[str, Any]:
        data = {"format": FORMAT, "version": VERSION, **super().to_data()}
        return data if self.remembered else {key: value for key, value in data.items() if key != "remembered"}

    @classmethod
    def from_data(cls, data: object) -> Self:
        """Check and read what `to_data` gave.

        Raises:
            WrapperError: when it is something else, in one line.

        """
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise WrapperError(f'this is no wrapper: it does not say "format": "{FORMAT}"')
        if data.get("version") != VERSION:
            raise WrapperError(f"this wrapper is of version {data.get('version')!r:.20}, this program reads version {VERSION}")
        try:
            return read_as(cls, data)
        except (DamagedDataError, RecursionError) as problem:
            raise WrapperError(f"this wrapper is damaged: {problem}") from problem

    def with_layouts(self, layouts: Sequence[Layout]) -> "Wrapper":
        return replace(self, layouts=tuple(layouts))

    def text(self) -> str:
        """The file's text: one rule a line where it fits, so that two versions can be compared line by line."""
        return _lines(self.to_data(), 0) + "\n"


def read_wrapper(path: str | Path) -> Wrapper:
    """Read a wrapper's file; of a folder that `mine` wrote, the one in it.

    Raises:
        WrapperError: when it cannot be read or is no wrapper.

    """
    require_path("path", path)
    path = Path(path) / WRAPPER_NAME if Path(path).is_dir() else Path(path)
    data = WRAPPER_FILE.json(path)
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
