"""Routes of the frames that show pages of the site, and of clicks in them."""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from sitelode.errors import SitelodeError
from sitelode.studio.access import Keys
from sitelode.studio.extension import Screen
from sitelode.studio.frame import POLICY, frame_html, notice_html
from sitelode.studio.open_result import OpenResult
from sitelode.studio.request_params import answering, number
from sitelode.studio.views.pages import article_marks
from sitelode.studio.views.tables import record_marks


class Frames:
    """Everything under the secret of the frames, which gives access to nothing else."""

    def __init__(self, opened: OpenResult, keys: Keys, screens: Mapping[str, Screen]) -> None:
        self.opened, self.keys = opened, keys
        self.more_marks = {name: make for screen in screens.values() for name, make in screen.frames.items()}

    def routes(self) -> list[Route]:
        start = f"/{self.keys.frame_token}"
        return [
            Route(f"{start}/page/{{page:number}}", answering(self.frame)),
            Route(f"{start}/pick/{{page:number}}/{{row:number}}", self.pick),
        ]

    async def frame(self, request: Request) -> Response:
        """A page; where there is none, a sentence that says so, because a browser's own page of errors helps nobody."""
        theme = request.query_params.get("theme", "")
        try:
            content = await self.opened.session.answer(self._content, request)
        except SitelodeError as problem:
            return HTMLResponse(notice_html(str(problem), theme), 404, headers={"Content-Security-Policy": POLICY})
        return HTMLResponse(content, headers={"Content-Security-Policy": POLICY})

    def _content(self, request: Request) -> str:
        session, page = self.opened.session, request.path_params["page"]
        pick, view = f"/{self.keys.frame_token}/pick/{page}/", request.query_params.get("view", "article")
        if view == "records":
            marks = record_marks(session, page, number(request, "list", 0))
        elif view in self.more_marks:
            marks = self.more_marks[view](session, request, page, pick)
        else:
            marks = article_marks(session, page, pick)
        return frame_html(session.page(page), marks, request.query_params.get("theme", ""))

    async def pick(self, request: Request) -> Response:
        """A click inside a frame: the frame does not change, the window gets a message."""
        self.opened.events.tell("picked", page=request.path_params["page"], row=request.path_params["row"])
        return Response(status_code=204, headers={"Content-Security-Policy": POLICY})
