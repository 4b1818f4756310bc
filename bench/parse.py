"""Bytes to finished columns beside other parsers, in one run.

    python -m bench.parse [--pages 400] [--rounds 5]

All read the same pages from bytes. lxml.html and selectolax build their trees and nothing more; nobody walks them. CPU time, the best of
several rounds.
"""

import argparse
import time
from collections.abc import Callable

import lxml.html
from selectolax.lexbor import LexborHTMLParser

from bench.corpora import article_pages
from sitelode.dom.parse import parse

CORPORA = ("feedsites", "othercms", "publishers", "pagetypes")


def pages(count: int) -> list[bytes]:
    """Pages of all article corpora, evenly spaced."""
    bodies = [row["html"].encode("utf-8", "replace") for name in CORPORA for row in article_pages(name)]
    return bodies[:: max(1, len(bodies) // count)][:count]


def seconds(work: Callable[[bytes], object], bodies: list[bytes]) -> float:
    start = time.process_time()
    for body in bodies:
        work(body)
    return time.process_time() - start


def main() -> None:
    options = argparse.ArgumentParser(description="Speed of parsing.")
    options.add_argument("--pages", type=int, default=400)
    options.add_argument("--rounds", type=int, default=5)
    chosen = options.parse_args()
    bodies = pages(chosen.pages)
    parsers: dict[str, Callable[[bytes], object]] = {
        "lxml.html, tree only": lxml.html.document_fromstring,
        "selectolax (Lexbor), tree only": LexborHTMLParser,
        "Sitelode, decoded, guarded, finished columns": parse,
    }
    parse(bodies[0])  # the compiler's time is not counted
    best = {name: min(seconds(work, bodies) for _ in range(chosen.rounds)) for name, work in parsers.items()}
    columns = [parse(body).columns for body in bodies]
    print(f"{len(bodies):,} pages, {sum(map(len, bodies)) / 1e6:.1f} MB\n")
    print("| parser | speed, lxml.html = 1 |\n|---|---|")
    for name, taken in best.items():
        print(f"| {name} | {best['lxml.html, tree only'] / taken:.2f} |")
    print(f"\nrows a page: {sum(len(each.tag) for each in columns) / len(bodies):,.0f}; ", end="")
    print(f"bytes of columns a byte of page: {sum(each.nbytes for each in columns) / sum(map(len, bodies)):.2f}")


if __name__ == "__main__":
    main()
