"""Turn runs of styled text into one paragraph of Markdown (CommonMark with GitHub's tables and strike-through).

Text is escaped so that none of it is read as markup. Where a delimiter would not be recognised (CommonMark requires white space or
punctuation in certain places), it is left out and the text kept.
"""

import re
import string
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

STRONG, EMPHASIS, STRUCK, CODE = "**", "*", "~~", "`"
_STARS = frozenset((STRONG, EMPHASIS))
LINE_BREAK = "\n"
"""A forced line break in a run. All other white space of a page is already collapsed."""


class Run(NamedTuple):
    """Text of one style. A style is one of the delimiters above or `link_to` an address; the outermost comes first."""

    text: str
    styles: tuple[str, ...] = ()
    is_markdown: bool = False  # already rendered: a picture


_WHITE = re.compile(r"[ \t\r\f\v\N{NO-BREAK SPACE}]+")
_UNEVEN = re.compile(r"[\t\r\f\v\N{NO-BREAK SPACE}]|  ")  # what most texts have none of is looked for first: that is faster
_MAY_BE_SPECIAL = re.compile(r"[\\`*\[\]<~&_]")
_SPECIAL = re.compile(r"[\\`*\[\]<~]|&(?=[#\w])|(?<![^\W_])_|_(?![^\W_])")
_SPECIAL_IN_ADDRESS = re.compile(r"[\x00-\x20\x7f<>\"`\\|()]")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_BACKTICKS = re.compile("`+")
# Text at the start of a line that would start a list, quotation, heading, table or definition, or underline a heading.
_LINE_STARTS = re.compile(r"#{1,6}(?=\s|$)|[-+:](?=\s|$)|[>|]|[-=:|][-=:|\s]*$")
_NUMBERED = re.compile(r"([0-9]{1,9})([.)])(?=\s|$)")
_CLOSING_SIGNS = re.compile(r"(?<=\s)#+$|^#+$")


def link_to(address: str) -> str:
    """The style of a link."""
    return f"[{escaped_address(address)}"


def is_link(style: str) -> bool:
    return style.startswith("[")


def styled(styles: tuple[str, ...], style: str) -> tuple[str, ...]:
    """Add a style inside others. Code is always innermost, and a link contains no other link."""
    if style in styles or (is_link(style) and any(map(is_link, styles))):
        return styles
    if CODE not in styles:
        return (*styles, style)
    return (*styles[:-1], style, CODE) if is_link(style) else styles


def picture(alternative: str, address: str, styles: tuple[str, ...]) -> Run:
    text = escaped(_evened(alternative.replace("\n", " ")).strip())
    return Run(f"![{text}]({escaped_address(address)})", tuple(style for style in styles if style != CODE), is_markdown=True)


def escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text) if _MAY_BE_SPECIAL.search(text) else text


def _evened(text: str) -> str:
    return _WHITE.sub(" ", text) if _UNEVEN.search(text) else text


def escaped_address(address: str) -> str:
    return _ENTITY.sub("&amp;", _SPECIAL_IN_ADDRESS.sub(lambda sign: f"%{ord(sign[0]):02X}", address))


def paragraph(runs: Sequence[Run]) -> list[str]:
    """The lines of a paragraph; none if there is nothing to read. A forced break ends its line with two spaces."""
    if len(runs) == 1 and not runs[0].styles and not runs[0].is_markdown and LINE_BREAK not in runs[0].text:  # most by far
        line = escaped(_evened(runs[0].text)).strip(" ")
        return [_with_escaped_start(line)] if line else []
    lines = [line.strip(" ") for line in _rendered(list(_collapsed(runs))).split(LINE_BREAK)]
    lines = [_with_escaped_start(line) for line in lines if line]
    return [line + "  " for line in lines[:-1]] + lines[-1:]


def single_line(runs: Sequence[Run]) -> str:
    """The same on one line, for places where lines cannot be broken."""
    joined = [run._replace(text=run.text.replace(LINE_BREAK, " ")) for run in runs]
    return _rendered(list(_collapsed(joined))).strip(" ")


def heading(level: int, runs: Sequence[Run]) -> list[str]:
    text = single_line(runs)
    return [f"{'#' * level} " + _CLOSING_SIGNS.sub(lambda sign: "\\" + sign[0], text)] if text else []


def cell(runs: Sequence[Run]) -> str:
    return single_line(runs).replace("|", r"\|")


def _with_escaped_start(line: str) -> str:
    return _NUMBERED.sub(r"\1\\\2", line, count=1) if _NUMBERED.match(line) else ("\\" if _LINE_STARTS.match(line) else "") + line


