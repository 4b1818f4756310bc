import pytest

from sitelode.sources.saved_addresses import RootFinder


def root_of(paths, *pages):
    finder = RootFinder()
    for page in pages:
        finder.look(page.encode())
    return finder.root({path: number for number, path in enumerate(paths)})


@pytest.mark.parametrize(
    ("page", "root"),
    [
        pytest.param('<a href="https://h.example/a"><a href="https://h.example/b">', "https://h.example/", id="links in full"),
        pytest.param("<a href=//h.example/a><a href = 'https://h.example/b?x'>", None, id="one page shows nothing"),
        pytest.param('<a href="http://h.example/blog/a"><a href="http://h.example/blog/b">', "http://h.example/blog/", id="below a folder"),
        pytest.param(
            '<link rel="canonical" href="https://h.example/a"><meta property="og:url" content="https://h.example/b">',
            "https://h.example/",
            id="what pages call themselves",
        ),
        pytest.param('<a href="https://other.example/x"><a href="https://other.example/">', None, id="other pages of another site"),
        pytest.param('<a href="/a"><a href="b">', None, id="no host anywhere"),
        pytest.param('<a href="https://[">x</a><a href="https://' + "h" * 5_000 + '/a">', None, id="no addresses"),
    ],
)
def test_where_a_site_stood(page, root):
    assert root_of(["/a", "/b", "/c"], page) == root


def test_most_pages_decide_and_few_of_many_say_nothing():
    paths = [f"/{number}" for number in range(200)]
    own = "".join(f'<a href="https://own.example{path}">' for path in paths[:40])
    other = "".join(f'<a href="https://other.example{path}">' for path in paths[:5])

    assert root_of(paths, own, other) == "https://own.example/"
    assert root_of(paths, other) is None
