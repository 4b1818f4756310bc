"""The screen Research of the studio: the addresses of its instruments, and what it adds to frames."""

import tempfile
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from sitelode.errors import SettingError
from sitelode.studio import request_params
from sitelode.studio.app import svg_response
from sitelode.studio.extension import Change, Screen, View
from sitelode.studio.frame import Marks
from sitelode.studio.session import StudioSession
from sitelode.studio.views.pages import page_regions
from sitelode_lab.studio.views.classes import classes_view, default_system, say_class, similar_view, write_classes
from sitelode_lab.studio.views.clusters import clusters_view, compare_view
from sitelode_lab.studio.views.curves import curve, curves_view
from sitelode_lab.studio.views.ranks import ranks_view
from sitelode_lab.studio.views.repeats import repeats_view
from sitelode_lab.studio.views.ripper import coloured_source, common_html, edited_source, ripped_articles, ripper_clusters
from sitelode_lab.studio.views.search import search_view, stories_view
from sitelode_lab.studio.views.templates import checked_voices, cluster_view, template_marks, template_regions
from sitelode_lab.studio.views.text_rules import (
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
from sitelode_lab.studio.views.wireframe import wireframe
from sitelode_lab.trees.tag_selection import DEFAULT_SELECTION, TagSelection, Treatment

MOST_ROWS: Final = 1_000  # in one answer; set by hand
LOWEST_DENSITY: Final = 0.05  # of a repeat that may be asked for; below, nearly everything passes


def _words(request: Request) -> str:
    return request.query_params.get("words", "")[: request_params.LONGEST_SEARCH]


def _selection(request: Request) -> TagSelection:
    """The default selection with the treatments that a person chose; what is no treatment is left out."""
    known = {each.value: each for each in Treatment}
    given = {name[4:][: request_params.LONGEST_NAME]: value for name, value in request.query_params.items() if name.startswith("tag.")}
    return DEFAULT_SELECTION.changed({tag: known[value] for tag, value in given.items() if value in known})


def _share(request: Request, name: str, usual: float) -> float:
    """A number from 0 to 1, or the usual one."""
    try:
        value = float(request.query_params.get(name, usual))
    except ValueError:
        return usual
    return min(max(value, 0.0), 1.0) if value == value else usual  # noqa: PLR0124 (not a number)


def _repeats(session: StudioSession, request: Request) -> object:
    dropped = tuple(sorted({name[: request_params.LONGEST_NAME] for name in request.query_params.get("drop", "").split(",") if name}))
    density = max(_share(request, "density", 0.45), LOWEST_DENSITY)
    return repeats_view(session, request.path_params["page"], request_params.number(request, "pattern", 0), dropped, density)


def _articles(session: StudioSession, request: Request) -> object:
    separator = request_params.text(request, "separator", "leaf-difference")
    chosen, formatted = request_params.page_numbers(request, "pages"), request.query_params.get("formatted") == "1"
    return ripped_articles(session, request.path_params["cluster"], separator, chosen, _selection(request), formatted=formatted)


def _common(session: StudioSession, request: Request) -> object:
    left, right = request.path_params["left"], request.path_params["right"]
    return {"html": common_html(session, left, right, _selection(request), request_params.text(request, "method", "fine"))}


def _slice(request: Request) -> tuple[int, int]:
    return request_params.number(request, "start", 0), min(max(request_params.number(request, "count", 100), 1), MOST_ROWS)


def _kind(request: Request) -> str:
    return request_params.text(request, "kind", ARTICLES) or ARTICLES


def _system(request: Request) -> str:
    return default_system(request_params.text(request, "system"))


def _classes(session: StudioSession, request: Request) -> object:
    chosen, order = request_params.text(request, "class"), request_params.text(request, "order", "doubt")
    return classes_view(session, _system(request), *_slice(request), chosen=chosen, order=order)


def _rule_values(session: StudioSession, request: Request) -> object:
    return rule_values(session, _kind(request), *_slice(request), doubtful=request.query_params.get("order") == "doubt")


def _comparison(session: StudioSession, request: Request) -> object:
    left, right, given = request.path_params["left"], request.path_params["right"], request.query_params
    treatments = {name[4:][: request_params.LONGEST_NAME]: value for name, value in given.items() if name.startswith("tag.")}
    return compare_view(
        session, left, right, request_params.text(request, "method", "restricted"), treatments, names=given.get("names") == "1"
    )


def _voices(request: Request) -> list[str]:
    return checked_voices([name[: request_params.LONGEST_NAME] for name in request.query_params.get("voices", "").split(",") if name])


def _template_frame(session: StudioSession, request: Request, page: int, pick: str) -> Marks:
    return template_marks(session, page, _voices(request), pick)


def _curve(session: StudioSession, request: Request) -> object:
    found = curve(session, request.path_params["kind"], request.path_params["cluster"])
    if request.query_params.get("words") == "1":
        return {"words": found.words}
    return svg_response(found.svg(request.query_params.get("theme", "")))


def _thumbnail(session: StudioSession, request: Request) -> Response:
    return svg_response(wireframe(page_regions(session, request.path_params["page"]), request.query_params.get("theme", "")))


def _found(session: StudioSession, request: Request) -> Response:
    """What an instrument found, as a file."""
    what, form = request.path_params["what"], request.path_params["form"]
    write, forms = FILES.get(what, (None, ()))
    if write is None or form not in forms:
        raise SettingError(f"there is no such file; {what[: request_params.LONGEST_NAME]} is available as {', '.join(forms) or 'nothing'}")
    with tempfile.NamedTemporaryFile(prefix="sitelode-found-", suffix=f".{form}", delete=False) as file:
        path = Path(file.name)
    try:
        write(session, request, path)
    except BaseException:
        path.unlink()
        raise
    return FileResponse(path, filename=f"{what}.{form}", background=BackgroundTask(path.unlink, missing_ok=True))


VIEWS: Final[dict[str, View]] = {
    "/thumbnail/{page:number}": _thumbnail,
    "/api/clusters": lambda session, request: clusters_view(
        session, request_params.text(request, "method", "paths"), request_params.share(request)
    ),
    "/api/cluster/{cluster:number}": lambda session, request: cluster_view(session, request.path_params["cluster"]),
    "/api/template/{page:number}": lambda session, request: template_regions(session, request.path_params["page"], _voices(request)),
    "/api/compare/{left:number}/{right:number}": _comparison,
    "/api/ranks": lambda session, request: ranks_view(session, request_params.text(request, "method", "lamis-cb-tw")),
    "/api/curves/{cluster:number}": lambda session, request: curves_view(session, request.path_params["cluster"]),
    "/curve/{kind}/{cluster:number}": _curve,
    "/api/similar": lambda session, request: similar_view(
        session, request_params.page_numbers(request, "like"), request_params.page_numbers(request, "unlike")
    ),
    "/found/{what}.{form}": _found,
    "/api/search": lambda session, request: search_view(session, _words(request), request_params.text(request, "kind", "all")),
    "/api/stories": lambda session, request: stories_view(session, _words(request)),
    "/api/repeats/{page:number}": _repeats,
    "/api/ripper/clusters": lambda session, request: ripper_clusters(
        session, _selection(request), request_params.text(request, "method", "fine"), _share(request, "threshold", 0.6)
    ),
    "/api/ripper/articles/{cluster:number}": _articles,
    "/api/ripper/source/{page:number}": lambda session, request: coloured_source(
        session, request.path_params["page"], request_params.text(request, "separator", "leaf-difference")
    ),
    "/api/ripper/common/{left:number}/{right:number}": _common,
    "/api/classes": _classes,
    "/api/rules": lambda session, request: rules_view(session, _kind(request)),
    "/api/rules/texts": lambda session, request: rule_texts(session, _kind(request), _words(request), *_slice(request)),
    "/api/rules/text": lambda session, request: rule_text(
        session, _kind(request), request.query_params.get("id", "")[: request_params.LONGEST_CHOICE]
    ),
    "/api/rules/values": _rule_values,
}
CHANGES: Final[dict[str, Change]] = {
    "/api/classes/say": say_class,
    "/api/ripper/edited": edited_source,
    "/api/rules/mark": mark_value,
    "/api/rules/unmark": unmark_value,
    "/api/rules/learn": learn_from_marks,
    "/api/rules/drop": drop_rule,
}
# Files to download: what writes one, and the forms it has.
FILES: Final[dict[str, tuple[Callable[[StudioSession, Request, Path], None], tuple[str, ...]]]] = {
    "classes": (lambda session, request, path: write_classes(session, _system(request), path), ("csv", "jsonl", "json")),
    "rules": (lambda session, request, path: write_rule_values(session, _kind(request), path), ("csv", "jsonl")),
}
RESEARCH: Final = Screen(
    title="Research",
    assets=files("sitelode_lab.studio").joinpath("assets", "research"),
    views=VIEWS,
    changes=CHANGES,
    frames={"template": _template_frame},
)
