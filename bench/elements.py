"""Which parts of a true text are in the extracted one: headings, list items, code, table cells, quotations, notes, paragraphs.

python -m bench.elements [corpus ...] [--sample N]

An element of the page counts if all of its text stands in the true text, in one piece, letters and digits alone; it is kept if the same
is so in the extracted text. Sitelode reads whole sites, trafilatura page by page. The sites of most corpora are seen ones (README.md).
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from selectolax.lexbor import LexborHTMLParser

from bench import adapters
from bench.corpora import ARTICLE_CORPORA, CorpusNotFoundError, Id, Row, article_sites
from bench.peers import silence, trafilatura

ELEMENTS = {
    "headings": "h2, h3, h4, h5, h6",
    "list items": "li",
    "code blocks": "pre",
    "table cells": "td, th",
    "quotations": "blockquote",
    "notes": "[role=doc-endnotes] li, [class*=footnote] li, [class*=footnote] p",
    "paragraphs": "p",
}
LEAST_LETTERS = 12  # shorter texts stand in any other by chance
DEFAULT = ("feedsites2", "othercms", "pagetypes2")
SOME_ADDRESS = "https://site.invalid/"

Texts = Callable[[Sequence[Row]], Mapping[Id, str]]


def bare(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def by_trafilatura(pages: Sequence[Row]) -> dict[Id, str]:
    extract = trafilatura()
    return {page["id"]: extract(page["html"], page["url"] or SOME_ADDRESS) or "" for page in pages}


def true_elements(html: str, truth: str) -> Iterable[tuple[str, str]]:
    """Kind and bare text of every element of the true text."""
    tree, wanted = LexborHTMLParser(html), bare(truth)
    for kind, selector in ELEMENTS.items():
        for element in tree.css(selector):
            text = bare(element.text())
            if len(text) >= LEAST_LETTERS and text in wanted:
                yield kind, text


def measure(corpus: str, systems: Mapping[str, Texts], sample: int | None) -> tuple[Counter[str], dict[str, Counter[str]]]:
    """The number of elements of each kind, and of those that each system kept."""
    there: Counter[str] = Counter()
    kept: dict[str, Counter[str]] = {name: Counter() for name in systems}
    for site in article_sites(corpus, sample):
        scored = site.scored_pages()
        found = {name: texts(site.pages if name == "sitelode" else scored) for name, texts in systems.items()}
        for page in scored:
            elements = list(true_elements(page["html"], site.truth[page["id"]]))
            there.update(kind for kind, _ in elements)
            for name in systems:
                text = bare(found[name].get(page["id"], ""))
                kept[name].update(kind for kind, element in elements if element in text)
    return there, kept


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*", help=f"some of: {' '.join(ARTICLE_CORPORA)} (default: {' '.join(DEFAULT)})")
    parser.add_argument("--sample", type=int, metavar="N", help="only N sites of each corpus, always the same ones")
    options = parser.parse_args(arguments)
    systems: dict[str, Texts] = {"sitelode": adapters.articles, "trafilatura": by_trafilatura}
    try:
        with silence():
            for corpus in options.corpora or DEFAULT:
                there, kept = measure(corpus, systems, options.sample)
                kinds = [kind for kind in ELEMENTS if there[kind]]
                print(f"\n## {corpus}\n\n| | {' | '.join(f'{kind} ({there[kind]})' for kind in kinds)} |\n|---|{'---:|' * len(kinds)}")
                for name, found in kept.items():
                    print(f"| {name} | {' | '.join(f'{found[kind] / there[kind]:.3f}' for kind in kinds)} |", flush=True)
    except CorpusNotFoundError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
