"""The user's options for a crawl, with defaults (set by hand) that suit someone else's server and a laptop."""

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, fields, replace
from importlib import import_module
from importlib.metadata import version
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from sitelode.arguments import check_fields
from sitelode.errors import SettingError

PRODUCT_TOKEN = "Sitelode"  # noqa: S105 - the name robots.txt files address us by

CrawlMode = Literal["start", "resume", "refresh"]  # what `source.crawl` does with an existing folder
GO_ON: Final = "start it again with --resume to continue"  # of a crawl that broke off
Followed = Literal["links", "sitemaps", "feeds", "nothing"]  # what leads from the start page to others
FOLLOWED: Final[tuple[Followed, ...]] = ("links", "sitemaps", "feeds", "nothing")
LARGEST_PAGE_BYTES = 200_000_000  # an upper limit: a page is held in memory, packed and unpacked
LinkChooser = Callable[[str, bytes, str | None], Iterable[str]]  # address, body and content type of a page -> addresses to follow
_CHOOSER = re.compile(r"sitelode\.[\w.]+:[^\W\d]\w*")
_LEAST: Final = {
    **dict.fromkeys(("max_pages", "max_page_bytes", "max_total_bytes", "concurrency"), 1),
    **dict.fromkeys(("max_depth", "delay", "retries"), 0),
    **dict.fromkeys(("timeout", "max_seconds"), 0.01),
}
_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")


def default_user_agent(*, robots: bool = True) -> str:
    habits = "reads whole sites, obeys robots.txt" if robots else "reads whole sites"
    return f"{PRODUCT_TOKEN}/{version('sitelode')} ({habits})"


@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """Limits, politeness and safety of one crawl. Every limit is inclusive; None means no limit."""

    max_pages: int = 10_000
    max_depth: int = 1_000  # links from the start page; a paginated archive without a sitemap is a long chain
    max_seconds: float | None = None  # of this run, without the earlier runs that it resumes
    max_page_bytes: int = 20_000_000  # after decompression
    max_total_bytes: int = 5_000_000_000

    delay: float = 0.5  # minimum seconds between two requests; robots.txt may ask for more
    concurrency: int = 4  # requests in progress at the same time
    autothrottle: bool = True  # wait longer when the server answers slowly
    timeout: float = 30.0  # seconds for one whole answer
    retries: int = 2  # after the first attempt, for answers such as 503 and broken connections

    subdomains: bool = False  # whether blog.example.org belongs to a crawl of example.org
    allow_private: bool = False  # whether connections to private and loopback addresses are allowed
    user_agent: str | None = None  # None means Sitelode with its version
    follow: Followed = "links"  # links include sitemaps and feeds; with the others nothing else is requested
    addresses: tuple[str, ...] = ()  # pages requested besides the start page, of the same site
    include: tuple[str, ...] = ()  # paths, in which * stands for any text: only pages of one of them are requested, and the start page
    exclude: tuple[str, ...] = ()  # pages of these are not requested
    robots: bool = True  # whether robots.txt is obeyed; its pace is kept in any case
    respect_tdm: bool = False  # whether reserved pages are left out, see `reservations.py`; they are counted in any case
    cookies: str | None = None  # a file in Netscape's format, as browsers export it; sent where its cookies belong
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)  # sent to the site alone, and never written to a file
    render: bool = False  # whether pages that are empty without scripts are opened in a browser; needs the extra `render`
    proxy: bool = False  # whether proxies from the environment are used; the addresses behind one cannot be checked
    # "package.module:function" that chooses the links to follow, and nothing else is requested; None follows all. It is a name, because
    # a crawl runs in a separate process, and the function is in a higher layer. Only functions of this program can be named.
    link_chooser: str | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        for name, least in _LEAST.items():
            value = getattr(self, name)
            if value is not None and (not math.isfinite(value) or value < least):
                raise SettingError(f"{name.replace('_', ' ')} must be at least {least:g}, not {value:g}")
        if self.max_page_bytes > LARGEST_PAGE_BYTES:
            raise SettingError(f"max page bytes must be at most {LARGEST_PAGE_BYTES:,}, not {self.max_page_bytes:,}")
        if self.link_chooser is not None and not _CHOOSER.fullmatch(self.link_chooser):
            raise SettingError(f"links can only be chosen by a function of this program, not by {self.link_chooser!r}")
        if self.follow not in FOLLOWED:
            raise SettingError(f"a crawl can follow {', '.join(FOLLOWED)}, not {self.follow!r}")
        for pattern in (*self.include, *self.exclude):
            if not pattern.startswith(("/", "*")):
                raise SettingError(f"a pattern is a path: {pattern!r} does not begin with '/' or '*'; write '/news/*'")
        for name, value in self.headers:
            if not _HEADER_NAME.fullmatch(name) or "\n" in value or "\r" in value:
                raise SettingError(f"{name[:40]!r} is not a header with a value; write it as 'Name: value'")

    def chooser(self) -> LinkChooser | None:
        """The function that `link_chooser` names."""
        if self.link_chooser is None:
            return None
        module, _, function = self.link_chooser.partition(":")
        chooser: LinkChooser = getattr(import_module(module), function)
        return chooser

    def with_pages(self, most: int) -> "CrawlSettings":
        """As many pages, however they are linked: pages that each link to the next form a long chain."""
        return replace(self, max_pages=most, max_depth=max(self.max_depth, most))

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def without_secrets(self) -> dict[str, Any]:
        """The same for a file: headers may hold what nobody else shall know."""
        return {**asdict(self), "headers": [name for name, _ in self.headers]}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "CrawlSettings":
        known = {each.name: stored[each.name] for each in fields(cls) if each.name in stored}
        known["headers"] = tuple((name, value) for name, value in known.get("headers", ()))
        for name in ("addresses", "include", "exclude"):
            known[name] = tuple(known.get(name, ()))
        return cls(**known)


def origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
