"""Pages as token classes."""

import pytest

from sitelode.errors import SettingError
from sitelode.html.parse import parse
from sitelode_lab.iepad.token_classes import TAG_GROUPS, TranslationSettings, translate


def translated(body, **settings):
    found = translate(parse(f"<body>{body}".encode()), TranslationSettings(**settings))
    names = found.names(0, len(found)).replace("Html(", "").replace(")", " ").split()
    return " ".join(names[names.index("<body>") + 1 : names.index("</body>")]).replace("(_", "")


@pytest.mark.parametrize(
    ("body", "settings", "tokens"),
    [
        pytest.param("a<b>c</b>", {}, "Text <b> Text </b>", id="every tag"),
        pytest.param("<br><img src=x>", {}, "<br> <img>", id="void elements have no end"),
        pytest.param("<p>a<p>b", {}, "<p> Text </p> <p> Text </p>", id="end tags that authors leave out"),
        pytest.param("<p> </p> &nbsp; <p>\n</p>", {}, "<p> </p> <p> </p>", id="white space is no text"),
        pytest.param("<p>a <b>b</b> c</p>", {"dropped": ["physical"]}, "<p> Text </p>", id="texts become one"),
        pytest.param("<p>a <em>b</em> c</p>", {"dropped": ["physical"]}, "<p> Text <em> Text </em> Text </p>", id="another group stays"),
        pytest.param("<p>a <em>b</em> c</p>", {"dropped": ["logical"]}, "<p> Text </p>", id="logical"),
        pytest.param("<p><a href=x>b</a><br>c</p>", {"dropped": ["special"]}, "<p> Text </p>", id="special"),
        pytest.param("<p><a>b</a><i>c</i><em>d</em></p>", {"dropped": ["text-level"]}, "<p> Text </p>", id="all three"),
        pytest.param(
            "<i>Congo</i><i>242</i><i>-</i><i>B 52</i>",
            {"finer_text": True},
            "<i> Alph </i> <i> Num </i> <i> Punct </i> <i> Text </i>",
            id="finer classes",
        ),
        pytest.param(
            "<p>a<b>1</b></p>", {"finer_text": True, "dropped": ["physical"]}, "<p> Text </p>", id="classes that differ become any"
        ),
        pytest.param(
            "<p>Köln, Łódź</p><p>1.234,5 %</p>", {"finer_text": True}, "<p> Alph </p> <p> Num </p>", id="letters of all alphabets"
        ),
        pytest.param("<my-tag>x</my-tag>", {}, "<my-tag> Text </my-tag>", id="tags that a page invents"),
    ],
)
def test_tokens(body, settings, tokens):
    assert translated(body, **settings) == tokens


def test_groups_do_not_overlap():
    groups = [TAG_GROUPS[name] for name in ("logical", "physical", "special")]

    assert sum(map(len, groups)) == len(TAG_GROUPS["text-level"])


def test_an_unknown_group_is_named():
    with pytest.raises(SettingError, match="no such group of tags: fancy"):
        translate(parse(b"<p>x"), TranslationSettings(["fancy"]))
