"""`sitelode rules`, as a user calls it."""

import csv
import io
import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parents[2]))

from made_texts import talks

from sitelode.cli.rules import command
from sitelode.errors import SitelodeError
from sitelode.text_rules.text_sources import to_json_lines


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "marked.jsonl").write_bytes(to_json_lines(talks()))
    with (tmp_path / "new.jsonl").open("w") as lines:
        lines.writelines(json.dumps({"id": each.id, "text": each.text}) + "\n" for each in talks(6, first=20))
    return tmp_path


def run(*arguments, answers=None):
    return CliRunner().invoke(command, [*map(str, arguments)], catch_exceptions=False, input=answers)


def test_learn_show_and_apply(folder):
    rules = folder / "rules.json"

    learnt = run("learn", folder / "marked.jsonl", "--field", "speaker", "--field", "stime", "--system", "whisk", "-o", rules)
    shown = run("show", rules, "--field", "stime")
    applied = run("apply", rules, folder / "new.jsonl")

    assert "from 10 texts" in learnt.output
    assert "right" in shown.output
    rows = list(csv.DictReader(io.StringIO(applied.output)))
    assert [row["id"] for row in rows] == [each.id for each in talks(6, first=20)]
    assert rows[0]["stime"] == "3:00 pm"


def test_why_names_rule_and_precision(folder):
    run("learn", folder / "marked.jsonl", "--field", "stime", "--system", "srv", "-o", folder / "rules.json")

    lines = run("apply", folder / "rules.json", folder / "new.jsonl", "--why", "--format", "jsonl").output.splitlines()

    reason = json.loads(lines[0])["why"][0]
    assert reason["rule"].startswith("stime-")
    assert 0 < reason["precision"] <= 1


def test_examples_name_texts_and_are_kept(folder):
    rules = folder / "rules.json"
    run("learn", folder / "new.jsonl", "--field", "speaker", "--example", "20.txt=Ann Lee", "--system", "rapier", "-o", rules)
    run("learn", folder / "new.jsonl", "--field", "speaker", "--example", "21.txt=Bob Stone", "--system", "rapier", "-o", rules)

    kept = [json.loads(line) for line in (folder / "rules.examples.jsonl").read_text().splitlines()]

    assert [each["id"] for each in kept] == ["20.txt", "21.txt"]
    assert all(each["slots"]["speaker"] for each in kept)


def test_records_of_one_page_are_told_apart_and_their_fields_are_read(tmp_path):
    by = ["Ann Lee, 3 May", "Bob Stone, 4 May", "Eva Lind, 5 May"]
    records = [{"url": "page", "position": number, "fields": {"by": text}} for number, text in enumerate(by, start=1)]
    records.append({"url": "page", "position": 1, "fields": {"of another list": "x"}})
    source = tmp_path / "records.jsonl"
    source.write_text("".join(json.dumps(record) + "\n" for record in records))
    rules = tmp_path / "rules.json"
    examples = ("--example", "page=Ann Lee", "--example", "page (2)=Bob Stone")

    run("learn", source, "--text-field", "by", "--field", "who", *examples, "--system", "whisk", "-o", rules)
    rows = list(csv.DictReader(io.StringIO(run("apply", rules, source, "--text-field", "by").output)))

    assert [(row["id"], row["who"]) for row in rows] == [
        ("page", "Ann Lee"),
        ("page (2)", "Bob Stone"),
        ("page (3)", "Eva Lind"),
        ("page (4)", ""),
    ]
    with pytest.raises(SitelodeError, match=r"no record of .* has nothing; name its text"):
        run("apply", rules, source, "--text-field", "nothing")


def test_a_rule_is_dropped_by_its_name(folder):
    rules = folder / "rules.json"
    run("learn", folder / "marked.jsonl", "--field", "stime", "--system", "whisk", "-o", rules)
    name = run("show", rules).output.split()[0]

    assert name not in run("show", rules, "--drop", name).output.split()


