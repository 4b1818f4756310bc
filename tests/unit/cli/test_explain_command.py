import json
import subprocess
import sys

import pytest
from click.testing import CliRunner
from made_articles import article_source

from sitelode.cli.explain import command


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    for number in range(5):
        (folder / f"page{number}.html").write_text(article_source(number)[0])
    return folder


def run(*arguments):
    return CliRunner().invoke(command, list(map(str, arguments)), catch_exceptions=False)


def test_a_page_of_a_site_by_its_file(site):
    result = run(site / "page2.html", site)

    assert result.exit_code == 0
    assert "compared with 4 pages" in result.output
    assert "Ann Author" in result.output
    assert "mostly links" in result.output


def test_as_json(site):
    found = json.loads(run(site / "page2.html", site, "--json").output)

    assert {"regions", "fields", "confidence", "cluster"} <= set(found)
    assert any(region["taken"] for region in found["regions"])


def test_a_page_alone(site):
    result = run(site / "page1.html")

    assert result.exit_code == 0
    assert "compared with 0 pages" in result.output


def test_a_file_from_elsewhere_is_read_with_the_layout_that_knows_it(site, tmp_path):
    other = tmp_path / "new.html"
    other.write_text(article_source(77)[0])

    assert "Ann Author" in run(other, site).output


def test_a_page_that_is_not_there_is_one_line(site):
    code = f"import sys; sys.argv = ['sitelode', 'explain', 'https://x.example/none', {str(site)!r}]; from sitelode.cli.main import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert done.stderr.strip().startswith("sitelode: no page https://x.example/none among the 5")
    assert len(done.stderr.strip().splitlines()) == 1
