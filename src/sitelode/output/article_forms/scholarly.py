"""Articles as XML: a short form with attributes, and the TEI that libraries and corpora use (TEI P5, https://tei-c.org)."""

import re
from importlib.metadata import version
from typing import Final

from sitelode.model import Article
from sitelode.output.article_forms.head import ALL_NAMES, head_of
from sitelode.output.article_forms.markup import attributes_text, body_markup, xml_text

DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'
TEI_NAMESPACE: Final = ' xmlns="http://www.tei-c.org/ns/1.0"'
TEI_CORPUS: Final = f"<teiCorpus{TEI_NAMESPACE}>\n"
_WHEN: Final = re.compile(r"\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?)?)?")
DOCUMENTS_START: Final = "<documents>\n"


def xml_document(article: Article) -> str:
    """One article as `<doc>`: what is known of it as attributes, its text in `<main>`, what readers wrote in `<comments>`."""
    known = {name: value if isinstance(value, str) else "; ".join(value) for name, value in head_of(article, ALL_NAMES).items()}
    said = "".join(
        f"<comment{attributes_text({'author': each.author, 'date': each.date})}>\n{_paragraphs(each.text)}</comment>\n"
        for each in article.comments
    )
    comments = f"<comments>\n{said}</comments>\n" if said else ""
    return f"<doc{attributes_text(known)}>\n<main>\n{body_markup(article.html, sections=False)}</main>\n{comments}</doc>\n"


def tei_document(article: Article, *, alone: bool = True) -> str:
    """One article as `<TEI>`; inside a corpus the namespace stands at its root."""
    header = _header(article)
    body = (body_markup(article.html, sections=True) or "<p/>\n") + _comments(article)
    return f"<TEI{TEI_NAMESPACE if alone else ''}>\n{header}<text{_language(article)}>\n<body>\n{body}</body>\n</text>\n</TEI>\n"


def tei_corpus_start() -> str:
    """The beginning of a corpus of several articles, up to the first."""
    title = "<title>Articles</title>"
    described = _file_description(title, "<p>Collected from the web; each text names its source.</p>", "<p>See each text.</p>")
    return f"{TEI_CORPUS}<teiHeader>\n{described}{_made_by()}</teiHeader>\n"


def _header(article: Article) -> str:
    authors = "".join(f"<author>{xml_text(name)}</author>" for name in article.author.split("; ") if name)
    title = f'<title type="main">{xml_text(article.title)}</title>'
    if article.subtitle:
        title += f'<title type="sub">{xml_text(article.subtitle)}</title>'
    name = article.site_name or article.hostname
    publisher = f"<publisher>{xml_text(name)}</publisher>" if name else ""
    published = f"{publisher}{_date(article.date, 'published')}{_availability(article)}" if name else f"<p>{xml_text(article.licence)}</p>"
    source = (
        f"<bibl>{title}{authors}{publisher}{_date(article.date, 'published')}{_date(article.modified, 'modified')}"
        f"<ptr{attributes_text({'type': 'URL', 'target': article.url})}/></bibl>"
    )
    described = _file_description(title + authors, published, source, f'<note type="fingerprint">{article.fingerprint}</note>')
    return f"<teiHeader>\n{described}{_made_by()}{_profile(article)}</teiHeader>\n"


def _availability(article: Article) -> str:
    if not article.licence:
        return ""
    target = article.licence if article.licence.startswith(("http://", "https://")) else ""
    return f"<availability><licence{attributes_text({'target': target})}>{xml_text(article.licence)}</licence></availability>"


def _file_description(title: str, published: str, source: str, note: str = "") -> str:
    notes = f"<notesStmt>{note}</notesStmt>\n" if note else ""
    return (
        f"<fileDesc>\n<titleStmt>{title}</titleStmt>\n<publicationStmt>{published}</publicationStmt>\n{notes}"
        f"<sourceDesc>{source}</sourceDesc>\n</fileDesc>\n"
    )


def _made_by() -> str:
    application = f'<application ident="Sitelode" version="{version("sitelode")}"><label>Sitelode</label></application>'
    return f"<encodingDesc><appInfo>{application}</appInfo></encodingDesc>\n"


def _profile(article: Article) -> str:
    language = f'<langUsage><language ident="{article.language}"/></langUsage>' if article.language else ""
    terms = "".join(f'<term type="category">{xml_text(name)}</term>' for name in article.categories)
    terms += "".join(f'<term type="tag">{xml_text(name)}</term>' for name in article.tags)
    keywords = f"<textClass><keywords>{terms}</keywords></textClass>" if terms else ""
    abstract = f"<abstract><p>{xml_text(article.description)}</p></abstract>" if article.description else ""
    creation = f"<creation>{_date(article.fetched, 'download')}</creation>" if article.fetched else ""
    parts = abstract + creation + language + keywords
    return f"<profileDesc>{parts}</profileDesc>\n" if parts else ""


def _comments(article: Article) -> str:
    notes = (
        f'<note type="comment">{f"<name>{xml_text(each.author)}</name>" if each.author else ""}{_date(each.date, "published")}\n'
        f"{_paragraphs(each.text)}</note>\n"
        for each in article.comments
    )
    return f'<div type="comments">\n{"".join(notes)}</div>\n' if article.comments else ""


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{xml_text(line.strip())}</p>\n" for line in text.splitlines() if line.strip())


def _language(article: Article) -> str:
    return attributes_text({"xml:lang": article.language})


def _date(moment: str, kind: str) -> str:
    exact = moment if _WHEN.fullmatch(moment) else ""
    return f"<date{attributes_text({'type': kind, 'when': exact})}>{xml_text(moment)}</date>" if moment else ""
