"""The report is one file that needs nothing else."""

import re
import shutil
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner

from sitelode.cli.show.report import command
from sitelode.errors import ResultError
from sitelode.output.report import SCRIPT


class Seen(HTMLParser):
    def __init__(self, document):
        super().__init__()
        self.tags, self.addresses, self.frames = [], [], []
        self.feed(document)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.addresses += [value for name, value in attrs if name in ("src", "href", "action", "data", "poster", "srcset")]
        self.frames += [dict(attrs)] if tag == "iframe" else []


@pytest.fixture(scope="module")
def document(mined_folder, tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "report.html"
    answer = CliRunner().invoke(command, [str(mined_folder), "-o", str(path)], catch_exceptions=False)
    assert answer.output.strip() == f"report: {path}"
    return path.read_text(encoding="utf-8")


def test_nothing_runs_and_nothing_is_loaded(document):
    seen = Seen(document)

    assert not {"object", "embed", "form", "base", "link"} & set(seen.tags)
    assert seen.tags.count("script") == 1
    assert f"<script>{SCRIPT}</script>" in document, "the search is our own, and nothing else may run"
    assert f"script-src 'sha256-{b64encode(sha256(SCRIPT.encode()).digest()).decode()}'" in document
    assert all(address.startswith(("data:image/svg+xml;base64,", "#")) for address in seen.addresses)
    assert "default-src 'none'" in document
    assert seen.frames
    assert all(frame["sandbox"] == "" and frame["srcdoc"] and "src" not in frame for frame in seen.frames)
    assert all("<script" not in frame["srcdoc"] for frame in seen.frames)


def test_all_pictures_of_the_studio_are_in_it(document):
    for name in ("Map", "Layouts", "Templates", "Curves", "Trees", "Page", "Records", "Confidence", "Left out", "Articles"):
        assert f">{name}</h2>" in document
    assert document.count("data:image/svg+xml") >= 8 + 4 + 1
    assert "A cable as thick as a wrist comes ashore" in document
    assert re.search(r"leaf-difference<td", document)
    assert ">index pages<td" in document


def test_the_same_result_gives_the_same_report(document, mined_folder, tmp_path):
    again = tmp_path / "again.html"
    CliRunner().invoke(command, [str(mined_folder), "-o", str(again)], catch_exceptions=False)

    assert again.read_text(encoding="utf-8") == document


def test_a_folder_that_is_no_result_is_one_clear_line(tmp_path):
    with pytest.raises(ResultError, match=r"no mined site in .*; make one with: sitelode mine"):
        CliRunner().invoke(command, [str(tmp_path)], catch_exceptions=False)


@pytest.mark.parametrize("damage", ["", "[]", '{"confidence": 5, "dropped": 7}'])
def test_damaged_counts_cost_their_tables_alone(mined_folder, tmp_path, damage):
    folder = tmp_path / "mined"
    shutil.copytree(mined_folder, folder)
    (folder / "site.json").write_text(damage)
    CliRunner().invoke(command, [str(folder)], catch_exceptions=False)
    report = (folder / "report.html").read_text(encoding="utf-8")

    assert report.count("site.json is missing or damaged") == 2
    assert ">Map</h2>" in report
