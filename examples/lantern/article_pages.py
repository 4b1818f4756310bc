"""Articles in their two layouts: the report in <article>, and the column in a table of an older age."""

import json

from lantern import furniture, volatile
from lantern.body import attribute, block_html, body_html, escaped, shown_lines
from lantern.furniture import Head, Page
from lantern.newspaper import SECTIONS, SITE_NAME, Article, Newspaper, address_of, link_to

RELATED_COUNT = 4
WORDS_PER_MINUTE = 200
PARAGRAPHS_BEFORE_ADVERTISEMENT = 3  # in a column; a report has it at the side


def article_pages(article: Article, paper: Newspaper) -> list[Page]:
    if article.kind == "report":
        return [report_page(article, paper)]
    return [column_page(article, part, paper) for part in range(1, len(article.parts) + 1)]


def report_page(article: Article, paper: Newspaper) -> Page:
    path = article.path()
    head = Head(path, f"{article.title} | {SITE_NAME}", article.summary, body_class(article, path), language=article.language)
    main = furniture.fill(
        "report.html",
        **shared_parts(article, path, paper),
        post_id=volatile.post_id(path),
        summary=escaped(article.summary),
        iso_moment=article.moment.isoformat(),
        shown_moment=f"{volatile.short_date(article.moment.date())}, {article.moment:%H.%M}",
        minutes=reading_minutes(article),
        body=body_html(article, 1, paper),
        advertisement=furniture.advertisement(path),
    )
    return furniture.framed(with_metadata(head, report_metadata(head, article)), main)


def column_page(article: Article, part: int, paper: Newspaper) -> Page:
    path = article.path(part)
    title = f"{SITE_NAME} \N{EN DASH} {article.series}: {article.title}"
    head = Head(path, title, article.summary, body_class(article, path), language=article.language, charset=article.charset)
    main = furniture.fill(
        "column.html",
        **shared_parts(article, path, paper),
        series=article.series,
        shown_date=volatile.long_date(article.moment.date()),
        body=column_body(article, part, paper),
        pager=pager(article, part),
    )
    return furniture.framed(with_metadata(head, column_metadata(head, article, part)), main)


def shared_parts(article: Article, path: str, paper: Newspaper) -> dict[str, str]:
    return {
        "title": escaped(article.title),
        "author": article.author,
        "section_name": SECTIONS[article.section],
        "section_link": f"/{article.section}/",
        "hashed_class": volatile.hashed_class(path),
        "figure": furniture.figure(article) if path == article.path() else "",
        "share_bar": furniture.share_bar(article),
        "tags": furniture.tag_line(article, paper),
        "newsletter": furniture.newsletter(),
        "most_read": furniture.most_read(paper, path),
        "related": related_box(article, paper),
        "before_and_after": before_and_after(article, paper),
        "comments": comments_box(article) if path == article.path(len(article.parts)) else "",
    }


def column_body(article: Article, part: int, paper: Newspaper) -> str:
    blocks = article.parts[part - 1]
    pieces = [block_html(block, article, paper) for block in blocks]
    paragraphs = [place for place, block in enumerate(blocks) if block.kind == "paragraph"]
    pieces.insert(paragraphs[PARAGRAPHS_BEFORE_ADVERTISEMENT - 1] + 1, furniture.advertisement(article.path(part)))
    return "\n".join(pieces)


def pager(article: Article, part: int) -> str:
    if len(article.parts) == 1:
        return ""
    before = f'<a rel="prev" href="{link_to(article.path(part - 1))}">Back</a> ' if part > 1 else ""
    after = f' <a rel="next" href="{link_to(article.path(part + 1))}">Continue</a>' if part < len(article.parts) else ""
    return f'<div class="pagination">{before}<span>Page {part} of {len(article.parts)}</span>{after}</div>'


def related_box(article: Article, paper: Newspaper) -> str:
    links = "\n".join(f"<li>{furniture.anchor(other)}</li>" for other in paper.related(article, RELATED_COUNT))
    return f'<div class="related"><h2>More on this</h2>\n<ul>\n{links}\n</ul></div>'


def before_and_after(article: Article, paper: Newspaper) -> str:
    before, after = paper.neighbours(article)
    left = f"<span>\N{LEFTWARDS ARROW} {furniture.anchor(before)}</span>" if before else "<span></span>"
    right = f"<span>{furniture.anchor(after)} \N{RIGHTWARDS ARROW}</span>" if after else "<span></span>"
    return f'<nav class="turn">{left}{right}</nav>'


def comments_box(article: Article) -> str:
    if not article.comments:
        return ""
    entries = "\n".join(
        f'<li><b>{escaped(comment.name)}</b> <time datetime="{comment.moment.isoformat()}">{volatile.short_date(comment.moment.date())}, '
        f"{comment.moment:%H.%M}</time><p>{escaped(comment.text)}</p></li>"
        for comment in article.comments
    )
    count = "1 comment" if len(article.comments) == 1 else f"{len(article.comments)} comments"
    reply = '<p><a href="/contact.html">Write to us</a></p>'
    return f'<section class="comments" id="comments"><h2>{count}</h2>\n<ol>\n{entries}\n</ol>\n{reply}</section>'


def report_metadata(head: Head, article: Article) -> str:
    picture = f"{address_of('media/')}{article.picture}.svg"
    described = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": article.title,
        "datePublished": article.moment.isoformat(),
        "author": {"@type": "Person", "name": article.author},
        "publisher": {"@type": "Organization", "name": SITE_NAME},
        "description": article.summary,
        "articleSection": SECTIONS[article.section],
        "keywords": list(article.tags),
        "mainEntityOfPage": address_of(head.path),
    }
    return "\n".join(
        [
            furniture.open_graph(head, "article", article.title),
            f'<meta property="og:image" content="{picture}">',
            f'<meta property="article:published_time" content="{article.moment.isoformat()}">',
            f'<meta property="article:section" content="{SECTIONS[article.section]}">',
            f'<script type="application/ld+json">{json.dumps(described)}</script>',
        ]
    )


def column_metadata(head: Head, article: Article, part: int) -> str:
    lines = [
        furniture.open_graph(head, "article", article.title),
        f'<meta name="author" content="{attribute(article.author)}">',
        f'<meta name="date" content="{article.moment.date()}">',
    ]
    if part > 1:
        lines.append(f'<link rel="prev" href="{link_to(article.path(part - 1))}">')
    if part < len(article.parts):
        lines.append(f'<link rel="next" href="{link_to(article.path(part + 1))}">')
    return "\n".join(lines)


def with_metadata(head: Head, metadata: str) -> Head:
    return Head(head.path, head.page_title, head.description, head.body_class, metadata, head.language, head.charset)


def body_class(article: Article, path: str) -> str:
    return f"single single-{article.kind} postid-{volatile.post_id(path)} section-{article.section}"


def reading_minutes(article: Article) -> int:
    words = sum(len(line.split()) for blocks in article.parts for block in blocks for line in shown_lines(block))
    return max(1, round(words / WORDS_PER_MINUTE))
