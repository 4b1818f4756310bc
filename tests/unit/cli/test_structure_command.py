import json
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner

import sitelode.page_kinds.informative_structure  # noqa: F401 (before the fixture replaces a module that it imports)
from sitelode.cli.show.sections import command
from sitelode.errors import NoPagesError

EXAMPLE = Path(__file__).parents[3] / "examples" / "site"


def run(*arguments):
    return CliRunner().invoke(command, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.fixture(scope="module")
def made_up_kinds():
    """Kinds by address alone, so that this test is about the command and not about kinds."""

    def find_kinds(site, layouts, on_page):  # noqa: ARG001 (the signature of the real one)
        kind = ["article" if entry.url.endswith(".html") and "/2031/" in entry.url else "index" for entry in site.entries]
        is_article = {entry.url: each == "article" for entry, each in zip(site.entries, kind, strict=True)}
        informative = [
            np.array([is_article.get(target, False) for target in site.links(entry.number).targets], bool) for entry in site.entries
        ]
        nothing = [""] * len(kind)
        none = [None] * len(kind)
        return SimpleNamespace(kind=kind, finer=kind, informative=informative, listing_role=nothing, duplicate_of=none, names=nothing)

    module = ModuleType("sitelode.page_kinds.kinds")
    module.find_kinds = find_kinds
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, module.__name__, module)
        yield


@pytest.mark.usefixtures("made_up_kinds")
class TestStructure:
    def test_a_tree_of_sections(self):
        output = run(EXAMPLE).output

        assert output.splitlines()[0].endswith("https://www.pellmouth-lantern.example/")
        assert "├─ " in output
        assert re.search(r"^\d+ pages: \d+ index pages, \d+ articles", output, re.MULTILINE)

    @pytest.mark.parametrize("form", ["json", "graphml", "dot", "svg"])
    def test_other_formats_go_to_files(self, tmp_path, form):
        output = run(EXAMPLE, "--format", form, "-o", tmp_path / "out").output
        written = (tmp_path / "out").read_text("utf-8")

        assert output == f"written to {tmp_path / 'out'}\n"
        if form == "json":
            assert json.loads(written)["kinds"]["article"] > 0
        elif form == "dot":
            assert written.startswith("digraph")
        else:
            assert ET.fromstring(written).tag.endswith("svg" if form == "svg" else "graphml")

    def test_the_whole_graph_is_larger(self):
        assert run(EXAMPLE, "--format", "dot", "--whole").output.count("->") > run(EXAMPLE, "--format", "dot").output.count("->")


def test_the_articles_of_the_example_site_are_in_their_sections():
    found = json.loads(run(EXAMPLE, "--format", "json").output)
    section_of = {article: section["address"] for section in found["sections"] for article in section["articles"]}
    truth = [json.loads(line) for line in (EXAMPLE.parent / "site-truth.jsonl").read_text("utf-8").splitlines()]
    right = [f"/{true['section']}/" in section_of.get(true["url"], "") for true in truth]

    assert sum(right) >= 0.95 * len(truth)
    assert len(found["unreached"]) <= 1


def test_a_source_without_pages(tmp_path):
    with pytest.raises(NoPagesError):
        run(tmp_path)
