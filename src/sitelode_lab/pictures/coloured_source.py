"""Sources with every character coloured as template or content: one self-contained HTML page, no script."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Final

LONGEST: Final = 400_000  # characters of a source that are shown; set by hand, so that a browser opens the page at once
_STYLE: Final = """
:root { color-scheme: light dark; --content: light-dark(#b45309, #fbbf24); --template: light-dark(#6b7280, #9ca3af); --line: #8884; }
body { font: 14px/1.5 system-ui, sans-serif; margin: 1.5rem auto; max-width: 75rem; padding: 0 1rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1rem; margin: 2rem 0 .4rem; overflow-wrap: anywhere; }
svg { width: min(100%, 46rem); height: auto; }
pre { font: 12px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line);
      border-radius: .4rem; padding: .8rem; margin: 0; color: var(--template); }
b { font-weight: 600; color: var(--content); background: light-dark(#fef3c7, #451a03); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; } td, th { text-align: right; padding: .1rem .8rem .1rem 0; }
"""


@dataclass(frozen=True, slots=True)
class ColouredSource:
    """A source, and for each of its characters whether it is content."""

    name: str
    text: str
    content: Sequence[bool]


def coloured_page(title: str, about: Iterable[str], sources: Iterable[ColouredSource], pictures: Iterable[str] = ()) -> Iterator[str]:
    """The pieces of the page: what was found, pictures (SVG of our own making), then every source with its content marked."""
    yield '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    yield "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    yield f"<title>{escape(title)}</title><style>{_STYLE}</style><body><h1>{escape(title)}</h1>"
    yield "".join(f"<p>{escape(line)}</p>" for line in about)
    yield "".join(pictures)
    yield "<p>Below, <b>content</b> is coloured; the rest is template.</p>"
    for source in sources:
        yield f"<section><h2>{escape(source.name)}</h2><pre>{''.join(_marked(source))}</pre></section>\n"
    yield "</body></html>\n"


def _marked(source: ColouredSource) -> Iterator[str]:
    place = 0
    for content, run in groupby(source.content[:LONGEST]):
        length = sum(1 for _ in run)
        text = escape(source.text[place : place + length], quote=False)
        yield f"<b>{text}</b>" if content else text
        place += length
    if len(source.text) > LONGEST:
        yield f"\n.. {len(source.text) - LONGEST:,} more characters"
