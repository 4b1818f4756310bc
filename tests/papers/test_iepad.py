"""Chang, Hsu: Automatic Extraction of Information Blocks Using PAT Trees. The paper's example, its definitions, its criteria."""

import time

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from machine_speed import slowness

from sitelode.errors import SettingError
from sitelode.html.parse import parse
from sitelode_lab.cli.repeats import command
from sitelode_lab.iepad.regular_repeats import RepeatSettings, find_repeats, outline, pat_nodes, repeats_of
from sitelode_lab.iepad.token_classes import TranslationSettings, translate
from sitelode_lab.strings.kernels.suffixes import left_diverse_intervals
from sitelode_lab.strings.suffix_array import sort_sequences

FIGURE_1 = b"""<HTML><TITLE>Some Country Codes</TITLE> <BODY>
Congo <I>242</I><BR>
Egypt <I>20</I><BR>
Belize <I>501</I><BR>
Spain <I>34</I><BR>
</BODY></HTML>"""
COUNTRIES = [["Congo", "242"], ["Egypt", "20"], ["Belize", "501"], ["Spain", "34"]]
TANDEM_10 = b"<body>" + b"<dl><dt><b>1. </b><a>Title</a><dd>Text.<br><b>URL:</b> address</dl>" * 10


def patterns_of(page, **thresholds):
    return find_repeats(page, RepeatSettings(**thresholds)).patterns


def maximal_repeats_by_definition(symbols):
    """Section 2, literally: two positions with different symbols before and different symbols behind."""
    ends = [-1, *symbols, -2]
    found = set()
    for p in range(1, len(symbols) + 1):
        for q in range(p + 1, len(symbols) + 1):
            if ends[p - 1] == ends[q - 1] and p > 1:
                continue
            length = 0
            while q + length < len(ends) and ends[p + length] == ends[q + length]:
                length += 1
            if length:
                found.add(tuple(ends[p : p + length]))
    return found


def test_figure_1_gives_four_records_of_two_fields():
    found = find_repeats(parse(FIGURE_1))

    assert [found.records(pattern) for pattern in found.patterns] == [COUNTRIES]
    assert found.name(found.patterns[0]) == "Text(_)Html(<i>)Text(_)Html(</i>)Html(<br>)"


def test_figure_1_with_the_token_classes_of_the_introduction():
    found = find_repeats(parse(FIGURE_1), translation=TranslationSettings(finer_text=True))

    assert found.name(found.patterns[0]) == "Alph(_)Html(<i>)Num(_)Html(</i>)Html(<br>)"


def test_the_repeat_of_figure_1_is_in_the_pat_tree():
    nodes = {node.length: node for node in pat_nodes(translate(parse(FIGURE_1))) if node.left_diverse}

    assert nodes[5].positions == [7, 12, 17, 22]
    assert nodes[10].count == 3
    assert nodes[15].count == 2
    assert any(line.startswith("  * Html(<i>)Text(_)Html(</i>)Html(<br>)  4 times") for line in outline(translate(parse(FIGURE_1)), 100))
    assert list(outline(translate(parse(FIGURE_1)), 2))[-1] == ".. more"


@given(st.lists(st.integers(0, 2), max_size=24))
def test_the_lemma_left_diverse_nodes_are_the_maximal_repeats(symbols):
    suffixes = sort_sequences([np.array(symbols, np.uint32)])
    if not symbols:
        return
    place, count, length, first, last = left_diverse_intervals(
        suffixes.symbols, suffixes.separator, suffixes.order, suffixes.lcp, np.ones(len(suffixes.order) + 1, np.bool_), 1
    )
    nodes = {tuple(symbols[start : start + size]) for start, size in zip(first.tolist(), length.tolist(), strict=True)}

    assert nodes == maximal_repeats_by_definition(symbols)
    for node in range(len(place)):
        positions = np.sort(suffixes.order[place[node] : place[node] + count[node]])
        assert (positions[0], positions[-1]) == (first[node], last[node])


