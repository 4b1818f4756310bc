"""A frameset is one page with its frames where these are among the pages; alone it names them."""

import pytest

from sitelode.model import Dropped
from sitelode.sources.choice import open_source, with_framesets
from sitelode.sources.framesets import FRAME_MISSING

FRAMESET = '<html><head><title>The Paper</title></head><frameset><frame src="menu.html"><frame src="sub/story.html"></frameset></html>'
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
    page, *named = (each for each in with_framesets(open_source(path), held_back=True).items() if not is_part(each))
    assert all(isinstance(each, Dropped) for each in named)
    return page, [each.detail for each in named]


def is_part(item):
    return isinstance(item, Dropped) and item.reason != FRAME_MISSING


def test_a_frameset_that_was_given_alone_names_its_frames(paper):
    page, named = read(paper / "index.html")

    assert page.body == FRAMESET.encode()
    assert named == [f"without its frame file:///{name}: it is not among the pages" for name in ("menu.html", "sub/story.html")]


def test_a_folder_has_the_frames(paper):
    page, named = read(paper)

    assert page.body.index(b"One") < page.body.index(b"Water came.")
    assert b"The Paper" in page.body
    assert not named


def test_a_title_without_a_head_stays(paper):
    (paper / "index.html").write_text("<TITLE>Old</TITLE><frameset><frame src=menu.html></frameset>", encoding="utf-8")
    (paper / "sub" / "story.html").unlink()

    assert b"<title>Old</title>" in read(paper)[0].body


def test_framesets_in_frames_and_circles_end(paper):
    (paper / "menu.html").write_text(
        "<frameset><frame src=index.html><frame src=sub/deep.html><frame src=menu.html></frameset>", encoding="utf-8"
    )
    (paper / "sub" / "deep.html").write_text("<body>Deep</body>", encoding="utf-8")
    page, _ = read(paper)

    assert page.body.count(b"Deep") == 1
