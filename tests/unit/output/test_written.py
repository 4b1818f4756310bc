from collections import Counter
from pathlib import Path

import sitelode
from sitelode.output.result import Written, write_result

EXAMPLE = Path(__file__).parents[3] / "examples" / "site"


def test_every_page_of_the_example_is_accounted_for(tmp_path):
    written = write_result(sitelode.mine(EXAMPLE), tmp_path)

    assert written.further == 1
    assert written.articles + written.further + written.without.total() == written.pages
    assert "joined: 1 further page" in written.summary()


def test_nothing_is_said_where_nothing_was_joined():
    assert "joined" not in Written(Path("x"), 3, 4, without=Counter({"index pages": 1})).summary()
