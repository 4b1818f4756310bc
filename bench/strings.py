"""The string methods: their cost as multiples of the suffix sort alone, and their accuracy on real pages.

    python -m bench.strings [speed] [literal] [memory] [accuracy] [mixtures]

Without a name, all of them; `literal` alone takes minutes, because it measures the slow versions. Times are CPU seconds, the least of a few
runs, so that other work on the machine does not count. A page set has at most 3 million characters, as in the paper (76 pages, 3.2 MB).
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from bench.corpora import corpora_folder, read
from bench.true_characters import Mask, true_characters
from sitelode_lab.strings.alternation_counts import Agreement, AlternationSettings, Division, agreement, divide, find_optimal
from sitelode_lab.strings.ngram_coverage import DelimitedNgrams, SharedNgrams
from sitelode_lab.strings.page_source import collapse_spaces
from sitelode_lab.strings.substring_amplification import amplify, covered, find_templates
from sitelode_lab.strings.suffix_array import SuffixArray, sort_suffixes
from sitelode_lab.strings.visible_alternation import ReducedMarkup, divide_visible, reduce_markup

CHARACTERS = 3_000_000  # of a page set
MOST_PAGES = 80
MIXTURES, SEED = 24, 1
MIXED_SITES, MIXED_PAGES = (2, 3, 3, 4), range(20, 61)  # how many sites a mixture has, and how many pages each gives
REPEATED = 3
GOAL = {"A to literal": 50, "A to sort": 10, "A for pages to sort": 10, "B to sort": 3, "accuracy": 0.97, "accuracy of mixtures": 0.95}

Result = TypeVar("Result")


class Article(NamedTuple):
    source: str
    title: str
    body: str


@dataclass(frozen=True, slots=True)
class TrueSet:
    """Collapsed sources of some pages and their correct strings."""

    name: str
    texts: list[str]
    region: Mask
    text: Mask
    visible: Mask  # outside all markup
    found: float  # share of the true tokens that have a place in the source


class Found(NamedTuple):
    cut: str  # the cut point or frequency
    outside: Mask  # all range strings


@cache
def articles(site: str) -> list[Article]:
    """All article pages of a site, in an order that is the same everywhere and means nothing."""
    pages = [page for page in read(corpora_folder() / "sites" / site / "pages.jsonl.xz") if page["label"] == "article" and page.get("body")]
    pages.sort(key=lambda page: sha256(page["url"].encode()).hexdigest())
    return [Article(page["html"], page.get("title") or "", page["body"]) for page in pages]


@cache
def sites() -> list[str]:
    return sorted(folder.name for folder in (corpora_folder() / "sites").iterdir() if folder.is_dir())


def page_set(site: str, characters: int = CHARACTERS, pages: int = MOST_PAGES) -> list[Article]:
    chosen: list[Article] = []
    for article in articles(site)[:pages]:
        if sum(len(page.source) for page in chosen) >= characters:
            break
        chosen.append(article)
    return chosen


def least_cpu(work: Callable[[], Result], times: int = REPEATED) -> tuple[float, Result]:
    seconds = []
    for _ in range(times):
        start = time.process_time()
        result = work()
        seconds.append(time.process_time() - start)
    return min(seconds), result


def sort_alone(texts: Sequence[str]) -> float:
    from pydivsufsort import divsufsort  # noqa: PLC0415 (only here)

    joined = "\0".join(texts).encode("utf-8", "surrogatepass")
    return least_cpu(lambda: divsufsort(joined))[0]


def speed() -> None:
    """A: one search, with the searches begun anew after a trivial end, for pages; B: peaks, and all templates one after the other.

    A for pages sorts less, sources with their markup reduced, and is compared with the sort of these.
    """
    print(f"\n{'site':<14}{'pages':>6}{'MB':>6}{'sort s':>8}   A/sort  with restarts  for pages       cut   B/sort  with templates")
    ratios = []
    for site in sites():
        texts = [article.source for article in page_set(site)]
        collapsed = [collapse_spaces(text).text for text in texts]
        warm_up(texts[:2])
        unit, unit_collapsed = sort_alone(texts), sort_alone(collapsed)
        search, _ = least_cpu(partial(_sorted_and, find_optimal, collapsed))
        restarts, division = least_cpu(partial(_sorted_and, divide, collapsed))
        reduced = [reduce_markup(text) for text in collapsed]
        unit_reduced = sort_alone([page.text for page in reduced])
        pages, _ = least_cpu(partial(known_markup, reduced))
        peaks, _ = least_cpu(partial(_sorted_and, amplify, texts))
        peeling, _ = least_cpu(partial(_sorted_and, find_templates, texts))
        ratios.append((search / unit_collapsed, peaks / unit, pages / unit_reduced))
        print(
            f"{site:<14}{len(texts):6}{sum(map(len, texts)) / 1e6:6.1f}{unit:8.3f}{ratios[-1][0]:9.1f}{restarts / unit_collapsed:15.1f}"
            f"{ratios[-1][2]:11.1f}{division.length:7},{division.percent:3}{ratios[-1][1]:9.2f}{peeling / unit:15.2f}",
            flush=True,
        )
    for name, column in (("A to sort", 0), ("A for pages to sort", 2), ("B to sort", 1)):
        values = [row[column] for row in ratios]
        print(f"{name}: median {np.median(values):.2f}, worst {max(values):.2f}; goal: at most {GOAL[name]}")


def _sorted_and(work: Callable[[SuffixArray], Result], texts: Sequence[str]) -> Result:
    return work(sort_suffixes(texts))


def warm_up(texts: Sequence[str]) -> None:
    """Compile, import and fill caches before anything is timed."""
    suffixes = sort_suffixes([collapse_spaces(text).text for text in texts])
    find_optimal(suffixes)
    find_templates(suffixes)
    known_markup([reduce_markup(text) for text in texts])


def literal(characters: int = CHARACTERS) -> None:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
    slow = import_module("oracles.find_optimal")
    texts = [collapse_spaces(article.source).text for article in page_set("120minuten", characters)]
    warm_up(texts[:2])
    ours, division = least_cpu(lambda: find_optimal(sort_suffixes(texts)))
    theirs, path = least_cpu(lambda: slow.find_optimal(texts), 1)
    same = path == [(step.length, step.percent, step.count) for step in division.trace]
    print(f"\n{sum(map(len, texts)):,} characters, cut ({division.length}, {division.percent}), {len(path)} steps; the same path: {same}")
    times = f"literal version {theirs:.1f} s, ours {ours:.2f} s with the sort: {theirs / ours:.0f} times faster"
    print(f"{times}; goal: at least {GOAL['A to literal']}")


def memory() -> None:
    print("\nPeak memory per character, measured in a process of its own (the text itself not counted)")
    for site in ("ex-animo", "hides-kick"):
        for method in ("sort", "A", "A delimited", "A shared", "B"):
            with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
                file.write("\x01".join(article.source for article in page_set(site, 12_000_000, 1000)))
                file.flush()
                command = [sys.executable, "-m", "bench.strings", "--measure", method, file.name]
                found = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 (ourselves)
            print(f"{site:<14}{method:<12}{found.stdout.strip()}", flush=True)


def measure(method: str, path: str) -> None:
    texts = Path(path).read_text(encoding="utf-8").split("\x01")
    run = MEASURED[method]
    tiny = sort_suffixes(["ab" * 50, "ab" * 30, "".join(chr(300 + number) for number in range(300))])
    run(tiny)
    run(sort_suffixes(["ab" * 50, "ab" * 30]))
    before = _memory("VmRSS")
    suffixes = sort_suffixes(texts)
    run(suffixes)
    characters = len(suffixes.symbols)
    each = (_memory("VmHWM") - before) / characters
    print(f"{each:5.1f} bytes a character ({characters:,} characters, {len(suffixes.alphabet):,} distinct)")


def _memory(kind: str) -> int:
    """Of this process, in bytes: VmRSS now, VmHWM at its highest. Not from getrusage, which counts what the parent process had."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(kind))


