"""A grammar for trees that are nearly alike: constants, fields, optional parts and repeated parts, nested, but no alternatives.

RoadRunner's ACME (align, collapse under mismatch, extract): Valter Crescenzi, Giansalvatore Mecca, Paolo Merialdo: "RoadRunner: Towards
Automatic Data Extraction from Large Web Sites", VLDB 2001; as in chapter 7 of the News Ripper thesis. A text mismatch is a field; a tag
mismatch is a repeated part (a square that ends like the last match, found ahead and checked backwards) or else an optional part
(cross search). Changed:

- It works on lists of siblings, level by level, instead of on one list of tags. So a square and an optional part are whole
    subtrees, which the paper requires too, and a choice on one level never has to be undone because of another.
- If neither side has the next item of the other, both become optional: two options in a row replace the alternative that a union-free
    grammar lacks. The paper gives up there.
- The paper's search is exponential; here every comparison is counted, and `GrammarTooLargeError` ends it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

TEXT_KEY = -1
LONGEST_SQUARE = 24  # siblings, set by hand; records are shorter


class GrammarTooLargeError(Exception):
    """More comparisons are needed than allowed."""


@dataclass(slots=True)
class Budget:
    """The number of comparisons left."""

    left: int

    def spend(self, amount: int = 1) -> None:
        self.left -= amount
        if self.left < 0:
            raise GrammarTooLargeError


@dataclass(slots=True)
class Constant:
    """A text, or a field once two texts differed."""

    code: int | None  # None: a field
    text: str = ""
    confirmed: bool = False  # seen at least twice; before that, it is unknown whether it is constant

    key: int = TEXT_KEY

    def to_text(self) -> str:
        return "#PCDATA" if self.code is None else self.text


class Children(Protocol):
    """Makes the parts below an element on first use: most of a page is never visited."""

    def __call__(self) -> "list[Item]": ...


@dataclass(slots=True)
class Element:
    key: int  # equal for elements that may be matched; not negative
    name: str
    fingerprint: int | None  # of the whole subtree while it is constant
    children: Children
    confirmed: bool = False
    _parts: "list[Item] | None" = None

    @property
    def parts(self) -> "list[Item]":
        if self._parts is None:
            self._parts = self.children()
        if self.confirmed:
            for part in self._parts:
                _confirm(part)
        return self._parts

    def to_text(self) -> str:
        inner = to_text(self.parts)
        return f"<{self.name}>{inner}</{self.name}>" if inner else f"<{self.name}/>"


@dataclass(slots=True)
class Optional:
    part: "Element | Constant | Repeated"

    @property
    def key(self) -> int:
        return self.part.key

    def to_text(self) -> str:
        inner = self.part.to_text()
        return f"{inner[:-1]}*" if isinstance(self.part, Repeated) else f"({inner})?"


@dataclass(slots=True)
class Repeated:
    square: "list[Element | Constant]"

    @property
    def key(self) -> int:
        return self.square[0].key

    def to_text(self) -> str:
        return f"({to_text(self.square)})+"


Plain: TypeAlias = Element | Constant
Item: TypeAlias = Element | Constant | Optional | Repeated


def to_text(items: "Sequence[Item]") -> str:
    """A grammar in readable form."""
    return "".join(item.to_text() for item in items)


def _confirm(item: Item) -> None:
    if isinstance(item, Optional):
        _confirm(item.part)
    elif isinstance(item, Repeated):
        for part in item.square:
            part.confirmed = True
    else:
        item.confirmed = True


def merge(one: Plain, other: Plain, budget: Budget) -> Plain:
    """What two parts with the same key have in common; the first is changed and returned."""
    budget.spend()
    if isinstance(one, Constant) or isinstance(other, Constant):
        assert isinstance(one, Constant)
        assert isinstance(other, Constant)
        one.code = one.code if one.code == other.code else None
        one.confirmed = True
        return one
    if one.fingerprint is not None and one.fingerprint == other.fingerprint:
        one.confirmed = True
        return one
    parts = _Alignment(one.parts, other.parts, budget).run()
    one.fingerprint, one.confirmed, one._parts = None, False, parts  # noqa: SLF001 (its own module)
    return one


@dataclass(slots=True)
class _Alignment:
    """The alignment of two lists of siblings into one."""

    left: list[Item]
    right: list[Item]
    budget: Budget
    i: int = 0
    j: int = 0
    out: list[Item] = field(default_factory=list)

    def run(self) -> list[Item]:
        while self.i < len(self.left) or self.j < len(self.right):
            self.budget.spend()
            if not (self._both() or self._repeated() or self._optional_left_over() or self._new_square()):
                self._new_optional()
        return self.out

    def _both(self) -> bool:
        """The same item on both sides: merge and go on."""
        if self.i == len(self.left) or self.j == len(self.right):
            return False
        one, other = self.left[self.i], self.right[self.j]
        if one.key != other.key:
            return False
        merged = self._merged(one, other)
        if merged is None:
            return False
        self.out.append(merged)
        self.i, self.j = self.i + 1, self.j + 1
        return True

    def _merged(self, one: Item, other: Item) -> Item | None:
        inner, other_inner = _inner(one), _inner(other)
        if isinstance(inner, Repeated) or isinstance(other_inner, Repeated):
            if not (isinstance(inner, Repeated) and isinstance(other_inner, Repeated) and _same_keys(inner.square, other_inner.square)):
                return None
            square = [merge(a, b, self.budget) for a, b in zip(inner.square, other_inner.square, strict=True)]
            merged: Element | Constant | Repeated = Repeated(square)
        else:
            merged = merge(inner, other_inner, self.budget)
        return Optional(merged) if isinstance(one, Optional) or isinstance(other, Optional) else merged

    def _repeated(self) -> bool:
        """A repeated part takes all squares of the other side."""
        for repeats, plain, on_left in ((self._left_item(), self.right, True), (self._right_item(), self.left, False)):
            inner = _inner(repeats) if repeats is not None else None
            if not isinstance(inner, Repeated):
                continue
            at = self.j if on_left else self.i
            taken = self._take_squares(inner.square, plain, at)
            if taken == at and not isinstance(repeats, Optional):
                continue
            if taken == at:
                return False  # an option not taken
            self.out.append(Optional(inner) if isinstance(repeats, Optional) else inner)
            self.i, self.j = (self.i + 1, taken) if on_left else (taken, self.j + 1)
            return True
        return False

    def _take_squares(self, square: list[Plain], items: Sequence[Item], at: int) -> int:
        while _matches_square(square, items, at):
            self.budget.spend(len(square))
            for place, part in enumerate(square):
                other = items[at + place]
                assert isinstance(other, Element | Constant)
                square[place] = merge(part, other, self.budget)
            at += len(square)
        return at

    def _optional_left_over(self) -> bool:
        """An option that the other side does not have stays an option."""
        for item, is_left in ((self._left_item(), True), (self._right_item(), False)):
            if isinstance(item, Optional):
                self.out.append(item)
                self.i, self.j = self.i + is_left, self.j + (not is_left)
                return True
        return False

    def _new_square(self) -> bool:
        """One side repeats the last match: collapse all of it into a repeated part."""
        for items, at, is_left in ((self.right, self.j, False), (self.left, self.i, True)):
            length = self._square_length(items, at)
            if not length:
                continue
            square = [part for part in self.out[-length:] if isinstance(part, Element | Constant)]
            del self.out[-length:]
            while len(self.out) >= length and _matches_square(square, self.out, len(self.out) - length):
                before = self.out[-length:]
                del self.out[-length:]
                square = [merge(a, b, self.budget) for a, b in zip(square, before, strict=True)]  # type: ignore[arg-type]  # plain: they match
            end = self._take_squares(square, items, at)
            self.out.append(Repeated(square))
            self.i, self.j = (end, self.j) if is_left else (self.i, end)
            return True
        return False

    def _square_length(self, items: Sequence[Item], at: int) -> int:
        """Length of the shortest run ahead that ends like the last match and repeats the items matched before it; 0 if there is none."""
        if not self.out or not isinstance(self.out[-1], Element | Constant):
            return 0
        terminal = self.out[-1].key
        for length in range(1, min(LONGEST_SQUARE, len(self.out), len(items) - at) + 1):
            self.budget.spend()
            square = self.out[-length:]
            if not isinstance(square[0], Element | Constant):
                return 0
            if items[at + length - 1].key == terminal and _matches_square(square, items, at) and _has_element(square):
                return length
        return 0

    def _new_optional(self) -> None:
        """Cross search: skip on one side to the next item of the other side."""
        ahead_left = self._distance(self.left, self.i, self._right_item())
        ahead_right = self._distance(self.right, self.j, self._left_item())
        if ahead_left is not None and (ahead_right is None or ahead_left <= ahead_right):
            self._skip_left(ahead_left)
        elif ahead_right is not None:
            self._skip_right(ahead_right)
        else:
            self._skip_left(min(1, len(self.left) - self.i))
            self._skip_right(min(1, len(self.right) - self.j))

    def _distance(self, items: Sequence[Item], at: int, wanted: Item | None) -> int | None:
        if wanted is None:
            return None
        for place in range(at, len(items)):
            self.budget.spend()
            if items[place].key == wanted.key:
                return place - at if place > at else None
        return None

    def _skip_left(self, count: int) -> None:
        self.out += map(_as_optional, self.left[self.i : self.i + count])
        self.i += count

    def _skip_right(self, count: int) -> None:
        self.out += map(_as_optional, self.right[self.j : self.j + count])
        self.j += count

    def _left_item(self) -> Item | None:
        return self.left[self.i] if self.i < len(self.left) else None

    def _right_item(self) -> Item | None:
        return self.right[self.j] if self.j < len(self.right) else None


def _inner(item: Item) -> Element | Constant | Repeated:
    return item.part if isinstance(item, Optional) else item


def _as_optional(item: Item) -> Item:
    return item if isinstance(item, Optional) else Optional(item)


def _same_keys(one: Sequence[Item], other: Sequence[Item]) -> bool:
    return len(one) == len(other) and all(a.key == b.key for a, b in zip(one, other, strict=True))


def _matches_square(square: Sequence[Item], items: Sequence[Item], at: int) -> bool:
    """Whether plain parts with the keys of a square are here."""
    if at < 0 or at + len(square) > len(items):
        return False
    return all(isinstance(items[at + place], Element | Constant) and items[at + place].key == part.key for place, part in enumerate(square))


def _has_element(square: Sequence[Item]) -> bool:
    """Two texts are never adjacent: a square of texts only would be one text."""
    return any(isinstance(part, Element) for part in square)
