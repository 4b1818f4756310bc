"""A small web service: pages and mined sites for other programs, behind a key and within limits.

Addresses are fetched as a crawl fetches them: never from private addresses, robots.txt is obeyed. /openapi.json describes it all.
"""

import json
import secrets
from asyncio import Semaphore, timeout
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sitelode.errors import SettingError, SitelodeError
from sitelode.plugs.site_tools import MOST_FOUND, SiteTools, told

Answer = Callable[[Request], object]
_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}
_NUMBER = {"type": "integer", "minimum": 0}
_PROBLEMS = {
    400: "the question makes no sense, or there is no such site, page or article",
    401: "no key, or a wrong one",
    408: "the request took too long to come",
    413: "the request is too large",
    429: "too many requests at once",
}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _texts(*names: str) -> dict[str, Any]:
    return dict.fromkeys(names, _TEXT)


_ARTICLE = _object(
    {
        **_texts("url", "title", "subtitle", "author", "date", "language", "licence", "text"),
        "tags": _TEXTS,
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
    }
)
_NEW_ARTICLE = _object({**_ARTICLE["properties"], **_texts("markdown")})
_NO_ARTICLE = {**_object(_texts("url", "problem")), "description": "why the page has no article"}
_MATCH = _object({**_texts("url", "title", "date", "excerpt"), "score": {"type": "number"}})
_SECTION = _object({**_texts("name", "address"), "above": {"type": ["string", "null"]}, "depth": _NUMBER, "articles": _NUMBER})
_WISHES = {"type": "object", "properties": _texts("url", "html", "site"), "additionalProperties": False}
_SITE = {"name": "site", "in": "path", "required": True, "schema": _TEXT}


