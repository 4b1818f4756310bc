"""Taught fields on sites that change: title, author and date, taught by one page of an older snapshot, after repair on a newer one.

    python -m bench.taught_drift [--kinds redesign,small] [--sites N] [--without-known] [--show]

A wrapper is learnt from the older snapshot and the fields are taught by their text on one page, the first that shows all of them; nobody is
asked anything. It is repaired on the newer snapshot, and what the fields say there is compared with the truth. The truth of titles is the
corpus'. Authors and dates have no labels: a page counts where mining the older and mining the newer snapshot afresh give the same
author, or the same day, for the same article, and the new page shows it. A date is right if it is of that day.

before      share of the values that the old wrapper still gives
after       share of the values after repair
wrong       share of the values given after repair that are something else
`--without-known` remembers neither articles nor what the fields said about them.
"""

import argparse
import json
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from bench.adapters import _fetched as fetched
from bench.adapters import _parsed as parsed
from bench.corpora import CorpusNotFoundError, corpora_folder, read
from sitelode import mine
from sitelode.articles.fields.dates import DateForms, month_names
from sitelode.html.page import Page
from sitelode.html.render.selection import HIDDEN_TAGS
from sitelode.mined_site import MinedSite
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.known_content import NOTHING_KNOWN
from sitelode.wrappers.learn.site_wrapper import known_content
from sitelode.wrappers.lessons import LessonEntry, LessonLog
from sitelode.wrappers.repair.repairing import repair
from sitelode.wrappers.teach.apply_lessons import PagesOfSite, taught_wrapper
from sitelode.wrappers.wrapper import Wrapper

FIELDS = ("title", "author", "date")
SHOWN_FROM = 0.5  # share of the old pages that show a field; one that fewer show is not taught
NAMES = {"title": "headline", "author": "writer", "date": "day"}  # an article has fields of the plain names already


@dataclass(frozen=True)
class Truth:
    """What the fields of one page say, and how a value is compared with it."""

    values: dict[str, str]
    forms: Sequence[DateForms]

    def is_right(self, field: str, value: str) -> bool:
        if field == "date":
            return any(form.in_text(value)[:10] == self.values[field] for form in self.forms)
        return plain(value) == plain(self.values[field])


@dataclass
class Counts:
    shown: int = 0  # values that the new pages show
    before: int = 0
    right: int = 0
    wrong: int = 0

    def add(self, other: "Counts") -> None:
        self.shown, self.before, self.right, self.wrong = (
            self.shown + other.shown, self.before + other.before, self.right + other.right, self.wrong + other.wrong
        )  # fmt: skip


def plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def visible_texts(page: Page) -> list[str]:
    """The texts that a browser shows, node by node."""
    found = []
    for row in page.text_rows.tolist():
        above, hidden = int(page.columns.parent[row]), False
        while above >= 0 and not hidden:
            hidden, above = page.tag_name(above) in HIDDEN_TAGS, int(page.columns.parent[above])
        if not hidden and (text := " ".join(page.text(row).split())):
            found.append(text)
    return found


def shown_value(field: str, truth: Truth, texts: Sequence[str]) -> str:
    """The value as a page shows it to readers, as a person would name it; empty where it does not."""
    for text in texts:
        if field == "date":
            for form in truth.forms:
                day, start, end = form.locate(text)
                if day == truth.values["date"]:
                    return text[start:end]
        elif plain(text) == plain(truth.values[field]) or (field == "author" and f" {plain(truth.values[field])} " in f" {plain(text)} "):
            return text if plain(text) == plain(truth.values[field]) else truth.values[field]
    return ""


def mined_values(mined: MinedSite) -> dict[str, dict[str, str]]:
    return {each.url: {"author": each.author, "date": (each.date or "")[:10]} for each in mined.articles}


def taught(mined: MinedSite, wrapper: Wrapper, texts: dict[str, dict[str, str]]) -> tuple[Wrapper, tuple[LessonEntry, ...]]:
    """The wrapper with each field taught by the first page that shows most of them."""
    usual = {name for name in FIELDS if sum(name in of_page for of_page in texts.values()) >= SHOWN_FROM * len(texts)}
    texts = {url: {name: value for name, value in of_page.items() if name in usual} for url, of_page in texts.items()}
    best = max(texts, key=lambda url: (len(texts[url]), url == next(iter(texts))), default="")
    entries = tuple(LessonEntry(best, NAMES[field], text=value) for field, value in texts.get(best, {}).items())
    return taught_wrapper(wrapper, LessonLog(entries), PagesOfSite(mined.site, mined.site_articles.layouts.clusters.members()))[0], entries


@dataclass(frozen=True)
class Taught:
    """A step between two snapshots: the wrapper with what was taught, the new pages, and what is true on both sides."""

    before: MinedSite
    wrapper: Wrapper
    lessons: tuple[LessonEntry, ...]
    new: Sequence[tuple[dict[str, Any], str, Page]]  # rows of the corpus with their addresses and pages
    forms: Sequence[DateForms]
    ids: dict[str, str]  # of old pages: their addresses
    old_values: dict[str, dict[str, str]]
    new_values: dict[str, dict[str, str]]


