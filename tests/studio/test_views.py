"""What the screens are told."""

import json
import time
from pathlib import Path
from urllib.parse import quote

import pytest
from running_studio import AppClient

import sitelode_lab.studio as lab_studio
from sitelode import studio
from sitelode.articles.corrections import FILE_NAME, CorrectionLog
from sitelode.studio.access import Keys
from sitelode.studio.app import make_app
from sitelode.studio.article_lists import PageKind
from sitelode.studio.open_result import OpenResult
from sitelode.studio.session import StudioSession
from sitelode_lab.studio.views.templates import VOICES

KEYS = Keys(4322)
ARTICLE = "cable-comes-ashore"


class Studio(AppClient):
    def __init__(self, session):
        super().__init__(make_app(OpenResult(session), KEYS), f"http://{KEYS.hosts[0]}")

    def api(self, path, status=200):
        answer = self.get(f"/{KEYS.token}/api/{path}")
        assert answer.status_code == status, answer.text
        return answer.json()

    def change(self, path, data, status=200):
        answer = self.post(f"/{KEYS.token}/api/{path}", json=data, headers={"Origin": self.base_url})
        assert answer.status_code == status, answer.text
        return answer.json()

    def frame(self, page, query=""):
        return self.get(f"/{KEYS.frame_token}/page/{page}?{query}").text

    def article(self):
        return self.api(f"pages?words={ARTICLE}")["pages"][0]["page"]


@pytest.fixture(scope="module")
def app(session):
    return Studio(session)


def test_the_window_is_the_same_document_under_every_screen(app):
    answers = [
        app.get(f"/{KEYS.token}/{screen}")
        for screen in ("", "site", "clusters", "cluster/0", "compare/1/2", "page/3", "records/1", "curves/0")
    ]

    assert len({answer.text for answer in answers}) == 1
    assert '<script type="module" src=' in answers[0].text
    assert all(name in answers[0].text for name in (KEYS.token, KEYS.frame_token))


ASSETS = [Path(package.__file__).parent / "assets" for package in (studio, lab_studio)]


@pytest.mark.parametrize("name", sorted(path.relative_to(folder).as_posix() for folder in ASSETS for path in folder.rglob("*.js")))
def test_every_module_is_served_as_a_script(app, name):
    answer = app.get(f"/{KEYS.token}/assets/{name}")

    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert "innerHTML" not in answer.text, "what a site says is never read as markup"


def test_pages_come_in_windows(app):
    everything = app.api("pages?count=1000000")
    window = app.api("pages?start=10&count=5")

    assert everything["total"] == window["total"] == app.api("state")["pages"]
    assert len(everything["pages"]) <= 200
    assert window["pages"] == everything["pages"][10:15]
    assert app.api("pages?start=999999")["pages"] == []


def test_pages_are_found_by_words_of_address_or_title(app):
    found = app.api("pages?words=" + quote("CABLE wrist"))

    assert [page["url"].rsplit("/", 1)[1] for page in found["pages"]] == ["cable-comes-ashore.html"]
    assert app.api("pages?words=nowhere-at-all")["total"] == 0


def test_a_higher_threshold_makes_more_layouts(app):
    counts = [app.api(f"clusters?threshold={threshold}")["layouts"] for threshold in (0.3, 0.68, 0.9, 1.0)]
    mined = app.api("clusters")

    assert counts == sorted(counts)
    assert counts[0] < counts[-1]
    assert mined["as_mined"]
    assert sum(card["pages"] for card in mined["clusters"]) == mined["pages"]


@pytest.mark.parametrize("method", ["fast", "fine", "restricted"])
def test_layouts_by_mappings(app, method):
    found = app.api(f"clusters?method={method}")

    assert sum(card["pages"] for card in found["clusters"]) == found["pages"] == 90
    assert 3 <= found["layouts"] <= 45


def test_every_separator_has_a_say(app):
    number = app.article()
    found = app.api(f"template/{number}?voices={','.join(VOICES)}")

    assert all(len(region["said"]) == len(VOICES) and all(0 <= value <= 1 for value in region["said"]) for region in found["regions"])
    assert len({tuple(region["said"]) for region in found["regions"]}) > 3
    menu, body = (next(region for region in found["regions"] if words in region["text"]) for words in ("Outdoors", "The end of the ocean"))
    assert body["said"][0] > 0.8
    assert menu["said"][0] < 0.2
    assert body["role"] == "body"
    assert "probability" in menu["why"]


