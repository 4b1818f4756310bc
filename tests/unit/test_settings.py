import re

import pytest

from sitelode.errors import SettingError
from sitelode.settings import MineSettings
from sitelode.sources.crawl.settings import CrawlSettings


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"favor": "speed"}, "'speed'"),
        ({"since": "yesterday"}, "not a day"),
        ({"since": "03/04/2031"}, "not a day"),
        ({"only": ("news",)}, "not a path"),
    ],
)
def test_settings_that_make_no_sense(given, words):
    with pytest.raises(SettingError, match=re.escape(words)):
        MineSettings(**given)


def test_what_is_said_in_short_counts_for_the_crawl():
    crawl = MineSettings(max_pages=5_000, allow_private=True, crawl=CrawlSettings(delay=2)).crawl_settings()

    assert (crawl.max_pages, crawl.max_depth, crawl.allow_private, crawl.delay) == (5_000, 5_000, True, 2)
