"""The other extractors, each as a function from one page to its text, in the mode its authors recommend for article text.

Reader comments are left out if an extractor has the option, because no truth includes them. Nothing is fetched: pages are given as text.
"""

import logging
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TypeAlias

Extract: TypeAlias = Callable[[str, str], str | None]  # HTML and address of one page to its text

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

    @property
    def installed_version(self) -> str | None:
        try:
            return version(self.package)
        except PackageNotFoundError:
            return None


def trafilatura(*, fast: bool = False, favor_precision: bool = False) -> Extract:
    from trafilatura import extract  # noqa: PLC0415 (a peer is loaded when it runs)

    def text_of(html: str, url: str) -> str | None:  # noqa: ARG001 (the address only serves metadata)
        text: str | None = extract(html, fast=fast, favor_precision=favor_precision, include_comments=False)
        return text

    return text_of


def readability() -> Extract:
    """readability-lxml answers with HTML; its text is read with a line break at every element that is no part of a line."""
    from lxml.html import fromstring  # noqa: PLC0415
    from readability import Document  # noqa: PLC0415

    def text_of(html: str, url: str) -> str | None:
        root = fromstring(Document(html, url=url).summary())
        for element in root.iter():
            if element.tag not in _INLINE:
                element.text = "\n" + (element.text or "")
                element.tail = "\n" + (element.tail or "")
        return str(root.text_content())

    return text_of


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
    Peer("trafilatura-fast", "trafilatura", lambda: trafilatura(fast=True)),
    Peer("readability-lxml", "readability-lxml", readability),
    Peer("newspaper4k", "newspaper4k", newspaper),
    Peer("resiliparse", "Resiliparse", resiliparse),
    Peer("jusText", "jusText", justext),
    Peer("boilerpy3", "boilerpy3", boilerpy),
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
