"""The targeted spider: which text of a site speaks for it (2.4).

The start page's title, description and keywords; the same of its frames, and of the pages behind links whose wording holds a telling word;
only where no metatag says anything anywhere, the body. Works on pages that are already there: it fetches nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sitelode.classify.reading import PageText

KEY_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("about", "company", "product", "service", "profile"),
    "de": ("über", "unternehmen", "produkt", "dienst", "leistung", "profil", "firma"),
    "fr": ("propos", "entreprise", "société", "produit", "service", "profil"),
    "es": ("acerca", "empresa", "producto", "servicio", "perfil", "nosotros"),
    "it": ("chi siamo", "azienda", "prodott", "serviz", "profilo"),
    "pt": ("sobre", "empresa", "produto", "serviço", "perfil"),
    "nl": ("over ons", "bedrijf", "product", "dienst", "profiel"),
    "ja": ("会社", "企業", "製品", "サービス", "概要"),
    "zh": ("关于", "公司", "产品", "服务", "關於", "產品", "服務"),
}
"""Parts of wordings that lead to pages about the owner; of the kind that the document names, by language. All apply by default."""
_MOST_FOLLOWED = 20  # pages of a site


@dataclass(frozen=True, slots=True)
class Spidered:
    """The text that speaks for a site, and where it was found."""

    text: str
    pages: tuple[str, ...]
    from_body: bool


def spider(pages: Sequence[PageText], key_words: Sequence[str] | None = None) -> Spidered:
    """Gather the text of a site, its start page first."""
    if not pages:
        return Spidered("", (), False)
    telling = [each for found in KEY_WORDS.values() for each in found] if key_words is None else list(key_words)
    followed = list(_followed(pages, telling))
    stated = [text for page in followed for text in (page.title, page.description, page.keywords) if text]
    tagged = any(page.description or page.keywords or page.title for page in followed)
    chosen = stated if tagged else [page.body for page in followed]
    return Spidered("\n".join(chosen), tuple(page.url for page in followed), not tagged)


def _followed(pages: Sequence[PageText], key_words: Sequence[str]) -> Iterator[PageText]:
    """The start page, its frames, and the pages behind telling links of any of these; each once."""
    by_url = {page.url: page for page in pages}
    start = pages[0]
    yield start
    seen, framed = {start.url}, [start]
    for page in framed:
        targets = [*page.frames, *(target for target, wording in page.links if _tells(wording, key_words))]
        for target in targets:
            if target in by_url and target not in seen and len(seen) <= _MOST_FOLLOWED:
                seen.add(target)
                yield by_url[target]
                if target in page.frames:
                    framed.append(by_url[target])


def _tells(wording: str, key_words: Sequence[str]) -> bool:
    lower = wording.lower()
    return any(word in lower for word in key_words)
