"""Read texts/*.txt: a head of `name: value` lines, an empty line, the body, and comments after `# Comments`.

In the body an empty line ends a block. `## ` is a subheading, `- ` a list item, `> ` a quote (its last line may be
`> -- who said it`), `| ` a table row, four spaces a data block, `+ also: slug` the "read also" line, `@part` a new page.
Within a line, *stars* emphasise and [text](slug) links to another article.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

from lantern.newspaper import SECTIONS, Article, Block, BlockKind, Comment, Layout, Newspaper

MARKS: dict[str, BlockKind] = {"## ": "heading", "- ": "list", "> ": "quote", "| ": "table", "    ": "code", "+ also: ": "also"}
PART_MARK = "@part"
COMMENTS_MARK = "# Comments\n"
DATE_IN_FILE_NAME = re.compile(r"^\d{4}-\d\d-\d\d-")


class ManuscriptError(Exception):
    """A text that does not follow the form above; says which file and what is wrong."""


def read_newspaper(folder: Path) -> Newspaper:
    articles = [read_article(file) for file in sorted(folder.glob("*.txt"))]
    return Newspaper(sorted(articles, key=lambda article: article.moment, reverse=True))


def read_article(file: Path) -> Article:
    head, _, rest = file.read_text(encoding="utf-8").partition("\n\n")
    body, _, comments = rest.partition(COMMENTS_MARK)
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    picture, _, caption = fields.get("picture", "").partition(" | ")
    try:
        return Article(
            slug=DATE_IN_FILE_NAME.sub("", file.stem),
            title=typeset(fields["title"]),
            moment=moment_of(fields["date"]),
            author=fields["author"],
            section=one_of(SECTIONS, fields["section"]),
            kind=layout_of(fields["kind"]),
            tags=tuple(fields["tags"].split(", ")),
            summary=typeset(fields["summary"]),
            series=fields.get("series", ""),
            picture=picture,
            caption=typeset(caption),
            language=fields.get("lang", "en"),
            charset=fields.get("charset", "utf-8"),
            parts=tuple(tuple(read_blocks(part)) for part in body.split(PART_MARK)),
            comments=tuple(read_comment(line) for line in comments.splitlines()),
        )
    except (KeyError, ValueError) as problem:
        raise ManuscriptError(f"{file.name}: {problem}; see the head of another text for the form") from problem


def read_blocks(body: str) -> Iterator[Block]:
    for chunk in filter(str.strip, body.split("\n\n")):
        lines = chunk.strip("\n").splitlines()
        mark = next((mark for mark in MARKS if lines[0].startswith(mark)), None)
        if mark is None:
            yield Block("paragraph", (typeset(" ".join(lines)),))
            continue
        kind = MARKS[mark]
        bare = (line.removeprefix(mark) for line in lines)
        yield Block(kind, tuple(bare if kind in {"code", "also"} else map(typeset, bare)))


def read_comment(line: str) -> Comment:
    name, moment, text = line.split(" | ", 2)
    return Comment(typeset(name), moment_of(moment), typeset(text))


def typeset(text: str) -> str:
    """The quotation marks and apostrophes of print, from those of a keyboard."""
    text = re.sub(r'(^|[\s(\[*])"', r"\1“", text)
    return text.replace('"', "”").replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")


def moment_of(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def layout_of(text: str) -> Layout:
    return "column" if one_of(get_args(Layout), text) == "column" else "report"


def one_of(known: dict[str, str] | tuple[str, ...], value: str) -> str:
    if value not in known:
        raise ValueError(f"{value!r} is none of {', '.join(known)}")
    return value
