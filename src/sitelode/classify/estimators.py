"""Classifiers as users of scikit-learn expect them: `fit(X, y)`, `predict(X)`, `predict_proba(X)`, `classes_`.

X is a list of pages (HTML text, `Page`, `Fetched` or `PageText`), or for sites a list of lists of them. Pages that are predicted in one
call are taken as pages that belong together, and help each other.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Self, TypeAlias

import numpy as np

from sitelode.classify.contract import Model, Sample, Verdict
from sitelode.classify.features import Floats
from sitelode.classify.reading import PageText, read_fetched, read_html, read_page
from sitelode.classify.registry import (
    DEFAULT_FOR_PAGES,
    DEFAULT_FOR_SITES,
    PAGES,
    SITES,
    NamedModel,
    classifier,
    model_bytes,
    read_model,
)
from sitelode.errors import ClassifyError
from sitelode.html.page import Page
from sitelode.model import Fetched

GivenPage: TypeAlias = str | Page | Fetched | PageText


class _Estimator:
    """What classifiers of pages and of sites share."""

    unit = PAGES

    def __init__(self, system: str) -> None:
        self.system = system
        self.model_: Model | None = None

    def _samples(self, given: Iterable[object]) -> list[Sample]:
        raise NotImplementedError

    def _fit(self, given: Sequence[object], labels: Sequence[str]) -> None:
        if len(given) != len(labels):
            raise ClassifyError(f"{len(given):,} examples and {len(labels):,} labels; give one label per example")
        samples = [sample.labelled(str(label)) for sample, label in zip(self._samples(given), labels, strict=True)]
        self.model_ = classifier(self.system).fit(samples)

    @property
    def classes_(self) -> tuple[str, ...]:
        return self._fitted.classes

    @property
    def _fitted(self) -> Model:
        if self.model_ is None:
            raise ClassifyError("nothing is learnt yet; call fit with examples first, or load a model")
        return self.model_

    def verdicts(self, given: Iterable[object]) -> list[Verdict]:
        """Class, score, reason and all probabilities of each."""
        return self._fitted.predict_together(self._samples(given))

    def predict(self, given: Iterable[object]) -> list[str]:
        return [verdict.label for verdict in self.verdicts(given)]

    def predict_proba(self, given: Iterable[object]) -> Floats:
        """One row each, one column a class, in the order of `classes_`."""
        rows = [[verdict.probabilities[name] for name in self.classes_] for verdict in self.verdicts(given)]
        return np.array(rows, float).reshape(len(rows), len(self.classes_))

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """A classifier that was saved, or written by `sitelode classify train`."""
        named = read_model(Path(path))
        if named.unit != cls.unit:
            raise ClassifyError(f"{path} is a model of {named.unit}, not of {cls.unit}; load it with the other classifier")
        found = cls(named.system)
        found.model_ = named.model
        return found

    def save(self, path: str | Path) -> None:
        """Write the model as JSON."""
        Path(path).write_bytes(model_bytes(NamedModel(self.system, self.unit, self._fitted)))


class PageClassifier(_Estimator):
    """Classes of pages."""

    def __init__(self, system: str = DEFAULT_FOR_PAGES) -> None:
        super().__init__(system)

    def fit(self, pages: Sequence[GivenPage], labels: Sequence[str]) -> "PageClassifier":
        """Learn from pages and their classes."""
        self._fit(pages, labels)
        return self

    def _samples(self, given: Iterable[object]) -> list[Sample]:
        return [Sample(page.url, (page,)) for page in map(page_text, given)]


class SiteClassifier(_Estimator):
    """Classes of whole sites, each a sequence of pages, the start page first."""

    unit = SITES

    def __init__(self, system: str = DEFAULT_FOR_SITES) -> None:
        super().__init__(system)

    def fit(self, sites: Sequence[Sequence[GivenPage]], labels: Sequence[str]) -> "SiteClassifier":
        """Learn from sites and their classes."""
        self._fit(sites, labels)
        return self

    def _samples(self, given: Iterable[object]) -> list[Sample]:
        sites = [tuple(map(page_text, site)) for site in given if isinstance(site, Sequence)]
        return [Sample(site[0].url if site else "", site) for site in sites]


def page_text(given: object) -> PageText:
    """A page in any of the forms that callers have."""
    if isinstance(given, PageText):
        return given
    if isinstance(given, Page):
        return read_page(given)
    if isinstance(given, Fetched):
        return read_fetched(given) or PageText(given.url)
    if isinstance(given, str):
        return read_html(given)
    raise ClassifyError(f"a page is HTML text, a Page, a Fetched or a PageText, not {type(given).__name__}")
