"""Pages and labels made to hurt: all are read in bounded time, none breaks a classifier."""

import time
from dataclasses import replace

import pytest
from machine_speed import slowness

from sitelode.classify.labels import read_labels
from sitelode.classify.reading import read_html, text_page
from sitelode.classify.similar import SimilarPages
from sitelode.html.parse import parse
from sitelode_lab.classify.layout_links import LayoutLinks
from sitelode_lab.classify.markov_trees import whole_tree
from sitelode_lab.classify.place_tree import address_path
from sitelode_lab.classify.summaries import sentences_of

SECONDS = 20  # on a busy machine; each takes far less than one

PAGES = {
    "one endless word": "a" * 3_000_000,
    "a million tags": "<b>" * 200_000 + "x",
    "many class names": "<div class='" + " ".join(f"c{n}" for n in range(20_000)) + "'>x</div>",
    "many links": "".join(f"<a href='/{n}'>link {n}</a>" for n in range(30_000)),
    "full stops": "<p>" + ". " * 300_000,
    "no HTML at all": "\x00\x01\x02" * 1000,
}


@pytest.mark.parametrize("name", list(PAGES))
def test_a_hostile_page_is_read_within_bounds(name):
    start = time.process_time()
    page = read_html(PAGES[name], "https://a.test/")

    assert sum(len(block.text) for block in page.blocks) <= 200_000
    assert len(page.links) <= 2_000
    assert len(sentences_of(page)) <= 2_000
    assert time.process_time() - start < SECONDS * slowness()


def test_ranking_among_hostile_pages_ends():
    pages = [read_html(html, f"https://a.test/{place}") for place, html in enumerate(PAGES.values())]

    assert len(SimilarPages(pages).ranked([0], [1])) == len(pages) - 2


@pytest.mark.parametrize(
    "html",
    [PAGES["many links"], "".join(f"<div><a href='/{n}'>x</a>" for n in range(500)), "<a href='/0'>" * 50_000],
    ids=["many", "boxes in boxes", "links in links"],
)
def test_links_of_a_hostile_page_are_ranked_within_bounds(html):
    start = time.process_time()
    found = LayoutLinks(parse(html.encode(), "https://a.test/")).ranked(["/0"])

    assert len(found) < 5_000
    assert all(0 <= link.probability <= 1 for link in found)
    assert time.process_time() - start < SECONDS * slowness()


def test_an_endless_address_is_cut():
    assert len(address_path("http://a.test/" + "x/" * 100_000)) <= 64


def test_a_chain_of_pages_is_walked_without_recursion():
    pages = [replace(text_page("x", f"https://a.test/{n}"), links=((f"https://a.test/{n + 1}", ""),)) for n in range(20_000)]

    assert len(whole_tree(pages)) == 20_000


@pytest.mark.parametrize(
    "line",
    ["<Topic r:id=" + '"' * 500_000, "<link " * 200_000, "a," * 500_000, '"' * 500_001, '{"url":' * 10_000],
    ids=["quotes", "links", "cells", "quotation", "braces"],
)
def test_a_hostile_line_of_labels_costs_little(tmp_path, line):
    (tmp_path / "l.csv").write_text(f"http://a.test/,x\n{line}\n", encoding="utf-8")
    start = time.process_time()

    assert read_labels(tmp_path / "l.csv").of_url == {"http://a.test/": "x"} or line.startswith("a,")
    assert time.process_time() - start < SECONDS * slowness()
