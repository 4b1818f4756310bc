"""Articles as XML: a short form with attributes, and the TEI that libraries and corpora use (TEI P5, https://tei-c.org)."""

from importlib.metadata import version
from typing import Final

from sitelode.model import Article
from sitelode.output.article_forms.head import head_of
from sitelode.output.article_forms.markup import attributes_text, body_markup, xml_text

DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'
TEI_NAMESPACE: Final = ' xmlns="http://www.tei-c.org/ns/1.0"'
TEI_CORPUS: Final = f"<teiCorpus{TEI_NAMESPACE}>\n"
DOCUMENTS_START: Final = "<documents>\n"


def xml_document(article: Article) -> str:
    """One article as `<doc>`: what is known of it as attributes, its text in `<main>`."""
    known = {name: value if isinstance(value, str) else "; ".join(value) for name, value in head_of(article).items()}
    return f"<doc{attributes_text(known)}>\n<main>\n{body_markup(article.html, sections=False)}</main>\n</doc>\n"


def tei_document(article: Article, *, alone: bool = True) -> str:
    """One article as `<TEI>`; inside a corpus the namespace stands at its root."""
    header = _header(article)
    body = body_markup(article.html, sections=True) or "<p/>\n"
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
    publisher = f"<publisher>{xml_text(article.site_name)}</publisher>" if article.site_name else ""
    published = f"{publisher}{_date(article.date, 'published') or ''}" if publisher else "<p/>"
    source = (
        f"<bibl>{title}{authors}{publisher}{_date(article.date, 'published')}{_date(article.modified, 'modified')}"
        f"<ptr{attributes_text({'type': 'URL', 'target': article.url})}/></bibl>"
    )
    return f"<teiHeader>\n{_file_description(title + authors, published, source)}{_made_by()}{_profile(article)}</teiHeader>\n"


def _file_description(title: str, published: str, source: str) -> str:
    return (
        f"<fileDesc>\n<titleStmt>{title}</titleStmt>\n<publicationStmt>{published}</publicationStmt>\n"
        f"<sourceDesc>{source}</sourceDesc>\n</fileDesc>\n"
    )


def _made_by() -> str:
    application = f'<application ident="Sitelode" version="{version("sitelode")}"><label>Sitelode</label></application>'
    return f"<encodingDesc><appInfo>{application}</appInfo></encodingDesc>\n"


def _profile(article: Article) -> str:
    language = f'<langUsage><language ident="{article.language}"/></langUsage>' if article.language else ""
    terms = "".join(f"<term>{xml_text(tag)}</term>" for tag in article.tags)
    keywords = f"<textClass><keywords>{terms}</keywords></textClass>" if terms else ""
    abstract = f"<abstract><p>{xml_text(article.description)}</p></abstract>" if article.description else ""
    parts = abstract + language + keywords
    return f"<profileDesc>{parts}</profileDesc>\n" if parts else ""


def _language(article: Article) -> str:
    return attributes_text({"xml:lang": article.language})


def _date(moment: str, kind: str) -> str:
    return f"<date{attributes_text({'type': kind, 'when': moment})}>{xml_text(moment)}</date>" if moment else ""
