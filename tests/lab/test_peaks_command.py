import json
import re

import pytest
from click.testing import CliRunner
from template_pages import constants, made_pages, novel

from sitelode.errors import NoPagesError, SettingError
from sitelode_lab.cli.peaks import command


def run(*arguments, **options):
    return CliRunner().invoke(command, [str(argument) for argument in arguments], catch_exceptions=False, **options)


@pytest.fixture(scope="module")
def two_sites(tmp_path_factory):
    """Thirty pages of one template and twenty of another, as JSON lines."""
    path = tmp_path_factory.mktemp("sites") / "pages.jsonl"
    pages = [*made_pages(constants(seed=1), 30), *made_pages(constants(seed=2), 20, seed=5)]
    with path.open("w", encoding="utf-8") as file:
        for number, page in enumerate(pages):
            html = f"<!DOCTYPE html><html><body>{page.source}</body></html>"
            file.write(json.dumps({"url": f"http://example.org/{number}", "html": html}) + "\n")
    return path


def test_the_number_of_pages_of_each_site_is_a_peak(two_sites):
    output = run(two_sites).output

    frequencies = [int(found) for found in re.findall(r"^ +(\d+) +[\d,]+ +\d+\.\d ", output, re.MULTILINE)]
    assert {30, 20} <= set(frequencies)
    assert "template 1: 30 pages" in output
    assert "template 2: 20 pages" in output
    assert "http://example.org/30" in output


def test_the_plot_marks_the_peaks(two_sites, tmp_path):
    run(two_sites, "--plot", tmp_path / "peaks.svg")
    drawing = (tmp_path / "peaks.svg").read_text(encoding="utf-8")

    assert ">30</text>" in drawing
    assert "logarithmic" in drawing


def test_pages_without_a_template_have_none(tmp_path):
    (tmp_path / "only.html").write_text(f"<html><body>{novel(3, 3000)}</body></html>", encoding="utf-8")

    assert "no peak stands out" in run(tmp_path).output


def test_a_sample_is_said_aloud(two_sites):
    assert re.search(r"sampled: \d+ of 50 documents", run(two_sites, "--memory", 1).output)


def test_a_source_without_pages_is_one_clear_error(tmp_path):
    with pytest.raises(NoPagesError):
        run(tmp_path)
    with pytest.raises(SettingError, match="SVG"):
        run(tmp_path, "--plot", tmp_path / "peaks.pdf")


def test_any_text_has_its_law_printed_and_drawn(tmp_path):
    (tmp_path / "novel.txt").write_text(novel(3, 6000), encoding="utf-8")

    output = run(tmp_path / "novel.txt", "--distinct", tmp_path / "v.svg").output

    assert re.search(r"V\(f\) falls as f to the power of -\d\.\d\d, R2 0\.9", output)
    assert "no peak stands out" in output
    assert "up to 50 characters" in (tmp_path / "v.svg").read_text("utf-8")


def test_lines_of_a_log_are_documents_with_a_template(tmp_path):
    lines = [
        f"2031-05-{day:02} 10:{minute:02} GET /page/{day * minute} HTTP/1.1 status 200 OK"
        for day in range(1, 9)
        for minute in range(10, 14)
    ]
    (tmp_path / "server.log").write_text("\n".join(lines), encoding="utf-8")

    output = run(tmp_path / "server.log", "--lines").output

    assert "template 1: 32 pages" in output
    assert " HTTP/1.1 status 200 OK" in output