def test_texts_may_be_tagged(tmp_path):
    (tmp_path / "1.txt").write_text("at <stime>3:30</stime> today, 1 < 2 <b>bold</b>")
    (tmp_path / "2.txt").write_text("at <stime>4:30</stime> today")

    run("learn", tmp_path, "--field", "stime", "--system", "whisk", "-o", tmp_path / "rules.json")

    kept = json.loads((tmp_path / "rules.examples.jsonl").read_text().splitlines()[0])
    assert kept["text"] == "at 3:30 today, 1 < 2 <b>bold</b>"
    assert kept["slots"] == {"stime": [[3, 7]]}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["learn", "{}/new.jsonl", "--field", "speaker"], "no text to learn from|no example of speaker", id="no example"),
        pytest.param(["learn", "{}/marked.jsonl", "--field", "price"], "no example of price", id="a field without examples"),
        pytest.param(
            ["learn", "{}/new.jsonl", "--field", "speaker", "--example", "20.txt=Nobody"], "is not in", id="value not in the text"
        ),
        pytest.param(["learn", "{}/nothing", "--field", "speaker"], "no such source", id="no source"),
        pytest.param(["learn", "{}/empty.jsonl", "--field", "speaker"], "no text in", id="an empty file"),
        pytest.param(["learn", "{}/bad.jsonl", "--field", "speaker"], "is not JSON", id="no JSON"),
        pytest.param(["learn", "{}/outside.jsonl", "--field", "f"], "outside its text", id="a span outside its text"),
        pytest.param(["show", "{}/new.jsonl"], "it is not JSON", id="no rules"),
        pytest.param(["show", "{}/nothing.json"], "cannot read", id="no file"),
    ],
)
def test_bad_input_is_one_clear_line(folder, arguments, message):
    (folder / "empty.jsonl").touch()
    (folder / "bad.jsonl").write_text("{")
    (folder / "outside.jsonl").write_text('{"id": "1", "text": "short", "slots": {"f": [[2, 99]]}}\n')

    with pytest.raises(SitelodeError, match=message) as raised:
        run(*(each.format(folder) for each in arguments), "-o", folder / "r.json") if arguments[0] == "learn" else run(
            *(each.format(folder) for each in arguments)
        )

    assert "\n" not in str(raised.value)
    assert not (folder / "r.json").exists()


def test_fields_that_are_marked_and_not_learnt_are_named(folder):
    source, settings = folder / "marked.jsonl", ("--system", "whisk", "-o", folder / "rules.json")

    one = run("learn", source, "--field", "stime", *settings)
    all_of_them = run("learn", source, "--field", "stime", "--field", "speaker", "--field", "location", *settings)

    assert "no rules for speaker, location" in one.output
    assert "no rules for" not in all_of_them.output


def test_texts_that_were_marked_by_tags_are_read_without_them(tmp_path):
    for name, text in (
        ("a", "Speaker: <who>Ann Lee</who>\nin Hall 3"),
        ("b", "Speaker: <who>Bob Ray</who>\nin Hall 4"),
        ("c", "no </who> here"),
    ):
        (tmp_path / f"{name}.txt").write_text(text)
    (tmp_path / "marked").mkdir()
    for name in "ab":
        (tmp_path / "marked" / f"{name}.txt").write_text((tmp_path / f"{name}.txt").read_text())
    run("learn", tmp_path / "marked", "--field", "who", "--system", "whisk", "-o", tmp_path / "rules.json")

    applied = run("apply", tmp_path / "rules.json", tmp_path)

    rows = {row["id"]: row["who"] for row in csv.DictReader(io.StringIO(applied.output))}
    assert (rows["a.txt"], rows["b.txt"], rows["c.txt"]) == ("Ann Lee", "Bob Ray", "")


def test_records_of_figure_8_4_are_given_by_examples_and_found_whole(tmp_path):
    texts = {
        "hill": "Capitol Hill- 1 br twnhme. D/W W/D. Pkg incl $675. 3BR upper flr no gar. $995. (206) 999-9999",
        "fremont": "Fremont- 2 br apt, big view. $500. 4br house, no pets. $1200. (206) 111-2222",
        "ballard": "Ballard- 5 br house. $1500. 2br apt, new. $700. (206) 333-4444",
    }
    (tmp_path / "ads.jsonl").write_text("".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in texts.items()))
    records = ["hill=1 | 675", "hill=3 | 995", "fremont=2 | 500", "fremont=4 | 1200"]
    given = [part for each in records for part in ("--example", f"Bedrooms,Price:{each}")]

    run("learn", tmp_path / "ads.jsonl", "--field", "Bedrooms", "--field", "Price", *given, "--system", "whisk", "-o", tmp_path / "r.json")
    rows = list(csv.DictReader(io.StringIO(run("apply", tmp_path / "r.json", tmp_path / "ads.jsonl").output)))

    assert [(row["id"], row["Bedrooms"], row["Price"]) for row in rows] == [
        ("hill", "1", "675"), ("hill", "3", "995"), ("fremont", "2", "500"), ("fremont", "4", "1200"),
        ("ballard", "5", "1500"), ("ballard", "2", "700"),
    ]  # fmt: skip
    with pytest.raises(SitelodeError, match="one for each"):
        run(
            "learn",
            tmp_path / "ads.jsonl",
            "--field",
            "Bedrooms",
            "--field",
            "Price",
            "--example",
            "Bedrooms,Price:hill=1",
            "--system",
            "whisk",
        )
