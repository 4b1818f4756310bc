import json
import random
import re

import pytest
from click.testing import CliRunner
from template_pages import constants, made_pages, one_vocabulary, zipf_words

from sitelode.errors import SettingError
from sitelode_lab.cli.alternation import DIM, LEFT_OUT, command


def run(*arguments, **options):
    return CliRunner().invoke(command, [str(argument) for argument in arguments], catch_exceptions=False, **options)


def texts(count, words=8):
    randomness = random.Random(7)
    return [zipf_words(randomness, one_vocabulary(), words) for _ in range(count)]


LINE_FORMATS = {
    "log": lambda number, text: f"2024-03-01 12:00:{number % 60:02} INFO  org.example.server.RequestHandler - handled request: {text}\n",
    "bibtex": lambda number, text: f"@article{{key{number},\n  title = {{{text}}},\n  journal = {{Journal of Examples}}\n}}\n\n",
    "xml": lambda number, text: f'<record number="{number}"><title lang="en">{text}</title><rights>All rights reserved</rights></record>\n',
    "jsonl": lambda number, text: json.dumps({"id": number, "type": "comment", "author": {"kind": "user"}, "body": text}) + "\n",
}


@pytest.mark.parametrize("kind", LINE_FORMATS)
def test_any_text_format_is_divided_as_it_is(kind, tmp_path):
    wanted = texts(400)
    path = tmp_path / f"records.{kind}"
    path.write_text("".join(LINE_FORMATS[kind](number, text) for number, text in enumerate(wanted)), encoding="utf-8")
    result = run(path, "--show", 1)
    shown = result.output.split(f"--- {path}\n")[1]

    assert "cut point   n = " in result.output
    assert "alternations" in result.output
    repeated = {"log": "RequestHandler", "bibtex": "Journal of Examples", "xml": "All rights reserved", "jsonl": "comment"}[kind]
    assert shown.count(repeated) < 40, "what repeats is left out"
    words = [word for text in wanted for word in text.split() if len(word) > 6]
    assert sum(word in shown for word in words) > 0.6 * len(words), "what varies is shown"