def test_a_page_is_shown_as_voices_see_it(app):
    number = app.article()
    consensus, difference = (app.frame(number, f"view=template&voices={voice}") for voice in ("consensus", "leaf-difference"))

    assert 'data-why="consensus 0.' in consensus
    assert 'data-why="leaf-difference' in difference
    assert consensus != difference


def test_two_trees_and_the_tags_that_count(app):
    pages = [page["page"] for page in app.api("pages?cluster=0&count=2")["pages"]]
    usual, without, with_links = (app.api(f"compare/{pages[0]}/{pages[1]}{query}") for query in ("", "?tag.li=ignore", "?tag.a=keep"))

    assert usual["similarity"] > 0.9
    assert without["left"]["size"] < usual["left"]["size"] < with_links["left"]["size"]
    assert {tag["tag"]: tag["treatment"] for tag in without["tags"]}["li"] == "ignore"
    assert all(usual["right"]["nodes"][partner][2] == place for place, (_, _, partner) in enumerate(usual["left"]["nodes"]) if partner >= 0)


@pytest.mark.parametrize("kind", ["alternation", "amplification", "frequencies", "entropy", "convergence"])
def test_curves_are_pictures_with_words(app, kind):
    picture = app.get(f"/{KEYS.token}/curve/{kind}/0?theme=dark")

    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert picture.text.startswith('<svg style="color-scheme:dark"')
    assert "<script" not in picture.text
    assert len(app.get(f"/{KEYS.token}/curve/{kind}/0?words=1").json()["words"]) > 40


def test_thumbnails_tell_content_from_template(app):
    picture = app.get(f"/{KEYS.token}/thumbnail/{app.article()}").text

    assert 'class="c"' in picture
    assert 'class="t"' in picture


@pytest.mark.parametrize(
    "path",
    [
        "page/99999", "cluster/999", "curves/999", "template/1?voices=nonsense", "clusters?method=nonsense", "clusters?threshold=nonsense", "compare/1/2?method=nonsense", "compare/1/2?tag.p=nonsense", "compare/1/99999",
        "region/1/999999", "records/99999",
    ],
)  # fmt: skip
def test_what_is_not_there_is_one_clear_line(app, path):
    problem = app.api(path, status=400)["problem"]

    assert len(problem) > 20
    assert "\n" not in problem


@pytest.mark.parametrize(
    "given",
    [
        {},
        [],
        7,
        {"page": 1, "row": "x", "role": "body"},
        {"page": 1, "row": 1, "role": "boss"},
        {"page": 99999, "row": 1, "role": "body"},
        {"page": 1, "row": 0, "role": "body"},
    ],
)
def test_a_correction_that_makes_no_sense_changes_nothing(app, given):
    app.change("correct", given, status=400)

    assert app.api("state")["corrections"] == 0


def wait_for_files(folder, wanted):
    for _ in range(300):
        lines = [json.loads(line) for line in (folder / "articles.jsonl").read_text(encoding="utf-8").splitlines()]
        if wanted(lines):
            return
        time.sleep(0.05)
    pytest.fail("the files were not written anew")


