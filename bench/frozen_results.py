"""Regression check: store fingerprints of everything the program writes, and compare them after a change.

    python -m bench.frozen_results keep results.json      before the change
    python -m bench.frozen_results compare results.json   after it: 0 if all files are the same, 1 with the names of those that differ
    python -m bench.frozen_results compare results.json example techbless   only some sources

The bundled example and eleven sites of the corpora go through `mine`, `structure`, `clusters`, `records`, `fields` and `apply` as a user
would call them, so no name inside the program matters. Page stores and data kept for the studio are caches and left out.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Collection, Iterator
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from bench.corpora import article_sites, corpora_folder, read

ARTICLE_SITES = {"feedsites": 3, "othercms": 1, "publishers": 2, "pagetypes": 2}  # sites of each corpus
WHOLE_SITES = ("techbless", "narazuke", "daliansky")
DETAIL_SITES = 2
LIST_PAGES = 12
CACHES = {"site.sqlite", "learnt.npz"}
_DATE_OF_WRAPPER = re.compile(rb'"learned(_on)?": ?"[0-9-]*"')

Fingerprints: TypeAlias = dict[str, str]


def sources(folder: Path) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The name of a source, where it is, and the commands that are run on it beside `mine`."""
    yield "example", "examples/site", ("structure", "clusters", "records")
    for name in WHOLE_SITES:
        pages = read(corpora_folder() / "sites" / name / "pages.jsonl.xz")
        yield name, _written(folder, name, pages), ("structure", "clusters")
    for corpus, count in ARTICLE_SITES.items():
        for site in article_sites(corpus, count):
            name = f"{corpus}-{site.name}".replace("/", "-")
            yield name, _written(folder, name, iter(site.pages)), ("structure", "clusters")
    for path in sorted((corpora_folder() / "fields").glob("*.jsonl.xz"))[:DETAIL_SITES]:
        name = path.name.removesuffix(".jsonl.xz")
        yield name, _written(folder, name, read(path)), ("fields", "clusters")
    lists = [page for page, _ in zip(read(corpora_folder() / "records" / "testbed2017.jsonl.xz"), range(LIST_PAGES), strict=False)]
    yield "lists", _written(folder, "lists", iter(lists)), ("records",)


def _written(folder: Path, name: str, pages: Iterator[dict[str, object]]) -> str:
    path = folder / f"{name}.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for number, page in enumerate(pages):
            url = page.get("url") or f"https://site.invalid/{number}"
            file.write(json.dumps({"url": url if "://" in str(url) else f"https://site.invalid{url}", "html": page["html"]}) + "\n")
    return str(path)


def _run(*arguments: str) -> bytes:
    done = subprocess.run([sys.executable, "-m", "sitelode", *arguments], check=False, capture_output=True)  # noqa: S603 (our own program)
    return done.stdout + (b"" if done.returncode == 0 else f"\nexit {done.returncode}\n".encode() + done.stderr)


def _results(name: str, source: str, commands: tuple[str, ...], folder: Path) -> Iterator[tuple[str, bytes]]:
    mined = folder / name
    yield f"{name}: mine", _run("mine", source, "-o", str(mined), "--markdown", "--html", "--csv", "-q")
    yield f"{name}: apply", _run("apply", str(mined / "wrapper.json"), source)
    if "structure" in commands:
        yield f"{name}: structure", _run("structure", str(mined), "--all")
    if "clusters" in commands:
        yield f"{name}: clusters", _run("clusters", str(mined), "--json")
    for command in {"records", "fields"} & set(commands):
        yield f"{name}: {command}", _run(command, source, "-o", str(mined / command))
    for path in sorted(path for path in mined.rglob("*") if path.is_file() and path.name not in CACHES):
        yield f"{name}: {path.relative_to(mined)}", path.read_bytes()


def fingerprints(names: Collection[str]) -> Fingerprints:
    found: Fingerprints = {}
    with TemporaryDirectory() as place:
        folder = Path(place)
        for name, source, commands in sources(folder):
            if names and name not in names:
                continue
            print(name, file=sys.stderr, flush=True)
            for what, content in _results(name, source, commands, folder):
                anywhere = _DATE_OF_WRAPPER.sub(b"", content.replace(os.fsencode(place), b""))
                found[what] = blake2b(anywhere, digest_size=12).hexdigest()
    return found


def main(what: str, path: Path, *names: str) -> int:
    found = fingerprints(names)
    if what == "keep":
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        print(f"{len(found):,} results kept in {path}")
        return 0
    kept = {name: mark for name, mark in json.loads(path.read_text(encoding="utf-8")).items() if not names or name.split(":")[0] in names}
    differing = sorted(name for name in kept.keys() | found.keys() if kept.get(name) != found.get(name))
    print("\n".join([*differing, f"{len(differing):,} of {len(kept):,} results differ"]))
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:]))
