"""The commands as a user runs them; in a process of their own where that makes a difference."""

import csv
import html
import json
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from machine_speed import slowness

from sitelode.cli.main import COMMANDS, MORE, RENAMED, SHORT, SHOW, WRAPPER, main

EXAMPLE = Path(__file__).parents[3] / "examples" / "site"


class Run(NamedTuple):
    stdout: str
    stderr: str
    returncode: int


def sitelode(*arguments, input=""):  # noqa: A002 (as subprocess calls it)
    """All that the command does and says, without the cost of starting it."""
    with CliRunner().isolation(input) as (out, err, _), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["sitelode", *map(str, arguments)])
        try:
            code = main() or 0
        except SystemExit as end:
            code = end.code or 0
        sys.stdout.flush()
        return Run(out.getvalue().decode(), err.getvalue().decode(), code)


def own_process(*arguments, **options):
    command = [sys.executable, "-m", "sitelode", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=600, **{"input": "", **options})


@pytest.fixture(scope="module")
def mined(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mined")
    run = own_process("mine", EXAMPLE, "-o", folder, "--markdown")
    assert run.returncode == 0, run.stderr
    return folder, run


def test_mine_writes_articles_and_says_where(mined):
    folder, run = mined
    articles = [json.loads(line) for line in (folder / "articles.jsonl").read_text("utf-8").splitlines()]

    assert f"{len(articles)} articles from 90 pages" in run.stdout
    assert str(folder / "report.html") in run.stdout
    assert run.stderr == "", "silent in a pipe"
    assert {"url", "title", "text", "language", "date", "cluster", "confidence"} <= set(articles[0])


def test_mine_finds_the_texts_of_the_example_site(mined):
    folder, _ = mined
    truth = [json.loads(line) for line in (EXAMPLE.parent / "site-truth.jsonl").read_text("utf-8").splitlines()]
    articles = [json.loads(line) for line in (folder / "articles.jsonl").read_text("utf-8").splitlines()]
    found = {url: article for article in articles for url in article.get("pages", [article["url"]])}

    assert {true["url"] for true in truth} == set(found), "all articles, and nothing but articles"
    for true in truth:
        words = set(" ".join(true["paragraphs"]).split())
        assert len(words & set(found[true["url"]]["text"].split())) > 0.9 * len(words), true["url"]
        assert found[true["url"]]["title"] == true["title"]
        assert found[true["url"]]["date"][:10] == true["date"][:10]
        assert found[true["url"]]["language"] == true["language"]


def test_what_stands_between_the_paragraphs_stays_out(mined):
    """Advertisements and lines that lead to other articles; the example names them for us, mining looks at no such names."""
    folder, _ = mined
    texts = {each["url"]: each["text"] for each in map(json.loads, (folder / "articles.jsonl").read_text("utf-8").splitlines())}
    between = [
        " ".join(html.unescape(re.sub("<[^>]*>", " ", line)).split())
        for file in EXAMPLE.rglob("*.html")
        for line in re.findall(
            r'<(?:div class="ad"><small>[^<]*</small>|p class="read-also">)(.*?)</(?:div|p)>', file.read_text("utf-8", "replace")
        )
    ]

    assert len(between) > 50
    assert not [(url, line) for url, text in texts.items() for line in set(between) if line in text]


def test_site_json_counts_everything(mined):
    about = json.loads((mined[0] / "site.json").read_text("utf-8"))

    assert about["pages"] == 90 == sum(cluster["pages"] for cluster in about["clusters"])
    assert about["articles"] + sum(about["pages_without_article"].values()) == 90 - 1, "one article stands on two pages"
    assert about["kinds"] == {"article": 55, "index": 32, "other": 3}
    assert about["dropped"]["not HTML"]["count"] > 0


def test_index_pages_give_records_and_all_pages_their_kind(mined):
    folder, run = mined
    records = [json.loads(line) for line in (folder / "records.jsonl").read_text("utf-8").splitlines()]
    pages = [json.loads(line) for line in (folder / "pages.jsonl").read_text("utf-8").splitlines()]

    indexes = {page["url"] for page in pages if page["kind"] == "index"}
    assert len(pages) == 90
    assert {record["url"] for record in records} <= indexes
    assert f"{len(records)} records in" in run.stdout
    tables = sorted((folder / "records").glob("*.csv"))
    assert sum(len(list(csv.DictReader(table.read_text("utf-8").splitlines(keepends=True)))) for table in tables) == len(records)


def test_the_structure_has_sections_with_articles(mined):
    structure = json.loads((mined[0] / "structure.json").read_text("utf-8"))

    assert structure["kinds"]["article"] == 55
    assert structure["edges"]["after"] < structure["edges"]["before"] / 2
    assert sum(len(section["articles"]) for section in structure["sections"]) > 50


def test_the_wrapper_gives_the_articles_that_mining_gave(mined, tmp_path):
    folder, _ = mined
    run = sitelode("apply", str(folder / "wrapper.json"), str(folder), "-o", str(tmp_path / "applied.jsonl"), "--markdown")

    assert run.returncode == 0, run.stderr
    lines = [json.loads(line) for line in (tmp_path / "applied.jsonl").read_text("utf-8").splitlines()]
    applied = {line["url"]: line for line in lines if "text" in line}
    articles = {line["url"]: line for line in map(json.loads, (folder / "articles.jsonl").read_text("utf-8").splitlines())}
    assert applied.keys() == articles.keys(), "one on two pages is one article in both"
    for url, article in articles.items():
        assert list(applied[url]) == [*article, "layout", "match"]
        # A page that fits two layouts may be read with the larger one's rules, which are a little more or less sure of the same text.
        assert {name: value for name, value in article.items() if applied[url][name] != value}.keys() <= {"cluster", "confidence", "digest"}
        assert abs(applied[url]["confidence"] - article["confidence"]) < 0.05


def test_forms_that_exclude_each_other_are_said(mined, tmp_path):
    run = sitelode("apply", str(mined[0] / "wrapper.json"), str(mined[0]), "-o", str(tmp_path / "a"), "--text-only", "--html")

    assert run.returncode == 2
    assert "--text-only" in run.stderr


def test_markdown_has_a_head_and_the_structure(mined):
    files = sorted((mined[0] / "articles").glob("*.md"))
    texts = [file.read_text("utf-8") for file in files]

    assert len(files) == json.loads((mined[0] / "site.json").read_text("utf-8"))["articles"]
    assert all(text.startswith('---\ntitle: "') for text in texts)
    assert any("\n## " in text for text in texts)


def test_a_result_can_be_mined_again_without_its_source(mined, tmp_path):
    run = sitelode("mine", mined[0], "-o", tmp_path)

    assert run.returncode == 0, run.stderr
    first, second = ((folder / "articles.jsonl").read_text("utf-8").splitlines() for folder in (mined[0], tmp_path))
    assert [json.loads(line)["text"] for line in first] == [json.loads(line)["text"] for line in second]


def test_mining_twice_gives_the_same_bytes(mined, tmp_path):
    own_process("mine", EXAMPLE, "-o", tmp_path, "--markdown")

    assert (tmp_path / "articles.jsonl").read_bytes() == (mined[0] / "articles.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        pytest.param(["mine", "no/such/place"], 1, ["no such source", "no/such/place"], id="missing source"),
        pytest.param(["mine"], 2, ["SOURCE"], id="missing argument"),
        pytest.param(["mine", str(EXAMPLE.parent / "texts")], 1, ["no HTML page in"], id="folder without pages"),
        pytest.param(["mine", "-"], 1, ["no HTML page in standard input: it is empty"], id="an empty pipe"),
        pytest.param(["show", "page", "no/such/page.html"], 1, ["no such source"], id="missing page"),
        pytest.param(["excavate"], 2, ["No such command 'excavate'.\n"], id="unknown command"),
        pytest.param(["mien"], 2, ["No such command 'mien'. Did you mean 'mine'?"], id="misspelt command"),
        pytest.param(["wrapper", "aply"], 2, ["Did you mean 'apply'?"], id="misspelt command of a group"),
        pytest.param(["lab", "rnak"], 2, ["Did you mean 'rank'?"], id="misspelt method"),
        pytest.param(["help", "lab", "rnak"], 2, ["Did you mean 'rank'?"], id="help for a misspelt method"),
        pytest.param(["mine", "x", "--language", "english"], 1, ["'english' is not a language code; write it as en"], id="language"),
        pytest.param(["mine", "x", "--max-page-bytes", "0"], 2, ["max-page-bytes"], id="senseless limit"),
    ],
)
def test_bad_input_gets_one_clear_line(tmp_path, arguments, code, words):
    run = sitelode(*arguments, *(["-o", tmp_path / "out"] if arguments[0] == "mine" else []))

    assert run.returncode == code
    assert all(word in run.stderr for word in words), run.stderr
    assert "Traceback" not in run.stderr
    assert code == 2 or len(run.stderr.splitlines()) == 1


