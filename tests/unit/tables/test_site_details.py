"""Detail pages and threads of a mined site as tables, and what is written of them."""

import csv
import json
from types import SimpleNamespace

import pytest
from small_site import opened, page, words

from sitelode.layout.site_layouts import find_layouts
from sitelode.output.tables.write_tables import write_details
from sitelode.tables.site_tables import find_details, find_index_lists

PRODUCTS, THREADS = 6, 4


def product(number):
    rows = "".join(f"<tr><th>{name}</th><td>{words(f'{number} {name}', 2)}</td></tr>" for name in ("Colour", "Size", "Price"))
    return page(words(f"product {number}", 2), f"<h1>{words(f'product {number}', 2)}</h1><table class=facts>{rows}</table>")


def thread(number):
    posts = "".join(
        f"<div class=post><b>{words(f'author {number} {post}', 1)}</b><p>{words(f'post {number} {post}', 25)}</p></div>"
        for post in range(5)
    )
    return page(words(f"thread {number}", 4), f"<h1>{words(f'thread {number}', 4)}</h1><div class=posts>{posts}</div>")


def shop():
    """Pages in memory with their layouts, and the kinds they have."""
    pages = {f"/product/{n}": product(n) for n in range(PRODUCTS)} | {f"/thread/{n}": thread(n) for n in range(THREADS)}
    site = opened(pages)
    finer = ["detail" if "/product/" in entry.url else "thread" for entry in site.entries]
    return site, find_layouts(site.pages()), SimpleNamespace(finer=finer)


def test_details_are_a_table_for_each_layout(tmp_path):
    found = find_details(*shop())
    removed = write_details(found, tmp_path)
    folder = tmp_path / "details" / f"layout-{found[0].layout}"
    with (folder / "fields.csv").open(encoding="utf-8") as file:
        head, *rows = list(csv.reader(file))
    lines = [json.loads(line) for line in (folder / "fields.jsonl").read_text("utf-8").splitlines()]

    assert [len(each) for each in found] == [PRODUCTS]
    assert len(rows) == len(lines) == PRODUCTS
    assert head[0] == "url"
    assert words("3 Colour", 2) in rows[3]
    assert not removed


def test_tables_of_an_earlier_result_are_removed(tmp_path):
    write_details(find_details(*shop()), tmp_path)
    (tmp_path / "details" / "notes.txt").write_text("mine", "utf-8")

    assert write_details([], tmp_path) == {"details/*.csv": 1}
    assert [path.name for path in (tmp_path / "details").iterdir()] == ["notes.txt"]


def test_too_few_details_are_no_table():
    site, layouts, kinds = shop()
    kinds.finer = ["detail", "detail", *["page"] * (len(site.entries) - 2)]

    assert find_details(site, layouts, kinds) == []


@pytest.mark.parametrize(("thing", "tables"), [("Product", 1), ("BlogPosting", 0)])
def test_pages_that_state_a_product_are_a_table_though_judged_articles(thing, tables):
    stated = '<script type="application/ld+json">{"@type": "%s", "name": "%s"}</script>'
    site = opened({f"/product/{n}": product(n).replace("<h1", stated % (thing, n) + "<h1") for n in range(PRODUCTS)})
    kinds = SimpleNamespace(finer=["article"] * PRODUCTS)

    found = find_details(site, find_layouts(site.pages()), kinds)

    assert [len(each) for each in found] == [PRODUCTS] * tables


def test_the_posts_of_threads_are_records():
    (posts,) = find_index_lists(*shop())

    assert len(posts) == 5 * THREADS
    assert len(posts.pages) == THREADS
    assert any(words("post 2 3", 25) in map(str, record.fields.values()) for record in posts.records)