@cache
def taught_step(folder: Path, old_name: str, new_name: str, language: str) -> Taught:
    old, new = (list(read(folder / f"snapshot-{name}.jsonl.xz")) for name in (old_name, new_name))
    forms = [DateForms({**month_names("en"), **month_names(language)}, month_first=first) for first in (False, True)]
    old_pages, new_pages = ([fetched(place, row) for place, row in enumerate(rows)] for rows in (old, new))
    before = mine(old_pages)
    old_values = mined_values(before)
    shown_before = {}
    for row, page in zip(old, old_pages, strict=True):
        truth = Truth({"title": row["title"], **old_values.get(page.url, {})}, forms)
        found = parsed(page)
        texts = visible_texts(found) if found else []
        shown_before[page.url] = {name: value for name in FIELDS if truth.values.get(name) and (value := shown_value(name, truth, texts))}
    wrapper, lessons = taught(before, before.wrapper(), shown_before)
    pages = [(row, page.url, found) for row, page in zip(new, new_pages, strict=True) if (found := parsed(page)) is not None]
    ids = {row["id"]: page.url for row, page in zip(old, old_pages, strict=True)}
    return Taught(before, wrapper, lessons, pages, forms, ids, old_values, mined_values(mine(new_pages)))


def measured(folder: Path, step: dict[str, Any], language: str, *, with_known: bool, show: bool) -> dict[str, Counts]:
    of = taught_step(folder, step["from"], step["to"], language)
    known = known_content(of.before.site, of.wrapper) if with_known else NOTHING_KNOWN
    done = repair(of.wrapper, [page for _, _, page in of.new], replace(known, lessons=of.lessons))
    old_reader, new_reader = Applier(of.wrapper), Applier(done.wrapper)
    counts = {name: Counts() for name in FIELDS if NAMES[name] in {each.name for each in of.lessons}}
    for row, url, page in of.new:
        same = of.old_values.get(of.ids.get((row["same_as"] or {}).get(str(step["from"]), ""), ""), {})
        now = of.new_values.get(url, {})
        truth = Truth(
            {"title": row["title"], **{name: value for name, value in now.items() if value and value == same.get(name)}}, of.forms
        )
        texts = visible_texts(page)
        values = [_taught_of(reader, page) for reader in (old_reader, new_reader)]
        for name, count in counts.items():
            if not truth.values.get(name) or not shown_value(name, truth, texts):
                continue
            count.shown += 1
            count.before += truth.is_right(name, values[0].get(NAMES[name], ""))
            value = values[1].get(NAMES[name], "")
            count.right += truth.is_right(name, value)
            count.wrong += bool(value) and not truth.is_right(name, value)
            if show and not truth.is_right(name, value):
                print(f"    {url} {name}: {value!r:.80} for {truth.values[name]!r:.80}")
    if show:
        print("\n".join(f"    {line}" for line in (*done.changes, *done.questions)))
    return counts


def _taught_of(reader: Applier, page: Page) -> dict[str, str]:
    return {name: value for reading in reader.read(page) for name, value in reading.taught.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kinds", default="redesign", help="kinds of steps, separated by commas (redesign unless told)")
    parser.add_argument("--sites", help="only these sites, separated by commas")
    parser.add_argument("--without-known", action="store_true", help="remember no articles")
    parser.add_argument("--show", action="store_true", help="what is not right, and what the repair said")
    options = parser.parse_args(arguments)
    try:
        folders = sorted((corpora_folder() / "drift").iterdir())
    except CorpusNotFoundError as problem:
        print(problem, file=sys.stderr)
        return 1
    totals: dict[str, dict[str, Counts]] = defaultdict(lambda: defaultdict(Counts))
    for folder in folders:
        if options.sites and folder.name not in options.sites.split(","):
            continue
        told = json.loads((folder / "drift.json").read_text(encoding="utf-8"))
        for step in told["steps"]:
            if step["kind"] in options.kinds.split(","):
                found = measured(folder, step, told["language"], with_known=not options.without_known, show=options.show)
                print(
                    f"{folder.name:<16}{step['from']} to {step['to']}  {step['kind']:<10}"
                    + "  ".join(_said(n, c) for n, c in found.items()),
                    flush=True,
                )
                for name, count in found.items():
                    totals[step["kind"]][name].add(count)
                    totals[step["kind"]]["all"].add(count)
    print(f"\n{'kind':<10}{'field':<8}{'values':>8}{'before':>8}{'after':>8}{'wrong':>8}")
    for kind, fields in totals.items():
        for name, count in fields.items():
            wrong = count.wrong / max(count.right + count.wrong, 1)
            shares = f"{count.before / max(count.shown, 1):>8.3f}{count.right / max(count.shown, 1):>8.3f}{wrong:>8.3f}"
            print(f"{kind:<10}{name:<8}{count.shown:>8}{shares}")
    return 0


def _said(name: str, count: Counts) -> str:
    return f"{name} {count.before}, {count.right} of {count.shown}, {count.wrong} wrong"


if __name__ == "__main__":
    sys.exit(main())
