"""Mining again into the folder of an earlier result: what did not change is taken over, and the result is that of mining everything."""

import json
import re

import numpy as np
import pytest
from click.testing import CliRunner
from tests.unit.incremental.ferry_site import HOST, listing, site, story, title, write

from sitelode.cli.mine import command
from sitelode.html.parse import ParseLimits
from sitelode.incremental.kinds_and_links import renewed_graph
from sitelode.incremental.mine_again import renew
from sitelode.incremental.stored_pages import renew_site, renewable_store
from sitelode.pipeline import mine
from sitelode.settings import MineSettings
from sitelode.site.link_graph import link_graph
from sitelode.site.site import reopen_site
from sitelode.sources.choice import open_source
from sitelode.sources.framesets import JoinedFramesets

FILES = ("articles.jsonl", "pages.jsonl", "records.jsonl", "structure.json", "wrapper.json")


def run(source, folder, *options):
    result = CliRunner().invoke(command, [str(source), "-o", str(folder), *options])
    assert result.exit_code == 0, result.output
    return result.output


def rows(folder, name="articles.jsonl"):
    return {row["url"]: row for row in map(json.loads, (folder / name).read_text(encoding="utf-8").splitlines())}


def comparable(folder):
    """Articles without the numbers that layouts happen to have and the last digits of confidence."""
    return {url: {name: row[name] for name in ("title", "text", "author", "date", "digest")} for url, row in rows(folder).items()}


def records(folder):
    return {json.dumps(json.loads(line)["fields"]) for line in (folder / "records.jsonl").read_text(encoding="utf-8").splitlines()}


@pytest.fixture
def mined(tmp_path):
    source, folder = tmp_path / "pages.jsonl", tmp_path / "mined"
    write(source, site())
    assert "reused" not in run(source, folder)
    return source, folder


def test_nothing_changes_where_nothing_changed(mined):
    source, folder = mined
    before = {name: (folder / name).read_bytes() for name in FILES}

    said = run(source, folder)

    assert "reused: 46 of 46 pages (0 new, 0 changed, 0 gone); no layout learnt again" in said
    assert {name: (folder / name).read_bytes() for name in FILES} == before


def test_new_changed_and_gone_pages_give_what_mining_everything_gives(mined, tmp_path):
    source, folder = mined
    pages = site(range(42))
    pages[f"{HOST}/trip/7"] = story(7, "drifted")
    del pages[f"{HOST}/trip/3"]
    write(source, pages)

    said = run(source, folder)
    run(source, tmp_path / "whole")

    assert "(3 new, 1 changed, 1 gone)" in said
    assert comparable(folder) == comparable(tmp_path / "whole")
    assert "drifted" in rows(folder)[f"{HOST}/trip/7"]["text"]
    kinds = [{url: row["kind"] for url, row in rows(each, "pages.jsonl").items()} for each in (folder, tmp_path / "whole")]
    assert kinds[0] == kinds[1]
    assert records(folder) == records(tmp_path / "whole")
    assert len(rows(folder, "pages.jsonl")) == 48
    assert len(rows(folder)) == 41


def test_a_list_with_a_further_column_on_some_pages_is_learnt_again(mined, tmp_path):
    source, folder = mined
    pages = site()
    for url in (f"{HOST}/list/2", f"{HOST}/list/3", f"{HOST}/list/4"):
        pages[url] = re.sub(r"sailed (\d+) times.</p>", r"sailed \1 times.</p><p class=location>From harbour \1</p>", pages[url])
    write(source, pages)

    run(source, folder)
    run(source, tmp_path / "whole")

    assert records(folder) == records(tmp_path / "whole")
    assert sum("From harbour" in record for record in records(folder)) == 24


def test_a_list_of_which_a_page_changed_is_read_again(mined, tmp_path):
    source, folder = mined
    pages = site()
    pages[f"{HOST}/list/5"] = pages[f"{HOST}/list/5"].replace("sailed 39 times", "sailed 390 times")
    write(source, pages)

    run(source, folder)
    run(source, tmp_path / "whole")

    assert any("sailed 390 times" in record for record in records(folder))
    assert records(folder) == records(tmp_path / "whole")


def test_lines_of_pages_that_did_not_change_stay_as_they_are(mined):
    source, folder = mined
    before = {json.loads(line)["url"]: line for line in (folder / "articles.jsonl").read_text().splitlines()}
    write(source, site() | {f"{HOST}/trip/90": story(90)})

    run(source, folder)
    after = {json.loads(line)["url"]: line for line in (folder / "articles.jsonl").read_text().splitlines()}

    assert {url: after[url] for url in before} == before
    assert after.keys() - before.keys() == {f"{HOST}/trip/90"}


def test_where_pages_lie_may_change_alone(mined):
    source, folder = mined
    pages = site()
    write(source, dict(reversed(pages.items())))

    said = run(source, folder)

    assert "reused: 46 of 46 pages" in said
    assert rows(folder)[f"{HOST}/trip/0"]["origin"] == f"{source}:46"
    assert reopen_site(folder).entries[0].origin == f"{source}:46"


def test_another_version_of_most_pages_is_learnt_from_anew(mined, tmp_path):
    source, folder = mined
    write(source, {url: html.replace("<article>", "<div class=text><section>") for url, html in site().items()})

    said = run(source, folder)
    run(source, tmp_path / "whole")

    assert "all layouts learnt again" in said
    assert comparable(folder) == comparable(tmp_path / "whole")


