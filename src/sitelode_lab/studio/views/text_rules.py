"""Rules for fields inside texts: values are marked in articles or records, rules are learnt, read, dropped, and applied to all texts.

The files are those of `sitelode rules`: rules.json in the folder of the result, and the marked texts beside it.
"""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from sitelode.errors import RuleError, SettingError
from sitelode.output.tables.rules_files import examples_file, kept_examples, print_values, rows_of_text, write_examples, write_rules
from sitelode.shared_file import only_writer
from sitelode.studio.session import StudioSession
from sitelode.text_rules.marked_texts import (
    LONGEST_NAME,
    Mark,
    MarkedText,
    about_fields,
    fields_of,
    require_examples,
    with_marks,
    with_value,
)
from sitelode.text_rules.rules_file import DEFAULT, LearntRules, learn_rules, least_sure, read_rules, systems
from sitelode.text_rules.text_sources import SourceSettings, read_texts
from sitelode.text_rules.values import Value

ARTICLES = "articles"
MOST_COLUMNS = 40  # of records that are offered; all bounds here are set by hand
LOOKED_AT = 500  # records whose columns are counted
SHOWN_RULES = 500
LONGEST_SHOWN = 60_000  # characters of a text
_NUMBERED = re.compile(r" \(\d+\)$")
_UNFIT = re.compile(r"[^\w-]+")


@dataclass(frozen=True)
class RuleDesk:
    """The texts of one kind (articles, or one column of all records) with what people said of them and what was learnt."""

    session: StudioSession
    kind: str = ARTICLES

    @cached_property
    def rules_path(self) -> Path:
        name = "rules.json" if self.kind == ARTICLES else f"rules.{_UNFIT.sub('-', self.kind)[:40]}.json"
        return self.session.folder / name

    @cached_property
    def texts(self) -> dict[str, MarkedText]:
        return self.session.cache.get(("view", "texts", self.kind), self._read)

    def _read(self) -> dict[str, MarkedText]:
        if self.kind == ARTICLES:
            found = read_texts(self.session.folder / "articles.jsonl")
        else:
            found = read_texts(self.session.folder / "records.jsonl", SourceSettings(self.kind))
        return {each.id: each for each in found if each.text.strip()}

    @property
    def marked(self) -> dict[str, MarkedText]:
        return kept_examples(self.rules_path)

    @property
    def learnt(self) -> LearntRules | None:
        return read_rules(self.rules_path) if self.rules_path.is_file() else None

    def text(self, name: str) -> MarkedText:
        if name not in self.texts:
            raise SettingError(f"there is no text called {name[:120]!r}")
        # An article that was read anew may have another text, in which old marks mean nothing.
        kept = self.marked.get(name)
        return kept if kept is not None and kept.text == self.texts[name].text else self.texts[name]

    def values(self) -> dict[str, list[Value]]:
        """What the rules find in every text; kept until the rules or the texts change."""
        about = self.rules_path.stat()
        return self.session.cache.get(("view", "rule values", self.kind, about.st_mtime_ns, about.st_size), self._apply)

    def _apply(self) -> dict[str, list[Value]]:
        assert self.learnt is not None
        return dict(zip(self.texts, self.learnt.values([each.text for each in self.texts.values()]), strict=True))

    def page(self, name: str) -> int | None:
        return self.session.number_of(_NUMBERED.sub("", name))


def rules_view(session: StudioSession, kind: str) -> dict[str, Any]:
    """What was marked, the rules with how often they were right, and which texts there are."""
    desk = RuleDesk(session, kind)
    marked, learnt = desk.marked, desk.learnt
    counts = Counter(mark.field for each in marked.values() for mark in each.marks)
    lines = learnt.lines() if learnt else []
    return {
        "kind": kind,
        "kinds": [ARTICLES, *_columns(session)],
        "texts": len(desk.texts),
        "examples": [_example(desk, each) for each in marked.values()],
        "fields": [{"name": name, "marks": count} for name, count in counts.items()],
        "systems": list(systems()),
        "system": learnt.system if learnt else DEFAULT,
        "learnt_from": learnt.texts if learnt else 0,
        "learnt_fields": list(learnt.fields) if learnt else [],
        "rules": [{**asdict(each), "is_weight": not each.right and not each.wrong} for each in lines[:SHOWN_RULES]],
        "more_rules": max(len(lines) - SHOWN_RULES, 0),
        "next": next(iter(_doubtful(desk, learnt, marked)), ""),
    }  # fmt: skip


