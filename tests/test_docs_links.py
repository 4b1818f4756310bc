"""Links between documents lead somewhere, and the README stays short."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"(?<!`)\[[^\]]+\]\(([^)#\s]+)[^)]*\)")
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
TEXTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").glob("*.md"), *(ROOT / "examples").glob("*.md")]


def test_links_lead_to_files_that_exist():
    links = [(path, link) for path in TEXTS for link in LINK.findall(FENCE.sub("", path.read_text(encoding="utf-8")))]
    here = [(path, link) for path, link in links if not link.startswith(("http:", "https:", "mailto:"))]

    assert [f"{path.relative_to(ROOT)}: {link}" for path, link in here if not (path.parent / link).exists()] == []


def test_every_page_is_in_the_menu():
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}

    assert {page for page in pages if page not in menu} == set()


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120
