"""Rules and texts that somebody made to hurt: one clear line, or done in time."""

import json
import time

import pytest
from machine_speed import slowness

from sitelode.errors import RuleError
from sitelode.text_rules.rules_file import rules_from_bytes
from sitelode.text_rules.text_sources import read_texts

SECONDS = 20  # of CPU; on one core such a text takes about one


def rapier(items):
    rule = {"name": "f-1", "field": "f", "pattern": {"before": [], "filler": items, "behind": []}, "right": 1, "wrong": 0}
    return json.dumps(
        {"sitelode_rules": 2, "system": "rapier", "fields": ["f"], "several": {}, "texts": 1, "rules": {"rules": [rule]}}
    ).encode()


@pytest.mark.parametrize(
    "data",
    [b"[" * 100_000, b'{"sitelode_rules":' * 10_000, b"\xff\xfe", rapier([{}] * 1000), rapier([])],
    ids=["deep list", "deep object", "no text", "too long", "no value"],
)
def test_hostile_files_are_refused(data):
    with pytest.raises(RuleError) as raised:
        rules_from_bytes(data)

    assert "\n" not in str(raised.value)


def test_lists_behind_lists_take_no_longer_than_their_text():
    rules = rapier([{"longest": 10**9}] * 12)
    started = time.process_time()

    list(rules_from_bytes(rules).values(["a " * 4000]))

    assert time.process_time() - started < SECONDS * slowness()


def test_a_tag_that_never_ends_and_a_line_without_end_cost_little(tmp_path):
    (tmp_path / "text.txt").write_text("<" * 200_000 + "f>" * 1000)
    started = time.process_time()

    texts = read_texts(tmp_path)

    assert len(texts) == 1
    assert time.process_time() - started < SECONDS * slowness()
