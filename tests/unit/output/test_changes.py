"""What changed, as data: keyed events between two results and from one watch to the next, and who is told."""

import json
import sys
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from sitelode.cli.main import cli
from sitelode.errors import ResultError, SettingError
from sitelode.html.parse import parse
from sitelode.layout.sketch import PageSketcher, common_codes
from sitelode.output.changes.events import Event, events_between, keyed_records
from sitelode.output.changes.moments import changes_since, layout_events, read_moment, site_changes
from sitelode.output.changes.tell import post, run, write_feed
from sitelode.pipeline import mine
from sitelode.site.reading import read_site
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.verify.verdicts import BatchVerdict, Finding, Verdict
from sitelode.wrappers.wrapper import Layout, Wrapper

OLD = {"https://x.example/a": {"url": "https://x.example/a", "title": "A", "text": "one", "confidence": 0.5, "digest": "ab", "fields": {"price": "$1"}},
       "https://x.example/b": {"url": "https://x.example/b", "title": "B", "text": "two"}}  # fmt: skip
NEW = {"https://x.example/a": {"url": "https://x.example/a", "title": "A", "text": "one", "confidence": 0.9, "digest": "cd", "fields": {"price": "$2"}},
       "https://x.example/c": {"url": "https://x.example/c", "title": "C & <D>", "text": "three"}}  # fmt: skip
WORDS = "harbour market river winter garden letter island window morning station".split()


def lines(path, things):
    path.write_text("".join(json.dumps(each) + "\n" for each in things), encoding="utf-8")
    return path


def test_articles_are_new_changed_and_gone():
    events = list(events_between(OLD, NEW, "article", "2031-01-01T00:00:00Z"))
    assert [(each.event, each.key[-1]) for each in events] == [("new", "c"), ("changed", "a"), ("gone", "b")]
    assert events[1].changes == ({"field": "price", "from": "$1", "to": "$2"},)
    assert events[0].to_data()["data"]["text"] == "three"


def test_a_line_that_comes_on_many_pages_at_once_is_no_change_of_an_article():
    old = {str(number): {"title": f"T{number}", "text": f"Own words {number}\n12 readers today"} for number in range(5)}
    new = {key: {**each, "text": each["text"].replace("12 readers today", "13 readers today")} for key, each in old.items()}
    assert list(events_between(old, new, "article")) == []
    new["2"] = {**new["2"], "text": new["2"]["text"].replace("Own words", "Other words")}
    [event] = events_between(old, new, "article")
    assert event.key == "2"
    assert event.changes == ({"field": "text", "from": "Own words 2", "to": "Other words 2"},)


def test_a_change_far_down_a_long_text_is_seen_and_shown():
    words = [f"word{number}" for number in range(900)]
    old, new = (
        {"a": {"title": "T", "text": " ".join(words)}},
        {"a": {"title": "T", "text": " ".join([*words[:800], "CHANGED", *words[801:]])}},
    )

    [event] = events_between(old, new, "article")

    (change,) = event.changes
    assert "word800" in change["from"]
    assert "CHANGED" in change["to"]
    assert len(change["to"]) <= 2000


def test_a_title_of_an_event_is_cut():
    assert [each.title for each in events_between({}, {"a": {"title": "T" * 201}}, "article")] == ["T" * 200]


def test_a_record_is_known_by_its_link():
    old = keyed_records([{"list": "l", "name": "Lamp", "price": "$5", "link": "https://x.example/lamp"}])
    new = keyed_records([{"list": "l", "name": "Lamp 2", "price": "$6", "link": "https://x.example/lamp"}, {"list": "l", "name": "Chair"}])
    events = list(events_between(old, new, "record"))
    assert [each.event for each in events] == ["new", "changed"]
    assert {change["field"] for change in events[1].changes} == {"name", "price"}


def test_two_files_give_json_lines(tmp_path):
    old, new = lines(tmp_path / "old.jsonl", OLD.values()), lines(tmp_path / "new.jsonl", NEW.values())
    done = CliRunner().invoke(cli, ["diff", str(old), str(new)])
    assert done.exit_code == 0, done.output
    assert [json.loads(line)["event"] for line in done.stdout.splitlines()] == ["new", "changed", "gone"]
    assert CliRunner().invoke(cli, ["diff", str(old), str(old)]).stdout == ""


