"""The web's common vocabulary as weak evidence: elements, roles and class-name words that many generators use alike.

Each group of words is one marker; what counts is how near above a text the marker stands. Nothing is decided by a marker alone, the
learned trees weigh them, and `bench.learn_weights --without word_` measures what they are worth.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from string import ascii_lowercase
from typing import Final

import numpy as np

# Elements of HTML, and the ARIA roles that mean the same.
_ELEMENT_MARKERS: Final[dict[str, frozenset[str]]] = {
    "in_article": frozenset(("article",)),
    "in_main": frozenset(("main",)),
    "in_aside": frozenset(("aside", "complementary")),
    "in_footer": frozenset(("footer", "contentinfo")),
    "in_form": frozenset(("form", "search", "dialog", "alertdialog", "alert")),
    "in_table": frozenset(("table",)),
    "in_item": frozenset(("li", "dd", "dt", "listitem")),
    "in_code": frozenset(("pre",)),
    "in_section": frozenset(("section",)),
}
# Words of class names and ids.
_WORD_MARKERS: Final[dict[str, frozenset[str]]] = {
    "word_body": frozenset("article body content entry post prose richtext story text wysiwyg".split()),
    "word_comment": frozenset("comment comments commentlist discussion disqus replies reply respond trackback".split()),
    "word_related": frozenset(
        "also card carousel latest list more next popular prev previous read recent recommended related similar teaser trending".split()
    ),
    "word_frame": frozenset("bottom copyright foot footer head header masthead top".split()),
    "word_side": frozenset("aside rail side sidebar widget widgets".split()),
    "word_meta": frozenset("author bio byline date info meta metadata posted postmetadata published reading time timestamp views".split()),
    "word_tag": frozenset("badge cat categories category keywords label labels section tag tags terms topic topics".split()),
    "word_caption": frozenset("caption credit figure gallery image img lightbox media photo slider video".split()),
    "word_promotion": frozenset(
        "ad ads advert advertisement alert banner consent cookie cta donate modal newsletter notice overlay paywall popup promo signup "
        "sponsor sponsored subscribe subscription".split()
    ),
    "word_summary": frozenset(
        "abstract deck description dek excerpt intro lead lede preamble standfirst subheading subline subtitle summary".split()
    ),
    "word_hidden": frozenset("accessibility hidden hide invisible offscreen print reader screen sr visuallyhidden".split()),
}
# Words by which addresses, and the names of html and body, call a page a thread, a shop's or a manual's.
_PAGE_WORDS: Final = (
    frozenset(
        "answers bbs discussion discussions forum forums issue issues question questions showthread thread threads ticket tickets topic "
        "topics viewthread viewtopic".split()
    ),
    frozenset("cart catalog catalogue collections product products shop sku store woocommerce".split()),
    frozenset("api doc docs documentation guide handbook javadoc manual mediawiki reference sphinx wiki".split()),
)
MARKERS: Final = (*_ELEMENT_MARKERS, *_WORD_MARKERS)
FIRST_WORD_MARKER: Final = len(_ELEMENT_MARKERS)
HIDDEN_BIT: Final = np.uint32(1 << MARKERS.index("word_hidden"))
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SMALL_LETTERS = bytes(code if chr(code) in ascii_lowercase else ord(" ") for code in range(256))
_BIT_OF_WORD = {
    word.encode(): 1 << place for place, words in enumerate(_WORD_MARKERS.values(), start=FIRST_WORD_MARKER) for word in words
}  # fmt: skip
_BIT_OF_ELEMENT = {word: 1 << place for place, words in enumerate(_ELEMENT_MARKERS.values()) for word in words}


def element_bits(name: str) -> int:
    """The markers that a tag or a role carries by itself, one bit each."""
    return _BIT_OF_ELEMENT.get(name, 0)


def marker_bits(names: Iterable[str]) -> int:
    """The markers in class names and ids, one bit each."""
    bits = 0
    for name in names:
        bits |= _bits_of_name(name)
    return bits


def page_calls(texts: Iterable[str]) -> tuple[bool, ...]:
    """Whether texts call their page a thread, a shop's or a manual's."""
    words = {word.lower() for text in texts for word in _PARTS.findall(text)}
    return tuple(not words.isdisjoint(some) for some in _PAGE_WORDS)


@lru_cache(maxsize=20_000)  # the pages of a site have the same names
def _bits_of_name(name: str) -> int:
    # Most names are written in small letters, which divide without looking for capital ones.
    plain = name.isascii() and name.islower()
    words = name.encode().translate(_SMALL_LETTERS).split() if plain else [word.lower().encode() for word in _PARTS.findall(name)]
    bits = 0
    for word in words:
        bits |= _BIT_OF_WORD.get(word, 0)
    return bits
