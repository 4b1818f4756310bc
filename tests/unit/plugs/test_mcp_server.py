"""The server for agents, asked by the protocol's own client; skipped where the library is not installed."""

import asyncio
import os
import sys

import pytest

from sitelode.errors import MissingExtraError
from sitelode.plugs.mcp_server import make_server
from sitelode.plugs.site_tools import SiteTools


def test_agents_search_and_read(lantern):
    mcp = pytest.importorskip("mcp", reason="the extra mcp is not installed")

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


def test_the_command_speaks_over_pipes(lantern):
    mcp = pytest.importorskip("mcp", reason="the extra mcp is not installed")
    stdio = pytest.importorskip("mcp.client.stdio")
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