def test_figure_7_a_tandem_repeat_is_reported_once():
    (pattern,) = patterns_of(parse(TANDEM_10))

    assert pattern.count == 10
    assert (pattern.regularity, pattern.density, pattern.vicinity) == (0.0, 1.0, 1.0)


def test_without_vicinity_it_is_reported_many_times():
    lengths = {pattern.length for pattern in patterns_of(parse(TANDEM_10), vicinity=0)}

    assert {18, 36, 54} <= lengths


def test_regularity_is_the_deviation_of_the_gaps_in_mean_gaps():
    gaps = [4, 4, 20, 4]
    body = "".join("<i>x</i><hr>" + "<hr>" * (gap - 4) for gap in [*gaps, 4])
    (pattern,) = [
        each for each in patterns_of(parse(f"<body>{body}".encode()), density=0, regularity=10) if each.count == 5 and each.length == 4
    ]

    assert np.diff(pattern.positions).tolist() == gaps
    assert pattern.regularity == pytest.approx(np.std(gaps) / np.mean(gaps))
    assert pattern.density == pytest.approx(5 * 4 / (sum(gaps) + 4))
    assert pattern.vicinity == pytest.approx(np.mean(gaps) / 4)


@pytest.mark.parametrize(
    ("heuristic", "body"),
    [
        pytest.param("text_inside", "<hr><br>" * 5, id="H1: no text"),
        pytest.param("no_end_first", "<p>x</p><hr><p><br></p><hr>" * 3, id="H2: begins with an end tag"),
        pytest.param("no_text_first", "x<i>y</i>" * 5, id="H3: begins with text"),
    ],
)
def test_heuristics(heuristic, body):
    page = parse(f"<body>{body}".encode())
    off = {"text_inside": False, "no_end_first": False, "no_text_first": False}
    without, with_it = (len(patterns_of(page, vicinity=0, density=0, **(off | {heuristic: value}))) for value in (False, True))

    assert with_it < without


def test_end_tags_are_cut_off_where_h2_leaves_out_the_whole_repeat():
    """Every record has </div> before it, as the first has from the block above: no repeat begins with the <div> of a record."""
    records = "".join(f"<div><b>{number}</b><p>text</p></div>" for number in range(6))
    page = parse(f"<body><div><i>above</i></div>{records}<div><i>below</i></div>".encode())
    cut = max(patterns_of(page, ends_cut_off=True), key=lambda each: each.count * each.length)

    assert not [each for each in patterns_of(page) if each.count == 6 and each.length >= 7]
    assert (cut.count, cut.length >= 7, cut.vicinity) == (6, True, pytest.approx(8 / cut.length))
    assert find_repeats(page, RepeatSettings(ends_cut_off=True)).records(cut)[2] == ["2", "text"]


def test_dropping_physical_tags_shows_what_they_hide():
    body = "".join(f"<p>{'<b>bold</b> ' * (number % 3)}words {number}</p>" for number in range(9))
    whole, dropped = (find_repeats(parse(body.encode()), translation=TranslationSettings(drop)) for drop in ((), ("physical",)))

    assert not any(pattern.count == 9 and whole.name(pattern).startswith("Html(<p>)") for pattern in whole.patterns)
    assert dropped.name(dropped.patterns[0]) == "Html(<p>)Text(_)Html(</p>)"
    assert dropped.patterns[0].count == 9
    assert dropped.records(dropped.patterns[0])[2] == ["bold bold words 2"]


@pytest.mark.parametrize("body", [b"<p>", b"<p>one</p>", b"<br>" * 3], ids=repr)
def test_a_page_without_a_list_has_none(body):
    assert find_repeats(parse(body)).patterns == ()


