"""Access control of the studio: only the browser window that it opened may talk to it.

The server listens on the loopback address only, but other web pages in the same browser can reach that too. So every address starts with a
secret (`/TOKEN/...`). Requests under another host name are refused, which stops DNS rebinding, and so are requests made by another site
(`Origin`, `Sec-Fetch-Site`), even if they know the secret. Frames that show pages of the mined site have a separate secret, which gives
access to frames and clicks only.
"""

import secrets
from dataclasses import dataclass, field

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""For the studio's own documents. Frames bring a stricter one."""
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_TOKEN_BYTES = 18  # 144 random bits; set by hand


def _secret() -> str:
    return secrets.token_urlsafe(_TOKEN_BYTES)


@dataclass(frozen=True, slots=True)
class Keys:
    """The secrets of one run."""

    port: int
    token: str = field(default_factory=_secret, repr=False)
    frame_token: str = field(default_factory=_secret, repr=False)

    @property
    def hosts(self) -> tuple[str, str]:
        return f"127.0.0.1:{self.port}", f"localhost:{self.port}"

    @property
    def address(self) -> str:
        return f"http://{self.hosts[0]}/{self.token}/"


class AccessControl:
    """Middleware that refuses requests without permission and adds a security policy to every response."""

    def __init__(self, app: ASGIApp, keys: Keys) -> None:
        self.app, self.keys = app, keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        problem = self._problem(scope) if scope["type"] == "http" else "only HTTP is spoken here"

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Content-Security-Policy", POLICY)
            await send(message)

        if problem:
            await PlainTextResponse(f"refused: {problem}\n", 403)(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive, send_with_headers)

    def _problem(self, scope: Scope) -> str:
        """Why a request is refused; empty if it is allowed."""
        headers = Headers(scope=scope)
        if headers.getlist("host") not in [[host] for host in self.keys.hosts]:
            return "the studio answers under its own address only"
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{headers['host']}":
            return "another site asks"
        return self._problem_of_address(scope, headers)

    def _problem_of_address(self, scope: Scope, headers: Headers) -> str:
        given = scope["path"].removeprefix("/").split("/", 1)[0]
        if secrets.compare_digest(given.encode(), self.keys.frame_token.encode()):
            return "" if scope["method"] in ("GET", "HEAD") else "frames only look"
        if not secrets.compare_digest(given.encode(), self.keys.token.encode()):
            return "the address lacks the token; open the one that `sitelode studio` printed"
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return "another site asks"
        if scope["method"] == "POST":
            return _problem_of_post(headers, is_file=scope["path"].endswith("/api/drop"))
        return "" if scope["method"] in ("GET", "HEAD") else "no such method here"


def _problem_of_post(headers: Headers, *, is_file: bool) -> str:
    if "origin" not in headers:
        return "a change must say where it comes from"
    # Both kinds need the browser's leave when another site sends them, which none gets here.
    wanted = "application/octet-stream" if is_file else "application/json"
    return "" if headers.get("content-type", "").split(";")[0].strip() == wanted else f"a change is {'a file' if is_file else 'JSON'}"
