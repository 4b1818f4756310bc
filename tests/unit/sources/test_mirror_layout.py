import pytest

from sitelode.sources.saved_addresses import Claims, Layout, SavedPage, address_in_mirror, file_address, layout_of, recover_addresses


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("index.html", "https://h.example/"),
        ("a/index.html", "https://h.example/a/"),
        ("a/b.html", "https://h.example/a/b.html"),
        ("index.html?p=3", "https://h.example/?p=3"),
        ("index.html@p=3", "https://h.example/?p=3"),
        ("index.html?p=3.html", "https://h.example/?p=3"),
        ("a/view.php?id=4&x=1.html", "https://h.example/a/view.php?id=4&x=1"),
        ("q.html?u=b%2Fc.html", "https://h.example/q.html?u=b/c"),
        ("view.php.html", "https://h.example/view.php"),
        ("me@home.html", "https://h.example/me@home.html"),
        ("a b/ü.html", "https://h.example/a%20b/%C3%BC.html"),
        ("a%2Fb.html", "https://h.example/a%2Fb.html"),
        ("caf\udce9.html", "https://h.example/caf%E9.html"),
    ],
)
def test_names_in_a_mirror(path, address):
    assert address_in_mirror("https://h.example/", path) == address


@pytest.mark.parametrize(
    ("folder", "subfolders", "pages_at_top", "layout"),
    [
        pytest.param("saved", ["www.news.example", "css"], False, Layout(frozenset({"www.news.example"})), id="host folders"),
        pytest.param("saved", ["example.com+8080", "localhost:80", "10.0.0.1"], False, None, id="hosts with ports"),
        pytest.param("www.news.example", ["css", "a"], True, Layout(own_host="www.news.example"), id="the folder is the host"),
        pytest.param("news.example", ["www.news.example"], False, Layout(frozenset({"www.news.example"})), id="both: the inner one"),
        pytest.param("news.example", ["a.com"], True, Layout(own_host="news.example"), id="both, with pages beside: the outer one"),
        pytest.param("public", ["posts", "v1.0", "jquery.min", ".git"], True, Layout(), id="no host anywhere"),
    ],
)
def test_hosts_are_seen_in_names(folder, subfolders, pages_at_top, layout):
    expected = layout or Layout(frozenset(subfolders))

    assert layout_of(folder, subfolders, pages_at_top=pages_at_top) == expected


def saved(path, canonical=None, saved_from=None, https_lead=0):
    return SavedPage(path, Claims(saved_from, canonical), https_lead)


def test_the_order_of_trust():
    mirror = Layout(frozenset({"h.example"}))
    pages = [
        saved("h.example/a.html", canonical="https://h.example/own", saved_from="https://h.example/noted"),
        saved("h.example/b.html", canonical="https://h.example/own2"),
        saved("h.example/c.html"),
        saved("elsewhere/d.html"),
    ]

    assert recover_addresses(pages, mirror).addresses == [
        "https://h.example/noted",
        "https://h.example/own2",
        "https://h.example/c.html",
        "file:///elsewhere/d.html",
    ]


def test_a_canonical_link_that_all_files_share_is_not_believed():
    pages = [saved(f"{number}.html", canonical="https://h.example/home") for number in range(3)]

    assert recover_addresses(pages, Layout()).addresses == ["file:///0.html", "file:///1.html", "file:///2.html"]


def test_a_canonical_link_to_another_site_is_not_believed_in_a_mirror():
    pages = [saved("h.example/a.html", canonical="https://original.example/a"), saved("h.example/b.html", canonical="/c")]

    assert recover_addresses(pages, Layout(frozenset({"h.example"}))).addresses == ["https://h.example/a.html", "https://h.example/c"]


def test_scheme_by_the_links_of_the_pages():
    layout = Layout(frozenset({"old.example", "new.example"}))
    pages = [saved("old.example/a.html", https_lead=-3), saved("new.example/a.html", https_lead=2), saved("old.example/b", https_lead=1)]

    assert recover_addresses(pages, layout).addresses == ["http://old.example/a.html", "https://new.example/a.html", "http://old.example/b"]


def test_canonical_links_show_where_the_folder_belongs():
    pages = [
        saved("index.html", canonical="https://h.example/blog/"),
        saved("posts/one/index.html", canonical="https://h.example/blog/posts/one/"),
        saved("posts/two.html", canonical="https://h.example/blog/posts/two"),
        saved("404.html"),
    ]
    recovered = recover_addresses(pages, Layout())

    assert recovered.addresses[-1] == "https://h.example/blog/404.html"
    assert recovered.aliases["https://h.example/blog/posts/one/index.html"] == "https://h.example/blog/posts/one/"
    assert recovered.aliases["https://h.example/blog/posts/two.html"] == "https://h.example/blog/posts/two"


def test_canonical_links_of_two_sites_show_nothing():
    pages = [saved("index.html", canonical="https://h.example/"), saved("a.html", canonical="https://i.example/a.html"), saved("b.html")]

    assert recover_addresses(pages, Layout()).addresses[-1] == "file:///b.html"


def test_links_rewritten_by_a_mirror_still_find_their_page():
    mirror = Layout(frozenset({"h.example"}))
    pages = [
        saved("h.example/index.html?p=3.html"),
        saved("h.example/a/b9f2.html", saved_from="h.example/a/b.php?id=9"),
        saved("h.example/q.html?u=b%2Fc.html"),
        saved("h.example/about.html"),
    ]
    aliases = recover_addresses(pages, mirror).aliases

    assert aliases["https://h.example/q.html%3Fu=b%252Fc.html"] == "https://h.example/q.html?u=b/c"
    assert aliases["https://h.example/about"] == "https://h.example/about.html"

    assert aliases["https://h.example/index.html%3Fp=3.html"] == "https://h.example/?p=3"
    assert aliases["https://h.example/a/b9f2.html"] == "https://h.example/a/b.php?id=9"


def test_a_name_that_fits_two_pages_is_nobody_s():
    pages = [saved("a/index.html", canonical="https://h.example/one"), saved("b/index.html", canonical="https://h.example/two")]

    assert "https://h.example/index.html" not in recover_addresses(pages, Layout()).aliases


def test_a_mirror_without_host_folders_is_linked_all_the_same():
    aliases = recover_addresses([saved("a?id=1"), saved("index.html?p=3"), saved("index.html")], Layout()).aliases

    assert aliases["file:///a?id=1"] == "file:///a%3Fid=1"
    assert aliases["file:///?p=3"] == "file:///index.html%3Fp=3"
    assert aliases["file:///"] == "file:///index.html"


def test_folders_of_plain_files_have_an_address_too():
    recovered = recover_addresses([saved("a/index.html"), saved("b c%.html")], Layout())

    assert recovered.addresses == ["file:///a/index.html", "file:///b%20c%25.html"]
    assert recovered.aliases["file:///a/"] == "file:///a/index.html"
    assert file_address("caf\udce9") == "file:///caf%E9"
    assert recover_addresses([], Layout()).addresses == []
