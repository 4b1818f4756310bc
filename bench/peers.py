"""The other extractors, each as a function from one page to its text, in the mode its authors recommend for article text.

Reader comments are left out if an extractor has the option, because no truth includes them. Nothing is fetched: pages are given as text.
"""

import json
import logging
import select
import subprocess
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypeAlias

Extract: TypeAlias = Callable[[str, str], str | None]  # HTML and address of one page to its text

JAVASCRIPT = Path(__file__).with_name("peers.mjs")
SECONDS_A_PAGE = 60  # for JavaScript; a page that takes longer counts as a crash

# Elements inside a line of text; at all others the words on both sides are words of their own.
_INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike strong sub sup tt u "
    "var wbr".split()
)


@dataclass(frozen=True, slots=True)
class Peer:
    name: str
    package: str  # as it is installed
    load: Callable[[], Extract]  # imports the package, which is not done before it is needed
    is_javascript: bool = False  # it runs as a child process, so its time is not measured

    @property
    def installed_version(self) -> str | None:
        if self.is_javascript:
            about = JAVASCRIPT.parent / "node_modules" / self.package / "package.json"
            return json.loads(about.read_text(encoding="utf-8"))["version"] if about.is_file() else None
        try:
            return version(self.package)
        except PackageNotFoundError:
            return None


def trafilatura(*, fast: bool = False, favor_precision: bool = False, favor_recall: bool = False) -> Extract:
    from trafilatura import extract  # noqa: PLC0415 (a peer is loaded when it runs)

    def text_of(html: str, url: str) -> str | None:  # noqa: ARG001 (the address only serves metadata)
        text: str | None = extract(html, fast=fast, favor_precision=favor_precision, favor_recall=favor_recall, include_comments=False)
        return text

    return text_of


def readability() -> Extract:
    from readability import Document  # noqa: PLC0415

    return lambda html, url: _text_of_html(Document(html, url=url).summary())


def _text_of_html(html: str) -> str:
    """The text of an extractor that answers with HTML, with a line break at every element that is no part of a line."""
    from lxml.html import fromstring  # noqa: PLC0415 (only with peers, which are a group of their own)

    if not html.strip():
        return ""
    root = fromstring(html)
    for element in root.iter():
        if element.tag not in _INLINE:
            element.text = "\n" + (element.text or "")
            element.tail = "\n" + (element.tail or "")
    return str(root.text_content())


class Child:
    """An extractor written in JavaScript, run by Node.js as a child process."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.process = self._start()

    def _start(self) -> "subprocess.Popen[bytes]":
        command = ["node", str(JAVASCRIPT), self.name]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)  # noqa: S603 (our own words)

    def __call__(self, html: str, url: str) -> str | None:
        try:
            answer = self._ask(json.dumps({"html": html, "url": url}).encode() + b"\n")
        except (OSError, TimeoutError, ValueError):
            self.process.kill()
            self.process.wait()
            self.process = self._start()
            raise
        if "problem" in answer:
            raise ValueError(answer["problem"])
        return _text_of_html(answer["html"])

    def _ask(self, line: bytes) -> dict[str, str]:
        to_child, from_child = self.process.stdin, self.process.stdout
        assert to_child is not None
        assert from_child is not None
        to_child.write(line)
        to_child.flush()
        if not select.select([from_child], [], [], SECONDS_A_PAGE)[0]:
            raise TimeoutError(f"{self.name} took longer than {SECONDS_A_PAGE} s")
        answer: dict[str, str] = json.loads(from_child.readline())
        return answer


def newspaper() -> Extract:
    """newspaper4k takes the language from the page; for Chinese and Japanese it needs jieba and tinysegmenter."""
    from newspaper import Article  # noqa: PLC0415

    def text_of(html: str, url: str) -> str | None:
        article = Article(url, fetch_images=False)  # it would ask the network for the size of each image
        article.download(input_html=html)
        article.parse()
        return str(article.text)

    return text_of


def resiliparse() -> Extract:
    from resiliparse.extract.html2text import extract_plain_text  # noqa: PLC0415

    def text_of(html: str, url: str) -> str | None:  # noqa: ARG001
        return str(extract_plain_text(html, main_content=True, alt_texts=False, links=False, comments=False))

    return text_of


def justext() -> Extract:
    """Run jusText without stop words, its mode for pages of unknown language; the union of all its lists scored lower."""
    from justext import justext as classify  # noqa: PLC0415

    def text_of(html: str, url: str) -> str | None:  # noqa: ARG001
        paragraphs = classify(html, frozenset(), stopwords_low=0, stopwords_high=0)
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

    return text_of


def boilerpy() -> Extract:
    from boilerpy3.extractors import ArticleExtractor  # noqa: PLC0415

    extractor = ArticleExtractor(raise_on_failure=False)  # markup it cannot follow is stripped of its tags instead

    def text_of(html: str, url: str) -> str | None:  # noqa: ARG001
        return str(extractor.get_content(html))

    return text_of


def goose() -> Extract:
    from goose3 import Goose  # noqa: PLC0415

    extractor = Goose({"enable_image_fetching": False})

    def text_of(html: str, url: str) -> str | None:
        return str(extractor.extract(url=url, raw_html=html).cleaned_text)

    return text_of


def turbohtml() -> Extract:
    from turbohtml import parse  # noqa: PLC0415

    return lambda html, url: str(parse(html).article().text)  # noqa: ARG005


def magic_html() -> Extract:
    """magic-html answers with the HTML of the article; its package asks for Python 3.12, and runs on 3.11 with --ignore-requires-python."""
    from magic_html import GeneralExtractor  # noqa: PLC0415

    extractor = GeneralExtractor()
    return lambda html, url: _text_of_html(str(extractor.extract(html, base_url=url).get("html", "")))


def bare_parser() -> Extract:
    """No extractor: the parser Sitelode stands on, as the unit of time."""
    from selectolax.lexbor import LexborHTMLParser  # noqa: PLC0415

    def parse_only(html: str, url: str) -> str | None:  # noqa: ARG001
        LexborHTMLParser(html)
        return None

    return parse_only


PEERS = (
    Peer("trafilatura", "trafilatura", trafilatura),
    Peer("trafilatura-precision", "trafilatura", lambda: trafilatura(favor_precision=True)),
    Peer("trafilatura-recall", "trafilatura", lambda: trafilatura(favor_recall=True)),
    Peer("trafilatura-fast", "trafilatura", lambda: trafilatura(fast=True)),
    Peer("Readability.js", "@mozilla/readability", lambda: Child("readability"), is_javascript=True),
    Peer("Defuddle", "defuddle", lambda: Child("defuddle"), is_javascript=True),
    Peer("turbohtml", "turbohtml", turbohtml),
    Peer("magic-html", "magic-html", magic_html),
    Peer("readability-lxml", "readability-lxml", readability),
    Peer("newspaper4k", "newspaper4k", newspaper),
    Peer("resiliparse", "Resiliparse", resiliparse),
    Peer("jusText", "jusText", justext),
    Peer("boilerpy3", "boilerpy3", boilerpy),
    Peer("goose3", "goose3", goose),
)


@contextmanager
def silence() -> Iterator[None]:
    """Peers log and warn about nearly every page; what they find is counted instead."""
    disabled_before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(disabled_before)
