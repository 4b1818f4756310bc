import pytest

from sitelode.errors import SettingError
from sitelode_lab.trees.tag_selection import DEFAULT_SELECTION, TagSelection, Treatment


@pytest.mark.parametrize(
    ("tags", "treatment"),
    [
        pytest.param("table tr td ul li div p h1 img form hr blockquote title", Treatment.KEEP, id="the thesis keeps"),
        pytest.param("a span b i em strong q pre ins font bdo", Treatment.IGNORE, id="the thesis ignores"),
        pytest.param("script noscript style meta link base br del address param map area", Treatment.REMOVE, id="the thesis removes"),
        pytest.param("article section main nav aside header footer figure svg video", Treatment.KEEP, id="HTML5 blocks are kept"),
        pytest.param("time mark bdi ruby rt output my-element", Treatment.IGNORE, id="HTML5 inline and custom elements are ignored"),
        pytest.param("template source track wbr", Treatment.REMOVE, id="what HTML5 does not show is removed"),
    ],
)
def test_default(tags, treatment):
    assert {DEFAULT_SELECTION.treatment(tag) for tag in tags.split()} == {treatment}


def test_a_selection_is_saved_and_read_again():
    changed = DEFAULT_SELECTION.changed({"b": Treatment.KEEP, "img": Treatment.REMOVE, "br": Treatment.IGNORE})

    assert TagSelection.from_json(changed.to_json()) == changed
    assert [changed.treatment(tag) for tag in ("b", "img", "br", "div")] == [
        Treatment.KEEP,
        Treatment.REMOVE,
        Treatment.IGNORE,
        Treatment.KEEP,
    ]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"keep": "div", "remove": []}', '{"keep": [1], "remove": []}'])
def test_what_is_no_selection_says_how_one_looks(text):
    with pytest.raises(SettingError, match="it looks like"):
        TagSelection.from_json(text)