def test_a_small_layout_is_learnt_again_when_its_pages_change(mined):
    source, folder = mined
    write(source, site() | {f"{HOST}/": listing(0, range(4)).replace("<ul", "<div class=new><ul")})

    assert "1 layout of" in run(source, folder)


def test_other_wishes_and_anew_mine_everything(mined):
    source, folder = mined

    assert "reused" not in run(source, folder, "--anew")
    assert "all layouts learnt again" in run(source, folder, "--html")
    assert "no layout learnt again" in run(source, folder, "--html")
    assert all(row["html"] for row in rows(folder).values())


def test_corrections_are_obeyed(mined):
    source, folder = mined
    log = {"format": 1, "log": [{"pages": [f"{HOST}/trip/5"], "says": "other"}]}
    (folder / "corrections.json").write_text(json.dumps(log))

    assert "all layouts learnt again" in run(source, folder)
    assert f"{HOST}/trip/5" not in rows(folder)


def test_an_article_over_two_pages_is_read_again_as_a_whole(tmp_path):
    source, folder = tmp_path / "pages.jsonl", tmp_path / "mined"
    one, two = story(70), story(71).replace(title(71), title(70)).replace("18 May", "17 May")
    parts = {
        f"{HOST}/trip/70": one.replace("</article>", "<a href='/trip/70/2'>2</a></article>"),
        f"{HOST}/trip/70/2": two.replace("</article>", "<a href='/trip/70'>1</a></article>"),
    }
    write(source, site() | parts)
    run(source, folder)
    parts[f"{HOST}/trip/70/2"] = parts[f"{HOST}/trip/70/2"].replace("sailed on", "drifted on")
    write(source, site() | parts)
    run(source, folder)
    run(source, tmp_path / "whole")

    assert comparable(folder) == comparable(tmp_path / "whole")
    assert rows(folder)[f"{HOST}/trip/70"]["pages"] == list(parts)
    assert "drifted on" in rows(folder)[f"{HOST}/trip/70"]["text"]


def test_repetitions_among_new_pages_are_left_out(mined):
    source, folder = mined
    copies = {f"{HOST}/print/4": story(4), f"{HOST}/copy/5": story(5).replace("<footer>", "<footer><b>Printed.</b> ")}
    write(source, site() | copies)

    run(source, folder)

    assert not copies.keys() & rows(folder).keys()
    assert json.loads((folder / "site.json").read_text())["dropped"]["same bytes"]["count"] == 1


def test_an_interrupted_source_leaves_the_site_as_it_was(mined):
    source, folder = mined
    write(source, site(range(45)))

    class Interrupted(JoinedFramesets):
        def items(self):
            for number, item in enumerate(super().items()):
                if number == 44:
                    raise KeyboardInterrupt
                yield item

    store = renewable_store(folder, str(source))
    opened = open_source(source)
    with pytest.raises(KeyboardInterrupt):
        renew_site(store, Interrupted(opened, opened.items), ParseLimits(), lambda _: None)
    store.close()

    assert len(reopen_site(folder).entries) == 46
    assert renew(source, folder, MineSettings()).articles == 45


def test_files_that_somebody_damaged_are_mined_anew(mined):
    source, folder = mined
    (folder / "renewal.npz").write_bytes(b"PK\x03\x04 something else")
    assert "all layouts learnt again" in run(source, folder)
    (folder / "articles.jsonl").write_text("[1]\n")

    assert "all layouts learnt again" in run(source, folder)
    assert len(rows(folder)) == 40


def test_the_graph_of_a_renewed_site_is_that_of_all_its_links(mined):
    source, folder = mined
    known_site = reopen_site(folder)
    known, urls = link_graph(known_site, cut=None), [entry.url for entry in known_site.entries]
    pages = site(range(44))
    del pages[f"{HOST}/trip/2"], pages[f"{HOST}/list/3"]
    pages[f"{HOST}/about"] = story(99)  # all pages link to it
    write(source, pages)
    store, opened = renewable_store(folder, str(source)), open_source(source)
    found = renew_site(store, JoinedFramesets(opened, opened.items), ParseLimits(), lambda _: None)
    places = [None if entry.number in found.fresh else urls.index(entry.url) for entry in found.site.entries]
    now = [entry.url for entry in found.site.entries]

    renewed = renewed_graph(known, found.site, places, set(now) - set(urls))
    whole = link_graph(found.site, cut=None)

    for name in ("source", "target", "place"):
        assert np.array_equal(getattr(renewed, name), getattr(whole, name))
    assert [renewed.anchors[each] for each in renewed.anchor] == [whole.anchors[each] for each in whole.anchor]
    assert renewed.left_out == whole.left_out
    assert np.array_equal(renewed.not_edges.counts, whole.not_edges.counts)


def test_mining_twice_more_gives_the_same_as_once(mined, tmp_path):
    source, folder = mined
    for stories in (41, 42, 43):
        write(source, site(range(stories)))
        run(source, folder)
    whole = tmp_path / "whole"
    mine(source, folder=whole)
    run(source, whole)

    assert comparable(folder) == comparable(whole)
