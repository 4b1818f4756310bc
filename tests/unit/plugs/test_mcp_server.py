"""The server for agents, asked by the protocol's own client; skipped where the library is not installed."""

import asyncio
import os
import shutil
import sys
from pathlib import Path

import pytest
from real_libraries import real_library

from sitelode.errors import MissingExtraError
from sitelode.plugs.mcp_server import make_server
from sitelode.plugs.site_tools import SiteTools

WALK = Path(__file__).parents[3] / "examples" / "site" / "2031" / "03" / "around-gannet-head.html"


def test_agents_search_and_read(lantern):
    mcp = real_library("mcp", "mcp")

    async def ask():
        async with mcp.Client(make_server(SiteTools([lantern]))) as client:
            tools = await client.list_tools()
            found = await client.call_tool("search_site", {"site": "lantern", "query": "gannet head"})
            wrong = await client.call_tool("search_site", {"site": "nowhere", "query": "x"})
            return {tool.name for tool in tools.tools}, found, wrong

    names, found, wrong = asyncio.run(ask())

    assert names == {"list_sites", "list_sections", "search_site", "read_article", "read_page", "teach_field"}
    assert "Around Gannet Head" in found.content[0].text
    assert wrong.is_error
    assert "no mined site is called 'nowhere'" in wrong.content[0].text


def test_every_tool_answers_or_says_why_in_one_line(lantern, tmp_path):
    mcp = real_library("mcp", "mcp")
    shutil.copytree(lantern, tmp_path / "lantern")
    page = {"site": "lantern", "page": WALK.name}
    good = [
        ("list_sites", {}, "lantern"),
        ("list_sections", {"site": "lantern"}, "Home"),
        ("read_article", {"site": "lantern", "address": WALK.name}, "Dario Quist"),
        ("read_page", {"url": "https://a.example/", "site": "lantern", "html": WALK.read_text("utf-8")}, "There are two ways"),
        ("teach_field", {**page, "field": "writer", "value": "Dario Quist"}, "Dario Quist"),
    ]
    bad = [
        ("list_sections", {"site": "../../etc"}, "no mined site is called '../../etc'"),
        ("read_page", {"url": "file:///etc/passwd"}, "is not an address"),
        ("read_page", {"url": "data:text/html,x"}, "is not an address"),
        ("read_article", {"site": "lantern", "address": "x" * 100_000}, "no articles at 'xxx"),
        ("teach_field", {"site": "lantern", "page": "nothing.html", "field": "price", "value": "1"}, "no pages at 'nothing.html'"),
        ("teach_field", {**page, "field": "title", "value": "Dario Quist"}, "every article has its own title"),
        ("search_site", {"site": "lantern", "query": 5}, "search_site: query: input should be a valid string"),
        ("search_site", {"query": "x", "most": "many"}, "search_site: site: field required; most: input should be a valid integer, unable"),
        ("read_page", {"url": "http://127.0.0.1:1/"}, "and allow_private is off; if you have the page, send it as html"),
    ]

    async def ask():
        async with mcp.Client(make_server(SiteTools([tmp_path / "lantern"]))) as client:
            return [await client.call_tool(name, given) for name, given, _ in good + bad]

    answers = asyncio.run(ask())

    for (name, given, words), answer in zip(good + bad, answers, strict=True):
        assert words in answer.content[0].text
        assert answer.is_error == ((name, given, words) in bad)
        assert not answer.is_error or (len(answer.content[0].text) < 400 and "\n" not in answer.content[0].text)


def test_the_command_speaks_over_pipes(lantern):
    mcp = real_library("mcp", "mcp")
    stdio = real_library("mcp.client.stdio", "mcp")
    command = stdio.StdioServerParameters(command=sys.executable, args=["-m", "sitelode", "mcp", str(lantern)], env=dict(os.environ))

    async def ask():
        async with mcp.Client(command) as client:
            return await client.call_tool("list_sites", {})

    assert "lantern" in asyncio.run(ask()).content[0].text


def test_a_missing_library_is_named(monkeypatch):
    for name in ("mcp", "mcp.server", "mcp.server.mcpserver"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError, match="mcp"):
        make_server(SiteTools([]))
