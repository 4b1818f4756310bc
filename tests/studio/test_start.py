"""The opened: nothing open, a source mined, files dropped, results remembered."""

import json
import time

import pytest
from conftest import EXAMPLE
from running_studio import AppClient

from sitelode.errors import SettingError
from sitelode.studio.access import Keys
from sitelode.studio.app import make_app
from sitelode.studio.open_result import OpenResult, RecentResults

KEYS = Keys(4323)
PAGE = "<title>Story {0}</title><h1>Story {0}</h1><p>Story {0}: the harbour was quiet and the ferry late, said the keeper of the light, who had seen it."


@pytest.fixture
def opened(tmp_path):
    opened = OpenResult(recent=RecentResults(tmp_path / "state" / "recent.json"), results=tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def app(opened):
    return AppClient(make_app(opened, KEYS), f"http://{KEYS.hosts[0]}")


def change(app, path, **given):
    return app.post(f"/{KEYS.token}/api/{path}", headers={"Origin": app.base_url}, **given)


def wait_for(opened, state):
    for _ in range(600):
        if opened.state["state"] == state:
            return
        assert opened.state["state"] != "failed" or state == "failed", opened.state
        time.sleep(0.1)
    raise AssertionError(opened.state)


def test_nothing_is_open_at_first(app):
    assert app.get(f"/{KEYS.token}/api/state").json() == {"state": "start"}
    assert app.get(f"/{KEYS.token}/api/articles").status_code == 503
    assert app.get(f"/{KEYS.token}/api/start").json()["recent"] == []


def test_a_folder_is_mined_remembered_and_opened_again(app, opened, tmp_path):
    answer = change(app, "open", json={"source": str(EXAMPLE), "max_pages": 5})
    assert answer.status_code == 200, answer.text
    wait_for(opened, "ready")
    assert app.get(f"/{KEYS.token}/api/articles").json()["total"] == 54
    assert (tmp_path / "mined-site" / "articles.jsonl").is_file()

    assert change(app, "leave", json={}).json() == {"state": "start"}
    (recent,) = app.get(f"/{KEYS.token}/api/start").json()["recent"]
    assert (recent["articles"], recent["pages"]) == (54, 90)
    change(app, "open", json={"source": recent["folder"]})
    wait_for(opened, "ready")


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"source": ""}, "give the address"),
        ({"source": "/no/such/place"}, "there is no file or folder"),
        ({"source": "a\0b"}, "give the address"),
        ({"source": ".", "max_pages": -1}, "a crawl asks for"),
        ({"source": ".", "favor": "speed"}, "precision or recall"),
        ({}, "say what to open"),
        ({"source": "http://["}, "not the address of a site"),
        ({"source": "/\ud800"}, "there is no file or folder /?"),
        ({"source": ".", "folder": {"a": 1}}, "another folder"),
        ({"source": ".", "folder": "a\0b"}, "another folder"),
        ({"source": ".", "folder": "x" * 50_000}, "another folder"),
    ],
)
def test_what_cannot_be_opened_is_one_clear_line(app, given, problem):
    headers = {"Origin": app.base_url, "Content-Type": "application/json"}
    answer = app.post(f"/{KEYS.token}/api/open", content=json.dumps(given).encode(), headers=headers)

    assert answer.status_code == 400
    assert problem in answer.json()["problem"]


def test_a_dropped_folder_stays_in_its_own_place(app, opened):
    for number in range(4):
        name = f"../../saved/{number}.html"
        headers = {"Origin": app.base_url, "Content-Type": "application/octet-stream"}
        answer = app.post(f"/{KEYS.token}/api/drop?name={name}", content=PAGE.format(number).encode(), headers=headers)
        assert answer.status_code == 200, answer.text
        path = answer.json()["path"]
        assert path.endswith(f"/saved/{number}.html")
        assert ".." not in path
    change(app, "open", json={"source": path.rsplit("/", 1)[0]})
    wait_for(opened, "ready")
    assert app.get(f"/{KEYS.token}/api/state").json()["pages"] == 4


def test_a_file_dropped_below_a_file_is_refused_in_one_line(app):
    headers = {"Origin": app.base_url, "Content-Type": "application/octet-stream"}
    dropped = [app.post(f"/{KEYS.token}/api/drop?name={name}", content=b"x", headers=headers) for name in ("a.html", "a.html/b.html")]
    assert [answer.status_code for answer in dropped] == [200, 400]
    assert "there is no room for b.html" in dropped[1].json()["problem"]


def test_a_drop_from_elsewhere_is_refused(app):
    for headers in (
        {"Content-Type": "application/octet-stream"},
        {"Origin": "http://evil.example", "Content-Type": "application/octet-stream"},
    ):
        assert app.post(f"/{KEYS.token}/api/drop?name=a.html", content=b"x", headers=headers).status_code == 403
    plain = {"Origin": app.base_url, "Content-Type": "text/plain"}
    assert app.post(f"/{KEYS.token}/api/drop?name=a.html", content=b"x", headers=plain).status_code == 403
    assert change(app, "drop?name=..", content=b"x").status_code == 403


def test_mining_can_be_stopped(app, opened, tmp_path):
    change(app, "open", json={"source": str(EXAMPLE), "folder": str(tmp_path / "stopped")})
    assert change(app, "leave", json={}).json() == {"state": "start"}
    assert opened.state == {"state": "start"}
    with pytest.raises(SettingError, match="needs a name"):
        opened.place_for("../..")


def test_a_damaged_list_of_results_counts_as_empty(tmp_path):
    (tmp_path / "recent.json").write_text('{"results": [1, {"folder": 3}]', encoding="utf-8")

    assert RecentResults(tmp_path / "recent.json").results() == []
