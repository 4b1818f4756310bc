"""Articles on one event: what the likeness of two texts means, by threshold.

    python -m bench.stories

News texts of five classes (`classify/bbc`), halved by number: of the pairs above a threshold, the share that has the same class, which is
the least that two texts on one event have in common. The threshold of `search/stories.py` was chosen on the first half. Then MUC-4: the
share of pairs in which a named victim or target is the same, a much narrower truth: most reports on one event name several, in several
spellings. Last, nearly the same text: the bodies of articles of `drift` at two moments, beside bodies of other articles.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from bench.corpora import Row, corpora_folder, read
from sitelode.search import stories as method
from sitelode.search.mined_texts import MinedText
from sitelode.search.query import search_words
from sitelode.search.stories import NEARLY_SAME, shared_runs

THRESHOLDS = (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)
BODIES_A_SITE = 12


def main() -> None:
    news = list(read(corpora_folder() / "classify" / "bbc.jsonl.xz"))
    for half in (0, 1):
        _print_shares(f"bbc, half {half + 1}", [_news(row) for row in news[half::2]], [{row["label"]} for row in news[half::2]])
    reports = list(read(corpora_folder() / "textrules" / "muc.jsonl.xz"))
    _print_shares("muc", [MinedText("article", row["docid"], "", row["doctext"]) for row in reports], [set(_named(row)) for row in reports])
    _print_versions()


def _print_shares(name: str, texts: Sequence[MinedText], marks: Sequence[set[str]]) -> None:
    vectors = method._vectors([[*search_words(text.title) * method._TITLE_WEIGHT, *search_words(text.text)] for text in texts])  # noqa: SLF001
    likeness = {pair: method._cosine(vectors, pair) for pair in method._candidates(vectors)}  # noqa: SLF001 (what is measured)
    print(f"{name}: {len(texts):,} texts, {len(likeness):,} pairs compared\nlikeness   pairs   the same")
    for threshold in THRESHOLDS:
        pairs = [pair for pair, value in likeness.items() if value >= threshold]
        same = sum(bool(marks[one] & marks[other]) for one, other in pairs)
        print(f"  {threshold:.2f} {len(pairs):9,}   {same / max(len(pairs), 1):8.3f}")


def _news(row: Row) -> MinedText:
    title, _, text = row["text"].partition("\n")
    return MinedText("article", str(row["id"]), title, text)


def _named(row: Row) -> Iterator[str]:
    """Victims and targets of more than one word: names rather than kinds."""
    for template in row["templates"]:
        for entity in (*template["Victim"], *template["Target"]):
            yield from (said for said, _ in entity if " " in said)


def _print_versions() -> None:
    same, other = [], []
    for folder in sorted((corpora_folder() / "drift").iterdir()):
        bodies: dict[str, list[list[str]]] = {}
        for path in sorted(folder.glob("*.jsonl.xz")):
            for row in read(path):
                if row.get("body"):
                    bodies.setdefault(row["url"], []).append(search_words(row["body"]))
        versions = [each for each in bodies.values() if len(each) > 1][:BODIES_A_SITE]
        same += [shared_runs(*pair) for each in versions for pair in pairwise(each)]
        other += [shared_runs(one[0], two[0]) for one, two in combinations(versions, 2)]
    found = sum(value >= NEARLY_SAME for value in same), sum(value >= NEARLY_SAME for value in other)
    print(f"nearly the same at {NEARLY_SAME}: {found[0]:,} of {len(same):,} pairs of one article, {found[1]:,} of {len(other):,} of two")


if __name__ == "__main__":
    main()
