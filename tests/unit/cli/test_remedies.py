"""What is said at a terminal about an address that gives no page: something that the command at hand can do."""

import subprocess
import sys

import pytest
from crawl_server import Site, SiteServer, page

from sitelode.cli.main import cli
from sitelode.cli.options import remedy
from sitelode.errors import NoAnswerError


@pytest.mark.parametrize(
    ("words", "reason", "expected"),
    [
        (["mine", "http://a.example/"], "private address", "; add --allow-private"),
        (["wrapper", "learn", "http://a.example/"], "private address", "; add --allow-private"),
        (["crawl", "http://a.example/"], "timeout", ", or raise --timeout"),
        (["mine", "http://a.example/"], "too large", "; raise --max-page-bytes"),
        (["mine", "http://a.example/"], "timeout", ", or raise --timeout of `sitelode crawl`, then give the folder it writes"),
        (["inspect", "http://a.example/"], "private address", "; add --allow-private of `sitelode crawl`"),
        (["lab", "rank", "http://a.example/"], "private address", "; add --allow-private of `sitelode crawl`"),
        (["mine", "http://a.example/"], "host not found", ""),
        ([], "private address", "; add --allow-private of `sitelode crawl`"),
    ],
)
def test_only_options_that_the_command_has(words, reason, expected):
    said = remedy(NoAnswerError("no page", reason), cli, words)

    assert said.startswith(expected)
    assert bool(said) == bool(expected)


@pytest.mark.parametrize(("command", "end"), [("mine", "add --allow-private\n"), ("apply", "instead of the address\n")])
def test_a_private_address_is_one_line(command, end, tmp_path):
    with SiteServer(Site({"/": page("Home", "Some words.")})) as server:
        words = [server.url, "-o", str(tmp_path / "out")] if command == "mine" else [str(tmp_path / "none.json"), server.url]
        if command == "apply":
            from sitelode import mine  # noqa: PLC0415 (takes a second)
            from sitelode.wrappers.wrapper import write_wrapper  # noqa: PLC0415

            write_wrapper(mine([("http://a.example/", "<p>One line of text.")]).wrapper(), tmp_path / "none.json")
        done = subprocess.run([sys.executable, "-m", "sitelode", command, *words], capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert done.stderr.startswith(f"sitelode: no page at {server.url}: 127.0.0.1 is a private address, and allow_private")
    assert done.stderr.endswith(end)
    assert done.stderr.count("\n") == 1
