"""A frameset that was given alone is one page with the files beside it, and with no others."""

import io
import sys

import pytest

from sitelode.model import Dropped
from sitelode.sources.choice import open_source

FRAMESET = '<html><head><title>The Paper</title></head><frameset><frame src="menu.html"><frame src="sub/story.html?x=1"></frameset></html>'
FILES = {
    "paper/index.html": FRAMESET,
    "paper/menu.html": "<body><a href=a.html>One</a></body>",
    "paper/sub/story.html": "<body><h1>Flood</h1><p>Water came.</p></body>",
    "secret.html": "<body>secret</body>",
}


@pytest.fixture
def paper(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "paper"


def read(path):
    page, *named = open_source(path).items()
    assert all(isinstance(each, Dropped) for each in named)
    return page, [each.detail for each in named]


@pytest.mark.parametrize("name", ["index.html", "index.php", "no extension"])
def test_the_frames_of_a_file_are_files_beside_it_and_below(paper, name):
    (paper / "index.html").rename(paper / name)
    page, named = read(paper / name)

    assert page.body.index(b"One") < page.body.index(b"Water came.")
    assert b"The Paper" in page.body
    assert page.url == f"file:///{name.replace(' ', '%20')}"
    assert not named


def test_a_saved_page_keeps_its_address(paper):
    canonical = '<link rel=canonical href="http://x.example/dir/"></head>'
    (paper / "index.html").write_text(FRAMESET.replace("</head>", canonical).replace("menu.html", "http://x.example/dir/menu.html"))
    page, named = read(paper / "index.html")

    assert page.url == "http://x.example/dir/"
    assert b"One" in page.body
    assert b"Water came." in page.body
    assert not named


@pytest.mark.parametrize(
    "outside", ["../secret.html", "/secret.html", "%2e%2e/secret.html", "..%2fsecret.html", "sub/../../secret.html", "out.html"]
)
def test_no_file_outside_of_the_folder_is_read(paper, outside):
    (paper / "out.html").symlink_to(paper.parent / "secret.html")
    (paper / "index.html").write_text(FRAMESET.replace("sub/story.html?x=1", outside), encoding="utf-8")
    page, (named,) = read(paper / "index.html")

    assert b"One" in page.body
    assert b"secret" not in page.body
    assert named.startswith("without its frame ")


@pytest.mark.parametrize(
    ("src", "said"),
    [
        ("gone.html", "without its frame gone.html: there is no such file in the folder of the page"),
        ("photo.png", "without its frame photo.png: no page by its name"),
        ("empty.html", "without its frame empty.html: the page has no bytes"),
        ("http://other.example/x.html", "without its frame http://other.example/x.html: only files in the folder of the page are read"),
        ("a%00b.html", "without its frame a%00b.html: "),
        ("n" * 400 + ".html", f"without its frame {'n' * 400}.html: "),
    ],
)
def test_a_frame_that_cannot_be_had_is_named(paper, src, said):
    (paper / "photo.png").write_bytes(b"\x89PNG")
    (paper / "empty.html").touch()
    (paper / "index.html").write_text(FRAMESET.replace("menu.html", src), encoding="utf-8")
    page, named = read(paper / "index.html")

    assert b"Water came." in page.body
    assert len(named) == 1
    assert named[0].startswith(said)


def test_a_title_without_a_head_stays(paper):
    (paper / "index.html").write_text("<TITLE>Old</TITLE><frameset><frame src=menu.html></frameset>", encoding="utf-8")

    assert b"<title>Old</title>" in read(paper / "index.html")[0].body


def test_framesets_in_frames_and_circles_end(paper):
    (paper / "menu.html").write_text(
        "<frameset><frame src=index.html><frame src=sub/deep.html><frame src=menu.html></frameset>", encoding="utf-8"
    )
    (paper / "sub" / "deep.html").write_text("<body>Deep</body>", encoding="utf-8")
    page, named = read(paper / "index.html")

    assert page.body.count(b"Deep") == page.body.count(b"Water came.") == 1
    assert not named


def test_frames_are_bounded(paper):
    chain = "<frameset><frame src={}.html></frameset>"
    for step in range(10):
        (paper / f"c{step}.html").write_text(chain.format(f"c{step + 1}"), encoding="utf-8")
    (paper / "big.html").write_text("<body>" + "x" * 6_000_000, encoding="utf-8")
    many = "".join(f"<frame src=c{step}.html>" for step in range(3)) + "<frame src=big.html>"
    (paper / "index.html").write_text(f"<frameset>{many}</frameset>", encoding="utf-8")
    _, named = read(paper / "index.html")

    assert [each.split()[3] for each in named] == ["c3.html:", "big.html:"]
    assert named[0].endswith("framesets in frames go too deep, or the page has too many frames")
    assert "bytes" in named[1]


def test_a_frameset_in_a_pipe_names_its_frames(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FRAMESET.encode())))
    _, named = read("-")

    assert named[0] == "without its frame file:///menu.html: a pipe has no files beside it; give the file's name"
    assert len(named) == 2
