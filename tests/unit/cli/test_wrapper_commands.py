"""The commands that use wrappers, as a user runs them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from made_articles import article_source

from sitelode.cli.main import cli
from sitelode.errors import SitelodeError


def write_site(folder, numbers, change=lambda html: html):
    for number in numbers:
        path = folder / "site.example" / f"story-{number}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(change(article_source(number)[0]), "utf-8")
    return str(folder)


def redesigned(html):
    story = html.split('<div class="story-text">')[1].split("</div></article>")[0]
    plain = story.replace("<p>", "<section><span>").replace("</p>", "</span></section>").replace("ul>", "dl>").replace("li>", "dd>")
    return f"<html><body class=v2><header class=bar>Start</header><table class=lay><tr><td>{plain}</td></tr></table></body></html>"


def run(*arguments):
    return CliRunner().invoke(cli, [*map(str, arguments)])


@pytest.fixture(scope="module")
def learnt(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wrapper")
    site = write_site(folder / "old", range(10))
    done = run("wrapper", "learn", site, "-o", folder / "w.json", "--date", "2026-01-01")
    assert done.exit_code == 0, done.output
    return folder, site


def test_learning_writes_the_wrapper_and_what_is_remembered(learnt):
    folder, site = learnt
    again = run("wrapper", "learn", site, "-o", folder / "again.json", "--date", "2026-01-01")

    assert again.exit_code == 0
    assert (folder / "again.json").read_bytes() == (folder / "w.json").read_bytes(), "the same pages give the same file"
    assert (folder / "w.known.jsonl").is_file()


def test_applying_writes_one_line_a_page(learnt, tmp_path):
    folder, site = learnt
    done = run("apply", folder / "w.json", site, "-o", tmp_path / "a.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text("utf-8").splitlines()]

    assert done.exit_code == 0, done.output
    assert len(lines) == 10
    assert all(line["text"] and line["title"] and line["layout"] == "article-1" for line in lines)


def test_verify_exits_with_its_verdict(learnt, tmp_path):
    folder, site = learnt
    fits = run("verify", folder / "w.json", site)
    broken = run("verify", folder / "w.json", write_site(tmp_path, range(10), redesigned), "--json")

    assert (fits.exit_code, fits.output.startswith("fits")) == (0, True), fits.output
    assert broken.exit_code == 2, broken.output
    assert json.loads(broken.output)["verdict"] == "broken"


def test_what_was_seen_before_may_be_a_folder(learnt, tmp_path):
    folder, site = learnt
    kept = tmp_path / "kept"
    kept.mkdir()
    (tmp_path / "w.json").write_bytes((folder / "w.json").read_bytes())
    empty = run("verify", tmp_path / "w.json", site, "--known", kept)
    (kept / "w.known.jsonl").write_bytes((folder / "w.known.jsonl").read_bytes())
    new = write_site(tmp_path / "new", range(10), redesigned)

    assert (empty.exit_code, "nothing seen before in" in empty.output) == (3, True), empty.output
    assert run("verify", tmp_path / "w.json", site, "--known", kept).exit_code == 0
    assert "articles seen before are found" in run("repair", tmp_path / "w.json", new, "--known", kept).output


def test_verify_says_when_nothing_can_be_verified(learnt, tmp_path):
    done = run("verify", tmp_path / "nothing.json", learnt[1])

    assert done.exit_code == 3
    assert len(done.output.strip().splitlines()) == 1


def test_repair_writes_beside_the_old_wrapper(learnt, tmp_path):
    folder, _ = learnt
    for name in ("w.json", "w.known.jsonl"):
        Path(tmp_path / name).write_bytes((folder / name).read_bytes())
    site = write_site(tmp_path / "new", range(10), redesigned)
    done = run("repair", tmp_path / "w.json", site, "--date", "2026-02-02")

    assert done.exit_code == 0, done.output
    assert "articles seen before are found" in done.output
    assert run("verify", tmp_path / "w.repaired.json", site).exit_code in (0, 1)
    assert json.loads((tmp_path / "w.repaired.json").read_text("utf-8"))["history"]


def test_repair_in_place_keeps_the_old_wrapper(learnt, tmp_path):
    folder, _ = learnt
    for name in ("w.json", "w.known.jsonl"):
        Path(tmp_path / name).write_bytes((folder / name).read_bytes())
    site = write_site(tmp_path / "new", range(10), redesigned)
    done = run("repair", tmp_path / "w.json", site, "--date", "2026-02-02", "--in-place")
    old = tmp_path / "w.before-2026-02-02.json"

    assert done.exit_code == 0, done.output
    assert old.read_bytes() == (folder / "w.json").read_bytes()
    assert (tmp_path / "w.before-2026-02-02.known.jsonl").is_file()
    assert run("verify", tmp_path / "w.json", site).exit_code == 0
    assert run("repair", tmp_path / "w.json", site, "--in-place", "-o", tmp_path / "x.json").exit_code == 2


def test_repair_writes_what_was_asked_for_where_nothing_had_to_be_repaired(learnt, tmp_path):
    folder, site = learnt
    done = run("repair", folder / "w.json", site, "-o", tmp_path / "same.json")

    assert (done.exit_code, "nothing to repair" in done.output) == (0, True), done.output
    assert (tmp_path / "same.json").read_bytes() == (folder / "w.json").read_bytes()


def test_repair_without_proof_writes_nothing(learnt, tmp_path):
    folder, _ = learnt
    site = write_site(tmp_path / "new", range(4), lambda _: "<html><body><ul><li><a href=/>Link</a></li></ul></body></html>")
    done = run("repair", folder / "w.json", site, "-o", tmp_path / "r.json")

    assert done.exit_code == 2
    assert "not repaired" in done.output
    assert not (tmp_path / "r.json").exists()


def test_a_repair_after_which_most_pages_are_still_unknown_writes_nothing(learnt, tmp_path):
    folder, _ = learnt
    site = write_site(tmp_path / "new", range(4), redesigned)
    links = "".join(f'<b class="k{number}">Link</b>' for number in range(9))
    write_site(tmp_path / "new", range(20, 32), lambda _: f"<html><body class=w><ol><li>{links}</li></ol></body></html>")
    done = run("repair", folder / "w.json", site, "-o", tmp_path / "r.json")

    assert done.exit_code == 2, done.output
    assert "layout of 12 of 16 pages is unknown" in done.output
    assert "not repaired: the new rules are still broken" in done.output
    assert not (tmp_path / "r.json").exists()


@pytest.mark.parametrize("case", ["no wrapper", "damaged wrapper", "no pages", "no such pages", "never applied"])
def test_repair_says_when_there_is_nothing_to_verify(learnt, tmp_path, case):
    (tmp_path / "damaged.json").write_text('{"format": "sitelode-wrapper"', "utf-8")
    (tmp_path / "empty").mkdir()
    (tmp_path / "fields.json").write_text('{"title": "h1"}', "utf-8")
    run("wrapper", "import", tmp_path / "fields.json", "-o", tmp_path / "imported.json")
    wrappers = {"no wrapper": "nothing.json", "damaged wrapper": "damaged.json", "never applied": "imported.json"}
    pages = {"no pages": tmp_path / "empty", "no such pages": tmp_path / "nowhere"}
    wrapper = tmp_path / wrappers[case] if case in wrappers else learnt[0] / "w.json"
    done = run("repair", wrapper, pages.get(case, learnt[1]))

    assert done.exit_code == 3, done.output
    assert len(done.output.strip().splitlines()) == 1


def test_watching_a_folder_learns_first_and_verifies_then(learnt, tmp_path):
    _, site = learnt
    first = run("watch", site, "--wrapper", tmp_path / "w.json")
    second = run("watch", site, "--wrapper", tmp_path / "w.json")

    assert first.exit_code == 0, first.output
    assert "learnt" in first.output
    assert second.output.startswith("fits")


def test_watch_does_not_forget_that_a_wrapper_is_broken(learnt, tmp_path, monkeypatch):
    def fetch(when, change):
        lines = [{"url": f"https://site.example/{n}", "html": change(article_source(n)[0]), "fetched_at": when} for n in range(10)]
        pages.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")

    def watch():
        return run("watch", pages, "--wrapper", tmp_path / "w.json").exit_code

    pages = tmp_path / "pages.jsonl"
    monkeypatch.setattr("sitelode.cli.wrappers.watch._refreshed", lambda *_, **__: True)
    (tmp_path / "w.json").write_bytes((learnt[0] / "w.json").read_bytes())
    fetch("2020-01-01T00:00:00Z", redesigned)
    quiet = watch()
    fetch("2999-01-01T00:00:00Z", redesigned)
    broken = watch()
    monkeypatch.setattr("sitelode.cli.wrappers.watch._now", lambda: "3000-01-01T00:00:00Z")
    still_broken = watch()
    fetch("3001-01-01T00:00:00Z", str)
    mended = watch()

    assert (quiet, broken, still_broken, mended) == (0, 2, 2, 0)
    assert not list(tmp_path.glob("*.alarm"))


def test_show_and_import(learnt, tmp_path):
    folder, _ = learnt
    shown = run("wrapper", "show", folder / "w.json")
    (tmp_path / "s.json").write_text('{"title": "h1.headline"}', "utf-8")

    assert "div.story-text" in shown.output
    assert run("wrapper", "import", tmp_path / "s.json", "-o", tmp_path / "i.json").exit_code == 0
    assert isinstance(run("wrapper", "import", folder / "nothing", "-o", tmp_path / "i.json").exception, SitelodeError)
