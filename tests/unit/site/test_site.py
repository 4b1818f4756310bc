import itertools
import sqlite3
from contextlib import closing

import numpy as np
import pytest

from sitelode.errors import NoPagesError, ResultError
from sitelode.html.parse import ParseLimits, parse
from sitelode.model import Dropped, Fetched
from sitelode.site.columns_file import pack_columns, unpack_columns
from sitelode.site.site import STORE_NAME, open_site, reopen_site
from sitelode.site.store import KeptPages, SiteStore

STORY = "The harbour master closed the gate at noon. " * 12


def page(path, body, title="A title"):
    html = f"<title>{title}</title><div>Menu</div><p>{body}</p>"
    return Fetched(f"https://site.example/{path}", html.encode(), "text/html", origin=path)


def opened(*items, **options):
    return open_site(items, "test", **options)


def urls(site):
    return [entry.url for entry in site.entries]


def test_pages_come_back_as_they_went_in(tmp_path):
    site = opened(page("a", "<b>One</b>"), page("b", "Zwei &amp; <custom-tag x=1>drei</custom-tag>"), folder=tmp_path)
    again = reopen_site(tmp_path)

    assert urls(again) == ["https://site.example/a", "https://site.example/b"]
    for number, html in ((0, b"One"), (1, b"Zwei & drei")):
        assert html in again.pages()[number].columns.text
        assert np.array_equal(again.pages()[number].columns.tag, site.pages()[number].columns.tag)
    assert again.pages()[1].columns.unknown_tags == ("custom-tag",)


def test_pages_that_memory_has_no_room_for_come_back_from_the_temporary_file(monkeypatch):
    monkeypatch.setattr("sitelode.site.store.KeptPages", lambda: KeptPages(most_bytes=1))
    site = opened(page("a", "<b>One</b> <a href=b>two</a>"), page("b", "Zwei <custom-tag x=1>drei</custom-tag>"))

    assert [each.text() for each in site.pages()] == ["A titleMenuOne two", "A titleMenuZwei drei"]
    assert site.pages()[0] is not site.pages()[0]
    assert [link.target for _ in range(2) for link in site.links(0)] == ["https://site.example/b"] * 2


def test_pages_of_a_small_site_in_memory_are_never_packed(monkeypatch):
    monkeypatch.setattr("sitelode.site.store.pack_columns", lambda _: pytest.fail("a page was packed"))
    site = opened(page("a", "<b>One</b>"), page("b", "Two, and more"), Dropped("c", "too large"))
    site.add_aliases({"https://site.example/old": "https://site.example/a"})

    assert [each.text() for each in site.pages()] == ["A titleMenuOne", "A titleMenuTwo, and more"]
    assert site.dropped == {"too large": 1}
    assert site.aliases["https://site.example/old"] == "https://site.example/a"


def test_pages_that_repeat_others_can_be_read_without_a_folder():
    site = opened(page("a", "<b>One</b>"), page("b", "<b>One</b>"))

    assert [entry.twin for entry in site.all_entries] == [None, 0]
    assert site.store.page(1).text() == "A titleMenuOne"
    with pytest.raises(ResultError, match="no page 2"):
        site.store.page(2)


def test_columns_survive_packing():
    columns = parse(b"<p class=x>Text <a href=y>link</a><foo>z</foo>").columns
    again = unpack_columns(pack_columns(columns))

    for name in columns.__slots__:
        assert np.array_equal(getattr(columns, name), getattr(again, name)), name


@pytest.mark.parametrize(
    ("second", "reason"),
    [
        pytest.param(page("a", "other text"), "same address", id="one address twice"),
        pytest.param(page("b", STORY), "same bytes", id="a copy"),
        pytest.param(
            Fetched("https://site.example/c", f"<div>Menu</div><p class=print>{STORY}</p>".encode()), "same text", id="a print version"
        ),
        pytest.param(page("d", STORY + "</p><p>Seen 18 times."), "nearly the same text", id="a counter"),
    ],
)
def test_repetitions_are_dropped_and_counted(second, reason):
    site = opened(page("a", STORY), second)

    assert urls(site) == ["https://site.example/a"]
    assert site.dropped == {reason: 1}
    assert list(site.twins.values()) == ["a"]


def test_a_page_that_names_another_as_its_canonical_is_a_repetition():
    copy = page("a?print=1", "<link rel=canonical href=/a>" + STORY[:90])
    site = opened(page("a", STORY), copy)

    assert urls(site) == ["https://site.example/a"]
    assert site.dropped == {"same canonical address": 1}


def test_a_site_whose_pages_all_claim_one_address_keeps_its_pages():
    site = opened(*(page(str(n), f"<link rel=canonical href=/0>{n}{STORY[n:]}", title=f"Title {n}") for n in range(5)))

    assert len(site.entries) == 5


def test_links_to_a_canonical_address_reach_the_page():
    site = opened(page("a?id=7", "<link rel=canonical href=/seven>x"), page("b", "<a href=/seven>seven</a>"))

    assert [link.target for link in site.links(1)] == ["https://site.example/a?id=7"]


def test_short_pages_of_one_template_are_not_repetitions():
    notice = "<p>" + "Goods once sold are not taken back by the house. " * 20
    site = opened(*(page(str(n), f"Item {n}{notice}", title=f"Item {n}") for n in range(5)))

    assert len(site.entries) == 5


