import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import sitelode
from sitelode.output.article_files import markdown_name
from sitelode.output.files import whole_file
from sitelode.output.result import Written, write_result

EXAMPLE = Path(__file__).parents[3] / "examples" / "site"


def test_every_page_of_the_example_is_accounted_for(tmp_path):
    written = write_result(sitelode.mine(EXAMPLE), tmp_path)

    assert written.further == 1
    assert written.articles + written.further + written.without.total() == written.pages
    assert "1 page joined: later parts" in written.summary()


def test_nothing_is_said_where_nothing_was_joined():
    assert "joined" not in Written(Path("x"), 3, 4, without=Counter({"index pages": 1})).summary()


def test_a_file_keeps_the_beginning_of_a_long_address():
    url = "https://news.example/2031/03/" + "a-very-long-title-" * 10
    name, other = markdown_name(url), markdown_name(url + "2")

    assert name.startswith("news.example-2031-03-a-very-long-title-")
    assert len(name) < 100
    assert name != other


def test_one_of_each_is_said_as_one():
    summary = Written(Path("x"), 1, 1, records=1, lists=1, without=Counter({"index pages": 1})).summary()

    assert "1 article from 1 page:" in summary
    assert "not articles: 1 index page\n" in summary
    assert "1 record in 1 list:" in summary


def test_what_a_killed_writer_left_is_removed_by_the_next(tmp_path):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    dead, alive, other = (tmp_path / f"a.jsonl.{name}.part" for name in (f"{ended.pid:x}-7f", f"{os.getpid():x}-1", "zz-1"))
    for part in (dead, alive, other):
        part.write_text("half")
    with whole_file(tmp_path / "a.jsonl") as file:
        file.write("whole")

    assert [path.name for path in sorted(tmp_path.iterdir())] == sorted(["a.jsonl", alive.name, other.name])
