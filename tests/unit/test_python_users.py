"""What people who come from pandas and notebooks try first."""

import copy
import pickle
import subprocess
import sys
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest
from real_libraries import real_library

import sitelode
from sitelode.errors import MissingExtraError, NoPagesError, NotHtmlError, SourceNotFoundError
from sitelode.plugs.documents import NEAR

ROOT = Path(__file__).parents[2]
SITE = ROOT / "examples" / "site"
HTML = "<title>Trip {0}</title><h1>Trip {0}</h1><p>The ferry number {0} left at nine with {0} people.</p><p>It came back at ten, and {0} were wet.</p>"
PAGES = [(f"https://ferry.example/{number}", HTML.format(number)) for number in range(6)]


@pytest.fixture(scope="module")
def mined():
    return sitelode.mine(ROOT / "examples" / "site")


def test_articles_are_a_sequence(mined):
    articles = mined.articles
    listed = list(articles)

    assert len(articles) == len(listed) == 54
    assert (articles[0], articles[-1], articles[53]) == (listed[0], listed[-1], listed[53])
    assert list(articles[2:5]) == listed[2:5]
    assert list(articles[::-1][:2]) == [listed[-1], listed[-2]]
    assert articles[5:7][1] == listed[6]
    assert listed[7] in articles
    with pytest.raises(IndexError):
        _ = articles[54]


@pytest.mark.parametrize("room", [10**6, 250, 0])
def test_a_list_of_articles_is_the_same_whether_they_are_kept_or_not(monkeypatch, room):
    monkeypatch.setattr("sitelode.articles.article_sequence.KEPT_CHARACTERS", room)
    articles = sitelode.mine(PAGES).articles
    every = [*iter(sitelode.mine(PAGES).articles)]

    assert list(articles) == every
    assert [articles[place] for place in range(-6, 6)] == [*every, *every]


def test_a_list_of_articles_reads_every_page_once(monkeypatch):
    mined = sitelode.mine(PAGES)
    read, places = mined.reader.read, []
    monkeypatch.setattr(type(mined.reader), "read", lambda _, place: places.append(place) or read(place))

    assert len(list(mined.articles)) == len(places) == len(PAGES)


def test_an_article_over_several_pages_is_the_same_by_its_index(mined):
    place, joined = next((place, each) for place, each in enumerate(mined.articles) if each.pages)

    assert mined.articles[place] == joined


def test_only_as_many_pages_are_read_as_are_needed():
    read = []
    mined = sitelode.mine(PAGES, progress=lambda stage, done, _: read.append(done) if stage == "articles" else None)
    _ = mined.articles[1]

    assert mined.articles
    assert max(read) <= 2 < len(PAGES)


def test_filters_count_for_the_sequence():
    mined = sitelode.mine(PAGES, settings=sitelode.MineSettings(only=("/3",)))

    assert [each.title for each in mined.articles] == ["Trip 3"]
    assert (len(mined.articles), mined.articles[0].title) == (1, "Trip 3")


def test_settings_are_given_by_name():
    settings = sitelode.MineSettings(only=("/3",))

    assert sitelode.mine(PAGES, settings=settings, markdown=True).settings == sitelode.MineSettings(only=("/3",), markdown=True)
    with pytest.raises(TypeError, match="no setting 'mardown'; did you mean 'markdown'"):
        sitelode.mine(PAGES, mardown=True)
    with pytest.raises(TypeError, match="no setting 'xyz'; there are limits, markdown"):
        sitelode.mine(PAGES, xyz=True)


def test_what_is_printed_is_short(mined):
    assert repr(mined) == "MinedSite(54 articles, 1 list, 0 detail tables from 90 pages)"
    assert (len(mined), mined.records) == (54, mined.lists)
    assert repr(mined.articles) == "<articles of a site of 90 pages, read as they are asked for>"
    assert repr(mined.articles[3:5]) == "<2 articles>"
    assert len(repr(mined.articles[0])) < 200
    page = sitelode.parse(HTML.format(1), "https://ferry.example/1")
    for each in (mined.wrapper(), mined.lists[0], page, *sitelode.find_lists(mined.site.pages()[0]), sitelode.find_fields([page, page])):
        assert len(repr(each)) < 120
    assert "characters)" in repr(mined.articles[0])


