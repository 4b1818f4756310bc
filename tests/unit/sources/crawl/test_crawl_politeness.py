from datetime import UTC, datetime

import pytest
from protego import Protego
from scrapy.exceptions import CannotResolveHostError, DownloadTimeoutError, IgnoreRequest

from sitelode.sources.crawl.politeness import (
    ROBOTS_UNREADABLE,
    RefusedError,
    omission_from,
    retry_after,
)
from sitelode.sources.crawl.settings import PRODUCT_TOKEN, default_user_agent

NOW = datetime(2024, 5, 13, 10, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, 0),
        (b"120", 120),
        (b" 7 ", 7),
        (b"Mon, 13 May 2024 10:00:30 GMT", 30),
        (b"Mon, 13 May 2024 09:00:00 GMT", 0),
        (b"-5", 0),
        (b"soon", 0),
        (b"\xff", 0),
    ],
)
def test_how_long_a_server_wants_to_be_left_alone(header, seconds):
    assert retry_after(header, NOW) == seconds


def test_rules_for_others_are_not_ours():
    rules = Protego.parse("User-agent: robots\nDisallow: /\nUser-agent: *\nDisallow: /a\nUser-agent: Sitelode\nDisallow: /b")

    assert default_user_agent().startswith(PRODUCT_TOKEN + "/")
    assert [rules.can_fetch(f"http://e.example/{path}", PRODUCT_TOKEN) for path in "abc"] == [True, False, True]


def caused_by(error: Exception) -> RefusedError:
    unreadable = RefusedError(ROBOTS_UNREADABLE, "http://e.example/robots.txt cannot be fetched")
    unreadable.__cause__ = error
    return unreadable


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        pytest.param(RefusedError("private address", "10.0.0.1"), "private address", id="private"),
        pytest.param(RefusedError("forbidden by robots.txt", "http://e.example/robots.txt"), "forbidden by robots.txt", id="forbidden"),
        pytest.param(RefusedError(ROBOTS_UNREADABLE, "answered with status 503"), "robots.txt unreadable", id="robots.txt fails"),
        pytest.param(caused_by(CannotResolveHostError()), "host not found", id="robots.txt has no host"),
        pytest.param(caused_by(RefusedError("private address", "::1")), "private address", id="robots.txt is private"),
        pytest.param(caused_by(ValueError("odd")), "robots.txt unreadable", id="robots.txt fails oddly"),
        pytest.param(IgnoreRequest("exceeded DOWNLOAD_MAXSIZE"), "too large", id="unpacked too large"),
        pytest.param(DownloadTimeoutError(), "timeout", id="timeout"),
        pytest.param(EOFError(), "broken body", id="packing broken"),
        pytest.param(RuntimeError("[('SSL routines', '', 'certificate verify failed')]"), "certificate not valid", id="certificate"),
        pytest.param(RuntimeError("anything else"), "connection failed", id="anything else"),
    ],
)
def test_errors_have_names(error, reason):
    assert omission_from("http://e.example/", error).reason == reason
