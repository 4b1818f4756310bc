"""The studio's interface as a target: requests of every kind, asked of the application itself, without a network."""

import asyncio
import atexit
import json
import random
import re
import shutil
import tempfile
from collections.abc import MutableMapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from bench.fuzz import seed_pages
from bench.fuzz.cases import Pieces
from bench.fuzz.data_mutations import mutated_bytes, mutated_json
from bench.fuzz.page_targets import fetched
from bench.fuzz.target import Outcome, Target
from sitelode import mine
from sitelode.output.result import write_result
from sitelode.studio.access import AccessControl, Keys
from sitelode.studio.app import VIEWS, make_app
from sitelode.studio.open_result import OpenResult
from sitelode.studio.session import StudioSession
from sitelode_lab.studio.routes import RESEARCH

_KEYS = Keys(4323, "token", "frames")
_ODD = ("-1", "99999", "9" * 5000, "1e9", "%00", "..", "%2e%2e%2f", "a" * 3000, "٣", "", "%ff", "true", "[1]", "0x1", "+1")
_FAILED = 500
_QUERIES = (
    "", "?cluster=0&section=0&kind=article&words=story&start=0&count=10", "?threshold=0.5&method=paths", "?voices=repeats,links", "?list=1", "?like=0,1&unlike=2",
    "?method=restricted&tag.p=ignore&names=1", "?theme=dark&words=1", "?view=records&list=0", "?view=template",
)  # fmt: skip
_CHANGES = {
    "correct": {"page": 0, "row": 20, "role": "body", "level": 3},
    "undo": {},
    "teach": {"page": 0, "row": 20, "name": "price", "text": "Story 1"},
    "forget": {},
    "mark": {"page": 0, "field": "place", "start": 0, "end": 5},
    "say": {"says": "article", "pages": [0, 1]},
}


def _seeds() -> list[Pieces]:
    """A case is the method, the address below the token, and the body."""
    paths = [
        re.sub(r"\{\w+(:\w+)?\}", "0", path)
        for path in (*VIEWS, *RESEARCH.views, "/api/state", "/thumbnail/{page:int}", "/assets/{name}", "/{screen:path}")
    ]
    asked = [(b"GET", f"/token{path}{query}".encode(), b"") for path in paths for query in ("", _QUERIES[len(path) % len(_QUERIES)])]
    frames = [(b"GET", f"/frames/{path}".encode(), b"") for path in ("page/0?view=records", "page/1?view=template", "page/0", "pick/0/10")]
    said = [(b"POST", f"/token/api/{name}".encode(), json.dumps(body).encode()) for name, body in _CHANGES.items()]
    return [*asked, *frames, *said]


def _mutate(pieces: Pieces, chance: random.Random, pool: Sequence[Pieces], most: int) -> Pieces:  # noqa: ARG001 (the signature)
    method, address, body = pieces
    if body and chance.random() < 0.7:
        return method, address, mutated_json(body, chance, most)
    how = chance.random()
    if how < 0.5 and (numbers := list(re.finditer(rb"\d+|(?<==)[^&]*", address))):
        found = chance.choice(numbers)
        address = address[: found.start()] + chance.choice(_ODD).encode() + address[found.end() :]
    elif how < 0.7:
        address = address.split(b"?")[0] + chance.choice(_QUERIES).encode()
    elif how < 0.85:
        place = max(address.find(b"/", 1), 0)
        address = address[:place] + mutated_bytes(address[place:], chance, 4000)
    else:
        method = chance.choice((b"GET", b"POST", b"HEAD", b"PUT", b"DELETE", b"X" * 50))
    return method, address, body


def _run(pieces: Pieces) -> Outcome:
    status, text = asyncio.run(_answer(*pieces))
    if status >= _FAILED and status != 503:  # that one: not ready yet
        raise RuntimeError(f"the studio answered {status}: {text[:200].decode('utf-8', 'replace')}")
    route = re.sub(rb"[^a-z/]", b"", pieces[1].split(b"?")[0])[:30]
    return route, status


async def _answer(method: bytes, address: bytes, body: bytes) -> tuple[int, bytes]:
    path, _, query = address.partition(b"?")
    scope: dict[str, Any] = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "root_path": "", "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 4323),
        "method": method.decode("latin-1"), "path": path.decode("utf-8", "replace"), "raw_path": path, "query_string": query,
        "headers": [
            (b"host", _KEYS.hosts[0].encode()), (b"origin", b"http://" + _KEYS.hosts[0].encode()),  # without it no change is taken
            (b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()),
        ],
    }  # fmt: skip
    told: list[MutableMapping[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        told.append(message)

    await asyncio.wait_for(_app()(scope, receive, send), 60)
    return told[0]["status"], b"".join(message.get("body", b"") for message in told[1:])


@cache
def _app() -> AccessControl:
    """The studio with a small result of its own; made in the child, because its threads do not survive a fork."""
    folder = Path(tempfile.mkdtemp(prefix="sitelode-fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    pages = [*(seed_pages.article(number) for number in range(1, 5)), seed_pages.listing(0), seed_pages.listing(1)]
    mined = mine(fetched(tuple(pages)), folder=folder)
    write_result(mined, folder)
    mined.site.store.close()
    session = StudioSession(folder, folder)
    session.open_here()
    return make_app(OpenResult(session, results=folder), _KEYS)


TARGETS = (Target("studio", _seeds, _mutate, _run, 4, makes_pages=False, forks=False),)