def test_bad_pages_cost_only_themselves():
    site = opened(
        page("a", "fine"),
        Fetched("https://site.example/b", b""),
        Fetched("https://site.example/c", b"\x89PNG\r\n\x1a\n" + bytes(100)),
        Fetched("https://site.example/d", b"<p>" + b"x" * 5000),
        Dropped("e.html", "unreadable"),
        limits=ParseLimits(max_bytes=4000),
    )

    assert urls(site) == ["https://site.example/a"]
    assert site.dropped == {"empty": 1, "not HTML": 1, "too large": 1, "unreadable": 1}


def test_a_source_without_pages_is_an_error_that_says_so():
    with pytest.raises(NoPagesError, match=r"no HTML page in test \(items looked at: 1\)"):
        opened(Dropped("x", "not HTML"))


def test_the_only_file_of_a_folder_is_not_the_folder(tmp_path):
    with pytest.raises(NoPagesError, match=r"no HTML page in .+ \(items looked at: 1; the first: no tag\)"):
        open_site([Dropped("x", "not HTML", "no tag")], name=str(tmp_path))


def test_the_only_page_says_itself_why_it_cannot_be_read():
    with pytest.raises(NoPagesError, match=r"^test cannot be read as a page: the page has 10 tags, the limit is 9$"):
        opened(Fetched("https://site.example/a", b"<p>x" * 10), limits=ParseLimits(max_tags=9))


def test_an_interrupted_opening_goes_on(tmp_path):
    items = [page(str(n), f"Story number {n}. {STORY[n:]}", title=f"T{n}") for n in range(6)] + [Dropped("x", "not HTML")]

    def interrupted():
        yield from items[:4]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        open_site(interrupted(), "test", tmp_path)
    with pytest.raises(ResultError, match="incomplete"):
        reopen_site(tmp_path)
    site = open_site(items, "test", tmp_path)

    assert len(site.entries) == 6
    assert [entry.number for entry in site.entries] == list(range(6))
    assert site.dropped == {"not HTML": 1}


def test_another_source_replaces_the_store(tmp_path):
    open_site([page("a", "one")], "first", tmp_path)
    site = open_site([page("b", "two")], "second", tmp_path)

    assert urls(site) == ["https://site.example/b"]


def test_a_folder_that_holds_no_site(tmp_path):
    with pytest.raises(ResultError, match="mine the site into it first"):
        reopen_site(tmp_path)


def test_a_store_that_is_no_store(tmp_path):
    (tmp_path / STORE_NAME).write_bytes(b"not a database " * 100)

    with pytest.raises(ResultError, match="remove that file"):
        opened(page("a", "x"), folder=tmp_path)


def test_links_are_resolved_inside_the_site():
    html = (
        "<base href=/news/><nav><a href=one.html>First <b>story</b></a></nav>"
        "<p>See <a href='//www.site.example/two?utm_source=x#top'>two</a>"
        "<a href=https://elsewhere.example/>out</a><a href=javascript:x()>no</a><a href=#here>here</a>"
        "<a href=/pic><img alt='A boat'></a></p>"
    )
    site = opened(Fetched("https://site.example/a", html.encode()))
    links = site.links(0)

    assert [(link.target, link.anchor, site.pages()[0].tag_name(link.block)) for link in links] == [
        ("https://site.example/news/one.html", "First story", "nav"),
        ("https://www.site.example/two", "two", "p"),
        ("https://site.example/pic", "A boat", "p"),
    ]
    assert links.outside == 1


def test_progress_is_told():
    told = []
    open_site((page(str(n), f"x{n}") for n in range(3)), "test", on_page=told.append)

    assert told == [1, 2, 3]


def test_the_order_of_near_repetitions_does_not_matter():
    pages = [
        page("long/address", STORY + "</p><p>Seen 18 times."),
        page("s", STORY + "</p><p>Seen 9 times."),
        page("mid", STORY + "</p><p>Seen."),
    ]

    assert {tuple(urls(opened(*order))) for order in itertools.permutations(pages)} == {("https://site.example/s",)}


def test_a_site_read_anew_while_another_has_the_old_one_open(tmp_path):
    old = opened(page("a", "One"), folder=tmp_path)
    new = open_site([page("b", "Two")], "another source", folder=tmp_path)

    assert urls(new) == urls(reopen_site(tmp_path)) == ["https://site.example/b"]
    assert old.store.links(0) is not None, "whoever reads the old one keeps it"


def tables_of(path):
    with closing(sqlite3.connect(path)) as database:
        return {name for (name,) in database.execute("select name from sqlite_master where type = 'table'")}


def test_a_store_from_before_a_table_gets_it_and_one_of_others_is_left_alone(tmp_path):
    whole, foreign = tmp_path / "own.sqlite", tmp_path / "foreign.sqlite"
    SiteStore(whole).close()
    for path, change in ((whole, "drop table notes"), (foreign, "create table others (name text)")):
        with closing(sqlite3.connect(path)) as database:
            database.execute(change)
        SiteStore(path).close()

    assert {"notes", "feeds", "pages"} <= tables_of(whole)
    assert tables_of(foreign) == {"others"}