@pytest.mark.parametrize(("name", "entries"), [("c.atom", "{http://www.w3.org/2005/Atom}entry"), ("c.rss", "channel/item")])
def test_a_feed_is_well_formed(tmp_path, name, entries):
    events = [
        *events_between(OLD, NEW, "article", "2031-01-01T00:00:00Z"),
        Event("drifting", "wrapper", "x\x00.example", data={"reasons": ["<b>"]}),
    ]
    write_feed(events, tmp_path / name, "x.example & co", "2031-01-01T00:00:00Z")
    root = ET.parse(tmp_path / name).getroot()
    assert len(root.findall(entries)) == len(events)


def test_each_event_is_sent_and_run(tmp_path):
    got = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    Thread(target=server.serve_forever, daemon=True).start()
    events = list(events_between(OLD, NEW, "article"))
    try:
        assert post(events, f"http://127.0.0.1:{server.server_port}/") == []
    finally:
        server.shutdown()
        server.server_close()
    assert [each["event"] for each in got] == ["new", "changed", "gone"]
    program = tmp_path / "keep.py"
    program.write_text(f"import sys\nopen({str(tmp_path / 'kept')!r}, 'a').write(sys.stdin.read() + '\\n')\n", encoding="utf-8")
    assert run(events, f"{sys.executable} {program}") == []
    assert len((tmp_path / "kept").read_text("utf-8").splitlines()) == len(events)
    assert len(run(events[:1], f"{sys.executable} -c 'raise SystemExit(3)'")) == 1
    assert len(post(events[:1], "http://127.0.0.1:9/")) == 1


def test_what_is_no_result_is_one_line(tmp_path):
    (tmp_path / "bad.jsonl").write_text("[1, 2\n", encoding="utf-8")
    (tmp_path / "list.jsonl").write_text("[1, 2]\n", encoding="utf-8")
    for path in (tmp_path, tmp_path / "bad.jsonl", tmp_path / "list.jsonl", tmp_path / "none"):
        with pytest.raises(ResultError) as problem:
            read_moment(path)
        assert len(str(problem.value).splitlines()) == 1
    with pytest.raises(SettingError):
        post([], "file:///etc/passwd")
    with pytest.raises(SettingError):
        run([], "'")


def page(number, price):
    text = "".join(
        f"<p>{' '.join(f'{WORDS[(number + place + step) % 10]}{number} {WORDS[step % 10]}' for step in range(15))}.</p>"
        for place in range(4)
    )
    return f"<html><head><title>Lamp {number}</title></head><body><div class=top>Shop</div><h1>Lamp {number}</h1><em class=cost>{price}</em><div class=text>{text}</div></body></html>"


def test_watching_a_folder_tells_what_changed(tmp_path):
    site, out = tmp_path / "site", tmp_path / "events.jsonl"
    site.mkdir()
    for number in range(8):
        (site / f"{number}.html").write_text(page(number, "$5"), encoding="utf-8")
    arguments = ["watch", str(site), "--wrapper", str(tmp_path / "w.json"), "--events", str(out)]
    for _ in range(2):
        assert CliRunner().invoke(cli, arguments).exit_code == 0
    assert out.read_text("utf-8") == ""
    (site / "3.html").unlink()
    (site / "5.html").write_text(
        page(5, "$5").replace("<h1>Lamp 5", "<h1>Lamp five").replace("<title>Lamp 5", "<title>Lamp five"), encoding="utf-8"
    )
    (site / "9.html").write_text(page(9, "$5"), encoding="utf-8")
    done = CliRunner().invoke(cli, arguments)
    events = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    found = {(each["event"], each["key"].rpartition("/")[2]) for each in events if each["kind"] == "article"}
    assert found == {("gone", "3.html"), ("changed", "5.html"), ("new", "9.html")}, done.output
    [changed] = [each for each in events if each["event"] == "changed"]
    assert {"field": "title", "from": "Lamp 5", "to": "Lamp five"} in changed["changes"]


def test_two_readings_of_a_site_are_compared_by_one_wrapper():
    then = {f"https://x.example/{number}": page(number, "$5") for number in range(8)}
    now = {url: html for url, html in then.items() if not url.endswith("3")} | {"https://x.example/9": page(9, "$5")}
    now["https://x.example/5"] = now["https://x.example/5"].replace("Lamp 5", "Lamp five")

    found = site_changes(read_site(then.items()), read_site(now.items()), Applier(mine(then.items()).wrapper()))

    assert found.pages == 8
    assert len(found.readings) == 2, "what has the same bytes is no news"
    told = {(each.event, each.key[-1]) for each in found.events("t") if each.kind == "article"}
    assert told == {("gone", "3"), ("changed", "5"), ("new", "9")}


