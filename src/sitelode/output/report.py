"""One self-contained HTML file that shows the mined result; nothing in it runs, and nothing is loaded from elsewhere."""

from collections.abc import Sequence
from html import escape
from typing import Any

from sitelode.articles.body.tree_model import calibration
from sitelode.counted import counted
from sitelode.model import Article

MOST_LISTED = 500  # articles, because a longer report is slow to open; all bounds here are set by hand
_SHOWN_TEXT = 600  # characters
_SHOWN_EXAMPLES = 2  # addresses per layout


def render(about: dict[str, Any], articles: Sequence[Article]) -> str:
    """The report: counts, articles and tables (first what the site has most of), layouts, what was left out and why."""
    found = [_articles(articles, about["articles"]), _with_heading("Tables", _tables(about))]
    return "".join(
        (
            _start(str(about["source"]), f"mined by sitelode {about['sitelode']}"),
            _numbers(about),
            *(reversed(found) if _detail_pages(about) > about["articles"] else found),
            _with_heading("Confidence", _confidence(about["confidence"])),
            _clusters(about["clusters"]),
            _with_heading("Pages without an article, and skipped files", _left_out(about)),
            "</body></html>\n",
        )
    )


def _start(title: str, made_by: str) -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f'<meta name="viewport" content="width=device-width"><title>Sitelode: {escape(title)}</title><style>{STYLE}</style>'
        f'<body><h1>{escape(title)}</h1><p class="quiet">{escape(made_by)}</p>'
    )


def _numbers(about: dict[str, Any]) -> str:
    left_out = sum(reason["count"] for reason in about["dropped"].values())
    found = [("articles", about["articles"]), ("detail pages", _detail_pages(about))]
    most = sorted(found, key=lambda each: -each[1])
    shown = (
        *(most if most[1][1] else most[:1]), ("records", about["records"]), ("pages", about["pages"]), ("layouts", len(about["clusters"])),
        ("skipped files", left_out),
    )  # fmt: skip
    return '<div class="numbers">' + "".join(f"<div><b>{count:,}</b>{name}</div>" for name, count in shown) + "</div>"


def _detail_pages(about: dict[str, Any]) -> int:
    return sum(each["pages"] for each in about["details"])


def _tables(about: dict[str, Any]) -> str:
    """The tables of the result, each with its file."""
    rows = [(f"details/layout-{each['layout']}/fields.csv", each["pages"], f"{each['columns']:,} columns") for each in about["details"]]
    rows += [
        (f"records/list-{number}.csv", each["records"], ", ".join(each["columns"])) for number, each in enumerate(about["lists"], start=1)
    ]
    shown = "".join(f'<tr><td>{name}<td class="number">{count:,}<td class="quiet">{escape(columns)}' for name, count, columns in rows)
    return f"<table><tr><th>file<th>rows<th>columns{shown}</table>" if shown else ""


def _with_heading(heading: str, content: str) -> str:
    return f"<h2>{heading}</h2>{content}" if content else ""


def _confidence(tenths: Sequence[int]) -> str:
    """The confidence of the articles, and how accurate such articles were where the truth was known."""
    most = max(tenths, default=0)
    if not most:
        return ""
    known = {round(10 * low): (pages, f1, right) for low, _, pages, _, f1, right in calibration()}
    rows = "".join(_tenth(number, count, most, known.get(number)) for number, count in reversed(list(enumerate(tenths))))
    note = (
        "On test sites: articles of this confidence on sites that the program had not seen before, their mean F1 against the true text, "
        "and the share with an F1 of at least 0.95."
    )
    head = '<tr><th>confidence<th>articles<th><th class="quiet">on test sites: pages<th class="quiet">mean F1<th class="quiet">correct'
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
    return f"<h2>Layouts</h2><table><tr><th>layout<th>pages<th>articles<th>kinds<th>shared<th>addresses<th>examples{rows}</table>"


def _left_out(about: dict[str, Any]) -> str:
    """What has no article or was left out, and why."""
    rows = [(reason, count, "") for reason, count in about["pages_without_article"].items()]
    for reason, found in about["dropped"].items():
        rows.append((reason, found["count"], "; ".join(each["where"] for each in found["examples"])))
    if not rows:
        return ""
    shown = "".join(f'<tr><td>{escape(what)}<td class="number">{count:,}<td class="quiet">{escape(where)}' for what, count, where in rows)
    return f"<table><tr><th>reason<th>count<th>examples{shown}</table>"


def _articles(articles: Sequence[Article], total: int) -> str:
    more = f'<p class="quiet">The first {len(articles):,} of {total:,}; all are in articles.jsonl.</p>' if total > len(articles) else ""
    if not articles:
        return '<h2>Articles</h2><p class="quiet">No articles found.</p>'
    return f'<h2>Articles</h2>{more}<div class="found">{"".join(map(_article, articles))}</div>'


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
    facts = escape(" · ".join(filter(None, (article.author, article.date[:10]))))
    return (
        f'<details><summary><b dir="auto">{escape(article.title or article.url)}</b><span class="quiet">{facts}</span></summary>'
        f'{about}<p class="text" dir="auto">{escape(text)}</p></details>'
    )


STYLE = """
:root { color-scheme: light dark; --line: light-dark(#e0e3e8, #31363f); --quiet: light-dark(#596270, #a3acba);
  --ground: light-dark(#f6f7f9, #14161a); --panel: light-dark(#fff, #1c1f25);
  --accent: light-dark(#1d4ed8, #7aa7ff); }
* { box-sizing: border-box; }
body { font: 14px/1.5 system-ui, sans-serif; max-width: 1180px; margin: 0 auto; padding: 28px 22px 60px; background: var(--ground); }
h1 { font-size: 22px; margin: 0 0 2px; } h2 { font-size: 17px; margin: 38px 0 10px; }
.quiet { color: var(--quiet); overflow-wrap: anywhere; }
.numbers { display: flex; flex-wrap: wrap; gap: 12px; margin: 16px 0; }
.numbers div { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 8px 16px; }
.numbers b { display: block; font-size: 21px; font-variant-numeric: tabular-nums; }
table { border-collapse: collapse; display: block; overflow-x: auto; background: var(--panel); }
td, th { text-align: left; padding: 4px 10px; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.text { white-space: pre-wrap; padding: 14px 18px; max-height: 520px; overflow: auto; overflow-wrap: anywhere; }
.bar { display: inline-block; height: .7rem; background: var(--accent); border-radius: .2rem; }
.found { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
.found details { border-bottom: 1px solid var(--line); padding: 7px 14px; } .found details:last-child { border-bottom: 0; }
summary { cursor: pointer; display: flex; gap: 12px; align-items: baseline; } summary b { flex: 1; font-weight: 500; }
p.text { padding: 0; margin: 8px 0 4px; }
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
