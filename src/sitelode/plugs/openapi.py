"""The description of the web service in the form of OpenAPI 3.1."""

from importlib.metadata import version
from typing import Any

from sitelode.plugs.mined_folder import MOST_FOUND

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
