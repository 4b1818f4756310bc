"""`sitelode lab`: each published method as a command."""

import json
import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from sitelode.cli.main import cli
from sitelode.errors import SettingError
from sitelode_lab.cli.lab import COMMANDS

PROJECT = Path(__file__).parents[2]
SITE = PROJECT / "examples" / "site"
NEW = (
    "blocks",
    "clusters",
    "discover",
    "grammar",
    "layout",
    "map",
    "pattern",
    "rank",
    "separate",
    "styles",
)  # the others have tests of their own


def run(*arguments):
    return CliRunner().invoke(cli, [str(argument) for argument in arguments], catch_exceptions=False)


def command_of(name):
    return cli.get_command(click.Context(cli), "lab").get_command(click.Context(cli), name)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_an_example(name):
    help_text = command_of(name).help

    assert re.search(rf"Example:  sitelode lab {name} \S", help_text)


@pytest.mark.parametrize("name", NEW)
def test_the_example_in_the_help_works(name, tmp_path, monkeypatch):
    (tmp_path / "examples").symlink_to(PROJECT / "examples")
    monkeypatch.chdir(tmp_path)
    help_text = command_of(name).help
    example = re.search(r"Example:  sitelode (.*)", help_text)[1]

    result = run(*shlex.split(example))

    assert result.exit_code == 0
    assert result.stdout


def test_a_ranking_by_links(tmp_path):
    result = run("lab", "rank", SITE, "--method", "lamis", "--plot", tmp_path / "trace.svg")
    rows = [line.split("\t") for line in result.stdout.splitlines()]

    assert rows[0] == ["rank", "score", "hub", "authority", "address"]
    assert len(rows) == 91
    assert [float(row[1]) for row in rows[1:]] == sorted((float(row[1]) for row in rows[1:]), reverse=True)
    assert "converged after" in result.stderr
    assert "largest change" in (tmp_path / "trace.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--method", "pagerank"], "no ranking is called 'pagerank'"),
        (["--method", "ol", "--plot", "trace.svg"], "no convergence to plot"),
        (["--method", "lamis", "--plot", "trace.pdf"], "SVG"),
    ],
)
def test_what_cannot_be_ranked_is_one_clear_error(arguments, message):
    with pytest.raises(SettingError, match=message):
        run("lab", "rank", SITE, *arguments)


def test_clusters_by_a_mapping():
    clusters = [json.loads(line) for line in run("lab", "clusters", SITE, "--method", "fast", "--json").stdout.splitlines()]

    assert sum(cluster["pages"] for cluster in clusters) == 90
    assert clusters[0]["pages"] > 20


def test_the_layout_of_a_page_as_lines_and_as_a_page(tmp_path):
    lines = run("lab", "layout", SITE / "about.html").stdout.splitlines()
    run("lab", "layout", SITE / "about.html", "--html", tmp_path / "layout.html")
    html = (tmp_path / "layout.html").read_text("utf-8")

    assert lines[:3] == ["html", "  head", "    title"]
    assert html.startswith("<!doctype html>\n<html")
    assert "<script" not in html


def test_the_content_of_a_page_by_a_separator():
    result = run("lab", "separate", SITE, "--method", "leaf-difference", "--show", 2)
    addresses = [line for line in result.stdout.splitlines() if line.startswith("--- ")]

    assert len(addresses) == 2
    assert "Privacy" not in result.stdout.splitlines()
    assert "studied the" in result.stderr
    with pytest.raises(SettingError, match="there is no layout 99"):
        run("lab", "separate", SITE, "--cluster", 99)


def test_the_common_part_of_two_layouts_as_a_page(tmp_path):
    run("lab", "map", SITE / "about.html", SITE / "contact.html", "--common", tmp_path / "common.html")
    common = (tmp_path / "common.html").read_text("utf-8")

    assert "<nav" in common
    assert len(common) < len((SITE / "about.html").read_text("utf-8"))


def test_blocks_are_judged_and_the_threshold_explained():
    lines = run("lab", "blocks", SITE, "--show", 1, "--blocks", "container").stdout.splitlines()

    assert lines[0].startswith("blocks are containers; words below each threshold: 0.0: 0")
    assert re.fullmatch(r"threshold \d\.\d", lines[1])
    assert sum(line.startswith(("+ ", "- ")) for line in lines) > 10


def test_the_papers_three_steps():
    result = run("lab", "discover", SITE, "--show", 1)
    rows = [line.split("\t") for line in result.stdout.splitlines()]

    assert sum(row[0] == "article" and "/2031/" in row[1] for row in rows if len(row) == 2) >= 40
    assert "index pages announce" in result.stderr
    assert "--- https://" in result.stdout