def test_a_notebook_shows_tables_and_escapes_them(mined):
    shown = mined._repr_html_()
    assert shown.count("<tr>") == 11 + 8  # the first articles, and the layouts
    assert "<svg" in shown
    assert "<title>3 other pages</title>" in mined.plot().svg
    assert mined.plot()._repr_svg_() == mined.plot().svg
    assert len(repr(mined.plot())) < 60
    assert mined.articles[:2]._repr_html_().count("<tr>") == 3
    assert mined.articles[:50]._repr_html_().count("<tr>") == 11
    assert "the first of 50 articles" in mined.articles[:50]._repr_html_()
    assert "&lt;b&gt;" in sitelode.Article("u", "<b>", "", "", "", 0, 0.5, "")._repr_html_()


def test_tables(mined):
    frame, table = mined.to_pandas(), mined.to_arrow()

    assert frame.shape[0] == table.num_rows == 54
    assert list(frame.columns) == table.column_names
    assert frame["title"][0] == table["title"][0].as_py() == mined.articles[0].title
    assert pa.types.is_list(table.schema.field("tags").type)
    assert mined.articles[:3].to_pandas().shape[0] == 3
    assert mined.articles[:2].to_dicts() == [article.to_dict() for article in mined.articles[:2]]


def test_tables_have_moments_beside_the_text_of_dates(mined):
    frame, table = mined.articles[:3].to_pandas(), mined.articles[:3].to_arrow()

    assert [str(moment) for moment in frame["published_at"][:2]] == ["2031-03-15 00:00:00+00:00", "2031-03-05 18:10:00+00:00"]
    assert table["published_at"].to_pylist()[1] == mined.articles[1].published_at
    assert frame["modified_at"].isna().all()
    assert str(mined.articles[:0].to_pandas()["published_at"].dtype).startswith("datetime64")


def test_polars(mined):
    polars = real_library("polars", "polars")

    assert isinstance(mined.articles[:3].to_polars(), polars.DataFrame)
    assert len(sitelode.mine(polars.DataFrame({"url": [url for url, _ in PAGES], "html": [html for _, html in PAGES]})).articles) == 6


def test_a_missing_extra_is_named(mined, monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(MissingExtraError, match="polars"):
        mined.to_polars()


@pytest.mark.parametrize(
    "given",
    [
        PAGES,
        iter(PAGES),
        [(url, html.encode()) for url, html in PAGES],
        [{"url": url, "html": html} for url, html in PAGES],
        [sitelode.Fetched(url, html.encode()) for url, html in PAGES],
        pd.DataFrame(PAGES, columns=["url", "html"]),
        pa.table({"url": [url for url, _ in PAGES], "html": [html for _, html in PAGES]}),
    ],
    ids=["pairs", "iterator", "bytes", "dictionaries", "fetched", "pandas", "arrow"],
)
def test_pages_in_any_form(given):
    assert [article.title for article in sitelode.mine(given).articles] == [f"Trip {number}" for number in range(6)]


def test_a_row_without_html_is_left_out():
    mined = sitelode.mine(pd.DataFrame([*PAGES, ("https://ferry.example/x", None)], columns=["url", "html"]))

    assert mined.dropped == {"empty": 1}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (5, "cannot mine int"),
        (b"<html>", "cannot mine bytes"),
        ({"url": "x"}, "cannot mine dict"),
        (["a.html"], "cannot take str for a page"),
        ([("u",)], "cannot take tuple for a page"),
        ([{"url": "u"}], "'url' and 'html'"),
        ([(1, "x")], "an address is str, not int"),
        ([("u", 5)], "the HTML of u is int"),
        (pd.DataFrame({"a": [1]}), "no column url and no column html, only a"),
    ],
)
def test_wrong_arguments_get_a_clear_type_error(given, words):
    with pytest.raises(TypeError, match=words):
        sitelode.mine(given)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: sitelode.mine(PAGES, settings={"markdown": True}), "settings must be MineSettings, not dict"),
        (lambda: sitelode.mine(PAGES, folder=5), "folder must be str or Path, not int"),
        (lambda: sitelode.mine(PAGES, progress=5), "progress must be a function, not int"),
        (lambda: sitelode.mine_into("x", PAGES), "source must be str or Path, not list"),
        (lambda: sitelode.mine_into("x", "y", forms="csv"), "forms must be a list of names"),
        (lambda: sitelode.extract(5), "str, bytes, Fetched or Page, not int"),
        (lambda: sitelode.extract("<p>x", 5), "url must be str, not int"),
        (lambda: sitelode.find_lists(None), "not NoneType"),
        (lambda: sitelode.find_fields("<p>x"), "pages must be a list of pages, not str"),
        (lambda: sitelode.parse([]), "not list"),
        (lambda: sitelode.apply(5, "<p>x"), "site must be Wrapper"),
        (lambda: sitelode.read_wrapper(5), "path must be str or Path, not int"),
        (lambda: sitelode.PageReader(5), "site must be Wrapper"),
        (lambda: sitelode.Applier("wrapper.json"), "wrapper must be Wrapper"),
        (lambda: sitelode.MineSettings(only="/news/"), "only must be a tuple of str, not str"),
        (lambda: sitelode.MineSettings(languages=[1]), "languages must be a tuple of str, not list"),
        (lambda: sitelode.MineSettings(jobs="2"), "jobs must be int, not str"),
        (lambda: sitelode.MineSettings(captions="no"), "captions must be bool or None, not str"),
        (lambda: sitelode.MineSettings(crawl={}), "crawl must be CrawlSettings, not dict"),
        (lambda: sitelode.ParseLimits(max_bytes="1"), "max_bytes must be int, not str"),
        (lambda: sitelode.mine(PAGES).articles["Trip 1"], "an index of articles is an int or a slice, not str"),
    ],
)
def test_every_function_names_the_wrong_argument(call, words):
    with pytest.raises(TypeError, match=words):
        call()


