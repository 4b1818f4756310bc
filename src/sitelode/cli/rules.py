"""`sitelode rules`: learn, show and apply rules for fields inside texts."""

import csv
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click
import msgspec

from sitelode.cli.progress import progress_bars
from sitelode.cli.questions import ask_user
from sitelode.errors import RuleError
from sitelode.progress import Progress
from sitelode.text_rules.marked_texts import MarkedText, fields_of, marks_of_value, require_examples

if TYPE_CHECKING:
    from sitelode.text_rules.rules_file import LearntRules

SYSTEMS = ("combined", "autoslog", "rapier", "srv", "whisk", "stalker")  # the registry loads slowly; a test compares
SHOWN = 100  # characters of a value or of a text's name
AROUND = 300  # characters of a text that are shown with a question
MOST_QUESTIONS = 20


@click.group()
def command() -> None:
    """Learn rules for fields inside texts, show them, and apply them.

    \b
    Example:  sitelode rules learn mined --field price --example 'lamp.html=$12.90' -o rules.json
              sitelode rules apply rules.json mined
    """


@command.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--field", "fields", multiple=True, required=True, help="A field to learn; several may be given.")
@click.option(
    "--example", "examples", multiple=True, metavar="ID=VALUE",
    help="A text and a value in it, of the first --field; nothing after '=': the text has none. FIELD:ID=VALUE names another field.",
)  # fmt: skip
@click.option("--system", type=click.Choice(SYSTEMS), default=SYSTEMS[0], show_default=True, help="Which system learns.")
@click.option("--text-field", default="text", show_default=True, help="The part of a record that is the text.")
@click.option("--ask/--no-ask", default=False, help="Ask about the texts that the rules are least sure of, and learn from the answers.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), default="rules.json", show_default=True)
def learn(
    source: Path, fields: tuple[str, ...], examples: tuple[str, ...], system: str, text_field: str, *, ask: bool, output: Path
) -> None:
    """Learn rules from marked texts of SOURCE.

    SOURCE is a folder that `sitelode mine` wrote, JSON lines, CSV, or text files. Texts are marked by --example, by `slots` in JSON lines,
    or by tags in the text: <speaker>Ann Lee</speaker>. All marked texts are kept beside the rules, in NAME.examples.jsonl; learning again
    adds to them.

    \b
    Example:  sitelode rules learn talks.jsonl --field speaker --example '12.txt=Ann Lee' -o talks.json
    """
    from sitelode.text_rules.rules_file import learn_rules  # noqa: PLC0415 (loaded when it is needed)
    from sitelode.text_rules.text_sources import SourceSettings, read_texts  # noqa: PLC0415

    texts = read_texts(source, SourceSettings(text_field, frozenset(fields)))
    marked = _kept_examples(output) | {each.id: each for each in texts if each.marks}
    for given in examples:
        each = _with_example(given, fields, texts, marked)
        marked[each.id] = each
    require_examples(list(marked.values()), fields)
    with progress_bars(quiet=False) as progress:
        progress("learning", 0, 1)
        learnt = learn_rules(_about(marked, fields), system)
        progress("learning", 1, 1)
    if ask:
        learnt, marked = _answered(learnt, texts, marked, fields)
    _write(learnt, marked.values(), output)
    _summarise(learnt, marked.values(), output)


def _kept_examples(rules: Path) -> dict[str, MarkedText]:
    from sitelode.text_rules.text_sources import read_texts  # noqa: PLC0415 (loaded when it is needed)

    path = examples_file(rules)
    return {each.id: each for each in read_texts(path)} if path.is_file() and path.stat().st_size else {}


def _about(marked: dict[str, MarkedText], fields: Sequence[str]) -> list[MarkedText]:
    """Marked texts with the marks of some fields only: others that were marked are kept, and not learnt now."""
    return [replace(each, marks=tuple(mark for mark in each.marks if mark.field in fields)) for each in marked.values()]


def examples_file(rules: Path) -> Path:
    return rules.with_suffix(".examples.jsonl")


def _with_example(given: str, fields: Sequence[str], texts: Sequence[MarkedText], marked: dict[str, MarkedText]) -> MarkedText:
    """The text that an example names, with the value marked wherever it stands."""
    from sitelode.wrappers.teach.teaching_pages import split_example  # noqa: PLC0415 (loaded when it is needed)

    field = next((name for name in fields if given.startswith(f"{name}:")), "")
    number, value = split_example(given.removeprefix(f"{field}:") if field else given, [(each.id,) for each in texts])
    return _told(marked.get(texts[number].id, texts[number]), field or fields[0], value)


def _told(text: MarkedText, field: str, value: str) -> MarkedText:
    marks = marks_of_value(text.text, field, value)
    if value and not marks:
        raise RuleError(f"'{value:.80}' does not stand in {text.id}; give it as it is written there")
    old = tuple(mark for mark in text.marks if all(mark.end <= new.start or new.end <= mark.start for new in marks) or mark.field != field)
    return replace(text, marks=tuple(sorted((*old, *marks), key=lambda one: one.start)))


def _answered(
    learnt: "LearntRules", texts: Sequence[MarkedText], marked: dict[str, MarkedText], fields: Sequence[str]
) -> "tuple[LearntRules, dict[str, MarkedText]]":
    """Ask about one text after the other, the least sure first, and learn anew after each answer."""
    from sitelode.text_rules.active_learning import least_sure  # noqa: PLC0415 (loaded when it is needed)
    from sitelode.text_rules.rules_file import learn_rules  # noqa: PLC0415

    for _ in range(MOST_QUESTIONS):
        unsaid = [each for each in texts if each.id not in marked]
        order = least_sure(learnt.rules, [each.text for each in unsaid], fields)
        if not order:
            break
        said = _asked(unsaid[order[0]], learnt, fields)
        if said is None:
            break
        marked = marked | {said.id: said}
        learnt = learn_rules(_about(marked, fields), learnt.system)
    return learnt, marked


def _asked(text: MarkedText, learnt: "LearntRules", fields: Sequence[str]) -> MarkedText | None:
    """What somebody says about a text; none: no more questions."""
    values = next(iter(learnt.values([text.text])))
    click.echo(f"\n{text.id[:SHOWN]}\n{text.text[:AROUND]}{' ..' if len(text.text) > AROUND else ''}")
    for field in fields:
        guess = next((each.value for each in values if each.field == field), "")
        told = _answer(text, field, guess)
        if told is None:
            return None
        text = told
    return text


def _answer(text: MarkedText, field: str, guess: str) -> MarkedText | None:
    """Ask until the answer stands in the text; none: no more questions."""
    while True:
        answer = ask_user(f"  {field} (Enter: {guess[:SHOWN] or 'not there'}; - for not there; . to stop)")
        if answer is None or answer == ".":
            return None
        try:
            return _told(text, field, guess if not answer else "" if answer == "-" else answer)
        except RuleError as error:
            click.echo(f"  {error}")


def _write(learnt: "LearntRules", marked: Iterable[MarkedText], output: Path) -> None:
    from sitelode.output.files import whole  # noqa: PLC0415 (loaded when it is needed)
    from sitelode.text_rules.rules_file import rules_to_bytes  # noqa: PLC0415
    from sitelode.text_rules.text_sources import to_json_lines  # noqa: PLC0415

    for path, data in ((output, rules_to_bytes(learnt)), (examples_file(output), to_json_lines(marked))):
        with whole(path) as place:
            place.write_bytes(data)


def _summarise(learnt: "LearntRules", marked: Iterable[MarkedText], output: Path) -> None:
    click.echo(f"{len(learnt.lines())} rules for {', '.join(learnt.fields)} from {learnt.texts} texts: {output}")
    others = [field for field in fields_of(list(marked)) if field not in learnt.fields]
    if others:
        click.echo(f"no rules for {', '.join(others)}, whose marks are kept; name them with --field as well to have both")


@command.command()
@click.argument("rules", type=click.Path(path_type=Path))
@click.option("--field", "fields", multiple=True, help="Only rules of this field.")
@click.option("--drop", multiple=True, metavar="NAME", help="Remove a rule by its name.")
def show(rules: Path, fields: tuple[str, ...], drop: tuple[str, ...]) -> None:
    """Print RULES: each with its name, how often it was right and wrong in training, and its pattern.

    \b
    Example:  sitelode rules show rules.json --field speaker
    """
    from sitelode.output.files import whole  # noqa: PLC0415 (loaded when it is needed)
    from sitelode.text_rules.rules_file import read_rules, rules_to_bytes  # noqa: PLC0415

    learnt = read_rules(rules)
    if drop:
        learnt = learnt.without(drop)
        with whole(rules) as place:
            place.write_bytes(rules_to_bytes(learnt))
    for line in learnt.lines():
        if not fields or line.field in fields:
            counts = f"{line.right:>4} right {line.wrong:>4} wrong" if line.right or line.wrong else f"{'':21}"
            click.echo(f"{line.name:30} {counts}  {line.pattern}")


@command.command()
@click.argument("rules", type=click.Path(path_type=Path))
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--text-field", default="text", show_default=True, help="The part of a record that is the text.")
@click.option("--format", "form", type=click.Choice(("csv", "jsonl")), default="csv", show_default=True)
@click.option("--why", is_flag=True, help="Say which rule gave each value, and how often it was right in training.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Where to write; by default the screen.")
def apply(rules: Path, source: Path, text_field: str, form: str, *, why: bool, output: Path | None) -> None:
    """Read the fields of RULES in all texts of SOURCE: a row for each text, or for each record where rules give several.

    \b
    Example:  sitelode rules apply rules.json mined -o fields.csv
    """
    from sitelode.output.files import whole  # noqa: PLC0415 (loaded when it is needed)
    from sitelode.text_rules.rules_file import read_rules  # noqa: PLC0415
    from sitelode.text_rules.text_sources import SourceSettings, read_texts  # noqa: PLC0415

    learnt = read_rules(rules)
    texts = read_texts(source, SourceSettings(text_field, frozenset(learnt.fields), strict=False))
    with progress_bars(quiet=output is None) as progress:
        rows = _rows(learnt, texts, progress, why=why)
        if output is None:
            _print(rows, learnt.fields, form, sys.stdout, why=why)
            return
        with whole(output) as place, place.open("w", encoding="utf-8", newline="") as file:
            _print(rows, learnt.fields, form, file, why=why)


def _rows(learnt: "LearntRules", texts: Sequence[MarkedText], progress: Progress, *, why: bool) -> Iterator[dict[str, Any]]:
    found = learnt.values([each.text for each in texts])
    for number, (text, values) in enumerate(zip(texts, found, strict=True), start=1):
        progress("reading", number, len(texts))
        records = sorted({value.record for value in values}) or [0]
        for record in records:
            row: dict[str, Any] = {"id": text.id} | {field: [] for field in learnt.fields}
            reasons = []
            for value in (each for each in values if each.record == record):
                row[value.field].append(value.value)
                place = [value.start, value.end]
                reasons.append({"field": value.field, "value": value.value, "at": place, "rule": value.rule, "precision": value.precision})
            yield row | ({"why": reasons} if why else {})


def _print(rows: Iterable[dict[str, Any]], fields: Sequence[str], form: str, file: TextIO, *, why: bool) -> None:
    from sitelode.output.csv_cells import cell  # noqa: PLC0415 (loaded when it is needed)

    if form == "jsonl":
        file.writelines(msgspec.json.encode(row).decode() + "\n" for row in rows)
        return
    table = csv.writer(file)
    table.writerow(["id", *fields, *(["why"] if why else [])])
    for row in rows:
        cells = [cell(row["id"]), *(cell([" ".join(value.split()) for value in row[field]]) for field in fields)]
        if why:
            cells.append(cell([f"{each['field']}: {each['rule']} ({each['precision']:.2f})" for each in row["why"]]))
        table.writerow(cells)