@pytest.mark.parametrize("names", [[], ["mine"], ["lab"], ["lab", "rank"], ["wrapper"], ["wrapper", "apply"], ["apply"]])
def test_help_is_a_command_as_well(names):
    assert sitelode("help", *names).stdout == sitelode(*names, "--help").stdout != ""


def test_an_output_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("x")
    run = sitelode("mine", EXAMPLE, "-o", tmp_path / "file" / "out")

    assert run.returncode == 1
    assert "cannot use" in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_show_page_finds_a_page_of_a_site_by_the_end_of_its_address():
    run = sitelode("show", "page", "rovers-go-up.html", EXAMPLE, "--no-tree", "--no-text")

    assert "title      Rovers go up" in run.stdout
    assert "32 pages end in index.html" in sitelode("show", "page", "index.html", EXAMPLE).stderr


def test_show_page_shows_tree_text_and_metadata():
    run = sitelode("show", "page", EXAMPLE / "index.html")

    assert run.returncode == 0, run.stderr
    assert "title      " in run.stdout
    assert "<html" in run.stdout
    assert "    <" in run.stdout


def test_show_layouts_shows_every_page_once(mined):
    run = sitelode("show", "layouts", mined[0], "--json")
    clusters = [json.loads(line) for line in run.stdout.splitlines()]

    assert run.returncode == 0, run.stderr
    assert sum(cluster["pages"] for cluster in clusters) == 90
    assert len({url for cluster in clusters for url in cluster["urls"]}) == 90
    assert any(cluster["pattern"] for cluster in clusters)