def _columns(session: StudioSession) -> list[str]:
    """Columns of records that hold texts, the fullest first."""
    path, counts = session.folder / "records.jsonl", Counter[str]()
    if not path.is_file():
        return []
    with path.open(encoding="utf-8") as lines:
        for line, _ in zip(lines, range(LOOKED_AT), strict=False):
            fields = json.loads(line).get("fields", {})
            counts.update({name: len(value) for name, value in fields.items() if isinstance(value, str) and "://" not in value})
    return [name for name, _ in counts.most_common(MOST_COLUMNS) if name != ARTICLES]


def _example(desk: RuleDesk, each: MarkedText) -> dict[str, Any]:
    values = [{"field": mark.field, "value": each.value(mark), "start": mark.start} for mark in each.marks]
    return {"id": each.id, "page": desk.page(each.id), "name": _name(desk, each.id), "values": values}


def _name(desk: RuleDesk, name: str) -> str:
    """What a person calls a text: the title of its article, or how it begins."""
    number = desk.page(name)
    article = desk.session.articles.get(desk.session.entry(number).origin) if number is not None else None
    if desk.kind == ARTICLES and article is not None and article.title:
        return article.title
    return " ".join(desk.texts[name].text.split())[:80] if name in desk.texts else name


def _doubtful(desk: RuleDesk, learnt: LearntRules | None, marked: dict[str, MarkedText]) -> list[str]:
    """Texts to mark next: the least sure first; before anything is learnt, as they come."""
    left = [name for name in desk.texts if name not in marked]
    if learnt is None or not left:
        return left
    return [left[place] for place in least_sure(learnt.rules, [desk.texts[name].text for name in left], learnt.fields)]


def rule_texts(session: StudioSession, kind: str, words: str, start: int, count: int) -> dict[str, Any]:
    """Texts whose name or text has some words, marked ones first."""
    desk = RuleDesk(session, kind)
    marked, wanted = desk.marked, words.casefold().split()
    fits = [name for name, each in desk.texts.items() if all(word in f"{name} {each.text}".casefold() for word in wanted)]
    ordered = [name for name in fits if name in marked] + [name for name in fits if name not in marked]
    rows = [
        {"id": name, "name": _name(desk, name), "page": desk.page(name), "marks": len(marked[name].marks) if name in marked else None}
        for name in ordered[start : start + count]
    ]
    return {"total": len(ordered), "rows": rows}


def rule_text(session: StudioSession, kind: str, name: str) -> dict[str, Any]:
    """One text in pieces: what is marked, what the rules find, and what is neither."""
    desk = RuleDesk(session, kind)
    text = desk.text(name)
    found = [] if desk.learnt is None else desk.values().get(name, [])
    return {
        "id": name, "name": _name(desk, name), "page": desk.page(name), "is_marked": name in desk.marked,
        "pieces": _pieces(text, found), "left_out": max(len(text.text) - LONGEST_SHOWN, 0),
    }  # fmt: skip


def _pieces(text: MarkedText, found: Sequence[Value]) -> list[dict[str, Any]]:
    """Runs of characters with the same marks and values."""
    shown = text.text[:LONGEST_SHOWN]
    spans = [(mark.start, mark.end) for mark in text.marks] + [(value.start, value.end) for value in found]
    edges = sorted({0, len(shown), *(min(edge, len(shown)) for span in spans for edge in span)})
    pieces = []
    for start, end in pairwise(edges):
        marks = [{"field": mark.field, "start": mark.start} for mark in text.marks if mark.start <= start and end <= mark.end]
        values = [
            {"field": each.field, "rule": each.rule, "precision": round(each.precision, 3)}
            for each in found
            if each.start <= start and end <= each.end
        ]
        pieces.append({"text": shown[start:end], "marks": marks, "values": values})
    return pieces