def test_a_ranking_is_measured_and_its_hubs_drawn(tmp_path):
    (tmp_path / "toc.txt").write_text("/archive/page/2/\n/nowhere\n", encoding="utf-8")
    result = run("lab", "rank", SITE, "--blocks", "table", "--truth", tmp_path / "toc.txt", "--hubs", tmp_path / "hubs.svg")
    table = run("lab", "rank", SITE, "--pages").stdout.splitlines()

    assert re.search(r"R-Precision \d\.\d{3}, top 20 \d\.\d{3}, precision at recall .*; 1 address is no page", result.stderr)
    assert "hub values of 90 pages" in (tmp_path / "hubs.svg").read_text("utf-8")
    assert len(table) == 92
    assert table[-1].startswith("# links whose entropy is at least 0.2: ")


def test_a_graph_cut_by_the_entropy_of_links():
    counts = [
        int(
            re.search(r"([\d,]+) of [\d,]+ links", run("lab", "rank", SITE, "--format", "dot", "--max-entropy", most).stderr)[1].replace(
                ",", ""
            )
        )
        for most in ("0.4", "0.8", "1")
    ]

    assert 0 < counts[0] < counts[1] < counts[2]


def test_the_grammar_and_the_data_of_a_layout(tmp_path):
    for number, (author, books) in enumerate(
        {"John Smith": ["DB Primer"], "Paul Jones": ["XML at Work", "Scripts"], "Ada": ["A", "B"]}.items()
    ):
        rows = "".join(f"<li><h3>{book}</h3><p>{book} costs {number + 3}</p></li>" for book in books)
        (tmp_path / f"{number}.html").write_text(f"<h1>{author}</h1><h2>Books</h2><ul>{rows}</ul>", encoding="utf-8")

    shown = run("lab", "grammar", tmp_path).stdout
    data = [json.loads(line)["data"] for line in run("lab", "grammar", tmp_path, "--json").stdout.splitlines()]
    run("lab", "grammar", tmp_path, "-o", tmp_path / "out")

    assert "<h1>#PCDATA</h1><h2>Books</h2><ul>(<li>" in shown
    assert "schema  A (B C)+" in shown
    assert data[1]["list 1"][0]["B"] == "XML at Work"
    assert (tmp_path / "out" / "list 1.csv").read_text("utf-8").startswith("row,above,B,C\n")
    assert run("lab", "grammar", SITE, "--articles").stdout.count("--- https://") > 10


def test_texts_of_a_pattern_are_data():
    lines = run("lab", "pattern", SITE).stdout
    only_elements = run("lab", "pattern", SITE, "--structure").stdout

    assert "“Privacy”" in lines
    assert re.search(r"^title  \S", lines, re.MULTILINE)
    assert re.search(r"^body   \S.{200}", lines, re.MULTILINE)
    assert "“" not in only_elements


def test_all_mappings_by_name():
    for method in ("edit", "bottom-up"):
        assert "similarity 0." in run("lab", "map", SITE / "about.html", SITE / "contact.html", "--method", method).stdout


def test_the_style_tree_is_drawn_and_a_page_cleaned(tmp_path):
    page = SITE / "2031" / "03" / "town-clock-stays-fast.html"
    run("lab", "styles", SITE, "--html", tmp_path / "tree.html")
    cleaned = run("lab", "styles", SITE, "--clean", page)
    run("lab", "styles", SITE, "--clean", page, "-o", tmp_path / "clean.html")

    assert (tmp_path / "tree.html").read_text("utf-8").count("<details") > 20
    assert "Privacy" not in cleaned.stdout.splitlines()
    assert "clockmaker" in cleaned.stdout
    assert "clockmaker" in (tmp_path / "clean.html").read_text("utf-8")
    assert "noisy" in run("lab", "styles", SITE).stdout


def test_articles_of_one_layout_by_any_separator(tmp_path):
    plain = run("lab", "articles", SITE, "--show", 2).stdout
    formatted = run("lab", "articles", SITE, "--show", 1, "--formatted", "--separator", "block-entropy").stdout
    run("lab", "articles", SITE, "--strict", "-o", tmp_path / "out")

    assert plain.count("--- https://") == 2
    assert "BRASS BAND REHEARSES IN THE ICE HOUSE" in plain
    assert "<p>" in formatted
    assert len(list((tmp_path / "out").glob("*.txt"))) == 24


def test_roadrunner_s_figure_7_3_by_default(tmp_path):
    """Its two pages, its wrapper: inline tags count, so that a label and the value behind it stay apart."""
    (tmp_path / "a.html").write_text(
        "<html>Books of:<b>John Smith</b><ul><li><i>Title:</i>DB Primer</li><li><i>Title:</i>Comp. Sys.</li></ul></html>"
    )
    (tmp_path / "b.html").write_text(
        "<html>Books of:<b>Paul Jones</b><img src=x><ul><li><i>Title:</i>XML at Work</li><li><i>Title:</i>HTML Scripts</li>"
        "<li><i>Title:</i>Javascript</li></ul></html>"
    )
    shown = run("lab", "grammar", tmp_path).stdout

    assert "Books of:<b>#PCDATA</b>(<img/>)?<ul>(<li><i>Title:</i>#PCDATA</li>)+</ul>" in shown
    assert "schema  A (B)+" in shown
