import time

import pytest
from lantern_pages import source
from machine_speed import slowness
from made_articles import page_of

from sitelode.articles.reader import ClusterReader
from sitelode.html.feeds import FeedEntry, read_feed

RSS = b"""<?xml version="1.0"?><rss><channel><title>Lantern</title><link>https://lantern.example/</link>
<item><title>Swing &amp;amp; bridge</title><link>https://lantern.example/0</link><dc:creator><![CDATA[Ines Calloway]]></dc:creator>
<pubDate>Mon, 10 Mar 2031 10:00:00 +0000</pubDate><category>boats</category><category><![CDATA[the harbour]]></category></item>
<item><title>No address</title></item></channel></rss>"""
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Clock</title><link rel="replies" href="/1/comments"/><link href="/1"/>
<author><name>Tobias Wren</name><uri>/tobias</uri></author><published>2031-03-11T08:00:00Z</published><updated>2031-03-12T08:00:00Z</updated>
<category term="council"/></entry></feed>"""


def test_rss():
    entry = FeedEntry("Swing & bridge", "Ines Calloway", "Mon, 10 Mar 2031 10:00:00 +0000", "", ("boats", "the harbour"))

    assert read_feed(RSS, "https://lantern.example/feed") == {"https://lantern.example/0": entry}


@pytest.mark.parametrize(
    ("encoding", "declared", "content_type"),
    [
        ("windows-1251", '<?xml version="1.0" encoding="windows-1251"?>', None),
        ("windows-1251", "", "application/rss+xml; charset=windows-1251"),
        ("utf-16", "", None),
        ("utf-8", '<?xml version="1.0" encoding="utf-8"?>', None),
    ],
)
def test_the_encoding_is_the_one_that_is_announced(encoding, declared, content_type):
    written = "Ирина Морская, корреспондент у самого моря"
    feed = f"{declared}<rss><item><link>/0</link><author>{written}</author></item></rss>".encode(encoding)

    assert read_feed(feed, "https://lantern.example/feed", content_type)["https://lantern.example/0"].author == written


def test_atom():
    entry = FeedEntry("Clock", "Tobias Wren", "2031-03-11T08:00:00Z", "2031-03-12T08:00:00Z", ("council",))

    assert read_feed(ATOM, "https://lantern.example/feed") == {"https://lantern.example/1": entry}


def test_an_entry_without_link_is_known_by_its_permanent_address():
    items = b"<item><guid>https://lantern.example/2</guid></item><item><guid isPermaLink='false'>https://lantern.example/3</guid></item>"

    assert list(read_feed(b"<rss>" + items + b"</rss>", "https://lantern.example/feed")) == ["https://lantern.example/2"]


def test_entries_give_author_date_and_tags_to_the_pages_they_name():
    feed = {
        f"https://lantern.example/{number}": FeedEntry(
            "", f"Ann {'AB'[number % 2]}uthor", f"2031-03-{10 + number}", "", ("boats", f"tag{number}")
        )
        for number in range(5)
    }
    pages = [page_of(source(number), f"https://lantern.example/{number}") for number in range(5)]
    reader = ClusterReader.learnt(0, pages, feed)

    articles = [reader.article(page, "") for page in pages]

    assert [article.date for article in articles] == [f"2031-03-{10 + number}" for number in range(5)]
    assert articles[1].author == "Ann Buthor"
    assert articles[4].tags == ("boats", "tag4")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html><p>no feed",
        b"<item>" * 100_000,
        b"<item><link>" + b"<" * 500_000,
        b"<item>" + b"<category" * 50_000,
        b"<item>" + b"<category>" * 50_000,
        b"\xff\xfe<item><link>x",
        b"<item>" + b"<guid " * 50_000,
    ],
    ids=["empty", "page", "items", "brackets", "categories", "open categories", "bytes", "open guids"],
)
def test_damaged_feeds_cost_no_more_than_their_length(body):
    start = time.process_time()
    read_feed(body, "https://lantern.example/feed")

    assert time.process_time() - start < 3 * slowness()
