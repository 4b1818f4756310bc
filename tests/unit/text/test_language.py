import py3langid
import pytest

from sitelode.text.language import language_of, shipped_model


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
    "text",
    [
        "La mairie a fermé le port pendant la nuit à cause de la tempête.",
        "THE HARBOUR WAS CLOSED BECAUSE OF THE STORM",
        "Гавань была закрыта из-за шторма прошлой ночью",
        "xqzt wvkj pqrs bcdf ghjk lmnp qrst",
        "Cafe\N{COMBINING ACUTE ACCENT} ferme\N{COMBINING ACUTE ACCENT} pendant la tempe\N{COMBINING CIRCUMFLEX ACCENT}te",
        "\ud800 half of a pair in the midst of words",
    ],
)
def test_compiled_walk_answers_as_py3langid(text):
    assert language_of(text) == py3langid.classify(text)[0]


def test_a_quotation_does_not_decide_on_a_long_text():
    quoted = "And on the pedestal these words appear: look on my works, ye mighty, and despair! "
    text = "Wenn der Dichter heute leben würde, dann hätte er diese Zeilen ganz bestimmt am Hafen und nicht in der Wüste geschrieben. "

    assert language_of(quoted + text * 5) == "de"
    assert language_of(text * 5) == "de"


def test_a_beginning_in_another_language_does_not_decide_on_a_wide_script():
    quoted = "Look on my works, ye mighty, and despair! Nothing beside remains. "
    text = "昨夜の嵐のため、港は閉鎖されたままになっていた。船はまだ出ていない。"

    assert language_of(quoted + text * 20) == "ja"


def test_the_walk_answers_as_py3langid_wherever_it_is_divided():
    text = "Гавань была закрыта из-за шторма прошлой ночью, и корабли ждали утра. 港は閉鎖された。"

    for size in range(30, len(text)):
        assert language_of(text[:size]) == py3langid.classify(text[:size])[0]


@pytest.mark.parametrize(
    "text",
    ["The ships waited for the tide all night.", "Die Schiffe warteten auf die Flut.", "港は閉鎖されたままになっていた。", "haven era"],
)
def test_exact_weights_say_the_same_as_rough_ones_where_these_are_sure(text):
    """Of the last text they are not: rough weights alone would say another language."""
    model = shipped_model()
    exact = shipped_model(rounding=1e9)

    assert [exact.language(text), exact.language(text)] == [model.language(text)] * 2  # the room is clean for the next text
