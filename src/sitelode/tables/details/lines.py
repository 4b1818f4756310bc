"""Lines: what a block holds between two breaks is one value, with all markup inside of it.

`<p><em>Daily News</em>, 4 May 1941</p>` has two text nodes and one line, a text of the paragraph as `<p>Daily News, 4 May 1941</p>` is on
another page. A line begins and ends with a value: labels around it are left out, and one with a colon parts two lines. It must hold text
of the block itself, or plain markup alone; links and spans side by side are values, each of its own.
"""

import re
import sys
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes, code_of, mix, mix_columns
from sitelode.html.page import NO_STRING, RowColumn
from sitelode.html.vocabulary import BLOCK_TAGS, TEXT, tag_flags
from sitelode.tables.details.kernels.text_nodes import read_texts
from sitelode.tables.details.text_nodes import UNREAD_TAGS, TextNodes, Ways, contains, text_code
from sitelode.tables.lists.record_texts import TRANSPARENT
from sitelode.text.value_types import ISO_CURRENCIES, PRICE, type_of_value

PART: Final = "#part"  # the step of a path between a block and its own text, if that is part of a line


_ENDS, _PLAIN = tag_flags(BLOCK_TAGS | UNREAD_TAGS | {"br"}), tag_flags(TRANSPARENT)
_COLONS: Final = (b":", "\uff1a".encode())
_TEXT_CODE: Final = code_of("#text")
_AMOUNT: Final = re.compile(r"\d[\d.,' \u00a0\u202f]*-?")
_NO_CODES: Final = np.empty(0, np.uint64)


class _Line(NamedTuple):
    first: int  # text node
    last: int


def with_lines(nodes: TextNodes, constants: Codes, blocks: Codes = _NO_CODES) -> TextNodes:
    """The text nodes and the lines of several of them; in `blocks` (paths by labels, ascending) also lines of one within markup."""
    if not len(nodes):
        return nodes
    block = _blocks(nodes)
    money = _money(nodes)
    varies = ~contains(constants, nodes.constant_codes) | money | np.concatenate(([False], money[:-1])) | _goes_on(nodes)
    lines = list(_lines(nodes, block, varies, money, blocks))
    return _with_parts(nodes, block, lines) if lines else nodes


def is_said_by_line(nodes: TextNodes, node: int) -> bool:
    """Whether a line says the same as one of its text nodes: its only one, or the amount of a price."""
    for line in (node - 1, node - 2):
        if line >= 0 and not nodes.is_part[line]:
            is_only = nodes.rows[line] == nodes.last[line] == nodes.rows[node]
            return bool(nodes.is_part[node] and (is_only or type_of_value(nodes.value(line)) == PRICE))
    return False


def mixed_blocks(nodes: TextNodes, constants: Codes) -> list[int]:
    """The blocks that have a line of several text nodes."""
    made = with_lines(nodes, constants)
    return sorted(set(made.home[made.last > made.rows].tolist()))


def is_block(nodes: TextNodes, row: int) -> bool:
    return bool(_ENDS[nodes.page.columns.tag[row]])


def _blocks(nodes: TextNodes) -> RowColumn:
    """For every text node the nearest element that is a block."""
    columns, block = nodes.page.columns, nodes.home
    while (inside := ~_ENDS[columns.tag[block]] & (block > 0)).any():
        block = np.where(inside, columns.parent[block], block)
    return block


def _lines(nodes: TextNodes, block: RowColumn, varies: NDArray[np.bool_], money: NDArray[np.bool_], blocks: Codes) -> Iterator[_Line]:
    columns = nodes.page.columns
    breaks = np.cumsum(_ENDS[columns.tag] & (columns.tag != TEXT))[nodes.rows]
    edges = np.flatnonzero(np.concatenate(([True], (block[1:] != block[:-1]) | (breaks[1:] != breaks[:-1]), [True])))
    is_read = contains(blocks, nodes.row_paths.by_labels[block])
    is_own = nodes.home == block
    is_plain = _PLAIN[columns.tag[nodes.home]] & (columns.class_[nodes.home] == NO_STRING)
    likely = (np.diff(edges) > 1) | (is_read & ~is_own)[edges[:-1]]
    for start, stop in zip(edges[:-1][likely].tolist(), edges[1:][likely].tolist(), strict=True):
        for first, last in _between_labels(nodes, varies, start, stop):
            own = is_own[first : last + 1]
            if (own.any() or is_plain[first : last + 1].all()) if last > first else (is_read[first] and not own[0]):
                yield _Line(first, last)
            else:
                yield from (_Line(node, node + 1) for node in range(first, last) if money[node])