def mark_value(session: StudioSession, given: Any) -> dict[str, Any]:  # noqa: ANN401 (checked here)
    """Mark a value in a text: a selection, or a value wherever it stands; no value says that the text has none."""
    desk, name, field = _said(session, given), given.get("id"), str(given.get("field") or "").strip()
    if not 0 < len(field) <= LONGEST_NAME:
        raise SettingError(f"a field has a name of 1 to {LONGEST_NAME} characters, such as price")
    text = desk.text(name) if isinstance(name, str) else desk.text("")
    start, end = given.get("start"), given.get("end")
    if type(start) is int and type(end) is int:
        while start < end and text.text[start : start + 1].isspace():
            start += 1
        while end > start and text.text[end - 1 : end].isspace():
            end -= 1
        if not 0 <= start < end <= len(text.text):
            raise SettingError("select the value in the text, or type it as it is written there")
        changed = with_marks(text, field, [Mark(field, start, end)])
    else:
        changed = with_value(text, field, str(given.get("value") or ""))
    return _keep(desk, changed)


def unmark_value(session: StudioSession, given: Any) -> dict[str, Any]:  # noqa: ANN401 (checked here)
    """Take back a mark, or all that was said of a text."""
    desk, name = _said(session, given), str(given.get("id"))
    text = desk.text(name)
    if given.get("field") is None:
        return _keep(desk, text, forget=True)
    left = tuple(mark for mark in text.marks if (mark.field, mark.start) != (given["field"], given.get("start")))
    return _keep(desk, MarkedText(text.id, text.text, left), forget=not left)


def _said(session: StudioSession, given: Any) -> RuleDesk:  # noqa: ANN401 (checked here)
    if not isinstance(given, dict):
        raise SettingError("say which text is meant")
    return RuleDesk(session, str(given.get("kind") or ARTICLES)[:LONGEST_NAME])


def _keep(desk: RuleDesk, text: MarkedText, *, forget: bool = False) -> dict[str, Any]:
    with only_writer(examples_file(desk.rules_path)):
        marked = {name: each for name, each in desk.marked.items() if name != text.id}
        write_examples([*marked.values(), *([] if forget else [text])], desk.rules_path)
    return {"marked": len(marked) + (not forget)}


def learn_from_marks(session: StudioSession, given: Any) -> dict[str, Any]:  # noqa: ANN401 (checked here)
    """Learn from all marked texts with a system, and keep the rules."""
    desk = _said(session, given)
    marked = desk.marked
    if not marked:
        raise RuleError("mark a value in a text first")
    fields = fields_of(list(marked.values()))
    require_examples(list(marked.values()), fields)
    write_rules(learn_rules(about_fields(marked, fields), str(given.get("system") or DEFAULT)[:LONGEST_NAME]), desk.rules_path)
    return rules_view(session, desk.kind)


def drop_rule(session: StudioSession, given: Any) -> dict[str, Any]:  # noqa: ANN401 (checked here)
    desk = _said(session, given)
    if desk.learnt is None:
        raise RuleError("no rules were learnt yet")
    write_rules(desk.learnt.without([str(given.get("name"))]), desk.rules_path)
    return rules_view(session, desk.kind)


def rule_values(session: StudioSession, kind: str, start: int, count: int, *, doubtful: bool) -> dict[str, Any]:
    """What the rules find in all texts; the doubtful first if asked: a text is as doubtful as its least sure value."""
    desk = RuleDesk(session, kind)
    if desk.learnt is None:
        return {"total": 0, "rows": [], "fields": []}
    values = {name: found for name, found in desk.values().items() if found}
    names = sorted(values, key=lambda name: min(each.precision for each in values[name])) if doubtful else list(values)
    rows = [{"id": name, "name": _name(desk, name), "page": desk.page(name), "values": [_value(each) for each in values[name]]}
            for name in names[start : start + count]]  # fmt: skip
    return {"total": len(names), "texts": len(desk.texts), "rows": rows, "fields": list(desk.learnt.fields)}


def _value(each: Value) -> dict[str, Any]:
    return {"field": each.field, "value": " ".join(each.value.split()), "precision": round(each.precision, 3), "rule": each.rule}


def write_rule_values(session: StudioSession, kind: str, path: Path) -> None:
    """All texts with their values as CSV or JSON lines, as `sitelode rules apply --why` writes them."""
    desk = RuleDesk(session, kind)
    learnt = desk.learnt
    if learnt is None:
        raise RuleError("no rules were learnt yet")
    rows = (row for name, found in desk.values().items() for row in rows_of_text(name, found, learnt.fields, why=True))
    with path.open("w", encoding="utf-8", newline="") as file:
        print_values(rows, learnt.fields, path.suffix.removeprefix("."), file, why=True)
