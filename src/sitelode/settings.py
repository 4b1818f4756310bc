"""What a user may have an opinion on when a site is mined."""

from dataclasses import dataclass, field

from sitelode.html.parse import ParseLimits


@dataclass(frozen=True, slots=True)
class MineSettings:
    """Settings of `mine`, with the defaults of the command line."""

    limits: ParseLimits = field(default_factory=ParseLimits)
    markdown: bool = False  # articles with their structure as well
    max_pages: int | None = None  # of a crawl
    allow_private: bool = False  # a crawl may ask private and loopback addresses
    html: bool = False  # articles as clean HTML as well
    learned_on: str = ""  # the date that the wrapper bears, as ISO 8601; none, so that the same pages give the same wrapper
