"""The routes of the studio. Views make the responses, `access` decides who gets one."""

import json
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from importlib.resources import files

from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route

from sitelode.errors import SettingError, SitelodeError
from sitelode.studio.access import AccessControl, Keys
from sitelode.studio.frame.document import POLICY as FRAME_POLICY
from sitelode.studio.frame.document import frame_html
from sitelode.studio.session import NotReadyError, StudioSession
from sitelode.studio.views.clusters import clusters_view
from sitelode.studio.views.compare import compare_view
from sitelode.studio.views.correction_clicks import correct, levels_around, taught_view
from sitelode.studio.views.curves import curve, curves_view
from sitelode.studio.views.marking import mark_text
from sitelode.studio.views.pages import PageQuery, article_marks, page_list, page_regions, page_view
from sitelode.studio.views.records import page_with_most_records, record_marks, records_view
from sitelode.studio.views.similar import similar_view
from sitelode.studio.views.site import site_view
from sitelode.studio.views.templates import checked_voices, cluster_view, template_marks, template_regions
from sitelode.studio.views.wireframe import wireframe

_log = logging.getLogger("sitelode")
_ASSET_TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
_ASSET_NAME = re.compile(r"[a-z_]+\.(js|css|svg)")
_SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_LONGEST_SEARCH = 200  # characters
_MOST_DIGITS = 10  # of a number; no site has so many pages
_LONGEST_NAME = 60  # characters of the name of a separator, a method or a tag; all three are set by hand
_MOST_SAID = 100_000  # bytes of a click, a lesson or a mark; set by hand
Answer = Callable[[Request], Awaitable[Response]]
View = Callable[[StudioSession, Request], object]


class TooMuchError(SettingError):
    """More was sent than anybody has to say."""


class _Number(Convertor[int]):
    """A number of a page, a row or a layout, as part of an address: as many digits as any site needs."""

    regex = rf"[0-9]{{1,{_MOST_DIGITS - 1}}}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", _Number())


def make_app(session: StudioSession, keys: Keys) -> AccessControl:
    """The whole application behind its access control."""
    return AccessControl(
        Starlette(routes=[Mount(f"/{keys.token}", routes=_Studio(session, keys).routes()), *_Frames(session, keys).routes()]), keys
    )


