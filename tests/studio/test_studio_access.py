"""Who may talk to the studio."""

import pytest
from running_studio import AppClient

from sitelode.studio.access import Keys
from sitelode.studio.app import make_app
from sitelode.studio.open_result import OpenResult

KEYS = Keys(4321)
OWN = f"http://{KEYS.hosts[0]}"
START = f"/{KEYS.token}"


@pytest.fixture
def client(session):
    return AppClient(make_app(OpenResult(session), KEYS), OWN)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:4321",
        "127.0.0.1",
        "127.0.0.1:80",
        "127.0.0.1.evil.example:4321",
        "localhost.evil.example:4321",
        "0.0.0.0:4321",
        "[::1]:4321",
        "",
    ],
)
def test_a_rebound_name_is_refused_even_with_the_token(client, host):
    answer = client.get(f"{START}/api/state", headers={"Host": host})

    assert answer.status_code == 403
    assert "pages" not in answer.text


@pytest.mark.parametrize("host", KEYS.hosts)
def test_both_names_of_this_computer_are_its_own(client, host):
    assert client.get(f"{START}/api/state", headers={"Host": host}).json()["state"] == "ready"


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/api/state",
        "/site",
        "/x/api/state",
        f"/{KEYS.token[:-1]}/api/state",
        f"/{KEYS.token}x/site",
        "/..",
        f"//{KEYS.token}/api/state",
    ],
    ids=range(8),  # a token in a name would make two test processes disagree
)
def test_nothing_is_told_without_the_token(client, path):
    answer = client.get(path)

    assert answer.status_code == 403
    assert KEYS.token not in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "https://127.0.0.1:4321"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_other_sites_are_refused_even_with_the_token(client, headers):
    assert client.get(f"{START}/api/state", headers=headers).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://evil.example"},
        {"Origin": OWN, "Content-Type": "text/plain"},
        {"Origin": OWN, "Content-Type": "application/x-www-form-urlencoded"},
    ],
)
def test_a_change_needs_an_origin_and_json(client, headers):
    assert client.post(f"{START}/api/undo", content="{}", headers=headers).status_code == 403


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_other_methods_are_refused(client, method):
    assert client.request(method, f"{START}/api/state").status_code == 403


@pytest.mark.parametrize("path", ["api/state", "api/overview", "site", "assets/app.js"])
def test_the_secret_of_frames_opens_nothing_else(client, path):
    assert client.get(f"/{KEYS.frame_token}/{path}").status_code == 404
    assert client.post(f"/{KEYS.frame_token}/api/undo", json={}, headers={"Origin": OWN}).status_code == 403


def test_every_answer_says_what_it_may_do(client):
    window, frame, refused = (client.get(path) for path in (f"{START}/site", f"/{KEYS.frame_token}/page/0", "/nothing"))

    for answer in (window, frame, refused):
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in window.headers["Content-Security-Policy"]
    assert "unsafe" not in window.headers["Content-Security-Policy"]
    assert frame.headers["Content-Security-Policy"].startswith("sandbox; ")
    assert "script" not in frame.headers["Content-Security-Policy"]


@pytest.mark.parametrize("name", ["../app.py", "..%2Fapp.py", "%2e%2e/app.py", "app.py", "index.html", "....//app.py", "app.js%00.css"])
def test_assets_are_those_of_one_folder(client, name):
    answer = client.get(f"{START}/assets/{name}")

    assert "import" not in answer.text
    assert answer.status_code in (200, 403, 404)  # 200: a path that a client shortens becomes a screen, which is the window


def test_two_runs_share_no_secret():
    assert len({Keys(1).token, Keys(1).token, Keys(1).frame_token}) == 3
    assert KEYS.token not in repr(KEYS)
