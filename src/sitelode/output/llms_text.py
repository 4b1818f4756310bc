"""llms.txt: a site for language models on one page, a link to every article by section, as llmstxt.org proposes."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from sitelode.counted import counted
from sitelode.model import Article

LONGEST_NOTE = 160  # characters of a description; set by hand
BEGINNING = "# "


class LlmsText:
    """Collects articles; `end` writes them, sections with the most articles first, in each the newest article first.

    The section of an article is its first category, else the one that lists it (`sections`, by address), else the first folder of its path.
    """

    def __init__(self, write: Callable[[str], object], sections: Mapping[str, str] | None = None) -> None:
        self._write, self._sections = write, sections
        self._lines: dict[str, list[tuple[str, str]]] = defaultdict(list)  # by section, each with its date
        self._sites: Counter[str] = Counter()

    def add(self, article: Article) -> None:
        self._sites[article.site_name or article.hostname] += 1
        listed_by = section_of(article.url) if self._sections is None else self._sections.get(article.url, "")
        section = article.categories[0] if article.categories else listed_by
        self._lines[section].append((article.date, _line(article)))

    def end(self) -> None:
        count = sum(map(len, self._lines.values()))
        name = self._sites.most_common(1)[0][0] if self._sites else ""
        self._write(
            f"{BEGINNING}{_plain(name) or 'Articles'}\n\n> {counted(count, 'article')} in {counted(len(self._lines), 'section')}.\n"
        )
        for section, lines in sorted(self._lines.items(), key=lambda each: (not each[0], -len(each[1]), each[0])):
            self._write(f"\n## {_plain(section) or ('Other articles' if len(self._lines) > 1 else 'Articles')}\n\n")
            self._write("".join(line for _, line in sorted(lines, key=lambda each: each[0], reverse=True)))


def section_of(url: str) -> str:
    """The first part of a path that is no number, as news in /news/2031/05/rain.html; empty if the page itself is all that is left."""
    folders = urlsplit(url).path.removesuffix("index.html").rstrip("/").split("/")[1:-1]
    return next((part for part in folders if part and not part.isdecimal()), "")


def _line(article: Article) -> str:
    title = _plain(article.title or article.url).replace("[", "(").replace("]", ")")
    about = _plain(article.description or article.subtitle or article.text)
    note = about if len(about) <= LONGEST_NOTE else f"{about[: LONGEST_NOTE - 2].rpartition(' ')[0]} …"
    address = article.url.replace("(", "%28").replace(")", "%29").replace(" ", "%20")
    return f"- [{title}]({address}){f': {note}' if note else ''}{f' ({article.date[:10]})' if article.date else ''}\n"


def _plain(text: str) -> str:
    return " ".join(text.split())
