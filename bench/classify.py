"""Classes of pages and sites, measured: every system by name, what text is read, one labelled site a trade, pages from five examples.

python -m bench.classify                  the default and every system on WebKB, BBC and SWDE
python -m bench.classify --systems a,b    some of them
python -m bench.classify --texts          whole page, mined text, summary, both, on WebKB and BBC
python -m bench.classify --one            SWDE sites by trade, from one labelled site a trade
python -m bench.classify --five           pages of a site from five examples: R-Precision by page type, and by class on WebKB
python -m bench.classify --cost           CPU seconds for 10,000 pages, and for mining as many
"""

import argparse
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from bench.adapters import classify_pages_by, classify_sites_by, page_sample, site_sample
from bench.corpora import corpora_folder, read
from sitelode.classify.contract import Sample
from sitelode.classify.pages.summaries import Summariser, learnt_summariser
from sitelode.classify.reading import PageText, read_html
from sitelode.classify.registry import CLASSIFIERS, classifier
from sitelode.classify.similar import SimilarPages

Item = Mapping[str, Any]
FOUR = frozenset(("student", "faculty", "course", "project"))  # the classes of WebKB that published results are about
SITE_SYSTEMS = ("site-words", "metatags", "superpages", "topic-vectors", "markov-trees", "naive-bayes")
EXAMPLES, LEAST_PAGES, REPEATS = 5, 10, 3  # of a page type
_NO_HOST = "https://site.invalid"


def figures(true: Mapping[Any, str], found: Mapping[Any, str]) -> tuple[float, float]:
    """Accuracy and macro F1."""
    classes = sorted(set(true.values()))
    hits = {name: sum(true[each] == found.get(each) == name for each in true) for name in classes}
    counted = Counter(true.values()), Counter(found.get(each, "") for each in true)
    f1 = [2 * hits[name] / max(1, counted[0][name] + counted[1][name]) for name in classes]
    return sum(hits.values()) / len(true), statistics.fmean(f1)


def over_folds(
    classify: Callable[[list[Item], list[Item]], Mapping[Any, str]], items: Sequence[Item], folds: Sequence[Any]
) -> tuple[float, float]:
    """The mean of both figures when each fold in turn is unseen."""
    rows = []
    for fold in dict.fromkeys(each for each in folds if each is not None):
        train = [item for item, own in zip(items, folds, strict=True) if own != fold]
        test = [item for item, own in zip(items, folds, strict=True) if own == fold]
        bare: list[Item] = [{key: value for key, value in item.items() if key != "label"} for item in test]
        rows.append(figures({item["id"]: item["label"] for item in test}, classify(train, bare)))
    return statistics.fmean(row[0] for row in rows), statistics.fmean(row[1] for row in rows)


def webkb() -> list[Item]:
    return list(read(corpora_folder() / "classify" / "webkb.jsonl.xz"))


def bbc() -> list[Item]:
    return list(read(corpora_folder() / "classify" / "bbc.jsonl.xz"))


def universities(items: Iterable[Item]) -> list[str | None]:
    return [None if item["site"] == "misc" else item["site"] for item in items]


