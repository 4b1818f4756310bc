"""Two layout trees side by side, with their common part marked: one self-contained HTML page, no script."""

from collections.abc import Iterator
from html import escape

import numpy as np
from numpy.typing import NDArray

from sitelode_lab.trees.layout_tree import LayoutTree
from sitelode_lab.trees.layout_tree_text import node_line

_STYLE = """
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
        f"<title>Sitelode: two layouts</title><style>{_STYLE}</style>"
        f'<body><h1>{escape(summary)}</h1><div class="trees">{sections}</div></body></html>\n'
    )


def _lines(tree: LayoutTree, common: NDArray[np.bool_]) -> Iterator[str]:
    for node in range(len(tree)):
        yield f'<span class="{"common" if common[node] else "other"}">{escape(node_line(tree, node))}</span>\n'
