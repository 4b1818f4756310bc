"""The same list in several layouts is one table, each record once, with the pages that show it."""

import csv
from dataclasses import replace

from list_pages import page_of, phrase

from sitelode.output.tables.write_tables import write_records
from sitelode.tables.lists.joined_lists import joined_lists
from sitelode.tables.lists.site_lists import find_site_lists

SHOP = "https://shop.example"


def archive(first, count, number):
    """Products with a text and a price."""
    items = "".join(
        f"<li class=item><h3><a href=/p/{n}>{phrase(n, 4)}</a></h3><p class=about>{phrase(n + 3, 12)}</p><b class=price>${n + 3}.50</b></li>"
        for n in range(first, first + count)
    )
    return page_of(f"<h1>All things</h1><ul class=items>{items}</ul>", f"{SHOP}/all/{number}")


def front(numbers):
    """The same products as cards, with a picture and without a price."""
    cards = "".join(
        f"<div class=card><a href=/p/{n}><img src=/i/{n}.jpg></a><div class=said><a href=/p/{n}>{phrase(n, 4)}</a><i>{phrase(n + 3, 12)}</i></div></div>"
        for n in numbers
    )
    return page_of(f"<div class=cards>{cards}</div>", f"{SHOP}/")


def people():
    rows = "".join(
        f"<tr><td><a href=/u/{n}>{phrase(n + 9, 2)}</a></td><td>{phrase(n + 5, 8)}</td><td>{n + 1} years</td></tr>" for n in range(8)
    )
    return page_of(f"<table class=staff>{rows}</table>", f"{SHOP}/people")


def found(*layouts):
    lists = [each for pages in layouts for each in find_site_lists(pages, most=1)]
    return joined_lists(lists, lambda _: None, ())


def test_a_front_page_and_an_archive_are_one_table():
    (table,) = found([archive(0, 8, 1), archive(8, 8, 2)], [front(range(3, 9))])
    rows = {row["link"]: row for row in table.table().rows()}

    assert len(table) == len(rows) == 16
    assert rows[f"{SHOP}/p/4"]["title"] == phrase(4, 4)
    assert rows[f"{SHOP}/p/4"]["price"] == "$7.50"
    assert rows[f"{SHOP}/p/4"]["picture"] == f"{SHOP}/i/4.jpg", "what only the front page shows"
    assert sorted(name for name in table.kept_names) == ["description", "link", "picture", "price", "title"]


def test_a_record_has_the_pages_that_show_it(tmp_path):
    (table,) = found([archive(0, 8, 1), archive(8, 8, 2)], [front(range(3, 9))])
    write_records([table], tmp_path)
    with (tmp_path / "records" / "list-1.csv").open(encoding="utf-8") as file:
        rows = {row["link"]: row["seen_on"] for row in csv.DictReader(file)}

    assert rows[f"{SHOP}/p/4"] == f"{SHOP}/all/1 | {SHOP}/"
    assert rows[f"{SHOP}/p/1"] == f"{SHOP}/all/1"


def test_lists_of_other_things_stay_apart():
    assert [len(table) for table in found([archive(0, 8, 1)], [people()])] == [8, 8]


def test_lists_built_alike_that_lead_to_one_layout_are_one():
    lists = [find_site_lists([archive(first, 8, first)], most=1)[0] for first in (0, 8)]
    place_of = {f"{SHOP}/p/{number}": number for number in range(16)}.get

    assert [len(table) for table in joined_lists(lists, place_of, [0] * 16)] == [16]
    assert [len(table) for table in joined_lists(lists, place_of, [0] * 8 + [1] * 8)] == [8, 8]


def test_posts_of_one_author_are_several_records():
    def thread(number):
        posts = "".join(f"<div class=post><a href=/u/1>Ada</a><p>{phrase(number * 9 + n, 14)}</p></div>" for n in range(5))
        return page_of(f"<div class=posts>{posts}</div>", f"{SHOP}/t/{number}")

    (posts,) = find_site_lists([thread(number) for number in range(3)], most=1)

    assert len(posts) == 15
    assert posts.rule.key == ""


def posts(first, count):
    """Posts of two authors, so that no link tells a post from others."""
    shown = "".join(
        f"<li class=post><a href=/u/{n % 2}>{phrase(n % 2, 2)}</a><p>{phrase(n, 9)}</p></li>" for n in range(first, first + count)
    )
    return page_of(f"<ul class=posts>{shown}</ul>", f"{SHOP}/posts/{first}")


def with_name(found, old, new):
    columns = tuple(replace(column, name=new if column.name == old else column.name) for column in found.rule.columns)
    records = tuple(
        replace(record, fields={new if name == old else name: value for name, value in record.fields.items()}) for record in found.records
    )
    return replace(found, rule=replace(found.rule, columns=columns), records=records)


def test_records_without_a_link_of_their_own_stay_the_same_when_another_list_names_a_column():
    (larger,), (smaller,) = (find_site_lists([page], most=1) for page in (posts(0, 12), posts(3, 6)))
    (table,) = joined_lists([larger, with_name(smaller, "text", "remark")], lambda _: None, ())

    assert larger.rule.key == ""
    assert len(table) == 12
    assert all("remark" in record.fields for record in table.records)
