"""What a site's feed says reaches its articles; a feed that is hostile costs nothing but itself."""

import pytest
from stored_sites import write_files

from sitelode.articles.study import feed_of
from sitelode.model import Fetched
from sitelode.pipeline import mine
from sitelode.site.site import open_site

HOST = "https://paper.example"
DAYS = ["2024-03-05", "2024-03-09", "2024-04-17", "2024-05-02", "2024-05-21", "2024-06-13"]


def story(number: int) -> bytes:
    sentences = [
        f"Story {number} has sentence {part} about the harbour, the {number * part} boats and their crews." for part in range(1, 9)
    ]
    paragraphs = "".join(f"<p>{sentence} Nobody had expected number {number + part}.</p>" for part, sentence in enumerate(sentences))
    return (
        f"<html><title>Story {number}</title><nav><a href=/>Home</a></nav><h1>Story {number}</h1><main>{paragraphs}</main></html>".encode()
    )


def feed(extra: str = "") -> bytes:
    items = [
        f"<item><title>Story {number}</title><link>/story-{number}.html</link><dc:creator>Writer {number}</dc:creator>"
        f"<pubDate>{day}T08:00:00Z</pubDate></item>"
        for number, day in enumerate(DAYS)
    ]
    return f"<rss><channel>{''.join(items)}{extra}</channel></rss>".encode()


def pages() -> list[Fetched]:
    return [Fetched(f"{HOST}/story-{number}.html", story(number), origin=str(number)) for number in range(len(DAYS))]


def test_dates_and_authors_that_only_the_feed_has(tmp_path):
    folder = write_files(tmp_path, {f"paper.example/story-{number}.html": story(number) for number in range(len(DAYS))})
    write_files(tmp_path, {"paper.example/feed.xml": feed()})
    mined = mine(folder)
    articles = list(mined.articles)

    assert len(articles) == len(DAYS)
    assert [article.date[:10] for article in articles] == DAYS
    assert [article.author for article in articles] == [f"Writer {number}" for number in range(len(DAYS))]
    assert mined.dropped == {}


def test_what_pages_say_themselves_stands_before_the_feed():
    dated = [
        Fetched(
            each.url,
            each.body.replace(b"<title>", f'<meta property="article:published_time" content="{day}"><title>'.encode()),
            origin=each.url,
        )
        for each, day in zip(pages(), DAYS, strict=True)
    ]
    articles = list(mine([*dated, Fetched(f"{HOST}/feed", feed(), origin="feed")]).articles)

    assert [article.date for article in articles] == DAYS  # and not with the hour that the feed has


def test_pages_handed_over_may_have_a_feed_among_them():
    site = open_site([*pages(), Fetched(f"{HOST}/feed", feed("<item><link>https://other.example/</link></item>"), origin="feed")], "memory")

    assert len(site.entries) == len(DAYS)
    assert set(feed_of(site)) == {page.url for page in pages()}


@pytest.mark.parametrize(
    "hostile",
    [
        b"<rss>" + b"<item><link>" * 50_000,
        b'<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "'
        + b"x" * 1000
        + b'">'
        + b"".join(b'<!ENTITY a%d "&a;&a;&a;&a;">' % number for number in range(50))
        + b"]><rss><item><title>&a49;</title><link>/story-1.html</link>",
        b"<feed>" + b"<entry>" * 100_000,
        b"<rss \x00\xff" + bytes(range(256)) * 100,
        b"<feed><entry><link href='" + b"/" * 500_000,
        b"<rss><item><link>http://[::1</link><link>/story-1.html\xff</link></item>",
    ],
    ids=["unclosed", "entities", "many entries", "binary", "long address", "bad addresses"],
)
def test_a_hostile_feed_costs_only_itself(hostile):
    site = open_site([*pages(), Fetched(f"{HOST}/feed", hostile, "application/rss+xml", origin="feed")], "memory")

    assert len(site.entries) == len(DAYS)
    assert all(len(entry.title) < 2_000 for entry in feed_of(site).values())
