"""The studio in a real Chromium: the main flows, keys, sizes, and pages that try to get out of their frame."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from browser_window import frame_of, wait_until, window
from running_studio import served

from sitelode.model import Fetched
from sitelode.output.result import write_result
from sitelode.pipeline import mine
from sitelode.studio import frame_routes
from sitelode.studio.session import StudioSession
from sitelode.text_rules.text_sources import read_texts
from sitelode_lab.studio.views.curves import CURVES

try:
    from playwright.sync_api import expect

    expect.set_options(timeout=60_000)  # code may be compiled for the first time
except ImportError:  # the fixture `browser` says so, and skips or fails
    expect = None

SCREENS = [
    "articles", "tables/page", "site", "page", "research/layouts", "research/template/0", "research/compare", "research/curves/0",
    "research/ranks", "research/alike?like=1", "research/classes", "research/rules", "watch",
]  # fmt: skip


@pytest.mark.parametrize(("width", "scheme"), [(900, "dark"), pytest.param(1400, "light", marks=pytest.mark.nightly)])
def test_every_screen_fits_and_has_its_own_address(browser, studio, width, scheme):
    with window(browser, studio, viewport={"width": width, "height": 720}, color_scheme=scheme) as page:
        page.goto(page.base)
        for screen in SCREENS:
            page.goto(page.base + screen)
            page.locator("main > .screen").wait_for()
            name = screen.split("/", maxsplit=1)[0]
            expect(page.locator(f"nav.screens a[data-screen={name}]")).to_have_attribute("aria-current", "page")
            # Once it is drawn, which a busy machine takes its time for, nothing is wider than the window, and no screen scrolls as a whole.
            wait_until(page, "() => document.documentElement.scrollWidth <= innerWidth")
            wait_until(page, "() => document.documentElement.scrollHeight <= innerHeight")
            assert f"/{name}" in page.url


def test_from_cards_over_the_template_to_an_article(browser, studio):
    with window(browser, studio) as page:
        page.goto(page.base + "research/layouts")
        expect(page.locator("a.card")).to_have_count(8)
        page.locator(".card img").first.evaluate("image => image.decode()")
        page.locator("a.card").first.click()
        expect(page.locator("h1", has_text="Layout 0")).to_be_visible()
        expect(frame_of(page).locator("a.s9, a.s10").nth(3)).to_be_attached()
        page.locator(".chip", has_text="leaf-difference").click()
        expect(page.locator(".chip", has_text="leaf-difference")).to_contain_text("%")
        page.wait_for_url("**voices=consensus%2Cleaf-difference*")
        page.locator(".column .row").nth(2).click()
        page.get_by_text("Article ›").click()
        expect(page.locator("article.article h1")).not_to_be_empty()
        page.go_back()
        expect(page.locator("h1", has_text="Layout 0")).to_be_visible()


def test_the_slider_groups_pages_anew(browser, studio):
    with window(browser, studio) as page:
        page.goto(page.base + "research/layouts")
        expect(page.locator(".facts")).to_contain_text("8 layouts")
        page.locator("input[type=range]").fill("0.95")
        expect(page.locator(".facts")).not_to_contain_text("8 layouts")
        page.wait_for_url("**threshold=0.95*")
        page.get_by_role("button", name="As mined").click()
        expect(page.locator(".facts")).to_contain_text("8 layouts")


def test_a_tag_that_no_longer_counts_changes_both_trees_at_once(browser, studio):
    with window(browser, studio) as page:
        page.goto(page.base + "research/compare")
        expect(page.locator(".facts")).to_contain_text("similarity")
        size = page.locator(".tree .extent").first.bounding_box()["height"]
        expect(page.locator(".tree .row.common").nth(10)).to_be_attached()
        page.get_by_label("keep li", exact=True).uncheck()
        page.wait_for_url("**tag.li=ignore*")
        wait_until(page, "before => document.querySelector('.tree .extent').offsetHeight < before", size)
        expect(page.get_by_label("keep li", exact=True)).to_be_focused()
        page.locator(".tree .row.common").nth(5).hover()
        expect(page.locator(".tree .row.partner")).to_have_count(2)


def test_regions_point_into_the_page_without_loading_it_again(browser, studio):
    with window(browser, studio) as page:
        page.goto(page.base + "page?tab=regions")
        page.locator(".role.body").first.wait_for()
        frame_of(page).locator("a.body").first.wait_for()
        loads = []
        page.on("request", lambda request: loads.append(request.url) if "/page/" in request.url and "view=" in request.url else None)
        row = page.locator(".row", has_text="body with probability").filter(has=page.locator(".role.body")).first
        row.hover()
        expect(frame_of(page).locator(":target")).to_have_count(1)
        assert not loads


def test_the_record_under_the_mouse_is_outlined_in_the_page(browser, studio):
    with window(browser, studio) as page:
        page.goto(page.base + "tables/page")
        frame_of(page)
        page.locator("tbody tr").nth(3).hover()
        target = frame_of(page).locator(":target")
        expect(target).to_have_count(1)
        cells = page.locator("tbody tr").nth(3).locator("td").all_inner_texts()
        assert any(len(cell) > 12 and cell.rstrip("…") in target.inner_text() for cell in cells)
        page.keyboard.press("j")
        expect(frame_of(page).locator("#r4:target")).to_have_count(1)


def test_curves_are_drawn(browser, studio):
    with window(browser, studio) as page:
        page.goto(page.base + "research/curves/0")
        expect(page.locator("figure.curve img")).to_have_count(len(CURVES))
        assert page.locator("figure.curve img").first.evaluate("async image => { await image.decode(); return image.naturalWidth }") > 100


def test_a_click_corrects_keys_say_what_and_one_click_undoes(browser, own_session):
    with served(own_session) as keys, window(browser, keys) as page:
        page.goto(page.base + "page/5")
        frame = frame_of(page)
        body = frame.locator("p a.body").first
        words = body.inner_text()[:30]
        expect(page.locator("article.article .body")).to_contain_text(words)
        body.click()
        expect(page.locator(".picker")).to_contain_text(words)
        page.keyboard.press("n")
        expect(page.locator(".picker .effect")).to_contain_text("of 24 pages")
        expect(page.locator(".picker .example")).to_have_count(5)
        expect(page.locator(".picker del").first).to_be_visible()
        expect(page.locator("article.article .body")).to_contain_text(words)  # nothing has changed yet
        page.keyboard.press("Enter")
        expect(page.locator(".picker")).to_be_hidden()
        expect(page.locator("article.article .body")).not_to_contain_text(words)
        undo = page.get_by_role("button", name="Undo (1)")
        undo.click()
        expect(page.locator("article.article .body")).to_contain_text(words)
        expect(page.locator("header").get_by_role("button", name="Undo", exact=True)).to_be_disabled()
        log = json.loads((own_session.folder / "corrections.json").read_text(encoding="utf-8"))["log"]
        assert [entry.get("role", "undo") for entry in log] == ["not content", "undo"]


SELECT = """(body, length) => {
    const range = document.createRange(), selection = window.getSelection();
    const text = body.querySelectorAll("p")[1].firstChild;
    range.setStart(text, 0);
    range.setEnd(text, length);
    selection.removeAllRanges();
    selection.addRange(range);
    body.dispatchEvent(new MouseEvent("mouseup", { bubbles: true }));
    return text.textContent.slice(0, length);
}"""


def test_a_selected_piece_of_an_article_becomes_an_example_for_rules(browser, own_session):
    with served(own_session) as keys, window(browser, keys) as page:
        page.goto(page.base + "page")
        body, form = page.locator("article.article .body"), page.locator("article.article form.another")
        expect(body).not_to_be_empty()
        form.get_by_label("Field of the selected text").fill("opening")
        form.get_by_role("button").click()
        expect(form.get_by_role("status")).to_contain_text("Select a piece")
        words = body.evaluate(SELECT, 12)
        form.get_by_role("button").click()
        expect(form.get_by_role("status")).to_contain_text("Learn rules from them")
        (example,) = read_texts(own_session.folder / "rules.examples.jsonl")
        assert [(mark.field, example.value(mark)) for mark in example.marks] == [("opening", words)]


def test_pages_alike_follow_what_is_marked(browser, studio):
    with window(browser, studio) as page:
        page.goto(page.base + "research/alike")
        expect(page.locator(".alike")).to_contain_text("Choose one or two pages")
        page.get_by_label("Find a page you want more of").fill("rovers go up")
        page.get_by_role("option").first.click()
        expect(page.locator(".marked li")).to_contain_text(["Rovers go up"])
        lines = page.locator(".alike li")
        lines.first.wait_for()
        others, best = lines.count(), lines.first.locator("a").inner_text()
        assert "/2031/" in lines.first.get_by_role("button", name="Not like this").get_attribute(
            "aria-label"
        )  # an article, as the example is
        lines.first.get_by_role("button", name="Not like this").click()
        expect(page.locator(".marked li.unlike")).to_contain_text([best])
        expect(lines).to_have_count(others - 1)
        page.wait_for_url("**unlike=*")
        page.reload()
        expect(page.locator(".marked li")).to_have_count(2)
        page.locator(".marked li.unlike").get_by_role("button").click()
        expect(lines).to_have_count(others)


def test_keys_reach_every_screen(browser, studio):
    with window(browser, studio) as page:
        page.goto(page.base + "research/layouts")
        page.locator("a.card").first.wait_for()
        for key, name in enumerate(["articles", "tables", "site", "page", "watch", "research"], start=1):
            page.keyboard.press(str(key))
            expect(page.locator(f"nav.screens a[data-screen={name}]")).to_have_attribute("aria-current", "page")
        page.keyboard.press("?")
        expect(page.locator("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        page.goto(page.base + "research/template/0")
        page.locator(".column .row").first.wait_for()
        page.keyboard.press("/")
        expect(page.locator("input[type=search]")).to_be_focused()
        page.keyboard.type("walrus")
        expect(page.locator(".cluster-columns > .column").first.locator(".row")).to_have_count(1)


def test_the_theme_can_be_chosen(browser, studio):
    with window(browser, studio, color_scheme="light") as page:
        page.goto(page.base + "page")
        frame_of(page)
        button = page.get_by_label("Theme")
        button.click()
        button.click()
        expect(page.locator("body")).to_have_css("color-scheme", "dark")
        expect(frame_of(page).locator("html")).to_have_attribute("style", "color-scheme:dark")
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_ten_thousand_pages_stay_few_elements(browser, studio):
    def answer(route):
        query = dict(pair.split("=") for pair in route.request.url.split("?")[1].split("&"))
        start, count = int(query["start"]), int(query["count"])
        pages = [
            {"page": 1, "url": f"https://a.example/{n}", "cluster": 0, "kind": "", "title": "", "article": None}
            for n in range(start, start + count)
        ]
        route.fulfill(json={"total": 10_000, "start": start, "pages": pages})

    with window(browser, studio) as page:
        page.route("**/api/pages?*", answer)
        page.goto(page.base + "research/template/0")
        pages = page.locator(".cluster-columns > .column").first
        expect(pages.locator(".row").first).to_contain_text("/0")
        pages.locator(".virtual").evaluate("list => { list.scrollTop = list.scrollHeight }")
        expect(pages.locator(".row", has_text="/9999").first).to_be_visible()
        assert pages.locator(".row").count() < 60


def test_a_source_is_mined_while_one_watches(browser, tmp_path):
    words = "The harbour was quiet and the ferry late, said the keeper of the light, who had seen it all before. "
    pages = "".join(
        json.dumps(
            {"url": f"https://made.example/{n}", "html": f"<title>Story {n}</title><h1>Story {n}</h1><p>{f'Story {n}: ' + words * 3}"}
        )
        + "\n"
        for n in range(12)
    )
    (tmp_path / "site.jsonl").write_text(pages, encoding="utf-8")
    session = StudioSession(tmp_path / "site.jsonl", tmp_path / "out")
    with served(session) as keys, window(browser, keys) as page:
        page.goto(page.base + "research/layouts")
        expect(page.locator(".opening")).to_contain_text("Opening")
        session.start()
        expect(page.locator("a.card").first).to_contain_text("12 pages")
        expect(page.locator("footer")).to_contain_text("12 articles, 12 pages, 1 layout")
    session.close()
    assert (tmp_path / "out" / "articles.jsonl").is_file()


class Listener(BaseHTTPRequestHandler):
    """Whoever asks here got out."""

    def do_GET(self):
        self.server.asked.append(self.path)
        self.send_response(200)
        self.end_headers()

    do_POST = do_HEAD = do_OPTIONS = do_GET  # noqa: N815 (the library's names)

    def log_message(self, *_):
        pass


@pytest.fixture
def outside():
    with ThreadingHTTPServer(("127.0.0.1", 0), Listener) as server:
        server.asked = []
        server.address = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def hostile(address, number):
    """A page that tries everything it can think of to act, load, navigate or get out."""
    return f"""<!doctype html><html><head><title>Hostile {number}</title><meta http-equiv=refresh content="0;url={address}/refresh"><base href="{address}/base/" target=_top>
    <link rel=stylesheet href="{address}/style.css"><link rel=prefetch href="{address}/prefetch"><link rel=preload as=image href="{address}/preload"><link rel=dns-prefetch href="{address}">
    <style>@import url({address}/import.css); body {{ background: url({address}/background) }} @font-face {{ font-family: x; src: url({address}/font) }} p {{ font-family: x }}</style>
    <script>fetch("{address}/script"); top.location = "{address}/top"; parent.document.title = "stolen"; alert(1)</script><script src="{address}/script.js"></script></head>
    <body onload="fetch('{address}/onload')" style="background:url({address}/inline)"><h1>Hostile page {number}</h1>
    <img src="{address}/image" srcset="{address}/srcset 2x" onerror="fetch('{address}/onerror')"><picture><source srcset="{address}/source"><img src="{address}/picture"></picture>
    <iframe src="{address}/frame"></iframe><iframe srcdoc="<script>fetch('{address}/srcdoc')</script>"></iframe><object data="{address}/object"></object><embed src="{address}/embed">
    <video src="{address}/video" poster="{address}/poster" autoplay></video><audio src="{address}/audio" autoplay></audio><svg onload="fetch('{address}/svg')"><image href="{address}/svg-image"/><use href="{address}/use#x"/></svg>
    <form id=f action="{address}/form" method=post target=_top><input name=a value=b autofocus onfocus="this.form.submit()"><button>Send</button></form><script>document.forms.f.submit()</script>
    <a class=trap href="{address}/link" target=_top ping="{address}/ping">Click this link {number}</a> <a class=trap href="javascript:fetch('{address}/javascript')">And this one {number}</a>
    <p id=g0 class="s10">A long paragraph of text number {number} that says nothing much, but says it at length, so that somebody reads the page and clicks on it to see what happens.</p>
    <input type=image src="{address}/button"><table background="{address}/table"><tr><td background="{address}/cell">cell {number}</table><math><mtext><img src="{address}/math"></mtext></math>
    <details open ontoggle="fetch('{address}/toggle')"><summary>More</summary></details><marquee onstart="fetch('{address}/marquee')">moving</marquee><template><img src="{address}/template"></template></body></html>"""


@pytest.fixture
def hostile_session(outside, tmp_path):
    pages = (Fetched(f"https://hostile.example/{n}", hostile(outside.address, n).encode(), origin=str(n)) for n in range(3))
    write_result(mine(pages, folder=tmp_path / "mined"), tmp_path / "mined")
    session = StudioSession(tmp_path / "mined", tmp_path / "mined")
    session.start().result()
    yield session
    session.close()


def try_everything(page):
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    for screen in ("articles", "page/1", "research/template/0", "tables/page/1"):
        page.goto(page.base + screen)
        if screen == "articles":
            page.locator("article.article").wait_for()
            continue
        frame = frame_of(page)
        for words in ("Click this link", "And this one", "A long paragraph"):
            target = frame.get_by_text(words).first
            if target.count():
                target.click()
        page.wait_for_timeout(300)
        assert page.url.startswith(page.base), "the window was led away"
        assert "Sitelode studio" in page.title()
    assert not dialogs


def test_the_hostile_page_is_hostile(browser, outside):
    """Without a studio around it, it does what it tries to."""
    context = browser.new_context()
    page = context.new_page()
    page.on("dialog", lambda dialog: dialog.dismiss())
    page.set_content(hostile(outside.address, 1), wait_until="commit")
    page.wait_for_timeout(500)
    context.close()

    assert {"/script", "/top"} & set(outside.asked)


def test_a_hostile_page_reaches_nobody(browser, hostile_session, outside):
    with served(hostile_session) as keys, window(browser, keys) as page:
        try_everything(page)

    assert outside.asked == []


def test_the_frame_holds_even_a_page_that_was_not_cleaned(browser, hostile_session, outside, monkeypatch):
    """What the sandbox and the policies are worth by themselves, were the writer of clean pages to fail."""
    monkeypatch.setattr(frame_routes, "frame_html", lambda *_: hostile(outside.address, 1))
    context = browser.new_context(viewport={"width": 1300, "height": 800})
    with served(hostile_session) as keys:
        page = context.new_page()
        page.base = keys.address
        page.goto(page.base + "page/1")
        page.wait_for_timeout(800)
        assert page.url.startswith(page.base)
        assert "Sitelode studio" in page.title()
        frame = page.frames[1]
        assert frame.evaluate("1 + 1") == 2, "the driver can still look inside"
        for trap in frame.locator("a.trap").all():
            trap.click(timeout=3_000)
            page.wait_for_timeout(200)
            assert page.url.startswith(page.base)
    context.close()
    assert outside.asked == []
