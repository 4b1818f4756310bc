"""A result opens at once the second time."""

import json
from dataclasses import dataclass

import numpy as np
import pytest

from sitelode.model import Fetched
from sitelode.output.saved_state import LEARNT_FILE, load_learnt, packed, save_learnt, unpacked
from sitelode.pipeline import mine
from sitelode.site.site import open_site


def site(folder, count=4):
    return open_site(
        (
            Fetched(
                f"https://a.example/{n}",
                f"<title>Page {n} | A</title><h1>Page {n}</h1><p class=x>Words of page {n} that are its own.".encode(),
                origin=str(n),
            )
            for n in range(count)
        ),
        "made up",
        folder,
    )


@pytest.fixture
def learnt(tmp_path):
    opened = site(tmp_path)
    found = mine(tmp_path)
    save_learnt(tmp_path, opened, found.layouts, found.readers)
    return tmp_path, opened, found


def test_what_was_learnt_comes_back(learnt):
    folder, opened, found = learnt
    layouts, readers = load_learnt(folder, opened)

    assert layouts.clusters == found.layouts.clusters
    assert layouts.class_names.known == found.layouts.class_names.known
    assert all((one.codes == other.codes).all() for one, other in zip(layouts.path_sets, found.layouts.path_sets, strict=True))
    for entry in opened.entries:
        page = opened.store.page(entry.number)
        assert readers[layouts.clusters.of_page[entry.number]].article(page, "o") == found.readers[
            found.clusters.of_page[entry.number]
        ].article(page, "o")


def test_what_is_known_of_another_site_is_not_taken(learnt, tmp_path_factory):
    folder = learnt[0]

    assert load_learnt(folder, site(tmp_path_factory.mktemp("other"), 5)) is None


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 and then nothing", b"\x93NUMPY", None])
def test_a_damaged_file_is_as_good_as_none(learnt, damage):
    folder, opened, _ = learnt
    path = folder / LEARNT_FILE
    path.write_bytes(path.read_bytes()[:-200] if damage is None else damage)

    assert load_learnt(folder, opened) is None


def test_pickled_objects_are_never_read(learnt):
    folder, opened, _ = learnt
    np.savez(folder / LEARNT_FILE, about=np.array([{"an": "object"}], dtype=object))

    assert load_learnt(folder, opened) is None


@dataclass(frozen=True)
class Inner:
    names: frozenset[str]
    table: dict[tuple[int, str], float]
    _cache: int = 3


@dataclass(frozen=True)
class Outer:
    inner: Inner
    more: tuple[Inner, ...]
    maybe: Inner | None


def test_plain_data_comes_back_and_caches_do_not():
    value = Outer(Inner(frozenset("ba"), {(1, "x"): 0.5}, 9), (Inner(frozenset(), {}),), None)
    arrays = {}

    assert unpacked(json.loads(json.dumps(packed(value, arrays))), arrays, Outer) == Outer(
        Inner(frozenset("ab"), {(1, "x"): 0.5}), (Inner(frozenset(), {}),), None
    )


def test_only_known_classes_are_made():
    with pytest.raises(ValueError, match="no Outer"):
        unpacked({"is": "Popen", "has": {"args": "true"}}, {}, Outer)
    with pytest.raises(ValueError, match="no Outer"):
        unpacked({"is": "Outer", "has": {"_cache": 1}}, {}, Outer)
    with pytest.raises(TypeError, match="is no"):
        unpacked({"is": "Inner", "has": {"names": {"set": [1]}, "table": {"dict": []}}}, {}, Inner)
    with pytest.raises(TypeError, match="not plain data"):
        packed(object(), {})
