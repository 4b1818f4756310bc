"""A wrapper does not depend on addresses: the same unchanged site as a folder of files is read as it was on the web."""

import json
import lzma
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from sitelode import mine
from sitelode.cli.main import cli
from sitelode.html.parse import parse
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.verify.verifying import Verdict, verify

CORPORA = Path(os.environ.get("SITELODE_CORPORA") or Path(__file__).resolve().parents[4] / "shared" / "corpora")
HOST = "https://news.example"
WORDS = "harbour market river winter garden letter island window morning station".split()


def frame(kind, inside):
    """Index pages and articles stand in the same frame."""
    menu = "".join(f'<li><a href="/{name}/">{name}</a></li>' for name in ("town", "sport", "arts"))
    side = "".join(f"<p class=tip>Tip {number}</p>" for number in range(4))
    return (
        f"<html><head><title>{kind}</title></head><body><div class=top><ul class=menu>{menu}</ul></div>"
        f"<div class=page><div class=main>{inside}</div><div class=side>{side}</div></div><div class=foot>About us</div></body></html>"
    )


def article(section, number):
    text = "".join(
        f"<p>{' '.join(f'{WORDS[(number + place + step) % 10]} {section}{number} {WORDS[(number * place + step) % 10]}' for step in range(12))}.</p>"
        for place in range(4)
    )
    return frame("Article", f"<h1>{WORDS[number % 10].title()} {section} {number}</h1><div class=text>{text}</div>")


def index(section, count):
    items = "".join(
        f'<div class=item><h2><a href="/{section}/{number}.html">{WORDS[number % 10].title()} {section} {number}</a></h2>'
        f"<p>{' '.join(WORDS[(number + step) % 10] for step in range(7))} {section}{number}</p></div>"
        for number in range(count)
    )
    return frame("Index", f"<h1>All of {section}</h1>{items}")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The pages of a site as JSON lines with addresses of the web, and as a folder of files."""
    folder = tmp_path_factory.mktemp("site")
    pages = {f"{section}/{number}.html": article(section, number) for section in ("town", "sport", "arts") for number in range(12)}
    pages |= {f"{section}/index.html": index(section, 12) for section in ("town", "sport", "arts")}
    pages["index.html"] = index("town", 12).replace("All of town", "News")
    lines = []
    for path, html in pages.items():
        target = folder / "files" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(html, encoding="utf-8")
        lines.append(json.dumps({"url": f"{HOST}/{path.removesuffix('index.html')}", "html": html}))
    (folder / "pages.jsonl").write_text("\n".join(lines), encoding="utf-8")
    done = run("wrapper", "learn", folder / "pages.jsonl", "-o", folder / "w.json")
    assert done.exit_code == 0, done.output
    return folder


def run(*arguments):
    return CliRunner().invoke(cli, [str(each) for each in arguments])


def articles_read(site, source, target):
    assert run("apply", site / "w.json", source, "-o", target).exit_code == 0
    lines = [json.loads(line) for line in Path(target).read_text(encoding="utf-8").splitlines()]
    return {"/".join(line["url"].split("/")[-2:]) for line in lines if "text" in line}


def test_the_same_site_as_a_folder_of_files_is_not_drifting(site):
    assert run("verify", site / "w.json", site / "pages.jsonl").exit_code == 0
    done = run("verify", site / "w.json", site / "files")
    assert done.exit_code == 0, done.output


def test_listings_in_files_are_not_read_as_articles(site, tmp_path):
    wanted = {f"{section}/{number}.html" for section in ("town", "sport", "arts") for number in range(12)}
    assert articles_read(site, site / "pages.jsonl", tmp_path / "web.jsonl") == wanted
    assert articles_read(site, site / "files", tmp_path / "files.jsonl") == wanted


def test_a_real_site_is_the_same_as_a_folder_of_files():
    pages = CORPORA / "sites" / "techbless" / "pages.jsonl.xz"
    if not pages.is_file():
        pytest.skip(f"no {pages}: the corpora are not beside the project")
    with lzma.open(pages, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    given = [(HOST + row["url"], (row["html"] or "").encode()) for row in rows]
    applier = Applier(mine([(url, html.decode()) for url, html in given]).wrapper())
    on_the_web = [applier.read(parse(html, url))[0] for url, html in given]
    as_files = [applier.read(parse(html, f"file:///site/{number}.html"))[0] for number, (_, html) in enumerate(given)]
    assert verify(as_files).verdict is Verdict.FITS
    assert sum(reading.found.article is not None for reading in on_the_web) > 20
    assert [reading.found.article is None for reading in as_files] == [reading.found.article is None for reading in on_the_web]
    same = [one.found.values.get("text") == other.found.values.get("text") for one, other in zip(on_the_web, as_files, strict=True)]
    assert sum(same) > 0.97 * len(same)  # where layouts are alike, an address may decide which one it is
