"""The calls for single pages."""

import pytest

import sitelode
from sitelode.errors import PageError, SitelodeError

SENTENCE = "<p>The ferry left at nine with {} people and came back at ten, all of them wet and none of them sorry.</p>"
HTML = f"<html><title>Trip ä</title><h1>Trip ä</h1>{''.join(SENTENCE.format(n) for n in range(4))}</html>"
URL = "https://ferry.example/7"


@pytest.mark.parametrize(
    "given",
    [HTML, HTML.encode(), sitelode.Fetched(URL, HTML.encode("latin-1"), "text/html; charset=latin-1"), sitelode.parse(HTML.encode(), URL)],
    ids=["text", "bytes", "fetched", "page"],
)
def test_a_page_in_any_form(given):
    article = sitelode.extract(given, URL, markdown=True, as_html=True)

    assert (article.url, article.title) == (URL, "Trip ä")
    assert article.text.count("none of them sorry") == article.html.count("<p>") == 4
    assert article.markdown.startswith("The ferry left")


@pytest.mark.parametrize("given", ["", b"\x89PNG\r\n\x1a\n" + bytes(100)])
def test_what_is_no_page_is_an_error_of_ours(given):
    with pytest.raises(PageError):
        sitelode.extract(given)
    assert issubclass(PageError, SitelodeError)


def test_a_page_without_lists_has_none():
    assert sitelode.find_lists("<p>One paragraph of words.") == []


def test_a_wrapper_may_be_a_file(tmp_path):
    mined = sitelode.mine(sitelode.Fetched(f"{URL}{n}", HTML.replace("Trip", f"Trip {n}").encode()) for n in range(3))
    (tmp_path / "wrapper.json").write_text(mined.wrapper().text())

    for wrapper in (tmp_path / "wrapper.json", str(tmp_path / "wrapper.json"), mined.wrapper()):
        (reading,) = sitelode.apply(wrapper, HTML, URL)
        assert reading.found.article.title == "Trip ä"
