"""What a request asks for, checked; and errors as one line for people with a status code for programs."""

import logging
import re
from collections.abc import Awaitable, Callable, Mapping

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from sitelode.errors import SettingError, SitelodeError
from sitelode.json_data import read_json
from sitelode.studio.article_lists import ArticleQuery
from sitelode.studio.session import NotReadyError
from sitelode.studio.views.tables import RowQuery

LONGEST_SEARCH = 200  # characters
LONGEST_NAME = 60  # characters of the name of a separator, a method or a tag; set by hand
LONGEST_CHOICE = 2_000  # characters of a section or an author that articles are filtered by
_MOST_DIGITS = 10  # of a number; no site has so many pages
_MOST_SAID = 100_000  # bytes of a click, a lesson or a mark; set by hand
_DAY = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
_log = logging.getLogger("sitelode")
Answer = Callable[[Request], Awaitable[Response]]


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


def answering(answer: Answer) -> Answer:
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
            return JSONResponse({"problem": f"this failed: {type(problem).__name__}: {str(problem)[:LONGEST_SEARCH]}"}, 500)

    return answered


async def said(request: Request) -> object:
    """What a person says. Nobody says as much as `_MOST_SAID` at once: more is not read."""
    content = b""
    async for piece in request.stream():
        content += piece
        if len(content) > _MOST_SAID:
            raise TooMuchError(f"a request may have at most {_MOST_SAID:,} bytes")
    try:
        found: object = read_json(content)
    except (ValueError, RecursionError) as problem:
        raise SettingError(f"the request is not JSON: {problem!s:.{LONGEST_SEARCH}}") from problem
    return found


def page_numbers(request: Request, name: str) -> list[int]:
    given = request.query_params.get(name, "").split(",")
    return [int(each) for each in given if each.isdecimal() and len(each) < _MOST_DIGITS]


def number(request: Request, name: str, default: int) -> int:
    given = request.query_params.get(name, "")
    return int(given) if given.isdecimal() and len(given) < _MOST_DIGITS else default


def number_or_none(request: Request, name: str) -> int | None:
    found = number(request, name, -1)
    return found if found >= 0 else None


def text(request: Request, name: str, default: str = "") -> str:
    return request.query_params.get(name, default)[:LONGEST_NAME]


def share(request: Request) -> float | None:
    given = request.query_params.get("threshold")
    try:
        found = float(given) if given is not None else None
    except ValueError as problem:
        raise SettingError(f"a threshold is a number from 0 to 1, not {given!r}") from problem
    return found if found is None or 0 <= found <= 1 else None


def article_query(given: Mapping[str, str]) -> ArticleQuery:
    """Which articles are asked for, and in which order: from the end of an address, or from what a person says."""
    chosen = {name: given[name][:LONGEST_CHOICE] if name in given else None for name in ("section", "language", "author")}
    layout = given.get("layout", "")
    return ArticleQuery(
        words=given.get("words", "")[:LONGEST_SEARCH],
        layout=int(layout) if layout.isdecimal() and len(layout) < _MOST_DIGITS else None,
        since=_day(given.get("since", "")),
        until=_day(given.get("until", "")),
        doubt=given.get("doubt", "")[:LONGEST_NAME],
        state=given.get("state", "")[:LONGEST_NAME],
        sort=given.get("sort", "site")[:LONGEST_NAME],
        down=given.get("down") == "1",
        **chosen,
    )


def row_query(given: Mapping[str, str]) -> RowQuery:
    """Which rows of a table are asked for, and in which order."""
    return RowQuery(given.get("words", "")[:LONGEST_SEARCH], given.get("sort", "")[:LONGEST_CHOICE], given.get("down") == "1")


def _day(given: str) -> str:
    if given and not _DAY.fullmatch(given):
        raise SettingError(f"a day is written as 2031-03-15, 2031-03 or 2031, not as {given[:LONGEST_NAME]!r}")
    return given
