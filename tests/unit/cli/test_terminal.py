"""Bars for a person at a terminal; nothing in a pipe."""

import io
import logging
import sys

from sitelode.cli.terminal import progress_bars, set_up_logging

EMPTY_LINE = "\x1b[2K"


def terminal_of(monkeypatch):
    """What stands for standard error; pytest's own is put back between a fixture and its test."""
    stream = io.StringIO()
    stream.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


def test_a_stage_that_came_to_its_end_stays_above_the_next(monkeypatch):
    terminal = terminal_of(monkeypatch)
    with progress_bars() as show:
        for stage, expected in (("read", 400), ("kinds", 20)):
            for done in range(1, expected + 1):
                show(stage, done, expected)

    first, second, last = terminal.getvalue().split("\n")
    assert first.split("\r")[-2].startswith(f"{EMPTY_LINE}Reading and parsing pages  ━━━━━━━━━━━━     400/400")
    assert second.split("\r")[-2].startswith(f"{EMPTY_LINE}Classifying pages          ━━━━━━━━━━━━       20/20")
    assert not last


def test_a_stage_that_goes_on_makes_room_for_the_next(monkeypatch):
    terminal = terminal_of(monkeypatch)
    moments = iter(range(1, 100))
    monkeypatch.setattr("time.monotonic", lambda: next(moments))
    with progress_bars() as show:
        show("crawl", 1, None)
        show("crawl", 5, 11)
        show("read", 1, 2)

    lines = [line.removeprefix(EMPTY_LINE).split() for line in terminal.getvalue().split("\r")]
    assert lines[0] == "Fetching pages 1/? 0/s".split()
    assert lines[1] == "Fetching pages ━━━━━ 5/11 5/s 0:00:01 left".split()
    assert lines[2] == "Reading and parsing pages ━━━━━━ 1/2 0/s".split()
    assert lines[3:] == [[]]


def test_a_message_takes_the_place_of_the_bar(monkeypatch):
    terminal = terminal_of(monkeypatch)
    set_up_logging()
    with progress_bars() as show:
        show("read", 1, 2)
        logging.getLogger("sitelode").warning("a page is damaged")

    assert terminal.getvalue().endswith(f"\r{EMPTY_LINE}sitelode: a page is damaged\n\n")


def test_a_pipe_gets_no_bars(capsys):
    with progress_bars() as show:
        show("read", 1, 2)

    assert capsys.readouterr().err == ""
