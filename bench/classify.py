"""Classes of pages and sites, measured: every system by name, what text is read, one labelled site a trade, pages from five examples.

python -m bench.classify                  the default and every system on WebKB, BBC and SWDE
python -m bench.classify --systems a,b    some of them
python -m bench.classify --once           the same on one split a corpus and a share of WebKB, in minutes instead of hours
python -m bench.classify --texts          whole page, mined text, summary, both, on these splits and on Washington
python -m bench.classify --once --mixed   either of these two without any whole university to learn from: from WebKB's mixed part alone
python -m bench.classify --one            SWDE sites by trade, from one labelled site a trade
python -m bench.classify --five           pages of a site from five examples: R-Precision by page type, and by class on WebKB
python -m bench.classify --cost           CPU seconds for 10,000 pages, and for mining as many
"""

import argparse
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from bench.adapters import classify_pages_by, classify_sites_by, page_sample, site_sample
from bench.corpora import corpora_folder, read
from sitelode.classify.contract import Sample
from sitelode.classify.reading import PageText, read_html
from sitelode.classify.registry import classifier, classifiers
from sitelode.classify.similar import SimilarPages
from sitelode_lab.classify.summaries import Summariser, learnt_summariser

Item = Mapping[str, Any]
FOUR = frozenset(("student", "faculty", "course", "project"))  # the classes of WebKB that published results are about
SITE_SYSTEMS = ("site-words", "metatags", "superpages", "topic-vectors", "markov-trees", "naive-bayes")
EXAMPLES, LEAST_PAGES, REPEATS = 5, 10, 3  # of a page type
SHARE = 6  # every sixth page of WebKB's mixed part, where one split must do
HEADS = f"{'':15} {'WebKB 4, accuracy':>18} {'WebKB 7, macro F1':>18} {'BBC, accuracy':>14} {'SWDE halves':>12}"
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
    print(HEADS)
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


@dataclass(frozen=True, slots=True)
class Split:
    """What is learnt from, and what is asked; pages that were read once."""

    corpus: str
    learn: Sequence[Sample]
    unseen: Sequence[Sample]

    def only(self, labels: frozenset[str]) -> "Split":
        return Split(self.corpus, *([sample for sample in part if sample.label in labels] for part in (self.learn, self.unseen)))

    def changed(self, change: Callable[[Sample], Sample]) -> "Split":
        """Every sample in another form, made without the label where it is asked for."""
        unseen = [change(sample.labelled("")).labelled(sample.label) for sample in self.unseen]
        return Split(self.corpus, [change(sample) for sample in self.learn], unseen)

    def with_texts_of(self, other: "Split") -> "Split":
        """Every page with the text that it has in the other split behind its own."""
        return Split(self.corpus, list(map(_both, self.learn, other.learn)), list(map(_both, self.unseen, other.unseen)))

    def scored(self, name: str) -> tuple[float, float]:
        verdicts = classifier(name).fit(self.learn).predict_together([sample.labelled("") for sample in self.unseen])
        found = {sample.name: verdict.label for sample, verdict in zip(self.unseen, verdicts, strict=True)}
        return figures({sample.name: sample.label for sample in self.unseen}, found)


def webkb_split(unseen: str, others: Sequence[str], items: Sequence[Item]) -> Split:
    """A university, learnt from others and from a share of the mixed part; where there are no others, from twice that share."""
    mixed = [page for page in items if page["site"] == "misc"][:: SHARE if others else SHARE // 2]
    learn = [*mixed, *(page for page in items if page["site"] in others)]
    asked = [page for page in items if page["site"] == unseen]
    return Split(f"WebKB 7, {unseen}", list(map(page_sample, learn)), list(map(page_sample, asked)))


def bbc_split() -> Split:
    """One fold of five."""
    news = list(map(page_sample, bbc()))
    return Split("BBC", [sample for place, sample in enumerate(news) if place % 5], news[::5])


def systems_once(names: Sequence[str], *, mixed: bool) -> None:
    """Every system on one split a corpus."""
    seven, news, sites = (
        webkb_split("cornell", () if mixed else ("texas", "washington"), webkb()),
        bbc_split(),
        list(map(site_sample, trades())),
    )
    four, halves = seven.only(FOUR), Split("SWDE", sites[::2], sites[1::2])
    print(HEADS)
    for name in names:
        started = time.process_time()
        row = [f"{four.scored(name)[0]:18.3f}", f"{seven.scored(name)[1]:18.3f}"]
        row += [f"{news.scored(name)[0]:14.3f}" if name != "addresses" else f"{'':14}"]
        row += [f"{halves.scored(name)[0]:12.3f}" if name in SITE_SYSTEMS else f"{'':12}"]
        print(f"{name:15} {' '.join(row)}  {time.process_time() - started:5.0f} s", flush=True)


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


def texts(*, mixed: bool) -> None:
    """What text is read: naive Bayes and the default on the whole page, the mined text, the summary, and page and summary both.

    Washington is the university that choices are made on, without a look at Cornell; Cornell is only measured.
    """
    pages = webkb()
    chosen_on = webkb_split("washington", () if mixed else ("texas",), pages)
    measured = webkb_split("cornell", () if mixed else ("texas", "washington"), pages)
    article_of = partial(_mined, {str(page["id"]): page for page in pages})
    for split in (bbc_split(), chosen_on, measured):
        summaries = split.changed(partial(_summarised, learnt_summariser(split.learn)))
        forms = {"whole page": split, "mined text": split.changed(article_of), "summary": summaries, "both": split.with_texts_of(summaries)}
        for text, form in forms.items():
            for name in ("naive-bayes", "combined"):
                accuracy, f1 = form.scored(name)
                print(f"{split.corpus:19} {text:11} {name:12} accuracy {accuracy:.3f} macro F1 {f1:.3f}", flush=True)


def _mined(items: Mapping[str, Item], sample: Sample) -> Sample:
    """The page with its article text; with its whole text where it has none, or was never HTML."""
    from sitelode import extract  # noqa: PLC0415 (loaded when it is asked for)
    from sitelode.errors import PageError  # noqa: PLC0415

    page, item = sample.pages[0], items.get(sample.name)
    try:
        article = extract(item["html"] or "", page.url) if item else None
    except PageError:
        article = None
    return replace(sample, pages=(page.with_body(article.text),)) if article and article.text else sample


def _summarised(summariser: Summariser, sample: Sample) -> Sample:
    page = sample.pages[0]
    said = "\n".join(each.sentence.text for each in summariser.summary(page, sample.label))
    return replace(sample, pages=(page.with_body(said),))


def _both(one: Sample, other: Sample) -> Sample:
    page = one.pages[0]
    return replace(one, pages=(page.with_body(f"{page.body}\n{other.pages[0].body}"),))


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
    for name in ("once", "texts", "one", "five", "cost", "mixed"):
        parser.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--systems", default=",".join(classifiers()))
    parser.add_argument("--most-pages", type=int, default=300, help="of a site, with --five")
    asked = parser.parse_args()
    if asked.texts:
        texts(mixed=asked.mixed)
    elif asked.once:
        systems_once(asked.systems.split(","), mixed=asked.mixed)
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
