"""Mining again after some pages came or changed: what it costs beside the first run, and how near it is to mining everything.

python -m bench.renewal [--made 2000,10000] [--corpus sites2 --sample 10] [--share 0.01]

A share of the pages, chosen by a digest of their addresses, is missing at first; as many others are there in another version, with a
comment more. Then all are there as they are, and the site is mined again into the same folder, and all of it into another one.
Agreement of the two results: articles (the mean over pages of the share of equal words, 1 for the same text; a page that has an article in
one result alone counts 0), kinds of pages, records. `--made`: made-up sites of so many pages; needs no corpora.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from bench.corpora import article_sites, by_digest
from bench.made_up_site import made_up_site
from bench.metric import agreement
from sitelode.incremental.mine_again import renew
from sitelode.output.result import write_result
from sitelode.pipeline import mine
from sitelode.settings import MineSettings

TOLERANCE = 0.995  # stated in docs/scale.md: mean agreement of articles and of kinds


@dataclass(frozen=True)
class Row:
    """One site."""

    name: str
    pages: int
    fresh: int
    cost: float  # CPU of mining again, as a share of the first run
    articles: float
    fresh_articles: float
    kinds: float
    fresh_kinds: float
    records: float

    def line(self) -> str:
        agreed = (self.articles, self.fresh_articles, self.kinds, self.fresh_kinds, self.records)
        return f"| {self.name} | {self.pages:,} | {self.fresh:,} | {self.cost:.3f} | {' | '.join(f'{each:.4f}' for each in agreed)} |"


def measure(name: str, pages: Sequence[tuple[str, str]], share: float) -> Row:
    """Mine a site twice, once from before a change and on, once as it is."""
    count = max(round(share * len(pages)), 1)
    chosen = sorted((url for url, _ in pages), key=by_digest)
    missing, changed = set(chosen[:count]), set(chosen[count : 2 * count])
    with tempfile.TemporaryDirectory(prefix="renewal-") as temporary:
        folder = Path(temporary)
        source, out, whole = folder / "pages.jsonl", folder / "again", folder / "whole"
        _write(source, ((url, f"{html}<!-- before -->" if url in changed else html) for url, html in pages if url not in missing))
        began = time.process_time()
        write_result(mine(source, folder=out), out)
        first = time.process_time() - began
        _write(source, pages)
        began = time.process_time()
        if renew(source, out, MineSettings()) is None:
            raise SystemExit(f"{name}: nothing could be taken over")
        again = time.process_time() - began
        write_result(mine(source, folder=whole), whole)
        fresh = missing | changed
        texts, kinds = (_both(out, whole, file, value) for file, value in (("articles.jsonl", "text"), ("pages.jsonl", "kind")))
        equal = {url: _alike(one, other) for url, (one, other) in texts.items()}
        same = {url: float(one == other) for url, (one, other) in kinds.items()}
        records = [{json.dumps(row["fields"]) for row in _rows(each / "records.jsonl")} for each in (out, whole)]
        overlap = len(records[0] & records[1]) / max(len(records[0] | records[1]), 1) if records[0] | records[1] else 1.0
    of_articles = _mean(equal.values()), _mean(equal[each] for each in fresh & equal.keys())
    of_kinds = _mean(same.values()), _mean(same[each] for each in fresh & same.keys())
    return Row(name, len(pages), len(fresh), again / first, *of_articles, *of_kinds, overlap)


def _both(one: Path, other: Path, file: str, name: str) -> dict[str, tuple[Any, Any]]:
    values = [{row["url"]: row[name] for row in _rows(folder / file)} for folder in (one, other)]
    return {url: (values[0].get(url), values[1].get(url)) for url in values[0].keys() | values[1].keys()}


def _rows(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _alike(one: str | None, other: str | None) -> float:
    if one is None or other is None:
        return 0.0
    return 1.0 if one == other else agreement(one, other).f1


def _mean(values: Iterable[float]) -> float:
    return fmean(list(values) or [1.0])


def _write(path: Path, pages: Iterable[tuple[str, str]]) -> None:
    with path.open("w", encoding="utf-8") as lines:
        lines.writelines(json.dumps({"url": url, "html": html}) + "\n" for url, html in pages)


def _corpus(name: str, sample: int) -> Iterable[tuple[str, list[tuple[str, str]]]]:
    for site in article_sites(name, sample):
        pages = {page["url"] or f"/{page['id']}": page["html"] for page in site.pages}
        yield site.name, [(url if "://" in url else f"https://{site.name}.example{url}", html) for url, html in pages.items()]


def main() -> int:
    parser = argparse.ArgumentParser("python -m bench.renewal", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--made", type=lambda text: [int(each) for each in text.split(",")], default=[])
    parser.add_argument("--corpus", action="append", default=[])
    parser.add_argument("--sample", type=int, default=10)
    parser.add_argument("--share", type=float, default=0.01)
    options = parser.parse_args()
    print("| site | pages | new or changed | cost | articles | of these pages | kinds | of these pages | records |\n" + "|---" * 9 + "|")
    rows = []
    for count in options.made:
        rows.append(measure("made up", [(page.url, page.html) for page in made_up_site(count)], options.share / 2))
        print(rows[-1].line(), flush=True)
    for corpus in options.corpus:
        for name, pages in _corpus(corpus, options.sample):
            rows.append(measure(f"{corpus}/{name}", pages, options.share / 2))
            print(rows[-1].line(), flush=True)
    means = [
        fmean(getattr(row, name) for row in rows) for name in ("cost", "articles", "fresh_articles", "kinds", "fresh_kinds", "records")
    ]
    total, fresh = (sum(getattr(row, name) for row in rows) for name in ("pages", "fresh"))
    print(f"| mean | {total:,} | {fresh:,} | {means[0]:.3f} | {' | '.join(f'{each:.4f}' for each in means[1:])} |")
    return 0 if means[1] >= TOLERANCE and means[3] >= TOLERANCE else 1


if __name__ == "__main__":
    sys.exit(main())
