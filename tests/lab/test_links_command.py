"""`sitelode lab links`."""

import pytest
from click.testing import CliRunner

from sitelode.errors import ClassifyError
from sitelode_lab.cli.classifiers import links as command


@pytest.fixture
def front_page(tmp_path):
    path = tmp_path / "index.html"
    stories = "".join(f"<li><a href='/story/{number}.html'>Story {number}</a>" for number in range(5))
    path.write_text(f"<ul>{stories}</ul><div><a href='http://ad.test/1'>Shoes</a> <a href='http://ad.test/2'>Hats</a></div>", "utf-8")
    return path


def run(*arguments):
    return CliRunner().invoke(command, [str(each) for each in arguments])


def test_links_like_one_are_listed(front_page):
    result = run(front_page, "--like", "story/0.html", "--unlike", "http://ad.test/1", "--most", "4")

    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert [line.split("/story/")[1][:1] for line in lines] == ["1", "2", "3", "4"]
    assert lines[0].endswith("[in ul with 1 meant]")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        pytest.param([], "give at least one link", id="no example"),
        pytest.param(["--like", "/gone.html"], "no link of the page leads to /gone.html; it has links such as", id="unknown"),
        pytest.param(["--like", "/story/1.html", "--unlike", "/story/1.html"], "both an example and a counter-example", id="both"),
    ],
)
def test_examples_of_links_that_say_nothing_are_refused_in_one_line(front_page, arguments, problem):
    result = run(front_page, *arguments)

    assert isinstance(result.exception, ClassifyError)
    assert problem in str(result.exception)
    assert "\n" not in str(result.exception)
