"""The studio's screens as one HTML file that can be mailed: its articles can be searched, and nothing is loaded from elsewhere.

Pages of the site are in sandboxed frames, as in the studio, but nothing can be clicked.
"""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from html import escape
from importlib.metadata import version
from typing import Any

from sitelode.articles.reader import NoArticle
from sitelode.counted import counted
from sitelode.errors import SitelodeError
from sitelode.extensions import extensions
from sitelode.output.report import SEARCH, article_line, confidence_table, end_of_report, left_out_table, start_of_report
from sitelode.output.structure.picture import structure_svg
from sitelode.studio.article_lists import ArticleSummary, written_article
from sitelode.studio.frame import Marks, frame_html
from sitelode.studio.session import StudioSession
from sitelode.studio.views.kinds import layout_card, site_structure, typical_member
from sitelode.studio.views.pages import article_marks, page_regions
from sitelode.studio.views.tables import page_with_most_records, record_marks, records_view
from sitelode.studio.views.wireframe import wireframe

MOST_CARDS = 60  # layouts; all bounds here are set by hand
MOST_ARTICLES = 400  # titles listed
SHOWN_TEXT = 600  # characters of an article
LARGEST_FRAME = 600_000  # characters; a longer page is not shown


def site_report(session: StudioSession) -> Iterator[str]:
    """The whole document, piece by piece."""
    yield start_of_report(_source(session), f"seen by Sitelode {version('sitelode')}")
    yield _numbers(session)
    parts = [("Articles", _articles), ("Map", _map), ("Layouts", _layouts)]
    parts += [(name.capitalize(), part) for name, part in extensions("sitelode.report").items()]
    parts += [("Page", _page), ("Records", _records), ("Confidence", _confidence), ("Left out", _left_out)]
    yield "<nav>" + "".join(f'<a href="#{_place(name)}">{name}</a>' for name, _ in parts) + "</nav>"
    for done, (name, part) in enumerate(parts, start=1):
        yield f'<h2 id="{_place(name)}">{name}</h2>'
        try:
            yield part(session)
        except SitelodeError as problem:
            yield f'<p class="quiet">{escape(str(problem))}</p>'
        session.progress("report", done, len(parts))
    yield end_of_report()


def _place(name: str) -> str:
    return name.lower().replace(" ", "-")


def _source(session: StudioSession) -> str:
    return session.site.store["source"] or str(session.folder)


def _numbers(session: StudioSession) -> str:
    shown = (("articles", len(session.articles)), ("pages", len(session.site.entries)), ("layouts", len(session.members)))
    corrections = (("corrections", len(session.corrections.holding)),) if session.corrections.holding else ()
    return '<div class="numbers">' + "".join(f"<div><b>{count:,}</b>{name}</div>" for name, count in (*shown, *corrections)) + "</div>"


def picture(svg: str, words: str) -> str:
    data = b64encode(svg.encode("utf-8", "replace")).decode()
    return f'<img alt="{escape(words)}" src="data:image/svg+xml;base64,{data}">'


def page_frame(session: StudioSession, number: int, marks: Marks, words: str) -> str:
    document = frame_html(session.page(number), marks)
    shown = f'<iframe sandbox="" loading="lazy" title="{escape(words)}" srcdoc="{escape(document)}"></iframe>'
    if len(document) > LARGEST_FRAME:
        shown = '<p class="text">This page is too large for a report; the studio shows it.</p>'
    return f"<figure>{shown}<figcaption>{escape(words)}<br>{escape(session.entry(number).url)}</figcaption></figure>"


def _map(session: StudioSession) -> str:
    structure = site_structure(session)
    counts = ", ".join(f"{count:,} {kind}" for kind, count in structure.kind_counts.items())
    words = f"{counts}. Of {structure.edges.before:,} links between pages the cut leaves {structure.edges.after:,}."
    return (
        f"<figure>{picture(''.join(structure_svg(structure)), 'Links before and after the cut')}<figcaption>{words}</figcaption></figure>"
    )


def _layouts(session: StudioSession) -> str:
    shown = enumerate(session.members[:MOST_CARDS])
    cards = "".join(_card(session, layout_card(session, number, members)) for number, members in shown)
    more = len(session.members) - MOST_CARDS
    return f'<div class="cards">{cards}</div>' + (f'<p class="quiet">and {more:,} smaller ones</p>' if more > 0 else "")


def _card(session: StudioSession, card: dict[str, Any]) -> str:
    sure = f", {card['confidence']:.0%} sure" if card["articles"] else ""
    return (
        f'<div class="card">{picture(wireframe(page_regions(session, card["typical"])), "")}<div><b>{counted(card["pages"], "page")}</b>'
        f'<br>Layout {card["cluster"]}<br><span class="mono quiet">{escape(card["pattern"] or card["examples"][0]["url"])}</span>'
        f'<br><span class="quiet">{counted(card["articles"], "article")}{sure}<br>{card["common"]:.0%} in common</span></div></div>'
    )


def _page(session: StudioSession) -> str:
    members = session.members[0]
    number = session.site.entries[members[typical_member(session, members)]].number
    found = session.reader_of(number).article(session.page(number), session.entry(number).origin)
    text = f"No article: {found.reason}." if isinstance(found, NoArticle) else f"<b>{escape(found.title)}</b>\n\n{escape(found.text)}"
    article = f'<figure><div class="text" dir="auto">{text}</div><figcaption>The article</figcaption></figure>'
    original = page_frame(session, number, article_marks(session, number, ""), "The original; hover for reasons")
    return f'<div class="two">{original}{article}</div>'


def _records(session: StudioSession) -> str:
    number = page_with_most_records(session)
    if number is None:
        return '<p class="quiet">No page with a list of records was found.</p>'
    found = records_view(session, number, 0)
    head = "".join(f"<th>{escape(name)}" for name in found["table"]["names"])
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}" for cell in cells) for cells in found["table"]["rows"])
    table = f'<div class="wide"><table><tr>{head}{rows}</table></div>'
    return page_frame(session, number, record_marks(session, number, 0), "A page with its records outlined") + "<p></p>" + table


def _confidence(session: StudioSession) -> str:
    return _of_counts(session, lambda about: confidence_table(about["confidence"]))


def _left_out(session: StudioSession) -> str:
    return _of_counts(session, left_out_table)


def _of_counts(session: StudioSession, table: Callable[[dict[str, Any]], str]) -> str:
    """A table of the counts that mining wrote."""
    try:
        return table(json.loads((session.folder / "site.json").read_bytes())) or '<p class="quiet">Nothing.</p>'
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return '<p class="quiet">site.json is missing or damaged: mine the site again.</p>'


def _articles(session: StudioSession) -> str:
    entries = [entry for entry in session.site.entries if entry.origin in session.articles]
    if not entries:
        return '<p class="quiet">None were found.</p>'
    lines = "".join(_article(session, entry.url, session.articles[entry.origin]) for entry in entries[:MOST_ARTICLES])
    more = len(entries) - MOST_ARTICLES
    rest = f'<p class="quiet">and {more:,} more in articles.jsonl</p>' if more > 0 else ""
    return f'{SEARCH}<div class="found">{lines}</div>{rest}'


def _article(session: StudioSession, url: str, article: ArticleSummary) -> str:
    text = written_article(session.folder, article.at)["text"]
    shown = text[:SHOWN_TEXT] + ("…" if len(text) > SHOWN_TEXT else "")
    about = f'<div class="quiet mono">{escape(url)}</div>'
    facts = [article.author, article.date[:10], f"{article.characters:,} characters", f"{article.confidence:.0%} sure"]
    return article_line(article.title or url, facts, shown, about)
