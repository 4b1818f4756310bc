"""Files of an earlier result that somebody sends: whatever they say, they are refused and everything is learnt again, or one line says it."""

import json
from functools import reduce

import numpy as np
import pytest
from click.testing import CliRunner
from tests.unit.incremental.ferry_site import site, write

from sitelode.cli.mine import command
from sitelode.errors import ResultError
from sitelode.incremental.mine_again import mine_into
from sitelode.output.saved_state import load_renewal, order_of, read_arrays
from sitelode.settings import MineSettings
from sitelode.site.site import reopen_site


@pytest.fixture(scope="module")
def mined(tmp_path_factory):
    folder = tmp_path_factory.mktemp("forged")
    write(folder / "pages.jsonl", site())
    mine_into(folder / "mined", folder / "pages.jsonl")
    return folder


def loaded(folder):
    return load_renewal(folder, reopen_site(folder), order_of(MineSettings(), ()))


def changed(array, place, value):
    found = array.copy()
    found.flat[place] = value
    return found


FORGED = {
    "links below none": {"kinds.informative.lengths": lambda each: changed(each, 0, -5)},
    "links without end": {"kinds.informative.lengths": lambda each: changed(each, 0, 2**40)},
    "links that overflow": {"kinds.informative.lengths": lambda each: np.full_like(each, 2**62)},
    "fractions of links": {"kinds.informative.lengths": lambda each: each.astype(float)},
    "bits of another kind": {"kinds.informative": lambda each: each.astype(np.int64)},
    "scores as texts": {"kinds.score": lambda each: each.astype(str)},
    "scores that are none": {"kinds.score": lambda each: changed(each, 3, np.nan)},
    "confidence in a square": {"kinds.confidence": lambda each: np.tile(each, (len(each), 1))},
    "a graph of other pages": {"graph.target": lambda each: changed(each, 0, 10**6)},
    "links from below": {"graph.source": lambda each: changed(each, 0, -1)},
    "a link that its page has not": {"graph.place": lambda each: changed(each, 0, 10**6)},
    "anchors beyond all": {"graph.anchor": lambda each: changed(each, 0, 10**6)},
    "a column in two dimensions": {"graph.place": lambda each: each.reshape(1, -1)},
    "codes as fractions": {"graph.not_edges.code": lambda each: each.astype(float)},
    "counts below none": {"graph.not_edges.counts": lambda each: changed(each, 0, -(2**60))},
}


@pytest.mark.parametrize("change", FORGED.values(), ids=FORGED)
def test_forged_numbers_are_refused(mined, change):
    folder = mined / "mined"
    path, before = folder / "renewal.npz", (folder / "renewal.npz").read_bytes()
    assert loaded(folder) is not None
    arrays, _ = read_arrays(path)
    np.savez(path, **arrays | {f"renewal.{name}": made(arrays[f"renewal.{name}"]) for name, made in change.items()})
    try:
        assert loaded(folder) is None
    finally:
        path.write_bytes(before)


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (["kinds", "has", "kind", "list"], lambda known: ["gold"] * len(known)),
        (["kinds", "has", "kind", "list"], lambda known: [5] * len(known)),
        (["kinds", "has", "duplicate_of", "list"], lambda known: [10**9, *known[1:]]),
        (["graph", "has", "anchors", "list"], lambda _: ["x"]),
        (["graph", "has", "anchors", "list"], lambda _: ["same", "same"] * 50),
        (["graph", "has", "not_edges"], lambda _: None),
        (["lists"], lambda _: [{}]),
        (["details"], lambda _: 7),
        (["rules"], lambda _: [[]]),
    ],
)
def test_forged_data_is_refused(mined, where, value):
    folder = mined / "mined"
    path, before = folder / "renewal.npz", (folder / "renewal.npz").read_bytes()
    arrays, about = read_arrays(path)
    *above, last = where
    inside = reduce(lambda part, step: part[step], above, about["renewal"]["has"])
    inside[last] = value(inside[last])
    np.savez(path, **arrays | {"about": np.frombuffer(json.dumps(about).encode(), np.uint8)})
    try:
        assert loaded(folder) is None
    finally:
        path.write_bytes(before)


@pytest.mark.parametrize("line", ['{"url": "%s", "title": 5}', '{"url": "%s", "text": "x"', '{"url": "%s", "tags": {"a": 1}}'])
def test_lines_of_articles_that_somebody_changed_are_one_line(mined, line):
    path = mined / "mined" / "articles.jsonl"
    before = path.read_bytes()
    first = json.loads(before.splitlines()[0])["url"]
    path.write_bytes((line % first).encode() + b"\n" + b"\n".join(before.splitlines()[1:]) + b"\n")
    try:
        said = CliRunner().invoke(command, [str(mined / "pages.jsonl"), "-o", str(mined / "mined")])
        assert isinstance(said.exception, ResultError)
        assert "anew=True" in str(said.exception)
    finally:
        path.write_bytes(before)
