"""The words of a page by where they stand: what the default classifier reads, family by family.

No list of words of any language: stems are the first five letters of a word, which joins most forms of it; numbers count by their length.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import log2

from sitelode.classify.features import Document
from sitelode.classify.reading import PageText
from sitelode.text.tokens import terms

STEM = 5  # letters; on news texts inside the training part: .981 right, whole words .977
PAIRED = 200  # words whose neighbours count: "assistant professor", "my advisor"
OPENING = 60  # words; what stands first says most
INDEX_NAMES = ("index", "home", "welcome", "default", "homepage", "main")  # what servers and people call the first page of a folder
_MOST_LINKED = 300  # links whose words are read
_LONGEST_NUMBER = 4  # digits that are told apart


def words_without_numbers(text: str) -> list[str]:
    """The terms of a text, every number as a row of zeros of its length: room 4114 and room 4115 say the same of a page."""
    return ["0" * min(len(word), _LONGEST_NUMBER) if word.isdecimal() else word for word in terms(text)]


def page_document(page: PageText) -> dict[str, list[str]]:
    """All that one page says by itself."""
    body = words_without_numbers(page.body)
    return {
        "body": [word[:STEM] for word in body],
        "opening": body[:OPENING],
        "title": with_pairs(words_without_numbers(page.title)),
        "headings": with_pairs(words_without_numbers(page.headings)),
        "metatags": words_without_numbers(f"{page.description} {page.keywords}"),
        "wordings": words_without_numbers("\n".join(wording for _, wording in page.links[:_MOST_LINKED])),
        "address": list(address_words(page.url)),
        "pairs": [f"{one} {two}" for one, two in pairwise(body[:PAIRED])],
        "looks": list(_looks(page, len(body))),
    }


def joined_documents(documents: Iterable[Document]) -> dict[str, list[str]]:
    """Several pages as one document."""
    found: dict[str, list[str]] = {}
    for document in documents:
        for family, words in document.items():
            found.setdefault(family, []).extend(words)
    return found


def with_pairs(words: Sequence[str]) -> list[str]:
    """Words, and words with their neighbour."""
    return [*words, *(f"{one} {two}" for one, two in pairwise(words))]


def path_of(url: str) -> str:
    """What follows the host."""
    return url.split("://", 1)[-1].partition("/")[2]


def is_index(url: str) -> bool:
    """Whether an address is that of a folder's first page."""
    last = path_of(url).rpartition("/")[2].lower()
    return not last or last.partition(".")[0] in INDEX_NAMES


def address_words(url: str) -> Iterator[str]:
    """Words of an address, its folders, its depth, and what its last part is."""
    path = path_of(url)
    folders, _, last = path.rpartition("/")
    steps = [step for step in folders.split("/") if step]
    yield f"depth={len(steps)}"
    yield f"index={is_index(url)}"
    yield f"ending={last.rpartition('.')[2].lower() if '.' in last else ''}"
    user = next((place for place, step in enumerate([*steps, last]) if step.startswith("~")), None)
    if user is not None:
        yield f"below user={min(3, len(steps) - user - is_index(url))}"
    yield from (f"folder={step.lower()}" for step in steps)
    yield from (f"last={word}" for word in words_without_numbers(last))
    yield from words_without_numbers(path)


def _looks(page: PageText, length: int) -> Iterator[str]:
    yield f"words={scale(length)}"
    yield f"links={scale(len(page.links))}"
    yield f"links outside={scale(page.outside)}"
    yield f"addresses of mail={min(2, page.body.count('@'))}"
    yield from (f"{tag}={scale(count)}" for tag, count in page.tags.items())


def scale(count: int) -> int:
    """Counts as powers of two."""
    return int(log2(count + 1))
