"""The studio's addresses: what each answers. Views make the answers, `access` decides who gets any."""

import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from importlib.resources import files

from starlette.applications import Starlette
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
from sitelode.studio.views.pages import PageQuery, article_marks, page_list, page_regions, page_view
from sitelode.studio.views.records import page_with_most_records, record_marks, records_view
from sitelode.studio.views.site import site_view
from sitelode.studio.views.templates import checked_voices, cluster_view, template_marks, template_regions
from sitelode.studio.views.wireframe import wireframe

_log = logging.getLogger("sitelode")
_ASSET_TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
_ASSET_NAME = re.compile(r"[a-z_]+\.(js|css|svg)")
_SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_LONGEST_SEARCH = 200  # characters
_LONGEST_NAME = 60  # characters of a voice, a method, a tag
Answer = Callable[[Request], Awaitable[Response]]


def make_app(session: StudioSession, keys: Keys) -> AccessControl:
    """The whole application, behind its access control."""
    return AccessControl(
        Starlette(routes=[Mount(f"/{keys.token}", routes=_Studio(session, keys).routes()), *_Frames(session, keys).routes()]), keys
    )


def _answering(answer: Answer) -> Answer:
    """Errors of ours are one line for people, with a status that programs understand."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except NotReadyError as problem:
            return JSONResponse({"problem": str(problem)}, 503)
        except SitelodeError as problem:
            return JSONResponse({"problem": str(problem)}, 400)
        except Exception as problem:  # noqa: BLE001 (the last resort of a screen)
            # One screen fails, the others go on; what happened is told in full where the studio was started.
            _log.exception("the studio could not answer %s", request.url.path.split("/", 2)[-1])
            return JSONResponse({"problem": f"this failed: {type(problem).__name__}: {str(problem)[:_LONGEST_SEARCH]}"}, 500)

    return answered


class _Studio:
    """What the window asks for."""

    def __init__(self, session: StudioSession, keys: Keys) -> None:
        self.session, self.keys = session, keys

    def routes(self) -> list[Route]:
        looks: dict[str, Answer] = {
            "/assets/{name}": self.asset,
            "/api/state": self.state,
            "/api/events": self.events,
            "/api/site": self.site,
            "/api/pages": self.pages,
            "/api/clusters": self.clusters,
            "/api/cluster/{cluster:int}": self.cluster,
            "/api/template/{page:int}": self.template,
            "/api/page/{page:int}": self.page,
            "/api/region/{page:int}/{row:int}": self.region,
            "/api/compare/{left:int}/{right:int}": self.compare,
            "/api/records/{page:int}": self.records,
            "/api/records-first": self.first_records,
            "/api/curves/{cluster:int}": self.curves,
            "/api/corrections": self.corrections,
            "/api/lessons": self.lessons,
            "/curve/{kind}/{cluster:int}": self.curve,
            "/thumbnail/{page:int}": self.thumbnail,
        }
        changes: dict[str, Answer] = {
            "/api/correct": self.correct, "/api/undo": self.undo, "/api/teach": self.teach, "/api/forget": self.forget
        }  # fmt: skip
        found = [Route(path, _answering(answer)) for path, answer in looks.items()]
        found += [Route(path, _answering(answer), methods=["POST"]) for path, answer in changes.items()]
        return [*found, Route("/", self.window), Route("/{screen:path}", self.window)]

    async def window(self, _request: Request) -> Response:
        """The same document under every screen's address; it knows by the address what to show."""
        page = files("sitelode.studio").joinpath("assets", "index.html").read_text(encoding="utf-8")
        return HTMLResponse(page.replace("{token}", self.keys.token).replace("{frames}", self.keys.frame_token))

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

    async def pages(self, request: Request) -> Response:
        given = request.query_params
        cluster, section = (_number(request, name, -1) for name in ("cluster", "section"))
        query = PageQuery(
            cluster=cluster if cluster >= 0 else None,
            section=section if section >= 0 else None,
            kind=given.get("kind", "")[:_LONGEST_NAME],
            words=given.get("words", "")[:_LONGEST_SEARCH],
        )
        window = _number(request, "start", 0), max(_number(request, "count", 100), 1)
        return JSONResponse(await self.session.answer(page_list, self.session, query, *window))

    async def site(self, _request: Request) -> Response:
        return JSONResponse(await self.session.answer(site_view, self.session))

    async def clusters(self, request: Request) -> Response:
        method, given = request.query_params.get("method", "paths"), request.query_params.get("threshold")
        return JSONResponse(await self.session.answer(clusters_view, self.session, method[:_LONGEST_NAME], _share(given)))

    async def cluster(self, request: Request) -> Response:
        return JSONResponse(await self.session.answer(cluster_view, self.session, request.path_params["cluster"]))

    async def template(self, request: Request) -> Response:
        return JSONResponse(await self.session.answer(template_regions, self.session, request.path_params["page"], _voices(request)))

    async def page(self, request: Request) -> Response:
        return JSONResponse(await self.session.answer(page_view, self.session, request.path_params["page"]))

    async def region(self, request: Request) -> Response:
        return JSONResponse(await self.session.answer(levels_around, self.session, request.path_params["page"], request.path_params["row"]))

    async def compare(self, request: Request) -> Response:
        given = request.query_params
        treatments = {name[4:][:_LONGEST_NAME]: value for name, value in given.items() if name.startswith("tag.")}
        names, method = given.get("names") == "1", given.get("method", "restricted")[:_LONGEST_NAME]
        left, right = request.path_params["left"], request.path_params["right"]
        return JSONResponse(await self.session.answer(lambda: compare_view(self.session, left, right, method, treatments, names=names)))

    async def records(self, request: Request) -> Response:
        return JSONResponse(await self.session.answer(records_view, self.session, request.path_params["page"], _number(request, "list", 0)))

    async def first_records(self, _request: Request) -> Response:
        """A page that has records to show."""
        return JSONResponse({"page": await self.session.answer(page_with_most_records, self.session)})

    async def curves(self, request: Request) -> Response:
        return JSONResponse(await self.session.answer(curves_view, self.session, request.path_params["cluster"]))

    async def curve(self, request: Request) -> Response:
        found = await self.session.answer(curve, self.session, request.path_params["kind"], request.path_params["cluster"])
        if request.query_params.get("words") == "1":
            return JSONResponse({"words": found.words})
        return _svg(found.svg(request.query_params.get("theme", "")))

    async def thumbnail(self, request: Request) -> Response:
        number = request.path_params["page"]
        theme = request.query_params.get("theme", "")
        return _svg(await self.session.answer(lambda: wireframe(page_regions(self.session, number), theme)))

    async def corrections(self, _request: Request) -> Response:
        return JSONResponse({"holding": [each.to_data() for each in self.session.corrections.holding]})

    async def correct(self, request: Request) -> Response:
        await self.session.answer(correct, self.session, await _json(request))
        return JSONResponse({"holding": len(self.session.corrections.holding)})

    async def undo(self, _request: Request) -> Response:
        await self.session.answer(self.session.correct, None)
        return JSONResponse({"holding": len(self.session.corrections.holding)})

    async def lessons(self, _request: Request) -> Response:
        return JSONResponse({"holding": [asdict(each) for each in self.session.lessons.holding]})

    async def teach(self, request: Request) -> Response:
        """Another field is learnt from a click; what it gives elsewhere is shown at once."""
        return JSONResponse(await self.session.answer(taught_view, self.session, await _json(request)))

    async def forget(self, _request: Request) -> Response:
        await self.session.answer(self.session.teach, None)
        return JSONResponse({"holding": len(self.session.lessons.holding)})


