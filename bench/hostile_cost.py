"""What hostile pages cost, stage by stage, and what the limit for them costs a normal run.

    python -m bench.hostile_cost [--bytes 2000000] [--tags 40000]   pages made to be slow, at most so large
    python -m bench.hostile_cost --normal                           the share of a run that goes to telling unusual pages

Each stage runs in a child of its own, so that memory is its own; memory includes the program. Without arguments the pages are as large as
pages may be without a trial (`site/page_trial.py`).
"""

import argparse
import json
import os
import resource
import signal
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import Any

from bench.corpora import Row, article_sites
from sitelode import mine
from sitelode.articles.reader import ClusterReader
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.html.render.html import html_of
from sitelode.html.render.markdown import markdown_of
from sitelode.model import Fetched
from sitelode.site.page_trial import UNUSUAL_BYTES, UNUSUAL_TAGS, is_unusual
from sitelode.tables.details.detail_fields import learn_rules
from sitelode.tables.lists.record_lists import find_lists

MOST_SECONDS = 60
_DATA = b'<script type="application/ld+json">'
# What is repeated, behind a beginning and before an end.
PAGES: dict[str, tuple[bytes, bytes, bytes]] = {
    "paragraphs of a letter": (b"", b"<p>x", b""),
    "paragraphs": (b"", b"<p>some words here, and more. ", b""),
    "items with links": (b"<ul>", b"<li><a href=/x>y</a>", b""),
    "table": (b"<table>", b"<tr><td>a<td>b<td>1", b""),
    "depth": (b"", b"<div>" * 200 + b"x" + b"</div>" * 200, b""),
    "titles": (b"", b"<h1>Title here</h1><p>t", b""),
    "times": (b"", b"<time datetime=2031-03-04>March 4, 2031</time> ", b""),
    "dates in text": (b"<p>", b"March 4, 2031 by Ada Quay | ", b""),
    "one text": (b"<p>", b"words and more words. ", b""),
    "spaces": (b"<title>a", b" ", b"b</title><p>x"),
    "many objects of JSON-LD": (_DATA + b"[0", b',{"@type":"Article","headline":"a"}', b"]</script><p>x"),
    "text in JSON-LD": (_DATA + b'{"@type":"Article","articleBody":"', b"words and ", b'"}</script><p>words and words'),
    "comments": (b"", b"<div class=comment><a class=author>Ada</a><p>some text</p></div>", b""),
    "pictures": (b"", b"<img src=a.jpg alt=b><figcaption>c</figcaption>", b""),
    "named values": (b"<dl>", b"<dt>name<dd>value 1", b""),
    "bold and italic": (b"<p>", b"<b>a</b> <i>b</i>", b""),
    "lines": (b"<p>", b"line of text<br>", b""),
    "code": (b"<pre>", b"line of code\n", b""),
    "meta elements": (b"", b"<meta name=author content=x>", b"<p>x"),
    "links": (b"", b"<a href=/a/b/c>text of link</a> ", b""),
    "tags": (b"", b"<a rel=tag href=/tag/x>x</a>", b""),
    "quotations": (b"", b"<blockquote><p>q</p></blockquote>", b""),
    "lists in lists": (b"", b"<ol><li>a<ul><li>b</ul></ol>", b""),
    "formatting left open": (b"<p><b id=1><b id=2></p>", b"<p>x", b""),
    "attributes": (b"", b"<p " + b" ".join(b"%c%c" % pair for pair in product(b"abcdefghijklmnopqrst", repeat=2)) + b">x", b""),
    "end tags that make elements": (b"<div>", b"</p>x", b""),
}
STAGES: dict[str, Callable[[Page], object]] = {
    "article": lambda page: ClusterReader.learnt(0, [page]).article(page, ""),
    "Markdown": lambda page: markdown_of(page, [0]),
    "HTML": lambda page: html_of(page, [0]),
    "lists": lambda page: [found.table() for found in find_lists(page)],
    "fields": lambda page: learn_rules([page, page]).values(page),
}


def made(name: str, most_bytes: int, most_tags: int) -> bytes:
    start, unit, end = PAGES[name]
    times = (most_bytes - len(start) - len(end)) // len(unit)
    if tags := unit.count(b"<"):
        times = min(times, most_tags // tags)
    return start + unit * times + end


def cost(work: Callable[[], object]) -> tuple[float, float]:
    """CPU seconds and peak megabytes, in a child."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
        began = time.process_time()
        work()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
        os.write(write_end, json.dumps([time.process_time() - began, peak]).encode())
        os._exit(0)
    os.close(write_end)
    os.waitpid(child, 0)
    told = os.read(read_end, 1000)
    os.close(read_end)
    seconds, peak = json.loads(told) if told else (float("inf"), float("inf"))
    return seconds, peak


def print_hostile(most_bytes: int, most_tags: int) -> None:
    for stage in STAGES.values():
        stage(parse(b"<p>compiled code <a href=/>is loaded</a> untimed<p>x"))
    print("| page | KB | parse | " + " | ".join(STAGES) + " | all, CPU s | most MB |\n|---|" + "---:|" * (len(STAGES) + 4))
    for name in PAGES:
        body = made(name, most_bytes, most_tags)
        found = [cost(partial(parse, body))]
        page = parse(body)
        found += [cost(partial(stage, page)) for stage in STAGES.values()]
        seconds = " | ".join(f"{each:.2f}" for each, _ in found)
        total, most = sum(each for each, _ in found), max(peak for _, peak in found)
        print(f"| {name} | {len(body) / 1000:,.0f} | {seconds} | {total:.1f} | {most:,.0f} |", flush=True)


def print_normal() -> None:
    """Telling which pages are unusual, beside mining them; and how many are."""
    print("| pages of | number | unusual | telling them / mining |\n|---|---:|---:|---:|")
    for corpus in ("feedsites", "publishers", "pagetypes2"):
        pages: list[Row] = [page for site in article_sites(corpus, 12) for page in site.pages]
        fetched = [
            Fetched(f"https://site.invalid/{place}", (page["html"] or "").encode("utf-8", "replace")) for place, page in enumerate(pages)
        ]
        list(mine(fetched[:3]).articles)
        mining = _seconds(partial(_mined, fetched))
        telling = _seconds(partial(_unusual, fetched))
        print(f"| {corpus} | {len(fetched)} | {_unusual(fetched)} | {telling / mining:.4f} |", flush=True)


def _mined(pages: Sequence[Fetched]) -> int:
    return len(list(mine(pages).articles))


def _unusual(pages: Sequence[Fetched]) -> int:
    return sum(is_unusual(page.body) for page in pages)


def _seconds(work: Callable[[], Any]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def main() -> None:
    options = argparse.ArgumentParser("python -m bench.hostile_cost", description="What hostile pages cost, stage by stage.")
    options.add_argument("--bytes", type=int, default=UNUSUAL_BYTES, help="most bytes of a page")
    options.add_argument("--tags", type=int, default=UNUSUAL_TAGS, help="most tags of a page")
    options.add_argument("--normal", action="store_true", help="what the limit costs a normal run, instead")
    chosen = options.parse_args()
    if chosen.normal:
        print_normal()
    else:
        print_hostile(chosen.bytes, chosen.tags)


if __name__ == "__main__":
    main()
