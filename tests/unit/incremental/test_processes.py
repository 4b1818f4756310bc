"""Pages of one site parsed, read and written by several processes: the result is that of one."""

import json
import os
import signal

import pytest
from click.testing import CliRunner
from tests.unit.incremental.ferry_site import HOST, site, story, write

from sitelode.cli.mine import command
from sitelode.errors import ResultError
from sitelode.html.parse import ParseLimits
from sitelode.model import Dropped, Fetched
from sitelode.processes import result_of, worker_pool
from sitelode.site import opening
from sitelode.site import site as site_module
from sitelode.site.opening import NotOpened, PackedPage, opened_ahead
from sitelode.site.site import Site, reopen_site

FILES = ("articles.jsonl", "articles.csv", "pages.jsonl", "records.jsonl", "structure.json", "wrapper.json", "site.json")


def test_files_do_not_depend_on_the_number_of_processes(tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "PAGES_AT_ONCE", 16)
    monkeypatch.setattr(site_module, "PAGES_AT_ONCE", 10)
    monkeypatch.setattr(site_module, "LEAST_DIVIDED", 20)
    source = tmp_path / "pages.jsonl"
    two = {f"{HOST}/print/3": story(3), f"{HOST}/empty": "<title>x</title>", f"{HOST}/none": ""}
    write(source, site() | two)
    for jobs in (1, 3):
        result = CliRunner().invoke(command, [str(source), "-o", str(tmp_path / str(jobs)), "--jobs", str(jobs), "--csv"])
        assert result.exit_code == 0, result.output

    for name in FILES:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "3" / name).read_bytes(), name
    assert len((tmp_path / "3" / "articles.jsonl").read_text().splitlines()) >= 40
    assert json.loads((tmp_path / "3" / "site.json").read_text())["dropped"]["same bytes"]["count"] == 1


def test_items_come_in_their_order_with_what_is_wrong(monkeypatch):
    monkeypatch.setattr(opening, "PAGES_AT_ONCE", 2)
    items = [Fetched(f"{HOST}/{n}", story(n).encode()) for n in range(3)]
    items += [Dropped("x", "HTTP 404"), Fetched(f"{HOST}/large", b"<p>" + b"x" * 5000), Fetched(f"{HOST}/not", b"<p>y")]
    pairs = list(opened_ahead(iter(items), lambda item: not item.url.endswith("not"), ParseLimits(max_bytes=4000), 2))

    assert [item for item, _ in pairs] == items
    assert [type(opened) for _, opened in pairs] == [*[type(pairs[0][1])] * 3, type(None), NotOpened, type(None)]
    assert isinstance(pairs[0][1].page, PackedPage)
    assert pairs[4][1].reason == "too large"


def pages_and_process(site, entries):
    return [entry.url for entry in entries], len(site.store.page(entries[0].number)), os.getpid()


def test_a_pass_is_divided_where_that_pays(tmp_path, monkeypatch):
    source = tmp_path / "pages.jsonl"
    write(source, site())
    CliRunner().invoke(command, [str(source), "-o", str(tmp_path / "out")])
    monkeypatch.setattr(site_module, "PAGES_AT_ONCE", 10)
    alone = list(site_module.pass_over(reopen_site(tmp_path / "out"), pages_and_process))
    few = list(site_module.pass_over(Site(reopen_site(tmp_path / "out").store, jobs=2), pages_and_process))
    monkeypatch.setattr(site_module, "LEAST_DIVIDED", 20)
    divided = list(site_module.pass_over(Site(reopen_site(tmp_path / "out").store, jobs=2), pages_and_process))

    assert [each[:2] for each in divided] == [each[:2] for each in alone] == [each[:2] for each in few]
    assert len(alone) > 3
    assert {each[2] for each in (*alone, *few)} == {os.getpid()}
    assert os.getpid() not in {each[2] for each in divided}


def test_a_killed_process_is_one_line():
    with worker_pool(1) as pool, pytest.raises(ResultError, match="fewer jobs"):
        result_of(pool.submit(os.kill, pool.submit(os.getpid).result(), signal.SIGKILL))
