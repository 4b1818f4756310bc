"""What a notebook shows of a mined site: counts, layouts, a small chart of kinds and confidence, the first articles."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from sitelode.articles.article_sequence import Articles
from sitelode.counted import counted
from sitelode.layout.site_layouts import common_url_pattern

LAYOUTS_SHOWN = 8  # the largest ones; set by hand, as are the sizes of the chart
BAR, WIDTH, STEPS = 18, 320, 10
KINDS = {"article": ("article", "#2563eb"), "index": ("index page", "#d97706"), "other": ("other page", "#9ca3af")}  # name, colour


@dataclass(frozen=True, repr=False)
class Chart:
    """A picture that a notebook draws; `svg` is its source."""

    svg: str

    def __repr__(self) -> str:
        return f"Chart({len(self.svg):,} characters of SVG)"

    def _repr_svg_(self) -> str:
        return self.svg


def summary_html(head: str, kinds: Sequence[str], layouts: Iterable[Sequence[int]], urls: Sequence[str], articles: Articles) -> str:
    """Counts, chart, layouts (the places of their pages) and the first articles."""
    largest = sorted(layouts, key=len, reverse=True)[:LAYOUTS_SHOWN]
    rows = "".join(
        f"<tr><td>{len(pages):,}<td>{Counter(kinds[page] for page in pages).most_common(1)[0][0]}"
        f"<td>{escape(common_url_pattern([urls[page] for page in pages]) or urls[pages[0]])}"
        for pages in largest
    )
    return (
        f"<p><b>{escape(head)}</b></p>{chart(kinds, [each.confidence for each in articles]).svg}"
        f"<details><summary>Layouts</summary><table><thead><th>pages<th>mostly<th>addresses</thead>{rows}</table></details>"
        f"{articles._repr_html_()}"
    )


def chart(kinds: Iterable[str], confidences: Sequence[float]) -> Chart:
    """Pages by kind as one bar, and articles by confidence in ten columns."""
    pages, left, shapes = Counter(kinds), 0.0, list[str]()
    total = sum(pages.values()) or 1
    for kind, (name, colour) in KINDS.items():
        width = WIDTH * pages[kind] / total
        label = counted(pages[kind], name)
        shapes.append(f'<rect x="{left:.1f}" y="14" width="{width:.1f}" height="{BAR}" fill="{colour}"><title>{label}</title></rect>')
        left += width
    steps = Counter(min(int(value * STEPS), STEPS - 1) for value in confidences)
    tallest, column = max(steps.values(), default=1), WIDTH / STEPS
    for step in range(STEPS):
        height = 50 * steps[step] / tallest
        label = f"confidence {step / STEPS:.1f} to {(step + 1) / STEPS:.1f}: {counted(steps[step], 'article')}"
        shapes.append(
            f'<rect x="{step * column:.1f}" y="{105 - height:.1f}" width="{column - 2:.1f}" height="{height:.1f}" '
            f'fill="{KINDS["article"][1]}"><title>{label}</title></rect>'
        )
    words = ", ".join(counted(pages[kind], name) for kind, (name, _) in KINDS.items() if pages[kind])
    text = '<text font-size="10" fill="currentColor" font-family="sans-serif"'
    return Chart(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="122" role="img" aria-label="kinds of pages and confidence">'
        f'{text} x="0" y="10">{words}</text>{"".join(shapes)}'
        f'{text} x="0" y="118">articles by confidence, 0 to 1</text></svg>'
    )
