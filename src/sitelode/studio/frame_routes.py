"""Routes of the frames that show pages of the site, and of clicks in them."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from sitelode.errors import SitelodeError
from sitelode.studio.access import Keys
from sitelode.studio.asking import LONGEST_NAME, answering, number
from sitelode.studio.desk import Desk
from sitelode.studio.frame import document
from sitelode.studio.frame.document import POLICY, notice_html
from sitelode.studio.views.pages import article_marks
from sitelode.studio.views.records import record_marks
from sitelode.studio.views.research.templates import checked_voices, template_marks


class Frames:
    """Everything under the secret of the frames, which gives access to nothing else."""

    def __init__(self, desk: Desk, keys: Keys) -> None:
        self.desk, self.keys = desk, keys

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
            content = await self.desk.session.answer(self._content, request)
        except SitelodeError as problem:
            return HTMLResponse(notice_html(str(problem), theme), 404, headers={"Content-Security-Policy": POLICY})
        return HTMLResponse(content, headers={"Content-Security-Policy": POLICY})

    def _content(self, request: Request) -> str:
        session, page = self.desk.session, request.path_params["page"]
        pick, view = f"/{self.keys.frame_token}/pick/{page}/", request.query_params.get("view", "article")
        if view == "records":
            marks = record_marks(session, page, number(request, "list", 0))
        elif view == "template":
            marks = template_marks(session, page, voices_asked(request), pick)
        else:
            marks = article_marks(session, page, pick)
        return document.frame_html(session.page(page), marks, request.query_params.get("theme", ""))

    async def pick(self, request: Request) -> Response:
        """A click inside a frame: the frame does not change, the window gets a message."""
        self.desk.events.tell("picked", page=request.path_params["page"], row=request.path_params["row"])
        return Response(status_code=204, headers={"Content-Security-Policy": POLICY})


def voices_asked(request: Request) -> list[str]:
    return checked_voices([name[:LONGEST_NAME] for name in request.query_params.get("voices", "").split(",") if name])
