"""The description of the web service in the form of OpenAPI 3.1."""

from importlib.metadata import version
from typing import Any

_TEXT = {"type": "string"}
_PROBLEM = {
    "description": "one line that says what is wrong",
    "content": {"application/json": {"schema": {"type": "object", "properties": {"problem": _TEXT}}}},
}
_ARTICLE = {
    "type": "object",
    "properties": {
        **dict.fromkeys(("url", "title", "subtitle", "author", "date", "language", "licence", "text", "markdown"), _TEXT),
        "tags": {"type": "array", "items": _TEXT},
        "confidence": {"type": "number"},
        "problem": {**_TEXT, "description": "instead of all others: why the page has no article"},
    },
}
_MATCH = {"type": "object", "properties": {**dict.fromkeys(("url", "title", "date", "excerpt"), _TEXT), "score": {"type": "number"}}}
_SECTION = {
    "type": "object",
    "properties": {**dict.fromkeys(("name", "address", "above"), _TEXT), "depth": {"type": "integer"}, "articles": {"type": "integer"}},
}
_SITE = {"name": "site", "in": "path", "required": True, "schema": _TEXT}


def description() -> dict[str, Any]:
    """The whole description."""
    wishes = {"type": "object", "properties": {"url": _TEXT, "html": _TEXT, "site": _TEXT}, "additionalProperties": False}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sitelode", "version": version("sitelode"), "summary": "The content of web pages and of mined sites"},
        "components": {"securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
        "security": [{"key": []}],
        "paths": {
            "/v1/extract": {
                "post": {**_answer("Read one page: html, or an address that is fetched", _ARTICLE), "requestBody": _json(wishes)}
            },
            "/v1/sites": {"get": _answer("The names of the mined sites", _list(_TEXT))},
            "/v1/sites/{site}/sections": {"get": _answer("The sections of a site", _list(_SECTION), _SITE)},
            "/v1/sites/{site}/search": {
                "get": _answer("Articles with these words", _list(_MATCH), _SITE, _query("q", _TEXT), _query("most", {"type": "integer"}))
            },
            "/v1/sites/{site}/article": {"get": _answer("One article of a site", {"type": "object"}, _SITE, _query("address", _TEXT))},
            "/health": {"get": {**_answer("Whether the service is there", {"type": "object"}), "security": []}},
        },
    }


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _query(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": name != "most", "schema": schema}


def _answer(summary: str, schema: dict[str, Any], *parameters: dict[str, Any]) -> dict[str, Any]:
    given = {"description": "the answer", "content": {"application/json": {"schema": schema}}}
    problems = dict.fromkeys(("400", "401", "413", "429"), _PROBLEM)
    return {"summary": summary, "parameters": list(parameters), "responses": {"200": given, **problems}}