def len_of(suffixes: SuffixArray) -> int:
    return len(suffixes.order)


def find_delimited(suffixes: SuffixArray) -> object:
    return find_optimal(suffixes, AlternationSettings(kind=DelimitedNgrams()))


def find_shared(suffixes: SuffixArray) -> object:
    return find_optimal(suffixes, AlternationSettings(start_length=12, kind=SharedNgrams()))


MEASURED: dict[str, Callable[[SuffixArray], object]] = {
    "sort": len_of,
    "A": find_optimal,
    "A delimited": find_delimited,
    "A shared": find_shared,
    "B": amplify,
}


def true_set(name: str, pages: Sequence[Article]) -> TrueSet:
    texts, masks, found = [], [], []
    for page in pages:
        truth, collapsed = true_characters(page.source, page.title, page.body), collapse_spaces(page.source)
        kept = np.flatnonzero(np.diff(collapsed.place_of, prepend=-1))
        texts.append(collapsed.text)
        masks.append((truth.region[kept], truth.text[kept], truth.visible[kept]))
        found.append(truth.found)
    region, text, visible = (np.concatenate(column) for column in zip(*masks, strict=True))
    return TrueSet(name, texts, region, text, visible, float(np.mean(found)))


def dividing(settings: AlternationSettings, *, once: bool = False) -> Callable[[SuffixArray], Found]:
    def run(suffixes: SuffixArray) -> Found:
        return _found(find_optimal(suffixes, settings) if once else divide(suffixes, settings))

    return run