@pytest.mark.parametrize("unit", [b"<b>x</b><i>y</i>", b"<p>"], ids=repr)
def test_time_grows_with_the_page(unit):
    def seconds(copies):
        page = parse(unit * copies)
        start = time.process_time()
        find_repeats(page)
        return time.process_time() - start

    seconds(100)
    small, large = min(seconds(4_000) for _ in range(3)), min(seconds(32_000) for _ in range(2))

    assert large < 30 * max(small, 0.002), "8 times the page; 64 would be quadratic"


def test_the_command(tmp_path):
    (tmp_path / "codes.html").write_bytes(FIGURE_1)
    run = CliRunner().invoke(command, [str(tmp_path / "codes.html"), "--tree", "3"], catch_exceptions=False)

    assert run.exit_code == 0
    assert "      4       5        0.00     1.00      1.00  Text(_)Html(<i>)Text(_)Html(</i>)Html(<br>)" in run.stdout
    assert "record 4: Spain | 34" in run.stdout
    assert "PAT tree" in run.stdout


def test_the_command_says_that_there_is_nothing(tmp_path):
    (tmp_path / "page.html").write_text("<p>alone</p>")

    assert "no pattern passes" in CliRunner().invoke(command, [str(tmp_path / "page.html")]).stdout


def altavista(first, last, word="Institute"):
    """Figure 5 (a), rebuilt tag for tag: a font that is opened inside the list and closed in the next record's neighbourhood."""
    records = "".join(
        f"<dl><dt><b>{number}. </b><a href=x><b> {word} {number}</b></a><dd>About {word.lower()} {number}.<br><b>URL:</b><font color=gray>"
        f"www.{number}.gov/<br>Last modified 23-Oct-98</font> [ <a href=y>Translate</a>&nbsp;]</dl>\n"
        for number in range(first, last + 1)
    )
    return (
        f"<html><head><title>AltaVista</title><style><!-- a {{}} --></style></head><body><b>provided by RealNames.</b></font> <P> </font>\n"
        f"<font face=Arial size=-1>{records}</body></html>"
    )


def test_figure_5_as_written_gives_ten_records():
    """The source as its author wrote it repeats ten times; the parser's repairs hide one of the ten."""
    found = repeats_of(translate(altavista(1, 10)))

    assert [len(found.records(pattern)) for pattern in found.patterns[:1]] == [10]
    assert found.records(found.patterns[0])[9][:3] == ["10.", "Institute 10", "About institute 10."]
    assert found.translation.names(0, 8).startswith("Html(<html>)Html(<head>)Html(<title>)Text(_)Html(</title>)Html(<style>)Html(comment)")


def test_tokens_of_a_source_are_those_the_paper_lists():
    written = translate(
        "<HTML><TITLE>Some <B>Codes</B></TITLE><SCRIPT>if (a<b) x()</SCRIPT> <!-- c --><P>Congo<P/>", TranslationSettings(["physical"])
    )

    assert (
        written.names(0, 99)
        == "Html(<html>)Html(<title>)Text(_)Html(</title>)Html(<script>)Html(</script>)Html(comment)Html(<p>)Text(_)Html(<p>)"
    )
    assert written.text(2) == "Some Codes"
    assert translate("Congo <i>242</i> !", TranslationSettings(finer_text=True)).names(0, 9) == "Alph(_)Html(<i>)Num(_)Html(</i>)Punct(_)"
    assert len(translate("")) == 0
    with pytest.raises(SettingError, match="no such group"):
        translate("<p>", TranslationSettings(["strange"]))


@given(st.text(alphabet="<>!-/ab \"'=", max_size=60))
def test_any_text_has_tokens_in_order(source):
    written = translate(source)

    assert (written.starts[1:] >= written.ends[:-1]).all()
    assert all(written.names(0, len(written)).count(name) for name in map(written.name, written.tokens.tolist()))


def test_a_source_of_one_megabyte_of_open_tags_takes_no_time():
    begun = time.process_time()
    translate("<a <!-- <" * 100_000)

    assert time.process_time() - begun < 5 * slowness()
