"""The application: which view answers which address. `access` decides who gets an answer."""

import json
import re
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from shutil import rmtree

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route

from sitelode.errors import SettingError
from sitelode.studio import request_params
from sitelode.studio.access import AccessControl, Keys
from sitelode.studio.downloads import write_download
from sitelode.studio.extension import Change, Screen, View, installed_screens
from sitelode.studio.frame_routes import Frames
from sitelode.studio.open_result import OpenResult
from sitelode.studio.request_params import Answer, answering, said
from sitelode.studio.session import StudioSession
from sitelode.studio.start_routes import Start
from sitelode.studio.views.articles import (
    article_list,
    article_view,
    articles_overview,
    main_layout,
    markdown_file,
    say_of_pages,
    whole_articles,
)
from sitelode.studio.views.corrections import correction_of, effect_of, levels_around, mark_text, taught_view
from sitelode.studio.views.pages import PageQuery, page_list, page_view
from sitelode.studio.views.sections import sections_view
from sitelode.studio.views.tables import change_table, page_with_most_records, records_view, table_file, table_view, tables_view
from sitelode.studio.views.watching import check_wrapper, keep_repair, propose_repair, start_refresh, stop_task, watch_view

_ASSET_TYPES = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
_ASSET_NAME = re.compile(r"([a-z_]+/)?[a-z_]+\.(js|css|svg)")
_SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def make_app(opened: OpenResult, keys: Keys) -> AccessControl:
    """The whole application behind its access control."""
    screens = installed_screens()
    window = Mount(f"/{keys.token}", routes=[*Start(opened).routes(), *_Studio(opened, keys, screens).routes()])
    return AccessControl(Starlette(routes=[window, *Frames(opened, keys, screens).routes()]), keys)


def _pages(session: StudioSession, request: Request) -> object:
    query = PageQuery(
        cluster=request_params.number_or_none(request, "cluster"),
        below=request_params.number_or_none(request, "below"),
        kind=request_params.text(request, "kind"),
        words=request.query_params.get("words", "")[: request_params.LONGEST_SEARCH],
    )
    return page_list(session, query, *_slice(request))


def _articles(session: StudioSession, request: Request) -> object:
    return article_list(session, request_params.article_query(request.query_params), *_slice(request))


def _slice(request: Request) -> tuple[int, int]:
    return request_params.number(request, "start", 0), max(request_params.number(request, "count", 100), 1)


# JSON responses. Each is made on a thread of the session, so that one slow screen does not hold up the others.
VIEWS: dict[str, View] = {
    "/api/articles": _articles,
    "/api/overview": lambda session, _: articles_overview(session),
    "/api/article/{page:number}": lambda session, request: article_view(session, request.path_params["page"]),
    "/api/sections": lambda session, _: sections_view(session),
    "/api/pages": _pages,
    "/api/page/{page:number}": lambda session, request: page_view(session, request.path_params["page"]),
    "/api/region/{page:number}/{row:number}": lambda session, request: levels_around(
        session, request.path_params["page"], request.path_params["row"]
    ),
    "/api/watch": lambda session, _: watch_view(session),
    "/api/tables": lambda session, _: tables_view(session),
    "/api/table/{key}": lambda session, request: table_view(
        session, request.path_params["key"], *_slice(request), request_params.row_query(request.query_params)
    ),
    "/api/records/{page:number}": lambda session, request: records_view(
        session, request.path_params["page"], request_params.number(request, "list", 0)
    ),
    "/api/records-first": lambda session, _: {"page": page_with_most_records(session)},
}


def _say_of_pages(session: StudioSession, given: object) -> object:
    if not isinstance(given, dict):
        raise SettingError("name the pages, and what they are")
    query = given.get("query")
    if isinstance(query, dict) and all(isinstance(value, str) for value in query.values()):
        return say_of_pages(session, given.get("says"), None, request_params.article_query(query))
    return say_of_pages(session, given.get("says"), given.get("pages"), None)


def _correct(session: StudioSession, given: object) -> object:
    session.correct(correction_of(session, given))
    return {"holding": len(session.corrections.holding)}


def _undo(session: StudioSession, _given: object) -> object:
    session.correct(None)
    return {"holding": len(session.corrections.holding)}


def _forget(session: StudioSession, _given: object) -> object:
    session.teach(None)
    return {"holding": len(session.lessons.holding)}