def _found(division: Division) -> Found:
    return Found(f"{division.length},{division.percent}", np.concatenate(division.range_strings))


def by_peaks(suffixes: SuffixArray) -> Found:
    peaks = amplify(suffixes).peaks
    outside = ~covered(suffixes, [peak.strings for peak in peaks])
    return Found(f"{peaks[0].frequency if peaks else '-'}", np.concatenate(suffixes.per_document(outside)))


def all_useless(suffixes: SuffixArray) -> Found:
    return Found("", np.zeros(int(suffixes.lengths.sum()), np.bool_))


def known_markup(pages: Sequence[ReducedMarkup]) -> Division:
    return divide_visible(sort_suffixes([page.text for page in pages]), [page.visible for page in pages])


DIVIDERS: dict[str, Callable[[SuffixArray], Found]] = {
    "A as published": dividing(AlternationSettings(), once=True),
    "A": dividing(AlternationSettings()),
    "A from 32": dividing(AlternationSettings(start_length=32)),
    "A with < and >": dividing(AlternationSettings(kind=DelimitedNgrams())),
    "B": by_peaks,
    "all useless": all_useless,
}
OF_PAGES = ("A, whole texts", "A for pages", "for pages, whole")


def divided(one: TrueSet) -> dict[str, Found]:
    """By each divider; and where the markup is known: A's answer for whole texts, the variant for pages, and that for whole texts."""
    suffixes, reduced = sort_suffixes(one.texts), [reduce_markup(text) for text in one.texts]
    every = {name: run(suffixes) for name, run in DIVIDERS.items()}
    division = known_markup(reduced)
    useful = [page.on_source(range_) for page, range_ in zip(reduced, division.range_strings, strict=True)]
    cut = f"{division.length},{division.percent}"
    per_page = np.split(every["A"].outside, np.cumsum([len(text) for text in one.texts])[:-1])
    every["A, whole texts"] = Found(every["A"].cut, _whole(reduced, per_page))
    return every | {"A for pages": Found(cut, np.concatenate(useful)), "for pages, whole": Found(cut, _whole(reduced, useful))}


def _whole(pages: Sequence[ReducedMarkup], useful: Sequence[Mask]) -> Mask:
    return np.concatenate([page.whole_texts(of_page) for page, of_page in zip(pages, useful, strict=True)])


