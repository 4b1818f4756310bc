"""The cost of applying a wrapper, compared with building the columns and with trafilatura, on the same pages in the same run.

python -m bench.apply [--sites N]

Wrappers are learnt on the sites of the drift corpus and applied to the same pages. Times are CPU milliseconds per page, for each page the
best of several rounds, each on a freshly parsed page, so that its caches do not count. `parse` builds the columns, `text` reads the
text with the wrapper, `all` the article with all its fields, `verify` judges a batch of what was read, all fields or the text.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bench.adapters import _fetched as fetched
from bench.corpora import CorpusNotFoundError, corpora_folder, read
from sitelode import mine
from sitelode.html.parse import parse
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.verify.verifying import verify

ROUNDS = 9  # of what takes a millisecond; the machine does other things, too
ROUNDS_OF_PEER = 3
TRAFILATURA_PAGES = 10  # of a site; it is slow


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", type=int, default=6, help="how many sites (6 unless told)")
    options = parser.parse_args(arguments)
    try:
        folders = sorted((corpora_folder() / "drift").iterdir())[: options.sites]
    except CorpusNotFoundError as problem:
        print(problem, file=sys.stderr)
        return 1
    rows = []
    print(f"{'site':<16}{'parse':>8}{'text':>8}{'all':>8}{'verify':>8}{'(text)':>8}{'trafilatura':>13}")
    for folder in folders:
        rows.append(measured(list(read(folder / "snapshot-0.jsonl.xz"))))
        print(f"{folder.name:<16}" + "".join(f"{value:>8.2f}" for value in rows[-1][:5]) + f"{rows[-1][5]:>13.2f}", flush=True)
    parsing, text, every, verifying, text_verifying, peer = (statistics.fmean(column) for column in zip(*rows, strict=True))
    print(f"\napplying / building the columns: text {text / parsing:.2f}, all fields {every / parsing:.2f}")
    more, more_text = verifying / (parsing + every), text_verifying / (parsing + text)
    print(f"verifying / applying: {more:.0%} of all fields, {more_text:.0%} of the text alone")
    print(f"trafilatura / parsing and applying: text {peer / (parsing + text):.1f}, all fields {peer / (parsing + every):.1f}")
    return 0


def measured(rows: Sequence[dict[str, str]]) -> tuple[float, ...]:
    """Milliseconds a page: parsing, the text, all fields, verifying all fields, verifying the text, trafilatura."""
    import trafilatura  # noqa: PLC0415 (a peer)

    pages = [fetched(place, row) for place, row in enumerate(rows)]
    wrapper = mine(pages).wrapper()
    parsed = [parse(page.body, page.url, page.content_type) for page in pages]
    whole, text = Applier(wrapper), Applier(wrapper, text_only=True)
    readings, texts = ([reading for page in parsed for reading in one.read(page)] for one in (whole, text))
    return (
        _milliseconds(lambda page: parse(page.body, page.url, page.content_type), pages),
        _milliseconds(text.read, parsed, fresh=replace),
        _milliseconds(whole.read, parsed, fresh=replace),
        _milliseconds(verify, [readings]) / len(pages),
        _milliseconds(verify, [texts]) / len(pages),
        _milliseconds(lambda row: trafilatura.extract(row["html"]), rows[:TRAFILATURA_PAGES], rounds=ROUNDS_OF_PEER),
    )


def _milliseconds(
    work: Callable[[Any], object], items: Sequence[Any], *, rounds: int = ROUNDS, fresh: Callable[[Any], Any] = lambda item: item
) -> float:
    """The mean over the items of the best time of each."""
    best = [float("inf")] * len(items)
    for _ in range(rounds):
        for place, item in enumerate(items):
            given = fresh(item)
            started = time.process_time()
            work(given)
            best[place] = min(best[place], time.process_time() - started)
    return 1000 * statistics.fmean(best)


if __name__ == "__main__":
    sys.exit(main())