def test_pattern_shows_a_layout_with_wildcards(mined):
    run = sitelode("lab", "pattern", mined[0], "--cluster", "0")

    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("html\n  head\n")
    assert "wildcards, from" in run.stdout
    assert "there is no layout 99" in sitelode("lab", "pattern", mined[0], "--cluster", "99").stderr


def test_map_marks_what_two_pages_have_in_common(tmp_path):
    run = sitelode("lab", "map", EXAMPLE / "about.html", EXAMPLE / "contact.html", "--html", tmp_path / "map.html")

    assert run.returncode == 0, run.stderr
    assert "= html" in run.stdout
    assert "similarity 0." in run.stdout
    assert 'class="common"' in (tmp_path / "map.html").read_text("utf-8")
    assert (
        "tag selection" in sitelode("lab", "map", EXAMPLE / "about.html", EXAMPLE / "contact.html", "--tags", tmp_path / "no.json").stderr
    )


def test_json_log_is_json(tmp_path):
    run = own_process("mine", EXAMPLE, "-o", tmp_path, "--json-log")

    assert run.returncode == 0
    events = [json.loads(line) for line in run.stderr.splitlines()]
    assert events
    assert all({"time", "level", "message"} == set(event) for event in events)


def test_quiet_says_nothing(tmp_path):
    run = own_process("mine", EXAMPLE, "-o", tmp_path, "-q")

    assert (run.stdout, run.stderr, run.returncode) == ("", "", 0)


def test_standard_input(tmp_path):
    run = sitelode("mine", "-", "-o", tmp_path, input="<title>T</title><p>" + "Words of a lone page. " * 20)

    assert run.returncode == 0, run.stderr
    assert json.loads((tmp_path / "articles.jsonl").read_text())["text"].startswith("Words of a lone page.")