def _collapsed(runs: Sequence[Run]) -> Iterator[Run]:
    """White space as a browser shows it: at most one space, and none next to a line break."""
    before = LINE_BREAK
    for run in runs:
        text = run.text if run.is_markdown or run.text == LINE_BREAK else _evened(run.text)
        if before in (" ", LINE_BREAK):
            text = text.lstrip(" ")
        if text:
            before = text[-1]
            yield Run(text, run.styles, run.is_markdown)


class _Edge(NamedTuple):
    """The neighbour of a piece: a character ("" at the end of a paragraph), or a delimiter that the caller is about to write there."""

    sign: str = ""
    delimiter: str = ""

    def beside(self, style: str) -> str:
        """The character next to a delimiter; delimiters of the same kind merge."""
        return self.sign if self.delimiter in ("", style[0]) else self.delimiter

    def inside(self, style: str) -> "_Edge":
        return _Edge(self.beside(style), style[0])


_NOTHING = _Edge()


def _rendered(runs: list[Run], depth: int = 0, before: _Edge = _NOTHING, after: _Edge = _NOTHING) -> str:
    """Render runs whose first `depth` styles the caller writes. Recurses once per style, and a run has each style at most once."""
    groups = [(style, list(group)) for style, group in groupby(runs, key=lambda run: run.styles[depth] if len(run.styles) > depth else "")]
    parts: list[str] = []
    for place, (style, group) in enumerate(groups):
        is_last = place + 1 == len(groups)
        following = after if is_last else _Edge(_first_sign(style, *groups[place + 1]))
        parts.append(_group(style, group, depth, before, following) if style else _plain(group, is_last=is_last))
        before = _Edge(parts[-1][-1]) if parts[-1] else before
    return "".join(parts)


def _first_sign(style: str, next_style: str, group: list[Run]) -> str:
    """The first character of the next group; if that is uncertain, the one that needs more care."""
    text = group[0].text
    if text[:1] in (" ", LINE_BREAK):
        return text[0]
    if next_style == CODE or is_link(next_style):
        return next_style[0]
    sign = text[:1] if group[0].is_markdown else escaped(text)[:1]
    return next_style[0] if next_style and next_style[0] != style[:1] and _ends_word(sign) else sign


def _group(style: str, group: list[Run], depth: int, before: _Edge, after: _Edge) -> str:
    """Write a delimiter on both sides of the group, inside its outer white space; none where it would not be recognised."""
    if style == CODE:
        inner = "".join(run.text for run in group).replace(LINE_BREAK, " ")
    else:
        inner = _rendered(group, depth + 1, before.inside(style), after.inside(style))
    text = inner.strip()
    if not text:
        return inner
    start = inner.index(text)
    lead, trail = inner[:start], inner[start + len(text) :]
    delimited: Callable[[str, str, str, str], str] = _code if style == CODE else _link if is_link(style) else _emphasised
    left, right = lead[-1:] or before.beside(style), trail[:1] or after.beside(style)
    in_stars = style in _STARS and not _STARS.isdisjoint(group[0].styles[:depth])
    written = "" if in_stars and _could_close(left, text) else delimited(style, text, left, right)
    return lead + written + trail if written else _rendered(group, depth + 1, before, after)


def _plain(group: list[Run], *, is_last: bool) -> str:
    parts = [run.text if run.is_markdown else escaped(run.text) for run in group]
    if not is_last and parts[-1].endswith("!"):
        parts[-1] = parts[-1][:-1] + "\\!"  # before a link, "!" would make it a picture
    return "".join(parts)


def _code(_style: str, text: str, before: str, _after: str) -> str:
    if before == CODE:
        return ""
    fence = CODE * (max(map(len, _BACKTICKS.findall(text)), default=0) + 1)
    padding = " " if text.startswith(CODE) or text.endswith(CODE) else ""
    return f"{fence}{padding}{text}{padding}{fence}"


def _link(style: str, text: str, _before: str, _after: str) -> str:
    return f"[{text}]({style[1:]})"


def _emphasised(style: str, text: str, before: str, after: str) -> str:
    first, last = text.lstrip(style[0])[:1], text.rstrip(style[0])[-1:]
    opens = before != style[0] and (not _may_be_punctuation(first) or _ends_word(before))
    closes = after != style[0] and (not _may_be_punctuation(last) or _ends_word(after))
    return f"{style}{text}{style}" if opens and closes else ""


def _could_close(before: str, text: str) -> bool:
    """Whether stars between the two could also close the emphasis around them."""
    return bool(before.strip()) and (not _ends_word(before) or _may_be_punctuation(text.lstrip("*")[:1]))


def _may_be_punctuation(sign: str) -> bool:
    """In at least one version of CommonMark: symbols became punctuation in 0.31."""
    return unicodedata.category(sign or " ")[0] in "PS"


def _ends_word(sign: str) -> bool:
    """Whether it is white space or punctuation in all versions."""
    return not sign or sign.isspace() or sign in string.punctuation or unicodedata.category(sign)[0] == "P"
