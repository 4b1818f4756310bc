import asyncio
import re

import httpx
import jsonschema
import pytest
from starlette.requests import Request

from sitelode.plugs import rest
from sitelode.plugs.rest import RefusedError, Service
from sitelode.plugs.site_tools import SiteTools

KEY = "a-key-that-nobody-guesses"


class Client:
    """Asks the service without a network; each question has an event loop of its own."""

    def __init__(self, folder):
        self._folder = folder
        self.app = Service(SiteTools([folder]), KEY).app()

    def ask(self, method, path, *, headers=None, **options):
        async def asked():
            app = Service(SiteTools([self._folder]), KEY).app()
            async with httpx.AsyncClient(
                transport=httpx.ASGITransport(app, raise_app_exceptions=False), base_url="http://service"
            ) as client:
                return await client.request(method, path, headers={"Authorization": f"Bearer {KEY}", **(headers or {})}, **options)

        return asyncio.run(asked())

    def get(self, path, **options):
        return self.ask("GET", path, **options)

    def post(self, path, **options):
        return self.ask("POST", path, **options)


@pytest.fixture(scope="module")
def client(lantern):
    return Client(lantern)


def test_the_description_names_every_route(client):
    described = client.get("/openapi.json", headers={"Authorization": ""}).json()
    routes = {route.path for route in client.app.routes} - {"/openapi.json"}

    assert described["openapi"].startswith("3.1")
    assert set(described["paths"]) == routes


ASKED = {
    "/v1/extract": [
        {"json": {"html": "<h1>T</h1>" + "<p>The ferry left the quay with nine people on board.</p>" * 9}},
        {"json": {"html": "<p>"}},
    ],
    "/v1/sites": [{}],
    "/v1/sites/{site}/sections": [{}],
    "/v1/sites/{site}/search": [{"params": {"q": "gannet", "most": "2"}}, {"params": {"q": "nowhere-to-be-found"}}],
    "/v1/sites/{site}/article": [{"params": {"address": "around-gannet-head.html"}}],
    "/health": [{}],
}


@pytest.mark.parametrize("path", ASKED)
def test_answers_are_as_described(client, path):
    [(method, about)] = client.get("/openapi.json").json()["paths"][path].items()
    for wishes in ASKED[path]:
        answer = client.ask(method.upper(), path.replace("{site}", "lantern"), **wishes)
        assert answer.status_code == 200
        jsonschema.validate(answer.json(), about["responses"]["200"]["content"]["application/json"]["schema"])
    for method, place in (("DELETE", path), ("GET", path + "/more")):
        answer = client.ask(method, place.replace("{site}", "lantern"))
        assert answer.status_code in (404, 405)
        assert re.fullmatch(r"[a-z ]+; /openapi.json has all routes", answer.json()["problem"])


@pytest.mark.parametrize("header", ["", "Bearer wrong", f"Basic {KEY}", KEY])
def test_without_the_key_nothing_is_answered(client, header):
    answer = client.get("/v1/sites", headers={"Authorization": header})

    assert answer.status_code == 401
    assert client.get("/health", headers={"Authorization": header}).json() == {"status": "ok"}


def test_mined_sites(client):
    assert client.get("/v1/sites").json() == ["lantern"]
    assert client.get("/v1/sites/lantern/sections").json()[0]["name"] == "Home"
    found = client.get("/v1/sites/lantern/search", params={"q": "gannet", "most": "2"}).json()
    assert client.get("/v1/sites/lantern/article", params={"address": found[0]["url"]}).json()["title"] == found[0]["title"]


def test_html_is_read(client):
    text = "".join(f"<p>The {number}th ferry left the quay with {number} people on board.</p>" for number in range(8))
    answer = client.post("/v1/extract", json={"url": "https://a.example/", "html": f"<title>T</title><h1>T</h1>{text}"})

    assert answer.status_code == 200
    assert answer.json()["markdown"].startswith("The 0th ferry")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"[", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "an object"),
        (b'{"url": 5}', "an object"),
        (b'{"url": "x", "path": "/etc"}', "nothing else"),
        (b"{}", "nothing to read"),
        (b'{"url": "file:///etc/passwd"}', "not an address"),
        (b'{"url": "http://127.0.0.1:1/"}', "private address"),
        (b'{"url": "http://169.254.169.254/latest/meta-data/"}', "private address"),
        (b'{"url": "https://a.example/", "html": "x", "site": "nowhere"}', "no mined site"),
        (b'{"html": "x", "site": "../../etc"}', "no mined site"),
        (b'{"url": "http://0x7f.1/"}', "private address"),
        (b'{"url": "http://\\ud800"}', "not an address"),
        (b'{"url": "http://' + b"a" * 100_000 + b'"}', "not an address"),
    ],
)
def test_bad_requests_get_one_line(client, body, words):
    answer = client.post("/v1/extract", content=body)

    assert answer.status_code == 400
    assert words in answer.json()["problem"]
    assert len(answer.json()["problem"]) <= 300


def test_what_cannot_be_fetched_can_be_sent(client):
    problem = client.post("/v1/extract", json={"url": "http://127.0.0.1:1/"}).json()["problem"]

    assert problem.endswith("127.0.0.1 is a private address, and allow_private is off; if you have the page, send it as html")
    assert "--" not in problem


def test_half_characters_are_no_reason_to_fail(client):
    answer = client.post(
        "/v1/extract", content=b'{"url": "https://a.example/\\udc00", "html": "<h1>T</h1><p>\\ud800 One line of text.</p>"}'
    )

    assert (answer.status_code, answer.json()["url"]) == (200, "https://a.example/")


@pytest.mark.parametrize(
    "path",
    [
        "search",
        "search?q=gannet&most=0",
        "search?q=gannet&most=-1",
        "article",
        "article?address=" + "a" * 9_000,
        "article?address=../../etc/passwd",
    ],
)
def test_bad_questions_get_one_line(client, path):
    answer = client.get(f"/v1/sites/lantern/{path}")

    assert answer.status_code == 400
    assert 10 < len(answer.json()["problem"]) <= 300


def test_a_failure_is_told(client, monkeypatch):
    monkeypatch.setattr(SiteTools, "list_sites", lambda _: 1 / 0)
    answer = client.get("/v1/sites")

    assert (answer.status_code, answer.json()) == (500, {"problem": "the service failed to answer; its log says why"})


def test_a_body_that_never_comes_is_not_waited_for(lantern, monkeypatch):
    async def silent():
        await asyncio.sleep(9)
        yield b"{}"

    monkeypatch.setattr(rest, "SECONDS_TO_SEND", 0.05)
    assert Client(lantern).post("/v1/extract", content=silent()).status_code == 408


def test_a_client_that_goes_away_is_nothing_for_the_log():
    async def gone():
        return {"type": "http.disconnect"}

    with pytest.raises(RefusedError, match="ended too early"):
        asyncio.run(rest._body(Request({"type": "http"}, gone)))


def test_a_request_that_is_too_large(client, monkeypatch):
    monkeypatch.setattr(rest, "LARGEST_BODY", 100)

    assert client.post("/v1/extract", content=b"x" * 101).status_code == 413


def test_more_at_once_than_there_is_room_for(lantern, monkeypatch):
    monkeypatch.setattr(rest, "MOST_AT_ONCE", 0)
    answer = Client(lantern).get("/v1/sites")

    assert (answer.status_code, answer.headers["retry-after"]) == (429, "5")
