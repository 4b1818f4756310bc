"""Make the example site anew: `python examples/make_site.py [--out DIR]`.

Writes the pages of a newspaper that does not exist to DIR (examples/site unless told otherwise), and the truth about
its articles beside it (DIR-truth.jsonl). The same texts and templates always give the same bytes.
"""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from lantern import list_pages, machine_files
from lantern.article_pages import article_pages
from lantern.manuscript import ManuscriptError, read_newspaper
from lantern.newspaper import Newspaper

HERE = Path(__file__).parent
DRAWINGS = HERE / "templates" / "media"


def site_files(paper: Newspaper) -> dict[str, bytes]:
    """Every file of the site by its path."""
    pages = [
        list_pages.home_page(paper),
        *list_pages.section_pages(paper),
        *list_pages.archive_pages(paper),
        *list_pages.tag_pages(paper),
        *list_pages.plain_pages(),
        *(page for article in paper.articles for page in article_pages(article, paper)),
    ]
    texts = {"feed.xml": machine_files.feed(paper), "sitemap.xml": machine_files.sitemap(pages), "robots.txt": machine_files.ROBOTS}
    drawings = {f"media/{file.name}": file.read_bytes() for file in sorted(DRAWINGS.glob("*.svg"))}
    return {page.path: page.body() for page in pages} | {path: text.encode() for path, text in texts.items()} | drawings


def strangers(folder: Path, files: Mapping[str, bytes]) -> list[str]:
    """Files in the folder that this site does not have; they are somebody's, so they are never removed."""
    present = (file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())
    return sorted(path for path in present if path not in files)


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the example news site anew.")
    parser.add_argument("--out", type=Path, default=HERE / "site", help="folder for the pages (default: site, beside this script)")
    folder: Path = parser.parse_args().out
    try:
        paper = read_newspaper(HERE / "texts")
        files = site_files(paper)
    except ManuscriptError as problem:
        print(problem, file=sys.stderr)
        return 1
    if others := strangers(folder, files):
        print(f"{folder} holds {len(others)} other files, first {others[0]}; remove them or give another --out", file=sys.stderr)
        return 1
    write_files(folder, files)
    truth_file = folder.with_name(folder.name + "-truth.jsonl")
    truth_file.write_bytes(machine_files.truth(paper).encode())
    print(f"{sum(path.endswith('.html') for path in files)} pages in {folder}, their truth in {truth_file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
