"""A synthetic news site of any size, the same on every machine: articles and listings in one template, with different texts."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

SEED = 2031
PAGE_BYTES = 60_000  # about; the template fills what the text leaves
LISTING_EVERY = 20  # pages
WORDS_KNOWN = 6_000
_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"
_SECTIONS = 24


@dataclass(frozen=True, slots=True)
class MadeUpPage:
    url: str
    title: str
    html: str


class _Writer:
    """Makes up text with the word frequencies of a language: the n-th word is used n times less than the first."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 (reproducible, not secret)
        self.vocabulary = [self._word() for _ in range(WORDS_KNOWN)]
        self.weights = list(accumulate(1 / rank for rank in range(1, WORDS_KNOWN + 1)))

    def _word(self) -> str:
        syllables = self.random.randint(1, 4)
        return "".join(self.random.choice(_CONSONANTS) + self.random.choice(_VOWELS) for _ in range(syllables))

    def words(self, count: int) -> str:
        return " ".join(self.random.choices(self.vocabulary, cum_weights=self.weights, k=count))

    def sentence(self) -> str:
        return self.words(self.random.randint(5, 22)).capitalize() + "."

    def paragraph(self) -> str:
        return " ".join(self.sentence() for _ in range(self.random.randint(2, 6)))


def made_up_site(pages: int, seed: int = SEED) -> Iterator[MadeUpPage]:
    """A site of so many pages; the first pages of a larger site are those of a smaller one."""
    writer = _Writer(seed)
    template = _template(writer)
    earlier: list[tuple[str, str]] = []  # paths and titles
    for number in range(pages):
        if number % LISTING_EVERY == 0:
            main = _listing(writer, number, earlier)
            path, title = f"/archive/{number}", f"Archive {number}"
        else:
            title = writer.words(writer.random.randint(4, 9)).capitalize()
            main = _article(writer, number, title, earlier)
            path = f"/{number % _SECTIONS}/story-{number}.html"
        earlier = [*earlier[-LISTING_EVERY:], (path, title)]
        yield MadeUpPage(f"https://news.example{path}", title, template.replace("{title}", title).replace("{main}", main))


def _article(writer: _Writer, number: int, title: str, earlier: list[tuple[str, str]]) -> str:
    body = "".join(f"<p>{writer.paragraph()}</p>" for _ in range(writer.random.randint(6, 40)))
    related = "".join(f'<li><a href="{path}">{each}</a></li>' for path, each in earlier[-6:])
    comments = "".join(
        f'<div class="comment" id="c{number}-{place}"><b>{writer.words(1)}</b><p>{writer.sentence()}</p></div>'
        for place in range(writer.random.randint(0, 5))
    )
    return (
        f'<article class="story"><h1>{title}</h1><p class="byline">By {writer.words(2).title()}, {1 + number % 28} May</p>{body}</article>'
        f'<aside class="related"><h2>Related</h2><ul>{related}</ul></aside><section class="comments"><h2>Comments</h2>{comments}</section>'
    )


def _listing(writer: _Writer, number: int, earlier: list[tuple[str, str]]) -> str:
    teasers = "".join(f'<li class="teaser"><h2><a href="{path}">{title}</a></h2><p>{writer.sentence()}</p></li>' for path, title in earlier)
    return f'<h1>Archive {number}</h1><ul class="teasers">{teasers}</ul>'


def _template(writer: _Writer) -> str:
    menu = "".join(f'<li class="item"><a href="/{section}/">{writer.words(2)}</a></li>' for section in range(_SECTIONS))
    boxes = "".join(
        f'<div class="box"><h3>{writer.words(3)}</h3><ul>'
        + "".join(f'<li><a href="/box/{box}/{link}">{writer.words(6)}</a></li>' for link in range(12))
        + "</ul></div>"
        for box in range(16)
    )
    page = (
        '<!doctype html><html lang="art"><head><meta charset="utf-8"><title>{title} | Made-up News</title>'
        "<style>{filling}</style></head>"
        f'<body><header><a href="/">Made-up News</a><nav><ul>{menu}</ul></nav></header>'
        f'<main>{{main}}</main><div class="boxes">{boxes}</div>'
        f"<footer><p>{writer.paragraph()}</p></footer></body></html>"
    )
    text_of_a_page = 8_500  # bytes, what {main} takes in the mean
    rule = ".box li{margin:0 0 4px;padding:2px;color:#123456}\n"
    return page.replace("{filling}", rule * max(0, (PAGE_BYTES - text_of_a_page - len(page)) // len(rule)))
