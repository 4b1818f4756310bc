"""What the ranking of lists looks at, by hand for a list of four records."""

import numpy as np
import pytest

from sitelode.html.parse import parse
from sitelode.tables.lists.candidates import PLAIN, find_candidates
from sitelode.tables.lists.evidence import COLUMNS, evidence_of

PAGE = (
    "<p>0123456789</p><ul>"
    "<li><h3>Oars</h3> <a href=/1>seen</a> 7</li>"
    "<li><a href=/2>Oars</a> <img src=a.jpg></li>"
    "<li><a href=/2>Oars</a></li>"
    "<li style='display:none'>Rope</li></ul>"
)
EXPECTED = {
    "log_count": np.log(4),
    "largest": 9 / 21,
    "single_text": 3 / 4,
    "log_texts": np.log1p(6 / 4),
    "distinct_texts": 3 / 4,
    "linked": 3 / 4,
    "distinct_links": 2 / 4,
    "link_share": 12 / 21,
    "parents": 1 / 4,
    "log_parents": 0.0,
    "pictures": 1 / 4,
    "one_heading": 1 / 4,
    "digits": 1 / 4,
    "hidden": 1 / 4,
    "in_nav": 0.0,
    "is_li": 1.0,
}


def test_the_evidence_of_a_list():
    page = parse(f"<body>{PAGE}".encode(), "https://a.example/")
    found = find_candidates(page)
    number = next(each for each in range(len(found)) if page.tag_name(int(found.leads[each])) == "li" and found.kind[each] == PLAIN)
    evidence = dict(zip(COLUMNS, evidence_of(page, found)[number].tolist(), strict=True))

    assert {name: evidence[name] for name in EXPECTED} == pytest.approx(EXPECTED, rel=1e-3)
