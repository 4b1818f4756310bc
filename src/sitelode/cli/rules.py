"""`sitelode rules`: learn, show and apply rules for fields inside texts."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from sitelode.cli.options import FILE
from sitelode.cli.terminal import progress_bars
from sitelode.counted import counted
from sitelode.output.files import whole
from sitelode.output.tables.rules_files import kept_examples, print_values, value_rows, write_examples, write_rules
from sitelode.text_rules.marked_texts import MarkedText, about_fields, fields_of, require_examples, with_record, with_value
from sitelode.text_rules.rules_file import LearntRules, learn_rules, read_rules
from sitelode.text_rules.text_sources import SourceSettings, read_texts
from sitelode.wrappers.teach.examples import split_example


@click.group()
def command() -> None:
    """Extract fields inside texts with rules learnt from examples, such as the speaker of a talk.

    \b
    Example:  sitelode rules learn mined --field price --example 'lamp.html=$12.90' -o rules.json
              sitelode rules apply rules.json mined
    """


@command.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--field", "fields", multiple=True, required=True, help="Field to learn; repeatable.")
@click.option(
    "--example", "examples", multiple=True, metavar="ID=VALUE",
    help="A text and a value in it, for the first --field; ID= if it has none. FIELD:ID=VALUE for another field; "
    "FIELD,FIELD:ID=VALUE|VALUE for one record, with --system whisk.",
)  # fmt: skip
@click.option("--system", default="combined", show_default=True, help="Learner; the extra lab has more.")
@click.option("--text-field", default="text", show_default=True, help="Key of the text in a record.")
@click.option("-o", "--output", type=FILE, default="rules.json", show_default=True, help="File to write.")
def learn(source: Path, fields: tuple[str, ...], examples: tuple[str, ...], system: str, text_field: str, output: Path) -> None:
    """Learn rules from marked texts of SOURCE.

    SOURCE is a result, JSON lines, CSV, or text files. Mark values with --example, with `slots` in JSON lines, or with tags in the text:
    <speaker>Ann Lee</speaker>. Marked texts are kept in NAME.examples.jsonl beside the rules, and used again the next time.

    \b
    Example:  sitelode rules learn talks.jsonl --field speaker --example '12.txt=Ann Lee' -o talks.json
    """
    texts = read_texts(source, SourceSettings(text_field, frozenset(fields)))
    marked = kept_examples(output) | {each.id: each for each in texts if each.marks}
    for given in examples:
        each = _with_example(given, fields, texts, marked)
        marked[each.id] = each
    require_examples(list(marked.values()), fields)
    with progress_bars() as progress:
        progress("learning", 0, 1)
        learnt = learn_rules(about_fields(marked, fields), system)
        progress("learning", 1, 1)
    write_rules(learnt, output)
    write_examples(marked.values(), output)
    _summarise(learnt, marked.values(), output)


def _with_example(given: str, fields: Sequence[str], texts: Sequence[MarkedText], marked: dict[str, MarkedText]) -> MarkedText:
    """The text that an example names, with the value marked wherever it stands."""
    named, _, rest = given.partition(":")
    together = named.split(",")
    if len(together) > 1 and all(name in fields for name in together):
        number, value = split_example(rest, [(each.id,) for each in texts])
        return with_record(marked.get(texts[number].id, texts[number]), together, [part.strip() for part in value.split("|")])
    field = next((name for name in fields if given.startswith(f"{name}:")), "")
    number, value = split_example(given.removeprefix(f"{field}:") if field else given, [(each.id,) for each in texts])
    return with_value(marked.get(texts[number].id, texts[number]), field or fields[0], value)


def _summarise(learnt: LearntRules, marked: Iterable[MarkedText], output: Path) -> None:
    click.echo(f"{counted(len(learnt.lines()), 'rule')} for {', '.join(learnt.fields)} from {counted(learnt.texts, 'text')}: {output}")
    others = [field for field in fields_of(list(marked)) if field not in learnt.fields]
    if others:
        click.echo(f"no rules for {', '.join(others)}, whose examples are kept; add --field to learn them, too")


@command.command()
@click.argument("rules", type=click.Path(path_type=Path))
@click.option("--field", "fields", multiple=True, help="Show only this field; repeatable.")
@click.option("--drop", multiple=True, metavar="NAME", help="Delete this rule; repeatable.")
def show(rules: Path, fields: tuple[str, ...], drop: tuple[str, ...]) -> None:
    """Print RULES with their matches in training.

    \b
    Example:  sitelode rules show rules.json --field speaker
    """
    learnt = read_rules(rules)
    if drop:
        learnt = learnt.without(drop)
        write_rules(learnt, rules)
    for line in learnt.lines():
        if not fields or line.field in fields:
            counts = f"{line.right:>4} right {line.wrong:>4} wrong" if line.right or line.wrong else f"{'':21}"
            click.echo(f"{line.name:30} {counts}  {line.pattern}")


@command.command()
@click.argument("rules", type=click.Path(path_type=Path))
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--text-field", default="text", show_default=True, help="Key of the text in a record.")
@click.option("--format", "form", type=click.Choice(("csv", "jsonl")), default="csv", show_default=True)
@click.option("--why", is_flag=True, help="Add the rule of each value, and how often it was right in training.")
@click.option("-o", "--output", type=FILE, help="File to write.  [default: standard output]")
def apply(rules: Path, source: Path, text_field: str, form: str, *, why: bool, output: Path | None) -> None:
    """Extract the fields of RULES from SOURCE, one row per text.

    \b
    Example:  sitelode rules apply rules.json mined -o fields.csv
    """
    learnt = read_rules(rules)
    texts = read_texts(source, SourceSettings(text_field, frozenset(learnt.fields), strict=False))
    with progress_bars(quiet=output is None) as progress:
        rows = value_rows(learnt, texts, progress, why=why)
        if output is None:
            print_values(rows, learnt.fields, form, sys.stdout, why=why)
            return
        with whole(output) as place, place.open("w", encoding="utf-8", newline="") as file:
            print_values(rows, learnt.fields, form, file, why=why)