def accuracy() -> None:
    single = [true_set(site, page_set(site)) for site in sites()]
    print_accuracy("one site", single, GOAL["accuracy"])
    half = CHARACTERS // 2
    mixed = [
        true_set(f"{one}+{other}", [*page_set(one, half, MOST_PAGES // 2), *page_set(other, half, MOST_PAGES // 2)])
        for one, other in pairwise([*sites(), sites()[0]])
    ]
    print_accuracy("two sites", mixed, GOAL["accuracy of mixtures"])


def print_accuracy(title: str, sets: Sequence[TrueSet], goal: float) -> None:
    """Against the paper's region; against the text; and against the text where tags are known to be no content, as on a parsed page."""
    print(f"\n{title}: accuracy against region, text, text with tags known (see bench/true_characters.py), and the cut or frequency found")
    print(f"{'set':<26}{'located':>8}" + "".join(f"{name:>28}" for name in (*DIVIDERS, *OF_PAGES)))
    rows: dict[str, list[tuple[Agreement, ...]]] = {name: [] for name in (*DIVIDERS, *OF_PAGES)}
    for one in sets:
        cells = []
        for name, (cut, outside) in divided(one).items():
            measured = agreement(one.region, outside), agreement(one.text, outside), agreement(one.text, outside & one.visible)
            rows[name].append(measured)
            cells.append(f"{' '.join(f'{each.accuracy:.3f}' for each in measured)}{cut:>8}")
        print(f"{one.name:<26}{one.found:8.3f}" + "".join(f"{cell:>28}" for cell in cells), flush=True)
    print(f"\nmeans: accuracy/recall/precision, and the number of sets with an accuracy of at least {goal}, the goal, of {len(sets)}")
    for name, every in rows.items():
        means = "   ".join(_three([measured[kind] for measured in every], goal) for kind in range(3))
        print(f"{name:<18}{means}")


def _three(several: Sequence[Agreement], goal: float) -> str:
    means = (f"{np.mean([getattr(one, name) for one in several]):.3f}" for name in ("accuracy", "recall", "precision"))
    return f"{'/'.join(means)} ({sum(one.accuracy >= goal for one in several)})"


def mixtures() -> None:
    print("\nMixtures of sites: is the number of pages of each a peak; are its pages found as one template")
    all_peaks, counted, total, exact, peaks_each, steepest = 0, 0, 0, 0, [], 0
    for names, counts in _mixtures():
        suffixes = sort_suffixes([page.source for site, count in zip(names, counts, strict=True) for page in articles(site)[:count]])
        found, templates = amplify(suffixes), find_templates(suffixes)
        first = {peak.frequency for peak in found.peaks}
        every = first | {template.frequency for template in templates}
        owners = np.repeat(np.arange(len(names)), counts)
        whole = [set(np.flatnonzero(owners == number).tolist()) for number in range(len(names))]
        groups = [set(template.documents) for template in templates]
        counted, all_peaks = counted + sum(count in first for count in counts), all_peaks + sum(count in every for count in counts)
        exact, total = exact + sum(pages in groups for pages in whole), total + len(names)
        steepest += found.maximal_frequency in counts
        peaks_each.append(len(found.peaks))
        parts = ", ".join(f"{site} {count}{'' if count in every else ' (no peak)'}" for site, count in zip(names, counts, strict=True))
        print(f"  {parts}: {len(found.peaks)} peaks, {len(templates)} templates", flush=True)
    print(f"page counts among the peaks: {counted} of {total} at first sight, {all_peaks} with the peaks of later rounds")
    print(f"exactly the site's pages as one template: {exact} of {total}; peaks a mixture, median: {np.median(peaks_each):.0f}")
    print(f"argmax of F(f) / F(f - 1), the paper's peak, is a page count in {steepest} of {MIXTURES} mixtures")


def _mixtures() -> Iterator[tuple[list[str], list[int]]]:
    randomness = random.Random(SEED)  # noqa: S311 (not for secrets)
    for _ in range(MIXTURES):
        number = randomness.choice(MIXED_SITES)
        yield randomness.sample(sites(), number), randomness.sample(MIXED_PAGES, number)


SECTIONS: dict[str, Callable[[], Any]] = {
    "speed": speed,
    "literal": literal,
    "memory": memory,
    "accuracy": accuracy,
    "mixtures": mixtures,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", choices=[*SECTIONS, []], help="what to measure; everything by default")
    parser.add_argument("--measure", nargs=2, metavar=("METHOD", "FILE"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        measure(*given.measure)
        return
    for section in given.sections or SECTIONS:
        SECTIONS[section]()


if __name__ == "__main__":
    main()
