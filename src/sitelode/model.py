"""The few values that cross layers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fetched:
    """One response, as a source found it: bytes and what was said about them."""

    url: str  # the page's own address; where a source has none, a file: address
    body: bytes
    content_type: str | None = None  # the HTTP header, whole: "text/html; charset=euc-kr"
    origin: str = ""  # where the bytes lie, for messages: a path, "archive.warc.gz @ 1234"
    fetched_at: str | None = None  # ISO 8601, where the source knows it


@dataclass(frozen=True, slots=True)
class Dropped:
    """Something a stage left out. Reasons are few and short, so that they can be counted."""

    where: str
    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Comment:
    """What a reader wrote below an article."""

    author: str
    date: str  # ISO 8601, as far as it can be read
    text: str


@dataclass(frozen=True, slots=True)
class Article:
    """One article of a site. Empty where nothing is known."""

    url: str
    title: str
    text: str
    language: str  # ISO 639-1
    date: str  # ISO 8601, as far as the page says it
    cluster: int  # the layout it was written in; 0 is the site's most frequent
    confidence: float  # 0 to 1
    origin: str  # where the page lies, as its source named it
    markdown: str = ""  # the text with its structure, where it was asked for
    html: str = ""  # the same as clean HTML, where it was asked for
    subtitle: str = ""
    author: str = ""  # several are divided by "; "
    modified: str = ""  # ISO 8601
    description: str = ""
    site_name: str = ""
    image: str = ""  # address of the picture that the page announces for the article
    lead_image: str = ""  # address of the first picture shown with it
    captions: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()
    pages: tuple[str, ...] = ()  # addresses of all pages it was joined from, where there are several
