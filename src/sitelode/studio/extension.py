"""A screen that another package adds to the studio: an entry point of the group `sitelode.studio`, by the name in its address."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from starlette.requests import Request

from sitelode.extensions import extensions
from sitelode.studio.frame import Marks
from sitelode.studio.session import StudioSession

View = Callable[[StudioSession, Request], object]
FrameMarks = Callable[[StudioSession, Request, int, str], Marks]  # of a page; last the address of clicks
Change = Callable[[StudioSession, object], object]


@dataclass(frozen=True, slots=True)
class Screen:
    """What it shows, and what answers its questions."""

    title: str  # in the navigation
    assets: Traversable  # folder with `screen.js`, served below /assets/NAME
    views: Mapping[str, View]  # by address: what is sent as JSON, or a whole response
    changes: Mapping[str, Change]  # by address: what a person says there
    frames: Mapping[str, FrameMarks]  # by the name of the view of a page


def installed_screens() -> dict[str, Screen]:
    return extensions("sitelode.studio")
