import pytest

from sitelode.text.language import language_of


@pytest.mark.parametrize(
    ("text", "announced", "expected"),
    [
        pytest.param("The harbour was closed because of the storm last night.", "", "en", id="English"),
        pytest.param("Der Hafen blieb wegen des Sturms in der letzten Nacht geschlossen.", "en", "de", id="text beats announcement"),
        pytest.param("昨夜の嵐のため、港は閉鎖されたままになっていた。船はまだ出ていない。", "", "ja", id="Japanese"),
        pytest.param("ok", "el-GR", "el", id="too short: announced"),
        pytest.param("ok", "<b>", "", id="too short, announced nonsense"),
        pytest.param("", "", "", id="nothing known"),
    ],
)
def test_language(text, announced, expected):
    assert language_of(text, announced) == expected
