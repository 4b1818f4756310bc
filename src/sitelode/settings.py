"""What a user may have an opinion on when a site is mined."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from sitelode.arguments import check_fields
from sitelode.errors import SettingError
from sitelode.html.parse import ParseLimits
from sitelode.sources.crawl.settings import CrawlSettings

Favor = Literal["precision", "recall"]
_LANGUAGE = re.compile("[a-z]{2,3}")
_DAY = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")


@dataclass(frozen=True, slots=True)
class MineSettings:
    """Settings of `mine`, with the defaults of the command line."""

    limits: ParseLimits = field(default_factory=ParseLimits)
    markdown: bool = False  # articles with their structure as well
    max_pages: int | None = None  # of a crawl; short for the same in `crawl`
    allow_private: bool = False  # a crawl may ask private and loopback addresses; short for the same in `crawl`
    html: bool = False  # articles as clean HTML as well
    learned_on: str = ""  # the date that the wrapper bears, as ISO 8601; none, so that the same pages give the same wrapper
    crawl: CrawlSettings = field(default_factory=CrawlSettings)
    favor: Favor | None = None  # precision: only text that is surely part of the article; recall: everything that may be
    captions: bool | None = None  # keep picture captions in every form of the text, or drop them; otherwise Markdown and HTML keep them
    # Which articles are given. All pages are read and learnt from, whatever is wanted.
    only: tuple[str, ...] = ()  # paths: articles below one of them
    languages: tuple[str, ...] = ()  # ISO 639-1
    learn_from: int = 50_000  # with many sites: learn from at most this many pages per site; all pages are still read
    jobs: int = 1  # processes that parse and read the pages of a site that is kept in a folder; the result does not depend on it
    since: str = ""  # a day, month or year as ISO 8601: articles of it and later

    def __post_init__(self) -> None:
        check_fields(self)
        if self.favor not in (None, "precision", "recall"):
            raise SettingError(f"mining can favor precision or recall, not {self.favor!r}")
        if self.since and not _DAY.fullmatch(self.since):
            raise SettingError(f"{self.since!r} is not a day; write it as 2031-03-15, 2031-03 or 2031")
        if self.jobs < 1:
            raise SettingError(f"jobs must be at least 1, not {self.jobs}")
        if self.learn_from < 1:
            raise SettingError(f"learn_from must be at least 1, not {self.learn_from}")
        for code in self.languages:
            if not _LANGUAGE.fullmatch(code):
                raise SettingError(f"{code!r} is not a language code; write it as en, de or zh (ISO 639-1)")
        for path in self.only:
            if not path.startswith("/"):
                raise SettingError(f"{path!r} is not a path of a site; it begins with '/', such as /news/")

    def changed(self, named: Mapping[str, Any]) -> "MineSettings":
        """The same with some settings changed by name."""
        if unknown := set(named) - {each.name for each in fields(self)}:
            from difflib import get_close_matches  # noqa: PLC0415 (loaded when there is need)

            name = min(unknown)
            like = get_close_matches(name, names := [each.name for each in fields(self)], 1)
            raise TypeError(f"there is no setting {name!r}; " + (f"did you mean {like[0]!r}?" if like else f"there are {', '.join(names)}"))
        return replace(self, **named)

    def forms(self) -> dict[str, bool | None]:
        """How an article is wanted, in the words of `ClusterReader.article`."""
        return {"markdown": self.markdown, "html": self.html, "captions": self.captions}

    def crawl_settings(self) -> CrawlSettings:
        """The settings of a crawl, with what is said in short."""
        chosen = replace(self.crawl, max_page_bytes=self.limits.max_bytes, allow_private=self.allow_private or self.crawl.allow_private)
        return chosen if self.max_pages is None else chosen.with_pages(self.max_pages)