def _answering(answer: Answer) -> Answer:
    """Turn Sitelode's errors into one line for people and a status code for programs."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except NotReadyError as problem:
            return JSONResponse({"problem": str(problem)}, 503)
        except TooMuchError as problem:
            return JSONResponse({"problem": str(problem)}, 413, headers={"Connection": "close"})
        except SitelodeError as problem:
            return JSONResponse({"problem": str(problem)}, 400)
        except Exception as problem:  # noqa: BLE001 (the last resort of a screen)
            # One screen fails, the others go on; the full traceback is logged in the terminal that runs the studio.
            _log.exception("the studio could not answer %s", request.url.path.split("/", 2)[-1])
            return JSONResponse({"problem": f"this failed: {type(problem).__name__}: {str(problem)[:_LONGEST_SEARCH]}"}, 500)

    return answered


def _pages(session: StudioSession, request: Request) -> object:
    cluster, section = (_number(request, name, -1) for name in ("cluster", "section"))
    query = PageQuery(
        cluster=cluster if cluster >= 0 else None,
        section=section if section >= 0 else None,
        kind=_text(request, "kind"),
        words=request.query_params.get("words", "")[:_LONGEST_SEARCH],
    )
    return page_list(session, query, _number(request, "start", 0), max(_number(request, "count", 100), 1))


def _comparison(session: StudioSession, request: Request) -> object:
    left, right, given = request.path_params["left"], request.path_params["right"], request.query_params
    treatments = {name[4:][:_LONGEST_NAME]: value for name, value in given.items() if name.startswith("tag.")}
    return compare_view(session, left, right, _text(request, "method", "restricted"), treatments, names=given.get("names") == "1")


# JSON responses. Each is made on a thread of the session, so that one slow screen does not hold up the others.
VIEWS: dict[str, View] = {
    "/api/site": lambda session, _: site_view(session),
    "/api/pages": _pages,
    "/api/clusters": lambda session, request: clusters_view(session, _text(request, "method", "paths"), _share(request)),
    "/api/cluster/{cluster:number}": lambda session, request: cluster_view(session, request.path_params["cluster"]),
    "/api/template/{page:number}": lambda session, request: template_regions(session, request.path_params["page"], _voices(request)),
    "/api/page/{page:number}": lambda session, request: page_view(session, request.path_params["page"]),
    "/api/region/{page:number}/{row:number}": lambda session, request: levels_around(
        session, request.path_params["page"], request.path_params["row"]
    ),
    "/api/compare/{left:number}/{right:number}": _comparison,
    "/api/records/{page:number}": lambda session, request: records_view(session, request.path_params["page"], _number(request, "list", 0)),
    "/api/records-first": lambda session, _: {"page": page_with_most_records(session)},
    "/api/curves/{cluster:number}": lambda session, request: curves_view(session, request.path_params["cluster"]),
    "/api/similar": lambda session, request: similar_view(session, _page_numbers(request, "like"), _page_numbers(request, "unlike")),
    "/api/corrections": lambda session, _: {"holding": [each.to_data() for each in session.corrections.holding]},
    "/api/lessons": lambda session, _: {"holding": [asdict(each) for each in session.lessons.holding]},
}


class _Studio:
    """Routes of the studio's window."""

    def __init__(self, session: StudioSession, keys: Keys) -> None:
        self.session, self.keys = session, keys

    def routes(self) -> list[Route]:
        answers: dict[str, Answer] = {
            "/assets/{name}": self.asset,
            "/api/state": self.state,
            "/api/events": self.events,
            "/curve/{kind}/{cluster:number}": self.curve,
            "/thumbnail/{page:number}": self.thumbnail,
            **{path: self.view(make) for path, make in VIEWS.items()},
        }
        changes: dict[str, Answer] = {
            "/api/correct": self.correct, "/api/undo": self.undo, "/api/teach": self.teach, "/api/forget": self.forget,
            "/api/mark": self.mark,
        }  # fmt: skip
        routes = [Route(path, _answering(answer)) for path, answer in answers.items()]
        routes += [Route(path, _answering(answer), methods=["POST"]) for path, answer in changes.items()]
        routes.append(Route("/api/{rest:path}", self.nothing, methods=["GET", "POST"]))
        return [*routes, Route("/", self.window), Route("/{screen:path}", self.window)]

    def view(self, make: View) -> Answer:
        async def answer(request: Request) -> Response:
            return JSONResponse(await self.session.answer(make, self.session, request))

        return answer

    async def window(self, _request: Request) -> Response:
        """The same document for every screen; its script reads the address to see which screen to show."""
        page = files("sitelode.studio").joinpath("assets", "index.html").read_text(encoding="utf-8")
        return HTMLResponse(page.replace("{token}", self.keys.token).replace("{frames}", self.keys.frame_token))

    async def nothing(self, _request: Request) -> Response:
        return JSONResponse({"problem": "there is no such question"}, 404)

    async def asset(self, request: Request) -> Response:
        name = request.path_params["name"]
        found = files("sitelode.studio").joinpath("assets", name)
        if not _ASSET_NAME.fullmatch(name) or not found.is_file():
            return Response("no such file\n", 404)
        return Response(found.read_bytes(), media_type=_ASSET_TYPES["." + name.rsplit(".", 1)[1]])

    async def state(self, _request: Request) -> Response:
        session = self.session
        counts = {}
        if session.state["state"] == "ready":
            counts = {"pages": len(session.layouts.path_sets), "layouts": len(session.members), "articles": len(session.articles)}
        return JSONResponse({**session.state, **counts, "corrections": len(session.corrections.holding), "folder": str(session.folder)})

    async def events(self, _request: Request) -> Response:
        return StreamingResponse(self.session.events.stream(), media_type="text/event-stream")

    async def curve(self, request: Request) -> Response:
        found = await self.session.answer(curve, self.session, request.path_params["kind"], request.path_params["cluster"])
        if request.query_params.get("words") == "1":
            return JSONResponse({"words": found.words})
        return _svg(found.svg(request.query_params.get("theme", "")))

    async def thumbnail(self, request: Request) -> Response:
        number = request.path_params["page"]
        theme = request.query_params.get("theme", "")
        return _svg(await self.session.answer(lambda: wireframe(page_regions(self.session, number), theme)))

    async def correct(self, request: Request) -> Response:
        await self.session.answer(correct, self.session, await _json(request))
        return JSONResponse({"holding": len(self.session.corrections.holding)})

    async def undo(self, _request: Request) -> Response:
        await self.session.answer(self.session.correct, None)
        return JSONResponse({"holding": len(self.session.corrections.holding)})

    async def teach(self, request: Request) -> Response:
        """Learn a field from one more click, and show at once what it extracts on other pages."""
        return JSONResponse(await self.session.answer(taught_view, self.session, await _json(request)))

    async def mark(self, request: Request) -> Response:
        """Keep marked text of an article as an example for rules."""
        return JSONResponse(await self.session.answer(mark_text, self.session, await _json(request)))

    async def forget(self, _request: Request) -> Response:
        await self.session.answer(self.session.teach, None)
        return JSONResponse({"holding": len(self.session.lessons.holding)})


