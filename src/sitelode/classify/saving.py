"""A model as a file: JSON with the name of its system; read back without evaluating anything."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from sitelode.classify.contract import Model, PlainData, Sample, Verdict
from sitelode.classify.registry import classifier
from sitelode.errors import ClassifyError
from sitelode.shared_file import LONGEST_PROBLEM, SharedFile

FORMAT = "sitelode-classes-1"
MODEL_FILE = SharedFile("model", 500_000_000, ClassifyError, "make one with: sitelode classify train LABELS SOURCE -o model.json")
PAGES, SITES = "pages", "sites"  # what a model was trained on


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
        with self._asked():
            return self.model.predict(sample)

    def predict_together(self, samples: Sequence[Sample]) -> list[Verdict]:
        with self._asked():
            return self.model.predict_together(samples)

    def to_data(self) -> PlainData:
        return self.model.to_data()

    @contextmanager
    def _asked(self) -> Iterator[None]:
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
        raise ClassifyError(f"{where} is no model of classes; {MODEL_FILE.remedy}")
    unit = SITES if data.get("unit") == SITES else PAGES
    read = classifier(data["system"][:LONGEST_PROBLEM]).from_data(data.get("model") or {})
    return NamedModel(data["system"], unit, ModelOfFile(read, where))


def read_model(path: Path) -> NamedModel:
    """Read the file of a model."""
    return model_of_bytes(MODEL_FILE.content(path), str(path))