def test_colours_only_where_asked_for(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("the same line again\n" * 30 + "one of its kind", encoding="utf-8")

    assert LEFT_OUT in run(path).output
    assert DIM not in run(path).output
    assert DIM in run(path, "--color").output
    assert LEFT_OUT not in run(path, "--color").output


def test_text_of_others_does_not_steer_the_terminal(tmp_path):
    path = tmp_path / "evil.log"
    path.write_bytes(b"\x1b]0;owned\x07 line \x1b[31m and \xff bytes\n")

    assert "\x1b" not in run(path).output


def test_the_plot_shows_the_path(tmp_path):
    pages = made_pages(constants(seed=1), count=10)
    paths = []
    for number, page in enumerate(pages):
        paths.append(tmp_path / f"{number}.html")
        paths[-1].write_text(page.source, encoding="utf-8")
    result = run(*paths, "--plot", tmp_path / "counts.svg", "--show", 0)

    drawing = (tmp_path / "counts.svg").read_text(encoding="utf-8")
    assert drawing.count("<rect") > 20
    assert drawing.count("<polyline") == 2
    assert "10 more not shown" in result.output


def test_a_bad_plot_name_is_refused_before_the_work(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("abc", encoding="utf-8")

    with pytest.raises(SettingError, match=r"x.jpg: charts are written as SVG"):
        run(path, "--plot", tmp_path / "x.jpg")


def test_lines_can_be_documents_and_standard_input_is_a_file():
    result = run("-", "--lines", input="one line here\n\nanother line here\n")

    assert "documents   2 with" in result.output
    assert "--- -:3" in result.output


def test_a_sample_is_said_aloud(tmp_path):
    paths = []
    for letter in "abc":
        paths.append(tmp_path / letter)
        paths[-1].write_text((letter + "xyz ") * 10_000, encoding="utf-8")
    result = run(*paths, "--memory", 2)

    assert "sampled: 1 of 3 documents (50,001 of 150,003 characters), to stay within 2 MB" in result.output


def test_delimiters_need_two_characters(tmp_path):
    path = tmp_path / "a.xml"
    path.write_text("<a>some text</a>" * 20, encoding="utf-8")

    assert "cut point" in run(path, "--delimiters", "<>").output
    with pytest.raises(SettingError, match="needs two characters"):
        run(path, "--delimiters", "<")


def page_files(folder, count=12):
    """Pages whose markup varies: addresses and numbers, around text that does, and a menu that does not."""
    paths = []
    for number, text in enumerate(texts(count, words=60)):
        first, second = text[: len(text) // 2], text[len(text) // 2 :]
        paths.append(folder / f"{number}.html")
        paths[-1].write_text(
            f"<html><head><title>{number}</title><script>var page = {number * 7919};</script></head><body>"
            f"<ul class='menu'><li><a href='/{number}'>Home page</a></li><li>About this site</li></ul>\n"
            f"<div id='post-{number}' class='story'><p>{first}</p>\n<p>{second}</p></div><p>All rights reserved by the owner</p></body></html>",
            encoding="utf-8",
        )
    return paths


def test_known_markup_is_no_content(tmp_path):
    result = run(*page_files(tmp_path), "--markup", "--show", 12)
    shown = result.output.split("---", 1)[1]

    assert "     12 " in result.output, "where the search begins"
    assert "<" not in shown
    assert "var page" not in shown
    assert "All rights" not in shown
    assert "About this site" not in shown
    words = [word for text in texts(12, words=60) for word in text.split() if len(word) > 6]
    assert sum(word in shown for word in words) > 0.95 * len(words)


def test_markup_and_delimiters_are_not_both(tmp_path):
    with pytest.raises(SettingError, match="give one of them"):
        run(*page_files(tmp_path, 2), "--markup", "--delimiters", "<>")


def test_records_are_printed_with_their_delimiters(tmp_path):
    result = run(*page_files(tmp_path), "--markup", "--records", "--show", 1)
    shown = result.output.split("0.html\n")[1]

    assert "records     36, between <p> and </p>" in result.output
    assert texts(12, words=60)[0][:40] in shown


def test_no_records_are_said_aloud(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("no tags here", encoding="utf-8")

    assert "records     none" in run(path, "--records").output


@pytest.mark.parametrize("content", [b"", b" ", b"x", b"\x00\xff\xfe" * 50], ids=["empty", "blank", "one character", "binary"])
def test_odd_files_are_no_error(content, tmp_path):
    path = tmp_path / "odd"
    path.write_bytes(content)

    assert run(path).exit_code == 0


def test_a_missing_file_is_one_clear_line(tmp_path):
    result = CliRunner().invoke(command, [str(tmp_path / "nowhere.txt")])

    assert result.exit_code == 2
    assert "does not exist" in result.output


def test_the_sources_as_a_coloured_page(tmp_path):
    page = "<html><head><title>The same on all</title></head><body><h1>{}</h1><p>{}</p><footer>Printed & bound by us</footer></body></html>"
    for number, words in enumerate(["sea gulls", "brown bread", "old ropes", "wet paint", "low tides", "new moons"]):
        (tmp_path / f"{number}.html").write_text(
            page.format(words.title(), f"About {words} nobody knows <b>anything</b>."), encoding="utf-8"
        )
    files = sorted(tmp_path.glob("*.html"))

    run(*files, "--html", tmp_path / "view.htm", "--show", 2)
    view = (tmp_path / "view.htm").read_text("utf-8")

    assert view.count("<section>") == 2
    assert "Cut point" in view or "cut point" in view
    assert "<svg" in view
    assert "Printed &amp; bound by us" in view
    assert re.search(r"<b>[^<]*(?:ulls|ull)", view)
    assert "<script" not in view