def test_a_correction_changes_all_pages_and_files_and_is_undone(own_session):
    app = Studio(own_session)
    number = app.article()
    before = (own_session.folder / "articles.jsonl").read_text(encoding="utf-8")
    shown = app.api(f"page/{number}")
    body = next(region for region in shown["regions"] if region["role"] == "body" and region["text"].startswith("The end of the ocean"))

    app.change("correct", {"page": number, "row": body["row"], "role": "not content"})

    assert "The end of the ocean" not in app.api(f"page/{number}")["found"].get("text", "")
    cluster = shown["cluster"]
    old = {line["url"]: line["text"] for line in map(json.loads, before.splitlines())}
    wait_for_files(
        own_session.folder,
        lambda lines: sum(line["text"] != old.get(line["url"]) for line in lines) + len(old) - len(lines) >= shown["pages_of_cluster"],
    )
    assert CorrectionLog.of_folder(own_session.folder).holding[0].url == shown["url"]
    assert own_session._rewriting.result(timeout=120) is None
    wrapper = (own_session.folder / "wrapper.json").read_text(encoding="utf-8")

    again = StudioSession(own_session.folder, own_session.folder)
    again.open_here()
    assert len(again.corrections.holding) == 1
    assert again.cluster_of(number) == cluster
    again.close()

    assert app.change("undo", {})["holding"] == 0
    wait_for_files(own_session.folder, lambda lines: {line["url"]: line["text"] for line in lines} == old)
    assert app.api(f"page/{number}")["found"]["text"] == shown["found"]["text"]
    assert own_session._rewriting.result(timeout=120) is None
    assert (own_session.folder / "wrapper.json").read_text(encoding="utf-8") != wrapper, "the wrapper obeys too"
    assert len(json.loads((own_session.folder / FILE_NAME).read_text(encoding="utf-8"))["log"]) == 2, "undoing is an entry of the log"


def test_a_whole_element_can_be_meant(own_session):
    app = Studio(own_session)
    number = app.article()
    region = next(region for region in app.api(f"page/{number}")["regions"] if region["text"].startswith("Outdoors"))
    levels = app.api(f"region/{number}/{region['row']}")["levels"]
    menu = next(level for level in levels if level["regions"] == 7)

    app.change("correct", {"page": number, "row": region["row"], "level": menu["row"], "role": "body"})

    assert all(name in app.api(f"page/{number}")["found"]["text"] for name in ("Home", "Harbour", "Archive"))


def test_a_click_in_a_frame_answers_nothing_and_tells_the_window(session):
    app, told = Studio(session), []
    session.events.tell, original = (lambda kind, **about: told.append((kind, about))), session.events.tell
    try:
        answer = app.get(f"/{KEYS.frame_token}/pick/4/17", headers={"Sec-Fetch-Site": "cross-site"})
    finally:
        session.events.tell = original

    assert answer.status_code == 204
    assert told == [("picked", {"page": 4, "row": 17})]


def test_a_source_that_is_none_fails_with_its_reason(tmp_path):
    session = StudioSession(tmp_path / "nothing", tmp_path / "out")
    session.start().result()
    state = Studio(session).api("state")
    session.close()

    assert state["state"] == "failed"
    assert "no such source" in state["why"]
    assert Studio(session).get(f"/{KEYS.token}/site").status_code == 200


def test_marked_pages_put_the_others_in_order(app):
    articles = [page["page"] for page in app.api("pages?kind=article&count=200")["pages"]]
    found = app.api(f"similar?like={articles[0]},{articles[1]}")
    best = {page["page"] for page in found["pages"][:20]}

    assert found["total"] == app.api("state")["pages"] - 2
    assert best <= set(articles)
    assert [page["probability"] for page in found["pages"]] == sorted((page["probability"] for page in found["pages"]), reverse=True)
    assert all(page["reason"] for page in found["pages"])


@pytest.mark.parametrize("query", ["", "like=", "like=999999", "like=x", "like=1&unlike=1", "like=" + ",".join(["1"] * 200)])
def test_marks_that_make_no_sense_are_one_line(app, query):
    assert "\n" not in app.api(f"similar?{query}", status=400)["problem"]


def test_pages_are_ranked_by_every_method_with_the_values_behind_it(app):
    found = app.api("ranks")
    assert {"salsa", "lamis-ln", "lamis-hr", "lamis-ln-cb-hr-tw"} <= {each["name"] for each in found["methods"]}
    assert found["ranked"][0]["kind"] == "index"
    assert found["iterations"] > 1
    for method in (each["name"] for each in found["methods"]):
        scores = [page["score"] for page in app.api(f"ranks?method={method}")["ranked"]]
        assert len(scores) == 90
        assert scores == sorted(scores, reverse=True)
    assert "no ranking is called" in app.api("ranks?method=colour", 400)["problem"]


def test_detail_pages_are_counted_as_such():
    assert PageKind("other", "why", 1.0, "detail").counted_as == "detail"
    assert PageKind("other", "why", 1.0, "form").counted_as == "other"
    assert PageKind("article", "why", 1.0, "detail").counted_as == "article"
