"""Another system stands in the same table, by one function."""

import pytest
from bench import compare
from bench.corpora import CorpusNotFoundError, corpora_folder


def no_lists(html, url):
    assert isinstance(html + url, str)
    return []


def test_a_function_of_ones_own_stands_beside_ours(capsys):
    try:
        corpora_folder()
    except CorpusNotFoundError as problem:
        pytest.skip(str(problem))
    assert compare.main(["lists", "--system", f"{__name__}:no_lists", "--sample", "2"]) == 0
    heading, _, ours, theirs = capsys.readouterr().out.splitlines()

    assert heading == "| lists | first F1 | best F1 |"
    assert float(ours.split("|")[2]) > 0.5
    assert theirs.split("|")[2:4] == [" 0.000 ", " 0.000 "]


@pytest.mark.parametrize("name", ["nowhere:lists", "bench.compare:nothing", "bench.compare"])
def test_an_unknown_system_is_one_line(name):
    with pytest.raises(SystemExit, match=r"write package\.module:function"):
        compare.main(["lists", "--system", name])


@pytest.mark.parametrize(("answer", "words"), [(None, "gave NoneType"), ({"before": {}}, "has no after, fresh, verdict")])
def test_an_answer_of_another_form_is_one_line(answer, words):
    with pytest.raises(compare.WrongAnswerError, match=words):
        compare._mapping(answer, *compare.SNAPSHOTS)
