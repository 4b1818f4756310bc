"""The addresses of further instruments of Research: search, repeats of a page, and News Ripper's program."""

from collections.abc import Callable
from typing import Final

from starlette.requests import Request

from sitelode.published.trees.tag_selection import DEFAULT_SELECTION, TagSelection, Treatment
from sitelode.studio import asking
from sitelode.studio.session import StudioSession
from sitelode.studio.views.research.repeats import repeats_view
from sitelode.studio.views.research.ripper import coloured_source, common_html, ripped_articles, ripper_clusters
from sitelode.studio.views.research.search import search_view, stories_view

LOWEST_DENSITY: Final = 0.05  # of a repeat that may be asked for; below, nearly everything passes


def _words(request: Request) -> str:
    return request.query_params.get("words", "")[: asking.LONGEST_SEARCH]


def _selection(request: Request) -> TagSelection:
    """The default selection with the treatments that a person chose; what is no treatment is left out."""
    known = {each.value: each for each in Treatment}
    given = {name[4:][: asking.LONGEST_NAME]: value for name, value in request.query_params.items() if name.startswith("tag.")}
    return DEFAULT_SELECTION.changed({tag: known[value] for tag, value in given.items() if value in known})


def _share(request: Request, name: str, usual: float) -> float:
    """A number from 0 to 1, or the usual one."""
    try:
        value = float(request.query_params.get(name, usual))
    except ValueError:
        return usual
    return min(max(value, 0.0), 1.0) if value == value else usual  # noqa: PLR0124 (not a number)


def _repeats(session: StudioSession, request: Request) -> object:
    dropped = tuple(sorted({name[: asking.LONGEST_NAME] for name in request.query_params.get("drop", "").split(",") if name}))
    density = max(_share(request, "density", 0.45), LOWEST_DENSITY)
    return repeats_view(session, request.path_params["page"], asking.number(request, "pattern", 0), dropped, density)


def _articles(session: StudioSession, request: Request) -> object:
    separator = asking.text(request, "separator", "leaf-difference")
    return ripped_articles(session, request.path_params["cluster"], separator, formatted=request.query_params.get("formatted") == "1")


def _common(session: StudioSession, request: Request) -> object:
    left, right = request.path_params["left"], request.path_params["right"]
    return {"html": common_html(session, left, right, _selection(request), asking.text(request, "method", "fine"))}


RESEARCH_VIEWS: Final[dict[str, Callable[[StudioSession, Request], object]]] = {
    "/api/search": lambda session, request: search_view(session, _words(request), asking.text(request, "kind", "all")),
    "/api/stories": lambda session, request: stories_view(session, _words(request)),
    "/api/repeats/{page:number}": _repeats,
    "/api/ripper/clusters": lambda session, request: ripper_clusters(
        session, _selection(request), asking.text(request, "method", "fine"), _share(request, "threshold", 0.6)
    ),
    "/api/ripper/articles/{cluster:number}": _articles,
    "/api/ripper/source/{page:number}": lambda session, request: coloured_source(
        session, request.path_params["page"], asking.text(request, "separator", "leaf-difference")
    ),
    "/api/ripper/common/{left:number}/{right:number}": _common,
}
