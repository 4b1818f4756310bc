"""Every classifier by its published name, and models as files: JSON with the name of the system, read back without evaluating anything.

The default systems are here; others come from installed packages, by entry points of the group `sitelode.classifiers`.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from sitelode.classify.combined import Combined
from sitelode.classify.contract import Classifier, Model, Sample, Verdict
from sitelode.classify.site_words import SiteWords
from sitelode.errors import ClassifyError, DamagedDataError
from sitelode.shared_file import LONGEST_PROBLEM, SharedFile

DEFAULT_FOR_PAGES: Final = "combined"
DEFAULT_FOR_SITES: Final = "site-words"
FORMAT = "sitelode-classes-1"
MODEL_FILE = SharedFile("model", 500_000_000, ClassifyError, "make one with: sitelode classify train LABELS SOURCE -o model.json")
PAGES, SITES = "pages", "sites"  # what a model was trained on


@cache
def classifiers() -> dict[str, Callable[[], Callable[[], Classifier]]]:
    """How each is loaded, by its name: the defaults first, then those of installed packages in the order of the alphabet."""
    others = sorted(entry_points(group="sitelode.classifiers"), key=lambda entry: entry.name)
    return {DEFAULT_FOR_PAGES: lambda: Combined, DEFAULT_FOR_SITES: lambda: SiteWords} | {entry.name: entry.load for entry in others}


def classifier(name: str) -> Classifier:
    """The classifier of a name.

    Raises:
        ClassifyError: when there is none.

    """
    if name not in classifiers():
        known = ", ".join(classifiers())
        raise ClassifyError(
            f"no classifier is called {name!r:.60}; there are {known}; published ones come with: pip install 'sitelode[lab]'"
        )
    return classifiers()[name]()()


@dataclass(frozen=True, slots=True)
class NamedModel:
    """A model with the name of the system that made it, and what it is for."""

    system: str
    unit: str  # PAGES or SITES
    model: Model


@dataclass(frozen=True, slots=True)
class ModelOfFile:
    """A model that was read from a file. Its parts have the right types; where they do not fit each other, it says so when it is asked."""

    model: Model
    where: str

    @property
    def classes(self) -> tuple[str, ...]:
        return self.model.classes

    def predict(self, sample: Sample) -> Verdict:
        with self._damage_reported():
            return self.model.predict(sample)

    def predict_together(self, samples: Sequence[Sample]) -> list[Verdict]:
        with self._damage_reported():
            return self.model.predict_together(samples)

    def to_data(self) -> Any:  # noqa: ANN401 (what JSON can say)
        return self.model.to_data()

    @contextmanager
    def _damage_reported(self) -> Iterator[None]:
        try:
            with np.errstate(all="ignore"):  # numbers out of range are the file's, and no concern of whoever runs it
                yield
        except (ValueError, IndexError, KeyError, TypeError, AttributeError, ArithmeticError, RecursionError) as problem:
            said = " ".join(str(problem).split())[:LONGEST_PROBLEM]
            raise ClassifyError(f"{self.where} is damaged: its parts do not fit each other ({said}); {MODEL_FILE.remedy}") from problem


def model_bytes(named: NamedModel) -> bytes:
    return msgspec.json.encode({"format": FORMAT, "system": named.system, "unit": named.unit, "model": named.model.to_data()})


def model_of_bytes(written: bytes, where: str = "this file") -> NamedModel:
    """Read a model.

    Raises:
        ClassifyError: when it is none.

    """
    data = MODEL_FILE.decoded(written, where)
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("system"), str):
        raise ClassifyError(f"{where} is not a model of classes; {MODEL_FILE.remedy}")
    unit = SITES if data.get("unit") == SITES else PAGES
    try:
        model: Any = classifier(data["system"][:LONGEST_PROBLEM]).model.from_data(data.get("model"))
    except DamagedDataError as problem:
        raise ClassifyError(f"{where} is not a model of classes: {problem}; {MODEL_FILE.remedy}") from problem
    return NamedModel(data["system"], unit, ModelOfFile(model, where))


def read_model(path: Path) -> NamedModel:
    """Read the file of a model."""
    return model_of_bytes(MODEL_FILE.content(path), str(path))
