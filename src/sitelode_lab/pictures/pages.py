"""Self-contained HTML pages without a script.

A tree whose branches open and close; two layout trees side by side with their common part marked; sources with every character coloured
as template or content.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode_lab.trees.layout_tree import LayoutTree, node_line

MOST_NODES: Final = 20_000  # that are written; set by hand, so that a browser opens the page at once
DEEPEST: Final = 200  # levels; the same
_TREE_STYLE: Final = """
:root { color-scheme: light dark; --line: #8884; }
body { font: 13px/1.6 ui-monospace, monospace; margin: 1.5rem; } h1 { font: 600 1.2rem system-ui, sans-serif; }
p { font: 14px/1.5 system-ui, sans-serif; } details, .leaf { margin-left: 1.1rem; border-left: 1px solid var(--line); padding-left: .5rem; }
summary { cursor: pointer; } small { opacity: .75; } .noisy { color: light-dark(#9ca3af, #6b7280); }
.meaningful { color: light-dark(#b45309, #fbbf24); } .style { opacity: .6; font-style: italic; }
"""


@dataclass(frozen=True, slots=True)
class TreeLine:
    """A node: its name, what is said of it, a kind that colours it, and whether its branch is open at first."""

    name: str
    about: str
    kind: str
    is_open: bool
    children: "Callable[[], Iterable[TreeLine]]"


def tree_page(title: str, about: Iterable[str], roots: Iterable[TreeLine]) -> Iterator[str]:
    """The pieces of the page."""
    yield '<!doctype html><html lang="en"><meta charset="utf-8">'
    yield "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    yield f"<title>{escape(title)}</title><style>{_TREE_STYLE}</style><body><h1>{escape(title)}</h1>"
    yield "".join(f"<p>{escape(line)}</p>" for line in about)
    budget = [MOST_NODES]
    for root in roots:
        yield from _pieces(root, 0, budget)
    if budget[0] <= 0:
        yield f"<p>.. only the first {MOST_NODES:,} nodes are shown</p>"
    yield "</body></html>\n"


def _pieces(line: TreeLine, depth: int, budget: list[int]) -> Iterator[str]:
    budget[0] -= 1
    if budget[0] < 0 or depth > DEEPEST:
        return
    said = f'<span class="{escape(line.kind)}">{escape(line.name)}</span> <small>{escape(line.about)}</small>'
    children = list(line.children())
    if not children:
        yield f'<div class="leaf">{said}</div>\n'
        return
    yield f"<details{' open' * line.is_open}><summary>{said}</summary>\n"
    for child in children:
        yield from _pieces(child, depth + 1, budget)
    yield "</details>\n"


_MAPPING_STYLE = """
:root { color-scheme: light dark; --common: #d97706; --line: #8884; }
body { font: 14px/1.45 system-ui, sans-serif; margin: 1.5rem; }
h1 { font-size: 1.2rem; } .trees { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
section { border: 1px solid var(--line); border-radius: .5rem; padding: .8rem; overflow-x: auto; }
h2 { font-size: .95rem; margin: 0 0 .6rem; overflow-wrap: anywhere; }
pre { margin: 0; font: 12px/1.5 ui-monospace, monospace; } .common { color: var(--common); font-weight: 600; } .other { opacity: .6; }
"""


def mapping_page(trees: tuple[LayoutTree, LayoutTree], common: tuple[NDArray[np.bool_], NDArray[np.bool_]], summary: str) -> str:
    """HTML of both trees; nodes in common are coloured."""
    sections = "".join(
        f"<section><h2>{escape(tree.page.url)}</h2><pre>{''.join(_lines(tree, marked))}</pre></section>"
        for tree, marked in zip(trees, common, strict=True)
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>Sitelode: two layouts</title><style>{_MAPPING_STYLE}</style>"
        f'<body><h1>{escape(summary)}</h1><div class="trees">{sections}</div></body></html>\n'
    )


def _lines(tree: LayoutTree, common: NDArray[np.bool_]) -> Iterator[str]:
    for node in range(len(tree)):
        yield f'<span class="{"common" if common[node] else "other"}">{escape(node_line(tree, node))}</span>\n'


LONGEST: Final = 400_000  # characters of a source that are shown; set by hand, so that a browser opens the page at once
_SOURCE_STYLE: Final = """
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
    yield f"<title>{escape(title)}</title><style>{_SOURCE_STYLE}</style><body><h1>{escape(title)}</h1>"
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
