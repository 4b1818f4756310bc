"""The disk is full at any byte while a site is stored or its result is written: one line, and the next run goes on.

No file may grow beyond a size (as `ulimit -f` has it), which the system reports at the same places as a full disk.
"""

import random
import resource
from contextlib import contextmanager

import pytest
from tests.made_articles import paragraphs

from sitelode.errors import ResultError, SitelodeError
from sitelode.model import Fetched
from sitelode.output.result import write_result
from sitelode.pipeline import mine
from sitelode.site.site import open_site, reopen_site

PAGES = 60


def pages():
    for number in range(PAGES):
        text = "".join(f"<p>{each}</p>" for each in paragraphs(random.Random(number), 12))
        body = f"<title>Gate {number} | Pier</title><h1>Gate {number}</h1>{text}<a href=/{(number + 1) % PAGES}>next</a>"
        yield Fetched(f"https://pier.example/{number}", body.encode(), "text/html", f"page {number}")


@contextmanager
def files_of_at_most(size):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture(scope="module")
def store_size(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    open_site(pages(), "pier", folder).store.close()
    return (folder / "site.sqlite").stat().st_size


@pytest.mark.parametrize("share", [0.0, 0.001, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9])
def test_storing_pages(tmp_path, store_size, share):
    with pytest.raises(ResultError) as problem, files_of_at_most(int(share * store_size)):
        open_site(pages(), "pier", tmp_path).store.close()

    assert "\n" not in str(problem.value)
    assert "site.sqlite" in str(problem.value)
    open_site(pages(), "pier", tmp_path).store.close()
    again = reopen_site(tmp_path)
    assert sorted(entry.origin for entry in again.all_entries) == sorted(page.origin for page in pages())
    again.store.close()


def test_pages_that_were_committed_stay(tmp_path, monkeypatch):
    """The next run does not parse them again."""
    monkeypatch.setattr("sitelode.site.store._COMMIT_EVERY", 5)
    with pytest.raises(ResultError), files_of_at_most(200_000):
        open_site(pages(), "pier", tmp_path).store.close()
    parsed = []
    monkeypatch.setattr("sitelode.site.opening.is_feed", lambda body, _: parsed.append(body) is not None)
    open_site(pages(), "pier", tmp_path).store.close()

    assert 0 < len(parsed) < PAGES


@pytest.mark.parametrize("size", [0, 100, 3_000, 20_000])
def test_writing_a_result(tmp_path, size):
    found = mine(pages(), folder=tmp_path / "mined")
    list(found.articles)
    with pytest.raises(SitelodeError) as problem, files_of_at_most(size):
        write_result(found, tmp_path / "out")

    assert "\n" not in str(problem.value)
    assert not list((tmp_path / "out").rglob("*.part"))
    write_result(found, tmp_path / "out")
    assert (tmp_path / "out" / "articles.jsonl").read_text("utf-8").count("\n") == PAGES