class _Frames:
    """Routes of the frames that show pages of the site, and of clicks in them."""

    def __init__(self, session: StudioSession, keys: Keys) -> None:
        self.session, self.keys = session, keys

    def routes(self) -> list[Route]:
        start = f"/{self.keys.frame_token}"
        return [
            Route(f"{start}/page/{{page:number}}", _answering(self.frame)),
            Route(f"{start}/pick/{{page:number}}/{{row:number}}", self.pick),
        ]

    async def frame(self, request: Request) -> Response:
        number, theme = request.path_params["page"], request.query_params.get("theme", "")
        pick = f"/{self.keys.frame_token}/pick/{number}/"
        view, voices, chosen = request.query_params.get("view", "article"), _voices(request), _number(request, "list", 0)

        def made() -> str:
            if view == "records":
                marks = record_marks(self.session, number, chosen)
            elif view == "template":
                marks = template_marks(self.session, number, voices, pick)
            else:
                marks = article_marks(self.session, number, pick)
            return frame_html(self.session.page(number), marks, theme)

        return HTMLResponse(await self.session.answer(made), headers={"Content-Security-Policy": FRAME_POLICY})

    async def pick(self, request: Request) -> Response:
        """A click inside a frame: the frame does not change, the window gets a message."""
        self.session.events.tell("picked", page=request.path_params["page"], row=request.path_params["row"])
        return Response(status_code=204, headers={"Content-Security-Policy": FRAME_POLICY})


def _svg(text: str) -> Response:
    return Response(text, media_type="image/svg+xml", headers={"Content-Security-Policy": _SVG_POLICY})


async def _json(request: Request) -> object:
    """What a person says. Nobody says as much as `_MOST_SAID` at once: more is not read."""
    content = b""
    async for piece in request.stream():
        content += piece
        if len(content) > _MOST_SAID:
            raise TooMuchError(f"what a person says has at most {_MOST_SAID:,} bytes")
    try:
        found: object = json.loads(content)
    except (ValueError, RecursionError) as problem:
        raise SettingError(f"what a person says is sent as JSON: {problem!s:.{_LONGEST_SEARCH}}") from problem
    return found


def _page_numbers(request: Request, name: str) -> list[int]:
    given = request.query_params.get(name, "").split(",")
    return [int(each) for each in given if each.isdecimal() and len(each) < _MOST_DIGITS]


def _number(request: Request, name: str, default: int) -> int:
    given = request.query_params.get(name, "")
    return int(given) if given.isdecimal() and len(given) < _MOST_DIGITS else default


def _text(request: Request, name: str, default: str = "") -> str:
    return request.query_params.get(name, default)[:_LONGEST_NAME]


def _share(request: Request) -> float | None:
    given = request.query_params.get("threshold")
    try:
        number = float(given) if given is not None else None
    except ValueError as problem:
        raise SettingError(f"a threshold is a number from 0 to 1, not {given!r}") from problem
    return number if number is None or 0 <= number <= 1 else None


def _voices(request: Request) -> list[str]:
    return checked_voices([name[:_LONGEST_NAME] for name in request.query_params.get("voices", "").split(",") if name])