# What a person says, and what comes of it.
CHANGES: dict[str, Change] = {
    "/api/effect": lambda session, given: effect_of(session, correction_of(session, given)),
    "/api/correct": _correct,
    "/api/undo": _undo,
    "/api/teach": taught_view,
    "/api/forget": _forget,
    "/api/mark": mark_text,
    "/api/say": _say_of_pages,
    "/api/change-table": change_table,
    "/api/refresh": start_refresh,
    "/api/stop-task": stop_task,
    "/api/check-wrapper": check_wrapper,
    "/api/propose-repair": propose_repair,
    "/api/keep-repair": keep_repair,
}


class _Studio:
    """Routes of the studio's window; `screens` are those of other packages."""

    def __init__(self, opened: OpenResult, keys: Keys, screens: Mapping[str, Screen]) -> None:
        self.opened, self.keys, self.screens = opened, keys, screens

    @property
    def session(self) -> StudioSession:
        return self.opened.session

    def routes(self) -> list[Route]:
        answers: dict[str, Answer] = {
            "/assets/{name:path}": self.asset,
            "/api/state": self.state,
            "/api/events": self.events,
            "/download/{kind}": self.download,
            "/table/{key}.csv": self.table,
        }
        routes = [Route(path, answering(answer)) for path, answer in answers.items()]
        for views, changes in ((VIEWS, CHANGES), *((each.views, each.changes) for each in self.screens.values())):
            routes += [Route(path, answering(self.view(make))) for path, make in views.items()]
            routes += [Route(path, answering(self.change(make)), methods=["POST"]) for path, make in changes.items()]
        routes.append(Route("/api/{rest:path}", self.nothing, methods=["GET", "POST"]))
        return [*routes, Route("/", self.window), Route("/{screen:path}", self.window)]

    def view(self, make: View) -> Answer:
        async def answer(request: Request) -> Response:
            session = self.session
            found = await session.answer(make, session, request)
            return found if isinstance(found, Response) else JSONResponse(found)

        return answer

    def change(self, make: Change) -> Answer:
        async def answer(request: Request) -> Response:
            session = self.session
            return JSONResponse(await session.answer(make, session, await said(request)))

        return answer

    async def window(self, _request: Request) -> Response:
        """The same document for every screen; its script reads the address to see which screen to show."""
        page = files("sitelode.studio").joinpath("assets", "index.html").read_text(encoding="utf-8")
        screens = escape(json.dumps([[name, screen.title] for name, screen in self.screens.items()]))
        given = {"{token}": self.keys.token, "{frames}": self.keys.frame_token, "{screens}": screens}
        for name, value in given.items():
            page = page.replace(name, value)
        return HTMLResponse(page)

    async def nothing(self, _request: Request) -> Response:
        return JSONResponse({"problem": "unknown API path"}, 404)

    async def asset(self, request: Request) -> Response:
        name = request.path_params["name"]
        folder, *rest = name.split("/")
        screen = self.screens.get(folder)
        found = screen.assets.joinpath(*rest) if screen else files("sitelode.studio").joinpath("assets", folder, *rest)
        if not _ASSET_NAME.fullmatch(name) or not found.is_file():
            return Response("no such file\n", 404)
        return Response(found.read_bytes(), media_type=_ASSET_TYPES[name.rsplit(".", 1)[1]])

    async def state(self, _request: Request) -> Response:
        state = self.opened.state
        if state["state"] == "start":
            return JSONResponse(state)
        session, counts = self.session, {}
        if state["state"] in ("results", "ready"):
            counts = {"pages": session.page_count, "articles": len(session.articles)}
        if state["state"] == "ready":
            counts |= {"layouts": len(session.members), "main_layout": main_layout(session)}
        return JSONResponse({**state, **counts, "corrections": len(session.corrections.holding), "folder": str(session.folder)})

    async def events(self, _request: Request) -> Response:
        return StreamingResponse(self.opened.events.stream(), media_type="text/event-stream")

    async def download(self, request: Request) -> Response:
        """The articles that a query is for, as a file."""
        session, kind, query = self.session, request.path_params["kind"], request_params.article_query(request.query_params)

        def written() -> Path:
            articles = whole_articles(session, query)
            return write_download(kind, articles, session.taught_names, lambda each: markdown_file(session, each))

        path = await session.answer(written)
        return FileResponse(path, filename=path.name, background=BackgroundTask(rmtree, path.parent, ignore_errors=True))

    async def table(self, request: Request) -> Response:
        session, key = self.session, request.path_params["key"]
        return FileResponse(await session.answer(table_file, session, key), filename=f"{key}.csv")


def svg_response(text: str) -> Response:
    return Response(text, media_type="image/svg+xml", headers={"Content-Security-Policy": _SVG_POLICY})
