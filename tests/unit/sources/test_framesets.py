"""A frameset and the pages in its frames are one page."""

import time

import pytest
from machine_speed import slowness

from sitelode.model import Dropped, Fetched
from sitelode.site.reading import read_site
from sitelode.sources.framesets import JoinedFramesets, frame_addresses, is_frameset

MENU = "<html><body><a href=story1.html>One</a> <a href=story2.html>Two</a></body></html>"
STORY = (
    "<html><head><title>inner</title></head><body bgcolor=white><h1>Flood in the lower town</h1><p>Water came at noon.</p></body></html>"
)
FRAMESET = (
    '<html><head><meta charset="latin-1"><title>The Paper</title></head><frameset cols="20%,*"><frame src="menu.html" name=m>'
    "<FRAME SRC=story1.html><noframes><body>No frames here</body></noframes></frameset></html>"
)


@pytest.fixture
def folder(tmp_path):
    for name, text in {
        "index.html": FRAMESET,
        "menu.html": MENU,
        "story1.html": STORY,
        "story2.html": STORY.replace("Flood", "Fire"),
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_a_frameset_is_one_page_with_the_text_of_its_frames(folder):
    site = read_site(folder)
    pages = {page.url.rpartition("/")[2]: page for page in site.pages()}
    whole = next(page for page in pages.values() if "Flood" in page.text(0))

    assert sorted(entry.url.rpartition("/")[2] for entry in site.entries if "story" in entry.url) == ["story2.html"]
    assert len(site.entries) == 2
    assert "Water came at noon." in whole.text(0)
    assert "One" in whole.text(0)
    assert "No frames here" not in whole.text(0)
    assert [whole.text(int(row)) for row in whole.rows("title")] == ["The Paper"]
    assert site.dropped["part of a frameset"] == 2


def test_reading_a_second_time_changes_nothing(folder, tmp_path):
    first = read_site(folder, folder=tmp_path / "out")
    counts = [len(first.entries), first.dropped["part of a frameset"]]
    first.store.close()
    second = read_site(tmp_path / "out")

    assert [len(second.entries), second.dropped["part of a frameset"]] == counts
    second.store.close()


class Given:
    """A source of pages in memory that says how often it was read."""

    name, expected, aliases, feeds = "given", None, {}, ()

    def __init__(self, *pages):
        self.pages, self.times = pages, 0

    def items(self):
        self.times += 1
        yield from self.pages


def page(name, text):
    return Fetched(f"http://x.example/{name}", text.encode(), "text/html")


def joined(source):
    return JoinedFramesets(source, source.items)


def test_a_source_without_framesets_is_read_once_and_unchanged():
    source = Given(page("a", STORY), Dropped("b", "not HTML"), page("c", "<p>About the frameset element: &lt;frameset> <body></p>"))

    assert list(joined(source).items()) == list(source.pages)
    assert source.times == 1


def test_a_frame_is_found_whatever_the_spelling_of_its_address():
    frame = Fetched("HTTP://X.example:80/a#top", b"<body>Alpha</body>", "text/html")
    *_, whole = joined(Given(frame, page("index", "<frameset><frame src=a></frameset>"))).items()

    assert b"Alpha" in whole.body


def test_framesets_inside_framesets_and_circles_end():
    source = Given(
        page("outer", "<frameset><frame src=inner><frame src=outer></frameset>"),
        page("inner", "<frameset><frame src=a><frame src=outer></frameset>"),
        page("a", "<body>Alpha</body>"),
    )
    wrapped = joined(source)
    items = list(wrapped.items())

    assert [item.url.rpartition("/")[2] for item in items] == ["a", "outer"]
    assert items[-1].body.count(b"Alpha") == 1
    assert set(wrapped.parts) == {"http://x.example/inner", "http://x.example/a"}
    assert source.times == 2


def test_frames_behind_their_frameset_are_held_back_and_need_no_second_reading():
    source = Given(page("index", "<frameset><frame src=a><frame src=index></frameset>"), page("a", "<body>Alpha</body>"), page("b", STORY))
    story, whole, part = JoinedFramesets(source, source.items, held_back=True).items()

    assert (story.url, whole.url) == ("http://x.example/b", "http://x.example/index")
    assert b"Alpha" in whole.body
    assert part == Dropped("http://x.example/a", "part of a frameset", "of http://x.example/index")
    assert source.times == 1


@pytest.mark.parametrize("held_back", [False, True])
def test_a_pipe_is_read_once_and_its_framesets_are_joined_all_the_same(held_back):
    source = Given(page("a", "<body>Alpha</body>"), page("index", "<frameset><frame src=a><frame src=b></frameset>"), page("b", "Beta"))
    items = list(JoinedFramesets(source, None, held_back=held_back).items())
    whole = next(each for each in items if each.url.endswith("index"))

    assert b"Alpha" in whole.body
    assert b"Beta" in whole.body
    assert source.times == 1


def test_a_menu_of_many_framesets_is_on_all_of_them():
    source = Given(
        page("one", "<frameset><frame src=menu><frame src=a></frameset>"),
        page("two", "<frameset><frame src=menu><frame src=b></frameset>"),
        *(page(name, f"<body>{name}</body>") for name in ("menu", "a", "b")),
    )
    wholes = {item.url.rpartition("/")[2]: item.body for item in list(joined(source).items())[3:]}

    assert b"menu" in wholes["one"]
    assert b"menu" in wholes["two"]
    assert b"<div>b</div>" in wholes["two"]


@pytest.mark.parametrize("piece", ["<frame ", "<body ", "<frame src=x>"])
def test_a_page_of_unclosed_tags_takes_no_time(piece):
    source = Given(page("index", "<frameset><frame src=a>" + (piece * 100_000)[:200_000]), page("a", "<p>x" + piece * 100_000))
    begun = time.process_time()
    list(joined(source).items())

    assert time.process_time() - begun < 5 * slowness()


def test_frames_that_are_not_there_leave_the_frameset_as_it_is():
    alone = page("index", FRAMESET)
    first, *named = joined(Given(alone)).items()

    assert first == alone
    assert [(each.reason, each.detail.split()[3]) for each in named] == [
        ("frame missing", "http://x.example/menu.html:"),
        ("frame missing", "http://x.example/story1.html:"),
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"<html><FRAMESET rows='*'>", True),
        (b"<body><frameset cols=1>", False),
        (b"<p>no</p>", False),
        (b"", False),
        (b" " * 100_000 + b"<frameset >", False),
    ],
)
def test_what_is_a_frameset(body, expected):
    assert is_frameset(body) is expected


def test_addresses_of_frames_are_resolved_and_bounded():
    many = "<frameset>" + "".join(f"<frame src='p{n}.html'>" for n in range(100)) + "<frame src='javascript:x()'></frameset>"

    assert frame_addresses(page("dir/index.html", "<frameset><frame src=../a.html?x=1&amp;y=2><frame src=../a.html?x=1&amp;y=2>")) == [
        "http://x.example/a.html?x=1&y=2"
    ]
    assert len(frame_addresses(page("", many))) == 40