@pytest.mark.parametrize(
    "names", [*([name] for name in COMMANDS), *(["wrapper", name] for name in WRAPPER), *(["show", name] for name in SHOW)], ids=" ".join
)
def test_every_command_has_help_with_an_example(names):
    run = sitelode(*names, "--help")

    assert run.returncode == 0, run.stderr
    assert names in (["wrapper"], ["show"]) or f"Example:  sitelode {' '.join(names)}" in run.stdout
    assert names[0] in ("wrapper", "show", "classify", "rules", "lab") or "-q, --quiet" in run.stdout


@pytest.mark.parametrize(("name", "words"), [*SHORT.items(), *RENAMED.items()])
def test_other_names_are_the_same_command(name, words):
    short, long = sitelode(name, "--help"), sitelode(*words.split(), "--help")

    assert words == "--version" or short.stdout.splitlines()[1:] == long.stdout.splitlines()[1:]
    assert short.stderr == (f"sitelode: '{name}' is called 'sitelode {words}' now\n" if name in RENAMED else "")


@pytest.mark.parametrize("module", ["sitelode", "sitelode.cli.main"])
def test_both_modules_are_the_command(module):
    run = subprocess.run([sys.executable, "-m", module, "--version"], capture_output=True, text=True, check=True)

    assert run.stdout == f"sitelode {version('sitelode')}\n" == own_process("version").stdout


def test_the_first_screen_has_at_most_twelve_lines_of_commands():
    text = sitelode("--help").stdout
    shown = re.findall(r"^  ([a-z]+)  +\S", text.partition("Commands:")[2], re.MULTILINE)

    assert len(text.splitlines()) <= 40
    assert len(shown) <= 12
    assert {*shown} | {*re.findall(r"(\w+) \(", MORE)} >= {*COMMANDS}


def test_help_comes_at_once():
    own_process("--help")
    start = cpu_seconds_of_children()
    run = own_process("--help")

    assert run.returncode == 0
    assert cpu_seconds_of_children() - start < 1.0 * slowness(), "0.2 s on a quiet machine"


def cpu_seconds_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_progress_is_drawn_on_a_terminal(tmp_path):
    controller, terminal = pty.openpty()
    command = [sys.executable, "-m", "sitelode", "mine", str(EXAMPLE), "-o", str(tmp_path)]
    with subprocess.Popen(command, stderr=terminal, stdout=subprocess.DEVNULL) as process:
        os.close(terminal)
        drawn = b""
        while process.poll() is None or drawn == b"":
            try:
                drawn += os.read(controller, 65536)
            except OSError:
                break
    os.close(controller)

    assert b"Reading and parsing pages" in drawn
    assert b"/s" in drawn


@pytest.mark.skipif(os.name != "posix", reason="shells of Windows ignore no interrupts")
def test_a_process_that_inherits_ignored_interrupts_keeps_ignoring_them(tmp_path):
    """As in the background of a shell: Ctrl-C is for what runs in front."""
    order = (
        "import signal, os, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    )
    interrupt = "import os, signal; os.kill(os.getpid(), signal.SIGINT); from sitelode.cli.main import main; main()"
    command = [sys.executable, "-c", order, "-c", interrupt, "mine", str(EXAMPLE), "-o", str(tmp_path)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    assert (tmp_path / "articles.jsonl").exists()


def test_ctrl_c_leaves_no_half_written_file(tmp_path):
    pages = tmp_path / "pages.jsonl"
    line = json.dumps({"url": "https://site.example/%d", "html": "<title>%d</title>" + "<div><p>Some text %d.</p></div>" * 400})
    with pages.open("w") as file:
        for number in range(800):
            file.write(line.replace("%d", str(number)) + "\n")
    command = [sys.executable, "-m", "sitelode", "mine", str(pages), "-o", str(tmp_path / "out")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        written = tmp_path / "out" / "site.sqlite-wal"
        while not written.exists() or written.stat().st_size < 100_000:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=300)

    # An interrupt that passes through code made from a string lets Python end by the signal itself, which a shell calls 130 too.
    assert process.returncode in (130, -signal.SIGINT)
    assert "interrupted" in errors
    assert "Traceback" not in errors
    assert not list((tmp_path / "out").glob("*.part"))
    assert not (tmp_path / "out" / "articles.jsonl").exists()
    assert own_process("mine", pages, "-o", tmp_path / "out").returncode == 0
