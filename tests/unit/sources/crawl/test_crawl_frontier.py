import pytest
from crawl_in_memory import START

from sitelode.sources.crawl.frontier import Entry, Frontier, Kind, LeftOut
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.sources.crawl.traps import TrapGuard


def frontier(**settings) -> Frontier:
    return Frontier(START, CrawlSettings(**settings), TrapGuard(), LeftOut())


def order(of: Frontier) -> list[str]:
    return [entry.url.removeprefix(START) for entry in iter(of.next_entry, None)]


def test_nearest_first_then_as_found():
    found = frontier()
    for path, depth in [("deep", 3), ("near", 1), ("far", 2), ("near-too", 1)]:
        found.offer(Entry(START + path, depth))

    assert order(found) == ["near", "near-too", "far", "deep"]


def test_each_page_once_whatever_its_spelling():
    found = frontier()
    for url in ("http://news.example/a", "https://news.example/a", "http://www.news.example/a", "http://news.example/a"):
        found.offer(Entry(url, 1))

    assert order(found) == ["a"]


def test_a_redirect_to_another_spelling_is_followed_once():
    found = frontier()
    found.offer(Entry("http://news.example/a", 1))
    found.next_entry()
    found.finish("http://news.example/a")

    assert found.offer(Entry("https://www.news.example/a", 1, redirects=1))
    assert not found.offer(Entry("https://www.news.example/a", 1, redirects=1))
    assert not found.offer(Entry("http://news.example/a", 1, redirects=2)), "there is no way back: redirect loops end here"


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        pytest.param(Entry("https://other.example/", 1), "off site", id="another site"),
        pytest.param(Entry("http://blog.news.example/", 1), "off site", id="a subdomain"),
        pytest.param(Entry("http://news.example:8080/", 1), "off site", id="another port"),
        pytest.param(Entry("file:///etc/passwd", 1), "not http", id="a file"),
        pytest.param(Entry(START + "photo.JPG?size=2", 1), "not a page by its name", id="an image"),
        pytest.param(Entry(START + "robots.txt", 1), "not a page by its name", id="robots.txt"),
        pytest.param(Entry(START + "paper.pdf", 1), "not a page by its name", id="a PDF file"),
        pytest.param(Entry(START + "a", 4), "too deep", id="deep"),
        pytest.param(Entry(START + "a", 1, redirects=11), "too many redirects", id="redirects"),
    ],
)
def test_misfits_are_counted_with_their_reason(entry, reason):
    found = frontier(max_depth=3)

    assert not found.offer(entry)
    assert not found.offer(entry)
    assert found.left_out.examples.get(reason, [None])[0] == entry.url
    assert found.next_entry() is None


@pytest.mark.parametrize(
    "path", ["page", "page.html", "page.php?id=3", "what-is-node.js", "v1.2/notes", "sitemap.xml", "docs/a", "documents/a"]
)
def test_pages_fit(path):
    found = frontier(max_depth=3)

    assert found.offer(Entry(START + path, 2))


def test_ten_redirects_are_followed():
    assert frontier().offer(Entry(START + "a", 1, redirects=10))


def test_a_sitemap_may_be_packed():
    assert frontier().offer(Entry(START + "sitemap.xml.gz", 0, Kind.SITEMAP))


def test_subdomains_when_wanted():
    found = frontier(subdomains=True)

    assert found.offer(Entry("https://blog.news.example/", 1))
    assert not found.offer(Entry("https://other.example/", 1))


def test_addresses_known_are_bounded(monkeypatch):
    monkeypatch.setattr("sitelode.sources.crawl.frontier.FEWEST_KNOWN", 10)
    found = frontier(max_pages=1)
    for number in range(100):
        found.offer(Entry(f"{START}{number}x", 1))

    assert len(found.waiting) == 21
    assert found.left_out.counts == {"too many addresses": 79}


def test_doubtful_patterns_wait_until_the_rest_is_read():
    found = frontier()
    for number in range(6):
        found.traps.learn(f"{START}empty?n={number}", {})
    found.offer(Entry(START + "empty?n=99", 1))
    found.offer(Entry(START + "deep-article", 7))

    assert order(found) == ["deep-article", "empty?n=99"]
