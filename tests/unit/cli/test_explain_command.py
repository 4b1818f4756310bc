import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from made_articles import article_source
from small_site import HOST as SITE
from small_site import small_site

from sitelode.cli.show.why import command
from sitelode.errors import SettingError
from sitelode.output.result import write_result
from sitelode.pipeline import mine

EXAMPLE = Path(__file__).parents[3] / "examples" / "site"


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


def test_a_page_by_the_end_of_its_address(site):
    assert run("page2.html", site).output == run(site / "page2.html", site).output


def test_an_ending_of_several_pages_is_refused():
    with pytest.raises(SettingError, match="32 pages end in"):
        run("index.html", EXAMPLE)


def test_a_date_that_only_a_list_of_the_site_gives_is_explained(tmp_path):
    dated = {path: re.sub(r"(\d)\.html\">(.*?)</h2>", r"\g<0><time>2031-03-0\1</time>", source) for path, source in small_site().items()}
    lines = (json.dumps({"url": f"{SITE}{path}", "html": source}) for path, source in dated.items())
    (tmp_path / "site.jsonl").write_text("\n".join(lines), encoding="utf-8")
    output = run("/sport/7.html", tmp_path / "site.jsonl").output

    assert re.search(r"^date +2031-03-07  \(a list of the site\)$", output, re.MULTILINE)


def test_as_json(site):
    found = json.loads(run(site / "page2.html", site, "--json").output)

    assert {"regions", "fields", "confidence", "cluster"} <= set(found)
    assert any(region["taken"] for region in found["regions"])


def test_a_page_alone(site):
    result = run(site / "page1.html")

    assert result.exit_code == 0
    assert "read alone" in result.output


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


def test_what_is_explained_is_what_was_written(tmp_path):
    folder = tmp_path / "mined"
    write_result(mine(EXAMPLE, folder=folder), folder)
    articles = [json.loads(line) for line in (folder / "articles.jsonl").read_text("utf-8").splitlines()]
    smaller = next(article for article in articles if article["cluster"] > 0 and "pages" not in article)
    copy = tmp_path / "copy.html"
    copy.write_bytes(Path(smaller["origin"]).read_bytes())

    for page, site in ((smaller["origin"], folder), (smaller["origin"], EXAMPLE), (smaller["url"], folder), (copy, folder)):
        found = json.loads(run(page, site, "--json").output)
        assert [found[name] for name in ("url", "cluster", "confidence")] == [smaller[name] for name in ("url", "cluster", "confidence")]
        assert {each["name"]: each["value"] for each in found["fields"]}["date"] == smaller["date"]
    assert "no article: mining counts it among index pages" in run(EXAMPLE / "index.html", folder).output