def test_a_form_that_is_none():
    with pytest.raises(ValueError, match=r"forms may hold md, .*, not 'pdf'"):
        sitelode.mine_into("x", "y", forms=["pdf"])


def test_files_by_their_paths(tmp_path):
    for number, (_, html) in enumerate(PAGES):
        (tmp_path / f"{number}.html").write_text(html)
    articles = sitelode.mine(sorted(tmp_path.iterdir())).articles

    assert [article.title for article in articles] == [f"Trip {number}" for number in range(6)]
    assert articles[0].url == (tmp_path / "0.html").as_uri()


def test_a_wrapper_by_the_name_of_its_folder(tmp_path):
    sitelode.mine_into(tmp_path, ROOT / "examples" / "site")

    assert sitelode.read_wrapper(str(tmp_path)) == sitelode.read_wrapper(tmp_path / "wrapper.json")


def test_dates_are_datetimes_as_far_as_they_go():
    article = sitelode.Article("https://a.example/x", "T", "Some words", "en", "2031-03-15T10:00:00+00:00", 0, 0.9, "", modified="2031-03")

    assert article.published_at == datetime(2031, 3, 15, 10, tzinfo=UTC)
    assert article.modified_at is None
    assert article.hostname == "a.example"
    assert article.to_dict()["fingerprint"] == article.fingerprint


def distance(one, other):
    return (int(one, 16) ^ int(other, 16)).bit_count()


@pytest.mark.parametrize(
    "text", ["The ferry left the quay at nine. " * 3 + "Nobody saw it come back that day.", "渡船在九点钟离开码头，没有人看到它回来。" * 3]
)
def test_fingerprints_of_like_texts_are_near(text):
    def of(words):
        return sitelode.Article("u", "", words, "", "", 0, 0.0, "").fingerprint

    assert of(text) == of(text)
    assert (
        distance(of(text), of(text + " wet")) < 12 < distance(of(text), of("Quite other matter: budgets, taxes, a mayor and seven votes."))
    )
    assert of("") == ""


def test_fingerprints_of_other_texts_are_far_apart(mined):
    """Words that all texts have, such as the and of, do not make them alike."""
    found = [article.fingerprint for article in mined.articles]

    assert min(distance(one, other) for one, other in combinations(found, 2)) > NEAR


def test_threads_read_pages_and_nothing_is_printed_when_python_ends():
    example = ROOT / "examples" / "site" / "2031" / "04" / "diver-finds-lighthouse-bell.html"
    code = f"""
from concurrent.futures import ThreadPoolExecutor
import sitelode
html = open({str(example)!r}, "rb").read()
pages = [(f"https://ferry.example/{{number}}", html) for number in range(6)]
read = lambda page: sitelode.extract(page[1], url=page[0]).text
with ThreadPoolExecutor(3) as threads:
    print(list(threads.map(read, pages)) == list(map(read, pages)))
"""
    ended = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)

    assert (ended.stdout, ended.stderr) == ("True\n", "")


def test_names_are_listed_before_they_are_loaded():
    code = "import sitelode; print([n for n in dir(sitelode) if n[0] != '_'] == sorted(sitelode.__all__), sitelode.__version__); help(sitelode)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert run.stdout.startswith("True 0.")
    assert "def extract(" in run.stdout or "extract(html" in run.stdout


def test_when_a_page_was_fetched(tmp_path):
    pages = [sitelode.Fetched(url, html.encode(), fetched_at="2031-03-04T05:06:07Z") for url, html in PAGES]
    sitelode.mine(pages, folder=tmp_path)

    assert {article.fetched for article in sitelode.mine(tmp_path).articles} == {"2031-03-04T05:06:07Z"}
    assert sitelode.PageReader().read(pages[0]).fetched == "2031-03-04T05:06:07Z"


