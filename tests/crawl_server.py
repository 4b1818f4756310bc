"""A web site on loopback for the crawl's tests: every request is remembered, and answers can misbehave."""

import gzip
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from threading import Lock, Thread
from typing import Self
from urllib.parse import urlsplit

HTML = "text/html; charset=utf-8"


@dataclass(frozen=True)
class Reply:
    body: bytes = b""
    status: int = 200
    content_type: str | None = HTML
    headers: tuple[tuple[str, str], ...] = ()
    delay: float = 0.0  # seconds before the answer begins
    endless: bool = False  # the body is repeated until the client goes away
    length: int | None = None  # what Content-Length claims


@dataclass(frozen=True)
class Asked:
    path: str  # with the query
    headers: dict[str, str]
    at: float


Route = Callable[[Asked], Reply | None]


@dataclass
class Site:
    """Fixed replies by path with query, then routes that make them up; 404 for the rest."""

    replies: dict[str, Reply] = field(default_factory=dict)
    routes: list[Route] = field(default_factory=list)

    def reply_to(self, asked: Asked) -> Reply:
        if asked.path in self.replies:
            return self.replies[asked.path]
        made_up = (route(asked) for route in self.routes)
        return next((reply for reply in made_up if reply is not None), Reply(b"<p>No such page", 404))

    @classmethod
    def of_folder(cls, folder: Path) -> "Site":
        files = [path for path in folder.rglob("*") if path.is_file()]
        types = {path: HTML if path.suffix == ".html" else guess_type(path.name)[0] for path in files}
        replies = {f"/{path.relative_to(folder).as_posix()}": Reply(path.read_bytes(), content_type=types[path]) for path in files}
        indexes = {path.removesuffix("index.html"): reply for path, reply in replies.items() if path.endswith("/index.html")}
        return cls(replies | indexes)


class SiteServer:
    """Serves a site from a thread of its own until the `with` block ends."""

    def __init__(self, site: Site, address: str = "127.0.0.1", port: int = 0, wrap_socket: Callable | None = None) -> None:
        self.site = site
        self.asked: list[Asked] = []
        self._lock = Lock()
        self._server = _Server((address, port), _handler_for(self))
        self._server.daemon_threads = True
        if wrap_socket is not None:
            self._server.socket = wrap_socket(self._server.socket)
        self.port = self._server.server_address[1]
        scheme = "http" if wrap_socket is None else "https"
        self.url = f"{scheme}://{address}:{self.port}/"

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def note(self, asked: Asked) -> None:
        with self._lock:
            self.asked.append(asked)

    @property
    def counts(self) -> Counter:
        with self._lock:
            return Counter(asked.path for asked in self.asked)

    def forget(self) -> None:
        with self._lock:
            self.asked.clear()


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that hang up are what several tests are about."""


def _handler_for(server: SiteServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            asked = Asked(self.path, {name.lower(): value for name, value in self.headers.items()}, time.monotonic())
            server.note(asked)
            reply = server.site.reply_to(asked)
            time.sleep(reply.delay)
            with suppress(OSError):
                self._send(reply)

        def _send(self, reply: Reply) -> None:
            self.send_response(reply.status)
            if reply.content_type is not None:
                self.send_header("Content-Type", reply.content_type)
            for name, value in reply.headers:
                self.send_header(name, value)
            if reply.endless:
                self.send_header("Connection", "close")
            else:
                self.send_header("Content-Length", str(len(reply.body) if reply.length is None else reply.length))
            self.end_headers()
            self.wfile.write(reply.body)
            while reply.endless:
                self.wfile.write(reply.body)
            if reply.length is not None:
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def page(title: str, text: str, links: list[str] | tuple[str, ...] = (), head: str = "") -> Reply:
    anchors = "".join(f'<li><a href="{link}">Read on</a></li>' for link in links)
    menu = "<nav>About this paper and the people who write it</nav>"
    html = f"<!doctype html><title>{title}</title>{head}<body>{menu}<h1>{title}</h1><p>{text}</p><ul>{anchors}</ul>"
    return Reply(html.encode())


def redirect(target: str, status: int = 302) -> Reply:
    return Reply(b"", status, headers=(("Location", target),))


def gzip_bomb(unpacked: int) -> Reply:
    return Reply(gzip.compress(b" " * unpacked), headers=(("Content-Encoding", "gzip"),))


def story(number: int) -> str:
    """Text that no other number has, and not by its digits alone."""
    letters = "bcdfghjklmnprstvwz"
    word = "".join(letters[(number // len(letters) ** place) % len(letters)] + "aeiou"[(number + place) % 5] for place in range(4))
    return f"The {word} of {word}ville told everybody about the {word}ish harbour, and the {word} was not amused at all."


def news_site(articles: int, per_page: int = 20) -> Site:
    """A home page, a paginated archive and articles by date; the archive is found by links alone."""
    pages = (articles + per_page - 1) // per_page
    site = Site({"/": page("News", "The news of the day, every day", ["/archive?page=1", "/about"])})
    site.replies["/about"] = page("About", "Who we are and why we write this paper for you")
    for number in range(1, pages + 1):
        shown = range((number - 1) * per_page, min(number * per_page, articles))
        links = [article_path(each) for each in shown]
        if number < pages:
            links.append(f"/archive?page={number + 1}")
        site.replies[f"/archive?page={number}"] = page("Archive", " ".join(story(each)[:50] for each in shown), links)
    for number in range(articles):
        site.replies[article_path(number)] = page(f"Story {number}", story(number), ["/", "/archive?page=1"])
    return site


def article_path(number: int) -> str:
    return f"/2024/{number % 12 + 1:02}/{number % 28 + 1:02}/story-{number}"


def path_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
