"""Page work beyond a limit of time or memory is stopped and counted, and the run goes on."""

import os
import subprocess
import sys
import time
from collections import Counter

import pytest
from machine_speed import slowness

import sitelode
from sitelode import mine
from sitelode.cli.wrappers.wrapped_pages import pages_of
from sitelode.errors import PageTooCostlyError
from sitelode.html.parse import ParseLimits
from sitelode.model import Fetched
from sitelode.progress import no_progress
from sitelode.settings import MineSettings
from sitelode.site import page_trial
from sitelode.site.page_trial import UNUSUAL_BYTES, PageTrial, is_unusual

COSTLY = b"<h1>t</h1><p>x" * 240_000  # some ten seconds for all stages
LARGE = b"".join(b"<p>Part %d. " % part + b"Words enough for many a line of text, and a few more. " * 10 for part in range(4_000))


def story(number):
    parts = "".join(f"<p>Some words of story {number}, part {part}, told at some length.</p>" for part in range(5))
    return f"<title>Story {number} | The Paper</title><nav><a href=/>Home</a></nav><h1>Story {number}</h1>{parts}<footer>All rights.</footer>".encode()


def fetched(*bodies):
    return [Fetched(f"https://paper.example/{number}", body, "text/html", str(number)) for number, body in enumerate(bodies)]


def test_a_page_that_takes_too_long_costs_itself_and_the_next_is_judged_anew():
    pages = fetched(story(0), COSTLY, story(2), LARGE, story(4))
    began, seconds = time.process_time(), round(1.5 * slowness(), 1)
    mined = mine(pages, settings=MineSettings(limits=ParseLimits(max_seconds=seconds)))

    assert mined.dropped == {"too costly": 1}
    assert [entry.origin for entry in mined.site.entries] == ["0", "2", "3", "4"]
    assert {article.title for article in mined.articles} >= {"Story 0", "Story 2", "Story 4"}
    assert time.process_time() - began < 20 * slowness()  # what the costly page would have taken is not taken here
    (example,) = mined.site.store.dropped_examples()
    assert example.detail == f"processing the page takes more than {seconds:g} s or 1 GB"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")
def test_a_page_that_takes_too_much_memory_is_refused():
    with PageTrial(ParseLimits(max_memory=100_000_000)) as trial:
        trial.check(fetched(LARGE[: UNUSUAL_BYTES + 1])[0])
        with pytest.raises(PageTooCostlyError, match=r"0\.1 GB"):
            trial.check(fetched(b"<p>x" * 400_000)[0])


def test_a_million_paragraphs_are_refused_by_their_number():
    began = time.process_time()
    mined = mine(fetched(story(0), b"<p>x" * 1_000_000, story(2)))

    assert mined.dropped == {"too many tags": 1}
    assert len(mined.site.entries) == 2
    assert time.process_time() - began < 4 * slowness()


def test_usual_pages_start_no_process(monkeypatch):
    monkeypatch.setattr(subprocess, "Popen", None)
    assert len(mine(fetched(*(story(number) for number in range(4)))).site.entries) == 4
    assert sitelode.extract(story(1)).title == "Story 1"


def read_by_page_reader(page):
    return sitelode.PageReader().read(page)


@pytest.mark.parametrize(
    ("call", "given"),
    [
        (sitelode.extract, COSTLY),
        (read_by_page_reader, COSTLY),
        (lambda page: sitelode.find_fields([page]), COSTLY),
    ],
    ids=["extract", "reader", "fields"],
)
def test_single_pages_from_python_are_tried_out_too(call, given, monkeypatch):
    monkeypatch.setattr("sitelode.api.ParseLimits", lambda: ParseLimits(max_seconds=0.2))
    began = time.process_time()
    with pytest.raises(PageTooCostlyError):
        call(given)
    assert time.process_time() - began < 2 * slowness()  # what it would have taken is not taken here


def test_a_large_page_that_passes_is_read_as_any_other():
    assert sitelode.extract(LARGE).text.count("Words enough") == 40_000


def test_what_is_unusual():
    assert not is_unusual(b"x" * 2_000_000)
    assert is_unusual(b"x" * (2_000_000 + 1))
    assert not is_unusual(b"<p>" * 40_000)
    assert is_unusual(b"<p>" * (40_000 + 1))
    assert is_unusual(("<p>" * (40_000 + 1)).encode("utf-16"))


def test_where_no_process_can_be_started_pages_are_read_without_a_trial(monkeypatch, caplog):
    monkeypatch.setattr(page_trial, "WORKER", "sitelode.no_such_module")
    with PageTrial(ParseLimits()) as trial:
        trial.check(fetched(LARGE)[0])
        trial.check(fetched(LARGE)[0])
    assert caplog.text.count("without a process of their own") == 1
    monkeypatch.setattr(sys, "executable", os.devnull)
    with PageTrial(ParseLimits()) as trial:
        trial.check(fetched(LARGE)[0])
    assert caplog.text.count("without a process of their own") == 2


def test_pages_for_wrappers_are_tried_out_too(tmp_path, monkeypatch):
    (tmp_path / "costly.html").write_bytes(COSTLY)
    (tmp_path / "story.html").write_bytes(story(1))
    monkeypatch.setattr("sitelode.cli.wrappers.wrapped_pages.ParseLimits", lambda: ParseLimits(max_seconds=0.5))
    dropped = Counter()
    pages = list(pages_of(str(tmp_path), no_progress, dropped))

    assert len(pages) == 1
    assert dropped == {"too costly": 1}