HEAD = '<link rel=license href=/cc><meta property="article:section" content="Harbour">'


def test_categories_and_licence():
    articles = sitelode.mine([(url, HEAD + html) for url, html in PAGES]).articles

    assert {(article.categories, article.licence) for article in articles} == {(("Harbour",), "https://ferry.example/cc")}


def test_a_picture_of_the_site_is_no_lead_image():
    weather, own = "<img src=/weather.png width=200>", "<img src=/boat{}.jpg width=600>"
    pages = [(url, html.replace("</h1>", "</h1>" + weather + own.format(number))) for number, (url, html) in enumerate(PAGES)]

    assert [article.lead_image for article in sitelode.mine(pages).articles] == [f"https://ferry.example/boat{n}.jpg" for n in range(6)]


def test_what_stays_in_its_process_says_so_and_is_its_own_copy(mined, tmp_path):
    for given, hint in (
        (mined, r"elsewhere with mine\(folder\)"),
        (mined.articles, r"list\(articles\)"),
        (mined.articles[:2], r"list\(articles\)"),
    ):
        with pytest.raises(TypeError, match=hint):
            pickle.dumps(given)
        assert copy.copy(given) is copy.deepcopy(given) is given
    assert pickle.loads(pickle.dumps(list(mined.articles[:2]))) == list(mined.articles[:2])
    texts = [article.text for article in sitelode.mine(PAGES, folder=tmp_path).articles]
    assert [article.text for article in sitelode.mine(tmp_path).articles] == texts, "as the hint says"


def test_all_moments_can_be_compared(mined):
    dates = [article.published_at for article in mined.articles]

    assert {len(article.date) for article in mined.articles} > {10}, "some pages say the day only"
    assert min(dates) < max(dates)


def test_nothing_floods_a_notebook(mined):
    page = sitelode.find_lists((SITE / "index.html").read_bytes())[0]
    table = sitelode.find_fields([f"<h1>{tea}</h1><dl><dt>Price<dd>{tea}.50 €</dl>" for tea in ("Assam", "Ceylon", "Keemun")])

    for part in (mined.kinds, mined.structure, mined.clusters, mined.site, mined.lists[0], page, page.table(), table):
        assert len(repr(part)) < 160
    assert repr(mined.kinds) == "SiteKinds(55 article, 32 index, 3 other)"
    assert repr(mined.clusters) == "Clusters(90 pages, 8 layouts)"
    assert repr(page.table()).startswith("RecordTable(15 records: title, link, picture, ")
    assert page._repr_html_() == page.table()._repr_html_()
    assert page._repr_html_().count("<tr>") == 11
    assert page._repr_html_().endswith("<p><small>the first of 15 rows</small></p>")
    assert "<td>Ceylon<td>Ceylon.50 €" in table._repr_html_()
    assert mined.lists[0]._repr_html_().startswith("<table><tr><th>")


def test_readings_and_what_was_written_are_short(mined, tmp_path):
    body = (SITE / "2031" / "03" / "around-gannet-head.html").read_bytes()
    readings = sitelode.apply(mined.wrapper(), body, "https://a.example/")

    assert repr(readings[0]).startswith("Reading(article of 'https://a.example/', layout 'article-2': Article('Around Gannet Head")
    assert "no layout like it" in repr(sitelode.apply(mined.wrapper(), "<p>Hello")[0])
    assert repr(sitelode.mine_into(tmp_path, SITE)) == f"Written({str(tmp_path)!r}: 54 articles from 90 pages)"
    with pytest.raises(TypeError, match="page must be Page"):
        sitelode.Applier(mined.wrapper()).read(body)
    with pytest.raises(TypeError, match=r"give its items\(\)"):
        sitelode.mine(dict(PAGES))


def test_a_name_in_the_place_of_a_page_is_told():
    for name in ("https://a.example/story", str(SITE / "index.html")):
        with pytest.raises(NotHtmlError, match="it names a page; give the page itself"):
            sitelode.extract(name)
    with pytest.raises(NotHtmlError, match="no tag"):
        sitelode.extract("Some words " * 200)
    with pytest.raises(TypeError, match=r"read_bytes\(\)"):
        sitelode.extract(SITE / "index.html")
    with pytest.raises(SourceNotFoundError, match=r"'<html><p>Hello</p>' .. is HTML.* extract\(html\).*\[\(url, html\), ..\]"):
        sitelode.mine("<html><p>Hello</p>")
    with pytest.raises(NoPagesError, match="the list of pages is empty"):
        sitelode.mine([])
