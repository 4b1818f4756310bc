"""Pages that lead to articles: home, sections, the archive, tags; and the three that stand alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from lantern import furniture, volatile
from lantern.body import escaped
from lantern.furniture import Head, Page
from lantern.newspaper import SECTIONS, SITE_DESCRIPTION, SITE_NAME, Article, Newspaper, link_to, numbered_path, tag_path

TEASERS_PER_PAGE = 6
ARCHIVE_LINES_PER_PAGE = 12
LATEST_ON_HOME = 6
CARDS_ON_HOME = 3
INTRODUCTIONS = {
    "harbour": "Two quays, one bridge, nine drift-net boats and the sea: what comes in, what goes out and what gets stuck.",
    "town": "From Fish Steps to Lantern Hill: the council, the tram, the school, the neighbours and the clock.",
    "outdoors": "Shore, river, cliff and pitch, in all weathers and at all states of the tide.",
    "culture": "Stage, page, brass and bronze: what there is to see and hear, and whether to bring a coat.",
}
PLAIN_PAGES = {"about": "About us", "contact": "Contact", "privacy": "Privacy"}


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of articles that may run over several pages."""

    folder: str
    heading: str
    intro: str
    articles: Sequence[Article]


def section_pages(paper: Newspaper) -> Iterator[Page]:
    for section, name in SECTIONS.items():
        listing = Listing(section, name, INTRODUCTIONS[section], paper.in_section(section))
        yield from listing_pages(listing, TEASERS_PER_PAGE, paper)


def tag_pages(paper: Newspaper) -> Iterator[Page]:
    for tag in paper.tags_with_pages():
        found = paper.tagged(tag)
        folder = tag_path(tag).removesuffix("/index.html")
        listing = Listing(folder, f"All about: {tag}", f"{len(found)} articles since March.", found)
        yield from listing_pages(listing, len(found), paper)


def archive_pages(paper: Newspaper) -> Iterator[Page]:
    listing = Listing("archive", "Archive", "Everything we have printed this spring, latest first.", paper.articles)
    yield from listing_pages(listing, ARCHIVE_LINES_PER_PAGE, paper)


def listing_pages(listing: Listing, per_page: int, paper: Newspaper) -> Iterator[Page]:
    page_count = -(-len(listing.articles) // per_page)
    for number in range(1, page_count + 1):
        path = numbered_path(listing.folder, number)
        articles = list(listing.articles[(number - 1) * per_page : number * per_page])
        title = listing.heading if number == 1 else f"{listing.heading}, page {number}"
        kind = listing.folder.split("/")[0]
        head = Head(path, f"{title} | {SITE_NAME}", listing.intro, f"list list-{kind} page-{volatile.post_id(path)}")
        main = furniture.fill(
            "listing.html",
            heading=listing.heading,
            intro=listing.intro,
            entries=month_tables(articles) if kind == "archive" else furniture.teasers(articles),
            pagination=pagination(listing.folder, number, page_count),
            most_read=furniture.most_read(paper, path),
            newsletter=furniture.newsletter(),
            advertisement=furniture.advertisement(path),
        )
        yield furniture.framed(head, main)


def month_tables(articles: list[Article]) -> str:
    tables = []
    for month, group in groupby(articles, key=lambda article: volatile.short_date(article.moment.date()).split(" ", 1)[1]):
        rows = "\n".join(
            f"<tr><td>{article.moment.day}</td><td>{SECTIONS[article.section]}</td><td>{furniture.anchor(article)}</td><td>{article.author}</td></tr>"
            for article in group
        )
        tables.append(f'<h2>{month}</h2>\n<table class="month">\n{rows}\n</table>')
    return "\n".join(tables)


def pagination(folder: str, number: int, page_count: int) -> str:
    if page_count == 1:
        return ""
    links = [page_link(folder, other, str(other)) if other != number else f"<b>{other}</b>" for other in range(1, page_count + 1)]
    if number > 1:
        links.insert(0, page_link(folder, number - 1, "Newer", "prev"))
    if number < page_count:
        links.append(page_link(folder, number + 1, "Older", "next"))
    return f'<nav class="pagination" aria-label="Pages">{" ".join(links)}</nav>'


def page_link(folder: str, number: int, text: str, relation: str = "") -> str:
    rel = f' rel="{relation}"' if relation else ""
    return f'<a{rel} href="{link_to(numbered_path(folder, number))}">{text}</a>'


def home_page(paper: Newspaper) -> Page:
    path = "index.html"
    reports = [article for article in paper.articles if article.kind == "report"]
    columns = [article for article in paper.articles if article.kind == "column"]
    head = Head(path, SITE_NAME, SITE_DESCRIPTION, f"home page-{volatile.post_id(path)}")
    main = furniture.fill(
        "home.html",
        lead=lead(reports[0]),
        latest=furniture.teasers(reports[1 : LATEST_ON_HOME + 1], "h3"),
        columns=cards(columns[:CARDS_ON_HOME]),
        sections="\n".join(home_section(section, paper) for section in SECTIONS),
        most_read=furniture.most_read(paper, path),
        newsletter=furniture.newsletter(),
        advertisement=furniture.advertisement(path),
    )
    return furniture.framed(head, main)


def lead(article: Article) -> str:
    image = f'<a href="{link_to(article.path())}"><img src="/media/{article.picture}.svg" width="720" height="360" alt=""></a>'
    kicker = f'<p class="kicker">{SECTIONS[article.section]}</p>'
    return f"{image}\n{kicker}\n<h1>{furniture.anchor(article)}</h1>\n<p>{escaped(article.summary)}</p>"


def home_section(section: str, paper: Newspaper) -> str:
    articles = [article for article in paper.in_section(section) if article.kind == "report"][:CARDS_ON_HOME]
    return f'<section class="strip-{section}">\n<h2><a href="/{section}/">{SECTIONS[section]}</a></h2>\n{cards(articles)}\n</section>'


def cards(articles: list[Article]) -> str:
    return '<div class="cards">\n' + "\n".join(card(article) for article in articles) + "\n</div>"


def card(article: Article) -> str:
    picture = f'<img src="/media/{article.picture}.svg" width="240" height="120" alt="">' if article.picture else ""
    return f'<div class="card">{picture}<h3>{furniture.anchor(article)}</h3><p>{escaped(article.series or article.summary)}</p></div>'


def plain_pages() -> Iterator[Page]:
    for name, heading in PLAIN_PAGES.items():
        path = f"{name}.html"
        head = Head(path, f"{heading} | {SITE_NAME}", f"{heading}: {SITE_NAME}.", f"plain page-{volatile.post_id(path)}")
        yield furniture.framed(head, furniture.fill("plain.html", heading=heading, text=furniture.fill(path)))
