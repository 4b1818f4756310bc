"""What a site keeps for programs: feed, sitemap, robots rules; and what the tests keep: the truth about each article."""

import json
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from lantern import volatile
from lantern.body import READ_ALSO, shown_lines
from lantern.furniture import NEWSLETTER_TEXT, Page, advertisement_text
from lantern.newspaper import SITE_DESCRIPTION, SITE_NAME, SITE_URL, Article, Block, Newspaper, address_of

FEED_LENGTH = 20
ROBOTS = f"""User-agent: *
Disallow: /search
Disallow: /*?print=1

Sitemap: {SITE_URL}/sitemap.xml
"""


def feed(paper: Newspaper) -> str:
    items = "\n".join(feed_item(article) for article in paper.articles[:FEED_LENGTH])
    about = f"<title>{SITE_NAME}</title>\n<link>{SITE_URL}/</link>\n<description>{SITE_DESCRIPTION}</description>"
    return f'<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0">\n<channel>\n{about}\n{items}\n</channel>\n</rss>\n'


def feed_item(article: Article) -> str:
    address = address_of(article.path())
    return (
        f"<item>\n<title>{escape(article.title)}</title>\n<link>{address}</link>\n<guid>{address}</guid>\n"
        f"<pubDate>{volatile.feed_date(article.moment)}</pubDate>\n<description>{escape(article.summary)}</description>\n</item>"
    )


def sitemap(pages: Sequence[Page]) -> str:
    entries = "\n".join(f"<url><loc>{address_of(page.path)}</loc></url>" for page in sorted(pages, key=lambda page: page.path))
    return f'<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{entries}\n</urlset>\n'


def truth(paper: Newspaper) -> str:
    """JSON lines, oldest first: one for each page of each article."""
    records = (record for article in reversed(paper.articles) for record in truth_records(article, paper))
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def truth_records(article: Article, paper: Newspaper) -> Iterator[dict[str, object]]:
    for part, blocks in enumerate(article.parts, start=1):
        yield {
            "url": address_of(article.path(part)),
            "title": article.title,
            "date": article.moment.isoformat(),
            "author": article.author,
            "kind": article.kind,
            "section": article.section,
            "tags": article.tags,
            "language": article.language,
            "charset": article.charset,
            "part": part,
            "parts": len(article.parts),
            "standfirst": article.summary if article.kind == "report" else "",
            "caption": article.caption if part == 1 else "",
            "paragraphs": [line for block in blocks for line in shown_lines(block)],
            "noise": [
                NEWSLETTER_TEXT,
                advertisement_text(article.path(part)),
                *read_also_lines(blocks, paper),
                *comments_shown(article, part),
            ],
        }


def read_also_lines(blocks: Sequence[Block], paper: Newspaper) -> list[str]:
    return [f"{READ_ALSO} {paper.by_slug(block.lines[0]).title}" for block in blocks if block.kind == "also"]


def comments_shown(article: Article, part: int) -> list[str]:
    return [comment.text for comment in article.comments] if part == len(article.parts) else []
