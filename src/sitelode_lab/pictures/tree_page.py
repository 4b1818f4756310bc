"""A tree as one self-contained HTML page in which branches open and close without a script."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

MOST_NODES: Final = 20_000  # that are written; set by hand, so that a browser opens the page at once
DEEPEST: Final = 200  # levels; the same
_STYLE: Final = """
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
    yield f"<title>{escape(title)}</title><style>{_STYLE}</style><body><h1>{escape(title)}</h1>"
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
