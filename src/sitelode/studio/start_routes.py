"""Routes of the start screen: recent results, mining a source, files dropped on the window, and stopping."""

import asyncio
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sitelode.errors import SettingError
from sitelode.settings import MineSettings
from sitelode.studio.open_result import OpenResult
from sitelode.studio.request_params import TooMuchError, answering, said

MOST_DROPPED = 8_000_000_000  # bytes of one dropped file; set by hand
MOST_PAGES = 1_000_000  # of a crawl that the screen offers
LONGEST_NAME = 500  # characters of a file's path below a dropped folder


class Start:
    """What a person can do before anything is open."""

    def __init__(self, opened: OpenResult) -> None:
        self.opened = opened

    def routes(self) -> list[Route]:
        changes = {"/api/open": self.open, "/api/leave": self.leave, "/api/update": self.update, "/api/drop": self.drop}
        return [
            Route("/api/start", answering(self.start)),
            *(Route(path, answering(answer), methods=["POST"]) for path, answer in changes.items()),
        ]

    async def start(self, _request: Request) -> Response:
        recent = await asyncio.to_thread(self.opened.recent.results) if self.opened.recent else []
        return JSONResponse({"recent": [each.to_data() for each in recent], "results": str(self.opened.results)})

    async def open(self, request: Request) -> Response:
        given = await said(request)
        if not isinstance(given, dict) or not isinstance(given.get("source"), str):
            raise SettingError("say what to open: the address of a site, a folder or a file")
        if not isinstance(folder := given.get("folder") or "", str):
            raise SettingError("give another folder for the result")
        await asyncio.to_thread(self.opened.open, given["source"], folder, _settings(given))
        return JSONResponse(self.opened.state)

    async def leave(self, _request: Request) -> Response:
        await asyncio.to_thread(self.opened.leave)
        return JSONResponse(self.opened.state)

    async def update(self, _request: Request) -> Response:
        await asyncio.to_thread(self.opened.update)
        return JSONResponse(self.opened.state)

    async def drop(self, request: Request) -> Response:
        """Keep a dropped file; answers with its path, which can then be opened."""
        name = request.query_params.get("name", "")
        if not 0 < len(name) <= LONGEST_NAME:
            raise SettingError(f"the name of a dropped file has 1 to {LONGEST_NAME} characters")
        path, size = self.opened.place_for(name), 0
        with path.open("wb") as file:
            async for piece in request.stream():
                size += len(piece)
                if size > MOST_DROPPED:
                    raise TooMuchError(f"a dropped file may have {MOST_DROPPED:,} bytes; type its path instead")
                file.write(piece)
        return JSONResponse({"path": str(path), "bytes": size})


def _settings(given: Mapping[str, object]) -> MineSettings:
    pages = given.get("max_pages")
    if pages is not None and (type(pages) is not int or not 0 < pages <= MOST_PAGES):
        raise SettingError(f"a crawl asks for 1 to {MOST_PAGES:,} pages")
    favor = given.get("favor") or None
    if favor not in (None, "precision", "recall"):
        raise SettingError("mining can favor precision or recall, or neither")
    return MineSettings(
        max_pages=pages,
        markdown=given.get("markdown") is True,
        favor=favor,
        allow_private=given.get("allow_private") is True,
    )
