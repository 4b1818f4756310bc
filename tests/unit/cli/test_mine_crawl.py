"""`sitelode mine URL` as people use it: what it says at its end, and what can be done with the result."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from crawl_server import Reply, Site, SiteServer

from sitelode.cli.main import cli

EXAMPLE = Path(__file__).parents[3] / "examples" / "site"
SHELL = "<title>App {0}</title><script src=a.js></script><div id=root></div><nav><a href=/1>1</a> <a href=/2>2</a></nav>"
FETCHING = ("--allow-private", "--delay", "0")


def run(*arguments):
    return CliRunner().invoke(cli, list(map(str, arguments)), catch_exceptions=False)


def test_pages_that_need_scripts_are_noticed(tmp_path):
    with SiteServer(Site({path: Reply(SHELL.format(path).encode()) for path in ("/", "/1", "/2")})) as server:
        said = run("mine", server.url, "-o", tmp_path / "mined", *FETCHING).stdout

    assert "3 of the first 3 pages show hardly any text without JavaScript: add --render" in said


@pytest.fixture(scope="module")
def paper():
    pages = sorted(EXAMPLE.rglob("*.html"))[:30]
    routes = {f"/{page.relative_to(EXAMPLE).as_posix()}": Reply(page.read_bytes()) for page in pages}
    links = "".join(f"<a href={path}>{path}</a>" for path in routes)
    return routes | {"/": Reply(f"<title>Paper</title><h1>All pages</h1>{links}".encode())}


def test_a_crawled_result_is_watched_as_it_is(paper, tmp_path):
    with SiteServer(Site(paper)) as server:
        said = run("mine", server.url, "-o", tmp_path / "mined", *FETCHING).stdout
        watched = run("wrapper", "watch", tmp_path / "mined", *FETCHING)

    assert f"sitelode wrapper watch {tmp_path / 'mined'} reports what changed" in said
    assert "--render" not in said
    assert watched.exit_code == 0, watched.output
    assert "fits" in watched.stdout
