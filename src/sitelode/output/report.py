"""One self-contained HTML file that shows the mined result; the articles in it can be searched, and nothing is loaded from elsewhere."""

from collections.abc import Sequence
from html import escape
from typing import Any

from sitelode.articles.body.confidence import calibration
from sitelode.counted import counted
from sitelode.model import Article
from sitelode.output.report_look import SEARCH, article_line, end_of_report, start_of_report

MOST_LISTED = 500  # articles, because a longer report is slow to open; all bounds here are set by hand
_SHOWN_TEXT = 600  # characters
_SHOWN_EXAMPLES = 2  # addresses per layout


def render(about: dict[str, Any], articles: Sequence[Article]) -> str:
    """The report: counts, layouts, what was left out and why, and the articles."""
    return "".join(
        (
            start_of_report(str(about["source"]), f"mined by sitelode {about['sitelode']}"),
            _numbers(about),
            _articles(articles, about["articles"]),
            _with_heading("Confidence", confidence_table(about["confidence"])),
            _clusters(about["clusters"]),
            _with_heading("Left out", left_out_table(about)),
            end_of_report(),
        )
    )


def _numbers(about: dict[str, Any]) -> str:
    left_out = sum(reason["count"] for reason in about["dropped"].values())
    shown = (
        ("articles", about["articles"]), ("records", about["records"]), ("pages", about["pages"]), ("layouts", len(about["clusters"])),
        ("left out", left_out),
    )  # fmt: skip
    return '<div class="numbers">' + "".join(f"<div><b>{count:,}</b>{name}</div>" for name, count in shown) + "</div>"


def _with_heading(heading: str, content: str) -> str:
    return f"<h2>{heading}</h2>{content}" if content else ""


def confidence_table(tenths: Sequence[int]) -> str:
    """The confidence of the articles, and how accurate such articles were where the truth was known."""
    most = max(tenths, default=0)
    if not most:
        return ""
    known = {round(10 * low): (pages, f1, right) for low, _, pages, _, f1, right in calibration()}
    rows = "".join(_tenth(number, count, most, known.get(number)) for number, count in reversed(list(enumerate(tenths))))
    note = (
        "Elsewhere: articles of that confidence on development sites that the program had not seen before, their mean agreement (F1) with "
        "the true text, and the share of them with an F1 from 0.95."
    )
    head = '<tr><th>confidence<th>articles<th><th class="quiet">elsewhere: pages<th class="quiet">mean F1<th class="quiet">right'
    return f'<table>{head}{rows}</table><p class="quiet">{note}</p>'


def _tenth(number: int, count: int, most: int, known: tuple[int, float, float] | None) -> str:
    bar = f'<span class="bar" style="width:{12 * count / most:.2f}rem"></span>'
    measured = ["", "", ""] if known is None else [f"{known[0]:,}", f"{known[1]:.3f}", f"{known[2]:.0%}"]
    cells = "".join(f'<td class="number quiet">{text}' for text in measured)
    return f'<tr><td>{number / 10:.1f} to {(number + 1) / 10:.1f}<td class="number">{count:,}<td>{bar}{cells}'


def _clusters(clusters: list[dict[str, Any]]) -> str:
    rows = "".join(
        f'<tr><td class="number">{each["cluster"]}<td class="number">{each["pages"]:,}<td class="number">{each["articles"]:,}'
        f"<td>{escape(', '.join(f'{count:,} {kind}' for kind, count in each['kinds'].items()))}"
        f'<td class="number">{each["common"]:.0%}<td class="quiet">{escape(each["pattern"] or "")}'
        f'<td class="quiet">{"<br>".join(map(escape, each["examples"][:_SHOWN_EXAMPLES]))}'
        for each in clusters
    )
    return f"<h2>Layouts</h2><table><tr><th>layout<th>pages<th>articles<th>kinds<th>in common<th>addresses<th>for example{rows}</table>"


def left_out_table(about: dict[str, Any]) -> str:
    """What has no article or was left out, and why."""
    rows = [(f"no article: {reason}", count, "") for reason, count in about["pages_without_article"].items()]
    for reason, found in about["dropped"].items():
        rows.append((reason, found["count"], "; ".join(each["where"] for each in found["examples"])))
    if not rows:
        return ""
    shown = "".join(f'<tr><td>{escape(what)}<td class="number">{count:,}<td class="quiet">{escape(where)}' for what, count, where in rows)
    return f"<table><tr><th>reason<th>count<th>for example{shown}</table>"


def _articles(articles: Sequence[Article], total: int) -> str:
    more = f'<p class="quiet">The first {len(articles):,} of {total:,}; all are in articles.jsonl.</p>' if total > len(articles) else ""
    if not articles:
        return '<h2>Articles</h2><p class="quiet">None were found.</p>'
    return f'<h2>Articles</h2>{SEARCH}{more}<div class="found">{"".join(map(_article, articles))}</div>'


def _article(article: Article) -> str:
    text = article.text[:_SHOWN_TEXT] + ("…" if len(article.text) > _SHOWN_TEXT else "")
    known = (
        article.language,
        f"layout {article.cluster}",
        f"confidence {article.confidence:.2f}",
        f"{len(article.text):,} characters",
        counted(len(article.pages), "page") if article.pages else "",
        counted(len(article.comments), "comment") if article.comments else "",
    )
    labels = f'<div class="quiet">{escape(", ".join(article.tags))}</div>' if article.tags else ""
    subtitle = f"<p><em>{escape(article.subtitle)}</em></p>" if article.subtitle else ""
    about = f'<div class="quiet">{escape(" · ".join(filter(None, known)))}<br>{escape(article.url)}</div>{labels}{subtitle}'
    return article_line(article.title or article.url, [article.author, article.date[:10]], text, about)
