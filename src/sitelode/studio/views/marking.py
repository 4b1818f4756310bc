"""Text marked in an article becomes an example that rules for fields inside text are learnt from."""

from typing import Any

from sitelode.articles.reader import NoArticle
from sitelode.errors import SettingError
from sitelode.output.tables.rules_files import kept_examples, write_examples
from sitelode.shared_file import only_writer
from sitelode.studio.session import StudioSession
from sitelode.text_rules.marked_texts import Mark, MarkedText, checked_texts
from sitelode.wrappers.lessons import field_name

RULES = "rules.json"  # `sitelode rules learn` looks for marked texts beside it


def mark_text(session: StudioSession, given: Any) -> dict[str, Any]:  # noqa: ANN401 (it is checked here)
    """Take note of a marked piece of a page's article: {page, field, start, end} in characters of its text.

    Raises:
        SettingError: it is no mark, or the page has no article.
        RuleError: the mark lies outside the text, or overlaps another one.

    """
    if not isinstance(given, dict) or any(type(given.get(name)) is not int for name in ("page", "start", "end")):
        raise SettingError("a mark names a page, a field, and where the marked text starts and ends")
    text = _text(session, given["page"])
    mark = Mark(field_name(given.get("field")), given["start"], given["end"])
    with only_writer(session.folder / RULES):
        examples = kept_examples(session.folder / RULES)
        before = examples.get(text.id)
        # An article that was read anew may have another text, in which old marks mean nothing.
        marks = before.marks if before is not None and before.text == text.text else ()
        examples[text.id] = MarkedText(text.id, text.text, (*(each for each in marks if each != mark), mark))
        write_examples(checked_texts(examples.values()), session.folder / RULES)
    return {"field": mark.field, "value": examples[text.id].value(mark), "texts": len(examples)}


def _text(session: StudioSession, number: int) -> MarkedText:
    entry = session.entry(number)
    found = session.reader_of(number).article(session.page(number), entry.origin)
    if isinstance(found, NoArticle):
        raise SettingError(f"this page has no article to mark text in: {found.reason}")
    return MarkedText(entry.url, found.text)
