import pytest

from sitelode.html.parse import parse
from sitelode.text.segments import segments_of
from sitelode.text.skipped import hidden_rows

LONG = "<p>" + "A paragraph that everybody can read on the screen. " * 6


def read(html):
    page = parse(html.encode())
    return " ".join(" ".join(page.text(row).split()) for row in segments_of(page).rows.tolist())


@pytest.mark.parametrize(
    "tag",
    [
        'div style="display:none"',
        'div style="color: red; DISPLAY : none !important;"',
        'p style="visibility: hidden"',
        "section hidden",
        'div hidden=""',
        'span style="width:1px;display:none"',
    ],
)
def test_what_no_browser_shows_is_no_text(tag):
    name = tag.split()[0]
    assert "secret" not in read(f"{LONG}</p><{tag}>a secret <b>word</b></{name}><p>the end")
    assert read(f"{LONG}</p><{tag}>a secret</{name}><p>the end").endswith("the end")


@pytest.mark.parametrize(
    "tag",
    [
        'div style="display:block"',
        'div style="overflow:hidden"',
        'div style="--display:none-at-all"',
        'div style="opacity:0"',
        'div hidden="until-found"',
        'div aria-hidden="true"',
        'details class="hidden"',
    ],
)
def test_what_is_shown_or_can_be_found_is_text(tag):
    assert "no secret" in read(f"{LONG}</p><{tag}>no secret</{tag.split()[0]}>")


@pytest.mark.parametrize(
    "html",
    [
        pytest.param(f"<body style='display:none'>{LONG}<p>main text", id="the page until a script runs"),
        pytest.param(f"<nav>menu of the site</nav><div hidden>{LONG}<p>main text</div>", id="an article until somebody has paid"),
        pytest.param("<h1>Questions</h1>" + "<h2>One?</h2><p style='display:none'>The main text of an answer" * 9, id="answers"),
    ],
)
def test_what_is_most_of_a_page_is_shown_sooner_or_later(html):
    assert "main text" in read(html)


@pytest.mark.parametrize(("shown", "is_read"), [(50, False), (49, True)])
def test_half_of_a_page_may_be_hidden(shown, is_read):
    hidden = "".join(f"<{tag} hidden>{'x' * size}</{tag}>" for tag, size in (("div", 20), ("section", 15), ("nav", 15)))

    assert ("x" in read(f"<p>{'y' * shown}</p>{hidden}")) is is_read


def test_paragraphs_behind_a_paragraph_go_on_with_it():
    rest = "<p>One more paragraph of the text, which is there for everybody who wants to go on reading it." * 2
    assert "One more" in read(f"{LONG * 9}</p><div style='display:none'>{rest}</div><button>Read on</button>")
    assert "One more" not in read(f"{LONG * 9}</p><form></form><div style='display:none'>{rest}</div>")


@pytest.mark.parametrize(("short", "goes_on"), [(80, True), (79, False)])
def test_what_goes_on_has_two_paragraphs_of_eighty_bytes(short, goes_on):
    rest = f"<p>{'r' * 160}</p><p>{'s' * short}</p>"
    assert ("sss" in read(f"{LONG * 9}</p><div style='display:none'>{rest}</div>")) is goes_on


def test_hidden_parts_of_a_page_that_is_hidden_itself_are_no_text():
    assert read(f"<body hidden>{LONG}<div hidden>secret</div><p>the end").endswith("screen. the end")


def test_what_is_inside_a_hidden_element_counts_once():
    page = parse(f"<body>{LONG}<div hidden>seen <div hidden>by</div> nobody</div>".encode())

    assert [page.text(row) for row in hidden_rows(page).tolist()] == ["seen by nobody"]
