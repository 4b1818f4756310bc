"""The folder of results: articles.jsonl, site.json, report.html, and one Markdown file an article on request."""

import json
import re
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sitelode.articles.confidence import distribution
from sitelode.layout.site_layouts import url_pattern
from sitelode.model import Article
from sitelode.output import report as report_page
from sitelode.output.files import whole_file
from sitelode.pipeline import MinedSite

EXAMPLES = 5  # addresses shown of each cluster and each reason
_UNFIT_FOR_NAMES = re.compile(r"[^\w.-]+")
_LONGEST_NAME = 80  # characters


@dataclass
class Written:
    """What was written, for the last line of a command."""

    folder: Path
    articles: int = 0
    pages: int = 0
    without: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)

    def summary(self) -> str:
        lines = [f"{self.articles:,} articles from {self.pages:,} pages: {self.folder / 'articles.jsonl'}"]
        lines += [f"  pages without an article: {_counted(self.without)}"] if self.without else []
        lines += [f"  left out: {_counted(self.dropped)}"] if self.dropped else []
        lines.append(f"report: {self.folder / 'report.html'}")
        return "\n".join(lines)


def _counted(reasons: Counter[str]) -> str:
    return ", ".join(f"{count:,} {reason}" for reason, count in reasons.most_common())


def write_result(mined: MinedSite, folder: Path) -> Written:
    """Write everything a mined site gives into a folder; files are replaced when complete."""
    written = Written(folder, pages=len(mined.site.entries), dropped=mined.dropped)
    by_cluster: Counter[int] = Counter()
    confidences: list[float] = []
    listed: list[Article] = []
    with whole_file(folder / "articles.jsonl") as lines:
        for _, outcome in mined.outcomes():
            if not isinstance(outcome, Article):
                written.without[outcome.reason] += 1
                continue
            written.articles += 1
            by_cluster[outcome.cluster] += 1
            confidences.append(outcome.confidence)
            lines.write(_line(outcome) + "\n")
            if mined.settings.markdown:
                _write_markdown(outcome, folder / "articles")
            if len(listed) < report_page.MOST_LISTED:
                listed.append(outcome)
    about = _about(mined, written, by_cluster) | {"confidence": distribution(confidences)}
    with whole_file(folder / "site.json") as file:
        file.write(json.dumps(about, ensure_ascii=False, indent=2) + "\n")
    with whole_file(folder / "report.html") as file:
        file.write(report_page.render(about, listed))
    return written


def _line(article: Article) -> str:
    values = asdict(article)
    for name in ("markdown", "html", "pages"):  # where they were asked for, or there are several
        if not values[name]:
            del values[name]
    return json.dumps(values, ensure_ascii=False)


def _write_markdown(article: Article, folder: Path) -> None:
    with whole_file(folder / f"{_file_name(article.url)}.md") as file:
        names = ("title", "subtitle", "url", "author", "date", "modified", "language", "tags", "site_name", "image")
        head = {name: getattr(article, name) for name in names}
        file.write("---\n" + "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in head.items() if value))
        file.write(f"---\n\n{article.markdown}\n")


def _file_name(url: str) -> str:
    """A readable name that no other address has."""
    path = _UNFIT_FOR_NAMES.sub("-", url.split("://", 1)[-1]).strip("-.")[-_LONGEST_NAME:].strip("-.")
    return f"{path}-{blake2b(url.encode('utf-8', 'replace'), digest_size=4).hexdigest()}"


def _about(mined: MinedSite, written: Written, by_cluster: Counter[int]) -> dict[str, Any]:
    examples: dict[str, list[dict[str, str]]] = defaultdict(list)
    for dropped in mined.site.store.dropped_examples():
        if len(examples[dropped.reason]) < EXAMPLES:
            examples[dropped.reason].append({"where": dropped.where, "detail": dropped.detail})
    clusters = [
        {
            "cluster": number,
            "pages": len(members),
            "articles": by_cluster[number],
            "pattern": url_pattern([mined.site.entries[member].url for member in members]),
            "common": round(mined.layouts.common_share(members), 3),
            "examples": [mined.site.entries[member].url for member in members[:EXAMPLES]],
        }
        for number, members in enumerate(mined.clusters.members())
    ]
    return {
        "sitelode": version("sitelode"),
        "source": mined.site.store["source"],
        "pages": written.pages,
        "articles": written.articles,
        "pages_without_article": dict(written.without),
        "dropped": {reason: {"count": count, "examples": examples[reason]} for reason, count in written.dropped.items()},
        "similarity_threshold": mined.clusters.threshold,
        "clusters": clusters,
    }