def trades() -> list[Item]:
    found: dict[str, dict[str, list[Item]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted((corpora_folder() / "fields").glob("*.jsonl.xz")):
        for page in read(path):
            found[page["vertical"]][page["site"]].append({"url": page["url"], "html": page["html"]})
    return [{"id": site, "label": trade, "pages": found[trade][site]} for trade in sorted(found) for site in sorted(found[trade])]


def systems(names: Sequence[str]) -> None:
    """Every system as the scorer measures it; WebKB's summaries and ants take minutes."""
    pages, texts, sites = webkb(), bbc(), trades()
    four = [page for page in pages if page["label"] in FOUR]
    print(f"{'':15} {'WebKB 4, accuracy':>18} {'WebKB 7, macro F1':>18} {'BBC, accuracy':>14} {'SWDE halves':>12}")
    for name in names:
        classify = classify_pages_by(name)
        row = [f"{over_folds(classify, four, universities(four))[0]:18.3f}", f"{over_folds(classify, pages, universities(pages))[1]:18.3f}"]
        row += (
            [f"{over_folds(classify, texts, [place % 5 for place in range(len(texts))])[0]:14.3f}"] if name != "addresses" else [f"{'':14}"]
        )
        row += (
            [f"{over_folds(classify_sites_by(name), sites, [place % 2 for place in range(len(sites))])[0]:12.3f}"]
            if name in SITE_SYSTEMS
            else []
        )
        print(f"{name:15} {' '.join(row)}", flush=True)


def one_site_a_trade(name: str = "site-words") -> None:
    """Each trade's first labelled site is the tenth part of them in turn."""
    sites = [site_sample(item) for item in trades()]
    by_trade: dict[str, list[Sample]] = defaultdict(list)
    for sample in sites:
        by_trade[sample.label].append(sample)
    hits = asked = 0
    for turn in range(min(map(len, by_trade.values()))):
        train = [samples[turn] for samples in by_trade.values()]
        test = [sample for samples in by_trade.values() for place, sample in enumerate(samples) if place != turn]
        found = classifier(name).fit(train).predict_together([sample.labelled("") for sample in test])
        hits += sum(verdict.label == sample.label for verdict, sample in zip(found, test, strict=True))
        asked += len(test)
    print(f"{name}: from one labelled site a trade, accuracy {hits / asked:.3f} ({asked:,} answers)")


def texts() -> None:
    """What text is read: naive Bayes and the default on the whole page, the mined text, the summary, and page and summary both."""
    news, pages = bbc(), webkb()
    for corpus, items, folds in (("BBC", news, [place % 5 for place in range(len(news))]), ("WebKB 7", pages, universities(pages))):
        samples = [page_sample(item) for item in items]
        mined = [_mined(item, sample.pages[0]) for item, sample in zip(items, samples, strict=True)]
        for text in ("whole page", "mined text", "summary", "both"):
            for name, row in _texts_rows(text, samples, mined, folds).items():
                print(f"{corpus:8} {text:11} {name:12} accuracy {row[0]:.3f} macro F1 {row[1]:.3f}", flush=True)


def _mined(item: Item, page: PageText) -> PageText:
    """The page with its article text; with its whole text where it has none."""
    from sitelode import extract  # noqa: PLC0415 (loaded when it is asked for)
    from sitelode.errors import PageError  # noqa: PLC0415

    try:
        article = extract(item["html"] or "", page.url) if "html" in item else None
    except PageError:
        article = None
    return page.with_body(article.text) if article and article.text else page


def _texts_rows(text: str, samples: Sequence[Sample], mined: Sequence[PageText], folds: Sequence[Any]) -> dict[str, tuple[float, float]]:
    rows: dict[str, list[tuple[float, float]]] = {"naive-bayes": [], "combined": []}
    for fold in dict.fromkeys(each for each in folds if each is not None):
        inside = [place for place, own in enumerate(folds) if own != fold]
        unseen = [place for place, own in enumerate(folds) if own == fold]
        summariser = learnt_summariser([samples[place] for place in inside]) if text in ("summary", "both") else None
        train = [_read_as(text, samples[place], mined[place], summariser) for place in inside]
        test = [_read_as(text, samples[place].labelled(""), mined[place], summariser) for place in unseen]
        truth = {samples[place].name: samples[place].label for place in unseen}
        for name, found in rows.items():
            verdicts = classifier(name).fit(train).predict_together(test)
            found.append(figures(truth, dict(zip(truth, (verdict.label for verdict in verdicts), strict=True))))
    return {name: (statistics.fmean(row[0] for row in found), statistics.fmean(row[1] for row in found)) for name, found in rows.items()}


def _read_as(text: str, sample: Sample, mined: PageText, summariser: Summariser | None) -> Sample:
    page = mined if text == "mined text" else sample.pages[0]
    if summariser:
        said = "\n".join(each.sentence.text for each in summariser.summary(page, sample.label))
        page = page.with_body(f"{page.body}\n{said}" if text == "both" else said)
    return Sample(sample.name, (page,), sample.label)


def five_examples(most_pages: int) -> None:
    """R-Precision of the pages of a type, from five of them: the mean over types of a site, then over sites."""
    rows: dict[str, dict[str, float]] = {"sites": {}, "sites2": {}, "webkb": {}}
    for corpus in ("sites", "sites2"):
        for folder in sorted((corpora_folder() / corpus).iterdir()):
            items = list(read(folder / "pages.jsonl.xz"))
            items = items[:: max(1, -(-len(items) // most_pages))]
            pages = [read_html(item["html"] or "", _address(item["url"])) for item in items]
            rows[corpus][folder.name] = _r_precision(pages, [str(item.get("ptype")) for item in items])
            print(f"{corpus} {folder.name:20} {rows[corpus][folder.name]:.3f}", flush=True)
    pages_of_all = webkb()
    for university in sorted(set(filter(None, universities(pages_of_all)))):
        own = [item for item in pages_of_all if item["site"] == university]
        pages = [page_sample(item).pages[0] for item in own]
        rows["webkb"][university] = _r_precision(pages, [item["label"] for item in own], skip="other")
        print(f"webkb {university:20} {rows['webkb'][university]:.3f}", flush=True)
    for corpus, found in rows.items():
        print(f"{corpus}: R-Precision from {EXAMPLES} examples {statistics.fmean(value for value in found.values() if value == value):.3f}")  # noqa: PLR0124 (not a number where a site has no type)


def _address(url: str) -> str:
    return _NO_HOST + url if url.startswith("/") else url


def _r_precision(pages: Sequence[PageText], types: Sequence[str], skip: str = "") -> float:
    similar, random, found = SimilarPages(pages), np.random.default_rng(0), []
    for name, count in sorted(Counter(types).items()):
        if count < LEAST_PAGES or name == skip:
            continue
        own = [place for place, each in enumerate(types) if each == name]
        for _ in range(REPEATS):
            like = random.choice(own, EXAMPLES, replace=False).tolist()
            ranked = similar.ranked(like)[: count - EXAMPLES]
            found.append(statistics.fmean(types[each.place] == name for each in ranked))
    return statistics.fmean(found) if found else float("nan")


def cost(number: int = 10_000) -> None:
    """CPU of training on and classifying pages, read from HTML, against mining a part of them."""
    from sitelode import Fetched, mine  # noqa: PLC0415 (loaded when it is asked for)

    items = webkb()
    items = (items * (number // len(items) + 1))[:number]
    classify_pages_by("combined")(items[::50], items[:50])  # loads compiled code
    start = time.process_time()
    classify_pages_by("combined")(items[: number // 2], items[number // 2 :])
    classes = time.process_time() - start
    part = number // 10
    start = time.process_time()
    bodies = [(item["html"] or "").encode("utf-8", "replace") for item in items[:part]]
    list(mine(Fetched(f"https://site.test/{place}", body, "text/html; charset=utf-8") for place, body in enumerate(bodies)).articles)
    print(f"{number:,} pages: classes {classes:.1f} s of CPU, mining {10 * (time.process_time() - start):.1f} s (a tenth, times ten)")


def main() -> None:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("texts", "one", "five", "cost"):
        parser.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--systems", default=",".join(CLASSIFIERS))
    parser.add_argument("--most-pages", type=int, default=300, help="of a site, with --five")
    asked = parser.parse_args()
    if asked.texts:
        texts()
    elif asked.one:
        one_site_a_trade()
    elif asked.five:
        five_examples(asked.most_pages)
    elif asked.cost:
        cost()
    else:
        systems(asked.systems.split(","))


if __name__ == "__main__":
    main()
