"""The file format: what is written is read again, follows the schema, and anything else is refused in one line."""

import json
from contextlib import suppress
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_wrappers import site, texts_by

from sitelode.errors import WrapperError
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.wrapper import Wrapper, read_wrapper, url_pattern, write_wrapper

SCHEMA = json.loads(files("sitelode.wrappers").joinpath("schema.json").read_text("utf-8"))
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float)}


def check(value, schema, where="wrapper"):  # noqa: C901 (one line a keyword)
    """As much of JSON Schema as our schema uses."""
    if "$ref" in schema:
        return check(value, SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]], where)
    if "const" in schema:
        assert value == schema["const"], where
    if "enum" in schema:
        assert value in schema["enum"], where
    if "type" in schema:
        assert isinstance(value, TYPES[schema["type"]]), where
    if "minimum" in schema:
        assert schema["minimum"] <= value <= schema.get("maximum", value), where
    for name in schema.get("required", ()):
        assert name in value, f"{where}.{name}"
    if isinstance(value, dict):
        for name, inner in value.items():
            check(inner, schema.get("properties", {}).get(name, schema.get("additionalProperties", {})), f"{where}.{name}")
    if isinstance(value, list):
        for inner in value:
            check(inner, schema.get("items", {}), where)
    return None


def test_a_wrapper_follows_the_schema_and_has_kilobytes():
    _, _, wrapper = site()

    check(json.loads(wrapper.text()), SCHEMA)
    assert len(wrapper.text()) < 20_000


def test_what_is_written_is_read_again_and_reads_the_same(tmp_path):
    pages, _, wrapper = site()
    write_wrapper(wrapper, tmp_path / "w.json")
    again = read_wrapper(tmp_path / "w.json")

    assert again.text() == wrapper.text()
    assert texts_by(again, pages) == texts_by(wrapper, pages)
    assert [path.name for path in tmp_path.iterdir()] == ["w.json"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        pytest.param(lambda data: data.update(format="x"), "no wrapper", id="another format"),
        pytest.param(lambda data: data.update(version=99), "version", id="a later version"),
        pytest.param(lambda data: data.pop("layouts"), "'layouts' is missing", id="nothing in it"),
        pytest.param(lambda data: data.update(layouts="x"), "damaged", id="layouts of another type"),
        pytest.param(lambda data: data["layouts"][0].update(kind="code"), "kind", id="a kind nobody knows"),
        pytest.param(lambda data: data["layouts"][0].update(sketch="zz"), r"damaged: layouts\[0\]\.sketch: ", id="a sketch that is none"),
        pytest.param(lambda data: data["layouts"][0].update(sketch=[1]), r"layouts\[0\]\.sketch is a list", id="a sketch of another type"),
        pytest.param(lambda data: data["layouts"][0].update(pages=2**70), r"layouts\[0\]\.pages is a huge number", id="a huge number"),
        pytest.param(lambda data: data["layouts"][0]["fields"]["title"].update(filled=7), "damaged", id="a share above 1"),
        pytest.param(lambda data: data.update(layouts=[None]), r"layouts\[0\] is null", id="null for a layout"),
        pytest.param(lambda data: data["layouts"][0]["fields"].update(title=None), r"\[0\]\.fields\.title is null", id="null for a field"),
        pytest.param(lambda data: data["layouts"][0]["fields"].update({"a\nb" * 99: None}), "is null", id="null of a long name"),
    ],
)
def test_a_damaged_wrapper_is_refused_in_one_line(change, said):
    data = json.loads(site()[2].text())
    change(data)

    with pytest.raises(WrapperError, match=said) as refused:
        Wrapper.from_data(data)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("rules", [{}, {"body": 1}, {"body": {"container": "a b >", "paths": {}}, "fields": {}}])
def test_damaged_rules_are_refused_when_they_are_to_be_used(rules):
    data = json.loads(site()[2].text())
    data["layouts"][0]["rules"] = rules

    with pytest.raises(WrapperError, match="rules of layout"):
        Applier(Wrapper.from_data(data))


def test_a_null_in_rules_is_named():
    data = json.loads(site()[2].text())
    data["layouts"][0]["rules"]["body"]["paths"] = None

    with pytest.raises(WrapperError, match=r"rules of layout 'article-1' are damaged: body\.paths is null"):
        Applier(Wrapper.from_data(data))


@given(
    st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))
)
def test_no_json_whatever_is_more_than_a_wrapper_error(data):
    for given_data in (data, {"format": "sitelode-wrapper", "version": 1, "site": "", "layouts": data}):
        with suppress(WrapperError):
            assert isinstance(Wrapper.from_data(given_data), Wrapper)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[" * 100_000, b"{}"])
def test_files_that_are_no_wrapper(tmp_path, content):
    (tmp_path / "w.json").write_bytes(content)

    with pytest.raises(WrapperError):
        read_wrapper(tmp_path / "w.json")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(WrapperError, match="sitelode wrapper learn"):
        read_wrapper(tmp_path / "nothing.json")


@pytest.mark.parametrize(
    ("url", "pattern"),
    [
        ("https://a.example/2024/05/story", "a.example/N/*"),
        ("https://a.example/blog/story-12", "a.example/blog/*"),
        ("https://a.example/story", "a.example/*"),
        ("https://a.example/", "a.example/*"),
    ],
)
def test_patterns_of_addresses(url, pattern):
    assert url_pattern(url) == pattern
