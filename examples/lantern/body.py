"""The body of an article, twice: as HTML in the style of each layout, and as the text a reader sees."""

import html
import re
from collections.abc import Iterator

from lantern.newspaper import Article, Block, Newspaper, link_to

EMPHASIS = re.compile(r"\*([^*]+)\*")
CROSS_LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")
SPEAKER_MARK = "-- "
READ_ALSO = "Read also:"


def shown_lines(block: Block) -> Iterator[str]:
    """The block as truth: one line for each paragraph, item or row; cells are parted by tabs, lines of a verse by line ends."""
    if block.kind == "code":
        yield "\n".join(block.lines)
    elif block.kind == "table":
        yield from ("\t".join(cells(row)) for row in block.lines)
    elif block.kind == "quote":
        words, speaker = quote_and_speaker(block)
        yield "\n".join(map(bare, words))
        if speaker:
            yield bare(speaker)
    elif block.kind != "also":
        yield from map(bare, block.lines)


def bare(text: str) -> str:
    """Without the marks of emphasis and links."""
    return EMPHASIS.sub(r"\1", CROSS_LINK.sub(r"\1", text))


def body_html(article: Article, part: int, paper: Newspaper) -> str:
    blocks = article.parts[part - 1]
    return "\n".join(block_html(block, article, paper) for block in blocks)


def block_html(block: Block, article: Article, paper: Newspaper) -> str:
    in_report = article.kind == "report"
    lines = [inline(line, paper) for line in block.lines]
    match block.kind:
        case "also":
            markup = read_also(paper.by_slug(block.lines[0]), in_report=in_report)
        case "code":
            markup = "<pre>" + escaped("\n".join(block.lines)) + "</pre>"
        case "paragraph":
            markup = f"<p>{lines[0]}</p>" if in_report else f'<div class="para">{lines[0]}</div>'
        case "heading":
            markup = f"<h2>{lines[0]}</h2>" if in_report else f"<h3>{lines[0]}</h3>"
        case "list":
            markup = "<ul>\n" + "\n".join(f"<li>{line}</li>" for line in lines) + "\n</ul>"
        case "table":
            markup = table(lines)
        case "quote":
            markup = quote(Block("quote", tuple(lines)))
    return markup


def inline(text: str, paper: Newspaper) -> str:
    """One line of manuscript as HTML."""

    def anchor(match: re.Match[str]) -> str:
        return f'<a href="{link_to(paper.by_slug(match[2]).path())}">{match[1]}</a>'

    return EMPHASIS.sub(r"<em>\1</em>", CROSS_LINK.sub(anchor, escaped(text)))


def table(rows: list[str]) -> str:
    first, *others = (cells(row) for row in rows)
    top = "<tr>" + "".join(f"<th>{cell}</th>" for cell in first) + "</tr>"
    lines = ("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in others)
    return '<table class="data">\n<thead>' + top + "</thead>\n<tbody>\n" + "\n".join(lines) + "\n</tbody>\n</table>"


def quote(block: Block) -> str:
    words, speaker = quote_and_speaker(block)
    footer = f"\n<footer>{speaker}</footer>" if speaker else ""
    return f"<blockquote><p>{'<br>'.join(words)}</p>{footer}</blockquote>"


def read_also(other: Article, *, in_report: bool) -> str:
    link = f'{READ_ALSO} <a href="{link_to(other.path())}">{escaped(other.title)}</a>'
    return f'<p class="read-also">{link}</p>' if in_report else f'<div class="para see">{link}</div>'


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.rstrip().removesuffix("|").split("|")]


def quote_and_speaker(block: Block) -> tuple[list[str], str]:
    *words, last = block.lines
    return (words, last.removeprefix(SPEAKER_MARK)) if last.startswith(SPEAKER_MARK) else ([*words, last], "")


def escaped(text: str) -> str:
    return html.escape(text, quote=False)


def attribute(text: str) -> str:
    return html.escape(text, quote=True)
