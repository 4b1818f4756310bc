"""A small news site whose page kinds are known: every text its own, one menu on all pages."""

import random

from sitelode.layout.site_layouts import find_layouts
from sitelode.model import Fetched
from sitelode.page_kinds.kinds import find_kinds
from sitelode.site.site import open_site

WORDS = [
    f"{first}{middle}{last}" for first in "bdfgklmn" for middle in ("a", "ei", "o", "u") for last in ("rt", "nd", "ssel", "ling", "mp")
]
HOST = "https://news.example"
MENU = '<nav><a href="/">Home</a> <a href="/sport/">Sport</a> <a href="/town/">Town</a> <a href="/about">About us</a></nav>'
ARTICLES, PER_PAGE = 24, 6


def words(seed, count):
    return " ".join(random.Random(seed).choices(WORDS, k=count))


def title_of(number):
    return words(f"title {number}", 6).capitalize()


def paragraphs(seed, count=5):
    return "".join(f"<p>{words(f'{seed} {number}', 30).capitalize()}.</p>" for number in range(count))


def section_of(number):
    return "sport" if number % 2 else "town"


def page(title, main, side=""):
    return (
        f"<html><head><title>{title} | The News</title></head><body>{MENU}<main>{main}</main>{side}<footer>Imprint</footer></body></html>"
    )


def article(number, *, menu=True):
    tags = f'<p class=tags><a href="/tag/{WORDS[number % 5]}">{WORDS[number % 5]}</a></p>'
    text = page(title_of(number), f"<article><h1>{title_of(number)}</h1>{paragraphs(number)}{tags}</article>")
    return text if menu else text.replace(MENU, "")


def listing(name, numbers, further=""):
    items = "".join(
        f'<li><h2><a href="/{section_of(number)}/{number}.html">{title_of(number)}</a></h2><p>{words(f"{number} 0", 30).capitalize()}.</p></li>'
        for number in numbers
    )
    return page(name, f"<h1>{name}</h1><ul class=list>{items}</ul><div class=pager>{further}</div>")


def pager(section, pages):
    return " ".join(f'<a href="/{section}/{f"page/{number}/" if number > 1 else ""}">{number}</a>' for number in range(1, pages + 1))


def small_site():
    """Address to source."""
    pages = {"/": listing("Front", range(5))}
    for section in ("sport", "town"):
        numbers = [number for number in range(ARTICLES) if section_of(number) == section]
        chunks = [numbers[start : start + PER_PAGE] for start in range(0, len(numbers), PER_PAGE)]
        for place, chunk in enumerate(chunks, start=1):
            path = f"/{section}/" if place == 1 else f"/{section}/page/{place}/"
            name = section.capitalize() if place == 1 else f"{section.capitalize()}, page {place}"
            pages[path] = listing(name, chunk, pager(section, len(chunks)))
    for place in range(5):
        pages[f"/tag/{WORDS[place]}"] = listing(f"All on {WORDS[place]}", range(place, ARTICLES, 5))
    for number in range(ARTICLES):
        pages[f"/{section_of(number)}/{number}.html"] = article(number)
    pages["/about"] = page("About us", f"<h1>About us</h1>{paragraphs('about')}")
    for number in range(4):
        pages[f"/picture/{number}"] = page(f"img{number}", f"<h1>img{number}</h1><img src=/{number}.jpg>")
    return pages


def expected(path):
    if path.endswith(".html"):
        return "article"
    return "other" if path == "/about" or path.startswith("/picture") else "index"


def opened(pages, host=HOST):
    return open_site((Fetched(host + path, source.encode()) for path, source in pages.items()), "pages in memory")


def kinds_of(site):
    return find_kinds(site, find_layouts(site.pages()))


def kinds_by_path(pages, host=HOST):
    site = opened(pages, host)
    return {entry.url.removeprefix(host): kind for entry, kind in zip(site.entries, kinds_of(site).kind, strict=True)}
