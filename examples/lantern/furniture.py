"""The parts that pages share: the frame around everything, boxes, bars, teasers."""

from dataclasses import dataclass
from pathlib import Path
from string import Template
from urllib.parse import quote_plus

from lantern import volatile
from lantern.body import attribute, escaped
from lantern.newspaper import SECTIONS, SITE_NAME, Article, Newspaper, address_of, link_to, tag_path

TEMPLATES = Path(__file__).parent.parent / "templates"
MOST_READ_COUNT = 5
NEWSLETTER_TEXT = "The Tide Letter: high water, low prices and one good sentence, every morning at six."
ADVERTISEMENTS = (
    "Tregear & Daughters, chandlers. Rope, lamps and paint in two greens.",
    "The Compass: leek supper on Fridays. Music if the band is cold.",
    "Learn to row in six Sundays. Pellmouth Rowing Club, Coal Quay.",
    "Dine on Sker Island. Nine tables, one late boat.",
    "Carrow\N{RIGHT SINGLE QUOTATION MARK}s bakery, Rope Lane. The loaf, and now a thing with seeds.",
)


@dataclass(frozen=True, slots=True)
class Page:
    path: str
    text: str
    charset: str = "utf-8"

    def body(self) -> bytes:
        # What a legacy charset cannot write becomes a character reference, as old publishing systems did it.
        return self.text.encode(self.charset, errors="xmlcharrefreplace")


@dataclass(frozen=True, slots=True)
class Head:
    """What a page says about itself."""

    path: str
    page_title: str
    description: str
    body_class: str
    metadata: str = ""
    language: str = "en"
    charset: str = "utf-8"


def fill(template: str, **values: object) -> str:
    text = (TEMPLATES / template).read_text(encoding="utf-8")
    return Template(text).substitute(values)


def framed(head: Head, main: str) -> Page:
    text = fill(
        "base.html",
        language=head.language,
        charset=head.charset,
        page_title=escaped(head.page_title),
        description=attribute(head.description),
        canonical=address_of(head.path),
        metadata=head.metadata or open_graph(head, "website"),
        css=(TEMPLATES / "style.css").read_text(encoding="utf-8"),
        body_class=head.body_class,
        site_name=SITE_NAME,
        today=volatile.long_date(volatile.saved_on(head.path)),
        weather=volatile.weather(head.path),
        menu=menu(),
        nonce=volatile.nonce(head.path),
        main=main.strip(),
    )
    return Page(head.path, text, head.charset)


def menu() -> str:
    places = {"/": "Home"} | {f"/{section}/": name for section, name in SECTIONS.items()} | {"/archive/": "Archive", "/about.html": "About"}
    return "\n".join(f'<li><a href="{link}">{name}</a></li>' for link, name in places.items())


def open_graph(head: Head, kind: str, title: str = "") -> str:
    properties = {
        "og:site_name": SITE_NAME,
        "og:type": kind,
        "og:title": title or head.page_title,
        "og:description": head.description,
        "og:url": address_of(head.path),
    }
    return "\n".join(f'<meta property="{name}" content="{attribute(value)}">' for name, value in properties.items())


def most_read(paper: Newspaper, path: str) -> str:
    day = volatile.saved_on(path).isoformat()
    ranked = sorted(paper.articles, key=lambda article: volatile.draw(f"readers on {day}", article.slug, 10_000), reverse=True)
    entries = "\n".join(f"<li>{anchor(article)}</li>" for article in ranked[:MOST_READ_COUNT])
    return f'<div class="box most-read"><h3>Most read</h3>\n<ol>\n{entries}\n</ol></div>'


def newsletter() -> str:
    field = '<input type="email" name="address" placeholder="Your address" aria-label="Your address">'
    form = f'<form action="/newsletter" method="post">{field} <button type="submit">Subscribe</button></form>'
    return f'<div class="box newsletter"><p>{NEWSLETTER_TEXT}</p>\n{form}</div>'


def advertisement_text(path: str) -> str:
    return ADVERTISEMENTS[volatile.draw("advertisement", path, len(ADVERTISEMENTS))]


def advertisement(path: str) -> str:
    return f'<div class="ad"><small>Advertisement</small>{escaped(advertisement_text(path))}</div>'


def share_bar(article: Article) -> str:
    address, title = quote_plus(address_of(article.path())), quote_plus(article.title)
    places = {
        "Post": f"https://chatter.example/share?url={address}&amp;text={title}",
        "Mail": f"mailto:?subject={title}&amp;body={address}",
        "Print": f"{link_to(article.path())}?print=1",
    }
    items = "".join(f'<li><a rel="nofollow" href="{link}">{name}</a></li>' for name, link in places.items())
    shares = volatile.draw("shares", article.path(), 400)
    return f'<div class="share"><ul>{items}<li class="count">{shares} shares</li></ul></div>'


def tag_line(article: Article, paper: Newspaper) -> str:
    with_pages = paper.tags_with_pages()
    links = {tag: f'<a rel="tag" href="{link_to(tag_path(tag))}">{tag}</a>' for tag in with_pages}
    return '<p class="tags">' + " ".join(links.get(tag, f"<span>{tag}</span>") for tag in article.tags) + "</p>"


def figure(article: Article) -> str:
    if not article.picture:
        return ""
    caption = escaped(article.caption)
    return f'<figure><img src="/media/{article.picture}.svg" width="720" height="360" alt=""><figcaption>{caption}</figcaption></figure>'


def anchor(article: Article) -> str:
    return f'<a href="{link_to(article.path())}">{escaped(article.title)}</a>'


def teaser(article: Article, level: str = "h2") -> str:
    day = article.moment.date()
    kicker = f'<p class="kicker">{article.series or SECTIONS[article.section]}</p>'
    meta = f'<p class="meta">{article.author}, <time datetime="{day}">{volatile.short_date(day)}</time></p>'
    return f'<li class="teaser">\n{kicker}\n<{level}>{anchor(article)}</{level}>\n<p>{escaped(article.summary)}</p>\n{meta}\n</li>'


def teasers(articles: list[Article], level: str = "h2") -> str:
    return '<ul class="teasers">\n' + "\n".join(teaser(article, level) for article in articles) + "\n</ul>"
