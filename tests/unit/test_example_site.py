"""The bundled example site is what its generator makes, whole, and shows what its truth says."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest
from selectolax.lexbor import LexborHTMLParser

EXAMPLES = Path(__file__).parents[2] / "examples"
SITE = EXAMPLES / "site"
HOST = "https://www.pellmouth-lantern.example"
ANSWERED_BY_A_SERVER_ONLY = {"/search", "/newsletter", "/contact"}


def files_below(folder):
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def read_truth():
    return [json.loads(line) for line in (EXAMPLES / "site-truth.jsonl").read_text(encoding="utf-8").splitlines()]


def file_of(url):
    path = urlsplit(url).path.removeprefix("/")
    return path + "index.html" if path.endswith("/") or not path else path


def decoded(body):
    charset = re.search(rb'<meta charset="([^"]+)"', body)[1].decode()
    # Browsers read Shift_JIS as its Windows variant.
    return body.decode({"shift_jis": "cp932"}.get(charset, charset))


def squeezed(text):
    return re.sub(r"\s+", "", text)


@pytest.fixture(scope="module")
def committed():
    return files_below(SITE)


@pytest.fixture(scope="module")
def pages(committed):
    return {path: LexborHTMLParser(decoded(body)) for path, body in committed.items() if path.endswith(".html")}


@pytest.fixture(scope="module")
def truth():
    return read_truth()


def make_site(folder):
    command = [sys.executable, str(EXAMPLES / "make_site.py"), "--out", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_generator_gives_the_committed_bytes(tmp_path, committed):
    run = make_site(tmp_path / "again")

    assert run.returncode == 0, run.stderr
    assert files_below(tmp_path / "again") == committed
    assert (tmp_path / "again-truth.jsonl").read_bytes() == (EXAMPLES / "site-truth.jsonl").read_bytes()


def test_generator_leaves_a_folder_with_other_files_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("mine")

    run = make_site(tmp_path)

    assert run.returncode == 1
    assert "letter.txt" in run.stderr
    assert len(run.stderr.splitlines()) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


def test_size_and_variety(committed, pages, truth):
    kinds = Counter(record["kind"] for record in truth)

    assert len(pages) == 90
    assert sum(map(len, committed.values())) < 1_500_000
    assert kinds == {"report": 38, "column": 17}
    assert {record["language"] for record in truth} == {"en", "el", "ja"}
    assert len({record["author"] for record in truth}) >= 7


def test_every_page_names_its_own_address(pages):
    for path, page in pages.items():
        assert file_of(page.css_first('link[rel="canonical"]').attributes["href"]) == path
        assert page.css_first('meta[property="og:url"]').attributes["content"].startswith(HOST)
        assert page.css_first("title").text()


def test_every_link_and_picture_within_the_site_exists(committed, pages):
    for path, page in pages.items():
        targets = [node.attributes["href"] for node in page.css("a[href], link[href]")]
        targets += [node.attributes["src"] for node in page.css("img[src]")]
        targets += [node.attributes["action"] for node in page.css("form[action]")]
        inside = [target for target in targets if target.startswith(("/", HOST))]
        broken = [target for target in inside if target not in ANSWERED_BY_A_SERVER_ONLY and file_of(target) not in committed]
        assert not broken, path


def test_every_page_is_reached_from_home(pages):
    seen, waiting = set(), ["index.html"]
    while waiting:
        path = waiting.pop()
        if path in pages and path not in seen:
            seen.add(path)
            waiting += [file_of(node.attributes["href"]) for node in pages[path].css('a[href^="/"]')]

    assert seen == set(pages)


@pytest.mark.parametrize("record", read_truth(), ids=lambda record: Path(record["url"]).stem)
def test_page_shows_what_the_truth_says(record, committed):
    page = LexborHTMLParser(decoded(committed[file_of(record["url"])]))
    body = page.css_first(".story-text" if record["kind"] == "report" else ".copy")
    whole = squeezed(page.body.text())
    for noise in body.css(".ad, .read-also, .see"):
        noise.decompose()

    assert page.css_first("h1").text() == record["title"]
    assert page.css_first("html").attributes["lang"] == record["language"]
    assert squeezed(body.text()) == squeezed("".join(record["paragraphs"]))
    assert all(squeezed(text) in whole for text in [*record["noise"], record["standfirst"], record["caption"], record["author"]])


def test_texts_are_long_enough_and_never_repeat(truth):
    paragraphs = Counter(text for record in truth for text in record["paragraphs"] if len(text) > 60)
    lengths = {record["url"]: len(" ".join(record["paragraphs"]).split()) for record in truth if record["language"] != "ja"}

    assert max(paragraphs.values()) == 1
    assert min(lengths.values()) >= 200
    assert max(lengths.values()) <= 560
    assert all(len(record["paragraphs"]) >= 4 for record in truth)


def test_dates_and_metadata_of_the_two_layouts(pages, truth):
    for record in truth:
        page = pages[file_of(record["url"])]
        linked_data = page.css('script[type="application/ld+json"]')
        if record["kind"] == "report":
            described = json.loads(linked_data[0].text())
            assert (described["headline"], described["datePublished"]) == (record["title"], record["date"])
            assert page.css_first(".byline time").attributes["datetime"] == record["date"]
        else:
            assert not linked_data
            assert record["date"].startswith(page.css_first('meta[name="date"]').attributes["content"])


def test_legacy_page_is_japanese_in_shift_jis(committed, truth):
    (record,) = (record for record in truth if record["charset"] != "utf-8")
    body = committed[file_of(record["url"])]

    assert record["charset"] == "shift_jis"
    assert record["paragraphs"][0][:30].encode("shift_jis") in body
    assert body.decode("shift_jis") == body.decode("cp932")
    with pytest.raises(UnicodeDecodeError):
        body.decode("utf-8")


def test_article_of_two_pages_is_linked_both_ways(pages, truth):
    first, second = (record["url"] for record in truth if record["parts"] == 2)

    assert HOST + pages[file_of(first)].css_first('link[rel="next"]').attributes["href"] == second
    assert HOST + pages[file_of(second)].css_first('link[rel="prev"]').attributes["href"] == first


def test_files_for_programs_name_existing_pages(committed, pages):
    sitemap = ET.fromstring(committed["sitemap.xml"])
    feed = ET.fromstring(committed["feed.xml"])
    listed = {file_of(node.text) for node in sitemap.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")}

    assert listed == set(pages)
    assert {file_of(node.text) for node in feed.iter("guid")} < set(pages)
    assert f"Sitemap: {HOST}/sitemap.xml" in committed["robots.txt"].decode()


def test_volatile_parts_differ_between_pages(pages):
    classes = Counter(page.body.attributes["class"] for page in pages.values())
    dates = {page.css_first(".today").text() for page in pages.values()}

    assert max(classes.values()) == 1
    assert len(dates) == 3
