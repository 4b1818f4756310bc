"""Files of an earlier result that somebody sends: whatever they say, they are refused and everything is learnt again, or one line says it."""

import json

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
    "links below none": {"links": lambda each: changed(each, 0, -5)},
    "links without end": {"links": lambda each: changed(each, 0, 2**40)},
    "links that overflow": {"links": lambda each: np.full_like(each, 2**62)},
    "fractions of links": {"links": lambda each: each.astype(float)},
    "bits of another kind": {"informative": lambda each: each.astype(np.int64)},
    "scores as texts": {"score": lambda each: each.astype(str)},
    "scores that are none": {"score": lambda each: changed(each, 3, np.nan)},
    "confidence in a square": {"confidence": lambda each: np.tile(each, (len(each), 1))},
    "originals beyond all pages": {"original": lambda each: changed(each, 0, 10**9)},
    "a graph of other pages": {"graph_target": lambda each: changed(each, 0, 10**6)},
    "links from below": {"graph_source": lambda each: changed(each, 0, -1)},
    "a link that its page has not": {"graph_place": lambda each: changed(each, 0, 10**6)},
    "anchors beyond all": {"graph_anchor": lambda each: changed(each, 0, 10**6)},
    "a column in two dimensions": {"graph_place": lambda each: each.reshape(1, -1)},
    "codes as fractions": {"missing_code": lambda each: each.astype(float)},
    "counts below none": {"missing_counts": lambda each: changed(each, 0, -(2**60))},
    "identities below none": {"identity_counts": lambda each: changed(each, 0, -1)},
    "more identities than codes": {"identity_counts": lambda each: changed(each, 0, 10**9)},
    "fewer lists than said": {"identity_counts": lambda each: each[:-1]},
}


@pytest.mark.parametrize("change", FORGED.values(), ids=FORGED)
def test_forged_numbers_are_refused(mined, change):
    folder = mined / "mined"
    path, before = folder / "renewal.npz", (folder / "renewal.npz").read_bytes()
    assert loaded(folder) is not None
    arrays, _ = read_arrays(path)
    np.savez(path, **arrays | {name: made(arrays[name]) for name, made in change.items()})
    try:
        assert loaded(folder) is None
    finally:
        path.write_bytes(before)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kind", "gold"),
        ("kind", 5),
        ("anchors", ["x"]),
        ("anchors", ["same", "same"] * 50),
        ("lists", [{}]),
        ("details", 7),
        ("rules", [[]]),
    ],
)
def test_forged_data_is_refused(mined, name, value):
    folder = mined / "mined"
    path, before = folder / "renewal.npz", (folder / "renewal.npz").read_bytes()
    arrays, about = read_arrays(path)
    if name == "kind":
        about["kinds"]["kind"] = [value] * len(about["kinds"]["kind"])
    else:
        about[name] = value
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
