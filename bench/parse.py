"""Speed from bytes to finished columns, compared with other parsers in one run.

    python -m bench.parse [--pages 400] [--rounds 7]

All read the same pages from bytes. The others only build their trees, which are not walked. CPU time, the best of several
rounds; a round runs every parser once, so that other load on the machine affects all of them equally.
"""

import argparse
import importlib.util
import time
from collections.abc import Callable
from dataclasses import dataclass

import lxml.html
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from bench.corpora import article_pages
from sitelode.html import lexbor
from sitelode.html.encoding import decode
from sitelode.html.parse import parse

CORPORA = ("feedsites", "othercms", "publishers", "pagetypes")
SLOW_SAMPLE = 20  # pages for a parser that is a hundred times slower
YARDSTICK = "lxml.html, tree only"


@dataclass(frozen=True, slots=True)
class Parser:
    name: str
    work: Callable[[bytes], object]
    every: int = 1  # of so many pages, one


def pages(count: int) -> list[bytes]:
    """Pages of all article corpora, evenly spaced."""
    bodies = [row["html"].encode("utf-8", "replace") for name in CORPORA for row in article_pages(name)]
    return bodies[:: max(1, len(bodies) // count)][:count]


def parsers(count: int) -> list[Parser]:
    found = [
        Parser(YARDSTICK, lxml.html.document_fromstring),
        Parser("selectolax (Lexbor), tree only", lambda body: LexborHTMLParser(body, options=LexborDocumentOptions.WO_EVENTS)),
        Parser("**Sitelode, bytes to finished columns**", parse),
        Parser("of which: encoding", decode),
        Parser("of which: parser and columns", lexbor.columns_of),
    ]
    if importlib.util.find_spec("html5lib"):
        import html5lib  # type: ignore[import-untyped]  # noqa: PLC0415 (not among the dependencies)

        found.append(Parser("html5lib, tree only", html5lib.parse, every=max(1, count // SLOW_SAMPLE)))
    return found


def seconds(parser: Parser, bodies: list[bytes]) -> float:
    start = time.process_time()
    for body in bodies[:: parser.every]:
        parser.work(body)
    return time.process_time() - start


def measured(bodies: list[bytes], rounds: int) -> dict[str, float]:
    """Megabytes a second of CPU, the best of all rounds."""
    speed: dict[str, float] = {}
    compared = parsers(len(bodies))
    for _ in range(rounds):
        for parser in compared:
            size = sum(map(len, bodies[:: parser.every])) / 1e6
            speed[parser.name] = max(speed.get(parser.name, 0.0), size / seconds(parser, bodies))
    return speed


def main() -> None:
    options = argparse.ArgumentParser(description="Speed of parsing.")
    options.add_argument("--pages", type=int, default=400)
    options.add_argument("--rounds", type=int, default=7)
    chosen = options.parse_args()
    bodies = pages(chosen.pages)
    columns = [parse(body).columns for body in bodies]  # and the compiler's time is not counted
    speed = measured(bodies, chosen.rounds)
    size, rows = sum(map(len, bodies)), sum(len(each.tag) for each in columns)
    print(f"{len(bodies):,} pages, {size / 1e6:.1f} MB, {rows:,} rows\n")
    print("| parser | MB a second | speed, lxml.html = 1 |\n|---|---|---|")
    for name, megabytes in speed.items():
        print(f"| {name} | {megabytes:.0f} | {megabytes / speed[YARDSTICK]:.2f} |")
    rows_a_second = rows / size * 1e6 * speed["**Sitelode, bytes to finished columns**"]
    print(f"\nrows a second: {rows_a_second / 1e6:.1f} million; ", end="")
    print(f"bytes of columns a byte of page: {sum(each.nbytes for each in columns) / size:.2f}")


if __name__ == "__main__":
    main()
