"""`sitelode extract` as people use it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from crawl_server import Reply, Site, SiteServer

from sitelode.cli.extract import command
from sitelode.errors import SitelodeError, SourceError

EXAMPLE = Path(__file__).parents[3] / "examples" / "site"
WALK = EXAMPLE / "2031" / "03" / "around-gannet-head.html"
FERRY = (
    "left at nine with seven people",
    "came back at ten with four more",
    "was painted blue in the year of the flood",
    "sleeps behind the mole",
)
PAGE = "<title>{0}</title><nav><a href=/>Home</a></nav><h1>{0}</h1>" + "".join(
    f"<p>The ferry {what}, and all of those who saw it said that it was a fine thing to see, {place}.</p>"
    for place, what in enumerate(FERRY)
)


def run(*arguments, **options):
    return CliRunner().invoke(command, list(map(str, arguments)), catch_exceptions=False, **options)


def test_a_file_gives_its_text():
    result = run(WALK)

    assert result.exit_code == 0
    assert result.stdout.startswith("There are two ways to walk round Gannet Head")
    assert "Dario Quist" not in result.stdout


def test_standard_input_and_metadata():
    result = run("-", "--format", "md", "--with-metadata", input=WALK.read_bytes())

    assert 'author: "Dario Quist"' in result.stdout
    assert "### The stages" in result.stdout


def test_a_list_of_pages_goes_on_behind_one_that_has_no_article(tmp_path):
    (tmp_path / "list.txt").write_text(
        f"# pages\n{WALK}\n\n{tmp_path / 'empty.html'}\n{EXAMPLE / '2031' / '03' / 'plovers-back-early.html'}\n"
    )
    (tmp_path / "empty.html").write_text("<nav><a href=/>Home</a></nav>")
    result = run("-i", tmp_path / "list.txt", "--format", "json")

    assert [json.loads(line)["title"][:6] for line in result.stdout.splitlines()] == ["Around", "Ringed"]
    assert result.stderr == f"sitelode: no article on {tmp_path / 'empty.html'}: no text of its own\n"


def test_what_was_learnt_from_the_site_decides(tmp_path):
    from sitelode import mine  # noqa: PLC0415
    from sitelode.output.result import write_result  # noqa: PLC0415

    mined = mine(EXAMPLE)
    write_result(mined, tmp_path)
    article = next(each for each in mined.articles if "around-gannet" in each.url)
    found = json.loads(run(WALK, "--site", tmp_path, "--format", "json").stdout)

    assert (found["text"], list(article.tags)) == (article.text, found["tags"])
    assert json.loads(run(WALK, "--site", tmp_path / "wrapper.json", "--format", "json").stdout) == found


def test_a_page_of_another_site_is_read_by_itself(tmp_path):
    from sitelode import mine  # noqa: PLC0415
    from sitelode.output.result import write_result  # noqa: PLC0415

    (tmp_path / "other.html").write_text(PAGE.format("Ferry"))
    write_result(mine(EXAMPLE), tmp_path / "mined")

    assert run(tmp_path / "other.html", "--site", tmp_path / "mined").stdout.startswith("The ferry left")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["no-such.html"], "no such source: no-such.html", id="missing file"),
        pytest.param(["-i", "no-such.txt"], "cannot read the list no-such.txt", id="missing list"),
        pytest.param([str(WALK), "--site", "no-such"], "no-such", id="missing site"),
    ],
)
def test_bad_input_is_one_line(arguments, words):
    with pytest.raises(SitelodeError, match=words) as problem:
        run(*arguments)

    assert len(str(problem.value).splitlines()) == 1


def test_nothing_to_read_is_a_wrong_command_line(tmp_path):
    (tmp_path / "list.txt").write_text("# nothing\n\n")

    assert run("-i", tmp_path / "list.txt").exit_code == 2


def test_without_a_name_a_pipe_is_read():
    assert run(input=WALK.read_bytes()).stdout == run(WALK).stdout


def test_a_list_goes_on_behind_what_cannot_be_read():
    names = f"no-such.html\n  # a comment\nhttps://[bad/\nhttp://127.0.0.1:1/\nodd://x/y\n  {WALK}  \n"
    result = run("-i", "-", "--format", "json", input=names)

    assert json.loads(result.stdout)["title"].startswith("Around Gannet Head")
    assert [line.partition(";")[0] for line in result.stderr.splitlines()] == [
        "sitelode: no such source: no-such.html",
        "sitelode: https://[bad/: not an address",
        "sitelode: http://127.0.0.1:1/: private address",
        "sitelode: no way to reach odd://x/y: Protocol not known: odd",
    ]


def test_a_page_of_a_mined_folder_by_the_end_of_its_address(tmp_path):
    from sitelode import mine_into  # noqa: PLC0415

    mine_into(tmp_path, EXAMPLE)

    assert run("gannet-head.html", "--site", tmp_path).stdout.startswith("There are two ways")
    with pytest.raises(SitelodeError, match=r"no page nowhere\.html among the 90"):
        run("nowhere.html", "--site", tmp_path)


def test_addresses_are_fetched_in_order_and_nothing_else_is_asked_for():
    links = Reply(PAGE.format("Home").replace("</nav>", "<a href=/b>b</a></nav>").encode())
    moved = Reply(b"", 301, headers=(("Location", "/a"),))
    with SiteServer(Site({"/": links, "/a": Reply(PAGE.format("A").encode()), "/old": moved})) as server:
        result = run(server.url + "old", server.url, server.url + "gone", "--allow-private", "--format", "json")
        asked = {each.path for each in server.asked}

    assert [json.loads(line)["title"] for line in result.stdout.splitlines()] == ["A", "Home"]
    assert asked == {"/robots.txt", "/", "/a", "/old", "/gone"}
    assert result.stderr.count("HTTP 404") == 1


def test_a_private_address_is_refused():
    with SiteServer(Site({"/": Reply(PAGE.format("A").encode())})) as server, pytest.raises(SitelodeError, match="private address"):
        run(server.url)


FRAMESET = "<title>Paper</title><frameset><frame src=menu.html><frame src=story.html><frame src=gone.html></frameset>"


def test_a_frameset_is_one_page_in_its_folder_and_alone_has_no_text(tmp_path):
    files = {"index.html": FRAMESET, "menu.html": "<body><a href=x>One</a></body>", "story.html": PAGE.format("Ferry")}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    folder = run(tmp_path, "--format", "json")
    replies = {f"/{name}": Reply(text.encode()) for name, text in files.items()}
    with SiteServer(Site(replies)) as server:
        for given in ((tmp_path / "index.html",), (server.url + "index.html", "--allow-private")):
            with pytest.raises(SourceError, match="no text of its own"):
                run(*given)

    assert len(folder.stdout.splitlines()) == 1
    assert json.loads(folder.stdout)["url"].endswith("index.html")


def test_help_loads_nothing_heavy():
    code = "import sys, sitelode.cli.extract; print([m for m in ('numpy', 'scrapy', 'lxml') if m in sys.modules])"

    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