def test_records_are_new_changed_and_gone():
    def records(*prices):
        return [{"list": "l1", "link": f"https://x.example/{number}", "price": price} for number, price in prices]

    old, new = keyed_records(records((1, "$1"), (2, "$2"))), keyed_records(records((2, "$3"), (3, "$4")))
    events = list(events_between(old, new, "record"))
    assert [(each.event, each.key) for each in events] == [
        ("new", "l1: https://x.example/3"), ("changed", "l1: https://x.example/2"), ("gone", "l1: https://x.example/1"),
    ]  # fmt: skip
    assert events[1].changes == ({"field": "price", "from": "$2", "to": "$3"},)


def test_a_layout_that_is_gone_is_an_event():
    pages = [parse(page(number, "$5").encode(), f"https://x.example/{number}") for number in range(4)]
    tables = [parse(b"<table><tr><td>a<td>b</table>", f"https://x.example/t{number}") for number in range(4)]

    sketcher = PageSketcher()

    def wrapper(of):
        sketch = common_codes([sketcher.codes(each) for each in of])
        return Wrapper("x", (Layout("article-1", "article", rules={"nothing": "test"}, sketch=sketch, pages=len(of)),))

    assert not list(layout_events(wrapper(pages), wrapper(pages[:3]), "t"))
    [event] = layout_events(wrapper(pages), wrapper(tables), "t")
    assert (event.event, event.key, event.data["pages"]) == ("layout changed", "article-1", 4)


def test_the_life_of_a_wrapper_is_told(tmp_path):
    """It drifts, breaks, is repaired and fits again; what is so still is not told again."""
    wrapper, path = Wrapper("x", ()), tmp_path / "w.watched.jsonl"
    fits = BatchVerdict(9, 1.0)
    drifts = replace(fits, findings=(Finding(Verdict.DRIFTING, "title is short"),))
    broken = replace(fits, findings=(Finding(Verdict.BROKEN, "no text"),))
    repaired = replace(wrapper, history=({"date": "2031-01-01", "what": "title"},))
    told = []
    for one, verdict in ((wrapper, fits), (wrapper, drifts), (wrapper, broken), (repaired, fits), (repaired, fits)):
        told.append([(each.event, each.data) for each in changes_since(path, [], one, verdict, "t")])
    assert told == [
        [],
        [("drifting", {"reasons": ["title is short"]})],
        [("broken", {"reasons": ["no text"]})],
        [("repaired", {"history": [{"date": "2031-01-01", "what": "title"}]}), ("fits again", {})],
        [],
    ]


def test_a_stream_is_verified_as_it_goes(tmp_path):
    for folder, make in (("old", page), ("new", lambda number, _: f"<table><tr><td>{number}</td></tr></table>")):
        (tmp_path / folder).mkdir()
        for number in range(24):
            (tmp_path / folder / f"{number:02}.html").write_text(make(number, "$5"), encoding="utf-8")
    wrapper = str(tmp_path / "w.json")
    assert CliRunner().invoke(cli, ["wrapper", "learn", str(tmp_path / "old"), "-o", wrapper]).exit_code == 0
    apply = ["apply", wrapper, str(tmp_path / "old"), "-o", str(tmp_path / "a.jsonl"), "--verify-every", "10"]
    assert CliRunner().invoke(cli, apply).exit_code == 0
    texts = [*apply, "--text-only"]
    assert CliRunner().invoke(cli, texts).exit_code == 0  # fields that nobody asked for are not missed
    for form in (texts, apply):
        form[2] = str(tmp_path / "new")
        done = CliRunner().invoke(cli, form)
        assert done.exit_code in (1, 2)
    assert "after 10 pages" in done.output


def test_half_a_character_in_a_file_is_told_as_a_question_mark(tmp_path):
    old, new = lines(tmp_path / "old.jsonl", [*OLD.values()]), tmp_path / "new.jsonl"
    new.write_text('{"url": "https://x.example/a", "title": "A\\uD800", "text": "one"}\n', encoding="utf-8")
    for more in ((), ("--feed", tmp_path / "f.atom"), ("--events", tmp_path / "e.jsonl")):
        said = CliRunner().invoke(cli, ["diff", str(old), str(new), *map(str, more)])
        assert said.exit_code == 0, said.output
    assert "A?" in (tmp_path / "f.atom").read_text("utf-8")


def test_an_address_that_is_none_is_said_for_each_event():
    assert len(post([Event("new", "article", "https://x.example/a")], "http://[bad/")) == 1
