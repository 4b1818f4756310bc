"""Data prototypes on the spans of a table, against the same on strings."""

import numpy as np
import pytest

from sitelode.landmarks.data_prototypes import DataPrototype
from sitelode.text_rules.decision import fitting_spans
from sitelode.text_rules.token_table import Span, TokenTable

VALUES = {
    "names": ["Ann Lee", "Bob Stone", "Carla Diaz", "Dan Okoro", "Eva Lind"],
    "times": ["3:30 pm", "4:00 pm", "12:15 pm", "9:00 am", "5 pm"],
    "nothing": [],
}


@pytest.mark.parametrize("kind", VALUES)
def test_spans_fit_as_their_strings_do(kind):
    values = DataPrototype.from_values(VALUES[kind])
    table = TokenTable(["Talk by Eva Lind, at 3:30 pm", "", "in Wean Hall 5409 from 4:00 pm"])
    rows = np.flatnonzero(table.is_token).tolist()
    spans = [Span(first, stop) for first in rows for stop in range(first + 1, first + 5) if table.is_token[first:stop].all()]

    found = fitting_spans(table, values, np.array([each.first for each in spans]), np.array([each.stop for each in spans]))

    assert found.tolist() == [values.fits(table.value(each)) for each in spans]
    assert found.any()
