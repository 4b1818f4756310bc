"""The addresses of further instruments of Research: search, repeats of a page, News Ripper's program, classes of one's own, text rules."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from starlette.requests import Request

from sitelode.published.trees.tag_selection import DEFAULT_SELECTION, TagSelection, Treatment
from sitelode.studio import asking
from sitelode.studio.session import StudioSession
from sitelode.studio.views.research.classes import classes_view, default_system, say_class, write_classes
from sitelode.studio.views.research.repeats import repeats_view
from sitelode.studio.views.research.ripper import coloured_source, common_html, ripped_articles, ripper_clusters
from sitelode.studio.views.research.search import search_view, stories_view
from sitelode.studio.views.research.text_rules import (
    ARTICLES,
    drop_rule,
    learn_from_marks,
    mark_value,
    rule_text,
    rule_texts,
    rule_values,
    rules_view,
    unmark_value,
    write_rule_values,
)

MOST_ROWS: Final = 1_000  # in one answer; set by hand
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
    as_written = request.query_params.get("written") == "1"
    return repeats_view(session, request.path_params["page"], asking.number(request, "pattern", 0), dropped, density, as_written=as_written)


def _articles(session: StudioSession, request: Request) -> object:
    separator = asking.text(request, "separator", "leaf-difference")
    return ripped_articles(session, request.path_params["cluster"], separator, formatted=request.query_params.get("formatted") == "1")


def _common(session: StudioSession, request: Request) -> object:
    left, right = request.path_params["left"], request.path_params["right"]
    return {"html": common_html(session, left, right, _selection(request), asking.text(request, "method", "fine"))}


def _slice(request: Request) -> tuple[int, int]:
    return asking.number(request, "start", 0), min(max(asking.number(request, "count", 100), 1), MOST_ROWS)


def _kind(request: Request) -> str:
    return asking.text(request, "kind", ARTICLES) or ARTICLES


def _system(request: Request) -> str:
    return default_system(asking.text(request, "system"))


def _classes(session: StudioSession, request: Request) -> object:
    chosen, order = asking.text(request, "class"), asking.text(request, "order", "doubt")
    return classes_view(session, _system(request), *_slice(request), chosen=chosen, order=order)


def _rule_values(session: StudioSession, request: Request) -> object:
    return rule_values(session, _kind(request), *_slice(request), doubtful=request.query_params.get("order") == "doubt")


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
    "/api/classes": _classes,
    "/api/rules": lambda session, request: rules_view(session, _kind(request)),
    "/api/rules/texts": lambda session, request: rule_texts(session, _kind(request), _words(request), *_slice(request)),
    "/api/rules/text": lambda session, request: rule_text(
        session, _kind(request), request.query_params.get("id", "")[: asking.LONGEST_CHOICE]
    ),
    "/api/rules/values": _rule_values,
}
RESEARCH_CHANGES: Final[dict[str, Callable[[StudioSession, object], object]]] = {
    "/api/classes/say": say_class,
    "/api/rules/mark": mark_value,
    "/api/rules/unmark": unmark_value,
    "/api/rules/learn": learn_from_marks,
    "/api/rules/drop": drop_rule,
}
# Files to download: what writes one, and the forms it has.
RESEARCH_FILES: Final[dict[str, tuple[Callable[[StudioSession, Request, Path], None], tuple[str, ...]]]] = {
    "classes": (lambda session, request, path: write_classes(session, _system(request), path), ("csv", "jsonl", "json")),
    "rules": (lambda session, request, path: write_rule_values(session, _kind(request), path), ("csv", "jsonl")),
}
