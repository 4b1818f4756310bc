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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("THE HARBOUR WAS CLOSED BECAUSE OF THE STORM", "en", id="capitals"),
        pytest.param("Гавань была закрыта из-за шторма прошлой ночью", "ru", id="another script"),
        pytest.param(
            "Cafe\N{COMBINING ACUTE ACCENT} ferme\N{COMBINING ACUTE ACCENT} pendant la tempe\N{COMBINING CIRCUMFLEX ACCENT}te",
            "fr",
            id="accents apart",
        ),
        pytest.param("\ud800 half of a pair in the midst of words", "en", id="half a pair"),
    ],
)
def test_odd_forms_of_text(text, expected):
    assert language_of(text) == expected


def test_a_quotation_does_not_decide_on_a_long_text():
    quoted = "And on the pedestal these words appear: look on my works, ye mighty, and despair! "
    text = "Wenn der Dichter heute leben würde, dann hätte er diese Zeilen ganz bestimmt am Hafen und nicht in der Wüste geschrieben. "

    assert language_of(quoted + text * 5) == "de"
    assert language_of(text * 5) == "de"


def test_a_beginning_in_another_language_does_not_decide_on_a_wide_script():
    quoted = "Look on my works, ye mighty, and despair! Nothing beside remains. "
    text = "昨夜の嵐のため、港は閉鎖されたままになっていた。船はまだ出ていない。"

    assert language_of(quoted + text * 20) == "ja"
