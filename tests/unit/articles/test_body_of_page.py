"""What is known of a chosen body: the same as a slow look at each of its segments says."""

import numpy as np
import pytest

from sitelode.articles.fields.kernels.page_texts import BodyOfPage
from sitelode.html.parse import parse
from sitelode.text.segments import segments_of

PAGE = parse("<h1>One</h1><p>Two <b>and</b> a half</p><ul><li>Three<li><a href=/x>Four</a></ul><p>Fünf</p>".encode(), "https://a.example/")
NO_HEADINGS = np.zeros(1 << 16, dtype=np.uint8)


@pytest.mark.parametrize("number", range(32))
def test_sums_of_every_choice(number):
    segments = segments_of(PAGE)
    chosen = np.array([bool(number >> place & 1) for place in range(len(segments))])
    probability = np.linspace(0.1, 0.9, len(segments))
    body = BodyOfPage(PAGE.rows_read, segments, probability, chosen.copy(), NO_HEADINGS)
    rows = [
        int(row)
        for place, (first, last) in enumerate(zip(segments.first[:-1], segments.first[1:], strict=True))
        for row in segments.rows[first:last]
        if chosen[place]
    ]
    columns, whole, width = PAGE.columns, len(PAGE.columns.text), segments.width

    assert len(segments) == 5
    assert body.rows.tolist() == rows == segments.text_rows(chosen).tolist()
    assert body.width == width[chosen].sum()
    assert body.span == ((columns.text_start[rows[0]], columns.text_end[rows[-1]]) if rows else (whole, whole))
    expected = 2 * (probability * width)[chosen].sum() / max(width[chosen].sum() + (probability * width).sum(), 1)
    assert body.agreement == pytest.approx(expected)
