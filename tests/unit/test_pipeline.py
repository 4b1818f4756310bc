import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import sitelode
from sitelode.articles.body.evidence import segment_codes
from sitelode.articles.corrections import Correction, CorrectionLog
from sitelode.articles.site_articles import SiteReader
from sitelode.model import Fetched
from sitelode.output.result import write_result
from sitelode.text.segments import segments_of

EXAMPLE = Path(__file__).parents[2] / "examples" / "site"
STORIES = [
    "A ferry ran aground at dawn and was freed by the tide.",
    "The council met for nine hours over one bench.",
    "Nobody could say who had painted the lighthouse green.",
    "Herring prices fell for the third week in a row.",
]


def pages():
    for number, story in enumerate(STORIES):
        body = "".join(f"<p>{story} Part {part} of the story, told at some length.</p>" for part in range(4))
        html = f"<title>Story {number} | The Paper</title><nav><a href=/>Home</a></nav><h1>Story {number}</h1>{body}<footer>All rights reserved.</footer>"
        yield Fetched(f"https://paper.example/{number}", html.encode(), "text/html", origin=str(number))


def test_articles_of_pages_in_memory():
    mined = sitelode.mine(pages())
    articles = list(mined.articles)

    assert [article.title for article in articles] == [f"Story {number}" for number in range(4)]
    for article, story in zip(articles, STORIES, strict=True):
        assert story in article.text
        assert "All rights reserved" not in article.text
        assert article.language == "en"
        assert 0 < article.confidence <= 1
    assert list(mined.articles) == articles, "articles can be asked for again"


def test_a_table_in_one_call():
    frame = sitelode.mine(pages()).to_pandas()

    assert list(frame["url"]) == [f"https://paper.example/{number}" for number in range(4)]
    assert {"title", "text", "language", "date", "cluster", "confidence"} <= set(frame.columns)


def test_an_extra_that_is_missing_is_named_with_its_remedy(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)

    with pytest.raises(sitelode.SitelodeError, match=r"pip install 'sitelode\[tables\]'"):
        sitelode.mine(pages()).to_pandas()


def test_one_page_is_enough():
    (article,) = sitelode.mine([next(pages())]).articles

    assert STORIES[0] in article.text


def test_a_page_without_words_has_no_article():
    mined = sitelode.mine([*pages(), Fetched("https://paper.example/x", b"<title>x</title><img src=y>")])

    assert len(list(mined.articles)) == 4


def test_the_temporary_store_goes_with_the_site(tmp_path):
    code = (
        "import sitelode; from sitelode.model import Fetched\n"
        "mined = sitelode.mine([Fetched('https://x.example/', b'<p>' + b'word ' * 50)]); print(len(mined.site.entries))"
    )
    places = {"TMPDIR": str(tmp_path), "SQLITE_TMPDIR": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ | places)

    assert run.stdout.strip() == "1"
    assert not list(tmp_path.iterdir())


def test_what_somebody_corrected_is_obeyed_when_a_site_is_mined_again(tmp_path):
    first = sitelode.mine(pages(), folder=tmp_path)
    page = first.site.store.page(0)
    segments = segments_of(page)
    codes = segment_codes(page, segments, first.readers[0].studied.labels)
    heading = next(codes[place] for place, width in enumerate(segments.width) if width == len("Story 0"))
    log = CorrectionLog((Correction(page.url, (int(heading),), "body", repeated=True),))
    (tmp_path / "corrections.json").write_text(log.to_json(), "utf-8")

    assert not any(article.text.startswith("Story") for article in first.articles)
    assert all(article.text.startswith("Story") for article in sitelode.mine(pages(), folder=tmp_path).articles)


def test_the_wrapper_in_python_is_the_one_that_mining_writes(tmp_path):
    mined = sitelode.mine(EXAMPLE, folder=tmp_path)
    write_result(mined, tmp_path)

    assert mined.wrapper().text() == (tmp_path / "wrapper.json").read_text(encoding="utf-8")
    read = [
        entry.url for entry in mined.site.entries if sitelode.apply(mined.wrapper(), mined.site.store.page(entry.number))[0].found.article
    ]
    assert read == [entry.url for entry, outcome in mined.site_articles.outcomes() if isinstance(outcome, sitelode.Article)]


def test_compiled_rules_are_never_those_of_a_body_that_is_gone():
    mined = sitelode.mine(pages())
    earlier = mined.reader
    assert earlier.readers

    for _ in range(20):  # bodies come and go, as corrections do; a new one may get the identity of an old one
        changed = [replace(reader, body=replace(reader.body, probability=0 * reader.body.probability)) for reader in mined.readers]
        nothing = SiteReader(mined.site, mined.layouts, changed, mined.settings, earlier)
        again = [replace(reader, body=replace(reader.body)) for reader in mined.readers]
        del changed
        reader = SiteReader(mined.site, mined.layouts, again, mined.settings, earlier)

        assert not isinstance(nothing.read(0), sitelode.Article)
        assert isinstance(reader.read(0), sitelode.Article)