class _Frames:
    """What strangers' pages are shown in, and their clicks."""

    def __init__(self, session: StudioSession, keys: Keys) -> None:
        self.session, self.keys = session, keys

    def routes(self) -> list[Route]:
        start = f"/{self.keys.frame_token}"
        return [
            Route(f"{start}/page/{{page:int}}", _answering(self.frame)),
            Route(f"{start}/pick/{{page:int}}/{{row:int}}", self.pick),
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
        """A click inside a frame; the frame stays as it is, the window is told."""
        self.session.events.tell("picked", page=request.path_params["page"], row=request.path_params["row"])
        return Response(status_code=204, headers={"Content-Security-Policy": FRAME_POLICY})


def _svg(text: str) -> Response:
    return Response(text, media_type="image/svg+xml", headers={"Content-Security-Policy": _SVG_POLICY})


async def _json(request: Request) -> object:
    try:
        found: object = await request.json()
    except ValueError as problem:
        raise SettingError(f"what a person says is sent as JSON: {problem}") from problem
    return found


def _number(request: Request, name: str, default: int) -> int:
    given = request.query_params.get(name, "")
    return int(given) if given.isdecimal() and len(given) < 10 else default  # noqa: PLR2004 (more digits than pages)


def _share(given: str | None) -> float | None:
    try:
        number = float(given) if given is not None else None
    except ValueError as problem:
        raise SettingError(f"a threshold is a number from 0 to 1, not {given!r}") from problem
    return number if number is None or 0 <= number <= 1 else None


def _voices(request: Request) -> list[str]:
    return checked_voices([name[:_LONGEST_NAME] for name in request.query_params.get("voices", "").split(",") if name])
