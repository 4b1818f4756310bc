import pytest
from bench import adapters
from bench.site_address import site_address
from small_site import expected, small_site


def pages_of(sources):
    return [{"id": place, "url": path, "html": source} for place, (path, source) in enumerate(sources.items())]


def test_the_scorer_gets_a_kind_for_every_page_and_for_repeated_ones():
    pages = pages_of(small_site())
    original = pages[-10]
    pages.append({"id": "twin", "url": "/sport/1.html?again", "html": original["html"]})
    answers = adapters.structure(pages, "/")

    assert [answers[page["id"]][0] for page in pages[:-1]] == [expected(page["url"]) for page in pages[:-1]]
    assert answers["twin"] == answers[original["id"]]


def test_absolute_links_show_where_the_site_stood():
    sources = {path: source.replace('href="/', 'href="https://host.example/blog/') for path, source in small_site().items()}
    pages = pages_of(sources)

    assert site_address(list(sources), sources.values()) == "https://host.example/blog"
    assert adapters.structure(pages, "/")[0][0] == "index"


@pytest.mark.parametrize("pages", [[], [{"id": 1, "url": "/", "html": ""}]], ids=["none", "empty"])
def test_nothing_to_judge(pages):
    assert adapters.structure(pages, None) == {page["id"]: ("other", 0.0) for page in pages}


def test_links_to_other_sites_say_nothing():
    assert site_address(["/a", "/b"], ['<a href="https://other.example/a">']) is None