def description() -> dict[str, Any]:
    """The whole description."""
    asking = (400, 401, 429)
    most = {"type": "integer", "minimum": 1, "default": 10, "description": f"at most {MOST_FOUND} are given"}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sitelode", "version": version("sitelode"), "summary": "The content of web pages and of mined sites"},
        "components": {"securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
        "security": [{"key": []}],
        "paths": {
            "/v1/extract": {
                "post": {
                    **_answer(
                        "Read one page: html, or an address that is fetched", {"anyOf": [_NEW_ARTICLE, _NO_ARTICLE]}, tuple(_PROBLEMS)
                    ),
                    "requestBody": {"required": True, "content": {"application/json": {"schema": _WISHES}}},
                }
            },
            "/v1/sites": {"get": _answer("The names of the mined sites", _TEXTS, (401, 429))},
            "/v1/sites/{site}/sections": {"get": _answer("The sections of a site", _list(_SECTION), asking, _SITE)},
            "/v1/sites/{site}/search": {
                "get": _answer(
                    "Articles with these words, the best first", _list(_MATCH), asking, _SITE, _query("q", _TEXT), _query("most", most)
                )
            },
            "/v1/sites/{site}/article": {
                "get": _answer("One article of a site, by its address or the end of it", _ARTICLE, asking, _SITE, _query("address", _TEXT))
            },
            "/health": {"get": {**_answer("Whether the service is there", _object(_texts("status")), (429,)), "security": []}},
        },
    }


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _query(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": "default" not in schema, "schema": schema}


def _answer(summary: str, schema: dict[str, Any], problems: tuple[int, ...], *parameters: dict[str, Any]) -> dict[str, Any]:
    answers = {
        "200": _json("the answer", schema),
        **{str(status): _json(_PROBLEMS[status], _object(_texts("problem"))) for status in problems},
    }
    return {"summary": summary, "parameters": list(parameters), "responses": answers}


def _json(said: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": said, "content": {"application/json": {"schema": schema}}}


LARGEST_BODY = 25_000_000  # bytes of a request; bounds, set by hand
SECONDS_TO_SEND = 60  # for the body of a request
MOST_AT_ONCE = 8  # requests under way; more are told to come back
SECONDS_TO_WAIT = "5"
_OPEN = ("/openapi.json", "/health")


class RefusedError(SitelodeError):
    """A request that is not answered, with its status."""

    def __init__(self, status: int, problem: str) -> None:
        super().__init__(problem)
        self.status = status


class Service:
    """The routes; the work is done by threads, so that a slow page holds up nobody."""

    def __init__(self, tools: SiteTools, key: str) -> None:
        self._tools, self._key, self._room = tools, key.encode(), Semaphore(MOST_AT_ONCE)

    def app(self) -> Starlette:
        tools, site = self._tools, "/v1/sites/{site}"
        answers: dict[str, Answer] = {
            "/health": lambda _: {"status": "ok"},
            "/openapi.json": lambda _: description(),
            "/v1/sites": lambda _: tools.list_sites(),
            f"{site}/sections": lambda request: tools.list_sections(request.path_params["site"]),
            f"{site}/search": self._search,
            f"{site}/article": lambda request: tools.read_article(request.path_params["site"], request.query_params.get("address", "")),
        }
        routes = [Route(path, self._answering(answer)) for path, answer in answers.items()]
        routes.append(Route("/v1/extract", self._answering(None), methods=["POST"]))
        return Starlette(routes=routes, exception_handlers={HTTPException: _no_such_route, Exception: _failed})

    def _answering(self, answer: Answer | None) -> Callable[[Request], Any]:
        """None reads a page, for which the body of the request has to come first."""

        async def answered(request: Request) -> Response:
            try:
                self._check_key(request)
                self._check_room()
                async with self._room:
                    work = partial(self._tools.read_page, **_wishes(await _body(request))) if answer is None else partial(answer, request)
                    return JSONResponse(await run_in_threadpool(work), headers={"Cache-Control": "no-store"})
            except RefusedError as problem:
                waiting = {"Retry-After": SECONDS_TO_WAIT} if problem.status == 429 else {}  # noqa: PLR2004 (too many requests)
                return JSONResponse({"problem": told(problem)}, problem.status, headers=waiting)
            except SitelodeError as problem:
                return JSONResponse({"problem": told(problem)}, 400)

        return answered

    def _check_key(self, request: Request) -> None:
        if request.url.path in _OPEN:
            return
        kind, _, given = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not secrets.compare_digest(given.strip().encode(), self._key):
            raise RefusedError(401, "no key, or a wrong one; send the header Authorization: Bearer KEY")

    def _check_room(self) -> None:
        if self._room.locked():
            raise RefusedError(429, f"{MOST_AT_ONCE} requests are under way; come back in {SECONDS_TO_WAIT} seconds")

    def _search(self, request: Request) -> object:
        most = request.query_params.get("most", "10")
        if not most.isdecimal() or len(most) > 4 or not int(most):  # noqa: PLR2004 (digits)
            raise SettingError(f"most={most[:20]!r} is not a number from 1 to 9999")
        return self._tools.search_site(request.path_params["site"], request.query_params.get("q", ""), int(most))


def _no_such_route(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    return JSONResponse(
        {"problem": f"{problem.detail.lower()}; /openapi.json has all routes"}, problem.status_code, headers=problem.headers
    )


def _failed(_: Request, __: Exception) -> Response:
    return JSONResponse({"problem": "the service failed to answer; its log says why"}, 500)


async def _body(request: Request) -> bytes:
    body = bytearray()
    try:
        async with timeout(SECONDS_TO_SEND):
            async for piece in request.stream():
                body += piece
                if len(body) > LARGEST_BODY:
                    raise RefusedError(413, f"the request is larger than {LARGEST_BODY:,} bytes")
    except TimeoutError as problem:
        raise RefusedError(408, f"the request did not come within {SECONDS_TO_SEND:g} seconds") from problem
    except ClientDisconnect as problem:  # nobody is there to be told, and it is nothing for the log
        raise RefusedError(408, "the request ended too early") from problem
    return bytes(body)


def _wishes(body: bytes) -> dict[str, str]:
    try:
        given = json.loads(body)
    except (ValueError, RecursionError) as problem:
        raise SettingError("the request is not JSON; send an object with url, or with url and html") from problem
    known = ("url", "html", "site")
    if not isinstance(given, dict) or not set(given) <= set(known) or not all(isinstance(value, str) for value in given.values()):
        raise SettingError("the request is an object with the texts url, html and site, and nothing else")
    if not given.get("url") and not given.get("html"):
        raise SettingError("nothing to read: give url, or html")
    return {
        "url": "",
        **{name: value.encode("utf-8", "replace").decode() for name, value in given.items()},
    }  # JSON can name half characters
