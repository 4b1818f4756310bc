"""The studio's API with anything in place of what a window sends: a status below 500, one line, and no more memory than a person needs.

Two studios on one result: nothing that anybody said is lost.
"""

import json
import threading
from pathlib import Path

import pytest
from tests.studio.running_studio import AppClient

from sitelode.articles.corrections import Correction, CorrectionLog
from sitelode.output.result import write_result
from sitelode.pipeline import mine
from sitelode.studio.access import Keys
from sitelode.studio.app import VIEWS, make_app
from sitelode.studio.open_result import OpenResult
from sitelode.studio.session import StudioSession
from sitelode.wrappers.lessons import LessonEntry, LessonLog
from sitelode_lab.studio.routes import RESEARCH

EXAMPLE = Path(__file__).parents[2] / "examples" / "site"
KEYS = Keys(4324)
NUMBERS = ["0", "7", "999999999", "9999999999", "9" * 5_000, "-1", "1.5", "x", "%00", "\u0661"]
VALUES = [0, -1, 10**9, 10**30, True, None, "x", "9" * 5_000, 1.5, 1e300, [], {}, [[]], "\ud800", "\0"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A few pages of the example."""
    made = tmp_path_factory.mktemp("studio")
    for path in sorted(EXAMPLE.rglob("*.html"))[:6]:
        (made / "source").mkdir(exist_ok=True)
        (made / "source" / path.name).write_bytes(path.read_bytes())
    write_result(mine(made / "source", folder=made / "mined"), made / "mined")
    return made / "mined"


@pytest.fixture(scope="module")
def session(folder):
    opened = StudioSession(folder, folder)
    opened.start().result()
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def client(session):
    return AppClient(make_app(OpenResult(session), KEYS), f"http://{KEYS.hosts[0]}")


def said(client, path, content):
    headers = {"Origin": client.base_url, "Content-Type": "application/json"}
    return client.post(f"/{KEYS.token}/api/{path}", content=content, headers=headers)


@pytest.mark.parametrize("path", [path for path in (*VIEWS, *RESEARCH.views) if ":number}" in path])
def test_any_number_in_an_address(client, path):
    for number in NUMBERS:
        address = path
        for name in ("page", "row", "cluster", "left", "right"):
            address = address.replace(f"{{{name}:number}}", number)
        answer = client.get(f"/{KEYS.token}{address}")

        assert answer.status_code < 500, (address[:80], answer.text[:200])


@pytest.mark.parametrize(
    "name", ["list", "start", "count", "cluster", "section", "threshold", "like", "unlike", "method", "voices", "kind", "words"]
)
def test_any_value_in_a_query(client, name):
    for path in ("/api/pages", "/api/clusters", "/api/records/0", "/api/similar", "/api/template/0", "/api/compare/0/1"):
        for value in (*NUMBERS, "", ",", "nan", "inf", "1e999", "9," * 3_000):
            answer = client.get(f"/{KEYS.token}{path}?{name}={value}")

            assert answer.status_code < 500, (path, name, value[:40], answer.text[:200])


@pytest.mark.parametrize("path", ["correct", "teach", "mark"])
def test_any_value_in_what_a_person_says(client, path):
    whole = {"page": 0, "row": 12, "level": 3, "role": "body", "name": "size", "field": "size", "start": 0, "end": 3}
    for key in whole:
        for value in VALUES:
            answer = said(client, path, json.dumps(whole | {key: value}).encode())

            assert answer.status_code < 500, (path, key, repr(value)[:40], answer.text[:200])
    for value in VALUES:
        assert said(client, path, json.dumps(value).encode()).status_code == 400


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[" * 50_000, b'{"page": ' + b"9" * 5_000 + b"}", b"nan"],
    ids=["nothing", "cut", "no text", "deep", "digits", "NaN"],
)
def test_what_is_no_json_is_refused(client, content):
    answer = said(client, "correct", content)

    assert answer.status_code == 400
    assert len(answer.json()["problem"]) < 400


def test_no_more_is_read_than_a_person_says(session):
    """A hundred megabytes in pieces: the studio stops asking for more after the first."""
    asked = 0

    async def receive():
        nonlocal asked
        asked += 1
        return {"type": "http.request", "body": b" " * 64_000, "more_body": asked < 1_600}

    sent = []

    async def send(message):
        sent.append(message)

    headers = [(b"host", KEYS.hosts[0].encode()), (b"origin", f"http://{KEYS.hosts[0]}".encode()), (b"content-type", b"application/json")]
    scope = {
        "type": "http", "method": "POST", "path": f"/{KEYS.token}/api/correct", "raw_path": b"", "query_string": b"", "headers": headers,
        "server": ("127.0.0.1", KEYS.port), "client": ("127.0.0.1", 1), "scheme": "http", "http_version": "1.1", "root_path": "", "asgi": {"version": "3.0"},
    }  # fmt: skip
    import asyncio  # noqa: PLC0415 (only here)

    asyncio.run(make_app(OpenResult(session), KEYS)(scope, receive, send))

    assert sent[0]["status"] == 413
    assert asked < 5


def test_two_studios_on_one_result_lose_nothing(folder):
    """Each is told things at the same time as the other, from threads of its own."""
    sessions = [StudioSession(folder, folder) for _ in range(2)]
    for each in sessions:
        each.open_here()
    before = len(CorrectionLog.of_folder(folder).entries), len(LessonLog.of_folder(folder).entries)
    url = sessions[0].site.entries[0].url

    def click(number: int) -> None:
        for turn in range(10):
            sessions[number].correct(Correction(url, (1 + 100 * number + turn,), "not content"))
            sessions[number].teach(LessonEntry(url, f"field {number} {turn}", text="Lantern"))

    threads = [threading.Thread(target=click, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for each in sessions:
        each.close()

    corrections, lessons = CorrectionLog.of_folder(folder).entries, LessonLog.of_folder(folder).entries
    assert len(corrections) - before[0] == len(lessons) - before[1] == 20
    assert {each.paths[0] for each in corrections if each} >= {1 + 100 * number + turn for number in range(2) for turn in range(10)}
    assert {each.name for each in lessons if each} >= {f"field {number} {turn}" for number in range(2) for turn in range(10)}
