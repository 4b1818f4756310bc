"""What the generators of the labelled sites call their pages, as kinds: written down before anything was learnt from it.

The generator's own page type ("ptype" in `corpora/sites` and `corpora/sites2`) tells the truth about most pages. Where it does not (a
folder of mixed pages, a wiki's project pages) the kind is None: not learnt from and not counted.
"""

import re
from collections.abc import Mapping
from typing import Any

INDEX, ARTICLE, DOCUMENT, DETAIL, THREAD, PAGE, MEDIA, FORM, ERROR = (
    "index", "article", "document", "detail", "thread", "page", "media", "form", "error",
)  # fmt: skip
KINDS = (INDEX, ARTICLE, DOCUMENT, DETAIL, THREAD, PAGE, MEDIA, FORM, ERROR)
# Of pages labelled "article": manuals and wikis are documents, and some generators keep records or talk under their articles.
_OF_ARTICLES = (
    (DOCUMENT, r"mw-article|sphinx-chapter|node-type-book|article:(?:source|[a-z]{2}(?:_[A-Z]{2})?)"),
    (THREAD, r"node-type-discussion"),
    (DETAIL, r"node-type-event|node-place|source"),
)
# Of pages labelled "other".
_OF_OTHERS = (
    (ERROR, r"error404"),
    (FORM, r"search|node-webform|sphinx-tool|mw-special|page-template-template-account"),
    (MEDIA, r"attachment|mw-ns6|plone-image|plone-file"),
    (THREAD, r"thread|mw-talk"),
    (DETAIL, r"single-product|film|node-(?:literature-source|idea|person|source|people-and-organizations)|user|omeka-item|other:members"),
    (DOCUMENT, r"glossary|other:how-to|mw-ns12"),
    (None, r"mw-ns\d+|node-newsletter|node-timeline|other:(?:index\?page|site.*|news|archives|issues|sample|talk)"),
    (PAGE, r"page|page-template.*|node-page|node-type-page|plone-(?:document|collage|collagerow|collagecolumn|plone-site)|other:.*"),
)  # fmt: skip
_WIKIS = frozenset(("tc39wiki",))  # their generator names no type, but all pages that are no namespace are documents


def kind_of_page(label: str, page_type: str | None, site: str = "") -> str | None:
    """The kind of a page by its label (toc, article, other) and the generator's type; None where that is not known."""
    if label in {"toc", INDEX}:
        return INDEX
    if label == ARTICLE:
        if site in _WIKIS:
            return DOCUMENT
        return next((kind for kind, types in _OF_ARTICLES if re.fullmatch(types, page_type or "")), ARTICLE)
    return next((kind for kind, types in _OF_OTHERS if re.fullmatch(types, page_type or "")), None)


# Corpora of single pages: their own types.
_OF_SAMPLES = {
    "wiki": DOCUMENT, "docs": DOCUMENT, "api": DOCUMENT, "forum": THREAD, "qa": THREAD, "issue": THREAD,
    "mailinglist": THREAD, "product": DETAIL, "event": DETAIL, "catalogue": DETAIL, "listing": INDEX,
}  # fmt: skip
_IN_FEED_SITES = {"home": INDEX, "archive": INDEX, "category": INDEX, "author": INDEX, "about": PAGE}


def kind_in_sample(corpus: str, page: Mapping[str, Any]) -> str | None:
    """The kind of a page of `corpora/articles`; None where it is not known."""
    if not corpus.startswith("feedsites"):
        return _OF_SAMPLES.get(page["ptype"])
    return _IN_FEED_SITES.get(page.get("kind", "")) if corpus.endswith("unlabelled") else ARTICLE
