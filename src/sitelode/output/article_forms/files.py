"""Documents that hold all articles of a site, on request: articles.xml and articles.tei.xml."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from sitelode.model import Article
from sitelode.output.article_forms.forms import article_form
from sitelode.output.article_forms.names import ENDINGS
from sitelode.output.article_forms.scholarly import DECLARATION, DOCUMENTS_START, TEI_CORPUS
from sitelode.output.files import whole_file

DOCUMENTS: Final = ("xml", "tei")
_BEGINNINGS: Final = {"xml": DECLARATION + DOCUMENTS_START, "tei": DECLARATION + TEI_CORPUS}


def document_path(folder: Path, name: str) -> Path:
    return folder / f"articles.{ENDINGS.get(name, name)}"


@contextmanager
def article_documents(folder: Path, names: Iterable[str]) -> Iterator[Callable[[Article], None]]:
    """Open the requested documents and yield a function that adds an article; files are replaced if the block ends without an error."""
    with ExitStack() as files:
        opened = [files.enter_context(whole_file(document_path(folder, name))) for name in names]
        forms = [article_form(name, file.write, several=True) for name, file in zip(names, opened, strict=True)]

        def add(article: Article) -> None:
            for form in forms:
                form.add(article)

        yield add
        for form in forms:
            form.end()


def remove_old_documents(folder: Path, written: Iterable[str]) -> Counter[str]:
    """Remove documents of an earlier result that are not written now; one that somebody else wrote begins otherwise."""
    gone: Counter[str] = Counter()
    for name in set(DOCUMENTS) - set(written):
        path, beginning = document_path(folder, name), _BEGINNINGS[name].encode()
        with suppress(OSError):
            with path.open("rb") as file:
                is_ours = file.read(len(beginning)) == beginning
            if is_ours:
                path.unlink()
                gone[path.name] += 1
    return gone