def _goes_on(nodes: TextNodes) -> NDArray[np.bool_]:
    """Which text nodes begin with a figure right after one: cents belong to the amount, however often they are the same."""
    columns, text = nodes.page.columns, np.frombuffer(nodes.page.columns.text, np.uint8)
    first, last = text[columns.text_start[nodes.rows]], text[columns.text_end[nodes.rows] - 1]
    is_figure, was_figure = ((each >= ord("0")) & (each <= ord("9")) for each in (first, last))
    follows: NDArray[np.bool_] = np.concatenate(([False], is_figure[1:] & was_figure[:-1]))
    return follows


def _money(nodes: TextNodes) -> NDArray[np.bool_]:
    """For every text node whether it is a price with the next one: a currency and an amount, one around the other or side by side."""
    money = np.zeros(len(nodes), np.bool_)
    parent, home = nodes.page.columns.parent, nodes.home
    for sign in np.flatnonzero(contains(_currencies(), nodes.ways.exact)).tolist():
        for amount in (sign + 1, sign - 1):
            if 0 <= amount < len(nodes) and home[amount] in (home[sign], parent[home[sign]]) and _AMOUNT.fullmatch(nodes.value(amount)):
                money[min(sign, amount)] = True
                break
    return money & ~np.concatenate(([False], money[:-1]))


@cache
def _currencies() -> Codes:
    """The codes of the texts that are a currency's sign or its name in ISO 4217."""
    signs = [chr(number) for number in range(sys.maxunicode) if unicodedata.category(chr(number)) == "Sc"]
    return np.unique(np.array([text_code(each) for each in (*signs, *ISO_CURRENCIES)], np.uint64))


def _between_labels(nodes: TextNodes, varies: NDArray[np.bool_], start: int, stop: int) -> Iterator[_Line]:
    """The text nodes between constant ones with a colon, from the first that varies to the last."""
    columns = nodes.page.columns
    values: list[int] = []
    for node in range(start, stop):
        if varies[node]:
            values.append(node)
        elif values and columns.text[columns.text_start[nodes.rows[node]] : columns.text_end[nodes.rows[node]]].rstrip().endswith(_COLONS):
            yield _Line(values[0], values[-1])
            values = []
    if values:
        yield _Line(values[0], values[-1])


def _with_parts(nodes: TextNodes, block: RowColumn, lines: list[_Line]) -> TextNodes:
    """Lines before their parts; the parts of a block's own text get a step of their own in their paths."""
    columns = nodes.page.columns
    first, last = (np.array(each, np.intp) for each in zip(*lines, strict=True))
    is_part = np.zeros(len(nodes) + 1, np.int64)
    is_part[first], is_part[last + 1] = 1, is_part[last + 1] - 1
    parts = np.cumsum(is_part)[:-1] > 0
    own = np.flatnonzero(parts & (nodes.home == block))
    ways = [way.copy() for way in nodes.ways]
    for way, codes in zip(ways[3:7], _paths(nodes, block[own], nodes.place[own], code_of(PART)), strict=True):
        way[own] = codes
    begin, end = columns.text_start[nodes.rows[first]], columns.text_end[nodes.rows[last]]
    texts, label_ends = read_texts(np.frombuffer(columns.text, np.uint8), begin, end)
    _, met = np.unique(block, return_index=True)
    place = np.where(np.isin(first, met), 1, [_own_place(nodes, block, line) for line in lines]).astype(np.int32)
    in_link = [nodes.ways.in_link[line.first : line.last + 1].min() for line in lines]
    added = (*texts, *_paths(nodes, block[first], place), np.array(in_link, np.uint64))
    return TextNodes(
        nodes.page,
        np.insert(nodes.rows, first, nodes.rows[first]),
        np.insert(nodes.last, first, nodes.rows[last]),
        np.insert(nodes.home, first, block[first]),
        np.insert(nodes.place, first, place),
        np.insert(parts, first, False),
        Ways(*(np.insert(way, first, codes) for way, codes in zip(ways, added, strict=True))),
        np.insert(nodes.inner_label_end, first, label_ends),
        nodes.sibling,
        nodes.row_paths,
    )


def _own_place(nodes: TextNodes, block: RowColumn, line: _Line) -> int:
    """The place of a line's first text node that is the block's own."""
    return next((int(nodes.place[node]) for node in range(line.first, line.last + 1) if nodes.home[node] == block[node]), 1)


def _paths(nodes: TextNodes, block: RowColumn, place: NDArray[np.int32], step: int = 0) -> tuple[Codes, Codes, Codes, Codes]:
    """The codes of texts of blocks, as `Ways` has them; with a step between."""

    def below(codes: Codes, code: int) -> Codes:
        return mix_columns(codes, np.full(len(codes), code, np.uint64)) if code else codes

    by_tags, by_places, by_labels, by_anchor = (each[block] for each in nodes.row_paths)
    of_place = mix_columns(np.full(len(place), _TEXT_CODE, np.uint64), place.astype(np.uint64))
    plain = [below(below(codes, step), _TEXT_CODE) for codes in (by_tags, by_labels, by_anchor)]
    return plain[0], mix_columns(below(by_places, mix(step, 1) if step else 0), of_place), plain[1], plain[2]
