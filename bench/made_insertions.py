"""Real pages with synthetic boilerplate inserted between and around the paragraphs of the article.

Advertisements, notices, links to other articles, comments, teasers: the corpora have few pages on which such
text outweighs the article or is in the middle of it, so tables learnt from them alone hardly know it. The insertions are made so
that only their behaviour shows what they are: names mean nothing, texts are sentences of other sites' articles and titles of the site's
own pages. The truth stays the same. On some sites articles are shortened, and on some they get notes and program code that begin
with the same words, as insertions do, but are part of the truth.
"""

import random
import re
import string
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape, unescape

from bench.corpora import ArticleSite, Row

LEAST_PARAGRAPHS = 4  # of a page; in fewer there is no place between
LEAST_LETTERS = 100  # of a paragraph that counts
LEAST_PAGES = 5  # of a site that must be changed, or half of them
MOST_KINDS = 3  # of insertions on one site
SHORTENED = 0.35  # of the sites
ANSWERED = 0.5  # of the comments, where they can be
MOST_LEFT = 3  # paragraphs of a shortened article
MADE = "data-made"  # the attribute that says what was inserted; no stage of mining looks at it
OWN_KINDS = ("note", "code", "heading", "list")  # parts of the article
MADE_KINDS = ("notice", "advertisement", "way on", "dialog", "comments", "teasers", *OWN_KINDS)
ENRICHED = 0.5  # of the sites
UNNAMED = 0.7  # of the lists and headings that articles get
HEADINGS_OF_WORDS = 0.3  # of the sites that get headings
_PARAGRAPH = re.compile(r"<p(?:\s[^>]*)?>((?:(?!<p[\s>]|</p>|<script|<style|<blockquote|<li|<td).)*)</p>", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<[^>]*>")
_SENTENCE = re.compile("[^.!?\u3002\uff01\uff1f]{25,140}[.!?\u3002\uff01\uff1f]")
_HEAD_TITLE = re.compile(r"<title[^>]*>([^<]{8,200})</title>", re.IGNORECASE)
_BETWEEN_PARTS = re.compile(r"\s[|\-\u2013\u2014\u00b7\u00bb]\s")
_BEFORE_ALL = re.compile(r"<body[^>]*>", re.IGNORECASE)
_ENDS = ("</article>", "</main>", "</body>")

Write = Callable[[random.Random], str]  # one insertion
Wrap = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Insertion:
    """One kind of insertion on a site."""

    kind: str  # one of MADE_KINDS
    share: float  # of the pages
    most: int  # on one page
    place: str  # "between" paragraphs, "behind" all of them, at the "start" of the page, or an end tag
    write: Write


@dataclass(frozen=True, slots=True)
class Material:
    """What insertions are made of."""

    sentences: Sequence[str]  # of other sites
    pages: Sequence[tuple[str, str]]  # address and title of the site's pages
    excerpts: Sequence[str]  # of the site's pages

    def said(self, chance: random.Random, most: int) -> str:
        return " ".join(chance.choice(self.sentences) for _ in range(chance.randint(1, most)))


def with_insertions(site: ArticleSite, sentences: Sequence[str], seed: int, *, articles: bool) -> ArticleSite | None:
    """The site with insertions, the same for the same seed; nothing where hardly a page has paragraphs to insert between.

    Where the pages are no articles, what readers wrote and what is listed may be content: nothing of the kind is inserted there.
    """
    chance = random.Random(f"{site.name} {seed}")  # noqa: S311 (no secret)
    titles = [(page.get("url") or "", _headline(found.group(1))) for page in site.pages if (found := _HEAD_TITLE.search(page["html"]))]
    excerpts = [said[0] for body in site.truth.values() if (said := sentences_of(body))]
    material = Material(sentences, titles or [("/", "…")], excerpts or sentences)
    kinds = [chance.choice((*_LINES, *_BOXES) if articles else _LINES)(chance, material) for _ in range(chance.randint(1, MOST_KINDS))]
    shortened = articles and chance.random() < SHORTENED
    own = chance.choice((_notes, _code, _headings, _lists))(chance, material) if chance.random() < ENRICHED else None
    pages, truth = [], dict(site.truth)
    for old in site.pages:
        page = old
        if shortened and (body := truth.get(page["id"])):
            page, truth[page["id"]] = _shortened(page, body, chance.randint(1, MOST_LEFT))
        if own and (body := truth.get(page["id"])) and chance.random() < own.share:
            page, truth[page["id"]] = _enriched(page, body, own, chance)
        pages.append(_inserted(page, truth.get(page["id"]), kinds, chance))
    changed = sum(new["html"] != old["html"] for new, old in zip(pages, site.pages, strict=True))
    return replace(site, pages=pages, truth=truth) if changed >= min(LEAST_PAGES, (len(pages) + 1) // 2) else None


def sentences_of(text: str) -> list[str]:
    return [found.group().strip() for found in _SENTENCE.finditer(text)]


def _headline(title: str) -> str:
    """A title without the name of the site, as the longest of its parts."""
    return max(_BETWEEN_PARTS.split(title), key=len).strip()


def _shortened(page: Row, body: str, left: int) -> tuple[Row, str]:
    """The article without its paragraphs after the first few; as it is where the truth says them in other words."""
    html: str = page["html"]
    paragraphs = list(_paragraphs(html, body))
    shorter, said = " ".join(body.split()), len(body)
    for found in reversed(paragraphs[left:]):
        text = _said(found)
        if text in shorter and len(shorter) - len(text) > said // 20:
            shorter = shorter.replace(text, " ", 1)
            html = html[: found.start()] + html[found.end() :]
    return page | {"html": html}, shorter


def _enriched(page: Row, body: str, own: Insertion, chance: random.Random) -> tuple[Row, str]:
    """The article with more of its own behind some of its paragraphs; as it is where the truth says those in other words."""
    html, known = page["html"], " ".join(body.split())
    paragraphs = list(_paragraphs(html, body))
    chosen = chance.sample(paragraphs, min(chance.randint(1, own.most), len(paragraphs)))
    for found in sorted(chosen, key=lambda paragraph: -paragraph.end()):
        text = _said(found)
        if text in known:
            made = own.write(chance)
            html = html[: found.end()] + _marked(made, own.kind) + html[found.end() :]
            known = known.replace(text, f"{text} {' '.join(unescape(_TAG.sub(' ', made)).split())}", 1)
    return page | {"html": html}, known


def _said(paragraph: re.Match[str]) -> str:
    return " ".join(unescape(_TAG.sub("", paragraph.group(1))).split())


def _inserted(page: Row, body: str | None, kinds: Sequence[Insertion], chance: random.Random) -> Row:
    html: str = page["html"]
    ends = [found.end() for found in _paragraphs(html, body)]
    if not ends:
        return page
    new = []
    for kind in kinds:
        if chance.random() < kind.share:
            between = ends[:-1] if len(ends) >= LEAST_PARAGRAPHS else []
            places = _places(html, ends, between, kind.place)
            chosen = chance.sample(places, min(chance.randint(1, kind.most), len(places)))
            new += [(place, _marked(kind.write(chance), kind.kind)) for place in chosen]
    for place, text in sorted(new, reverse=True):
        html = html[:place] + text + html[place:]
    return page | {"html": html} if new else page


def _marked(text: str, kind: str) -> str:
    return text.replace(" class=", f' {MADE}="{kind}" class=', 1)


def _places(html: str, ends: list[int], between: list[int], wanted: str) -> list[int]:
    match wanted:
        case "between":
            return between
        case "behind":
            return ends[-1:]
        case "start":
            return [found.end()] if (found := _BEFORE_ALL.search(html)) else []
        case _:
            place = html.lower().rfind(wanted)
            return [place] if place > ends[-1] else []


def _paragraphs(html: str, body: str | None) -> Iterator[re.Match[str]]:
    """Long paragraphs, of the body where that is known."""
    known = _letters(body) if body else None
    for found in _PARAGRAPH.finditer(html):
        text = _letters(unescape(_TAG.sub("", found.group(1))))
        if len(text) >= LEAST_LETTERS and (known is None or text[20:60] in known):
            yield found


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _notice(chance: random.Random, material: Material) -> Insertion:
    """One text on some or most of the pages."""
    text = _form(chance)(escape(material.said(chance, 2)))
    return Insertion("notice", chance.uniform(0.25, 0.9), 1, chance.choice(("between", "between", "behind")), lambda _: text)


def _advertisements(chance: random.Random, material: Material) -> Insertion:
    """Some texts take turns."""
    form, word = _form(chance), _word(chance).title()
    label = chance.choice(("", "", f"<small>{word}</small>", f"<span>{word}</span> ", f"{word}<br>"))
    told = [form(label + _advertisement(chance, material)) for _ in range(chance.randint(2, 12))]
    return Insertion("advertisement", chance.uniform(0.4, 1), chance.randint(1, 2), "between", lambda turn: turn.choice(told))


def _advertisement(chance: random.Random, material: Material) -> str:
    said, link = escape(material.said(chance, 2)), f'<a href="https://{_word(chance)}.example/">'
    return chance.choice((said, said, f"{link}{said}</a>", f"{said} {link}{_word(chance).title()}</a>"))


def _ways_on(chance: random.Random, material: Material) -> Insertion:
    """Lines that lead to other articles of the site."""
    form, word = _form(chance), _word(chance)
    lead = chance.choice(("", f"{word.title()}: ", f"<strong>{word.title()} {_word(chance)}:</strong> "))
    links = [form(f'{lead}<a href="{escape(address)}">{title}</a>') for address, title in material.pages]
    return Insertion("way on", chance.uniform(0.4, 1), chance.randint(1, 2), "between", lambda turn: turn.choice(links))


def _dialog(chance: random.Random, material: Material) -> Insertion:
    """What covers the page at first, somewhere in its source."""
    form = _box(chance)
    said = "".join(f"<p>{escape(material.said(chance, 3))}</p>" for _ in range(chance.randint(1, 3)))
    text = form(said + f'<button>{_word(chance).title()}</button><a href="/{_word(chance)}">{_word(chance)}</a>')
    return Insertion("dialog", chance.uniform(0.25, 1), 1, chance.choice(("start", "</body>", "behind")), lambda _: text)


def _comments(chance: random.Random, material: Material) -> Insertion:
    """What readers wrote below the article, on some sites more than the article, on some in answer to each other."""
    (around, of_head, one), most = _comment_form(chance), chance.choice((3, 8, 16, 40))
    head, label = _comment_head(chance), chance.choice(("", "", f"<button>{_word(chance).title()}</button>"))
    said, sentences = _within(chance, chance.choice(("p", "p", "div")), ""), chance.choice((2, 2, 6))
    paragraphs, answered = chance.choice((1, 2, 2, 4)), chance.choice((0.0, 0.0, ANSWERED))

    def comment(turn: random.Random, left: int) -> tuple[str, int]:
        """A comment with what was answered, and how many are left to be written."""
        told = "".join(said(escape(material.said(turn, sentences))) for _ in range(turn.randint(1, paragraphs)))
        answers, left = "", left - 1
        while left and turn.random() < answered:
            answer, left = comment(turn, left)
            answers += answer
        return of_head(head(turn), told + label + answers, one), left

    place = chance.choice((*_ENDS, "</body>", "behind"))

    def comments(turn: random.Random) -> str:
        written, left = "", turn.randint(1, most)
        while left:
            new, left = comment(turn, left)
            written += new
        return around(written)

    return Insertion("comments", chance.uniform(0.4, 1), 1, place, comments)


def _comment_form(chance: random.Random) -> tuple[Wrap, Callable[[str, str, Wrap], str], Wrap]:
    """What is around all comments, what joins head and text of one, what is around one: boxes, a list, names with what they said."""
    unnamed = chance.random() < UNNAMED / 2
    match chance.choice(("boxes", "boxes", "list", "names")):
        case "boxes":
            return _box(chance), lambda head, said, one: one(head + said), _box(chance)
        case "list":
            tag = chance.choice(("ol", "ul"))
            around = _unnamed(tag) if unnamed else _within(chance, tag, "")
            return around, lambda head, said, one: one(head + said), _unnamed("li") if unnamed else _within(chance, "li", "")
        case _:
            around = _unnamed("dl") if unnamed else _within(chance, "dl", "")
            return around, lambda head, said, one: f"<dt>{head}</dt>{one(said)}", _unnamed("dd") if unnamed else _within(chance, "dd", "")


def _comment_head(chance: random.Random) -> Write:
    """Who wrote a comment, and on most sites when: as a date, or how long ago."""
    tag, name, when = chance.choice(("p", "div", "span")), _word(chance), _word(chance)
    readers = [" ".join(_word(chance).title() for _ in range(chance.randint(1, 2))) for _ in range(chance.choice((6, 12, 200)))]
    kind, ago = chance.choices(("date", "ago", "none"), (0.6, 0.2, 0.2))[0], f"{_word(chance)} {_word(chance)}"

    def head(turn: random.Random) -> str:
        dates = {
            "date": f"{turn.randint(1, 28)}.{turn.randint(1, 12)}.20{turn.randint(10, 29)}",
            "ago": f"{turn.randint(1, 23)} {ago}",
            "none": "",
        }
        when_said = f' <{tag} class="{when}">{dates[kind]}</{tag}>' if dates[kind] else ""
        return f'<{tag} class="{name}">{turn.choice(readers)}</{tag}>{when_said}'

    return head


def _teasers(chance: random.Random, material: Material) -> Insertion:
    """Titles and first sentences of other articles."""
    around, one, most = _box(chance), _box(chance), chance.randint(3, 8)
    pool = list(zip(chance.choices(material.pages, k=12), chance.choices(material.excerpts, k=12), strict=True))[: chance.randint(4, 12)]
    texts = [one(f'<a href="{escape(address)}">{title}</a><p>{escape(said)}</p>') for (address, title), said in pool]
    place = chance.choice(("start", *_ENDS, "behind"))
    return Insertion("teasers", chance.uniform(0.6, 1), 1, place, lambda turn: around("".join(turn.sample(texts, min(most, len(texts))))))


def _notes(chance: random.Random, material: Material) -> Insertion:
    """Boxes of the article's own, under one of a few words."""
    form, most = _box(chance), chance.randint(1, 3)
    words = [_word(chance).title() for _ in range(chance.randint(1, 3))]
    before, after = chance.choice((("<p><strong>", ":</strong> "), ("<p>", ": "), (f'<p class="{_word(chance)}">', "</p><p>")))

    def note(turn: random.Random) -> str:
        return form(f"{before}{turn.choice(words)}{after}{escape(material.said(turn, 2))}</p>")

    return Insertion("note", chance.uniform(0.3, 1), most, "", note)


def _code(chance: random.Random, material: Material) -> Insertion:
    """Lines of a program that begin alike."""
    form, most, lead = _within(chance, "div", ""), chance.randint(1, 3), f"{_word(chance)} {_word(chance)}"
    opened, closed = chance.choice((("<pre><code>", "</code></pre>"), ("<pre>", "</pre>")))

    def program(turn: random.Random) -> str:
        words = material.said(turn, 2).lower().split()
        lines = [f"    {name} = {turn.randint(0, 99)};" for name in words[: turn.randint(1, 12)]]
        every = (f"{lead} {_word(turn)}():", *lines, f"    {lead.split()[1]} {turn.randint(0, 9)}")
        return form(opened + escape("\n".join(every)) + closed)

    return Insertion("code", chance.uniform(0.3, 1), most, "", program)


def _headings(chance: random.Random, material: Material) -> Insertion:
    """Headings between the paragraphs, mostly without any name."""
    tag, most = chance.choice(("h2", "h2", "h3", "h4")), chance.randint(1, 4)
    form, some = _unnamed(tag) if chance.random() < UNNAMED else _within(chance, tag, ""), chance.choice((1, 3, 200))
    words = [" ".join(_word(chance) for _ in range(chance.randint(1, 5))).capitalize() for _ in range(some)]
    said = chance.random() < HEADINGS_OF_WORDS  # otherwise a few words of a sentence: headings that say something

    def heading(turn: random.Random) -> str:
        text = turn.choice(words) if said else " ".join(material.said(turn, 1).rstrip(".!?").split()[: turn.randint(1, 7)])
        return form(escape(text))

    return Insertion("heading", chance.uniform(0.5, 1), most, "", heading)


def _lists(chance: random.Random, material: Material) -> Insertion:
    """Lists of short lines or of sentences, some of them links, mostly without any name."""
    tag, most, length = chance.choice(("ul", "ul", "ol")), chance.randint(1, 2), chance.choice((3, 6, 14))
    form, linked = _unnamed(tag) if chance.random() < UNNAMED else _within(chance, tag, ""), chance.choice((0.0, 0.0, 0.3, 1.0))

    def items(turn: random.Random) -> str:
        told = [escape(" ".join(material.said(turn, 1).split()[:length])) for _ in range(turn.randint(2, 8))]
        link = f'<a href="https://{_word(turn)}.example/{_word(turn)}">'
        return form("".join(f"<li>{link}{text}</a></li>" if turn.random() < linked else f"<li>{text}</li>" for text in told))

    return Insertion("list", chance.uniform(0.3, 1), most, "", items)


def _unnamed(tag: str) -> Wrap:
    """An element that only says what it is. `_marked` needs a class: an empty one is no name."""
    return lambda text: f'\n<{tag} class="">{text}</{tag}>\n'


_LINES = (_notice, _advertisements, _advertisements, _ways_on, _dialog)
_BOXES = (_comments, _teasers)


def _form(chance: random.Random) -> Wrap:
    """An element for a line, maybe two."""
    tag, inner = chance.choice(("div", "div", "p", "aside", "section")), chance.choice(("", "", "p", "span"))
    return _within(chance, tag, inner if tag != "p" else "")


def _box(chance: random.Random) -> Wrap:
    """An element for several lines, maybe two."""
    return _within(chance, chance.choice(("div", "div", "aside", "section", "article")), chance.choice(("", "", "div")))


def _within(chance: random.Random, tag: str, inner: str) -> Wrap:
    opened, closed = f'<{tag} class="{_word(chance)}">', f"</{tag}>"
    if inner:
        opened, closed = f'{opened}<{inner} class="{_word(chance)}">', f"</{inner}>{closed}"
    return lambda text: f"\n{opened}{text}{closed}\n"


def _word(chance: random.Random) -> str:
    return "".join(chance.choice(string.ascii_lowercase) for _ in range(chance.randint(4, 9)))
