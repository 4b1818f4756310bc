"""Floors that every clone can check: what is mined from small sites of our own, against what is true of them.

The features that models look at are pinned, too: a model is right about what it has learnt from. Where features or the small sites are
changed on purpose, `python tests/quality/test_small_sites.py` pins them anew.
"""

import json
import sys
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from statistics import fmean

import numpy as np
import pytest

from sitelode import mine
from sitelode.articles.body import study
from sitelode.articles.body.feature_names import FEATURES
from sitelode.model import Fetched
from sitelode.page_kinds.model import KindModel
from sitelode.tables.lists.evidence import COLUMNS
from sitelode.tables.lists.ranking import LearnedRanking

sys.path.append(str(Path(__file__).parents[2] / "examples"))
from small_sites import SITES

PINNED = Path(__file__).with_name("small_site_features.json")
# Share of pages of the right kind, F1 of the signs of articles, share of their titles, of the entries of lists that hold all they say,
# of the named values of detail pages.
FLOOR = 0.98


@cache
def mined_site(name):
    """Its pages, what was mined, and the tables that models were given meanwhile."""
    pages, tables = list(SITES[name]()), defaultdict(list)

    def noted(given, model, columns_of):
        def noting(*arguments):
            tables[model].append(columns_of(arguments[-1]))
            return given(*arguments)

        return noting

    with pytest.MonkeyPatch.context() as patch:
        for place, method, model, columns_of in (
            (study, "class_probabilities", "body", lambda features: dict(zip(FEATURES, features.table.T, strict=True))),
            (LearnedRanking, "scores", "lists", lambda evidence: dict(zip(COLUMNS, evidence.T, strict=True))),
            (KindModel, "shares", "kinds", lambda table: table.evidence),
        ):
            patch.setattr(place, method, noted(getattr(place, method), model, columns_of))
        mined = mine([Fetched(page.url, page.html.encode()) for page in pages])
        assert mined.kinds is not None
        assert mined.lists is not None
    return pages, mined, tables


def features():
    """For each model the mean and the spread of every column, over all tables that it was given."""
    found = {}
    for model in ("body", "kinds", "lists"):
        tables = [table for name in SITES for table in mined_site(name)[2][model]]
        columns = {column: np.concatenate([table[column] for table in tables]).astype(np.float64) for column in tables[0]}
        found[model] = {column: [float(f"{each:.6g}") for each in (values.mean(), values.std())] for column, values in columns.items()}
    return found


def signs_f1(found, true):
    one, other = Counter(found), Counter(true)  # languages without spaces have no words to count
    return 2 * (one & other).total() / max(1, one.total() + other.total())


def figures(name):
    pages, mined, _ = mined_site(name)
    kinds = dict(zip((entry.url for entry in mined.site.entries), mined.kinds.kind, strict=True))
    articles = {article.url: article for article in mined.articles}
    true = [page for page in pages if page.kind == "article"]
    texts = [signs_f1(articles[page.url].text if page.url in articles else "", "".join(page.text)) for page in true]
    titles = [page.url in articles and articles[page.url].title == page.title for page in true]
    rows = [
        {each for value in record.fields.values() for each in np.atleast_1d(value or "")} for one in mined.lists for record in one.records
    ]
    entries = [any(row.issuperset(entry) for row in rows) for page in pages for entry in page.records]
    read = {page.url: each.rules.values(page) for each in mined.details for page in each.pages}
    fields = [value in read.get(page.url, {}).get(field, ()) for page in pages for field, value in page.fields]
    right = [kinds.get(page.url) == page.kind for page in pages]
    return tuple(fmean(some) if some else 1.0 for some in (right, texts, titles, entries, fields))


@pytest.mark.parametrize("name", SITES)
def test_no_figure_is_below_its_floor(name):
    reached = figures(name)
    assert min(reached) >= FLOOR, reached


@pytest.mark.parametrize("name", SITES)
def test_a_site_has_thirty_to_sixty_pages_and_is_made_alike_twice(name):
    pages = list(SITES[name]())
    assert 30 <= len(pages) <= 60
    assert pages == list(SITES[name]())
    assert len({page.url for page in pages}) == len(pages)


@pytest.mark.parametrize("model", ["body", "kinds", "lists"])
def test_models_are_given_what_they_have_learnt_from(model):
    pinned, now = json.loads(PINNED.read_text("utf-8"))[model], features()[model]
    changed = {name: (pinned.get(name), now[name]) for name in now if now[name] != pytest.approx(pinned.get(name), rel=1e-4, abs=1e-6)}
    assert changed == {}, "if that was meant: python tests/quality/test_small_sites.py"
    assert now.keys() == pinned.keys()


if __name__ == "__main__":
    lines = {model: ",\n".join(f"{json.dumps(name)}: {each}" for name, each in columns.items()) for model, columns in features().items()}
    PINNED.write_text("{" + ",\n".join(f'"{model}": {{\n{some}\n}}' for model, some in lines.items()) + "}\n", encoding="utf-8")
