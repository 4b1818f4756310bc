"""What every classifier offers: `fit(samples) -> Model`, `Model.predict(sample) -> Verdict`, and a model as plain data.

A sample is one page or one whole site; a system that looks at pages takes the pages of a site together, a system that looks at sites takes
a page as a site of one page. So every system can be asked about both, and one suite of tests holds them all to the same promises.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol

from sitelode.classify.reading import PageText
from sitelode.errors import ClassifyError
from sitelode.json_data import JsonData

MOST_REASONS = 5  # words or places that a reason names


@dataclass(frozen=True, slots=True)
class Sample:
    """A page, or a site as its pages, the start page first; with its class, where somebody has said it."""

    name: str
    pages: tuple[PageText, ...]
    label: str = ""

    @property
    def url(self) -> str:
        return self.pages[0].url if self.pages else self.name

    def labelled(self, label: str) -> "Sample":
        return replace(self, label=label)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A class, how sure it is (0 to 1), why, and how likely every class is."""

    label: str
    score: float
    reason: str
    probabilities: Mapping[str, float]


class Model(Protocol):
    """What was learnt. Holds no page, can be written as JSON, is never evaluated."""

    @property
    def classes(self) -> tuple[str, ...]:
        """In the order of the alphabet."""
        ...

    def predict(self, sample: Sample) -> Verdict:
        """The class of one sample that nothing else is known of."""
        ...

    def predict_together(self, samples: Sequence[Sample]) -> list[Verdict]:
        """The classes of samples that belong together, such as the pages of a site: a system may look at all before it answers."""
        ...

    def to_data(self) -> Any: ...  # noqa: ANN401 (what JSON can say)


class Classifier(Protocol):
    """A system with its settings; holds no state between calls."""

    model: ClassVar[type[JsonData]]  # the class of its models, which can be read from data

    def fit(self, samples: Sequence[Sample]) -> Model: ...


class OneByOne(JsonData):
    """For models that gain nothing from seeing several samples at once."""

    def predict(self, sample: Sample) -> Verdict:
        raise NotImplementedError

    def predict_together(self, samples: Sequence[Sample]) -> list[Verdict]:
        return [self.predict(sample) for sample in samples]


def class_names(samples: Iterable[Sample]) -> tuple[str, ...]:
    """The classes of the examples, of which there must be two.

    Raises:
        ClassifyError: when there are no examples, or all are of one class.

    """
    names = tuple(sorted({sample.label for sample in samples} - {""}))
    if not names:
        raise ClassifyError("no example has a label; give at least one example of each of two classes")
    if len(names) == 1:
        raise ClassifyError(f"all examples are of one class ({names[0]!r}); give some of another class as well")
    return names


def verdict(classes: Sequence[str], probabilities: Iterable[float], reason: str) -> Verdict:
    """The most likely class; of equals the first in the alphabet."""
    by_class = {name: float(value) for name, value in zip(classes, probabilities, strict=True)}
    best = max(classes, key=lambda name: by_class[name])
    return Verdict(best, by_class[best], reason, by_class)
