import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from sitelode.errors import SettingError
from sitelode_lab.pictures.plot import HEIGHT, WIDTH, Axis, Chart

SVG = "{http://www.w3.org/2000/svg}"


def chart(**changes):
    axes = {"x": Axis("across", 0, 10), "y": Axis("up", 1, 1000, logarithmic=True)}
    return Chart(changes.pop("title", "a chart"), **(axes | changes))


def drawn(a_chart):
    return ET.fromstring(a_chart.svg())


@pytest.mark.parametrize(
    ("axis", "value", "place"),
    [
        pytest.param(Axis("", 0, 10), 2.5, 0.25, id="linear"),
        pytest.param(Axis("", 1, 10_000, logarithmic=True), 100, 0.5, id="logarithmic"),
        pytest.param(Axis("", 1, 10, logarithmic=True), 0, 0.0, id="zero has no logarithm: at the low end"),
        pytest.param(Axis("", 0, 10), 99, 1.0, id="outside: at the end"),
        pytest.param(Axis("", 5, 5), 5, 0.5, id="one value only"),
    ],
)
def test_place_on_an_axis(axis, value, place):
    assert axis.place(value) == pytest.approx(place)


@pytest.mark.parametrize(
    ("axis", "ticks"),
    [
        pytest.param(Axis("", 0, 40), [0, 5, 10, 15, 20, 25, 30, 35, 40], id="fives"),
        pytest.param(Axis("", 1.5, 9.5), [2, 3, 4, 5, 6, 7, 8, 9], id="ones"),
        pytest.param(Axis("", 2, 30_000, logarithmic=True), [10, 100, 1000, 10_000], id="powers of ten"),
    ],
)
def test_ticks_are_round(axis, ticks):
    assert axis.ticks() == pytest.approx(ticks)


def test_everything_lies_inside_the_picture():
    a_chart = chart()
    a_chart.line([(0, 1), (10, 1000), (50, 1e9)], "red", dashed=True)
    a_chart.dots([(5, 30)], "blue")
    a_chart.mark((5, 30), "peak", "green")
    a_chart.cells([[1.0, None], [2.0, 3.0]], 1, 2)
    root = drawn(a_chart)

    [line] = root.iter(f"{SVG}polyline")
    places = [tuple(map(float, place.split(","))) for place in line.get("points").split()]
    assert all(0 <= across <= WIDTH and 0 <= down <= HEIGHT for across, down in places)
    assert [left[0] < right[0] for left, right in pairwise(places)] == [True, False]
    assert len(list(root.iter(f"{SVG}circle"))) == 2
    assert len(list(root.iter(f"{SVG}rect"))) == 1 + 3  # the background, and a cell for each value


def test_text_of_others_is_escaped():
    a_chart = chart(title="<script>alert('&')</script>")
    a_chart.mark((1, 1), "<b>", "red")

    assert drawn(a_chart).find(f"{SVG}title").text == "<script>alert('&')</script>"
    assert "<script>" not in a_chart.svg()


def test_cells_go_from_dark_to_bright():
    a_chart = chart()
    a_chart.cells([[0.0, 5.0, 10.0]], 1, 1)
    shades = re.findall(r'fill="(#[0-9a-f]{6})"', a_chart.svg())

    assert shades == ["#440154", "#21918c", "#fde725"]


def test_only_svg_can_be_written(tmp_path):
    with pytest.raises(SettingError, match=r"counts.png: charts are written as SVG"):
        chart().write(tmp_path / "counts.png")
    chart().write(tmp_path / "counts.svg")
    assert (tmp_path / "counts.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(SettingError, match="cannot write"):
        chart().write(tmp_path / "no folder" / "counts.svg")
